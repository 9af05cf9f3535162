#!/usr/bin/env bats
# parallel.bats -- --parallel: rows of simulated searches, what they are compared with, and what is refused.

load ../common

@test "one processor is the serial search, pass by pass; any number finds its value" {
    "$BIN" --game=othello --max-positions=2 --depth=4 --algo=pvs,mtdf,failsoft \
        --parallel=none,root,root-all,pvsplit,ybw,abdada --procs=1,3 --format=json --quiet |
        jq -e '.verification.mismatches == [] and
            (.results | group_by([.position_id, .algo]) | all(.[];
                (map(select(.parallel == "none"))[0]) as $serial
                | (map(select(.procs == 1)) | length == 5 and all(.[];
                    [.work, .nodes, .value, .best_move, .pv, .passes, .ticks, .iterations]
                    == ($serial | [.work, .nodes, .value, .best_move, .pv, .passes, .ticks, .iterations])
                    and .aborted == 0 and .idle_ticks == 0))
                and all(.[]; .value == $serial.value)
                and all(.[] | select(.procs == 3); .ticks >= .critical_path and 3 * .ticks >= .work - .aborted)))'
}

@test "a limit stops one processor where it stops the serial search, and several have ticks until then" {
    "$BIN" --game=chess --suite=large --max-positions=2 --depth=3 --algo=pvs,mtdf --plain --quiescence=on --max-nodes=5,41,300,1039 \
        --parallel=none,ybw,root-all --procs=1,3 --reference=none --format=json --quiet --no-time | jq -e '
            def counts: del(.id, .parallel, .procs, .tables, .split_cost, .ticks, .aborted, .idle_ticks, .splits, .critical_path);
            .results | length == 80 and all(group_by([.position_id, .algo, .node_limit])[];
                (map(select(.parallel == "none"))[0] | counts) as $serial | all(.[] | select(.procs == 1); counts == $serial))
            and all(.[] | select(.procs == 3); .ticks > 0 and .idle_ticks >= 0 and .idle_ticks < 3 * .ticks)
            and any(.[]; .status == "node_limit" and .research_nodes > 0 and .root_researches == 0)'
}

@test "compared by ticks with one processor's, unless something else is asked for" {
    local verb
    for verb in run sweep; do
        "$BIN" $verb --tree=uniform:b=6 --seed=1..9 --depth=4 --algo=pvs --parallel=ybw --procs=8 --format=json \
            --quiet >rows.json
        jq -e '.context.options.metric == "ticks" and .reference_results[0].parallel == "none"
            and (.aggregates[] | select(.procs == 8) | .ratio > 1/8 and .ratio < 0.6)' rows.json
    done
    "$BIN" --tree=uniform:b=6 --seed=1..9 --depth=4 --algo=pvs --parallel=ybw --procs=2,8 --reference=pvs:procs=2 --metric=work \
        --format=json --quiet >rows.json
    jq -e '[.aggregates[] | select(.procs == 2) | .ratio] == [1] and .context.options.metric == "work"' rows.json
}

@test "rows are kept, merged and compared like any other" {
    local run="$BIN --tree=uniform:b=5 --seed=1..4 --depth=4 --algo=mtdf --parallel=abdada --procs=1,4
        --tables=shared,private --no-time --quiet"
    $run --output=whole.json
    $run --shard=1/2 --output=1.jsonl
    $run --shard=2/2 --output=2.jsonl
    "$BIN" merge 1.jsonl 2.jsonl --no-time --output=merged.json
    cmp <(jq -S .results whole.json) <(jq -S .results merged.json)
    "$BIN" compare whole.json merged.json --format=json | jq -e '.rows_a == .rows_b and .rows_a >= 16'
}

@test "a second simulator, written from the rules in another language, has the same ticks and counts" {
    /usr/bin/python3 "$ROOT/tests/parallel/simulator.py" "$BIN" 1 20
}
