"""Parallel search, simulated (docs/parallel.md): statements about ticks."""
from .. import numbers, searches
from ..statement import FALSE, HOLDS, OURS, SOME, UNSETTLED, Chosen, Line, Ratio, Statement, Theme, by_domain

MANY = 16  # processors, where one number has to do
SPLIT = {"experiment": "split", "deepening": False}
METHODS = ["root", "pvsplit", "ybw", "abdada"]
SPEED = "Speedup: ticks of the serial search by its own, position by position; a node and a leaf cost 1."


def ticks(search) -> float:
    return float(search.kept["ticks"])


def by(method: str | None, procs: int | None = MANY, algo: str = "pvs", experiment: str = "parallel", **more) -> Chosen:
    """The search by that method; None: by one processor."""
    several = {"parallel": method, "procs": procs, "tables": "shared"} if method else dict.fromkeys(("parallel", "procs"))
    return Chosen(experiment, {"algo": algo, "deepening": True} | several | more)


def ratio(above: Chosen, below: Chosen) -> Ratio:
    return Ratio(above, below, ticks)


def speedup(method: str, procs: int = MANY, **more) -> Ratio:
    return ratio(by(None, **more), by(method, procs, **more))


def p1(data) -> Statement:
    def found(first: int, method: str):
        return ratio(by(None, **SPLIT), by(method, **SPLIT, tables=None))(data, searches.split_tree(first))
    strong, lines = found(searches.STRONG, "pvsplit"), []
    for first in searches.SPLIT:
        e = found(first, "pvsplit")
        says = numbers.NONE if first >= searches.STRONG else \
            numbers.YES if e.high < strong.low else numbers.NO if e.low > strong.high else numbers.OPEN
        lines.append(Line(f"first={first}", says, [
            *(numbers.interval(found(first, method)) for method in ("pvsplit", "ybw", "root")), numbers.count(e)]))
    return Statement(
        "p1", "PV-splitting needs strong ordering: on weaker trees it gains less than on 70/90 ones",
        "the title of Marsland and Campbell's paper of 1982, *Parallel search of strongly ordered game trees*.",
        f"its speedup with {MANY} processors on `ordered` trees of eight moves, six plies, without a table, against that "
        f"with first={searches.STRONG}: for or against, where the two intervals do not overlap. " + SPEED,
        ["PV-splitting", "Young Brothers Wait", "at the root", "n"], lines,
        {HOLDS: "Where moves are not ordered, do not split along the principal variation alone.",
         SOME: "With some orderings PV-splitting gains as much.", UNSETTLED: "Ordering changes its gain by too little to see.",
         FALSE: "PV-splitting gains as much where moves are ordered badly."}, ["split"])


@by_domain(
    "p2", "Splitting at the root gains less than 2 at even depths",
    OURS + ": of perfectly ordered trees it is true by their leaves, Opt(d) = b^ceil(d/2) + b^floor(d/2) - 1.",
    "the speedup of `root`, 64 processors, without deepening, at the even one of both depths, below 2. " + SPEED,
    ["even depth", "root", "all moves at once", "odd depth", "root", "all moves at once", "n"], {
        HOLDS: "Do not split at the root alone.", SOME: "Do not split at the root alone, but in the games named it gains.",
        UNSETTLED: "What it gains is too near to 2.", FALSE: "Moves are ordered so weakly that even the root is worth splitting."},
    ["parallel"], searches.SIMULATED, searches.SIMULATED)
def p2(data, domain: str):
    if domain not in data.of["parallel"].by_domain:
        return None
    depth = data.depth("parallel", domain)
    even, odd = depth % 2, 1 - depth % 2

    def at(back: int) -> list:
        return [speedup(method, 64, deepening=False)(data, domain, back) for method in ("root", "root-all")]
    found = at(even)
    return numbers.below(2)(found[0]), [
        str(depth - even), *map(numbers.interval, found), str(depth - odd), *map(numbers.interval, at(odd)),
        numbers.count(found[0])], found[0]


def figure(data) -> dict:
    """By processors in each domain, and by ordering."""
    def points(found: dict) -> list:
        return [[x, e.point, e.low, e.high] for x, e in found.items() if e]

    def on_trees(method: str) -> dict:
        return {first: ratio(by(None, **SPLIT), by(method, **SPLIT, tables=None))(data, searches.split_tree(first))
                for first in searches.SPLIT}
    return {
        "file": "speedup", "caption": "Speedup of parallel searches, simulated. Left: Young Brothers Wait by processors, "
        "shared table, every default. Right: 16 processors on ordered trees, by how often the best move is first, without a table.",
        "panels": [
            {"title": "Young Brothers Wait", "x": "processors", "y": "speedup", "log": "x",
             "tics": [[procs, str(procs)] for procs in searches.PROCS],
             "lines": [{"name": d, "points": points({n: speedup("ybw", n)(data, d, 0) for n in searches.PROCS})}
                       for d in searches.SIMULATED]},
            {"title": "ordered trees", "x": "best move first, % of nodes", "y": "speedup", "log": "", "range": [0, 100],
             "lines": [{"name": method, "points": points(on_trees(method))} for method in ("root", "pvsplit", "ybw")]}]}


@by_domain(
    "p3", "From four processors on Young Brothers Wait takes fewer ticks than PV-splitting",
    OURS + ". Feldmann, Mysliwietz and Monien report a speedup of 126 with 256 processors, in chess.",
    "ticks / ticks, below 1 with 4, 16 and 64 processors, at both depths. " + SPEED,
    ["depth d", *(f"{procs} at d" for procs in searches.PROCS), "16 at d - 1", f"speedup of {MANY}", "n"], {
        HOLDS: "Split at every node once its first move is done.",
        SOME: "Split at every node once its first move is done, in the games named.",
        UNSETTLED: "The two cannot be told apart.", FALSE: "PV-splitting does as well, and is simpler."},
    ["parallel"], searches.SIMULATED, searches.SIMULATED, figure=figure)
def p3(data, domain: str):
    if domain not in data.of["parallel"].by_domain:
        return None

    def found(procs: int, back: int = 0):
        return ratio(by("ybw", procs), by("pvsplit", procs))(data, domain, back)
    all_of = {procs: [found(procs), found(procs, 1)] for procs in searches.PROCS}
    says = numbers.both(*(numbers.below(1)(e) for procs in searches.PROCS if procs >= 4 for e in all_of[procs]))
    return says, [str(data.depth("parallel", domain)), *(numbers.interval(all_of[procs][0]) for procs in searches.PROCS),
                  numbers.interval(all_of[16][1]), numbers.interval(speedup("ybw")(data, domain, 0)),
                  numbers.count(all_of[MANY][0])], all_of[MANY][0]


@by_domain(
    "p4", "MTD(f) gains as much from processors as PVS does: as all its windows are null, nothing waits for a value",
    "said of MTD(f) where it is recommended.",
    f"speedup of MTD(f) / speedup of PVS, {MANY} processors, Young Brothers Wait: for, if above 1 at both depths; against, "
    "if below. " + SPEED,
    ["depth d", *(f"{method} at d" for method in METHODS), "ybw at d - 1", "n"], {
        HOLDS: "Prefer MTD(f) for a parallel search.", SOME: "In the games named MTD(f) gains more.",
        UNSETTLED: "Processors bring both about the same.",
        FALSE: "PVS gains more: MTD(f)'s passes are many and short, and end one after the other."},
    ["parallel"], searches.SIMULATED, searches.SIMULATED)
def p4(data, domain: str):
    if domain not in data.of["parallel"].by_domain:
        return None

    def found(method: str, back: int = 0):
        mtdf, pvs = (ratio_of(data, domain, back, method, algo) for algo in ("mtdf", "pvs"))
        return numbers.geometric([mtdf[key] / pvs[key] for key in sorted(mtdf.keys() & pvs.keys())])
    most, less = found("ybw"), found("ybw", 1)
    return numbers.both(numbers.above(1)(less), numbers.above(1)(most)), [
        str(data.depth("parallel", domain)), *(numbers.interval(found(method)) for method in METHODS),
        numbers.interval(less), numbers.count(most)], most


def ratio_of(data, domain: str, back: int, method: str, algo: str) -> dict:
    """Speedups, by position."""
    serial, own = (one.find(data, domain, back) for one in (by(None, algo=algo), by(method, algo=algo)))
    return {key: ticks(serial[key]) / ticks(own[key]) for key in serial.keys() & own.keys()}


@by_domain(
    "p5", "A shared table saves ticks against one of each processor's own",
    OURS + ". Lazy searches by a shared table alone are judged by strength, not by time to depth: left out.",
    f"ticks / ticks, {MANY} processors, Young Brothers Wait, below 1 at both depths.",
    ["depth d", "at d - 1", "at d", "abdada at d", "n"], {
        HOLDS: "Share the table.", SOME: "Share the table, in the games named.", UNSETTLED: "What it brings cannot be seen.",
        FALSE: "Sharing brings nothing that its price in hardware would be worth."},
    ["parallel"], searches.SIMULATED, searches.SIMULATED)
def p5(data, domain: str):
    if domain not in data.of["parallel"].by_domain:
        return None
    less, most = (ratio(by("ybw"), by("ybw", tables="private"))(data, domain, back) for back in (1, 0))
    return numbers.both(numbers.below(1)(less), numbers.below(1)(most)), [
        str(data.depth("parallel", domain)), numbers.interval(less), numbers.interval(most),
        numbers.interval(ratio(by("abdada"), by("abdada", tables="private"))(data, domain, 0)), numbers.count(most)], most


P = Theme("p", "Parallel search, simulated", [p1, p2, p3, p4, p5])
