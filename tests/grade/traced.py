#!/usr/bin/env python3
"""traced.py N: each search of scripts/grading, held against absbench trace: values and leaves of N trees."""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, "scripts")
from grading import trees  # noqa: E402
from grading.catalogue import SEARCHES  # noqa: E402
from grading.searches import answer  # noqa: E402

ALSO = {"alphabeta": "failsoft"}  # two names, the same leaves
OWN = ("pvs-once-raised", "pvs-pv")  # absbench has no such forms


def traced(tree, first: int) -> dict:
    names = [known.name for known in SEARCHES if known.name not in OWN] + [*ALSO.values()]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(tree.text)
        file.flush()
        lines = subprocess.run([os.environ.get("ABSBENCH", "./absbench"), "trace", f"--tree=explicit:file={file.name}", "--plain",
                                f"--guess={first}", "--format=jsonl", "--algo=" + ",".join(names)],
                               capture_output=True, text=True, check=True).stdout.splitlines()
    found: dict[str, list] = {}
    for event in map(json.loads, lines):
        if event["event"] == "search":
            name = event["algo"]
            found[name] = [None, []]
        elif event["event"] == "leave" and event["by"] == "leaf":
            found[name][1].append(-event["value"] if event["ply"] % 2 else event["value"])
        elif event["event"] == "totals":
            found[name][0] = event["value"]
    return found


def main() -> None:
    compared = 0
    for i, tree in enumerate(trees.make(int(sys.argv[1]), seed=7)):
        first = (0, 20, -20)[i % 3]
        found = traced(tree, first)
        for known in SEARCHES:
            for name in {known.name, ALSO.get(known.name, known.name)} - {*OWN}:
                ours = [*answer(known.forms[0], tree, first)]
                if ours != found[name]:
                    sys.exit(f"{name} with the first guess {first} of {tree.text}: {ours}, not {found[name]}")
                compared += 1
    print(compared)


main()
