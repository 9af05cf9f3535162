"""Fail-soft and fail-hard; the listings as printed; one value."""
from .. import numbers, searches
from ..numbers import NO, OPEN, YES, above, below
from ..statement import HOLDS, Chosen, Ratio, by_line, claim, cores

PRINTED = "printed"
TABLELESS = {"tt_bytes": 0, "order": "none"}


@by_line("a1", "Without a table, fail-soft visits the same nodes as fail-hard, one for one",
         "D. Eppstein, *ICS 180*, 1999: fail-soft's tighter bounds \"don't improve the search itself\".",
         "for, if work and leaves are equal in every pair of searches; against, if one pair differs.",
         ["textbook form: pairs", "differ", "deepening: pairs", "differ", "aspiration: pairs", "differ"],
         (HOLDS, "Without a table it does not matter which of the two a program uses."), voters=searches.ALL)
def a1(data, domain: str):
    cells = []
    for *algos, deepening in (("failsoft", "alphabeta", False), ("failsoft", "alphabeta", True),
                              ("aspiration", "aspiration+alphabeta", True)):
        pairs = differ = 0
        for back in (0, 1):
            one, other = (data.find("textbook", domain, back, algo=algo, deepening=deepening, **TABLELESS) for algo in algos)
            both = one.keys() & other.keys()
            pairs += len(both)
            differ += sum((one[key].work, one[key].leaves) != (other[key].work, other[key].leaves) for key in both)
        cells += [pairs, differ]
    return OPEN if not all(cells[::2]) else NO if any(cells[1::2]) else YES, cells


claim("a2", "With a table, fail-soft takes less work than fail-hard under aspiration, as it stores tighter bounds",
      "D. Eppstein, *ICS 180*, 1999: tighter bounds \"could lead to a greater number of successful hash probes\".",
      "work of aspiration with fail-soft / with fail-hard, window half a pawn, below 1.",
      Ratio(cores("aspiration"), cores("aspiration+alphabeta")), below(1),
      (HOLDS, "Return the best score, not the bound: re-searches profit from it."),
      beside={"open window": Ratio(cores("failsoft"), cores("alphabeta"))})

# ---- g -------------------------------------------------------------------------------------------

EPPSTEIN = "ours, of the listings in D. Eppstein's lecture notes *ICS 180*, 1999."


def wrong_moves(algo: str):
    """Of those that can be judged."""
    def share(data, domain: str, back: int = 0):
        judged = [one.kept["best_move_optimal"] for one in data.find(PRINTED, domain, back, algo=algo).values()]
        return numbers.share(judged.count("0"), len(list(filter(None, judged))))
    return share


def wrong_values(algo: str):
    """With searches that gave up."""
    def share(data, domain: str, back: int = 0):
        right, found = (data.find(PRINTED, domain, back, algo=one) for one in ("alphabeta", algo))
        values = sum(found[key].value != right[key].value for key in found if key in right)
        return numbers.share(values + len(right) - len(found), len(right))
    return share


@by_line("g1", "The MTD(f) loop as printed, which stops when a score repeats, returns wrong values", EPPSTEIN,
         "for, if one of its values is wrong at either depth, or it gives up after 10 000 passes; against, if none of at "
         "least ten is.", ["at d - 1", "at d", "wrong best moves", "n"],
         (HOLDS, "Do not copy that loop: a score that repeats after a fail-low is only an upper bound. Keep both bounds."),
         voters=searches.ALL)
def g1(data, domain: str):
    at = [wrong_values("mtdf-printed")(data, domain, back) for back in (1, 0)]
    says = YES if any(e and e.point > 0 for e in at) else NO if all(e and e.n >= 10 for e in at) else OPEN
    return says, [*at, wrong_moves("mtdf-printed")(data, domain), at[1].n if at[1] else 0]


claim("g2", "`>=` where `>` is meant makes alpha-beta return a wrong best move in most positions", EPPSTEIN,
      "share of wrong best moves of alpha-beta as printed, above half. (Values and work are right.)",
      wrong_moves("alphabeta-printed"), above(0.5),
      (HOLDS, "Compare with `>`: a move that only equals alpha has proved nothing."),
      columns={"at d - 1": 1, "at d": 0, "fail-soft: wrong moves": wrong_moves("failsoft-printed"),
               "alpha-beta: wrong values": wrong_values("alphabeta-printed")}, voters=searches.ALL, pools=False)
claim("g3", "PVS as printed, whose first move neither raises alpha nor cuts off, takes at least twice the work of alpha-beta",
      EPPSTEIN + " The bound of 2 is ours.",
      "work of PVS as printed / work of alpha-beta, both in the textbook form, above 2.",
      Ratio(*(Chosen(PRINTED, {"algo": algo}) for algo in ("pvs-printed", "alphabeta"))), above(2),
      (HOLDS, "Let the first move's score raise alpha and cut off."), voters=searches.ALL)

# ---- m -------------------------------------------------------------------------------------------

TREES = "trees of `ordering`"


def sound(search) -> bool:
    config = search.config
    return not config["algo"].endswith("printed") and config.get("tt_mode") != "deeper" \
        and config["algo"] != "minimal" and "select" not in config and "node_limit" not in config


@by_line("m1", "All sound searches return one value", "ours: the papers' proofs, tested.",
         "for, if all searches and iterations of one position, depth, evaluation, grain and quiescence, of all experiments "
         "together, have one value, whatever the algorithm, window, widening, guess, table (`exact`), ordering and "
         "deepening; against, if one differs or has none. Printed forms, `deeper`, selection and the minimal tree are left "
         "out; MTD(f) on fail-hard may give up (n4).",
         ["searches", "positions, depths, evaluations, grains", "with different values", "without a value"],
         (HOLDS, "Choose by cost alone: the value is the same."), rows=[*searches.ALL, TREES], voters=[*searches.ALL, TREES])
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
