#!/usr/bin/env bats
# journal.bats -- whatever ends a run, its journal keeps what was finished, and a later run goes on from it.
# What fails while a journal is written: unit_faults.c.

load ../common
load waits

setup() {
    here || return 1
    SMALL=(sweep --tree=uniform:b=3,range=50 --seed=1..3 --depth=3 --plain --jobs=1 --no-time --quiet)
}

# searches_on FILE: waits until the program has opened the journal, and time enough to read it.
is_open() { ls -l "/proc/$PID/fd" | grep -qF "/$1"; }
searches_on() {
    soon is_open "$1"
    sleep "$((${PATIENCE:-1} > 1 ? 4 : 0)).3"
}

# Three quick jobs, and one that would take hours: what is killed there has three rows.
slow() {
    cat >slow.json <<'END'
[{"tree": "uniform:b=3", "seed": "1..3", "depth": 3, "plain": true},
 {"game": "connectfour", "position": "start", "depth": 40, "algo": "minimax", "plain": true}]
END
    SLOW=(sweep --grid=slow.json --reference=none --quiet --jobs=1)
}

# The command that the last line on stderr says.
to_go_on() { sed -n 's/^absbench: to continue: //p' err; }

# ---- what a file holds ------------------------------------------------------------------------------

@test "a journal cut anywhere goes on to the same bytes" {
    local cut size
    "$BIN" "${SMALL[@]}" --output=rows.jsonl
    cp rows.jsonl whole
    size=$(wc -c <whole)
    {
        seq 0 311 "$size"
        seq $((size - $(tail -n 1 whole | wc -c))) "$size"
        LC_ALL=C awk '{ end += length + 1; for (by = -2; by <= 2; by++) print end + by }' whole
    } | sort -nu >cuts
    [ "$(wc -l <cuts)" -gt 60 ]
    # The shell itself cuts and compares: processes would take longer than the runs.
    local LC_ALL=C text got
    IFS= read -r -d '' text <whole || true
    while read -r cut; do
        printf %s "${text:0:cut}" >rows.jsonl
        "$BIN" "${SMALL[@]}" --output=rows.jsonl --resume
        IFS= read -r -d '' got <rows.jsonl || true
        [ "$got" = "$text" ] || { echo "cut at byte $cut of $size"; return 1; }
    done <cuts
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
    local path
    for path in /dev/stdout /dev/null pipe -; do
        refused 64 resume "$BIN" "${SMALL[@]}" --output=$path --resume
    done
    refused 64 resume "$BIN" "${SMALL[@]}" --resume
    refused 64 resume "$BIN" bench --resume
    refused 64 resume "$BIN" merge whole.json --output=x.jsonl --resume
    [ "$(ls -A | grep -c journal)" -eq 0 ]
}

# ---- who writes it ----------------------------------------------------------------------------------

@test "a sweep keeps a journal beside its report, and goes on from it after kill -9 and SIGTERM" {
    slow
    start "${SLOW[@]}" --output=x.json
    soon lines 4 x.json.journal
    ended KILL 137
    [ ! -e x.json ]
    ! ls ./*.tmp
    stays x.json.journal 2 'x.json.journal: it already exists; add --resume' "${SLOW[@]}" --output=x.json
    start "${SLOW[@]}" --output=x.json --resume
    searches_on x.json.journal
    ended TERM 130
    [ "$(wc -l <x.json.journal)" -eq 4 ]
    jq -e '.interrupted and (.results | length) == 3' x.json
    [[ $(to_go_on) == *' sweep --grid=slow.json --reference=none --quiet --jobs=1 --output=x.json --resume' ]]
    # an option that makes the rest possible would be another search: the whole is a smaller one here
    sed 's/"depth": 40/"depth": 4/' slow.json >quick && mv quick slow.json
    stays x.json.journal 2 'the file slow.json was changed' "${SLOW[@]}" --output=x.json --resume
    rm x.json.journal
    "$BIN" "${SLOW[@]}" --output=x.json
    [ "$(ls -A | grep -cE 'journal|tmp')" -eq 0 ]
}

@test "a crash of the program has its usual effect, and its journal continues" {
    case ${ABSBENCH-} in *asan* | *tsan*) skip "faults are the sanitizer's" ;; esac
    slow
    start "${SLOW[@]}" --output=x.json
    soon lines 4 x.json.journal
    ended SEGV 139
    [ ! -s err ]
    start "${SLOW[@]}" --output=x.json --resume
    searches_on x.json.journal
    ended TERM 130
    [ "$(wc -l <x.json.journal)" -eq 4 ]
}

# ---- derived reports --------------------------------------------------------------------------------

# derived LINES OUTPUT ARGUMENT..: makes the report of an undisturbed run, in whole/, and that of one that was killed
# after so many lines and in the middle of the next, in cut/.
derived() {
    local count=$1 output=$2
    shift 2
    rm -rf whole cut
    mkdir whole cut
    (cd whole && "$BIN" "$@" --quiet --output=rows.jsonl && "$BIN" "$@" --quiet --output="$output")
    [ "$(wc -l <whole/rows.jsonl)" -gt $((count + 1)) ]
    { head -n "$count" whole/rows.jsonl; sed -n $((count + 1))p whole/rows.jsonl | head -c 700; } >cut/"$output".journal
    (cd cut && "$BIN" "$@" --quiet --output="$output" --resume)
    [ ! -e "whole/$output.journal" ] && [ ! -e "cut/$output.journal" ]
}

@test "the report made from a journal is that of an undisturbed run" {
    local trees="sweep --tree=uniform:b=3,range=50 --seed=1..6 --depth=3..4 --no-time" lines output words
    while read -r lines output words; do
        derived "$lines" "$output" $words
        cmp "whole/$output" "cut/$output"
    done <<END
9 x.json $trees --algo=alphabeta,pvs,mtdf
9 x.csv $trees --algo=alphabeta,pvs,mtdf
9 x.txt $trees --algo=alphabeta,pvs,mtdf
9 x.json $trees --algo=alphabeta,pvs --repeat=3
9 x.json $trees --algo=alphabeta,pvs --shard=1/2
9 x.json $trees --algo=alphabeta,pvs --distinct --metric=distinct_leaves
9 x.json $trees --algo=alphabeta,minimax --plain
9 x.json $trees --algo=alphabeta,pvs --reference=pvs:tt=0
END
    jq -e '.reference_results | length > 0' cut/x.json
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
@test "the printed command continues the run, whatever its words are" {
    local name=" it's \$HOME; a \"b\" \`c\`  \\n *"$'\t'"é.jsonl" rows command
    cat >grid <<'END'
[{"tree": "uniform:b=3,range=50", "seed": "1..4", "depth": 3},
 {"tree": "uniform:b=4,range=50", "seed": "1..4000", "depth": 12, "plain": true}]
END
    start sweep --quiet --no-time --jobs=1 --grid=grid --output="$name" --
    soon lines 4 "$name"
    ended TERM 130
    "$BIN" merge "$name" --no-time | jq -e .interrupted
    rows=$(wc -l <"$name")
    cp "$name" before
    command=$(to_go_on)
    sh -c "exec $command" 2>err </dev/null 3>&- &
    PID=$!
    soon lines $((rows + 1)) "$name"
    ended TERM 130
    head -n "$rows" "$name" | cmp - before
    [ "$(to_go_on)" = "$command" ] # what went on says the same of itself
}

@test "the printed command takes a grid from standard input again" {
    local command
    slow
    "$BIN" sweep --grid=- --reference=none --quiet --jobs=1 --output=rows.jsonl <slow.json 2>err 3>&- &
    PID=$!
    soon lines 4 rows.jsonl
    ended TERM 130
    cp rows.jsonl before
    command=$(to_go_on)
    [[ $command == *" --grid=- "*" --resume" ]]
    sh -c "exec $command" <slow.json 2>err 3>&- &
    PID=$!
    searches_on rows.jsonl
    ended TERM 130
    cmp before rows.jsonl
    grep -q 'interrupted; 3 of 4 searches' err
}

# ---- what cannot be written, or read on -------------------------------------------------------------

@test "a file at its size limit ends the run, with one worker or several; the rest goes on without it" {
    local jobs code run=("${SMALL[@]}" --seed=1..300 --output=rows.jsonl)
    "$BIN" "${run[@]}"
    mv rows.jsonl whole
    for jobs in 1 3; do
        rm -f rows.jsonl
        code=0
        (ulimit -f 30; exec "$BIN" "${run[@]}" --jobs=$jobs) 2>err || code=$?
        [ "$code" -eq 2 ]
        grep -q 'rows.jsonl: a row could not be written: File too large' err
        [[ $(to_go_on) == *' --resume' ]]
        "$BIN" merge rows.jsonl --no-time | jq -e '.interrupted'
        "$BIN" "${run[@]}" --resume
        diff <(tail -n +2 rows.jsonl | sort) <(tail -n +2 whole | sort)
    done
}

@test "a journal that cannot be made is reported; none is written through a link" {
    mkdir x.json.journal
    ends 2 "$BIN" "${SMALL[@]}" --output=x.json
    grep -q 'x.json.journal: cannot be written: Is a directory' err
    [ "$(ls -A | grep -c '\.tmp')" -eq 0 ]
    rmdir x.json.journal
    echo "as it was" >victim
    ln -s victim x.json.journal
    ends 2 "$BIN" "${SMALL[@]}" --output=x.json
    [ "$(cat victim)" = "as it was" ]
}

@test "a signal while an earlier journal is read is an interrupt like any other" {
    local many=(sweep --tree=uniform:b=2,range=9 --seed=1..20000 --depth=1 --plain --no-time --quiet --jobs=1)
    "$BIN" "${many[@]}" --output=x.jsonl
    sed '$d' x.jsonl >x.json.journal
    cp x.json.journal before
    start "${many[@]}" --output=x.json --resume
    until grep -q . "/proc/$PID/fdinfo/3" 2>/dev/null && ls -l "/proc/$PID/fd" | grep -q journal; do sleep 0.01; done
    ended TERM 130
    [[ $(to_go_on) == *' --resume' ]]
    cmp before x.json.journal
}
