#!/usr/bin/python3
"""schemas.py BINARY -- holds docs/*.schema.json, which are written by hand, to the program's fields, columns and names.

Exit 1 names the first difference.
"""
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEVELS = {"SETTING": "setting", "FRAME": "frame", "ALGORITHM": "algorithm", "POLICY": "policy", "COPY": "copy"}


def printed(*words):
    return subprocess.run([sys.argv[1], *words], capture_output=True, text=True, check=True).stdout


def hold(what, program, schema):
    if program != schema:
        differ = [one for one in program if one not in schema] + [one for one in schema if one not in program]
        sys.exit(f"{what}: the program and the schema differ: {differ or 'another order'}")


def tables(name):
    """What `absbench schema` says: the rows (name, help) of its first table, and each other table with its help."""
    page = printed("schema", *[name] * (name != "report"), "--format=markdown")
    parts = re.split(r"^`(\w+)`: (.*)\n", page, flags=re.M)
    first, *rest = [re.findall(r"^\| `([^|]*)` \|[^|]*\| (.*) \|$", part, flags=re.M) for part in parts[::3]]
    return first, zip(parts[1::3], parts[2::3], rest)


def hold_table(what, columns, properties):
    """A setting is described where it is defined."""
    hold(what, [column for column, _ in columns], list(properties))
    for column, text in columns:
        hold(f"{what}, {column}", [text], [properties[column].get("description", text)])


def hold_tables(name, schema):
    first, rest = tables(name)
    known = dict(schema["properties"], **schema.get("$defs", {}).get("verification", {}).get("properties", {}))
    for table, text, columns in rest:
        hold(f"{name}, {table}", [text], [known[table]["description"]])
        hold_table(f"{name}, {table}", columns, known[table]["items"]["properties"])
        hold(f"{name}, {table}, required", [column for column, _ in columns], known[table]["items"]["required"])
    if name != "report":
        hold_table(name, first, {column: known.get(column) for column, _ in first})
        return
    fields = ", ".join(field.replace("`", "") for field, _ in first).split(", ")
    row, tt = (schema["$defs"][part]["properties"] for part in ("row", "tt"))
    hold("a row", [field for field in fields if "." not in field], list(row))
    hold("tt", [field[3:] for field in fields if field.startswith("tt.")], list(tt))


def hold_names(definitions):
    """Of choices, and the level of each setting."""
    kinds = {"core": ["core", "limit"], "driver": ["driver"], "widen": ["policy"], "tt_mode": ["tt_mode"],
             "tt_replace": ["tt_replacement"]}
    listed = json.loads(printed("list", "--format=json"))["choices"]
    for name, of in kinds.items():
        hold(name, sorted(choice["name"] for choice in listed if choice["kind"] in of),
             sorted(one for one in definitions[name]["enum"] if one not in (None, "engine")))
    source = (ROOT / "src/search/config.def").read_text()
    levels = re.findall(r"^(?:CONFIG\([^,]*,|DERIVED\()\s*(\w+), (\w+),", source, flags=re.M)
    row = definitions["row"]["properties"]
    hold("levels", sorted((side, LEVELS[level]) for name, level in levels
                          for side in (["window_low", "window_high", "window_auto"] if name == "window" else [name])),
         sorted((name, field["x-level"]) for name, field in row.items() if "x-level" in field))


SCHEMAS = {name: json.loads((ROOT / f"docs/{name}.schema.json").read_text())
           for name in ("report", "compare", "tune", "list")}
for one, described in SCHEMAS.items():
    hold_tables(one, described)
hold_names(SCHEMAS["report"]["$defs"])
