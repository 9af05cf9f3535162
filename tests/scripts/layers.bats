#!/usr/bin/env bats
# layers.bats -- src/ keeps the order of its rooms, and the test of it can fail.

# copied [FILE LINE]..: a copy of src/ in which each FILE, which may be new, has a line more.
copied() {
    local copy=$BATS_TEST_TMPDIR/copy
    rm -rf "$copy"
    mkdir -p "$copy"
    cp -R src scripts "$copy"
    while [ $# -gt 0 ]; do
        mkdir -p "$copy/${1%/*}"
        printf '%s\n' "$2" >>"$copy/$1"
        shift 2
    done
    run "$copy/scripts/check-layers"
}

@test "no file includes one of a later room, and none include each other in a cycle" {
    copied
    [ "$status" -eq 0 ] || { echo "$output"; false; }
}

@test "an include of a later room is found" {
    copied src/base/text.c '#include "suite/new.h"' src/suite/new.h ''
    [ "$status" -eq 1 ]
    [[ $output == *"src/base/text.c includes suite/new.h, of a later room"* ]]
    copied src/search/search.inc '#include "work/new.h"' src/work/new.h ''
    [ "$status" -eq 1 ]
    copied src/absbench.h '#include "suite/new.h"' src/suite/new.h ''
    [ "$status" -eq 1 ]
}

@test "a cycle within a room is found" {
    copied src/find/one.h '#include "find/two.h"' src/find/two.h '#include "find/one.h"'
    [ "$status" -eq 1 ]
    [[ $output == *"a cycle: "*find/one* ]]
}

@test "a file in no room is found, and rooms that are yet to come have their place" {
    copied src/kitchen/sink.c '#include "absbench.h"'
    [ "$status" -eq 1 ]
    [[ $output == *"src/kitchen/sink.c is in no room: they are base, "* ]]
    copied src/engine/new.h '#include "log/new.h"' src/log/new.h '' src/parallel/new.c '#include "engine/new.h"' \
        src/work/new.c '#include "engine/new.h"'
    [ "$status" -eq 0 ]
    copied src/engine/new.c '#include "parallel/new.h"' src/parallel/new.h ''
    [ "$status" -eq 1 ]
    copied src/parallel/new.c '#include "work/new.h"' src/work/new.h ''
    [ "$status" -eq 1 ]
}
