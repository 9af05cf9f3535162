#!/usr/bin/env bats
# select.bats -- --select and --fail-high-less: what takes them, what refuses them, and what rows say.

load ../common

rows() { "$BIN" "$@" --format=json --quiet --no-time | jq -c "$FILTER"; }

@test "each domain has the selections it knows; --algo=all leaves out scout with --select" {
    FILTER='[.results[].algo] | index("scout"), length'
    [ "$(rows --game=chess --depth=2 --position=start --algo=all --select=lmr | xargs)" = "null 9" ]
    FILTER='[.results[] | [.domain, .select]] | unique'
    [ "$(rows --game=othello --game=chess --game=xiangqi --tree=uniform:b=3 --max-positions=1 --depth=2 --algo=pvs \
        --select=check,lmr,null:2)" = \
        '[["chess","null:2,check,lmr:4"],["othello","lmr:4"],["uniform","lmr:4"],["xiangqi","null:2,check,lmr:4"]]' ]
}

@test "rows name their selection in members and ids; rows without have neither" {
    FILTER='.results[0] | .id, .null_searches > 0, .reduced > .reduced_again, .best_move_optimal, .status'
    [ "$(rows --game=chess --position=start --depth=4 --algo=pvs --select=null,lmr | xargs)" = \
        "chess/start/d4/pvs/tt64M/deeper/depth/tt,capture,killer,history,game/deepening/quiescence/select=null:3,lmr:4 true true null ok" ]
    FILTER='[.results[0] | keys[] | select(. as $k | ["select", "fail_high_less", "null_searches", "null_cutoffs", "extensions",
        "reduced", "reduced_again", "iir_nodes", "crossed"] | index($k))] | join(" ")'
    [ "$(rows --game=chess --position=start --depth=2 --algo=pvs)" = '""' ]
    [ "$(rows --game=chess --position=start --depth=2 --algo=aspiration --select=none)" = '""' ]
    [ "$(rows --game=chess --position=start --depth=2 --algo=aspiration --fail-high-less)" = '"crossed fail_high_less"' ]
    [ "$(rows --game=chess --position=start --depth=2 --algo=pvs --select=check)" = \
        '"crossed extensions iir_nodes null_cutoffs null_searches reduced reduced_again select"' ]
    FILTER='[.results[].id | select(test("select"))] | length'
    [ "$(rows --game=chess --position=start --depth=2 --algo=pvs)" -eq 0 ]
}

@test "values that differ are no mismatch; bounds that cross leave a row with a value" {
    "$BIN" --game=chess --suite=large --max-positions=12 --depth=5 --algo=pvs,mtdf --select=null,lmr --reference=pvs \
        --format=json --quiet --output=rows.json
    jq -e '.verification.mismatches == [] and all(.results[]; .status == "ok" and .value != null)
           and ([.results[] | select(.algo == "mtdf") | .crossed] | add) > 0
           and ([.results[] | {position_id, value}] | unique | length) > 12' rows.json
    # .. and such rows are merged and compared as they are.
    "$BIN" merge rows.json --format=json | jq -e '.results | length == 24'
    "$BIN" compare rows.json rows.json --format=json | jq -e '.rows_a == 24'
}

@test "the reference has the row's selection, unless it says another" {
    "$BIN" --game=chess --position=start --depth=4 --algo=mtdf --select=lmr --reference=pvs --format=json --quiet >own.json
    jq -e '.reference_results[0].select == "lmr:4" and .aggregates[0].ratio != null' own.json
    "$BIN" --game=chess --position=start --depth=4 --algo=pvs --select=lmr --reference='pvs:select=none' --format=json \
        --quiet >none.json
    jq -e '(.reference_results[0] | has("select") | not) and .aggregates[0].ratio < 1' none.json
}

@test "--fail-high-less is aspiration's: less deep passes after fail-highs, in an iteration of the same depth" {
    FILTER='[.results[] | [.fail_high_less, .depth, (.work < 1e9)]] | unique'
    [ "$(rows --game=chess --position=start --depth=4 --algo=aspiration+pvs --window=1 --widen=gradual \
        --fail-high-less=off,on)" = '[[null,4,true],[true,4,true]]' ]
    FILTER='.results[0].id'
    [[ $(rows --game=chess --position=start --depth=2 --algo=aspiration --fail-high-less) == */less\" ]]
}

@test "a child whose move costs no depth is found in the table by its own key" {
    # Two checks lead to two positions, both searched to depth 1: neither is in the table before.
    FILTER='.results[0] | .extensions > 1, .tt.probes > 2, .tt.hits'
    [ "$(rows --game=chess --position='6k1/5p1p/6p1/8/8/8/5PPP/3RQ1K1 w - - 0 1' --depth=1 --algo=alphabeta --select=check \
        --deepening=off --quiescence=off | xargs)" = "true true 0" ]
}

@test "iir needs a table: it is off beside one without, and wrong usage where no search has one" {
    FILTER='[.results[] | [.tt_bytes, .select, (.iir_nodes // 0) > 0]]'
    [ "$(rows --tree=uniform:b=4,range=100 --depth=6 --algo=pvs --select=iir:2 --tt=0,1M)" = '[[0,null,false],[1048576,"iir:2",true]]' ]
    [ "$(rows --tree=uniform:b=4,range=100 --depth=6 --algo=pvs --select=iir:2,lmr --tt=0,1M)" = \
        '[[0,"lmr:4",false],[1048576,"lmr:4,iir:2",true]]' ]
    # It acts at D and above, below the root, and whether or not the table orders moves.
    [ "$(rows --tree=uniform:b=4,range=100 --depth=5 --algo=pvs --select=iir:5 --tt=1M)" = '[[1048576,"iir:5",false]]' ]
    [ "$(rows --tree=uniform:b=4,range=100 --depth=6 --algo=pvs --select=iir --tt=1M --order=none --deepening=off)" = \
        '[[1048576,"iir:4",true]]' ]
    for wrong in --tt=0 --plain "--tt=0 --select=iir,lmr" --select=iir:1 --select=iir:101 --select=iir,iir --algo=scout \
        "--tt=0 --tree=explicit:file=$ROOT/trees/examples/aima.json"; do
        ends 64 "$BIN" --tree=uniform:b=3 --depth=3 --algo=pvs --select=iir $wrong
    done
    ends 64 "$BIN" --tree="explicit:file=$ROOT/trees/examples/aima.json" --algo=pvs --select=iir
    "$BIN" --tree="explicit:file=$ROOT/trees/examples/aima.json" --tree=uniform:b=3 --depth=3 --algo=pvs --select=iir --quiet |
        jq -e '[.results[].select] == [null, "iir:4"]'
}

@test "a reference has its row's iir only with a table" {
    "$BIN" --tree=uniform:b=4,range=100 --depth=6 --algo=pvs --select=iir:2,lmr --tt=1M --reference='pvs:tt=0' --quiet |
        jq -e '.reference_results[0].select == "lmr:4" and .aggregates[0].ratio != null'
    "$BIN" --tree=uniform:b=4,range=100 --depth=6 --algo=pvs --tt=1M --reference='pvs:select=iir:2' --quiet |
        jq -e '.reference_results[0].select == "iir:2" and .aggregates[0].ratio > 1'
    "$BIN" --tree=uniform:b=4,range=100 --depth=6 --algo=pvs --select=iir:2 --tt=1M --reference=none --format=jsonl --output=a.jsonl
    "$BIN" merge a.jsonl --format=json | jq -e '.results[0] | .iir_nodes > 0 and .select == "iir:2"'
}
