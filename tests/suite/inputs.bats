#!/usr/bin/env bats
# inputs.bats -- the files that a run reads: positions and trees that have no end, that are read from
# standard input in shards, or that have changed since.

load ../common

@test "files without an end are refused, as positions, grids and trees" {
    refused 2 "/dev/zero: more than 256 MiB" timeout 120 "$BIN" --game=chess --positions=/dev/zero
    refused 2 "/dev/zero: more than 256 MiB" timeout 120 "$BIN" --game=chess --positions=/dev/zero --skip-bad
    refused 2 "/dev/zero: more than 64 MiB" timeout 120 "$BIN" sweep --grid=/dev/zero
    refused 2 "/dev/zero: more than 64 MiB" timeout 120 "$BIN" --tree=explicit:file=/dev/zero
}

@test "standard input is read once, and refused for shards" {
    refused 2 "standard input can be read only once" bash -c "echo start | '$BIN' --game=tictactoe --positions=- --positions=-"
    refused 64 "--positions=- does not go with --shard" "$BIN" --game=tictactoe --positions=- --shard=1/2
    echo '{"game": "tictactoe", "positions": "-"}' >grid.json
    refused 2 "--positions=- does not go with --shard" "$BIN" sweep --grid=grid.json --shard=1/2
    echo start >file
    "$BIN" --game=tictactoe --positions=file --shard=1/2 --depth=1 --quiet >out
}

@test "merge refuses another tree under the same name, and compare says so" {
    local tree=(--tree=explicit:file=tree.json --algo=alphabeta,pvs,scout,mtdf,failsoft --no-time --quiet)
    echo '[[3,12,8],[2,4,6],[14,5,2]]' >tree.json
    "$BIN" "${tree[@]}" --output=rows.jsonl
    "$BIN" "${tree[@]}" --shard=1/2 --output=1.jsonl
    echo '[[3,12,8],[2,4,6],[14,5,1]]' >tree.json
    "$BIN" "${tree[@]}" --shard=2/2 --output=2.jsonl
    refused 2 "the file tree.json was changed" "$BIN" merge 1.jsonl 2.jsonl --output=all.json
    [ ! -e all.json ]
    "$BIN" "${tree[@]}" --output=other.json
    run --separate-stderr "$BIN" compare rows.jsonl other.json --format=json
    [[ $stderr == *"between A and B the file tree.json was changed"* ]]
}
