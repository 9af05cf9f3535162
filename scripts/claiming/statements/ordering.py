"""PVS, NegaScout and SCOUT, and the order of moves."""
import math
import re

from .. import numbers, searches
from ..numbers import NO, OPEN, YES
from ..statement import FALSE, HOLDS, OURS, SOME, UNSETTLED, Chosen, Line, Ratio, Statement, \
    Theme, by_domain, compared, cores

MARSLAND = "T. A. Marsland and M. S. Campbell 1982 (abstract): alpha-beta is most effective when \"the best " \
    "move in each position is considered early in the search\""


def plain(algo: str, **config) -> Chosen:
    return Chosen("textbook", {"algo": algo, "tt_bytes": 0, "order": "none", "deepening": False, **config})


def shuffled(algo: str) -> Chosen:
    return plain(algo, shuffle=lambda k: k > 0)


def first_moves(chosen: Chosen, data, domain: str) -> float | None:
    """Of all cutoffs, the share at the first move."""
    return share_of(chosen.find(data, domain, 0))


def share_of(found: dict) -> float | None:
    """Of all cutoffs of searches, those at the first move."""
    cutoffs, first = (sum(int(one.kept[name]) for one in found.values())
                      for name in ("cutoffs", "first_move_cutoffs"))
    return first / cutoffs if cutoffs else None


h1 = compared(
    "h1", "Without move ordering PVS takes more work than alpha-beta",
    Ratio(shuffled("pvs"), shuffled("alphabeta")), numbers.above(1), {
        HOLDS: "Without ordering, use alpha-beta.",
        SOME: "Without ordering PVS loses where one move says nothing of the next, as on trees; in "
              "games it mostly wins all the same.",
        UNSETTLED: "Without ordering, PVS and alpha-beta are too close to tell on these positions.",
        FALSE: "PVS does not need good ordering to win."},
    source=OURS + f", after {MARSLAND}.",
    rule="ratio to alpha-beta in the textbook form, moves in three random orders, above 1.",
    beside={"NegaScout": Ratio(shuffled("negascout"), shuffled("alphabeta")),
            "SCOUT": Ratio(shuffled("scout"), shuffled("alphabeta")),
            "PVS, the generator's order": Ratio(plain("pvs"), plain("alphabeta"))},
    voters=searches.ALL)
h2 = compared(
    "h2", "With move ordering PVS takes less work than alpha-beta", Ratio(cores("pvs"), cores("alphabeta")),
    numbers.below(1), {
        HOLDS: "With ordering, use PVS or NegaScout.",
        SOME: "With ordering, PVS wins in some games and costs little in the others.",
        UNSETTLED: "With ordering, PVS and alpha-beta are too close to tell on these positions.",
        FALSE: "Even with ordering PVS does not win here."},
    source="a copy of Wikipedia's article on it: \"In chess engines, NegaScout has typically given a 10 "
           "percent performance increase\", without a source.",
    rule="everything on, work of PVS / work of alpha-beta, below 1.",
    beside={"NegaScout": Ratio(cores("negascout"), cores("alphabeta")),
            "SCOUT": Ratio(cores("scout"), cores("alphabeta"))})


# ---- along the ordered trees ---------------------------------------------------------------------

def along(data, algo: str) -> list:
    """[best move first in so many of 100 nodes, ratio to alpha-beta]"""
    found = []
    for spec in data.of["ordering"].by_domain:
        a, b = (data.find("ordering", spec, algo=one) for one in (algo, "alphabeta"))
        e = numbers.geometric(numbers.paired(a, b, lambda one: one.work))
        found.append((int(re.search(r"first=(\d+)", spec)[1]), e))
    return sorted(found)


def crossing(found: list, of) -> float | None:
    """Where a line falls below 1: interpolated between logarithms."""
    line = [(x, math.log(of(e))) for x, e in found]
    for (x0, y0), (x1, y1) in zip(line, line[1:]):
        if y1 < 0:
            return x0 if y0 <= 0 else x0 + y0 / (y0 - y1) * (x1 - x0)
    return None


def crossings(found: list) -> str:
    def text(x):
        return "-" if x is None else f"< {found[0][0]}" if x <= found[0][0] else f"{x:.0f}"
    ends = [text(crossing(found, of)) for of in (lambda e: e.point, lambda e: e.low, lambda e: e.high)]
    return f"{ends[0]} % [{ends[1]}, {ends[2]}]"


def ordering_figure(data) -> dict:
    def ends(domain):
        """The textbook form, and everything on."""
        found = [(first_moves(form("alphabeta"), data, domain),
                  Ratio(form("pvs"), form("alphabeta"))(data, domain)) for form in (plain, cores)]
        return [[100 * x, e.point, e.low, e.high] for x, e in found if e and x is not None]
    return {
        "file": "ordering", "caption": "PVS and its kin by the order of moves. Left: ordered trees, by how "
        "often the best move is first, with 95 % intervals. Right: PVS in each game, an arrow from the "
        "textbook form to everything on, by cutoffs at the first move.",
        "panels": [
            {"title": "ordered trees", "x": "best move first, % of nodes", "y": "work / work of alphabeta",
             "log": "", "line": 1, "range": [0, 100],
             "lines": [{"name": algo, "points": [[x, e.point, e.low, e.high] for x, e in along(data, algo)]}
                       for algo in ("pvs", "negascout", "scout")]},
            {"title": "games, pvs", "x": "cutoffs at the first move, %", "y": "work / work of alphabeta",
             "log": "", "line": 1, "range": [0, 100], "arrows": True,
             "lines": [{"name": d, "points": ends(d)} for d in searches.VOTERS]}]}


def h3(data) -> Statement:
    lines = []
    for algo in ("pvs", "negascout", "scout"):
        found = along(data, algo)
        at = dict(found)
        said = [numbers.above(1)(at[13]), numbers.below(1)(at[70])]
        says = NO if NO in said else YES if set(said) == {YES} else OPEN
        lines.append(Line(algo, says, [*(numbers.interval(at[x]) for x in (13, 50, 70, 90, 100)),
                                       crossings(found), str(at[13].n)]))
    advice = "Measure the order of moves first: a report's `first_move_cutoff_share` says how good it is. " \
        "Where the best move always comes first there is nothing left to gain."
    return Statement(
        "h3", "On ordered trees PVS and its kin lose to alpha-beta without order and beat it with a good one",
        OURS + f"; {MARSLAND}.",
        "for, if the interval of the ratio is above 1 where the best move is anywhere (first in 13 of 100 "
        "nodes) and below 1 where it is first in 70; against, if it is below 1 in the first case, or above "
        "1 in the second. The crossing is interpolated between the logarithms of ratios, its interval "
        "between those of their bounds.",
        ["best move anywhere", "first in 50 %", "in 70 %", "in 90 %", "always", "crosses 1 at", "n"],
        lines, {HOLDS: advice, SOME: advice, UNSETTLED: "Too few trees to say.",
                FALSE: "The order of moves does not decide between them on these trees."},
        ["ordering", "cores", "textbook"], figure=ordering_figure(data))


def against(id: str, text: str, algo: str, other: str, then: dict, side=numbers.below,
            source: str = OURS):
    name = {"pvs": "PVS", "pvs-value": "PVS from the score", "negascout": "NegaScout", "scout": "SCOUT"}
    return compared(
        id, text, Ratio(cores(algo), cores(other)), side(1), then, source=source,
        rule=f"work of {name[algo]} / work of {name[other]}, everything on, "
             f"{'below' if side is numbers.below else 'above'} 1.",
        beside={"textbook form": Ratio(plain(algo), plain(other)),
                "textbook form, shuffled": Ratio(shuffled(algo), shuffled(other))}
        if algo != "pvs-value" and other != "pvs-value" else
        {"textbook form": Ratio(plain(algo), plain(other))})


ADVICE = {HOLDS: "Search again from the score, and not at all near the leaves.",
          SOME: "NegaScout's second search is cheaper where it is made at all; with good ordering it seldom "
                "is.",
          UNSETTLED: "So few moves are searched again that it does not matter how.",
          FALSE: "NegaScout's second search saves nothing here."}
h4 = against("h4", "NegaScout takes less work than PVS", "negascout", "pvs", ADVICE)
h6 = against("h6", "The first half of h4: a second search that begins at the score takes less work than one "
             "that begins at alpha", "pvs-value", "pvs", ADVICE | {
                 HOLDS: "Search again from the score.", FALSE: "Where the second search begins makes no odds."})
h7 = against("h7", "The second half of h4: leaving out second searches near the leaves takes less work",
             "negascout", "pvs-value", ADVICE | {
                 HOLDS: "Where there is no quiescence, do not search again near the leaves.",
                 SOME: "Where there is no quiescence, do not search again near the leaves; with it the two "
                       "are the same search.",
                 UNSETTLED: "With quiescence the two are the same search; without, they are close.",
                 FALSE: "Second searches near the leaves cost nothing here."})
h5 = against("h5", "SCOUT, which passes no bounds down, takes more work than PVS", "scout", "pvs", {
    HOLDS: "Pass the window down: PVS and NegaScout are SCOUT done better.",
    SOME: "Pass the window down: it never costs, and saves work in some games.",
    UNSETTLED: "With table and ordering, SCOUT searches too little again for a difference to be seen.",
    FALSE: "SCOUT does as well as PVS here."}, numbers.above)

H = Theme("h", "PVS, NegaScout, SCOUT, and the order of moves", [h1, h2, h3, h4, h6, h7, h5])
