"""The one writer of gnuplot programs: a canvas of characters, and the runs.

Everything is placed on a grid of `cols` x `rows` cells, which are 8 x 17 points in a picture and
one character each in a terminal. What gnuplot draws comes from its standard output, so that no name
of a file is ever part of a program."""
import re
import subprocess
import xml.etree.ElementTree as ET

from .axes import Axis
from .cli import Die
from .looks import COLOURS, Look
from .text import clean

CELL_X, CELL_Y = 8, 17


def quoted(text: str) -> str:
    return "'" + clean(text).replace("\n", " ").replace("'", "''") + "'"


def ink(name: str) -> str:
    return f"lc rgb '{COLOURS[name][0]}'"


# ---- the canvas ----------------------------------------------------------------------------------

class Canvas:
    """Collects a program. `form` is svg, png or txt; a bare one has no background."""

    def __init__(self, form: str, cols: int, rows: float, bare: bool = False):
        self.form, self.cols, self.rows = form, cols, rows
        self.text = form == "txt"
        self.tips: list[tuple[str, str]] = []
        self.blocks = 0
        self.box: tuple[float, float, float, float]
        scale = 2 if form == "png" else 1
        size = f"size {scale * cols * CELL_X},{int(scale * rows * CELL_Y)}"
        terminal = {
            "txt": f"dumb size {cols},{int(rows)} mono",
            "png": f"pngcairo {size} font 'sans,10' fontscale 2 linewidth 2 pointscale 2",
            "svg": f"svg {size} font 'sans-serif,13'" + (" background 'white'" * (not bare))}[form]
        self.out = [f"set terminal {terminal} noenhanced", "set encoding utf8", "unset key",
                    f"set style textbox opaque noborder fillcolor rgb '{COLOURS['paper'][0]}' margins 0.3,0.2",
                    f"set pointsize {0.75 if form == 'svg' else 0.9}",
                    f"set tics nomirror textcolor rgb '{COLOURS['soft'][0]}'"]

    def share(self, c: float, r: float) -> tuple[float, float]:
        """That place of the grid as parts of the whole. A terminal's last column and row are at 1,
        and gnuplot rounds the edges of a plot down."""
        return ((c + 0.2) / (self.cols - 1), 1 - (r - 0.2) / (int(self.rows) - 1)) if self.text \
            else (c / self.cols, 1 - r / self.rows)

    def screen(self, c: float, r: float) -> str:
        return "screen {:.5f}, screen {:.5f}".format(*self.share(c, r))

    def write(self, text: str, c: float, r: float, side: str = "left", colour: str = "ink",
              points: int = 0, alone: bool = False) -> None:
        """Text in that row of the grid; where it is to stand alone, lines behind it are hidden."""
        place = self.screen(c, r if self.text else r + 0.5)
        font = f" font ',{points}'" if points else ""
        self.out.append(f"set label {quoted(text)} at {place} {side} front "
                        f"tc rgb '{COLOURS[colour][0]}'{font}")
        if alone:
            wide = 0.85 * len(text)  # in cells
            c0, c1 = (c - wide, c) if side == "right" else (c, c + wide)
            self.out.append(f"set object rectangle from {self.screen(c0, r)} to "
                            f"{self.screen(c1, r + 1)} front fs solid noborder f{ink('paper')[1:]}")

    def line(self, c0: float, r0: float, c1: float, r1: float, how: str) -> None:
        self.out.append(f"set arrow from {self.screen(c0, r0)} to {self.screen(c1, r1)} nohead "
                        + how)

    def marker(self, look: Look, c: float, r: float) -> None:
        self.out.append(f"set label '' at {self.screen(c, r)} point pt {look.point} "
                        f"{ink(look.hue)} front")

    def panel(self, box: tuple[float, float, float, float], x: Axis, y: Axis,
              beside: list[tuple[float, str]], listed: bool) -> None:
        """The left, right, top and bottom of the next plot, its axes, and texts at the right of its
        rows; where y lists names it has no line and no grid."""
        self.box, self.axes = box, (x, y)
        c0, c1, r0, r1 = box
        corners = *self.share(c0, r0), *self.share(c1, r1)
        self.out += [f"set {side}margin at screen {at:.5f}" for side, at in zip("ltrb", corners)]
        self.out += [f"set border {1 if listed else 3} {ink('soft')}", "unset grid"]
        if not self.text:
            self.out.append(f"set grid xtics {'no' * listed}ytics {ink('rule')} lt 1 lw 0.7")
        for name, axis, ticks in (("x", x, x.named(c1 - c0)), ("y", y, y.ticks), ("y2", y, beside)):
            texts = ", ".join(f"{quoted(text).replace('%', '%%')} {at:.9g}" for at, text in ticks)
            self.out += [f"{'set' if axis.log else 'unset'} logscale {name}",
                         f"set {name}range [{axis.low:.9g}:{axis.high:.9g}]",
                         f"set {name}tics scale {0.5 * (not listed or name == 'x')} ({texts})"
                     if texts else f"unset {name}tics"]

    def column(self, x: float) -> float:
        return self.box[0] + (self.box[1] - self.box[0]) * self.axes[0].share(x)

    def block(self, rows) -> str:
        """A data block of these rows; its name."""
        self.blocks += 1
        lines = [" ".join(f'"{x}"' if isinstance(x, str) else f"{x:.9g}" for x in row)
                 for row in rows]
        self.out += [f"$d{self.blocks} << EOD", *lines, "EOD"]
        return f"$d{self.blocks}"

    def tip(self, text: str, kind: str = "m") -> int:
        """The number that stands for a point's text until the picture is finished; in a page its
        marker has that class."""
        self.tips.append((text, kind))
        return len(self.tips) - 1

    def plot(self, parts: list[str]) -> None:
        self.out += ["plot " + ", ".join(parts), "unset label", "unset arrow", "unset object"]


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
_NAMES = {light: name for name, (light, _) in COLOURS.items()}


def _variable(colour: str) -> str:
    """A colour of ours as the page's own, which follows light and dark."""
    numbers = [int(n) for n in re.findall(r"\d+", colour)]
    code = "#%02X%02X%02X" % tuple(numbers) if len(numbers) == 3 else \
        {"white": "#FFFFFF", "black": COLOURS["ink"][0]}.get(colour, colour.upper())
    return f"var(--{_NAMES[code]})" if code in _NAMES else colour


def _tidy(node: ET.Element, tips: list[tuple[str, str]], name: str) -> bool:
    """Puts in the tips and takes out what is empty or gnuplot's own; for a page, makes ids its own
    and colours variables. Whether anything is left."""
    hover = node.attrib.pop("onmousemove", "")
    node.attrib.pop("onmouseout", "")
    if node.get("id", "").startswith("gnuplot"):
        del node.attrib["id"]
    for child in list(node):
        if child.tag in (SVG + "title", SVG + "desc", SVG + "filter") or \
                not _tidy(child, tips, name):
            node.remove(child)
    if hover:
        text, kind = tips[int(re.search(r"'(\d+)'", hover)[1])]
        if name:
            node[-1].set("class", kind)
        _say(node, "title", text)
    if name:
        node.attrib.pop("{http://www.w3.org/XML/1998/namespace}space", None)
        for attribute in {"fill", "stroke", "color"} & set(node.attrib):
            node.set(attribute, _variable(node.get(attribute)))
        if "id" in node.attrib:
            node.set("id", name + node.get("id"))
        if link := node.attrib.pop(XLINK + "href", None):
            node.set("href", "#" + name + link[1:])
    return bool((node.text or "").strip()) if node.tag == SVG + "text" else \
        node.tag != SVG + "g" or len(node) > 0


def _say(node: ET.Element, tag: str, text: str, **attributes: str) -> None:
    element = ET.Element(SVG + tag, attributes)
    element.text = clean(text)
    node.insert(0, element)


def svg(drawn: bytes, title: str, description: str, tips: list, name: str = "") -> str:
    """gnuplot's SVG with a title that says what it is, and a text for each point. With a name, to
    be part of a page."""
    root = ET.fromstring(drawn)
    _tidy(root, tips, name)
    root.set("role", "img")
    for tag, text in (("desc", description), ("title", title)):
        _say(root, tag, text, **{"id": f"{name}-{tag[0]}"} if name else {})
        root[0].tail = "\n"
    if not name:
        return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, "unicode") + "\n"
    root.set("aria-labelledby", f"{name}-t {name}-d")
    page = re.sub(r' xmlns(:\w+)?="[^"]*"', "", ET.tostring(root, "unicode"))
    return re.sub(r"\s*\n\s*", "\n", page)
