#!/usr/bin/env bats
# journal.bats -- whatever ends a run, its journal keeps what was finished, and a later run goes on from it.

load ../common

setup() {
    here || return 1
    SMALL=(sweep --tree=uniform:b=3,range=50 --seed=1..3 --depth=3 --plain --jobs=1 --no-time --quiet)
}

# refused CODE REGEX FILE ARGUMENT..: nothing is run, one line says why, FILE stays as it is.
refused() {
    local code=$1 regex=$2 file=$3 got=0
    shift 3
    cp "$file" before
    "$BIN" "$@" >out 2>err </dev/null || got=$?
    cat err
    [ "$got" -eq "$code" ]
    [ ! -s out ]
    [ "$(wc -l <err)" -eq 1 ]
    grep -qaE "^absbench: .*($regex)" err
    cmp before "$file"
}

# lines N FILE: waits until the file has so many.
lines() {
    local i
    for i in $(seq $((200 * ${PATIENCE:-1}))); do
        [ "$(wc -l 2>/dev/null <"$2" || echo 0)" -lt "$1" ] || return 0
        sleep 0.05
    done
    return 1
}

# searches_on FILE: waits until the program has opened the journal, and time enough to read it.
searches_on() {
    local i
    for i in $(seq $((200 * ${PATIENCE:-1}))); do
        if ls -l "/proc/$PID/fd" | grep -qF "/$1"; then
            sleep "$((${PATIENCE:-1} > 1 ? 4 : 0)).3"
            return
        fi
        sleep 0.02
    done
    return 1
}

# ended SIGNAL CODE
ended() {
    local code=0
    kill -"$1" "$PID"
    wait "$PID" || code=$?
    PID=
    [ "$code" -eq "$2" ]
}

# Three quick jobs, and one that would take hours: what is killed there has three rows.
slow() {
    cat >slow.json <<'END'
[{"tree": "uniform:b=3", "seed": "1..3", "depth": 3, "plain": true},
 {"game": "connectfour", "position": "start", "depth": 40, "algo": "minimax", "plain": true}]
END
    SLOW=(sweep --grid=slow.json --reference=none --quiet --jobs=1)
}

# ---- what a file holds ------------------------------------------------------------------------------

@test "a missing, an empty and a torn head are a beginning" {
    mkdir whole
    "$BIN" "${SMALL[@]}" --output=whole/rows.jsonl
    cd whole
    "$BIN" "${SMALL[@]}" --output=../rows.jsonl --resume
    cd ..
    diff <(tail -n +2 whole/rows.jsonl) <(tail -n +2 rows.jsonl)
    local size=$(head -n 1 rows.jsonl | wc -c) at
    for at in 0 1 27 $((size - 1)); do
        head -c "$at" rows.jsonl >whole/cut.jsonl
        mv whole/cut.jsonl whole/rows.jsonl
        (cd whole && "$BIN" "${SMALL[@]}" --output=../rows.jsonl --resume) # is whole, and stays so
        mv whole/rows.jsonl cut.jsonl
        "$BIN" "${SMALL[@]}" --output=cut.jsonl --resume
        diff <(tail -n +2 rows.jsonl) <(tail -n +2 cut.jsonl)
        [ "$(wc -l <cut.jsonl)" -eq 5 ]
    done
}

@test "a journal cut anywhere goes on to the same bytes" {
    "$BIN" "${SMALL[@]}" --output=rows.jsonl
    cp rows.jsonl whole
    run --separate-stderr /usr/bin/python3 - "$BIN" "${SMALL[@]}" --output=rows.jsonl --resume <<'END'
import subprocess, sys
whole = open("whole", "rb").read()
ends = [i + 1 for i, c in enumerate(whole) if c == ord("\n")]
near = {end + by for end in ends for by in (-2, -1, 0, 1, 2)} | set(range(ends[-2], ends[-1]))
cuts = sorted(cut for cut in near | set(range(0, len(whole), 311)) if cut <= len(whole))
for cut in cuts:
    with open("rows.jsonl", "wb") as file:
        file.write(whole[:cut])
    subprocess.run(sys.argv[1:], check=True)
    if open("rows.jsonl", "rb").read() != whole:
        sys.exit(f"cut at byte {cut} of {len(whole)}")
print(len(cuts))
END
    echo "$stderr"
    [ "$status" -eq 0 ]
    [ "$output" -gt 60 ]
}

# The metric and the reference decide what a later round adds: their rounds are of another plan.
@test "rounds are gone on with by the metric and the reference that began them" {
    local asked=(sweep --tree=uniform:b=3,range=50 --depth=4 --plain --algo=alphabeta,pvs,mtdf --jobs=1
        --no-time --quiet --until-ci=9 --output=rows.jsonl)
    "$BIN" "${asked[@]}"
    cp rows.jsonl whole
    head -n 20 whole >rows.jsonl
    refused 2 'of other searches' rows.jsonl "${asked[@]}" --resume --metric=leaves
    refused 2 'of other searches' rows.jsonl "${asked[@]}" --resume --reference=pvs
    "$BIN" "${asked[@]}" --resume
    cmp whole rows.jsonl
}

@test "a file whose name leads elsewhere is no journal" {
    "$BIN" "${SMALL[@]}" >whole.json
    "$BIN" "${SMALL[@]}" --format=jsonl --output=/dev/stdout >rows
    "$BIN" "${SMALL[@]}" --format=jsonl | tail -n +2 | diff - <(tail -n +2 rows)
    ! grep -q '"job"' rows
    "$BIN" "${SMALL[@]}" --output=/dev/null
    mkfifo pipe
    "$BIN" "${SMALL[@]}" --format=jsonl --output=pipe &
    tail -n +2 pipe | diff - <(tail -n +2 rows)
    wait $!
    [ ! -e pipe.journal ]
    local path
    for path in /dev/stdout /dev/null pipe -; do
        refused 64 'resume' rows "${SMALL[@]}" --output=$path --resume
    done
    refused 64 'resume' rows "${SMALL[@]}" --resume
    refused 64 'resume' rows "${SMALL[@]/sweep/run}" --output=run.json --resume
    refused 64 'resume' rows bench --resume
    refused 64 'resume' rows merge whole.json --output=x.jsonl --resume
    refused 64 'does not go with --until-ci and --metric=time' rows sweep --tree=uniform:b=3 --until-ci=5 \
        --metric=time --output=x.jsonl --resume
    [ "$(ls -A | grep -c journal)" -eq 0 ]
}

# ---- who writes it ----------------------------------------------------------------------------------

@test "a sweep keeps a journal beside its report, and goes on from it after kill -9 and SIGTERM" {
    slow
    start "${SLOW[@]}" --output=x.json
    lines 4 x.json.journal
    ended KILL 137
    [ ! -e x.json ]
    rm -f x.json.partial
    refused 2 'x.json.journal: it is there already; add --resume' x.json.journal "${SLOW[@]}" --output=x.json
    start "${SLOW[@]}" --output=x.json --resume
    searches_on x.json.journal
    ended TERM 130
    [ "$(wc -l <x.json.journal)" -eq 4 ]
    jq -e '.interrupted and (.results | length) == 3' x.json
    grep -q '^absbench: to go on: .* sweep --grid=slow.json --reference=none --quiet --jobs=1 --output=x.json --resume$' err
    # an option that makes the rest possible would be another search: the whole is a smaller one here
    sed 's/"depth": 40/"depth": 4/' slow.json >quick && mv quick slow.json
    refused 2 'the file slow.json was changed' x.json.journal "${SLOW[@]}" --output=x.json --resume
    rm x.json.journal
    "$BIN" "${SLOW[@]}" --output=x.json
    [ "$(ls -A | grep -cE 'journal|tmp')" -eq 0 ]
}

@test "a search that a fault ended is said, has no row, and is searched again" {
    case $BIN in *asan* | *tsan*) skip "faults are the sanitizer's" ;; esac
    slow
    start "${SLOW[@]}" --output=x.json
    lines 4 x.json.journal
    ended SEGV 2
    cat err
    grep -q '^absbench: a worker died in a search: signal 11 (.*): connectfour/start/d40/minimax' err
    grep -q '^absbench: 1 of 4 searches were lost' err
    grep -q '^absbench: to go on: .* --resume$' err
    jq -e '(.results | length) == 3 and (.errors[0].message | test("a worker died"))' x.json
    [ "$(wc -l <x.json.journal)" -eq 4 ]
    start "${SLOW[@]}" --output=x.json --resume
    searches_on x.json.journal
    ended TERM 130
    [ "$(wc -l <x.json.journal)" -eq 4 ]
}

# ---- derived reports --------------------------------------------------------------------------------

# derived LINES OUTPUT ARGUMENT..: the report of a run that was killed after so many lines and in the
# middle of the next is the undisturbed one's.
derived() {
    local count=$1 output=$2
    shift 2
    rm -rf whole cut
    mkdir whole cut
    (cd whole && "$BIN" "$@" --quiet --output=rows.jsonl && "$BIN" "$@" --quiet --output="$output") 2>err ||
        { cat err; return 1; }
    [ ! -e "whole/$output.journal" ]
    [ "$(wc -l <whole/rows.jsonl)" -gt $((count + 1)) ]
    { head -n "$count" whole/rows.jsonl; sed -n $((count + 1))p whole/rows.jsonl | head -c 700; } >cut/"$output".journal
    (cd cut && "$BIN" "$@" --quiet --output="$output" --resume) 2>err || { cat err; return 1; }
    [ ! -e "cut/$output.journal" ]
}

@test "the derived report is that of an undisturbed run" {
    local trees=(sweep --tree=uniform:b=3,range=50 --seed=1..6 --depth=3..4 --no-time)
    local output
    for output in x.json x.csv x.txt; do
        derived 9 $output "${trees[@]}" --algo=alphabeta,pvs,mtdf
        cmp whole/$output cut/$output
    done
    derived 9 x.json "${trees[@]}" --algo=alphabeta,pvs --reference='pvs:tt=0'
    jq -e '.reference_results | length > 0' cut/x.json
    cmp whole/x.json cut/x.json
    local more
    for more in "pvs --repeat=3" "pvs --shard=1/2" "pvs --distinct --metric=distinct_leaves" \
        "minimax --plain --theory"; do
        derived 9 x.json "${trees[@]}" --algo=alphabeta,$more
        cmp whole/x.json cut/x.json
    done
    derived 30 x.json sweep --tree=uniform:b=3,range=50 --depth=4 --algo=alphabeta,pvs --plain --until-ci=9 --no-time
    cmp whole/x.json cut/x.json
}

@test "with times, every row of a resumed report has one" {
    derived 7 x.json sweep --tree=uniform:b=4,range=50 --seed=1..6 --depth=5 --algo=alphabeta,pvs --repeat=3
    jq -e 'all(.results[].time; (.real_s, .cpu_s, .nodes_per_s, .min_s, .max_s | type) == "number" and .repeats == 3)
        and all(.aggregates[]; .real_s > 0 and .cpu_s > 0 and .nodes_per_s > 0)' cut/x.json
    local untimed='del(.. | .time?, .real_s?, .cpu_s?, .nodes_per_s?) | del(.context)'
    diff <(jq "$untimed" whole/x.json) <(jq "$untimed" cut/x.json)
}

# ---- the command that goes on -----------------------------------------------------------------------

# Interrupts a run in the directory of a hard name, and does what its last line says.
@test "the command that is printed goes on, whatever its words are" {
    local name=" it's \$HOME; a \"b\" \`c\`  \\n *"$'\t'"é.jsonl" code
    cat >grid <<'END'
[{"tree": "uniform:b=3,range=50", "seed": "1..4", "depth": 3},
 {"tree": "uniform:b=4,range=50", "seed": "1..4000", "depth": 12, "plain": true}]
END
    start sweep --quiet --no-time --jobs=1 --grid=grid --output="$name" --
    lines 4 "$name"
    ended TERM 130
    "$BIN" merge "$name" --no-time | jq -e .interrupted
    local rows=$(wc -l <"$name")
    cp "$name" before
    local command=$(sed -n 's/^absbench: to go on: //p' err)
    sh -c "exec $command" 2>err </dev/null 3>&- &
    PID=$!
    lines $((rows + 1)) "$name"
    ended TERM 130
    cat err
    head -n "$rows" "$name" | cmp - before
    # the command that went on says the same of itself
    [ "$(sed -n 's/^absbench: to go on: //p' err)" = "$command" ]
}

@test "a grid from standard input is given again" {
    slow
    "$BIN" sweep --grid=- --reference=none --quiet --jobs=1 --output=rows.jsonl <slow.json 2>err 3>&- &
    PID=$!
    lines 4 rows.jsonl
    ended TERM 130
    cp rows.jsonl before
    local command=$(sed -n 's/^absbench: to go on: //p' err)
    [[ $command == *" --grid=- "*" --resume" ]]
    sh -c "exec $command" <slow.json 2>err 3>&- &
    PID=$!
    searches_on rows.jsonl
    ended TERM 130
    cmp before rows.jsonl
    grep -q 'interrupted; 3 of 4 searches' err
}

# ---- what cannot be written -------------------------------------------------------------------------

# cannot_write REGEX DIRECTORY ARGUMENT..: exit 2 and a message; what was written is valid; without what
# held it back the run goes on to the same bytes.
cannot_write() {
    local regex=$1 code=0
    cat err
    grep -qE "$regex" err
    grep -q '^absbench: to go on: .* --resume$' err
    [ "$(tail -c 1 rows.jsonl | od -An -c | tr -d ' ')" = '\n' ]
    "$BIN" merge rows.jsonl --no-time | jq -e '.interrupted'
    head -n "$(wc -l <rows.jsonl)" whole | diff <(tail -n +2 rows.jsonl) <(tail -n +2)
    "$BIN" "${SMALL[@]}" --seed=1..30 --output=rows.jsonl --resume
    diff <(tail -n +2 rows.jsonl) <(tail -n +2 whole)
}

@test "a file at its size limit ends the run; the rest goes on without it" {
    local limit code
    "$BIN" "${SMALL[@]}" --seed=1..30 --output=rows.jsonl
    mv rows.jsonl whole
    for limit in 3 20; do
        rm -f rows.jsonl
        code=0
        (ulimit -f $limit; exec "$BIN" "${SMALL[@]}" --seed=1..30 --output=rows.jsonl) 2>err || code=$?
        [ "$code" -eq 2 ]
        cannot_write 'rows.jsonl: a row could not be written: File too large'
    done
}

@test "with several workers a file at its size limit is exit 2 too" {
    local code i
    for i in 1 2 3; do
        rm -f rows.jsonl
        code=0
        (ulimit -f 30; exec "$BIN" "${SMALL[@]}" --seed=1..300 --output=rows.jsonl --jobs=3) 2>err || code=$?
        [ "$code" -eq 2 ]
        grep -q 'File too large' err
        "$BIN" merge rows.jsonl --no-time | jq -e '.interrupted'
    done
    "$BIN" "${SMALL[@]}" --seed=1..300 --output=rows.jsonl --resume
    "$BIN" merge rows.jsonl --no-time | jq -e '.interrupted == false and (.results | length) == 300'
}

@test "a full disk ends the run; the rest goes on when there is room" {
    local code=0
    mkdir disk
    mount -t tmpfs -o size=16k tmpfs disk 2>err || skip "$(cat err)"
    "$BIN" "${SMALL[@]}" --seed=1..30 --output=rows.jsonl
    mv rows.jsonl whole
    "$BIN" "${SMALL[@]}" --seed=1..30 --output=disk/rows.jsonl 2>err || code=$?
    cp disk/rows.jsonl rows.jsonl
    umount disk
    [ "$code" -eq 2 ]
    cannot_write 'disk/rows.jsonl: a row could not be written: No space left on device'
}

@test "a journal that cannot be made or read is said, and nothing is searched" {
    mkdir x.json.journal
    ends 2 "$BIN" "${SMALL[@]}" --output=x.json
    grep -q 'x.json.journal: cannot be written: Is a directory' err
    [ "$(ls -A | grep -c partial)" -eq 0 ]
    ends 2 "$BIN" "${SMALL[@]}" --output=none/rows.jsonl
    grep -q 'none/rows.jsonl: cannot be written: No such file' err
}

@test "a signal while an earlier journal is read is an interrupt like any other" {
    local many=(sweep --tree=uniform:b=2,range=9 --seed=1..20000 --depth=1 --plain --no-time --quiet --jobs=1)
    "$BIN" "${many[@]}" --output=x.jsonl
    sed '$d' x.jsonl >x.json.journal
    cp x.json.journal before
    start "${many[@]}" --output=x.json --resume
    until grep -q . "/proc/$PID/fdinfo/3" 2>/dev/null && ls -l "/proc/$PID/fd" | grep -q journal; do sleep 0.01; done
    ended TERM 130
    cat err
    grep -q '^absbench: to go on: .* --resume$' err
    cmp before x.json.journal
}

@test "a journal beside a report is not written through a link" {
    echo "as it was" >victim
    ln -s victim x.json.journal
    run "$BIN" sweep --tree=uniform:b=3 --depth=2 --quiet --output=x.json
    [ "$status" -eq 2 ]
    [ "$(cat victim)" = "as it was" ]
}
