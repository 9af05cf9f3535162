"""The rule of verdicts, which docs/statistics.md explains, as in src/find/judge.c."""
import math

import numpy as np
from scipy import special

LEVEL = 0.95
UNSEEN, MARGIN, FEWEST_TOLD, MOST_NEEDED = math.log(1.5), math.log(1.02), 10, 1 << 20


def t_above(p: float, freedom: float) -> float:
    """The value that Student's t exceeds with that probability."""
    x = special.betaincinv(0.5, freedom / 2, 1 - 2 * p)
    return math.sqrt(freedom * x / (1 - x))


def half_width(n: float, t: float, variance: float, farthest: float) -> float:
    """The least distance from the mean at which the paired t test rejects a number, with one
    imagined extra position that lies beyond the number by UNSEEN, or by as much as the farthest
    position."""
    def edge(away: float, times: int) -> float:
        slope = (n - times) ** 2 - (1 + times) ** 2 * t * t
        squares = (n * n - 1) / n * variance
        return (away * (n - times + (1 + times) * t * t)
                + t * math.sqrt(((n + 1) * away) ** 2 + slope * squares)) / slope
    return max(edge(UNSEEN, 0), edge(farthest, 1))


def judged(x: np.ndarray, comparisons: int) -> dict:
    """The verdict on the mean of these differences, as one of so many comparisons: that of
    src/find/judge.c on the same numbers."""
    no = {"verdict": "too_few", "low": None, "high": None, "p": None, "positions_needed": None}
    if len(x) < 2:
        return no
    mean, variance = float(x.mean()), float(x.var(ddof=1))
    farthest = max(mean - float(x.min()), float(x.max()) - mean)

    def decide(n: float) -> tuple[str, float | None]:
        t = t_above((1 - LEVEL) / 2 / comparisons, n)
        if n - 1 <= 2 * t:
            return "too_few", None
        half = half_width(n, t, variance, farthest)
        if abs(mean) + half < MARGIN:
            return "equal", half
        return "unknown" if abs(mean) <= half else "better" if mean < 0 else "worse", half

    def needed() -> int | None:
        """About how many such positions would be enough for a verdict."""
        low, high = len(x), 0
        while not high or high - low > 1:
            n = low + (high - low) // 2 if high else 2 * low
            if n >= MOST_NEEDED:
                return None
            low, high = (n, high) if decide(n)[0] in ("too_few", "unknown") else (low, n)
        return high

    n = len(x)
    verdict, half = decide(n)
    found = no | {"verdict": verdict}
    if half is not None:
        unseen = max(UNSEEN, farthest + abs(mean))
        above = n * abs(mean) - unseen
        t = above / math.sqrt((n * n - 1) / n * variance + (abs(mean) + unseen) ** 2)
        found |= {"low": mean - half, "high": mean + half,
                  "p": min(1, 2 * comparisons * special.stdtr(n, -t)) if above > 0 else 1}
    if verdict in ("too_few", "unknown") and n >= FEWEST_TOLD:
        found["positions_needed"] = needed()
    return found
