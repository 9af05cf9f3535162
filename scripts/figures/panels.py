"""What figures are made of: panels of lines of points, with a title above and a caption below."""
import math
from dataclasses import dataclass, field

from .looks import Look, look_of
from .report import Series
from .text import si


# ---- axes: their ranges, and the ticks that fit them ---------------------------------------------

@dataclass
class Axis:
    low: float
    high: float
    log: bool = False
    name: str = ""
    ticks: list[tuple[float, str]] = field(default_factory=list)

    def clamp(self, x: float) -> float:
        return min(max(x, self.low), self.high)

    def holds(self, x: float) -> bool:
        return self.low <= x <= self.high

    def share(self, x: float) -> float:
        """Where a value is, from 0 to 1; what lies outside lands on the edge."""
        x = self.clamp(x)
        return math.log(x / self.low) / math.log(self.high / self.low) if self.log else \
            (x - self.low) / (self.high - self.low)


def even_ticks(low: float, high: float) -> list[float]:
    rough = (high - low) / 8
    unit = 10 ** math.floor(math.log10(rough))
    step = unit * next(n for n in (1, 2, 5, 10) if rough <= n * unit * (1 + 1e-9))
    first, last = math.ceil(low / step - 1e-6), math.floor(high / step + 1e-6)
    return [i * step for i in range(first, last + 1)]


def log_ticks(low: float, high: float) -> list[float]:
    """Few decades get ticks within them; 1 always has one where it is in range."""
    wide = high / low
    if wide < 4:
        ticks = even_ticks(low, high)
        apart = 0.5 * (ticks[1] - ticks[0]) if ticks[1:] else 0
        return [x for x in ticks if x > 0 and not 1e-9 < abs(x - 1) <= apart] + \
            [1.0] * (low <= 1 <= high and not any(abs(x - 1) < 1e-9 for x in ticks))
    marks = (1, 1.5, 2, 3, 5, 7) if wide < 20 else (1, 2, 5) if wide < 200 else \
        (1, 3) if wide < 3000 else (1,)
    return [x for k in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
            for x in (mark * 10.0 ** k for mark in marks) if low * 0.999999 <= x <= high * 1.000001]


def log_axis(values, name: str = "", least: float = 1.2, form="{:g}".format) -> Axis:
    """Holds all values, with room at both ends, and spans a factor of `least` at the least."""
    values = [x for x in values if x]
    low, high = min(values), max(values)
    grow = max(1.0, math.sqrt(least * low / high))
    room = grow * (grow * grow * high / low) ** 0.05
    return Axis(low / room, high * room, True, name,
                [(x, form(x)) for x in log_ticks(low / room, high * room)])


def ratio_axis(ratios: list[tuple[float, list | None]]) -> Axis:
    """For ratios with their intervals: 1 and all points but those far from the others (beyond the
    cube of the quartiles), and intervals as far as they keep proportion."""
    points = sorted(point for point, _ in ratios)
    wide = max(2.5, points[3 * len(points) // 4] ** 3, points[len(points) // 4] ** -3)
    shown = [ratio for ratio in ratios if 1 / wide <= ratio[0] <= wide]
    least, most = min([1.0] + [x for x, _ in shown]), max([1.0] + [x for x, _ in shown])
    room = 1.2 * math.sqrt(max(most / least, 1.1))
    ends = [min(max(x, least / room), most * room) for _, ends in shown for x in ends or []
            if 0 < x < math.inf]
    return log_axis([least, most] + ends)


def even_axis(low: float, high: float, name: str = "", form="{:g}".format) -> Axis:
    return Axis(low, high, False, name, [(x, form(x)) for x in even_ticks(low, high)])


def depth_axis(depths: list[int]) -> Axis:
    first, last = min(depths), max(depths)
    return Axis(first - 0.2, last + 0.2, False, "depth (plies)",
                [(x, str(x)) for x in range(first, last + 1, (last - first) // 12 + 1)])


def nodes_axis(values) -> Axis:
    return log_axis(values, "", 4, si)


# ---- figures -------------------------------------------------------------------------------------


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

    @property
    def look(self) -> Look:
        return look_of(self.series.name, self.series.variant)

    @property
    def text(self) -> str:
        return self.series.label + self.end


@dataclass
class Panel:
    """Lines on two axes. `style` is a function of draw.py, which draws a line."""
    title: str
    x: Axis
    y: Axis
    lines: list[Line]
    style: str = "curve"  # points, boxes, cells, or arrow: from a first point to a second
    band: bool = False  # intervals as bands, not as bars
    pale: bool = False  # pale bars
    one: str = ""  # a line where a ratio is 1: across, up or diagonal
    reference: str = ""  # what is 1, named beside the lines
    names: bool = True  # beside the ends of lines
    beside: list[tuple[float, str]] = field(default_factory=list)  # texts to the right of rows
    aside: float = 0  # how far series that share x stand apart in all
    shades: list[tuple[float, float, str]] = field(default_factory=list)
    words: list[tuple[float, float, str, str]] = field(default_factory=list)  # x, y, side, text
    height: float = 350  # pixels; where y lists names, of each row
    each: bool = False  # y lists names


@dataclass
class Figure:
    title: str
    panels: list[Panel]
    caption: list[str] = field(default_factory=list)
    lead: str = ""  # what it says, in a sentence
    says: str = ""  # what it shows, in a sentence: a picture's title for who cannot see it
    data: list[list] = field(default_factory=list)  # for --data: what is drawn, as rows
    width: int = 896
    across: bool = False  # panels side by side; else one below the other

    @property
    def description(self) -> str:
        """What else a reader who cannot see it is told."""
        return ", ".join(line.text for line in self.panels[0].lines[:20])
