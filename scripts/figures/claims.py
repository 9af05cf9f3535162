"""The figures of the claims: from what the statements (scripts/claiming) say of them to panels.

A panel: {title, x, y, log, line, range, tics, arrows, lines: [{name, points}]}. x and y say what
the axes are; log is "x" or ""; where there is a line at 1, y is a ratio; range and tics are x's;
points are [x, y, low, high, x's low, x's high], with as much of it as is known; arrows go from a
line's first point to its second."""
from dataclasses import replace

from .axes import Axis, even_axis, log_axis, ratio_axis
from .panels import Figure, Line, Panel, Point
from .report import Series

MANY = 4  # lines; more have pale intervals


def roomy_axis(values: list[float], name: str = "") -> Axis:
    low, high = min(values), max(values)
    room = 0.03 * (high - low)
    return replace(even_axis(low, high, name), low=low - room, high=high + room)


def panel_of(found: dict) -> Panel:
    lines = []
    for one in found["lines"]:
        name, points = one["name"], []
        for x, y, *ends in one["points"]:
            within = f", {ends[0]:.3g} to {ends[1]:.3g}" if ends else ""
            points.append(Point(x, y, ends[:2] or None, f"{name}: {y:.3g}{within} at {x:g}",
                                x_interval=ends[2:] or None))
        lines.append(Line(Series(name, name), points))
    points = [p for line in lines for p in line.points]
    xs = [p.x for p in points]
    if found["log"] == "x":
        x = log_axis(xs, found["x"])
        x.ticks = [(at, text) for at, text in found["tics"] if x.holds(at)]
    else:
        x = roomy_axis(found.get("range") or xs, found["x"])
    ratios = "line" in found
    y = ratio_axis([(p.y, p.interval) for p in points]) if ratios else \
        roomy_axis([end for p in points for end in [p.y, *(p.interval or [])]])
    return Panel(f"{found['title']}: {found['y']}{' (log axis)' if ratios else ''}", x, y, lines,
                 "arrow" if found.get("arrows") else "curve", one="across" * ratios,
                 pale=len(lines) > MANY, height=408)


def figure(found: dict) -> Figure:
    """The names stand beside the last panel, and beside those whose lines are others."""
    panels = [panel_of(one) for one in found["panels"]]
    labels = [[line.text for line in panel.lines] for panel in panels]
    for panel, own in zip(panels[:-1], labels):
        panel.names = own != labels[-1]
    return Figure(found["caption"].split(". ")[0].rstrip("."), panels, description=found["caption"],
                  says=found["caption"],
                  width=672 * len(panels), across=True)
