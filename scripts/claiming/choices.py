"""What advice hangs on: the ratios that README quotes, under the choices that programs make differently."""
from operator import not_ as none
from pathlib import Path

from . import numbers, searches
from .numbers import NO, OPEN, YES, below
from .page import table
from .statement import Chosen, Data, Ratio
from .statements.selection import GRADUAL, MTDF, OPENING_SLOWLY, PVS, unchecked

SIGNS = {YES: "<", NO: ">", OPEN: "?"}
DEFAULT, SECOND = "default", "a second seed"
HARD, ALPHABETA, FAILSOFT = ({"algo": algo} for algo in ("pvs-hard", "alphabeta", "failsoft"))


def used(domain: str) -> dict:
    """The search that README's table names."""
    guess = searches.MTDF_GUESS.get(domain)
    return {"algo": "mtdf", "guess": guess} if guess else GRADUAL


# What README quotes: two searches, the first a function of the domain, and whether both select.
LINES = {
    "the search named above / alpha-beta that fails hard": (used, ALPHABETA, False),
    "the same / alpha-beta that fails soft": (used, FAILSOFT, False),
    "the same / PVS": (used, PVS, False),
    "MTD(f) from the last value / PVS": (lambda _: MTDF, PVS, False),
    "PVS / alpha-beta that fails hard": (lambda _: PVS, ALPHABETA, False),
    "PVS / alpha-beta that fails soft": (lambda _: PVS, FAILSOFT, False),
    "PVS that fails hard / PVS": (lambda _: HARD, PVS, False),
    "PVS that fails hard / alpha-beta that fails hard": (lambda _: HARD, ALPHABETA, False),
    "with selection, MTD(f) / PVS": (lambda _: MTDF, PVS, True),
    "with selection, a quarter of a pawn, doubling / PVS": (lambda _: OPENING_SLOWLY, PVS, True)}


def own(domain: str) -> dict:
    """The settings of rows without any choice."""
    return {"tt_replace": None, "tt_pv": None, "tt_keep": None, "tt_null": None, "tt_quiescence": None, "tt_bytes": 1 << 26,
            "order": searches.ORDER[domain], "quiescence": domain in searches.PAWNS}


STORED = {"on": True, "off": False, "1M": 1 << 20}


def settings(domain: str, choice: str, select: bool) -> dict | None:
    """The configuration of the rows of that choice; None if it is none for these searches."""
    found = own(domain) | {"tt_mode": searches.other_mode(not select), "select": unchecked if select else none}
    for name, value in searches.CHOICES.get(choice, {}).items():
        value = value(select) if value is searches.other_mode else value(searches.BY_NAME[domain]) if callable(value) else value
        if value is None or name == "tt-null" and not select:
            return None
        found["tt_bytes" if name == "tt" else name.replace("-", "_")] = STORED.get(value, value)
    return found


def label(choice: str) -> str:
    return f"`--{choice}`" if "=" in choice else {
        "tt-mode": "the other `--tt-mode`", **{part: f"`{part}` in or out of `--order`" for part in ("history", "killer", "game")}
    }.get(choice, choice)


CHOICES = (DEFAULT, *searches.CHOICES, SECOND)


def ratio(data: Data, domain: str, line: str, choice: str) -> numbers.Estimate | None:
    above, under, select = LINES[line]
    config = settings(domain, choice, select)
    experiment = "second" if choice == SECOND else "choices"
    return config and Ratio(*(Chosen(experiment, config | one) for one in (above(domain), under)))(data, domain)


def sign(e: numbers.Estimate) -> str:
    return SIGNS[below(1)(e)]


def every(data: Data) -> str:
    """All ratios, each with its sign: whether the interval lies below 1, above it, or neither."""
    return "".join(f"\n## {line}\n\n" + table(["", *searches.VOTERS], [
        [label(choice), *(f"{sign(e)} {numbers.interval(e)}" if e else "-" for e in (
            ratio(data, domain, line, choice) for domain in searches.VOTERS))] for choice in CHOICES]) + "\n"
        for line in LINES)


def are_in(folder: Path) -> bool:
    """Whether their rows are there: they are searched by a command of their own."""
    return all((folder / f"{one.name}.csv.xz").exists() for one in searches.CHOICE_EXPERIMENTS)


WORDS = {"<": "below 1", ">": "above 1", "?": "not shown"}


def cell(data: Data, domain: str, line: str) -> str:
    """The least and the greatest ratio, what the default shows, and the choices under which it is not so."""
    found = {choice: e for choice in CHOICES if (e := ratio(data, domain, line, choice))}
    signs = {choice: sign(e) for choice, e in found.items()}
    own, points = signs[DEFAULT], [e.point for e in found.values()]
    other = {of: [label(choice) for choice in signs if signs[choice] == of] for of in WORDS if of != own}
    said = f"holds, {WORDS[own]}" if own != SIGNS[OPEN] and not any(other.values()) else WORDS[own]
    return "; ".join([f"{min(points):.2f} .. {max(points):.2f}", said,
                      *(f"{WORDS[of]} with {', '.join(names)}" for of, names in other.items() if names)])


def summary(data: Data) -> str:
    """A line of README, and what it hangs on in each game."""
    return table(["", *searches.VOTERS], [[line, *(cell(data, domain, line) for domain in searches.VOTERS)] for line in LINES])
