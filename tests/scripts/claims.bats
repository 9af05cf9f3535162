#!/usr/bin/env bats
# scripts/claims: what it says follows from the rows, and from nothing else. From the top.

bats_require_minimum_version 1.5.0
STORED=results/reference/claims

# The stored rows of four positions of each domain: enough for verdicts, in little time.
setup_file() {
    export SMALL=$BATS_FILE_TMPDIR/small
    mkdir "$SMALL"
    for file in $STORED/*.jsonl.xz; do
        xz -dc "$file" | jq -cn 'input, foreach inputs as $row ({};
            (.[$row.spec // $row.domain] //= {}) | .keep = false
            | if (.[$row.spec] | has($row.position_id)) or (.[$row.spec] | length) < 4
              then .[$row.spec][$row.position_id] = true | .keep = true else . end;
            if .keep then $row else empty end)' | xz >"$SMALL/$(basename "$file")"
    done
    scripts/claims --from="$SMALL" -o "$BATS_FILE_TMPDIR/small.md" >"$BATS_FILE_TMPDIR/small.txt"
}

setup() { small=$BATS_FILE_TMPDIR/small.txt; }

# Usage: verdict ID FILE
verdict() { awk -F '\t' -v id="$1" '$1 == id {print $2}' "$2"; }

# Usage: altered EXPERIMENT JQ : the verdicts when each of the experiment's rows went through it.
altered() {
    local copy=$BATS_TEST_TMPDIR/copy
    mkdir "$copy"
    cp "$SMALL"/* "$copy"
    xz -dc "$SMALL/$1.jsonl.xz" | jq -c "if .id then $2 else . end" | xz >"$copy/$1.jsonl.xz"
    run --separate-stderr scripts/claims --from="$copy" -o "$BATS_TEST_TMPDIR/altered.md"
    printf '%s\n' "$output" >"$BATS_TEST_TMPDIR/altered.txt"
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
        grep -q '<svg' "$figure"
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
        --quiet --no-check-moves --format=jsonl | grep "^{\"id\"" >"$BATS_TEST_TMPDIR/rows"
    # All that the stored rows say; rows of today say more.
    xz -dc $STORED/ordering.jsonl.xz | grep "^{\"id\"" >"$BATS_TEST_TMPDIR/stored"
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
    [ "$(verdict a1 "$BATS_TEST_TMPDIR/altered.txt")" = "holds for some" ]
    grep -qF 'against: chess' "$BATS_TEST_TMPDIR/altered.md"
    # and nothing else changed its verdict
    [ "$(diff "$small" "$BATS_TEST_TMPDIR/altered.txt" | grep -c '^[<>]')" -eq 2 ]
}

@test "one wrong value, and not all searches return one value: exit 1" {
    [ "$(verdict m1 "$small")" = holds ]
    altered deepening 'if .algo == "pvs" and .domain == "connectfour" then .value += 1
        | .iterations[-1].value += 1 | .iterations[-1].passes[-1].value += 1 else . end'
    [ "$status" -eq 1 ]
    [ "$(verdict m1 "$BATS_TEST_TMPDIR/altered.txt")" = "holds for some" ]
    grep -qF 'against: connect four' "$BATS_TEST_TMPDIR/altered.md"
}

@test "were PVS's node counts ten times what they are, PVS would lose" {
    altered cores "$TIMES"' if .algo == "pvs" then times(10) else . end'
    [ "$status" -eq 0 ]
    [ "$(verdict h1 "$BATS_TEST_TMPDIR/altered.txt")" = holds ]
    [ "$(verdict h2 "$BATS_TEST_TMPDIR/altered.txt")" = "does not hold" ]
    [ "$(verdict h4 "$BATS_TEST_TMPDIR/altered.txt")" = holds ]
    [ "$(verdict h5 "$BATS_TEST_TMPDIR/altered.txt")" = "does not hold" ]
}

@test "a value that differs on the trees of \`ordering\` counts too" {
    altered ordering 'if .algo == "scout" then .value += 1 | .iterations[-1].value += 1
        | .iterations[-1].passes[-1].value += 1 else . end'
    [ "$status" -eq 1 ]
    grep -qF 'against: trees of `ordering`' "$BATS_TEST_TMPDIR/altered.md"
}

@test "half a pawn that beats the open window and is told from the best is against b4" {
    # Four positions tell nothing apart: here are all those of chess.
    local all=$BATS_TEST_TMPDIR/all
    mkdir "$all"
    cp "$SMALL"/* "$all"
    { xz -dc "$SMALL/windows.jsonl.xz" | jq -c 'select(.domain != "chess")'
      xz -dc "$STORED/windows.jsonl.xz" | jq -c 'select(.domain == "chess")'; } | xz >"$all/windows.jsonl.xz"
    SMALL=$all altered windows "$TIMES"' if .domain != "chess" then .
        elif .algo == "alphabeta" then times(1000)
        elif .window == [50, 50] and .widen == "full" then times(20) else . end'
    [ "$status" -eq 0 ]
    sed -n '/^### b4/,/^## c/p' "$BATS_TEST_TMPDIR/altered.md" | grep '^| chess ' |
        grep -q '| worse | .* | against |$'
}

@test "bounds that cross under deeper answers are a changed value" {
    altered deeper 'if .domain == "chess" and .algo == "mtdf" and .tt_mode == "deeper"
        then .status = "inconsistent" | .value = null | .best_move = null else . end'
    sed -n '/^### l3/,/^## m/p' "$BATS_TEST_TMPDIR/altered.md" | grep '^| chess ' |
        grep -q '| 100 % [^|]* | 100 % [^|]* | 4 | 4 | for |$'
}

@test "were searches with deepening a thousand times as large, deepening would not pay" {
    altered deepening "$TIMES"' if .deepening then times(1000) else . end'
    [ "$status" -eq 0 ]
    [ "$(verdict j1 "$BATS_TEST_TMPDIR/altered.txt")" = "does not hold" ]
    [ "$(verdict j2 "$BATS_TEST_TMPDIR/altered.txt")" = "does not hold" ]
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
    scripts/claims --to="$BATS_TEST_TMPDIR/cut" --jobs=1 2>/dev/null &
    pid=$!
    sleep 1
    kill -TERM $pid
    code=0
    wait $pid || code=$?
    [ "$code" -eq 143 ]
    [ ! -e "$BATS_TEST_TMPDIR/cut/claims.md" ]
    # nor are rows left of half a search, and older ones stay
    [ "$(cat "$BATS_TEST_TMPDIR"/cut/*.jsonl*)" = old ]
}
