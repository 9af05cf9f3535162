#!/usr/bin/python3
"""Checks an HTML page of scripts/report, and takes numbers out of it.

check_page.py [--parts] PAGE..     structure: balanced, known tags and attributes, nothing from outside

With --parts beside PAGE, named like it without .html:
  .text      the text a person reads, a block a line
  .table     the tables' cells, tab-separated, the headings first
  .rows      the rows the page holds as a download, unpacked, if it holds some
  .figures   of each figure: its title, and the names of what is drawn
  .markers   of each marker: the figure's title, its own, its place across and down
Exit: 0 ok, 1 the page is not as it should be (said on stderr).
"""
import base64
import gzip
import hashlib
import re
import sys
from xml.etree import ElementTree

TAGS = set("""html head meta title style body header h1 h2 h3 p nav a main section strong ul li details
    summary code span pre figure figcaption div svg desc defs g use path rect clippath text table caption
    thead tbody tr th td dl dt dd script""".split())
ATTRIBUTES = set("""lang charset http-equiv content name id class href download role tabindex viewbox
    width height x y d transform fill fill-opacity stroke stroke-width opacity stroke-opacity clip-path
    stroke-linecap stroke-linejoin stroke-dasharray stroke-dashoffset stroke-miterlimit font-size text-anchor
    scope title aria-label aria-labelledby""".split())
# What is drawn has the page's own colours, which follow light and dark.
COLOURS = re.compile(r"none|currentColor|var\(--[a-z]+\)")
BLOCKS = {"p", "li", "h1", "h2", "h3", "figcaption", "dt", "dd", "pre", "caption", "tr", "summary"}
HIDDEN = {"style", "script", "svg", "title"}


def words(element):
    """What a person reads of it, before each block a NUL."""
    if element.tag in HIDDEN:
        return ""
    inside = "".join(words(child) + (child.tail or "") for child in element)
    return ("\0" if element.tag in BLOCKS else "") + (element.text or "") + inside


class Page:
    def __init__(self, text):
        self.text, self.kept = text, {}
        for kind in ("style", "script"):  # what is in them is no markup
            parts = re.split(f"(?<=<{kind}>)(.*?)(?=</{kind}>)", text, flags=re.S)
            self.kept[kind], text = parts[1::2], "".join(parts[::2])
        self.markup = text.removeprefix("<!DOCTYPE html>\n")
        closed = re.sub("(<meta [^>]*)>", r"\1/>", self.markup)
        quoted = re.sub("<t[dh] [^>\"]*>", lambda tag: re.sub(r"=(\w+)", r'="\1"', tag[0]), closed)
        self.root = ElementTree.fromstring(quoted)
        self.slim = [svg for div in self.root.iter("div") if div.get("class") == "slim" for svg in div.iter("svg")]
        self.figures = [svg for svg in self.root.iter("svg") if svg not in self.slim]  # not those for telephones

    def titles(self, svg):
        return [title.text for title in svg.iter("title")]

    def rows(self, table):
        return [["".join(words(cell)) for cell in row if cell.tag in ("th", "td")] for row in table.iter("tr")]

    def parts(self):
        lines = [" ".join(line.split()) for line in words(self.root).split("\0")]
        yield "text", [line for line in lines if line]
        yield "table", ["\t".join(row).replace("\u00a0", " ")
                        for table in self.root.iter("table") for row in self.rows(table)]
        yield "figures", ["\t".join(self.titles(svg)) for svg in self.figures]
        yield "markers", ["\t".join([self.titles(svg)[0], one.findtext("title"), one.get("x"), one.get("y")])
                          for svg in self.figures for one in svg.iter() if one.get("class") == "m"]

    def download(self):
        for link in self.root.iter("a"):
            if "download" in link.attrib:
                data = base64.b64decode(link.get("href").split(",", 1)[1], validate=True)
                return gzip.decompress(data) if link.get("download").endswith(".gz") else data
        return None

    def wrong(self):
        if not self.text.startswith("<!DOCTYPE html>\n"):
            yield "no doctype"
        if "<!" in self.markup or "<?" in self.markup:
            yield "a comment or the like"
        if "/>" in re.sub("<svg.*?</svg>", "", self.markup, flags=re.S):
            yield "a tag that ends itself in HTML"
        if re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", self.text):
            yield "a forbidden character"
        ids = [element.get("id") for element in self.root.iter() if "id" in element.attrib]
        yield from {f"id {name} stands twice" for name in ids if ids.count(name) > 1}
        for element in self.root.iter():
            yield from (f"{what} on <{element.tag}>" for what in self.faults(element, ids))
        policy = [meta.get("content") for meta in self.root.iter("meta")
                  if meta.get("http-equiv") == "Content-Security-Policy"]
        if len(policy) != 1 or "default-src 'none'" not in policy[0]:
            yield "the policy allows more than our own"
        for kind, texts in self.kept.items():
            digest = base64.b64encode(hashlib.sha256("".join(texts).encode()).digest()).decode()
            if len(list(self.root.iter(kind))) != 1 or f"{kind}-src 'sha256-{digest}'" not in policy[0]:
                yield f"the policy does not allow our own {kind}, or there are several"
        code = "".join(self.kept["style"]) + re.sub("// .*", "", "".join(self.kept["script"]))
        if re.search(r"https?:|url\(|@import|//[a-z]", code):
            yield "style or script reach outside"
        broad, slim = ([set(self.titles(svg)) for svg in svgs] for svgs in (self.figures, self.slim))
        if broad != slim:
            yield "not every figure is there for telephones, with all that it has"
        yield from (f"a figure's title is no sentence: {self.titles(svg)[0]}" for svg in self.figures
                    if not re.fullmatch(r"[A-Z].{40,}[.]", self.titles(svg)[0]))
        if any(len({len(row) for row in self.rows(table)}) > 1 for table in self.root.iter("table")):
            yield "rows of a table differ in length"
        for table in self.root.iter("table"):
            names = [row[0] for row in self.rows(table)]
            yield from {f"two rows of a table are {name}" for name in names if names.count(name) > 1}
        for svg in self.root.iter("svg"):
            if svg.get("viewBox") != f'0 0 {svg.get("width")} {svg.get("height")}':
                yield "<svg> that cannot be scaled"
            if svg.get("role") != "img" or len(svg.get("aria-labelledby", "").split()) != 2:
                yield "<svg> without a name and a description"
            if svg in self.slim and not 300 <= float(svg.get("width")) <= 380:
                yield f"a telephone's picture {svg.get('width')} wide"
            yield from (f"colour {one.get(name)}" for one in svg.iter() for name in ("fill", "stroke")
                        if name in one.attrib and not COLOURS.fullmatch(one.get(name)))

    def faults(self, element, ids):
        """What is wrong with one element alone."""
        if element.tag.lower() not in TAGS:
            yield "an unknown tag"
        yield from (f"{name}, unknown," for name in element.attrib if name.lower() not in ATTRIBUTES)
        wanted = element.get("aria-labelledby", "").split()
        if (link := element.get("href", "")).startswith("#"):
            wanted.append(link[1:])
        elif link and (element.tag == "use" or not link.startswith("data:")):
            yield f"a link to {link}"
        yield from (f"no id {name}" for name in wanted if name not in ids)
        if element.tag == "th" and element.get("scope") not in ("row", "col"):
            yield "no scope"
        if element.tag in ("path", "text", "polygon", "use"):
            yield from (f"{value}" for value in element.attrib.values() if re.search("nan|null|inf", value))


def main(names):
    wrong = []
    for name in names:
        if name == "--parts":
            continue
        page = Page(open(name, encoding="utf-8", newline="").read())
        wrong += [f"{name}: {one}" for one in page.wrong()]
        if names[0] == "--parts":
            beside = name.removesuffix(".html")
            for part, lines in page.parts():
                with open(f"{beside}.{part}", "w", encoding="utf-8", newline="") as file:
                    file.writelines(line + "\n" for line in lines)
            if rows := page.download():
                with open(f"{beside}.rows", "wb") as file:
                    file.write(rows)
    print("\n".join(wrong[:20]), end="\n" if wrong else "", file=sys.stderr)
    return 1 if wrong else 0


sys.exit(main(sys.argv[1:]))
