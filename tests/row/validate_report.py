#!/usr/bin/python3
"""Validates reports and comparisons against docs/*.schema.json: validate_report.py FILE..

A FILE of schema absbench.compare/2 is a comparison, any other a report. One that ends in .jsonl is JSON Lines; "-" is standard input, as JSON. Needs python3-jsonschema.
Exit 1 names the first thing that is wrong.
"""
import json
import os
import sys

import jsonschema

DOCS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs")


def refuse(constant):
    raise ValueError(f"{constant} is not JSON")


def check(validator, text, where):
    try:
        validator.validate(json.loads(text, parse_constant=refuse))
    except (ValueError, jsonschema.ValidationError) as error:
        path = "/".join(str(part) for part in getattr(error, "absolute_path", []))
        sys.exit(f"{where}: {path}: {getattr(error, 'message', error)}"[:500])


def read_schema(name):
    with open(os.path.join(DOCS, name), encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    return schema


def main():
    schema = read_schema("report.schema.json")
    report = jsonschema.Draft202012Validator(schema)
    compare = read_schema("compare.schema.json")
    base = "file:///docs/"
    beside = jsonschema.RefResolver(base + "compare.schema.json", compare, {base + "report.schema.json": schema})
    comparison = jsonschema.Draft202012Validator(compare, resolver=beside)
    line = jsonschema.Draft202012Validator({"$defs": schema["$defs"], "$ref": "#/$defs/line"})
    for name in sys.argv[1:]:
        file = sys.stdin if name == "-" else open(name, encoding="utf-8")
        with file:
            if not name.endswith(".jsonl"):
                text = file.read()
                check(comparison if '"absbench.compare/2"' in text else report, text, name)
                continue
            for number, text in enumerate(file, 1):
                check(line, text, f"{name}:{number}")


if __name__ == "__main__":
    main()
