#!/usr/bin/python3
"""labels.py -- in a block no two rows have one label, whatever is drawn to be searched: labels.py BINARY COUNT SEED."""
import csv
import io
import json
import random
import re
import subprocess
import sys
from collections import Counter

BINARY, COUNT, SEED = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
ALGOS = ["alphabeta", "failsoft", "pvs", "pvs-hard", "mtdf", "aspiration", "aspiration+pvs", "scout", "minimal",
         "minimal-graph", "minimax", "bns", "step", "mtdf-printed", "pvs-printed"]
SETTINGS = {"tt": ["0", "64K", "1M"], "tt-pv": ["on", "off"], "tt-keep": ["on", "off"], "etc": ["on", "off"], "tt-mode": ["exact", "deeper"],
            "tt-replace": ["depth", "always"], "deepening": ["on", "off"], "window": ["1", "9", "auto", "3:8"],
            "widen": ["full", "gradual", "both"], "widen-factor": ["1.5", "2"], "widen-limit": ["none", "1", "2"],
            "guess": ["previous", "parity", "3"], "step": ["1", "5"], "grain": ["1", "10"], "max-nodes": ["100", "500"],
            "shuffle": ["0", "1"]}
CHOICES = {"order": ["none", "tt,killer", "tt,history"], "select": ["lmr", "iir"]}
draw = random.Random(SEED)


def draw_settings():
    names = draw.sample(sorted(SETTINGS), draw.randint(1, 4))
    drawn = {name: ",".join(draw.sample(SETTINGS[name], draw.randint(1, len(SETTINGS[name])))) for name in names}
    return drawn | {name: draw.choice(values) for name, values in CHOICES.items() if draw.random() < 0.15}


def draw_words():
    algos = ",".join(draw.sample(ALGOS, draw.randint(1, 4)))
    trees = draw.sample(["uniform:b=3,range=20", "incremental:b=3,step=9"], draw.randint(1, 2))
    more = ["--reference=" + draw.choice(["alphabeta", "pvs", "pvs:tt=0", "none"])] + ["--verify"] * draw.choice([0, 0, 1])
    if draw.random() < 0.4:
        with open("drawn.grid.json", "w") as file:
            json.dump([{"tree": draw.choice(trees), "seed": "1..2", "depth": draw.choice("23"),
                        "algo": ",".join(draw.sample(ALGOS, 2)), **draw_settings()} for _ in range(3)], file)
        return ["sweep", "--grid=drawn.grid.json", *more]
    return [*(f"--tree={tree}" for tree in trees), "--seed=1..2", "--depth=2,3", f"--algo={algos}", *more,
            *(f"--{name}={value}" for name, value in draw_settings().items())]


def search(words, form):
    return subprocess.run([BINARY, *words, "--no-time", "--quiet", f"--format={form}"], capture_output=True, text=True)


def main():
    done = rows = 0
    while done < COUNT:
        words = draw_words()
        page = search(words, "markdown")
        if page.returncode in (2, 64):  # of a grid, what cannot be combined is 2
            continue
        assert page.returncode in (0, 1), (words, page.stderr)
        for block in re.split(r"\n(?=\*\*)", page.stdout):
            labels = re.findall(r"^\| (?!:--|algorithm)(.*?)(?: \(= .*?)? +\|", block, re.M)
            assert max(Counter(labels).values(), default=1) == 1, (words, labels)
            rows += len(labels)
        ids = [row["id"] for row in csv.DictReader(io.StringIO(search(words, "csv").stdout))]
        assert len(ids) == len(set(ids)), words
        done += 1
    print(rows)


main()
