"""The fields of reports, from report.schema.json."""
import json
import sys
from typing import Any, Iterable

from . import cli

FOLDER = cli.HERE.parents[1] / "share/absbench" if cli.INSTALLED else cli.TOP / "docs"
try:
    SCHEMA = json.loads((FOLDER / "report.schema.json").read_text())
except (OSError, ValueError) as error:
    cli.warn(f"{FOLDER / 'report.schema.json'} cannot be read: {getattr(error, 'strerror', None) or error}; "
             + ("install absbench anew" if cli.INSTALLED else "git restore docs/report.schema.json"))
    sys.exit(2)
WANTED = SCHEMA["$defs"]["schema"]["const"]
ROW = SCHEMA["$defs"]["row"]["properties"]
# The level at which a report compares the values of a field. A window is one field.
LEVELS = {"window" if name == "window_low" else name: field["x-level"] for name, field in ROW.items()
          if field.get("x-level", "copy") != "copy" and name not in ("window_high", "window_auto")}


def frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


AUTO = "auto"  # a window that changes from iteration to iteration


def window_of(row: dict) -> list[int] | str | None:
    """The window of a row or an aggregate."""
    sides = [row.get("window_low"), row.get("window_high")]
    return AUTO if row.get("window_auto") else None if None in sides else sides


def key(row: dict, fields: Iterable[str]) -> tuple:
    """Of a row, or of what an aggregate is by."""
    return tuple(None if x == AUTO else frozen(x) for x in map(row.get, fields))


def is_whole(report: dict) -> bool:
    """Whether the report, its aggregates and its first row (for all rows) have all fields."""
    aggregate, row = SCHEMA["properties"]["aggregates"]["items"], SCHEMA["$defs"]["row"]
    return report.keys() >= set(SCHEMA["required"]) \
        and all(a.keys() >= set(aggregate["required"]) for a in report["aggregates"]) \
        and all(one.keys() >= set(row["required"]) for one in filter(None, [report["results"].first]))
