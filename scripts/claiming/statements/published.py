"""What lecture notes, papers and programs say besides."""
from .. import numbers, searches
from ..numbers import NO, NONE, OPEN, YES, above, below, within
from ..statement import ALPHABETA, FALSE, HOLDS, LAST, NEGASCOUT, PVS, SOME, TWO_AGO, UNSETTLED, Chosen, Ratio, by_line, \
    claim, cores, depth_of, half_pawns, kept, last_leaves, leaves, of_domain, passes, together, work
from .depth import from_four, in_laboratory, pays_from
from .mtdf import AIJ, coarse, coarsest, grained, is_fine, star
from .ordering import first_moves, plain
from .windows import BestWindow, from_guess, window

ASPIRATION = cores("aspiration+negascout", guess="previous")
TIMED = Ratio(*(Chosen("times", {"algo": algo}) for algo in ("aspiration", "alphabeta")), kept("cpu_s"))


@by_line("n1", "With a guess from a search one ply less deep and no table, aspiration is faster from depth 4 on", "ours.",
         "textbook form, half a pawn, the guess searched for and counted: for, if work / that of alpha-beta lies below 1 at "
         "every depth from 4 on, and so does processor time at both of the two greatest depths (median of 5 runs, taken in "
         "turns); against, if one work lies above 1, or both times do.",
         ["pays from depth", "depth 4", "greatest depth", "there", "time at d - 1", "time at d", "n"],
         (FALSE, "The shallower search costs more than its guess saves."), voters=searches.ALL)
def n1(data, domain: str):
    found, time = in_laboratory(data, domain, "shallow"), [TIMED(data, domain, back) for back in (1, 0)]
    said, most = {from_four(found), numbers.both(*map(below(1), time))}, max(found)
    return NO if NO in said else YES if said == {YES} else OPEN, [
        pays_from(found), found.get(4), most, found[most], *time, found[most].n if found[most] else 0]


# ---- windows off centre --------------------------------------------------------------------------

def drift(data, domain: str) -> float:
    """The mean change of value over two iterations, in half pawns: what parity does not undo."""
    found = [one.steps[i][0] - one.steps[i - 2][0] for one in PVS.find(data, domain).values()
             for i in range(3, len(one.steps))]
    return sum(found) / max(1, len(found)) / searches.BY_NAME[domain].half_pawn


@by_line("n2", "A window off centre helps where values drift",
         "ours; H. Kaindl, R. Shams and H. Horacek 1991 analysed \"windows of varying size and position\"; their abstract "
         "gives no result.",
         "a window of half a pawn to both sides, half of its lower side moved to the upper, or the other way; drift is the "
         "mean of iterations from the fourth on. For, if the work of one of them / that of half a pawn to both sides is below "
         "1 at both depths; against, if both are above.",
         ["drift over two plies, half pawns", "upwards at d - 1", "at d", "downwards at d - 1", "at d", "n"],
         (UNSETTLED, "No side is better at both depths: keep the window around the guess."))
def n2(data, domain: str):
    if not searches.sided(searches.BY_NAME[domain]):
        return NONE, [None] * 6
    up, down = ([Ratio(Chosen("windows", {"algo": "aspiration+pvs", "window": half_pawns(*ends), "widen": "full"}),
                       window(1))(data, domain, back) for back in (1, 0)] for ends in ((0.5, 1.5), (1.5, 0.5)))
    said = [numbers.both(*map(below(1), pair)) for pair in (up, down)]
    return YES if YES in said else NO if set(said) == {NO} else OPEN, [
        drift(data, domain), *up, *down, up[1].n if up[1] else 0]


def last_passes(chosen: Chosen):
    return lambda *at: numbers.geometric([one.passes for one in chosen.find(*at).values()])


BISECT = star("bisect")
claim("n3", "The binary search takes more passes than MTD(f)",
      f"ours; against: {AIJ}: MTD(bi) \"bisects the range of interest, reducing the number of MT calls\". R. Hyatt 2002 found "
      "it \"producing such enormous trees\".",
      "passes of the last iteration / those of MTD(f), above 1.", Ratio(BISECT, LAST, passes), above(1),
      (SOME, "Bisection takes more passes where one depth predicts the next."),
      columns={"passes at d - 1": 1, "passes at d": 0, "bisect: passes at d": last_passes(BISECT),
               "MTD(f): passes at d": last_passes(LAST), "work at d": Ratio(BISECT, LAST)}, pools=False)


# ---- fail-hard MTD(f) ----------------------------------------------------------------------------

def on_core(core: str):
    """At d, one that gave up counts with what it had done: the ratio is then a lower bound."""
    def ratio(data, domain: str, back: int = 0):
        return numbers.geometric(numbers.paired(data.find("hard", domain, back, ended=back > 0, algo=f"mtdf+{core}"),
                                                data.find("hard", domain, back, algo="mtdf"), work))
    return ratio


def gave_up(data, domain: str) -> int:
    return sum(one.status != "ok" for one in data.find("hard", domain, ended=False, algo="mtdf+alphabeta").values())


claim("n4", "Fail-soft is essential to MTD(f): without it MTD(f) takes at least twice the work",
      "D. Eppstein, *ICS 180*, 1999: \"The use of fail-soft alpha-beta is also essential in the MTD(f) algorithm\". The bound "
      "of 2 is ours.",
      "work of MTD(f) with fail-hard alpha-beta (`--allow-fail-hard`) / with fail-soft, everything on, textbook depths, above "
      "2. Searches that gave up after 100 000 passes count with the work they had done.", on_core("alphabeta"), above(2),
      (HOLDS, "Never build MTD(f) on fail-hard: a point a pass is what it then moves."),
      columns={"fail-hard at d - 1": 1, "at d": 0, "gave up": gave_up, "soft below only": on_core("failsoft-low"),
               "soft above only": on_core("failsoft-high")})


# ---- grain ---------------------------------------------------------------------------------------

def coarse_and_fine(data, domain: str) -> list:
    return together(data, domain, 0, grained("pvs"), PVS)


def change(data, domain: str, back: int = 0):
    shares = [(first_moves([a]), first_moves([b])) for a, b in coarse_and_fine(data, domain)]
    return numbers.spread([a - b for a, b in shares if a is not None and b is not None], numbers.percentage_points)


def first_at(which: int):
    def share(data, domain: str) -> str:
        return numbers.percent(first_moves([one[which] for one in coarse_and_fine(data, domain)]))
    return share


claim("n5", "A coarse evaluation harms move ordering",
      "ours; against: the Chess Programming Wiki, *Score*: with a grain \"move ordering becomes less sensitive\" to noise.",
      "the share of PVS's cutoffs that come at the first move, at a grain of a pawn less that at grain 1 (mean over "
      "positions, in percentage points), below 0; at the greater depth. The two shares beside it are of all cutoffs together.",
      change, below(0),
      (FALSE, "A coarse evaluation does not harm ordering: more moves are good enough to cut off."),
      columns={"grain": coarsest, "first-move cutoffs at grain 1": first_at(1), "at that grain": first_at(0),
               "change, points": 0, "work / grain 1": Ratio(grained("pvs"), PVS)}, depths=(0,), unless=is_fine, pools=False)
SIXTH = of_domain(lambda domain: domain.points(0.32))
claim("n14", "An evaluation in steps of a sixth of a pawn helps PVS too",
      "Stockfish, commit d212e663 of July 2024: \"Evaluation grain (to get more alpha-beta cuts)\", in steps of 16 of its own "
      "units; taken out again in October 2024.",
      "work of PVS with evaluations in steps of 0.32 half pawns (16 points where a pawn is worth 100) / with all points, "
      "below 1.", Ratio(grained("pvs", SIXTH), PVS), below(1),
      (HOLDS, "Rounding saves work; f4 has what a whole pawn does to the moves."),
      beside={"MTD(f) at d": Ratio(grained("mtdf", SIXTH), LAST)}, rows=[d for d in searches.ALL if coarse(d)])


# ---- lines of play -------------------------------------------------------------------------------

@by_line("n6", "With a table, alpha-beta and fail-soft return different lines of play",
         "ours; the Chess Programming Wiki, *Search Instability*, has B. Moreland on searches \"returning slightly different "
         "values when called with different windows\".",
         "for, if one line of play differs; against, if none of at least ten does. Table in mode `exact`, so that values "
         "cannot differ.", ["fail-soft / fail-hard: lines that differ", "PVS / fail-soft", "values that differ", "n"],
         (HOLDS, "Lines differ among moves of one value; compare values, not lines."))
def n6(data, domain: str):
    found = together(data, domain, 0, *(Chosen("lines", {"algo": algo}) for algo in ("alphabeta", "failsoft", "pvs")))
    differ, other = (sum(one[i].kept["line"] != one[i + 1].kept["line"] for one in found) for i in (0, 1))
    return YES if differ else NO if len(found) >= 10 else OPEN, [
        numbers.share(differ, len(found)), numbers.share(other, len(found)), sum(a.value != b.value for a, b, _ in found),
        len(found)]


# ---- Plaat, Schaeffer, Pijls and de Bruin --------------------------------------------------------

METHODS = {"NegaScout": NEGASCOUT, "MTD(f)": LAST, "SSS*": star("sss"), "DUAL*": star("dual"), "alpha-beta": ALPHABETA}


@by_line("n7", "All good methods are within 20 % of each other in leaves",
         "A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin 1994, *A New Paradigm for Minimax Search* (abstract): \"our results "
         "showed variations of less than 20%\".",
         "leaves / leaves of aspiration NegaScout (half a pawn), everything on: for, if all intervals lie between 1/1.2 and "
         "1.2 at both depths; against, if one lies outside at both.", [*(f"{name} at d" for name in METHODS), "n (SSS*)"],
         (HOLDS, "Choose by what is simple to write."))
def n7(data, domain: str):
    found = {name: [Ratio(one, ASPIRATION, leaves)(data, domain, back) for back in (1, 0)] for name, one in METHODS.items()}
    said = [numbers.both(*map(within(1 / 1.2, 1.2), pair)) for pair in found.values()]
    n = found["SSS*"][1]
    return NO if NO in said else YES if set(said) == {YES} else OPEN, [*(most for _, most in found.values()), n.n if n else 0]


claim("n8", "MTD(f) takes at least 5 % fewer leaves than aspiration NegaScout",
      f"{AIJ}: \"consistently better than for Aspiration NegaScout, averaging a 5-10% improvement, depending on the game\".",
      "leaves of MTD(f) / leaves of aspiration NegaScout (half a pawn), everything on, below 0.95.",
      Ratio(LAST, ASPIRATION, leaves), below(0.95), (SOME, "In the games named MTD(f) visits fewer leaves."),
      beside={"from two iterations ago": Ratio(TWO_AGO, cores("aspiration+negascout", guess="parity"), leaves),
              "/ plain NegaScout": Ratio(LAST, NEGASCOUT, leaves),
              "/ the best window, held out": Ratio(LAST, BestWindow(), leaves),
              "work at d": Ratio(LAST, ASPIRATION), "work / the best window": Ratio(LAST, BestWindow())})

# ---- what saves work -----------------------------------------------------------------------------

ETC = {algo: Chosen("etc", {"algo": algo}) for algo in ("pvs", "mtdf")}
for id, part, limit, advice, source in (
        ("n9", "quarter", 0.75, (FALSE, "They save less than a quarter; see n10."),
         "Plaat et al. 1996, *Exploiting Graph Properties of Game Trees* (abstract): \"by at least 25%\", of all that it does "
         "with graphs, not of these cutoffs alone."),
        ("n10", "tenth", 0.9, (SOME, "Look the children up first in the games named, if a look-up is cheap."),
         "R. Hyatt 1998: \"reduce the size of the tree searched by about 10%\", which cost Crafty more than it saved.")):
    claim(id, f"Enhanced transposition cutoffs save a {part} of the work", source,
          f"work of PVS with `--etc=on` / without, below {limit}.", Ratio(ETC["pvs"], PVS), below(limit), advice,
          beside={"leaves at d": Ratio(ETC["pvs"], PVS, leaves), "MTD(f) at d": Ratio(ETC["mtdf"], LAST)})


def ordered(order) -> Chosen:
    return Chosen("switches", {"order": order})


# Of the experiment's orderings, the one that was not asked for.
DEFAULT = ordered(lambda order: order not in ("none", "history", "tt", "tt,history"))


def saved(order: str):
    def share(data, domain: str, back: int = 0):
        found = together(data, domain, back, ordered("none"), ordered(order), DEFAULT)
        return numbers.spread([(none.work - some.work) / (none.work - every.work) for none, some, every in found
                               if none.work > every.work])
    return share


claim("n11", "Table and history bring nearly all of the gain of ordering: at least nine tenths",
      "J. Schaeffer 1989 (abstract): \"For trees up to depth 8, this combination accounts for 99% of the possible reductions "
      "in tree size\". The bound of nine tenths is ours.",
      "alpha-beta, everything else on: the work that ordering by the table's move and history saves, by what the default "
      "ordering saves (mean over positions where that is more than none), above 0.9.", saved("tt,history"), above(0.9),
      (SOME, "Order by the table's move and history first; in the other games knowledge of the game is worth more."),
      columns={"default / none": Ratio(DEFAULT, ordered("none")), "table and history at d - 1": 1, "at d": 0,
               "table alone": saved("tt"), "history alone": saved("history")}, pools=False)
claim("n12", "Programs search at most 1.5 minimal trees",
      "Plaat et al. 1996, *Exploiting Graph Properties of Game Trees*: programs \"are reported to build search trees within a "
      "factor of 1.5 of the minimal tree (Ebeling 1987)\".",
      "leaves of the last iteration of PVS, everything on but quiescence, / leaves of the minimal tree, which has no table, "
      "below 1.5; at textbook depths. Beside it, with quiescence and as deep as programs search, the same / the left-first "
      "minimal graph.", Ratio(*(Chosen("minimal", {"algo": algo}) for algo in ("pvs", "minimal")), last_leaves), below(1.5),
      (SOME, "It depends on the yardstick: without quiescence and less deep, these games; by the minimal graph, the last "
             "column."),
      columns={"depth d": depth_of("minimal"), "at d - 1": 1, "at d": 0,
               "leaves / minimal graph, greatest depth": Ratio(PVS, star("minimal-graph"), last_leaves)}, pools=False)


def mean_first_moves(found: dict):
    return numbers.spread([share for one in found.values() if (share := first_moves([one])) is not None])


@by_line("n13", "Games are at least as strongly ordered as 70/90 trees: the best move is first in 70 % of nodes",
         "ours as to the figures; T. A. Marsland and M. S. Campbell 1982 (abstract) name the property \"strong ordering\". The "
         "Chess Programming Wiki, *Move Ordering*, has a cutoff at the first move in \"greater than 90% of all fail-high "
         "nodes\".",
         "the share of PVS's cutoffs that come at the first move, everything on (mean over positions), above that of ordered "
         "trees whose best move is first in 70 % of nodes, in the textbook form; at the greater depth. A cutoff says only that "
         "a move was good enough.", ["as programs search", "of all cutoffs", "alpha-beta in the textbook form", "70/90 trees", "n"],
         (HOLDS, "Trees that are to stand for programs want `first=80` or more."), rows=searches.GAMES)
def n13(data, domain: str):
    tree = next(spec for spec in data.rows("ordering").by_domain if "first=70," in spec)
    yardstick = mean_first_moves(data.find("ordering", tree, algo="pvs"))
    full, text = (mean_first_moves(one.find(data, domain)) for one in (PVS, plain("alphabeta")))
    return above(yardstick.point)(full), [full, numbers.percent(first_moves(PVS.find(data, domain).values())), text,
                                          yardstick, full.n if full else 0]


claim("n15", "A fail-high is far cheaper than a fail-low: at most half the work",
      "ours; against: R. Hyatt 2002: \"If you are on the low side, and fail high, that means you search every node at ply=2, "
      "which is expensive\".",
      "the first pass of MTD(f) from the true value v, which proves >= v, / that from v + 1, which proves <= v; both with an "
      "empty table, no deepening; below 0.5.",
      Ratio(from_guess("exact", "mtdf"), from_guess("exact+1", "mtdf"), kept("first")), below(0.5),
      (SOME, "Guess low in the games named."), columns={"at d - 1": 1, "at d": 0})
KOPP = Chosen("windows", {"algo": "aspiration+pvs", "window": half_pawns(0.6), "widen": "gradual", "widen_limit": 2})
claim("n16", "A window of 0.3 pawns, then 2, then open is a good one",
      "F. Kopp 2019, of his own program: \"-30/+30, then -200/+200 and if this fails -unlim/+unlim\"; he found it a loss.",
      "work of aspiration with PVS by `--window=0.3p --widen=gradual --widen-factor=6.67 --widen-limit=2` / work of PVS, "
      "below 1.", Ratio(KOPP, PVS), below(1), (SOME, "Use it in the games named."),
      beside={"/ half a pawn": Ratio(KOPP, window(1))})
