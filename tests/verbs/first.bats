#!/usr/bin/env bats
# first.bats -- the first command: what is searched where no domain is named, and how it ends.

load ../common

# What the first command does, with fewer positions.
setup_file() {
    export FIRST=$BATS_FILE_TMPDIR
    COLUMNS=80 "${ABSBENCH:-./absbench}" --seed=1..40 --max-positions=40 --no-time --output="$FIRST/run.json" --show --quiet \
        >"$FIRST/page" 2>"$FIRST/err"
    sed '/^{"id"/d' "$FIRST/run.json" | sed '/^"results"/,/^\],/d' >"$FIRST/found.json" # without rows
}

@test "absbench alone: six searches in three windows, a hundred positions of six domains, and that is what the report says" {
    "$BIN" --depth=1 --no-time --quiet >run.json
    jq -e '.context.options | .algo == "alphabeta,failsoft,aspiration,mtdf,pvs,aspiration+pvs"
        and .window == "0.25p,0.5p,1p" and .widen == "full,gradual" and .suite == "large" and .seed == "1..100"
        and .max_positions == "100"' run.json
    jq -e '[.results[] | {spec, algo}] | group_by(.spec) | length == 6 and all(length == 1600 and
        (map(.algo) | unique == ["alphabeta", "aspiration", "aspiration+pvs", "failsoft", "mtdf", "pvs"]))' run.json
}

@test "three of six domains decide, with two fifths of the positions" {
    [ ! -s "$FIRST/err" ]
    [ "$(jq '[.answers[] | select(.kind == "better") | .use | split("/")[0]] | length' "$FIRST/found.json")" -ge 3 ]
}

@test "the last 24 lines of 80 columns: an answer a domain, a summary, the report, and what to type next" {
    tail -n 24 "$FIRST/page" >last
    [ "$(grep -v '^  ' last | wc -L)" -le 80 ] # commands are for copying
    [ "$(grep -cE '^(uniform|incremental|ordered|connectfour|othello|chess).*: (use|undecided)' last)" -eq 6 ]
    grep -q '^Over 6 domains (geometric mean of ratios to alphabeta' last
    grep -qxF "The report is $FIRST/run.json. Next:" last || tr '\n' ' ' <last | grep -qF "The report is $FIRST/run.json. Next:"
    grep -qF "  ${ABSBENCH:-./absbench} tune --game=" last
}

@test "the summary's figures are the geometric means of the report's ratios" {
    tr '\n' ' ' <"$FIRST/page" | tr -s ' ' >line
    for algo in pvs mtdf; do
        mean=$(jq --arg algo "$algo" '[.aggregates[] | select(.algo == $algo and .n > 20).ratio | log] | add / length
            | exp * 1000 | round' \
            "$FIRST/found.json")
        grep -qF "$algo $(printf '%d.%03d' $((mean / 1000)) $((mean % 1000))), better in " line
    done
    grep -o '[0-9.]*, better in' line | cut -d , -f 1 | sort -nc # from the best
}

@test "--seed, --max-positions, --suite and --algo change the first run" {
    "$BIN" --seed=7,9 --max-positions=3 --suite=small --algo=pvs --depth=2 --no-time --quiet | jq -e '
        ([.results[] | select(.kind == "tree").seed] | unique) == [7, 9] and ([.results[].algo] | unique) == ["pvs"] and
        ([.results[] | select(.kind == "game") | [.domain, .position_id]] | unique | group_by(.[0])
            | length == 3 and all(length == 3))'
}

@test "the first run leaves chess out where it would take long, and says so" {
    local words="--depth=6 --max-positions=2 --seed=1,2 --no-time --output=out.json"
    run -0 "$BIN" $words
    [[ $output == *"absbench: chess is left out: 12 positions to that depth may take over 5 s; --game=chess searches it"* ]]
    jq -e '[.results[].domain] | index("chess") == null' out.json
    run -0 "$BIN" $words --quiet
    [ -z "$output" ]
}
