#!/usr/bin/env bats
# How the scripts read reports: only whole ones without a word. From the top.

load ../common
load python

setup_file() {
    quick_python
    warm
    export ABSBENCH=$(realpath "${ABSBENCH:-./absbench}")
    search() { # NAME OPTION..
        "$ABSBENCH" --algo=alphabeta,pvs --no-time --quiet --jobs=1 --output="$BATS_FILE_TMPDIR/$1" "${@:2}"
    }
    for form in json jsonl; do search run.$form --tree=uniform:b=3,range=100 --seed=1..4 --depth=2,3; done
    local many=(--tree=uniform:b=3,range=1000 --plain --no-check-moves)
    search many.json "${many[@]}" --depth=2 --seed=1..10500
    search many.jsonl "${many[@]}" --depth=2 --seed=1..5500
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

# ---- either form ---------------------------------------------------------------------------------

@test "JSON, JSON Lines and JSON in another form give the same figure, and a page" {
    drawn "$reports/run.json" >"$out/json"
    jq -c 'to_entries | reverse | from_entries' "$reports/run.json" >"$out/short.json"
    drawn "$out/short.json" | cmp - "$out/json"
    cat "$reports/run.jsonl" | drawn /dev/stdin | cmp - "$out/json"
    scripts/report - -o "$out/page.html" <"$reports/run.jsonl"
    /usr/bin/python3 tests/scripts/check_page.py --parts "$out/page.html"
    [ "$(wc -l <"$out/page.rows")" -eq 17 ]
}

# ---- whole or not --------------------------------------------------------------------------------

@test "an unfinished run is drawn, and called so on stderr, in the figure and on the page" {
    sed '/^{"end"/d; 10q' "$reports/run.jsonl" >"$out/cut.jsonl"
    sed '/^{"end"/d; 1{s/,"plan":{[^}]*}//;s/,"check":"[^"]*"//}' "$reports/run.jsonl" >"$out/endless.jsonl" # nor is its plan known
    jq '.interrupted = true' "$reports/run.json" >"$out/cut.json"
    for file in cut.jsonl:9 endless.jsonl:16 cut.json:16; do
        run -0 --separate-stderr scripts/plot ratio "$out/${file%:*}" -o "$out/said.svg"
        [ "$stderr" = "plot: $out/${file%:*}: ${file#*:} rows of an unfinished run" ]
        grep -q "Beware: ${file#*:} rows of an unfinished run; searches are missing[.]" "$out/said.svg"
    done
    scripts/report "$out/cut.jsonl" -o "$out/page.html"
    grep -q "9 rows of an unfinished run" "$out/page.html"
}

@test "a torn last line is left out, which is said" {
    sed '/^{"end"/d' "$reports/run.jsonl" | head -c -100 >"$out/torn.jsonl"
    run -0 --separate-stderr scripts/plot ratio "$out/torn.jsonl" -o "$out/torn.svg"
    [[ ${stderr_lines[0]} == *": its last line was torn and is left out" ]]
    [[ ${stderr_lines[1]} == *": 15 rows of an unfinished run" ]]
    [ "${#stderr_lines[@]}" -eq 2 ]
}

# Of -1 evaluations the signature tells, of which merge is the judge.
@test "a damaged report, or one of an older schema, is refused with file and line" {
    local script form edit said
    while IFS=@ read -r script form edit said; do
        sed "$edit" "$reports/run.$form" >"$out/bad.$form"
        refused 2 "" scripts/$script "$out/bad.$form"
        [[ $stderr == "${script% *}: $out/bad.$form"$said ]] || { echo "$edit gives: $stderr"; return 1; }
    done <<'END'
plot ratio@json@s,report/4,report/2,@ is not a whole absbench.report/4; make it with --format=json
plot ratio@jsonl@1{s,report/4,report/2,;s/,"check":"[^"]*"//}@: its schema is "absbench.report/2", not "absbench.report/4": repeat *
plot ratio@jsonl@3d@: it has 15 results, *, but its end says otherwise: it was edited or damaged; *
plot ratio@jsonl@2h;$G@: something follows its end
plot ratio@jsonl@5s/,"kind"/"kind"/@: row 4: a comma is missing
plot ratio@jsonl@5s/"evaluations":[0-9]*/"evaluations":-1/@: row 4: *
plot ratio@json@6s/,$//@: line 7: this is no JSON, or the text ends in the middle
report@json@7s/..$//;7q@: line *: this is no JSON, or the text ends in the middle
END
    printf '{"schema":"absbench.report/4","context":"%s"}' "$(head -c 100000 /dev/zero | tr '\0' '[')" >"$out/odd.json"
    refused 2 "" scripts/plot ratio "$out/odd.json"
}

@test "a full disk is one line and exit code 2, for every script and its --help" {
    local words code
    for words in "plot ratio $reports/run.json -o $out/p.svg" "report $reports/run.json -o $out/p.html" \
        'match --from=results/reference/strength.csv' 'judge --game=tictactoe games/positions/tictactoe.txt --by=solved' \
        'docs --quick docs/map.md' {plot,report,regret,match,judge,sweep-window,claims,cluster-parallel,cluster-slurm,docs,speed}' --help'; do
        code=0
        scripts/$words >/dev/full 2>"$out/err" || code=$?
        [ "$code-$(cat "$out/err")" = "2-${words%% *}: standard output: No space left on device" ] || { echo "$words: $code"; cat "$out/err"; return 1; }
    done
}

@test "closed streams give an error without a traceback, and damage no file" {
    local words with code
    scripts/report "$reports/run.json" -o "$out/page.html" >/dev/null
    for with in '>&-' '2>&-' '>&- 2>&-' '<&- >&- 2>&-'; do
        code=0
        eval 'command scripts/report "$reports/run.json" -o "$out/p.html" '"$with" || code=$?
        [ $code -eq "$([ "$with" = '2>&-' ] && echo 0 || echo 2)" ] # it prints the page's name
        diff <(sed s/page.html/p.html/ "$out/page.html") "$out/p.html"
    done
    # Messages get lost, exit codes do not.
    for with in '>&-' '2>&-' '>/dev/full' '2>/dev/full' '>&- 2>/dev/full' '<&- >&- 2>&-'; do
        code=0
        eval 'scripts/regret none.json '"$with" || code=$?
        [ $code -eq 2 ] || { echo "$with: $code"; return 1; }
    done
    [ "$(scripts/match --from=results/reference/strength.csv 2>&1 >&-)" = "match: standard output: Bad file descriptor" ]
}

# ---- many rows -----------------------------------------------------------------------------------

@test "many rows are thinned in figures and left out of pages" {
    scripts/plot scatter "$reports/many.json" -o "$out/scatter.svg" --data="$out/points"
    scripts/report "$reports/many.jsonl" -o "$out/many.html"
    # What nobody could tell apart is drawn once, and the numbers are those of all rows.
    [ "$(grep -c ^P "$out/points")" -lt 10000 ]
    grep -qE '>A point may stand for several positions: [0-9]+ points for 10500\.<' "$out/scatter.svg"
    /usr/bin/python3 tests/scripts/check_page.py --parts "$out/many.html"
    grep -q "^These are 11 000 single searches: more than 10 000, so this page adds them up" "$out/many.text"
    ! grep -q 'href="data:' "$out/many.html"
    [ "$(stat -c %s "$out/many.html")" -lt 100000 ]
}
