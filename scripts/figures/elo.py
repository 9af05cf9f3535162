"""Elo from paired games. The two games of a pair have one opening, so that pairs, not games, are independent."""
import math

POINTS = ("0", "1/2", "1", "3/2", "2")  # of a pair


def of_score(score: float) -> float:
    """The difference at which so much of a point is expected from a game."""
    return math.copysign(math.inf, score - 0.5) if score <= 0 or score >= 1 else 400 * math.log10(score / (1 - score))


def estimate(pairs: list[int]) -> tuple[float, float, float] | None:
    """Elo and the ends of its 95 % interval, from the numbers of pairs of 0, 1/2, .. 2 points. None
    where all pairs are alike, of which nothing follows."""
    n = sum(pairs)
    if n == 0 or max(pairs) == n:
        return None
    mean = sum(k * count for k, count in enumerate(pairs)) / 4 / n
    half = 1.96 * math.sqrt(sum(count * (k / 4 - mean) ** 2 for k, count in enumerate(pairs)) / n / (n - 1))
    return of_score(mean), of_score(mean - half), of_score(mean + half)
