#!/usr/bin/env bats
# scripts/cluster-parallel and cluster-slurm, with stand-ins for parallel and Slurm that do one shard after
# the other. From the top: bats tests/scripts/cluster.bats. The real ones: make cluster-tests.

load ../common

setup_file() {
    mkdir "$BATS_FILE_TMPDIR/it's \$HOME"
    local stand_ins=$PWD/tests/scripts/cluster # $SKIP: shards that are lost
    export PATH=$PWD/scripts:$stand_ins:$PATH BIN=$(realpath "${ABSBENCH:-./absbench}") ABSBENCH=$stand_ins/absbench
    cd "$BATS_FILE_TMPDIR/it's \$HOME" || return 1
    echo '{"tree": "uniform:b=3,range=50", "seed": "1..9", "depth": "2..4"}' >'a "grid" {}.json'
    "$BIN" "${SWEEP[@]}" --output=single.json
}

SWEEP=(sweep --grid='a "grid" {}.json' --algo=pvs,mtdf --reference failsoft --no-time)

setup() { cd "$BATS_FILE_TMPDIR/it's \$HOME" || return 1; }

same() { cmp <(grep -v '^"context":' single.json) <(grep -v '^"context":' "$1"); }

@test "cluster-parallel gives the report of one run, names lost shards and repeats damaged ones" {
    SKIP="2 4" run -2 --separate-stderr cluster-parallel --shards=4 --output=p.json -- "${SWEEP[@]}"
    [[ $stderr == *'not finished: shards 2,4;'* ]] && [ ! -e p.json ]
    cluster-parallel --shards=4 --output=p.json -- "${SWEEP[@]}"
    same p.json
    sed -i '3s/"nodes":\([0-9]*\)[0-8],/"nodes":\19,/' p.shards/shard-3.jsonl
    head -c -300 p.shards/shard-1.jsonl >cut && mv cut p.shards/shard-1.jsonl
    rm p.json p.shards/shard-2.jsonl
    cp p.shards/shard-4.jsonl kept
    run -0 --separate-stderr cluster-parallel --shards=4 --output=p.json -- "${SWEEP[@]}"
    [[ $stderr == *shard-3.damaged* ]] && [[ $stderr != *shard-1.damaged* ]]
    same p.json
    cmp kept p.shards/shard-4.jsonl
}

@test "cluster-slurm submits an array of all shards, then of the missing ones" {
    SKIP=2 cluster-slurm --shards=4 --output=s.json -- "${SWEEP[@]}" >said
    grep -q 'shards 1-4 of 4' said
    [ ! -e s.json ] && grep -q 'not finished: 2' s.shards/merge.log
    echo "17 main absbench" >queue
    refused 2 'job 17 is not over yet' cluster-slurm --shards=4 --output=s.json -- "${SWEEP[@]}"
    rm queue
    cluster-slurm --shards=4 --output=s.json -- "${SWEEP[@]}"
    same s.json
    [ "$(xargs <s.shards/submitted)" = "1-4 merge 2 merge" ]
}

@test "cluster scripts report a full disk, and continue when there is room" {
    mkdir full.shards
    cp "$ABSBENCH" full.shards/absbench
    (ulimit -f 0 && ! cluster-parallel --shards=2 --output=full.json -- "${SWEEP[@]}" 2>/dev/null)
    [ "$(ls full.shards)" = absbench ]
    cluster-parallel --shards=2 --output=full.json -- "${SWEEP[@]}"
    same full.json
}

@test "cluster scripts replace links at the names they write, and never write through them" {
    local name
    mkdir link.shards
    for name in absbench run merge slurm-jobs joblog; do ln -s "$PWD/told-$name" link.shards/$name; done
    SKIP=2 run -2 cluster-parallel --shards=2 --output=link.json -- "${SWEEP[@]}"
    cluster-slurm --shards=2 --output=link.json -- "${SWEEP[@]}"
    same link.json
    [ ! -L link.shards/joblog ]
    ! ls told-*
}

@test "cluster scripts refuse in one line, before any work, what they cannot do" {
    local word
    for word in "" "--shards=4 -- run" "--shards=4 --output=x.json"; do
        refused 64 "" cluster-slurm $word
    done
    refused 2 "" cluster-slurm --shards=4 --output=none/x.json -- run
    for word in -oy --outp=y; do
        refused 64 "$word cannot stand after --" cluster-parallel --shards=4 --output=x.json -- run $word
    done
    [ ! -e x.shards ]
    printf '#!/bin/sh\necho "absbench 1 (x, release: -O2 -march=native)"\n' >native
    chmod +x native
    ABSBENCH=./native refused 2 'for one processor only' cluster-slurm --shards=4 --output=x.json -- run
    SKIP=1 run -2 cluster-parallel --shards=1 --output=one.json -- run --tree=uniform:b=2
    refused 2 'of another command' cluster-parallel --shards=1 --output=one.json -- run --tree=uniform:b=3
}

# statuses REPORT: those of its rows.
statuses() { jq -r '[.results[].status] | join(" ")' "$1"; }

@test "a search whose engine failed is made once more in a call; what fails again is merged, named, exit 2; later it recovers" {
    local liar=$OLDPWD/tests/engine/liar script turns=$PWD/turns again
    [ -x "$liar" ] || liar=$BATS_TEST_DIRNAME/../engine/liar
    for script in cluster-parallel cluster-slurm; do
        rm -rf e.json e.shards turns
        again=$([ $script = cluster-parallel ] && echo go:die || echo go:hang)
        set -- $script --shards=2 --output=e.json -- run --game=chess --position=start --engine="'$liar' $again" --set=Noise=0 --set=Seed=1,2 \
            --depth=1 --timeout=0.5 --no-time
        run -$([ $script = cluster-slurm ] && echo 0 || echo 2) --separate-stderr "$@" # an array's merge runs later
        [[ $stderr == *'of 2 shards, these have searches whose engine failed: '[12]* ]] ||
            grep -q 'of 2 shards, these have searches whose engine failed: [12]' e.shards/merge.log
        [ "$(statuses e.json)" = "$([ $again = go:die ] && echo 'crashed crashed' || echo 'protocol protocol')" ]
        [ "$(jq .interrupted e.json)" = false ]
        LIAR_TURNS=$turns LIAR_BAD=0 "$@" # the same engine has recovered
        [ "$(statuses e.json)" = 'ok ok' ]
        LIAR_TURNS=$turns LIAR_BAD=0 "$@" # and nothing is searched
        rm -rf e.json e.shards turns
        LIAR_TURNS=$turns LIAR_BAD=2 "$@" # fails once, in the first search of the first shard
        [ "$(statuses e.json)" = 'ok ok' ]
    done
    ! pgrep -f "$liar"
}
