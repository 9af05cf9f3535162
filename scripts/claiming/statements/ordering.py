"""PVS, NegaScout and SCOUT, and move ordering."""
import math
import re

from figures.claims import Picture, panel

from .. import numbers, searches
from ..numbers import above, below
from ..statement import ALPHABETA, NEGASCOUT, PVS, Chosen, Ratio, by_line, claim, cores


def plain(algo: str, **config) -> Chosen:
    return Chosen("textbook", {"algo": algo, "tt_bytes": 0, "order": "none", "deepening": False, **config})


def shuffled(algo: str) -> Chosen:
    return plain(algo, shuffle=lambda k: k > 0)


def first_moves(searches_found) -> float | None:
    """Of all cutoffs of these searches, the share at the first move."""
    cutoffs, first = (sum(int(one.kept[name] or 0) for one in searches_found) for name in ("cutoffs", "first_move_cutoffs"))
    return first / cutoffs if cutoffs else None


claim("h1", Ratio(shuffled("pvs"), shuffled("alphabeta")), above(1),
      beside={"NegaScout": Ratio(shuffled("negascout"), shuffled("alphabeta")),
              "SCOUT": Ratio(shuffled("scout"), shuffled("alphabeta")),
              "PVS, the generator's order": Ratio(plain("pvs"), plain("alphabeta"))}, voters=searches.ALL)
claim("h2", Ratio(PVS, ALPHABETA), below(1),
      beside={"NegaScout": Ratio(NEGASCOUT, ALPHABETA), "SCOUT": Ratio(cores("scout"), ALPHABETA)})


# ---- along the ordered trees ---------------------------------------------------------------------

def along(data, algo: str) -> dict:
    """The ratio to alpha-beta, by how often in 100 nodes the best move is first."""
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


@by_line("h3", ["best move anywhere", "first in 50 %", "in 70 %", "in 90 %", "always", "crosses 1 at", "n"],
         rows=CORES, voters=CORES, picture=lambda data: Picture("ordering", [
             panel("ordered trees", "best move first, % of nodes", "work / work of alphabeta",
                   {algo: along(data, algo).items() for algo in CORES}, ends=(0, 100)),
             panel("games, pvs", "cutoffs at the first move, %", "work / work of alphabeta",
                   {d: ends(data, d) for d in searches.VOTERS}, ends=(0, 100), style="arrow")]))
def h3(data, algo: str):
    at = along(data, algo)
    return numbers.every([above(1)(at[13]), below(1)(at[70])]), [
        *map(at.get, (13, 50, 70, 90, 100)),
        "{} % [{}, {}]".format(*(crossing(at, end) for end in ("point", "low", "high"))), at[13].n]


for id, algo, other, side in (("h4", "negascout", "pvs", below), ("h6", "pvs-value", "pvs", below),
                              ("h7", "negascout", "pvs-value", below), ("h5", "scout", "pvs", above)):
    claim(id, Ratio(cores(algo), cores(other)), side(1), beside={"textbook form": Ratio(plain(algo), plain(other))} |
          ({} if "pvs-value" in (algo, other) else {"textbook form, shuffled": Ratio(shuffled(algo), shuffled(other))}))
