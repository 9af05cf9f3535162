"""The shape of reports, from report.schema.json: the fields there are, and whether a value fits."""
import json
from typing import Any, Iterable

from . import cli

FOLDER = cli.HERE.parents[1] / "share/absbench" if cli.INSTALLED else cli.TOP / "docs"
SCHEMA = json.loads((FOLDER / "report.schema.json").read_text())
WANTED = SCHEMA["$defs"]["schema"]["const"]
ROW = SCHEMA["$defs"]["row"]["properties"]
METRICS = SCHEMA["$defs"]["metric"]["enum"]
# At which level the rows of a report are compared by a field of the configuration.
LEVELS = {name: field["x-level"] for name, field in ROW.items()
          if field.get("x-level", "copy") != "copy"}
BY = ["domain", "spec", *LEVELS]  # what makes a group of rows one aggregate


def frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


AUTO = "auto"  # an aggregate's window where that of its rows is null, though they have one


def key(row: dict, fields: Iterable[str]) -> tuple:
    """Of a row, or of what an aggregate is by."""
    return tuple(None if x == AUTO else frozen(x) for x in map(row.get, fields))


_TYPES = {"string": str, "boolean": bool, "array": list, "object": dict, "null": type(None),
          "integer": int, "number": (int, float)}


def fits(value: Any, schema: dict) -> bool:
    """Whether the value has the schema's shape: its types, and its objects' names. Text is text,
    whatever it says."""
    while "$ref" in schema:
        schema = SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[-1]]
    if "oneOf" in schema:
        return any(fits(value, one) for one in schema["oneOf"])
    if "type" not in schema:
        return type(value) in map(type, schema.get("enum", [schema.get("const")]))
    names = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    if not any(isinstance(value, _TYPES[name]) for name in names) \
            or isinstance(value, bool) and "boolean" not in names:
        return False
    if isinstance(value, list):
        first = schema.get("prefixItems", [])
        rest = [schema.get("items") or {"oneOf": []}] * (len(value) - len(first))
        return all(map(fits, value, first + rest))
    if isinstance(value, dict) and "properties" in schema:
        fields = schema["properties"]
        return set(schema.get("required", [])) <= set(value) <= set(fields) \
            and all(fits(one, fields[name]) for name, one in value.items())
    return True
