"""The only reader of reports. absbench turns JSON Lines into a report; it checks every row, the end
and the signature. Rows are not kept: they are read one at a time, each time they are needed."""
import contextlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import BinaryIO

from . import cli
from .cli import Die
from .schema import WANTED, is_whole, window_of
from .text import plural

STDIN = "/dev/stdin"
HEAD = 1 << 20  # most bytes in the first line of JSON Lines
LISTS = {b'"results":[\n': "results", b'"reference_results":[\n': "reference_results"}
ROW = b'{"id"'


class Source:
    """The file of a report, which can be read from its beginning as often as is needed. `head` is
    the first line of JSON Lines; `agree` and `said` are what absbench has found last."""

    def __init__(self, name: str):
        self.shown, self.agree, self.said = "standard input" if name == "-" else name, True, b""
        try:
            self.file = sys.stdin.buffer if name == "-" else open(name, "rb")
            if name == "-" or not self.file.seekable():
                kept = tempfile.TemporaryFile()
                shutil.copyfileobj(self.file, kept)
                self.file = kept
            self.file.seek(0)
            self.head = head_of(self.file.readline(HEAD))
        except OSError:
            raise Die(2, f"{self.shown} cannot be read") from None

    @contextlib.contextmanager
    def show(self, *options: str) -> Iterator[BinaryIO]:
        """What `absbench show` prints for the report."""
        cli.need_absbench()
        self.file.seek(0)
        with tempfile.TemporaryFile() as said, subprocess.Popen([cli.absbench(), "show", STDIN, *options], stdin=self.file,
                                                                stdout=subprocess.PIPE, stderr=said) as child:
            try:
                yield child.stdout
            except BaseException:
                child.kill()  # the rest of it is not wanted
                raise
            code = child.wait()
            said.seek(0)
            self.agree, self.said = code == 0, said.read()
        if code not in (0, 1):  # 1: values disagree, which the report says
            last = (self.said.decode(errors="replace").splitlines() or ["absbench failed"])[-1]
            raise Die(2, f"{self.shown}: {last.removeprefix('absbench: ').removeprefix(f'{STDIN}: ')}")

    def ask(self, *options: str) -> bytes:
        with self.show(*options) as printed:
            return printed.read()

    @contextlib.contextmanager
    def lines(self) -> Iterator[Iterable[bytes]]:
        """The lines of the report as JSON."""
        if self.head:
            with self.show("--format=json") as printed:
                yield printed
        else:
            self.file.seek(0)
            yield self.file

    def rows(self, name: str) -> Iterator[bytes]:
        """The lines of rows in that list of the report, if they have a line each."""
        with self.lines() as lines:
            inside = None
            for line in lines:
                if not line.startswith(ROW):
                    inside = LISTS.get(line)
                elif inside == name:
                    yield line


class Rows:
    """The rows in a list of a report: how many there are, the first, and all, read anew each time."""

    def __init__(self, shown: str, lines: Callable[[], Iterator[bytes]], count: int, first: bytes):
        self.shown, self.lines, self.count = shown, lines, count
        self.first = self.parsed(first) if first else None

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[dict]:
        return self.having(lambda line: True)

    def having(self, wanted: Callable[[bytes], bool]) -> Iterator[dict]:
        """Those whose lines are wanted."""
        with contextlib.closing(self.lines()) as lines:
            yield from map(self.parsed, filter(wanted, lines))

    def parsed(self, line: bytes) -> dict:
        try:
            return json.loads(line.rstrip(b",\n"), object_hook=slim)
        except (RecursionError, ValueError):
            raise Die(2, f"{self.shown}: a row is no JSON") from None


def slim(one: dict) -> dict:
    """Drops the fields that no figure reads, which are most of a row; adds the window."""
    if isinstance(one.get("iterations"), list):
        one["iterations"] = []
    return one | {"window": window_of(one)} if "window_low" in one else one


def head_of(line: bytes) -> dict | None:
    """The first line of JSON Lines, if it is one."""
    try:
        head = json.loads(line)
    except (RecursionError, ValueError):
        return None
    return head if isinstance(head, dict) and isinstance(head.get("context"), dict) and "results" not in head else None


def no_json(shown: str, line: int | None) -> Die:
    return Die(2, f"{shown}: {f'line {line}: ' if line else ''}this is no JSON, or the text ends in the middle")


def framed(lines: Iterable[bytes], shown: str) -> tuple[bytes, dict[str, int], dict[str, bytes]]:
    """A report with an empty line for each row, as absbench writes rows; and of each list the number
    of its rows, and the first. A report in another form stays as it is."""
    frame, counts, firsts, inside, comma = [], {}, {}, None, True
    for at, line in enumerate(lines, 1):
        is_row = inside is not None and line.startswith(ROW)
        if inside is not None and comma != (is_row or not counts[inside]):
            raise no_json(shown, at)
        if is_row:
            counts[inside] += 1
            firsts.setdefault(inside, line)
            comma = line.endswith(b",\n")
            frame.append(b"\n")
        else:
            inside, comma = LISTS.get(line), True
            if inside is not None:
                counts[inside] = 0
            frame.append(line)
    return b"".join(frame), counts, firsts


def read_file(name: str) -> dict:
    """Reads a report; - is standard input. Its lists of rows are Rows, its `source` the file."""
    source = Source(name)
    shown = source.shown
    with source.lines() as lines:
        frame, counts, firsts = framed(lines, shown)
    if b"last line is torn" in source.said:
        cli.warn(f"{shown}: its last line was torn and is left out")
    try:
        report = json.loads(frame, object_hook=slim)
    except (RecursionError, ValueError) as error:
        raise no_json(shown, getattr(error, "lineno", None)) from None
    if not isinstance(report, dict) or report.get("schema") != WANTED or "aggregates" not in report:
        raise Die(2, f"{shown} is not a whole {WANTED}; make it with --format=json")
    for which in LISTS.values():
        if which in counts:
            report[which] = Rows(shown, partial(source.rows, which), counts[which], firsts.get(which, b""))
        elif isinstance(report.get(which), list):
            lines = partial(lines_of, report[which])
            report[which] = Rows(shown, lines, len(report[which]), next(lines(), b""))
    if not is_whole(report):
        raise Die(2, f"{shown} lacks fields of {WANTED}; was it made by another version?")
    if source.head:
        report["context"] = source.head["context"]
    if report["interrupted"]:
        cli.warn(f"{shown}: {unfinished(report)}")
    return report | {"source": source}


def lines_of(rows: list) -> Iterator[bytes]:
    return (json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() for row in rows)


def unfinished(report: dict) -> str:
    return f"{plural(len(report['results']), 'row')} of an unfinished run"
