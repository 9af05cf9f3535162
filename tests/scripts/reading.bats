#!/usr/bin/env bats
# How the scripts read reports: only whole ones without a word. From the top.

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
    many=(--tree=uniform:b=3,range=1000 --depth=2 --algo=alphabeta,pvs --plain --no-time --no-check-moves --quiet)
    "$OLDPWD/$ABSBENCH" "${many[@]}" --seed=1..10500 --output=many.json
    "$OLDPWD/$ABSBENCH" "${many[@]}" --seed=1..5500 --output=many.jsonl
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
    jq -c 'to_entries | reverse | from_entries' "$reports/run.json" >"$out/short.json"
    drawn "$out/short.json" | cmp - "$out/json"
    cat "$reports/run.jsonl" | drawn /dev/stdin | cmp - "$out/json"
    scripts/report - -o "$out/page.html" <"$reports/run.jsonl"
    python3 tests/scripts/check_page.py --parts "$out/page.html"
    [ "$(wc -l <"$out/page.rows")" -eq 17 ]
}

# ---- whole or not --------------------------------------------------------------------------------

@test "an unfinished run is drawn, and called so on stderr, in the figure and on the page" {
    sed '/^{"end"/d; 10q' "$reports/run.jsonl" >"$out/cut.jsonl"
    jq '.interrupted = true' "$reports/run.json" >"$out/cut.json"
    for file in cut.jsonl:9 cut.json:16; do
        said "$out/${file%:*}" "${file#*:} rows of an unfinished run"
        grep -q "Beware: ${file#*:} rows of an unfinished run; searches are missing[.]" "$out/said.svg"
    done
    scripts/report "$out/cut.jsonl" -o "$out/page.html"
    grep -q "9 rows of an unfinished run" "$out/page.html"
}

@test "without an end mark a run is unfinished, even if its plan is not known" {
    sed '/^{"end"/d; s/,"plan":{[^}]*}//' "$reports/run.jsonl" >"$out/endless.jsonl"
    said "$out/endless.jsonl" "16 rows of an unfinished run"
    grep -q "Beware: 16 rows of an unfinished run; searches are missing[.]" "$out/said.svg"
}

@test "reports of older schemas are refused, in either form" {
    sed "s|absbench.report/3|absbench.report/2|" "$reports/run.json" >"$out/old.json"
    refused 2 scripts/plot ratio "$out/old.json"
    [[ $stderr == *"old.json is not a whole absbench.report/3; make it with --format=json" ]]
    sed "1s|absbench.report/3|absbench.report/2|" "$reports/run.jsonl" >"$out/old.jsonl"
    refused 2 scripts/plot ratio "$out/old.jsonl"
    [[ $stderr == *"old.jsonl: line 1: this is not of absbench.report/3" ]]
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
    sed '6s/,$//' "$reports/run.json" >"$out/comma.json" # between two rows
    refused 2 scripts/plot ratio "$out/comma.json"
    [[ $stderr == *"comma.json: line 7: this is no JSON, or the text ends in the middle" ]]
    head -c 3000 "$reports/run.json" >"$out/cut.json"
    refused 2 scripts/report "$out/cut.json"
    [[ $stderr == "report: $out/cut.json: line "*": this is no JSON, or the text ends in the middle" ]]
    printf '{"schema":"absbench.report/3","context":"%s"}' "$(head -c 100000 /dev/zero | tr '\0' '[')" >"$out/odd.json"
    refused 2 scripts/plot ratio "$out/odd.json"
}

# ---- many rows -----------------------------------------------------------------------------------

@test "many rows are drawn as fewer points, and left out of a page" {
    scripts/plot scatter "$reports/many.json" -o "$out/scatter.svg" --data="$out/points"
    scripts/report "$reports/many.jsonl" -o "$out/many.html"
    # What nobody could tell apart is drawn once, and the numbers are those of all rows.
    [ "$(grep -c ^P "$out/points")" -lt 10000 ]
    grep -qE '>A point may stand for several positions: [0-9]+ points for 10500\.<' "$out/scatter.svg"
    python3 tests/scripts/check_page.py --parts "$out/many.html"
    grep -q "^These are 11 000 single searches: more than 10 000, so this page adds them up" "$out/many.text"
    ! grep -q 'href="data:' "$out/many.html"
    [ "$(stat -c %s "$out/many.html")" -lt 100000 ]
}
