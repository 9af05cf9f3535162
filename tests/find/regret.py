#!/usr/bin/python3
"""
regret.py [REPORT HALF_PAWN]..: works out each report's `regret` again from its rows alone, and says what differs.
At least one has intervals of work to the same regret.
"""
import json
import math
import sys
from collections import defaultdict
from statistics import NormalDist, mean

MASK, G = (1 << 64) - 1, 0x9E3779B97F4A7C15
SETTINGS = ["algo", "window", "widen", "widen_factor", "widen_limit", "guess", "step", "eval", "grain",
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


def student(freedom):
    """What Student's t exceeds in 2.5 % of cases: Simpson's rule and bisection."""
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)

    def density(t):
        return scale * (1 + t * t / freedom) ** (-(freedom + 1) / 2)

    def below(t, parts=4000):
        h = t / parts
        inner = sum((4 if i % 2 else 2) * density(i * h) for i in range(1, parts))
        return h / 3 * (density(0) + inner + density(t))
    low, high = 0.0, 200.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) < 0.475 else (low, middle)
    return low


quantiles = {}


def interval(values):
    n = len(values)
    if n < 2:
        return mean(values), None, None
    if n not in quantiles:
        quantiles[n] = student(n - 1)
    m = math.fsum(values) / n
    away = quantiles[n] * math.sqrt(math.fsum((v - m) ** 2 for v in values) / (n - 1) / n)
    return m, m - away, m + away


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


def collect(report, half_pawn):
    """Losses by curve, budget and position; positions in order of appearance."""
    cells, order = defaultdict(lambda: defaultdict(list)), {}
    for row in report["results"] + report["reference_results"]:
        order.setdefault((row["spec"], row["position_id"]), len(order))
        if row["regret"] is None:
            continue
        loss = row["regret"] if row["regret_unit"] == "results" else min(row["regret"], 20 * half_pawn)
        curve = (row["spec"], row["regret_unit"], json.dumps([row[s] for s in SETTINGS]),
                 row["depth"] if row["node_limit"] is None else None)
        cells[curve, row["node_limit"]][order[row["spec"], row["position_id"]]].append(loss)
    return {key: {p: mean(v) for p, v in sorted(of.items())} for key, of in cells.items()}


def same(a, b):
    return a is b or (a is not None and b is not None and abs(a - b) <= 1e-8 * max(1, abs(a), abs(b)))


def check(report, half_pawn):
    """How many rows have an interval of work to the same regret."""
    cells = collect(report, half_pawn)
    curves = defaultdict(dict)
    for (curve, budget), losses in cells.items():
        curves[curve][budget] = losses
    wrong, seen, with_times = [], 0, 0
    by_config = {}
    for row in report["results"] + report["reference_results"]:
        curve = (row["spec"], row["regret_unit"], json.dumps([row[s] for s in SETTINGS]),
                 row["depth"] if row["node_limit"] is None else None)
        words = row["id"][row["id"].index("/d" + str(row["depth"]) + "/") + 1:]
        by_config[row["spec"], words.split("/shuffle")[0], row["regret_unit"]] = (curve, row["node_limit"])
    for found in report["regret"]:
        unit = "results" if found["unit"] == "results" else "points"
        curve, budget = by_config[found["spec"], found["config"], unit]
        losses = cells[curve, budget]
        values = list(losses.values())
        m, low, high = interval(values)
        faultless = sum(v == 0 for v in values)
        expected = {"n": len(values), "budget": budget, "mean": m, "mean_low": low, "mean_high": high,
                    "best_share": faultless / len(values),
                    **dict(zip(("best_low", "best_high"), wilson(faultless, len(values))))}
        if found["reference_config"]:
            other, _ = by_config[found["spec"], found["reference_config"], unit]
            pairs = [(v, curves[other][budget][p]) for p, v in losses.items() if p in curves[other][budget]]
            expected["pairs"] = len(pairs)
            expected.update(zip(("more", "more_low", "more_high"), interval([x - y for x, y in pairs])))
            if budget is not None:
                expected.update(ratios(curves[curve], curves[other], budget))
                with_times += expected["work_ratio_low"] is not None
        for name, value in expected.items():
            if not same(value, found[name]):
                wrong.append(f"{found['config']}: {name} is {found[name]}, not {value}")
        seen += 1
    if wrong or seen == 0:
        sys.exit("\n".join(["what differs:", *wrong[:10]]))
    return with_times


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


if __name__ == "__main__":
    with_times = 0
    for path, half_pawn in zip(sys.argv[1::2], sys.argv[2::2]):
        with open(path, encoding="utf-8") as file:
            with_times += check(json.load(file), int(half_pawn))
    sys.exit(with_times == 0)
