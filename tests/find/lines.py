#!/usr/bin/python3
"""lines.py -- command lines that are drawn, for drawn.py, labels.py and verdicts.bats: lines.py COUNT SEED prints some."""
import random
import shlex
import sys

SEARCHES = ["alphabeta", "failsoft", "pvs", "pvs-hard", "negascout", "pvs-value", "scout", "mtdf", "aspiration",
            "aspiration+pvs", "bns", "step"]
OTHERS = ["minimal", "minimal-graph", "minimax", "mtdf-printed", "alphabeta-printed", "pvs-printed", "failsoft-printed"]
REFERENCES = ["alphabeta", "alphabeta", "alphabeta", "pvs", "scout", "pvs:tt=0", "minimal", "mtdf", "aspiration"]
SETTINGS = {"tt": ["0", "1K", "64K", "1M", "64M"], "tt-pv": ["on", "off"], "tt-keep": ["on", "off"], "etc": ["on", "off"],
            "tt-mode": ["exact", "deeper"], "tt-replace": ["depth", "always"], "deepening": ["on", "off"],
            "window": ["1", "9", "auto", "3:8", "0.5p"], "widen": ["full", "gradual", "both"],
            "widen-factor": ["1.5", "2"], "widen-limit": ["none", "1", "2"], "guess": ["previous", "parity", "3"],
            "step": ["1", "5"], "grain": ["1", "10"], "max-nodes": ["100", "500", "4000"], "shuffle": ["0", "1", "5"]}
SMALL = ["--tree=uniform:b=3,range=20", "--tree=incremental:b=3,step=9"]
LARGE = ["--tree=uniform:b=4,range=100 --seed=1..", "--tree=uniform:b=3,range=10 --seed=1..",
         "--tree=incremental:b=4,step=9 --seed=1..", "--game=othello --max-positions=",
         "--game=connectfour --suite=large --max-positions="]


class Lines(random.Random):
    """Draws words, reproducibly."""

    def some(self, names, most):
        return self.sample(sorted(names), self.randint(1, most))

    def algos(self, searches, others):
        """Up to so many of each kind, in any order."""
        names = self.sample(SEARCHES, self.randint(1, searches)) + self.sample(OTHERS, self.randint(0, others))
        self.shuffle(names)
        return names

    def settings(self, most, names=tuple(SETTINGS)):
        """Up to so many settings, with up to three values of each."""
        return {name: ",".join(self.some(SETTINGS[name], min(3, len(SETTINGS[name])))) for name in self.some(names, most)}

    def positions(self):
        """A domain, and 4 to 80 of its positions."""
        return (self.choice(LARGE) + str(self.choice([4, 9, 12, 20, 40, 61, 80]))).split()

    def reference(self):
        return self.choice(REFERENCES)


def options(settings):
    return [f"--{name}={value}" for name, value in settings.items()]


if __name__ == "__main__":
    drawer = Lines(int(sys.argv[2]))
    for _ in range(int(sys.argv[1])):
        print(shlex.join([*drawer.positions(), "--depth=3", "--algo=" + ",".join(drawer.algos(3, 1))]))
