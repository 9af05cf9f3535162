"""The figures of the claims: from what scripts/claims.d/*.jq say of them to panels.

A panel: {title, x, y, log, line, range, tics, arrows, lines: [{name, points}]}. x and y say what
the axes are; log is "x" or ""; where there is a line at 1, y is a ratio; range and tics are x's;
points are [x, y, low, high, x's low, x's high], with as much of it as is known; arrows go from a
line's first point to its second."""
from .gnuplot import Axis, even_ticks, log_axis, plain, ratio_axis
from .looks import look_of
from .panels import Figure, Line, Lines, Point

MANY = 4  # lines; more have pale intervals


def points_of(name: str, rows: list[list]) -> list[Point]:
    points = []
    for x, y, *ends in rows:
        interval, x_interval = ends[:2] or None, ends[2:] or None
        within = f", {interval[0]:.3g} to {interval[1]:.3g}" if interval else ""
        points.append(Point(x, y, interval, f"{name}: {y:.3g}{within} at {x:g}", x_interval))
    return points


def even_axis(values: list[float], name: str, ends: list[float] | None) -> Axis:
    low, high = ends or (min(values), max(values))
    room = 0.03 * (high - low)
    ticks = [(x, plain(x)) for x in even_ticks(low, high)]
    return Axis(low - room, high + room, False, name, ticks)


def panel_of(found: dict) -> Lines:
    lines = [Line(one["name"], look_of(one["name"]), points_of(one["name"], one["points"]))
             for one in found["lines"]]
    points = [p for line in lines for p in line.points]
    xs = [p.x for p in points]
    if found["log"] == "x":
        x = log_axis(xs, found["x"])
        x.ticks = [(at, text) for at, text in found["tics"] if x.holds(at)]
    else:
        x = even_axis(xs, found["x"], found.get("range"))
    ratios = "line" in found
    if ratios:
        y = ratio_axis([(p.y, p.interval) for p in points])
    else:
        y = even_axis([end for p in points for end in [p.y, *(p.interval or [])]], "", None)
    return Lines(f"{found['title']}: {found['y']}{' (log axis)' if ratios else ''}", x, y, lines,
                 "vectors" if found.get("arrows") else "linespoints",
                 one="across" if ratios else "", crowded=len(lines) > MANY, height=24)


def figure(found: dict) -> Figure:
    """The names stand beside the last panel, and beside those whose lines are others."""
    panels = [panel_of(one) for one in found["panels"]]
    labels = [[line.label for line in panel.lines] for panel in panels]
    for panel, own in zip(panels[:-1], labels):
        panel.names = own != labels[-1]
    return Figure(found["caption"].split(". ")[0].rstrip("."), panels, description=found["caption"],
                  cols=84 * len(panels), across=True)
