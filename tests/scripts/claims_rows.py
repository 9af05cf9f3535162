#!/usr/bin/python3
"""Stored rows of the claims for tests: few of them, or others.

  claims_rows.py few FROM TO N             N positions of each domain
  claims_rows.py alter DIR EXPERIMENT PYTHON
       each row through statements that see c (its configuration), domain, status, steps
       ([value, work, leaves, passes] each), worked (those with work) and kept, and may change them; index is the
       place of the position among those of its domain
"""
import csv
import io
import json
import lzma
import sys
from pathlib import Path


def read(path):
    about, rest = lzma.decompress(path.read_bytes()).decode().split("\n", 1)
    header, *rows = map(list, zip(*csv.reader(io.StringIO(rest))))
    return about, header, rows


def write(path, about, header, rows):
    text = io.StringIO()
    text.write(about + "\n")
    csv.writer(text, lineterminator="\n").writerows(zip(header, *rows))
    path.write_bytes(lzma.compress(text.getvalue().encode(), preset=1))


def few(source, to, count):
    """The first positions of `ordering`'s trees and of those that the rarest experiment has; those of files of
    their own apart."""
    def suite(name):
        return name.split("-")[0].split(".")[0] if name.startswith(("judged", "second")) else "large"
    every = {path.name: read(path) for path in sorted(Path(source).glob("*.csv.xz"))}
    found = {}
    for name, (about, _, rows) in every.items():
        domains = json.loads(about[2:])["domains"]
        here = {}
        for row in rows:
            here.setdefault(domains[int(row[0])], {})[row[1]] = None
        for domain, positions in here.items():
            key = domain, suite(name)
            kept = found.get(key)
            found[key] = [p for p in (positions if kept is None else kept) if p in positions]
    for name, (about, header, rows) in every.items():
        domains = json.loads(about[2:])["domains"]
        write(Path(to) / name, about, header,
              [row for row in rows if row[1] in found[domains[int(row[0])], suite(name)][:int(count)]])


def alter(folder, experiment, statements):
    path = Path(folder) / f"{experiment}.csv.xz"
    about, header, rows = read(path)
    described = json.loads(about[2:])
    code = compile(statements, "altered", "exec")
    positions = {}
    for row in rows:
        positions.setdefault(row[0], set()).add(row[1])
    index = {(domain, position): i for domain, found in positions.items() for i, position in enumerate(sorted(found))}
    for row in rows:
        seen = {"c": described["configs"][int(row[2])], "domain": described["domains"][int(row[0])],
                "index": index[row[0], row[1]], "status": row[3],
                "steps": [[int(x) if x else None for x in one.split(":")] for one in row[4].split(";") if one],
                "kept": dict(zip(header[5:], row[5:]))}
        seen["worked"] = [one for one in seen["steps"] if one[1] is not None]
        exec(code, seen)
        row[3] = seen["status"]
        row[4] = ";".join(":".join("" if x is None else str(x) for x in one) for one in seen["steps"])
        row[5:] = seen["kept"].values()
    write(path, about, header, rows)


{"few": few, "alter": alter}[sys.argv[1]](*sys.argv[2:])
