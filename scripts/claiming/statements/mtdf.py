"""MTD(f): table, guess, grain, passes; aspiration instead; SSS* and DUAL*."""
import math
from statistics import mean, median

from figures.claims import Picture, panel

from .. import numbers, searches
from ..numbers import NO, OPEN, YES, above, below, within
from ..statement import ALPHABETA, LAST, PVS, TWO_AGO, WINDOW, Chosen, Ratio, by_line, claim, cores, each, kept, leaves, \
    of_domain, together
from .ordering import plain
from .windows import HALVES, from_guess, off

claim("f1", Ratio(plain("mtdf", deepening=True), plain("alphabeta", deepening=True)), above(1), voters=searches.ALL)
claim("f2", Ratio(TWO_AGO, ALPHABETA), below(1),
      beside={"from the last value": Ratio(LAST, ALPHABETA), "MTD(f) / PVS": Ratio(TWO_AGO, PVS)})


def error_cost(half: float):
    """Work from a guess that is so far off (geometric mean of both sides) / from the true value."""
    return each(lambda high, low, right: math.sqrt(high.work * low.work) / right.work,
                *(from_guess(off(by), "mtdf") for by in (half, -half, 0)))


claim("f3", error_cost(4), above(1),
      columns={"half a window off": error_cost(0.5), "two off": error_cost(2), "four off, d - 1": 1, "four off, d": 0},
      voters=searches.ALL)


# ---- grain ---------------------------------------------------------------------------------------

def coarse(domain: str) -> list:
    return searches.grains(searches.BY_NAME[domain])


def is_fine(_, domain: str) -> bool:
    return not coarse(domain)


def coarsest(_, domain: str) -> int | None:
    return max(coarse(domain), default=None)


def grained(algo: str, grain=of_domain(lambda domain: max(searches.grains(domain), default=0))) -> Chosen:
    """At the coarsest grain, a pawn, or at another."""
    return Chosen("grains", {"algo": algo, "grain": grain})


def gain(*grain):
    """MTD(f) / PVS at that grain, divided by the same ratio at grain 1."""
    return each(lambda m, a, m1, a1: m.work / a.work * a1.work / m1.work,
                grained("mtdf", *grain), grained("pvs", *grain), LAST, PVS)


# The share of positions whose best move differs from that at grain 1.
MOVED = each(lambda a, b: a.kept["best_move"] != b.kept["best_move"], grained("pvs"), PVS, of=numbers.portion)


def by_grain(data, of) -> dict:
    """The measure of each domain, by grain in half pawns."""
    return {d: [(grain / searches.BY_NAME[d].half_pawn, of(grain)(data, d)) for grain in coarse(d)]
            for d in searches.VOTERS if coarse(d)}


claim("f4", gain(), below(1),
      columns={"grain": coarsest, "gain at d - 1": 1, "gain at d": 0,
               "MTD(f) / PVS at that grain": Ratio(grained("mtdf"), grained("pvs")), "PVS: other best move": MOVED},
      unless=is_fine, picture=lambda data: Picture("grains", [
          panel(title, "grain / half a pawn", up, by_grain(data, of), HALVES) for title, up, of in (
              ("mtdf against pvs", "MTD(f) / pvs", gain),
              ("pvs", "work / work at grain 1", lambda grain: Ratio(grained("pvs", grain), PVS)))]))


# ---- passes --------------------------------------------------------------------------------------

def mean_passes(chosen: Chosen):
    """The mean number of passes of an iteration, over the positions."""
    return each(lambda one: mean(step.passes for step in one.steps), chosen)


@by_line("f5", ["mean at d - 1", "mean at d", "from two iterations ago", "iterations with 3 to 6", "most passes",
                "n (iterations)"])
def f5(data, domain: str):
    last = [mean_passes(LAST)(data, domain, back) for back in (1, 0)]
    every = [step.passes for one in LAST.find(data, domain).values() for step in one.steps]
    inside = sum(3 <= n <= 6 for n in every) / len(every)
    return numbers.both(*map(within(3, 6), last)), [*last, mean_passes(TWO_AGO)(data, domain), numbers.percent(inside),
                                                    max(every), len(every)]


# ---- i -------------------------------------------------------------------------------------------

claim("i1", Ratio(LAST, WINDOW), above(1),
      beside={"both from two iterations ago": Ratio(TWO_AGO, cores("aspiration+pvs", guess="parity")),
              "PVS / aspiration+PVS": Ratio(PVS, WINDOW)})


# ---- k -------------------------------------------------------------------------------------------

def star(algo: str) -> Chosen:
    return Chosen("stars", {"algo": algo})


def sized(algo: str, size: int) -> Chosen:
    return Chosen("small", {"algo": algo, "tt_bytes": size})


SMALL, LARGE = 64 << 10, 64 << 20


LOAD = each(kept("stores"), sized("mtdf", LARGE), of=lambda stores: float(median(stores)) / (SMALL * 3 / 64))


def harm(algo: str):
    """The cost of a small table to it, divided by the cost to MTD(f)."""
    return each(lambda small, large, small1, large1: small.work / large.work * large1.work / small1.work,
                *(sized(one, size) for one in (algo, "mtdf") for size in (SMALL, LARGE)))


for first, second, algo, name in (("k1", "k3", "sss", "SSS*"), ("k2", "k4", "dual", "DUAL*")):
    claim(first, Ratio(star(algo), LAST), above(1), beside={"leaves at d": Ratio(star(algo), LAST, leaves)})
    claim(second, harm(algo), above(1),
          columns={"load": LOAD, "harm at d - 1": 1, "harm at d": 0,
                   f"{name} / MTD(f) at 64K": Ratio(sized(algo, SMALL), sized("mtdf", SMALL))})


@by_line("k5", ["pairs", "SSS* has more", "distinct leaves at d - 1", "at d", "work at d"], voters=searches.ALL)
def k5(data, domain: str):
    sss, alphabeta = (Chosen("distinct", {"algo": algo}) for algo in ("sss", "alphabeta"))
    distinct = kept("distinct_leaves")
    counts = [(distinct(a), distinct(b)) for back in (1, 0) for a, b in together(data, domain, back, sss, alphabeta)
              if distinct(a) and distinct(b)]
    more = sum(a > b for a, b in counts)
    return OPEN if not counts else NO if more else YES, [
        len(counts), more, *(Ratio(sss, alphabeta, distinct)(data, domain, back) for back in (1, 0)),
        Ratio(sss, alphabeta)(data, domain)]


claim("k6", Ratio(star("sss"), ALPHABETA), below(1),
      beside={"leaves at d": Ratio(star("sss"), ALPHABETA, leaves), "DUAL* / alpha-beta": Ratio(star("dual"), ALPHABETA)})
