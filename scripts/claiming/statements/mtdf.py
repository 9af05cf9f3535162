"""MTD(f): table, guess, grain, passes; aspiration instead; SSS* and DUAL*."""
import math
from statistics import median

from figures.claims import Picture, panel

from .. import numbers, searches
from ..numbers import NO, OPEN, YES, above, below, within
from ..statement import ALPHABETA, FALSE, HOLDS, LAST, PVS, SOME, TWO_AGO, WINDOW, Chosen, Ratio, by_line, claim, cores, \
    kept, leaves, of_domain, together
from .windows import HALVES, from_guess, off

AIJ = "A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin 1996 (manuscript of 1995)"

claim("f1", "Without a table MTD(f) takes more work than alpha-beta", "ours.",
      "work with deepening but no table, ordering and quiescence / that of alpha-beta, above 1.",
      Ratio(*(Chosen("textbook", {"algo": algo, "tt_bytes": 0, "order": "none", "deepening": True})
              for algo in ("mtdf", "alphabeta"))), above(1),
      (HOLDS, "Do not use MTD(f) without a table."), voters=searches.ALL)
claim("f2", "With a table MTD(f) takes less work than alpha-beta",
      f"{AIJ}: \"Over all three games, the best results are from MTD(f)\".",
      "everything on, MTD(f) from the value two iterations ago (d3) / alpha-beta, below 1.",
      Ratio(TWO_AGO, ALPHABETA), below(1),
      (HOLDS, "With a table, MTD(f) is worth using instead of alpha-beta; PVS is the harder test."),
      beside={"from the last value": Ratio(LAST, ALPHABETA), "MTD(f) / PVS": Ratio(TWO_AGO, PVS)})


def error_cost(half: float):
    """Work from a guess so far off, the mean of both sides, / from the true value."""
    def ratio(data, domain: str, back: int = 0):
        found = together(data, domain, back, *(from_guess(off(by), "mtdf") for by in (half, -half, 0)))
        return numbers.geometric([math.sqrt(high.work * low.work) / right.work for high, low, right in found])
    return ratio


claim("f3", "The further the first guess is off, the more MTD(f) costs",
      f"{AIJ} start it from \"the result of the previous iteration\". The figure is with b1.",
      "work from a guess that is four half pawns off, to either side (geometric mean of both) / work from the true value, no "
      "deepening, above 1.", error_cost(4), above(1),
      (HOLDS, "A better first guess means a cheaper search: give MTD(f) the best there is."),
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
    """MTD(f) / PVS at that grain, by the same at grain 1."""
    def ratio(data, domain: str, back: int = 0):
        found = together(data, domain, back, grained("mtdf", *grain), grained("pvs", *grain), LAST, PVS)
        return numbers.geometric([m.work / a.work * a1.work / m1.work for m, a, m1, a1 in found])
    return ratio


def moved(data, domain: str):
    """The share of positions whose best move is another one than at grain 1."""
    found = together(data, domain, 0, grained("pvs"), PVS)
    return numbers.share(sum(a.kept["best_move"] != b.kept["best_move"] for a, b in found), len(found))


def by_grain(data, of) -> dict:
    """Of each domain, by grain in half pawns."""
    return {d: [(grain / searches.BY_NAME[d].half_pawn, of(grain)(data, d)) for grain in coarse(d)]
            for d in searches.VOTERS if coarse(d)}


claim("f4", "A coarser evaluation helps MTD(f) more than PVS",
      "A. Plaat, quoted in the Chess Programming Wiki, *Centipawns*: \"The coarser the grain of eval, the less passes MTD(f) "
      "has to make\".",
      "work of MTD(f) / work of PVS at the coarsest grain (a pawn), divided by the same at grain 1: below 1.",
      gain(), below(1),
      (SOME, "In some games a coarse evaluation makes MTD(f) cheaper; the moves it chooses are not always the same, as the "
             "table says."),
      columns={"grain": coarsest, "gain at d - 1": 1, "gain at d": 0,
               "MTD(f) / PVS at that grain": Ratio(grained("mtdf"), grained("pvs")), "PVS: other best move": moved},
      unless=is_fine, picture=lambda data: Picture(
          "grains", "Coarser evaluations, at the greater depth. Left: MTD(f) / PVS, relative to the same at grain 1. Right: "
          "PVS / PVS at grain 1.",
          [panel("mtdf against pvs", "grain / half a pawn", "MTD(f) / pvs", by_grain(data, gain), HALVES),
           panel("pvs", "grain / half a pawn", "work / work at grain 1",
                 by_grain(data, lambda grain: Ratio(grained("pvs", grain), PVS)), HALVES)]))


# ---- passes --------------------------------------------------------------------------------------

def passes_of(chosen: Chosen, data, domain: str, back: int = 0) -> list:
    return [[step[3] for step in one.steps] for one in chosen.find(data, domain, back).values() if one.steps]


def mean_passes(chosen: Chosen):
    """The mean passes of an iteration, over the positions."""
    return lambda *at: numbers.geometric([sum(one) / len(one) for one in passes_of(chosen, *at)])


@by_line("f5", "MTD(f) takes 3 to 6 passes an iteration",
         f"{AIJ}: \"for all three programs, MTD(f) calls MT about 3 to 6 times per iteration on average\".",
         "mean passes of an iteration (geometric mean over positions), everything on, from the last value, between 3 and 6; "
         "against, if the whole interval is outside at both depths, to either side.",
         ["mean at d - 1", "mean at d", "from two iterations ago", "iterations with 3 to 6", "most", "n (iterations)"],
         (SOME, "How many passes there are depends on how fine the evaluation is and how much values change from depth to "
                "depth."))
def f5(data, domain: str):
    last = [mean_passes(LAST)(data, domain, back) for back in (1, 0)]
    every = [n for one in passes_of(LAST, data, domain) for n in one]
    inside = sum(3 <= n <= 6 for n in every) / len(every)
    return numbers.both(*map(within(3, 6), last)), [*last, mean_passes(TWO_AGO)(data, domain), numbers.percent(inside),
                                                    max(every), len(every)]


# ---- i -------------------------------------------------------------------------------------------

claim("i1", "From the last iteration's value, aspiration with PVS takes less work than MTD(f)",
      f"ours; against: {AIJ}: \"Over all three games, the best results are from MTD(f)\".",
      "work of MTD(f) / work of aspiration with PVS (half a pawn), everything on, above 1.", Ratio(LAST, WINDOW), above(1),
      (SOME, "Measure both in your own game, and MTD(f) from two iterations ago too: neither is better everywhere."),
      beside={"both from two iterations ago": Ratio(TWO_AGO, cores("aspiration+pvs", guess="parity")),
              "PVS / aspiration+PVS": Ratio(PVS, WINDOW)})


# ---- k -------------------------------------------------------------------------------------------

def star(algo: str) -> Chosen:
    return Chosen("stars", {"algo": algo})


def sized(algo: str, size: int) -> Chosen:
    return Chosen("small", {"algo": algo, "tt_bytes": size})


SMALL, LARGE = 64 << 10, 64 << 20
STARS = (("sss", "SSS*"), ("dual", "DUAL*"))
for id, (algo, name) in zip(("k1", "k2"), STARS):
    claim(id, f"With a large table MTD(f) takes less work than {name}",
          f"{AIJ}: MT-SSS* and MT-DUAL* \"are poor compared to Aspiration NegaScout when all nodes in the search tree are "
          "considered\".",
          f"work of {name} / work of MTD(f), everything on, 64 MB, above 1.", Ratio(star(algo), LAST), above(1),
          (HOLDS, f"Start from a guess, not from infinity: MTD(f) instead of {name}."),
          beside={"leaves at d": Ratio(star(algo), LAST, leaves)})


def load(data, domain: str) -> float:
    return float(median(int(one.kept["stores"]) / (SMALL * 3 / 64)
                        for one in sized("mtdf", LARGE).find(data, domain).values()))


def harm(algo: str):
    """What a small table costs it, by what it costs MTD(f)."""
    def ratio(data, domain: str, back: int = 0):
        found = together(data, domain, back, *(sized(one, size) for one in (algo, "mtdf") for size in (SMALL, LARGE)))
        return numbers.geometric([small.work / large.work * large1.work / small1.work
                                  for small, large, small1, large1 in found])
    return ratio


for id, (algo, name), advice in zip(("k3", "k4"), STARS, (
        (HOLDS, "Where memory is short, stay away from SSS*."),
        (SOME, "Where memory is short, DUAL* suffers more in the games named."))):
    claim(id, f"A small table harms {name} more than MTD(f)",
          f"{AIJ}: both perform \"badly when the transposition table is too small to contain the nodes needed to refine the "
          "solution tree\".",
          "work with 64K / work with 64M, divided by the same for MTD(f), above 1. `load`: what MTD(f) stores with 64M at d, "
          "by entry of the small table (3 in 64 bytes), in the median.", harm(algo), above(1), advice,
          columns={"load": load, "harm at d - 1": 1, "harm at d": 0,
                   f"{name} / MTD(f) at 64K": Ratio(sized(algo, SMALL), sized("mtdf", SMALL))})


@by_line("k5", "SSS* visits no more distinct leaves than alpha-beta",
         "G. Stockman 1979, as cited by Plaat et al., *SSS\\* = alpha-beta + TT* (abstract): it \"dominates alpha-beta in the "
         "number of leaf nodes expanded\".",
         "without deepening and ordering, 64 MB, textbook depths: for, if no search of SSS* has more distinct leaves (by "
         "their path) than that of alpha-beta; against, if one has.",
         ["pairs", "with more", "distinct leaves at d - 1", "at d", "work at d"],
         (HOLDS, "The theorem is right, and says nothing of work: each pass walks again through what earlier ones left in the "
                 "table (k6)."), voters=searches.ALL)
def k5(data, domain: str):
    sss, alphabeta = (Chosen("distinct", {"algo": algo}) for algo in ("sss", "alphabeta"))
    distinct = kept("distinct_leaves")
    counts = [(distinct(a), distinct(b)) for back in (1, 0) for a, b in together(data, domain, back, sss, alphabeta)
              if distinct(a) and distinct(b)]
    more = sum(a > b for a, b in counts)
    return OPEN if not counts else NO if more else YES, [
        len(counts), more, *(Ratio(sss, alphabeta, distinct)(data, domain, back) for back in (1, 0)),
        Ratio(sss, alphabeta)(data, domain)]


claim("k6", "As programs search, SSS* takes less work than alpha-beta",
      f"against: {AIJ}: in realistic programs SSS* \"has no substantial advantage over Alpha-Beta\".",
      "work of SSS* / work of alpha-beta, everything on, 64 MB, below 1.", Ratio(star("sss"), ALPHABETA), below(1),
      (FALSE, "Fewer distinct leaves do not mean less work: each pass walks again through what earlier ones left in the "
              "table."),
      beside={"leaves at d": Ratio(star("sss"), ALPHABETA, leaves), "DUAL* / alpha-beta": Ratio(star("dual"), ALPHABETA)})
