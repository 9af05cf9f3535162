"""Writes results/claims/statements.md, whose prose is edited by hand, with the tables, figures and
verdicts of these rows; and docs/claims.md, a line for each statement. A statement has a heading
with its number, a source, a rule, a line `| |` in place of the table, `**Verdict: holds**`, and a
conclusion, which is left out if the rows give another verdict."""
import re

from figures import cli
from figures.schema import FOLDER

from . import numbers, searches
from .numbers import NO, OPEN, YES
from .statement import Data, Statement
from .statements import published

NAME = "statements.md"
PARTS = re.split(r"(?m)^(?=##+ )", ((FOLDER if cli.INSTALLED else cli.TOP / "results/claims") / NAME).read_text())
STATEMENTS = {found[1]: part for part in PARTS if (found := re.match(r"### (\w+)\) ", part))}


def text(id: str) -> str:
    return re.match(r"### \w+\) (.*)", STATEMENTS[id])[1]


def caption(id: str) -> str:
    return re.search(r"(?m)^!\[(.*)\]", STATEMENTS[id])[1]


def row(cells: list) -> str:
    return f"| {' | '.join(map(numbers.cell, cells))} |"


def table(header: list, lines: list) -> str:
    return "\n".join([row(header), "|" + "---|" * len(header), *map(row, lines)])


def with_tables(part: str, *tables: str | None) -> str:
    """The text with these tables in place of its own, in order. None keeps its own."""
    given = iter(tables)
    return re.sub(r"(?m)(^\|.*\n)+", lambda own: f"{found}\n" if (found := next(given)) else own[0], part)


def sides(one: Statement) -> str:
    named = [(word, one.side(word)) for word in (YES, NO, OPEN)]
    voters = sum(len(found) for _, found in named)
    return "; ".join(f"{word}: {'all' if len(found) == voters else ', '.join(found)}" for word, found in named if found)


def pooled(one: Statement) -> list:
    if not one.pooled:
        return []
    mean, between = one.pooled
    return [f"Pooled over the domains that vote (random effects, at d): {numbers.interval(mean)}, n = {mean.n} domains; "
            f"the standard deviation between them is {between:.2f} (of logarithms)."]


def says(line) -> str:
    return line.says if line.votes or line.says == numbers.NONE else f"({line.says})"


def statement(one: Statement, folder: str) -> str:
    parts = STATEMENTS[one.claim.id].rstrip().split("\n\n")
    at, end = (next(i for i, part in enumerate(parts) if part.startswith(begin)) for begin in ("| ", "**Verdict: "))
    figure = [re.sub(r"\]\(.*/", f"]({folder}/", part) for part in parts[at + 1:end] if part.startswith(("!", "*"))]
    verdict = f"**Verdict: {one.verdict}**"
    lines = [[line.domain, *line.cells, says(line)] for line in one.lines]
    return "\n\n".join([
        *parts[:at], table(["domain", *one.claim.heads, "says"], lines),
        *(figure if one.picture else []), *pooled(one), f"{verdict} ({sides(one)}).",
        *(parts[end + 1:] if parts[end].startswith(verdict) else [])]) + "\n\n"


def theme(part: str, made: list, data: Data) -> str:
    used = sorted({name for one in made if one.claim.id[0] == part[3] for name in one.uses})
    commands = "\n".join(" ".join(["absbench", *data.of[name].about["command"]]) for name in used)
    return f"{part.splitlines()[0]}\n\n```sh\n{commands}\n```\n\n"


def domain_row(domain: searches.Domain, data: Data) -> list:
    option = "".join(f"`--{name}={value}`" for name, value in domain.option.items())
    depths = [data.depth(name, domain.name) for name in ("cores", "tables", "textbook")]
    positions = len({one.position for one in data.of["cores"].by_domain[domain.name]})
    return [domain.name, option, *(f"{depth - 1}, {depth}" for depth in depths), positions, domain.half_pawn,
            "yes" if domain.votes else "no"]


def introduction(part: str, made: list, data: Data) -> str:
    votes = sum(line.votes and line.says != numbers.NONE for one in made for line in one.lines)
    count = (f"{len(made)} statements, {len(searches.DOMAINS)} domains, {sum(rows.count for rows in data.of.values())} "
             f"searches, {votes} votes.")
    return with_tables(
        re.sub(r"(?m)^\d+ statements, .*", count, part),
        table(["domain", "command line", "depths", "middle depths", "textbook depths", "positions, at most",
               "half a pawn", "votes on statements about programs"],
              [domain_row(domain, data) for domain in searches.DOMAINS]), None)


def experiments(data: Data) -> str:
    rows = [[one.name, one.about, data.of[one.name].count, f"`{data.of[one.name].about['signature']}`"]
            for one in searches.EXPERIMENTS]
    return (f"## The searches\n\n{table(['experiment', 'what it searches', 'searches', 'signature'], rows)}\n\n"
            f"Searched by absbench {data.of['cores'].about['version']}.\n")


def beside(part: str, data: Data) -> str:
    """Numbers and sentences of a paper, compared with ours."""
    said = re.findall(r"(?m)^\| (.*) \| .* \|$", part.split("| what the paper")[1])
    return with_tables(part, *(table(*one) for one in published.beside(data, said)))


def page(made: list[Statement], data: Data, folder: str) -> str:
    by_id = {one.claim.id: one for one in made}
    lines = [introduction(PARTS[0], made, data)]
    for part in PARTS[1:]:
        lines.append(statement(by_id[part[4:].split(")")[0]], folder) if part[2] == "#" else
                     theme(part, made, data) if part[4] == "." else
                     beside(part, data) if part.startswith("## Compared") else
                     experiments(data) if part.startswith("## The searches") else part)
    return "".join(lines)


def summary(made: list[Statement], others: list, place: str) -> str:
    """docs/claims.md, with links to statements at `place`. `others`: by other evaluations."""
    own = (FOLDER / "claims.md").read_text()
    sources = dict(re.findall(r"(?m)^\| \[(\w+)\]\(.*?\) \| .*? \| (.*?) \|", own))

    def line(one: Statement) -> list:
        id = one.claim.id
        anchor = re.sub(r"[^\w\- ]", "", f"{id}) {text(id)}".lower()).replace(" ", "-")
        also = [by[id] for by in others if id in by]
        return [f"[{id}]({place}#{anchor})", text(id), sources[id], one.verdict, sides(one), ", ".join(also) or "-"]
    heads = ["", "statement", "source", "verdict", "by game", "other evaluations"]
    return with_tables(own, table(heads, list(map(line, made))))
