"""Elo from paired games, and from what moves lose. Two games share an opening, so pairs are
independent, not games."""
import math

MEAN, ELO = ["mean", "mean_low", "mean_high"], ["elo", "elo_low", "elo_high"]  # columns of duel.csv
Z, STEEPEST = 1.959964, 10 ** 6
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


def mean_of(differences: list[float], games: list[str]) -> tuple[float, float | None]:
    """The mean difference, and half its 95 % interval. Positions of one game are one observation: their
    deviations are summed before they are squared."""
    from scipy import special  # pylint: disable=import-outside-toplevel
    n, mean, sums = len(differences), sum(differences) / len(differences), {}
    for difference, game in zip(differences, games):
        sums[game] = sums.get(game, 0) + difference - mean
    count = len(sums)
    if count < 2:
        return mean, None
    return mean, special.stdtrit(count - 1, 0.975) * math.sqrt(count / (count - 1) * sum(s * s for s in sums.values())) / n


def slope(pairs: list[dict]) -> tuple[float, float] | None:
    """Elo a centipawn, with its standard error: the line through 0 that is nearest to the pairs, each
    distance in units of the errors of both its mean and its Elo. None for one pair, and if means that may be 0 leave it open."""
    from scipy import optimize  # pylint: disable=import-outside-toplevel
    if len(pairs) < 2:
        return None
    points = [tuple(float(pair[name]) for name in MEAN + ELO) for pair in pairs]

    def distance(b: float) -> float:
        return sum((e - b * m) ** 2 / (((e_high - e_low) / 2 / Z) ** 2 + (b * (m_high - m_low) / 2 / Z) ** 2)
                   for m, m_low, m_high, e, e_low, e_high in points)
    near = sum(m * e for m, _, _, e, *_ in points) / sum(m * m for m, *_ in points)
    b = optimize.minimize_scalar(distance, bracket=(near / 2, near), tol=1e-10).x
    least, ends = distance(b), []
    for step in -abs(b), abs(b):  # where the sum is 1 greater, on either side
        while distance(b + step) < least + 1:
            step *= 2
            if abs(step) > STEEPEST:
                return None
        ends.append(optimize.brentq(lambda x: distance(x) - least - 1, b, b + step))
    return b, (ends[1] - ends[0]) / 2 * math.sqrt(max(1, least / (len(points) - 1)))


def by_line(pairs: list[dict], mean: float, half: float) -> list[float] | None:
    """Elo of a mean difference with half an interval, and the ends of its interval, which has the line's error too."""
    line = slope(pairs)
    if line is None:
        return None
    b, error = line
    off = Z * math.hypot(b * half / Z, mean * error)
    return [b * mean, b * mean - off, b * mean + off]
