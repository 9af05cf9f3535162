"""Writes docs/which-search.md: what to use for each game, and for a game like yours."""

import re

from figures.schema import FOLDER

from . import numbers, searches
from .page import table, with_tables
from .statement import ALPHABETA, LAST, PVS, TWO_AGO, WINDOW, Chosen, Data, Other, Ratio, best, cores, \
    held_out, last, of_domain, shared, work
from .statements import ordering, selection
from .statements.engines import HARD, soft
from .statements.mtdf import grained
from .statements.windows import widths, window

GAMES = [domain for domain in searches.DOMAINS if domain.is_game]
GUESSES = ("previous", "parity", "mean")


# ---- the searches to choose from: options, and where their rows are ------------------------------

def named(algo: str, guess: str = "previous", half: float = 0, widen: str = "full") -> str:
    return f"--algo={algo}" + f" --guess={guess}" * (guess != "previous") + f" --window={half / 2:g}p" * (half > 0) \
        + f" --widen={widen}" * (widen != "full")


def plain_ones() -> dict:
    """The searches without windows, and those that guess, with the default window."""
    return {named(algo): cores(algo) for algo in ("alphabeta", "pvs", "negascout")} | {
        named(algo, guess): cores(algo, guess=guess) for guess in GUESSES for algo in ("mtdf", "aspiration+pvs")}


def candidates(domain: str) -> dict:
    found = plain_ones() | {named(algo): cores(algo) for algo in ("pvs-value", "scout")}
    for guess in GUESSES:
        found[named("aspiration+negascout", guess)] = cores("aspiration+negascout", guess=guess)
        found[f"{named('aspiration+pvs', guess)} --window=auto --widen=gradual"] = Chosen(
            "windows", {"algo": "aspiration+pvs", "window": None, "widen": "gradual", "guess": guess})
    return found | {named("aspiration+pvs", half=half, widen=widen): window(half, widen)
                    for widen in ("full", "gradual") for half in widths(domain)}


# The searches that were run with null moves and reductions.
SELECTED = {named("pvs"): selection.PVS, named("negascout"): {"algo": "negascout"}, named("mtdf"): selection.MTDF,
            named("alphabeta"): {"algo": "alphabeta"}, named("mtdf", "parity"): selection.TWO_AGO,
            named("aspiration+pvs", half=0.5): selection.HALF,
            named("aspiration+pvs", half=0.5, widen="gradual"): selection.OPENING_SLOWLY,
            named("aspiration+pvs", half=0.25, widen="gradual"): selection.GRADUAL}
SELECTING = {name: selection.chosen(config) for name, config in SELECTED.items()}


def by_moves(data: Data, domain: searches.Domain) -> str:
    """The search whose moves lose least at equal work. Whether they lose less than PVS's is tested
    for the choice, not for that search: each half of the positions chooses for the other."""
    found = {name: selection.losses(data, domain.name, config, selection.PVS) for name, config in SELECTED.items()}
    half = {part: {name: mine[part::2] for name, mine in found.items()} for part in (0, 1)}
    chosen = [(min(half[1 - part], key=lambda name, part=part: sum(half[1 - part][name])), part) for part in (0, 1)]
    less = numbers.spread([x for name, part in chosen for x in half[part][name]])
    name = f"`{min(found, key=lambda name: sum(found[name])).removeprefix('--algo=')}`"
    return name if less and less.high < 0 else "`pvs`" + f"; {name} is not shown to lose less" * (name != "`pvs`")


class Choice:
    """The best candidate, and what the choice saves. Each half of the positions chooses for the other.
    Beside the candidates stands fail-soft, which is only compared with."""

    def __init__(self, data, domain: searches.Domain, back: int = 0, of=work, among=None):
        to_the_end = {} if domain.votes else {"depth": selection.anything}
        found = {name: Chosen(one.experiment, one.config | to_the_end).find(data, domain.name, back)
                 for name, one in (among or candidates(domain.name)).items()}
        beside = {} if among else {named("failsoft"): cores("failsoft", **to_the_end).find(data, domain.name, back)}
        keys = shared(found | beside)
        if not keys:
            raise LookupError(f"{domain.name}: no position was searched by all of {', '.join(found)}")

        def ratio(name: str, other: str, at: list) -> list:
            return [max(1, of(found[name][key])) / max(1, of((found | beside)[other][key])) for key in at]
        self.name, self.count = best(found, keys, of), len(keys)
        dealt = held_out(found, of)
        self.to = {other: numbers.geometric([x for name, mine in dealt for x in ratio(name, f"--algo={other}", mine)])
                   for other in ("alphabeta", "failsoft", "pvs") if named(other) in found | beside}
        worse = [numbers.geometric(ratio(name, self.name, keys)) for name in found if name != self.name]
        self.as_good = sum(not (e and e.low > 1.02) for e in worse)

    @property
    def use(self) -> str:
        """The best, if it is shown to save work against PVS; otherwise PVS and a remark."""
        e, name = self.to["pvs"], f"`{self.name.removeprefix('--algo=')}`"
        if name == "`pvs`" or e is None:
            return "`pvs`"
        return name if e.high < 1 else f"`pvs`; {name} is " + (
            "as good within 2 %" if e.low > 0.98 else "not shown to be better")

    def saving(self, against: str) -> str:
        e = self.to[against]
        return "{} % [{}, {}]".format(*(round(100 * (1 - x)) for x in (e.point, e.high, e.low))) if e else "-"


def game_lines(data: Data, domain: searches.Domain) -> tuple:
    """What to use, the choices of other tests, and the command that shows it."""
    most = Choice(data, domain)
    algo, *rest = most.name.split()
    algos = dict.fromkeys(("alphabeta", "failsoft", "pvs", algo.removeprefix("--algo=")))
    words = [f"--game={domain.option['game']}", "--suite=large", f"--max-positions={domain.most}",
             f"--depth={data.depth('cores', domain.name)}", "--algo=" + ",".join(algos), *rest]
    others = [*(choice.use for choice in (
        Choice(data, domain, 1, last(work)), *(Choice(Other(data, number), domain, among=plain_ones()) for number in (0, 1)),
        Choice(data, domain, among=SELECTING))), by_moves(data, domain)] if domain.votes else []
    return ([domain.name, most.use, *map(most.saving, ("alphabeta", "failsoft", "pvs")), most.count, most.as_good],
            [domain.name, *others], " ".join(["absbench", *words]))


# ---- the page ------------------------------------------------------------------------------------

def spreads(data: Data):
    """For each comparison of the page, in order: the least and the greatest ratio of the domains."""
    shuffled = ordering.shuffled("pvs"), ordering.shuffled("alphabeta")
    coarse = [grained(algo, of_domain(lambda domain: domain.points(1))) for algo in ("mtdf", "pvs")]
    for above, below, *domains in (
            (PVS, ALPHABETA), *((soft(HARD), soft({"algo": one})) for one in ("pvs", "alphabeta")),
            (TWO_AGO, LAST), (TWO_AGO, PVS), (WINDOW, PVS, searches.PAWNS), coarse, (coarse[1], PVS),
            [ordering.plain(algo, deepening=True) for algo in ("mtdf", "alphabeta")],
            shuffled, (*shuffled, [domain.name for domain in searches.DOMAINS if not domain.is_game]),
            *((selection.chosen(one), selection.chosen(selection.PVS)) for one in (selection.MTDF, selection.GRADUAL)),
            (PVS, Chosen("direct", {"algo": "pvs"}))):
        estimates = (Ratio(above, below)(data, domain) for domain in (*domains, searches.VOTERS)[0])
        found = [e.point for e in estimates if e]
        yield f"{min(found):.2f} to {max(found):.2f}"


def page(data: Data, verdict: dict, hangs: str | None) -> str:
    """The page. The part before chess gets the tables, ratios and verdicts of these rows, and `hangs`,
    what the sentences of README hang on, where that was searched."""
    made, (text, chess, rest) = spreads(data), (FOLDER / "which-search.md").read_text().partition("\n## Chess")
    uses, elsewhere, commands = zip(*(game_lines(data, domain) for domain in GAMES))
    heads = [found.split(" | ") for found in re.findall(r"(?m)^\| (game .*) \|$", text)]
    text = with_tables(text, table(heads[0], uses), table(heads[1], [one for one in elsewhere if one[1:]]), hangs, None)
    text = re.sub(r"(?s)```sh\n.*?```", lambda _: "\n".join(["```sh", *commands, "```"]), text)
    text = re.sub(r"\d+\.\d\d to \d+\.\d\d", lambda _: next(made), text)
    return re.sub(r"\[(\w+)\]\(claims.md\): [a-z]+( [a-z]+)*", lambda one: f"[{one[1]}](claims.md): {verdict[one[1]]}",
                  text) + chess + rest
