#!/usr/bin/env python3
"""reference.py -- absbench's searches over again, slow and plain, to hold the C program against.

Every algorithm is written here from its definition, with next to nothing shared but the
counting, so that a slip in one language is not a slip in both. No table, no move ordering.

    reference.py --tree=uniform:b=4,range=100 --seed=1 --depth=5 --algo=aspiration+pvs --window=10

Python 3.11, standard library only. Run it from the top of the tree.
"""

import argparse
import json
import math
import shlex
import sys
from fractions import Fraction
from pathlib import Path

INFINITY = 1 << 30
PRINTED_CAP = 10000  # passes after which mtdf-printed is given up
MASK = (1 << 64) - 1


class Usage(Exception):
    """What was asked for cannot be done; the text says why."""


# ---- trees -------------------------------------------------------------------------------------
# A model has: root(seed), count(node), child(node, i), evaluate(node) for the side to move,
# bound(depth), window (the default one), min_depth. A node is a tuple that only its model reads.

G = 0x9E3779B97F4A7C15
EVAL, GAIN, ROOT, BEST, PLACE, GAP, NOISE, WIDTH = range(1, 9)


def mix64(x):
    x ^= x >> 30
    x = x * 0xBF58476D1CE4E5B9 & MASK
    x ^= x >> 27
    x = x * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def root_key(seed):
    return mix64((seed + G) & MASK)


def child_key(key, i):
    return mix64((key + (i + 1) * G) & MASK)


def draw(key, salt, n):
    """A whole number in [0, n)."""
    return ((mix64(key ^ mix64(salt)) >> 32) * n) >> 32


class Drawn:
    """A tree whose nodes are keys; nodes are (key, ..)."""

    min_depth = 0

    def __init__(self, b):
        low, dots, high = str(b).partition("..")
        self.low, self.high = int(low), int(high if dots else low)

    def key(self, node):
        return node[0]

    def count(self, node):
        return self.low + draw(node[0], WIDTH, self.high - self.low + 1)


class Uniform(Drawn):
    def __init__(self, b=4, range=1000):
        super().__init__(b)
        self.range = int(range)
        self.window = max(1, self.range // 20)

    def root(self, seed):
        return (root_key(seed),)

    def child(self, node, i):
        return (child_key(node[0], i),)

    def evaluate(self, node):
        return draw(node[0], EVAL, 2 * self.range + 1) - self.range

    def bound(self, depth):
        return self.range


class Commuting(Uniform):
    """Nodes are (key, root key, ply, E, O)."""

    @staticmethod
    def node(root, ply, even, odd):
        key = mix64((root + even + mix64((odd + G) & MASK) + ply) & MASK)
        return (key, root, ply, even, odd)

    def root(self, seed):
        return self.node(root_key(seed), 0, 0, 0)

    def child(self, node, i):
        _, root, ply, even, odd = node
        move = mix64((i + 1) * G & MASK)
        if ply % 2 == 0:
            return self.node(root, ply + 1, (even + move) & MASK, odd)
        return self.node(root, ply + 1, even, (odd + move) & MASK)


def uniform(commute=0, **options):
    return Commuting(**options) if int(commute) else Uniform(**options)


class PGame(Drawn):
    """Nodes are (key, ply)."""

    window = 1

    def __init__(self, b=3, win=500):
        super().__init__(b)
        self.win = int(win)

    def root(self, seed):
        return (root_key(seed), 0)

    def child(self, node, i):
        return (child_key(node[0], i), node[1] + 1)

    def evaluate(self, node):
        for_root = 1 if draw(node[0], EVAL, 1000) < self.win else -1
        return for_root if node[1] % 2 == 0 else -for_root

    def bound(self, depth):
        return 1


class Incremental(Drawn):
    """Nodes are (key, value)."""

    def __init__(self, b=6, step=10):
        super().__init__(b)
        self.step = int(step)
        self.window = max(1, self.step)

    def root(self, seed):
        return (root_key(seed), 0)

    def child(self, node, i):
        key = child_key(node[0], i)
        gain = draw(key, GAIN, 2 * self.step + 1) - self.step
        return (key, -(node[1] + gain))

    def evaluate(self, node):
        return node[1]

    def bound(self, depth):
        return self.step * depth


class Ordered(Drawn):
    """Nodes are (key, true value)."""

    def __init__(self, b=6, range=1000, gap=100, first=70, quarter=90, noise=0):
        super().__init__(b)
        self.range, self.gap, self.noise = int(range), int(gap), int(noise)
        self.first, self.quarter = int(first), int(quarter)
        self.window = max(1, self.gap // 2 + self.noise)

    def root(self, seed):
        key = root_key(seed)
        return (key, draw(key, ROOT, 2 * self.range + 1) - self.range)

    def best_place(self, node):
        key, b = node[0], self.count(node)
        q = -(-b // 4)
        x = draw(key, BEST, 100)
        if x < self.first or b == 1:
            return 0
        if x < self.quarter and q > 1:
            return 1 + draw(key, PLACE, q - 1)
        return q + draw(key, PLACE, b - q)

    def child(self, node, i):
        key = child_key(node[0], i)
        if i == self.best_place(node):
            return (key, -node[1])
        return (key, draw(key, GAP, self.gap + 1) - node[1])

    def evaluate(self, node):
        noise = draw(node[0], NOISE, 2 * self.noise + 1) - self.noise if self.noise > 0 else 0
        return node[1] + noise

    def bound(self, depth):
        return self.range + self.gap * depth + self.noise


class Explicit:
    """Nodes are (value for the root's player or None, children, ply, key of the path)."""

    def __init__(self, file):
        self.tree = self.read(json.loads(Path(file).read_text()), 0, root_key(0))
        leaves, inner, missing, self.height = [], [], False, 0
        todo = [self.tree]
        while todo:
            value, children, ply, _ = todo.pop()
            self.height = max(self.height, ply)
            if not children:
                leaves.append(abs(value))
            elif value is None:
                missing = True
            else:
                inner.append(abs(value))
            todo += children
        self.min_depth = self.height if missing else 0
        self.largest_leaf = max(leaves)
        self.largest = max(leaves + inner)
        self.window = max(1, self.largest_leaf // 20)

    def read(self, item, ply, key):
        if isinstance(item, list):
            item = {"children": item}
            if not item["children"]:
                raise Usage("an empty array is no node")
        elif not isinstance(item, dict):
            item = {"value": item}
        value = item.get("value")
        if value is not None and value != int(value):
            raise Usage(f"{value} is not a whole number")
        children = tuple(
            self.read(child, ply + 1, child_key(key, i))
            for i, child in enumerate(item.get("children", ()))
        )
        if value is None and not children:
            raise Usage("a node needs a value or children")
        return (value if value is None else int(value), children, ply, key)

    def root(self, seed):
        return self.tree

    def count(self, node):
        return len(node[1])

    def child(self, node, i):
        return node[1][i]

    def can_evaluate(self, node):
        return node[0] is not None

    def evaluate(self, node):
        return node[0] if node[2] % 2 == 0 else -node[0]

    def key(self, node):
        return node[3]

    def bound(self, depth):
        return self.largest_leaf if depth >= self.height else self.largest


MODELS = {
    "uniform": uniform,
    "pgame": PGame,
    "incremental": Incremental,
    "ordered": Ordered,
    "explicit": Explicit,
}


def read_tree(spec):
    name, _, options = spec.partition(":")
    if name not in MODELS:
        raise Usage(f"no tree model '{name}'")
    pairs = (option.partition("=") for option in options.split(",") if option)
    return MODELS[name](**{key: value for key, _, value in pairs})


def rounded(value, grain):
    """The nearest multiple of `grain`, halves away from zero."""
    size = (2 * abs(value) + grain) // (2 * grain) * grain
    return size if value >= 0 else -size


# ---- the searches ------------------------------------------------------------------------------

COUNTERS = (
    "nodes", "interior", "leaves", "cutoffs", "first_move_cutoffs", "passes", "root_researches",
    "fail_low", "fail_high", "interior_researches", "research_nodes", "null_nodes", "distinct_leaves",
)


class Pathed:
    """A model whose nodes are (node, moves to it)."""

    def __init__(self, model):
        self.model = model

    def count(self, p):
        return self.model.count(p[0])

    def child(self, p, i):
        return self.model.child(p[0], i), p[1] + (i,)

    def key(self, p):
        return self.model.key(p[0])

    def evaluate(self, p):
        return self.model.evaluate(p[0])


class TooLarge(Exception):
    """More nodes than the caller has patience for."""


class Searcher:
    """The counts, and one method per core. Every core returns (value, best move or None)."""

    patience = None  # nodes

    def __init__(self, model, grain=1, shuffle=0):
        self.model, self.grain, self.shuffle = Pathed(model), grain, shuffle
        self.leaf_paths = set()  # of one iteration
        self.inside = False  # a root or interior re-search
        self.n = dict.fromkeys(COUNTERS, 0)

    # -- what a node is

    def enter(self, p, depth, null=False):
        """Counts an entry. The number of children to search, 0 at a leaf."""
        self.n["nodes"] += 1
        self.n["null_nodes"] += null
        if self.patience is not None and self.n["nodes"] > self.patience:
            raise TooLarge
        children = self.model.count(p) if depth > 0 else 0
        self.n["interior" if children else "leaves"] += 1
        if not children:
            self.leaf_paths.add(p[1])
        return children

    def order(self, p, children):
        """The places of the children, as they are searched."""
        if self.shuffle == 0:
            return range(children)
        lots = [
            mix64((self.model.key(self.model.child(p, i)) + self.shuffle * G) & MASK)
            for i in range(children)
        ]
        return sorted(range(children), key=lambda i: lots[i])

    def leaf(self, p):
        return rounded(self.model.evaluate(p), self.grain), None

    def cutoff(self, i):
        self.n["cutoffs"] += 1
        self.n["first_move_cutoffs"] += i == 0

    def counted(self, search, *arguments):
        """A re-search: its nodes count as such, unless they are inside one already."""
        if self.inside:
            return search(*arguments)
        before = self.n["nodes"]
        self.inside = True
        result = search(*arguments)
        self.inside = False
        self.n["research_nodes"] += self.n["nodes"] - before
        return result

    def again(self, search, *arguments):
        self.n["interior_researches"] += 1
        return self.counted(search, *arguments)[0]

    def try_moves(self, core, p, t, depth, moves, scores):
        """Each of the root's moves with the null window (t - 1, t). No cutoff."""
        self.enter(p, depth, null=True)
        for i in moves:
            scores[i] = -core(self.model.child(p, i), -t, 1 - t, depth - 1)[0]
        return max(scores.values()), None

    # -- the cores

    def minimax(self, p, depth):
        best, move = -INFINITY, None
        children = self.enter(p, depth)
        if children == 0:
            return self.leaf(p)
        for place, i in enumerate(self.order(p, children)):
            s = -self.minimax(self.model.child(p, i), depth - 1)[0]
            if s > best:
                best, move = s, i
        return best, move

    def alphabeta(self, p, alpha, beta, depth):
        return self.of_window(self.alphabeta, True, True, p, alpha, beta, depth)

    def failsoft(self, p, alpha, beta, depth):
        return self.of_window(self.failsoft, False, False, p, alpha, beta, depth)

    def failsoft_low(self, p, alpha, beta, depth):
        return self.of_window(self.failsoft_low, False, True, p, alpha, beta, depth)

    def failsoft_high(self, p, alpha, beta, depth):
        return self.of_window(self.failsoft_high, True, False, p, alpha, beta, depth)

    def of_window(self, core, hard_low, hard_high, p, alpha, beta, depth):
        """Hard below: nothing less than alpha is returned. Hard above: a cutoff returns beta."""
        best, move = alpha if hard_low else -INFINITY, None
        children = self.enter(p, depth, beta - alpha == 1)
        if children == 0:
            return self.leaf(p)
        for place, i in enumerate(self.order(p, children)):
            s = -core(self.model.child(p, i), -beta, -alpha, depth - 1)[0]
            if s >= beta:
                self.cutoff(place)
                return beta if hard_high else s, i
            if s > best:
                best, move = s, i
            alpha = max(alpha, s)
        return best, move

    def pvs(self, p, alpha, beta, depth):
        return self.first_and_others(self.pvs, False, 0, p, alpha, beta, depth)

    def pvs_value(self, p, alpha, beta, depth):
        return self.first_and_others(self.pvs_value, True, 1, p, alpha, beta, depth)

    def negascout(self, p, alpha, beta, depth):
        return self.first_and_others(self.negascout, True, 2, p, alpha, beta, depth)

    def first_and_others(self, core, from_score, exact, p, alpha, beta, depth):
        """The second search starts at alpha or the score; at remaining depth <= exact there is none."""
        best, move = -INFINITY, None
        children = self.enter(p, depth, beta - alpha == 1)
        if children == 0:
            return self.leaf(p)
        for place, i in enumerate(self.order(p, children)):
            child = self.model.child(p, i)
            if place == 0:
                s = -core(child, -beta, -alpha, depth - 1)[0]
            else:
                s = -core(child, -alpha - 1, -alpha, depth - 1)[0]
                if alpha < s < beta and depth > exact:
                    s = -self.again(core, child, -beta, -s if from_score else -alpha, depth - 1)
            if s > best:
                best, move = s, i
            if s >= beta:
                self.cutoff(place)
                break
            alpha = max(alpha, s)
        return best, move

    def scout(self, p, depth):
        """Pearl's EVAL."""
        children = self.enter(p, depth)
        if children == 0:
            return self.leaf(p)
        first, *others = self.order(p, children)
        best, move = -self.scout(self.model.child(p, first), depth - 1)[0], first
        for i in others:
            child = self.model.child(p, i)
            if not self.test(child, -best - 1, depth - 1):
                best, move = -self.again(self.scout, child, depth - 1), i
        return best, move

    def test(self, p, bound, depth):
        """Pearl's TEST: is the value of p > bound? A child's must then be < -bound."""
        children = self.enter(p, depth, True)
        if children == 0:
            return self.leaf(p)[0] > bound
        for place, i in enumerate(self.order(p, children)):
            if not self.test(self.model.child(p, i), -bound - 1, depth - 1):
                self.cutoff(place)
                return True
        return False

    # -- the printed forms, slips and all

    def alphabeta_printed(self, p, alpha, beta, depth):
        move = None
        children = self.enter(p, depth, beta - alpha == 1)
        if children == 0:
            return self.leaf(p)
        for place, i in enumerate(self.order(p, children)):
            s = -self.alphabeta_printed(self.model.child(p, i), -beta, -alpha, depth - 1)[0]
            if s >= alpha:
                alpha, move = s, i
            if alpha >= beta:
                self.cutoff(place)
                break
        return alpha, move

    def failsoft_printed(self, p, alpha, beta, depth):
        current, move = -INFINITY, None
        children = self.enter(p, depth, beta - alpha == 1)
        if children == 0:
            return self.leaf(p)
        for place, i in enumerate(self.order(p, children)):
            s = -self.failsoft_printed(self.model.child(p, i), -beta, -alpha, depth - 1)[0]
            if s >= current:
                current, move = s, i
                if s >= alpha:
                    alpha = s
                    if s >= beta:
                        self.cutoff(place)
                        break
        return current, move

    def pvs_printed(self, p, alpha, beta, depth):
        children = self.enter(p, depth, beta - alpha == 1)
        if children == 0:
            return self.leaf(p)
        first, *others = self.order(p, children)
        child = self.model.child(p, first)
        current, move = -self.pvs_printed(child, -beta, -alpha, depth - 1)[0], first
        for place, i in enumerate(others, 1):
            child = self.model.child(p, i)
            s = -self.pvs_printed(child, -alpha - 1, -alpha, depth - 1)[0]
            if alpha < s < beta:
                s = -self.again(self.pvs_printed, child, -beta, -alpha, depth - 1)
            if s >= current:
                current, move = s, i
                if s >= alpha:
                    alpha = s
                    if s >= beta:
                        self.cutoff(place)
                        break
        return current, move


NO_WINDOW = ("minimax", "scout")
FAIL_HARD = ("alphabeta", "failsoft-low", "failsoft-high")  # on one side at least
WINDOWED = FAIL_HARD + ("failsoft", "pvs", "pvs-value", "negascout")
PRINTED = ("alphabeta-printed", "failsoft-printed", "pvs-printed")
MTD = ("mtdf", "bisect", "step", "sss", "dual", "bns")
GUESSING = ("aspiration", "mtdf", "mtdf-printed")
DRIVERS = ("open", "aspiration", "mtdf-printed") + MTD


def read_algo(text, allow_fail_hard=False):
    """-> (driver, core)"""
    left, plus, right = text.partition("+")
    if not plus:
        if left in DRIVERS:
            return left, "failsoft"
        left, right = "open", left
    if left not in DRIVERS or right not in NO_WINDOW + WINDOWED + PRINTED:
        raise Usage(f"no algorithm '{text}'")
    if left != "open" and right not in WINDOWED:
        raise Usage(f"{right} takes no driver")
    if left in ("sss", "dual") and right == "alphabeta":
        raise Usage(f"{left} cannot use alphabeta: fail-hard moves a point a pass")
    if left in MTD and right in FAIL_HARD and not allow_fail_hard:
        raise Usage(f"{left} uses {right} only with --allow-fail-hard")
    if left == "mtdf-printed" and right != "failsoft":
        raise Usage("mtdf-printed is always failsoft")
    return left, right


# ---- root drivers ------------------------------------------------------------------------------


def clamp(edge):
    return max(-INFINITY, min(INFINITY, edge))


def scaled(distance, factor):
    """The product, truncated; beyond infinity it does not matter by how much."""
    return int(min(float(distance) * factor, 4.0 * INFINITY))


class Settled(Exception):
    """The value is known."""


class Iteration:
    """One depth: passes until the value is known. Keeps proved bounds and the best move."""

    def __init__(self, searcher, core, root, depth, is_guess=False):
        self.searcher, self.root, self.depth, self.is_guess = searcher, root, depth, is_guess
        self.core_name = core
        self.core = getattr(searcher, core.replace("-", "_"))
        self.lo, self.hi = -INFINITY, INFINITY
        self.value, self.best, self.status = None, None, "ok"
        self.value_bound = "exact"
        self.nodes_before = searcher.n["nodes"]
        self.leaves_before = searcher.n["leaves"]
        self.passes = []

    def search(self, alpha, beta):
        """One pass. Returns its score, with lo and hi brought up to date."""
        arguments = ((self.root, ()), self.depth)
        if self.core_name not in NO_WINDOW:
            arguments = ((self.root, ()), alpha, beta, self.depth)
        s, move = self.one_pass(alpha, beta, self.core, arguments)
        if s <= alpha:
            self.hi = min(self.hi, s)
        elif s < beta:
            self.lo = self.hi = s
            self.best = move
        elif s > self.lo:
            self.lo, self.best = s, move
        return s

    def one_pass(self, alpha, beta, search, arguments):
        n = self.searcher.n
        before = n["nodes"]
        if self.passes:
            n["root_researches"] += 1
            s, move = self.searcher.counted(search, *arguments)
        else:
            s, move = search(*arguments)
        n["passes"] += 1
        n["fail_low"] += s <= alpha
        n["fail_high"] += s >= beta
        self.passes.append(
            {
                "alpha": None if alpha == -INFINITY else alpha,
                "beta": None if beta == INFINITY else beta,
                "value": s,
                "nodes": n["nodes"] - before,
            }
        )
        return s, move

    def ask(self, alpha, beta):
        """A pass of a sound driver: ends it when the bounds meet."""
        s = self.search(alpha, beta)
        if self.lo == self.hi:
            self.value = self.lo
            raise Settled
        return s

    def run(self, driver, options, guess):
        try:
            getattr(self, driver.replace("-", "_"))(options, guess)
        except Settled:
            # No pass proved that the value can be reached: then every move is as bad.
            root = (self.root, ())
            children = self.searcher.model.count(root) if self.depth > 0 else 0
            if self.best is None and children > 0:
                self.best = self.searcher.order(root, children)[0]

    def record(self):
        n = self.searcher.n
        record = {
            "depth": self.depth,
            "value": self.value,
            "nodes": n["nodes"] - self.nodes_before,
            "leaves": n["leaves"] - self.leaves_before,
            "passes": self.passes,
        }
        return record | ({"guess": True} if self.is_guess else {})

    def largest(self):
        return rounded(self.searcher.model.model.bound(self.depth), self.searcher.grain)

    # -- the drivers

    def open(self, options, guess):
        self.ask(-INFINITY, INFINITY)

    def aspiration(self, options, guess):
        if guess is None:
            self.open(options, guess)
        low, high = options.window
        self.limit = options.widen_limit or INFINITY  # more fails than there can be
        getattr(self, "widen_" + options.widen)(guess, low, high, options.widen_factor)

    def widen_full(self, g, low, high, factor):
        a, b = clamp(g - low), clamp(g + high)
        while True:
            s = self.ask(a, b)
            if s <= a:
                a = -INFINITY
            else:
                b = INFINITY

    def widen_bound(self, g, low, high, factor):
        a, b = clamp(g - low), clamp(g + high)
        while True:
            s = self.ask(a, b)
            a, b = (-INFINITY, s) if s <= a else (s, INFINITY)

    def widen_gradual(self, g, low, high, factor):
        a, b = clamp(g - low), clamp(g + high)
        fails_low = fails_high = 0
        power_low = power_high = 1.0
        while True:
            s = self.ask(a, b)
            if s <= a:
                fails_low += 1
                power_low *= factor
                a = clamp(g - scaled(low, power_low)) if fails_low < self.limit else -INFINITY
            else:
                fails_high += 1
                power_high *= factor
                b = clamp(g + scaled(high, power_high)) if fails_high < self.limit else INFINITY

    def widen_both(self, g, low, high, factor):
        a, b = clamp(g - low), clamp(g + high)
        power = 1.0
        open_low = open_high = self.limit  # fails that a side has left before it opens
        while open_low > 0 or open_high > 0:
            if self.ask(a, b) <= a:
                open_low -= 1
            else:
                open_high -= 1
            power *= factor
            a = clamp(g - scaled(low, power)) if open_low > 0 else -INFINITY
            b = clamp(g + scaled(high, power)) if open_high > 0 else INFINITY
        self.ask(a, b)

    def widen_recentre(self, g, low, high, factor):
        a, b = clamp(g - low), clamp(g + high)
        low_fails = high_fails = 0
        power = 1.0
        while True:
            s = self.ask(a, b)
            if s <= a:
                low_fails += 1
                b = (a + b) // 2
                a = clamp(s - scaled(low, power)) if low_fails < self.limit else -INFINITY
            else:
                high_fails += 1
                b = clamp(s + scaled(high, power)) if high_fails < self.limit else INFINITY
            power *= factor

    def mtdf(self, options, guess):
        g = 0 if guess is None else guess
        while True:
            beta = g + 1 if g == self.lo else g
            g = self.ask(beta - 1, beta)

    def sss(self, options, guess):
        self.mtdf(options, INFINITY)

    def dual(self, options, guess):
        self.mtdf(options, -INFINITY)

    def bisect(self, options, guess):
        self.lo, self.hi = -self.largest(), self.largest()
        while True:
            t = (self.lo + self.hi) // 2
            self.ask(t, t + 1)

    def step(self, options, guess):
        self.hi = self.largest()
        while True:
            beta = max(self.lo + 1, self.hi - options.step)
            self.ask(beta - 1, beta)

    def bns(self, options, guess):
        """Best node search: which moves reach t?"""
        root = (self.root, ())
        children = self.searcher.model.count(root) if self.depth > 0 else 0
        if children == 0:
            self.open(options, guess)
        left = list(self.searcher.order(root, children))
        low, high = -self.largest(), self.largest()
        while True:
            t = low + 1 + (high - low - 1) * (len(left) - 1) // len(left)
            scores = {}
            arguments = (self.core, root, t, self.depth, left, scores)
            most, _ = self.one_pass(t - 1, t, self.searcher.try_moves, arguments)
            if most >= t:
                left = [i for i in left if scores[i] >= t]
                low = max(low, min(scores[i] for i in left))
            else:
                high = min(high, most)
            if len(left) == 1 or low >= high:
                break
        assert low <= high
        self.value, self.best = low, left[0]
        self.value_bound = "exact" if low == high else "lower"

    def mtdf_printed(self, options, guess):
        t = 0 if guess is None else guess
        for _ in range(PRINTED_CAP):
            s = self.search(t, t + 1)
            if s == t:
                self.value = t
                return
            t = s
        self.status = "inconsistent"


# ---- one row -----------------------------------------------------------------------------------


class Run:
    """Deepening and guesses: one row."""

    def __init__(self, options):
        self.options = options
        self.model = read_tree(options.tree)
        self.driver, self.core = read_algo(options.algo, options.allow_fail_hard)
        self.searcher = Searcher(self.model, options.grain, options.shuffle)
        self.root = self.model.root(options.seed)
        self.iterations = []
        self.values = {}  # by depth, of the searches asked for
        if options.depth is None:
            options.depth = getattr(self.model, "height", None)
        if options.depth is None:
            raise Usage("give --depth")
        if options.depth < self.model.min_depth:
            raise Usage(f"the tree can only be searched to depth {self.model.min_depth}")
        if options.window is None:
            options.window = ("0.5p", "0.5p")
        self.follows = options.window == ("auto", "auto")
        self.changes = []  # how far values were from their guesses
        if not self.follows:
            options.window = tuple(points(side, self.model.window) for side in options.window)
        if options.step is None:
            options.step = self.model.window
        if options.guess is None:
            options.guess = "previous" if options.deepening else "shallow"

    def depths(self):
        if not self.options.deepening:
            return [self.options.depth]
        first = min(self.options.depth, max(1, self.model.min_depth))
        return range(first, self.options.depth + 1)

    def iterate(self, driver, depth, guess, is_guess=False):
        iteration = Iteration(self.searcher, self.core, self.root, depth, is_guess)
        self.searcher.leaf_paths.clear()
        if self.follows:
            self.options.window = (self.own_window(),) * 2
        iteration.run(driver, self.options, guess)
        if guess is not None and iteration.value is not None:
            self.changes.append(abs(iteration.value - guess))
        self.searcher.n["distinct_leaves"] += len(self.searcher.leaf_paths)
        self.iterations.append(iteration.record())
        return iteration

    def own_window(self):
        """--window=auto: as wide as the larger of the last two changes, but half the default at
        least; the default where there are none."""
        if not self.changes:
            return self.model.window
        return max([1, self.model.window // 2] + self.changes[-2:])

    def guess(self, depth):
        """The guess for an iteration; None where there is none yet."""
        kind = self.options.guess
        if self.driver not in GUESSING:
            return None
        if kind == "previous":
            return self.values.get(depth - 1)
        if kind == "parity":
            return self.values.get(depth - 2, self.values.get(depth - 1))
        if kind == "mean":
            last = [self.values[d] for d in (depth - 1, depth - 2) if d in self.values]
            return sum(last) // len(last) if last else None
        if kind == "shallow":
            if depth - 1 < self.model.min_depth:
                return None
            return self.iterate("open", depth - 1, None, is_guess=True).value
        if kind == "static":
            known = getattr(self.model, "can_evaluate", lambda node: True)(self.root)
            return rounded(self.model.evaluate(self.root), self.options.grain) if known else None
        if kind.startswith("exact"):
            value = Searcher(self.model, self.options.grain).minimax((self.root, ()), depth)[0]
            return value + int(kind.removeprefix("exact") or 0)
        return int(kind)

    def row(self):
        for depth in self.depths():
            last = self.iterate(self.driver, depth, self.guess(depth))
            self.values[depth] = last.value
            if last.status != "ok":
                break
        row = {
            "tree": self.options.tree,
            "seed": self.options.seed,
            "depth": self.options.depth,
            "algo": self.options.algo,
            "driver": self.driver,
            "core": self.core,
            "value": last.value,
            "lower": int(last.value_bound == "lower"),
            "best_move": last.best,
        }
        row |= self.searcher.n
        row |= {"iterations": self.iterations, "status": last.status}
        assert row["nodes"] == row["interior"] + row["leaves"]
        assert row["root_researches"] == row["passes"] - len(self.iterations)
        return row


# ---- command line ------------------------------------------------------------------------------


def window(text):
    low, colon, high = text.partition(":")
    return low, high if colon else low


def points(side, half_pawn):
    """A side of a window: points, or pawns as 0.25p, to the nearest point, halves up."""
    if not side.endswith("p"):
        return int(side)
    return max(1, math.floor(Fraction(side[:-1]) * 2 * half_pawn + Fraction(1, 2)))


def exact_sign(text):
    """exact+K, with K of either sign."""
    return text.replace("+-", "-")


def parser():
    p = argparse.ArgumentParser(description="The reference implementation of absbench's searches.")
    p.add_argument("--tree", default="uniform:b=4,range=100")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--depth", type=int)
    p.add_argument("--algo", default="failsoft", help="CORE, DRIVER or DRIVER+CORE")
    p.add_argument("--window", type=window, help="W, LOW:HIGH or auto")
    p.add_argument(
        "--widen", default="full", choices=["full", "bound", "gradual", "both", "recentre"]
    )
    p.add_argument("--widen-factor", type=float, default=2.0)
    p.add_argument("--widen-limit", type=lambda text: 0 if text == "none" else int(text), default=0)
    p.add_argument("--step", type=int)
    p.add_argument(
        "--guess", type=exact_sign, help="previous, parity, mean, shallow, static, exact+K, a number"
    )
    p.add_argument("--deepening", type=lambda text: text == "on", default=True, help="on, off")
    p.add_argument("--plain", dest="deepening", action="store_false")
    p.add_argument("--grain", type=int, default=1)
    p.add_argument("--shuffle", type=int, default=0)
    p.add_argument("--allow-fail-hard", action="store_true")
    p.add_argument("--distinct", action="store_true", help="distinct leaves are always counted")
    return p


def row_of(line):
    return Run(parser().parse_args(shlex.split(line))).row()


def main():
    print(json.dumps(Run(parser().parse_args()).row(), indent=2))


if __name__ == "__main__":
    try:
        main()
    except Usage as error:
        sys.exit(f"reference.py: {error}")
