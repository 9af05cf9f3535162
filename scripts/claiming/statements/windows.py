"""Aspiration: the window, chosen on other positions; the window after a fail; the source of the
guess; from which depth it pays. The cost of one ply less, and iterative deepening."""
from dataclasses import dataclass
from functools import cache
from statistics import median

from figures.claims import Picture, panel

from .. import numbers, searches
from ..numbers import OPEN, YES, above, below, within
from ..statement import PVS, WINDOW, Chosen, Ratio, by_line, claim, cores, depth_of, each, half_pawns, held_out, last, \
    of_domain, work

HALVES = {0.03125: "1/32", 0.125: "1/8", 0.25: "1/4", 0.5: "1/2", 1: "1", 2: "2", 4: "4", 8: "8"}


def window(half: float, widen: str = "full") -> Chosen:
    return Chosen("windows", {"algo": "aspiration+pvs", "window": half_pawns(half), "widen": widen, "widen_limit": None,
                              "widen_factor": 2 if widen in ("gradual", "recentre") else None})


def widths(domain: str) -> list:
    """The windows that were searched, each once, in half pawns."""
    return sorted({searches.BY_NAME[domain].points(half): half for half in reversed(searches.WINDOWS)}.values())


# ---- the window chosen on other positions --------------------------------------------------------

@dataclass(frozen=True)
class BestWindow:
    """Each half of the positions is searched with the window that is best on the other half."""
    widenings: tuple = ("full", "gradual")

    def halves(self, data, domain: str, back: int) -> list:
        """For each half: the best window on the other, in half pawns, and its searches."""
        found = {(half, widen): window(half, widen).find(data, domain, back)
                 for widen in self.widenings for half in widths(domain)}
        return [(one[0], {key: found[one][key] for key in keys}) for one, keys in held_out(found)]

    def find(self, data, domain: str, back: int) -> dict:
        return {key: one for _, mine in self.halves(data, domain, back) for key, one in mine.items()}


HELD_OUT = Ratio(BestWindow(("full",)), PVS)


@cache
def chosen(data, domain: str, back: int, widen: str = "full") -> list:
    """The windows of both halves, in half pawns."""
    return [half for half, _ in BestWindow((widen,)).halves(data, domain, back)]


def named(back: int, widen: str = "full"):
    return lambda data, domain: " and ".join(map(str, dict.fromkeys(
        searches.BY_NAME[domain].points(half) for half in chosen(data, domain, back, widen))))


def failing(chosen):
    """The share of iterations that took a second pass; the first has no window."""
    return each(lambda one: [step.passes > 1 for step in one.steps[1:]], chosen, of=lambda all: numbers.portion(sum(all, [])))


claim("b2", HELD_OUT, below(1),
      columns={"window at d - 1": named(1), "at d - 1": 1, "window at d": named(0), "at d": 0,
               "window, gradual": named(0, "gradual"), "at d, gradual": Ratio(BestWindow(("gradual",)), PVS),
               "half a pawn at d": Ratio(window(1), PVS)},
      picture=lambda data: Picture("windows", [
          panel(widen, "window / half a pawn", "work / work of pvs",
                {d: [(half, Ratio(window(half, widen), PVS)(data, d)) for half in widths(d)] for d in searches.VOTERS},
                HALVES) for widen in ("full", "gradual")]))


@by_line("b3", ["window at d - 1", "share that fails", "window at d", "share that fails", "n (iterations)", "at half a pawn"])
def b3(data, domain: str):
    at = [failing(HELD_OUT.above)(data, domain, back) for back in (1, 0)]
    says = [OPEN if max(chosen(data, domain, back), default=0) == searches.WINDOWS[-1] else within(0.02, 0.3)(e)
            for back, e in zip((1, 0), at)]
    return numbers.both(*says), [named(1)(data, domain), at[0], named(0)(data, domain), at[1], at[1].n if at[1] else 0,
                                 failing(window(1))(data, domain)]


@by_line("b4", ["ratio to PVS at d - 1", "to the best window at d - 1", "to PVS at d", "to the best at d", "gradual / PVS", "n"],
         rows=searches.PAWNS, voters=searches.PAWNS)
def b4(data, domain: str):
    at = [[Ratio(above, under)(data, domain, back) for above, under in ((WINDOW, PVS), (window(1), BestWindow(("full",))))]
          for back in (1, 0)]
    said = [numbers.every([below(1)(own), below(1.02)(best)]) for own, best in at]
    return numbers.both(*said), [*at[0], *at[1], Ratio(window(1, "gradual"), PVS)(data, domain), at[1][0].n if at[1][0] else 0]


def iteration(held: bool):
    """The last iteration's work / that of PVS, where its first window held, or where it failed."""
    return each(lambda one, open: (one.passes == 1) is held and last(work)(one) / last(work)(open), WINDOW, PVS)


HELD = iteration(True)
claim("b5", iteration(False), above(1), columns={
    "depth d": depth_of("cores"), "where it fails, at d - 1": 1, "it fails, at d": 0,
    "it holds, at d - 1": lambda *domain: HELD(*domain, 1), "it holds, at d": HELD,
    "positions where it fails, at d": each(lambda one: one.passes > 1, WINDOW, of=numbers.portion)})


# ---- b1: when the guess is right -----------------------------------------------------------------

def from_guess(guess, algo: str = "aspiration+pvs") -> Chosen:
    return Chosen("errors", {"algo": algo, "guess": guess})


def off(half: float):
    """A guess that is so many half pawns off the true value."""
    return of_domain(lambda domain: f"exact{'+' if half > 0 else '-'}{domain.points(abs(half))}" if half else "exact")


DIRECT = Chosen("errors", {"algo": "pvs"})
claim("b1", Ratio(from_guess("exact"), DIRECT), below(1),
      beside={name: Ratio(from_guess(off(half)), DIRECT) for name, half in (
          ("half a window too high", 0.5), ("too low", -0.5), ("two windows too high", 2), ("two too low", -2))},
      voters=searches.ALL, picture=lambda data: Picture("guess-error", [
          panel(algo, "error of the guess / half a pawn", "work / work of pvs",
                {d: [(half, Ratio(from_guess(off(half), algo), DIRECT)(data, d))
                     for half in (*(-half for half in reversed(searches.ERRORS)), 0, *searches.ERRORS)]
                 for d in searches.VOTERS}) for algo in ("aspiration+pvs", "mtdf")]))


# ---- d: after a fail; the guess ------------------------------------------------------------------

for id, name in (("d1", "gradual"), ("d2", "recentre")):
    claim(id, Ratio(window(0.5, name), window(0.5)), below(1),
          beside={f"{other} / full": Ratio(window(0.5, other), window(0.5))
                  for other in ("bound", "gradual", "recentre") if other != name} |
                 ({"half a pawn": Ratio(window(1, "gradual"), window(1))} if name == "gradual" else {}))


def swing(back: int):
    """How far a value is from that `back` iterations before: the median over depths from 3 on."""
    return each(lambda one: [abs(now.value - then.value) for now, then in zip(one.steps[2:], one.steps[2 - back:])],
                PVS, of=lambda all: float(median(sum(all, []))))


def guessing(algo: str, guess: str, experiment: str = "cores") -> Ratio:
    return Ratio(Chosen(experiment, {"algo": algo, "guess": guess}), cores(algo, guess="previous"))


claim("d3", guessing("mtdf", "parity"), below(1),
      columns={"median change from the last value": swing(1), "from two ago": swing(2),
               "MTD(f) at d - 1": 1, "MTD(f) at d": 0, "aspiration+pvs": guessing("aspiration+pvs", "parity"),
               "MTD(f): static": guessing("mtdf", "static", "sources"),
               "aspiration+pvs: static": guessing("aspiration+pvs", "static", "sources")},
      unless=lambda *at: swing(2)(*at) >= swing(1)(*at))


# ---- c: by depth -----------------------------------------------------------------------------------

def by_depth(ratio: Ratio, data, domain: str) -> dict:
    """The ratio by depth, from 2 on."""
    most = data.depth(ratio.above.experiment, domain)
    return {most - back: ratio(data, domain, back) for back in range(most - 2, -1, -1)}


def laboratory(guess: str) -> Ratio:
    return Ratio(Chosen("shallow", {"algo": "aspiration", "guess": guess}), Chosen("shallow", {"algo": "alphabeta"}))


def from_four(found: dict) -> str:
    """For, if all intervals from depth 4 on lie below 1; against, if one lies above 1."""
    return numbers.every([below(1)(e) for depth, e in found.items() if depth >= 4])


def pays_from(found: dict) -> int | str:
    return next((depth for depth in found if all(below(1)(e) == YES for at, e in found.items() if at >= depth)), "none")


@by_line("c1", ["pays from depth", "depth 2", "depth 4", "depth 6", "greatest depth", "ratio there", "n"],
         picture=lambda data: Picture("depths", [
             panel(title, "depth", f"work / work of {other}", {d: by_depth(ratio, data, d).items() for d in searches.VOTERS})
             for title, other, ratio in (("everything", "pvs", Ratio(WINDOW, PVS)),
                                         ("laboratory", "alphabeta", laboratory("exact")))]))
def c1(data, domain: str):
    found = by_depth(Ratio(WINDOW, PVS), data, domain)
    most = max(found)
    return from_four(found), [pays_from(found), *map(found.get, (2, 4, 6)), most, found[most],
                              found[most].n if found[most] else 0]


claim("c2", Ratio(WINDOW, PVS), above(0.9),
      beside={"around fail-soft": Ratio(cores("aspiration", guess="previous"), cores("failsoft"))})
claim("c3", laboratory("exact"), below(0.8), beside={"from the value one ply less deep": laboratory("shallow")},
      voters=searches.ALL)


# ---- e -------------------------------------------------------------------------------------------

def less_deep(chosen: Chosen, plies: int = 2):
    """The cost of the iteration so many plies before, as a share of the last one's, per ply."""
    def cost(one) -> float:
        if len(one.steps) <= plies:
            return 0  # geometric() leaves this out
        totals = [0, *(step.work for step in one.steps)]
        own, before = (totals[-1 - k] - totals[-2 - k] for k in (0, plies))
        return (before / own) ** (1 / plies)
    return each(cost, chosen)


def bare(algo: str, deepening: bool) -> Chosen:
    return Chosen("bare", {"algo": algo, "deepening": deepening})


claim("e1", less_deep(bare("alphabeta", True)), within(1 / 15, 1 / 5),
      columns={"depth d": depth_of("bare"), "from d - 3 to d - 1": 1, "from d - 2 to d": 0,
               "PVS with everything on": less_deep(PVS), "its last ply only": less_deep(PVS, 1)}, pools=False)

# ---- j -------------------------------------------------------------------------------------------

claim("j1", Ratio(bare("alphabeta", True), bare("alphabeta", False)), below(1.25),
      beside={"PVS at d": Ratio(bare("pvs", True), bare("pvs", False))}, voters=searches.ALL)
claim("j2", Ratio(PVS, Chosen("direct", {"algo": "pvs"})), below(1),
      beside={"alpha-beta at d": Ratio(cores("alphabeta"), Chosen("direct", {"algo": "alphabeta"}))})
