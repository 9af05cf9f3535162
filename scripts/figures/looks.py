"""How everything looks, in every figure: the one table of colours, markers, dashes and letters."""
from typing import NamedTuple

# Okabe and Ito's colours, which colour-blind readers can tell apart (wine for their yellow, which
# white paper swallows), and what is not data: on white paper, and on a dark screen.
COLOURS = {
    "black": ("#000000", "#FFFFFF"), "grey": ("#7F7F7F", "#A0A0A0"),
    "amber": ("#E69F00", "#E69F00"), "vermilion": ("#D55E00", "#E8772E"),
    "mauve": ("#CC79A7", "#CC79A7"), "blue": ("#0072B2", "#3D9FDC"),
    "sky": ("#56B4E9", "#56B4E9"), "green": ("#009E73", "#1FBF92"),
    "wine": ("#882255", "#D1709F"), "slate": ("#4D4D4D", "#C0C0C0"),
    "ash": ("#999999", "#8A8A8A"),
    "paper": ("#FFFFFF", "#16181C"), "ink": ("#1A1A1A", "#E8E8E8"), "soft": ("#595959", "#B0B3B8"),
    "rule": ("#E2E2E2", "#34373C"), "best": ("#F5EC9A", "#55501F"), "near": ("#FBF8DC", "#302F20"),
}


class Look(NamedTuple):
    """The names of a colour, gnuplot's point and dash; and the letter for terminals."""
    hue: str
    point: int
    dash: int
    letter: str


# Two algorithms may share a colour, or a marker, but not all of it.
LOOKS = {name: Look(*look) for name, look in {
    "alphabeta": ("black", 4, 0, "a"), "failsoft": ("grey", 7, 0, "f"),
    "aspiration": ("amber", 5, 0, "w"), "aspiration+pvs": ("vermilion", 6, 0, "q"),
    "mtdf": ("mauve", 9, 0, "m"), "pvs": ("blue", 13, 0, "p"),
    "pvs-value": ("sky", 12, 0, "v"), "negascout": ("green", 11, 0, "n"),
    "scout": ("wine", 3, 0, "s"), "minimax": ("black", 2, 1, "x"),
    "bisect": ("blue", 14, 1, "b"), "step": ("green", 10, 1, "t"),
    "sss": ("vermilion", 8, 1, "S"), "dual": ("amber", 15, 1, "D"), "bns": ("wine", 5, 1, "B"),
    "alphabeta-printed": ("sky", 4, 2, "A"), "failsoft-printed": ("wine", 7, 2, "F"),
    "pvs-printed": ("blue", 13, 2, "P"), "mtdf-printed": ("mauve", 9, 2, "M"),
    "failsoft-low": ("grey", 8, 1, "l"), "failsoft-high": ("grey", 10, 1, "h"),
    "minimal": ("slate", 1, 3, "-"), "minimal-graph": ("slate", 1, 1, "="),
}.items()}

# Widening policies and the claims' domains have figures of their own.
POLICIES = {name: Look(*look) for name, look in {
    "full": ("amber", 5, 0, "f"), "bound": ("mauve", 9, 0, "b"), "gradual": ("blue", 7, 0, "g"),
    "both": ("wine", 11, 0, "o"), "recentre": ("green", 13, 0, "r"),
}.items()}
DOMAINS = {name: Look(*look) for name, look in {
    "uniform trees": ("grey", 4, 0, "u"), "incremental trees": ("black", 6, 0, "i"),
    "ordered trees": ("wine", 8, 0, "o"), "tic-tac-toe": ("sky", 5, 0, "t"),
    "connect four": ("amber", 7, 0, "c"), "Othello": ("green", 9, 0, "O"),
    "checkers": ("vermilion", 11, 0, "k"), "chess": ("blue", 13, 0, "C"),
    "xiangqi": ("mauve", 15, 0, "x"),
}.items()}

DASHES = ("solid", "(12,6)", "(4,4)", "(16,4,4,4)", "(8,4,4,4)")
_CORES = ("alphabeta", "failsoft", "failsoft-low", "failsoft-high", "pvs", "pvs-value",
          "negascout", "scout")
_DRIVERS = ("aspiration", "mtdf", "bisect", "step", "sss", "dual", "bns")
_LETTERS = "0123456789CEGHIJKLNORTUVWXYZ"


def look_of(name: str, variant: int = 0) -> Look:
    """DRIVER+CORE has the driver's colour and the core's marker; of several configurations of one
    algorithm, each variant has a dash and a letter of its own."""
    look = LOOKS.get(name) or POLICIES.get(name) or DOMAINS.get(name)
    if not look:
        driver, _, core = name.partition("+")
        look = Look("ash", 1, 2, "?")
        if driver in _DRIVERS and core in _CORES:
            place = len(_CORES) * _DRIVERS.index(driver) + _CORES.index(core)
            look = Look(LOOKS[driver].hue, LOOKS[core].point, 3, _LETTERS[place % len(_LETTERS)])
    if variant:
        look = look._replace(dash=(look.dash + variant) % len(DASHES),
                             letter="23456789"[(variant - 1) % 8])
    return look
