"""The HTML page of a report: one file that needs nothing but itself. Everything from the report
passes esc."""
import base64
import gzip
import hashlib
import shlex
from pathlib import Path
from typing import Any, Callable

from . import cli, kinds, verdicts
from .looks import COLOURS
from .panels import Figure
from .reading import ask
from .report import (CONFIG, FRAME, POLICY, Refusal, deepest, field_text, grouped, interval,
                     is_reference, labelled, short_specs, value_text, varying, window_text,
                     words)
from .schema import LEVELS, SCHEMA, key
from .text import (between, cut, esc, fixed, listed, percent, plural, seconds, span, whole)
from .verdicts import flag, sound

HERE = Path(__file__).parent
MOST_ROWS = 10000
MOST_FIGURES, MOST_IN_TABLE, MOST_IN_FOREST, MOST_LINES, MOST_WINDOWS = 24, 5000, 40, 14, 8
FRAME_ONLY = [name for name in FRAME if name != "depth"]
SETTING = ["spec"] + [name for name in FRAME_ONLY if LEVELS[name] == "setting"]


# ---- groups: what can be compared ----------------------------------------------------------------

def searches(report: dict) -> list[dict]:
    """Without the naive minimax, which has no table and no ordering, unless it is all there is."""
    return [a for a in report["aggregates"] if a["core"] != "minimax"] or report["aggregates"]


def groups_of(report: dict) -> list[dict]:
    """The aggregates of one spec and one setting, in the order of the report, with what each is
    called. The naive minimax stands beside the searches it checks."""
    bys = searches(report)
    differ = varying(bys, FRAME_ONLY)
    beside = {key(by, SETTING): by for by in reversed(bys)}

    def setting(by: dict) -> str:
        if by["core"] == "minimax":
            by = beside.get(key(by, SETTING), by)
        return ", ".join(field_text(name, by[name]) for name in differ if by[name] is not None)

    groups, short = [], short_specs(by["spec"] for by in bys)
    for mine in grouped(report["aggregates"], lambda a: (a["spec"], setting(a))):
        names = {id(a): one.label for one in labelled(mine, ["algo"] + POLICY) for a in one.rows}
        words = setting(mine[0])
        spec = mine[0]["spec"]
        name = short[spec] + (f" ({words})" if words else "")
        groups.append({"spec": spec, "short": short[spec], "name": name, "heading": esc(cut(name, 120)),
                       "depths": sorted({a["depth"] for a in mine}), "aggregates": mine,
                       "name_of": lambda a, names=names: names[id(a)]})
    return groups


def in_all(report: dict, groups: list[dict]) -> list[str]:
    """What is alike in all searches, or in all of each domain."""
    bys, said = searches(report), []
    words = {"widen": "widen=", "guess": ""}
    for name in CONFIG[1:]:
        of_spec = {by["spec"]: field_text(name, by[name]) for by in bys if by[name] is not None}
        if len(set(of_spec.values())) == 1 and not varying(bys, [name]):
            said.append(words.get(name, "") + next(iter(of_spec.values())))
        elif of_spec and all(not varying([by for by in bys if by["spec"] == spec], [name])
                             for spec in of_spec):
            said += [f"{text} ({spec})" for spec, text in of_spec.items()]
    return said


# ---- figures -------------------------------------------------------------------------------------

def drawn(name: str, figure: Figure, *caption: str) -> str:
    """Twice: one picture for wide screens and paper, one for a telephone. Below it what it shows, and more."""
    render = cli.drawing().render
    pictures = "".join(f'<div class="{kind}">\n{render(figure, "svg", at, kind == "slim").decode()}\n</div>\n'
                       for kind, at in (("broad", name), ("slim", name + "s")))
    beyond = any(not panel.x.holds(x) or not panel.y.holds(p.y) for panel in figure.panels for line in panel.lines
                 for p in line.points for x in (p.x, *(p.x_interval or ())))
    said = [figure.says, *caption, "Arrows: ratios or intervals beyond the axis." * beyond]
    return f"<figure>\n{pictures}<figcaption>{esc(' '.join(filter(None, said)))}</figcaption>\n</figure>"


def only(shown: int, count: int) -> str:
    return f"Only the {shown} best of {count} are drawn; the others are in the table." if shown < count else ""


def missing(a: dict) -> str:
    """Why there is no ratio, or no mean."""
    return a["ratio_missing"] or a["missing"] or "no reason given"


def forest(report: dict, group: dict, name: str) -> list[str]:
    with_ratio = [a for a in group["aggregates"] if a["ratio"] is not None]
    if not with_ratio:
        return []
    everything = sorted(deepest(with_ratio), key=lambda a: a["ratio"])
    mine = everything[:MOST_IN_FOREST]
    without = [f"{group['name_of'](a)} ({missing(a)})"
               for a in group["aggregates"] if a["depth"] == mine[0]["depth"] and a["ratio"] is None]
    return [drawn(name + "r", kinds.forest(report, mine, group["name"]),
                  f"Left of 1: {words(mine[0])[0]}. n = {span([a['ratio_n'] for a in mine])}.",
                  "The other depths are in the table." if len(group["depths"]) > 1 else "",
                  only(len(mine), len(everything)), kinds.UNSOUND if not all(map(sound, mine)) else "",
                  f"Without a ratio: {listed(without, 5)}." if without else "")]


def by_depth(report: dict, group: dict, name: str) -> list[str]:
    """Of each algorithm one configuration: the one that is best where it is deepest."""
    everything, name_of = group["aggregates"], group["name_of"]
    most = {depth: max(a["n"] for a in everything if a["depth"] == depth)
            for depth in group["depths"]}
    counted = [a for a in everything if a["n"] and a["measure_geomean"] is not None]
    mine = [a for a in counted if a["n"] == most[a["depth"]]]
    if len({a["depth"] for a in mine}) < 2:
        return []

    def last(rows: list[dict]) -> dict:
        return max(rows, key=lambda a: a["depth"])

    def rank(rows: list[dict]) -> tuple:
        return -last(rows)["depth"], last(rows)["ratio"] or last(rows)["measure_geomean"]

    best = [min(grouped(rows, name_of), key=rank) for rows in
            grouped(mine, lambda a: a["algo"])]
    best.sort(key=lambda rows: last(rows)["measure_geomean"])
    shown = [a for a in mine if any(a in rows for rows in best[:MOST_LINES])]
    fewer = [f"{name_of(a)} at depth {a['depth']} (n = {a['n']})" for a in everything if a not in mine]
    return [drawn(name + "d", kinds.both_by_depth(shown, group["name"], name_of),
                  f"n = {span([a['n'] for a in mine])}, signature {report['signature']}.",
                  "Of each algorithm the configuration with the smallest ratio at its deepest depth."
                  if len(mine) > sum(map(len, best)) else "",
                  only(len(best[:MOST_LINES]), len(best)),
                  "" if any(a["ratio"] for a in shown) else f"No ratios: {mine[0]['ratio_missing'] or 'no reference'}.",
                  "Not drawn, because they stand for fewer positions than the others: "
                  f"{listed(fewer, 6)}." if fewer else "")]


def window_curves(report: dict, group: dict, name: str) -> list[str]:
    """One for each algorithm with several windows."""
    said = []
    mine = [a for a in group["aggregates"] if a["window"] and a["ratio"] is not None]
    for i, rows in enumerate(grouped(mine, lambda a: a["algo"])):
        rows = deepest(rows)
        try:
            figure = kinds.window(report, rows, MOST_WINDOWS, group["name"])
        except Refusal:  # a single window
            continue
        lines = len({key(a, [f for f in CONFIG if f != "window"]) for a in rows})
        said.append(drawn(
            f"{name}w{i}", figure, f"n = {span([a['ratio_n'] for a in rows])}.",
            "A window with unequal sides stands at the mean of the two."
            if any(":" in window_text(a["window"]) for a in rows) else "", only(min(lines, MOST_WINDOWS), lines)))
    return said


def figures(report: dict, groups: list[dict]) -> list[str]:
    said = []
    for i, group in enumerate(groups[:MOST_FIGURES]):
        mine = [line for draw in (forest, by_depth, window_curves)
                for line in draw(report, group, f"f{i}")]
        reasons = sorted({missing(a) for a in group["aggregates"] if a["ratio_missing"] or a["missing"]})
        said += [f"<h3>{group['heading']}</h3>", *mine] if mine else [flag(
            "warn", f"No figure for {group['heading']}: "
                    f"{listed(map(esc, reasons), 3) or 'no numbers'}.")]
    if len(groups) > MOST_FIGURES:
        said.append(f"<p>Figures of {len(groups) - MOST_FIGURES} more are left out; the table has "
                    "their numbers.</p>")
    return said or [flag("warn", "There are no figures: no search was finished.")]


# ---- the table -----------------------------------------------------------------------------------

# Heads, the fields that lines sort by, whose notes the schema has, and how they are written.
COLUMNS: list[tuple[str, str, Callable]] = [
    ("n", "n", whole), ("Nodes", "nodes_sum", whole), ("Work", "work_sum", whole), ("Ratio", "ratio", fixed),
    ("Interval", "ratio_low", fixed), ("Median", "ratio_median", fixed), ("Wins", "ratio_wins", whole),
    ("Ties", "ratio_ties", whole), ("Losses", "ratio_losses", whole), ("Root re-searches", "root_researches", whole),
    ("Interior re-searches", "interior_researches", whole), ("In re-searches", "research_share", percent),
    ("First-move cutoffs", "first_move_cutoff_share", percent)]
WRONG = [("Wrong values", "wrong_values", whole), ("Wrong moves", "wrong_best_moves", whole)]
TIME = [("Time", "real_s", seconds)]
NOTES = {name: field.get("description", "") for name, field in
         SCHEMA["properties"]["aggregates"]["items"]["properties"].items()}


def cell(a: dict, name: str, form: Callable[[Any], str]) -> tuple[Any, str]:
    """What it sorts by, and its text."""
    if name.startswith("ratio") and a["ratio"] is None:
        return None, form(None)
    if name == "ratio_low" and (found := interval(a)):
        return a[name], "reference" if is_reference(a) else between(found, joint=" to ")
    if judged := {"wrong_values": "values_judged", "wrong_best_moves": "best_moves_judged"}.get(name):
        return (a[name], f"{a[name]} of {a[judged]}") if a[judged] else (None, form(None))
    return a[name], form(a[name]) + f" ({a['left_out']} left out)" * (name == "n" and a["left_out"] > 0)


def place(a: dict) -> tuple:
    """Within its group: by depth, and then the best first; what is unsound comes last."""
    return a["depth"], not sound(a), a["ratio"] is None, a["ratio"]


def units(report: dict) -> str:
    """What windows are in; of each domain, if they differ."""
    of = {a["domain"]: a["unit"] for a in report["aggregates"] if a["window"]}
    names = sorted(set(of.values())) if len(set(of.values())) < 2 else \
        [f"{unit} ({name})" for name, unit in of.items()]
    return f"Windows (w=) are in {listed(names)}." if of else ""


def table(report: dict, groups: list[dict], shown: str) -> list[str]:
    everything = [(group, a) for group in groups for a in sorted(group["aggregates"], key=place)]
    if not everything:
        return ["<p>There are no rows to show: no search was finished.</p>"]
    mine = [a for _, a in everything]
    columns = COLUMNS + (WRONG if any(not sound(a) or a["wrong_best_moves"]
                                      for a in mine) else []) + (TIME if mine[0]["real_s"] is not None else [])
    heads = [("Domain", "text", "spec, and the setting where the run has several"),
             ("Depth", "number", "plies"),
             ("Algorithm", "text", "and what differs between its configurations")] \
        + [(head, "number", NOTES[name]) for head, name, _ in columns]
    common = in_all(report, groups)
    said = ['<p class="more">', f"The first {whole(MOST_IN_TABLE)} of {whole(len(mine))} lines; "
            f"<code>{esc(shown)}</code> has the others." if len(mine) > MOST_IN_TABLE else "",
            f"The same throughout: {', '.join(map(esc, common))}." if common else "",
            esc(units(report)), "" if all(map(sound, mine)) else kinds.UNSOUND,
            "Within each domain and depth the best stands first. “–”: not defined, or nothing to compare with.</p>",
            '<div class="scroll wide" role="group" tabindex="0" aria-label="Table of results">',
            '<table id="results">', f"<caption>{plural(len(mine), 'line')}; ratios are to "
            + listed(map(esc, sorted({a["reference"] for a in mine})), 3) + "</caption>",
            "<thead><tr>" + "".join(
                f'<th scope="col" data-sort="{kind}" title="{esc(note)}">{name}</th>'
                for name, kind, note in heads) + "</tr></thead>", "<tbody>"]
    for group, a in everything[:MOST_IN_TABLE]:
        name = group["name"]
        title = f' title="{esc(group["spec"])}"' if group["short"] != group["spec"] else \
            f' title="{esc(name)}"' if len(name) > 36 else ""
        said.append(f'<tr><td class="s"{title}>{esc(cut(name, 36))}</td><td>{a["depth"]}</td>'
                    f'<th scope="row">{esc(group["name_of"](a))}{"" if sound(a) else " †"}</th>'
                    + "".join(f'<td{"" if value is None else f" data-v={chr(34)}{value}{chr(34)}"}>{esc(text)}</td>'
                              for _, name, form in columns for value, text in [cell(a, name, form)]) + "</tr>")
    return said + ["</tbody>", "</table>", "</div>"]


# ---- the rest ------------------------------------------------------------------------------------

def download(report: dict, shown: str, words: list[str]) -> list[str]:
    """The rows as a link; what is long is gzipped, about ten times shorter."""
    rows = report["results"]
    if len(rows) > MOST_ROWS:
        return [f"<p>These are {whole(len(rows))} single searches: more than {whole(MOST_ROWS)}, so this "
                f"page adds them up and does not hold them. They are in <code>{esc(shown)}</code>.</p>"]
    if not rows:
        return ["<p>There are no rows of single searches.</p>"]
    times = report["context"]["options"].get("no_time") is not True
    data = ask(report["text"], "show", "--format=csv", *["--no-time"] * (not times),
               *(word for word in words if "--game=" in word)).stdout
    if not data:
        return [f"<p>The rows are in <code>{esc(shown)}</code>: <code>absbench show</code> did not read them.</p>"]
    name = "rows.csv" if shown == "standard input" else Path(shown).stem + "-rows.csv"
    kind, note = "text/csv;charset=utf-8", ""
    if len(data) > 1000000:
        data, name = gzip.compress(data, mtime=0), name + ".gz"
        kind, note = "application/gzip", ", gzipped"
    return [f'<p><a class="button" download="{esc(name)}" href="data:{kind};base64,'
            f'{base64.b64encode(data).decode()}">Download {plural(len(rows), "row")} as CSV{note}'
            "</a></p>",
            '<p class="more">One row per search: its position, configuration, value, counts and times.</p>']


def facts(pairs: list[tuple[str, Any]]) -> str:
    return "<dl>" + "\n".join(f"<div><dt>{esc(name)}</dt><dd>{esc(value)}</dd></div>"
                              for name, value in pairs if value not in (None, "")) + "</dl>"


def repeat(report: dict, words: list[str]) -> list[str]:
    context = report["context"]
    cpu = context.get("cpu_model")

    def option(value: Any) -> str:
        return " ".join(map(str, value)) if isinstance(value, list) else value_text(value)

    def code(command: list[str]) -> str:
        return f"<pre><code>{esc(shlex.join(command))}</code></pre>"

    return ["<p>The searches:</p>", code(context["command"]),
            "<p>This page:</p>", code([*cli.called("report").split(), *words]),
            facts([("Signature", report["signature"]),
                   ("Version", f"absbench {context['version']}, commit {context['git']}"),
                   ("Compiler", f"{context['compiler']}, {context['cflags']} "
                                f"({context['build_type']})"),
                   ("Processor", cpu and f"{cpu}, {context['num_cpus'] or '?'} of them"),
                   ("System", context.get("os")), ("Date", context.get("date")),
                   ("Date, machine, times",
                    None if "date" in context else "not recorded (--no-time)")]),
            "<details><summary>Every option in effect</summary>",
            facts([(name, option(value)) for name, value in context["options"].items()]),
            "</details>", '<p class="more">The same command gives the same counts and the same '
            "signature on every machine; only times differ.</p>"]


def run_of(report: dict) -> str:
    bys = report["aggregates"]
    depths = sorted({by["depth"] for by in bys})
    whole_span = len(depths) > 2 and depths[-1] - depths[0] == len(depths) - 1
    listing = f"{depths[0]} to {depths[-1]}" if whole_span else listed(depths)
    return " · ".join(filter(None, [
        plural(len({by["algo"] for by in bys}), "algorithm"),
        f"depth{'s' if len(depths) > 1 else ''} {listing}" if depths else "",
        plural(len({(row["spec"], row["position_id"]) for row in report["results"]}), "position"), plural(len(report["results"]), "search", "searches"),
        f"signature {report['signature']}"]))


def colours(place: int) -> str:
    named = " ".join(f"--{name}: {pair[place]};" for name, pair in COLOURS.items())
    return f":root {{ {named} }}"


def page(report: dict, shown: str, words: list[str]) -> str:
    groups = groups_of(report)
    specs = dict.fromkeys(cut(group["short"], 60) for group in groups)
    title = esc(f"absbench: {listed(specs, 4) or 'no finished searches'}")
    style = f"{colours(0)}\n@media screen and (prefers-color-scheme: dark) {{ {colours(1)} }}\n" \
        + (HERE / "style.css").read_text()
    script = (HERE / "sort.js").read_text()
    # No other script or style than ours runs, whatever a report may hold.
    allowed = [f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
               for text in (script, style)]
    parts = [("verdict", "What it says", verdicts.verdicts(report, groups)),
             ("figures", "Figures", figures(report, groups)),
             ("table", "Table", table(report, groups, words[0])),
             ("rows", "Rows", download(report, shown, words)),
             ("repeat", "How to reproduce it", repeat(report, words)),
             ("words", "What the words mean", [(HERE / "words.html").read_text()])]
    links = " ".join(f'<a href="#{name}">{heading}</a>' for name, heading, _ in parts)
    return "\n".join([
        "<!DOCTYPE html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; script-src '
        f"{allowed[0]}; style-src {allowed[1]}; base-uri 'none'; form-action 'none'\">",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">', f"<title>{title}</title>",
        f"<style>{style}</style>", "</head>", "<body>", "<header>", f"<h1>{title}</h1>",
        f"<p>{esc(run_of(report))}</p>", f'<nav aria-label="Parts of this page">{links}</nav>',
        "</header>", "<main>",
        *(line for name, heading, body in parts
          for line in [f'<section id="{name}">', f"<h2>{heading}</h2>", *filter(None, body),
                       "</section>"]),
        "</main>", f"<script>{script}</script>", "</body>", "</html>", ""])
