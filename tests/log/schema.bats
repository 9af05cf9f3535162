#!/usr/bin/env bats
# schema.bats -- reports of every kind against docs/report.schema.json.

load ../common

needs_jsonschema() {
    /usr/bin/python3 -c 'import jsonschema' 2>/dev/null || skip "python3-jsonschema is not installed"
}

valid() { "$ROOT/tests/log/validate_report.py" "$@"; }

# report NAME ARGUMENT...
report() {
    local name=$1
    shift
    "$BIN" "$@" --output="$name" 2>err || { echo "exit $?: $*"; cat err; return 1; }
}

@test "reports of every kind are valid" {
    needs_jsonschema
    report mix.json --max-positions=1 --depth=3 --algo=aspiration+pvs,negascout
    report games.json --max-positions=2 --game=ttt --game=othello:pass=free --position=f5d6 --depth=2 --algo=all,mtd \
        --no-time --no-check-moves
    report trees.json --tree=uniform:b=2..4,range=9,commute=1 --tree=pgame:b=2 --tree=incremental:b=3 \
        --tree=ordered:b=3 --seed=9007199254740991 --depth=0,3 --algo=pvs,minimax --verify
    report printed.json --tree=incremental:b=4,step=10 --seed=1..2 --depth=4 --algo=pvs,printed
    report wrong.json --tree=explicit:file="$ROOT/trees/examples/mtdf-printed-wrong.json" --algo=pvs,printed --guess=5
    report deeper.json --tree=uniform:b=4,range=1000,commute=1 --seed=1..2 --depth=5 --algo=pvs --tt=64K \
        --tt-mode=deeper
    report judged.json --game=connectfour --judge="$ROOT/games/positions/judged/connectfour.txt" --max-positions=2 \
        --algo=alphabeta,pvs --max-nodes=100,1000
    report judged.jsonl --game=chess --position=start --judge=depth:2 --depth=2
    report windows.json --tree=uniform:b=3,range=50 --depth=2 --algo=aspiration,mtdf,step --window=3:9 \
        --widen=full,gradual --widen-factor=1.5 --widen-limit=none,2 --guess=parity,exact-3,-7 \
        --step=1,9 --grain=8 --deepening=on,off
    report eval.json --game=ttt --max-positions=2 --depth=2 --verify --algo=pvs --eval=result,heuristic
    report over.json --game=connectfour --position=1212121 --game=ttt --position=14253 --depth=0,3 --algo=pvs,mtdf \
        --tt=0,1M
    report one.json --tree=uniform:b=3 --depth=2 --algo=mtdf --reference=pvs
    report limits.json --tree=uniform:b=1..3,range=10 --game=ttt --plain --seed=1..3 --depth=2 \
        --algo=alphabeta,sss,mtdf,minimal --no-check-moves
    printf '44 ; answer 1 1\n' >wrong.txt
    ! "$BIN" --game=connectfour --positions=wrong.txt --depth=1 --output=answer.json 2>err
    [ "$(jq -r '.verification.mismatches[0].kind' answer.json)" = answer ]
    printf '4 ; bm 4\nbad\n44 ; am 4 ; id b\n5\n' >solved.txt
    for limit in 10 100000; do
        report solved-$limit.json --game=connectfour --positions=solved.txt --skip-bad --depth=7 \
            --max-nodes=$limit --algo=pvs,mtdf
    done
    [ "$(jq -c '[.results[].solved] | unique' solved-100000.json)" = '[null,false,true]' ]
    report solved.jsonl --game=connectfour --positions=solved.txt --skip-bad --depth=2
    report lines.jsonl --max-positions=1 --depth=2 --algo=pvs,mtd,printed --tt=0,64K --reference=pvs:tt=0
    report lines-no-time.jsonl --game=ttt --max-positions=2 --depth=2 --algo=all --no-time
    head -n 6 lines-no-time.jsonl >part
    "$BIN" merge part --output=interrupted.json 2>err
    jq -e .interrupted interrupted.json
    valid *.json *.jsonl
    [ "$(ls *.json* | wc -l)" -eq 20 ]
}

@test "a corrupted report is not valid" {
    needs_jsonschema
    report good.json --depth=2 --algo=pvs,aspiration --tree=uniform:b=3
    sed 's/.*/(&),/' >filters <<'END'
.schema = "absbench.report/2"
del(.signature)
.results[0].nodes = -1
.results[0].surprise = 1
del(.results[0].value)
.results[1].window_low = 0
.results[0].window_low = null
del(.results[0].tt)
del(.results[0].cutoffs)
.results[0].status = "fine"
.results[0].tt.hits = null
.results[0].iterations[0].passes[0].nodes = 1.5
.results[0].seed = 9007199254740993
.verification.agree = "yes"
del(.answers)
del(.aggregates[0].ratio_method)
.context.date = "yesterday"
END
    jq -c "$(<filters) empty" good.json >bad
    [ "$(wc -l <bad)" -eq 17 ]
    valid --bad bad
}

@test "docs/report.md has the table that \`schema\` prints, docs/ the schemas" {
    "$BIN" schema | cmp "$ROOT/docs/report.schema.json" -
    for name in compare tune list; do "$BIN" schema $name | cmp "$ROOT/docs/$name.schema.json" -; done
    "$BIN" schema --format=markdown >columns
    sed '/^$/Q' columns >table
    sed -n '/^`aggregates`/,$p' columns | grep '^| `' | grep -vxFf "$ROOT/docs/report.md" >missing || true
    [ ! -s missing ]
    [ "$(wc -l <table)" -gt 40 ]
    sed -n '/^| field | unit | meaning |$/,/^$/{/^$/q;p}' "$ROOT/docs/report.md" | diff table -
    ends 64 "$BIN" schema --format=csv
    ends 64 "$BIN" schema --depth=3
    ends 64 "$BIN" schema sweep
}

@test "schemas have the program's fields, columns, names and levels, and no others" {
    "$ROOT/tests/log/schemas.py" "$BIN"
}

@test "each field of a configuration says at which level it is compared" {
    jq -e '.["$defs"].row.properties as $row
        | ([$row | to_entries[] | select(.value["x-level"] | . and . != "copy").key | select(startswith("window") | not)] | sort)
            == ([.properties.aggregates.items.properties | to_entries[] | select(.value["$ref"]).key] | sort)
        and [$row[]["x-level"] | values] - ["setting", "frame", "algorithm", "policy", "copy"] == []' \
        "$ROOT/docs/report.schema.json"
}
