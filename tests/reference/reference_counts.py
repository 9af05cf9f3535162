#!/usr/bin/env python3
"""reference_counts.py -- random command lines and what the reference implementation counts for them.

    reference_counts.py SEED N            N lines: options, then value, best move and every count, by tabs
    reference_counts.py --games SEED N    the same with games, and the best move's text
    reference_counts.py --new SEED N      best node search and --guess=mean, of both, and the value's bound
    reference_counts.py --examples N I    of trees/examples under every algorithm the I-th of each N lines

tests/reference/reference_counts.tsv is `reference_counts.py 1 300`, tests/reference/reference_games.tsv
`reference_counts.py --games 1 100`; unit_counts.c holds absbench to both.
"""

import random
import sys

import reference

COLUMNS = [
    "value", "best_move", "nodes", "leaves", "cutoffs", "first_move_cutoffs", "passes", "iterations",
    "fail_low", "fail_high", "interior_researches", "research_nodes", "null_nodes", "distinct_leaves",
]
FAIL_HARD = ["alphabeta", "failsoft-low", "failsoft-high"]
CORES = FAIL_HARD + ["failsoft", "pvs", "pvs-value", "negascout"]
ALONE = ["minimax", "scout", "alphabeta-printed", "failsoft-printed", "pvs-printed"]
MTD = ["mtdf", "bisect", "step", "sss", "dual"]
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


def newer_algorithm(r):
    """Of what came after the stored lines, which would all be others if it were drawn for them."""
    if r.random() < 0.3:
        return r.choice(["mtdf", "aspiration", "aspiration+pvs"])
    return r.choice(["bns"] + ["bns+" + core for core in CORES])


def crawls(algo):
    driver, _, core = algo.partition("+")
    return driver in MTD + ["bns"] and core in FAIL_HARD


def line(r, algorithm=algorithm):
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
        words.append(f"--guess={r.choice(guesses + ['previous', 'parity'] * 3 * deepening)}")
    if algo.startswith("step"):
        words.append(f"--step={r.choice([1, 7, 50, 400])}")
    if r.random() < 0.3:
        words.append(f"--shuffle={r.choice([1, 2, 3, 2**53 - 1])}")
    words += ["--allow-fail-hard"] * crawls(algo)
    return " ".join(words)


# ---- games -------------------------------------------------------------------------------------

GUESSES = ["shallow", "static", "exact", "exact+3", "exact-20", "0", "1", "-1", "25"]


# Where NegaScout, did it trust the score at remaining depth 2 though passes are free, would count
# less (one position in 200 shows it; these were searched for).
INEXACT = [
    ("XXOOOOOOXXXOXOOOXOOXOOOOXOOXXXOOXOXOOXXOOOXXXOXOOOXXOXXO-OXX-XXO X", 2),
    ("OOOOOXX-O-OOXXXXOOOOXOOOXOXXOX-XOOXOXOXXOOOXOOXXOOXXOOOXOXXXXXX- X", 4),
]


def playout(r, game, plies):
    """The positions of a random game, the start first, and the moves between them."""
    nodes, moves = [game.root("start")], []
    while len(moves) < plies and game.count(nodes[-1]) > 0:
        i = r.randrange(game.count(nodes[-1]))
        moves.append(game.move_text(nodes[-1], i))
        nodes.append(game.child(nodes[-1], i))
    return nodes, moves


def must_pass(game, node):
    return game.count(node) == 1 and game.move_text(node, 0) == "--"


def start_of(r, name, game):
    """A position's text, and the depth to search it to."""
    early, late = {"tictactoe": (0, 9), "connectfour": (10, 42)}.get(name, (44, 64))
    depth = r.choice([0, 1, 2, 3, 4, 4, 5, 5, 6, 6])
    if r.random() < 0.15:
        early, late, depth = 0, late // 2, min(depth, 3)  # where nothing is decided yet
    nodes, moves = playout(r, game, r.randint(early, late))
    back = 0
    passes = [i for i in range(len(moves)) if must_pass(game, nodes[i])]
    if passes and r.random() < 0.6:
        back = len(moves) - max(0, passes[-1] - r.randint(0, 5))
    elif game.count(nodes[-1]) == 0 and r.random() < 0.9:  # few games that are over
        back = min(r.randint(1, 12), len(moves))
    nodes, moves = nodes[: len(nodes) - back], moves[: len(moves) - back]
    node = nodes[-1]
    if not moves and r.random() < 0.5:
        return "start", depth
    if name != "connectfour" and (not moves or r.random() < 0.5):
        return f"{node[0]} {node[1]}", depth
    if moves and r.random() < 0.5:  # a pass may be left out, but where it is the last move
        moves = [move for move in moves[:-1] if move != "--"] + moves[-1:]
    return "".join(moves) or "start", depth


def game_line(r, algorithm=algorithm):
    name = r.choice(["tictactoe", "connectfour"] + ["othello", "othello:pass=free"] * 2)
    text, depth = start_of(r, name, reference.read_game(name))
    algo = algorithm(r)
    if name == "othello:pass=free" and r.random() < 0.15:
        (text, depth), algo = r.choice(INEXACT), "negascout"
    deepening = r.random() < 0.5
    words = [f"--game={name}", f"'--position={text}'" if " " in text else f"--position={text}"]
    words += ["--eval=result", f"--depth={depth}", f"--algo={algo}"]
    words += [f"--deepening={'on' if deepening else 'off'}"]
    if r.random() < 0.2:
        words.append(f"--grain={r.choice([2, 3])}")
    if algo.startswith("aspiration"):
        if r.random() < 0.7:
            words.append(f"--window={r.choice(['1', '2', '3:1', '1:7', '1.25p'])}")
        words += widening(r)
    if algo.startswith(("aspiration", "mtdf")) and r.random() < 0.8:
        words.append(f"--guess={r.choice(GUESSES + ['previous', 'parity'] * 3 * deepening)}")
    if algo.startswith("step") and r.random() < 0.7:
        words.append(f"--step={r.choice([1, 2, 5])}")
    words += ["--allow-fail-hard"] * crawls(algo)
    return " ".join(words)


def newer_line(r):
    text = r.choice([line, game_line])(r, newer_algorithm)
    if "--deepening=on" not in text or "--algo=bns" in text:
        return text
    return " ".join(word for word in text.split() if not word.startswith("--guess=")) + " --guess=mean"


def print_lines(r, make, columns, wanted):
    print("options\t" + "\t".join(columns))
    reference.Searcher.patience = 20000
    while wanted > 0:
        options = make(r)
        try:
            row = reference.row_of(options)
        except reference.TooLarge:
            continue
        if make in (game_line, newer_line) and row["nodes"] < 30 and r.random() < 0.8:
            continue  # a game that is all but over: some will do
        row["iterations"] = len(row["iterations"])
        row.setdefault("move", row["best_move"])  # of a tree, its place
        cells = ["-" if row[name] is None else str(row[name]) for name in columns]
        print(options + "\t" + "\t".join(cells))
        wanted -= 1


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
    if sys.argv[1] == "--new":
        print_lines(random.Random(seed), newer_line, ["value", "value_bound", "move"] + COLUMNS[2:], wanted)
    elif sys.argv[1] == "--examples":
        lines = list(example_lines())[wanted::seed]
        print_lines(iter(lines), next, COLUMNS, len(lines))
    elif sys.argv[1] == "--games":
        print_lines(random.Random(seed), game_line, ["value", "best_move", "move"] + COLUMNS[2:], wanted)
    else:
        print_lines(random.Random(seed), line, COLUMNS, wanted)


if __name__ == "__main__":
    main()
