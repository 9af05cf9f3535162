#!/usr/bin/env bats
# work.bats -- nodes and qnodes together in rows, iterations and passes.

load ../common

sweep() {
    "$BIN" --game=chess --max-positions=3 --depth=3 --algo=alphabeta,pvs,aspiration+pvs,mtdf --no-time --quiet "$@"
}

@test "work of passes and iterations adds up to the row's nodes and qnodes" {
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

@test "--max-nodes stops every run at the same work, little beyond the limit" {
    local limit jobs
    for limit in 1000 30000; do
        for jobs in 1 2; do
            "$BIN" --game=chess --max-positions=3 --depth=8 --algo=pvs,mtdf,alphabeta --quiescence=on \
                --max-nodes=$limit --no-time --quiet --jobs=$jobs >$jobs.json
        done
        cmp <(jq .results 1.json) <(jq .results 2.json)
        jq -e --argjson limit $limit '.results | length == 9 and all(.[]; .status == "ok" or .status == "node_limit"
            and .work >= $limit and .work <= $limit + 100) and (map(select(.status == "node_limit")) | length
            >= 4)' 1.json
    done
}
