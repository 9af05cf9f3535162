"""A statement: its measure, a line for each domain, and the verdict."""
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path

from figures.claims import Picture

from . import numbers, searches
from .numbers import NONE, NO, OPEN, YES, Estimate
from .store import Rows

HOLDS, SOME, FALSE, UNSETTLED = "holds", "holds for some", "does not hold", "not settled"

class Data:
    """The rows of all experiments. `read`: the experiments read since it was last cleared."""

    def __init__(self, folder: Path, experiments: Iterable = searches.EXPERIMENTS):
        self.of = {one.name: Rows(folder, one) for one in experiments}
        self.domains, self.read = searches.ALL, set()

    def rows(self, experiment: str) -> Rows:
        self.read.add(experiment)
        return self.of[experiment]

    def find(self, experiment: str, domain: str, back: int = 0, **wanted) -> dict:
        return self.rows(experiment).find(domain, back, **wanted)

    def depth(self, experiment: str, domain: str) -> int:
        return self.rows(experiment).depth(domain)


class Other(Data):
    """The same with another evaluation: what statements read from `cores` and the like comes from
    experiments that were searched with it."""
    INSTEAD = {"cores": ["evaluations", "blurred"], "windows": ["blurred"], "sources": ["blurred"],
               "stars": ["blurred"]}

    def __init__(self, data: Data, number: int):
        self.data, self.number, self.read = data, number, set()
        self.of = data.of | {name: data.of[others[0]] for name, others in self.INSTEAD.items()}
        self.domains = list(self.of["cores"].by_domain)

    def find(self, experiment: str, domain: str, back: int = 0, **wanted) -> dict:
        if experiment not in self.INSTEAD or domain not in self.domains:
            return {}
        other = searches.others(searches.BY_NAME[domain])[self.number]
        found = (self.data.of[name].find(domain, back, eval=other, **wanted)
                 for name in self.INSTEAD[experiment])
        return next(filter(None, found), {})


# ---- measures ------------------------------------------------------------------------------------
# Functions of the data, a domain and by how many plies the depth is less than the greatest.

work, leaves, passes = map(attrgetter, ("work", "leaves", "passes"))


def last(of: Callable) -> Callable:
    """The measure for the last iteration alone."""
    return lambda one: of(one) - (of(one.steps[-2]) if len(one.steps) > 1 else 0)


def kept(name: str) -> Callable:
    """A number that an experiment keeps of each search."""
    return lambda one: float(one.kept[name] or 0)


@dataclass(frozen=True)
class Chosen:
    """A configuration in an experiment; values may be functions of the domain."""
    experiment: str
    config: dict

    def find(self, data: Data, domain: str, back: int = 0) -> dict:
        one = searches.BY_NAME.get(domain)
        wanted = {name: value(one) if getattr(value, "of_domain", False) else value
                  for name, value in self.config.items()}
        return data.find(self.experiment, domain, back, **wanted)


def of_domain(function):
    """Marks a value of a configuration that depends on the domain."""
    function.of_domain = True
    return function


def half_pawns(window: float):
    return of_domain(lambda d: (d.points(window),) * 2)


def cores(algo: str, **config) -> Chosen:
    return Chosen("cores", {"algo": algo, **config})


ALPHABETA, PVS, NEGASCOUT = cores("alphabeta"), cores("pvs"), cores("negascout")
WINDOW = cores("aspiration+pvs", guess="previous")  # half a pawn
LAST, TWO_AGO = cores("mtdf", guess="previous"), cores("mtdf", guess="parity")


@dataclass(frozen=True)
class Ratio:
    """The ratio of one configuration to another, position by position."""
    above: Chosen
    below: Chosen
    of: Callable = work

    def __call__(self, data: Data, domain: str, back: int = 0) -> Estimate | None:
        a, b = (one.find(data, domain, back) for one in (self.above, self.below))
        return numbers.geometric(numbers.paired(a, b, self.of))


def together(data: Data, domain: str, back: int, *several: Chosen) -> list[tuple]:
    """The searches of several configurations at each position that all of them finished."""
    found = dict(enumerate(one.find(data, domain, back) for one in several))
    return [tuple(one[key] for one in found.values()) for key in shared(found)]


def each(measure: Callable, *several: Chosen, of: Callable = numbers.geometric) -> Callable:
    """Measures the searches of these configurations, over the positions that all finished."""
    return lambda data, domain, back=0: of([measure(*found) for found in together(data, domain, back, *several)])


def shared(found: dict[object, dict]) -> list:
    """The positions that all of them have."""
    return sorted(set.intersection(*map(set, found.values())))


def best(found: dict, keys: list, of: Callable = work):
    """The name of the searches that take least work, or `of`, at these positions."""
    return min(found, key=lambda name: math.fsum(math.log(max(1, of(found[name][key]))) for key in keys))


def held_out(found: dict, of: Callable = work) -> list[tuple]:
    """Splits the positions into two halves. For each half: the name of the searches that are best
    on the other half, and its own positions."""
    keys = shared(found)
    return [(best(found, keys[1 - part::2], of), keys[part::2]) for part in (0, 1)] if len(keys) > 1 else []


def depth_of(experiment: str):
    return lambda data, domain: data.depth(experiment, domain)


# ---- statements ----------------------------------------------------------------------------------

@dataclass
class Line:
    domain: str
    says: str
    cells: list
    votes: bool


@dataclass
class Statement:
    """What the rows say about a claim."""
    claim: "Claim"
    lines: list[Line]
    pooled: tuple | None
    uses: set
    picture: Picture | None

    def side(self, says: str) -> list[str]:
        return [line.domain for line in self.lines if line.votes and line.says == says]

    @property
    def verdict(self) -> str:
        yes, no, unknown = len(self.side(YES)), len(self.side(NO)), len(self.side(OPEN))
        if yes:
            return HOLDS if not no and yes >= unknown else SOME
        return FALSE if no and no >= unknown else UNSETTLED


@dataclass(frozen=True)
class Claim:
    """`line` returns what a domain (or another row) says, its cells and, if games are pooled, its
    ratio. The words are those of results/claims/statements.md."""
    id: str
    heads: list[str]
    line: Callable
    rows: Iterable[str]
    voters: Iterable[str]
    picture: Callable | None

    def judge(self, data: Data, draws: bool = True) -> Statement:
        data.read.clear()
        lines, pool = [], []
        for row in self.rows:
            if row in data.domains or row not in searches.ALL:
                says, cells, *ratio = self.line(data, row)
                lines.append(Line(row, says, cells, row in self.voters))
                pool += ratio if lines[-1].votes else []
        uses, picture = {*data.read}, self.picture(data) if self.picture and draws else None
        return Statement(self, lines, numbers.pooled(pool), uses, picture if picture and any(picture.panels) else None)


CLAIMS: list[Claim] = []


def by_line(id: str, heads: list[str], rows: Iterable[str] = searches.ALL, voters: Iterable[str] = searches.VOTERS,
            picture=None):
    """Makes a claim from the function that returns its lines."""
    def made(line):
        CLAIMS.append(Claim(id, heads, line, rows, voters, picture))
        return line
    return made


def claim(id: str, judged: Callable, says: Callable, beside: dict | None = None, columns: dict | None = None,
          depths: tuple = (1, 0), also: Callable | None = None, unless: Callable | None = None, pools: bool = True,
          **more) -> None:
    """A claim about one measure, by its intervals at depths d - 1 and d. A column is a measure, or
    a number: the judged measure at so many plies less than d. `also` returns estimates that must
    say the same; `unless` says where the claim does not apply."""
    beside = dict(beside or {})
    if isinstance(judged, Ratio) and columns is None:
        both = judged.above, judged.below
        if all(one.experiment == "cores" and one.config["algo"] in searches.TIMED for one in both):
            beside["processor time at d"] = Ratio(*(replace(one, experiment="timed") for one in both), kept("cpu_s"))
        columns = {"depth d": depth_of(judged.above.experiment), "at d - 1": 1, "at d": 0}
    columns = columns | beside

    @by_line(id, [*columns, "n"], **more)
    def line(data: Data, domain: str):
        at = {back: judged(data, domain, back) for back in {*depths, 0}}
        cells = [at[one] if one in (0, 1) else one(data, domain) for one in columns.values()]
        cells.append(at[0].n if at[0] else 0)
        if unless and unless(data, domain):
            return NONE, cells
        said = [says(e) for e in (*(at[back] for back in depths), *(also(data, domain) if also else ()))]
        return numbers.both(*said), cells, *[at[0]] * pools
