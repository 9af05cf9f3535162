#!/usr/bin/env bats
# hard.bats -- which drivers take a core that fails hard, and under which condition. What such a search counts is
# held by tests/reference.

load ../common

T="--tree=uniform:b=3,range=3 --seed=1..3 --depth=3 --plain --no-time --quiet"

@test "pvs-hard goes where alphabeta goes: aspiration at once, null windows if allowed, from infinity never" {
    for core in alphabeta pvs-hard; do
        "$BIN" $T --algo=$core,aspiration+$core | jq -e '.verification.agree and (.results | length) == 6'
        ends 64 "$BIN" $T --algo=mtdf+$core
        "$BIN" $T --algo=mtdf+$core,bisect+$core,step+$core,bns+$core --allow-fail-hard --step=1 |
            jq -e '.verification.agree and all(.results[]; .status == "ok")'
        ends 64 "$BIN" $T --algo=sss+$core --allow-fail-hard
        ends 64 "$BIN" $T --algo=dual+$core --allow-fail-hard
    done
}

@test "pvs-hard counts as pvs where nothing fails, and more with a table" {
    # One move a position: no window but the open one, and every score is within it.
    "$BIN" --tree=uniform:b=1,range=100 --seed=1..9 --depth=6 --algo=pvs,pvs-hard | jq -e '[.results[].nodes] | unique | length == 1'
    "$BIN" --game=othello --depth=6 --max-positions=12 --algo=pvs,pvs-hard --tt=0,4M --reference=pvs --quiet |
        jq -e '.aggregates | map({key: (.algo + (if .tt_bytes > 0 then " tt" else "" end)), value: .ratio}) | from_entries
            | .["pvs-hard"] < 1.01 and .["pvs-hard tt"] > 1.05'
}
