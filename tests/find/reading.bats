#!/usr/bin/env bats
# reading.bats -- the lines of docs/report.md that read a report into pandas take its rows, and those alone.

load ../common

# report FOLDER OPTION..: the same searches in all three forms.
report() {
    local form
    mkdir "$1"
    for form in json jsonl csv; do
        "$BIN" "${@:2}" --no-time --quiet --output="$1/report.$form"
    done
}

@test "the lines of docs/report.md read rows of trees and games in pandas" {
    report refs --tree=uniform:b=4,range=100 --seed=1..3 --game=connectfour --max-positions=2 --algo=pvs,mtdf \
        --reference=failsoft --depth=3,4 --jobs=1
    grep -q '^{"reference_result"' refs/report.jsonl
    report left --tree=uniform:b=40 --depth=5 --algo=pvs --verify --jobs=1
    grep -q '^{"left_out"' left/report.jsonl
    printf '4 ; id "a, ""b"" # c"\n44 ; id "{x"\n' >quoted.txt
    report quoted --game=connectfour --positions=quoted.txt --depth=2 --jobs=1
    sed -n '/^```python/,/^```/{/^```/d;p}' "$ROOT/docs/report.md" >lines
    [ "$(grep -c '^rows = pandas' lines)" -eq 2 ]
    /usr/bin/python3 - <<'END'
import csv, json, os, sys, types

# What pandas does with them, in short.
sys.modules["pandas"] = types.SimpleNamespace(json_normalize=list, read_csv=lambda path: list(csv.DictReader(open(path))))
lines = open("lines").read().splitlines()
for folder in "refs", "left", "quoted":
    os.chdir(folder)
    whole = json.load(open("report.json"))["results"]
    for line in lines:
        exec(line)
        if not line.startswith("rows"):
            continue
        assert [(row["id"], int(row["nodes"])) for row in rows] == [(row["id"], row["nodes"]) for row in whole], line
        if "jsonl" in line:
            assert [{**row, "job": None, "check": None} for row in rows] \
                == [{**row, "job": None, "check": None} for row in whole]
    os.chdir("..")
END
}
