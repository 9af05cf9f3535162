#!/usr/bin/env python3
"""random_answers.py FROM COUNT: programs that answer at random: what they print is cut off, not numbers, huge, binary, without
end; they fork, read nothing, close their output. Each is graded in one line, and leaves no process behind."""
import contextlib
import json
import os
import random
import re
import resource
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, "scripts")
from figures.text import clean  # noqa: E402
from grading import asking, trees  # noqa: E402
from grading.catalogue import SEARCHES  # noqa: E402
from grading.searches import answer  # noqa: E402
from grading.verdict import Grader  # noqa: E402

TREES = trees.make(12, 1)
asking.GRACE = 0.1
ENDINGS = ["", "", "", "; sleep 60", "& sleep 60", "; setsid sleep 60 & :", "; exec >&-; sleep 60", "; exit 3", "; kill -9 $$",
           "; cat >/dev/null", "; yes", "; yes 1 2 3", "; tr '\\0' 1 </dev/zero"]


def printed(draw: random.Random) -> bytes:
    form = draw.choice(draw.choice(SEARCHES[:8]).forms[:1])
    lines = []
    for tree in TREES[:draw.choice([0, 1, 5, 12, 12, 12, 13])]:
        value, leaves = answer(form, tree)
        words = [str(value), *map(str, leaves)]
        if draw.random() < 0.1:
            words[draw.randrange(len(words))] = draw.choice(["NaN", "1e9", "-", "--1", "9" * 5000, "-0", "2.5", "٣", "inf", "[", "1_000"])
        lines.append(draw.choice([" ", " ", ", ", "\t", "\n"] if draw.random() < 0.1 else [" "]).join(words))
    text = ("\n".join(lines) + "\n" * draw.randrange(2)).encode()
    if draw.random() < 0.2:
        text = text[:draw.randrange(len(text) + 1)]
    if draw.random() < 0.2:
        at = draw.randrange(len(text) + 1)
        text = text[:at] + draw.randbytes(draw.randrange(40)) + text[at:]
    return text


def main() -> None:
    start, count = map(int, sys.argv[1:])
    statuses: dict[str, int] = {}
    with tempfile.NamedTemporaryFile() as file, open(os.devnull, "w") as nowhere, contextlib.redirect_stderr(nowhere):
        for number in range(start, start + count):
            draw = random.Random(number)
            Path(file.name).write_bytes(printed(draw))
            ending = draw.choice(ENDINGS) if draw.random() < 0.3 else "; cat >/dev/null" * draw.randrange(2)
            endless = re.search("sleep|yes|tr ", ending)
            heard = asking.ask_all(["/bin/sh", "-c", f"cat {file.name}{ending}"], TREES, 0.15 if endless else 100)
            graded = Grader(TREES, heard, 0, draw.choice(["", "alphabeta"]))
            said = [graded.sentence, graded.first, graded.is_, [one.name for one in graded.mistakes], graded.table]
            json.dumps(said)
            if clean(graded.sentence).count("\n") or not graded.sentence or asking.children():
                sys.exit(f"{number}: {said}, {asking.children()}")
            statuses[heard.status] = statuses.get(heard.status, 0) + 1
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(json.dumps(statuses), f"{most} MiB")
    if most > 500 or len(statuses) < 4:
        sys.exit("too much memory, or a status that never came")


main()
