#!/usr/bin/env python3
"""reference_counts.py -- random command lines and what the reference implementation counts for them.

    reference_counts.py SEED N            N lines: options, then value, best move and every count, by tabs
    reference_counts.py --examples N I    of trees/examples under every algorithm the I-th of each N lines

tests/reference/reference_counts.tsv is `reference_counts.py 1 150`; unit_counts.c holds absbench to it.
"""

import random
import sys

import reference

COLUMNS = [
    "value", "lower", "best_move", "nodes", "leaves", "cutoffs", "first_move_cutoffs", "passes", "iterations",
    "fail_low", "fail_high", "interior_researches", "research_nodes", "null_nodes", "distinct_leaves",
]
FAIL_HARD = ["alphabeta", "failsoft-low", "failsoft-high"]
CORES = FAIL_HARD + ["failsoft", "pvs", "pvs-value", "negascout"]
ALONE = ["minimax", "scout", "alphabeta-printed", "failsoft-printed", "pvs-printed"]
MTD = ["mtdf", "bisect", "step", "sss", "dual", "bns", "bns"]
WIDENINGS = ["full", "bound", "gradual", "both", "recentre"]
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


def algorithm(r):
    kind = r.random()
    if kind < 0.2:
        return r.choice(ALONE)
    if kind < 0.4:
        return r.choice(CORES)
    if kind < 0.7:
        return "aspiration+" + r.choice(CORES)
    if kind < 0.95:
        driver, core = r.choice(MTD), r.choice(CORES)
        if core == "alphabeta" and driver in ("sss", "dual"):
            core = "failsoft"
        return driver + "+" + core
    return "mtdf-printed"


def widening(r):
    words = [f"--widen={r.choice(WIDENINGS)}"]
    words.append(f"--widen-factor={r.choice(['2', '1.5', '3'])}")
    if r.random() < 0.5:
        words.append(f"--widen-limit={r.choice(['none', 1, 2, 3])}")
    return words


def crawls(algo):
    driver, _, core = algo.partition("+")
    return driver in MTD and core in FAIL_HARD


def line(r):
    algo = algorithm(r)
    words = [f"--tree={tree(r)}", f"--seed={r.randint(0, 2**40)}", f"--depth={r.randint(0, 5)}"]
    deepening = r.random() < 0.5
    if r.random() < 0.1 and EXAMPLES:
        words = [f"--tree=explicit:file={r.choice(EXAMPLES)}"]
        deepening = False
    words += [f"--algo={algo}", f"--deepening={'on' if deepening else 'off'}"]
    if r.random() < 0.3:
        words.append(f"--grain={r.choice([2, 5, 10, 64])}")
    if algo.startswith("aspiration"):
        words.append(f"--window={r.choice(['1', '2', '10', '60', '3:40', '200:1', '0.25p', '0.01p:1.3p'] + ['auto'] * 4)}")
        words += widening(r)
    if algo.startswith(("aspiration", "mtdf")):
        guesses = ["shallow", "static", "exact", "exact+3", "exact-20", "0", "25", "-1000"]
        words.append(f"--guess={r.choice(guesses + ['previous', 'parity', 'mean'] * 3 * deepening)}")
    if algo.startswith("step"):
        words.append(f"--step={r.choice([1, 7, 50, 400])}")
    if r.random() < 0.3:
        words.append(f"--shuffle={r.choice([1, 2, 3, 2**53 - 1])}")
    words += ["--allow-fail-hard"] * crawls(algo)
    return " ".join(words)


def print_lines(lines, wanted):
    print("options\t" + "\t".join(COLUMNS))
    reference.Searcher.patience = 20000
    for options in lines:
        try:
            row = reference.row_of(options)
        except reference.TooLarge:
            continue
        row["iterations"] = len(row["iterations"])
        print(options + "\t" + "\t".join("-" if row[name] is None else str(row[name]) for name in COLUMNS))
        wanted -= 1
        if wanted == 0:
            break


def example_lines():
    """What stands in textbooks, under every core and driver."""
    drivers = [f"aspiration --window=2 --guess=3 --widen={widen}" for widen in WIDENINGS]
    drivers += [f"aspiration+pvs --window=1 --guess=-4 --widen={widen} --widen-limit=2" for widen in WIDENINGS[2:]]
    drivers += [f"{driver} --guess={guess}" for driver in ("mtdf", "mtdf-printed") for guess in (-4, 3)]
    for file in EXAMPLES:
        for algo in CORES + ALONE + drivers + MTD[1:] + ["bisect+pvs-value", "step --step=4"]:
            yield f"--tree=explicit:file={file} --deepening=off --algo={algo}"


def main():
    seed, wanted = map(int, sys.argv[-2:])
    if sys.argv[1] == "--examples":
        lines = list(example_lines())[wanted::seed]
        print_lines(lines, len(lines))
    else:
        r = random.Random(seed)
        print_lines(iter(lambda: line(r), None), wanted)


if __name__ == "__main__":
    main()
