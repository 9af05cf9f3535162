#!/usr/bin/python3
"""
regret.py [REPORT HALF_PAWN]..: works out from the rows alone what scripts/regret says, and says what differs.
Reports are of 20 positions, and at least one has intervals of work to the same regret.
"""
import json
import math
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from statistics import NormalDist, fmean, stdev

from scipy import special

MASK, G = (1 << 64) - 1, 0x9E3779B97F4A7C15
T_19 = 2.0930240544083  # what Student's t of 20 positions exceeds in 2.5 % of cases
SETTINGS = ["algo", "window_low", "window_high", "widen", "widen_factor", "widen_limit", "guess", "step", "eval", "grain",
            "tt_bytes", "tt_mode", "tt_replace", "order", "etc", "deepening", "quiescence"]


def mix(x):
    x ^= x >> 30
    x = x * 0xBF58476D1CE4E5B9 & MASK
    x ^= x >> 27
    x = x * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def child(key, i):
    return mix(key + (i + 1) * G & MASK)


def draw(key, salt, n):
    return (mix(key ^ mix(salt)) >> 32) * n >> 32


def interval(values):
    m = fmean(values)
    assert len(values) == 20
    away = T_19 * stdev(values) / math.sqrt(20)
    return m, m - away, m + away


def judged(values, half_pawn, comparisons):
    """The mean, and the farthest numbers on both sides that the paired t test does not reject with one imagined position
    more, beyond them by a factor of 1.5, or as far as the farthest position is: by bisection."""
    m, far = fmean(values), max(abs(v - fmean(values)) for v in values)
    level = special.stdtrit(len(values), 1 - 0.025 / comparisons)

    def rejected(away):
        sample = [*values, m + away + max(math.log(1.5) * half_pawn, far + away)]
        return (m + away - fmean(sample)) / stdev(sample) * math.sqrt(len(sample)) > level
    low, high = 0, 1
    while not rejected(high):
        low, high = high, 2 * high
    while high - low > 1e-11 * high:
        low, high = (low, (low + high) / 2) if rejected((low + high) / 2) else ((low + high) / 2, high)
    return m, m - high, m + high


def wilson(k, n):
    z, p = NormalDist().inv_cdf(0.975), k / n
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return (p + z * z / (2 * n) - half) / (1 + z * z / n), (p + z * z / (2 * n) + half) / (1 + z * z / n)


def falling(sums, n):
    """The isotonic fit of means over n positions, by its minimax formula."""
    def average(s, t):
        return math.fsum(sums[s:t + 1]) / ((t + 1 - s) * n)
    k = len(sums)
    return [min(max(average(s, t) for t in range(i, k)) for s in range(i + 1)) for i in range(k)]


def times(a, b, n, budgets_a, budgets_b, which):
    """Work to the same regret, of sums over n positions; None: outside of B's budgets."""
    a, b = falling(a, n), falling(b, n)
    if not b[-1] <= a[which] <= b[0]:
        return None
    at = next(i for i, x in enumerate(b) if x <= a[which])
    log = math.log(budgets_b[at])
    if at > 0 and b[at] < a[which]:
        before = math.log(budgets_b[at - 1])
        log = before + (b[at - 1] - a[which]) / (b[at - 1] - b[at]) * (log - before)
    return math.exp(log) / budgets_a[which]


def ratios(a, b, budget):
    budgets = sorted(a), sorted(b)
    which = budgets[0].index(budget)
    common = [p for p in next(iter(a.values())) if all(p in of for of in [*a.values(), *b.values()])]
    rows = [[[of[w][p] for p in common] for w in ws] for of, ws in ((a, budgets[0]), (b, budgets[1]))]

    def found(sample):
        sums = [[math.fsum(row[i] for i in sample) for row in of] for of in rows]
        return times(*sums, len(sample), *budgets, which)
    point, low, high = found(range(len(common))), None, None
    if point is not None:
        root, n = mix((1 + G) & MASK), len(common)
        drawn = [found([draw(child(child(root, s), i), 10, n) for i in range(n)]) for s in range(2000)]
        held = sorted(x for x in drawn if x is not None)
        if len(held) >= 1950:
            tail = int(0.025 * len(held) + 1e-9)
            low, high = held[tail], held[-1 - tail]
    return {"work_ratio": point, "work_ratio_low": low, "work_ratio_high": high}


def collect(report, half_pawn):
    """Losses by curve, budget and position, positions in order of appearance; curve and budget by configuration."""
    losses, order, by_config = defaultdict(lambda: defaultdict(lambda: defaultdict(list))), {}, {}
    for row in report["results"] + report["reference_results"]:
        unit, budget = row.get("regret_unit"), row.get("node_limit")
        at = order.setdefault((row["spec"], row["position_id"]), len(order))
        curve = (row["spec"], unit, *(str(row.get(s)) for s in SETTINGS), row["depth"] if budget is None else None)
        words = row["id"][row["id"].index("/d" + str(row["depth"]) + "/") + 1:]
        by_config[row["spec"], words.split("/shuffle")[0], unit] = (curve, budget)
        if unit is not None:
            losses[curve][budget][at].append(row["regret"] if unit == "results" else min(row["regret"], 20 * half_pawn))
    return {curve: {budget: {at: fmean(copies) for at, copies in sorted(of.items())} for budget, of in budgets.items()}
            for curve, budgets in losses.items()}, by_config


def expect(found, curves, by_config, half_pawn, comparisons):
    """What a cell ought to have."""
    unit = "results" if found["unit"] == "results" else "points"
    curve, budget = by_config[found["spec"], found["config"], unit]
    losses = curves[curve][budget]
    n, faultless = len(losses), sum(v == 0 for v in losses.values())
    m, low, high = interval(list(losses.values()))
    best_low, best_high = wilson(faultless, n)
    expected = {"n": n, "budget": budget, "mean": m, "mean_low": low, "mean_high": high,
                "best_share": faultless / n, "best_low": best_low, "best_high": best_high}
    if found["reference_config"]:
        other = curves[by_config[found["spec"], found["reference_config"], unit][0]]
        pairs = [v - other[budget][p] for p, v in losses.items() if p in other[budget]]
        expected["pairs"] = len(pairs)
        expected["more"], expected["more_low"], expected["more_high"] = judged(pairs, half_pawn, comparisons)
        if budget is not None:
            expected.update(ratios(curves[curve], other, budget))
    return expected


def same(a, b):
    return a is b or (a is not None and b is not None and abs(a - b) <= 1e-8 * max(1, abs(a), abs(b)))


with_times = 0
for path, half_pawn in zip(sys.argv[1::2], sys.argv[2::2]):
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    curves, by_config = collect(report, int(half_pawn))
    said = subprocess.run([Path(__file__).parents[2] / "scripts/regret", path, "--format=json"], stdout=subprocess.PIPE,
                          check=True).stdout
    cells = json.loads(said)["regret"]
    if len(cells) != sum(map(len, curves.values())):
        sys.exit(f"{path}: {len(cells)} cells, not {sum(map(len, curves.values()))}")
    for found in cells:
        beside = [c for c in cells if c["reference_config"] and all(
            c[name] == found[name] for name in ("spec", "unit", "budget", "depth"))]
        expected = expect(found, curves, by_config, int(half_pawn), len(beside))
        with_times += expected.get("work_ratio_low") is not None
        for name, value in expected.items():
            if not same(value, found[name]):
                sys.exit(f"{path}: {found['config']}: {name} is {found[name]}, not {value}")
sys.exit(with_times == 0)
