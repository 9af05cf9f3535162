#!/usr/bin/python3
"""drawn.py -- what every report says of its ratios, on command lines that are drawn: drawn.py BINARY COUNT SEED.

Each command line is searched as drawn, and again with other names, in another order, merged and shown: what it says of
the searches that were there before must be the same.
"""
import csv
import io
import json
import os
import random
import re
import subprocess
import sys

BINARY, COUNT, SEED = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
SEARCHES = ["alphabeta", "failsoft", "pvs", "negascout", "pvs-value", "scout", "mtdf", "aspiration", "aspiration+pvs"]
OTHERS = ["minimal", "minimal-graph", "minimax", "mtdf-printed", "pvs-printed", "failsoft-printed"]
JUDGED = ["ratio", "ratio_n", "ratio_low", "ratio_high", "ratio_wins", "ratio_losses", "verdict", "p", "comparisons",
          "positions_needed", "reference_config"]
draw = random.Random(SEED)


class Refused(Exception):
    """What cannot be combined, such as --plain and a search that needs a table."""


def run(*words):
    done = subprocess.run([BINARY, *words], capture_output=True, text=True)
    if done.returncode == 64:
        raise Refused(done.stderr)
    assert done.returncode in (0, 1), (words, done.returncode, done.stderr)
    return done.stdout


def search(algos, rest, form="json"):
    return run("--algo=" + ",".join(algos), *rest, "--no-time", "--quiet", f"--format={form}")


def draw_line():
    domain = draw.choice([
        ["--tree=uniform:b=4,range=100", f"--seed=1..{draw.choice([4, 9, 12, 30, 70])}"],
        ["--tree=uniform:b=3,range=10", f"--seed=5..{draw.choice([20, 40])}"],
        ["--tree=incremental:b=4,step=9", f"--seed=3..{draw.choice([20, 60])}"],
        ["--game=othello", f"--max-positions={draw.choice([9, 30, 61])}"],
        ["--game=connectfour", "--suite=large", f"--max-positions={draw.choice([20, 80])}"]])
    more = draw.choice([[], [], ["--tt=64M,0"], ["--shuffle=0,1"], ["--max-nodes=300,9000"], ["--plain"], ["--metric=nodes"],
                        ["--tt=0,1M", "--max-nodes=500"], ["--deepening=on,off"]])
    reference = draw.choice(["alphabeta"] * 4 + ["pvs", "scout", "pvs:tt=0", "minimal", "mtdf-printed"])
    if more == ["--plain"] and reference == "pvs:tt=0":
        reference = "pvs"
    algos = draw.sample(SEARCHES, draw.randint(1, 4)) + draw.sample(OTHERS, draw.choice([0, 0, 1, 2]))
    draw.shuffle(algos)
    return algos, [*domain, f"--depth={draw.choice(['2', '3', '3,4'])}", f"--reference={reference}", *more]


def is_search(row):
    return row["algo"] not in OTHERS


def limit_of(row):
    """A limit that is only its own, of 20 million nodes, is none."""
    return None if row["algo"] == "minimal" and row["node_limit"] == 20_000_000 else row["node_limit"]


def block_of(row):
    return row["spec"], row["depth"], row["eval"], row["grain"], row["quiescence"], row["select"], limit_of(row)


def check_rows(report):
    """A verdict is its interval, and the reference of each ratio has a line in the same block."""
    lines = {(row["spec"], row["config"]): row for row in report["aggregates"]}
    assert len(lines) == len(report["aggregates"])
    held = {block_of(row) for row in report["aggregates"] if row["reference_config"]}
    for row in report["aggregates"]:
        low, high, verdict = row["ratio_low"], row["ratio_high"], row["verdict"]
        if row["reference_config"] is None:
            assert row["ratio"] is None and row["ratio_missing"] and block_of(row) not in held, row["config"]
            continue
        reference = lines[row["spec"], row["reference_config"]]
        assert block_of(reference) == block_of(row), (row["config"], reference["config"])
        if row is reference or not is_search(row):
            assert verdict is None and low is None and row["p"] is None and row["comparisons"] is None, row
        elif row["ratio"] is None:
            assert verdict is None and low is None
        else:
            check_verdict(verdict, row["p"], low, high)
            assert low is None or low <= row["ratio"] <= high
    for block in {block_of(row) for row in report["aggregates"]}:
        rows = [row for row in report["aggregates"] if block_of(row) == block]
        known = {row["config"]: row["same_as"] or row["config"] for row in rows}
        compared = {known[row["config"]] for row in rows if row["reference_config"] and is_search(row)
                    and known[row["config"]] != known[row["reference_config"]]}
        for row in rows:
            assert row["comparisons"] in (None, len(compared)), (row["config"], row["comparisons"], compared)
    return lines


def check_verdict(verdict, p, low, high):
    if verdict == "too_few":
        assert p is None and low is None and high is None
        return
    same = 1 / 1.02 < low and high < 1.02
    assert verdict == ("equal" if same else "better" if high < 1 else "worse" if low > 1 else "unknown")
    assert (p < 0.05) == (high < 1 or low > 1)


def expect_answer(report, lines, spec, reference):
    """The members of an answer, from the aggregates alone."""
    rows = [row for row in report["aggregates"] if row["spec"] == spec and row["reference_config"] == reference
            and row["config"] != reference and is_search(row) and not row["same_as"]
            and lines[spec, reference]["same_as"] != row["config"]]
    rows.sort(key=lambda row: row["ratio"] if row["ratio"] is not None else float("inf"))
    sides = {"better": [], "equal": [], "not_settled": [], "worse": []}
    for row in rows:
        sides[row["verdict"] if row["verdict"] in sides else "not_settled"].append(row["config"])
    if not rows:
        kind = "alone"
    elif all(row["verdict"] in (None, "too_few") for row in rows):
        kind = "too_few"
    elif sides["better"]:
        kind = "better"
    else:
        usable = is_search(lines[spec, reference])
        kind = "best" if not sides["not_settled"] and usable else "undecided"
    use = {"better": (sides["better"] + [None])[0], "best": reference, "alone": reference}.get(kind)
    open_ones = [row for row in rows if row["config"] in sides["not_settled"]]
    needed = open_ones[0]["positions_needed"] if open_ones and open_ones[0]["ratio_n"] >= 10 else None
    least = open_ones[0]["config"] if kind == "undecided" and open_ones else None
    return {"kind": kind, "use": use, "least": least, "positions_needed": needed,
            **{side: " ".join(names) for side, names in sides.items()}}


def check_answers(report, lines):
    for answer in report["answers"]:
        wanted = expect_answer(report, lines, answer["spec"], answer["reference"])
        got = {name: answer[name] for name in wanted}
        assert got == wanted, (got, wanted)
        says_use = bool(re.search(r": use ", answer["sentence"]))
        assert says_use == (answer["kind"] in ("better", "best")), answer["sentence"]
        assert (": undecided: " in answer["sentence"]) == (answer["kind"] == "undecided"), answer["sentence"]
        if answer["use"] is not None and answer["kind"] != "alone":
            assert is_search(lines[answer["spec"], answer["use"]])
    held = {(row["spec"], row["reference_config"]) for row in report["aggregates"]
            if row["reference_config"] and is_search(row) and row["config"] != row["reference_config"]}
    assert held <= {(a["spec"], a["reference"]) for a in report["answers"]} | {
        (row["spec"], row["same_as"]) for row in report["aggregates"]} | held_by_twins(report, held)


def held_by_twins(report, held):
    """References beside which there is nothing but their twins, and that were only searched along."""
    twins = {(row["spec"], row["config"]): row["same_as"] for row in report["aggregates"]}
    return {(spec, reference) for spec, reference in held
            if all(reference in (twins[s, c], c) for s, c in twins if s == spec)}


def check_pages(algos, rest, report):
    """Tables and CSV say what JSON says."""
    page = search(algos, rest, "markdown")
    shown = [row for row in report["aggregates"] if row["same_as"] is None and row["ratio"] is not None]
    for row in shown:
        if row["verdict"] in ("better", "worse") and row["ratio_high"] < 10:
            text = f"{row['ratio']:.3f} [{row['ratio_low']:.3f}, {row['ratio_high']:.3f}] | {row['verdict']}"
            assert text in re.sub(r" +", " ", page), text
    sentences = [a["sentence"] for a in report["answers"] if a["kind"] != "too_few"]
    for sentence in sentences:
        assert re.sub(r"\W+", "", sentence) in re.sub(r"\W+", "", page), sentence
    rows = list(csv.DictReader(io.StringIO(search(algos, rest, "csv"))))
    assert [row["id"] for row in rows] == [row["id"] for row in report["results"]]
    with open("drawn.json", "w") as file:
        json.dump(report, file)
    for again in (run("merge", "drawn.json", "--no-time", "--format=json", rest_of(rest, "--reference"), *metric(rest)),
                  run("show", "drawn.json", "--format=json")):
        compare_all(report, json.loads(again), JUDGED)


def rest_of(rest, name):
    return next(word for word in rest if word.startswith(name))


def metric(rest):
    return [word for word in rest if word.startswith("--metric")]


def judged(report, fields):
    return {(row["spec"], row["config"]): [row[name] for name in fields] for row in report["aggregates"]}


def compare_all(report, other, fields):
    ours, theirs = judged(report, fields), judged(other, fields)
    for name, values in ours.items():
        assert name in theirs and values == theirs[name], (name, dict(zip(fields, values)), theirs.get(name))


def twins_of(report, algo):
    return any(row["same_as"] and f"/{algo}/" in row["same_as"] for row in report["aggregates"] if row["algo"] != algo)


def check_changes(algos, rest, report):
    """Another order, the reference, a twin, a limit: nothing of the others changes. Another search: no ratio does."""
    reference = rest_of(rest, "--reference").split("=", 1)[1].split(":")[0]
    moved = draw.sample(algos, len(algos))
    compare_all(report, json.loads(search(moved, rest)), JUDGED)
    any_search = any(algo not in OTHERS for algo in algos)
    if reference not in algos and ":" not in rest_of(rest, "--reference") and any_search:
        at = draw.randint(0, len(algos))
        compare_all(report, json.loads(search(algos[:at] + [reference] + algos[at:], rest)), JUDGED)
    other = draw.choice([algo for algo in OTHERS if algo not in algos])
    if any_search and other != reference:
        at = draw.randint(0, len(algos))
        compare_all(report, json.loads(search(algos[:at] + [other] + algos[at:], rest)), JUDGED)
    more = draw.choice([algo for algo in SEARCHES if algo not in algos])
    at = draw.randint(0, len(algos))
    wider = json.loads(search(algos[:at] + [more] + algos[at:], rest))
    if any_search:
        compare_all(report, wider, ["ratio", "ratio_n", "reference_config"])
    added = [row for row in wider["aggregates"] if row["algo"] == more]
    compared = {row["comparisons"] for row in report["aggregates"]}
    if any_search and {row["comparisons"] for row in wider["aggregates"]} <= compared | {None} and all(
            row["same_as"] for row in added):
        compare_all(report, wider, JUDGED)
        return 1
    return 0


def main():
    kinds, verdicts, twins, told = {}, {}, 0, 0
    while told < COUNT:
        algos, rest = draw_line()
        try:
            report = json.loads(search(algos, rest))
            lines = check_rows(report)
            check_answers(report, lines)
            check_pages(algos, rest, report)
            twins += check_changes(algos, rest, report)
        except Refused:
            continue
        except AssertionError:
            print(f"{told}: --algo={','.join(algos)} {' '.join(rest)}")
            raise
        told += 1
        for answer in report["answers"]:
            kinds[answer["kind"]] = kinds.get(answer["kind"], 0) + 1
        for row in report["aggregates"]:
            verdicts[row["verdict"]] = verdicts.get(row["verdict"], 0) + 1
    print(json.dumps({"kinds": kinds, "verdicts": verdicts, "twins": twins}))


main()
