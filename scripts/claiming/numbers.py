"""Estimates with their 95 % intervals, and what an interval says of a statement."""
import math
from dataclasses import dataclass
from functools import cache

YES, NO, OPEN, NONE = "for", "against", "cannot tell", "-"


@dataclass(frozen=True)
class Estimate:
    """A ratio, a share or a mean. `logs`: what a ratio's interval is made of, kept for pooling."""
    n: int
    point: float
    low: float
    high: float
    logs: tuple = ()


# ---- intervals -----------------------------------------------------------------------------------

def tail(t: float, v: int) -> float:
    """Student's probability of more than t >= 0: half the incomplete beta function, by Lentz's
    continued fraction."""
    a, b, x = v / 2, 0.5, v / (v + t * t)
    if x > (a + 1) / (a + b + 2):
        return 0.5 - beta(b, a, 1 - x) / 2
    return beta(a, b, x) / 2


def beta(a: float, b: float, x: float) -> float:
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x)
                     + b * math.log1p(-x)) / a
    c, d, m = 1.0, 1 / (1 - (a + b) * x / (a + 1)), 0
    whole = d
    while m < 1000:
        m += 1
        for term in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                     -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d, c = 1 / (1 + term * d), 1 + term / c
            whole *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * whole


@cache
def student(v: int) -> float:
    """The 97.5 % point of Student's t with v degrees of freedom, by bisection."""
    low, high = 1.9, 13.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if tail(middle, v) > 0.025 else (low, middle)
    return (low + high) / 2


def undo_hall(y: float, skewness: float, n: int) -> float:
    """Hall 1992: (mean - true mean) / deviation where its transformation, without skewness, is y."""
    shifted = y - skewness / (6 * n)
    x = skewness * shifted
    if abs(skewness) < 1e-300:
        return shifted
    # The cube root of 1 + x less 1, without cancellation for small x.
    return 3 / skewness * (math.expm1(math.log1p(x) / 3) if x > -1 else math.cbrt(1 + x) - 1)


def spread(numbers: list) -> Estimate | None:
    """The mean and its interval, as in docs/statistics.md: each end is the farther of Student's and
    Hall's. Fewer than 4 numbers tell nothing."""
    n = len(numbers)
    if n < 4:
        return None
    mean = math.fsum(numbers) / n
    deviation = math.sqrt(math.fsum((x - mean) ** 2 for x in numbers) / (n - 1))
    if deviation == 0:
        return Estimate(n, mean, mean, mean, tuple(numbers))
    skewness = math.fsum(((x - mean) / deviation) ** 3 for x in numbers) / n
    t = student(n - 1) / math.sqrt(n)
    high, low = max(t, -undo_hall(-t, skewness, n)), max(t, undo_hall(t, skewness, n))
    return Estimate(n, mean, mean - low * deviation, mean + high * deviation, tuple(numbers))


def geometric(ratios: list) -> Estimate | None:
    """The geometric mean of ratios, with the interval of the mean of their logarithms."""
    logs = [math.log(ratio) for ratio in ratios if ratio > 0]
    found = spread(logs)
    return found and Estimate(found.n, math.exp(found.point), math.exp(found.low), math.exp(found.high),
                              tuple(logs))


def share(hits: int, n: int) -> Estimate | None:
    """Wilson's interval of a share. It is too narrow for iterations, which are not independent."""
    if n == 0:
        return None
    p, zz = hits / n, 1.959963985**2
    middle = (p + zz / (2 * n)) / (1 + zz / n)
    half = math.sqrt((p * (1 - p) + zz / (4 * n)) * zz / n) / (1 + zz / n)
    return Estimate(n, p, max(0.0, middle - half), min(1.0, middle + half))


def paired(a: dict, b: dict, of) -> list:
    """The ratios of searches with one key, averaged (of the logarithms) over a position's copies."""
    logs: dict = {}
    for key in a.keys() & b.keys():
        if of(a[key]) > 0 and of(b[key]) > 0:
            logs.setdefault(key[0], []).append(math.log(of(a[key]) / of(b[key])))
    return [math.exp(math.fsum(found) / len(found)) for _, found in sorted(logs.items())]


def pooled(estimates: list) -> tuple[Estimate, float] | None:
    """Ratios of several games as one: the random-effects mean of their logarithms (DerSimonian and
    Laird 1986), and the deviation between games. The interval is Hartung and Knapp's (2001), Student's
    t, but never narrower than the weights say, as is advised for few groups of unlike size."""
    found = [(math.fsum(e.logs) / e.n, variance(e.logs) / e.n) for e in estimates if e and len(e.logs) >= 4]
    # Equal logarithms say that the error is small, not that it is none.
    found = [(mean, max(error, 1e-8)) for mean, error in found]
    k = len(found)
    if k < 3:
        return None
    weights = [1 / error for _, error in found]
    fixed = math.fsum(w * y for w, (y, _) in zip(weights, found)) / math.fsum(weights)
    q = math.fsum(w * (y - fixed) ** 2 for w, (y, _) in zip(weights, found))
    scale = math.fsum(weights) - math.fsum(w * w for w in weights) / math.fsum(weights)
    between = max(0.0, (q - (k - 1)) / scale)
    weights = [1 / (error + between) for _, error in found]
    mean = math.fsum(w * y for w, (y, _) in zip(weights, found)) / math.fsum(weights)
    spread_of_games = math.fsum(w * (y - mean) ** 2 for w, (y, _) in zip(weights, found)) / (k - 1)
    error = math.sqrt(max(1.0, spread_of_games) / math.fsum(weights))
    half = student(k - 1) * error
    return Estimate(k, math.exp(mean), math.exp(mean - half), math.exp(mean + half)), math.sqrt(between)


def variance(numbers: tuple) -> float:
    mean = math.fsum(numbers) / len(numbers)
    return math.fsum((x - mean) ** 2 for x in numbers) / (len(numbers) - 1)


def median(numbers: list) -> float:
    ordered, n = sorted(numbers), len(numbers)
    return (ordered[(n - 1) // 2] + ordered[n // 2]) / 2


# ---- what an interval says -----------------------------------------------------------------------

def within(low: float, high: float):
    """For: the whole interval is inside; against: it is all on one side outside."""
    def says(e: Estimate | None) -> str:
        if e is None:
            return OPEN
        if e.low > low and e.high < high:
            return YES
        return NO if e.high < low or e.low > high else OPEN
    return says


def below(limit: float):
    return within(-math.inf, limit)


def above(limit: float):
    return within(limit, math.inf)


def both(*said: str) -> str:
    """Of two depths: what both say."""
    return said[0] if len(set(said)) == 1 else OPEN


# ---- words ---------------------------------------------------------------------------------------

def figures(x: float, low: float = -math.inf, high: float = math.inf) -> str:
    """Two decimals, or three where the interval is narrower than 0.03; fewer for large numbers."""
    places = 0 if abs(x) >= 100 else 1 if abs(x) >= 10 else 3 if high - low < 0.03 else 2
    return f"{x:.{places}f}"


def interval(e: Estimate | None) -> str:
    if e is None:
        return "-"
    ends = [figures(x, e.low, e.high) for x in (e.point, e.low, e.high)]
    return f"{ends[0]} [{ends[1]}, {ends[2]}]"


def percents(e: Estimate | None) -> str:
    if e is None:
        return "-"
    return f"{100 * e.point:.1f} % [{100 * e.low:.1f}, {100 * e.high:.1f}]"


def count(e: Estimate | None) -> str:
    return str(e.n if e else 0)


def percent(x: float | None) -> str:
    return "-" if x is None else f"{100 * x:.{1 if abs(x) < 0.1 else 0}f} %"
