#!/usr/bin/env bats
# cluster.bats -- one sweep on one machine, by GNU parallel here and over ssh, and by Slurm: the same report, byte for
# byte but for its context; what was killed or damaged is repaired. Shards by hand: shards.bats.
# `make cluster-tests`, which installs what it needs; some minutes.

bats_require_minimum_version 1.5.0

N=7

setup_file() {
    export TOP=$PWD ROOT="$BATS_FILE_TMPDIR/a sweep's \"\$HOME\""
    export PATH=$TOP/scripts:$PATH PARALLEL_SSH="ssh -F $BATS_FILE_TMPDIR/ssh/config"
    export SLURM_CONF=$BATS_FILE_TMPDIR/slurm/slurm.conf
    mkdir "$ROOT"
    cd "$ROOT" || return 1
    cat >"its \"grid\".json" <<'END'
[{"tree": ["uniform:b=4,range=100", "incremental:b=5,step=10"], "seed": "1..60", "depth": "4..7"},
 {"tree": "uniform:b=6,range=1000", "seed": "1..60", "depth": "6..8"},
 {"game": ["chess", "othello"], "max-positions": 8, "depth": "1..3"}]
END
    "$TOP/absbench" sweep --grid="its \"grid\".json" "${SEARCH[@]}" --output=single.json
    "$TOP/tests/cluster/sshd-local" up "$BATS_FILE_TMPDIR/ssh" "$BATS_FILE_TMPDIR" 3>&-
    "$TOP/tests/cluster/slurm-local" up "$BATS_FILE_TMPDIR/slurm" 3>&-
}

teardown_file() {
    "$TOP/tests/cluster/slurm-local" down "$BATS_FILE_TMPDIR/slurm"
    "$TOP/tests/cluster/sshd-local" down "$BATS_FILE_TMPDIR/ssh"
}

SEARCH=(--algo=pvs,mtdf --reference=failsoft --verify --no-time --quiet)
SWEEP=(sweep --grid="its \"grid\".json" --algo=pvs,mtdf --reference=failsoft --verify --no-time)

setup() { cd "$ROOT" || return 1; }

same() { cmp <(grep -v '^"context":' single.json) <(grep -v '^"context":' "$1"); }

# shards FOLDER: what each journal holds, so that it can be seen which were written again.
sums() { (cd "$1" && sha256sum shard-*.jsonl); }

# missing SPEC FILE..: what merge says is missing, with code 1 if anything is.
missing() {
    local spec=$1
    shift
    run "-$([ -z "$spec" ] && echo 0 || echo 1)" --separate-stderr "$TOP/absbench" merge --output=/dev/null "$@"
    [ "$(sed -n 's/.* these are missing or not finished: //p' <<<"$stderr")" = "$spec" ]
}

# kill_shard FOLDER I: kill -9 of the shard as soon as it has some rows.
kill_shard() {
    local file=$1/shard-$2.jsonl pid
    until [ "$(cat "$file" 2>/dev/null | wc -l)" -ge 5 ]; do sleep 0.02; done
    for pid in $(pgrep -x absbench); do
        [ "$(readlink "/proc/$pid/exe")" != "$ROOT/$1/absbench" ] ||
            ! tr '\0' '\n' 2>/dev/null <"/proc/$pid/cmdline" | grep -qxF -e "--shard=$2/$N" || kill -KILL "$pid"
    done
    ! tail -n 1 "$file" | grep -q '"end"'
}

# Another digit in a count of a finished shard, and another that ends within a row.
damage() {
    sed -i '4s/"nodes":\([0-9]*\)[0-8],/"nodes":\19,/' "$1/shard-2.jsonl"
    truncate -s "$(($(stat -c %s "$1/shard-5.jsonl") * 2 / 3))" "$1/shard-5.jsonl"
}

@test "a shard without a job is whole" {
    for i in {1..9}; do
        "$TOP/absbench" --tree=uniform:b=2 --depth=3 --shard=$i/9 --output=few-$i.jsonl --no-time
    done
    "$TOP/absbench" --tree=uniform:b=2 --depth=3 --output=few.json --no-time
    "$TOP/absbench" merge few-*.jsonl --no-time --output=merged.json
    cmp <(grep -v '^"context":' few.json) <(grep -v '^"context":' merged.json)
}

@test "GNU parallel here gives the report of one run; the same command again searches nothing" {
    cluster-parallel --shards=$N --slots=2 --output=parallel.json -- "${SWEEP[@]}"
    same parallel.json
    sums parallel.shards >before
    rm parallel.json
    cluster-parallel --shards=$N --slots=2 --output=parallel.json -- "${SWEEP[@]}"
    same parallel.json
    sums parallel.shards | cmp - before
    [ "$(grep -c absbench\\\|run parallel.shards/joblog)" -eq $N ]
}

@test "GNU parallel over ssh, with a shared folder, gives the report of one run" {
    unset ABSBENCH
    cluster-parallel --shards=$N --hosts=1/ada,1/bob,1/: --output=ssh.json -- "${SWEEP[@]}"
    same ssh.json
    [ "$(cut -f 2 ssh.shards/joblog | sort -u | grep -cx 'ada\|bob\|:')" -ge 2 ]
}

@test "GNU parallel: a killed shard or a damaged file is named, and finished by the same command" {
    cluster-parallel --shards=$N --slots=2 --output=killed.json -- "${SWEEP[@]}" 3>&- 2>said &
    kill_shard killed.shards 3
    code=0
    wait $! || code=$?
    [ "$code" -eq 2 ]
    grep -q 'not finished: shards 3;' said
    [ ! -e killed.json ]
    missing 3 killed.shards/shard-*.jsonl
    sums killed.shards | grep -v shard-3 >before
    cluster-parallel --shards=$N --slots=2 --output=killed.json -- "${SWEEP[@]}"
    same killed.json
    sums killed.shards | grep -v shard-3 | cmp - before

    sums killed.shards >before
    damage killed.shards
    run -2 "$TOP/absbench" merge killed.shards/shard-*.jsonl --output=bad.json
    [[ $output == *shard-2.jsonl* ]]
    cluster-parallel --shards=$N --slots=2 --output=killed.json -- "${SWEEP[@]}" 2>said
    grep -q 'shard-2.damaged' said
    same killed.json
    sums killed.shards | grep -v 'shard-[25]' | cmp - <(grep -v 'shard-[25]' before)
}

@test "GNU parallel: a stopped sweep continues from its journals" {
    cluster-parallel --shards=$N --slots=2 --output=stopped.json -- "${SWEEP[@]}" 3>&- &
    until [ "$(cat stopped.shards/*.jsonl 2>/dev/null | wc -l)" -ge 20 ]; do sleep 0.05; done
    kill -TERM $!
    code=0
    wait $! || code=$?
    [ "$code" -eq 143 ]
    [ ! -e stopped.json ]
    cluster-parallel --shards=$N --slots=2 --output=stopped.json -- "${SWEEP[@]}"
    same stopped.json
}

@test "Slurm: an array and its merge job give the report of one run" {
    unset ABSBENCH
    cluster-slurm --shards=$N --wait --output=slurm.json -- "${SWEEP[@]}"
    same slurm.json
    [ "$(wc -l <slurm.shards/slurm-jobs)" -eq 2 ]
    rm slurm.json
    cluster-slurm --shards=$N --output=slurm.json -- "${SWEEP[@]}" # submits nothing
    same slurm.json
}

@test "Slurm: killed shards and damaged files alone are submitted again" {
    cluster-slurm --shards=$N --output=again.json -- "${SWEEP[@]}"
    kill_shard again.shards 3 # one of the first four, that are searched at once
    run -2 cluster-slurm --shards=$N --output=again.json -- "${SWEEP[@]}"
    [[ $output == *'is not over yet'* ]]
    while [ -n "$(squeue -h)" ]; do sleep 0.2; done
    [ ! -e again.json ]
    grep -q 'not finished: 3' again.shards/merge.log
    damage again.shards
    sums again.shards >before
    cluster-slurm --shards=$N --wait --output=again.json -- "${SWEEP[@]}" >said
    grep -q 'shards 2-3,5 of 7' said
    same again.json
    sums again.shards | grep -v 'shard-[235]' | cmp - <(grep -v 'shard-[235]' before)
}

@test "a program for one processor, another one, or a machine that is not there: refused before any work" {
    printf '#!/bin/sh\necho "absbench 1 (x, release: -O2 -march=native)"\n' >native
    chmod +x native
    ABSBENCH=$PWD/native run -2 cluster-parallel --shards=2 --hosts=ada --output=no.json -- "${SWEEP[@]}"
    [[ $output == *'for one processor only'*'make PORTABLE=1'* ]]
    ABSBENCH=$PWD/native run -2 cluster-slurm --shards=2 --output=no.json -- "${SWEEP[@]}"
    [[ $output == *'for one processor only'* ]]
    run -2 cluster-parallel --shards=2 --hosts=nowhere.invalid --output=no.json -- "${SWEEP[@]}"
    [[ $output == *'not every machine can run the program'* ]]
    run -2 cluster-parallel --shards=2 --hosts=cut --output=no.json -- "${SWEEP[@]}"
    [[ $output == *'all must see this folder'* ]]
    [ -z "$(ls no.shards | grep jsonl)" ]
}
