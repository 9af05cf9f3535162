"""The figures of the claims: panels of estimates, with a line for each domain or algorithm."""
from dataclasses import dataclass

from .panels import Axis, Figure, Line, Panel, Point, log_axis, ratio_axis
from .report import Series

MANY = 4  # lines; if there are more, their intervals are pale


@dataclass
class Picture:
    """A file name and panels. Panels without points are left out."""
    file: str
    panels: list[Panel | None]

    def figure(self, caption: str) -> Figure:
        """The last panel names its lines, and so does each panel whose names differ."""
        panels = list(filter(None, self.panels))
        labels = [[line.text() for line in panel.lines] for panel in panels]
        for panel, own in zip(panels[:-1], labels):
            panel.names = own != labels[-1]
        return Figure(caption.split(". ")[0].rstrip("."), panels, says=caption,
                      width=672 * len(panels), across=True)


def roomy_axis(values: list[float], name: str = "") -> Axis:
    low, high = min(values), max(values)
    room = 0.03 * (high - low)
    return Axis(low - room, high + room, name=name)


def panel(title: str, across: str, up: str, lines: dict, ticks: dict | None = None, ends: tuple = (),
          style: str = "curve") -> Panel | None:
    """Draws lines, by name, through pairs of x and the estimate of a ratio. x is logarithmic if its
    ticks are given; otherwise `ends` are the ends of its axis."""
    drawn = [Line(Series(name, name), [
        Point(x, e.point, [e.low, e.high], f"{name}: {e.point:.3g}, {e.low:.3g} to {e.high:.3g} at {x:g}")
        for x, e in points if e]) for name, points in lines.items()]
    drawn = [line for line in drawn if line.points]
    points = [p for line in drawn for p in line.points]
    if not points:
        return None
    xs = [p.x for p in points]
    if ticks:
        x = log_axis(xs, across)
        x.ticks = [(at, text) for at, text in ticks.items() if at == x.clamp(at)]
    else:
        x = roomy_axis(ends or xs, across)
    return Panel(f"{title}: {up} (log axis)", x, ratio_axis([(p.y, p.interval) for p in points]), drawn, style,
                 one="across", pale=len(drawn) > MANY, height=408)
