"""What figures are made of: panels of lines of points, with a title above and a caption below."""
from dataclasses import dataclass, field

from .axes import Axis
from .looks import Look, look_of
from .report import Series


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
