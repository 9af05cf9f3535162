#!/usr/bin/env bats
# rule.bats -- one rule of verdicts: scripts/figures/judge.py gives what reports have, claims give what a report of the
# two searches has, and the prose of claims, which-search, regret and strength has no interval that no table of its page has. From the top.

load ../common

@test "the scripts' rule gives the intervals, p, verdicts and numbers of positions that reports have" {
    "$BIN" --game=othello --suite=large --max-positions=60 --depth=3,4 --algo=pvs,negascout,mtdf,scout --no-time --quiet >report.json
    "$BIN" --game=connectfour --max-positions=7 --depth=3 --algo=pvs,mtdf --no-time --quiet >few.json
    PYTHONPATH=$ROOT/scripts /usr/bin/python3 - report.json few.json <<'PYTHON'
import json, math, sys
import numpy as np
from claiming import numbers
from figures.judge import judged
told = 0
for path in sys.argv[1:]:
    report = json.load(open(path))
    work = {}
    for row in report["results"] + report["reference_results"]:
        work.setdefault((row["algo"], row["depth"]), {})[row["position_id"]] = row["work"]
    for a in report["aggregates"]:
        if a["verdict"] is None:
            continue
        own, other = work[a["algo"], a["depth"]], work["alphabeta", a["depth"]]
        ratios = [own[p] / other[p] for p in own if p in other]
        found = judged(np.log(ratios), a["comparisons"])
        assert found["verdict"] == a["verdict"] and found["positions_needed"] == a["positions_needed"], (a, found)
        for name, log, value in (("low", True, a["ratio_low"]), ("high", True, a["ratio_high"]), ("p", False, a["p"])):
            assert (value is None) == (found[name] is None), (name, a, found)
            assert value is None or math.isclose(math.exp(found[name]) if log else found[name], value, rel_tol=1e-6), (name, a)
        told += a["verdict"] != "too_few"
        alone = numbers.geometric(ratios)
        one = judged(np.log(ratios), 1)
        assert (alone is None) == (one["low"] is None) and (alone is None or math.isclose(alone.low, math.exp(one["low"])))
assert told > 5, told
PYTHON
}

@test "a claim's interval is that of a report of its two searches alone" {
    "$BIN" --game=othello --suite=large --max-positions=40 --depth=4 --algo=pvs,negascout --reference=pvs --no-time --quiet >report.json
    PYTHONPATH=$ROOT/scripts /usr/bin/python3 - report.json <<'PYTHON'
import json, math, sys
from claiming import numbers
report = json.load(open(sys.argv[1]))
work = {algo: {r["position_id"]: r["work"] for r in report["results"] if r["algo"] == algo} for algo in ("pvs", "negascout")}
a = next(a for a in report["aggregates"] if a["algo"] == "negascout")
e = numbers.geometric([work["negascout"][p] / work["pvs"][p] for p in work["pvs"]])
assert a["comparisons"] == 1 and all(math.isclose(x, y, rel_tol=1e-6) for x, y in zip(
    (e.point, e.low, e.high), (a["ratio"], a["ratio_low"], a["ratio_high"]))), (a, e)
PYTHON
}

@test "what moves lose by duel: that of most nodes that decides, with A and B as the statement names them; else none" {
    {
        echo 'a,b,nodes_a,nodes_b,game,n,mean,mean_low,mean_high'
        echo '"Select=null,lmr;Order=tt","Order=tt;Algorithm=mtdf;Select=null,lmr",500,500,chess,90,4,1,7'
        echo '"Select=null,lmr","Algorithm=mtdf;Select=null,lmr",900,900,chess,90,3,2,4'
        echo '"Eval=material;Select=null,lmr","Eval=material;Algorithm=mtdf;Select=null,lmr",950,950,chess,90,30,20,40' # another evaluation
        echo ',"Algorithm=mtdf",960,960,chess,90,30,20,40' # neither prunes
        echo '"Select=null,lmr","Algorithm=mtdf;Select=null,lmr",2000,2000,chess,90,5,-1,11' # does not decide
        echo '"Select=null,lmr","Algorithm=mtdf;Select=null,lmr",4000,2000,chess,90,8,7,9' # not of equal work
        echo '"Algorithm=mtdf","Algorithm=mtdf;Select=null,lmr",900,900,chess,90,3,2,4'
        echo '"Algorithm=mtdf;Select=null,lmr","Select=null,lmr",900,900,xiangqi,70,-3,-4,-2'
        echo '"Algorithm=pvs-hard;Select=null,lmr","Select=null,lmr",900,900,xiangqi,70,,,'
    } >duel.csv
    PYTHONPATH=$ROOT/scripts /usr/bin/python3 - <<'PYTHON'
from pathlib import Path
from claiming.statements import selection
selection.cli.shared = lambda _: Path("duel.csv")
found = selection.duelled("chess", "Algorithm=mtdf", "")
assert (found.n, found.point, found.low, found.high) == (90, 3, 2, 4), found
found = selection.duelled("chess", "", "Algorithm=mtdf")
assert (found.point, found.low, found.high) == (-3, -4, -2), found
assert selection.duelled("xiangqi", "Algorithm=mtdf", "").point == 3
assert selection.duelled("xiangqi", "Algorithm=pvs-hard", "") is None
assert selection.duelled("chess", "Algorithm=pvs-hard", "") is None
PYTHON
}

@test "no interval in the prose of statements, which-search and regret is missing from the tables of its page" {
    /usr/bin/python3 - "$ROOT/results/claims/statements.md" "$ROOT"/docs/{which-search,regret}.md <<'PYTHON'
import re, sys
for path in sys.argv[1:]:
    lines = [line for line in open(path).read().split("\n") if not line.startswith("Pooled over")]
    shown = "\n".join(line for line in lines if line.startswith(("|", "    ")))
    prose = " ".join(line for line in lines if not line.startswith(("|", "    ")))
    for found in re.finditer(r"[-+]?\d[\d.,]*( %)? \[[-+]?\d[-+\d., ]*\]", prose):
        assert found[0] in shown, (path, found[0], prose[max(0, found.start() - 80):found.end()])
PYTHON
}

@test "README's table, its positions and what is as good are which-search's, and the intervals of README.zh too" {
    /usr/bin/python3 - "$ROOT"/{README.md,docs/README.zh.md,docs/which-search.md} <<'PYTHON'
import re, sys
readme, chinese, page = (open(path).read() for path in sys.argv[1:])
found = [re.split(" *[|] *", line) for line in page.split("\n") if re.search(r"\] [|] \d+ [|] \d+ [|]$", line)]
chosen = {one[1]: one[2:6] for one in found if one[1] != "tic-tac-toe"}
assert chosen == {re.sub(", .*", "", one[1]): one[2:6] for one in (
    re.split(" *[|] *", line) for line in readme.split("\n") if re.search(r"^[|].*\] [|]$", line))}
positions = [int(one[6]) for one in found if one[1] in chosen]
others = [int(one[7]) for one in found if one[1] in ("checkers", "chess", "xiangqi")]
text = " ".join(readme.split())
assert f"{min(positions)} to {max(positions)} positions" in text
assert f"In checkers, chess and xiangqi {min(others)} to {max(others)} of the others" in text
shown = re.findall(r"\d+ % \[[-\d, ]*\]", chinese)
assert shown and not set(shown) - {saving for one in chosen.values() for saving in one}, shown
PYTHON
}

@test "strength: intervals of the prose are in its tables, those of its tables are what its commands print, or follow from these" {
    {
        "$ROOT/scripts/match" --from="$ROOT"/results/reference/strength.csv
        "$ROOT/scripts/calibrate" --check
    } >printed
    /usr/bin/python3 - "$ROOT/docs/strength.md" printed <<'PYTHON'
import math, re, sys
page = open(sys.argv[1]).read().split("\n")
NUMBER = r"([-+]?\d[\d.,]*)"


def intervals(text, words=""):
    """Signs do not count: a loss of A is a gain of B."""
    for found in re.finditer(f"{NUMBER}{words} \\[([-+]?\\d[\\d.,]*), ([-+]?\\d[\\d.,]*)\\]", text):
        middle, *ends = (abs(float(one.replace(",", ""))) for one in found.groups())
        yield found[0], (middle, *sorted(ends))


def near(one, others):
    """Whether one of the others is written so with fewer places."""
    return any(all(abs(x - y) < (0.51 if x == int(x) else 0.0051) for x, y in zip(one, other)) for other in others)


def doubled(work, doubling):
    logs = [abs(doubling * math.log2(x)) for x in work if x > 0]
    return logs[:1] + sorted(logs[1:])


shown = [of for _, of in intervals("\n".join(line for line in page if line.startswith("    ")) + open(sys.argv[2]).read())]
turned = [(1 / middle, *sorted((1 / low, 1 / high))) for middle, low, high in shown if min(middle, low, high) > 0]
tables = []
for line in page:
    found = [of for _, of in intervals(line)] if line.startswith("|") else []
    follows = [doubled(work, doubling) for work in found for doubling in (151, 149)]
    for of in found:
        assert near(of, shown + turned) or any(all(abs(x - y) < 2 for x, y in zip(of, other)) for other in follows), (line, of)
    tables += found
prose = " ".join(line for line in page if not line.startswith(("|", "    ")))
at = [*intervals(prose, r"(?: [A-Za-z'%]+){0,4}")]
assert len(at) >= 8
for text, of in at:
    assert near(of, tables + shown), (text, of)
PYTHON
}
