#!/usr/bin/env bats
# layers.bats -- src/ keeps the order of its layers, and the test of it can fail.

# copied FILE LINE: FILE, in a copy of src/, with a line more.
copied() {
    rm -rf "$BATS_TEST_TMPDIR/copy"
    mkdir -p "$BATS_TEST_TMPDIR/copy"
    cp -R src scripts "$BATS_TEST_TMPDIR/copy"
    [ $# -eq 0 ] || printf '%s\n' "$2" >>"$BATS_TEST_TMPDIR/copy/$1"
    run "$BATS_TEST_TMPDIR/copy/scripts/check-layers"
}

@test "no file includes one of a later layer, and none include each other in a cycle" {
    copied
    [ "$status" -eq 0 ] || { echo "$output"; false; }
}

@test "an include of a later layer is found" {
    copied src/base/text.c '#include "suite/options.h"'
    [ "$status" -eq 1 ]
    [[ $output == *"src/base/text.c includes suite/options.h, of a later layer"* ]]
    copied src/search/search.inc '#include "work/run.h"'
    [ "$status" -eq 1 ]
    copied src/absbench.h '#include "suite/entry.h"'
    [ "$status" -eq 1 ]
}

@test "a cycle within a layer is found" {
    copied src/find/pairs.c '#include "find/best.h"'
    [ "$status" -eq 1 ]
    [[ $output == *"a cycle: "*find/pairs* ]]
}
