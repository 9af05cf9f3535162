"""The parts of figures: panels of lines of points, with a title above and a caption below."""
import math
from collections.abc import Callable
from dataclasses import dataclass, field

from .looks import Look, looks_of
from .report import Series
from .text import cut, si


@dataclass
class Axis:
    low: float
    high: float
    log: bool = False
    name: str = ""
    ticks: list[tuple[float, str]] | None = None  # none: round numbers
    form: Callable[[float], str] = "{:g}".format

    def clamp(self, x: float) -> float:
        return min(max(x, self.low), self.high)


def log_axis(values, name: str = "", least: float = 1.2, form="{:g}".format) -> Axis:
    """An axis for all values, with room at both ends, that spans a factor of at least `least`."""
    values = [x for x in values if x]
    low, high = min(values), max(values)
    grow = max(1.0, math.sqrt(least * low / high))
    room = grow * (grow * grow * high / low) ** 0.05
    return Axis(low / room, high * room, True, name, form=form)


def ratio_axis(ratios: list[tuple[float, list | None]]) -> Axis:
    """An axis for ratios with their intervals. It shows 1 and all points except outliers (beyond
    the cube of the quartiles), and as much of the intervals as leaves the points apart."""
    points = sorted(point for point, _ in ratios)
    wide = max(2.5, points[3 * len(points) // 4] ** 3, points[len(points) // 4] ** -3)
    shown = [ratio for ratio in ratios if 1 / wide <= ratio[0] <= wide]
    least, most = min([1.0] + [x for x, _ in shown]), max([1.0] + [x for x, _ in shown])
    room = 1.2 * math.sqrt(max(most / least, 1.1))
    ends = [min(max(x, least / room), most * room) for _, ends in shown for x in ends or []
            if 0 < x < math.inf]
    return log_axis([least, most] + ends)


def depth_axis(depths: list[int]) -> Axis:
    first, last = min(depths), max(depths)
    return Axis(first - 0.2, last + 0.2, False, "depth (plies)",
                [(x, str(x)) for x in range(first, last + 1, (last - first) // 12 + 1)])


def nodes_axis(values, name: str = "") -> Axis:
    return log_axis(values, name, 4, si)


@dataclass
class Point:
    """A point with the ends of its interval, if it has one: along x in rows, along y elsewhere. The
    upper end may be infinite. `tip` is its text under the pointer, `data` its row in --data."""
    x: float
    y: float
    interval: list | None = None
    tip: str = ""
    data: tuple = ()
    heat: float = 0  # of a cell: from -1 to 1


@dataclass
class Line:
    series: Series
    points: list[Point]
    end: str = ""  # the text after its name
    quiet: bool = False  # thin, grey and without a name

    @property
    def look(self) -> Look:
        return self.series.look or looks_of([self.series.name])[0]

    def text(self, most: int = 10**9) -> str:
        """Its name, cut off if it is longer, and the text after the name."""
        return cut(self.series.label, most - len(self.end)) + self.end


@dataclass
class Panel:
    title: str
    x: Axis
    y: Axis
    lines: list[Line]
    style: str = "curve"  # or band, whose intervals are bands; points, rows, boxes, cells; arrow, from point to point
    pale: bool = False  # bars
    one: str = ""  # a line where a ratio is 1: across, up or diagonal
    reference: str = ""  # what is 1, named beside the lines
    names: bool = True  # of lines, beside them
    beside: list[tuple[float, str]] = field(default_factory=list)  # texts to the right of rows
    shades: list[tuple[float, float, str]] = field(default_factory=list)
    height: float = 350  # pixels

    @property
    def is_list(self) -> bool:
        """Whether y lists names."""
        return self.style in ("rows", "cells")


@dataclass
class Figure:
    title: str
    panels: list[Panel]
    caption: list[str] = field(default_factory=list)
    lead: str = ""  # its result, in a sentence
    says: str = ""  # what it shows, in a sentence: the title for readers who cannot see it
    data: list[list] = field(default_factory=list)  # for --data: what is drawn, as rows
    width: int = 896
    across: bool = False  # panels side by side; else one below the other

    @property
    def description(self) -> str:
        """More text for a reader who cannot see it."""
        return ", ".join(line.text() for line in self.panels[0].lines[:20])
