"""Figures: panels of lines on two axes, laid out and drawn by matplotlib, for a desk and for a telephone; and SVG
as a page wants it."""
import io
import re
import xml.etree.ElementTree as ET

import matplotlib
from matplotlib.figure import Figure as Sheet
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.ticker import LogLocator, MaxNLocator

from . import cli
from .looks import COLOURS, DASHES, Look
from .panels import Axis, Figure, Line, Panel, Point
from .text import clean, cut, wrap

SIZE = 13  # pixels, of letters
TELEPHONE, CHARACTERS = 352, 46  # pixels, and characters in one of its lines
LONGEST = 48  # characters of a name beside a panel
FORMS = (".svg", ".png", ".pdf")
_INK, _SOFT, _RULE, PAPER = (COLOURS[name][0] for name in ("ink", "soft", "rule", "paper"))
STYLE = {
    "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans"], "font.size": SIZE,
    "text.parse_math": False, "text.color": _INK, "lines.linewidth": 1.5, "path.simplify": False,
    "axes.axisbelow": True, "axes.labelcolor": _INK, "axes.facecolor": "none", "axes.edgecolor": _SOFT,
    "axes.linewidth": 0.8, "axes.spines.top": False, "axes.spines.right": False,
    "grid.color": _RULE, "grid.linewidth": 0.7,
    "xtick.color": _SOFT, "xtick.labelsize": 12, "ytick.color": _SOFT, "ytick.labelsize": 12,
    "svg.fonttype": "none", "pdf.fonttype": 42,
}


def harmless(text: str) -> str:
    return " ".join(clean(text).split("\n"))


# ---- the layout ----------------------------------------------------------------------------------

def ticks_of(axis: Axis) -> list[tuple[float, str]]:
    """Few decades get ticks within them."""
    if axis.ticks is not None:
        return axis.ticks
    wide = axis.high / axis.low if axis.log else 0
    locator = MaxNLocator(8, steps=[1, 2, 5, 10]) if wide < 4 else LogLocator(
        subs=(1, 1.5, 2, 3, 5, 7) if wide < 20 else (1, 2, 5) if wide < 200 else (1, 3) if wide < 3000 else (1,))
    return [(x, axis.form(x)) for x in locator.tick_values(axis.low, axis.high) if axis.holds(x)]


def thin(axes) -> None:
    """Labels of ticks stand only where there is room."""
    last = -99.0
    for label in axes.get_xticklabels():
        box = label.get_window_extent()
        label.set_visible(box.x0 > last + 6)
        last = box.x1 if label.get_visible() else last


class Drawing:
    """A figure as matplotlib has it; `tips` are what the points of each layer of markers say. Title and captions
    have their lines above and below; between them matplotlib lays the panels out."""

    def __init__(self, figure: Figure, bare: bool = False, telephone: bool = False):
        self.tips: list[tuple[str, list[str]]] = []
        self.telephone, wide, panels = telephone, TELEPHONE if telephone else figure.width, figure.panels
        across = figure.across and not telephone
        titles, leads, captions = ([], [], []) if bare else (
            wrap(figure.title, int(wide / 9.8)), wrap(figure.lead, int(wide / 7.4)),
            [line for part in figure.caption for line in wrap(part, int(wide / 6.6))])
        top, bottom = 22 * len(titles) + 17 * len(leads) + 8 * (not bare), 15 * len(captions) + 8
        heights = [panel.y.high * (39 if telephone else panel.height) if panel.each else
                   max(panel.height, 0 if telephone else 18 * len(panel.lines)) for panel in panels]
        totals = [high + 63 + 17 * bool(panel.x.name) + 17 * telephone * (len(self.names(panel)) + len(self.heading(panel)))
                  for high, panel in zip(heights, panels)]
        tall = int(top + (max(totals) if across else sum(totals)) + bottom)
        self.sheet = Sheet(figsize=(wide / 72, tall / 72), dpi=72, frameon=not bare, facecolor=PAPER, layout="constrained")
        self.sheet.get_layout_engine().set(rect=(0, bottom / tall, 1, 1 - (top + bottom) / tall),
                                           w_pad=8 / 72, h_pad=4 / 72, hspace=0, wspace=0)
        plots = self.sheet.subplots(1, len(panels), squeeze=False) if across else \
            self.sheet.subplots(len(panels), squeeze=False, height_ratios=heights)
        for panel, axes in zip(panels, plots.ravel()):
            self.panel(panel, axes)
        self.sheet.draw_without_rendering()
        for axes in plots.ravel():
            thin(axes)
        # The first line stands on y, in pixels from the top.
        for lines, y, size, colour, apart in ((titles, 20, 16, "black", 22), (leads, 18 + 22 * len(titles), 12, "ink", 17),
                                              (captions, tall + 7 - 15 * len(captions), 11, "soft", 15)):
            for i, line in enumerate(lines):
                self.sheet.text(8 / wide, 1 - (y + apart * i) / tall, harmless(line), fontsize=size, color=COLOURS[colour][0])

    def heading(self, panel: Panel) -> list[str]:
        return wrap(harmless(panel.title), CHARACTERS if self.telephone else 200)

    def names(self, panel: Panel) -> list[Line2D]:
        """Its lines', in the order in which they end, from the top."""
        names = [(line.last, line.text, line.look.drawn() | {"linestyle": DASHES[line.look.dash]}) for line in panel.lines]
        names += [(1, f"{panel.reference} = 1", {"color": _INK, "linewidth": 1.2})] * bool(panel.reference)
        return [Line2D([], [], label=cut(harmless(text), CHARACTERS - 6 if self.telephone else LONGEST), **look)
                for _, text, look in sorted(names, key=lambda name: -name[0])] if panel.names else []

    def over(self, axes, panel: Panel) -> None:
        """On a telephone what names a row stands over it, and right of that what else it says."""
        beside = dict(panel.beside)
        for (at, name) in panel.y.ticks:
            said = beside.get(at, "")
            name = cut(harmless(name), max(4, CHARACTERS - len(said)))
            for across, side, text in ((0, "left", name), (1, "right", said)):
                axes.annotate(text, (across, at), (0, 8), ("axes fraction", "data"), "offset points", ha=side, zorder=5)
        axes.set_yticks([])

    def panel(self, panel: Panel, axes) -> None:
        x, y = panel.x, panel.y
        for axis, name in ((x, "x"), (y, "y")):
            ticks = ticks_of(axis)
            axes.set(**{f"{name}scale": "log" if axis.log else "linear", f"{name}lim": (axis.low, axis.high)})
            getattr(axes, f"set_{name}ticks")([at for at, _ in ticks], [cut(harmless(text), LONGEST) for _, text in ticks])
        axes.minorticks_off()
        axes.grid(panel.style != "cells", axis="x" if panel.each else "both")
        axes.set_xlabel("\n".join(wrap(harmless(x.name), CHARACTERS - 4 if self.telephone else 200)), fontsize=SIZE)
        if panel.each:
            axes.spines["left"].set_visible(False)
            axes.tick_params(axis="y", length=0, labelcolor=_INK)
        if self.telephone and panel.each and y.ticks:
            self.over(axes, panel)
        elif panel.beside:
            right = axes.secondary_yaxis("right")
            right.set_yticks(*zip(*panel.beside))
            right.tick_params(length=0)
            right.spines["right"].set_visible(False)
        for across, up, side, words in panel.words:
            axes.text(across, up, harmless(words), transform=axes.transAxes, ha=side, va="center_baseline", size=12, zorder=5)
        for low, shade, colour in panel.shades:
            axes.axvspan(low, shade, color=COLOURS[colour][0], linewidth=0, zorder=0)
        if panel.one:
            ends = ([1, 1], [y.low, y.high]) if panel.one == "up" else \
                ([x.low, x.high], [1, 1] if panel.one == "across" else [x.low, x.high])
            axes.plot(*ends, color=_INK, linewidth=1.2, zorder=1)
        most = max(1, len(panel.lines) - 1)
        for i, line in enumerate(panel.lines):
            shift = panel.aside * (i / most - 0.5) if panel.lines[1:] else 0
            globals()[panel.style](self, axes, panel, line, shift)
        names, heading = self.names(panel), "\n".join(self.heading(panel))
        look = {"frameon": False, "labelspacing": 0.3, "handlelength": 2.8, "borderaxespad": 0.3}
        if names and self.telephone:
            axes.legend(handles=names, loc="lower left", bbox_to_anchor=(0, 1), title=heading, alignment="left",
                        borderpad=0, **look)
        else:
            axes.set_title(heading, loc="left", fontsize=SIZE)
        if names and not self.telephone:
            axes.legend(handles=names, loc="center left", bbox_to_anchor=(1, 0.5), **look)

    def markers(self, axes, look: Look, points: list[Point], shift: float, kind: str = "m",
                **more) -> None:
        """In a page they have that class."""
        if points:
            axes.plot([p.x + shift for p in points], [p.y for p in points], clip_on=False, zorder=4,
                      gid=f"tips{len(self.tips)}", **{**look.drawn(), **more})
            self.tips.append((kind, [p.tip for p in points]))


# ---- how a line is drawn -------------------------------------------------------------------------

def intervals(axes, panel: Panel, line: Line, shift: float = 0) -> None:
    """Bands, or bars with ends; cut where they leave the axis."""
    x, y, colour = panel.x, panel.y, line.look.colour
    if panel.band:
        points = [p for p in line.points if p.interval]
        axes.fill_between([p.x for p in points], [y.clamp(p.interval[0]) for p in points],
                          [y.clamp(p.interval[1]) for p in points], color=colour, alpha=0.15,
                          linewidth=0)
        return
    for p in line.points:
        ends = ((p.y, p.interval, y, "yerr"), (p.x, p.x_interval, x, "xerr"))
        for at, interval, axis, name in ends if x.holds(p.x) and y.holds(p.y) else ():
            if interval:
                low, high = map(axis.clamp, interval)
                axes.errorbar(p.x + shift, p.y, fmt="none", ecolor=colour, elinewidth=1, zorder=2,
                              capsize=0 if panel.pale else 3, alpha=0.45 if panel.pale else None,
                              **{name: [[max(0, at - low)], [max(0, high - at)]]})


def points(drawing: Drawing, axes, panel: Panel, line: Line, shift: float) -> None:
    """Markers; a point beyond the axes, or the end of an interval, is an arrowhead at the edge."""
    intervals(axes, panel, line, shift)
    x, y, look = panel.x, panel.y, line.look
    shown = line.points
    drawing.markers(axes, look, [p for p in shown if x.holds(p.x) and y.holds(p.y)], shift)
    for p in shown:
        heads = [("<" if p.x < x.low else ">", "b", p.x)] * (not x.holds(p.x)) + \
            [("v" if p.y < y.low else "^", "b", p.x)] * (not y.holds(p.y)) + \
            [("<" if end < x.low else ">", "b", end) for end in p.x_interval or []
             if x.holds(p.x) and not x.holds(end)]
        for head, kind, at in heads:
            edge = Point(x.clamp(at), y.clamp(p.y), tip=p.tip)
            drawing.markers(axes, look, [edge], shift if x.holds(p.x) else 0, kind, marker=head,
                            markerfacecolor=look.colour)


def curve(drawing: Drawing, axes, panel: Panel, line: Line, shift: float) -> None:
    axes.plot([p.x + shift for p in line.points], [p.y for p in line.points], zorder=3,
              color=line.look.colour, linestyle=DASHES[line.look.dash])
    points(drawing, axes, panel, line, shift)


def arrow(drawing: Drawing, axes, panel: Panel, line: Line, shift: float) -> None:
    first, last = line.points
    axes.annotate("", (last.x, last.y), (first.x, first.y), zorder=3, arrowprops={
        "arrowstyle": "-|>", "color": line.look.colour, "linewidth": 2, "shrinkA": 0, "shrinkB": 0})
    points(drawing, axes, panel, line, shift)


def boxes(drawing: Drawing, axes, panel: Panel, line: Line, shift: float) -> None:
    """As wide as the x interval and up to its interval's upper end: pale up to the lower."""
    for p in line.points:
        (left, right), (low, high) = p.x_interval, p.interval
        for bottom, top, alpha in ((0, low, 0.45), (low, high, 1)):
            axes.bar(left, top - bottom, right - left, bottom, align="edge", color=line.look.colour, alpha=alpha, linewidth=0)


def cells(drawing: Drawing, axes, panel: Panel, line: Line, shift: float) -> None:
    """Boxes with a text, blue below and orange above; where that has a star there is a frame."""
    for p in line.points:
        hue = matplotlib.colors.to_rgb(COLOURS["blue" if p.heat < 0 else "vermilion"][0])
        axes.add_patch(Rectangle(
            (p.x - 0.49, p.y - 0.47), 0.98, 0.94, linewidth=2 * ("*" in p.tip),
            edgecolor=_INK, zorder=2 + ("*" in p.tip),
            facecolor=[1 - abs(p.heat) * (1 - part) for part in hue]))
        axes.text(p.x, p.y, p.tip, ha="center", va="center_baseline", zorder=4)


# ---- pictures ------------------------------------------------------------------------------------

SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
ET.register_namespace("", SVG[1:-1])
ET.register_namespace("xlink", XLINK[1:-1])
_NAMES = {light.lower(): name for name, (light, _) in COLOURS.items()}


def render(figure: Figure, form: str, name: str = "", telephone: bool = False) -> bytes:
    """As svg, png or pdf. With a name, an SVG to be part of a page, which has the words itself."""
    out = io.BytesIO()
    with matplotlib.rc_context(STYLE | {"svg.hashsalt": f"absbench{name}"}):  # by which ids in a page are unlike
        drawing = Drawing(figure, bool(name), telephone)
        unsaid = {"svg": "Date", "pdf": "CreationDate", "png": "Software"}[form]
        drawing.sheet.savefig(out, format=form, dpi=144, metadata={unsaid: None})
    return _svg(out.getvalue(), figure, drawing.tips, name) if form == "svg" else out.getvalue()


def _svg(drawn: bytes, figure: Figure, tips: list, name: str) -> bytes:
    """With a title that says what it is, and a text for each point."""
    root = ET.fromstring(drawn)
    _tidy(root, tips, name)
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


def _tidy(node: ET.Element, tips: list[tuple[str, list[str]]], name: str) -> None:
    """Puts in the tips, takes out what draws nothing, and makes styles attributes, as a page's
    policy wants; for a page, makes colours variables."""
    own = node.attrib.pop("id", "")
    if own.startswith("tips"):
        kind, texts = tips[int(own[4:])]
        for mark, text in zip(node.iter(SVG + "use"), texts):
            mark.attrib.update({"class": kind} if name else {})
            ET.SubElement(mark, SVG + "title").text = clean(text)
    elif node.tag != SVG + "g" and own:
        node.set("id", own)
    for key, value in re.findall(r"([\w-]+): *([^;]*)", node.attrib.pop("style", "")):
        if key == "font":
            node.set("font-size", re.search(r"([\d.]+)px", value)[1])
            node.attrib.update({} if name else {"font-family": "DejaVu Sans, Verdana, sans-serif"})
        else:
            named = _NAMES.get(value.lower()) if name and key in ("fill", "stroke") else None
            node.set(key, f"var(--{named})" if named else value)
    if node.get("transform", "").startswith("rotate(-0 "):
        del node.attrib["transform"]
    if link := node.attrib.pop(XLINK + "href", None):
        node.set("href" if name else XLINK + "href", link)
    kept = []
    for child in node:
        _tidy(child, tips, name)
        if child.tag == SVG + "g" and not child.attrib:
            kept += child
        elif child.tag not in (SVG + "metadata", SVG + "style") and \
                (len(child) or child.tag not in (SVG + "g", SVG + "defs")):
            kept.append(child)
    node[:] = kept


def save(figure: Figure, name: str, given: bool) -> None:
    """Into a file of that name, which the user gave or not, or into SVG and PNG if it does not end
    as a form does; prints each."""
    whole = name.endswith(FORMS)
    for file in [name] if whole else [name + ".svg", name + ".png"]:
        cli.write(file, render(figure, file[-3:]), given and whole)
        print(file)
