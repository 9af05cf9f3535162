"""From which depth aspiration pays; what one ply less costs; iterative deepening."""
from figures.claims import Picture, panel

from .. import numbers, searches
from ..numbers import NO, OPEN, YES, above, below, within
from ..statement import FALSE, HOLDS, PVS, SOME, WINDOW, Chosen, Ratio, by_line, claim, cores, depth_of


def by_depth(data, domain: str) -> dict:
    """By depth, from 2 on, the ratio of half a pawn to the open window."""
    most = data.depth("cores", domain)
    return {most - back: Ratio(WINDOW, PVS)(data, domain, back) for back in range(most - 2, -1, -1)}


def laboratory(guess: str):
    def ratio(data, domain: str, back: int = 0):
        depth = data.depth("shallow", domain) - back
        return Ratio(Chosen("shallow", {"algo": "aspiration", "guess": guess, "depth": depth}),
                     Chosen("shallow", {"algo": "alphabeta", "depth": depth}))(data, domain)
    return ratio


def in_laboratory(data, domain: str, guess: str) -> dict:
    most = data.depth("shallow", domain)
    return {most - back: laboratory(guess)(data, domain, back) for back in range(most - 2, -1, -1)}


def from_four(found: dict) -> str:
    """For, if all intervals from depth 4 on lie below 1; against, if one lies above."""
    said = [below(1)(e) for depth, e in found.items() if depth >= 4]
    return NO if NO in said else YES if said and set(said) == {YES} else OPEN


def pays_from(found: dict) -> int | str:
    return next((depth for depth in found if all(below(1)(e) == YES for at, e in found.items() if at >= depth)), "none")


@by_line("c1", "Aspiration by half a pawn pays from depth 4 on", "ours.",
         "aspiration with PVS, everything on, half a pawn: for, if the interval of its work / that of PVS lies below 1 at "
         "every depth from 4 on; against, if it lies above 1 at one of them.",
         ["pays from depth", "depth 2", "depth 4", "depth 6", "greatest depth", "there", "n"],
         (SOME, "See from which depth it pays in your game; in others it costs, or changes nothing."),
         picture=lambda data: Picture(
             "depths", "Aspiration by half a pawn, by depth. Left: with PVS and everything on, from the last iteration's "
             "value. Right: in the laboratory, the textbook form, from the true value.",
             [panel(title, "depth", f"work / work of {other}", {d: of(data, d).items() for d in searches.VOTERS})
              for title, other, of in (("everything", "pvs", by_depth), (
                  "laboratory", "alphabeta", lambda data, d: in_laboratory(data, d, "exact")))]))
def c1(data, domain: str):
    found = by_depth(data, domain)
    most = max(found)
    return from_four(found), [pays_from(found), *map(found.get, (2, 4, 6)), most, found[most],
                              found[most].n if found[most] else 0]


claim("c2", "In games with table and ordering half a pawn saves little: at most a tenth of the work",
      "ours; F. Kopp 2019 measured 4.6 % more nodes with windows.",
      "aspiration with PVS by half a pawn / PVS, everything on, above 0.9. (The best window may save more: b2.)",
      Ratio(WINDOW, PVS), above(0.9),
      (HOLDS, "Do not expect much of half a pawn in a program that has a table and orders its moves."),
      beside={"around fail-soft": Ratio(cores("aspiration", guess="previous"), cores("failsoft"))})
claim("c3", "In the laboratory, that is in the textbook form and from a right guess, a window saves much: at least a fifth",
      "ours.", "the ratio to alpha-beta in the textbook form, guess = the true value, below 0.8.",
      laboratory("exact"), below(0.8),
      (SOME, "Measurements without table and ordering, from guesses nobody has, promise more than programs deliver: from a "
             "guess that is searched for, nothing is left of it."),
      columns={"depth d": depth_of("shallow"), "at d - 1": 1, "at d": 0, "from the value one ply less deep": laboratory("shallow")},
      voters=searches.ALL)


# ---- e -------------------------------------------------------------------------------------------

def less_deep(chosen: Chosen, plies: int = 2):
    """What an iteration so many plies before costs of the last one, per ply."""
    def ratio(data, domain: str, back: int = 0):
        costs = []
        for one in chosen.find(data, domain).values():
            if len(one.steps) > back + plies:
                totals = [0, *(step[1] for step in one.steps)]
                own, before = (totals[-1 - k] - totals[-2 - k] for k in (back, back + plies))
                costs.append((before / own) ** (1 / plies))
        return numbers.geometric(costs)
    return ratio


def bare(algo: str, deepening: bool) -> Chosen:
    return Chosen("bare", {"algo": algo, "deepening": deepening})


claim("e1", "A search to depth d - 1 costs a fifteenth to a fifth of one to depth d", "ours.",
      "work of the last iteration but two / work of the last, per ply (the square root), PVS with everything on, between "
      "1/15 and 1/5; against, if the whole interval is outside at both depths, to either side.",
      less_deep(PVS), within(1 / 15, 1 / 5),
      (FALSE, "With table and ordering, one ply less saves less than that; how much depends on the branching."),
      columns={"depth d": depth_of("cores"), "from d - 3 to d - 1": 1, "from d - 2 to d": 0,
               "last ply only": less_deep(PVS, 1),
               "alpha-beta without table and ordering": less_deep(bare("alphabeta", True))}, pools=False)

# ---- j -------------------------------------------------------------------------------------------

claim("j1", "Without table and ordering, deepening costs at most a quarter more work",
      "ours: if each iteration costs a fifth of the next, all but the last cost a quarter of it.",
      "work with deepening / without, no table, no ordering, no quiescence, below 1.25.",
      Ratio(bare("alphabeta", True), bare("alphabeta", False)), below(1.25),
      (SOME, "Where few moves make a ply cheap, deepening costs more than claimed; see e1."),
      beside={"PVS at d": Ratio(bare("pvs", True), bare("pvs", False))}, voters=searches.ALL)
claim("j2", "With table and ordering, deepening takes less work than searching to the full depth at once", "ours",
      "work of PVS with deepening / without, everything else on, below 1.",
      Ratio(PVS, Chosen("direct", {"algo": "pvs"})), below(1),
      (SOME, "Deepen: where one depth predicts the next it more than pays, and it always lets a program stop in time."),
      beside={"alpha-beta at d": Ratio(cores("alphabeta"), Chosen("direct", {"algo": "alphabeta"}))})
