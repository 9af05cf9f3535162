"""A report's rows as CSV, as --format=csv writes them: a column for each field of the schema."""
import csv
import io
import re
from typing import Any, Callable, Iterable, Iterator

from .schema import ROW, resolved


def _columns(times: bool, jobs: bool) -> Iterator[tuple[str, Callable[[dict], Any]]]:
    """Lists of two numbers take two columns, lists of words one, and objects one for each of
    theirs; what is longer is not in the CSV."""
    for name, schema in ((name, resolved(schema)) for name, schema in ROW.items()
                         if name != "check" and (jobs or name != "job")):
        kind = next((one for one in map(resolved, schema.get("oneOf", [schema]))
                     if one.get("type") != "null"), {})
        if "prefixItems" in kind:
            for i, side in enumerate(("low", "high")):
                yield f"{name}_{side}", lambda row, n=name, i=i: row.get(n) and row[n][i]
        elif "properties" in kind and (times or name != "time"):
            for part in kind["properties"]:
                yield (part if name == "time" else f"{name}_{part}",
                       lambda row, n=name, p=part: (row.get(n) or {}).get(p))
        elif "items" in kind and resolved(kind["items"]).get("type") == "string":
            yield name, lambda row, n=name: row.get(n) and " ".join(row[n])
        elif "items" not in kind and "properties" not in kind:
            yield name, lambda row, n=name: row.get(n)


def _cell(value: Any) -> Any:
    if isinstance(value, str) and re.match(r"[=+@\t\r]|-(?![0-9]+\Z)", value):
        return "'" + value  # a spreadsheet would compute it
    return str(value).lower() if isinstance(value, bool) else getattr(value, "text", value)


def as_csv(rows: Iterable[dict], times: bool, jobs: bool) -> bytes:
    columns = list(_columns(times, jobs))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([name for name, _ in columns])
    writer.writerows([_cell(value(row)) for _, value in columns] for row in rows)
    return out.getvalue().encode()
