"""The one reader of reports, JSON and JSON Lines. Rows stay in their file: what all figures ask of
them is noted in one pass, and whoever wants them themselves takes another."""
import json
import os
import stat
import subprocess
import sys
import tempfile
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TextIO

from . import cli
from .cli import Die
from .schema import AUTO, BY, SCHEMA, WANTED, fits, key
from .stream import Broken, lines, members
from .text import plural

MOST_ERRORS = 10  # that are kept; all are counted
HEAD = 1 << 20  # bytes in which the first line of JSON Lines ends
PLAIN = json.JSONDecoder()


@dataclass(slots=True)
class Searches:
    """What is noted of the rows of one configuration: the id of the first, and how many iterations
    failed low, and high, at first."""
    id: str = ""
    low: int = 0
    high: int = 0

    def note(self, row: dict) -> None:
        """An iteration failed when it took more than one pass; the first says on which side."""
        if row["status"] != "ok":
            return
        for iteration in row["iterations"]:
            if len(iteration["passes"]) > 1 and not iteration.get("guess"):
                one = iteration["passes"][0]
                if one["alpha"] is not None and one["value"] <= one["alpha"]:
                    self.low += 1
                else:
                    self.high += 1


class Rows:
    """The rows of a report, in the order of the file: each turn reads them again."""

    def __init__(self, source: "Source"):
        self.source = source
        self.count, self.first, self.kind = 0, {}, ""
        self.by_config: dict[tuple, Searches] = {}
        self.places = array("q")  # a hash of each row's position

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[dict]:
        return self.source.rows()

    def csv(self, most: int, *options: str) -> bytes:
        """The first of them, as absbench writes them; none if it does not read them, or is not there."""
        try:
            with self.source.read_by("show", "--format=csv", *options) as show:
                return b"".join(islice(show.stdout, most + 1))
        except OSError:
            return b""

    def note(self, row: dict) -> None:
        if not self.count:
            self.first, self.kind = row, row["kind"]
        self.count += 1
        config = key(row, BY)
        found = self.by_config.get(config)
        if not found:
            found = self.by_config[config] = Searches(row["id"])
        found.note(row)
        self.places.append(hash((row["spec"], row["position_id"])))

    def of(self, aggregate: dict) -> Searches:
        return self.by_config.get(key(aggregate, BY)) or Searches()

    def positions(self) -> int:
        return len(set(self.places))


class Source:
    """A file that can be read several times; what cannot, such as a pipe, is copied first."""

    def __init__(self, name: str, shown: str):
        self.shown, self.copy = shown, None
        try:
            with open(name, "rb") if name != "-" else sys.stdin.buffer as file:
                self.path = name
                if name == "-" or not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    self.copy = tempfile.TemporaryFile()  # has no name
                    while data := file.read(1 << 20):
                        self.copy.write(data)
                    self.copy.flush()
                    self.path = f"/proc/self/fd/{self.copy.fileno()}"
            with open(self.path, "rb") as file:
                self.is_lines = begins_lines(file.readline(HEAD))
        except OSError:
            raise Die(2, f"{shown} cannot be read") from None

    def open(self) -> TextIO:
        return open(self.path, encoding="utf-8", newline="\n")

    def read_by(self, verb: str, *options: str, **more) -> subprocess.Popen:
        return subprocess.Popen([cli.absbench(), verb, os.path.abspath(self.path), *options],
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                pass_fds=[self.copy.fileno()] if self.copy else [],
                                **{"stderr": subprocess.DEVNULL} | more)

    def rows(self) -> Iterator[dict]:
        with self.open() as file:
            if self.is_lines:
                yield from (row for _, row in lines(file, PLAIN) if row and "id" in row)
                return
            yield from (row for name, row in members(file, PLAIN) if name == "results")


def begins_lines(line: bytes) -> bool:
    """Whether that is a first line of JSON Lines."""
    try:
        head = json.loads(line) if line[-1:] == b"\n" else None
    except ValueError:
        return False
    return isinstance(head, dict) and "context" in head and "results" not in head


# ---- the two forms -------------------------------------------------------------------------------

def whole(file: Iterable[str], rows: Rows | None) -> dict:
    """A report without its rows, which are noted."""
    failures: Counter = Counter()
    first: dict[str, list] = {"reference_results": [], "errors": []}  # no figure asks for more
    for name, value in members(file, PLAIN):
        if name == "results":
            if rows is not None:
                rows.note(value)
        elif name:
            if name == "errors":
                failures[value["status"] or "other"] += 1
            first[name] += [value] * (len(first[name]) < MOST_ERRORS)
    found = {name: values for name, values in first.items() if name in value}
    return value | found | {"results": rows, "failures": failures}


def journal(source: Source, rows: Rows) -> tuple[dict, bool]:
    """The head of JSON Lines, whose rows are noted, and whether the last line is torn."""
    head, line = {}, None
    with source.open() as file:
        for _, line in lines(file, PLAIN):
            head = head or line
            if line and "id" in line:
                rows.note(line)
    return head, line is None


class Merged:
    """What `absbench merge` writes of JSON Lines, but for the rows. It is the judge of every row, of
    the end and of the signature, and of whether the run was interrupted. It loads the plug-ins that
    the user names, and none that the file names."""

    def __init__(self, source: Source, head: dict, plugins: Sequence[str]):
        options = head["context"]["options"]
        self.source, self.said = source, tempfile.TemporaryFile()
        self.merge = source.read_by("merge", "--format=json", *(
            f"--{name}={options[name]}" for name in ("reference", "metric") if options.get(name)),
            *(f"--game={path}" for path in plugins), stderr=self.said, encoding="utf-8")

    def __iter__(self) -> Iterator[str]:
        inside = False
        for line in self.merge.stdout:
            if not inside or line[0] != "{":
                inside = line == '"results":[\n'
                yield line

    def failed(self) -> str:
        """Why, if it could not."""
        self.merge.stdout.close()
        if self.merge.wait() in (0, 1):  # 1: values disagree, which the report says
            return ""
        self.said.seek(0)
        said = self.said.read().decode(errors="replace").splitlines()
        if not said:
            return "merge failed"
        path = os.path.abspath(self.source.path)
        return said[-1].removeprefix("absbench: ").removeprefix(f"{path}: ")


def merged(source: Source, rows: Rows, plugins: Sequence[str]) -> tuple[dict, list[str]]:
    """JSON Lines as a report, and what is to be said of them."""
    head, torn = journal(source, rows)
    if head.get("schema") != WANTED:
        raise Broken(f"line 1: this is not of {WANTED}")
    cli.need_absbench()
    merge = Merged(source, head, plugins)
    try:
        report = whole(merge, None)
    except Broken:
        report = {}
    why = merge.failed()
    if why or "aggregates" not in report:
        raise Broken(why or "absbench merge does not write reports")
    return report | {"context": head["context"], "results": rows}, \
        ["its last line was torn and is left out"] * torn


# ---- reading -------------------------------------------------------------------------------------

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
    source = Source(name, shown)
    rows, said = Rows(source), []
    try:
        if source.is_lines:
            report, said = merged(source, rows, plugins)
        else:
            with source.open() as file:
                report = whole(file, rows)
    except Broken as fault:
        raise Die(2, f"{shown}: {fault}") from None
    except UnicodeDecodeError:
        raise Die(2, f"{shown} is no text in UTF-8") from None
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise Die(2, f"{shown} lacks fields of {WANTED}; was it made by another version?") from None
    report = checked(report, shown)
    if report["interrupted"]:
        said.append(unfinished(report))
    for one in said:
        cli.warn(f"{shown}: {one}")
    return report


def unfinished(report: dict) -> str:
    return f"{plural(len(report['results']), 'row')} of an unfinished run"
