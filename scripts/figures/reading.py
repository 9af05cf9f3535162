"""The one reader of reports, JSON and JSON Lines. Rows stay in their file, of which each is a line: what all
figures ask of them is noted in one pass, and whoever wants them themselves takes another. So a report may be
larger than the memory; JSON that is laid out otherwise is read whole."""
import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Any

from . import cli
from .cli import Die
from .schema import AUTO, SCHEMA, WANTED, fits
from .text import plural

MOST_ERRORS = 10  # that are kept; all are counted
HEAD = 1 << 20  # bytes in which the first line of JSON Lines ends
PLAIN = json.JSONDecoder()
LONG = {f'"{name}":[\n': name for name in ("results", "reference_results", "errors")}


class Broken(Exception):
    """What is wrong with the text: "line 7: .."."""


def decoded(text: str, number: int) -> tuple[Any, int]:
    """The value that the text begins with, and where it ends; its first line has that number."""
    try:
        return PLAIN.raw_decode(text)
    except json.JSONDecodeError as error:
        number += error.lineno - 1
    except RecursionError:
        pass
    raise Broken(f"line {number}: this is no JSON, or the text ends in the middle")


def members(file: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """Each value of a report's long lists, with the list's name; last, with none, the report, in
    which these lists are empty. Values met on lines of their own are let go of: until the end a 0
    stands for each, so that commas and numbers of lines are right."""
    kept, inside = [], ""
    for number, line in enumerate(file, 1):
        if inside and line[0] == "{":
            value, end = decoded(line, number)
            yield inside, value
            line = sys.intern("0" + line[end:])
        elif line in LONG or line[0] == "]":
            inside = LONG.get(line, "")
        kept.append(line)
    text = "".join(kept)
    report, end = decoded(text, 1) if text.strip() else ({}, 0)
    if text[end:].strip():
        raise Broken(f"line {1 + text.count(chr(10), 0, end)}: something follows the end")
    for name in LONG.values():
        if isinstance(values := report.get(name), list):
            yield from ((name, value) for value in values if value != 0)
            report[name] = []
    yield "", report


class Rows:
    """The rows of a report, in the order of the file: each turn reads them again."""

    def __init__(self, source: "Source"):
        self.source = source
        self.count, self.first = 0, {}
        self.positions: set[int] = set()  # a hash of each

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[dict]:
        return self.source.rows()

    def csv(self, *options: str) -> bytes:
        """As absbench writes them; none if it does not read them, or is not there."""
        try:
            with self.source.read_by("show", "--format=csv", *options) as show:
                return show.stdout.read()
        except OSError:
            return b""

    def note(self, row: dict) -> None:
        self.first = self.first or row
        self.count += 1
        self.positions.add(hash((row["spec"], row["position_id"])))


class Source:
    """A file that can be read several times: what cannot, such as a pipe, is copied first. Of JSON Lines
    absbench makes a report; it is the judge of every row, of the end and of the signature, and loads the
    plug-ins that the user names, and none that the file names."""

    def __init__(self, name: str, plugins: Sequence[str]):
        self.files: list[IO[bytes]] = []  # that have no name
        with open(name, "rb") if name != "-" else sys.stdin.buffer as file:
            self.path = os.path.abspath(name)
            if name == "-" or not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                self.path = self.unnamed()
                shutil.copyfileobj(file, self.files[0])
                self.files[0].flush()
        with open(self.path, "rb") as file:
            self.head = head_of(file.readline(HEAD))
        self.is_torn, self.json = False, self.path
        if self.head:
            self.json = self.unnamed()
            self.merge(plugins)

    def unnamed(self) -> str:
        self.files.append(tempfile.TemporaryFile())
        return f"/proc/self/fd/{self.files[-1].fileno()}"

    def read_by(self, verb: str, *options: str, **more) -> subprocess.Popen:
        return subprocess.Popen([cli.absbench(), verb, self.path, *options], stdin=subprocess.DEVNULL,
                                pass_fds=[file.fileno() for file in self.files],
                                **{"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL} | more)

    def merge(self, plugins: Sequence[str]) -> None:
        if self.head.get("schema") != WANTED:
            raise Broken(f"line 1: this is not of {WANTED}")
        cli.need_absbench()
        asked = self.head["context"]["options"]
        words = [f"--{name}={asked[name]}" for name in ("reference", "metric") if asked.get(name)]
        merge = self.read_by("merge", "--format=json", *words, *(f"--game={path}" for path in plugins),
                             stdout=self.files[-1], stderr=subprocess.PIPE)
        said = merge.communicate()[1].decode(errors="replace").splitlines()
        if merge.returncode not in (0, 1):  # 1: values disagree, which the report says
            why = said[-1] if said else "absbench merge failed"
            raise Broken(why.removeprefix("absbench: ").removeprefix(f"{self.path}: "))
        self.is_torn = any("last line is torn" in line for line in said)

    def members(self) -> Iterator[tuple[str, Any]]:
        with open(self.json, encoding="utf-8", newline="\n") as file:
            yield from members(file)

    def rows(self) -> Iterator[dict]:
        return (row for name, row in self.members() if name == "results")


def head_of(line: bytes) -> dict | None:
    """The first line of JSON Lines, if it is one."""
    try:
        head = json.loads(line) if line[-1:] == b"\n" else None
    except ValueError:
        return None
    return head if isinstance(head, dict) and "context" in head and "results" not in head else None


# ---- reading -------------------------------------------------------------------------------------

def whole(source: Source) -> dict:
    """The report without its rows, which are noted, and without most of its errors, which are counted."""
    rows, failures = Rows(source), Counter()
    first: dict[str, list] = {"reference_results": [], "errors": []}  # no figure asks for more
    for name, value in source.members():
        if name == "results":
            rows.note(value)
        elif name:
            if name == "errors":
                failures[value["status"] or "other"] += 1
            first[name] += [value] * (len(first[name]) < MOST_ERRORS)
    found = {name: values for name, values in first.items() if name in value}
    context = {"context": source.head["context"]} if source.head else {}
    return value | found | context | {"results": rows, "failures": failures}


def checked(report: dict, shown: str) -> dict:
    """Of rows the first stands for all; what a row lacks is found where it is wanted."""
    rows = report["results"]
    try:
        is_whole = report["schema"] == WANTED and "aggregates" in report
    except KeyError:
        is_whole = False
    if not is_whole:
        raise Die(2, f"{shown} is not a whole {WANTED}; make it with --format=json")
    outline = {name: value for name, value in report.items() if name != "failures"}
    if not fits(outline | {"results": [rows.first] if rows else []}, SCHEMA):
        raise Die(2, f"{shown} lacks fields of {WANTED}; was it made by another version?")
    for one in report["aggregates"]:
        if one["window"] is None and one["widen"] is not None:
            one["window"] = AUTO
    return report


def read_file(name: str, plugins: Sequence[str] = ()) -> dict:
    """A report; - is standard input. JSON Lines of plug-ins need these. Its `results` are Rows, its
    `errors` the first, and `failures` counts all of them."""
    shown = "standard input" if name == "-" else name
    try:
        source = Source(name, plugins)
        report = whole(source)
    except OSError:
        raise Die(2, f"{shown} cannot be read") from None
    except Broken as fault:
        raise Die(2, f"{shown}: {fault}") from None
    except UnicodeDecodeError:
        raise Die(2, f"{shown} is no text in UTF-8") from None
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise Die(2, f"{shown} lacks fields of {WANTED}; was it made by another version?") from None
    report = checked(report, shown)
    if source.is_torn:
        cli.warn(f"{shown}: its last line was torn and is left out")
    if report["interrupted"]:
        cli.warn(f"{shown}: {unfinished(report)}")
    return report


def unfinished(report: dict) -> str:
    return f"{plural(len(report['results']), 'row')} of an unfinished run"
