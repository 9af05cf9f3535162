"""Figures: panels of lines on two axes, laid out in pixels and drawn by matplotlib, for a desk and
for a telephone; and SVG as a page wants it."""
import io
import re
import xml.etree.ElementTree as ET

import matplotlib
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.figure import Figure as Sheet
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from . import cli
from .looks import COLOURS, DASHES, Look
from .panels import Figure, Line, Panel, Point
from .text import clean, cut, wrap

TELEPHONE, CHARACTERS = 352, 46  # pixels, and characters in one of its lines
ROW, SIZE = 17, 13  # of a line of text, and its letters
LONGEST = 48  # characters of a name beside a panel
FORMS = (".svg", ".png", ".pdf")
_INK, _SOFT, _RULE, PAPER = (COLOURS[name][0] for name in ("ink", "soft", "rule", "paper"))
STYLE = {
    "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans"], "font.size": SIZE,
    "text.parse_math": False, "text.color": _INK, "lines.linewidth": 1.5, "path.simplify": False,
    "axes.axisbelow": True, "axes.facecolor": "none", "axes.edgecolor": _SOFT,
    "axes.linewidth": 0.8, "axes.spines.top": False, "axes.spines.right": False,
    "grid.color": _RULE, "grid.linewidth": 0.7,
    "xtick.color": _SOFT, "xtick.labelsize": 12, "ytick.color": _SOFT, "ytick.labelsize": 12,
    "svg.fonttype": "none", "svg.hashsalt": "absbench", "pdf.fonttype": 42,
}


def breadth(text: str, size: float = SIZE) -> float:
    return RendererAgg(1, 1, 72).get_text_width_height_descent(
        text, FontProperties(size=size), False)[0]


def harmless(text: str) -> str:
    return " ".join(clean(text).split("\n"))


def name_of(text: str) -> str:
    """One that leaves room for its figure."""
    return cut(harmless(text), LONGEST)


# ---- the layout ----------------------------------------------------------------------------------

class Box:
    """A panel's place: the texts around it, and the pixels they take."""

    def __init__(self, panel: Panel, telephone: bool):
        self.panel, self.telephone = panel, telephone
        room = CHARACTERS if telephone else 200
        self.heads, self.feet = wrap(panel.title, room), wrap(panel.x.name, room)
        self.over, self.legend = telephone and panel.each, []
        self.ends = [line.text for line in panel.lines] if panel.names else []
        self.ends += [f"{panel.reference} = 1"] * bool(panel.names and panel.reference)
        outside = [text for x, _, _, text in panel.words if x > 1]
        if telephone:
            self.legend = [(line.look, cut(line.text, CHARACTERS - 4)) for line in panel.lines
                           if panel.names]
            self.legend += [(None, f"The line at 1 is {panel.reference}.")] * bool(panel.reference)
            self.legend += [(None, text) for text in outside]
        names = max([breadth(name_of(name), 12) for _, name in panel.y.ticks] + [20])
        beside = [breadth(harmless(text), 12) + 22 for _, text in panel.beside]
        named = [breadth(name_of(end)) + 40 for end in self.ends]
        self.left = 10 if self.over else names + 16
        self.right = 14 if telephone else max(
            beside + named + [breadth(text, 12) + 26 for text in outside] + [24])
        rows = panel.y.high * (39 if telephone else panel.height) if panel.each else panel.height
        self.high = rows if panel.each else max(rows, len(self.ends) * ROW * (not telephone) + ROW)
        self.above = 10 + ROW * len(self.heads)
        self.total = self.above + self.high + 28 + ROW * (len(self.feet) + len(self.legend))


class Drawing:
    """A figure as matplotlib has it; `tips` are what the points of each layer of markers say."""

    def __init__(self, figure: Figure, telephone: bool = False, bare: bool = False):
        self.tips: list[tuple[str, list[str]]] = []
        boxes = [Box(panel, telephone) for panel in figure.panels]
        across = figure.across and not telephone
        self.wide = TELEPHONE if telephone else figure.width
        titles, leads, captions = ([], [], []) if bare else (
            wrap(figure.title, int(self.wide / 9.8)), wrap(figure.lead, int(self.wide / 7.4)),
            [line for part in figure.caption for line in wrap(part, int(self.wide / 6.6))])
        top = 22 * len(titles) + ROW * len(leads) + 8 * (not bare)
        body = max(box.total for box in boxes) if across else sum(box.total for box in boxes)
        self.tall = int(top + body + 15 * len(captions) + 12)
        self.sheet = Sheet(figsize=(self.wide / 72, self.tall / 72), dpi=72, frameon=not bare,
                           facecolor=PAPER)
        self.write(titles, 8, 20, size=16, colour="black", apart=22)
        self.write(leads, 8, 18 + 22 * len(titles), size=12)
        self.write(captions, 8, self.tall + 7 - 15 * len(captions), size=11, colour="soft", apart=15)
        if not across:
            for box in boxes:
                box.left, box.right = max(b.left for b in boxes), max(b.right for b in boxes)
        free = self.wide - sum(box.left + box.right for box in boxes) if across else 0
        left = 0.0
        for box in boxes:
            room = max(80, free / len(boxes) if across else self.wide - box.left - box.right)
            high = box.high + (max(b.total for b in boxes) - box.total if across else 0)
            self.panel(box, left + box.left, top + box.above, room, high)
            if across:
                left += box.left + room + box.right
            else:
                top += box.total

    def write(self, text: str | list[str], x: float, y: float, side: str = "left", size: float = SIZE,
              colour: str = "ink", apart: float = ROW, **more) -> None:
        """From the top left corner, in pixels; y is the line that letters stand on, the first of several."""
        for i, line in enumerate([text] if isinstance(text, str) else text):
            self.sheet.text(x / self.wide, 1 - (y + apart * i) / self.tall, harmless(line), ha=side, va="baseline",
                            fontsize=size, color=COLOURS[colour][0], **more)

    def stroke(self, xs: tuple[float, ...], ys: tuple[float, ...], **look) -> None:
        self.sheet.add_artist(Line2D([x / self.wide for x in xs], [1 - y / self.tall for y in ys],
                                     **look))

    def panel(self, box: Box, left: float, top: float, wide: float, high: float) -> None:
        panel, x, y, bottom = box.panel, box.panel.x, box.panel.y, top + high
        axes = self.sheet.add_axes([left / self.wide, 1 - bottom / self.tall, wide / self.wide,
                                    high / self.tall])
        for axis, name, length in ((x, "x", wide), (y, "y", high)):
            if axis.log:
                getattr(axes, f"set_{name}scale")("log")
            getattr(axes, f"set_{name}lim")(axis.low, axis.high)
            ticks = [] if box.over and name == "y" else axis.ticks
            texts = [name_of(text) for _, text in ticks]
            if name == "x":  # only where there is room
                last = -99.0
                for i, (at, _) in enumerate(ticks):
                    middle, half = length * axis.share(at), breadth(texts[i], 12) / 2
                    texts[i] = texts[i] if middle - half > last + 6 else ""
                    last = middle + half if texts[i] else last
            getattr(axes, f"set_{name}ticks")([at for at, _ in ticks], texts)
        axes.minorticks_off()
        axes.grid(panel.style != "cells", axis="x" if panel.each else "both")
        if panel.each:
            axes.spines["left"].set_visible(False)
            axes.tick_params(axis="y", length=0, labelcolor=_INK)
        self.write(box.heads, left if not box.telephone else min(left, 8), top - 10 - ROW * (len(box.heads) - 1))
        self.write(box.feet, self.wide / 2 if box.telephone else left + wide / 2, bottom + 35, "center")
        self.around(box, axes, left, bottom, wide, high)
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
        if panel.names and not box.telephone:
            self.put_ends(panel, left, top, wide, high)

    def around(self, box: Box, axes, left: float, bottom: float, wide: float, high: float) -> None:
        """Texts beside the rows or over them, in the panel, and a legend."""
        panel = box.panel
        beside = dict(panel.beside)
        for at, text in panel.beside * (not box.over):
            self.write(text, left + wide + 8, bottom - high * panel.y.share(at) + 4, size=12,
                       colour="soft")
        for at, name in panel.y.ticks * box.over:
            level = bottom - high * panel.y.share(at) - 10
            text = beside.get(at, "")
            behind = {"facecolor": PAPER, "edgecolor": "none", "pad": 1.5}
            self.write(cut(name, max(4, CHARACTERS + 2 - len(text))), left, level, bbox=behind)
            self.write(text, left + wide, level, "right", bbox=behind)
        for x, y, side, text in panel.words:
            if x > 1 and not box.telephone:
                self.write(text, left + wide + 15, bottom - high * y, size=12)
            elif x <= 1:
                axes.text(x, y, harmless(text), ha=side, va="center_baseline", size=12,
                          transform=axes.transAxes, zorder=5)
        level = bottom + 22 + ROW * len(box.feet)
        for look, text in box.legend:
            level += ROW
            if look:
                self.stroke((12,), (level - 4.5,), **look.drawn())
            self.write(text, 22 if look else 8, level)

    def markers(self, axes, look: Look, points: list[Point], shift: float, kind: str = "m",
                **more) -> None:
        """In a page they have that class."""
        if points:
            axes.plot([p.x + shift for p in points], [p.y for p in points], clip_on=False, zorder=4,
                      gid=f"tips{len(self.tips)}", **{**look.drawn(), **more})
            self.tips.append((kind, [p.tip for p in points]))

    def put_ends(self, panel: Panel, left: float, top: float, wide: float, high: float) -> None:
        """To the right of the panel, from the top down, each at its own height or as near as the
        others let it (least squares: blocks of labels that would overlap move as one), with a thin
        line from where its own line ends."""
        ends = []
        for line in panel.lines:
            at = (line.points[-1] if panel.style == "arrow" else
                                 max(line.points, key=lambda p: p.x))
            ends.append((high * (1 - panel.y.share(at.y)), line.text, line.look,
                         left + wide * panel.x.share(at.x)))
        if panel.reference:
            level = high * (1 - panel.y.share(1))
            ends.append((level, f"{panel.reference} = 1", None, left + wide))
        ends.sort(key=lambda end: end[0])
        blocks: list[list[float]] = []  # how far down, less what those above take
        for i, (own, *_) in enumerate(ends):
            blocks.append([own - i * ROW])
            while len(blocks) > 1 and sum(blocks[-1]) / len(blocks[-1]) < \
                    sum(blocks[-2]) / len(blocks[-2]):
                blocks[-2:] = [blocks[-2] + blocks[-1]]
        most = max(0, high - (len(ends) - 1) * ROW)
        spots = [min(max(0, sum(block) / len(block)), most) for block in blocks for _ in block]
        for i, ((own, text, look, x), spot) in enumerate(zip(ends, spots)):
            level = top + spot + i * ROW
            self.stroke((x + 5, left + wide + 15), (top + own, level), linewidth=0.7, zorder=1,
                        color=look.colour if look else _INK)
            if look:
                self.stroke((left + wide + 22,), (level,), **look.drawn())
            self.write(name_of(text), left + wide + 31, level + 4.5)


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
            axes.add_patch(Rectangle((left, bottom), right - left, top - bottom, linewidth=0,
                                     color=line.look.colour, alpha=alpha))


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
    with matplotlib.rc_context(STYLE):
        drawing = Drawing(figure, telephone, bool(name))
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
    policy wants; for a page, makes ids its own and colours variables."""
    own = node.attrib.pop("id", "")
    if own.startswith("tips"):
        kind, texts = tips[int(own[4:])]
        for mark, text in zip(node.iter(SVG + "use"), texts):
            mark.attrib.update({"class": kind} if name else {})
            ET.SubElement(mark, SVG + "title").text = clean(text)
    elif node.tag != SVG + "g" and own:
        node.set("id", name + own)
    for key, value in re.findall(r"([\w-]+): *([^;]*)", node.attrib.pop("style", "")):
        if key == "font":
            node.set("font-size", re.search(r"([\d.]+)px", value)[1])
            node.attrib.update({} if name else {"font-family": "DejaVu Sans, Verdana, sans-serif"})
        else:
            named = _NAMES.get(value.lower()) if name and key in ("fill", "stroke") else None
            node.set(key, f"var(--{named})" if named else value)
    if node.get("transform", "").startswith("rotate(-0 "):
        del node.attrib["transform"]
    if clip := node.get("clip-path"):
        node.set("clip-path", clip.replace("#", "#" + name))
    if link := node.attrib.pop(XLINK + "href", None):
        node.set("href" if name else XLINK + "href", "#" + name + link[1:])
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
