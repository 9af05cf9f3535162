#!/usr/bin/python3
"""Validates reports, comparisons and races against docs/*.schema.json: validate_report.py [--bad] FILE..

A FILE of schema absbench.compare/3 is a comparison, of absbench.tune/2 a race, any other a report. One that ends in .jsonl is JSON Lines; "-" is standard input, as JSON. Needs python3-jsonschema.
Exit 1 names the first thing that is wrong. With --bad each line of FILE is a document that is not valid; exit 1
names those that are.
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


def beside_report(name, report):
    """The validator of a schema that refers to the report's."""
    own = read_schema(name)
    base = "file:///docs/"
    resolver = jsonschema.RefResolver(base + name, own, {base + "report.schema.json": report})
    return jsonschema.Draft202012Validator(own, resolver=resolver)


def main():
    schema = read_schema("report.schema.json")
    report = jsonschema.Draft202012Validator(schema)
    comparison = beside_report("compare.schema.json", schema)
    race = beside_report("tune.schema.json", schema)
    line = jsonschema.Draft202012Validator({"$defs": schema["$defs"], "$ref": "#/$defs/line"})
    kinds = {'"absbench.compare/3"': comparison, '"absbench.tune/2"': race}

    def of(text):
        return next((kinds[k] for k in kinds if k in text), report)

    if sys.argv[1] == "--bad":
        with open(sys.argv[2], encoding="utf-8") as file:
            valid = [i for i, text in enumerate(file, 1) if of(text).is_valid(json.loads(text))]
        sys.exit(f"not noticed: {valid}" if valid else 0)
    for name in sys.argv[1:]:
        file = sys.stdin if name == "-" else open(name, encoding="utf-8")
        with file:
            if not name.endswith(".jsonl"):
                text = file.read()
                check(of(text), text, name)
                continue
            for number, text in enumerate(file, 1):
                check(line, text, f"{name}:{number}")


if __name__ == "__main__":
    main()
