#!/usr/bin/python3
"""Validates reports, comparisons and races against docs/*.schema.json: validate_report.py [--bad] FILE..

A FILE that ends in .jsonl is JSON Lines; "-" is standard input, as JSON. Needs python3-jsonschema. Exit 1 names the
first thing that is wrong. With --bad each line of FILE is a document that is not valid; exit 1 names those that are.
"""
import json
import os
import sys

from jsonschema import Draft202012Validator, RefResolver, ValidationError

DOCS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs")


def read_schema(name):
    with open(os.path.join(DOCS, name), encoding="utf-8") as file:
        schema = json.load(file)
    Draft202012Validator.check_schema(schema)
    return schema


REPORT = read_schema("report.schema.json")


def beside_report(name):
    """The validator of a schema that refers to the report's."""
    own = read_schema(name)
    base = "file:///docs/"
    return Draft202012Validator(own, resolver=RefResolver(base + name, own, {base + "report.schema.json": REPORT}))


LINE = Draft202012Validator({"$defs": REPORT["$defs"], "$ref": "#/$defs/line"})
KINDS = {'"absbench.compare/3"': beside_report("compare.schema.json"),
         '"absbench.tune/2"': beside_report("tune.schema.json"), "": Draft202012Validator(REPORT)}


def of(text):
    return next(KINDS[schema] for schema in KINDS if schema in text)


def refuse(constant):
    raise ValueError(f"{constant} is not JSON")


def check(validator, text, where):
    try:
        validator.validate(json.loads(text, parse_constant=refuse))
    except (ValueError, ValidationError) as error:
        path = "/".join(str(part) for part in getattr(error, "absolute_path", []))
        sys.exit(f"{where}: {path}: {getattr(error, 'message', error)}"[:500])


if sys.argv[1] == "--bad":
    with open(sys.argv[2], encoding="utf-8") as bad:
        valid = [i for i, text in enumerate(bad, 1) if of(text).is_valid(json.loads(text))]
    sys.exit(f"not noticed: {valid}" if valid else 0)
for name in sys.argv[1:]:
    with sys.stdin if name == "-" else open(name, encoding="utf-8") as document:
        if name.endswith(".jsonl"):
            for number, text in enumerate(document, 1):
                check(LINE, text, f"{name}:{number}")
        else:
            text = document.read()
            check(of(text), text, name)
