#!/usr/bin/env python3
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
from html.parser import HTMLParser

VOID = {"meta"}
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


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.wrong, self.ids, self.wanted = [], [], [], []
        self.tables, self.figures, self.words, self.kept = [], [], [""], {"style": [], "script": []}
        self.slim = []  # the figures for telephones, each after the one that it stands for
        self.pictures, self.markers = self.figures, []
        self.links, self.policy, self.heads = [], "", 0
        if not text.startswith("<!DOCTYPE html>\n"):
            self.wrong.append("no doctype")
        self.feed(text)
        self.close()
        self.wrong += [f"<{tag}> stays open" for tag in self.open]

    def handle_starttag(self, tag, pairs):
        attributes = dict(pairs)
        if len(attributes) != len(pairs):
            self.wrong.append(f"<{tag}> has an attribute twice")
        if tag not in TAGS:
            self.wrong.append(f"<{tag}> is none of ours")
        self.wrong += [f"{name} on <{tag}> is none of ours" for name in attributes if name not in ATTRIBUTES]
        self.ids += [attributes["id"]] if "id" in attributes else []
        self.wanted += attributes.get("aria-labelledby", "").split()
        if "href" in attributes:
            self.links.append(attributes)
            if tag == "use" and not attributes["href"].startswith("#"):
                self.wrong.append(f"<use> of {attributes['href']}")
            if attributes["href"].startswith("#"):
                self.wanted.append(attributes["href"][1:])
            elif not attributes["href"].startswith("data:"):
                self.wrong.append(f"a link to {attributes['href']}")
        if attributes.get("http-equiv") == "Content-Security-Policy":
            self.policy = attributes["content"]
        if tag == "th" and attributes.get("scope") not in ("row", "col"):
            self.wrong.append("<th> without scope")
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append([])
        if tag in ("td", "th"):
            self.tables[-1][-1].append("")
        if tag == "div" and attributes.get("class") in ("broad", "slim"):
            self.pictures = self.slim if attributes["class"] == "slim" else self.figures
        if tag == "svg":
            if attributes.get("viewbox") != f'0 0 {attributes["width"]} {attributes["height"]}':
                self.wrong.append("<svg> that cannot be scaled")
            if attributes.get("role") != "img" or len(attributes.get("aria-labelledby", "").split()) != 2:
                self.wrong.append("<svg> without a name and a description")
            if self.pictures is self.slim and not 300 <= float(attributes["width"]) <= 380:
                self.wrong.append(f"a telephone's picture {attributes['width']} wide")
            self.pictures.append([])
        if tag == "title" and "svg" in self.open:
            self.pictures[-1].append("")
        if "svg" in self.open:
            self.wrong += [f'<{tag} {name}="{attributes[name]}">' for name in ("fill", "stroke")
                           if name in attributes and not COLOURS.fullmatch(attributes[name])]
        if attributes.get("class") == "m" and self.pictures is self.figures:
            self.markers.append([self.figures[-1][0], None, attributes["x"], attributes["y"]])
        for name, value in attributes.items():
            if tag in ("path", "text", "polygon", "use") and re.search("nan|null|inf", value or ""):
                self.wrong.append(f'<{tag} {name}="{value}">')
        if tag not in VOID:
            self.open.append(tag)
        if tag in BLOCKS:
            self.words.append("")

    def handle_startendtag(self, tag, pairs):
        if "svg" not in self.open:
            self.wrong.append(f"<{tag}/> in HTML")
        self.handle_starttag(tag, pairs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> at {self.getpos()} closes something else")

    def handle_data(self, data):
        inside = self.open[-1] if self.open else ""
        if inside in self.kept:
            self.kept[inside].append(data)
        if inside == "title" and "svg" in self.open:
            self.pictures[-1][-1] += data
            if self.markers and self.markers[-1][1] is None:
                self.markers[-1][1] = data
        if not HIDDEN & set(self.open):
            self.words[-1] += data
            if {"td", "th"} & set(self.open):
                self.tables[-1][-1][-1] += data

    def handle_comment(self, data):
        self.wrong.append("a comment")

    def check(self, text):
        wrong = self.wrong
        wrong += [f"id {name} stands twice" for name in set(self.ids) if self.ids.count(name) > 1]
        wrong += [f"no id {name}" for name in set(self.wanted) if name not in self.ids]
        for kind, texts in self.kept.items():
            if len(texts) != 1:
                wrong.append(f"{len(texts)} of <{kind}>")
                continue
            digest = base64.b64encode(hashlib.sha256(texts[0].encode()).digest()).decode()
            if f"{kind}-src 'sha256-{digest}'" not in self.policy:
                wrong.append(f"the policy does not allow our own {kind}")
        if [sorted(set(titles)) for titles in self.figures] != [sorted(set(titles)) for titles in self.slim]:
            wrong.append("not every figure is there for telephones, with all that it has")
        wrong += [f"a figure's title is no sentence: {titles[0]}" for titles in self.figures
                  if not re.fullmatch(r"[A-Z].{40,}[.]", titles[0])]
        if "default-src 'none'" not in self.policy:
            wrong.append("the policy allows more than our own")
        if re.search(r"https?:|url\(|@import|//[a-z]", self.kept["style"][0] + re.sub("// .*", "", self.kept["script"][0])):
            wrong.append("style or script reach outside")
        if any(len({len(row) for row in table}) > 1 for table in self.tables):
            wrong.append("rows of a table differ in length")
        wrong += ["a forbidden character"] if re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text) else []
        return wrong


def parts(page):
    yield "text", [" ".join(line.split()) for line in page.words if line.strip()]
    yield "table", ["\t".join(cell.replace("\u00a0", " ") for cell in row) for table in page.tables for row in table]
    yield "figures", ["\t".join(titles) for titles in page.figures]
    yield "markers", ["\t".join(map(str, marker)) for marker in page.markers]


def download(page):
    for link in page.links:
        if "download" in link:
            data = base64.b64decode(link["href"].split(",", 1)[1], validate=True)
            return gzip.decompress(data) if link["download"].endswith(".gz") else data
    return None


def main(names):
    wrong = []
    for name in names:
        if name == "--parts":
            continue
        text = open(name, encoding="utf-8", newline="").read()
        page = Page(text)
        wrong += [f"{name}: {one}" for one in page.check(text)]
        if names[0] == "--parts":
            beside = name.removesuffix(".html")
            for part, lines in parts(page):
                with open(f"{beside}.{part}", "w", encoding="utf-8", newline="") as file:
                    file.writelines(line + "\n" for line in lines)
            if rows := download(page):
                with open(f"{beside}.rows", "wb") as file:
                    file.write(rows)
    print("\n".join(wrong[:20]), end="\n" if wrong else "", file=sys.stderr)
    return 1 if wrong else 0


sys.exit(main(sys.argv[1:]))
