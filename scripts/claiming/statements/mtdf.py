"""MTD(f): table, guess, grain, passes; aspiration instead; SSS* and DUAL*."""
import math
from statistics import median

from .. import numbers, searches
from ..numbers import NO, NONE, OPEN, YES
from ..statement import FALSE, HOLDS, OURS, SOME, UNSETTLED, Chosen, Ratio, Theme, by_domain, \
    compared, cores, leaves
from .windows import HALVES, from_guess, off

AIJ = "A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin 1996 (manuscript of 1995)"
LAST, TWO_AGO = cores("mtdf", guess="previous"), cores("mtdf", guess="parity")
PVS, ALPHABETA = cores("pvs"), cores("alphabeta")


def bare(algo: str) -> Chosen:
    return Chosen("textbook", {"algo": algo, "tt_bytes": 0, "order": "none", "deepening": True})


f1 = compared(
    "f1", "Without a table MTD(f) takes more work than alpha-beta",
    Ratio(bare("mtdf"), bare("alphabeta")), numbers.above(1),
    dict.fromkeys((HOLDS, SOME, UNSETTLED), "Do not use MTD(f) without a table.") | {
        FALSE: "MTD(f) gets on without a table here: few passes are needed."},
    source=OURS + ".",
    rule="work with deepening but no table, ordering and quiescence / that of alpha-beta, above 1.",
    voters=searches.ALL)
f2 = compared(
    "f2", "With a table MTD(f) takes less work than alpha-beta", Ratio(TWO_AGO, ALPHABETA), numbers.below(1), {
        HOLDS: "With a table, MTD(f) is worth using instead of alpha-beta; PVS is the harder test.",
        SOME: "MTD(f) wins where one depth's value predicts the next; see whether it does in your game.",
        UNSETTLED: "MTD(f) and alpha-beta are too close to tell on these positions.",
        FALSE: "The table alone does not make MTD(f) better than alpha-beta."},
    source=f"{AIJ}: \"Over all three games, the best results are from MTD(f)\".",
    rule="everything on, MTD(f) from the value two iterations ago (d3) / alpha-beta, below 1.",
    beside={"from the last value": Ratio(LAST, ALPHABETA), "MTD(f) / PVS": Ratio(TWO_AGO, PVS)})


def error_cost(data, domain: str, half: float, back: int = 0):
    """Work from a guess so far off, the mean of both sides, / from the true value."""
    one = searches.BY_NAME[domain]
    high, low, right = (from_guess(guess, "mtdf").find(data, domain, back)
                        for guess in (off(half, "+")(one), off(half, "-")(one), "exact"))
    return numbers.geometric([math.sqrt(high[key].work * low[key].work) / right[key].work
                              for key in high.keys() & low.keys() & right.keys()])


@by_domain(
    "f3", "The further the first guess is off, the more MTD(f) costs",
    f"{AIJ} start it from \"the result of the previous iteration\". The figure is with b1.",
    "work from a guess that is four half pawns off, to either side (geometric mean of both) / work "
    "from the true value, no deepening, above 1.",
    ["half a window off", "two off", "four off, d - 1", "four off, d", "n"], {
        HOLDS: "A better first guess means a cheaper search: give MTD(f) the best there is.",
        SOME: "A better first guess means a cheaper search in the games named.",
        UNSETTLED: "What a guess is worth cannot be seen on so few positions.",
        FALSE: "MTD(f) hardly minds where it starts."},
    ["errors"], voters=searches.ALL)
def f3(data, domain: str):
    less, most = (error_cost(data, domain, 4, back) for back in (1, 0))
    return numbers.both(*map(numbers.above(1), (less, most))), [
        *(numbers.interval(error_cost(data, domain, half)) for half in (0.5, 2)),
        numbers.interval(less), numbers.interval(most), numbers.count(most)], most


# ---- grain ---------------------------------------------------------------------------------------

def grained(algo: str, grain: int) -> Chosen:
    return Chosen("grains", {"algo": algo, "grain": grain})


def fine(algo: str) -> Chosen:
    return LAST if algo == "mtdf" else cores(algo)


def gain(data, domain: str, grain: int, back: int = 0):
    """MTD(f) / PVS at that grain, by the same at grain 1."""
    m, a, m1, a1 = (one.find(data, domain, back) for one in (
        grained("mtdf", grain), grained("pvs", grain), fine("mtdf"), fine("pvs")))
    return numbers.geometric([m[key].work / a[key].work * a1[key].work / m1[key].work
                              for key in m.keys() & a.keys() & m1.keys() & a1.keys()])


def coarse(domain: str) -> list:
    return searches.grains(searches.BY_NAME[domain])


def moved(data, domain: str, grain: int):
    """The share of positions whose best move is another one than at grain 1."""
    found, right = grained("pvs", grain).find(data, domain, 0), fine("pvs").find(data, domain, 0)
    keys = found.keys() & right.keys()
    return numbers.share(sum(found[key].kept["best_move"] != right[key].kept["best_move"] for key in keys),
                         len(keys))


def grain_figure(data) -> dict:
    def line(domain, of):
        unit = searches.BY_NAME[domain].half_pawn
        found = [(grain / unit, of(domain, grain)) for grain in coarse(domain)]
        return [[x, e.point, e.low, e.high] for x, e in found if e]
    with_grain = [d for d in searches.VOTERS if coarse(d)]
    return {
        "file": "grains", "caption": "Coarser evaluations, at the greater depth. Left: MTD(f) / PVS, "
        "relative to the same at grain 1. Right: PVS / PVS at grain 1.",
        "panels": [
            {"title": "mtdf against pvs", "x": "grain / half a pawn", "y": "MTD(f) / pvs", "log": "x",
             "line": 1, "tics": HALVES,
             "lines": [{"name": d, "points": line(d, lambda d, g: gain(data, d, g))} for d in with_grain]},
            {"title": "pvs", "x": "grain / half a pawn", "y": "work / work at grain 1", "log": "x", "line": 1,
             "tics": HALVES, "lines": [{"name": d, "points": line(
                 d, lambda d, g: Ratio(grained("pvs", g), fine("pvs"))(data, d))} for d in with_grain]}]}


@by_domain(
    "f4", "A coarser evaluation helps MTD(f) more than PVS",
    "A. Plaat, quoted in the Chess Programming Wiki, *Centipawns*: \"The coarser the grain of eval, the "
    "less passes MTD(f) has to make\".",
    "work of MTD(f) / work of PVS at the coarsest grain (a pawn), divided by the same at grain 1: "
    "below 1.",
    ["grain", "gain at d - 1", "gain at d", "MTD(f) / PVS at that grain", "PVS: other best move", "n"], {
        HOLDS: "A coarse evaluation makes MTD(f) cheap; the moves it chooses are not always the same, "
               "as the table says.",
        SOME: "In some games a coarse evaluation makes MTD(f) cheaper; the moves it chooses are not "
              "always the same, as the table says.",
        UNSETTLED: "What a coarse evaluation is worth to MTD(f) cannot be seen on so few positions, "
                   "and it changes moves.",
        FALSE: "Do not round evaluations for MTD(f)'s sake."},
    ["cores", "grains"], figure=grain_figure)
def f4(data, domain: str):
    if not coarse(domain):
        return NONE, ["-"] * 6
    most = max(coarse(domain))
    at = [gain(data, domain, most, back) for back in (1, 0)]
    return numbers.both(*map(numbers.below(1), at)), [
        str(most), *map(numbers.interval, at),
        numbers.interval(Ratio(grained("mtdf", most), grained("pvs", most))(data, domain)),
        numbers.percents(moved(data, domain, most)), numbers.count(at[1])], at[1]


# ---- passes --------------------------------------------------------------------------------------

def passes_of(searches_found) -> list:
    return [[step[3] for step in one.steps] for one in searches_found.values() if one.steps]


def mean_passes(chosen: Chosen, data, domain: str, back: int):
    """The mean passes of an iteration, over the positions."""
    return numbers.geometric([sum(one) / len(one) for one in passes_of(chosen.find(data, domain, back))])


@by_domain(
    "f5", "MTD(f) takes 3 to 6 passes an iteration",
    f"{AIJ}: \"for all three programs, MTD(f) calls MT about 3 to 6 times per iteration on average\".",
    "mean passes of an iteration (geometric mean over positions), everything on, from the last value, "
    "between 3 and 6; against, if the whole interval is outside at both depths, to either side.",
    ["mean at d - 1", "mean at d", "from two iterations ago", "iterations with 3 to 6", "most",
     "n (iterations)"], {
        HOLDS: "Expect three to six null-window searches an iteration.",
        SOME: "How many passes there are depends on how fine the evaluation is and how much values "
              "change from depth to depth.",
        UNSETTLED: "The number of passes varies too much for these positions.",
        FALSE: "The number of passes is another: see the table."},
    ["cores"])
def f5(data, domain: str):
    last = [mean_passes(LAST, data, domain, back) for back in (1, 0)]
    every = [n for one in passes_of(LAST.find(data, domain, 0)) for n in one]
    inside = sum(3 <= n <= 6 for n in every) / len(every)
    return numbers.both(*map(numbers.within(3, 6), last)), [
        *map(numbers.interval, (*last, mean_passes(TWO_AGO, data, domain, 0))),
        numbers.percent(inside), str(max(every)), str(len(every))]


F = Theme("f", "MTD(f)", [f1, f2, f3, f4, f5])

# ---- i -------------------------------------------------------------------------------------------

i1 = compared(
    "i1", "From the last iteration's value, aspiration with PVS takes less work than MTD(f)",
    Ratio(LAST, cores("aspiration+pvs", guess="previous")), numbers.above(1), {
        HOLDS: "Take aspiration with PVS, and MTD(f) only with a coarse evaluation.",
        SOME: "Measure both in your own game, and MTD(f) from two iterations ago too: neither is better "
              "everywhere.",
        UNSETTLED: "Neither is better by enough to be seen; take the simpler one to write, which is "
                   "aspiration.",
        FALSE: "MTD(f) is at least as good here."},
    source=OURS + f"; against: {AIJ}: \"Over all three games, the best results are from MTD(f)\".",
    rule="work of MTD(f) / work of aspiration with PVS (half a pawn), everything on, above 1.",
    beside={"both from two iterations ago": Ratio(TWO_AGO, cores("aspiration+pvs", guess="parity")),
            "PVS / aspiration+PVS": Ratio(PVS, cores("aspiration+pvs", guess="previous"))})

I = Theme("i", "Aspiration with PVS, or MTD(f)", [i1])


# ---- k -------------------------------------------------------------------------------------------

def star(algo: str) -> Chosen:
    return Chosen("stars", {"algo": algo})


def small(algo: str, size: int) -> Chosen:
    return Chosen("small", {"algo": algo, "tt_bytes": size})


SMALL, LARGE = 64 << 10, 64 << 20


def large_table(id: str, algo: str, name: str):
    return compared(
        id, f"With a large table MTD(f) takes less work than {name}", Ratio(star(algo), LAST), numbers.above(1), {
            HOLDS: f"Start from a guess, not from infinity: MTD(f) instead of {name}.",
            SOME: "Starting from a guess is better than from infinity in the games named; where one depth "
                  "does not predict the next, it may not be.",
            UNSETTLED: "These positions cannot tell them apart.",
            FALSE: "The guess is not worth much here: starting from infinity is as good."},
        source=f"{AIJ}: MT-SSS* and MT-DUAL* \"are poor compared to Aspiration NegaScout when all nodes in "
               "the search tree are considered\".",
        rule=f"work of {name} / work of MTD(f), everything on, 64 MB, above 1.",
        beside={"leaves at d": Ratio(star(algo), LAST, leaves)})


def small_table(id: str, algo: str, name: str):
    def harm(data, domain, back=0):
        found = [one.find(data, domain, back) for one in (
            small(algo, SMALL), small(algo, LARGE), small("mtdf", LARGE), small("mtdf", SMALL))]
        keys = set.intersection(*(set(one) for one in found))
        return numbers.geometric([found[0][key].work / found[1][key].work
                                  * found[2][key].work / found[3][key].work for key in keys])

    @by_domain(
        id, f"A small table harms {name} more than MTD(f)",
        f"{AIJ}: both perform \"badly when the transposition table is too small to contain the nodes "
        "needed to refine the solution tree\".",
        "work with 64K / work with 64M, divided by the same for MTD(f), above 1. `load`: what MTD(f) "
        "stores with 64M at d, by entry of the small table (3 in 64 bytes), in the median.",
        ["load", "harm at d - 1", "harm at d", f"{name} / MTD(f) at 64K", "n"], {
            HOLDS: f"Where memory is short, stay away from {name}.",
            SOME: f"Where memory is short, {name} suffers more in the games named.",
            UNSETTLED: "The two depths contradict each other: there is no harm to rely on.",
            FALSE: f"A small table does not harm {name} more than MTD(f) here."},
        ["small"])
    def made(data, domain: str):
        less, most = harm(data, domain, 1), harm(data, domain)
        load = median([int(one.kept["stores"]) / (SMALL * 3 / 64)
                       for one in small("mtdf", LARGE).find(data, domain, 0).values()])
        return numbers.both(*map(numbers.above(1), (less, most))), [
            numbers.figures(load), *map(numbers.interval, (
                less, most, Ratio(small(algo, SMALL), small("mtdf", SMALL))(data, domain))),
            numbers.count(most)], most
    return made


def distinct(algo: str) -> Chosen:
    return Chosen("distinct", {"algo": algo})


@by_domain(
    "k5", "SSS* visits no more distinct leaves than alpha-beta",
    "G. Stockman 1979, as cited by Plaat et al., *SSS\\* = alpha-beta + TT* (abstract): it \"dominates "
    "alpha-beta in the number of leaf nodes expanded\".",
    "without deepening and ordering, 64 MB, textbook depths: for, if no search of SSS* has more "
    "distinct leaves (by their path) than that of alpha-beta; against, if one has.",
    ["pairs", "with more", "distinct leaves at d - 1", "at d", "work at d"], {
        HOLDS: "The theorem is right, and says nothing of work: each pass walks again through what "
               "earlier ones left in the table (k6).",
        SOME: "The theorem is about trees: where positions are reached by several paths, what the table "
              "answers changes which leaves are visited.",
        FALSE: "The theorem is about trees: where positions are reached by several paths, what the "
               "table answers changes which leaves are visited."},
    ["distinct"], voters=searches.ALL)
def k5(data, domain: str):
    more = pairs = 0
    at = []
    for back in (1, 0):
        sss, alphabeta = (distinct(algo).find(data, domain, back) for algo in ("sss", "alphabeta"))
        of = lambda one: int(one.kept["distinct_leaves"] or 0)
        keys = [key for key in sss.keys() & alphabeta.keys() if of(sss[key]) and of(alphabeta[key])]
        pairs += len(keys)
        more += sum(of(sss[key]) > of(alphabeta[key]) for key in keys)
        at.append(numbers.geometric(numbers.paired(sss, alphabeta, of)))
    work = Ratio(distinct("sss"), distinct("alphabeta"))(data, domain)
    return OPEN if not pairs else NO if more else YES, [
        str(pairs), str(more), *map(numbers.interval, (*at, work))]


k6 = compared(
    "k6", "As programs search, SSS* takes less work than alpha-beta", Ratio(star("sss"), ALPHABETA),
    numbers.below(1), {
        HOLDS: "Best-first search saves work; MTD(f) saves it more simply.",
        **dict.fromkeys((SOME, UNSETTLED, FALSE),
                        "Fewer distinct leaves do not mean less work: each pass walks again through what "
                        "earlier ones left in the table.")},
    source=f"against: {AIJ}: in realistic programs SSS* \"has no substantial advantage over Alpha-Beta\".",
    rule="work of SSS* / work of alpha-beta, everything on, 64 MB, below 1.",
    beside={"leaves at d": Ratio(star("sss"), ALPHABETA, leaves),
            "DUAL* / alpha-beta": Ratio(star("dual"), ALPHABETA)})

K = Theme("k", "SSS* and DUAL*", [
    large_table("k1", "sss", "SSS*"), large_table("k2", "dual", "DUAL*"),
    small_table("k3", "sss", "SSS*"), small_table("k4", "dual", "DUAL*"), k5, k6])
