#!/usr/bin/env bats
# jobs.bats -- how many searches run side by side, and where a report says it. How the number is found: unit_crew.c.

load ../common

RUN=(--tree=uniform:b=3,range=50 --seed=1..300 --depth=3 --algo=pvs)

# side_by_side ARGUMENT..: context.jobs of that run.
side_by_side() { "$BIN" "$@" --quiet --format=json | jq .context.jobs; }

@test "--jobs=auto is one a processor that the process may use" {
    local all
    all=$(nproc)
    [ "$(side_by_side "${RUN[@]}")" -eq "$((all < 256 ? all : 256))" ]
    [ "$(side_by_side --game=tictactoe --depth=2 --algo=all)" -eq "$((all < 10 ? all : 10))" ]
    [ "$(side_by_side --game=tictactoe --position=start --depth=2)" -eq 1 ] # no more than searches
    [ "$(side_by_side "${RUN[@]}" --jobs=3)" -eq 3 ]
    [ "$(taskset -c "$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')" "$BIN" "${RUN[@]}" --quiet --format=json | jq .context.jobs)" -eq 1 ]
}

@test "timed searches run alone, unless --jobs says otherwise" {
    local how
    for how in --metric=time --repeat=2 --timeout=60; do
        [ "$(side_by_side "${RUN[@]}" $how 2>/dev/null)" -eq 1 ]
        [ "$(side_by_side "${RUN[@]}" $how --jobs=2 2>/dev/null)" -eq 2 ]
    done
    echo '[{"tree": "uniform:b=3", "seed": "1..9", "depth": 2}, {"tree": "uniform:b=3", "depth": 3, "timeout": 60}]' >grid.json
    [ "$(side_by_side sweep --grid=grid.json)" -eq 1 ]
}

@test "rows are the same with any number of workers" {
    local jobs
    for jobs in 1 2; do
        "$BIN" "${RUN[@]}" --no-time --quiet --jobs=$jobs --output=$jobs.json
        "$BIN" "${RUN[@]}" --no-time --quiet --jobs=$jobs --format=jsonl >$jobs.out
        "$BIN" "${RUN[@]}" --no-time --quiet --jobs=$jobs --output=$jobs.jsonl
    done
    cmp <(tail -n +4 1.json) <(tail -n +4 2.json) # without the schema and the context
    jq -e '.context | has("jobs") | not' 2.json
    cmp <(grep '^{"id"' 1.out) <(grep '^{"id"' 2.out)
    cmp <(grep '^{"id"' 1.jsonl) <(grep '^{"id"' 2.jsonl | jq -c '[.job, .]' | sort -t, -k1.2n | jq -c '.[1]')
}

@test "a merged report has the most workers of its parts" {
    "$BIN" "${RUN[@]}" --quiet --jobs=1 --shard=1/2 --output=1.json
    "$BIN" "${RUN[@]}" --quiet --jobs=2 --shard=2/2 --output=2.json
    [ "$("$BIN" merge 1.json 2.json | jq .context.jobs)" -eq 2 ]
    "$BIN" merge 1.json 2.json --format=markdown | grep -q 'processor time, 2 searches side by side'
    ! "$BIN" show 1.json --format=markdown 2>/dev/null | grep 'side by side'
    "$BIN" merge 1.json 2.json --no-time | jq -e '.context | has("jobs") | not'
    ! "$BIN" merge 1.json 2.json --no-time --format=markdown | grep 'side by side'
}

@test "fewer workers run where tables would take half of the free memory, and a line says so" {
    [ "$(nproc)" -ge 2 ] || skip "there is one processor"
    local mib
    mib=$(awk '/^MemAvailable/ { print int($2 / 1024 * 0.4) }' /proc/meminfo)
    [ "$mib" -gt 0 ] || skip "the system does not say how much memory is free"
    "$BIN" "${RUN[@]/#--seed=*/--seed=1..2}" --tt="$mib"M >out 2>err || [ $? -eq 2 ] # 32 bits have no room for one
    head -n 1 err | grep -qx "absbench: 1 at a time, not 2, whose tables of $mib MiB each would take over half of the free memory; use \
a smaller --tt, or --jobs=2"
    [ "$(grep -c 'at a time' err)" -eq 1 ]
    "$BIN" "${RUN[@]/#--seed=*/--seed=1..2}" --tt="$mib"M --quiet >out 2>err || [ $? -eq 2 ]
    ! grep 'at a time' err
}
