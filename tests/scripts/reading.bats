#!/usr/bin/env bats
# How the scripts read reports: row by row, and only whole ones without a word. From the top.

bats_require_minimum_version 1.5.0
load refused
load python

setup_file() {
    quick_python
    warm
    export ABSBENCH=${ABSBENCH:-./absbench}
    cd "$BATS_FILE_TMPDIR"
    run=(--tree=uniform:b=3,range=100 --seed=1..4 --depth=2,3 --algo=alphabeta,pvs --no-time --quiet)
    "$OLDPWD/$ABSBENCH" "${run[@]}" --output=run.json
    "$OLDPWD/$ABSBENCH" "${run[@]}" --output=run.jsonl
    many=(--tree=uniform:b=3,range=1000 --seed=1..10500 --depth=2 --algo=alphabeta,pvs --plain --no-time)
    "$OLDPWD/$ABSBENCH" "${many[@]}" --no-check-moves --quiet --output=many.json
    "$OLDPWD/$ABSBENCH" "${many[@]}" --no-check-moves --quiet --output=many.jsonl
    cd "$OLDPWD"
}

teardown_file() { cool; }

setup() {
    reports=$BATS_FILE_TMPDIR
    out=$BATS_TEST_TMPDIR
}

# Usage: drawn REPORT : the figure, without the command that made the report.
drawn() {
    scripts/plot ratio "$1" -o "$out/drawn.svg" >/dev/null
    grep '<text' "$out/drawn.svg" | grep -v -e '>[$] absbench' -e '> *-'
}

# Usage: said REPORT WORDS : a figure, and on stderr one line that ends so.
said() {
    run -0 --separate-stderr scripts/plot ratio "$1" -o "$out/said.svg"
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ $stderr == "plot: $1: $2" ]]
}

# ---- either form ---------------------------------------------------------------------------------

@test "JSON, JSON Lines and JSON in another form give the same figure, and a page" {
    drawn "$reports/run.json" >"$out/json"
    drawn "$reports/run.jsonl" | cmp - "$out/json"
    jq . "$reports/run.json" >"$out/long.json"
    drawn "$out/long.json" | cmp - "$out/json"
    jq -c 'to_entries | reverse | from_entries' "$reports/run.json" >"$out/short.json"
    drawn "$out/short.json" | cmp - "$out/json"
    cat "$reports/run.jsonl" | drawn /dev/stdin | cmp - "$out/json"
    scripts/report - -o "$out/page.html" <"$reports/run.jsonl"
    python3 tests/scripts/check_page.py "$out/page.html"
    [ "$(python3 tests/scripts/check_page.py "$out/page.html" rows | wc -l)" -eq 17 ]
}

@test "a report in any layout has the members that JSON says it has; one that is cut is refused" {
    PYTHONPATH=scripts python3 - <<'END'
import json, random
from figures import reading

def value(deep):
    kind = random.randrange(9 if deep else 6)
    if kind > 6:
        return [value(deep - 1) for _ in range(random.randrange(4))]
    if kind > 5:
        return {text(): value(deep - 1) for _ in range(random.randrange(4))}
    return [random.randrange(-10**18, 10**18), random.random() * 10**random.randrange(-30, 30), text(),
            None, True, False][kind]

def text():
    return "".join(random.choice('ab{}[],:"\\\n\u20ac\U0001f600 1') for _ in range(random.randrange(9)))

def by_lines(report):
    """As absbench writes it."""
    def member(one):
        rows = isinstance(one, list) and one and all(isinstance(row, dict) for row in one)
        return "[\n" + ",\n".join(map(json.dumps, one)) + "\n]" if rows else json.dumps(one)
    return "{\n" + ",\n".join(f"{json.dumps(name)}:{member(one)}" for name, one in report.items()) + "\n}"

random.seed(1)
lists = list(reading.LONG.values())
for _ in range(400):
    whole = {text(): value(2) for _ in range(5)} | {
        name: [{text(): value(2) for _ in range(3)} for _ in range(random.randrange(4))] for name in lists}
    whole = dict(random.sample(list(whole.items()), len(whole)))
    written = random.choice((by_lines, json.dumps, lambda one: json.dumps(one, indent=1, ensure_ascii=False)))(whole)
    found = {name: [] for name in lists}
    for name, one in reading.members((written + "\n").splitlines(keepends=True)):
        if name:
            found[name].append(one)
    assert one | found == whole, written
    for wrong in (written[:random.randrange(1, len(written))], written + "{}"):
        try:
            for _ in reading.members(wrong.splitlines(keepends=True)):
                pass
        except reading.Broken:
            continue
        assert False, wrong
END
}

@test "a comma that is missing between two rows is seen" {
    sed '6s/,$//' "$reports/run.json" >"$out/comma.json"
    refused 2 scripts/plot ratio "$out/comma.json"
    [[ $stderr == *"comma.json: line 7: this is no JSON, or the text ends in the middle" ]]
}

# ---- whole or not --------------------------------------------------------------------------------

@test "an unfinished run is drawn, and called so on stderr, in the figure and on the page" {
    sed '/^{"end"/d; 10q' "$reports/run.jsonl" >"$out/cut.jsonl"
    jq '.interrupted = true' "$reports/run.json" >"$out/cut.json"
    for file in cut.jsonl:9 cut.json:16; do
        said "$out/${file%:*}" "${file#*:} rows of an unfinished run"
        grep -q "Beware: ${file#*:} rows of an unfinished run; searches are missing[.]" "$out/said.svg"
        scripts/report "$out/${file%:*}" -o "$out/page.html"
        python3 tests/scripts/check_page.py "$out/page.html" text |
            grep -q "^${file#*:} rows of an unfinished run: searches are missing"
    done
}

@test "without an end mark a run is unfinished, even if its plan is not known" {
    sed '/^{"end"/d; s/,"plan":{[^}]*}//' "$reports/run.jsonl" >"$out/endless.jsonl"
    said "$out/endless.jsonl" "16 rows of an unfinished run"
    grep -q "Beware: 16 rows of an unfinished run; searches are missing[.]" "$out/said.svg"
}

@test "reports of older schemas are refused, in either form" {
    for version in 1 2; do
        sed "s|absbench.report/3|absbench.report/$version|" "$reports/run.json" >"$out/old.json"
        refused 2 scripts/plot ratio "$out/old.json"
        [[ $stderr == *"old.json is not a whole absbench.report/3; make it with --format=json" ]]
        sed "1s|absbench.report/3|absbench.report/$version|" "$reports/run.jsonl" >"$out/old.jsonl"
        refused 2 scripts/plot ratio "$out/old.jsonl"
        [[ $stderr == *"old.jsonl: line 1: this is not of absbench.report/3" ]]
    done
}

@test "a torn last line is left out, which is said" {
    sed '/^{"end"/d' "$reports/run.jsonl" | head -c -100 >"$out/torn.jsonl"
    run -0 --separate-stderr scripts/plot ratio "$out/torn.jsonl" -o "$out/torn.svg"
    [[ ${stderr_lines[0]} == *": its last line was torn and is left out" ]]
    [[ ${stderr_lines[1]} == *": 15 rows of an unfinished run" ]]
    [ "${#stderr_lines[@]}" -eq 2 ]
}

@test "what is damaged is refused, with file and line" {
    sed 3d "$reports/run.jsonl" >"$out/less.jsonl"
    refused 2 scripts/plot ratio "$out/less.jsonl"
    [[ $stderr == *"less.jsonl: it has 15 results, "*", but its end says otherwise: it was edited or damaged; "* ]]
    { cat "$reports/run.jsonl"; sed -n 2p "$reports/run.jsonl"; } >"$out/more.jsonl"
    refused 2 scripts/plot ratio "$out/more.jsonl"
    [[ $stderr == *"more.jsonl: something follows its end" ]]
    sed '5s/,"kind"/"kind"/' "$reports/run.jsonl" >"$out/broken.jsonl"
    refused 2 scripts/plot ratio "$out/broken.jsonl"
    [[ $stderr == *"broken.jsonl: row 4: a comma is missing" ]]
    # Rows and the end say less than the signature, of which merge is the judge.
    sed '5s/"evaluations":[0-9]*/"evaluations":-1/' "$reports/run.jsonl" >"$out/wrong.jsonl"
    refused 2 scripts/plot ratio "$out/wrong.jsonl"
    [[ $stderr == *"row 4: "* ]]
    for bytes in 100 3000 9000; do
        head -c $bytes "$reports/run.json" >"$out/cut.json"
        refused 2 scripts/report "$out/cut.json"
        [[ $stderr == "report: $out/cut.json: line "*": this is no JSON, or the text ends in the middle" ]]
    done
    sed '6s/^{/{{/' "$reports/run.json" >"$out/bad.json"
    refused 2 scripts/plot ratio "$out/bad.json"
    [[ $stderr == *"bad.json: line 6: this is no JSON, or the text ends in the middle" ]]
    printf '{"schema":"absbench.report/3","context":"%s"}' "$(head -c 100000 /dev/zero | tr '\0' '[')" >"$out/odd.json"
    refused 2 scripts/plot ratio "$out/odd.json"
    sed '5s/"position_id":"[^"]*"/"position_id":[{}]/' "$reports/run.json" >"$out/odd.json"
    refused 2 scripts/plot ratio "$out/odd.json"
}

# ---- many rows -----------------------------------------------------------------------------------

# Usage: within MEBIBYTES COMMAND.. : the largest of its processes takes no more.
within() {
    python3 - "$@" <<'END'
import resource, subprocess, sys
subprocess.run(sys.argv[2:], check=True, stdout=subprocess.DEVNULL)
most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
print(f"{most:.0f} MiB: {' '.join(sys.argv[2:])}")
sys.exit(most > float(sys.argv[1]))
END
}

@test "many rows are never all in memory" {
    "${ABSBENCH:-./absbench}" version | grep -q -- -fsanitize && skip "a sanitizer takes memory of its own"
    [ "$(stat -c %s "$reports/many.json")" -gt 15000000 ]
    within 90 scripts/plot scatter "$reports/many.json" -o "$out/scatter.svg" --data="$out/points"
    within 90 scripts/report "$reports/many.jsonl" -o "$out/many.html"
    # What nobody could tell apart is drawn once, and the numbers are those of all rows.
    [ "$(grep -c ^P "$out/points")" -lt 10000 ]
    grep -qE '>A point may stand for several positions: [0-9]+ points for 10500\.<' "$out/scatter.svg"
    python3 tests/scripts/check_page.py "$out/many.html" text >"$out/text"
    grep -q "^These are 21 000 single searches: more than 10 000, so this page adds them up" "$out/text"
    ! grep -q 'href="data:' "$out/many.html"
    [ "$(stat -c %s "$out/many.html")" -lt 100000 ]
}
