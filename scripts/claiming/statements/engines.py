"""Statements that engines have tested: failing hard or soft, the table in wide windows, reduction
of nodes without a table move."""
from operator import not_ as none

from .. import numbers, searches
from ..numbers import above, below
from ..statement import Chosen, Ratio, claim, depth_of, each
from .selection import PVS, anywhere, chosen, lost, unchecked, with_iir

HARD, ALPHABETA, FAILSOFT = ({"algo": algo} for algo in ("pvs-hard", "alphabeta", "failsoft"))


def same_value(a: Chosen, b: Chosen):
    """The share of positions at which both have the same value."""
    return each(lambda one, other: one.value == other.value, a, b, of=numbers.portion)


# ---- two by two: hard and soft, alpha-beta and PVS -----------------------------------------------

def soft(config: dict, driver: str = "", select=none, experiment: str = "soft") -> Chosen:
    return Chosen(experiment, {"algo": driver + config["algo"], "select": select})


def selecting(config: dict) -> Chosen:
    return chosen(config) if config in (PVS, ALPHABETA) else soft(config, select=unchecked)


def two_by_two(id: str, a: dict, b: dict, other: str, beside: Ratio, more: dict) -> None:
    at = Ratio(soft(a), soft(b))
    claim(id, at, above(1), columns={
        "depth d": depth_of("soft"), "at d - 2": lambda *domain: at(*domain, 2), "at d - 1": 1,
        "at d": 0, other: beside,
        "without a table": Ratio(*(soft(one, experiment="no-table") for one in (a, b))),
        "in aspiration": Ratio(*(soft(one, "aspiration+") for one in (a, b))),
        "with selection": Ratio(selecting(a), selecting(b)), **more}, rows=searches.VOTERS)


two_by_two("a3", HARD, PVS, "alpha-beta, hard / soft", Ratio(soft(ALPHABETA), soft(FAILSOFT)), {
    "with both": Ratio(*(soft(one, "aspiration+", unchecked) for one in (HARD, PVS)))})
two_by_two("a4", HARD, ALPHABETA, "both soft", Ratio(soft(PVS), soft(FAILSOFT)), {})
claim("o17", Ratio(selecting(PVS), selecting(HARD)), below(1), columns={
    "depth d": depth_of("soft"), "without selection": Ratio(soft(PVS), soft(HARD)),
    "at d - 1": 1, "at d": 0, "same value": same_value(selecting(PVS), selecting(HARD)),
    "loses more": lost(PVS, HARD, duel=("", "Algorithm=pvs-hard"))}, rows=searches.VOTERS)

# ---- the table in wide windows, and nodes without a table move -----------------------------------

NARROW = {"tt_pv": False}


def asked(config: dict, select=none) -> Chosen:
    return Chosen("asked", {"algo": "pvs", "tt_pv": anywhere, "select": select} | config)


def whole(config: dict):
    """The share of positions whose line of play has a move for every ply."""
    return each(lambda one: int(one.kept["moves"]) >= one.config["depth"], asked(config),
                of=numbers.portion)


claim("l4", Ratio(asked(NARROW), asked({})), below(1.02), columns={
    "depth d": depth_of("asked"), "at d - 1": 1, "at d": 0,
    "in aspiration": Ratio(*(asked({"algo": "aspiration+pvs"} | one) for one in (NARROW, {}))),
    "whole lines": whole({}), "with null windows alone": whole(NARROW),
    "with selection": Ratio(asked(NARROW, unchecked), chosen(PVS)),
    "loses more": lost(PVS | NARROW, PVS)}, rows=searches.VOTERS)
IIR = asked({}, with_iir)
claim("o16", Ratio(IIR, chosen(PVS)), below(1), columns={
    "depth d": depth_of("asked"), "alone": Ratio(asked({}, "iir:4"), asked({})),
    "at d - 1": 1, "at d": 0, "same value": same_value(IIR, chosen(PVS)),
    "loses more": lost(PVS, PVS, (with_iir, unchecked), duel=("Select=null,lmr,iir", "Select=null,lmr"))}, rows=searches.VOTERS)
