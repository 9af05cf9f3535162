"""From which depth aspiration pays; what one ply less costs; iterative deepening."""
from .. import numbers, searches
from ..numbers import NO, OPEN, YES
from ..statement import FALSE, HOLDS, OURS, SOME, UNSETTLED, Chosen, Ratio, Theme, by_domain, \
    compared, cores

WINDOW, PVS = cores("aspiration+pvs", guess="previous"), cores("pvs")


def by_depth(data, domain: str) -> list:
    """[depth, ratio of half a pawn to the open window], from depth 2 on."""
    most = data.depth("cores", domain)
    return [(most - back, Ratio(WINDOW, PVS)(data, domain, back)) for back in range(most - 2, -1, -1)]


def of_laboratory(data, domain: str, guess: str, depth: int):
    a, b = (data.find("shallow", domain, algo=algo, depth=depth, **config)
            for algo, config in (("aspiration", {"guess": guess}), ("alphabeta", {})))
    return numbers.geometric(numbers.paired(a, b, lambda one: one.work))


def laboratory(data, domain: str, guess: str) -> list:
    return [(depth, of_laboratory(data, domain, guess, depth))
            for depth in range(2, data.depth("shallow", domain) + 1)]


def points(found: list) -> list:
    return [[x, e.point, e.low, e.high] for x, e in found if e]


def figure(data) -> dict:
    return {
        "file": "depths", "caption": "Aspiration by half a pawn, by depth. Left: with PVS and everything on, "
        "from the last iteration's value. Right: in the laboratory, the textbook form, from the true value.",
        "panels": [
            {"title": "everything", "x": "depth", "y": "work / work of pvs", "log": "", "line": 1,
             "lines": [{"name": d, "points": points(by_depth(data, d))} for d in searches.VOTERS]},
            {"title": "laboratory", "x": "depth", "y": "work / work of alphabeta", "log": "", "line": 1,
             "lines": [{"name": d, "points": points(laboratory(data, d, "exact"))}
                       for d in searches.VOTERS]}]}


def from_four(found: list) -> str:
    """For, if all intervals from depth 4 on lie below 1; against, if one lies above."""
    said = [numbers.below(1)(e) for depth, e in found if depth >= 4]
    return NO if NO in said else YES if said and set(said) == {YES} else OPEN


def pays_from(found: list) -> str:
    depths = [depth for i, (depth, _) in enumerate(found)
              if all(numbers.below(1)(e) == YES for _, e in found[i:])]
    return str(depths[0]) if depths else "none"


@by_domain(
    "c1", "Aspiration by half a pawn pays from depth 4 on", OURS + ".",
    "aspiration with PVS, everything on, half a pawn: for, if the interval of its work / that of PVS "
    "lies below 1 at every depth from 4 on; against, if it lies above 1 at one of them.",
    ["pays from depth", "depth 2", "depth 4", "depth 6", "greatest depth", "there", "n"], {
        HOLDS: "From depth 4 on, use half a pawn.",
        SOME: "See from which depth it pays in your game; in others it costs, or changes nothing.",
        UNSETTLED: "The saving is too small to be seen at these depths.",
        FALSE: "Around PVS, half a pawn from the last value costs more in re-searches than it saves, at "
               "these depths; try a wider window (b2)."},
    ["cores"], figure=figure)
def c1(data, domain: str):
    found = by_depth(data, domain)
    at = dict(found)
    return from_four(found), [
        pays_from(found), *(numbers.interval(at.get(depth)) for depth in (2, 4, 6)),
        str(found[-1][0]), numbers.interval(found[-1][1]), numbers.count(found[-1][1])]


c2 = compared(
    "c2", "In games with table and ordering half a pawn saves little: at most a tenth of the work",
    Ratio(WINDOW, PVS), numbers.above(0.9), {
        HOLDS: "Do not expect much of half a pawn in a program that has a table and orders its moves.",
        SOME: "In some games the window saves more than a tenth, even with table and ordering.",
        UNSETTLED: "These positions do not show whether it saves less than a tenth.",
        FALSE: "A window saves more than a tenth in games too."},
    source=OURS + "; F. Kopp 2019 measured 4.6 % more nodes with windows.",
    rule="aspiration with PVS by half a pawn / PVS, everything on, above 0.9. (The best window may save "
         "more: b2.)", beside={"around fail-soft": Ratio(cores("aspiration", guess="previous"),
                                                         cores("failsoft"))})


@by_domain(
    "c3", "In the laboratory, that is in the textbook form and from a right guess, a window saves much: "
    "at least a fifth", OURS + ".",
    "the ratio to alpha-beta in the textbook form, guess = the true value, below 0.8.",
    ["depth d", "at d - 1", "at d", "from the value one ply less deep", "n"], {
        HOLDS: "Measurements without table and ordering, from guesses nobody has, promise more than "
               "programs deliver.",
        SOME: "Measurements without table and ordering, from guesses nobody has, promise more than "
              "programs deliver: from a guess that is searched for, nothing is left of it.",
        UNSETTLED: "The saving is near a fifth.", FALSE: "Not even a right guess saves that much."},
    ["shallow"], voters=searches.ALL)
def c3(data, domain: str):
    depth = data.depth("shallow", domain)
    less, most = (of_laboratory(data, domain, "exact", d) for d in (depth - 1, depth))
    return numbers.both(*map(numbers.below(0.8), (less, most))), [
        str(depth), *map(numbers.interval, (less, most, of_laboratory(data, domain, "shallow", depth))),
        numbers.count(most)], most


C = Theme("c", "From which depth aspiration pays", [c1, c2, c3])


# ---- e -------------------------------------------------------------------------------------------

def own_work(search, back: int) -> int:
    """Work of the iteration `back` before the last."""
    steps = search.steps[:len(search.steps) - back]
    return steps[-1][1] - (steps[-2][1] if len(steps) > 1 else 0)


def less(data, domain: str, back: int, plies: int = 2, experiment: str = "cores", **config):
    ratios = []
    for one in data.find(experiment, domain, **config).values():
        if len(one.steps) > back + plies:
            ratios.append((own_work(one, back + plies) / own_work(one, back)) ** (1 / plies))
    return numbers.geometric(ratios)


@by_domain(
    "e1", "A search to depth d - 1 costs a fifteenth to a fifth of one to depth d",
    OURS + ".",
    "work of the last iteration but two / work of the last, per ply (the square root), PVS with "
    "everything on, between 1/15 and 1/5; against, if the whole interval is outside at both depths, "
    "to either side.",
    ["depth d", "from d - 3 to d - 1", "from d - 2 to d", "last ply only",
     "alpha-beta without table and ordering", "n"], {
        HOLDS: "Expect one ply less to take a tenth of the time.",
        SOME: "The rule is about chess without good ordering: the better the ordering and the smaller "
              "the branching, the nearer d - 1 comes to d. Odd and even depths differ: look at two "
              "plies at a time.",
        UNSETTLED: "Odd and even depths differ too much for these positions to tell.",
        FALSE: "With table and ordering, one ply less saves less than that; how much depends on the "
               "branching."},
    ["cores", "bare"])
def e1(data, domain: str):
    found = [less(data, domain, back, algo="pvs") for back in (1, 0)]
    bare = less(data, domain, 0, experiment="bare", algo="alphabeta", deepening=True)
    return numbers.both(*map(numbers.within(1 / 15, 1 / 5), found)), [
        str(data.depth("cores", domain)), *map(numbers.interval, (
            *found, less(data, domain, 0, 1, algo="pvs"), bare)), numbers.count(found[1])]


E = Theme("e", "What one ply less costs", [e1])


# ---- j -------------------------------------------------------------------------------------------

def bare(algo: str, deepening: bool) -> Chosen:
    return Chosen("bare", {"algo": algo, "deepening": deepening})


j1 = compared(
    "j1", "Without table and ordering, deepening costs at most a quarter more work",
    Ratio(bare("alphabeta", True), bare("alphabeta", False)), numbers.below(1.25), {
        HOLDS: "Deepening is cheap insurance: use it to stop when time is up.",
        SOME: "Where few moves make a ply cheap, deepening costs more than claimed; see e1.",
        UNSETTLED: "What deepening costs is near a quarter.",
        FALSE: "Deepening without a table costs more than claimed: the cost of an iteration grows less "
               "from one to the next (e1)."},
    source=OURS + ": if each iteration costs a fifth of the next, all but the last cost a quarter of it.",
    rule="work with deepening / without, no table, no ordering, no quiescence, below 1.25.",
    beside={"PVS at d": Ratio(bare("pvs", True), bare("pvs", False))}, voters=searches.ALL)
j2 = compared(
    "j2", "With table and ordering, deepening takes less work than searching to the full depth at once",
    Ratio(Chosen("cores", {"algo": "pvs"}), Chosen("direct", {"algo": "pvs"})), numbers.below(1), {
        HOLDS: "Deepen: the moves that the last depth found best more than pay for it.",
        SOME: "Deepen: where one depth predicts the next it more than pays, and it always lets a program "
              "stop in time.",
        UNSETTLED: "Deepening about pays for itself.",
        FALSE: "Deepening does not pay for itself in ordering at these depths; it still lets a program "
               "stop in time."},
    rule="work of PVS with deepening / without, everything else on, below 1.",
    beside={"alpha-beta at d": Ratio(cores("alphabeta"), Chosen("direct", {"algo": "alphabeta"}))})

J = Theme("j", "Iterative deepening", [j1, j2])
