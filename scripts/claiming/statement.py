"""A statement: its source and rule, a line for each domain, and the verdict."""
from dataclasses import dataclass, field, replace
from operator import attrgetter
from pathlib import Path

from . import numbers, searches
from .numbers import NO, OPEN, YES, Estimate
from .store import Rows

HOLDS, SOME, FALSE, UNSETTLED = "holds", "holds for some", "does not hold", "not settled"
OURS = "ours"


@dataclass
class Line:
    domain: str
    says: str
    cells: list
    votes: bool = True


@dataclass
class Statement:
    """`then` is the advice that follows from each verdict."""
    id: str
    text: str
    source: str
    rule: str
    columns: list
    lines: list
    then: dict
    uses: list
    pooled: tuple | None = None
    figure: dict | None = field(default=None)

    def __post_init__(self):
        """Of a figure, what has points."""
        if self.figure:
            panels = [panel | {"lines": [line for line in panel["lines"] if line["points"]]}
                      for panel in self.figure["panels"]]
            panels = [panel for panel in panels if panel["lines"]]
            self.figure = self.figure | {"panels": panels} if panels else None

    def side(self, says: str) -> list:
        return [line.domain for line in self.lines if line.votes and line.says == says]

    @property
    def verdict(self) -> str:
        yes, no, unknown = len(self.side(YES)), len(self.side(NO)), len(self.side(OPEN))
        if yes:
            return HOLDS if not no and yes >= unknown else SOME
        return FALSE if no and no >= unknown else UNSETTLED


@dataclass(frozen=True)
class Theme:
    """Statements that belong together under one heading."""
    letter: str
    title: str
    makers: list  # each makes a Statement of Data


class Data:
    """The rows of all experiments."""

    def __init__(self, folder: Path):
        self.of = {one.name: Rows(folder, one) for one in searches.EXPERIMENTS}
        self.domains, self.has_figures = searches.ALL, True

    def find(self, experiment: str, domain: str, back: int = 0, **wanted) -> dict:
        return self.of[experiment].find(domain, back, **wanted)

    def depth(self, experiment: str, domain: str) -> int:
        return self.of[experiment].depth(domain)


class Other(Data):
    """The same by another evaluation: whatever statements read of `cores` and the like is taken from
    experiments that were searched by it."""
    INSTEAD = {"cores": ["evaluations", "blurred"], "windows": ["blurred"], "sources": ["blurred"],
               "stars": ["blurred"]}

    def __init__(self, data: Data, number: int):
        self.data, self.number = data, number
        self.of = data.of | {name: data.of[others[0]] for name, others in self.INSTEAD.items()}
        self.domains, self.has_figures = list(self.of["cores"].by_domain), False

    def find(self, experiment: str, domain: str, back: int = 0, **wanted) -> dict:
        if experiment not in self.INSTEAD or domain not in self.domains:
            return {}
        other = searches.others(searches.BY_NAME[domain])[self.number]
        found = (self.data.of[name].find(domain, back, eval=other, **wanted)
                 for name in self.INSTEAD[experiment])
        return next(filter(None, found), {})


# ---- measures ------------------------------------------------------------------------------------

work, last_work, leaves, last_leaves = map(attrgetter, ("work", "last_work", "leaves", "last_leaves"))


def processor_time(search) -> float:
    return float(search.kept["cpu_s"])


@dataclass(frozen=True)
class Chosen:
    """A configuration in an experiment; values may be functions of the domain."""
    experiment: str
    config: dict

    def find(self, data: Data, domain: str, back: int) -> dict:
        one = searches.BY_NAME.get(domain)
        wanted = {name: value(one) if getattr(value, "of_domain", False) else value
                  for name, value in self.config.items()}
        return data.find(self.experiment, domain, back, **wanted)


def of_domain(function):
    """Marks a value of a configuration that depends on the domain."""
    function.of_domain = True
    return function


def half_pawns(low: float, high: float | None = None):
    return of_domain(lambda d: [d.points(low), d.points(low if high is None else high)])


def cores(algo: str, **config) -> Chosen:
    return Chosen("cores", {"algo": algo, **config})


@dataclass(frozen=True)
class Ratio:
    """One configuration by another, position by position."""
    above: Chosen
    below: Chosen
    of: object = work

    def __call__(self, data: Data, domain: str, back: int = 0) -> Estimate | None:
        a, b = (one.find(data, domain, back) for one in (self.above, self.below))
        return numbers.geometric(numbers.paired(a, b, self.of))

    @property
    def uses(self) -> list:
        return [self.above.experiment, self.below.experiment]


def by_domain(id: str, text: str, source: str, rule: str, columns: list, then: dict, uses: list,
              domains: list | None = None, voters: list | None = None, figure=None):
    """Makes a statement of a function of the data and a domain. It gives what that domain says, the
    cells of its line and, where games are pooled, its ratio; or nothing, if it has no line."""
    def statement(line):
        def made(data: Data) -> Statement:
            lines, pool = [], []
            for domain in domains or searches.ALL:
                if domain in data.domains and (found := line(data, domain)):
                    says, cells, *ratio = found
                    lines.append(Line(domain, says, cells, domain in (voters or searches.VOTERS)))
                    pool += ratio if lines[-1].votes else []
            return Statement(id, text, source, rule, columns, lines, then, uses,
                             numbers.pooled(pool), figure(data) if figure and data.has_figures else None)
        return made
    return statement


def compared(id: str, text: str, main: Ratio, says, then: dict, source: str = OURS, rule: str = "",
             beside: dict | None = None, domains: list | None = None, voters: list | None = None,
             figure=None):
    """A statement of one ratio, by both depths, with others beside it at the greater one."""
    others, of = dict(beside or {}), main.above.experiment
    if {of, getattr(main.below, "experiment", None)} == {"cores"}:
        others["processor time at d"] = Ratio(*(replace(one, experiment="timed") for one in (main.above, main.below)),
                                              processor_time)

    @by_domain(id, text, source, rule, ["depth d", "at d - 1", "at d", *others, "n"], then,
               sorted({name for one in (main, *others.values()) for name in getattr(one, "uses", [])}), domains, voters, figure)
    def made(data: Data, domain: str):
        if domain not in data.of[of].by_domain:
            return None
        less, most = main(data, domain, 1), main(data, domain, 0)
        return numbers.both(says(less), says(most)), [
            str(data.depth(of, domain)), numbers.interval(less), numbers.interval(most),
            *[numbers.interval(one(data, domain, 0)) for one in others.values()],
            numbers.count(most)], most
    return made
