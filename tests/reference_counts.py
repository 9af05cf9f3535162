#!/usr/bin/env python3
"""reference_counts.py -- random command lines and what the reference implementation counts for them.

    reference_counts.py SEED N      N lines: options, then value, best move and every count, by tabs

tests/reference_counts.tsv is `reference_counts.py 1 600`; unit_counts.c holds absbench to it.
"""

import random
import sys

import reference

COLUMNS = [
    "value", "best_move", "nodes", "leaves", "cutoffs", "first_move_cutoffs", "passes", "iterations",
    "fail_low", "fail_high", "interior_researches", "research_nodes",
]
CORES = ["alphabeta", "failsoft", "pvs", "pvs-value", "negascout"]
ALONE = ["minimax", "scout", "alphabeta-printed", "failsoft-printed", "pvs-printed"]
MTD = ["mtdf", "bisect", "step", "sss", "dual"]
EXAMPLES = sorted(str(path) for path in reference.Path("trees/examples").glob("*.json"))


def tree(r):
    low = r.randint(1, 5)
    b = f"b={low}" if r.random() < 0.6 else f"b={low}..{low + r.randint(0, 4)}"
    span = r.choice([1, 3, 10, 100, 1000, 100000])
    return r.choice([
        f"uniform:{b},range={span}",
        f"uniform:{b},range={span},commute=1",
        f"pgame:{b},win={r.choice([300, 500, 618])}",
        f"incremental:{b},step={r.choice([1, 10, 50])}",
        f"ordered:{b},range={span},gap={r.choice([0, 3, 20, 100])},first={r.choice([0, 50, 70, 100])},"
        f"quarter={r.choice([50, 90, 100])},noise={r.choice([0, 0, 5, 50])}",
    ])


def line(r):
    kind = r.random()
    if kind < 0.2:
        algo = r.choice(ALONE)
    elif kind < 0.4:
        algo = r.choice(CORES)
    elif kind < 0.7:
        algo = "aspiration+" + r.choice(CORES)
    elif kind < 0.95:
        algo = r.choice(MTD) + "+" + r.choice(CORES[1:])
    else:
        algo = "mtdf-printed"
    words = [f"--tree={tree(r)}", f"--seed={r.randint(0, 2**40)}", f"--depth={r.randint(0, 5)}"]
    deepening = r.random() < 0.5
    if r.random() < 0.1 and EXAMPLES:
        words = [f"--tree=explicit:file={r.choice(EXAMPLES)}"]
        deepening = False
    words += [f"--algo={algo}", f"--deepening={'on' if deepening else 'off'}"]
    if r.random() < 0.3:
        words.append(f"--grain={r.choice([2, 5, 10, 64])}")
    if algo.startswith("aspiration"):
        words.append(f"--window={r.choice(['1', '2', '10', '60', '3:40', '200:1'])}")
        words.append(f"--widen={r.choice(['full', 'bound', 'gradual', 'both', 'recentre'])}")
        words.append(f"--widen-factor={r.choice(['2', '1.5', '3'])}")
    if algo.startswith(("aspiration", "mtdf")):
        guesses = ["shallow", "static", "exact", "exact+3", "exact-20", "0", "25", "-1000"]
        words.append(f"--guess={r.choice(guesses + ['previous', 'parity'] * 3 * deepening)}")
    if algo.startswith("step"):
        words.append(f"--step={r.choice([1, 7, 50, 400])}")
    return " ".join(words)


def main():
    r = random.Random(int(sys.argv[1]))
    print("options\t" + "\t".join(COLUMNS))
    wanted = int(sys.argv[2])
    while wanted > 0:
        options = line(r)
        row = reference.row_of(options)
        if row["nodes"] > 60000:
            continue
        row["iterations"] = len(row["iterations"])
        cells = ["-" if row[name] is None else str(row[name]) for name in COLUMNS]
        print(options + "\t" + "\t".join(cells))
        wanted -= 1


if __name__ == "__main__":
    main()
