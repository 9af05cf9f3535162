#!/usr/bin/env bats
# The fixed suite: its rows and its signature are what they were; of other builds: make builds.

load ../common

@test "every row of the suite is the one in results/reference, and so is the signature" {
    local reference=$ROOT/results/reference code=0 signature
    signature=$(cat "$reference/signature")
    "$BIN" bench --format=jsonl --expect=0x0 >rows 2>err || code=$?
    [ "$code" -eq 1 ]
    [ "$(head -n 1 err)" = "$signature" ]
    [[ $(sed -n 2p err) =~ ^$(jq -s 'map(.nodes // 0) | add' rows)\ nodes\ [1-9][0-9]+\ nps$ ]]
    head -n 1 rows | jq -e '.context.jobs == 1' # it is timed
    grep -q "^absbench: the signature is $signature, not 0x0:" err
    [ "$(tail -n 1 rows | jq -r .end.signature)" = "$signature" ]
    { head -n 1 "$reference/bench.tsv"
      jq -r 'select(.id) | [.id, .value, .best_move, .nodes, .leaves, .passes, .fail_low, .research_nodes,
          .tt.answers] | @tsv' \
          rows; } >found
    diff "$reference/bench.tsv" found >differ || { head -20 differ; return 1; }
}

@test "bench's second line has nodes, without nodes per second with --no-time" {
    "$BIN" bench --no-time --quiet >out
    [ "$(wc -l <out)" -eq 2 ]
    sed -n 2p out | grep -Exq '[0-9]+ nodes'
}
