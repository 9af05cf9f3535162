#!/usr/bin/python3
"""drawn.py -- what every report says of its ratios, on command lines that are drawn: drawn.py BINARY COUNT SEED.

Each command line is searched as drawn, and again with other names, in another order, merged and shown: what it says of
the searches that were there before must be the same. The least and the greatest ratio of a position are computed anew
from the rows, and so is whether a search is better than the one to use: then the answer names it, and it names nothing
that is not there.
"""
import csv
import io
import itertools
import json
import math
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np

import lines
from lines import OTHERS, SEARCHES

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from figures.judge import judged as judge  # noqa: E402

BINARY, COUNT, SEED = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
# Settings that block_of() and frame_of() know.
KNOWN = ["tt", "tt-pv", "tt-mode", "shuffle", "max-nodes", "deepening", "window", "widen", "guess"]
JUDGED = ["ratio", "ratio_n", "ratio_low", "ratio_high", "ratio_wins", "ratio_losses", "verdict", "p", "comparisons",
          "positions_needed", "reference_config", "ratio_min", "ratio_max", "ratio_min_position", "ratio_max_position"]
draw = lines.Lines(SEED)
first_limit = 0  # of the line that is tried


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
    more = draw.choice([[], lines.options(draw.settings(2, KNOWN)), ["--metric=" + draw.choice(["nodes", "leaves"])]])
    more += ["--verify"] * draw.choice([0, 0, 0, 1])
    return draw.algos(4, 2), [*draw.positions(), f"--depth={draw.choice(['2', '3', '3,4'])}",
                              f"--reference={draw.reference()}", *more]


def is_search(row):
    return row["algo"] not in OTHERS


def limit_of(row):
    """A limit that is only its own, of 20 million nodes, is none; the minimax of --verify has the first one's place."""
    own = row["algo"] in ("minimal", "minimax") and row["node_limit"] == 20_000_000
    first = row["algo"] == "minimax" and (row["reference_config"] or "").endswith(f"/limit{first_limit}")
    return row["node_limit"] if not own else first_limit if first else None


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
        if row is reference or not is_search(row) or twin_of(row) == twin_of(reference):
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


def twin_of(row):
    return row["same_as"] or row["config"]


def measures_of(rows, metric):
    """By configuration and position: what its copies took, where all of them ended."""
    kept = {}
    for row in rows:
        config = re.sub("/shuffle[0-9]+", "", row["id"].split(row["position_id"] + "/", 1)[1])
        at = kept.setdefault((row["spec"], config), {}).setdefault(row["position_id"], [])
        at.append(row[metric] if row["status"] == "ok" else 0)
    return {key: {place: of for place, of in places.items() if all(of)} for key, places in kept.items()}


def log_of(measures):
    return sum(map(math.log, measures)) / len(measures)


def ratio_of(ours, theirs):
    """Exact where neither has copies."""
    return Fraction(ours[0], theirs[0]) if len(ours) == len(theirs) == 1 else math.exp(log_of(ours) - log_of(theirs))


def check_extremes(found, of, against):
    """Each of the positions that both have; the first of those that are alike."""
    for row in found:
        ours, theirs = of(row), against(row)
        ratios = {place: ratio_of(ours[place], theirs[place]) for place in ours if place in theirs}
        for name, wanted in (("ratio_min", min), ("ratio_max", max)):
            if not ratios:
                assert row[name] is None and row[name + "_position"] is None, row["config"]
                continue
            best = wanted(ratios.values())
            assert math.isclose(row[name], best, rel_tol=1e-9), (row["config"], name, row[name])
            exact = all(isinstance(ratio, Fraction) for ratio in ratios.values())
            same = [place for place in ratios if ratios[place] == best or not exact and math.isclose(
                ratios[place], best, rel_tol=1e-9)]
            assert row[name + "_position"] in same[:1 if exact else None], (
                row["config"], name, row[name + "_position"], same)


def check_lines(report, page):
    """A line for each block with a ratio of a position above 2 or below 1/2: the three farthest, and how many more."""
    wanted, told = [], []
    for block in dict.fromkeys(block_of(row) for row in report["aggregates"]):
        far = [(max(-math.log(row["ratio_min"]), math.log(row["ratio_max"])), row) for row in report["aggregates"]
               if block_of(row) == block and row["comparisons"] and row["same_as"] is None and row["ratio_n"] > 1]
        far = sorted((one for one in far if one[0] > math.log(2) + 1e-9), key=lambda one: -one[0])
        if far:
            wanted.append([str(max(0, len(far) - 3)), *(row[name] for _, row in far[:3] for name in (
                "ratio_min_position", "ratio_max_position", "ratio_min", "ratio_max"))])
    for line in re.findall(r"^(?!\|).*: ratios of single positions range .*", page, re.M):
        more = re.search(r"; those of (\d+) more search", line)
        told.append([more[1] if more else "0"])
        for low, one, high, other in re.findall(r"from (\S+) \((.*?)\) to (\S+) \((.*?)\) for ", line):
            seed = line.split(", depth ")[0] + "#"
            told[-1] += [one.replace("seed ", seed), other.replace("seed ", seed), float(low), float(high)]
    assert len(told) == len(wanted), (told, wanted)
    for one, other in zip(told, wanted):
        assert all(x == y if isinstance(x, str) else math.isclose(x, y, rel_tol=0.06, abs_tol=0.0051)
                   for x, y in itertools.zip_longest(one, other)), (one, other)


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
    needed = max((row["positions_needed"] for row in open_ones if row["positions_needed"]), default=None)
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


def frame_of(row):
    return (block_of(row), *(row[name] for name in ("tt_bytes", "tt_mode", "tt_replace", "tt_pv", "order", "deepening",
                                                   "etc")))


def is_named(row, sentence):
    """Whether the sentence may mean the row: it has its algorithm and window, or leaves some unnamed."""
    window = "" if row["window_low"] is None or "w=" not in sentence else f"(?=.*w={row['window_low']}\\b)"
    return "and" in sentence and " more" in sentence or "All others are worse" in sentence or re.search(
        rf"(?<![\w+-]){re.escape(row['algo'])}(?![\w+-])" + window, sentence, re.S)


def check_names(report, measures):
    """No search that the judge, asked again, calls better than the one to use goes unnamed; no limit and no search
    that is not there is named."""
    answered = [(frame_of(row), answer["reference"]) for answer in report["answers"] for row in report["aggregates"]
                if (row["spec"], row["config"]) == (answer["spec"], answer["reference"])]
    assert len({frame for frame, _ in answered}) == len(answered), answered
    for answer in report["answers"]:
        lines = {row["config"]: row for row in report["aggregates"] if row["spec"] == answer["spec"]}
        block = [row for row in lines.values() if block_of(row) == block_of(lines[answer["reference"]])]
        sentence = answer["sentence"]
        use = lines.get(answer["use"])
        for row in block:
            if use is None or not is_search(row) or frame_of(row) != frame_of(use) or row["same_as"] or row is use:
                continue
            ours, theirs = (measures[answer["spec"], one["config"]] for one in (row, use))
            logs = np.array([log_of(ours[place]) - log_of(theirs[place]) for place in ours if place in theirs])
            assert judge(logs, row["comparisons"] or 1)["verdict"] != "better" or is_named(row, sentence), (
                row["config"], sentence)
        if "no other takes less" in sentence:
            assert "by more than 2 %" in sentence, sentence
            for row in block:
                assert row["reference_config"] != answer["reference"] or row["ratio"] is None or row["same_as"] or (
                    row["ratio"] >= (0.98 if is_search(row) else 1)) or is_named(row, sentence), (row["config"], sentence)
        there = {row["algo"] for row in block}
        named = set(re.findall(r"(?<![\w+=':-])(?:%s)(?![\w+=-])" % "|".join(
            sorted(map(re.escape, SEARCHES + OTHERS), key=len, reverse=True)), sentence))
        assert named <= there | {report["aggregates"][0]["reference"]}, (named - there, sentence)
        for word, kind in (("limit", ("minimal", "minimal-graph")), ("printed form", ("-printed",)), ("no cutoffs", ("minimax",))):
            assert not re.search(rf"\b{word}s?\b(?!=|, or)", sentence.split(": ", 1)[1]) or any(
                one.endswith(kind) for one in there), (word, sentence)
        if "a greater limit" in sentence:
            assert any(row["status"] in ("node_limit", "timeout") for row in report["results"]), sentence


def check_pages(algos, rest, report):
    """Tables and CSV say what JSON says."""
    page = search(algos, rest, "markdown")
    shown = [row for row in report["aggregates"] if row["same_as"] is None and row["ratio"] is not None]
    for row in shown:
        if row["verdict"] in ("better", "worse") and row["ratio_high"] < 10:
            text = f"{row['ratio']:.3f} [{row['ratio_low']:.3f}, {row['ratio_high']:.3f}] | {row['verdict']}"
            assert text in re.sub(r" +", " ", page), text
    check_lines(report, page.replace("\\", ""))
    lines = {(row["spec"], row["config"]): block_of(row) for row in report["aggregates"]}
    alone = {}  # of several references of a block without others the first is enough
    for a in report["answers"]:
        alone.setdefault(lines[a["spec"], a["reference"]], a)
    sentences = [a["sentence"] for a in report["answers"] if a["kind"] != "too_few" and (
        a["kind"] != "alone" or alone[lines[a["spec"], a["reference"]]] is a)]
    for sentence in sentences:
        assert re.sub(r"\W+", "", sentence) in re.sub(r"\W+", "", page), sentence
    rows = list(csv.DictReader(io.StringIO(search(algos, rest, "csv"))))
    assert [row["id"] for row in rows] == [row["id"] for row in report["results"]]
    with open("drawn.json", "w") as file:
        json.dump(report, file)
    for again in (run("merge", "drawn.json", "--no-time", "--format=json", rest_of(rest, "--reference"), *metric(rest)),
                  run("show", "drawn.json", "--format=json")):
        compare_all(report, json.loads(again), JUDGED)


def check_compare(algos, rest, report):
    """Pairs of rows of which both ended."""
    other = json.loads(search(algos, [*rest, "--grain=7"]))
    with open("other.json", "w") as file:
        json.dump(other, file)
    found = run("compare", "drawn.json", "other.json", "--match=position", "--format=json", *metric(rest))
    groups = json.loads(found)["groups"]
    ended = [{row["id"].replace("/g7", "") for row in one["results"] if row["status"] == "ok"} for one in (report, other)]
    a, b = (measures_of([row for row in one["results"] if row["id"].replace("/g7", "") in ended[0] & ended[1]], report["metric"])
            for one in (report, other))
    check_extremes(groups, lambda row: b.get((row["spec"], row["config_b"]), {}),
                   lambda row: a.get((row["spec"], row["config"]), {}))
    return sum(row["ratio_max"] is not None and row["ratio_max"] > 1 for row in groups)


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
        named = json.loads(search(algos[:at] + [reference] + algos[at:], rest))
        # Several windows of the reference are searched only if it is named or another search has windows.
        more = {row["config"] for row in named["aggregates"]} - {row["config"] for row in report["aggregates"]}
        compare_all(report, named, ["ratio", "ratio_n", "reference_config"] if more else JUDGED)
    known = algos + ["minimax"] * ("--verify" in rest)  # which adds one unless it is named
    other = draw.choice([algo for algo in OTHERS if algo not in known])
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
    global first_limit
    kinds, verdicts, twins, told, changed = {}, {}, 0, 0, 0
    while told < COUNT:
        algos, rest = draw_line()
        first_limit = next((int(re.split("[=,]", word)[1]) for word in rest if word.startswith("--max-nodes")), 0)
        try:
            report = json.loads(search(algos, rest))
            lines = check_rows(report)
            check_answers(report, lines)
            taken = measures_of(report["results"] + report["reference_results"], report["metric"])
            check_extremes(report["aggregates"], lambda row: taken[row["spec"], row["config"]],
                           lambda row: taken.get((row["spec"], row["reference_config"]), {}))
            check_names(report, taken)
            check_pages(algos, rest, report)
            changed += check_compare(algos, rest, report)
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
    print(json.dumps({"kinds": kinds, "verdicts": verdicts, "twins": twins, "changed": changed}))


main()
