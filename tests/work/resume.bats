#!/usr/bin/env bats
# resume.bats -- what --resume goes on with, and what it refuses, in a quick pass over all; more: journal.bats.

load ../common
load waits

setup() {
    here || return 1
    RUN=(--tree=uniform:b=3 --seed=1..6 --depth=3 --algo=alphabeta,mtdf --no-time --quiet)
}

# The undisturbed journal of RUN, its lines counted: the head, twelve rows, the end.
whole() {
    "$BIN" "${RUN[@]}" --output=whole.jsonl
    [ "$(wc -l <whole.jsonl)" -eq 14 ]
}

# RUN goes on from rows.jsonl to the same lines in any order, the command line apart.
goes_on() {
    "$BIN" "${RUN[@]}" --resume --output=rows.jsonl
    cmp <(jq -cS 'del(.context.command, .context.options) | if .context then del(.check) else . end' whole.jsonl | sort) \
        <(jq -cS 'del(.context.command, .context.options) | if .context then del(.check) else . end' rows.jsonl | sort)
}

@test "a journal that is there is refused without --resume, and continued with it" {
    whole
    cp whole.jsonl rows.jsonl
    stays rows.jsonl 2 'add --resume' "${RUN[@]}" --output=rows.jsonl
    goes_on # it is whole already
    head -c 3142 whole.jsonl >rows.jsonl # journal.bats cuts everywhere
    goes_on
    rm rows.jsonl
    goes_on
}

@test "--resume searches no finished row again, with any number of workers" {
    whole
    local jobs
    for jobs in 1 2; do # rows of all depths but that of one seed, and a value that no search gives
        jq -c 'select(.seed != 4 and .end == null) | del(.check)' whole.jsonl |
            sed '/"seed":5/s/"evaluations":[0-9]*/"evaluations":987/' >rows.jsonl
        "$BIN" "${RUN[@]}" --jobs=$jobs --resume --output=rows.jsonl
        [ "$(grep -c '"evaluations":987' rows.jsonl)" -eq 2 ]
        [ "$(wc -l <rows.jsonl)" -eq 14 ]
        [ "$(jq -c '.job | values' rows.jsonl | sort -n | tr '\n' ' ')" = '0 1 2 3 4 5 6 7 8 9 10 11 ' ]
        [ "$(tail -1 rows.jsonl | jq .end.rows)" -eq 12 ]
    done
}

@test "--resume refuses rows of other searches, shards, programs and files" {
    whole
    head -n 3 whole.jsonl >rows.jsonl
    stays rows.jsonl 2 'other searches' "${RUN[@]/--depth=3/--depth=4}" --resume --output=rows.jsonl
    stays rows.jsonl 2 'other searches' "${RUN[@]/--seed=1..6/--seed=1..7}" --resume --output=rows.jsonl
    stays rows.jsonl 2 'another shard' "${RUN[@]}" --resume --shard=1/2 --output=rows.jsonl
    sed -i '1s/"version":"[^"]*"/"version":"9.9"/; 1s/,"check":"[^"]*"//' rows.jsonl
    stays rows.jsonl 2 'another program: version 9.9' "${RUN[@]}" --resume --output=rows.jsonl
    head -n 3 whole.jsonl | sed '1s/"git":"[^"]*"/"git":"0"/; 1s/,"check":"[^"]*"//' >rows.jsonl
    stays rows.jsonl 2 'another program: git 0' "${RUN[@]}" --resume --output=rows.jsonl
    echo '{"not": "a report"}' >rows.jsonl
    stays rows.jsonl 2 'something other than rows' "${RUN[@]}" --resume --output=rows.jsonl
    "$BIN" merge whole.jsonl --output=rows.jsonl --no-time
    stays rows.jsonl 2 'it is a report, not a journal' "${RUN[@]}" --resume --output=rows.jsonl
    sed 5d whole.jsonl >rows.jsonl # a row is lost, and it is said to be whole
    stays rows.jsonl 2 'edited or damaged' "${RUN[@]}" --resume --output=rows.jsonl
}

@test "two writers: the second is told to wait, and does no harm" {
    whole
    head -n 3 whole.jsonl >rows.jsonl
    exec 9<rows.jsonl
    flock -x 9
    stays rows.jsonl 2 'another absbench is writing to it' "${RUN[@]}" --resume --output=rows.jsonl
    exec 9<&-
    goes_on
}

@test "a row that --verify left out is in the journal, and not tried again" {
    RUN=(--tree=uniform:b=8 --seed=1,2 --depth=9 --algo=mtdf --order=none --max-nodes=2000 --verify --no-time --quiet)
    "$BIN" "${RUN[@]}" --output=whole.jsonl 2>err
    [ "$(cat err)" = 'absbench: --verify: minimax took too many nodes for 2 of the rows' ]
    [ "$(grep -c '^{"left_out":' whole.jsonl)" -eq 2 ]
    [ "$(tail -1 whole.jsonl | jq .end.left_out)" -eq 2 ]
    grep -v '"end"' whole.jsonl >rows.jsonl
    goes_on
}

@test "a reference in a journal is no result" {
    RUN=(--tree=uniform:b=3 --seed=1,2 --depth=3 --algo=pvs --reference=mtdf --no-time --quiet)
    "$BIN" "${RUN[@]}" --output=whole.jsonl
    [ "$(grep -c '^{"reference_result":' whole.jsonl)" -eq 2 ]
    [ "$(tail -1 whole.jsonl | jq -c '[.end.rows, .end.reference_rows]')" = '[2,2]' ]
    "$BIN" "${RUN[@]}" --output=report.json
    [ "$(tail -1 whole.jsonl | jq .end.signature)" = "$(jq .signature report.json)" ]
    head -n 3 whole.jsonl >rows.jsonl
    goes_on
    head -n -1 whole.jsonl | sed 's/^{"reference_result":\(.*\)}$/\1/' >rows.jsonl
    stays rows.jsonl 2 'edited or damaged' "${RUN[@]}" --resume --output=rows.jsonl
}

@test "two shards have the jobs of the whole, each once" {
    whole
    local shard
    for shard in 1 2; do
        "$BIN" "${RUN[@]}" --shard=$shard/2 --output=$shard.jsonl
        [ "$(head -1 $shard.jsonl | jq -c .context.plan.shard)" = "[$shard,2]" ]
        [ "$(tail -1 $shard.jsonl | jq .end.rows)" -eq "$(jq .id $shard.jsonl | grep -vc null)" ]
    done
    cmp <(grep -h '^{"id"' 1.jsonl 2.jsonl | sort) <(grep '^{"id"' whole.jsonl | sort)
}

@test "whatever rows come from the journal, the report is byte for byte that of an undisturbed run" {
    local options keep
    for options in '--game=chess --algo=all --max-positions=4' '--tree=uniform:b=3 --seed=1..4 --algo=all,printed --distinct' \
        '--positions=lines --engine=./liar --set=Fault=none,multipv,four'; do
        cp "$ROOT/tests/engine/liar" .
        printf 'position %s\n' a b c d >lines # shellcheck disable=SC2086 # words
        set -- sweep $options --depth=1,2 --no-time --quiet --jobs=1
        "$BIN" "$@" --output=x.json
        mv x.json whole.json
        "$BIN" "$@" --output=rows.jsonl
        for keep in 0 1; do
            awk -v keep=$keep '!/^\{"end"/ && (!/^\{"id"/ || NR % 2 == keep)' rows.jsonl >x.json.journal
            "$BIN" "$@" --output=x.json --resume
            cmp x.json whole.json
        done
        rm rows.jsonl x.json
    done
}
