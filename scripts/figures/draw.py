"""Draws figures with matplotlib: panels of lines on two axes, laid out for a desktop and for a
telephone. Writes SVG in the form that the HTML page needs."""
import io
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Sheet
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator, MaxNLocator

from . import cli
from .looks import COLOURS, DASHES, Look
from .panels import Axis, Figure, Line, Panel, Point
from .text import clean, cut, wrap

TELEPHONE, CHARACTERS = 352, 46  # width in pixels and in characters
LONGEST = 56  # characters in a name beside a panel
NUMBERS = "numbers: values at the right end"
FORMS = (".svg", ".png", ".pdf")
INK, SOFT, RULE, PAPER = (COLOURS[name][0] for name in ("ink", "soft", "rule", "paper"))
STYLE = {
    "font.family": "sans-serif", "font.sans-serif": "DejaVu Sans", "font.size": 13,
    "text.parse_math": False, "text.color": INK,
    "lines.linewidth": 1.5, "path.simplify": False, "svg.fonttype": "none", "pdf.fonttype": 42,
    "axes.axisbelow": True, "axes.labelcolor": INK, "axes.facecolor": "none", "axes.edgecolor": SOFT,
    "axes.linewidth": 0.8, "axes.spines.top": False, "axes.spines.right": False,
    "axes.titlelocation": "left", "axes.titlesize": 13, "grid.color": RULE, "grid.linewidth": 0.7,
    "xtick.color": SOFT, "xtick.labelsize": 12, "ytick.color": SOFT, "ytick.labelsize": 12,
    "legend.frameon": False, "legend.labelspacing": 0.3, "legend.handlelength": 2.8, "legend.borderaxespad": 0.3,
}


# ---- the layout ----------------------------------------------------------------------------------

def ticks_of(axis: Axis) -> list[tuple[float, str]]:
    """Puts ticks within the decades if there are few."""
    if axis.ticks is not None:
        return axis.ticks
    wide = axis.high / axis.low if axis.log else 0
    locator = MaxNLocator(8, steps=[1, 2, 5, 10]) if wide < 4 else LogLocator(
        subs=(1, 1.5, 2, 3, 5, 7) if wide < 20 else (1, 2, 5) if wide < 200 else (1, 3) if wide < 3000 else (1,))
    return [(x, axis.form(x)) for x in locator.tick_values(axis.low, axis.high) if x == axis.clamp(x)]


def thin(axes: Axes) -> None:
    """Labels ticks only where there is room."""
    last = -99.0
    for label in axes.get_xticklabels():
        box = label.get_window_extent()
        label.set_visible(box.x0 > last + 6)
        last = box.x1 if label.get_visible() else last


def rows_of(wide: int, *texts: tuple[str, int]) -> list[tuple[str, int]]:
    """Texts with the sizes of their letters, in lines."""
    return [(line, size) for text, size in texts for line in wrap(text, int(wide / size / 0.61))]


def names_of(panel: Panel, most: int) -> list[Line2D]:
    """Of its lines, in the order in which they end, from the top."""
    names = [(max(line.points, key=lambda p: p.x).y, line.text(most),
              line.look.drawn() | {"linestyle": DASHES[line.look.dash]}) for line in panel.lines if not line.quiet]
    names += [(1, f"{panel.reference} = 1", {"color": INK, "linewidth": 1.2})] * bool(panel.reference)
    return [Line2D([], [], label=text, **look)
            for _, text, look in sorted(names, key=lambda name: -name[0])] if panel.names else []


class Drawing:
    """A figure in matplotlib. `tips` are the texts of the points of each layer of markers. Title
    and captions have lines above and below; matplotlib lays out the panels between them."""

    def __init__(self, figure: Figure, bare: bool, telephone: bool):
        self.tips: dict[str, list[str]] = {}
        self.telephone, wide, panels = telephone, TELEPHONE if telephone else figure.width, figure.panels
        above, below = ([], []) if bare else (rows_of(wide, (figure.title, 16), (figure.lead, 12)),
                                              rows_of(wide, *((part, 11) for part in figure.caption)))
        top, bottom = (8 + sum(1.4 * size for _, size in rows) for rows in (above, below))
        across = figure.across and not telephone
        heights = [panel.height * (39 / 23 if telephone and panel.is_list else 1) if telephone or panel.is_list else
                   max(panel.height, 18 * len(panel.lines)) for panel in panels]
        over = [telephone * len([*names_of(panel, 9), *self.lines(panel.title), 1]) for panel in panels]
        totals = [high + 63 + 17 * (bool(panel.x.name) + rows) for high, panel, rows in zip(heights, panels, over)]
        tall = int(top + (max(totals) if across else sum(totals)) + bottom)
        self.sheet = Sheet((wide / 72, tall / 72), dpi=72, frameon=not bare, facecolor=PAPER, layout="constrained")
        self.sheet.get_layout_engine().set(rect=(0, bottom / tall, 1, 1 - (top + bottom) / tall),
                                           w_pad=8 / 72, h_pad=4 / 72, hspace=0, wspace=0)
        plots = self.sheet.subplots(1, len(panels), squeeze=False) if across else \
            self.sheet.subplots(len(panels), squeeze=False, height_ratios=heights)
        for panel, axes in zip(panels, plots.flat):
            self.panel(panel, axes)
        self.sheet.draw_without_rendering()
        for axes in plots.flat:
            thin(axes)
        for rows, y, colour in ((above, 0, INK), (below, tall - bottom, SOFT)):
            for line, size in rows:
                y += 1.4 * size
                self.sheet.text(8 / wide, 1 - y / tall, line, size=size, color=colour)

    def lines(self, text: str) -> list[str]:
        return wrap(text, CHARACTERS if self.telephone else 105)

    def over(self, axes: Axes, panel: Panel) -> None:
        """On a telephone the name of a row stands above it, and its other text to the right."""
        beside = dict(panel.beside)
        for at, name in panel.y.ticks:
            said = beside.get(at, "")
            for across, side, text in ((0, "left", cut(name, max(4, CHARACTERS - len(said)))), (1, "right", said)):
                axes.annotate(text, (across, at), (0, 8), ("axes fraction", "data"), "offset points", ha=side, zorder=5)
        axes.set_yticks([])

    def panel(self, panel: Panel, axes: Axes) -> None:
        x, y = panel.x, panel.y
        for axis, name in ((x, "x"), (y, "y")):
            axes.set(**{f"{name}scale": "log" if axis.log else "linear", f"{name}lim": (axis.low, axis.high)})
            ticks = ticks_of(axis)
            getattr(axes, f"set_{name}ticks")([at for at, _ in ticks], [cut(text, LONGEST) for _, text in ticks])
        axes.minorticks_off()
        axes.grid(panel.style != "cells", axis="x" if panel.is_list else "both")
        axes.set_xlabel("\n".join(self.lines(x.name)))
        if panel.is_list:
            axes.spines["left"].set_visible(False)
            axes.tick_params(axis="y", length=0, labelcolor=INK)
        if self.telephone and panel.is_list:
            self.over(axes, panel)
        elif panel.beside:
            right = axes.secondary_yaxis("right")
            right.set_yticks(*zip(*panel.beside))
            right.tick_params(length=0)
            right.spines["right"].set_visible(False)
        for low, high, colour in panel.shades:
            axes.axvspan(low, high, color=COLOURS[colour][0], linewidth=0, zorder=0)
        if panel.one:
            ends = {"up": ([1, 1], [y.low, y.high]), "across": ([x.low, x.high], [1, 1])}
            axes.plot(*ends.get(panel.one, [[x.low, x.high]] * 2), color=INK, linewidth=1.2, zorder=1)
        for place, line in enumerate(panel.lines):
            if panel.style in ("boxes", "cells"):
                globals()[panel.style](axes, panel, line, place)
            else:
                self.marked(axes, panel, line)
        names = names_of(panel, CHARACTERS - 6 if self.telephone else LONGEST)
        heading, numbers = self.lines(panel.title), [NUMBERS] * any(line.end for line in panel.lines)
        if names and self.telephone:
            axes.legend(handles=names, loc="lower left", bbox_to_anchor=(0, 1), title="\n".join(heading + numbers),
                        alignment="left", borderpad=0)
        else:
            axes.set_title("\n".join(heading))
        if names and not self.telephone and any(line.quiet for line in panel.lines):
            self.at_ends(axes, panel)
        elif names and not self.telephone:
            axes.legend(handles=names, loc="center left", bbox_to_anchor=(1, 0.5), title="".join(numbers) or None,
                        title_fontsize=11, alignment="left")

    def at_ends(self, axes: Axes, panel: Panel) -> None:
        """Names the lines that are not quiet at their right ends, one above the other."""
        named = [(max(line.points, key=lambda p: p.x), line.text(LONGEST), line.look.colour)
                 for line in panel.lines if not line.quiet]
        named += [(Point(panel.x.high, 1), f"{panel.reference} = 1", INK)] * bool(panel.reference)
        named.sort(key=lambda one: one[0].y)
        ends = [axes.transAxes.inverted().transform(axes.transData.transform((p.x, p.y))) for p, _, _ in named]
        height, places = 18 / panel.height, []
        for _, up in ends:
            places.append(max(up, places[-1] + height) if places else up)
        down = sum(place - up for place, (_, up) in zip(places, ends)) / len(ends)  # so that they stand around the ends
        down = max(min(down, places[0]), places[-1] - 1)
        for (p, name, colour), end, place in zip(named, ends, places):
            axes.annotate(name, end, (1.03, place - down), "axes fraction", va="center", zorder=5, annotation_clip=False,
                          arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.8, "shrinkA": 2, "shrinkB": 4,
                                      "relpos": (0, 0.5)})

    def marked(self, axes: Axes, panel: Panel, line: Line) -> None:
        """Draws points with their intervals, cut off at the ends of the axis. An arrowhead there
        stands for a point or an end beyond the axis."""
        look, colour, thick = (Look("ash", "●"), COLOURS["rule"][0], 1) if line.quiet else (line.look, line.look.colour, 1.5)
        axis, name, heads = (panel.x, "x", "<>") if panel.style == "rows" else (panel.y, "y", "v^")
        inside = [p for p in line.points if getattr(p, name) == axis.clamp(getattr(p, name))]
        if panel.style in ("curve", "band"):
            axes.plot([p.x for p in line.points], [p.y for p in line.points], zorder=3 - line.quiet, color=colour,
                      linewidth=thick, linestyle=DASHES[look.dash])
        if panel.style == "arrow":
            last, first = ((p.x, p.y) for p in reversed(line.points))
            axes.annotate("", last, first, zorder=3, arrowprops={
                "arrowstyle": "-|>", "color": colour, "linewidth": 2, "shrinkA": 0, "shrinkB": 0})
        if with_ends := [(p.x, p.y, *map(axis.clamp, p.interval)) for p in line.points if p.interval and not line.quiet]:
            xs, ys, lows, highs = zip(*with_ends)
            if panel.style == "band":
                axes.fill_between(xs, lows, highs, color=colour, alpha=min(0.15, 0.6 / len(panel.lines)), linewidth=0)
            else:
                bars, places = (axes.hlines, ys) if name == "x" else (axes.vlines, xs)
                bars(places, lows, highs, color=colour, linewidth=1.2, alpha=0.45 if panel.pale else 1, zorder=2)
        self.markers(axes, inside, "m", look.drawn() | ({"markersize": 3} if line.quiet else {}))
        if line.quiet:
            return
        for head, is_beyond in zip(heads, (lambda x: x < axis.low, lambda x: x > axis.high)):
            beyond = [p for p in line.points if any(map(is_beyond, [getattr(p, name), *(p.interval or [])]))]
            edge = axis.low if head == heads[0] else axis.high
            self.markers(axes, [replace(p, **{name: edge}) for p in beyond], "b",
                         look.drawn() | {"marker": head, "markerfacecolor": colour})

    def markers(self, axes: Axes, points: list, kind: str, look: dict) -> None:
        """Gives them that class in an HTML page."""
        if points:
            gid = f"{kind}{len(self.tips)}"
            axes.plot([p.x for p in points], [p.y for p in points], clip_on=False, zorder=4, gid=gid, **look)
            self.tips[gid] = [clean(p.tip) for p in points]


def boxes(axes: Axes, panel: Panel, line: Line, place: int) -> None:
    """Side by side, up to the interval's upper end: pale up to the lower."""
    xs = sorted({p.x for one in panel.lines for p in one.points})
    wide = min([2, *(b / a for a, b in pairwise(xs))]) ** (0.8 / len(panel.lines))
    for p in line.points:
        left, (low, high) = p.x * wide ** (place - len(panel.lines) / 2), p.interval
        for bottom, top, alpha in ((0, low, 0.45), (low, high, 1)):
            axes.bar(left, top - bottom, left * wide - left, bottom, align="edge", color=line.look.colour, alpha=alpha)


def cells(axes: Axes, panel: Panel, line: Line, place: int) -> None:
    """Boxes with a text, blue below and orange above; where that has a star there is a frame."""
    for p in line.points:
        colour = matplotlib.colors.to_rgba(COLOURS["blue" if p.heat < 0 else "vermilion"][0], abs(p.heat))
        is_best = "*" in p.tip
        axes.bar(p.x, 0.94, 0.98, p.y - 0.47, color=colour, edgecolor=INK, linewidth=2 * is_best, zorder=2 + is_best)
        axes.text(p.x, p.y, p.tip, ha="center", va="center_baseline", zorder=4)


# ---- pictures ------------------------------------------------------------------------------------

SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
ET.register_namespace("", SVG[1:-1])
ET.register_namespace("xlink", XLINK[1:-1])
NAMES = {light.lower(): name for name, (light, _) in COLOURS.items()}


def render(figure: Figure, form: str, name: str = "", telephone: bool = False) -> bytes:
    """Draws it as svg, png or pdf. With a name: an SVG for a page, which has the texts itself."""
    out = io.BytesIO()
    with matplotlib.rc_context(STYLE | {"svg.hashsalt": f"absbench{name}"}):  # so that ids in a page differ
        drawing = Drawing(figure, bool(name), telephone)
        unsaid = {"svg": "Date", "pdf": "CreationDate", "png": "Software"}[form]
        drawing.sheet.savefig(out, format=form, dpi=144, metadata={unsaid: None})
    return _svg(out.getvalue(), figure, drawing.tips, name) if form == "svg" else out.getvalue()


def _svg(drawn: bytes, figure: Figure, tips: dict[str, list[str]], name: str) -> bytes:
    """Adds a title that says what it shows, and a text for each point. Styles are attributes,
    because the policy of a page forbids others; colours in a page are variables."""
    root = ET.fromstring(drawn)
    for node in root.iter():
        for child in [*node.findall(SVG + "metadata"), *node.findall(SVG + "defs/" + SVG + "style/..")]:
            node.remove(child)
        own = node.attrib.pop("id", "")
        if own and node.tag != SVG + "g":
            node.set("id", own)
        for mark, text in zip([*node.iter(SVG + "use")], tips.get(own, [])):
            mark.attrib.update({"class": own[0]} if name else {})
            ET.SubElement(mark, SVG + "title").text = text
        for key, value in re.findall(r"([\w-]+): *([^;]*)", node.attrib.pop("style", "")):
            if key == "font":
                value, family = value.split("px ")
                node.attrib.update({} if name else {"font-family": family})
            named = NAMES.get(value.lower()) if name else None
            node.set("font-size" if key == "font" else key, f"var(--{named})" if named else value)
        if link := node.attrib.pop(XLINK + "href", None):
            node.set("href" if name else XLINK + "href", link)
    for node in reversed([*root.iter()]):  # removes groups without effect
        node[:] = [one for child in node for one in ([child] if child.tag != SVG + "g" or child.attrib else child)]
    _, _, wide, tall = root.get("viewBox").split()
    root.attrib.update({"width": wide, "height": tall, "role": "img", "stroke-linejoin": "round"})
    root.attrib.pop("version", None)
    for tag, text in (("desc", figure.description), ("title", figure.says or figure.title)):
        one = ET.Element(SVG + tag, {"id": f"{name}-{tag[0]}"} if name else {})
        one.text = clean(text)
        root.insert(0, one)
    ET.indent(root, "")
    if not name:
        return b'<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, "utf-8") + b"\n"
    root.set("aria-labelledby", f"{name}-t {name}-d")
    return re.sub(r' xmlns(:\w+)?="[^"]*"', "", ET.tostring(root, "unicode")).encode()


def save(figure: Figure, name: str, given: bool) -> None:
    """Writes the file of that name (`given` by the user or not), or an SVG and a PNG if the name
    has no known ending. Prints each file's name."""
    whole = name.endswith(FORMS)
    for file in [name] if whole else [name + ".svg", name + ".png"]:
        cli.write(file, render(figure, file[-3:]), given and whole)
        print(file)
