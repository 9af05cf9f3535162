"""The panels that figures are made of, and figures: panels with a title above, a caption below."""
import math
from dataclasses import dataclass, field
from typing import Protocol

from . import gnuplot
from .gnuplot import Axis, Canvas, dash, ink
from .looks import COLOURS, Look
from .text import brackets, short, wrap


@dataclass
class Point:
    """With the ends of its interval, if it has one; an upper end may be infinite, None. `tip` is
    what a picture says of it when pointed at."""
    x: float
    y: float
    interval: list | None = None
    tip: str = ""
    x_interval: list | None = None


@dataclass
class Line:
    label: str
    look: Look
    points: list[Point]
    end: str = ""  # what stands at its end, beside the label
    more: str = ""  # and behind that in a terminal, which shows no intervals
    anchor: Point | None = None  # where its label belongs and its only marker is, if not at the end
    # Bars of two shares, pale below and strong above: from x, to x, lower share, upper share.
    boxes: list[tuple[float, float, float, float]] = field(default_factory=list)


class Panel(Protocol):
    def rows(self, text: bool) -> float: ...
    def draw(self, canvas: Canvas, left: float, right: float, top: float, rows: float): ...


# ---- labels at the ends of lines -----------------------------------------------------------------

@dataclass
class End:
    share: float  # of the panel's height
    text: str
    look: Look | None
    column: float  # where its line ends


def put_ends(canvas: Canvas, ends: list[End]) -> None:
    """To the right of the panel, from the top down, each at its own height or as near as the others
    let it (least squares: blocks of labels that would overlap move as one), with a thin line from
    where its own line ends."""
    _, right, top, bottom = canvas.box
    gap = 1 / (bottom - top)
    ends = sorted(ends, key=lambda end: -end.share)
    blocks: list[list[float]] = []  # how far down, less what those above take
    for i, end in enumerate(ends):
        blocks.append([1 - min(1, max(0, end.share)) - i * gap])
        while len(blocks) > 1 and sum(blocks[-1]) / len(blocks[-1]) < \
                sum(blocks[-2]) / len(blocks[-2]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    most = max(0, 1 - (len(ends) - 1) * gap)
    spots = [min(max(0, sum(block) / len(block)), most) for block in blocks for _ in block]
    for i, (end, spot) in enumerate(zip(ends, spots)):
        row = top + (spot + i * gap) * (bottom - top)
        if canvas.text:
            mark = end.look.letter if end.look else "."
            canvas.write(f"{mark} {end.text}", right + 2, int(row + 0.5))
            continue
        hue = end.look.hue if end.look else "ink"
        own = top + (1 - min(1, max(0, end.share))) * (bottom - top)
        canvas.line(end.column + 0.7, own, right + 2.2, row, f"lw 0.7 {ink(hue)}")
        if end.look:
            canvas.marker(end.look, right + 3, row)
        canvas.write(end.text, right + 4.1, row - 0.5)


# ---- lines ---------------------------------------------------------------------------------------

@dataclass
class Lines:
    """Lines, steps, points, bars or arrows on two axes."""
    title: str
    x: Axis
    y: Axis
    lines: list[Line]
    join: str = "linespoints"  # or steps, points, or vectors: from a first point to a second
    band: bool = False  # intervals as bands, not as bars
    one: str = ""  # a line at 1: across, up; or along the diagonal
    reference: str = ""  # what is 1
    names: bool = True
    # Series that share x stand apart: how much of one unit they take, in a picture and a terminal.
    aside: tuple[float, float] = (0, 0)
    crowded: bool = False  # pale bars
    shades: list[tuple[float, float, str]] = field(default_factory=list)
    words: list[tuple[str, str]] = field(default_factory=list)  # (where, text)
    below: list[tuple[str, list]] = field(default_factory=list)  # numbers under a terminal's axis
    height: float = 0
    wide: float = 0  # cells that names take at the right, if other panels have a say in it
    short_name: str = ""  # of the x axis, in a terminal

    def rows(self, text: bool) -> float:
        if text:
            return 17 + len(self.below) if self.below else 21 if self.one == "diagonal" else \
                max(25, len(self.lines) + 6)
        return (self.height or max(20.4, len(self.lines) + 1)) + (4.6 if self.x.name else 3.4)

    def margin(self, text: bool) -> float:
        """Cells that names take at the right."""
        if not self.names or (self.wide and not text):
            return self.wide or 3
        longest = max([len(self.end_text(line, text)) for line in self.lines]
                      + [len(self.reference) + 4])
        if self.below:
            longest = max(longest, max(len(name) for name, _ in self.below))
        return longest + (5 if text else 8)

    def end_text(self, line: Line, text: bool) -> str:
        return f"{line.label} {line.end}{line.more if text else ''}".strip()

    def ends(self, canvas: Canvas, shift: list[float]) -> list[End]:
        ends = []
        for line, by in zip(self.lines, shift):
            at = line.anchor or (line.points[-1] if self.join == "vectors" else
                                 max(line.points, key=lambda p: p.x))
            ends.append(End(self.y.share(at.y), self.end_text(line, canvas.text), line.look,
                            canvas.column(at.x + by)))
        if self.reference:
            ends.append(End(self.y.share(1), f"{self.reference} = 1", None, canvas.box[1] - 0.6))
        return ends

    def draw(self, canvas, left, right, top, rows):
        text = canvas.text
        c0, c1 = left + (9 if not self.below or not text else 6), right - self.margin(text)
        r0 = top + (1 if text else 1.6)
        r1 = top + rows - (2 + len(self.below) if text else 3 if self.x.name else 1.8)
        canvas.panel(c0, c1, r0, r1, self.x, self.y)
        canvas.write(self.title, c0 if text else left + 5, r0 - (1 if text else 1.4))
        self.name_axis(canvas)
        wide = self.aside[text]
        most = len(self.lines) - 1
        shift = [wide * (i / most - 0.5) if most else 0 for i in range(most + 1)]
        if self.names:
            put_ends(canvas, self.ends(canvas, shift))
        shade(canvas, self.shades)
        places = {"top": (c0 + 2, r0 + 1, "left"), "low": (c1 - 2, r1 - 3, "right"),
                  "last": (c1 - 2, r1 - 2, "right"), "beside": (c1 + 3, r0 + 0.5, "left"),
                  "beside, below": (c1 + 3, r0 + 1.5, "left")}
        for where, words in self.words:
            canvas.write(words, *places[where])
        parts = self.one_line(canvas)
        layers = [self.parts(canvas, line, by) for line, by in zip(self.lines, shift)]
        canvas.plot(parts + [part for layer in zip(*layers) for some in layer for part in some])

    def name_axis(self, canvas: Canvas) -> None:
        c0, c1, _, r1 = canvas.box
        if not canvas.text:
            canvas.write(self.x.name, (c0 + c1) / 2, r1 + 1.65, "center")
        elif self.one == "diagonal":
            canvas.write(self.x.name, (c0 + c1) / 2, r1 + 2, "center")
        else:
            canvas.write(self.short_name or self.x.name, c1 + 2, r1 + 1)
        for i, (name, cells) in enumerate(self.below if canvas.text else ()):
            canvas.write(name, c1 + 2, r1 + 2 + i)
            for x, cell in cells:
                canvas.write(cell, canvas.column(x), r1 + 2 + i, "center")

    def one_line(self, canvas: Canvas) -> list[str]:
        style = "points pt '.'" if canvas.text else f"lines lw 1.2 {ink('ink')}"
        if self.one == "up":
            upright(canvas, self.x)
        return [f"{'x' if self.one == 'diagonal' else 1} with {style}"] \
            if self.one in ("across", "diagonal") else []

    def parts(self, canvas: Canvas, line: Line, by: float) -> tuple[list[str], ...]:
        """What is drawn of a line, from the bottom layer to the top."""
        points, look = line.points, line.look
        if canvas.text:
            curve = steps(points, self.x) if self.join == "steps" else \
                [(p.x + by, min(max(p.y, self.y.low), self.y.high)) for p in points]
            return ([f"{canvas.block(curve)} using 1:2 with points pt '{look.letter}'"],)
        colour = ink(look.hue)
        if line.boxes:
            return tuple([f"{canvas.block(rows)} using 1:4:2:3:4:5 with boxxyerror fs transparent "
                          f"solid {weight} noborder {colour}"] for weight, rows in (
                (0.45, [(a, a, b, 0, low) for a, b, low, _ in line.boxes]),
                (1, [(a, a, b, low, low + high) for a, b, low, high in line.boxes])))
        under, curve = [], []
        if self.band:
            rows = [(p.x, *self.inside(p.interval)) for p in points if p.interval]
            if rows:
                under = [f"{canvas.block(rows)} using 1:2:3 with filledcurves "
                         f"fs transparent solid 0.15 noborder {colour}"]
        else:
            under = bars(canvas, [
                (p.x + by, low, 0, high - low) for p in points if p.interval
                and self.y.holds(p.y) for low, high in [self.inside(p.interval)]]
                + [(low, p.y, high - low, 0) for p in points if p.x_interval
                   for low, high in [p.x_interval]], look, 1, self.crowded)
        if self.join == "steps":
            curve = [f"{canvas.block(steps(points, self.x))} using 1:2 with lines lw 1.8 "
                     f"{dash(look)} {colour}"]
        elif self.join == "vectors":
            first, last = points
            row = [(first.x, first.y, last.x - first.x, last.y - first.y)]
            curve = [f"{canvas.block(row)} using 1:2:3:4 with vectors head filled lw 2 {colour}"]
        elif self.join == "linespoints":
            rows = [(p.x + by, p.y) for p in points]
            curve = [f"{canvas.block(rows)} using 1:2 with lines lw 1.5 {dash(look)} {colour}"]
        marked = [line.anchor] if line.anchor else points
        inner = [p for p in marked if self.y.holds(p.y)]
        outer = [p for p in marked if not self.y.holds(p.y)]
        return under, curve, markers(canvas, [(p.x + by, p.y, p.tip) for p in inner], look), \
            beyond(canvas, [(p.x + by, p.y, p.tip) for p in outer], look, self.y)

    def inside(self, interval: list) -> tuple[float, float]:
        low, high = interval
        return max(low, self.y.low), self.y.high if high is None else min(high, self.y.high)


def shade(canvas: Canvas, shades: list[tuple[float, float, str]]) -> None:
    for low, high, colour in () if canvas.text else shades:
        canvas.out.append(f"set object rectangle from {low:.9g}, graph 0 to {high:.9g}, graph 1 "
                          f"behind fs solid noborder f{ink(colour)[1:]}")


def upright(canvas: Canvas, x: Axis) -> None:
    """A vertical line where the ratio is 1."""
    _, _, r0, r1 = canvas.box
    column = canvas.column(1)
    if canvas.text:
        for row in range(int(r0), int(r1)):
            canvas.write(".", column, row)
    elif x.holds(1):
        canvas.line(column, r0, column, r1, f"back lw 1.2 {ink('ink')}")


def nothing(canvas: Canvas) -> list[str]:
    """Where all that is seen are labels."""
    corner = [(axis.low for axis in canvas.axes)]
    return [f"{canvas.block(corner)} using 1:2 with points pt ' '"]


def steps(points: list[Point], x: Axis) -> list[tuple[float, float]]:
    """A distribution's corners, from one end of the axis to the other."""
    corners, before = [(x.low, 0.0)], 0.0
    for p in points:
        corners += [(p.x, before), (p.x, p.y)]
        before = p.y
    return corners + [(x.high, 1.0)]


def markers(canvas: Canvas, points: list[tuple], look: Look, size: float = 1,
            kind: str = "m") -> list[str]:
    rows = [(x, y, canvas.tip(tip, kind)) for x, y, tip in points]
    return [f"{canvas.block(rows)} using 1:2:3 with labels hypertext point pt {look.point} "
            f"{f'ps {size} ' if size != 1 else ''}{ink(look.hue)}"] if rows else []


def bars(canvas: Canvas, rows: list[tuple], look: Look, width: float, pale=False) -> list[str]:
    """Intervals: bars with ends. (Error bars without points make gnuplot write what librsvg
    refuses.)"""
    colour = ink(look.hue).replace("#", "#90") if pale else ink(look.hue)
    heads = "nohead" if pale else "heads size screen 0.0032,90 fixed"
    return [f"{canvas.block(rows)} using 1:2:3:4 with vectors {heads} lw {width} {colour}"] \
        if rows else []


def beyond(canvas: Canvas, points: list[tuple], look: Look, axis: Axis, along="y") -> list[str]:
    """An arrow at the edge for what lies beyond the axis, with a dot that says what it is."""
    if not points:
        return []
    rows, dots = [], []
    reach = (axis.high / axis.low) ** 0.045 if axis.log else 0
    for x, y, tip in points:
        up = (y if along == "y" else x) > axis.high
        edge = axis.high if up else axis.low
        start = (edge / reach if up else edge * reach) if axis.log else edge
        rows.append((x, start, 0, edge - start) if along == "y" else (start, y, edge - start, 0))
        dots.append((x, start, tip) if along == "y" else (start, y, tip))
    return [f"{canvas.block(rows)} using 1:2:3:4 with vectors head filled lw 1.6 {ink(look.hue)}",
            *markers(canvas, dots, look._replace(point=7), 0.3, "b")]


# ---- the forest ----------------------------------------------------------------------------------

@dataclass
class Row:
    label: str
    look: Look
    ratio: float
    interval: list | None
    n: int
    tip: str
    reference: bool


@dataclass
class Forest:
    """All configurations, a row each: name, ratio with its interval, and both in figures."""
    reference: str
    x: Axis
    items: list[Row]

    def rows(self, text: bool) -> float:
        return len(self.items) + 2 if text else len(self.items) * 1.3 + 4.2

    def draw(self, canvas, left, right, top, rows):
        text, count = canvas.text, len(self.items)
        several = len({row.n for row in self.items}) > 1
        names = max(len(row.label) for row in self.items) + (4 if text else 3)
        r0 = top + (1 if text else 1.8)
        r1 = r0 + count if text else top + rows - 3.4 + 1
        c0, c1 = left + names, right - (34 if several else 26)
        canvas.panel(c0, c1, r0, r1, self.x, Axis(0, count))
        title = f"nodes / nodes of {self.reference} (log axis)"
        canvas.write(title, c0, r0 - (1 if text else 1.4))
        canvas.write("ratio [95 % interval]" + ("   n" if several else ""), c1 + 2,
                     r0 - (1 if text else 1.4))
        canvas.out.append("set border 1")
        parts = []
        for i, row in enumerate(self.items):
            line = r0 + i if text else r0 + (i + 0.5) * (r1 - r0) / count - 0.5
            canvas.write((row.look.letter + " " if text else "") + row.label, left + (0 if text
                         else 1), line)
            number = "1 (reference)" if row.reference else short(row.ratio) + brackets(row.interval)
            canvas.write(number + (f"   {row.n}" if several else ""), c1 + 2, line)
            if text:
                canvas.write(self.drawn(canvas, row), c0, line)
            else:
                parts += self.parts(canvas, row, count - i - 0.5)
        if not text:
            upright(canvas, self.x)
        canvas.plot(parts or nothing(canvas))

    def parts(self, canvas: Canvas, row: Row, y: float) -> list[str]:
        if not self.x.holds(row.ratio):
            return beyond(canvas, [(row.ratio, y, row.tip)], row.look, self.x, "x")
        ends, outside = [], []
        if row.interval and not row.reference:
            low, high = row.interval
            inner = max(low, self.x.low), self.x.high if high is None else min(high, self.x.high)
            ends = bars(canvas, [(inner[0], y, inner[1] - inner[0], 0)], row.look, 1.6)
            for end in (low, self.x.high * 2 if high is None else high):
                if not self.x.holds(end):
                    outside += beyond(canvas, [(end, y, row.tip)], row.look, self.x, "x")[:1]
        return ends + outside + markers(canvas, [(row.ratio, y, row.tip)], row.look)

    def drawn(self, canvas: Canvas, row: Row) -> str:
        """In a terminal: the interval from [ to ], the ratio as a letter, a dot where 1 is."""
        low, high = row.interval or (row.ratio, row.ratio)
        first, last = int(canvas.column(low)), int(canvas.column(high or self.x.high))
        mine, one = int(canvas.column(row.ratio)), int(canvas.column(1))
        return "".join(row.look.letter if c == mine else "[" if c == first else "]" if c == last
                       else "-" if first < c < last else "." if c == one else " "
                       for c in range(int(canvas.box[0]), int(canvas.box[1])))


# ---- cells ---------------------------------------------------------------------------------------

@dataclass
class Cell:
    column: int
    row: int
    ratio: float
    mark: str


@dataclass
class Cells:
    """Ratios by column and row: blue where there are fewer nodes than the reference's, orange where
    more, white at 1. The best of each column has a frame."""
    columns: list[str]
    lines: list[str]  # from the lowest
    cells: list[Cell]
    x_name: str
    y_name: str

    def rows(self, text: bool) -> float:
        return len(self.lines) + 3 if text else len(self.lines) * 1.5 + 6

    def draw(self, canvas, left, right, top, rows):
        text, wide, high = canvas.text, len(self.columns), len(self.lines)
        c0 = max(len(name) for name in self.lines) + (3 if text else 4)
        c1 = min(right - (15 if text else 3), c0 + wide * 14)
        r0 = top + (1 if text else 3)
        r1 = r0 + high if text else top + rows - 3
        names = [[(i + 1, name) for i, name in enumerate(all_names)]
                 for all_names in (self.columns, self.lines)]
        canvas.panel(c0, c1, r0, r1, Axis(0.5, wide + 0.5, ticks=[] if text else names[0]),
                     Axis(0.5, high + 0.5, ticks=[] if text else names[1]))
        canvas.write(self.y_name, 0 if text else 1, r0 - (1 if text else 1.3))
        canvas.write(("" if text else "blue: fewer nodes, orange: more; framed and ")
                     + "*: least of its depth; ~: cannot be told from it",
                     10 if text else 1, r0 - (1 if text else 2.6))
        if text:
            canvas.write(self.x_name, c1 + 2, r1)
        else:
            canvas.write(self.x_name, (c0 + c1) / 2, r1 + 1.65, "center")
        canvas.out += ["unset grid", "set border 0"] + (
            [] if text else ["set xtics scale 0", "set ytics scale 0"])
        most = max([abs(math.log(cell.ratio)) for cell in self.cells] + [math.log(1.1)])
        boxes = []
        for cell in self.cells:
            weight = 0.85 * math.log(cell.ratio) / most
            x, y, hue = cell.column, cell.row, "blue" if weight < 0 else "vermilion"
            boxes.append((x, y, x - 0.5, x + 0.5, y - 0.5, y + 0.5, mixed(hue, abs(weight))))
            self.write(canvas, x, y, short(cell.ratio) + cell.mark)
            if cell.mark == "*" and not text:
                canvas.out.append(
                    f"set object rectangle from {x - 0.485}, {y - 0.46} to {x + 0.485}, {y + 0.46} "
                    f"front lw 2 fs empty border {ink('ink')}")
        if text:
            for i, name in names[1]:
                canvas.write(name, c0 - 2, r0 + high - i, "right")
            for i, name in names[0]:
                self.write(canvas, i, 0, name)
            canvas.plot(nothing(canvas))
            return
        canvas.plot([f"{canvas.block(boxes)} using 1:2:3:4:5:6:7 with boxxyerror fs solid noborder "
                     "lc rgb variable"])

    def write(self, canvas: Canvas, x: int, y: int, words: str) -> None:
        c0, c1, r0, r1 = canvas.box
        high = len(self.lines)
        canvas.write(words, c0 + (c1 - c0) * (x - 0.5) / len(self.columns),
                     r0 + high - y if canvas.text else r0 + (r1 - r0) * (1 - (y - .5) / high) - .5,
                     "center", "black")


def mixed(hue: str, weight: float) -> int:
    """That weight of a colour, the rest white, as a number."""
    code = COLOURS[hue][0]
    parts = [int(weight * int(code[i:i + 2], 16) + (1 - weight) * 255 + 0.5) for i in (1, 3, 5)]
    return parts[0] << 16 | parts[1] << 8 | parts[2]


# ---- figures -------------------------------------------------------------------------------------

@dataclass
class Figure:
    title: str
    panels: list
    caption: list[str] = field(default_factory=list)
    lead: str = ""  # what it says, in a sentence
    description: str = ""  # what a reader who cannot see it is told
    data: list[list] = field(default_factory=list)  # for --data: what is drawn, as rows
    cols: int = 112
    across: bool = False  # panels side by side; else one below the other
    exact: bool = False  # a terminal's height does not stretch it


def render(figure: Figure, form: str, width: int = 80, height: int = 24, name: str = "") -> bytes:
    """As svg, png or txt. With a name, an SVG to be part of a page, which has the words itself."""
    text, bare = form == "txt", bool(name)
    cols = width if text else figure.cols
    room = cols - 1 if text else int(cols * 1.15)
    captions, titles, leads = [], [], []
    if not bare:
        for part in figure.caption:
            indent = "    " if part.startswith("$ ") else ""
            first, *more = wrap(part, room - len(indent))
            captions += [first] + [indent + line for line in more]
        titles = wrap(figure.title, cols - 1 if text else int(cols * 0.83))
        leads = wrap(figure.lead, cols - 1 if text else int(cols * 1.09)) if figure.lead else []
    top = len(titles) * (1 if text else 1.3) + (0 if text or bare else 0.2)
    panels = figure.panels[:1] if text else figure.panels
    heights = [panel.rows(text) for panel in panels]
    body = max(heights) if figure.across else sum(heights)
    if text and not figure.exact:
        body = max(body, height - len(captions) - len(leads) - top)
    rows = top + len(leads) + body + len(captions) + (0 if text else 1.1 if leads else 0.7)
    canvas = Canvas(form, cols, rows, bare)
    for i, line in enumerate(titles):
        canvas.write(line, 0 if text else 1, i if text else 1.3 * i + 0.4, "left", "black",
                     canvas.large)
    for i, line in enumerate(leads):
        canvas.write(line, 0 if text else 1, top + i, "left", "ink", canvas.large * 3 // 4)
    for i, line in enumerate(captions):
        row = rows - len(captions) + i - (0 if text else 0.3)
        canvas.write(line, 0 if text else 1, row, "left", "soft", canvas.small)
    canvas.out.append("set multiplot")
    top += len(leads) + (0.4 if leads and not text else 0)
    lefts = [0.0]
    if figure.across:  # the same width for all, besides their names
        spare = sum(panel.margin(text) for panel in panels)
        for panel in panels:
            lefts.append(lefts[-1] + (cols - spare) / len(panels) + panel.margin(text))
    for i, panel in enumerate(panels):
        left, right = (lefts[i], lefts[i + 1]) if figure.across else (0, cols)
        panel.draw(canvas, left, right, top, body if text or figure.across else heights[i])
        top += 0 if figure.across else heights[i]
    drawn = gnuplot.draw(canvas)
    if text:
        return gnuplot.terminal_text(drawn).encode()
    if form == "svg":
        return gnuplot.svg(drawn, figure.title, figure.description, canvas.tips, name).encode()
    return drawn
