"""The table: how full it is, and what it may answer."""
from figures.claims import Picture, panel

from .. import numbers, searches
from ..numbers import NO, OPEN, YES, above, below
from ..statement import ALPHABETA, HOLDS, LAST, SOME, Chosen, Ratio, by_line, claim

LARGE = 64 << 20
ENTRY = 64 / 3  # bytes
LOADS = {0.25: "1/4", 1: "1", 4: "4", 16: "16", 64: "64"}


def at_load(load: float, algo: str = "pvs"):
    """Work with a table of that load / with 64 MB. The load is what the search with 64 MB stores, by
    entry (3 in 64 bytes): a position counts where its own load is within a factor of 2."""
    def ratio(data, domain: str, back: int = 0):
        large = Chosen("tables", {"algo": algo, "tt_bytes": LARGE}).find(data, domain, back)
        ratios = []
        for size in {one.config["tt_bytes"] for one in data.rows("tables").by_domain[domain]} - {0, LARGE}:
            for key, one in Chosen("tables", {"algo": algo, "tt_bytes": size}).find(data, domain, back).items():
                own = int(large[key].kept["stores"]) / (size / ENTRY) if key in large else 0
                if 0.5 <= own / load < 2:
                    ratios.append(one.work / large[key].work)
        return numbers.geometric(ratios)
    return ratio


claim("l1", "A large table takes less work than a small one", "ours.",
      "work of PVS with a table of load 16 / with 64 MB, above 1. The load is what the search with 64 MB stores, by entry of "
      "the small table (3 in 64 bytes); a position counts where its load is at least half of that and less than twice.",
      at_load(16), above(1),
      (HOLDS, "Give the table as many entries as the search stores, or a quarter; the table above says what less costs."),
      columns={"load 1/4": at_load(0.25), "1": at_load(1), "4": at_load(4), "16 at d - 1": 1, "16 at d": 0,
               "64": at_load(64), "MTD(f): 16": at_load(16, "mtdf")},
      picture=lambda data: Picture(
          "tables", "Work by load of the table (stores of the whole search by entry), relative to 64 MB.",
          [panel(algo, "stores / entry", "work / work with 64M",
                 {d: [(load, at_load(load, algo)(data, d)) for load in LOADS] for d in searches.VOTERS}, LOADS)
           for algo in ("pvs", "mtdf")]))
DEEPER = {algo: Chosen("deeper", {"algo": algo}) for algo in ("alphabeta", "mtdf")}
claim("l2", "Answers from deeper entries save work", "ours: what playing programs do.",
      "work of alpha-beta with `--tt-mode=deeper` / with `exact`, below 1, in games where one position can be reached in "
      "different numbers of plies.", Ratio(DEEPER["alphabeta"], ALPHABETA), below(1),
      (SOME, "Deeper answers save a little in the games named; l3 says what that changes."),
      beside={"MTD(f) at d": Ratio(DEEPER["mtdf"], LAST)}, rows=searches.PAWNS)


@by_line("l3", "Answers from deeper entries change values", "ours: what playing programs do.",
         "for, if a value of alpha-beta or MTD(f) differs from that with `exact`, or is missing because the bounds of MTD(f) "
         "crossed; against, if all of at least ten are the same. Moves are those of searches with a value.",
         ["depth", "alpha-beta: values changed", "alpha-beta: moves changed", "MTD(f): values changed",
          "MTD(f): moves changed", "without a value", "n"],
         (HOLDS, "Do not compare searches with `deeper`: they compute a different function, and bounds on it may contradict "
                 "each other."), rows=searches.PAWNS, voters=searches.PAWNS)
def l3(data, domain: str):
    cells, changed, least = [], 0, 10**9
    for algo, exact in (("alphabeta", ALPHABETA), ("mtdf", LAST)):
        # All of them: one whose bounds cross has no value, and that is a change too.
        right, found = exact.find(data, domain), data.find("deeper", domain, ended=False, algo=algo)
        pairs = [(found[key], right[key]) for key in found.keys() & right.keys()]
        ended = [(one, other) for one, other in pairs if one.status == "ok"]
        values = len(pairs) - sum(one.value == other.value for one, other in ended)
        moves = sum(one.kept["best_move"] != other.kept["best_move"] for one, other in ended)
        changed, least = changed + values, min(least, len(pairs))
        cells += [numbers.share(values, len(pairs)), numbers.share(moves, len(ended))]
    return YES if changed else NO if least >= 10 else OPEN, [
        data.depth("deeper", domain), *cells, len(pairs) - len(ended), least]
