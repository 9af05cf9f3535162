"""Estimates with their 95 % intervals, and what an interval says about a statement."""
import math
import sys
from dataclasses import dataclass
from typing import Callable

from figures import cli

try:
    import numpy as np
    from scipy import stats

    from figures.judge import judged
except Exception as error:  # a broken library may raise anything
    cli.warn(str(cli.unusable(error, "numpy or scipy", "claims")))
    sys.exit(2)

YES, NO, OPEN, NONE = "for", "against", "cannot tell", "-"


def written(show: Callable, unit: str = "") -> Callable:
    """How an estimate is written, if `show` writes its numbers."""
    return lambda e: "{}{} [{}, {}]".format(show(e, e.point), unit, show(e, e.low), show(e, e.high))


interval = written(lambda e, x: figures(x, e.low, e.high))
percents = written(lambda _, x: f"{100 * x:.1f}", " %")
percentage_points = written(lambda _, x: f"{100 * x:+.1f}")
points = written(lambda e, x: f"{x:+.{1 if max(abs(e.low), abs(e.high)) >= 10 else 2}f}")


@dataclass(frozen=True)
class Estimate:
    """A ratio, a share or a mean, and its form. `logs`: the logarithms of ratios, for pooling."""
    n: int
    point: float
    low: float
    high: float
    form: Callable[["Estimate"], str] = interval
    logs: tuple = ()


# ---- intervals -----------------------------------------------------------------------------------

def student(n: int) -> float:
    """The 97.5 % point of Student's t for n numbers."""
    return float(stats.t.ppf(0.975, n - 1))


def undo_hall(y: float, skewness: float, n: int) -> float:
    """Hall 1992: (mean - true mean) / deviation whose transform, which has no skewness, is y."""
    shifted = y - skewness / (6 * n)
    x = skewness * shifted
    if abs(skewness) < 1e-300:
        return shifted
    # The cube root of 1 + x, minus 1, without cancellation for small x.
    return 3 / skewness * (math.expm1(math.log1p(x) / 3) if x > -1 else math.cbrt(1 + x) - 1)


def spread(numbers: list, form: Callable = percents) -> Estimate | None:
    """The mean and its interval, as in docs/statistics.md: each end is the farther of Student's and
    Hall's. None for fewer than 4 numbers."""
    n, x = len(numbers), np.array(numbers)
    if n < 4:
        return None
    mean, deviation = float(x.mean()), float(x.std(ddof=1))
    if np.ptp(x) == 0:
        return Estimate(n, numbers[0], numbers[0], numbers[0], form)
    skewness = float(np.mean(((x - mean) / deviation) ** 3))
    t = student(n) / math.sqrt(n)
    high, low = max(t, -undo_hall(-t, skewness, n)), max(t, undo_hall(t, skewness, n))
    return Estimate(n, mean, mean - low * deviation, mean + high * deviation, form)


def geometric(ratios: list) -> Estimate | None:
    """The geometric mean of ratios, with the interval that a report of these two searches has: by
    the rule of figures.judge, as one comparison. None if there are too few for an interval."""
    logs = np.log([ratio for ratio in ratios if ratio > 0])
    found = judged(logs, 1)
    return None if found["low"] is None else Estimate(
        len(logs), *map(math.exp, (logs.mean(), found["low"], found["high"])), logs=tuple(logs))


def share(hits: int, n: int) -> Estimate | None:
    """A share and Wilson's interval, too narrow for iterations, which are not independent."""
    if n == 0:
        return None
    ends = stats.binomtest(hits, n).proportion_ci(method="wilson")
    return Estimate(n, hits / n, ends.low, ends.high, percents)


def portion(flags: list) -> Estimate | None:
    """The share of the flags that are true."""
    return share(sum(flags), len(flags))


def paired(a: dict, b: dict, of) -> list:
    """The ratios of searches with the same key; over copies of a position, the geometric mean."""
    logs: dict = {}
    for key in a.keys() & b.keys():
        if of(a[key]) > 0 and of(b[key]) > 0:
            logs.setdefault(key[0], []).append(math.log(of(a[key]) / of(b[key])))
    return [math.exp(math.fsum(found) / len(found)) for _, found in sorted(logs.items())]


def pooled(estimates: list) -> tuple[Estimate, float] | None:
    """Pools the ratios of several games: the random-effects mean of their logarithms (DerSimonian
    and Laird 1986), and the standard deviation between games. The interval is that of Hartung and
    Knapp (2001) by Student's t, but never narrower than the weights imply, as advised for few
    groups."""
    logs = [np.array(e.logs) for e in estimates if e and len(e.logs) >= 4]
    k = len(logs)
    if k < 3:
        return None
    y = np.array([x.mean() for x in logs])
    # Equal logarithms mean that the error is small, not that it is zero.
    errors = np.array([max(x.var(ddof=1) / len(x), 1e-8) for x in logs])
    w = 1 / errors
    q = w @ (y - w @ y / w.sum()) ** 2
    between = max(0.0, (q - (k - 1)) / (w.sum() - w @ w / w.sum()))
    w = 1 / (errors + between)
    mean = w @ y / w.sum()
    half = student(k) * math.sqrt(max(1.0, w @ (y - mean) ** 2 / (k - 1)) / w.sum())
    return Estimate(k, *map(math.exp, (mean, mean - half, mean + half))), math.sqrt(between)


# ---- what an interval says -----------------------------------------------------------------------

def within(low: float, high: float):
    """For, if the whole interval is inside; against, if the whole of it is outside on one side."""
    def says(e: Estimate | None) -> str:
        if e is None:
            return OPEN
        return YES if e.low > low and e.high < high else NO if e.high < low or e.low > high else OPEN
    return says


def below(limit: float):
    return within(-math.inf, limit)


def above(limit: float):
    return within(limit, math.inf)


def both(*said: str) -> str:
    """What both depths say, if they say the same."""
    return said[0] if len(set(said)) == 1 else OPEN


def every(said: list) -> str:
    """For, if all are for; against, if one is against."""
    return NO if NO in said else YES if set(said) == {YES} else OPEN


# ---- words ---------------------------------------------------------------------------------------

def figures(x: float, low: float = -math.inf, high: float = math.inf) -> str:
    """Two decimals, or three where the interval is narrower than 0.03; fewer for large numbers."""
    places = 0 if abs(x) >= 100 else 1 if abs(x) >= 10 else 3 if high - low < 0.03 else 2
    return f"{x:.{places}f}"


def cell(x) -> str:
    """An estimate, a number or a text as a cell of a table."""
    return "-" if x is None else x.form(x) if isinstance(x, Estimate) else figures(x) if isinstance(x, float) else str(x)


def percent(x: float | None) -> str:
    return "-" if x is None else f"{100 * x:.{1 if abs(x) < 0.1 else 0}f} %"
