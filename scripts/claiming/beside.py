"""Beside Plaat, Schaeffer, Pijls and de Bruin: leaves and all positions entered, relative to
aspiration NegaScout."""
from . import numbers
from .page import table
from .statement import Data, Ratio, cores, leaves, work
from .statements.mtdf import AIJ, mean_passes, star
from .statements.windows import BestWindow

GAMES = ["Othello", "checkers", "chess"]
ASPIRATION = cores("aspiration+negascout", guess="previous")
METHODS = {"NegaScout": cores("negascout"), "MTD(f)": cores("mtdf", guess="previous"),
           "MTD(f), two iterations ago": cores("mtdf", guess="parity"), "SSS*": star("sss"),
           "DUAL*": star("dual"), "alpha-beta": cores("alphabeta")}
MANY_PASSES = ["MTD(f)", "MTD(f), two iterations ago", "SSS*", "DUAL*"]


def lines(data: Data) -> list:
    cells = []
    for game in GAMES:
        for name, one in METHODS.items():
            cells.append([game, str(data.depth("cores", game)), name, *(
                numbers.interval(Ratio(one, ASPIRATION, of)(data, game, back))
                for of in (leaves, work) for back in (1, 0)),
                *(numbers.interval(Ratio(one, other)(data, game)) for other in (cores("negascout"), BestWindow())),
                numbers.interval(mean_passes(one, data, game, 0)) if name in MANY_PASSES else "-"])
    return [
        "## Beside Plaat, Schaeffer, Pijls and de Bruin", "",
        f"{AIJ}, p. 25, compare these searches in checkers, Othello and chess, with iterative deepening and "
        "a table, relative to aspiration NegaScout. What could be read of it, beside what is counted here "
        "(geometric means; the aspiration window is half a pawn; leaves without those of quiescence; work is "
        "all positions entered):", "",
        *table(["game", "depth d", "search", "leaves at d - 1", "leaves at d", "work at d - 1", "work at d",
                "work by plain NegaScout's", "by the best window's, held out", "passes an iteration"], cells),
        *table(["what they say", "here"], verdicts(data)),
        "Their tables by game, the depths, and the size of their table could not be looked up, and are not "
        "given here. What differs: theirs are three programs, one for each game; here one program searches "
        "all games to a fixed depth, with quiescence of captures only, in checkers and chess; table entries "
        "answer only at equal depth; and their window around the guess is not known here.", ""]


def verdicts(data: Data) -> list:
    def of(name, measure):
        return "; ".join(f"{game} {numbers.interval(Ratio(METHODS[name], ASPIRATION, measure)(data, game, 0))}"
                         for game in GAMES)
    passes = "; ".join(f"{game} {numbers.interval(mean_passes(METHODS['MTD(f)'], data, game, 0))}" for game in GAMES)
    return [["MTD(f)'s leaf counts are \"consistently better than for Aspiration NegaScout, averaging a 5-10% "
             "improvement\" (0.90 to 0.95)", of("MTD(f)", leaves)],
            ["\"MTD(f) outperforms Aspiration NegaScout on the total node measure as well\" (below 1)",
             of("MTD(f)", work)],
            ["\"MTD(f) calls MT about 3 to 6 times per iteration on average\"", passes],
            ["MT-SSS* is \"poor compared to Aspiration NegaScout when all nodes in the search tree are "
             "considered\" (above 1)", of("SSS*", work)],
            ["and so is MT-DUAL*", of("DUAL*", work)]]
