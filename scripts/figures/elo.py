"""Elo from paired games. Two games share an opening, so pairs are independent, not games."""
import math

POINTS = ("0", "1/2", "1", "3/2", "2")  # of a pair


def of_score(score: float) -> float:
    """The difference in Elo at which a game is expected to score so much."""
    return math.copysign(math.inf, score - 0.5) if score <= 0 or score >= 1 else 400 * math.log10(score / (1 - score))


def estimate(pairs: list[int]) -> tuple[float, float, float] | None:
    """Elo and the ends of its 95 % interval, from the numbers of pairs with 0, 1/2, .. 2 points.
    None if all pairs are alike, because then there is no interval."""
    n = sum(pairs)
    if n == 0 or max(pairs) == n:
        return None
    mean = sum(k * count for k, count in enumerate(pairs)) / 4 / n
    half = 1.96 * math.sqrt(sum(count * (k / 4 - mean) ** 2 for k, count in enumerate(pairs)) / n / (n - 1))
    return of_score(mean), of_score(mean - half), of_score(mean + half)
