"""The trees that programs are graded on: small, uneven, the same on every machine."""
import json
from functools import cached_property

WORD, GOLDEN = (1 << 64) - 1, 0x9E3779B97F4A7C15
MOST_LEAVES = 400
RANGES = (*[99] * 12, 999, 9999, 99999)  # of a tree's leaves, in turn: a small infinity shows in the last three only


class Draws:
    """Random numbers, as docs/games.md defines those of synthetic trees."""

    def __init__(self, seed: int):
        self.state = seed

    def below(self, most: int) -> int:
        self.state = x = (self.state + GOLDEN) & WORD
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & WORD
        x = (x ^ x >> 27) * 0x94D049BB133111EB & WORD
        return ((x ^ x >> 31) >> 32) * most >> 32


class TooLarge(Exception):
    """The tree that is being grown has too many leaves."""


class Tree:
    """A tree of nested lists. A node is known by its list; equal subtrees are lists of their own."""

    def __init__(self, root: list):
        self.root, self.text = root, json.dumps(root, separators=(",", ":"))
        self.leaves: list[int] = []
        self.heights: dict[int, int] = {}
        self.height = self.measure(root)
        self.most = max(map(abs, self.leaves))

    def measure(self, node) -> int:
        if type(node) is int:
            self.leaves.append(node)
            return 0
        self.heights[id(node)] = height = 1 + max(map(self.measure, node))
        return height

    @cached_property
    def kinds(self) -> dict[int, int]:
        """A number for each inner node: the same for equal subtrees."""
        known: dict[tuple, int] = {}
        found: dict[int, int] = {}

        def look(node) -> tuple | int:
            if type(node) is int:
                return (node,)
            kind = tuple(map(look, node))
            return found.setdefault(id(node), known.setdefault(kind, len(known)))
        look(self.root)
        return found

    @cached_property
    def paths(self) -> dict[int, tuple[int, ...]]:
        """The moves from the root to each inner node, counted from 1."""
        found = {id(self.root): ()}

        def look(node, path) -> None:
            for i, child in enumerate(node, 1):
                if type(child) is list:
                    found[id(child)] = (*path, i)
                    look(child, (*path, i))
        look(self.root, ())
        return found


def copied(node):
    return node if type(node) is int else [*map(copied, node)]


def grow(draws: Draws, height: int, width: int, value, repeats: bool) -> list:
    """A tree of exactly that height. `repeats`: some of its subtrees stand in it several times."""
    grown: dict[int, list] = {}

    def node(left: int, full: bool):
        """`full`: one of its lines is as long as it may be."""
        if left == 0 or not full and draws.below(8) == 0:
            return value()
        if repeats and not full and left in grown and draws.below(2):
            return copied(grown[left][draws.below(len(grown[left]))])
        count = 1 if draws.below(12) == 0 else 2 + draws.below(width - 1)
        longest = draws.below(count) if full else -1
        made = [node(left - 1, i == longest) for i in range(count)]
        grown.setdefault(left, []).append(made)
        return made
    return node(height, True)


def leaf_values(draws: Draws, most: int, ties: bool):
    """A function that draws the next leaf: one of a few values, or each value once before any comes again."""
    size = 2 * most + 1
    few = [draws.below(size) - most for _ in range(2 + draws.below(5))]
    left, moved, drawn_so_far = 0, {}, 0

    def value() -> int:
        nonlocal left, drawn_so_far
        drawn_so_far += 1
        if drawn_so_far > MOST_LEAVES:
            raise TooLarge
        if ties:
            return few[draws.below(len(few))]
        if left == 0:
            left = size
            moved.clear()
        at, left = draws.below(left), left - 1
        drawn, moved[at] = moved.get(at, at), moved.get(left, left)
        return drawn - most
    return value


def make(count: int, seed: int) -> list[Tree]:
    """So many trees, the smallest first."""
    draws, made = Draws(seed), []
    while len(made) < count:
        number = len(made)
        value = leaf_values(draws, RANGES[number % 15], ties=(number + number // 15) % 3 == 0)
        try:
            height = 1 + max(draws.below(6), draws.below(6))
            tree = Tree(grow(draws, height, 2 + draws.below(4), value, repeats=draws.below(4) == 0))
        except TooLarge:
            continue
        if 1 < len(tree.leaves) <= MOST_LEAVES and tree.most > 0:
            made.append(tree)
    return sorted(made, key=lambda tree: len(tree.leaves))
