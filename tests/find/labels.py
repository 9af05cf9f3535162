#!/usr/bin/python3
"""labels.py -- in a block no two rows have one label, whatever is drawn to be searched: labels.py BINARY COUNT SEED."""
import csv
import io
import json
import re
import subprocess
import sys
from collections import Counter

import lines

BINARY, COUNT, SEED = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
CHOICES = {"order": ["none", "tt,killer", "tt,history"], "select": ["lmr", "iir"]}
draw = lines.Lines(SEED)


def draw_settings():
    return draw.settings(4) | {name: draw.choice(values) for name, values in CHOICES.items() if draw.random() < 0.15}


def draw_words():
    trees = draw.some(lines.SMALL, 2)
    more = ["--reference=" + draw.choice([draw.reference(), "none"])] + ["--verify"] * draw.choice([0, 0, 1])
    if draw.random() < 0.4:
        with open("drawn.grid.json", "w") as file:
            json.dump([{"tree": draw.choice(trees).removeprefix("--tree="), "seed": "1..2", "depth": draw.choice("23"),
                        "algo": ",".join(draw.algos(2, 1)), **draw_settings()} for _ in range(3)], file)
        return ["sweep", "--grid=drawn.grid.json", *more]
    return [*trees, "--seed=1..2", "--depth=2,3", "--algo=" + ",".join(draw.algos(3, 2)), *more,
            *lines.options(draw_settings())]


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
