#!/usr/bin/env bats
# bns.bats -- best node search: values that are lower bounds, and what is made of them.

load ../common

setup() {
    here || return 1
    T="--tree=uniform:b=4,range=100 --seed=1..12 --depth=5 --plain --no-time --quiet"
}

@test "a lower bound is at most the value, and no mismatch; the best move is one" {
    "$BIN" $T --algo=bns,bns+pvs,alphabeta --verify --format=json >o.json
    jq -e '.verification | .agree and .mismatches == [] and .known_unsound == []' o.json
    jq -e '[.results[] | select(.driver != "bns") | .value_bound == "exact"] | all' o.json
    jq -e '[.results[] | select(.driver == "bns")] | all(.best_move_optimal) and
        (map(.value_bound) | unique == ["exact", "lower"])' o.json
    jq -e '[.results[] | {position_id, value, value_bound}] | group_by(.position_id) | all(
        (map(select(.value_bound == "exact").value) | unique) as $v | ($v | length) == 1 and
        all(.value <= $v[0]))' o.json
    jq -e '[.results[] | {position_id, value}] | group_by(.position_id) | map(map(.value) | unique | length) | max == 2' o.json
}

@test "a lower bound that is too high is a mismatch; what is said is read back" {
    "$BIN" $T --algo=bns,alphabeta --format=jsonl --output=o.jsonl
    "$BIN" merge o.jsonl --format=json | jq -c '.results[].value_bound' | sort | uniq -c >counts
    [ "$(wc -l <counts)" -eq 2 ]
    "$BIN" merge o.jsonl --format=json >whole.json
    jq '(.results[] | select(.value_bound == "lower")).value |= . + 1000 | del(.signature)' whole.json >high.json
    run -1 "$BIN" merge high.json --format=json
    jq '(.results[] | select(.value_bound == "lower")).value_bound |= "exact"' whole.json >exact.json
    run -1 "$BIN" merge exact.json --format=json
}

@test "compare by position: a lower bound and the value do not differ, but where it is above" {
    "$BIN" $T --algo=alphabeta --format=json --output=a.json
    "$BIN" $T --algo=bns --format=json --output=b.json
    "$BIN" compare --match=position a.json b.json --format=json | jq -e '.values_differ == 0'
    jq '.results[] |= (.value += 1000) | del(.signature)' b.json >high.json
    run -1 --separate-stderr "$BIN" compare --match=position a.json high.json --format=json
    [ "$(jq .values_differ <<<"$output")" -eq 12 ]
}

@test "stopped searches have neither value nor bound; a leaf's is exact" {
    "$BIN" --tree=uniform:b=4,range=100 --depth=6 --plain --algo=bns --max-nodes=20 --format=json |
        jq -e '.results[0] | .status == "node_limit" and .value == null and .value_bound == null'
    "$BIN" --tree=uniform:b=4,range=100 --depth=0 --algo=bns --format=json |
        jq -e '.results[0] | .value_bound == "exact" and .passes == 1 and .null_nodes == 0'
    "$BIN" --tree=uniform:b=1,range=100 --depth=3 --plain --algo=bns --format=json |
        jq -e '.results[0] | .value_bound == "lower" and .passes == 1 and .best_move == "0"'
}

@test "bns takes no guess and is in no group" {
    "$BIN" $T --algo=bns+alphabeta,bns+pvs-hard --allow-fail-hard --format=json |
        jq -e '[.results[] | .status == "ok"] | all'
    "$BIN" $T --algo=bns+failsoft-low,bns+failsoft-high,bns+pvs,bns+pvs-value,bns+negascout --allow-fail-hard >o.json
    "$BIN" list --format=json >list.json
    ! jq -e '.groups[] | .. | strings | select(test("bns"))' list.json
    "$BIN" $T --algo=bns,mtdf --guess=3 --format=json |
        jq -e '[.results[] | select(.driver == "bns").guess] | unique == [null]'
}
