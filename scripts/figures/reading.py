"""The only reader of reports. absbench turns JSON Lines into a report; it checks every row, the end
and the signature."""
import json
import subprocess
import sys
from pathlib import Path

from . import cli
from .cli import Die
from .schema import WANTED, is_whole, window_of
from .text import plural

STDIN = "/dev/stdin"
HEAD = 1 << 20  # most bytes in the first line of JSON Lines


def ask(data: bytes, *options: str) -> subprocess.CompletedProcess:
    """What `absbench show` prints for a report."""
    cli.need_absbench()
    return subprocess.run([cli.absbench(), "show", STDIN, *options], input=data, capture_output=True)


def reason(ended: subprocess.CompletedProcess) -> str:
    """Why it failed."""
    said = ended.stderr.decode(errors="replace").splitlines() or ["absbench failed"]
    return said[-1].removeprefix("absbench: ").removeprefix(f"{STDIN}: ")


def head_of(data: bytes) -> dict | None:
    """The first line of JSON Lines, if it is one."""
    try:
        head = json.loads(data[:HEAD].split(b"\n", 1)[0])
    except ValueError:
        return None
    return head if isinstance(head, dict) and isinstance(head.get("context"), dict) and "results" not in head else None


def whole(data: bytes, shown: str) -> bytes:
    """Turns JSON Lines into JSON."""
    made = ask(data, "--format=json")
    if made.returncode not in (0, 1):  # 1: values disagree, which the report says
        raise Die(2, f"{shown}: {reason(made)}")
    if b"last line is torn" in made.stderr:
        cli.warn(f"{shown}: its last line was torn and is left out")
    return made.stdout


def slim(one: dict) -> dict:
    """Drops the fields that no figure reads, which are most of a row; adds the window."""
    if isinstance(one.get("iterations"), list):
        one["iterations"] = []
    return one | {"window": window_of(one)} if "window_low" in one else one


def parsed(data: bytes, shown: str) -> dict:
    try:
        report = json.loads(data, object_hook=slim)
    except (RecursionError, ValueError) as error:
        where = f"line {error.lineno}: " if hasattr(error, "lineno") else ""
        raise Die(2, f"{shown}: {where}this is no JSON, or the text ends in the middle") from None
    if not isinstance(report, dict) or report.get("schema") != WANTED or "aggregates" not in report:
        raise Die(2, f"{shown} is not a whole {WANTED}; make it with --format=json")
    if not is_whole(report):
        raise Die(2, f"{shown} lacks fields of {WANTED}; was it made by another version?")
    return report


def read_file(name: str) -> dict:
    """Reads a report; - is standard input. Its `text` is the bytes of the file."""
    shown = "standard input" if name == "-" else name
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError:
        raise Die(2, f"{shown} cannot be read") from None
    head = head_of(data)
    report = parsed(whole(data, shown) if head else data, shown)
    if head:
        report["context"] = head["context"]
    if report["interrupted"]:
        cli.warn(f"{shown}: {unfinished(report)}")
    return report | {"text": data}


def unfinished(report: dict) -> str:
    return f"{plural(len(report['results']), 'row')} of an unfinished run"
