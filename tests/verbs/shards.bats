#!/usr/bin/env bats
# shards.bats -- parts of one run: together they are the run, and what is missing is said.

load ../common

# split N ARGUMENT...: the run as all.json and all.jsonl, and its lines in N shards, as a run of each
# would write them: s1.jsonl ..
split() {
    local n=$1 i
    shift
    "$BIN" "$@" --no-time --output=all.json 2>err </dev/null
    "$BIN" "$@" --no-time --format=jsonl >all.jsonl 2>err </dev/null
    for i in $(seq "$n"); do
        jq -cs --argjson i "$i" --argjson n "$n" '
            def numbered($job): if .id then {id, job: $job} + . else . end;
            (.[0] | .context.plan.shard = [$i, $n]),
            (.[1:-1] | to_entries[] | select(.key % $n == $i - 1) | .key as $job | .value |
                if .reference_result then .reference_result |= numbered($job) else numbered($job) end),
            {end: {}}' all.jsonl >"s$i.jsonl"
    done
}

# same WHOLE MERGED: all but the context is the same, byte for byte.
same() {
    sed '/^"context"/d; /^{"schema"/d' "$1" >one
    sed '/^"context"/d; /^{"schema"/d' "$2" >other
    [ "$(wc -l <one)" -gt 10 ] && cmp one other
}

# missing SHARDS FILE..: which shards merge says are missing.
missing() {
    ends 1 "$BIN" merge --output=/dev/null "${@:2}"
    [ "$(sed -n 's/^absbench: of 7 shards, these are missing or not finished: //p' err)" = "$1" ] || { cat err; return 1; }
}

@test "all shards of a run, in any order and layout, are the run" {
    split 7 --tree=uniform:b=3,range=100 --seed=1..9 --depth=3 --algo=all,mtd --reference="pvs:tt=0"
    [ "$(grep -c reference_result s1.jsonl)" -gt 0 ] && [ "$(jq '.results | length' all.json)" -gt 50 ]
    "$BIN" merge s?.jsonl --output=merged.json 2>err
    [ ! -s err ]
    same all.json merged.json
    [ "$(jq -c .context.plan all.json)" = "$(jq -c .context.plan merged.json)" ]
    "$BIN" merge s?.jsonl --format=jsonl >merged.jsonl
    same all.jsonl merged.jsonl
    sort -r s3.jsonl | grep -v '^{"end"\|^{"schema"' >rows
    { head -1 s3.jsonl; shuf --random-source=rows rows; tail -1 s3.jsonl; } >s3b.jsonl
    jq . s5.jsonl >s5b.jsonl
    "$BIN" merge s7.jsonl s6.jsonl s5b.jsonl s5.jsonl s1.jsonl s3b.jsonl s2.jsonl - <s4.jsonl --output=merged.json
    same all.json merged.json
    "$BIN" merge merged.json all.json --output=again.json
    same all.json again.json
    [ "$(jq -c .context.plan all.json)" = "$(jq -c .context.plan again.json)" ]
}

@test "merged reports have the options of their run, and --metric" {
    local run=(--tree=uniform:b=3 --seed=1..6 --depth=4 --algo=alphabeta --metric=nodes --no-time --quiet)
    "$BIN" "${run[@]}" --output=all.json
    for i in 1 2; do "$BIN" "${run[@]}" --shard=$i/2 --output=s$i.json; done
    "$BIN" merge s2.json s1.json --output=merged.json
    same all.json merged.json
    jq -e '.metric == "nodes"' merged.json
    cmp <(jq '.context.options | del(.output)' all.json) <(jq '.context.options | del(.output)' merged.json)
}

@test "jobs that --verify left out are not missing" {
    split 3 --game=connectfour --position=start --position=4444 --depth=2,20 --algo=limits --max-nodes=99 --verify
    [ "$(grep -c '^{"left_out"' all.jsonl)" -gt 1 ]
    "$BIN" merge s?.jsonl --format=jsonl >merged.jsonl 2>err
    [ ! -s err ]
    same all.jsonl merged.jsonl
}

@test "missing jobs and shards are listed, and the report is not whole" {
    split 7 --tree=uniform:b=3,range=100 --seed=1..9 --depth=3 --algo=pvs,mtdf --reference=none
    ends 1 "$BIN" merge s1.jsonl s2.jsonl s4.jsonl s5.jsonl s7.jsonl --output=merged.json
    grep -Fqx "absbench: 5 of 18 jobs are missing: 2,5,9,12,16" err
    grep -Fqx "absbench: of 7 shards, these are missing or not finished: 3,6" err
    [ "$(wc -l <err)" -eq 2 ]
    [ "$(jq -c '[.interrupted, .context.plan.shard, (.results | length)]' merged.json)" = '[true,null,13]' ]
    head -n -1 s3.jsonl >cut.jsonl # a killed shard: its rows count, all the same
    head -c -5 s6.jsonl >torn.jsonl
    "$BIN" merge s1.jsonl s2.jsonl s4.jsonl s5.jsonl s7.jsonl cut.jsonl torn.jsonl --output=merged.json 2>err
    same all.json merged.json
    [ "$(cat err)" = "absbench: torn.jsonl: its last line is torn, and is left out" ]
    head -n -2 s3.jsonl >cut.jsonl
    ends 1 "$BIN" merge s[124567].jsonl cut.jsonl --output=merged.json
    grep -Fqx "absbench: 1 of 18 jobs are missing: 16" err
    grep -Fqx "absbench: of 7 shards, these are missing or not finished: 3" err
    "$BIN" merge cut.jsonl s?.jsonl --output=merged.json # it was run again
    same all.json merged.json
}

@test "merge names the missing jobs of an unfinished journal that is no shard" {
    split 1 --tree=uniform:b=3,range=100 --seed=1..9 --depth=3 --algo=pvs,mtdf --reference=none
    sed 's/"shard":\[1,1\]/"shard":null/' s1.jsonl | head -n -3 >journal.jsonl
    "$BIN" merge journal.jsonl --output=merged.json 2>err
    [ "$(cat err)" = "absbench: 2 of 18 jobs are missing: 16-17" ]
    [ "$(jq -c '[.interrupted, (.results | length)]' merged.json)" = '[true,16]' ]
    head -n -1 all.jsonl >cut.jsonl # without jobs, which are missing is not known
    "$BIN" merge cut.jsonl --output=merged.json 2>err
    [ ! -s err ] && [ "$(jq -c '[.interrupted, (.results | length)]' merged.json)" = '[true,18]' ]
}

@test "merge names the shards that are missing, were stopped, or end within a line; one whose rows are all there is not" {
    split 7 --tree=uniform:b=3,range=100 --seed=1..9 --depth=3 --algo=pvs,mtdf
    missing 2,5-7 s1.jsonl s3.jsonl s4.jsonl
    head -n -1 s3.jsonl >stopped.jsonl
    head -n 3 s6.jsonl | head -c -9 >torn.jsonl
    missing 3,5-6 s1.jsonl s2.jsonl stopped.jsonl s4.jsonl torn.jsonl s7.jsonl
    grep -Fqx "absbench: torn.jsonl: its last line is torn, and is left out" err
    ends 0 "$BIN" merge --output=/dev/null s1.jsonl s2.jsonl stopped.jsonl s4.jsonl s5.jsonl s6.jsonl s7.jsonl
}

@test "a report that does not agree with itself is refused" {
    local search=(--tree=uniform:b=3,range=100 --seed=1..3 --depth=3 --algo=pvs,mtdf --no-time)
    "$BIN" "${search[@]}" --output=a.json
    "$BIN" "${search[@]}" --format=jsonl >a.jsonl # whose rows have no checks of their own
    jq -c '.results[2].cutoffs += 1' a.json >edited.json
    jq -c 'del(.results[2])' a.json >shorter.json
    sed 4d a.jsonl >shorter.jsonl
    jq -c 'if .id then .cutoffs += 1 | .first_move_cutoffs += 1 else . end' a.jsonl >edited.jsonl
    for file in edited.json shorter.json shorter.jsonl edited.jsonl; do
        for verb in "merge $file" "compare $file a.json" "compare a.json $file"; do
            ends 2 "$BIN" $verb --output=out.json
            [ ! -e out.json ]
            grep -q "^absbench: $file: .*it was edited or damaged; .* remove its signature: jq " err
            [ "$(wc -l <err)" -eq 1 ]
        done
        # what the message says to do
        jq -c "$(sed "s/.* jq \(-c \)\?'\(.*\)'/\2/" err)" "$file" >taken
        "$BIN" merge taken --output=merged.json
        "$BIN" compare a.json taken --output=compared.json
        rm compared.json
    done
}

@test "many missing jobs are cut short; shards of another number are not said to be missing" {
    split 2 --tree=uniform:b=2 --seed=1..46 --depth=1 --algo=pvs --reference=none
    ends 1 "$BIN" merge s1.jsonl --output=merged.json
    grep -Fqx "absbench: 23 of 46 jobs are missing: $(seq -s, 1 2 39),..." err
    grep -Fqx "absbench: of 2 shards, these are missing or not finished: 2" err
    head -3 s1.jsonl | sed 's/"shard":\[1,2\]/"shard":[1,3]/' >third.jsonl
    ends 1 "$BIN" merge s1.jsonl third.jsonl --output=merged.json
    grep -Fq "absbench: 23 of 46 jobs are missing: " err
    [ "$(wc -l <err)" -eq 1 ]
}

@test "merge refuses a row that has another row's job" {
    split 2 --tree=uniform:b=2 --seed=1..4 --depth=1 --algo=pvs
    { head -1 s1.jsonl; sed -n 2p s2.jsonl | sed 's/"job":1,/"job":0,/'; } >other.jsonl
    ends 2 "$BIN" merge s1.jsonl other.jsonl
    grep -Fqx "absbench: other.jsonl: row 1 has the job of row 1 of s1.jsonl, but another id" err
}
