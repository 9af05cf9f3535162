#!/usr/bin/env bats
# schema.bats -- reports of every kind against docs/report.schema.json.

setup() {
    BIN=$(realpath "${ABSBENCH:-./absbench}")
    ROOT=$PWD
    OUT=$BATS_TEST_TMPDIR
}

needs_jsonschema() {
    /usr/bin/python3 -c 'import jsonschema' 2>/dev/null || skip "python3-jsonschema is not installed"
}

valid() { "$ROOT/tests/log/validate_report.py" "$@"; }

# report NAME ARGUMENT...
report() {
    local name=$1
    shift
    "$BIN" "$@" --output="$OUT/$name" 2>"$OUT/err" || { echo "exit $?: $*"; cat "$OUT/err"; return 1; }
}

@test "reports of every kind are valid" {
    needs_jsonschema
    report mix.json --max-positions=4 --seed=1..4 --depth=3 --algo=aspiration+pvs,negascout
    report games.json --max-positions=6 --game=ttt --game=connectfour --game=othello --game=othello:pass=free --position=f5d6 --depth=2 --algo=all,mtd
    report trees.json --tree=uniform:b=2..4,range=9 --tree=uniform:commute=1 --tree=pgame:b=2 --tree=incremental:b=3 \
        --tree=ordered:b=3 --seed=9007199254740991 --depth=0,3 --algo=all,mtd,minimax
    report printed.json --tree=incremental:b=4,step=10 --seed=1..4 --depth=4 --algo=all,printed
    report wrong.json --tree=explicit:file=trees/examples/mtdf-printed-wrong.json --algo=pvs,printed --guess=5
    report deeper.json --tree=uniform:b=4,range=1000,commute=1 --seed=1..5 --depth=5 --algo=all --tt=64K --tt-mode=deeper
    report judged.json --game=connectfour --judge=games/positions/judged/connectfour.txt --max-positions=9 --algo=alphabeta,pvs \
        --max-nodes=100,1000
    report judged.jsonl --game=chess --position=start --judge=depth:2 --depth=2
    report windows.json --tree=uniform:b=3,range=50 --depth=3 --algo=aspiration,mtdf,step --window=3:9,1 \
        --widen=full,bound,gradual,both,recentre --widen-factor=1.5,2 --widen-limit=none,2 --guess=parity,static,exact-3,-7 \
        --step=1,9 --grain=8 --deepening=on,off
    report no-time.json --max-positions=4 --seed=1..4 --depth=2 --algo=pvs --no-time --no-check-moves
    report verify.json --max-positions=4 --seed=1..4 --depth=2 --verify --algo=pvs --eval=result,heuristic
    report explicit.json --tree=explicit:file=trees/examples/aima.json --tree=explicit:file=trees/examples/single-leaf.json --algo=all
    report over.json --game=connectfour --position=1212121 --game=ttt --position=14253 --depth=0,3 --algo=all,mtd --tt=0,1M
    report one.json --tree=uniform:b=3 --depth=2 --algo=mtdf --reference=pvs
    printf '44 ; answer 1 1\n' >"$OUT/wrong.txt"
    ! "$BIN" --game=connectfour --positions="$OUT/wrong.txt" --check-answers --output="$OUT/answer.json" 2>"$OUT/err"
    [ "$(jq -r '.verification.mismatches[0].kind' "$OUT/answer.json")" = answer ]
    printf '4 ; bm 4\nbad\n44 ; am 4 ; id b\n5\n' >"$OUT/solved.txt"
    for limit in 10 1000000; do
        report solved-$limit.json --game=connectfour --positions="$OUT/solved.txt" --skip-bad --depth=9 --max-nodes=$limit --algo=all
    done
    [ "$(jq -c '[.results[].solved] | unique' "$OUT/solved-1000000.json")" = '[null,false,true]' ]
    report solved.jsonl --game=connectfour --positions="$OUT/solved.txt" --skip-bad --depth=2
    report lines.jsonl --max-positions=2 --depth=2 --algo=all,mtd,printed --tt=0,64K
    report lines-reference.jsonl --max-positions=2 --depth=2 --algo=pvs --reference=pvs:tt=0
    report lines-no-time.jsonl --max-positions=2 --depth=2 --algo=all --no-time
    valid "$OUT"/*.json "$OUT"/*.jsonl
    [ "$(ls "$OUT"/*.json* | wc -l)" -eq 21 ]
}

@test "an interrupted report is valid" {
    needs_jsonschema
    cd "$OUT"
    env --default-signal=INT "$BIN" --game=connectfour --position=start --depth=1,30 --algo=all --plain \
        --output=cut.json 2>err </dev/null 3>&- &
    pid=$!
    for i in $(seq 100); do
        [ "$(cat cut.json.partial 2>/dev/null | grep -c '"id":')" -lt 9 ] || break
        sleep 0.1
    done
    kill -INT $pid
    wait $pid || [ $? -eq 130 ]
    jq -e .interrupted cut.json
    valid cut.json
}

@test "a corrupted report is not valid" {
    needs_jsonschema
    report good.json --depth=2 --algo=pvs,aspiration --tree=uniform:b=3
    valid "$OUT/good.json"
    local filter n=0
    while read -r filter; do
        jq -c "$filter" "$OUT/good.json" >>"$OUT/bad"
        n=$((n + 1))
    done <<'END'
.schema = "absbench.report/2"
del(.signature)
.signature = 12
.results[0].nodes = -1
.results[0].nodes = "12"
.results[0].surprise = 1
del(.results[0].value)
.results[0].value = 536870912
.results[0].value = null
.results[0].window = [5]
.results[1].window = [0, 5]
.results[1].widen = "wide"
.results[0].status = "fine"
.results[0].tt.hits = null
.results[0].tt = null
.results[0].iterations[0].passes[0].nodes = 1.5
.results[0].seed = 9007199254740993
.results = {}
.verification.agree = "yes"
del(.best)
del(.aggregates[0].ratio_method)
.best = [{}]
.context.options = []
.context.date = "yesterday"
del(.errors)
END
    [ "$n" -eq 25 ]
    valid --bad "$OUT/bad"
}

@test "the schema and the table of fields in docs are those that the program prints" {
    "$BIN" schema | diff "$ROOT/docs/report.schema.json" -
    "$BIN" schema --format=markdown >"$OUT/columns"
    sed '/^$/Q' "$OUT/columns" >"$OUT/table"
    # The columns of findings, but for the ranking's, which are the best's.
    sed -n '/^`aggregates`/,$p' "$OUT/columns" | grep '^| `' | while read -r line; do
        grep -qxF -- "$line" "$ROOT/docs/report.md"
    done
    [ "$(wc -l <"$OUT/table")" -gt 40 ]
    sed -n '/^| field | unit | meaning |$/,/^$/{/^$/q;p}' "$ROOT/docs/report.md" | diff "$OUT/table" -
    run "$BIN" schema --format=csv
    [ "$status" -eq 64 ]
    run "$BIN" schema --depth=3
    [ "$status" -eq 64 ]
}

@test "each field of a configuration says at which level it is compared" {
    cd "$ROOT"
    jq -r '.["$defs"].row.properties | to_entries[] | select(.value["x-level"] | . and . != "copy") | .key' \
        docs/report.schema.json | sort >"$OUT/levels"
    jq -r '.properties.aggregates.items.properties | to_entries[] | select(.value["$ref"]) | .key' \
        docs/report.schema.json | sort | cmp - "$OUT/levels"
    jq -e '[.["$defs"].row.properties[]["x-level"] | values]
        - ["setting", "frame", "algorithm", "policy", "copy"] == []' docs/report.schema.json
}

@test "what needs no python3-jsonschema is not skipped without it" {
    cd "$ROOT"
    echo 'raise ImportError' >"$OUT/jsonschema.py"
    PYTHONPATH=$OUT bats --filter '^(the schema and|each field of)' tests/log/schema.bats >"$OUT/said"
    [ "$(grep -c '^ok' "$OUT/said")" -eq 2 ]
    ! grep '# skip' "$OUT/said"
}
