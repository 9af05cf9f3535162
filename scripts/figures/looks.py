"""The table of colours, markers and dashes of all figures."""
from collections import Counter
from typing import NamedTuple

# Okabe and Ito's colours, which colour-blind readers can tell apart (wine instead of their yellow,
# which is faint on white), and the colours of all but data: on white paper, and on a dark screen.
COLOURS = {
    "black": ("#000000", "#FFFFFF"), "grey": ("#7F7F7F", "#A0A0A0"),
    "amber": ("#E69F00", "#E69F00"), "vermilion": ("#D55E00", "#E8772E"),
    "mauve": ("#CC79A7", "#CC79A7"), "blue": ("#0072B2", "#3D9FDC"),
    "sky": ("#56B4E9", "#56B4E9"), "green": ("#009E73", "#1FBF92"),
    "wine": ("#882255", "#D1709F"), "slate": ("#4D4D4D", "#C0C0C0"),
    "ash": ("#999999", "#8A8A8A"),
    "paper": ("#FFFFFF", "#16181C"), "ink": ("#1A1A1A", "#E8E8E8"), "soft": ("#595959", "#B0B3B8"),
    "rule": ("#E2E2E2", "#34373C"), "best": ("#F5EC9A", "#55501F"),
}
MARKERS = {"■": "s", "●": "o", "▲": "^", "▼": "v", "◆": "D", "⬟": "p",  # filled
           "□": "s", "○": "o", "△": "^", "▽": "v", "◇": "D", "⬠": "p",
           "+": "+", "×": "x", "∗": (6, 2, 0)}
DASHES = ("-", (0, (6, 3)), (0, (2, 2)), (0, (8, 2, 2, 2)), (0, (4, 2, 2, 2)))


class Look(NamedTuple):
    hue: str
    marker: str
    dash: int = 0

    @property
    def colour(self) -> str:
        return COLOURS[self.hue][0]

    def drawn(self) -> dict:
        """The marker in the form of matplotlib."""
        size = 6 if self.marker in "□■◇◆" else 7 if self.marker != "∗" else 9
        return {"marker": MARKERS[self.marker], "color": self.colour, "linestyle": "none",
                "markersize": size, "markeredgewidth": 1.2,
                "markerfacecolor": self.colour if self.marker in "■●▲▼◆⬟" else COLOURS["paper"][0]}


# No two algorithms have the same marker in the same colour. Widening policies and the domains of
# the claims may share looks with them, as they never share a figure.
LOOKS = {name: Look(*look) for name, look in {
    "alphabeta": ("black", "□"), "failsoft": ("grey", "●"),
    "aspiration": ("amber", "■"), "aspiration+pvs": ("vermilion", "○"),
    "mtdf": ("mauve", "▲"), "pvs": ("blue", "◆"), "pvs-value": ("sky", "◇"),
    "pvs-hard": ("blue", "◇", 2),
    "negascout": ("green", "▼"), "scout": ("wine", "∗"), "minimax": ("black", "×", 1),
    "bisect": ("blue", "⬠", 1), "step": ("green", "▽", 1), "sss": ("vermilion", "△", 1),
    "dual": ("amber", "⬟", 1), "bns": ("wine", "■", 1),
    "alphabeta-printed": ("sky", "□", 2), "failsoft-printed": ("wine", "●", 2),
    "pvs-printed": ("blue", "×", 2), "mtdf-printed": ("mauve", "×", 2),
    "failsoft-low": ("grey", "△", 1), "failsoft-high": ("grey", "▽", 1),
    "minimal": ("slate", "+", 3), "minimal-graph": ("slate", "×", 1),
    "full": ("amber", "■"), "bound": ("mauve", "▲"), "gradual": ("blue", "●"),
    "both": ("wine", "▼"), "recentre": ("green", "◆"),
    "uniform trees": ("grey", "□"), "incremental trees": ("black", "○"),
    "ordered trees": ("wine", "△"), "tic-tac-toe": ("sky", "■"), "connect four": ("amber", "●"),
    "Othello": ("green", "▲"), "checkers": ("vermilion", "▼"), "chess": ("blue", "◆"),
    "xiangqi": ("mauve", "⬟"),
}.items()}


OTHER = Look("ash", "+", 2)  # engines
taken = {look[:2] for look in (*LOOKS.values(), OTHER)}


def free(wanted: Look, taken: set) -> Look:
    """The nearest unused look: in the same colour, else in grey, else in any other."""
    return next((wanted._replace(hue=hue, marker=marker) for hue in (wanted.hue, "ash", *list(COLOURS)[:10])
                 for marker in (wanted.marker, *MARKERS) if (hue, marker) not in taken), wanted)


# DRIVER+CORE has the driver's colour and the core's marker, unless another algorithm has both.
for driver in ("aspiration", "mtdf", "bisect", "step", "sss", "dual", "bns"):
    for core in ("pvs", "negascout", "alphabeta", "failsoft", "pvs-hard", "pvs-value", "failsoft-low", "failsoft-high"):
        if (name := f"{driver}+{core}") not in LOOKS:
            LOOKS[name] = free(Look(LOOKS[driver].hue, LOOKS[core].marker, 3), taken)
            taken.add(LOOKS[name][:2])


def looks_of(names: list[str]) -> list[Look]:
    """The looks of series of these algorithms. The first series of an algorithm has its look; each
    other one, such as a second engine, has a marker and a dash of its own."""
    found = [LOOKS.get(name, OTHER) for name in names]
    taken, seen = {look[:2] for look in found}, Counter()
    for i, look in enumerate(found):
        if seen[look]:
            found[i] = free(look, taken)._replace(dash=(look.dash + seen[look]) % len(DASHES))
            taken.add(found[i][:2])
        seen[look] += 1
    return found
