"""The searches, the forms that programs give them, and the usual mistakes: what each answers to a tree.

All are one function, visit(), with what a Form changes in it. docs/searches.md explains the searches.
"""
from dataclasses import dataclass

from .trees import Tree

INFINITY = 1 << 31  # as of 32 bits: -2^31 is its own negative where a form says so
ABOVE = 1 << 60     # a value that the program itself calls infinite


@dataclass(frozen=True)
class Form:
    """A search: how its nodes differ from those of fail-soft alpha-beta, and what its root does."""
    hard_low: bool = False       # returns alpha if no move raised it
    hard_high: bool = False      # a cutoff returns beta
    tests: str = "best"          # what is compared with beta: the best score; `alpha`; or alpha `first`, before any child too
    cuts: str = "both"           # the sides whose nodes end early
    strict: bool = False         # .. only above beta
    late: str = ""               # ends after one more child, whose score is `dropped`, counts, or (`noted`) raises alpha
    wrong_bound: bool = False    # a cutoff returns alpha as it was
    zero: str = ""               # the best score is 0 at first: at `every` node, or those of `max`
    at_once: bool = False        # .. and raises alpha before the first child
    only_better: bool = False    # alpha is raised and tested only by a score that is better than the best
    window: str = "exchanged"    # what a child gets: a name of WINDOWS
    wraps: bool = False          # minus -2^31 is -2^31
    mover: bool = False          # leaves are taken as values of the side to move
    root: str = "max"            # or `min`, or `negated`: the root minimises, and its value is that of the other side
    null: str = ""               # null windows: from the `second` child on, or once alpha is `raised`
    exchanged: bool = True       # .. (-alpha - 1, -alpha), not (alpha, alpha + 1)
    again: str = "below"         # the second search: a name of AGAIN
    over: str = "alpha"          # .. if the score is above alpha, or above `best`
    second: str = "alpha"        # .. with which window: a name of SECOND
    exempt: int = 0              # no second search at this remaining depth or less
    depth: str = "whole"         # the remaining depth: of the whole tree, or of the `subtree`, or `leaf`: a leaf has none
    driver: str = "open"         # a name of DRIVERS
    table: bool = False          # both bounds of each node are kept from pass to pass


WINDOWS = {
    "exchanged": lambda alpha, beta, ply: (-beta, -alpha),
    "wraps": lambda alpha, beta, ply: (negated(beta), negated(alpha)),
    "shallow": lambda alpha, beta, ply: (-INFINITY, -alpha),
    "same": lambda alpha, beta, ply: (alpha, beta),
    "negated": lambda alpha, beta, ply: (-alpha, -beta),
    "root": lambda alpha, beta, ply: (-beta, -alpha) if ply else (-INFINITY, INFINITY),
    "no-alpha-from-max": lambda alpha, beta, ply: (-beta, -alpha if ply % 2 else INFINITY),
    "no-beta-from-min": lambda alpha, beta, ply: (-beta, -alpha if ply % 2 == 0 else INFINITY),
}
AGAIN = {
    "below": lambda s, alpha, beta: s < beta,
    "open": lambda s, alpha, beta: beta > alpha + 1,
    "any": lambda s, alpha, beta: True,
    "never": lambda s, alpha, beta: False,
}
SECOND = {
    "alpha": lambda s, alpha, beta: (-beta, -alpha),
    "value": lambda s, alpha, beta: (-beta, -s),
    "null": lambda s, alpha, beta: (-alpha - 1, -alpha),
    "nothing": lambda s, alpha, beta: (-INFINITY, INFINITY),
}


def negated(x: int) -> int:
    return x if x == -INFINITY else -x


class Differs(Exception):
    """A leaf that is not the one expected."""


class TooLong(Exception):
    """A search that evaluates more leaves than any that is compared."""


MOST_LEAVES = 1_000_000


# ---- the roots: search(alpha, beta) is a pass. None: it has no end -------------------------------

def open_window(search, tree, first):
    return search(-INFINITY, INFINITY)


def bounds(next_beta, width=1):
    """MTD(f), and what is made of it. next_beta(g, low): the upper end of the next window."""
    def drive(search, tree, first):
        low, high, g, been = -INFINITY, INFINITY, first, set()
        while low < high:
            beta = next_beta(g, low)
            if (beta, low, high) in been:
                return None
            been.add((beta, low, high))
            g = search(beta - width, beta)
            if g < beta:
                high = g
            else:
                low = g
        return g
    return drive


def printed(search, tree, first):
    g, been = first, set()
    while (t := g) not in been:
        been.add(t)
        g = search(t, t + 1)
        if g == t:
            return g
    return None


def bisect(search, tree, first):
    low, high, s = -tree.most, tree.most, 0
    while low < high:
        t = (low + high) // 2
        s = search(t, t + 1)
        if s <= t:
            high = s
        else:
            low = s
    return low


def plaat(g, low):
    return g + 1 if g == low else g


DRIVERS = {
    "open": open_window, "32 bits": lambda search, tree, first: search(-INFINITY, INFINITY - 1),
    "mtdf": bounds(plaat), "window-two": bounds(plaat, 2), "endless": bounds(lambda g, low: g),
    "sss": lambda search, tree, first: bounds(plaat)(search, tree, INFINITY),
    "dual": lambda search, tree, first: bounds(plaat)(search, tree, -INFINITY),
    "bisect": bisect, "printed": printed,
}


# ---- the one search ------------------------------------------------------------------------------

def answer(form: Form, tree: Tree, first: int = 0, expected=None, see=None, watch=None) -> tuple[int, list[int]] | None:
    """The root's value and the leaves in the order of evaluation. None: the search has no end. It raises Differs at the
    first leaf that is not as `expected`. `see` is called with each event: its name, how many leaves came before, the
    node, and numbers of the event's own. `watch` makes of visit() what is called in its place."""
    leaves: list[int] = []
    follow, coming = expected is not None, iter(expected or ())
    hard_low, hard_high, by_alpha, strict = form.hard_low, form.hard_high, form.tests != "best", form.strict
    late, zero, only_better, exempt, heights = form.late, form.zero, form.only_better, form.exempt, tree.heights
    wrong_bound, null, again, over_best, mover = form.wrong_bound, form.null, AGAIN[form.again], form.over == "best", form.mover
    at_first = form.tests == "first"
    window, second = WINDOWS[form.window], SECOND[form.second]
    plain, minus = form.window == "exchanged", negated if form.wraps else None
    root_side = form.root == "max"
    may_cut = {"both": (True, True), "max": (True, False), "min": (False, True), "none": (False, False)}[form.cuts]
    kept: dict | None = {} if form.table else None

    def visit(node, alpha: int, beta: int, ply: int) -> int:
        max_side = (ply % 2 == 0) == root_side
        if type(node) is int:
            if see:
                see("leaf", len(leaves), node, alpha, beta, ply)
            leaves.append(node)
            if follow and next(coming, None) != node:
                raise Differs
            return node if max_side or mover else -node
        if kept is not None:
            lower, upper = kept.get(id(node), (-INFINITY, INFINITY))
            if lower >= beta:
                return lower
            if upper <= alpha:
                return upper
            alpha, beta = max(alpha, lower), min(beta, upper)
        low, best, cuts = alpha, -INFINITY, may_cut[ply % 2]
        if zero and (zero == "every" or max_side):
            best = 0
            if form.at_once and alpha < 0:
                alpha = 0
        if at_first and cuts and (alpha > beta or alpha == beta and not strict):
            return alpha if hard_low else best
        for i, child in enumerate(node):
            if null and i and (null == "second" or alpha > low):
                s = (-visit(child, -alpha - 1, -alpha, ply + 1) if form.exchanged else
                     -visit(child, alpha, alpha + 1, ply + 1))
                if s > (best if over_best else alpha) and again(s, alpha, beta) and not (
                        over_best and beta == alpha + 1) and not (exempt and remaining(node, child, ply) <= exempt):
                    if see:
                        see("second", len(leaves), child, s, alpha, ply)
                    s = -visit(child, *second(s, alpha, beta), ply + 1)
            else:
                low_end, high_end = (-beta, -alpha) if plain else window(alpha, beta, ply)
                s = visit(child, low_end, high_end, ply + 1)
                s = minus(s) if minus else -s
            before, better, cut = alpha, s > best, late and cuts and (alpha if by_alpha else best) >= beta
            if better and not (cut and late == "dropped"):
                best = s
            if best > alpha and (better or not only_better) and not (cut and late != "noted"):
                alpha = best
            if cuts and not late and (better or not only_better):
                tested = alpha if by_alpha else best
                cut = tested > beta or tested == beta and not strict
            if cut:
                if see:
                    see("cut", len(leaves), node, before, beta, ply, best)
                if kept is not None:
                    kept[id(node)] = (max(best, lower), upper)
                return before if wrong_bound else beta if hard_high else alpha if by_alpha and hard_low else best
        if kept is not None:
            kept[id(node)] = (best if best > low else lower, best)
        return alpha if hard_low else best

    def remaining(node, child, ply: int) -> int:
        return (tree.height - ply if form.depth == "whole" else heights[id(node)] if form.depth == "subtree" else
                1 if type(child) is int else 1 << 20)

    def search(alpha: int, beta: int) -> int:
        if see:
            see("pass", len(leaves), tree.root, alpha, beta, 0)
        if len(leaves) > MOST_LEAVES:
            raise TooLong
        return visit(tree.root, alpha, beta, 0)
    if watch:
        visit = watch(visit, leaves)
    value = DRIVERS[form.driver](search, tree, first)
    if value is None:
        return None
    return within(-value if form.root == "min" else value, tree), leaves


def within(value: int, tree: Tree) -> int:
    """The value, where all that are beyond the tree's leaves are one: programs have many infinities."""
    return value if -tree.most <= value <= tree.most else ABOVE if value > 0 else -ABOVE
