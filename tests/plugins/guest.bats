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
