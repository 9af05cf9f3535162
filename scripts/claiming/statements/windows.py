"""Aspiration: which window, chosen on other positions; what follows a fail; where the guess comes from."""
import math
from dataclasses import dataclass
from statistics import median

from .. import numbers, searches
from ..numbers import NO, NONE, OPEN, YES
from ..statement import FALSE, HOLDS, OURS, SOME, UNSETTLED, Chosen, Ratio, Theme, by_domain, \
    compared, cores, half_pawns

PVS = cores("pvs")
CPW = "the Chess Programming Wiki, *Aspiration Windows*"


def window(half: float, widen: str = "full", **config) -> Chosen:
    growth = {"widen_factor": 2 if widen in GROWING else None, "widen_limit": None}
    return Chosen("windows", {"algo": "aspiration+pvs", "window": half_pawns(half), "widen": widen,
                              **growth, **config})


GROWING = ("gradual", "recentre")


def widths(domain: str) -> list:
    """The windows that were searched, each once, as half pawns."""
    one, seen = searches.BY_NAME[domain], {}
    for half in searches.WINDOWS:
        seen.setdefault(one.points(half), half)
    return list(seen.values())


# ---- the window chosen on other positions --------------------------------------------------------

@dataclass(frozen=True)
class BestWindow:
    """Positions are dealt to two halves; each is searched with the window that is best on the other."""
    widenings: tuple = ("full", "gradual")
    experiment: str = "windows"

    def halves(self, data, domain: str, back: int) -> list:
        """Of each half: the best window on the other as half pawns, and its searches by position."""
        found = {(half, widen): window(half, widen).find(data, domain, back)
                 for widen in self.widenings for half in widths(domain)}
        keys = sorted(set.intersection(*(set(one) for one in found.values())))
        dealt = []
        for part in (0, 1):
            mine, other = keys[part::2], keys[1 - part::2]
            if mine and other:
                best = min(found, key=lambda one: math.fsum(math.log(found[one][key].work) for key in other))
                dealt.append((best[0], {key: found[best][key] for key in mine}))
        return dealt

    def find(self, data, domain: str, back: int) -> dict:
        return {key: one for _, mine in self.halves(data, domain, back) for key, one in mine.items()}


class HeldOut:
    """What the best window of the other half takes of PVS's work, and how often it fails."""

    def __init__(self, data, domain: str, back: int, widen: str = "full"):
        pvs, half = PVS.find(data, domain, back), window(1, widen).find(data, domain, back)
        self.ratios, self.chosen, self.to_half, self.fails, self.iterations = [], [], [], 0, 0
        for best, mine in BestWindow((widen,)).halves(data, domain, back):
            self.chosen.append(best)
            for key in mine.keys() & pvs.keys():
                search = mine[key]
                self.ratios.append(search.work / pvs[key].work)
                self.to_half.append(half[key].work / search.work)
                later = search.steps[1:]  # the first iteration has no window
                self.fails += sum(step[3] > 1 for step in later)
                self.iterations += len(later)
        self.points = [searches.BY_NAME[domain].points(half) for half in self.chosen]

    @property
    def ratio(self):
        return numbers.geometric(self.ratios)

    @property
    def failing(self):
        return numbers.share(self.fails, self.iterations)

    @property
    def named(self) -> str:
        return " and ".join(map(str, dict.fromkeys(self.points)))


def failing(data, domain: str, half: float) -> numbers.Estimate | None:
    found = [step for one in window(half).find(data, domain, 0).values() for step in one.steps[1:]]
    return numbers.share(sum(step[3] > 1 for step in found), len(found))


def curve(data, domain: str, widen: str) -> list:
    line = []
    for half in widths(domain):
        e = Ratio(window(half, widen), PVS)(data, domain)
        if e:
            line.append([half, e.point, e.low, e.high])
    return line


def figure(data) -> dict:
    return {
        "file": "windows", "caption": "Aspiration with PVS by width of the window, everything on, at the "
        "greater depth. Left: a failed side opens at once. Right: it grows step by step.",
        "panels": [{"title": widen, "x": "window / half a pawn", "y": "work / work of pvs", "log": "x",
                    "line": 1, "tics": HALVES,
                    "lines": [{"name": d, "points": curve(data, d, widen)} for d in searches.VOTERS]}
                   for widen in ("full", "gradual")]}


HALVES = [[0.03125, "1/32"], [0.125, "1/8"], [0.25, "1/4"], [0.5, "1/2"], [1, "1"], [2, "2"], [4, "4"],
          [8, "8"]]


@by_domain(
    "b2", "As programs search, the best window still beats the open one",
    "J. Swafford 2020 and F. Kopp 2019, who measured in their own programs, found that it does not; H. "
    "Kaindl, R. Shams and H. Horacek 1991 (abstract) that a window makes alpha-beta \"competitive\".",
    "work of aspiration with PVS by the best of seven windows, a failed side opening at once, / work "
    "of PVS, below 1. Positions are dealt to two halves, and each half's best window is taken on the "
    "other half, so that it is not judged where it was chosen; the window that judges the first half "
    "is named first.",
    ["window at d - 1", "at d - 1", "window at d", "at d", "window, gradual", "at d, gradual",
     "half a pawn at d", "n"], {
        HOLDS: "Use a window; the table says which, and how little it saves.",
        SOME: "A window pays in some games, as much as the table says; where the interval spans 1, "
              "leave it out.",
        UNSETTLED: "A window around PVS saves too little to be seen here.",
        FALSE: "PVS needs no window."},
    ["cores", "windows"], figure=figure)
def b2(data, domain: str):
    less, most = HeldOut(data, domain, 1), HeldOut(data, domain, 0)
    says = numbers.both(*(numbers.below(1)(one.ratio) for one in (less, most)))
    own = Ratio(window(1), PVS)(data, domain)
    growing = HeldOut(data, domain, 0, "gradual")
    return says, [
        less.named, numbers.interval(less.ratio), most.named, numbers.interval(most.ratio),
        growing.named, numbers.interval(growing.ratio), numbers.interval(own),
        str(len(most.ratios))], most.ratio


@by_domain(
    "b3", "At the best window some searches fail: between 2 % and 30 % of iterations",
    "ours.", "the share of iterations (but the first) that took more than one pass, at the window chosen "
    "on the other half, between 2 % and 30 %; against, if the whole interval is outside at both depths. "
    "Where one half chooses the widest window at a depth there is no optimum: cannot tell.",
    ["window at d - 1", "failing", "window at d", "failing", "n (iterations)", "at half a pawn"],
    {HOLDS: "At good windows a few per cent of iterations fail; let work decide which (b2).",
     SOME: "Watch how many searches fail, but let work decide: the best share is not the same "
           "everywhere.",
     UNSETTLED: "These positions do not show how many searches should fail: the curve is flat "
                "around its minimum.",
     FALSE: "The share of failing searches does not reveal a good window; work does."},
    ["cores", "windows"])
def b3(data, domain: str):
    less, most = (HeldOut(data, domain, back) for back in (1, 0))
    says = [OPEN if max(one.chosen, default=0) == searches.WINDOWS[-1] else
            numbers.within(0.02, 0.3)(one.failing) for one in (less, most)]
    return numbers.both(*says), [
        less.named, numbers.percents(less.failing), most.named, numbers.percents(most.failing),
        str(most.iterations), numbers.percents(failing(data, domain, 1))]


@by_domain(
    "b4", "In chess and its like, half a pawn is a good window: better than none and as good as any",
    f"{CPW}: \"Typical window sizes are 1/2 to 1/4 of a pawn on either side of the guess\"; "
    "R. Hyatt 2004: \"+/- .4 to .5 has worked best for me\".",
    "for, if its work / that of PVS is below 1, and its work / that of the best window, chosen on other "
    "positions, is below 1.02; against, if at both depths the first is above 1 or the second above 1.02. "
    "Only games in which a man or pawn is worth 100.",
    ["/ pvs at d - 1", "/ best at d - 1", "/ pvs at d", "/ best at d", "gradual / pvs", "n"], {
        HOLDS: "Half a pawn is a safe choice in games counted in pawns.",
        SOME: "Half a pawn is a safe choice in the games named; in the others it gains nothing.",
        UNSETTLED: "Half a pawn is neither better nor worse than no window.",
        FALSE: "Do not take half a pawn on trust: no window, or another, does better."},
    ["cores", "windows"], domains=searches.PAWNS, voters=searches.PAWNS)
def b4(data, domain: str):
    said, cells = [], []
    for back in (1, 0):
        own = Ratio(cores("aspiration+pvs", guess="previous"), PVS)(data, domain, back)
        best = numbers.geometric(HeldOut(data, domain, back).to_half)
        good, near = numbers.below(1)(own), numbers.below(1.02)(best)
        said.append(NO if NO in (good, near) else YES if good == near == YES else OPEN)
        cells += [numbers.interval(own), numbers.interval(best)]
    grown = Ratio(window(1, "gradual"), PVS)(data, domain)
    return numbers.both(*said), [*cells, numbers.interval(grown), numbers.count(own)]


# ---- b1: when the guess is right -----------------------------------------------------------------

def from_guess(guess, algo: str = "aspiration+pvs") -> Chosen:
    return Chosen("errors", {"algo": algo, "guess": guess})


def off(half: float, sign: str):
    def name(domain):
        return f"exact{sign}{domain.points(half)}"
    name.of_domain = True
    return name


DIRECT = Chosen("errors", {"algo": "pvs"})


def error_line(data, domain: str, algo: str) -> list:
    line = []
    for half, sign in [*((half, "-") for half in reversed(searches.ERRORS)), (0, ""),
                       *((half, "+") for half in searches.ERRORS)]:
        guess = off(half, sign)(searches.BY_NAME[domain]) if half else "exact"
        e = Ratio(from_guess(guess, algo), DIRECT)(data, domain)
        if e:
            line.append([half if sign == "+" else -half, e.point, e.low, e.high])
    return line


def error_figure(data) -> dict:
    return {
        "file": "guess-error", "caption": "Work by the error of the first guess, in half pawns: the true "
        "value and that error; no deepening, with table and ordering. Left: aspiration with PVS by half a "
        "pawn. Right: MTD(f).",
        "panels": [{"title": title, "x": "error of the guess / half a pawn", "y": "work / work of pvs",
                    "log": "", "line": 1,
                    "lines": [{"name": d, "points": error_line(data, d, algo)} for d in searches.VOTERS]}
                   for title, algo in (("aspiration+pvs", "aspiration+pvs"), ("mtdf", "mtdf"))]}


b1 = compared(
    "b1", "Aspiration by half a pawn takes less work than the open window when the guess is right",
    Ratio(from_guess("exact"), DIRECT), numbers.below(1), {
        HOLDS: "A right guess is worth a window; once the value is outside it, a re-search costs what "
               "the table says.",
        SOME: "A right guess is worth a window in some games; once the value is outside it, a re-search "
              "costs what the table says.",
        UNSETTLED: "What a right guess is worth around PVS cannot be seen on these positions.",
        FALSE: "Even a right guess does not pay for a window here."},
    source=f"{CPW} (what a window is for).",
    rule="work of aspiration with PVS / work of PVS, both without deepening, guess = the true value, below 1.",
    beside={"half a window too high": Ratio(from_guess(off(0.5, "+")), DIRECT),
     "too low": Ratio(from_guess(off(0.5, "-")), DIRECT),
     "two windows too high": Ratio(from_guess(off(2, "+")), DIRECT),
     "two too low": Ratio(from_guess(off(2, "-")), DIRECT)},
    voters=searches.ALL, figure=error_figure)

B = Theme("b", "Aspiration and the open window", [b1, b2, b3, b4])


# ---- d: after a fail; the guess ------------------------------------------------------------------

def policy(id: str, name: str, what: str):
    return compared(
        id, f"After a fail, {what} takes less work than opening the side to infinity",
        Ratio(window(0.5, name), window(0.5)), numbers.below(1), {
            HOLDS: "If the window is narrow, widen it step by step: `gradual` or `recentre`, which hardly "
                   "differ.",
            SOME: f"Try `--widen={name}` where the window is narrow; in the other games it does not "
                  "matter, or costs.",
            UNSETTLED: "How to widen matters little: choose the simplest, `full`.",
            FALSE: "Open the failed side at once: each step that fails again is a wasted search."},
        source=OURS + f"; {CPW}, has it that \"it is best to only widen the bound that fails\".",
        rule=f"work with widening `{name}` / with `full`, window a quarter of a pawn (where fails are "
             "common), below 1.",
        beside={f"{other} / full": Ratio(window(0.5, other), window(0.5))
                for other in ("bound", "gradual", "recentre") if other != name} |
               ({"half a pawn": Ratio(window(1, "gradual"), window(1))} if name == "gradual" else {}))


d1 = policy("d1", "gradual", "growing the failed side step by step")
d2 = policy("d2", "recentre", "a new window around the failed score")


def swing(data, domain: str, back: int) -> float:
    """How far a value is from the one `back` iterations before: the median over depths from 3 on."""
    return median([abs(one.steps[i][0] - one.steps[i - back][0])
                   for one in data.find("cores", domain, algo="pvs").values()
                   for i in range(2, len(one.steps))])


@by_domain(
    "d3", "Where values swing with parity, the value two iterations ago is the better guess",
    "ours.", "only domains whose values are, in the median over all iterations from the third, nearer "
    "to those two iterations ago than to "
    "the last ones: work of MTD(f) with `--guess=parity` / with `--guess=previous`, below 1.",
    ["median change from the last value", "from two ago", "MTD(f) at d - 1", "MTD(f) at d",
     "aspiration+pvs", "MTD(f): static", "aspiration+pvs: static", "n"], {
        HOLDS: "Where odd and even depths disagree, use `--guess=parity`.",
        SOME: "Where odd and even depths disagree, try `--guess=parity`.",
        UNSETTLED: "Try both: they differ by less than these positions show.",
        FALSE: "Keep the last value: parity gains nothing, even where values swing."},
    ["cores", "sources"])
def d3(data, domain: str):
    def by(algo, guess, back=0, experiment="cores"):
        return Ratio(Chosen(experiment, {"algo": algo, "guess": guess}),
                     cores(algo, guess="previous"))(data, domain, back)
    one, two = swing(data, domain, 1), swing(data, domain, 2)
    less, most = by("mtdf", "parity", 1), by("mtdf", "parity")
    cells = [numbers.figures(one), numbers.figures(two), *map(numbers.interval, (
        less, most, by("aspiration+pvs", "parity"), by("mtdf", "static", 0, "sources"),
        by("aspiration+pvs", "static", 0, "sources"))), numbers.count(most)]
    if two >= one:
        return NONE, cells
    return numbers.both(*map(numbers.below(1), (less, most))), cells, most


D = Theme("d", "Widening, and the guess", [d1, d2, d3])
