"""A second simulator of parallel searches, written from the rules of docs/parallel.md alone, on
the trees of tests/reference/reference.py: simulator.py PROGRAM SEED TREES compares it with rows of
absbench, and prints how many agree; exit 1 if one does not."""

import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "reference"))
from reference import INFINITY, read_tree  # noqa: E402

FIELDS = ("value", "work", "ticks", "aborted", "idle_ticks", "splits")


class Node:
    def __init__(self, position, depth, window, parent, index, narrow, processor):
        self.position, self.depth, self.parent, self.index = position, depth, parent, index
        self.alpha, self.beta = window
        self.narrow, self.processor = narrow, processor
        self.path = parent.path + (index,) if parent else ()
        self.best, self.begun, self.active, self.entered = -INFINITY, 0, 0, 0
        self.children = []
        self.scored = self.split = self.dead = self.ended = False

    def line(self):
        """This node and all above it."""
        node = self
        while node is not None:
            yield node
            node = node.parent


class Simulation:
    """A processor enters a node (`entering`, until `until`), or is to begin `duty`'s next child, or
    to search `again`, or is free."""

    def __init__(self, tree, seed, depth, core, method, processors, node_cost, leaf_cost):
        self.tree, self.core, self.method = tree, core, method
        self.node_cost, self.leaf_cost = node_cost, leaf_cost
        self.until = [None] * processors
        self.entering, self.duty, self.again = ([None] * processors for _ in range(3))
        self.offering, self.alive = [], []
        self.value = None
        self.work = self.busy = self.splits = self.aborted = self.ticks = 0
        self.enter(0, Node(tree.root(seed), depth, (-INFINITY, INFINITY), None, 0, False, 0))
        while self.value is None:
            self.tick()
        self.idle_ticks = processors * self.ticks - self.busy

    def enter(self, p, node):
        cost = self.leaf_cost if node.depth == 0 else self.node_cost
        for above in node.line():
            above.entered += 1
        self.alive.append(node)
        self.work += 1
        self.busy += cost
        self.entering[p], self.until[p] = node, self.ticks + cost
        self.duty[p] = self.again[p] = None

    def tick(self):
        self.ticks = min(t for t in self.until if t is not None)
        for p, until in enumerate(self.until):
            if until == self.ticks == self.until[p] and self.value is None:
                self.complete(p)
        self.alive = [node for node in self.alive if not node.ended]
        for p, until in enumerate(self.until):
            if until is None and self.value is None:
                self.start(p)

    def complete(self, p):
        node, self.entering[p], self.until[p] = self.entering[p], None, None
        if node.depth == 0:
            self.end(p, node, self.tree.evaluate(node.position))
            return
        node.children = [self.tree.child(node.position, i) for i in range(self.tree.count(node.position))]
        self.duty[p] = node
        if self.method == "root-all" and not node.path:
            self.offering.append(node)

    def end(self, p, child, score):
        """A search of `child` has ended with `score`, of the child's side."""
        node, score = child.parent, -score
        if node is None:
            self.value = -score
            return
        if child.narrow and -child.beta < score < node.beta:
            child.begun = len(child.children)
            self.again[p] = child
            return
        child.ended = True
        node.active -= 1
        node.scored = True
        node.best, node.alpha = max(node.best, score), max(node.alpha, score)
        if score >= node.beta:
            self.abort(p, node)
        elif node.begun < len(node.children):
            if self.splits_at(node) and node not in self.offering:
                self.offering.append(node)
            self.duty[p] = node
            return
        elif node.active > 0:
            return
        self.end(p, node, node.best)

    def splits_at(self, node):
        return {"root": not node.path, "root-all": not node.path, "ybw": True,
                "pvsplit": not any(node.path)}[self.method]

    def abort(self, cutter, node):
        for p in range(len(self.until)):
            at = self.entering[p] or self.duty[p] or self.again[p]
            if p == cutter or at is None or node not in at.line() or at is node and self.until[p]:
                continue
            if self.until[p] is not None:
                self.busy -= self.until[p] - self.ticks
            self.until[p] = self.entering[p] = self.duty[p] = self.again[p] = None
        lost = 0
        for below in self.alive:
            if below is not node and not below.ended and node in below.line():
                below.ended = below.dead = True
                lost += below.entered if below.parent is node else 0
        for above in node.line():
            above.entered -= lost
        self.aborted += lost

    def start(self, p):
        if self.again[p] is not None:
            first = self.again[p]
            node = first.parent
            first.ended = True
            second = Node(first.position, first.depth, (-node.beta, -node.alpha), node, first.index,
                          False, p)
            second.entered = first.entered
            self.enter(p, second)
            return
        node, self.duty[p] = self.duty[p], None
        if node is None or node.dead or node.begun == len(node.children):
            self.offering = [n for n in self.offering
                             if not n.ended and n.begun < len(n.children)]
            if not self.offering:
                return
            node = min(self.offering, key=lambda n: (len(n.path), n.path))
        narrow = self.core == "pvs" and node.scored
        high = node.alpha + 1 if narrow else node.beta
        if node.processor != p and not node.split:
            node.split = True
            self.splits += 1
        node.active += 1
        node.begun += 1
        self.enter(p, Node(node.children[node.begun - 1], node.depth - 1, (-high, -node.alpha), node,
                           node.begun - 1, high < node.beta, p))


def rows_of(program, spec, seed, depth, costs):
    command = [program, f"--tree={spec}", f"--seed={seed}", f"--depth={depth}", "--plain",
               "--algo=pvs,failsoft", "--parallel=root,root-all,pvsplit,ybw", "--procs=1,2,3,5,16",
               "--cost=node:{},leaf:{}".format(*costs), "--no-time", "--format=jsonl"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [row for row in map(json.loads, text.splitlines()) if row.get("parallel")]


def main(program, seed, trees):
    chance, agree, differ = random.Random(int(seed)), 0, 0
    for _ in range(int(trees)):
        if chance.random() < 0.5:
            spec = f"uniform:b={chance.randint(1, 6)},range={chance.choice([1, 5, 100])}"
        else:  # the best child is the first, or one of the first quarter
            spec = f"ordered:b={chance.randint(1, 8)},first={chance.choice([0, 50, 70, 100])},quarter=100"
        depth, number = chance.randint(1, 4), chance.randint(0, 10 ** 6)
        costs = chance.choice([(1, 1), (1, 3), (2, 1)])
        for row in rows_of(program, spec, number, depth, costs):
            own = Simulation(read_tree(spec), number, depth, row["core"], row["parallel"], row["procs"], *costs)
            wrong = [f"{name} {row[name]}, not {getattr(own, name)}" for name in FIELDS
                     if row[name] != getattr(own, name)]
            agree += not wrong
            differ += bool(wrong)
            if wrong:
                print(f"{row['id']} cost {costs}: {'; '.join(wrong)}")
    print(agree, "rows agree")
    return differ > 0 or agree == 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
