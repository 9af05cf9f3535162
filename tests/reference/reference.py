#!/usr/bin/python3
"""reference.py -- absbench's searches over again, slow and plain, to hold the C program against.

Every algorithm is written here from its definition, with next to nothing shared but the counting, so that a
slip in one language is not a slip in both. No table, no move ordering. Run it from the top of the tree:

    reference.py --tree=uniform:b=4,range=100 --seed=1 --depth=5 --algo=aspiration+pvs --window=10
"""

import json
import math
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

INFINITY = 1 << 30
PRINTED_CAP = 10000  # passes after which mtdf-printed is given up
MASK = (1 << 64) - 1


# ---- trees -------------------------------------------------------------------------------------
# A model has: root(seed), count(node), child(node, i), key(node), evaluate(node) for the side to move,
# bound(depth), window (the default one). A node is a tuple that only its model reads.

G = 0x9E3779B97F4A7C15
EVAL, GAIN, ROOT, BEST, PLACE, GAP, NOISE, WIDTH = range(1, 9)


def mix64(x):
    x &= MASK
    x ^= x >> 30
    x = x * 0xBF58476D1CE4E5B9 & MASK
    x ^= x >> 27
    x = x * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def root_key(seed):
    return mix64(seed + G)


def child_key(key, i):
    return mix64(key + (i + 1) * G)


def draw(key, salt, n):
    """A whole number in [0, n)."""
    return ((mix64(key ^ mix64(salt)) >> 32) * n) >> 32


class Drawn:
    """A tree whose nodes are (key, ..)."""

    min_depth = 0

    def __init__(self, b):
        low, dots, high = str(b).partition("..")
        self.low, self.high = int(low), int(high if dots else low)

    def key(self, node):
        return node[0]

    def count(self, node):
        return self.low + draw(node[0], WIDTH, self.high - self.low + 1)

    def can_evaluate(self, node):
        return True


class Uniform(Drawn):
    """Nodes are (key,)."""

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
    """Nodes are (key, root key, ply, sums of the moves at even and at odd plies)."""

    def node(self, root, ply, even, odd):
        return (mix64(root + even + mix64(odd + G) + ply), root, ply, even, odd)

    def root(self, seed):
        return self.node(root_key(seed), 0, 0, 0)

    def child(self, node, i):
        _, root, ply, even, odd = node
        move = mix64((i + 1) * G)
        if ply % 2 == 0:
            return self.node(root, ply + 1, even + move, odd)
        return self.node(root, ply + 1, even, odd + move)


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
        return node[1] + draw(node[0], NOISE, 2 * self.noise + 1) - self.noise

    def bound(self, depth):
        return self.range + self.gap * depth + self.noise


class Explicit:
    """Nodes are (value for the root's player or None, children, ply, key of the path)."""

    def __init__(self, file):
        self.leaves, self.inner, self.height = [], [], 0
        self.tree = self.read(json.loads(Path(file).read_text()), 0, root_key(0))
        self.min_depth = self.height if None in self.inner else 0
        self.largest_leaf = max(abs(value) for value in self.leaves)
        self.largest = max(abs(value) for value in self.leaves + self.inner if value is not None)
        self.window = max(1, self.largest_leaf // 20)

    def read(self, item, ply, key):
        if isinstance(item, list):
            item = {"children": item}
        elif not isinstance(item, dict):
            item = {"value": item}
        value, children = item.get("value"), item.get("children", [])
        self.height = max(self.height, ply)
        (self.inner if children else self.leaves).append(value)
        below = [self.read(child, ply + 1, child_key(key, i)) for i, child in enumerate(children)]
        return (value, below, ply, key)

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


MODELS = {"uniform": uniform, "pgame": PGame, "incremental": Incremental, "ordered": Ordered, "explicit": Explicit}


def read_tree(spec):
    name, _, options = spec.partition(":")
    return MODELS[name](**dict(option.split("=") for option in options.split(",") if option))


def rounded(value, grain):
    """The nearest multiple of `grain`, halves away from zero."""
    size = (2 * abs(value) + grain) // (2 * grain) * grain
    return size if value >= 0 else -size


# ---- the searches ------------------------------------------------------------------------------

COUNTERS = (
    "nodes", "leaves", "cutoffs", "first_move_cutoffs", "passes", "iterations", "fail_low", "fail_high",
    "interior_researches", "research_nodes", "null_nodes", "distinct_leaves",
)
HARD = {  # below: nothing less than alpha is returned; above: a cutoff returns beta
    "alphabeta": (True, True), "failsoft": (False, False), "failsoft-low": (False, True), "failsoft-high": (True, False),
}
SECOND = {  # it starts at the score, not alpha; at this remaining depth or less there is none
    "pvs": (False, 0), "pvs-value": (True, 1), "negascout": (True, 2),
}


class TooLarge(Exception):
    """More nodes than the caller has patience for."""


class Searcher:
    """The counts, and the cores: each returns (value, best move or None). A position p is (node, moves to it)."""

    patience = INFINITY  # nodes

    def __init__(self, model, grain, shuffle):
        self.model, self.grain, self.shuffle = model, grain, shuffle
        self.leaf_paths = set()  # of one iteration
        self.inside = False  # a root or interior re-search
        self.n = Counter(dict.fromkeys(COUNTERS, 0))

    def search(self, core, p, alpha, beta, depth):
        if core in ("minimax", "scout"):
            return getattr(self, core)(p, depth)
        if core in HARD:
            return self.of_window(core, p, alpha, beta, depth)
        if core in SECOND:
            return self.first_and_others(core, p, alpha, beta, depth)
        return getattr(self, core.replace("-", "_"))(p, alpha, beta, depth)

    def moves(self, p, depth):
        """(move, child) in the order in which they are searched; none at depth 0."""
        node, path = p
        count = self.model.count(node) if depth > 0 else 0
        moves = [(i, (self.model.child(node, i), path + (i,))) for i in range(count)]
        if self.shuffle > 0:
            moves.sort(key=lambda move: mix64(self.model.key(move[1][0]) + self.shuffle * G))
        return moves

    def enter(self, p, depth, null=False):
        """Counts an entry. The moves to search, none at a leaf."""
        moves = self.moves(p, depth)
        self.n["nodes"] += 1
        self.n["null_nodes"] += null
        if self.n["nodes"] > self.patience:
            raise TooLarge
        if not moves:
            self.n["leaves"] += 1
            self.leaf_paths.add(p[1])
        return moves

    def leaf(self, p):
        return rounded(self.model.evaluate(p[0]), self.grain), None

    def cutoff(self, place):
        self.n["cutoffs"] += 1
        self.n["first_move_cutoffs"] += place == 0

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

    def try_moves(self, core, p, t, depth, moves):
        """Each of these moves of the root with the null window (t - 1, t), without cutoffs: the highest score,
        and all of them."""
        self.enter(p, depth, null=True)
        scores = {i: -self.search(core, child, -t, 1 - t, depth - 1)[0] for i, child in moves}
        return max(scores.values()), scores

    def minimax(self, p, depth):
        best, move = -INFINITY, None
        moves = self.enter(p, depth)
        if not moves:
            return self.leaf(p)
        for i, child in moves:
            s = -self.minimax(child, depth - 1)[0]
            if s > best:
                best, move = s, i
        return best, move

    def of_window(self, core, p, alpha, beta, depth):
        hard_low, hard_high = HARD[core]
        best, move = alpha if hard_low else -INFINITY, None
        moves = self.enter(p, depth, beta - alpha == 1)
        if not moves:
            return self.leaf(p)
        for place, (i, child) in enumerate(moves):
            s = -self.of_window(core, child, -beta, -alpha, depth - 1)[0]
            if s >= beta:
                self.cutoff(place)
                return beta if hard_high else s, i
            if s > best:
                best, move = s, i
            alpha = max(alpha, s)
        return best, move

    def first_and_others(self, core, p, alpha, beta, depth):
        from_score, exact = SECOND[core]
        best, move = -INFINITY, None
        moves = self.enter(p, depth, beta - alpha == 1)
        if not moves:
            return self.leaf(p)
        for place, (i, child) in enumerate(moves):
            high = beta if place == 0 else alpha + 1
            s = -self.first_and_others(core, child, -high, -alpha, depth - 1)[0]
            if place > 0 and alpha < s < beta and depth > exact:
                low = s if from_score else alpha
                s = -self.again(self.first_and_others, core, child, -beta, -low, depth - 1)
            if s > best:
                best, move = s, i
            if s >= beta:
                self.cutoff(place)
                break
            alpha = max(alpha, s)
        return best, move

    def pvs_hard(self, p, alpha, beta, depth):
        """A null window for every move but the first, whatever that one's score."""
        move = None
        moves = self.enter(p, depth, beta - alpha == 1)
        if not moves:
            return self.leaf(p)
        for place, (i, child) in enumerate(moves):
            if place == 0:
                s = -self.pvs_hard(child, -beta, -alpha, depth - 1)[0]
            else:
                s = -self.pvs_hard(child, -(alpha + 1), -alpha, depth - 1)[0]
                if alpha < s < beta:
                    s = -self.again(self.pvs_hard, child, -beta, -alpha, depth - 1)
            if s >= beta:
                self.cutoff(place)
                return beta, i
            if s > alpha:
                alpha, move = s, i
        return alpha, move

    def scout(self, p, depth):
        """Pearl's EVAL."""
        moves = self.enter(p, depth)
        if not moves:
            return self.leaf(p)
        move, child = moves[0]
        best = -self.scout(child, depth - 1)[0]
        for i, child in moves[1:]:
            if not self.test(child, -best - 1, depth - 1):
                best, move = -self.again(self.scout, child, depth - 1), i
        return best, move

    def test(self, p, bound, depth):
        """Pearl's TEST: is the value of p > bound? A child's must then be < -bound."""
        moves = self.enter(p, depth, True)
        if not moves:
            return self.leaf(p)[0] > bound
        for place, (_, child) in enumerate(moves):
            if not self.test(child, -bound - 1, depth - 1):
                self.cutoff(place)
                return True
        return False

    # -- the printed forms, slips and all

    def alphabeta_printed(self, p, alpha, beta, depth):
        move = None
        moves = self.enter(p, depth, beta - alpha == 1)
        if not moves:
            return self.leaf(p)
        for place, (i, child) in enumerate(moves):
            s = -self.alphabeta_printed(child, -beta, -alpha, depth - 1)[0]
            if s >= alpha:
                alpha, move = s, i
            if alpha >= beta:
                self.cutoff(place)
                break
        return alpha, move

    def failsoft_printed(self, p, alpha, beta, depth):
        current, move = -INFINITY, None
        moves = self.enter(p, depth, beta - alpha == 1)
        if not moves:
            return self.leaf(p)
        for place, (i, child) in enumerate(moves):
            s = -self.failsoft_printed(child, -beta, -alpha, depth - 1)[0]
            if s >= current:
                current, move = s, i
                if s >= alpha:
                    alpha = s
                    if s >= beta:
                        self.cutoff(place)
                        break
        return current, move

    def pvs_printed(self, p, alpha, beta, depth):
        moves = self.enter(p, depth, beta - alpha == 1)
        if not moves:
            return self.leaf(p)
        move, child = moves[0]
        current = -self.pvs_printed(child, -beta, -alpha, depth - 1)[0]
        for place, (i, child) in enumerate(moves[1:], 1):
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


# ---- root drivers ------------------------------------------------------------------------------

GUESSING = ("aspiration", "mtdf", "mtdf-printed")
DRIVERS = GUESSING + ("bisect", "step", "sss", "dual", "bns")


def clamp(edge):
    return max(-INFINITY, min(INFINITY, edge))


def widened(side, factor, times):
    """The product, truncated; beyond infinity it does not matter by how much."""
    power = 1.0
    for _ in range(times):
        power *= factor
    return int(min(side * power, 4.0 * INFINITY))


class Settled(Exception):
    """The value is known."""


class Iteration:
    """One depth: passes until the value is known. Keeps proved bounds and the best move."""

    def __init__(self, run, depth, guess):
        self.run, self.searcher, self.depth, self.guess = run, run.searcher, depth, guess
        self.root = (run.root, ())
        self.lo, self.hi = -INFINITY, INFINITY
        self.value, self.best, self.is_lower = None, None, False
        self.passes = 0

    def search(self, alpha, beta):
        """One pass. Returns its score, with lo and hi brought up to date."""
        s, move = self.one_pass(alpha, beta, self.searcher.search, self.run.core, self.root, alpha, beta, self.depth)
        if s <= alpha:
            self.hi = min(self.hi, s)
        elif s < beta:
            self.lo = self.hi = s
            self.best = move
        elif s > self.lo:
            self.lo, self.best = s, move
        return s

    def one_pass(self, alpha, beta, search, *arguments):
        result = self.searcher.counted(search, *arguments) if self.passes > 0 else search(*arguments)
        self.passes += 1
        self.searcher.n.update(passes=1, fail_low=result[0] <= alpha, fail_high=result[0] >= beta)
        return result

    def ask(self, alpha, beta):
        """A pass of a sound driver: ends it when the bounds meet."""
        s = self.search(alpha, beta)
        if self.lo == self.hi:
            self.value = self.lo
            raise Settled
        return s

    def settle(self, driver):
        try:
            getattr(self, driver.replace("-", "_"))()
        except Settled:
            # No pass proved that the value can be reached: then every move is as bad.
            moves = self.searcher.moves(self.root, self.depth)
            if self.best is None and moves:
                self.best = moves[0][0]

    def largest(self):
        return rounded(self.run.model.bound(self.depth), self.searcher.grain)

    # -- the drivers

    def open(self):
        self.ask(-INFINITY, INFINITY)

    def aspiration(self):
        if self.guess is None:
            self.open()
        g, factor, widen, limit = self.guess, self.run.widen_factor, self.run.widen, self.run.widen_limit
        low, high = self.run.window or self.run.own_window()
        a, b = clamp(g - low), clamp(g + high)
        lows = highs = 0  # fails
        while True:
            s = self.ask(a, b)
            is_low = s <= a
            lows, highs = lows + is_low, highs + (not is_low)
            if widen == "full":
                a, b = (-INFINITY, b) if is_low else (a, INFINITY)
            elif widen == "bound":
                a, b = (-INFINITY, s) if is_low else (s, INFINITY)
            elif widen == "gradual":
                a, b = g - widened(low, factor, lows), g + widened(high, factor, highs)
            elif widen == "both":
                a, b = g - widened(low, factor, lows + highs), g + widened(high, factor, lows + highs)
            elif is_low:  # recentre
                a, b = s - widened(low, factor, lows + highs - 1), (a + b) // 2
            else:
                b = s + widened(high, factor, lows + highs - 1)
            a = clamp(a) if lows < limit else -INFINITY
            b = clamp(b) if highs < limit else INFINITY

    def mtdf_from(self, g):
        while True:
            beta = g + 1 if g == self.lo else g
            g = self.ask(beta - 1, beta)

    def mtdf(self):
        self.mtdf_from(self.guess or 0)

    def sss(self):
        self.mtdf_from(INFINITY)

    def dual(self):
        self.mtdf_from(-INFINITY)

    def bisect(self):
        self.lo, self.hi = -self.largest(), self.largest()
        while True:
            t = (self.lo + self.hi) // 2
            self.ask(t, t + 1)

    def step(self):
        self.hi = self.largest()
        while True:
            beta = max(self.lo + 1, self.hi - self.run.step)
            self.ask(beta - 1, beta)

    def bns(self):
        """Best node search: which moves reach t?"""
        left = self.searcher.moves(self.root, self.depth)
        if not left:
            self.open()
        low, high = -self.largest(), self.largest()
        while True:
            t = low + 1 + (high - low - 1) * (len(left) - 1) // len(left)
            most, scores = self.one_pass(
                t - 1, t, self.searcher.try_moves, self.run.core, self.root, t, self.depth, left)
            if most >= t:
                left = [move for move in left if scores[move[0]] >= t]
                low = max(low, min(scores[i] for i, _ in left))
            else:
                high = min(high, most)
            if len(left) == 1 or low >= high:
                break
        assert low <= high
        self.value, self.best, self.is_lower = low, left[0][0], low < high

    def mtdf_printed(self):
        t = self.guess or 0
        for _ in range(PRINTED_CAP):
            s = self.search(t, t + 1)
            if s == t:
                self.value = t
                return
            t = s


# ---- one row -----------------------------------------------------------------------------------


def side(text, half_pawn):
    """A side of a window: points, or pawns as 0.25p, to the nearest point, halves up."""
    if not text.endswith("p"):
        return int(text)
    return max(1, math.floor(Fraction(text[:-1]) * 2 * half_pawn + Fraction(1, 2)))


class Run:
    """Deepening and guesses: one row."""

    def __init__(self, words):
        given = dict(word.removeprefix("--").split("=", 1) for word in words if "=" in word)
        self.model = model = read_tree(given["tree"])
        self.root = model.root(int(given.get("seed", 1)))
        self.depth = int(given["depth"]) if "depth" in given else model.height
        left, plus, right = given["algo"].partition("+")
        self.driver = left if left in DRIVERS else "open"
        self.core = right if plus else "failsoft" if left in DRIVERS else left
        self.deepening = given.get("deepening", "on") == "on"
        low, colon, high = given.get("window", "0.5p").partition(":")
        self.window = low != "auto" and (side(low, model.window), side(high if colon else low, model.window))
        self.widen = given.get("widen", "full")
        self.widen_factor = float(given.get("widen-factor", 2))
        self.widen_limit = int(given.get("widen-limit", "none").replace("none", str(INFINITY)))
        self.step = int(given.get("step", model.window))
        self.guess_kind = given.get("guess", "previous" if self.deepening else "shallow")
        self.searcher = Searcher(model, int(given.get("grain", 1)), int(given.get("shuffle", 0)))
        self.values = {}  # by depth, of the searches asked for
        self.changes = []  # how far values were from their guesses

    def iterate(self, driver, depth, guess):
        iteration = Iteration(self, depth, guess)
        self.searcher.leaf_paths.clear()
        iteration.settle(driver)
        if guess is not None and iteration.value is not None:
            self.changes.append(abs(iteration.value - guess))
        self.searcher.n.update(iterations=1, distinct_leaves=len(self.searcher.leaf_paths))
        return iteration

    def own_window(self):
        """--window=auto: as wide as the larger of the last two changes, but half the default at least; the default
        where there are none."""
        side = max([1, self.model.window // 2] + self.changes[-2:]) if self.changes else self.model.window
        return side, side

    def guess(self, depth):
        """The guess for an iteration; None where there is none yet."""
        kind = self.guess_kind
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
            return self.iterate("open", depth - 1, None).value if depth > self.model.min_depth else None
        if kind == "static":
            known = self.model.can_evaluate(self.root)
            return rounded(self.model.evaluate(self.root), self.searcher.grain) if known else None
        if kind.startswith("exact"):
            value = Searcher(self.model, self.searcher.grain, 0).minimax((self.root, ()), depth)[0]
            return value + int(kind.removeprefix("exact") or 0)
        return int(kind)

    def row(self):
        first = min(self.depth, max(1, self.model.min_depth)) if self.deepening else self.depth
        for depth in range(first, self.depth + 1):
            last = self.iterate(self.driver, depth, self.guess(depth))
            self.values[depth] = last.value
            if last.value is None:
                break
        return {"value": last.value, "lower": int(last.is_lower), "best_move": last.best} | self.searcher.n


if __name__ == "__main__":
    print(json.dumps(Run(sys.argv[1:]).row(), indent=2))
