#!/usr/bin/env python3
"""reference_minimal.py -- the minimal tree over again, slow and plain, to hold `--algo=minimal` against.

    reference_minimal.py SEED N      the explicit examples, then N random trees and games:
                                     options, then value, leaves and nodes, by tabs

The root's player maximises, the other minimises. Every proof is looked for by itself, once for leaves
and once for nodes; nothing is cut off and nothing remembered. Run it from the top of the tree.
"""

import random
import sys

import reference
import reference_counts

IMPOSSIBLE = float("inf")


class Proofs:
    """The least costs of proofs about positions; `own` is what a position with moves costs itself."""

    def __init__(self, model, grain, own):
        self.searcher = reference.Searcher(model, grain)
        self.model, self.own = self.searcher.model, own

    def children(self, p, depth):
        count = self.model.count(p) if depth > 0 else 0
        return [(self.model.child(p, i), self.searcher.below(p, depth)) for i in range(count)]

    def settled(self, p, maximising, claim):
        value = self.searcher.leaf(p)[0]
        return 1 if claim(value if maximising else -value) else IMPOSSIBLE

    def one_side(self, p, depth, maximising, claim, for_maximiser):
        """A proof of a claim that is good for one player: he chooses a move, the other has all."""
        children = self.children(p, depth)
        if not children:
            return self.settled(p, maximising, claim)
        costs = [self.one_side(c, d, not maximising, claim, for_maximiser) for c, d in children]
        return self.own + (min(costs) if maximising == for_maximiser else sum(costs))

    def at_least(self, p, depth, maximising, v):
        return self.one_side(p, depth, maximising, lambda value: value >= v, True)

    def at_most(self, p, depth, maximising, v):
        return self.one_side(p, depth, maximising, lambda value: value <= v, False)

    def both(self, p, depth, maximising, v):
        """The mover's side is proved by one move, the other's by all: the one has both."""
        children = self.children(p, depth)
        if not children:
            return self.settled(p, maximising, lambda value: value == v)
        other = self.at_most if maximising else self.at_least
        costs = [other(c, d, not maximising, v) for c, d in children]
        if IMPOSSIBLE in costs:
            return IMPOSSIBLE
        everything = sum(costs)
        return self.own + min(
            everything - cost + self.both(c, d, not maximising, v)
            for cost, (c, d) in zip(costs, children)
        )


def minimal(options):
    """-> value, fewest leaves, fewest nodes"""
    run = reference.Run(reference.parser().parse_args(reference.shlex.split(options)))
    model, grain, depth = run.model, run.options.grain, run.options.depth
    searcher = reference.Searcher(model, grain)
    searcher.patience = 3000
    root = (run.root, ())
    value = searcher.minimax(root, depth)[0]
    return value, *(Proofs(model, grain, own).both(root, depth, True, value) for own in (0, 1))


def search_line(r):
    """A tree or a game of reference_counts.py, without what says how it is searched."""
    line = reference_counts.game_line(r) if r.random() < 0.3 else reference_counts.line(r)
    keep = ("--tree", "--seed", "--depth", "--grain", "--game", "--eval", "--position", "'--position")
    words = reference.shlex.split(line)
    return " ".join(
        reference.shlex.quote(word) for word in words if word.partition("=")[0] in keep
    )


def main():
    r, wanted = random.Random(int(sys.argv[1])), int(sys.argv[2])
    print("options\tvalue\tleaves\tnodes")
    for file in reference_counts.EXAMPLES:
        options = f"--tree=explicit:file={file}"
        print(options, *minimal(options), sep="\t")
    while wanted > 0:
        options = search_line(r)
        try:
            counts = minimal(options)
        except reference.TooLarge:
            continue
        if counts[1] < 6 and r.random() < 0.8:
            continue  # small trees: some will do
        print(options, *counts, sep="\t")
        wanted -= 1


if __name__ == "__main__":
    main()
