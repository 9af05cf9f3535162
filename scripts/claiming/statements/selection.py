"""Do statements about programs hold with selection: null moves, reductions and extensions?"""
import csv
from operator import attrgetter, not_ as none

from figures import cli, elo

from .. import numbers, searches
from ..numbers import above, below
from ..statement import Chosen, Ratio, claim, depth_of, each, half_pawns, kept, of_domain, together

CLIP = 20  # half pawns: a larger loss counts as this
GRADUAL = {"algo": "aspiration+pvs", "window": half_pawns(0.25), "widen": "gradual"}
HALF = {"algo": "aspiration+pvs", "window": half_pawns(0.5), "widen": "full"}
OPENING_SLOWLY = HALF | {"widen": "gradual"}
PVS, MTDF = {"algo": "pvs"}, {"algo": "mtdf", "guess": "previous"}
TWO_AGO = MTDF | {"guess": "parity"}


def checked(select) -> bool:
    return select is not None and "check" in select


def with_iir(select) -> bool:
    return select is not None and "lmr" in select and "iir" in select


def unchecked(select) -> bool:
    return select is not None and "check" not in select and "iir" not in select


def anything(_) -> bool:
    return True


def anywhere(tt_pv) -> bool:
    return tt_pv is not False


USUAL = {"grain": 1, "etc": False, "tt_bytes": 1 << 26, "fail_high_less": none, "tt_pv": anywhere}


def chosen(config: dict, select=unchecked, experiment: str = "selected") -> Chosen:
    return Chosen(experiment, USUAL | config | {"select": select})


def budgets(data, domain: str) -> list:
    return sorted({config["node_limit"] for config in data.rows(searches.judged(domain)).about["configs"]})


def losses(data, domain: str, a: dict, b: dict, of=(unchecked, unchecked), budget: int = -1) -> list[float]:
    """How much more a move of a loses than one of b, clipped, with the same budget of work."""
    clip = CLIP * searches.BY_NAME[domain].half_pawn
    limit = {"node_limit": budgets(data, domain)[budget], "depth": anything}
    found = together(data, domain, 0, *(chosen(config | limit, select, searches.judged(domain))
                                        for config, select in zip((a, b), of)))
    return [min(float(x.kept["regret"]), clip) - min(float(y.kept["regret"]), clip) for x, y in found
            if x.kept["regret"] and y.kept["regret"]]


def lost(*how, duel: tuple = (), **more):
    """The mean of these losses, or what a duel says. `duel`: the settings of uci that a and b do not share."""
    return lambda data, domain, back=0: duel and duelled(domain, *duel) or numbers.spread(losses(data, domain, *how, **more), numbers.points)


def duelled(domain: str, *settings: str) -> numbers.Estimate | None:
    """How many points a move of a loses more than one of b by duel: of the duels that decide, by that of most nodes.
    Both prune and have the game's own evaluation, as the searches of these statements."""
    with open(cli.shared("results/reference/duel.csv"), newline="", encoding="utf-8") as file:
        pairs = [pair for pair in csv.DictReader(file) if pair["game"] == domain and pair["nodes_a"] == pair["nodes_b"] and pair["mean"]]
    wanted, found = [{*one.split(";")} - {""} for one in settings], {}
    for pair in pairs:
        a, b = ({*pair[side].split(";")} - {""} for side in "ab")
        if "Select=null,lmr" not in a & b or any(one.startswith("Eval=") for one in a & b):
            continue
        mean, *ends = (float(pair[name]) for name in elo.MEAN)
        for sign, own in ((-1, [a - b, b - a]), (1, [b - a, a - b])):
            if own == wanted and ends[0] * ends[1] > 0:
                found[int(pair["nodes_a"])] = numbers.Estimate(int(pair["n"]), sign * mean, *sorted(sign * end for end in ends), numbers.points)
    return found[max(found)] if found else None


def survives(id: str, a: dict, b: dict, without: tuple = (), duel: tuple = ()) -> None:
    """A statement about work for each selection. `without`: the experiments without any; `duel`: as in lost."""
    at, checks = Ratio(chosen(a), chosen(b)), Ratio(chosen(a, checked), chosen(b, checked))
    of = Ratio(*(Chosen(name, one) for name, one in zip(without, (a, b)))) if without else lambda *_: None
    claim(id, at, below(1),
          columns={"depth d": depth_of("selected"), "without selection": of, "at d - 1": 1, "at d": 0,
                   "checks extended": checks, "loses more": lost(a, b, duel=duel)}, rows=searches.VOTERS,
          also=lambda data, domain: [checks(data, domain)] if domain in searches.NULL else [])


CORES, WINDOWS, BOTH = ("cores", "cores"), ("windows", "windows"), ("windows", "cores")
survives("o1", PVS, {"algo": "alphabeta"}, CORES)
survives("o2", {"algo": "negascout"}, PVS, CORES)
survives("o3", MTDF, PVS, CORES, ("Algorithm=mtdf", ""))
survives("o4", TWO_AGO, MTDF, CORES)
survives("o5", HALF, PVS, BOTH)
survives("o6", GRADUAL, PVS, BOTH, ("Algorithm=aspiration+pvs;Window=0.125p;Widen=gradual", ""))
survives("o7", OPENING_SLOWLY, HALF, WINDOWS)
survives("o8", GRADUAL, MTDF, BOTH)
survives("o9", GRADUAL | {"fail_high_less": True}, GRADUAL, duel=("FailHighLess=on", ""))
survives("o10", PVS, PVS | {"tt_bytes": 1 << 18})
survives("o11", PVS | {"etc": True}, PVS, ("etc", "cores"))
survives("o12", PVS | {"grain": of_domain(lambda domain: domain.points(0.32))}, PVS, ("grains", "cores"))


def same(config: dict, of):
    """The share of positions at which the search and PVS agree, of those that all three finished."""
    return each(lambda a, b, *_: of(a) == of(b), *map(chosen, (PVS, config, MTDF, GRADUAL)), of=numbers.portion)


value, move = attrgetter("value"), lambda one: one.kept["best_move"]
crossed = each(lambda mtdf, *_: int(mtdf.kept["crossed"] or 0), *map(chosen, (MTDF, PVS, GRADUAL)), of=sum)
claim("o13", same(MTDF, value), above(0.95),
      columns={"depth d": depth_of("selected"), "same value": 0, "same move": same(MTDF, move),
               "crossed": crossed, "null searches / PVS": Ratio(chosen(MTDF), chosen(PVS), kept("null_searches")),
               "aspiration: same value": same(GRADUAL, value)}, depths=(0,), rows=searches.VOTERS, pools=False)
for id, of, with_it, rows in (
        ("o14", (unchecked, none), lambda *_: None, searches.VOTERS),
        ("o15", (checked, unchecked), Ratio(chosen(PVS, checked), chosen(PVS)), searches.NULL)):
    claim(id, lost(PVS, PVS, of), below(0),
          columns={"loses more": 0, "at three tenths of that work": lost(PVS, PVS, of, 0),
                   "work to depth d, with / without": with_it}, depths=(0,), rows=rows, pools=False)
