"""Does it survive selection? Statements about programs, where null moves, reductions and extensions prune."""
from .. import numbers, searches
from ..numbers import above, below
from ..statement import FALSE, HOLDS, SOME, UNSETTLED, Chosen, Ratio, claim, depth_of, half_pawns, kept, of_domain, together

CLIP = 20  # half pawns: more than that is lost once
GRADUAL = {"algo": "aspiration+pvs", "window": half_pawns(0.25), "widen": "gradual"}
HALF = {"algo": "aspiration+pvs", "window": half_pawns(0.5), "widen": "full"}
OPENING_SLOWLY = HALF | {"widen": "gradual"}
PVS, MTDF = {"algo": "pvs"}, {"algo": "mtdf", "guess": "previous"}
TWO_AGO = MTDF | {"guess": "parity"}


def checked(select) -> bool:
    return select is not None and "check" in select


def unchecked(select) -> bool:
    return select is not None and "check" not in select


def none(value) -> bool:
    return not value


def anything(_) -> bool:
    return True


USUAL = {"grain": 1, "etc": False, "tt_bytes": 1 << 26, "fail_high_less": none}


def chosen(config: dict, select=unchecked, experiment: str = "selected") -> Chosen:
    return Chosen(experiment, USUAL | config | {"select": select})


def budgets(data, domain: str) -> list:
    return sorted({config["node_limit"] for config in data.rows(searches.judged(domain)).about["configs"]})


def lost(a: dict, b: dict, of=(unchecked, unchecked), budget: int = -1):
    """How much more a move by the one loses than by the other, clipped, at equal work: the greatest, or another."""
    def mean(data, domain: str, back: int = 0):
        clip = CLIP * searches.BY_NAME[domain].half_pawn
        limit = {"node_limit": budgets(data, domain)[budget], "depth": anything}
        found = together(data, domain, 0, *(chosen(config | limit, select, searches.judged(domain))
                                            for config, select in zip((a, b), of)))
        return numbers.spread([min(float(x.kept["regret"]), clip) - min(float(y.kept["regret"]), clip) for x, y in found
                               if x.kept["regret"] and y.kept["regret"]], numbers.points)
    return mean


def survives(id: str, text: str, a: dict, b: dict, advice: tuple, without: str | tuple = "", source: str = "ours") -> None:
    """A statement of work that has to hold with each selection; and, beside it, without: by which experiments."""
    at, checks = Ratio(chosen(a), chosen(b)), Ratio(chosen(a, checked), chosen(b, checked))
    of = Ratio(*(Chosen(name, one) for name, one in zip(without, (a, b)))) if without else lambda *_: None
    claim(id, text, source,
          "work / work, below 1: for or against, if it is so by null moves and reductions (in connect four, checkers and "
          "Othello reductions alone) at both depths, and with extensions of checks at d, where there are checks. *Loses "
          "more*: what the moves lose, less what those of the other lose, at equal work, in points a move (in connect four "
          "and Othello, whose judged positions are solved, in results: a draw thrown away is 1).", at, below(1), advice,
          columns={"depth d": depth_of("selected"), "without selection": of, "at d - 1": 1, "at d": 0,
                   "checks extended": checks, "loses more": lost(a, b)}, rows=searches.VOTERS,
          also=lambda data, domain: [checks(data, domain)] if domain in searches.NULL else [])


CORES, WINDOWS = ("cores", "cores"), ("windows", "windows")
survives("o1", "PVS takes less work than alpha-beta (h2)", PVS, {"algo": "alphabeta"},
         (UNSETTLED, "To equal depth PVS and alpha-beta take about the same: null moves, which need null windows, save about "
                     "what is searched again."), CORES)
survives("o2", "NegaScout takes less work than PVS (h4)", {"algo": "negascout"}, PVS,
         (UNSETTLED, "Selection leaves nothing of h4 that can be seen."), CORES)
survives("o3", "From the last value MTD(f) takes no more work than PVS", MTDF, PVS,
         (FALSE, "Do not prune by null moves and reductions under MTD(f): it searches again what they have cut."), CORES)
survives("o4", "For MTD(f) the value two iterations ago is a better guess than the last (d3)", TWO_AGO, MTDF,
         (UNSETTLED, "With selection the two guesses cannot be told apart."), CORES)
survives("o5", "A quarter of a pawn, opening at once, takes less work than the open window", HALF, PVS,
         (SOME, "In the games named such a window survives selection."), ("windows", "cores"))
survives("o6", "An eighth of a pawn, opening step by step, takes less work than the open window", GRADUAL, PVS,
         (UNSETTLED, "What is left of their gain cannot be seen."), ("windows", "cores"),
         "engines' tests by Elo speak for narrow windows that widen step by step: casanchess #37, PlentyChess #63, Weiss #119.")
survives("o7", "After a fail, growing step by step takes less work than opening at once (d1)", OPENING_SLOWLY, HALF,
         (SOME, "In the games named d1 survives selection."), WINDOWS)
survives("o8", "Aspiration with PVS, opening step by step, takes less work than MTD(f) (i1)", GRADUAL, MTDF,
         (HOLDS, "With selection use aspiration and PVS, not MTD(f)."), ("windows", "cores"))
survives("o9", "A ply less after a fail high saves work", GRADUAL | {"fail_high_less": True}, GRADUAL,
         (HOLDS, "Search a ply less after a fail high."),
         source="Weiss #183, Lizard #47 and Sirius #119, which tested it by Elo.")
survives("o10", "A table of 64 MB takes less work than one of 256 KB (l1)", PVS, PVS | {"tt_bytes": 1 << 18},
         (SOME, "In the games named l1 survives selection."))
survives("o11", "Enhanced transposition cutoffs save work", PVS | {"etc": True}, PVS,
         (SOME, "They survive selection in the games named."), ("etc", "cores"))
survives("o12", "An evaluation in steps of a sixth of a pawn helps PVS (n14)",
         PVS | {"grain": of_domain(lambda domain: domain.points(0.32))}, PVS, (HOLDS, "n14 survives selection."),
         ("grains", "cores"))


def same(config: dict, of):
    """The share of positions at which that search and PVS agree, among those that all three have."""
    def share(data, domain: str, back: int = 0):
        found = together(data, domain, 0, *map(chosen, (PVS, config, MTDF, GRADUAL)))
        return numbers.share(sum(of(a) == of(b) for a, b, *_ in found), len(found))
    return share


def value(one):
    return one.value


def crossed(data, domain: str) -> int:
    return sum(int(mtdf.kept["crossed"] or 0) for mtdf, *_ in together(data, domain, 0, *map(chosen, (MTDF, PVS, GRADUAL))))


claim("o13", "With selection MTD(f) finds PVS's value at 95 % of positions",
      "ours: by the same reductions, null moves in every null window.",
      "for, if the whole of Wilson's interval of the share is above 95 %, at d; against, if it is below. *Crossed*: "
      "iterations of MTD(f) that ended because its bounds had crossed; *null searches*: of MTD(f), to those of PVS.",
      same(MTDF, value), above(0.95),
      (FALSE, "MTD(f) with selection is another program, not the same one with less work: compare what moves lose."),
      columns={"depth d": depth_of("selected"), "same value": 0, "same move": same(MTDF, lambda one: one.kept["best_move"]),
               "crossed": crossed, "null searches / PVS": Ratio(chosen(MTDF), chosen(PVS), kept("null_searches")),
               "aspiration: same value": same(GRADUAL, value)}, depths=(0,), rows=searches.VOTERS, pools=False)
TO_DEPTH = Ratio(chosen(PVS, checked), chosen(PVS))
for id, text, of, with_it, rows, advice in (
        ("o14", "Null moves and reductions make moves better at equal work", (unchecked, none), lambda *_: None,
         searches.VOTERS, "On these positions what they bring cannot be seen."),
        ("o15", "Extending checks makes moves better at equal work, beside null moves and reductions", (checked, unchecked),
         TO_DEPTH, searches.NULL, "On these positions the gain cannot be seen.")):
    claim(id, text, "ours",
          "what the moves of PVS lose with it, less what they lose without, at equal work (100 000 positions entered), below "
          f"0; on the judged suites, in points a move, a loss clipped at {CLIP} half pawns (in connect four and Othello in "
          "results).", lost(PVS, PVS, of), below(0), (UNSETTLED, advice),
          columns={"loses more": 0, "at three tenths of that work": lost(PVS, PVS, of, 0),
                   "work to depth d, with / without": with_it}, depths=(0,), rows=rows, pools=False)
