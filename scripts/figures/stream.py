"""Reports in JSON a line at a time: a row is one line, so that a report may be larger than the memory.
JSON that is laid out otherwise is read whole."""
import json
import sys
from typing import Any, Iterable, Iterator

ENDS = 64  # what the end of a text that is cut may hold: a number, a word, an escape
LONG = {f'"{name}":[\n': name for name in ("results", "reference_results", "errors")}


class Broken(Exception):
    """What is wrong with the text: "line 7: .."."""


def decoded(decoder: json.JSONDecoder, text: str, number: int) -> tuple[Any, int]:
    """The value that the text begins with, and where it ends; its first line has that number."""
    try:
        return decoder.raw_decode(text)
    except json.JSONDecodeError as error:
        cut = error.msg.startswith("Unterminated") or error.pos > len(text) - ENDS
        number += error.lineno - 1
        why = "the text ends in the middle" if cut and text[-2:] != "}\n" else "this is no JSON"
    except RecursionError:
        why = "lists within lists, too deep"
    raise Broken(f"line {number}: {why}")


def members(file: Iterable[str], decoder: json.JSONDecoder) -> Iterator[tuple[str, Any]]:
    """Each value of a report's long lists, with the list's name; last, with none, the report, in
    which these lists are empty. Values met on lines of their own are let go of: until the end a 0
    stands for each, so that commas and numbers of lines are right."""
    kept, inside = [], ""
    for number, line in enumerate(file, 1):
        if inside and line[0] == "{":
            value, end = decoded(decoder, line, number)
            yield inside, value
            line = sys.intern("0" + line[end:])
        elif line in LONG or line[0] == "]":
            inside = LONG.get(line, "")
        kept.append(line)
    text = "".join(kept)
    report, end = decoded(decoder, text, 1) if text.strip() else ({}, 0)
    if text[end:].strip():
        raise Broken(f"line {1 + text.count(chr(10), 0, end)}: something follows the end")
    for name in LONG.values():
        if isinstance(values := report.get(name), list):
            yield from ((name, value) for value in values if value != 0)
            report[name] = []
    yield "", report
