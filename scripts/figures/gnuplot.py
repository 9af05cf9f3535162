"""The one writer of gnuplot programs: a canvas of characters, its axes and labels, and the runs.

Everything is placed on a grid of `cols` x `rows` cells, which are 8 x 17 points in a picture and
one character each in a terminal. What gnuplot draws comes from its standard output, so that no name
of a file is ever part of a program."""
import math
import re
import subprocess
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field

from .cli import Die
from .looks import COLOURS, DASHES, Look
from .text import clean, si

CELL_X, CELL_Y = 8, 17


def quoted(text: str) -> str:
    return "'" + " ".join(clean(text).split("\n")).replace("'", "''") + "'"


def ink(name: str) -> str:
    return f"lc rgb '{COLOURS[name][0]}'"


# ---- axes ----------------------------------------------------------------------------------------

def plain(x: float) -> str:
    return f"{x:g}"


def shares(x: float) -> str:
    return f"{100 * x:g} %"


@dataclass
class Axis:
    low: float
    high: float
    log: bool = False
    name: str = ""
    ticks: list[tuple[float, str]] = field(default_factory=list)

    def share(self, x: float) -> float:
        """Where a value is, from 0 to 1; what lies outside lands on the edge."""
        x = min(max(x, self.low), self.high)
        if self.log:
            return math.log(x / self.low) / math.log(self.high / self.low)
        return (x - self.low) / (self.high - self.low)

    def holds(self, x: float) -> bool:
        return self.low <= x <= self.high


def nice(step: float) -> float:
    """The least of 1, 2, 5, 10, 20, .. that is not smaller."""
    unit = 10 ** math.floor(math.log10(step))
    return next(n for n in (1, 2, 5, 10) if step <= n * unit * (1 + 1e-9)) * unit


def even_ticks(low: float, high: float) -> list[float]:
    step = nice((high - low) / 8)
    first, last = math.ceil(low / step - 1e-6), math.floor(high / step + 1e-6)
    return [i * step for i in range(first, last + 1)]


def log_ticks(low: float, high: float) -> list[float]:
    """Few decades get ticks within them; 1 always has one where it is in range."""
    wide = high / low
    if wide < 4:
        ticks = even_ticks(low, high)
        step = nice((high - low) / 8)
        return [x for x in ticks if x > 0 and not 1e-9 < abs(x - 1) <= step / 2] + \
            [1.0] * (low <= 1 <= high and not any(abs(x - 1) < 1e-9 for x in ticks))
    marks = (1, 1.5, 2, 3, 5, 7) if wide < 20 else (1, 2, 5) if wide < 200 else \
        (1, 3) if wide < 3000 else (1,)
    return [x for k in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
            for x in (mark * 10.0 ** k for mark in marks) if low * 0.999999 <= x <= high * 1.000001]


def log_axis(values, name: str = "", least: float = 1.2, form=plain) -> Axis:
    """Holds all values, with room at both ends, and spans a factor of `least` at the least."""
    values = [x for x in values if x]
    low, high = min(values), max(values)
    grow = max(1.0, math.sqrt(least * low / high))
    low, high = low / grow, high * grow
    room = (high / low) ** 0.05
    low, high = low / room, high * room
    return Axis(low, high, True, name, [(x, form(x)) for x in log_ticks(low, high)])


def ratio_axis(ratios: list[tuple[float, list | None]]) -> Axis:
    """For ratios with their intervals: 1 and all points but those far from the others (beyond the
    cube of the quartiles), and intervals as far as they keep proportion."""
    points = sorted(point for point, _ in ratios)
    wide = max(2.5, points[3 * len(points) // 4] ** 3, points[len(points) // 4] ** -3)
    shown = [ratio for ratio in ratios if 1 / wide <= ratio[0] <= wide]
    least, most = min([1.0] + [x for x, _ in shown]), max([1.0] + [x for x, _ in shown])
    room = 1.2 * math.sqrt(max(most / least, 1.1))
    ends = [min(max(x, least / room), most * room) for _, ends in shown for x in ends or [] if x]
    return log_axis([least, most] + ends)


def share_axis(most: float) -> Axis:
    high = max(most * 1.08, 0.05)
    return Axis(0, high, False, "", [(x, shares(x)) for x in even_ticks(0, high)])


def depth_axis(depths: list[int]) -> Axis:
    first, last = min(depths), max(depths)
    every = (last - first) // 12 + 1
    return Axis(first - 0.4, last + 0.4, False, "depth (plies)",
                [(x, str(x)) for x in range(first, last + 1, every)])


def nodes_axis(values) -> Axis:
    return log_axis(values, "", 4, si)


# ---- the canvas ----------------------------------------------------------------------------------

class Canvas:
    """Collects a program. `form` is svg, png or txt; a bare one has no background."""

    def __init__(self, form: str, cols: int, rows: float, bare: bool = False):
        self.form, self.cols, self.rows, self.bare = form, cols, rows, bare
        self.text = form == "txt"
        self.small, self.large = (8, 12) if form == "png" else (11, 16)
        self.tips: list[tuple[str, str]] = []
        self.blocks = 0
        self.out = [self._terminal(), "set encoding utf8", "unset key", "set datafile missing '?'",
                    f"set pointsize {0.75 if form == 'svg' else 0.9}",
                    f"set border 3 {ink('soft')}", "set tics nomirror scale 0.5"]
        if not self.text:
            self.out += [f"set grid {ink('rule')} lt 1 lw 0.7",
                         f"set tics textcolor rgb '{COLOURS['soft'][0]}'"]

    def _terminal(self) -> str:
        if self.text:
            return f"set terminal dumb size {self.cols},{int(self.rows)} noenhanced mono"
        scale = 2 if self.form == "png" else 1
        size = f"size {scale * self.cols * CELL_X},{int(scale * self.rows * CELL_Y)}"
        if self.form == "png":
            return (f"set terminal pngcairo {size} font 'sans,10' fontscale 2 linewidth 2 "
                    "pointscale 2 noenhanced")
        background = "" if self.bare else "background 'white' "
        return f"set terminal svg {size} font 'sans-serif,13' {background}noenhanced"

    def across(self, c: float) -> float:
        return c / (self.cols - 1) if self.text else c / self.cols

    def down(self, r: float) -> float:
        return 1 - r / (int(self.rows) - 1) if self.text else 1 - r / self.rows

    def write(self, text: str, c: float, r: float, side: str = "left", colour: str = "ink",
              points: int = 0) -> None:
        """Text in that row of the grid."""
        place = f"screen {self.across(c):.5f}, screen {self.down(r if self.text else r + .5):.5f}"
        style = "" if self.text else f" tc rgb '{COLOURS[colour][0]}'" + (
            f" font ',{points}'" if points else "")
        self.out.append(f"set label {quoted(text)} at {place} {side} front{style}")

    def line(self, c0: float, r0: float, c1: float, r1: float, how: str) -> None:
        self.out.append(
            f"set arrow from screen {self.across(c0):.5f}, screen {self.down(r0):.5f} to "
            f"screen {self.across(c1):.5f}, screen {self.down(r1):.5f} nohead {how}")

    def marker(self, look: Look, c: float, r: float) -> None:
        self.out.append(f"set label '' at screen {self.across(c):.5f}, screen {self.down(r):.5f} "
                        f"point pt {look.point} {ink(look.hue)} front")

    def panel(self, c0: float, c1: float, r0: float, r1: float, x: Axis, y: Axis) -> None:
        self.box = (c0, c1, r0, r1)
        self.axes = (x, y)
        for side, at in (("l", self.across(c0)), ("r", self.across(c1)),
                         ("t", self.down(r0)), ("b", self.down(r1))):
            self.out.append(f"set {side}margin at screen {at:.5f}")
        for name, axis in (("x", x), ("y", y)):
            ticks = ", ".join(f"{quoted(text).replace('%', '%%')} {at:.9g}"
                              for at, text in axis.ticks)
            self.out += [f"{'set' if axis.log else 'unset'} logscale {name}",
                         f"set {name}range [{axis.low:.9g}:{axis.high:.9g}]",
                         f"set {name}tics ({ticks})" if ticks else f"unset {name}tics"]

    def column(self, x: float) -> float:
        c0, c1, _, _ = self.box
        return c0 + (c1 - c0) * self.axes[0].share(x)

    def row(self, y: float) -> float:
        _, _, r0, r1 = self.box
        return r1 - (r1 - r0) * self.axes[1].share(y)

    def block(self, rows) -> str:
        """A data block of these rows; its name."""
        self.blocks += 1
        lines = [" ".join("?" if x is None else f"{x:.9g}" for x in row) for row in rows]
        self.out += [f"$d{self.blocks} << EOD", *lines, "EOD"]
        return f"$d{self.blocks}"

    def tip(self, text: str, kind: str = "m") -> int:
        """The number that stands for a point's text until the picture is finished; in a page its
        marker has that class."""
        self.tips.append((text, kind))
        return len(self.tips) - 1

    def plot(self, parts: list[str]) -> None:
        self.out += ["plot " + ", ".join(parts), "unset label", "unset arrow", "unset object"]


def dash(look: Look) -> str:
    return f"dt {DASHES[look.dash]}"


# ---- the runs ------------------------------------------------------------------------------------

def draw(canvas: Canvas) -> bytes:
    program = "\n".join(canvas.out + ["unset multiplot", ""])
    ended = subprocess.run(["gnuplot", "-d"], input=program.encode(), capture_output=True)
    if ended.returncode or not ended.stdout:
        said = [line for line in ended.stderr.decode(errors="replace").splitlines()
                if line.strip(" ^")]
        raise Die(2, f"gnuplot failed: {said[-1].strip() if said else ended.returncode}")
    return ended.stdout


def terminal_text(drawn: bytes) -> str:
    """Without gnuplot's form feed, the blanks at ends of lines, and empty lines on top."""
    lines = [line.rstrip() for line in drawn.decode().replace("\f", "").splitlines()]
    return "\n".join(lines).strip("\n") + "\n"


SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
ET.register_namespace("", SVG[1:-1])
ET.register_namespace("xlink", XLINK[1:-1])
_NAMES = {light.upper(): name for name, (light, _) in COLOURS.items()}


def _variable(colour: str) -> str:
    """A colour of ours as the page's own, which follows light and dark."""
    numbers = [int(n) for n in re.findall(r"\d+", colour)]
    code = "#%02X%02X%02X" % tuple(numbers) if len(numbers) == 3 else \
        {"white": "#FFFFFF", "black": COLOURS["ink"][0]}.get(colour)
    return f"var(--{_NAMES[code]})" if code in _NAMES else colour


def _tidy(node: ET.Element, tips: list[tuple[str, str]], name: str) -> bool:
    """Puts in the tips, takes out what is empty; and for a page makes ids its own and colours
    variables. Whether anything is left."""
    tip = None
    hover = node.attrib.pop("onmousemove", None)
    if hover:
        tip = tips[int(re.search(r"'(\d+)'", hover).group(1))]
        del node.attrib["onmouseout"]
    if node.tag == SVG + "g" and "id" in node.attrib:
        del node.attrib["id"]
    for child in list(node):
        if child.tag in (SVG + "title", SVG + "filter") or not _tidy(child, tips, name):
            node.remove(child)
    if tip:
        title = ET.Element(SVG + "title")
        title.text = clean(tip[0])
        node.insert(0, title)
    if name:
        if tip:
            node[-1].set("class", tip[1])
        node.attrib.pop("{http://www.w3.org/XML/1998/namespace}space", None)
        for attribute in ("fill", "stroke", "color"):
            if attribute in node.attrib:
                node.set(attribute, _variable(node.get(attribute)))
        if "id" in node.attrib:
            node.set("id", name + node.get("id"))
        if link := node.attrib.pop(XLINK + "href", None):
            node.set("href", "#" + name + link[1:])
    if node.tag == SVG + "text":
        return bool((node.text or "").strip())
    return node.tag != SVG + "g" or len(node) > 0


def svg(drawn: bytes, title: str, description: str, tips: list, name: str = "") -> str:
    """gnuplot's SVG with a title that says what it is, and a text for each point. With a name, to
    be part of a page."""
    root = ET.fromstring(drawn)
    for child in list(root):
        if child.tag in (SVG + "title", SVG + "desc"):
            root.remove(child)
    _tidy(root, tips, name)
    for tag, text in (("desc", description), ("title", title)):
        element = ET.Element(SVG + tag, {"id": f"{name}-{tag[0]}"} if name else {})
        element.text, element.tail = clean(text), "\n"
        root.insert(0, element)
    root.set("role", "img")
    if not name:
        return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, "unicode") + "\n"
    root.set("aria-labelledby", f"{name}-t {name}-d")
    page = re.sub(r' xmlns(:\w+)?="[^"]*"', "", ET.tostring(root, "unicode"))
    return re.sub(r"\s*\n\s*", "\n", page)
