"""docs/which-search.md: for each game, and for one like yours, what to use; in one screen."""

from . import numbers, searches
from .page import table, wrapped
from .statement import Chosen, Data, Other, Ratio, best, cores, half_pawns, held_out, last_work, of_domain, shared, work
from .statements import selection
from .statements.windows import widths, window

half_pawn = of_domain(lambda domain: domain.points(1))
GAMES = [domain for domain in searches.DOMAINS if domain.is_game]
GUESSES = ("previous", "parity", "mean")


# ---- the searches to choose from: options, and where their rows are ------------------------------

def named(algo: str, guess: str = "previous", half: float = 0, widen: str = "full") -> str:
    return f"--algo={algo}" + f" --guess={guess}" * (guess != "previous") + f" --window={half / 2:g}p" * (half > 0) \
        + f" --widen={widen}" * (widen != "full")


def plain_ones() -> dict:
    """Without a window of their own, and those that guess."""
    return {named(algo): cores(algo) for algo in ("alphabeta", "pvs", "negascout")} | {
        named(algo, guess): cores(algo, guess=guess) for guess in GUESSES for algo in ("mtdf", "aspiration+pvs")}


def candidates(domain: str) -> dict:
    found = plain_ones() | {named(algo): cores(algo) for algo in ("pvs-value", "scout")}
    for guess in GUESSES:
        found[named("aspiration+negascout", guess)] = cores("aspiration+negascout", guess=guess)
        found[f"{named('aspiration+pvs', guess)} --window=auto --widen=gradual"] = Chosen(
            "windows", {"algo": "aspiration+pvs", "window": None, "widen": "gradual", "guess": guess})
    return found | {named("aspiration+pvs", half=half, widen=widen): window(half, widen)
                    for widen in ("full", "gradual") for half in widths(domain)}


def selecting() -> dict:
    """Those that were searched with null moves and reductions."""
    found = {named(algo): {"algo": algo, "guess": "previous"} for algo in ("pvs", "negascout", "mtdf")}
    found |= {named("alphabeta"): {"algo": "alphabeta"}, named("mtdf", "parity"): selection.TWO_AGO}
    found |= {named("aspiration+pvs", half=half, widen=widen): {
        "algo": "aspiration+pvs", "window": half_pawns(half), "widen": widen}
        for half, widen in ((0.5, "full"), (0.5, "gradual"), (0.25, "gradual"))}
    return {name: selection.chosen(config) for name, config in found.items()}


class Choice:
    """The best of the candidates, and what choosing saves: each half of the positions chooses for the other."""

    def __init__(self, data, domain: searches.Domain, back: int = 0, of=work, among=None):
        to_the_end = {} if domain.votes else {"depth": selection.anything}
        found = {name: Chosen(one.experiment, one.config | to_the_end).find(data, domain.name, back)
                 for name, one in (among or candidates(domain.name)).items()}
        keys = shared(found)

        def ratio(name: str, other: str, at: list) -> list:
            return [max(1, of(found[name][key])) / max(1, of(found[other][key])) for key in at]
        self.name, self.count = best(found, keys, of), len(keys)
        dealt = held_out(found, of)
        self.to = {other: numbers.geometric([x for name, mine in dealt for x in ratio(name, f"--algo={other}", mine)])
                   for other in ("alphabeta", "pvs")}
        worse = {name: numbers.geometric(ratio(name, self.name, keys)) for name in found if name != self.name}
        self.others = [name for name, e in worse.items() if not (e and e.low > 1.02)]

    @property
    def use(self) -> str:
        """The best where it is shown to save work against PVS; else PVS, and what its interval says."""
        e = self.to["pvs"]
        if self.name == "--algo=pvs" or e is None:
            return "`pvs`"
        if e.high < 1:
            return short(self.name)
        return f"`pvs`; {short(self.name)} is " + ("as good within 2 %" if e.low > 0.98 else "not shown to be better")


def saving(e) -> str:
    if e is None:
        return "-"
    shown = [str(round(100 * (1 - x))) for x in (e.point, e.high, e.low)]
    return f"{shown[0]} % [{shown[1]}, {shown[2]}]"


def short(name: str) -> str:
    return f"`{name.removeprefix('--algo=')}`"


def game_line(data: Data, domain: searches.Domain) -> list:
    most = Choice(data, domain)
    algo, *rest = most.name.split()
    words = [f"--game={domain.option['game']}", "--suite=large", f"--max-positions={domain.most}",
             f"--depth={data.depth('cores', domain.name)}", algo.replace("=", "=alphabeta,pvs,", 1), *rest]
    less, others = "-", ["-"] * 3
    if domain.votes:
        less = Choice(data, domain, 1, last_work).use
        others = [Choice(Other(data, number), domain, among=plain_ones()).use for number in (0, 1)]
        others.append(Choice(data, domain, among=selecting()).use)
    return [domain.name, most.use, saving(most.to["alphabeta"]), saving(most.to["pvs"]), str(most.count), less, *others,
            str(len(most.others)), f"`absbench {' '.join(words)}`"]


# ---- a game like yours ---------------------------------------------------------------------------

def spread_of(data: Data, measure, domains=searches.VOTERS) -> str:
    """The least and the greatest of these domains."""
    found = [e for domain in domains if (e := measure(data, domain, 0))]
    return f"{min(e.point for e in found):.2f} to {max(e.point for e in found):.2f}"


def own_lines(data: Data, verdict: dict) -> list:
    """What to use, why, how sure, and the options that show it."""
    def says(*ids):
        return "; ".join(f"[{id}](claims.md): {verdict[id]}" for id in ids)

    def textbook(algo, **form):
        return Chosen("textbook", {"algo": algo, "tt_bytes": 0, "order": "none", **form})
    parity, last, pvs = cores("mtdf", guess="parity"), cores("mtdf", guess="previous"), cores("pvs")
    shuffled = {"deepening": False, "shuffle": lambda k: k > 0}
    trees = [domain.name for domain in searches.DOMAINS if not domain.is_game]
    mtdf, gradual = (Ratio(*(selection.chosen(one) for one in (config, selection.PVS)))
                     for config in (selection.MTDF, selection.GRADUAL))
    unordered = Ratio(textbook("pvs", **shuffled), textbook("alphabeta", **shuffled))
    return [
        ["moves are ordered, with a table", "`pvs` or `negascout`",
         f"pvs / alpha-beta {spread_of(data, Ratio(pvs, cores('alphabeta')))}", says("h2", "h4"),
         "`--algo=alphabeta,pvs,negascout`"],
        ["values swing from one ply to the next", "`mtdf --guess=parity`",
         f"to mtdf from the last value {spread_of(data, Ratio(parity, last))}; to pvs "
         f"{spread_of(data, Ratio(parity, pvs))}", says("d3", "f2"), "`--algo=pvs,mtdf --guess=previous,parity`"],
        ["values are steady, many points a pawn", "`pvs`",
         f"half a pawn / pvs {spread_of(data, Ratio(cores('aspiration+pvs', guess='previous'), pvs), STEADY)}",
         says("b2", "b4"), "`--algo=pvs,aspiration+pvs --window=0.25p,0.5p --widen=gradual`"],
        ["evaluation in steps of half a pawn", "`mtdf` and `pvs` alike",
         f"mtdf / pvs {spread_of(data, Ratio(coarse('mtdf'), coarse('pvs')))}; pvs / pvs with all points "
         f"{spread_of(data, Ratio(coarse('pvs'), pvs))}", says("f4", "n14"), "`--grain=HALF_PAWN --algo=pvs,mtdf`"],
        ["no table", "`pvs` or `alphabeta`, never `mtdf`",
         f"mtdf / alpha-beta {spread_of(data, Ratio(textbook('mtdf', deepening=True), textbook('alphabeta', deepening=True)))}",
         says("f1", "n1"), "`--tt=0 --order=none --quiescence=off --algo=alphabeta,mtdf`"],
        ["moves that cannot be ordered", "`pvs` all the same, if good moves come in families",
         f"pvs / alpha-beta, shuffled, in games {spread_of(data, unordered)}, on trees "
         f"{spread_of(data, unordered, trees)}", says("h1", "h3"), "`--plain --shuffle=1..3 --algo=alphabeta,pvs`"],
        ["the search prunes by null moves and reductions", "`pvs`, or `aspiration+pvs` in windows that open step by step; not `mtdf`",
         f"with selection: mtdf / pvs {spread_of(data, mtdf)}; an eighth of a pawn / pvs "
         f"{spread_of(data, gradual)}", says("o3", "o6"),
         "`--select=null,lmr --algo=pvs,aspiration+pvs --window=0.125p --widen=gradual`"],
        ["few moves (a ply costs little more than the one before)", "deepen, to stop in time; not to save work",
         f"with / without deepening {spread_of(data, Ratio(pvs, Chosen('direct', {'algo': 'pvs'})))}",
         says("e1", "j2"), "`--deepening=on --algo=pvs`, and `off`"]]


STEADY = ["checkers", "chess", "xiangqi"]


def coarse(algo: str) -> Chosen:
    return Chosen("grains", {"algo": algo, "grain": half_pawn})


def page(data: Data, verdict: dict) -> str:
    lines = [
        "# Which search for my game?", "",
        "Made by `scripts/claims` from the rows behind [claims.md](claims.md). Searches are as programs "
        f"search: every default on. The best of {len(candidates('chess'))} searches, windows and guesses was chosen "
        "on half of the positions and measured on the other half, both ways; savings of work are those of "
        "choosing so, with 95 % intervals. Where that interval against PVS holds 1, PVS is named. *The iteration before*: "
        "by the work of the iteration one ply less deep alone (in whole searches it would be a part of both). *By "
        "other evaluations*: chosen so among the searches and guesses with half a pawn's window, a ply or two less "
        "deep, with half the positions, by the simplest evaluation and by the game's own, each with noise of up to half a pawn. "
        "*With selection*: among alpha-beta, PVS, NegaScout, MTD(f) and three windows, a ply deeper, with null moves and "
        "late move reductions (without null moves where moves must capture, or none can be passed), at 100 positions. "
        "`as good`: how many of the others may be within 2 % of the best.", "",
        *table(["game", "use", "saves against alpha-beta", "against PVS", "n", "the iteration before", "by material",
                "by a blurred evaluation", "with selection", "as good", "see for yourself"], [game_line(data, domain) for domain in GAMES]),
        "**A game like yours.** Ratios are the least and the greatest of connect four, checkers, Othello, "
        "chess and xiangqi; "
        "the options go behind `absbench --game=..`, or `--tree=..` while you have no game:", "",
        *table(["if", "use", "because", "how sure", "options"], own_lines(data, verdict))]
    return "\n".join(map(wrapped, lines)).rstrip("\n") + "\n"
