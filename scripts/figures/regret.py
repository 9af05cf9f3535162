"""Computes from the rows of a report what the chosen moves lose: means, paired differences, work to
the same regret. A cell is a dictionary of these and the settings of its searches. docs/regret.md
explains the numbers."""
import math
import re
from array import array
from collections.abc import Iterable, Iterator
from functools import lru_cache
from statistics import NormalDist

import numpy as np

from .judge import LEVEL, judged, t_above
from .report import CONFIG, grouped, labelled
from .schema import LEVELS
from .text import plural

RESAMPLES, SALT, BLOCK = 2000, 10, 1 << 19  # so many numbers at a time
NULLS_MOST = RESAMPLES // 40

FIELDS = ["domain", "spec", "config", "curve", "budget", "depth", "unit", "n", "mean", "mean_low", "mean_high",
          "best_share", "best_low", "best_high", "reference_config", "pairs", "more", "more_low", "more_high",
          "verdict", "p", "positions_needed", "work_ratio", "work_ratio_low", "work_ratio_high", "missing"]


# ---- cells ---------------------------------------------------------------------------------------

def config_of(row: dict) -> str:
    """The end of the row's id, without the number of its copy."""
    return re.sub(r"/shuffle\d+(?=/|$)", "", "d" + row["id"].partition(f"{row['position_id']}/d")[2])


def kind_of(config: str) -> str:
    """A configuration's words without its depth and budget."""
    return re.sub(r"^d\d+/|/limit\d+(?=/|$)", "", config)


def judged_rows(report: dict) -> Iterator[dict]:
    def said(line: bytes) -> bool:
        return b'"regret":' in line and b'"regret":null' not in line
    for rows in report["results"], report["reference_results"]:
        yield from (row for row in rows.having(said) if row.get("regret") is not None)


def numbered(names: dict, name) -> int:
    return names.setdefault(name, len(names))


def collected(report: dict) -> list[dict]:
    """The cells, each with its losses by position, in order of appearance; of copies of a search,
    their mean. Within a budget a position's deepest search is one of the deepest of all: where its
    game ends, none can be deeper. A row becomes a line of numbers, because there may be millions."""
    most = {a["spec"]: a["regret_most"] for a in report["aggregates"] if a["regret_most"]}
    places, specs, budgets, kinds, searches, about = {}, {}, {}, {}, {}, []
    columns = [array("q") for _ in range(7)]
    all_losses = array("d")
    for row in judged_rows(report):
        spec, budget, unit, depth, config = row["spec"], row.get("node_limit"), row["regret_unit"], row["depth"], config_of(row)
        at = numbered(searches, (spec, budget, unit, depth, config))
        if at == len(about):
            about.append({**{name: row.get(name) for name in LEVELS}, "domain": row["domain"], "spec": spec, "config": config,
                          "kind": kind_of(config), "unit": unit, "budget": budget,
                          "half_pawn": most[spec] / 20 if unit == "points" else 1})
        for column, number in zip(columns, (
                numbered(places, (spec, row["position_id"])), numbered(specs, spec), numbered(budgets, budget), budget or 0,
                depth, numbered(kinds, kind_of(config)), at)):
            column.append(number)
        all_losses.append(min(row["regret"], most[spec]) if unit == "points" else row["regret"])
    if not about:
        return []
    place, spec, number, budget, depth, kind, search = map(np.asarray, columns)
    losses = np.asarray(all_losses)

    def deepest(of: np.ndarray) -> np.ndarray:
        found, where = np.zeros((of.max() + 1) * len(budgets), np.int64), of * len(budgets) + number
        np.maximum.at(found, where, depth)
        return found[where]
    depth = np.where((budget > 0) & (depth == deepest(place)), deepest(spec), depth)
    in_points = np.array([one["unit"] == "points" for one in about])[search]
    names, firsts, cell_of = np.unique(np.stack([spec, in_points, budget, depth, kind], axis=1), axis=0,
                                       return_index=True, return_inverse=True)
    cells, curves = [], {}
    for at in np.lexsort((firsts, *names.T[3::-1])):
        mine = np.flatnonzero(cell_of.reshape(-1) == at)
        mine = mine[np.lexsort((losses[mine], place[mine]))]
        where, to, copies = np.unique(place[mine], return_inverse=True, return_counts=True)
        means = np.bincount(to, losses[mine]) / copies
        c = about[search[firsts[at]]] | {"depth": int(names[at][3]), "losses": dict(zip(where.tolist(), means.tolist()))}
        c["curve"] = curves.setdefault((c["spec"], c["unit"], c["depth"], c["kind"]), len(curves))
        cells.append(c)
    return cells


def alike(c: dict) -> tuple:
    """Cells with the same result can be compared."""
    return c["spec"], c["unit"], c["budget"], c["depth"]


# ---- means and verdicts --------------------------------------------------------------------------

def mean_of(x: np.ndarray) -> tuple:
    """The mean and Student's interval."""
    n = len(x)
    if n < 2:
        return (float(x.mean()) if n else None), None, None
    mean, away = float(x.mean()), t_above(0.5 - LEVEL / 2, n - 1) * float(x.std(ddof=1)) / math.sqrt(n)
    return mean, mean - away, mean + away


def share_of(count: int, n: int) -> tuple:
    """The share and Wilson's interval (1927)."""
    share, z = count / n, NormalDist().inv_cdf(0.5 + LEVEL / 2)
    z2 = z * z / n
    half = z * math.sqrt(share * (1 - share) / n + z2 / n / 4)
    return share, (share + z2 / 2 - half) / (1 + z2), (share + z2 / 2 + half) / (1 + z2)


# ---- work to the same regret ---------------------------------------------------------------------

def mixed(x: np.ndarray) -> np.ndarray:
    """The hash of src/base/mix.h, which draws the trees."""
    x = (x ^ x >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ x >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return x ^ x >> np.uint64(31)


@lru_cache(maxsize=2)
def resamples(n: int, first: int, last: int) -> np.ndarray:
    """Bootstrap samples of n positions, one a column, by seed 1: those from `first` to before
    `last`. Sample 0 is the positions themselves."""
    def child(key, count: int) -> np.ndarray:
        return mixed(key + np.arange(1, count + 1, dtype=np.uint64) * golden)
    golden, salt = np.uint64(0x9E3779B97F4A7C15), mixed(np.array([SALT], np.uint64))
    keys = child(mixed(np.array([1], np.uint64) + golden), RESAMPLES)[max(first - 1, 0):last - 1]
    drawn = mixed(child(keys[:, None], n) ^ salt) >> np.uint64(32)
    drawn = (drawn * np.uint64(n) >> np.uint64(32)).astype(np.int64)
    return np.concatenate([np.arange(n)[:, None]] * (first == 0) + [drawn.T], axis=1)


def falling(curve: list[dict], at: list[int]) -> np.ndarray:
    """The mean losses by budget and sample, made non-increasing in the budget: neighbours that
    violate the order are pooled (Ayer et al. 1955), here by the minimax formula. Whole numbers are
    summed in the order of the sample, so equal means are exactly equal."""
    k, values = len(curve), [np.array([losses[p] for p in at], float) for losses in curve]
    sums, step = np.empty((k, RESAMPLES + 1)), max(1, BLOCK // len(at))
    for first in range(0, RESAMPLES + 1, step):
        last = min(first + step, RESAMPLES + 1)
        sums[:, first:last] = [one[resamples(len(at), first, last)].sum(axis=0) for one in values]
    fit = np.full_like(sums, np.inf)
    for first in range(k):
        pooled = np.cumsum(sums[first:], axis=0) / (np.arange(1, k - first + 1) * len(at))[:, None]
        greatest = np.maximum.accumulate(pooled[::-1], axis=0)[::-1]
        fit[first:] = np.minimum(fit[first:], greatest)
    return fit


def reached(a: np.ndarray, b: np.ndarray, budgets: np.ndarray) -> tuple[np.ndarray, bool]:
    """By sample, the least budget with which b loses no more than a, interpolated linearly over the
    logarithm of the budget; NaN if it is outside b's budgets. And whether it is above them in the
    sample."""
    below = b <= a
    at = below.argmax(axis=0)
    beyond = ~below.any(axis=0)
    of = np.arange(len(a))
    here, before = b[at, of], b[np.maximum(at - 1, 0), of]
    with np.errstate(divide="ignore", invalid="ignore"):
        part = np.where((at == 0) | (here >= a), 1, (before - a) / (before - here))
    low = budgets[np.maximum(at - 1, 0)]
    found = low * (budgets[at] / low) ** part
    found[beyond | (at == 0) & (here < a)] = np.nan
    return found, bool(beyond[0])


def work_of(own: list[dict], other: list[dict]) -> Iterable[dict]:
    """For each cell of a curve, the work to the same regret, relative to its reference."""
    at = [p for p in own[0]["losses"] if all(p in c["losses"] for c in [*own, *other])]
    if len(at) < 2:
        yield from ({"missing": "fewer than two positions have all budgets"} for _ in own)
        return
    a, b = (falling([c["losses"] for c in curve], at) for curve in (own, other))
    for i, c in enumerate(own):
        times, beyond = reached(a[i], b, np.array([float(c["budget"]) for c in other]))
        times /= c["budget"]
        drawn = np.sort(times[1:][~np.isnan(times[1:])])
        if np.isnan(times[0]):
            yield {"missing": f"with every budget here the reference loses {'more' if beyond else 'less'}"}
        elif RESAMPLES - len(drawn) > NULLS_MOST:
            yield {"work_ratio": float(times[0]),
                   "missing": "more than 1 in 40 resamples lie outside the reference's budgets: no interval"}
        else:
            tail = int((1 - LEVEL) / 2 * len(drawn))
            yield {"work_ratio": float(times[0]), "work_ratio_low": float(drawn[tail]),
                   "work_ratio_high": float(drawn[-1 - tail])}


# ---- all -----------------------------------------------------------------------------------------

def find_references(cells: list[dict], report: dict) -> None:
    """Finds each cell's reference: that of its aggregate. A search that only served as the
    reference has no aggregate, and is its own. If several are their own, the later are compared
    with the first."""
    of = {(a["spec"], a["config"]): a["reference_config"] for a in report["aggregates"]}
    for group in grouped(cells, alike):
        by_kind, first = {c["kind"]: c for c in group}, None
        for c in group:
            config = of.get((c["spec"], c["config"]), c["config"])
            c["reference"] = by_kind.get(kind_of(config)) if config else None
            if c["reference"] is c:
                c["reference"] = first = first or c
        compared = [c for c in group if c["reference"] is not None and c["reference"] is not c]
        for c in compared:
            c["comparisons"] = len(compared)


def compare(c: dict) -> None:
    """Compares a cell with its reference, which is another cell."""
    own, other = c["losses"], c["reference"]["losses"]
    differences = np.array([own[p] - other[p] for p in own if p in other], float)
    c["reference_config"], c["pairs"] = c["reference"]["config"], len(differences)
    c["more"] = float(differences.mean()) if len(differences) else None
    found = judged(differences / c["half_pawn"], c["comparisons"])
    c |= found | {"more_low": found["low"], "more_high": found["high"]}
    for end in ("more_low", "more_high"):
        c[end] = None if c[end] is None else c["half_pawn"] * c[end]


def cells_of(report: dict) -> list[dict]:
    """The cells by spec, unit, budget, depth, else in order of appearance, with FIELDS and more."""
    cells = collected(report)
    find_references(cells, report)
    for group in grouped(cells, lambda c: c["spec"]):
        for series in labelled(group, [name for name in CONFIG if name != "node_limit"]):
            for c in series.rows:
                c["label"] = series.label
    for c in cells:
        losses = np.array(list(c["losses"].values()), float)
        c |= dict.fromkeys(FIELDS[FIELDS.index("reference_config"):]) | {"n": len(losses), "left_out": 0}
        c["mean"], c["mean_low"], c["mean_high"] = mean_of(losses)
        c["best_share"], c["best_low"], c["best_high"] = share_of(int((losses <= 0).sum()), len(losses))
        if c["reference"] is None:
            c["missing"] = "there is no reference to compare with"
        elif "comparisons" in c:
            compare(c)
            c["missing"] = None if c["budget"] else "there are no budgets: give --max-nodes"
    curves = {group[0]["curve"]: group for group in grouped([c for c in cells if c["budget"]], lambda c: c["curve"])}
    for group in curves.values():
        for mine in grouped([c for c in group if "comparisons" in c], lambda c: c["reference"]["curve"]):
            found = dict(zip(map(id, group), work_of(group, curves[mine[0]["reference"]["curve"]])))
            for c in mine:
                c |= found[id(c)]
    units = {a["spec"]: a["unit"] for a in report["aggregates"]}
    for c in cells:
        c["unit"] = units[c["spec"]] if c["unit"] == "points" else c["unit"]
        c["depth"] = None if c["budget"] else c["depth"]
    return cells


# ---- sentences -----------------------------------------------------------------------------------

def number(x: float, form: str = ".2f") -> str:
    return format(0.0 if -0.005 < x <= 0 else x, form)


def estimate(point: float, low: float | None, high: float | None, form: str = ".2f") -> str:
    ends = "" if low is None else f" [{number(low, form)}, {number(high, form)}]"
    return number(point, form) + ends


def heading(c: dict) -> str:
    return f"{c['spec']}, {c['budget']} of work" if c["budget"] else f"{c['spec']}, depth {c['depth']}"


def difference(c: dict) -> str:
    """Says how much more or less it loses than its reference."""
    if c["more_low"] is None and abs(c["more"]) < 0.005:
        return f"as much a move as {c['reference']['label']}"
    less = c["more"] < 0
    ends = (-c["more_high"], -c["more_low"]) if less and c["more_low"] is not None else (c["more_low"], c["more_high"])
    return (f"{estimate(abs(c['more']), *ends)} {unit_of(c)} {'less' if less else 'more'} a move than "
            + c["reference"]["label"])


def unit_of(c: dict) -> str:
    return "of a draw" if c["unit"] == "results" else c["unit"]


def worth(c: dict, cells: list[dict]) -> str:
    """The work that its moves are worth, at the largest budget for which this is known."""
    known = [one for one in cells if one["curve"] == c["curve"] and one["work_ratio"] is not None]
    if not known:
        return f"; what work that is worth is unknown: {c['missing']}"
    return (f"; with {known[-1]['budget']} as if it had so many times the work: "
            + estimate(*(known[-1][name] for name in ("work_ratio", "work_ratio_low", "work_ratio_high"))))


def kind_of_answer(compared: list[dict]) -> str:
    """The same rule as for counts: docs/statistics.md."""
    verdicts = {c["verdict"] for c in compared}
    if not compared:
        return "alone"
    if "better" in verdicts:
        return "better"
    if verdicts <= {"worse", "equal"}:
        return "best"
    return "undecided" if "unknown" in verdicts else "too_few"


def answers_of(cells: list[dict]) -> list[dict]:
    """For each spec and unit, the result with the largest budget, or at the greatest depth."""
    found = []
    for group in grouped(cells, lambda c: (c["spec"], c["unit"])):
        last = grouped(group, alike)[-1]
        compared = [c for c in last if c["pairs"]]
        reference = next((c["reference"] for c in compared), last[0])
        kind = kind_of_answer(compared)
        open_to = {"better": "better", "undecided": "unknown", "too_few": "too_few"}.get(kind)
        least = min((c for c in compared if c["verdict"] == open_to), key=lambda c: c["more"], default=reference)
        told = least if kind == "better" else (least["reference"] or reference)
        said = (f"its moves lose {estimate(told['mean'], told['mean_low'], told['mean_high'])} {unit_of(told)} "
                f"in the mean over {plural(told['n'], 'position')}")
        if kind == "better":
            said = f"use {told['label']}: {said}, {difference(least)}{worth(least, group)}"
        elif kind == "best":
            said = f"use {told['label']}, the reference: {said}, which show that no other loses less"
        elif kind == "alone":
            said = f"{told['label']}: {said}; nothing is compared"
        else:
            word = "too few positions to tell" if kind == "too_few" else kind
            said = f"{word}: {told['label']}: {said}; or {least['label']}, which loses {difference(least)}"
        if kind != "better" and least["positions_needed"]:
            said += f"; about {least['positions_needed']} positions would settle it"
        found.append({name: told[name] for name in ("domain", "spec", "budget")} | {
            "kind": kind, "use": told["config"] if kind in ("better", "best") else None,
            "least": least["config"], "sentence": f"{heading(told)}: {said}."})
    return found
