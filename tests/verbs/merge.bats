#!/usr/bin/env bats
# merge.bats -- reports put together: what a run split into parts gives is what the one run gives.

load ../common

setup() {
    here || return 1
    ln -s "$ROOT/trees" trees
}

# run_to FILE ARGUMENT...: a run without times; values may disagree.
run_to() {
    "$BIN" "${@:2}" --no-time --output="$1" 2>err </dev/null || [ $? -eq 1 ] || { cat err; return 1; }
}

# refused CODE TEXT ARGUMENT...: merge ends with that code, and stderr has one message, with TEXT.
refused() {
    ends "$1" "$BIN" merge "${@:3}"
    [ "$(wc -l <err)" -eq 1 ] && grep -q '^absbench: ' err && grep -Fq -- "$2" err || { cat err; return 1; }
}

# same WHOLE MERGED: all but the context is the same, byte for byte.
same() {
    grep -v '^"context"' "$1" >one
    grep -v '^"context"' "$2" >other
    [ "$(wc -l <one)" -gt 10 ] && cmp one other
}

# split_run SEEDS_A SEEDS_B SEEDS_ALL ARGUMENT...: two parts by seeds make the whole.
split_run() {
    local a=$1 b=$2 all=$3
    shift 3
    run_to a.json "$@" --seed="$a"
    run_to b.json "$@" --seed="$b"
    run_to all.json "$@" --seed="$all"
    "$BIN" merge a.json b.json --output=merged.json 2>err || [ $? -eq 1 ]
    same all.json merged.json
}

# That rows of all settings come back, whatever the layout, is unit_reader's; formats are show.bats'.
@test "trees split by seeds" {
    split_run 1 2..3 1..3 --tree=uniform:b=3,range=100 --depth=3 --algo=all,mtd,mtdf+negascout \
        --window=3,40:200 --widen=full,bound,gradual,both,recentre --widen-factor=1.1,3
    jq -e '(.results | length) > 100 and (.answers | length) > 0' merged.json
    split_run 1..4 5..8 1..8 --tree=incremental:b=4,step=10 --depth=4 --algo=all,printed --plain
    jq -e '.verification.known_unsound | length > 3' merged.json
}

@test "a game split by positions, with quiescence and a node limit" {
    grep '^[^#].*id ' "$ROOT/games/positions/chess.epd" | head -3 >all.txt
    head -1 all.txt >a.txt
    tail -2 all.txt >b.txt
    for part in a b all; do
        run_to $part.json --game=chess --positions=$part.txt --depth=2,5 --quiescence=on,off \
            --algo=pvs,mtdf,aspiration --max-nodes=300 --tt=256K --eval=heuristic,result
    done
    jq -e '[.results[] | select(.status == "node_limit" and .value == null)] | length > 5' all.json
    "$BIN" merge a.json b.json --output=merged.json
    same all.json merged.json
}

@test "explicit trees, several specs, and minimax to verify with" {
    run_to a.json --tree=explicit:file=trees/examples/aima.json --algo=all,mtd --verify
    run_to b.json --tree=explicit:file=trees/examples/mtdf-printed-wrong.json --algo=pvs,printed --guess=5 --verify
    "$BIN" merge a.json b.json --output=merged.json
    [ "$(jq -c '[.results[].id]' merged.json)" = "$(jq -sc '[.[].results[].id]' a.json b.json)" ]
    [ "$(jq -c '.verification.known_unsound' merged.json)" = "$(jq -c '.verification.known_unsound' b.json)" ]
    mv trees gone
    "$BIN" merge a.json b.json --no-time | jq -e '.results | length > 0' # no game is opened
}

@test "options are the first report's, but for what shapes the report" {
    run_to a.json --tree=uniform:b=3 --depth=3 --algo=pvs,mtdf --seed=1..9
    run_to b.json --tree=uniform:b=3 --depth=3 --algo=pvs,mtdf --seed=10..19
    "$BIN" merge a.json b.json --reference=pvs >merged.json
    [ "$(jq -c '.context.options | [.seed, .depth, .reference, .format, .output]' merged.json)" = \
        '["1..9","3","pvs","json",null]' ]
    [ "$(jq -c '.context.command[1:]' merged.json)" = '["merge","a.json","b.json","--reference=pvs"]' ]
    [ "$(jq '[.aggregates[] | select(.ratio_n == 19)] | length' merged.json)" -eq 3 ] # alphabeta too
    run_to c.json --game=othello --depth=1 --algo=pvs
    [ "$("$BIN" merge c.json a.json | jq -c .context.options.game)" = '["othello"]' ]
}

@test "windows are in the order of their numbers, whatever that of the files" {
    local window
    for window in 100 9 25; do
        "$BIN" --game=othello --max-positions=3 --depth=3 --algo=aspiration --window=$window --no-time --quiet \
            --output=w$window.jsonl
    done
    "$BIN" merge w*.jsonl --format=json >all.json
    [ "$(jq '.aggregates[] | select(.window_low) | .window_low' all.json | xargs)" = "9 25 100" ]
    "$BIN" merge w25.jsonl w100.jsonl w9.jsonl --format=csv | cmp - <("$BIN" merge w9.jsonl w25.jsonl w100.jsonl --format=csv)
}

@test "times come back, unless they are not wanted or not there" {
    "$BIN" --tree=uniform:b=3 --depth=4 --algo=all --seed=1..4 >a.json
    "$BIN" --tree=uniform:b=3 --depth=4 --algo=all --seed=5..6 >b.json
    run_to c.json --tree=uniform:b=3 --depth=4 --algo=all --seed=7
    "$BIN" merge a.json b.json >merged.json
    cmp <(jq -c '.results[]' a.json b.json) <(jq -c '.results[]' merged.json)
    "$BIN" merge a.json b.json --no-time | jq -e '[.results[], .aggregates[] | has("time")] | any | not'
    "$BIN" merge a.json c.json | jq -e '.results[-1].time | all(. == null)'
    "$BIN" merge c.json a.json | jq -e '.results[1] | has("time") | not'
    "$BIN" merge a.json c.json --format=table >table
    run ! grep -i nan table
}

@test "merge takes equal rows once, and refuses two that differ" {
    run_to a.json --tree=uniform:b=3 --depth=3 --algo=all --seed=1..4
    run_to b.json --tree=uniform:b=3 --depth=3 --algo=all --seed=3..6
    run_to all.json --tree=uniform:b=3 --depth=3 --algo=all --seed=1..6
    "$BIN" merge a.json b.json >merged.json
    same all.json merged.json
    jq -c 'del(.signature) | .results[4].cutoffs += 1' b.json >c.json
    refused 1 "c.json: row 5 differs from row 25 of a.json, which has the same id: uniform:b=3#3/d3/mtdf/" a.json c.json \
        --output=none.json
    [ ! -e none.json ] && [ ! -s out ]
    echo old >old.json
    refused 1 "c.json: row 5 differs from row 25" a.json c.json --output=old.json
    [ "$(cat old.json)" = old ]
    refused 1 "c.json: row 5 differs from row 25" a.json c.json
    [ "$(wc -l <out)" -gt 23 ] && if jq . out >/dev/null 2>&1; then return 1; fi # as docs/compare.md warns
    "$BIN" --game=ttt --position='XX-OO---- X' --depth=2 --no-time >a.json
    "$BIN" --game=ttt --position='X-XOO---- X' --depth=2 --no-time >b.json
    refused 1 "the positions are different" a.json b.json
    # a search that was made again took another time
    "$BIN" --tree=uniform:b=3 --depth=3 --algo=pvs --seed=1..4 >a.json
    jq -c '.results[].time.cpu_s += 1' a.json >b.json
    "$BIN" merge a.json b.json >merged.json
    [ "$(jq -c '[.results | length, map(.time.cpu_s < 1)[]]' merged.json)" = "[4,true,true,true,true]" ]
}

@test "a merged report still has the errors of its parts" {
    echo 'X--OO---X X ; id first ; answer 3 77' >a.txt
    echo '--------- X ; id second' >b.txt
    cat a.txt b.txt >all.txt
    for part in a b all; do
        code=0
        "$BIN" --game=ttt --positions=$part.txt --depth=3 --algo=pvs,mtdf --no-time >$part.json 2>err || code=$?
        [ "$code" -eq $([ $part = b ] && echo 0 || echo 1) ]
    done
    ends 1 "$BIN" merge a.json b.json --output=merged.json
    grep -q "not the known value" err
    same all.json merged.json
    jq '.interrupted = true | .errors += [{id: null, algo: null, status: null, message: "the disk was full"}]' \
        b.json >c.json
    "$BIN" merge a.json c.json >merged.json 2>err || [ $? -eq 1 ]
    [ "$(jq -c '[.interrupted, .errors[-1].message]' merged.json)" = '[true,"the disk was full"]' ]
}

@test "a merged report may replace a part" {
    "$BIN" --max-positions=1 --depth=2 --algo=alphabeta,mtdf,aspiration >a.json
    "$BIN" --tree=pgame:b=3 --depth=3 --algo=all,printed --max-nodes=30 >b.json
    "$BIN" merge a.json b.json --output=c.jsonl
    "$BIN" merge a.json b.json --output=a.json
    [ "$(jq '.results | length' a.json)" -eq "$(($(wc -l <c.jsonl) - 2))" ]
    if /usr/bin/python3 -c 'import jsonschema' 2>/dev/null; then
        /usr/bin/python3 "$ROOT/tests/log/validate_report.py" a.json c.jsonl
    fi
}

@test "memory does not grow with a tree of the whole" {
    case ${ABSBENCH-} in *asan*) skip "the sanitizer takes all addresses" ;; esac
    "$BIN" --tree=uniform:b=3,range=100 --seed=1..900 --depth=2 --tt=1K --algo=all --no-check-moves --no-time \
        --reference=none >a.json
    [ "$(stat -c %s a.json)" -gt 6000000 ]
    run_to b.json --tree=uniform:b=3,range=100 --seed=3000 --depth=2
    (ulimit -v 48000 && "$BIN" merge a.json b.json >merged.json)
    [ "$(grep -c '^{"id"' merged.json)" -eq 9001 ]
    (ulimit -v 48000 && "$BIN" compare a.json merged.json --format=table >out)
}

@test "merge drops numbers where texts belong, and escapes ids" {
    run_to a.json --tree=uniform:b=3,range=100 --depth=3 --algo=pvs,mtdf
    sed 's/^"errors":\[\]/"errors":[{"message":12345678901234567890}]/; s/"jobs":"[^"]*"/"jobs":12345678901234567890/' \
        a.json >b.json
    grep -q '"message":1234' b.json && grep -q '"jobs":1234' b.json
    "$BIN" merge b.json --no-time >merged.json
    [ "$(jq '.errors | length' merged.json)" -eq 0 ]
    [ "$(jq '.context.options.jobs > 1e19' merged.json)" = true ]
    echo '159 ; id first' >positions.txt
    run_to d.json --game=ttt --positions=positions.txt --depth=2 --algo=pvs,mtdf
    jq 'del(.signature) | .results[0].value += 1 | (.results[] | .id, .position_id) |= sub("first"; "\u001b[31mred")' d.json >red.json
    "$BIN" merge red.json --format=table >out 2>err || [ $? -eq 1 ]
    grep -q 'SEARCHES ARE WRONG, 1 time: values disagree on' out && grep -Fq 'disagree on tictactoe/?[31mred' err
    if LC_ALL=C grep -q '[^ -~]' out err; then return 1; fi
    sed 's/.u001b.31mred/<b>*|/g' red.json >bold.json
    "$BIN" merge bold.json --format=markdown >out 2>err || [ $? -eq 1 ]
    grep -Fq 'values disagree on tictactoe/\<b>\*\| at depth 2' out && grep -Fq 'on tictactoe/<b>*| at' err
    jq 'del(.signature) | .results[0].value += 1' red.json >other.json
    refused 1 'same id: tictactoe/?[31mred' red.json other.json
}

@test "merge copies pipes to TMPDIR first" {
    run_to a.json --tree=uniform:b=2 --depth=1,2 --algo=alphabeta,pvs
    "$BIN" merge a.json --no-time --output=whole.json
    cat a.json | "$BIN" merge - --no-time --output=merged.json
    same whole.json merged.json
    for folder in '' "$PWD"; do
        TMPDIR=$folder "$BIN" merge <(cat a.json) --no-time --output=merged.json
        same whole.json merged.json
    done
    TMPDIR=$PWD/none refused 2 "$PWD/none: a copy of /dev/fd/" <(cat a.json)
    grep -Fq 'No such file or directory; TMPDIR names another folder' err
    TMPDIR=$(printf '/%04096d' 0) refused 2 "cannot be kept there: File name too long" <(cat a.json)
    refused 2 '.: cannot be ' .
    [ -z "$(ls absbench-* 2>/dev/null)" ]
}

@test "merge --show prints the table beside the report" {
    local window
    for window in 5 50; do
        "$BIN" --tree=incremental:b=4,step=10 --depth=4 --algo=aspiration+pvs --window=$window --no-time --quiet --output=w$window.json
    done
    "$BIN" merge w5.json w50.json --no-time --output=alone.json
    "$BIN" merge w5.json w50.json --no-time --show --output=w.json >table
    diff <(jq 'del(.context)' alone.json) <(jq 'del(.context)' w.json)
    diff table <("$BIN" show w.json --format=table)
    run -64 "$BIN" merge w5.json w50.json --show
    run -2 "$BIN" merge w5.json w50.json --show --output=none/w.json
    [[ $output == *"no file can be created"* && $output != *aspiration* ]]
}
