"""Aspiration: which window, chosen on other positions; what follows a fail; where the guess comes from."""
from dataclasses import dataclass
from functools import cache
from statistics import median

from figures.claims import Picture, panel

from .. import numbers, searches
from ..numbers import NO, OPEN, YES, below, within
from ..statement import HOLDS, PVS, SOME, WINDOW, Chosen, Ratio, by_line, claim, cores, half_pawns, held_out, of_domain

CPW = "the Chess Programming Wiki, *Aspiration Windows*"
HALVES = {0.03125: "1/32", 0.125: "1/8", 0.25: "1/4", 0.5: "1/2", 1: "1", 2: "2", 4: "4", 8: "8"}


def window(half: float, widen: str = "full") -> Chosen:
    return Chosen("windows", {"algo": "aspiration+pvs", "window": half_pawns(half), "widen": widen, "widen_limit": None,
                              "widen_factor": 2 if widen in ("gradual", "recentre") else None})


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

    def halves(self, data, domain: str, back: int) -> list:
        """Of each half: the best window on the other as half pawns, and its searches by position."""
        found = {(half, widen): window(half, widen).find(data, domain, back)
                 for widen in self.widenings for half in widths(domain)}
        return [(one[0], {key: found[one][key] for key in keys}) for one, keys in held_out(found)]

    def find(self, data, domain: str, back: int) -> dict:
        return {key: one for _, mine in self.halves(data, domain, back) for key, one in mine.items()}


HELD_OUT = Ratio(BestWindow(("full",)), PVS)
HELD_OUT_GRADUAL = Ratio(BestWindow(("gradual",)), PVS)


@cache
def chosen(data, domain: str, back: int, widen: str = "full") -> list:
    """The windows of both halves, as half pawns."""
    return [half for half, _ in BestWindow((widen,)).halves(data, domain, back)]


def named(back: int, widen: str = "full"):
    return lambda data, domain: " and ".join(map(str, dict.fromkeys(
        searches.BY_NAME[domain].points(half) for half in chosen(data, domain, back, widen))))


def failing(data, domain: str, back: int = 0, of=HELD_OUT.above):
    """The share of iterations that took a second pass; the first has no window."""
    steps = [step for one in of.find(data, domain, back).values() for step in one.steps[1:]]
    return numbers.share(sum(step[3] > 1 for step in steps), len(steps))


def curve(data, domain: str, widen: str) -> list:
    return [(half, Ratio(window(half, widen), PVS)(data, domain)) for half in widths(domain)]


claim("b2", "As programs search, the best window still beats the open one",
      "J. Swafford 2020 and F. Kopp 2019, who measured in their own programs, found that it does not; H. "
      "Kaindl, R. Shams and H. Horacek 1991 (abstract) that a window makes alpha-beta \"competitive\".",
      "work of aspiration with PVS by the best of seven windows, a failed side opening at once, / work of PVS, below 1. "
      "Positions are dealt to two halves, and each half's best window is taken on the other half, so that it is not judged "
      "where it was chosen; the window that judges the first half is named first.",
      HELD_OUT, below(1),
      (SOME, "A window pays in some games, as much as the table says; where the interval spans 1, leave it out."),
      columns={"window at d - 1": named(1), "at d - 1": 1, "window at d": named(0), "at d": 0,
               "window, gradual": named(0, "gradual"), "at d, gradual": HELD_OUT_GRADUAL,
               "half a pawn at d": Ratio(window(1), PVS)},
      picture=lambda data: Picture(
          "windows", "Aspiration with PVS by width of the window, everything on, at the greater depth. Left: a failed side "
          "opens at once. Right: it grows step by step.",
          [panel(widen, "window / half a pawn", "work / work of pvs",
                 {d: curve(data, d, widen) for d in searches.VOTERS}, HALVES) for widen in ("full", "gradual")]))


@by_line("b3", "At the best window some searches fail: between 2 % and 30 % of iterations", "ours.",
         "the share of iterations (but the first) that took more than one pass, at the window chosen on the other half, "
         "between 2 % and 30 %; against, if the whole interval is outside at both depths. Where one half chooses the widest "
         "window at a depth there is no optimum: cannot tell.",
         ["window at d - 1", "failing", "window at d", "failing", "n (iterations)", "at half a pawn"],
         (HOLDS, "At good windows a few per cent of iterations fail; let work decide which (b2)."))
def b3(data, domain: str):
    at = [failing(data, domain, back) for back in (1, 0)]
    says = [OPEN if max(chosen(data, domain, back), default=0) == searches.WINDOWS[-1] else within(0.02, 0.3)(e)
            for back, e in zip((1, 0), at)]
    return numbers.both(*says), [named(1)(data, domain), at[0], named(0)(data, domain), at[1], at[1].n if at[1] else 0,
                                 failing(data, domain, 0, window(1))]


@by_line("b4", "In chess and its like, half a pawn is a good window: better than none and as good as any",
         f"{CPW}: \"Typical window sizes are 1/2 to 1/4 of a pawn on either side of the guess\"; R. Hyatt 2004: \"+/- .4 to "
         ".5 has worked best for me\".",
         "for, if its work / that of PVS is below 1, and its work / that of the best window, chosen on other positions, is "
         "below 1.02; against, if at both depths the first is above 1 or the second above 1.02. Only games in which a man or "
         "pawn is worth 100.",
         ["/ pvs at d - 1", "/ best at d - 1", "/ pvs at d", "/ best at d", "gradual / pvs", "n"],
         (SOME, "Half a pawn is a safe choice in the games named; in the others it gains nothing."),
         rows=searches.PAWNS, voters=searches.PAWNS)
def b4(data, domain: str):
    said, cells = [], []
    for back in (1, 0):
        own, best = (Ratio(above, under)(data, domain, back)
                     for above, under in ((WINDOW, PVS), (window(1), BestWindow(("full",)))))
        good, near = below(1)(own), below(1.02)(best)
        said.append(NO if NO in (good, near) else YES if good == near == YES else OPEN)
        cells += [own, best]
    return numbers.both(*said), [*cells, Ratio(window(1, "gradual"), PVS)(data, domain), own.n if own else 0]


# ---- b1: when the guess is right -----------------------------------------------------------------

def from_guess(guess, algo: str = "aspiration+pvs") -> Chosen:
    return Chosen("errors", {"algo": algo, "guess": guess})


def off(half: float):
    """A guess that is so many half pawns off the true value."""
    return of_domain(lambda domain: f"exact{'+' if half > 0 else '-'}{domain.points(abs(half))}" if half else "exact")


DIRECT = Chosen("errors", {"algo": "pvs"})
claim("b1", "Aspiration by half a pawn takes less work than the open window when the guess is right",
      f"{CPW} (what a window is for).",
      "work of aspiration with PVS / work of PVS, both without deepening, guess = the true value, below 1.",
      Ratio(from_guess("exact"), DIRECT), below(1),
      (HOLDS, "A right guess is worth a window; once the value is outside it, a re-search costs what the table says."),
      beside={name: Ratio(from_guess(off(half)), DIRECT) for name, half in (
          ("half a window too high", 0.5), ("too low", -0.5), ("two windows too high", 2), ("two too low", -2))},
      voters=searches.ALL, picture=lambda data: Picture(
          "guess-error", "Work by the error of the first guess, in half pawns: the true value and that error; no "
          "deepening, with table and ordering. Left: aspiration with PVS by half a pawn. Right: MTD(f).",
          [panel(algo, "error of the guess / half a pawn", "work / work of pvs",
                 {d: [(half, Ratio(from_guess(off(half), algo), DIRECT)(data, d))
                      for half in (*(-half for half in reversed(searches.ERRORS)), 0, *searches.ERRORS)]
                  for d in searches.VOTERS}) for algo in ("aspiration+pvs", "mtdf")]))


# ---- d: after a fail; the guess ------------------------------------------------------------------

for id, name, what in (("d1", "gradual", "growing the failed side step by step"),
                       ("d2", "recentre", "a new window around the failed score")):
    claim(id, f"After a fail, {what} takes less work than opening the side to infinity",
          f"ours; {CPW}, has it that \"it is best to only widen the bound that fails\".",
          f"work with widening `{name}` / with `full`, window a quarter of a pawn (where fails are common), below 1.",
          Ratio(window(0.5, name), window(0.5)), below(1),
          (HOLDS, "If the window is narrow, widen it step by step: `gradual` or `recentre`, which hardly differ."),
          beside={f"{other} / full": Ratio(window(0.5, other), window(0.5))
                  for other in ("bound", "gradual", "recentre") if other != name} |
                 ({"half a pawn": Ratio(window(1, "gradual"), window(1))} if name == "gradual" else {}))


def swing(data, domain: str, back: int) -> float:
    """How far a value is from the one `back` iterations before: the median over depths from 3 on."""
    return float(median(abs(one.steps[i][0] - one.steps[i - back][0]) for one in PVS.find(data, domain).values()
                        for i in range(2, len(one.steps))))


def guessing(algo: str, guess: str, experiment: str = "cores") -> Ratio:
    return Ratio(Chosen(experiment, {"algo": algo, "guess": guess}), cores(algo, guess="previous"))


claim("d3", "Where values swing with parity, the value two iterations ago is the better guess", "ours.",
      "only domains whose values are, in the median over all iterations from the third, nearer to those two iterations ago "
      "than to the last ones: work of MTD(f) with `--guess=parity` / with `--guess=previous`, below 1.",
      guessing("mtdf", "parity"), below(1),
      (HOLDS, "Where odd and even depths disagree, use `--guess=parity`."),
      columns={"median change from the last value": lambda *at: swing(*at, 1), "from two ago": lambda *at: swing(*at, 2),
               "MTD(f) at d - 1": 1, "MTD(f) at d": 0, "aspiration+pvs": guessing("aspiration+pvs", "parity"),
               "MTD(f): static": guessing("mtdf", "static", "sources"),
               "aspiration+pvs: static": guessing("aspiration+pvs", "static", "sources")},
      unless=lambda *at: swing(*at, 2) >= swing(*at, 1))
