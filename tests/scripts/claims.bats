#!/usr/bin/env bats
# scripts/claims: what it says follows from the rows, and from nothing else. From the top.

bats_require_minimum_version 1.5.0
STORED=results/reference/claims
load python

# The stored rows of four positions of each domain: enough for verdicts, in little time.
setup_file() {
    quick_python
    export SMALL=$BATS_FILE_TMPDIR/small
    mkdir "$SMALL"
    for file in $STORED/*.jsonl.xz; do
        xz -dc "$file" | jq -cn 'input, foreach inputs as $row ({};
            (.[$row.spec // $row.domain] //= {}) | .keep = false
            | if (.[$row.spec] | has($row.position_id)) or (.[$row.spec] | length) < 4
              then .[$row.spec][$row.position_id] = true | .keep = true else . end;
            if .keep then $row else empty end)' | xz -1 >"$SMALL/$(basename "$file")"
    done
    scripts/claims --from="$SMALL" -o "$BATS_FILE_TMPDIR/small.md" >"$BATS_FILE_TMPDIR/small.txt"
}

setup() { small=$BATS_FILE_TMPDIR/small.txt; }

# Usage: verdict ID FILE
verdict() { awk -F '\t' -v id="$1" '$1 == id {print $2}' "$2"; }

# Usage: altered EXPERIMENT JQ .. : the verdicts when each row of these experiments went through that.
altered() {
    local copy=$BATS_TEST_TMPDIR/copy
    altered=$BATS_TEST_TMPDIR/altered.txt
    cp -R "$SMALL" "$copy"
    while [ $# -gt 0 ]; do
        xz -dc "$SMALL/$1.jsonl.xz" | jq -c "if .id then $2 else . end" | xz -1 >"$copy/$1.jsonl.xz"
        shift 2
    done
    run --separate-stderr scripts/claims --from="$copy" -o "$BATS_TEST_TMPDIR/altered.md"
    printf '%s\n' "$output" >"$altered"
    [ -z "$stderr" ] || echo "$stderr"
}

# Usage: refused CODE WORDS COMMAND.. : that code, one line on stderr with the words, no stdout.
refused() {
    local code=$1 words=$2
    shift 2
    run --separate-stderr -"$code" "$@"
    echo "$stderr"
    [ -z "$output" ]
    [ "${#stderr_lines[@]}" -eq 1 ]
    [[ $stderr == *"$words"* ]]
}

# Nodes of a row without a table times a number; `leaves` and the rest still add up.
TIMES='def times($x): ([.nodes * $x - .nodes | floor, 1] | max) as $more | .nodes += $more
    | .interior += $more | .iterations[-1].nodes += $more | .iterations[-1].passes[-1].nodes += $more;'

# ---- what is kept --------------------------------------------------------------------------------

@test "the stored rows make docs/claims.md, byte for byte, and every figure in it" {
    scripts/claims --from=$STORED --output="$BATS_TEST_TMPDIR/claims.md" >/dev/null
    cmp docs/claims.md "$BATS_TEST_TMPDIR/claims.md"
    cd "$BATS_TEST_TMPDIR"
    figures=$(sed -n 's/^!\[.*](\(.*\))$/\1/p' claims.md)
    [ "$(echo "$figures" | wc -l)" -ge 6 ]
    for figure in $figures; do
        "$OLDPWD/tests/scripts/check_svg" "$figure"
        [ -s "$OLDPWD/docs/$figure" ]
    done
    [ "$(find claims -name '*.svg' | wc -l)" -eq "$(echo "$figures" | wc -l)" ]
}

@test "the stored rows tell nothing of the machine they were made on" {
    for file in $STORED/*.jsonl.xz; do
        xz -dc "$file" | head -n 1 >"$BATS_TEST_TMPDIR/context"
        jq -e '.context | (has("host_name") or has("date") or has("os") or has("cpu_model")) | not' \
            "$BATS_TEST_TMPDIR/context"
        jq -e '[.context | .. | strings | select(startswith("/"))] == []' "$BATS_TEST_TMPDIR/context"
    done
    [ "$(cat $STORED/* $STORED/../bench.tsv | wc -c)" -lt 6000000 ]
}

@test "the stored grids are those of the experiments, and a grid makes the stored rows" {
    for name in $(jq -r '.[].name' scripts/claims.d/experiments.json); do
        jq -n --slurpfile domains scripts/claims.d/domains.json --slurpfile experiments \
            scripts/claims.d/experiments.json --arg name "$name" -f scripts/claims.d/grid.jq |
            cmp - "$STORED/$name.grid.json"
    done
    "${ABSBENCH:-./absbench}" sweep --grid=$STORED/ordering.grid.json --max-positions=100 --no-time \
        --quiet --no-check-moves --format=jsonl | grep '^{"id"' >"$BATS_TEST_TMPDIR/rows"
    # All that the stored rows say; rows of today say more.
    xz -dc $STORED/ordering.jsonl.xz | grep '^{"id"' >"$BATS_TEST_TMPDIR/stored"
    jq -en --slurpfile stored "$BATS_TEST_TMPDIR/stored" --slurpfile rows "$BATS_TEST_TMPDIR/rows" '
        ($stored | length) > 0 and ($stored | length) == ($rows | length)
        and all(range($stored | length); $stored[.] as $old | $rows[.] as $new
            | all($old | paths(scalars); . as $path
                | ($old | getpath($path)) == ($new | getpath($path))))'
}

@test "each claim has its statements, and each statement one of four verdicts" {
    [ "$(cut -c 1 "$small" | uniq | tr -d '\n')" = abcdefghijklm ]
    [ "$(cut -f 1 "$small" | sort | uniq -d)" = "" ]
    run cut -f 2 "$small"
    for line in "${lines[@]}"; do
        case $line in
        holds | "holds for some" | "does not hold" | "not settled") ;;
        *) false ;;
        esac
    done
    # the page says the same
    grep -E '^\| [a-m][0-9]' "$BATS_FILE_TMPDIR/small.md" | sed 's/^| //; s/ |$//; s/ | /\t/g' |
        awk -F '\t' '{print $1 "\t" $3 "\t" $2}' | cmp - "$small"
}

# ---- verdicts follow the rows --------------------------------------------------------------------

@test "one node more in one search, and fail-soft does not equal fail-hard everywhere" {
    [ "$(verdict a1 "$small")" = holds ]
    altered cores "$TIMES"' if .algo == "failsoft" and .tt_bytes == 0 and .domain == "chess" and
        (.deepening | not) then times(1) else . end'
    [ "$status" -eq 0 ]
    [ "$(verdict a1 "$altered")" = "holds for some" ]
    grep -qF 'against: chess' "$BATS_TEST_TMPDIR/altered.md"
    # and nothing else changed its verdict
    [ "$(diff "$small" "$altered" | grep -c '^[<>]')" -eq 2 ]
}

@test "verdicts and exit code follow the rows, each of its own experiment" {
    local alter_cores alter_deepening alter_ordering alter_windows alter_deeper
    # Were PVS's node counts ten times what they are, PVS would lose.
    alter_cores="$TIMES"' if .algo == "pvs" then times(10) else . end'
    # One wrong value, and searches with deepening a thousand times as large.
    alter_deepening="$TIMES"' if .algo == "pvs" and .domain == "connectfour" then .value += 1
        | .iterations[-1].value += 1 | .iterations[-1].passes[-1].value += 1 else . end
        | if .deepening then times(1000) else . end'
    alter_ordering='if .algo == "scout" then .value += 1 | .iterations[-1].value += 1
        | .iterations[-1].passes[-1].value += 1 else . end'
    # Half a pawn that beats the open window and is told from the best: four positions tell nothing
    # apart, so these are all those of chess.
    alter_windows="$TIMES"' if .domain != "chess" then .
        elif .algo == "alphabeta" then times(1000)
        elif .window == [50, 50] and .widen == "full" then times(20) else . end'
    # Bounds that cross under deeper answers are a changed value.
    alter_deeper='if .domain == "chess" and .algo == "mtdf" and .tt_mode == "deeper"
        then .status = "inconsistent" | .value = null | .best_move = null else . end'
    local all=$BATS_TEST_TMPDIR/all
    mkdir "$all"
    cp "$SMALL"/* "$all"
    { xz -dc "$SMALL/windows.jsonl.xz" | jq -c 'select(.domain != "chess")'
      xz -dc "$STORED/windows.jsonl.xz" | jq -c 'select(.domain == "chess")'; } | xz -1 >"$all/windows.jsonl.xz"
    SMALL=$all altered cores "$alter_cores" deepening "$alter_deepening" ordering "$alter_ordering" \
        windows "$alter_windows" deeper "$alter_deeper"
    [ "$status" -eq 1 ]
    [ "$(verdict h1 "$altered")" = holds ]
    [ "$(verdict h2 "$altered")" = "does not hold" ]
    [ "$(verdict h4 "$altered")" = holds ]
    [ "$(verdict h5 "$altered")" = "does not hold" ]
    [ "$(verdict m1 "$small")" = holds ]
    [ "$(verdict m1 "$altered")" = "holds for some" ]
    [ "$(verdict j1 "$altered")" = "does not hold" ]
    [ "$(verdict j2 "$altered")" = "does not hold" ]
    grep -qF 'against: connect four, trees of `ordering`' "$BATS_TEST_TMPDIR/altered.md"
    sed -n '/^### b4/,/^## c/p' "$BATS_TEST_TMPDIR/altered.md" | grep '^| chess ' |
        grep -q '| worse | .* | against |$'
    sed -n '/^### l3/,/^## m/p' "$BATS_TEST_TMPDIR/altered.md" | grep '^| chess ' |
        grep -q '| 100 % [^|]* | 100 % [^|]* | 4 | 4 | for |$'
}

# ---- what is wrong -------------------------------------------------------------------------------

@test "rows that are missing, damaged or no rows: exit 2" {
    mkdir "$BATS_TEST_TMPDIR/bad"
    refused 2 cores.jsonl.xz scripts/claims --from="$BATS_TEST_TMPDIR/bad"
    cp "$SMALL"/* "$BATS_TEST_TMPDIR/bad"
    head -c 2000 "$SMALL/cores.jsonl.xz" >"$BATS_TEST_TMPDIR/bad/cores.jsonl.xz"
    refused 2 damaged scripts/claims --from="$BATS_TEST_TMPDIR/bad"
    echo '{}' | xz >"$BATS_TEST_TMPDIR/bad/cores.jsonl.xz"
    run --separate-stderr -2 scripts/claims --from="$BATS_TEST_TMPDIR/bad"
    [ -z "$output" ]
    [ ! -e "$BATS_TEST_TMPDIR/bad/claims.md" ]
}

@test "wrong usage is 64, and says so in a line" {
    refused 64 --fall scripts/claims --fall
    refused 64 value scripts/claims --to=
    refused 64 value scripts/claims -o
    refused 64 jobs scripts/claims --jobs=two
    refused 64 searches scripts/claims --from=$STORED --full
    refused 64 FILE.md scripts/claims -o page.html
    run -0 scripts/claims --help
    [[ $output == *--from=DIR* ]]
}

@test "a program that is not there: exit 2; a signal ends the search with its code" {
    ABSBENCH=$BATS_TEST_TMPDIR/none refused 2 'not built' scripts/claims --from=$STORED
    mkdir "$BATS_TEST_TMPDIR/cut"
    echo old >"$BATS_TEST_TMPDIR/cut/cores.jsonl.xz"
    scripts/claims --to="$BATS_TEST_TMPDIR/cut" --jobs=1 2>"$BATS_TEST_TMPDIR/said" &
    pid=$!
    rows_in "$BATS_TEST_TMPDIR/cut/unfinished/cores.jsonl"
    kill -TERM $pid
    code=0
    wait $pid || code=$?
    [ "$code" -eq 143 ]
    [ ! -e "$BATS_TEST_TMPDIR/cut/claims.md" ]
    # older rows stay, and what was finished is where the last line says
    [ "$(cat "$BATS_TEST_TMPDIR"/cut/*.jsonl*)" = old ]
    [[ $(tail -n 1 "$BATS_TEST_TMPDIR/said") == *"/cut/unfinished: the same command goes on" ]]
}

# Usage: rows_in JOURNAL : waits until some rows are there.
rows_in() {
    local tries=0
    until [ -e "$1" ] && [ "$(wc -l <"$1")" -gt 4 ]; do
        sleep 0.01
        tries=$((tries + 1))
        [ $tries -lt 2000 ]
    done
}

@test "a search that was killed goes on: its rows are those of one that was not, byte for byte" {
    # Two small experiments, in a copy; they do for rows, but not for the page, so the end is 2.
    ABSBENCH=$(realpath "${ABSBENCH:-absbench}")
    export ABSBENCH
    cd "$BATS_TEST_TMPDIR"
    mkdir docs
    cp -R "$OLDPWD/scripts" .
    cp "$OLDPWD/docs/report.schema.json" docs
    jq 'map(select(.name == "cores" or .name == "ordering") | .quick = 3)' \
        "$OLDPWD/scripts/claims.d/experiments.json" >scripts/claims.d/experiments.json
    run -2 scripts/claims
    mv results undisturbed
    setsid scripts/claims 2>said 3>&- &
    rows_in results/claims/unfinished/cores.jsonl
    kill -KILL -- -$!
    ! wait $!
    flock -w 10 results/claims/unfinished/cores.jsonl true # what the script had started dies, too
    finished=$(grep -c '"id"' results/claims/unfinished/cores.jsonl)
    [ ! -e results/claims/cores.jsonl.xz ]
    run -2 scripts/claims
    for name in cores ordering; do
        cmp undisturbed/claims/$name.jsonl.xz results/claims/$name.jsonl.xz
    done
    [ "$finished" -lt "$(xz -dc results/claims/cores.jsonl.xz | grep -c '"id"')" ]
    [ ! -e results/claims/unfinished ]
    # Another run's rows are refused, and it is said which.
    mkdir results/claims/unfinished
    xz -dc results/claims/ordering.jsonl.xz >results/claims/unfinished/cores.jsonl
    run -2 scripts/claims
    [[ $output == *"if results/claims/unfinished is of another run, remove it"* ]]
}
