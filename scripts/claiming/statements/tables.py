"""The table: how full it is, and what it may answer."""
from .. import numbers, searches
from ..numbers import NO, OPEN, YES
from ..statement import FALSE, HOLDS, OURS, SOME, UNSETTLED, Chosen, Line, Ratio, Statement, \
    Theme, by_domain, compared, cores

LARGE = 64 << 20
ENTRY = 64 / 3  # bytes
LOADS = [0.25, 1, 4, 16, 64]


def sized(algo: str, size) -> Chosen:
    return Chosen("tables", {"algo": algo, "tt_bytes": size})


def at_load(data, domain: str, algo: str, load: float, back: int = 0):
    """Work with a table of that load / with 64 MB. The load is what the search with 64 MB stores, by
    entry (3 in 64 bytes): a position counts where its own load is within a factor of 2."""
    large = sized(algo, LARGE).find(data, domain, back)
    every = [one for one in data.of["tables"].by_domain[domain]
             if one.config["algo"] == algo and 0 < one.config["tt_bytes"] < LARGE
             and one.config["depth"] == data.depth("tables", domain) - back and one.status == "ok"]
    ratios = []
    for one in every:
        whole = large.get((one.position, one.config["shuffle"]))
        if whole and int(whole.kept["stores"]):
            own = int(whole.kept["stores"]) / (one.config["tt_bytes"] / ENTRY)
            if 0.5 <= own / load < 2:
                ratios.append(one.work / whole.work)
    return numbers.geometric(ratios)


def figure(data) -> dict:
    def line(domain, algo):
        found = [(load, at_load(data, domain, algo, load)) for load in LOADS]
        return [[x, e.point, e.low, e.high] for x, e in found if e]
    return {
        "file": "tables", "caption": "Work by load of the table (stores of the whole search by entry), "
        "relative to 64 MB.",
        "panels": [{"title": algo, "x": "stores / entry", "y": "work / work with 64M", "log": "x", "line": 1,
                    "tics": [[0.25, "1/4"], [1, "1"], [4, "4"], [16, "16"], [64, "64"]],
                    "lines": [{"name": d, "points": line(d, algo)} for d in searches.VOTERS]}
                   for algo in ("pvs", "mtdf")]}


@by_domain(
    "l1", "A large table takes less work than a small one", OURS + ".",
    "work of PVS with a table of load 16 / with 64 MB, above 1. The load is what the search with 64 MB "
    "stores, by entry of the small table (3 in 64 bytes); a position counts where its load is at least "
    "half of that and less than twice.",
    ["load 1/4", "1", "4", "16 at d - 1", "16 at d", "64", "MTD(f): 16", "n"], {
        HOLDS: "Give the table as many entries as the search stores, or a quarter; the table above "
               "says what less costs.",
        SOME: "A table larger than a sixteenth of what is stored is of no use in the other games.",
        UNSETTLED: "Even a sixteenth of what is stored holds most of what is worth keeping.",
        FALSE: "Even a sixteenth of what is stored holds all that is worth keeping."},
    ["tables"], figure=figure)
def l1(data, domain: str):
    at = [at_load(data, domain, "pvs", 16, back) for back in (1, 0)]
    return numbers.both(*map(numbers.above(1), at)), [
        *(numbers.interval(at_load(data, domain, "pvs", load)) for load in LOADS[:3]),
        *map(numbers.interval, at), numbers.interval(at_load(data, domain, "pvs", 64)),
        numbers.interval(at_load(data, domain, "mtdf", 16)), numbers.count(at[1])], at[1]


def deeper(algo: str) -> Chosen:
    return Chosen("deeper", {"algo": algo})


def exact(algo: str) -> Chosen:
    return cores(algo, **({"guess": "previous"} if algo == "mtdf" else {}))


l2 = compared(
    "l2", "Answers from deeper entries save work", Ratio(deeper("alphabeta"), exact("alphabeta")),
    numbers.below(1), {
        HOLDS: "A playing program may take deeper answers; l3 says what that changes.",
        SOME: "Deeper answers save a little in the games named; l3 says what that changes.",
        UNSETTLED: "Deeper answers save too little to be seen here.",
        FALSE: "Deeper answers save nothing here."},
    source=OURS + ": what playing programs do.",
    rule="work of alpha-beta with `--tt-mode=deeper` / with `exact`, below 1, in games where one position "
         "can be reached in different numbers of plies.",
    beside={"MTD(f) at d": Ratio(deeper("mtdf"), exact("mtdf"))}, domains=searches.PAWNS)


def l3(data) -> Statement:
    lines = []
    for domain in searches.PAWNS:
        cells, changed, least = [], 0, 10**9
        depth = data.depth("deeper", domain)
        for algo in ("alphabeta", "mtdf"):
            right = exact(algo).find(data, domain, 0)
            # All of them: one whose bounds cross has no value, and that is a change too.
            found = {(one.position, one.config["shuffle"]): one
                     for one in data.of["deeper"].by_domain[domain]
                     if one.config["algo"] == algo and one.config["depth"] == depth}
            keys = found.keys() & right.keys()
            values = sum(found[key].status != "ok" or found[key].value != right[key].value for key in keys)
            finished = [key for key in keys if found[key].status == "ok"]
            moves = sum(found[key].kept["best_move"] != right[key].kept["best_move"] for key in finished)
            none = sum(found[key].status != "ok" for key in keys)
            changed, least = changed + values, min(least, len(keys))
            cells += [numbers.percents(numbers.share(values, len(keys))),
                      numbers.percents(numbers.share(moves, len(finished)))]
        lines.append(Line(domain, YES if changed else NO if least >= 10 else OPEN,
                          [str(depth), *cells, str(none), str(least)]))
    return Statement(
        "l3", "Answers from deeper entries change values", OURS + ": what playing programs do.",
        "for, if a value of alpha-beta or MTD(f) differs from that with `exact`, or is missing because "
        "the bounds of MTD(f) crossed; against, if all of at least ten are the same. "
        "Moves are those of searches with a value.",
        ["depth", "alpha-beta: values changed", "alpha-beta: moves changed", "MTD(f): values changed",
         "MTD(f): moves changed", "without a value", "n"], lines, {
            HOLDS: "Do not compare searches with `deeper`: they compute a different function, and bounds on "
                   "it may contradict each other.",
            SOME: "Do not compare searches with `deeper` in the games named: they compute a different "
                  "function.",
            FALSE: "On these positions deeper answers changed nothing."},
        ["cores", "deeper"])


L = Theme("l", "The table", [l1, l2, l3])
