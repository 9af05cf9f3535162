"""Fail-soft and fail-hard; the listings as printed; one value."""
from .. import numbers, searches
from ..numbers import NO, OPEN, YES
from ..statement import FALSE, HOLDS, OURS, SOME, UNSETTLED, Chosen, Line, Ratio, Statement, \
    Theme, by_domain, compared, cores

PRINTED = "printed"
BARE = {"tt_bytes": 0, "order": "none", "deepening": True}
PLAIN = {"tt_bytes": 0, "order": "none", "deepening": False}


def same_counts(data, domain: str, a: str, b: str, form: dict) -> tuple[int, int]:
    """Pairs of searches, and how many of them differ."""
    pairs = differ = 0
    for back in (0, 1):
        one, other = (data.find("textbook", domain, back, algo=algo, **form) for algo in (a, b))
        for key in one.keys() & other.keys():
            pairs += 1
            differ += (one[key].work, one[key].leaves) != (other[key].work, other[key].leaves)
    return pairs, differ


def a1(data) -> Statement:
    lines = []
    for domain in searches.ALL:
        found = [same_counts(data, domain, "failsoft", "alphabeta", PLAIN),
                 same_counts(data, domain, "failsoft", "alphabeta", BARE),
                 same_counts(data, domain, "aspiration", "aspiration+alphabeta", BARE)]
        says = OPEN if not all(pairs for pairs, _ in found) else NO if any(d for _, d in found) else YES
        lines.append(Line(domain, says, [str(one) for pair in found for one in pair]))
    wrong = "The two differ, which must not happen: one of them is wrong."
    return Statement(
        "a1", "Without a table, fail-soft visits the same nodes as fail-hard, one for one",
        "D. Eppstein, *ICS 180*, 1999: fail-soft's tighter bounds \"don't improve the search itself\".",
        "for, if work and leaves are equal in every pair of searches; against, if one pair differs.",
        ["textbook form: pairs", "differ", "deepening: pairs", "differ", "aspiration: pairs", "differ"],
        lines, {HOLDS: "Without a table it does not matter which of the two a program uses.",
                SOME: wrong, FALSE: wrong}, ["textbook"])


a2 = compared(
    "a2", "With a table, fail-soft takes less work than fail-hard under aspiration, as it stores tighter "
    "bounds",
    Ratio(cores("aspiration"), cores("aspiration+alphabeta")), numbers.below(1), {
        HOLDS: "Return the best score, not the bound: re-searches profit from it.",
        SOME: "Return the best score, not the bound: it saves work in some games.",
        UNSETTLED: "Return the best score, not the bound: with these windows little depends on it, "
                   "but MTD(f) cannot do without (n4).",
        FALSE: "With wide windows the tighter bounds save no work; MTD(f) still needs them (n4)."},
    source="D. Eppstein, *ICS 180*, 1999: tighter bounds \"could lead to a greater number of successful "
           "hash probes\".",
    rule="work of aspiration with fail-soft / with fail-hard, window half a pawn, below 1.",
    beside={"open window": Ratio(cores("failsoft"), cores("alphabeta"))})

A = Theme("a", "Fail-soft and fail-hard", [a1, a2])


# ---- g -------------------------------------------------------------------------------------------

def judged(data, domain: str, algo: str, back: int):
    """Wrong moves of those that can be judged, wrong values, and searches that gave up."""
    right = data.find(PRINTED, domain, back, algo="alphabeta")
    found = data.find(PRINTED, domain, back, algo=algo)
    moves = [one.kept["best_move_optimal"] for one in found.values() if one.kept["best_move_optimal"]]
    values = [found[key].value != right[key].value for key in found if key in right]
    return (numbers.share(moves.count("0"), len(moves)),
            numbers.share(sum(values) + len(right) - len(found), len(right)))


def by_share(id: str, text: str, rule: str, then: dict, algo: str, which: int, beside: dict, says,
             one_is_enough: bool = False):
    """A statement of a share of searches, at both depths, or at one."""
    @by_domain(id, text, EPPSTEIN, rule, ["at d - 1", "at d", *beside, "n"], then, [PRINTED],
               voters=searches.ALL)
    def made(data, domain: str):
        less, most = (judged(data, domain, algo, back)[which] for back in (1, 0))
        more = [judged(data, domain, other, 0)[part] for other, part in beside.values()]
        said = [says(less), says(most)]
        return YES if one_is_enough and YES in said else numbers.both(*said), [
            *map(numbers.percents, (less, most, *more)), numbers.count(most)]
    return made


EPPSTEIN = "ours, of the listings in D. Eppstein's lecture notes *ICS 180*, 1999."

g1 = by_share(
    "g1", "The MTD(f) loop as printed, which stops when a score repeats, returns wrong values",
    "for, if one of its values is wrong at either depth, or it gives up after 10 000 passes; against, if "
    "none of at least ten is.", {
        HOLDS: "Do not copy that loop: a score that repeats after a fail-low is only an upper bound. "
               "Keep both bounds.",
        SOME: "Do not copy that loop, even where it happened to be right: a score that repeats after a "
              "fail-low is only an upper bound.",
        FALSE: "On these positions the loop was right; it is wrong all the same."},
    "mtdf-printed", 1, {"wrong best moves": ("mtdf-printed", 0)},
    lambda e: OPEN if e is None else YES if e.point > 0 else NO if e.n >= 10 else OPEN,
    one_is_enough=True)
g2 = by_share(
    "g2", "`>=` where `>` is meant makes alpha-beta return a wrong best move in most positions",
    "share of wrong best moves of alpha-beta as printed, above half. (Values and work are right.)", {
        HOLDS: "Compare with `>`: a move that only equals alpha has proved nothing.",
        SOME: "Compare with `>`: a move that only equals alpha has proved nothing; how often it is wrong "
              "depends on the game.",
        UNSETTLED: "Compare with `>`: a move that only equals alpha has proved nothing.",
        FALSE: "Compare with `>` all the same: the move is wrong in fewer than half of the positions, "
               "but it is wrong."},
    "alphabeta-printed", 0, {"fail-soft: wrong moves": ("failsoft-printed", 0),
                             "alpha-beta: wrong values": ("alphabeta-printed", 1)},
    numbers.above(0.5))


def printed(algo: str) -> Chosen:
    return Chosen(PRINTED, {"algo": algo})


g3 = compared(
    "g3", "PVS as printed, whose first move neither raises alpha nor cuts off, takes at least twice the "
    "work of alpha-beta", Ratio(printed("pvs-printed"), printed("alphabeta")), numbers.above(2), {
        HOLDS: "Let the first move's score raise alpha and cut off.",
        SOME: "Let the first move's score raise alpha and cut off: in some games it is most of the search.",
        UNSETTLED: "Let the first move's score raise alpha and cut off.",
        FALSE: "The slip costs less than twice the work here; mend it all the same."},
    source=EPPSTEIN + " The bound of 2 is ours.", voters=searches.ALL,
    rule="work of PVS as printed / work of alpha-beta, both in the textbook form, above 2.")

G = Theme("g", "The listings as printed", [g1, g2, g3])


# ---- m -------------------------------------------------------------------------------------------

def sound(search) -> bool:
    config = search.config
    return not config["algo"].endswith("printed") and config.get("tt_mode") != "deeper" \
        and config["algo"] != "minimal" and "select" not in config and "node_limit" not in config


def m1(data) -> Statement:
    lines = []
    own_trees = [d for d in data.of["ordering"].by_domain]
    for name, domains in [*((domain, [domain]) for domain in searches.ALL), ("trees of `ordering`", own_trees)]:
        groups, unfinished, count = {}, 0, 0
        for rows in data.of.values():
            for domain in domains:
                for one in filter(sound, rows.by_domain.get(domain, [])):
                    config = one.config
                    depth, quiet = config["depth"], config.get("quiescence", False)
                    unfinished += one.status != "ok" and not config["algo"].startswith("mtdf+")
                    count += 1
                    for back in range(len(one.steps)):
                        key = (domain, one.position, depth - back, config.get("eval"), config.get("grain", 1),
                               quiet)
                        groups.setdefault(key, set()).add(one.steps[-1 - back][0])
        differ = sum(len(values) > 1 for values in groups.values())
        lines.append(Line(name, YES if not differ and not unfinished else NO,
                          [str(count), str(len(groups)), str(differ), str(unfinished)]))
    wrong = "Values differ, which must not happen: one of the searches is wrong."
    return Statement(
        "m1", "All sound searches return one value", OURS + ": the papers' proofs, tested.",
        "for, if all searches and iterations of one position, depth, evaluation, grain and quiescence, of all "
        "experiments together, have one value, whatever the algorithm, window, widening, guess, table "
        "(`exact`), ordering and deepening; against, if one differs or has none. Printed forms, `deeper`, selection and "
        "the minimal tree are left out; MTD(f) on fail-hard may give up (n4).",
        ["searches", "positions, depths, evaluations, grains", "with different values", "without a value"],
        lines, {HOLDS: "Choose by cost alone: the value is the same.", SOME: wrong, FALSE: wrong},
        [experiment.name for experiment in searches.EXPERIMENTS])


M = Theme("m", "One value", [m1])
