"""PVS, NegaScout and SCOUT, and the order of moves."""
import math
import re

from figures.claims import Picture, panel

from .. import numbers, searches
from ..numbers import NO, OPEN, YES, above, below
from ..statement import ALPHABETA, HOLDS, NEGASCOUT, PVS, SOME, Chosen, Ratio, by_line, claim, cores

MARSLAND = "T. A. Marsland and M. S. Campbell 1982 (abstract): alpha-beta is most effective when \"the best move in each " \
    "position is considered early in the search\""


def plain(algo: str, **config) -> Chosen:
    return Chosen("textbook", {"algo": algo, "tt_bytes": 0, "order": "none", "deepening": False, **config})


def shuffled(algo: str) -> Chosen:
    return plain(algo, shuffle=lambda k: k > 0)


def first_moves(searches_found) -> float | None:
    """Of all cutoffs of these searches, the share at the first move."""
    cutoffs, first = (sum(int(one.kept[name] or 0) for one in searches_found) for name in ("cutoffs", "first_move_cutoffs"))
    return first / cutoffs if cutoffs else None


claim("h1", "Without move ordering PVS takes more work than alpha-beta", f"ours, after {MARSLAND}.",
      "ratio to alpha-beta in the textbook form, moves in three random orders, above 1.",
      Ratio(shuffled("pvs"), shuffled("alphabeta")), above(1),
      (SOME, "Without ordering PVS loses where one move says nothing of the next, as on trees; in games it mostly wins all "
             "the same."),
      beside={"NegaScout": Ratio(shuffled("negascout"), shuffled("alphabeta")),
              "SCOUT": Ratio(shuffled("scout"), shuffled("alphabeta")),
              "PVS, the generator's order": Ratio(plain("pvs"), plain("alphabeta"))}, voters=searches.ALL)
claim("h2", "With move ordering PVS takes less work than alpha-beta",
      "a copy of Wikipedia's article on it: \"In chess engines, NegaScout has typically given a 10 percent performance "
      "increase\", without a source.",
      "everything on, work of PVS / work of alpha-beta, below 1.", Ratio(PVS, ALPHABETA), below(1),
      (HOLDS, "With ordering, use PVS or NegaScout."),
      beside={"NegaScout": Ratio(NEGASCOUT, ALPHABETA), "SCOUT": Ratio(cores("scout"), ALPHABETA)})


# ---- along the ordered trees ---------------------------------------------------------------------

def along(data, algo: str) -> dict:
    """By how often, of 100 nodes, the best move is first: the ratio to alpha-beta."""
    ratio = Ratio(*(Chosen("ordering", {"algo": one}) for one in (algo, "alphabeta")))
    found = ((int(re.search(r"first=(\d+)", spec)[1]), ratio(data, spec)) for spec in data.rows("ordering").by_domain)
    return dict(sorted(found))


def crossing(found: dict, end: str) -> str:
    """Where a line falls below 1: interpolated between logarithms."""
    line = [(x, math.log(getattr(e, end))) for x, e in found.items()]
    for (x0, y0), (x1, y1) in zip(line, line[1:]):
        if y1 < 0:
            x = x0 if y0 <= 0 else x0 + y0 / (y0 - y1) * (x1 - x0)
            return f"< {line[0][0]}" if x <= line[0][0] else f"{x:.0f}"
    return "-"


def ends(data, domain: str) -> list:
    """Cutoffs at the first move and the ratio, in the textbook form and with everything on."""
    found = [(first_moves(form("alphabeta").find(data, domain).values()), Ratio(form("pvs"), form("alphabeta"))(data, domain))
             for form in (plain, cores)]
    return [(100 * x, e) for x, e in found if x is not None]


CORES = ("pvs", "negascout", "scout")


@by_line("h3", "On ordered trees PVS and its kin lose to alpha-beta without order and beat it with a good one",
         f"ours; {MARSLAND}.",
         "for, if the interval of the ratio is above 1 where the best move is anywhere (first in 13 of 100 nodes) and below 1 "
         "where it is first in 70; against, if it is below 1 in the first case, or above 1 in the second. The crossing is "
         "interpolated between the logarithms of ratios, its interval between those of their bounds.",
         ["best move anywhere", "first in 50 %", "in 70 %", "in 90 %", "always", "crosses 1 at", "n"],
         (SOME, "Measure the order of moves first: a report's `first_move_cutoff_share` says how good it is. Where the best "
                "move always comes first there is nothing left to gain."), rows=CORES, voters=CORES,
         picture=lambda data: Picture(
             "ordering", "PVS and its kin by the order of moves. Left: ordered trees, by how often the best move is first, "
             "with 95 % intervals. Right: PVS in each game, an arrow from the textbook form to everything on, by cutoffs at "
             "the first move.",
             [panel("ordered trees", "best move first, % of nodes", "work / work of alphabeta",
                    {algo: along(data, algo).items() for algo in CORES}, ends=(0, 100)),
              panel("games, pvs", "cutoffs at the first move, %", "work / work of alphabeta",
                    {d: ends(data, d) for d in searches.VOTERS}, ends=(0, 100), style="arrow")]))
def h3(data, algo: str):
    at = along(data, algo)
    said = [above(1)(at[13]), below(1)(at[70])]
    return NO if NO in said else YES if set(said) == {YES} else OPEN, [
        *map(at.get, (13, 50, 70, 90, 100)),
        "{} % [{}, {}]".format(*(crossing(at, end) for end in ("point", "low", "high"))), at[13].n]


NAMES = {"pvs": "PVS", "pvs-value": "PVS from the score", "negascout": "NegaScout", "scout": "SCOUT"}
for id, text, algo, other, side, advice in (
        ("h4", "NegaScout takes less work than PVS", "negascout", "pvs", below,
         (HOLDS, "Search again from the score, and not at all near the leaves.")),
        ("h6", "The first half of h4: a second search that begins at the score takes less work than one that begins at alpha",
         "pvs-value", "pvs", below, (HOLDS, "Search again from the score.")),
        ("h7", "The second half of h4: leaving out second searches near the leaves takes less work", "negascout", "pvs-value",
         below, (SOME, "Where there is no quiescence, do not search again near the leaves; with it the two are the same "
                       "search.")),
        ("h5", "SCOUT, which passes no bounds down, takes more work than PVS", "scout", "pvs", above,
         (HOLDS, "Pass the window down: PVS and NegaScout are SCOUT done better."))):
    claim(id, text, "ours",
          f"work of {NAMES[algo]} / work of {NAMES[other]}, everything on, {side.__name__} 1.",
          Ratio(cores(algo), cores(other)), side(1), advice,
          beside={"textbook form": Ratio(plain(algo), plain(other))} |
          ({} if "pvs-value" in (algo, other) else {"textbook form, shuffled": Ratio(shuffled(algo), shuffled(other))}))
