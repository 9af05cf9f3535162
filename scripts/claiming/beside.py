"""Beside Plaat, Schaeffer, Pijls and de Bruin: leaves and all positions entered, relative to
aspiration NegaScout."""
import re

from . import numbers
from .page import PARTS, table
from .statement import ALPHABETA, LAST, NEGASCOUT, TWO_AGO, Data, Ratio, leaves, work
from .statements.mtdf import mean_passes, star
from .statements.published import ASPIRATION
from .statements.windows import BestWindow

GAMES = ["Othello", "checkers", "chess"]
METHODS = {"NegaScout": NEGASCOUT, "MTD(f)": LAST, "MTD(f), two iterations ago": TWO_AGO, "SSS*": star("sss"),
           "DUAL*": star("dual"), "alpha-beta": ALPHABETA}
ONE_PASS = (NEGASCOUT, ALPHABETA)
SAID = re.findall(r"(?m)^\| (.*) \| .* \|$", next(part for part in PARTS if part.startswith("## Beside")).split("| what they")[1])


def tables(data: Data) -> list[str]:
    """Those of the page: all numbers, and what answers each of the paper's statements."""
    cells = [[game, data.depth("cores", game), name,
              *(Ratio(one, ASPIRATION, of)(data, game, back) for of in (leaves, work) for back in (1, 0)),
              *(Ratio(one, other)(data, game) for other in (NEGASCOUT, BestWindow())),
              None if one in ONE_PASS else mean_passes(one)(data, game)]
             for game in GAMES for name, one in METHODS.items()]
    heads = ["game", "depth d", "search", "leaves at d - 1", "leaves at d", "work at d - 1", "work at d",
             "work by plain NegaScout's", "by the best window's, held out", "passes an iteration"]
    here = [Ratio(LAST, ASPIRATION, leaves), Ratio(LAST, ASPIRATION), mean_passes(LAST),
            *(Ratio(METHODS[name], ASPIRATION) for name in ("SSS*", "DUAL*"))]
    return [table(heads, cells), table(["what they say", "here"], [
        [said, "; ".join(f"{game} {numbers.cell(measure(data, game))}" for game in GAMES)]
        for said, measure in zip(SAID, here, strict=True)])]
