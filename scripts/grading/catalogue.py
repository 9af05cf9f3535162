"""The searches and mistakes that a program is compared with. Searches are right; mistakes are not."""
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from .searches import Form


class Known(NamedTuple):
    """`sentence` says what the program does, `remedy` what to change."""
    name: str
    forms: list[Form]
    sentence: str
    remedy: str = ""


def forms(base=(Form(),), **each) -> list[Form]:
    """The forms of `base`, each with every combination of values that may vary."""
    made = [*base]
    for name, values in each.items():
        made = [replace(form, **{name: value}) for form, value in product(made, values if type(values) is tuple else [values])]
    return made


def failing(base=(Form(),), hard_low=(False, True), **each) -> list[Form]:
    """Those that fail soft, hard, or hard on one side alone."""
    return forms(base, hard_low=hard_low, hard_high=(False, True), **each)


def wrong(base=(Form(),), **each) -> list[Form]:
    """And with each of the three ways to test for a cutoff, which differ only in windows that are empty."""
    return failing(base, tests=("best", "alpha", "first"), **each)


# A leaf's second search may be left out: at every leaf, or by the remaining depth.
LEAVES = [Form(), Form(exempt=1), Form(exempt=1, depth="subtree"), Form(exempt=1, depth="leaf")]
PVS = forms(LEAVES, null="second")
RAISED = forms(LEAVES, null="raised")
NEAR = forms(exempt=2, depth=("whole", "subtree"))
VALUE = forms(null=("second", "raised"), second="value")
SEARCHES = [
    Known("minimax", [Form(cuts="none")], "every leaf, once"),
    Known("alphabeta", failing(), "fail-hard or fail-soft: they visit the same"),
    Known("pvs", failing(PVS, False), "later moves by null window, then again with (alpha, beta)"),
    Known("pvs-hard", [*failing(PVS, True), *failing(PVS[1:], False, again="open")], "pvs that fails hard"),
    Known("pvs-value", failing(LEAVES[1:], null="second", second="value"), "the second search begins at the score; none at remaining depth 1"),
    Known("negascout", [*failing(NEAR, null="second", second="value", again=("below", "open")),
                        *wrong([*NEAR, Form()], null="second", second="value", over="best", again=("below", "any")),
                        *failing(VALUE, again=("below", "open"))],
          "the second search begins at the score; none at remaining depth 2 or less"),
    Known("scout", forms(LEAVES, null="second", second="nothing"), "TESTs each later move, then EVALs it without bounds"),
    Known("mtdf", forms(driver="mtdf", hard_low=(False, True), hard_high=(False, True)), "null windows from the first guess until both bounds meet"),
    Known("bisect", forms(driver="bisect", hard_low=(False, True), hard_high=(False, True)), "null windows that halve [-M, M]"),
    Known("sss", forms(driver="sss"), "null windows from +infinity"),
    Known("dual", forms(driver="dual"), "null windows from -infinity"),
    Known("pvs-once-raised", [*failing(RAISED), *failing(RAISED[1:], again=("open", "any"))],
          "pvs, right too: null windows only once a move has raised alpha"),
    Known("pvs-pv", [*failing(PVS[:1], again="open"), *failing(RAISED[:1], again=("open", "any"))],
          "pvs, right too: a second search also where the null window reached beta"),
]
ALIASES = {"failsoft": "alphabeta"}  # they visit the same leaves
TABLES = {name: forms(table=True, driver=name) for name in ("mtdf", "sss", "dual", "bisect")}

ROOTS = [Form(cuts="none"), *failing(), *failing(null="second"), *failing(null="second", second="value")]
SECOND = forms(LEAVES, null=("second", "raised"), again=("below", "open", "any"))
MISTAKES = [
    Known("strict-cutoff", wrong(strict=True),
          "it ends a node only where the best score is above beta, not where it equals it", "write >= for >"),
    Known("shallow-only", wrong(window="shallow"),
          "a child gets only its parent's bound: nodes end early by their parents, never by ancestors further up",
          "pass both alpha and beta down: search(child, -beta, -alpha)"),
    Known("max-only", wrong(cuts="max", window=("exchanged", "no-alpha-from-max")),
          "only max nodes end early, min nodes never do", "pass alpha on to min nodes, and end them where the value is <= alpha"),
    Known("min-only", wrong(cuts="min", window=("exchanged", "no-beta-from-min")),
          "only min nodes end early, max nodes never do", "pass beta on to max nodes, and end them where the value is >= beta"),
    Known("window-not-exchanged", wrong(window=("same", "negated")),
          "a child gets its parent's window with alpha and beta in their old places", "pass (-beta, -alpha), not (alpha, beta) or (-alpha, -beta)"),
    Known("root-window", wrong(window="root"),
          "each of the root's moves is searched with the window (-infinity, +infinity)", "at the root too, pass on the best value so far as alpha"),
    Known("late-cutoff", wrong(late=("counts", "dropped", "noted")),
          "a node ends one child too late", "raise alpha first, then test alpha >= beta, and end at once"),
    Known("starts-at-zero", wrong(zero=("every", "max"), at_once=(False, True), only_better=(False, True)),
          "the best value of a node begins at 0, so that worse values are lost", "begin at -infinity, at min nodes at +infinity"),
    Known("minimum-negated", wrong(window="wraps", wraps=True, driver="32 bits"),
          "alpha begins at -2147483648, which has no negative in 32 bits: -alpha is -2147483648 again",
          "begin at -2147483647, or any infinity whose negative exists"),
    Known("root-minimises", forms(ROOTS, root=("min", "negated")),
          "the root minimises", "begin with the side that maximises"),
    Known("mover-leaves", forms(ROOTS, mover=True),
          "a leaf's value is taken as that of the side to move", "leaves are from the root player's view: negate them where the other side is to move"),
    Known("wrong-bound", wrong(wrong_bound=True),
          "a node that ends early returns alpha", "return the score, or beta"),
    Known("no-second-search", wrong(null=("second", "raised"), again="never"),
          "a null window's score stands: nothing is searched a second time", "if alpha < s < beta, search the move again with (-beta, -alpha)"),
    Known("second-search-above-beta", [*wrong(PVS, again="any"), *failing(PVS, again="any", second="value")],
          "a move is searched again even where its score has reached beta, in null windows too", "search again only if alpha < s < beta"),
    Known("second-search-null", wrong(SECOND, second="null"),
          "the second search has the null window again", "search again with (-beta, -alpha)"),
    Known("null-not-exchanged", wrong(SECOND, exchanged=False, second=("alpha", "value")),
          "the null window is passed as (alpha, alpha + 1)", "pass (-alpha - 1, -alpha)"),
    Known("mtdf-window-two", forms(driver="window-two", hard_low=(False, True), hard_high=(False, True)),
          "MTD(f)'s window is (beta - 2, beta)", "search with (beta - 1, beta)"),
    Known("mtdf-endless", forms(driver="endless", hard_low=(False, True), hard_high=(False, True)),
          "MTD(f) sets beta to g always: once g is the lower bound, the same search comes again without end",
          "if g is the lower bound, beta is g + 1"),
    Known("mtdf-printed", forms(driver="printed", hard_low=(False, True), hard_high=(False, True)),
          "MTD(f) ends when a score repeats, which may be an upper bound alone", "keep both bounds, and end when they meet"),
]
