"""What figures show, each in a sentence, for who cannot see them."""
from typing import Callable

from .report import Series, noun, words
from .text import fixed, whole


def amount(x: float) -> str:
    return whole(x) if x >= 10 else fixed(x)


def lowest(all_series: list[Series], value: Callable[[dict], float | None]) -> tuple[Series, dict]:
    """Which is lowest at the deepest depth that any of them finished."""
    return min(((one, a) for one in all_series for a in one.rows if value(a) is not None),
               key=lambda pair: (-pair[1]["depth"], value(pair[1])))


def searches_of(count: int, spec: str) -> str:
    return f"{count} search{'es' * (count > 1)} of {spec}"


def says_depth(all_series: list[Series], depths: list[int], spec: str) -> str:
    one, a = lowest(all_series, lambda a: a["measure_geomean"])
    return (f"{noun(a).capitalize()} per position of {searches_of(len(all_series), spec)} at depths "
            f"{depths[0]} to {depths[-1]}: {one.label} needs the {words(a)[1]} at depth "
            f"{a['depth']}, {amount(a['measure_geomean'])}.")


def says_ratio(all_series: list[Series], spec: str, where: str) -> str:
    one, a = lowest(all_series, lambda a: a["ratio"])
    return (f"{noun(a).capitalize()} of {searches_of(len(all_series), spec)} relative to "
            f"{a['reference']} {where}: {one.label} has the least ratio at depth "
            f"{a['depth']}, {fixed(a['ratio'])}.")
