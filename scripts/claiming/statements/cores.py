"""Fail-soft and fail-hard; the listings as printed; one value; the table."""
from figures.claims import Picture, panel

from .. import numbers, searches
from ..numbers import NO, OPEN, YES, above, below
from ..statement import ALPHABETA, LAST, Chosen, Ratio, by_line, claim, cores, each, together
from .ordering import plain

PRINTED = "printed"


@by_line("a1", ["textbook form: pairs", "differ", "deepening: pairs", "differ", "aspiration: pairs", "differ"],
         voters=searches.ALL)
def a1(data, domain: str):
    cells = []
    for *algos, deepening in (("failsoft", "alphabeta", False), ("failsoft", "alphabeta", True),
                              ("aspiration", "aspiration+alphabeta", True)):
        pairs = [pair for back in (0, 1)
                 for pair in together(data, domain, back, *(plain(algo, deepening=deepening) for algo in algos))]
        cells += [len(pairs), sum((a.work, a.leaves) != (b.work, b.leaves) for a, b in pairs)]
    return OPEN if not all(cells[::2]) else NO if any(cells[1::2]) else YES, cells


claim("a2", Ratio(cores("aspiration"), cores("aspiration+alphabeta")), below(1),
      beside={"open window": Ratio(cores("failsoft"), cores("alphabeta"))})

# ---- g -------------------------------------------------------------------------------------------


def wrong_moves(algo: str):
    """The share of wrong best moves, among those that can be judged."""
    return each(lambda one: one.kept["best_move_optimal"], Chosen(PRINTED, {"algo": algo}),
                of=lambda judged: numbers.share(judged.count("0"), len(list(filter(None, judged)))))


def wrong_values(algo: str):
    """The share of wrong values, including searches that gave up."""
    def share(data, domain: str, back: int = 0):
        right, found = (data.find(PRINTED, domain, back, algo=one) for one in ("alphabeta", algo))
        values = sum(found[key].value != right[key].value for key in found if key in right)
        return numbers.share(values + len(right) - len(found), len(right))
    return share


@by_line("g1", ["at d - 1", "at d", "wrong best moves", "n"], voters=searches.ALL)
def g1(data, domain: str):
    at = [wrong_values("mtdf-printed")(data, domain, back) for back in (1, 0)]
    says = YES if any(e and e.point > 0 for e in at) else NO if all(e and e.n >= 10 for e in at) else OPEN
    return says, [*at, wrong_moves("mtdf-printed")(data, domain), at[1].n if at[1] else 0]


claim("g2", wrong_moves("alphabeta-printed"), above(0.5),
      columns={"at d - 1": 1, "at d": 0, "fail-soft: wrong moves": wrong_moves("failsoft-printed"),
               "alpha-beta: wrong values": wrong_values("alphabeta-printed")}, voters=searches.ALL, pools=False)
claim("g3", Ratio(*(Chosen(PRINTED, {"algo": algo}) for algo in ("pvs-printed", "alphabeta"))), above(2),
      voters=searches.ALL)

# ---- m -------------------------------------------------------------------------------------------

TREES = "trees of `ordering`"


def sound(search) -> bool:
    config = search.config
    return not config["algo"].endswith("printed") and config.get("tt_mode") != "deeper" \
        and config["algo"] != "minimal" and "select" not in config and "node_limit" not in config


@by_line("m1", ["searches", "positions, depths, evaluations, grains", "with different values", "without a value"],
         rows=[*searches.ALL, TREES], voters=[*searches.ALL, TREES])
def m1(data, name: str):
    groups, unfinished, count = {}, 0, 0
    for rows in map(data.rows, data.of):
        for domain in data.of["ordering"].by_domain if name == TREES else [name]:
            for one in filter(sound, rows.by_domain.get(domain, [])):
                config = one.config
                unfinished += one.status != "ok" and not config["algo"].startswith("mtdf+")
                count += 1
                for back, step in enumerate(reversed(one.steps)):
                    key = (domain, one.position, config["depth"] - back, config.get("eval"), config.get("grain", 1),
                           config.get("quiescence", False))
                    groups.setdefault(key, set()).add(step[0])
    differ = sum(len(values) > 1 for values in groups.values())
    return NO if differ or unfinished else YES, [count, len(groups), differ, unfinished]

# ---- l -------------------------------------------------------------------------------------------

LARGE = 64 << 20
ENTRY = 64 / 3  # bytes
LOADS = {0.25: "1/4", 1: "1", 4: "4", 16: "16", 64: "64"}


def at_load(load: float, algo: str = "pvs"):
    """Work with a table of that load / with 64 MB. The load is the number of stores of the search
    with 64 MB divided by the entries (3 in 64 bytes). A position counts if its load is within a
    factor of 2."""
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


claim("l1", at_load(16), above(1),
      columns={"load 1/4": at_load(0.25), "1": at_load(1), "4": at_load(4), "16 at d - 1": 1, "16 at d": 0,
               "64": at_load(64), "MTD(f): 16": at_load(16, "mtdf")},
      picture=lambda data: Picture("tables", [
          panel(algo, "stores / entry", "work / work with 64M",
                {d: [(load, at_load(load, algo)(data, d)) for load in LOADS] for d in searches.VOTERS}, LOADS)
          for algo in ("pvs", "mtdf")]))
DEEPER = {algo: Chosen("deeper", {"algo": algo}) for algo in ("alphabeta", "mtdf")}
claim("l2", Ratio(DEEPER["alphabeta"], ALPHABETA), below(1), beside={"MTD(f) at d": Ratio(DEEPER["mtdf"], LAST)},
      rows=searches.PAWNS)


@by_line("l3", ["depth", "alpha-beta: values changed", "alpha-beta: moves changed", "MTD(f): values changed",
                "MTD(f): moves changed", "without a value", "n"], rows=searches.PAWNS, voters=searches.PAWNS)
def l3(data, domain: str):
    cells, changed, least = [], 0, 10**9
    for algo, exact in (("alphabeta", ALPHABETA), ("mtdf", LAST)):
        # Also unfinished ones: a search whose bounds cross has no value, which is a change too.
        right, found = exact.find(data, domain), data.find("deeper", domain, ended=False, algo=algo)
        pairs = [(found[key], right[key]) for key in found.keys() & right.keys()]
        ended = [(one, other) for one, other in pairs if one.status == "ok"]
        values = len(pairs) - sum(one.value == other.value for one, other in ended)
        moves = sum(one.kept["best_move"] != other.kept["best_move"] for one, other in ended)
        changed, least = changed + values, min(least, len(pairs))
        cells += [numbers.share(values, len(pairs)), numbers.share(moves, len(ended))]
    return YES if changed else NO if least >= 10 else OPEN, [
        data.depth("deeper", domain), *cells, len(pairs) - len(ended), least]
