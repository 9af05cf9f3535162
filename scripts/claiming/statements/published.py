"""What lecture notes, papers and programs say besides."""
from .. import numbers, searches
from ..numbers import NO, NONE, OPEN, YES
from ..statement import FALSE, HOLDS, OURS, SOME, UNSETTLED, Chosen, Line, Ratio, Statement, \
    Theme, by_domain, compared, cores, half_pawns, last_leaves, leaves
from .depth import from_four, laboratory, pays_from
from .mtdf import AIJ, LAST, TWO_AGO, coarse, fine, from_guess, grained, star
from .ordering import first_moves, plain, share_of
from .windows import BestWindow, window

PVS = cores("pvs")
ASPIRATION = cores("aspiration+negascout", guess="previous")


def timed(data, domain: str, back: int):
    a, b = (data.find("times", domain, back, algo=algo) for algo in ("aspiration", "alphabeta"))
    return numbers.geometric(numbers.paired(a, b, lambda one: float(one.kept["cpu_s"])))


@by_domain(
    "n1", "With a guess from a search one ply less deep and no table, aspiration is faster from depth "
    "4 on",
    OURS + ".",
    "textbook form, half a pawn, the guess searched for and counted: for, if work / that of alpha-beta "
    "lies below 1 at every depth from 4 on, and so does processor time at both of the two greatest "
    "depths (median of 5 runs, taken in turns); against, if one work lies above 1, or both times do.",
    ["pays from depth", "depth 4", "greatest depth", "there", "time at d - 1", "time at d", "n"], {
        HOLDS: "Search one ply less first: even counted, it pays.",
        SOME: "It pays in the games named, and costs where values swing with parity.",
        UNSETTLED: "The gain is about what the shallower search costs.",
        FALSE: "The shallower search costs more than its guess saves."}, ["shallow", "times"], voters=searches.ALL)
def n1(data, domain: str):
    found = laboratory(data, domain, "shallow")
    time = [timed(data, domain, back) for back in (1, 0)]
    said = {from_four(found), numbers.both(*map(numbers.below(1), time))}
    says = NO if NO in said else YES if said == {YES} else OPEN
    return says, [
        pays_from(found), numbers.interval(dict(found).get(4)), str(found[-1][0]),
        *map(numbers.interval, (found[-1][1], *time)), numbers.count(found[-1][1])]


# ---- windows off centre --------------------------------------------------------------------------

def beside_centre(low: float, high: float):
    one = Chosen("windows", {"algo": "aspiration+pvs", "window": half_pawns(low, high), "widen": "full"})
    return Ratio(one, window(1))


def drift(data, domain: str) -> float:
    """The mean change of value over two iterations, in half pawns: what parity does not undo."""
    found = [one.steps[i][0] - one.steps[i - 2][0] for one in PVS.find(data, domain, 0).values()
             for i in range(3, len(one.steps))]
    return sum(found) / max(1, len(found)) / searches.BY_NAME[domain].half_pawn


@by_domain(
    "n2", "A window off centre helps where values drift",
    OURS + "; H. Kaindl, R. Shams and H. Horacek 1991 analysed \"windows of varying size and position\"; "
           "their abstract gives no result.",
    "a window of half a pawn to both sides, half of its lower side moved to the upper, or the other way; "
    "drift is the mean of iterations from the fourth on. For, if the work of one of them / that of half "
    "a pawn to both sides is below 1 at both depths; against, if both are above.",
    ["drift over two plies, half pawns", "upwards at d - 1", "at d", "downwards at d - 1", "at d", "n"],
    {HOLDS: "Shift the window with the drift.", SOME: "Shift the window where your values drift.",
     UNSETTLED: "No side is better at both depths: keep the window around the guess.",
     FALSE: "Keep the window around the guess."}, ["cores", "windows"])
def n2(data, domain: str):
    if not searches.sided(searches.BY_NAME[domain]):
        return NONE, ["-"] * 6
    ratios = []
    for low, high in ((0.5, 1.5), (1.5, 0.5)):
        ratios.append([beside_centre(low, high)(data, domain, back) for back in (1, 0)])
    said = [numbers.both(*map(numbers.below(1), pair)) for pair in ratios]
    says = YES if YES in said else NO if set(said) == {NO} else OPEN
    return says, [
        numbers.figures(drift(data, domain)), *(numbers.interval(e) for pair in ratios for e in pair),
        numbers.count(ratios[0][1])]


def last_passes(chosen: Chosen, data, domain: str):
    return numbers.geometric([one.passes for one in chosen.find(data, domain, 0).values()])


@by_domain(
    "n3", "The binary search takes more passes than MTD(f)",
    f"ours; against: {AIJ}: MTD(bi) \"bisects the range of interest, reducing the number of MT calls\". "
    "R. Hyatt 2002 found it \"producing such enormous trees\".",
    "passes of the last iteration / those of MTD(f), above 1.",
    ["passes at d - 1", "passes at d", "bisect: passes at d", "MTD(f): passes at d", "work at d", "n"],
    {HOLDS: "Bisect only where nothing is known of the value.",
     SOME: "Bisection takes more passes where one depth predicts the next.",
     UNSETTLED: "The two take about as many passes.",
     FALSE: "Bisection takes fewer passes; that is not less work."}, ["cores", "stars"])
def n3(data, domain: str):
    found = [numbers.geometric(numbers.paired(
        star("bisect").find(data, domain, back), LAST.find(data, domain, back),
        lambda one: one.passes)) for back in (1, 0)]
    work = Ratio(star("bisect"), LAST)(data, domain)
    return numbers.both(*map(numbers.above(1), found)), [
        *map(numbers.interval, (*found, last_passes(star("bisect"), data, domain),
                                last_passes(LAST, data, domain), work)),
        numbers.count(work)]


# ---- fail-hard MTD(f) ----------------------------------------------------------------------------

@by_domain(
    "n4", "Fail-soft is essential to MTD(f): without it MTD(f) takes at least twice the work",
    "D. Eppstein, *ICS 180*, 1999: \"The use of fail-soft alpha-beta is also essential in the MTD(f) "
    "algorithm\". The bound of 2 is ours.",
    "work of MTD(f) with fail-hard alpha-beta (`--allow-fail-hard`) / with fail-soft, everything on, "
    "textbook depths, above 2. Searches that gave up after 100 000 passes count with the work they "
    "had done.",
    ["fail-hard at d - 1", "at d", "gave up", "soft below only", "soft above only", "n"], {
        HOLDS: "Never build MTD(f) on fail-hard: a point a pass is what it then moves.",
        SOME: "Do not build MTD(f) on fail-hard: where values are fine, a point a pass is what it then "
              "moves.",
        UNSETTLED: "Do not build MTD(f) on fail-hard.", FALSE: "Values are so coarse that it does not "
                   "matter."},
    ["hard"])
def n4(data, domain: str):
    right = data.find("hard", domain, algo="mtdf")
    cells, found = [], {}
    for core in ("alphabeta", "failsoft-low", "failsoft-high"):
        rows = [one for one in data.of["hard"].by_domain[domain]
                if one.config["algo"] == f"mtdf+{core}"
                and one.config["depth"] == data.depth("hard", domain)]
        stopped = sum(one.status != "ok" for one in rows)
        # One that gave up counts with what it had done: the ratio is then a lower bound.
        found[core] = numbers.geometric([one.work / right[one.position, 0].work for one in rows
                                         if (one.position, 0) in right and one.work])
        cells += [numbers.interval(found[core])] + ([str(stopped)] if core == "alphabeta" else [])
    less = numbers.geometric(numbers.paired(data.find("hard", domain, 1, algo="mtdf+alphabeta"),
                                            data.find("hard", domain, 1, algo="mtdf"), lambda one: one.work))
    most = found["alphabeta"]
    return numbers.both(*map(numbers.above(2), (less, most))), [
        numbers.interval(less), *cells, numbers.count(most)], most


# ---- grain ---------------------------------------------------------------------------------------

def cutoff_share(one) -> float | None:
    cutoffs = int(one.kept["cutoffs"] or 0)
    return int(one.kept["first_move_cutoffs"]) / cutoffs if cutoffs else None


@by_domain(
    "n5", "A coarse evaluation harms move ordering",
    OURS + "; against: the Chess Programming Wiki, *Score*: with a grain \"move ordering becomes less "
    "sensitive\" to noise.",
    "the share of PVS's cutoffs that come at the first move, at a grain of a pawn less that at grain 1 "
    "(mean over positions, in percentage points), below 0; at the greater depth. The two shares "
    "beside it are of all cutoffs together.",
    ["grain", "first-move cutoffs at grain 1", "at that grain", "change, points", "work / grain 1", "n"],
    {HOLDS: "Order moves by the fine evaluation, whatever is searched.",
     SOME: "Where ordering reads the evaluation, keep it fine.",
     UNSETTLED: "Ordering hardly depends on the grain.",
     FALSE: "A coarse evaluation does not harm ordering: more moves are good enough to cut off."},
    ["cores", "grains"])
def n5(data, domain: str):
    if not coarse(domain):
        return NONE, ["-"] * 6
    most, right = max(coarse(domain)), fine("pvs").find(data, domain, 0)
    found = grained("pvs", most).find(data, domain, 0)
    change = numbers.spread([cutoff_share(found[key]) - cutoff_share(right[key])
                             for key in sorted(found.keys() & right.keys())
                             if cutoff_share(found[key]) is not None
                             and cutoff_share(right[key]) is not None])
    return numbers.below(0)(change), [
        str(most), numbers.percent(share_of({key: right[key] for key in found.keys() & right.keys()})),
        numbers.percent(share_of(found)),
        points(change), numbers.interval(Ratio(grained("pvs", most), fine("pvs"))(data, domain)),
        numbers.count(change)]


def points(e) -> str:
    return "-" if e is None else f"{100 * e.point:+.1f} [{100 * e.low:+.1f}, {100 * e.high:+.1f}]"


def n14(data) -> Statement:
    return compared(
        "n14", "An evaluation in steps of a sixth of a pawn helps PVS too",
        Ratio(Chosen("grains", {"algo": "pvs", "grain": sixth}), fine("pvs")), numbers.below(1), {
            HOLDS: "Rounding saves work; f4 has what a whole pawn does to the moves.",
            SOME: "Rounding saves work in the games named; f4 has what a whole pawn does to the moves.",
            UNSETTLED: "What rounding saves cannot be seen here.", FALSE: "Rounding saves PVS nothing."},
        source="Stockfish, commit d212e663 of July 2024: \"Evaluation grain (to get more alpha-beta cuts)\", "
               "in steps of 16 of its own units; taken out again in October 2024.",
        rule="work of PVS with evaluations in steps of 0.32 half pawns (16 points where a pawn is worth "
             "100) / with all points, below 1.",
        beside={"MTD(f) at d": Ratio(Chosen("grains", {"algo": "mtdf", "grain": sixth}), LAST)},
        domains=[d for d in searches.ALL if coarse(d)])(data)


def sixth(domain):
    return domain.points(0.32)


sixth.of_domain = True


# ---- lines of play -------------------------------------------------------------------------------

@by_domain(
    "n6", "With a table, alpha-beta and fail-soft return different lines of play",
    OURS + "; the Chess Programming Wiki, *Search Instability*, has B. Moreland on searches \"returning "
           "slightly different values when called with different windows\".",
    "for, if one line of play differs; against, if none of at least ten does. Table in mode `exact`, so "
    "that values cannot differ.",
    ["fail-soft / fail-hard: lines that differ", "PVS / fail-soft", "values that differ", "n"], {
        HOLDS: "Lines differ among moves of one value; compare values, not lines.",
        SOME: "Lines differ among moves of one value; compare values, not lines.",
        FALSE: "Their lines are the same."}, ["lines"])
def n6(data, domain: str):
    a, b, c = (data.find("lines", domain, algo=algo) for algo in ("alphabeta", "failsoft", "pvs"))
    keys = a.keys() & b.keys() & c.keys()
    differ = sum(a[key].kept["line"] != b[key].kept["line"] for key in keys)
    other = sum(b[key].kept["line"] != c[key].kept["line"] for key in keys)
    values = sum(a[key].value != b[key].value for key in keys)
    return YES if differ else NO if len(keys) >= 10 else OPEN, [
        numbers.percents(numbers.share(differ, len(keys))), numbers.percents(numbers.share(other, len(keys))),
        str(values), str(len(keys))]


# ---- Plaat, Schaeffer, Pijls and de Bruin --------------------------------------------------------

METHODS = {"NegaScout": cores("negascout"), "MTD(f)": LAST, "SSS*": star("sss"), "DUAL*": star("dual"),
           "alpha-beta": cores("alphabeta")}


@by_domain(
    "n7", "All good methods are within 20 % of each other in leaves",
    "A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin 1994, *A New Paradigm for Minimax Search* "
    "(abstract): \"our results showed variations of less than 20%\".",
    "leaves / leaves of aspiration NegaScout (half a pawn), everything on: for, if all intervals lie "
    "between 1/1.2 and 1.2 at both depths; against, if one lies outside at both.",
    [f"{name} at d" for name in METHODS] + ["n (SSS*)"], {
        HOLDS: "Choose by what is simple to write.",
        SOME: "In leaves, in the games named; in work they differ more (k1, k6).",
        UNSETTLED: "The differences are near 20 %.", FALSE: "The methods differ by more than 20 %."},
    ["cores", "stars"])
def n7(data, domain: str):
    found = {name: [Ratio(one, ASPIRATION, leaves)(data, domain, back) for back in (1, 0)]
             for name, one in METHODS.items()}
    said = [numbers.both(*map(numbers.within(1 / 1.2, 1.2), pair)) for pair in found.values()]
    says = NO if NO in said else YES if set(said) == {YES} else OPEN
    n = found["SSS*"][1]
    return says, [*(numbers.interval(pair[1]) for pair in found.values()), numbers.count(n)]


n8 = compared(
    "n8", "MTD(f) takes at least 5 % fewer leaves than aspiration NegaScout",
    Ratio(LAST, ASPIRATION, leaves), numbers.below(0.95), {
        HOLDS: "In leaves, MTD(f) is the best of them.",
        SOME: "In the games named MTD(f) visits fewer leaves.",
        UNSETTLED: "MTD(f)'s saving of leaves is near 5 %.",
        FALSE: "MTD(f) does not save so many leaves here."},
    source=f"{AIJ}: \"consistently better than for Aspiration NegaScout, averaging a 5-10% improvement, "
           "depending on the game\".",
    rule="leaves of MTD(f) / leaves of aspiration NegaScout (half a pawn), everything on, below 0.95.",
    beside={"from two iterations ago": Ratio(TWO_AGO, cores("aspiration+negascout", guess="parity"), leaves),
            "/ plain NegaScout": Ratio(LAST, cores("negascout"), leaves),
            "/ the best window, held out": Ratio(LAST, BestWindow(), leaves),
            "work at d": Ratio(LAST, ASPIRATION), "work / the best window": Ratio(LAST, BestWindow())})


# ---- what saves work -----------------------------------------------------------------------------

def etc(algo: str) -> Chosen:
    return Chosen("etc", {"algo": algo})


def cutoffs(id: str, text: str, limit: float, then: dict, source: str):
    return compared(
        id, text, Ratio(etc("pvs"), PVS), numbers.below(limit), then, source=source,
        rule=f"work of PVS with `--etc=on` / without, below {limit}.",
        beside={"leaves at d": Ratio(etc("pvs"), PVS, leaves), "MTD(f) at d": Ratio(etc("mtdf"), LAST)})


n9 = cutoffs("n9", "Enhanced transposition cutoffs save a quarter of the work", 0.75, {
    HOLDS: "Look the children up first.", SOME: "Look the children up first in the games named.",
    UNSETTLED: "The saving is near a quarter.", FALSE: "They save less than a quarter; see n10."},
    "Plaat et al. 1996, *Exploiting Graph Properties of Game Trees* (abstract): \"by at least 25%\", of all "
    "that it does with graphs, not of these cutoffs alone.")
n10 = cutoffs("n10", "Enhanced transposition cutoffs save a tenth of the work", 0.9, {
    HOLDS: "Look the children up first, if a look-up is cheap.",
    SOME: "Look the children up first in the games named, if a look-up is cheap.",
    UNSETTLED: "The saving is near a tenth.", FALSE: "They save less than a tenth, and cost look-ups."},
    "R. Hyatt 1998: \"reduce the size of the tree searched by about 10%\", which cost Crafty more than it "
    "saved.")

def is_default(order: str) -> bool:
    """Of the experiment's orderings, the one that was not asked for."""
    return order not in ("none", "history", "tt", "tt,history")


@by_domain(
    "n11", "Table and history bring nearly all of the gain of ordering: at least nine tenths",
    "J. Schaeffer 1989 (abstract): \"For trees up to depth 8, this combination accounts for 99% of the "
    "possible reductions in tree size\". The bound of nine tenths is ours.",
    "alpha-beta, everything else on: the work that ordering by the table's move and history saves, by "
    "what the default ordering saves (mean over positions where that is more than none), above 0.9.",
    ["default / none", "table and history at d - 1", "at d", "table alone", "history alone", "n"], {
        HOLDS: "Order by the table's move and history first; the rest is refinement.",
        SOME: "Order by the table's move and history first; in the other games knowledge of the game "
              "is worth more.",
        UNSETTLED: "Their share is near nine tenths.",
        FALSE: "The table's move and history are not enough: captures, killers and knowledge of the "
               "game matter."},
    ["switches"])
def n11(data, domain: str):
    def share(domain, order, back):
        none, some, every = (data.find("switches", domain, back, order=one)
                             for one in ("none", order, is_default))
        return numbers.spread([(none[key].work - some[key].work) / (none[key].work - every[key].work)
                               for key in sorted(none.keys() & some.keys() & every.keys())
                               if none[key].work > every[key].work])
    at = [share(domain, "tt,history", back) for back in (1, 0)]
    gain = Ratio(Chosen("switches", {"order": is_default}), Chosen("switches", {"order": "none"}))(
        data, domain)
    return numbers.both(*map(numbers.above(0.9), at)), [
        numbers.interval(gain), *map(numbers.percents, (*at, share(domain, "tt", 0),
                                                        share(domain, "history", 0))),
        numbers.count(at[1])]


@by_domain(
    "n12", "Programs search at most 1.5 minimal trees",
    "Plaat et al. 1996, *Exploiting Graph Properties of Game Trees*: programs \"are reported to build "
    "search trees within a factor of 1.5 of the minimal tree (Ebeling 1987)\".",
    "leaves of the last iteration of PVS, everything on but quiescence, / leaves of the minimal tree, "
    "which has no table, below 1.5; at textbook depths. Beside it, with quiescence and as deep as "
    "programs search, the same / the left-first minimal graph.",
    ["depth d", "at d - 1", "at d", "leaves / minimal graph, greatest depth", "n"], {
        HOLDS: "Ordering is near its limit; a table is what goes beyond the minimal tree.",
        SOME: "It depends on the yardstick: without quiescence and less deep, these games; by the "
              "minimal graph, the last column.",
        UNSETTLED: "The factor is near 1.5.", FALSE: "There is more to gain by ordering."},
    ["minimal", "cores", "stars"])
def n12(data, domain: str):
    def tree(domain, back):
        a = data.find("minimal", domain, back, algo="pvs")
        b = data.find("minimal", domain, back, algo="minimal")
        return numbers.geometric(numbers.paired(a, b, last_leaves))
    at = [tree(domain, back) for back in (1, 0)]
    graph = Ratio(PVS, star("minimal-graph"), last_leaves)(data, domain)
    return numbers.both(*map(numbers.below(1.5), at)), [
        str(data.depth("minimal", domain)), *map(numbers.interval, (*at, graph)), numbers.count(at[1])]


def n13(data) -> Statement:
    def shares(found):
        return numbers.spread([share for one in found.values() if (share := cutoff_share(one)) is not None])
    tree = next(spec for spec in data.of["ordering"].by_domain if "first=70," in spec)
    yardstick = shares(data.find("ordering", tree, algo="pvs"))
    lines = []
    for domain in searches.GAMES:
        full, text = (shares(one.find(data, domain, 0)) for one in (PVS, plain("alphabeta")))
        lines.append(Line(domain, numbers.above(yardstick.point)(full), [
            numbers.percents(full), numbers.percent(first_moves(PVS, data, domain)), numbers.percents(text),
            numbers.count(full)], domain in searches.VOTERS))
    return Statement(
        "n13", "Games are at least as strongly ordered as 70/90 trees: the best move is first in 70 % of "
        "nodes",
        OURS + " as to the figures; T. A. Marsland and M. S. Campbell 1982 (abstract) name the property "
               "\"strong ordering\". The Chess Programming Wiki, *Move Ordering*, has a cutoff at the first "
               "move in \"greater than 90% of all fail-high nodes\".",
        "the share of PVS's cutoffs that come at the first move, everything on (mean over positions), above that of "
        f"ordered trees whose best move is first in 70 % of nodes, in the textbook form ({numbers.percents(yardstick)}); "
        "at the greater depth. A cutoff says only that a move was good enough.",
        ["as programs search", "of all cutoffs", "alpha-beta in the textbook form", "n"], lines, {
            HOLDS: "Trees that are to stand for programs want `first=80` or more.",
            SOME: "Trees with `first=70` are no more ordered than the games named.",
            UNSETTLED: "They are about as strongly ordered.", FALSE: "Games are less strongly ordered."}, ["cores", "ordering", "textbook"])


def first_pass(guess: str) -> Chosen:
    return from_guess(guess, "mtdf")


@by_domain(
    "n15", "A fail-high is far cheaper than a fail-low: at most half the work",
    OURS + "; against: R. Hyatt 2002: \"If you are on the low side, and fail high, that means you search "
           "every node at ply=2, which is expensive\".",
    "the first pass of MTD(f) from the true value v, which proves >= v, / that from v + 1, which proves "
    "<= v; both with an empty table, no deepening; below 0.5.",
    ["at d - 1", "at d", "n"], {
        HOLDS: "Guess low: a pass that fails high is cheap.",
        SOME: "Guess low in the games named.", UNSETTLED: "The two cost about as much as each other.",
        FALSE: "Neither side is far cheaper; it changes with parity."}, ["errors"])
def n15(data, domain: str):
    def ratio(domain, back):
        high, low = (first_pass(guess).find(data, domain, back) for guess in ("exact", "exact+1"))
        return numbers.geometric(numbers.paired(high, low, lambda one: int(one.kept["first"])))
    at = [ratio(domain, back) for back in (1, 0)]
    return numbers.both(*map(numbers.below(0.5), at)), [
        *map(numbers.interval, at), numbers.count(at[1])], at[1]


n16 = compared(
    "n16", "A window of 0.3 pawns, then 2, then open is a good one",
    Ratio(Chosen("windows", {"algo": "aspiration+pvs", "window": half_pawns(0.6), "widen": "gradual",
                             "widen_limit": 2}), PVS), numbers.below(1), {
        HOLDS: "Use it.", SOME: "Use it in the games named.",
        UNSETTLED: "No game shows a gain at both depths, and some lose.", FALSE: "No window is better."},
    source="F. Kopp 2019, of his own program: \"-30/+30, then -200/+200 and if this fails "
           "-unlim/+unlim\"; he found it a loss.",
    rule="work of aspiration with PVS by `--window=0.3p --widen=gradual --widen-factor=6.67 --widen-limit=2` "
         "/ work of PVS, below 1.",
    beside={"/ half a pawn": Ratio(Chosen("windows", {
        "algo": "aspiration+pvs", "window": half_pawns(0.6), "widen": "gradual", "widen_limit": 2}), window(1))})

N = Theme("n", "What else is said", [n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16])
