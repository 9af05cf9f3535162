"""The panel that every figure is made of, and figures: panels, a title above, a caption below."""
from dataclasses import dataclass, field, replace

from . import cli, gnuplot
from .axes import Axis
from .gnuplot import Canvas, ink
from .looks import COLOURS, DASHES, Look, look_of
from .report import Series
from .text import cut, wrap

# A picture for a telephone: so many cells wide, and so many characters in one of its lines.
SLIM, SLIM_LINE = 44, 48


@dataclass
class Point:
    """With the ends of its interval, if it has one; the upper may be infinite. `tip` is what a
    picture says of it when pointed at, `data` what --data does."""
    x: float
    y: float
    interval: list | None = None
    tip: str = ""
    data: tuple = ()
    heat: float = 0  # of a cell: from -1 to 1
    x_interval: list | None = None


@dataclass
class Line:
    series: Series
    points: list[Point]
    end: str = ""  # what stands at its end, behind the label
    more: str = ""  # and behind that in a terminal, which shows no intervals
    anchor: Point | None = None  # where its label belongs and its only marker is, if not at the end

    @property
    def look(self) -> Look:
        return look_of(self.series.name, self.series.variant)

    @property
    def text(self) -> str:
        return self.series.label + self.end


@dataclass
class Panel:
    """Lines on two axes. Each `style` is a method that says what is drawn of a line."""
    title: str
    x: Axis
    y: Axis
    lines: list[Line]
    style: str = "curve"  # points, boxes, cells, or arrow: from a first point to a second
    steps: bool = False  # curves are a distribution's
    band: bool = False  # intervals as bands, not as bars
    pale: bool = False  # pale bars
    one: str = ""  # a line where a ratio is 1: across, up or diagonal
    reference: str = ""  # what is 1, named beside the lines
    names: bool = True  # beside the ends of lines
    beside: list[tuple[float, str]] = field(default_factory=list)  # texts to the right of rows
    # Series that share x stand apart: how much of one unit they take, in a picture and a terminal.
    aside: tuple[float, float] = (0, 0)
    shades: list[tuple[float, float, str]] = field(default_factory=list)
    words: list[tuple[float, float, str, str]] = field(default_factory=list)  # x, y, side, text
    below: list[tuple[str, list]] = field(default_factory=list)  # numbers under a terminal's axis
    height: float = 20.4  # rows of a picture; with `each`, that many for one unit of y
    each: bool = False
    # Of a slim picture: what has no room beside the box stands below it, or over its rows.
    slim: bool = False
    legend: list[tuple[Look | None, str]] = field(default_factory=list)
    over: list[tuple[float, str, str]] = field(default_factory=list)  # y, at the left, at the right

    def slimmed(self) -> "Panel":
        legend: list[tuple[Look | None, str]] = []
        if self.names:
            legend = [(line.look, cut(line.text, SLIM_LINE - 4)) for line in self.lines]
            legend += [(None, f"The line at 1 is {self.reference}.")] * bool(self.reference)
        legend += [(None, words) for x, _, _, words in self.words if x > 1]
        listed = dict(self.beside)
        over = [(y, cut(name, SLIM_LINE + 5 - len(beside)), beside) for y, name in self.y.ticks
                for beside in [listed.get(y, "")]] if self.each else []
        return replace(self, slim=True, names=False, beside=[], legend=legend, over=over,
                       words=[one for one in self.words if one[0] <= 1],
                       y=replace(self.y, ticks=[]) if self.each else self.y,
                       height=2.3 if self.each else self.height)

    # ---- the room it takes

    def heads(self, text: bool) -> list[str]:
        return wrap(self.title, SLIM_LINE) if self.slim else [self.title]

    def feet(self) -> list[str]:
        """What x is."""
        return wrap(self.x.name, SLIM_LINE) if self.slim else [self.x.name]

    def above(self, text: bool) -> float:
        return 1 if text else 1.6 + 1.1 * (len(self.heads(text)) - 1)

    def frame(self, text: bool) -> float:
        """Rows above and below the box."""
        if text:
            return 3 + bool(self.x.name) + len(self.below)
        more = len(self.heads(text)) + max(1, len(self.feet())) - 2 + len(self.legend)
        return (4.6 if self.x.name else 3.4) + 1.1 * more

    def rows(self, text: bool) -> float:
        if self.each:
            return self.frame(text) + self.y.high * (1 if text else self.height)
        return self.frame(text) + (14 if self.below else max(20, len(self.lines) + 3)) if text \
            else self.frame(text) + max(self.height, len(self.lines) + 1)

    def margins(self, text: bool) -> tuple[float, float]:
        """Cells to the left of the box, and to its right."""
        if self.over:
            return 1, 1
        right = [3] + [len(words) + 4 for x, _, _, words in self.words if x > 1]
        right += [len(words) + 3 for _, words in self.beside]
        if self.names:
            ends = [line.text + (line.more if text else "") for line in self.lines]
            ends += [f"{self.reference} = 1"] * bool(self.reference)
            ends += [name for name, _ in self.below if text]
            right += [len(end) + (5 if text else 7) for end in ends]
        return max([4] + [len(name) for _, name in self.y.ticks]) + 3, max(right)

    # ---- what is drawn

    def draw(self, canvas: Canvas, box: tuple[float, float, float, float]) -> None:
        self.canvas = canvas
        c0, c1, r0, r1 = box
        text, middle = canvas.text, (c0 + c1) / 2
        canvas.panel(box, self.x, self.y, self.beside, self.each)
        for i, head in enumerate(self.heads(text)):
            canvas.write(head, 0.5 if self.slim else c0,
                         r0 - (1 if text else self.above(text) - 0.2 - 1.1 * i))
        under = r1 + 2
        for name, cells in self.below if text else ():
            canvas.write(name, c1 + 2, under)
            for x, cell in cells:
                canvas.write(cell, canvas.column(x), under, "center")
            under += 1
        for i, foot in enumerate(self.feet()):
            canvas.write(foot, canvas.cols / 2 if self.slim else middle,
                         under if text else r1 + 1.65 + 1.1 * i, "center")
        self.write_slim(canvas, box)
        for x, y, side, words in self.words:
            canvas.out.append(f"set label {gnuplot.quoted(words)} at graph {x}, graph {y} {side}")
        for low, high, colour in () if text else self.shades:
            canvas.out.append(f"set object rectangle from {low:.9g}, graph 0 to {high:.9g}, graph "
                              f"1 behind fs solid noborder f{ink(colour)[1:]}")
        wide, most = self.aside[text], max(1, len(self.lines) - 1)
        lines = [replace(line, points=[replace(p, x=p.x + wide * (i / most - 0.5))
                                       for p in line.points])
                 for i, line in enumerate(self.lines)] if wide and self.lines[1:] else self.lines
        if self.names:
            self.put_ends(lines)
        layers = [getattr(self, "marked" if text and self.style != "cells" else self.style)(line)
                  for line in lines]
        canvas.plot(self.one_line() + [part for layer in zip(*layers) for parts in layer
                                       for part in parts])

    def write_slim(self, canvas: Canvas, box: tuple[float, float, float, float]) -> None:
        c0, c1, r0, r1 = box
        for y, left, right in self.over:
            row = r1 - (r1 - r0) * self.y.share(y) - 1.45
            canvas.write(left, c0, row, alone=True)
            canvas.write(right, c1, row, "right", alone=True)
        row = r1 + (1.65 if self.x.name else 0.45) + 1.1 * max(1, len(self.feet()))
        for look, words in self.legend:
            if look:
                canvas.marker(look, 1.5, row + 0.5)
            canvas.write(words, 2.6 if look else 0.5, row)
            row += 1.1

    def with_block(self, rows: list[tuple], columns: str, style: str) -> list[str]:
        return [f"{self.canvas.block(rows)} using {columns} with {style}"] if rows else []

    def one_line(self) -> list[str]:
        shares = [i / 120 for i in range(121)] if self.one else []
        rows = [(1 if self.one == "up" else self.x.at(t), 1 if self.one == "across" else
                 self.y.at(t)) for t in shares]
        return self.with_block(rows, "1:2", "points pt '.'" if self.canvas.text else
                               f"lines lw 1.2 {ink('ink')}")

    def marked(self, line: Line) -> tuple[list[str], ...]:
        """In a terminal: letters, and intervals along a row."""
        ends = [(self.x.clamp(low), p.y, self.x.clamp(high)) for p in line.points if p.x_interval
                for low, high in [p.x_interval] if low != high]
        points = [(self.x.clamp(x), self.y.clamp(y)) for x, y in self.corners(line)]
        return (self.with_block(ends, "1:2:($3-$1):(0)", "vectors nohead")
                + self.with_block(ends, "1:2", "points pt '['")
                + self.with_block(ends, "3:2", "points pt ']'")
                + self.with_block(points, "1:2", f"points pt '{line.look.letter}'"),)

    def markers(self, line: Line) -> tuple[list[str], ...]:
        """Markers; what lies beyond the axes is an arrow at the edge, with a dot that says what it
        is."""
        look, x, y, rows, arrows, dots = line.look, self.x, self.y, [], [], []
        for p in [line.anchor] if line.anchor else line.points:
            if x.holds(p.x) and y.holds(p.y):
                rows.append((p.x, p.y, self.canvas.tip(p.tip)))
                continue
            at = inner(x, p.x), inner(y, p.y)
            arrows.append((*at, x.clamp(p.x) - at[0], y.clamp(p.y) - at[1]))
            dots.append((*at, self.canvas.tip(p.tip, "b")))
        for p in line.points:  # so is the end of an interval
            for end in (p.x_interval or []) if x.holds(p.x) else []:
                if not x.holds(end):
                    arrows.append((inner(x, end), p.y, x.clamp(end) - inner(x, end), 0))
        marker = "labels hypertext point pt {} " + ink(look.hue)
        return (self.with_block(rows, "1:2:3", marker.format(look.point)),
                self.with_block(arrows, "1:2:3:4", f"vectors head filled lw 1.6 {ink(look.hue)}")
                + self.with_block(dots, "1:2:3", marker.format("7 ps 0.3")))

    def intervals(self, line: Line) -> list[str]:
        """Bands, or bars with ends. (Error bars without points make gnuplot write what librsvg
        refuses.)"""
        colour, x, y = ink(line.look.hue), self.x, self.y
        if self.band:
            return self.with_block([(p.x, *map(y.clamp, p.interval)) for p in line.points
                                    if p.interval], "1:2:3", "filledcurves fs transparent solid "
                                   "0.15 noborder " + colour)
        inside = [p for p in line.points if x.holds(p.x) and y.holds(p.y)]
        rows = [(p.x, low, 0, high - low) for p in inside if p.interval
                for low, high in [map(y.clamp, p.interval)]]
        rows += [(low, p.y, high - low, 0) for p in inside if p.x_interval
                 for low, high in [map(x.clamp, p.x_interval)]]
        style = f"nohead {colour.replace('#', '#90')}" if self.pale else \
            f"heads size screen 0.0032,90 fixed {colour}"
        return self.with_block(rows, "1:2:3:4", "vectors " + style)

    def curve(self, line: Line) -> tuple[list[str], ...]:
        style = f"lines lw 1.5 dt {DASHES[line.look.dash]} {ink(line.look.hue)}"
        return self.intervals(line), self.with_block(self.corners(line), "1:2", style), \
            *self.markers(line)

    def points(self, line: Line) -> tuple[list[str], ...]:
        return self.intervals(line), *self.markers(line)

    def corners(self, line: Line) -> list[tuple[float, float]]:
        """Of a curve; a distribution's steps go from one end of the axis to the other."""
        if not self.steps:
            return [(p.x, p.y) for p in line.points]
        befores = [0.0] + [p.y for p in line.points]
        return [(self.x.low, 0), *(corner for p, before in zip(line.points, befores)
                                   for corner in ((p.x, before), (p.x, p.y))), (self.x.high, 1)]

    def arrow(self, line: Line) -> tuple[list[str], ...]:
        first, last = line.points
        row = (first.x, first.y, last.x - first.x, last.y - first.y)
        style = f"vectors head filled lw 2 {ink(line.look.hue)}"
        return self.intervals(line), self.with_block([row], "1:2:3:4", style), *self.markers(line)

    def boxes(self, line: Line) -> tuple[list[str], ...]:
        """As wide as the x interval and up to its interval's upper end: pale up to the lower."""
        style = "boxxyerror fs transparent solid {} noborder " + ink(line.look.hue)
        rows = [(p.x, p.y, *p.x_interval, *p.interval) for p in line.points]
        return (self.with_block(rows, "1:2:3:4:(0):5", style.format(0.45))
                + self.with_block(rows, "1:2:3:4:5:6", style.format(1)),)

    def cells(self, line: Line) -> tuple[list[str], ...]:
        """Boxes with a text; where that has a star there is a frame."""
        def boxes(points: list[Point], columns: str, style: str) -> list[str]:
            rows = [(p.x, p.y, p.x - .49, p.x + .49, p.y - .47, p.y + .47, mixed(p.heat))
                    for p in points]
            return self.with_block(rows, columns, "boxxyerror fs " + style)
        texts = self.with_block([(p.x, p.y, p.tip) for p in line.points], "1:2:3", "labels")
        return (texts,) if self.canvas.text else (
            boxes(line.points, "1:2:3:4:5:6:7", "solid noborder lc rgb variable")
            + boxes([p for p in line.points if "*" in p.tip], "1:2:3:4:5:6",
                    f"empty border lw 2 {ink('ink')}") + texts,)

    # ---- labels at the ends of lines

    def put_ends(self, lines: list[Line]) -> None:
        """To the right of the panel, from the top down, each at its own height or as near as the
        others let it (least squares: blocks of labels that would overlap move as one), with a thin
        line from where its own line ends."""
        canvas, (_, right, top, bottom) = self.canvas, self.canvas.box
        gap = 1 / (bottom - top)
        ends = []
        for line in lines:
            at = line.anchor or (line.points[-1] if self.style == "arrow" else
                                 max(line.points, key=lambda p: p.x))
            text = line.text + (line.more if canvas.text else "")
            ends.append((1 - self.y.share(at.y), text, line.look, canvas.column(at.x)))
        if self.reference:
            ends.append((1 - self.y.share(1), f"{self.reference} = 1", Look("ink", 0, 0, "."),
                         right - 0.6))
        ends.sort(key=lambda end: end[0])
        blocks: list[list[float]] = []  # how far down, less what those above take
        for i, (own, *_) in enumerate(ends):
            blocks.append([own - i * gap])
            while len(blocks) > 1 and sum(blocks[-1]) / len(blocks[-1]) < \
                    sum(blocks[-2]) / len(blocks[-2]):
                blocks[-2:] = [blocks[-2] + blocks[-1]]
        most = max(0, 1 - (len(ends) - 1) * gap)
        spots = [min(max(0, sum(block) / len(block)), most) for block in blocks for _ in block]
        for i, ((own, text, look, column), spot) in enumerate(zip(ends, spots)):
            row = top + (spot + i * gap) * (bottom - top)
            if canvas.text:
                canvas.write(f"{look.letter} {text}", right + 2, int(row + 0.5))
                continue
            canvas.line(column + 0.7, top + own * (bottom - top), right + 2.2, row,
                        f"lw 0.7 {ink(look.hue)}")
            if look.point:
                canvas.marker(look, right + 3, row)
            canvas.write(text, right + 4.1, row - 0.5)


def inner(axis: Axis, x: float) -> float:
    """Where an arrow to what lies beyond the axis begins."""
    return x if axis.holds(x) else axis.at(0.955 if x > axis.high else 0.045)


def mixed(heat: float) -> int:
    """White at 0, blue below and orange above, as a number."""
    code = COLOURS["blue" if heat < 0 else "vermilion"][0]
    red, green, blue = (int(abs(heat) * int(code[i:i + 2], 16) + (1 - abs(heat)) * 255 + 0.5)
                        for i in (1, 3, 5))
    return red << 16 | green << 8 | blue


# ---- figures -------------------------------------------------------------------------------------

@dataclass
class Figure:
    title: str
    panels: list[Panel]
    caption: list[str] = field(default_factory=list)
    lead: str = ""  # what it says, in a sentence
    says: str = ""  # what it shows, in a sentence: a picture's title for who cannot see it
    description: str = ""  # and more for what a reader who cannot see it is told
    data: list[list] = field(default_factory=list)  # for --data: what is drawn, as rows
    cols: int = 112
    across: bool = False  # panels side by side; else one below the other


def slimmed(figure: Figure) -> Figure:
    """The same for a telephone: panels one below the other, and names below them."""
    return replace(figure, cols=SLIM, across=False, panels=[one.slimmed() for one in figure.panels])


def render(figure: Figure, form: str, width: int = 80, height: int = 24, name: str = "") -> bytes:
    """As svg, png or txt. With a name, an SVG to be part of a page, which has the words itself."""
    text, bare = form == "txt", bool(name)
    cols = width if text else figure.cols
    large, small = (12, 8) if form == "png" else (16, 11)
    titles, leads, captions = [], [], []
    if not bare:  # a picture's characters are wider or narrower than a cell, by their size
        titles = wrap(figure.title, cols - 1 if text else int(cols * 0.83))
        leads = wrap(figure.lead, cols - 1 if text else int(cols * 1.09))
        room = cols - 1 if text else int(cols * 1.15)
        captions = [line for part in figure.caption for line in wrap(part, room)]
    panels = figure.panels[:1] if text else figure.panels
    high, gap = (1, 0) if text else (1.3, 0.4)
    top = len(titles) * high + len(leads) + gap * (not bare)
    heights = [panel.rows(text) for panel in panels]
    body = max(heights) if figure.across else sum(heights)
    if text and not panels[0].each:
        heights = [body := max(body, height - len(captions) - top)]
    rows = top + body + len(captions) + 2 * gap
    canvas = Canvas(form, cols, rows, bare)
    left = 0 if text else 1
    for i, line in enumerate(titles):
        canvas.write(line, left, i * high + gap, "left", "black", large)
    for i, line in enumerate(leads):
        canvas.write(line, left, len(titles) * high + gap / 2 + i, "left", "ink", large * 3 // 4)
    for i, line in enumerate(captions):
        canvas.write(line, left, rows - len(captions) + i - gap, "left", "soft", small)
    canvas.out.append("set multiplot")
    margins = [panel.margins(text) for panel in panels]
    if not figure.across:
        margins = [tuple(map(max, zip(*margins)))] * len(panels)
    wide = (cols - sum(map(sum, margins))) / len(panels) if figure.across else \
        cols - sum(margins[0])
    c0 = 0.0
    for panel, rows_of, (before, after) in zip(panels, heights, margins):
        r0 = top + panel.above(text)
        r1 = r0 + (body if figure.across else rows_of) - panel.frame(text)
        panel.draw(canvas, (c0 + before, c0 + before + wide, r0, r1))
        if figure.across:
            c0 += before + wide + after
        else:
            top += rows_of
    drawn = gnuplot.draw(canvas)
    if text:
        return gnuplot.terminal_text(drawn).encode()
    if form == "svg":
        return gnuplot.svg(drawn, figure.says or figure.title, figure.description, canvas.tips, name).encode()
    return drawn


FORMS = (".svg", ".png", ".txt")


def save(figure: Figure, name: str, given: bool, width: int = 80, height: int = 24) -> None:
    """Into a file of that name, which the user gave or not, or into both pictures if it does not end
    as a form does; prints each."""
    whole = name.endswith(FORMS)
    for file in [name] if whole else [name + ".svg", name + ".png"]:
        cli.write(file, render(figure, file[-3:], width, height), given and whole)
        print(file)


def show(figure: Figure, width: int, height: int) -> None:
    print(render(figure, "txt", width, height).decode(), end="")
