#!/usr/bin/env python3
"""apart.py [all]: any two searches or mistakes differ in at least ten of the default trees, forms of one name apart. With
`all`, all their forms; otherwise the first and the last of each. Those that never cut are minimax, as docs/grade.md says."""
import itertools
import sys

sys.path.insert(0, "scripts")
from grading import trees  # noqa: E402
from grading.catalogue import MISTAKES, SEARCHES  # noqa: E402
from grading.searches import Form, answer  # noqa: E402

LEAST = 10


def slow(form: Form) -> bool:
    return form.driver in ("mtdf", "window-two", "endless", "printed") and (form.hard_low or form.hard_high)


def main() -> None:
    made = trees.make(400, 1)
    seen: dict[tuple, set[str]] = {}
    for known in SEARCHES + MISTAKES:
        forms = [form for form in known.forms if not slow(form)]
        for form in forms if sys.argv[1:] == ["all"] else {forms[0], forms[-1]}:
            answers = (answer(form, tree) for tree in made)
            key = tuple(one and (one[0], hash(tuple(one[1]))) for one in answers)
            seen.setdefault(key, set()).add(known.name)
    for names in seen.values():
        if len(names) > 1 and names != {"minimax", "window-not-exchanged"}:
            sys.exit(f"one program: {names}")
    for (one, names), (other, others) in itertools.combinations(seen.items(), 2):
        if len(names | others) > 1 and sum(map(lambda a, b: a != b, one, other)) < LEAST:
            sys.exit(f"{names} and {others} differ in fewer than {LEAST} trees")
    print(len(seen))


main()
