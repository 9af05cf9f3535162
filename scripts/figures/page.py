"""The HTML page of a report: one file that needs nothing but itself. Tables and sentences are those of `absbench show`.
Everything from the report passes esc."""
import base64
import gzip
import hashlib
import re
import shlex
from pathlib import Path
from typing import Any, Iterable, Iterator

from . import cli, kinds
from .cli import Die
from .looks import COLOURS
from .panels import Figure
from .reading import ask, reason
from .report import SETTING, Refusal, field_text, grouped, short_specs, value_text, varying
from .text import cut, esc, plural, whole

HERE = Path(__file__).parent
MOST_ROWS = 10000
MOST_FIGURES, MOST_IN_FOREST, MOST_LINES, MOST_WINDOWS, MOST_ANSWERS = 24, 40, 14, 8, 24


def flag(kind: str, text: str) -> str:
    head, colon, rest = text.partition(":")
    return f'<p class="flag {kind}"><strong>{esc(head + colon)}</strong>{esc(rest)}</p>'


# ---- what `absbench show` says -------------------------------------------------------------------

def plain(markdown: str) -> str:
    return re.sub(r"\\(.)", r"\1", markdown)


def table(lines: list[str], caption: str) -> str:
    heads, sides, *rows = ([plain(cell).strip() for cell in line[2:-2].split(" | ")] for line in lines)
    kinds = [' class="text"' if side == ":--" else "" for side in sides]

    def cells(row: list[str]) -> str:
        first, *others = (f"{kind}>{esc(cell)}" for kind, cell in zip(kinds, row))
        return f'<tr><th scope="row"{first}</th>' + "".join(f"<td{other}</td>" for other in others) + "</tr>"
    head = "".join(f'<th scope="col"{kind}>{esc(name)}</th>' for kind, name in zip(kinds, heads))
    return "\n".join([f'<div class="scroll" role="group" tabindex="0" aria-label="{esc(caption)}">', "<table>",
                      f"<caption>{esc(caption)}</caption>", f"<thead><tr>{head}</tr></thead>", "<tbody>",
                      *map(cells, rows), "</tbody>", "</table>", "</div>"])


def shown_by_absbench(report: dict, markdown: str) -> tuple[list[str], list[str]]:
    """Its tables with their notes, and its sentences on what they rest on, which begin with a capital. Its answers, and
    the options below them, are left to `answers`."""
    tables, trust, caption = [], [], ""
    told = {one["sentence"] for one in report["answers"]}
    for block in re.split(r"\n\n+", markdown.strip()):
        if block.startswith("| "):
            tables.append(table(block.split("\n"), caption))
        elif block.startswith("**"):
            caption = plain(block.strip("*"))
        elif (text := plain(block)) in told or block.startswith("    "):
            continue
        elif text[:1].isupper() and not text.startswith("In all rows"):
            kind = "bad" if text.startswith("SEARCHES") else "good" if text.startswith("All ") else "warn"
            trust.append(flag(kind, text))
        elif text:
            tables.append(f'<p class="more">{esc(text)}</p>')
    return tables or ["<p>There are no rows to show: no search was finished.</p>"], trust


# ---- what to use ---------------------------------------------------------------------------------

def answer(one: dict, short: dict[str, str]) -> list[str]:
    """A sentence, and the options that search what it names."""
    about, _, rest = one["sentence"].partition(": ")
    about = about.replace(one["spec"], short[one["spec"]], 1)
    said = [f'<p class="answer"><strong>{esc(about)}</strong>: {esc(rest)}</p>']
    command = "<pre><code>absbench {}</code></pre>".format(
        " ".join(f'<span class="word">{esc(word)}</span>' for word in one["options"].split(" ")))
    return said + [command] * (one["kind"] in ("better", "reference", "best"))


def answers(report: dict) -> list[str]:
    """The report's own, of each spec that of its deepest depth on top, of the others below."""
    told = [one for one in report["answers"] if one["kind"] != "too_few"] or report["answers"]
    short, depths = short_specs(one["spec"] for one in told), {}
    for one in told:
        depths[one["spec"]] = max(one["depth"], depths.get(one["spec"], 0))
    first = [one for one in told if one["depth"] == depths[one["spec"]]][:MOST_ANSWERS]
    others = [one for one in told if one not in first]
    said = [line for one in first for line in answer(one, short)]
    if others:
        said += [f"<details><summary>Other answers ({len(others)})</summary>",
                 *(line for one in others for line in answer(one, short)), "</details>"]
    return said


# ---- figures -------------------------------------------------------------------------------------

def drawn(name: str, figure: Figure) -> str:
    """Twice: one picture for wide screens and paper, one for a telephone. Below it what it shows."""
    render = cli.drawing().render
    pictures = "".join(f'<div class="{kind}">\n{render(figure, "svg", at, kind == "slim").decode()}\n</div>\n'
                       for kind, at in (("broad", name), ("slim", name + "s")))
    sample, _, *remarks = figure.caption
    said = [figure.says, f"{sample.partition(';')[0]}.", *remarks]  # the page has signature and command itself
    return f"<figure>\n{pictures}<figcaption>{esc(' '.join(said))}</figcaption>\n</figure>"


def plots(mine: list[dict]) -> Iterator[tuple]:
    """What is drawn of a domain in one setting: a kind of figure, its aggregates, and how many lines it takes."""
    with_ratio = [a for a in mine if a["ratio"] is not None]
    yield kinds.forest, with_ratio or mine, MOST_IN_FOREST
    yield kinds.both_by_depth, mine, MOST_LINES
    for rows in grouped((a for a in with_ratio if a["window"]), lambda a: a["algo"]):
        yield kinds.window, rows, MOST_WINDOWS


def figures(report: dict) -> list[str]:
    """Without the naive minimax, which has no table and no ordering, unless it is all there is."""
    everything = [a for a in report["aggregates"] if a["core"] != "minimax"] or report["aggregates"]
    differ = varying(everything, SETTING)
    short = short_specs(a["spec"] for a in everything)

    def name_of(a: dict) -> str:
        setting = ", ".join(field_text(name, a[name]) for name in differ if a[name] is not None)
        return short[a["spec"]] + f" ({setting})" * bool(setting)

    said, groups = [], grouped(everything, name_of)
    for i, mine in enumerate(groups[:MOST_FIGURES]):
        of, made, refused = name_of(mine[0]), [], ""
        for kind, rows, most in plots(mine):
            try:
                made.append(drawn(f"f{i}-{len(made)}", kind(report, rows, most, of)))
            except Refusal as why:
                refused = refused or str(why)
        said += [f"<h3>{esc(cut(of, 120))}</h3>", *made] if made else \
            [flag("warn", f"No figure for {of}: it {refused}.")]
    if len(groups) > MOST_FIGURES:
        said.append(f"<p>Figures of {len(groups) - MOST_FIGURES} more are left out; the tables have their numbers.</p>")
    return said or [flag("warn", "There are no figures: no search was finished.")]


# ---- the rest ------------------------------------------------------------------------------------

def download(report: dict, shown: str, words: list[str]) -> list[str]:
    """The rows as a link; what is long is gzipped, about ten times shorter."""
    rows = report["results"]
    if len(rows) > MOST_ROWS:
        return [f"<p>These are {whole(len(rows))} single searches: more than {whole(MOST_ROWS)}, so this "
                f"page adds them up and does not hold them. They are in <code>{esc(shown)}</code>.</p>"]
    if not rows:
        return ["<p>There are no rows of single searches.</p>"]
    data = ask(report["text"], "show", "--format=csv", *words).stdout
    name = "rows.csv" if shown == "standard input" else Path(shown).stem + "-rows.csv"
    kind, note = "text/csv;charset=utf-8", ""
    if len(data) > 1000000:
        data, name = gzip.compress(data, mtime=0), name + ".gz"
        kind, note = "application/gzip", ", gzipped"
    return [f'<p><a class="button" download="{esc(name)}" href="data:{kind};base64,'
            f'{base64.b64encode(data).decode()}">Download {plural(len(rows), "row")} as CSV{note}'
            "</a></p>",
            '<p class="more">One row per search: its position, configuration, value, counts and times.</p>']


def facts(pairs: Iterable[tuple[str, Any]]) -> str:
    def text(value: Any) -> str:
        return " ".join(map(str, value)) if isinstance(value, list) else value_text(value)

    return "<dl>" + "\n".join(f"<div><dt>{esc(name)}</dt><dd>{esc(text(value))}</dd></div>"
                              for name, value in pairs if value not in (None, "", [])) + "</dl>"


def repeat(report: dict, words: list[str]) -> list[str]:
    context = report["context"]
    where = [(name.replace("_", " "), value) for name, value in context.items()
             if name not in ("command", "host_name") and not isinstance(value, dict)]

    def code(command: list[str]) -> str:
        return f"<pre><code>{esc(shlex.join(command))}</code></pre>"

    return ["<p>The searches:</p>", code(context["command"]),
            "<p>This page:</p>", code([*cli.called("report").split(), *words]),
            facts([("signature", report["signature"]), *where]),
            "<details><summary>Every option in effect</summary>", facts(context["options"].items()),
            "</details>", '<p class="more">The same command gives the same counts and the same '
            "signature on every machine; only times differ.</p>"]


def colours(place: int) -> str:
    named = " ".join(f"--{name}: {pair[place]};" for name, pair in COLOURS.items())
    return f":root {{ {named} }}"


def page(report: dict, shown: str, words: list[str]) -> tuple[str, bool]:
    """The page, and whether all values agree. `words` call the script that makes it."""
    asked = [word for word in words if word.startswith("--game=")]
    asked += ["--no-time"] * (report["context"]["options"].get("no_time") is True)
    ended = ask(report["text"], "show", "--format=markdown", *asked)
    if ended.returncode not in (0, 1):
        raise Die(2, f"{shown}: {reason(ended)}")
    tables, trust = shown_by_absbench(report, ended.stdout.decode())
    agree = ended.returncode == 0
    names = [cut(name, 60) for name in short_specs(a["spec"] for a in report["aggregates"]).values()]
    title = esc("absbench: " + (", ".join(names[:4]) + ", …" * (len(names) > 4) or "no finished searches"))
    style = f"{colours(0)}\n@media screen and (prefers-color-scheme: dark) {{ {colours(1)} }}\n" \
        + (HERE / "style.css").read_text()
    script = (HERE / "sort.js").read_text()
    # No other script or style than ours runs, whatever a report may hold.
    allowed = [f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
               for text in (script, style)]
    # What to use comes first, unless it is not to be trusted.
    parts = [("verdict", "What it says", answers(report) + trust if agree else trust + answers(report)),
             ("figures", "Figures", figures(report)),
             ("table", "Tables", tables),
             ("rows", "Rows", download(report, shown, asked)),
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
        f"<p>{plural(len(report['results']), 'search', 'searches')} · signature {esc(report['signature'])}</p>",
        f'<nav aria-label="Parts of this page">{links}</nav>', "</header>", "<main>",
        *(line for name, heading, body in parts
          for line in [f'<section id="{name}">', f"<h2>{heading}</h2>", *body, "</section>"]),
        "</main>", f"<script>{script}</script>", "</body>", "</html>", ""]), agree
