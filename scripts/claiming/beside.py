"""Beside Plaat, Schaeffer, Pijls and de Bruin: leaves and all positions entered, relative to
aspiration NegaScout."""
from . import numbers
from .page import table
from .statement import ALPHABETA, LAST, NEGASCOUT, TWO_AGO, Data, Ratio, leaves, work
from .statements.mtdf import AIJ, mean_passes, star
from .statements.published import ASPIRATION
from .statements.windows import BestWindow

GAMES = ["Othello", "checkers", "chess"]
METHODS = {"NegaScout": NEGASCOUT, "MTD(f)": LAST, "MTD(f), two iterations ago": TWO_AGO, "SSS*": star("sss"),
           "DUAL*": star("dual"), "alpha-beta": ALPHABETA}
ONE_PASS = (NEGASCOUT, ALPHABETA)


def lines(data: Data) -> list:
    cells = [[game, data.depth("cores", game), name,
              *(Ratio(one, ASPIRATION, of)(data, game, back) for of in (leaves, work) for back in (1, 0)),
              *(Ratio(one, other)(data, game) for other in (NEGASCOUT, BestWindow())),
              None if one in ONE_PASS else mean_passes(one)(data, game)]
             for game in GAMES for name, one in METHODS.items()]
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
    def at(measure) -> str:
        return "; ".join(f"{game} {numbers.cell(measure(data, game))}" for game in GAMES)

    def of(name: str, what) -> str:
        return at(Ratio(METHODS[name], ASPIRATION, what))
    return [["MTD(f)'s leaf counts are \"consistently better than for Aspiration NegaScout, averaging a 5-10% "
             "improvement\" (0.90 to 0.95)", of("MTD(f)", leaves)],
            ["\"MTD(f) outperforms Aspiration NegaScout on the total node measure as well\" (below 1)",
             of("MTD(f)", work)],
            ["\"MTD(f) calls MT about 3 to 6 times per iteration on average\"", at(mean_passes(LAST))],
            ["MT-SSS* is \"poor compared to Aspiration NegaScout when all nodes in the search tree are "
             "considered\" (above 1)", of("SSS*", work)],
            ["and so is MT-DUAL*", of("DUAL*", work)]]
