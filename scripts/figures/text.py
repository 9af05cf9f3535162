"""Numbers and words for people, and everything foreign made harmless."""
import html
import math
import re
import textwrap

# What HTML forbids, or what turns the direction of writing.
_NONCHARACTERS = "".join(chr(plane + last) for plane in range(0, 0x110000, 0x10000)
                         for last in (0xFFFE, 0xFFFF))
_FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef"
                        "\ud800-\udfff" + _NONCHARACTERS + "]")
NBSP = "\u00a0"


def clean(text) -> str:
    return _FORBIDDEN.sub("\ufffd", str(text))


def esc(text) -> str:
    """Reports are untrusted: whatever comes out of one goes through here on its way to a page."""
    return html.escape(clean(text)).replace("&#x27;", "&#39;")


def cut(text: str, most: int) -> str:
    """In one line."""
    text = clean(text).replace("\n", " ")
    return text if len(text) <= most else text[:most - 1] + "…"


def fixed(x: float) -> str:
    return f"{x:.3f}"


def whole(x: float) -> str:
    return f"{math.floor(x):,}".replace(",", NBSP)


def short(x: float) -> str:
    return f"{x:.3f}" if x < 10 else f"{x:.2f}" if x < 100 else f"{x:.1f}"


def si(x: float) -> str:
    for unit, name in ((1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")):
        if x >= 0.9995 * unit:
            return f"{x / unit:.3g}{name}"
    return f"{x:.3g}"


def between(interval, form=fixed, joint=", ") -> str:
    return joint.join("∞" if end == math.inf else form(end) for end in interval)


def brackets(interval) -> str:
    return f" [{between(interval, short)}]" if interval else ""


def bytes_text(x: int) -> str:
    for unit, name in ((1 << 30, "G"), (1 << 20, "M"), (1 << 10, "K")):
        if x >= unit and x % unit == 0:
            return f"{x // unit}{name}"
    return str(x)


def plural(n: int, one: str, many: str = "") -> str:
    return f"{whole(n)} {one if n == 1 else many or one + 's'}"


def span(values) -> str:
    low, high = min(values), max(values)
    return str(low) if low == high else f"{low} to {high}"


def wrap(text: str, room: int) -> list[str]:
    """In lines; a command's later ones are indented."""
    return textwrap.wrap(clean(text), room, subsequent_indent=4 * NBSP * text.startswith("$ "),
                         break_long_words=False, break_on_hyphens=False)
