#!/usr/bin/env bats
# work.bats -- nodes and qnodes together in rows, iterations and passes.

load ../common

sweep() {
    "$BIN" --game=chess --max-positions=3 --depth=3 --algo=alphabeta,pvs,aspiration+pvs,mtdf --no-time --quiet "$@"
}

@test "work adds up: qnodes and nodes, passes, iterations, the row" {
    sweep --quiescence=on,off >report.json
    jq -e '.results | length == 24 and all(.[]; .work == .nodes + .qnodes
        and .work == ([.iterations[].work] | add)
        and all(.iterations[]; .work == ([.passes[].work] | add) and .work >= .nodes)
        and ([.iterations[].passes[1:][].work] | add // 0) <= .research_work
        and .research_work >= .research_nodes and .research_work <= .work
        and (.quiescence or .research_work == .research_nodes))' report.json
    jq -e '[.results[] | select(.quiescence and .core == "failsoft")]
        | length == 3 and all(.[]; .research_work == ([.iterations[].passes[1:][].work] | add))
            and map(select(.research_work > .research_nodes) | .qnodes > 0) == [true, true]' report.json
}

@test "a report of today must say its work, and say it right" {
    sweep --quiescence=on >good.json
    local filter n=0
    while read -r filter; do
        jq -c "$filter" good.json >bad.json
        run "$BIN" merge bad.json --output=all.json
        [ "$status" -eq 2 ]
        [[ "$output" == *"row 2: it was edited or damaged"* ]] || { echo "$filter: $output"; false; }
        n=$((n + 1))
    done <<'END'
del(.results[1].work)
.results[1].work += 1
del(.results[1].research_work)
del(.results[1].iterations[0].work)
.results[1].iterations[0].passes[0].work = null
END
    [ "$n" -eq 5 ]
    sed '0,/"qnodes":[0-9]*/s//"qnodes":18446744073709551615/' good.json >bad.json
    run "$BIN" merge bad.json --output=all.json
    [ "$status" -eq 2 ]
    [[ "$output" == *"row 1: it was edited or damaged"* ]]
}

@test "--max-nodes is a limit of work, which is the same in every run and missed by little" {
    local limit
    for limit in 1000 30000; do
        "$BIN" --game=chess --max-positions=3 --depth=8 --algo=pvs,mtdf,alphabeta --quiescence=on --max-nodes=$limit \
            --no-time --quiet >a.json
        "$BIN" --game=chess --max-positions=3 --depth=8 --algo=pvs,mtdf,alphabeta --quiescence=on --max-nodes=$limit \
            --no-time --quiet --jobs=2 >b.json
        cmp <(jq .results a.json) <(jq .results b.json)
        jq -e --argjson limit $limit '.results | length == 9 and all(.[]; .status == "ok" or .status == "node_limit"
            and .work >= $limit and .work <= $limit + 100) and (map(select(.status == "node_limit")) | length
            >= 4)' a.json
    done
}
