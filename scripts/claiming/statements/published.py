"""Other statements of lecture notes, papers and programs."""
from .. import numbers, searches
from ..numbers import NO, NONE, OPEN, YES, above, below, within
from ..statement import ALPHABETA, LAST, NEGASCOUT, PVS, TWO_AGO, Chosen, Ratio, by_line, claim, cores, depth_of, each, \
    half_pawns, kept, last, leaves, of_domain, passes, together, work
from .mtdf import coarse, coarsest, grained, is_fine, mean_passes, star
from .ordering import first_moves, plain
from .windows import BestWindow, by_depth, from_four, from_guess, laboratory, pays_from, window

ASPIRATION = cores("aspiration+negascout", guess="previous")
TIMED = Ratio(*(Chosen("times", {"algo": algo}) for algo in ("aspiration", "alphabeta")), kept("cpu_s"))


@by_line("n1", ["pays from depth", "depth 4", "greatest depth", "ratio there", "time at d - 1", "time at d", "n"],
         voters=searches.ALL)
def n1(data, domain: str):
    found, time = by_depth(laboratory("shallow"), data, domain), [TIMED(data, domain, back) for back in (1, 0)]
    most = max(found)
    return numbers.every([from_four(found), numbers.both(*map(below(1), time))]), [
        pays_from(found), found.get(4), most, found[most], *time, found[most].n if found[most] else 0]


# ---- windows off centre --------------------------------------------------------------------------

def drift(data, domain: str) -> float:
    """The mean change of value over two iterations, in half pawns, free of parity."""
    found = [now.value - then.value for one in PVS.find(data, domain).values()
             for now, then in zip(one.steps[3:], one.steps[1:])]
    return sum(found) / max(1, len(found)) / searches.BY_NAME[domain].half_pawn


@by_line("n2", ["drift over two plies, half pawns", "upwards at d - 1", "at d", "downwards at d - 1", "at d", "n"])
def n2(data, domain: str):
    windows = searches.sided(searches.BY_NAME[domain])
    if not windows:
        return NONE, [None] * 6
    up, down = ([Ratio(Chosen("windows", {"algo": "aspiration+pvs", "window": ends, "widen": "full"}),
                       window(1))(data, domain, back) for back in (1, 0)] for ends in windows)
    said = [numbers.both(*map(below(1), pair)) for pair in (up, down)]
    return YES if YES in said else NO if set(said) == {NO} else OPEN, [
        drift(data, domain), *up, *down, up[1].n if up[1] else 0]


BISECT = star("bisect")
claim("n3", Ratio(BISECT, LAST, passes), above(1),
      columns={"passes at d - 1": 1, "passes at d": 0, "bisect: passes at d": each(passes, BISECT),
               "MTD(f): passes at d": each(passes, LAST), "work at d": Ratio(BISECT, LAST)}, pools=False)


# ---- fail-hard MTD(f) ----------------------------------------------------------------------------

def on_core(core: str):
    """At d, a search that gave up counts with its work so far: the ratio is then a lower bound."""
    def ratio(data, domain: str, back: int = 0):
        return numbers.geometric(numbers.paired(data.find("hard", domain, back, ended=back > 0, algo=f"mtdf+{core}"),
                                                data.find("hard", domain, back, algo="mtdf"), work))
    return ratio


def gave_up(data, domain: str) -> int:
    return sum(one.status != "ok" for one in data.find("hard", domain, ended=False, algo="mtdf+alphabeta").values())


claim("n4", on_core("alphabeta"), above(2),
      columns={"fail-hard at d - 1": 1, "at d": 0, "gave up": gave_up, "soft below only": on_core("failsoft-low"),
               "soft above only": on_core("failsoft-high")})


# ---- grain ---------------------------------------------------------------------------------------

COARSE_AND_FINE = grained("pvs"), PVS


def changes(shares: list):
    return numbers.spread([a - b for a, b in shares if a is not None and b is not None], numbers.percentage_points)


def first_at(which: int):
    return each(lambda *found: found[which], *COARSE_AND_FINE, of=lambda one: numbers.percent(first_moves(one)))


claim("n5", each(lambda a, b: (first_moves([a]), first_moves([b])), *COARSE_AND_FINE, of=changes), below(0),
      columns={"grain": coarsest, "first-move cutoffs at grain 1": first_at(1), "at that grain": first_at(0),
               "change, points": 0, "work / grain 1": Ratio(*COARSE_AND_FINE)}, depths=(0,), unless=is_fine,
      pools=False)
SIXTH = of_domain(lambda domain: domain.points(0.32))
claim("n14", Ratio(grained("pvs", SIXTH), PVS), below(1), beside={"MTD(f) at d": Ratio(grained("mtdf", SIXTH), LAST)},
      rows=[d for d in searches.ALL if coarse(d)])


# ---- lines of play -------------------------------------------------------------------------------

@by_line("n6", ["fail-soft / fail-hard: lines that differ", "PVS / fail-soft", "values that differ", "n"])
def n6(data, domain: str):
    found = together(data, domain, 0, *(Chosen("lines", {"algo": algo}) for algo in ("alphabeta", "failsoft", "pvs")))
    differ, other = ([one[i].kept["line"] != one[i + 1].kept["line"] for one in found] for i in (0, 1))
    return YES if any(differ) else NO if len(found) >= 10 else OPEN, [
        numbers.portion(differ), numbers.portion(other), sum(a.value != b.value for a, b, _ in found), len(found)]


# ---- Plaat, Schaeffer, Pijls and de Bruin --------------------------------------------------------

METHODS = {"NegaScout": NEGASCOUT, "MTD(f)": LAST, "MTD(f), two iterations ago": TWO_AGO, "SSS*": star("sss"),
           "DUAL*": star("dual"), "alpha-beta": ALPHABETA}
MOST = {name: one for name, one in METHODS.items() if one is not TWO_AGO}


@by_line("n7", [*(f"{name} at d" for name in MOST), "n (SSS*)"])
def n7(data, domain: str):
    found = {name: [Ratio(one, ASPIRATION, leaves)(data, domain, back) for back in (1, 0)] for name, one in MOST.items()}
    said = [numbers.both(*map(within(1 / 1.2, 1.2), pair)) for pair in found.values()]
    n = found["SSS*"][1]
    return numbers.every(said), [*(most for _, most in found.values()), n.n if n else 0]


claim("n8", Ratio(LAST, ASPIRATION, leaves), below(0.95),
      beside={"from two iterations ago": Ratio(TWO_AGO, cores("aspiration+negascout", guess="parity"), leaves),
              "ratio to plain NegaScout": Ratio(LAST, NEGASCOUT, leaves),
              "ratio to the best window": Ratio(LAST, BestWindow(), leaves),
              "work at d": Ratio(LAST, ASPIRATION), "work, ratio to the best window": Ratio(LAST, BestWindow())})


def beside(data, said: list) -> tuple:
    """Their searches and ours, in their games; and their sentences, with our numbers."""
    games = ["Othello", "checkers", "chess"]
    heads = ["game", "depth d", "search", "leaves at d - 1", "leaves at d", "work at d - 1", "work at d",
             "work / plain NegaScout's", "work / the best window's", "passes per iteration"]
    cells = [[game, data.depth("cores", game), name,
              *(Ratio(one, ASPIRATION, of)(data, game, back) for of in (leaves, work) for back in (1, 0)),
              *(Ratio(one, other)(data, game) for other in (NEGASCOUT, BestWindow())),
              None if one in (NEGASCOUT, ALPHABETA) else mean_passes(one)(data, game)]
             for game in games for name, one in METHODS.items()]
    here = [Ratio(LAST, ASPIRATION, leaves), Ratio(LAST, ASPIRATION), mean_passes(LAST),
            *(Ratio(METHODS[name], ASPIRATION) for name in ("SSS*", "DUAL*"))]
    answers = [[one, "; ".join(f"{game} {numbers.cell(measure(data, game))}" for game in games)]
               for one, measure in zip(said, here, strict=True)]
    return (heads, cells), (["what the paper says", "our counts"], answers)


# ---- what saves work -----------------------------------------------------------------------------

ETC = {algo: Chosen("etc", {"algo": algo}) for algo in ("pvs", "mtdf")}
for id, limit in (("n9", 0.75), ("n10", 0.9)):
    claim(id, Ratio(ETC["pvs"], PVS), below(limit),
          beside={"leaves at d": Ratio(ETC["pvs"], PVS, leaves), "MTD(f) at d": Ratio(ETC["mtdf"], LAST)})


def ordered(order) -> Chosen:
    return Chosen("switches", {"order": order})


# The ordering of the experiment that is none of the others.
DEFAULT = ordered(lambda order: order not in ("none", "history", "tt", "tt,history"))


def saved(order: str):
    """The share of the default's saving that this order saves, if the default saves work."""
    return each(lambda *found: [one.work for one in found], ordered("none"), ordered(order), DEFAULT,
                of=lambda works: numbers.spread([(none - some) / (none - every) for none, some, every in works if none > every]))


claim("n11", saved("tt,history"), above(0.9),
      columns={"default / none": Ratio(DEFAULT, ordered("none")), "table and history at d - 1": 1, "at d": 0,
               "table alone": saved("tt"), "history alone": saved("history")}, pools=False)
claim("n12", Ratio(*(Chosen("minimal", {"algo": algo}) for algo in ("pvs", "minimal")), last(leaves)), below(1.5),
      columns={"depth d": depth_of("minimal"), "at d - 1": 1, "at d": 0,
               "leaves / minimal graph, greatest depth": Ratio(PVS, star("minimal-graph"), last(leaves))}, pools=False)


def mean_first_moves(chosen: Chosen):
    return each(lambda one: first_moves([one]), chosen, of=lambda shares: numbers.spread(
        [share for share in shares if share is not None]))


@by_line("n13", ["everything on", "share of all cutoffs", "alpha-beta in the textbook form", "such trees", "n"],
         rows=searches.GAMES)
def n13(data, domain: str):
    tree = next(spec for spec in data.rows("ordering").by_domain if "first=70," in spec)
    yardstick = mean_first_moves(Chosen("ordering", {"algo": "pvs"}))(data, tree)
    full, text = (mean_first_moves(one)(data, domain) for one in (PVS, plain("alphabeta")))
    return above(yardstick.point)(full), [full, numbers.percent(first_moves(PVS.find(data, domain).values())), text,
                                          yardstick, full.n if full else 0]


claim("n15", Ratio(from_guess("exact", "mtdf"), from_guess("exact+1", "mtdf"), kept("first")), below(0.5),
      columns={"at d - 1": 1, "at d": 0})
KOPP = Chosen("windows", {"algo": "aspiration+pvs", "window": half_pawns(0.6), "widen": "gradual", "widen_limit": 2})
claim("n16", Ratio(KOPP, PVS), below(1), beside={"ratio to half a pawn": Ratio(KOPP, window(1))})
