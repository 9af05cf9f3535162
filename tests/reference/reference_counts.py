#!/usr/bin/python3
"""reference_counts.py N -- N random command lines, and what the reference implementation counts for them: options,
then value, best move and every count, by tabs."""

import random
import sys

import reference

ALONE = ["minimax", "scout", "alphabeta-printed", "failsoft-printed", "pvs-printed"]
CORES = [*reference.HARD, *reference.SECOND, "pvs-hard"]
CRAWLING = ["alphabeta", "pvs-hard", "failsoft-low", "failsoft-high"]  # with a driver of null windows
MTD = ["mtdf", "bisect", "step", "sss", "dual", "bns"]
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
    core = r.choice(CORES)
    kind = r.random()
    if kind < 0.2:
        return r.choice(ALONE)
    if kind < 0.4:
        return core
    if kind < 0.7:
        return "aspiration+" + core
    if kind < 0.75:
        return "mtdf-printed"
    driver = r.choice(MTD)
    return driver + "+" + ("failsoft" if core in ("alphabeta", "pvs-hard") and driver in ("sss", "dual") else core)


def line(r):
    algo = algorithm(r)
    driver, _, core = algo.partition("+")
    deepening = r.random() < 0.5
    words = [f"--tree={tree(r)}", f"--seed={r.randint(0, 2**40)}", f"--depth={r.randint(0, 5)}"]
    if r.random() < 0.25:
        words = [f"--tree=explicit:file={r.choice(EXAMPLES)}"]
        deepening = False
    words += [f"--algo={algo}", f"--deepening={'on' if deepening else 'off'}"]
    if r.random() < 0.3:
        words.append(f"--grain={r.choice([2, 5, 10, 64])}")
    if driver == "aspiration":
        sides = ["1", "2", "10", "60", "3:40", "200:1", "0.25p", "0.01p:1.3p"] + ["auto"] * 4
        words += [f"--window={r.choice(sides)}", f"--widen={r.choice(WIDENINGS)}"]
        words.append(f"--widen-factor={r.choice(['2', '1.5', '3'])}")
        if r.random() < 0.5:
            words.append(f"--widen-limit={r.choice(['none', 1, 2, 3])}")
    if driver in reference.GUESSING:
        guesses = ["shallow", "static", "exact", "exact+3", "exact-20", "0", "25", "-1000"]
        words.append(f"--guess={r.choice(guesses + ['previous', 'parity', 'mean'] * 3 * deepening)}")
    if driver == "step":
        words.append(f"--step={r.choice([1, 7, 50, 400])}")
    if r.random() < 0.3:
        words.append(f"--shuffle={r.choice([1, 2, 3, 2**53 - 1])}")
    if driver in MTD and core in CRAWLING:
        words.append("--allow-fail-hard")
    return " ".join(words)


def main(wanted):
    reference.Searcher.patience = 20000
    r = random.Random(1)
    while wanted > 0:
        options = line(r)
        try:
            row = reference.Run(options.split()).row()
        except reference.TooLarge:
            continue
        print(options, *("-" if cell is None else cell for cell in row.values()), sep="\t")
        wanted -= 1


if __name__ == "__main__":
    main(int(sys.argv[1]))
