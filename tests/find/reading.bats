#!/usr/bin/env bats
# reading.bats -- the lines of docs/report.md that read a report into pandas take its rows, and those alone.

setup() {
    BIN=$(realpath "${ABSBENCH:-./absbench}")
    sed -n '/^```python/,/^```/{/^```/d;p}' docs/report.md >"$BATS_TEST_TMPDIR/lines.py"
    cd "$BATS_TEST_TMPDIR" || return 1
    # What pandas does with them, in short.
    cat >pandas.py <<'END'
import csv

def json_normalize(rows):
    assert all(isinstance(row, dict) for row in rows)
    return rows

def read_csv(path):
    return list(csv.DictReader(open(path)))
END
}

# report OPTION..: the same searches in all three forms.
report() {
    local form
    rm -f report.*
    for form in json jsonl csv; do
        "$BIN" "$@" --no-time --quiet --output=report.$form
    done
}

check() {
    grep -c '^rows = pandas' lines.py | grep -Fxq 2
    python3 - <<'END'
import json
whole = json.load(open("report.json"))["results"]
for line in open("lines.py"):
    exec(line)
    if line.startswith("rows"):
        assert [row["id"] for row in rows] == [row["id"] for row in whole], line
        assert [int(row["nodes"]) for row in rows] == [row["nodes"] for row in whole]
        if "jsonl" in line:
            assert [{**row, "job": None, "check": None} for row in rows] \
                == [{**row, "job": None, "check": None} for row in whole]
END
}

@test "rows of trees and games, with references and rows left out" {
    report --tree=uniform:b=4,range=100 --seed=1..3 --game=connectfour --max-positions=2 --algo=pvs,mtdf \
        --reference=failsoft --depth=3,4 --jobs=1
    grep -q '^{"reference_result"' report.jsonl
    check
    report --tree=uniform:b=40 --depth=5 --algo=pvs --verify --jobs=1
    grep -q '^{"left_out"' report.jsonl
    check
    printf '4 ; id "a, ""b"" # c"\n44 ; id "{x"\n' >quoted.txt
    report --game=connectfour --positions=quoted.txt --depth=2
    check
}
