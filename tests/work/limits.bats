#!/usr/bin/env bats
# limits.bats -- `minimal` and `minimal-graph` on the command line and in the report.

load ../common

T=--tree=uniform:b=2..5,range=100

# rows ARGUMENT...: a row a line, to `rows`.
rows() {
    "$BIN" --no-time --quiet --reference=none --format=jsonl "$@" >all && sed "1d; \$d" all >rows
}

@test "minimal-graph without a table is left out of the group" {
    rows $T --depth=3 --plain --algo=limits,alphabeta,limits
    [ "$(jq -r .algo rows | xargs)" = "minimal alphabeta" ]
    rows $T --depth=3 --tt=0,1M,2M --deepening=on,off --algo=limits
    [ "$(jq -r '[.algo, .tt_bytes, .deepening] | join(":")' rows | xargs)" = "minimal:0:false\
 minimal-graph:1048576:true minimal-graph:2097152:true minimal-graph:1048576:false minimal-graph:2097152:false" ]
}

@test "--reference=minimal: every ratio is to the minimal tree of the position" {
    "$BIN" $T --seed=1..4 --game=othello --max-positions=4 --depth=3,4 --deepening=on,off --tt=0,1M \
        --max-nodes=5000000 --quiet --algo=limits,all --reference=minimal --no-time --format=json >report
    jq -e '
        (.results | map(select(.algo == "minimal")) | INDEX("\(.position_id)/\(.depth)")) as $least
        | [.aggregates[] as $a | .results | map(select(.algo == $a.algo and .spec == $a.spec
              and .depth == $a.depth and .deepening == $a.deepening and .tt_bytes == $a.tt_bytes)
              | (.nodes / $least["\(.position_id)/\(.depth)"].nodes | log))
          | [(add / length | exp), $a.ratio, length, $a.ratio_n]]
        | length == 2 * 2 * (1 + 2 + 4 * 10) and all(.[]; .[2] == .[3] and (.[0] / .[1] - 1 | fabs) < 1e-8)
        ' report
}

@test "a stopped limit has no value, also at its own limit of work" {
    rows $T --depth=9 --algo=minimal --max-nodes=1000
    jq -e '.status == "node_limit" and .value == null and .best_move == null and .nodes >= 1000' rows
    rows $T --depth=9 --algo=minimal-graph --max-nodes=1000
    jq -e '.status == "node_limit" and .value == null and .nodes == .interior + .leaves + .tt.answers' rows
    rows --tree=uniform:b=9,range=1000 --depth=12 --algo=minimal
    jq -e '.status == "node_limit" and .value == null and (.nodes | . >= 20e6 and . < 21e6)
        and (.id | endswith("/limit20000000"))' rows
    rows --tree=uniform:b=9,range=1000 --depth=12 --algo=limits --max-nodes=999999999999 --timeout=0.1
    [ "$(jq -r .status rows | xargs)" = "timeout timeout" ]
}

@test "rows of limits have null for what they do not count" {
    "$BIN" $T --depth=6 --algo=limits,failsoft --format=json >report
    jq -e '(.results[0] | .interior == null and .nodes > .leaves and .time.nodes_per_s == null
              and .tt == null and .order == "none" and .passes == 2 and .root_researches == 0 and .cutoffs == 0
              and .best_move_optimal and (.pv | length) == .depth)
       and (.results[1] | .nodes == .interior + .leaves + .tt.answers and .root_researches == 0
              and (.iterations | length) == 6 and .nodes == .iterations[-1].nodes
              and .nodes == ([.iterations[-1].passes[].nodes] | min) and .time.nodes_per_s == null)
       and (.aggregates[0].nodes_per_s == null) and (.aggregates[2].nodes_per_s > 0)
       and .verification.agree' report
}

@test "limits have the row's quiescence and grain, with any number of workers" {
    local args="--game=checkers --depth=2,3 --quiescence=on,off
        --grain=1,20 --algo=limits,negascout"
    rows $args
    mv rows one
    rows $args --jobs=2
    cmp one rows
    jq -se 'all(.[]; .status == "ok" and .best_move_optimal != false and (.algo != "minimal" or .qnodes == 0))' one
}

@test "minimal-graph takes no more nodes than a search of its depth" {
    # Fail-hard keeps other best moves, so its last iteration may be smaller; without deepening it never was.
    local deepening
    for deepening in on off; do
        rows --game=tictactoe --game=connectfour --game=othello --game=checkers --max-positions=25 --depth=4,5 --tt=4M \
            --deepening=$deepening --algo=minimal-graph,failsoft,alphabeta --no-check-moves
        jq -se --arg deepening $deepening '
            group_by([.spec, .position_id, .depth])
            | length > 150 and all(.[]; INDEX(.algo) as $r | $r["minimal-graph"] as $graph
                | $graph.nodes <= $r.failsoft.iterations[-1].nodes and $graph.nodes <= $r.alphabeta.nodes)' rows
    done
}

@test "a search that hardly moves its window is given up, in time and memory, with what to do" {
    local status algo options
    case $BIN in *san*) ;; *) ulimit -v 150000 ;; esac
    while read -r status algo options; do
        "$BIN" --tree=uniform:b=1,range=90000 --depth=40 --tt=0 --window=1 --widen-factor=1.0000001 --guess=-90000 --step=1 \
            --no-time --quiet --algo="$algo" $options >report
        jq -e --arg status "$status" '(.results[0] | .status == $status and (.value == null) == ($status != "ok"))
            and if $status == "ok" then .results[0].passes < 100000
                else .results[0].passes == 100000 and (.errors[0].message | contains("--widen-limit")) end' report
    done <<'END'
inconsistent aspiration+alphabeta --widen=gradual
ok aspiration --widen=recentre
inconsistent step+alphabeta --allow-fail-hard
ok mtdf-printed
END
}
