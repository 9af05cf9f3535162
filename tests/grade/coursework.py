#!/usr/bin/env python3
"""coursework.py TREES: grades programs in one process, on so many trees. A line for each on standard input, between tabs: its
name, what must be said of it, what it is meant to be, and its command. It ends at the first of which something else is said."""
import shlex
import sys

sys.path.insert(0, "scripts")
from grading import asking, trees  # noqa: E402
from grading.verdict import Grader  # noqa: E402

PATIENCE = 100  # seconds a hundred trees: the machine may be busy


def verdict(graded: Grader) -> str:
    for kind, names in (("mistake", [mistake.name for mistake in graded.mistakes]), ("is", graded.is_), ("table", [graded.table])):
        if any(names):
            return f"{kind} {','.join(names)}"
    return "-"


def main() -> None:
    made = trees.make(int(sys.argv[1]), 1)
    for line in sys.stdin:
        name, wanted, algo, command = line.rstrip("\n").split("\t")
        graded = Grader(made, asking.ask_all(shlex.split(command), made, PATIENCE), 0, algo)
        if (said := verdict(graded)) != wanted:
            sys.exit(f"{name}: '{wanted}' is wanted, not '{said}': {graded.sentence}")
        if wanted.startswith(("is", "table")) != (graded.first is None):
            sys.exit(f"{name}: {wanted}, and the first tree that differs is {graded.first}")
        print(name)


main()
