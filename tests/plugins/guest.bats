#!/usr/bin/env bats
# guest.bats -- what a plug-in does to the program that calls it: it ends, changes state that belongs
# to all, or never returns. Rows that are finished stay, and rows and reports are what they would be.

load plugin

# Searches of a position that never meets it, then of one that does, then of the first one again.
RUNS=(--game=./bad.so "--position=XXO-------O- X" --position=start --algo=pvs,alphabeta,mtdf --depth=1..4 --quiet)

setup_file() {
    plugin_install
    "$BIN" "${RUNS[@]}" --no-time --format=json | jq -S 'del(.context)' >sound.json
}

finished() { grep -c '"id":' "$1" || true; }

@test "exit() in a plug-in is an error that names the search, and finished rows are kept" {
    local said="absbench: exit() was called, in or through a function of a plug-in mine"
    planted exit 2 "${RUNS[@]}" --jobs=1 --output=rows.jsonl
    [[ $stderr == "$said, in the search mine/start/d"*"; \`absbench check\` shows where" ]]
    [ "$(finished rows.jsonl)" -ge 12 ]
    planted exit 2 "${RUNS[@]}" --jobs=2 --output=rows.json
    [[ $stderr == "$said, in the search mine/start/d"* ]]
    [ "$(ls -A | xargs)" = 'bad.so rows.jsonl' ] # no temporary file is left
    planted exit 2 "${RUNS[@]}" --format=json
    for verb in "parse_exit perft --depth=2" "exit trace --depth=4 --position=start" "exit positions --count=50"; do
        planted ${verb/ / 2 } --game=./bad.so
        [[ $stderr == *"$said"* ]] || { echo "$verb: $stderr"; return 1; }
    done
}

@test "abort() in a plug-in loses its searches, and no others" {
    faults_are_ours
    for jobs in 1 2; do
        planted abort 2 "${RUNS[@]}" --jobs=$jobs --output=rows.jsonl
        [[ $stderr == *"a worker died in a search: signal 6 (Aborted): mine/start/d"*"the rest goes on"* ]]
        [[ $stderr == *" searches were lost with their workers"* ]]
        [ "$(finished rows.jsonl)" -ge 12 ]
        rm rows.jsonl
    done
}

@test "a plug-in that faults outside a search ends every verb with a message" {
    faults_are_ours
    local said="absbench: a fault ends it, in or through a function of a plug-in; \`absbench check\` shows where" verb
    for verb in "parse_abort 2 run --depth=2 --quiet" "parse_trap 2 sweep --depth=2 --output=rows.jsonl" \
        "parse_trap 2 tune --depth=2 --suite=small" "parse_trap 2 trace --depth=2" "parse_trap 2 perft --depth=2" \
        "parse_trap 2 positions --count=5"; do
        # shellcheck disable=SC2086
        planted $verb --game=./bad.so
        [ "$stderr" = "$said" ] || { echo "$verb: $stderr"; return 1; }
    done
}

# harmless MISTAKE WHAT: reports are those of the sound game, and check names what changes.
harmless() {
    PLANT=$1 "$BIN" "${RUNS[@]}" --jobs=2 --no-time --output=rows.json
    jq -S 'del(.context)' rows.json | diff - "$BATS_FILE_TMPDIR/sound.json"
    planted "$1" 1 check --game=./bad.so
    [[ $output == *"./bad.so: state: $2 is changed, and not put back, in "*", at or after position '"* ]] ||
        { echo "$1 gave: $output"; return 1; }
}

@test "what is changed and not put back changes no rows: the working directory, the signal mask, the locale" {
    harmless directory "the working directory"
    harmless signals "the signal mask"
    mkdir "$PWD/locales"
    localedef -i de_DE -f UTF-8 "$PWD/locales/de_DE.UTF-8" || skip "no locale of decimal commas can be made"
    LOCPATH=$PWD/locales harmless locale "the locale"
}

@test "rounding, numbers near zero, and what MMX leaves behind" {
    [[ $(uname -m) == x86_64 ]] || skip "instructions of another processor"
    harmless rounding "the rounding mode"
    harmless small "the treatment of small numbers (FTZ, DAZ)"
    harmless mmx "the MMX state (emms is missing)"
}

# asked SECONDS ARGUMENT..: ends by a single SIGTERM after so many seconds, with 130.
asked() {
    local status=0
    PLANT=pause timeout --kill-after=20 --foreground --preserve-status -s TERM "$1" "$BIN" "${@:2}" 2>err || status=$?
    [ "$status" -eq 130 ] || { echo "exit $status"; return 1; }
}

@test "a search that never returns does not outlive a signal, and what is finished is kept" {
    faults_are_ours
    for jobs in 1 2; do
        asked 1 "${RUNS[@]}" --jobs=$jobs --output=rows.json
        grep -q "absbench: a search did not stop within 3 s, and was left: mine/start/d" err
        jq -e '.results | length >= 12' rows.json
        rm rows.json
    done
    asked 0.5 trace --game=./bad.so --position=start --depth=4 --format=jsonl --output=steps.jsonl
    grep -q "a function of the game or tree did not return within 3 s" err
    [ ! -e steps.jsonl ]
}
