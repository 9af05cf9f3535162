"""JSON and JSON Lines taken a value at a time, so that a report may be larger than the memory."""
import json
from typing import Any, Iterator, TextIO

CHUNK = 1 << 18
LONGEST = 1 << 24  # characters of one value
ENDS = 64  # what the end of the text read so far may cut in two: a number, a word, an escape


class Broken(Exception):
    """What is wrong with the text: "line 7: .."."""


class Window:
    """Slides over a JSON text; values are taken at its beginning."""

    def __init__(self, file: TextIO, decoder: json.JSONDecoder):
        self.file, self.decoder = file, decoder
        self.text, self.at, self.line = "", 0, 1

    def more(self) -> bool:
        """Lets go of what was taken, and reads on."""
        rest = self.text[self.at:]
        self.line += self.text.count("\n", 0, self.at)
        found = self.file.read(max(CHUNK, len(rest)))
        self.text, self.at = rest + found, 0
        return found != ""

    def broken(self, what: str, at: int | None = None) -> Broken:
        return Broken(f"line {self.line + self.text.count(chr(10), 0, self.at if at is None else at)}"
                      f": {what}")

    def sign(self) -> str:
        """The next character that is no blank, which stays; "" at the end of the text."""
        while True:
            while self.at < len(self.text):
                if self.text[self.at] not in " \t\r\n":
                    return self.text[self.at]
                self.at += 1
            if not self.more():
                return ""

    def take(self, signs: str) -> str:
        found = self.sign()
        if not found or found not in signs:
            raise self.broken(f"{' or '.join(signs)} is missing" if found else
                              "the text ends in the middle")
        self.at += 1
        return found

    def value(self) -> Any:
        self.sign()
        while True:
            try:
                found, end = self.decoder.raw_decode(self.text, self.at)
                length = end - self.at
                if end < len(self.text) - ENDS or not self.more():
                    self.at += length
                    return found
            except json.JSONDecodeError as error:
                cut = error.msg.startswith("Unterminated") or error.pos > len(self.text) - ENDS
                if cut and len(self.text) - self.at > LONGEST:
                    raise self.broken("a value is too long") from None
                if cut and self.more():
                    continue
                raise self.broken("the text ends in the middle" if cut else "this is no JSON",
                                  error.pos) from None
            except RecursionError:
                raise self.broken("lists within lists, too deep") from None

    def items(self) -> Iterator[Any]:
        """Of a list."""
        self.take("[")
        if self.sign() == "]":
            self.take("]")
            return
        while True:
            yield self.value()
            if self.take(",]") == "]":
                return


def members(window: Window, listed: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    """Of an object, which is all there is. A member of `listed` that is a list comes as an iterator,
    which must be used up before the next."""
    window.take("{")
    more = window.sign() != "}" or window.take("}") == "{"
    while more:
        name = window.value()
        if not isinstance(name, str):
            raise window.broken("a name is missing")
        window.take(":")
        if name in listed and window.sign() == "[":
            items = window.items()
            yield name, items
            for _ in items:
                pass
        else:
            yield name, window.value()
        more = window.take(",}") == ","
    if window.sign():
        raise window.broken("something follows the end")


def lines(file: TextIO, decoder: json.JSONDecoder) -> Iterator[tuple[int, Any]]:
    """The values of JSON Lines with their line's number; the last is None if it is torn: a text that
    ends in the middle."""
    number = 0
    while line := file.readline(LONGEST):
        number += 1
        try:
            value = decoder.decode(line)
        except (ValueError, RecursionError):
            if line[-1] != "\n" and len(line) < LONGEST:
                yield number, None
                return
            raise Broken(f"line {number}: this is no JSON") from None
        if not isinstance(value, dict):
            raise Broken(f"line {number}: this is no row")
        yield number, value
