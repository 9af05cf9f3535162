"""The HTML page of a report: one file that needs no other. Tables and sentences are those of
`absbench show`. Every text from the report is escaped by esc."""
import base64
import gzip
import hashlib
import re
import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from . import kinds
from .libraries import drawing
from .looks import COLOURS
from .panels import Figure
from .report import SETTING, Refusal, field_text, grouped, short_specs, uncapped, value_text, varying
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


def table(markdown: str, caption: str) -> str:
    heads, sides, *rows = ([plain(cell).strip() for cell in line[2:-2].split(" | ")] for line in markdown.split("\n"))

    def cells(row: list[str], first: str, others: str) -> str:
        tags = [first] + [others] * len(row)
        return "<tr>" + "".join(f"<{tag}{' class=text' * (side == ':--')}>{esc(cell)}</{tag[:2]}>"
                                for tag, side, cell in zip(tags, sides, row)) + "</tr>"

    return f"""<div class="scroll" role="group" tabindex="0" aria-label="{esc(caption)}">
<table>
<caption>{esc(caption)}</caption>
<thead>{cells(heads, "th scope=col", "th scope=col")}</thead>
<tbody>
{chr(10).join(cells(row, "th scope=row", "td") for row in rows)}
</tbody>
</table>
</div>"""


def fold_depths(tables: list[tuple[str, str]]) -> list[str]:
    """The HTML of each table with its caption, folded if a greater depth has the same table."""
    def parts(caption: str) -> tuple[str, int]:
        before, depth, behind = (re.split(r", depth (\d+)", caption, maxsplit=1) + ["0", ""])[:3]
        return before + behind, int(depth)

    deepest = dict(sorted(parts(caption) for caption, _ in tables))
    return [made if deepest[what] == depth else f"<details><summary>{esc(caption)}</summary>\n{made}\n</details>"
            for caption, made in tables for what, depth in [parts(caption)]]


def shown_by_absbench(report: dict, markdown: str) -> tuple[list[str], list[str]]:
    """The tables of absbench with their notes, and its sentences on their basis, which begin with a
    capital. The answers and the options below them are left to `answers`."""
    tables, trust, caption = [], [], ""
    told = {one["sentence"] for one in report["answers"]}
    for block in re.split(r"\n\n+", markdown.strip()):
        text = plain(block)
        if block.startswith("| "):
            tables.append((caption, table(block, caption)))
        elif block.startswith("**"):
            caption = text.strip("*")
        elif text[:1].isupper() and text not in told and not text.startswith("In all rows"):
            kind = {"SEARCHES": "bad", "All": "good", "Values": "good"}.get(text.split(" ")[0], "warn")
            trust.append(flag(kind, text))
        elif text and text not in told and not block.startswith("    "):
            tables.append(("", f'<p class="more">{esc(text)}</p>'))
    return fold_depths(tables) or ["<p>There are no rows to show: no search was finished.</p>"], trust


# ---- what to use ---------------------------------------------------------------------------------

def answer(one: dict, short: dict[str, str], lines: dict[str, str]) -> str:
    """A sentence, and the options of the search that it names, as in `absbench show`."""
    about, _, rest = one["sentence"].replace(one["spec"], short[one["spec"]], 1).partition(": ")
    said = f'<p class="answer"><strong>{esc(about)}</strong>: {esc(rest)}</p>'
    line = lines.get(one["sentence"], one["options"])
    options = " ".join(f'<span class="word">{esc(word)}</span>' for word in line.split(" "))
    where = '\n<p class="more">Its positions: see the command below.</p>' * (one["sentence"] not in lines)
    return said + f"\n<pre><code>absbench {options}</code></pre>{where}" * (
        one["use"] is not None and one["kind"] in ("better", "best"))


def answers(report: dict, markdown: str) -> list[str]:
    """The report's own answers. Of each spec, the greatest depth is on top, the others below."""
    told = [one for one in report["answers"] if one["kind"] != "too_few"] or report["answers"]
    short = short_specs(one["spec"] for one in told)
    depths = {one["spec"]: one["depth"] for one in sorted(told, key=lambda one: one["depth"])}
    first = [one for one in told if one["depth"] == depths[one["spec"]]][:MOST_ANSWERS]
    blocks = re.split(r"\n\n+", markdown.strip())
    lines = {plain(one): line[4:] for one, line in zip(blocks, blocks[1:]) if line[:6] == "    --"}
    others = [answer(one, short, lines) for one in told if one not in first]
    folded = [f"<details><summary>Other answers ({len(others)})</summary>", *others, "</details>"]
    return [answer(one, short, lines) for one in first] + folded * bool(others)


# ---- figures -------------------------------------------------------------------------------------

def drawn(name: str, figure: Figure) -> str:
    """Two pictures, one for wide screens and paper, one for telephones, and their caption."""
    render = drawing().render
    pictures = "".join(f'<div class="{kind}">\n{render(figure, "svg", at, kind == "slim").decode()}\n</div>\n'
                       for kind, at in (("broad", name), ("slim", name + "s")))
    sample, _, *remarks = figure.caption
    said = [figure.says, f"{sample.partition(';')[0]}.", *remarks]  # the page has signature and command itself
    return f"<figure>\n{pictures}<figcaption>{esc(' '.join(said))}</figcaption>\n</figure>"


def plots(mine: list[dict]) -> Iterator[tuple]:
    """A figure of one domain in one setting: its kind, aggregates and number of lines."""
    with_ratio = [a for a in mine if a["ratio"] is not None]
    yield kinds.forest, with_ratio or mine, MOST_IN_FOREST
    yield kinds.both_by_depth, mine, MOST_LINES
    for rows in grouped((a for a in with_ratio if a["window"]), lambda a: a["algo"]):
        yield kinds.window, rows, MOST_WINDOWS


def figures(report: dict) -> list[str]:
    """Leaves out naive minimax, without table and ordering, unless there is nothing else."""
    everything = uncapped([a for a in report["aggregates"] if a["core"] != "minimax"] or report["aggregates"])
    differ = varying(everything, SETTING)
    short = short_specs(a["spec"] for a in everything)

    def name_of(a: dict) -> str:
        setting = ", ".join(field_text(name, a[name]) for name in differ if a[name] is not None)
        return short[a["spec"]] + f" ({setting})" * bool(setting)

    said, groups = [], grouped(everything, name_of)
    for i, mine in enumerate(groups[:MOST_FIGURES]):
        of, made, refused = name_of(mine[0]), [], []
        for kind, rows, most in plots(mine):
            try:
                made.append(drawn(f"f{i}-{len(made)}", kind(report, rows, most, of)))
            except Refusal as why:
                refused.append(f"No figure for {of}: it {why}.")
        said += [f"<h3>{esc(cut(of, 120))}</h3>", *made] if made else [flag("warn", refused[0])]
    if len(groups) > MOST_FIGURES:
        said.append(f"<p>Figures of {len(groups) - MOST_FIGURES} more are left out; the tables have their numbers.</p>")
    return said or [flag("warn", "There are no figures: no search was finished.")]


# ---- the rest ------------------------------------------------------------------------------------

def download(report: dict, shown: str, words: list[str]) -> str:
    """The rows as a link. Long files are gzipped, which makes them about ten times smaller."""
    rows = report["results"]
    if len(rows) > MOST_ROWS:
        return f"""<p>These are {whole(len(rows))} single searches: more than {whole(MOST_ROWS)}, so this page adds them
up and does not hold them. They are in <code>{esc(shown)}</code>.</p>"""
    data = report["source"].ask("--format=csv", *words)
    name = "rows.csv" if shown == "standard input" else Path(shown).stem + "-rows.csv"
    kind, note = "text/csv;charset=utf-8", ""
    if len(data) > 1000000:
        data, name = gzip.compress(data, mtime=0), name + ".gz"
        kind, note = "application/gzip", ", gzipped"
    return f"""<p><a class="button" download="{esc(name)}" href="data:{kind};base64,{base64.b64encode(data).decode()}">
Download {plural(len(rows), "row")} as CSV{note}</a></p>
<p class="more">One row per search: its position, configuration, value, counts and times.</p>"""


def facts(pairs: Iterable[tuple[str, Any]]) -> str:
    def text(value: Any) -> str:
        return " ".join(map(str, value)) if isinstance(value, list) else value_text(value)

    return "<dl>" + "\n".join(f"<div><dt>{esc(name)}</dt><dd>{esc(text(value))}</dd></div>"
                              for name, value in pairs if value not in (None, "", [])) + "</dl>"


def repeat(report: dict, words: list[str]) -> str:
    context = report["context"]
    where = [(name.replace("_", " "), value) for name, value in context.items()
             if name not in ("command", "host_name", "specs") and not isinstance(value, dict)]
    return f"""<p>The searches:</p>
<pre><code>{esc(shlex.join(context["command"]))}</code></pre>
<p>This page:</p>
<pre><code>absbench report {esc(shlex.join(words))}</code></pre>
{facts([("signature", report["signature"]), *where])}
<details><summary>Every option in effect</summary>{facts(context["options"].items())}</details>
<p class="more">The same command gives the same counts and the same signature on every machine; only times
differ.</p>"""


def page(report: dict, shown: str, words: list[str]) -> tuple[str, bool]:
    """The page, and whether all values agree. `words` are the command that makes it."""
    asked = [word for word in words if word.startswith("--game=")]
    asked += ["--no-time"] * (report["context"]["options"].get("no_time") is True)
    markdown, agree = report["source"].ask("--format=markdown", *asked).decode(), report["source"].agree
    tables, trust = shown_by_absbench(report, markdown)
    names = [cut(name, 60) for name in short_specs(a["spec"] for a in report["aggregates"]).values()]
    title = esc("absbench: " + (", ".join(names[:4]) + ", …" * (len(names) > 4) or "no finished searches"))
    colours = "".join(f"\n    --{name}: light-dark({light}, {dark});" for name, (light, dark) in COLOURS.items())
    style = f":root {{{colours}\n}}\n{(HERE / 'style.css').read_text()}"
    script = (HERE / "sort.js").read_text()
    # Only our script and style run, whatever a report contains.
    ours, looks = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (script, style))
    # The answer comes first, unless it cannot be trusted.
    said = answers(report, markdown)
    parts = [("verdict", "What it says", said + trust if agree else trust + said),
             ("figures", "Figures", figures(report)),
             ("table", "Tables", tables),
             ("rows", "Rows", [download(report, shown, asked)]),
             ("repeat", "How to reproduce it", [repeat(report, words)]),
             ("words", "What the words mean", [(HERE / "words.html").read_text()])]
    links = " ".join(f'<a href="#{name}">{heading}</a>' for name, heading, _ in parts)
    body = "\n".join(f'<section id="{name}">\n<h2>{heading}</h2>\n{chr(10).join(lines)}\n</section>'
                     for name, heading, lines in parts)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-{ours}'; \
style-src 'sha256-{looks}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header>
<h1>{title}</h1>
<p>{plural(len(report['results']), 'search', 'searches')} · signature {esc(report['signature'])}</p>
<nav aria-label="Parts of this page">{links}</nav>
</header>
<main>
{body}
</main>
<script>{script}</script>
</body>
</html>
""", agree
