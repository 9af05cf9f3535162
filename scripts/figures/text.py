"""Formats numbers and words for readers, and escapes texts from outside."""
import html
import math
import re
import textwrap

# Characters that XML forbids or that change the direction of writing.
FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
NBSP = "\u00a0"


def clean(text) -> str:
    return FORBIDDEN.sub("\ufffd", str(text))


def esc(text) -> str:
    """Escapes a text for HTML. Reports are untrusted: every text from one goes through here."""
    return html.escape(clean(text))


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
    power = next((power for power in (4, 3, 2, 1) if x >= 0.9995 * 1000**power), 0)
    return f"{x / 1000**power:.3g}" + ("", " k", " M", " G", " T")[power]


def between(interval, form=fixed, joint=", ") -> str:
    return joint.join("∞" if end == math.inf else form(end) for end in interval)


def unbroken(text: str) -> str:
    """With blanks in the brackets of intervals at which no line ends."""
    return re.sub(r"\[[^][ ]+, [^][ ]+\]", lambda found: found[0].replace(" ", NBSP), text)


def brackets(interval) -> str:
    return f" [{between(interval, short)}]" if interval else ""


def bytes_text(x: int) -> str:
    power = next((power for power in (3, 2, 1) if x % 1024**power == 0), 0)
    return f"{x // 1024**power}" + ("", "K", "M", "G")[power]


def plural(n: int, one: str, many: str = "") -> str:
    return f"{whole(n)} {one if n == 1 else many or one + 's'}"


def span(values) -> str:
    low, high = min(values), max(values)
    return str(low) if low == high else f"{low} to {high}"


def wrap(text: str, room: int) -> list[str]:
    """In lines; a command's later ones are indented."""
    return textwrap.wrap(unbroken(clean(text)), room, subsequent_indent=4 * NBSP * text.startswith("$ "),
                         break_long_words=False, break_on_hyphens=False)
