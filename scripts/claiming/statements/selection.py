"""Does it survive selection? Statements about programs, where null moves, reductions and extensions prune."""
from .. import numbers, searches
from ..statement import FALSE, HOLDS, OURS, SOME, UNSETTLED, Chosen, Ratio, Theme, by_domain, half_pawns

CLIP = 20  # half pawns: more than that is lost once
GRADUAL = {"algo": "aspiration+pvs", "window": half_pawns(0.25), "widen": "gradual"}
HALF = {"algo": "aspiration+pvs", "window": half_pawns(0.5), "widen": "full"}
OPENING_SLOWLY = HALF | {"widen": "gradual"}
PVS, MTDF = {"algo": "pvs"}, {"algo": "mtdf", "guess": "previous"}


def checked(select) -> bool:
    return select is not None and "check" in select


def unchecked(select) -> bool:
    return select is not None and "check" not in select


def none(value) -> bool:
    return not value


def anything(_) -> bool:
    return True


USUAL = {"grain": 1, "etc": False, "tt_bytes": 1 << 26, "fail_high_less": none}


def chosen(experiment: str, config: dict, select) -> Chosen:
    return Chosen(experiment, USUAL | config | {"select": select})


def lost(data, domain: str, above: dict, below: dict, of=(unchecked, unchecked)) -> numbers.Estimate | None:
    """How much more the one loses a move than the other with the greatest budget, clipped."""
    clip = CLIP * searches.BY_NAME[domain].half_pawn
    greatest = max(config["node_limit"] for config in data.of[searches.judged(domain)].about["configs"])
    a, b = (chosen(searches.judged(domain), {"node_limit": greatest, "depth": anything} | config, select).find(data, domain, 0)
            for config, select in zip((above, below), of))
    return numbers.spread([min(float(a[key].kept["regret"]), clip) - min(float(b[key].kept["regret"]), clip)
                           for key in sorted(a.keys() & b.keys()) if a[key].kept["regret"] and b[key].kept["regret"]])


def points(e: numbers.Estimate | None) -> str:
    if e is None:
        return "-"
    decimals = 1 if max(abs(e.low), abs(e.high)) >= 10 else 2
    return "{:+.{n}f} [{:+.{n}f}, {:+.{n}f}]".format(e.point, e.low, e.high, n=decimals)


USES = ["selected", *map(searches.judged, searches.VOTERS)]


def survives(id: str, text: str, above: dict, below: dict, says, then: dict, without: Ratio | None = None,
             rule: str = "", source: str = OURS):
    """A statement of work that has to hold with each selection; and, beside it, without."""
    @by_domain(id, text, source, (rule or f"work / work, {says.__doc__}") + ": for or against, if it is so by null "
               "moves and reductions (in connect four, checkers and Othello reductions alone) at both depths, and "
               "with extensions of checks at d, where there are checks. *Loses more*: what the moves lose, less "
               "what those of the other lose, at equal work, in points a move (in connect four and Othello, whose "
               "judged positions are solved, in results: a draw thrown away is 1).",
               ["depth d", "without selection", "at d - 1", "at d", "checks extended", "loses more", "n"], then,
               [*USES, *(without.uses if without else [])])
    def made(data, domain: str):
        if domain not in data.of["selected"].by_domain:
            return None
        less, most, check = (
            Ratio(chosen("selected", above, select), chosen("selected", below, select))(data, domain, back)
            for select, back in ((unchecked, 1), (unchecked, 0), (checked, 0)))
        said = [says(less), says(most), *([says(check)] if domain in searches.NULL else [])]
        return numbers.both(*said), [
            str(data.depth("selected", domain)), numbers.interval(without and without(data, domain)),
            *map(numbers.interval, (less, most, check)), points(lost(data, domain, above, below)),
            numbers.count(most)], most
    return made


def less_than(limit: float):
    says = numbers.below(limit)
    says.__doc__ = f"below {limit}"
    return says


def cores(above: dict, below: dict) -> Ratio:
    return Ratio(Chosen("cores", above), Chosen("cores", below))


def windows(above: dict, below: dict) -> Ratio:
    return Ratio(*(Chosen("windows" if "window" in one else "cores", one) for one in (above, below)))


def advice(holds: str, some: str, unsettled: str, fails: str) -> dict:
    return {HOLDS: holds, SOME: some, UNSETTLED: unsettled, FALSE: fails}


o1 = survives(
    "o1", "PVS takes less work than alpha-beta (h2)", PVS, {"algo": "alphabeta"}, less_than(1),
    advice("h2 survives selection.", "In the games named h2 survives selection.",
           "To equal depth PVS and alpha-beta take about the same: null moves, which need null windows, save about what "
           "is searched again.", "h2 does not survive selection: to equal depth alpha-beta takes no more."),
    cores(PVS, {"algo": "alphabeta"}))
o2 = survives(
    "o2", "NegaScout takes less work than PVS (h4)", {"algo": "negascout"}, PVS, less_than(1),
    advice("h4 survives selection.", "In the games named h4 survives selection.",
           "Selection leaves nothing of h4 that can be seen.", "h4 does not survive selection."),
    cores({"algo": "negascout"}, PVS))
o3 = survives(
    "o3", "From the last value MTD(f) takes no more work than PVS", MTDF, PVS, less_than(1),
    advice("MTD(f) survives selection.", "In the games named MTD(f) survives selection.",
           "Whether MTD(f) survives selection cannot be told.",
           "Do not prune by null moves and reductions under MTD(f): it searches again what they have cut."),
    cores(MTDF, PVS))
o4 = survives(
    "o4", "For MTD(f) the value two iterations ago is a better guess than the last (d3)",
    MTDF | {"guess": "parity"}, MTDF, less_than(1),
    advice("d3 survives selection.", "In the games named d3 survives selection.",
           "With selection the two guesses cannot be told apart.", "With selection the last value is the better guess."),
    cores(MTDF | {"guess": "parity"}, MTDF))
o5 = survives(
    "o5", "A quarter of a pawn, opening at once, takes less work than the open window", HALF, PVS, less_than(1),
    advice("Such a window survives selection.", "In the games named such a window survives selection.",
           "With selection such a window changes too little to see.", "With selection such a window costs more."),
    windows(HALF, PVS))
o6 = survives(
    "o6", "An eighth of a pawn, opening step by step, takes less work than the open window", GRADUAL, PVS,
    less_than(1),
    advice("Narrow windows that open step by step keep their gain.",
           "In the games named narrow windows that open step by step keep their gain.",
           "What is left of their gain cannot be seen.", "Their gain is gone with selection."),
    windows(GRADUAL, PVS),
    source="engines' tests by Elo speak for narrow windows that widen step by step: casanchess #37, PlentyChess "
           "#63, Weiss #119.")
o7 = survives(
    "o7", "After a fail, growing step by step takes less work than opening at once (d1)", OPENING_SLOWLY, HALF,
    less_than(1),
    advice("d1 survives selection.", "In the games named d1 survives selection.", "d1 cannot be seen with selection.",
           "With selection open the side at once."),
    windows(OPENING_SLOWLY, HALF))
o8 = survives(
    "o8", "Aspiration with PVS, opening step by step, takes less work than MTD(f) (i1)", GRADUAL, MTDF, less_than(1),
    advice("With selection use aspiration and PVS, not MTD(f).",
           "With selection use aspiration and PVS, not MTD(f), in the games named.",
           "Which of them takes less cannot be told.", "MTD(f) stays the better one."),
    windows(GRADUAL, MTDF))
o9 = survives(
    "o9", "A ply less after a fail high saves work", GRADUAL | {"fail_high_less": True}, GRADUAL, less_than(1),
    advice("Search a ply less after a fail high.", "Search a ply less after a fail high in the games named.",
           "Work does not tell whether it pays.", "A ply less after a fail high saves nothing."),
    source="Weiss #183, Lizard #47 and Sirius #119, which tested it by Elo.")
o10 = survives(
    "o10", "A table of 64 MB takes less work than one of 256 KB (l1)", PVS, PVS | {"tt_bytes": 1 << 18}, less_than(1),
    advice("l1 survives selection.", "In the games named l1 survives selection.",
           "So few nodes are left that 256 KB hold them.", "With selection the smaller table does as well."))
o11 = survives(
    "o11", "Enhanced transposition cutoffs save work", PVS | {"etc": True}, PVS, less_than(1),
    advice("They survive selection.", "They survive selection in the games named.", "What they save cannot be seen.",
           "With selection they save nothing."),
    Ratio(Chosen("etc", {"algo": "pvs"}), Chosen("cores", PVS)))


def sixth(domain: searches.Domain) -> int:
    return domain.points(0.32)


sixth.of_domain = True
o12 = survives(
    "o12", "An evaluation in steps of a sixth of a pawn helps PVS (n14)", PVS | {"grain": sixth}, PVS, less_than(1),
    advice("n14 survives selection.", "In the games named n14 survives selection.", "What rounding saves cannot be seen.",
           "With selection rounding saves nothing."),
    Ratio(Chosen("grains", {"algo": "pvs", "grain": sixth}), Chosen("cores", PVS)))


@by_domain(
    "o13", "With selection MTD(f) finds PVS's value at 95 % of positions",
    OURS + ": by the same reductions, null moves in every null window.",
    "for, if the whole of Wilson's interval of the share is above 95 %, at d; against, if it is below. *Crossed*: "
    "iterations of MTD(f) that ended because its bounds had crossed; *null searches*: of MTD(f), to those of PVS.",
    ["depth d", "same value", "same move", "crossed", "null searches / PVS", "aspiration: same value", "n"],
    advice("MTD(f) plays the same program.", "In the games named MTD(f) plays the same program.",
           "How often they differ is too near to a twentieth.",
           "MTD(f) with selection is another program, not the same one with less work: compare what moves lose."),
    ["selected"])
def o13(data, domain: str):
    if domain not in data.of["selected"].by_domain:
        return None
    pvs, mtdf, gradual = (chosen("selected", config, unchecked).find(data, domain, 0)
                          for config in (PVS, MTDF, GRADUAL))
    keys = sorted(pvs.keys() & mtdf.keys() & gradual.keys())

    def same(other: dict, of) -> numbers.Estimate | None:
        return numbers.share(sum(of(pvs[key]) == of(other[key]) for key in keys), len(keys))
    value, move = (lambda one: one.value), (lambda one: one.kept["best_move"])
    found = same(mtdf, value)
    searched = [numbers.paired(mtdf, pvs, lambda one: int(one.kept["null_searches"] or 0))]
    return numbers.above(0.95)(found), [
        str(data.depth("selected", domain)), numbers.percents(found), numbers.percents(same(mtdf, move)),
        str(sum(int(mtdf[key].kept["crossed"] or 0) for key in keys)),
        numbers.interval(numbers.geometric(searched[0])), numbers.percents(same(gradual, value)), numbers.count(found)]


def brings(id: str, text: str, with_it, without, at_depth, then: dict, domains=searches.VOTERS):
    """What a selection brings PVS at equal work, by what its moves lose."""
    greatest = f"{max(searches.budgets(True)):,}".replace(",", " ")

    @by_domain(id, text, OURS, f"what the moves of PVS lose with it, less what they lose without, at equal work ({greatest} "
               f"positions entered), below 0; on the judged suites, in points a move, a loss clipped at {CLIP} half "
               "pawns (in connect four and Othello in results).",
               ["loses more", "at three tenths of that work", "work to depth d, with / without", "n"], then,
               USES, domains=domains)
    def made(data, domain: str):
        if domain not in data.of[searches.judged(domain)].by_domain:
            return None
        found = {}
        for budget in sorted({config["node_limit"] for config in data.of[searches.judged(domain)].about["configs"]}):
            found[budget] = lost(data, domain, PVS | {"node_limit": budget}, PVS | {"node_limit": budget},
                                 (with_it, without))
        least, most = found[min(found)], found[max(found)]
        return numbers.below(0)(most), [points(most), points(least), at_depth(data, domain), numbers.count(most)]
    return made


def to_depth(data, domain: str) -> str:
    return numbers.interval(Ratio(chosen("selected", PVS, checked), chosen("selected", PVS, unchecked))(data, domain))


o14 = brings("o14", "Null moves and reductions make moves better at equal work", unchecked, none, lambda *_: "-", advice(
    "Prune.", "Prune in the games named.", "On these positions what they bring cannot be seen.",
    "They cost more than they bring."))
o15 = brings("o15", "Extending checks makes moves better at equal work, beside null moves and reductions", checked,
             unchecked, to_depth, advice(
                 "Extend checks.", "Extend checks in the games named.", "On these positions the gain cannot be seen.",
                 "They cost more than they bring."), domains=searches.NULL)

O = Theme("o", "Does it survive selection?",
          [o1, o2, o3, o4, o5, o6, o7, o8, o9, o10, o11, o12, o13, o14, o15])
