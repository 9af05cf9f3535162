#!/usr/bin/env bats
# layers.bats -- src/ keeps the order of its rooms, and the test of it can fail.

bats_require_minimum_version 1.5.0

# layers CODE TEXT [FILE LINE]..: so scripts/check-layers ends, and says so, of a src/ in which each FILE, which may be
# new, has a line more.
layers() {
    local code=$1 text=$2 copy=$BATS_TEST_TMPDIR/copy
    shift 2
    rm -rf "$copy"
    mkdir -p "$copy"
    cp -R src scripts "$copy"
    while [ $# -gt 0 ]; do
        mkdir -p "$copy/${1%/*}"
        printf '%s\n' "$2" >>"$copy/$1"
        shift 2
    done
    run -"$code" "$copy/scripts/check-layers"
    [[ $output == *$text* ]]
}

@test "no file includes one of a later room, and none include each other in a cycle" {
    layers 0 ""
}

@test "an include of a later room, a cycle within a room, and a file in no room are found" {
    layers 1 "src/base/text.c includes suite/new.h, of a later room" \
        src/base/text.c '#include "suite/new.h"' src/suite/new.h ''
    layers 1 "" src/search/search.inc '#include "work/new.h"' src/work/new.h ''
    layers 1 "" src/absbench.h '#include "suite/new.h"' src/suite/new.h ''
    layers 1 "a cycle: *find/one" src/find/one.h '#include "find/two.h"' src/find/two.h '#include "find/one.h"'
    layers 1 "src/kitchen/sink.c is in no room: they are base, " src/kitchen/sink.c '#include "absbench.h"'
}

@test "engine/ may use log/, and not work/" {
    layers 0 "" src/engine/new.h '#include "log/new.h"' src/log/new.h '' src/work/new.c '#include "engine/new.h"'
    layers 1 "" src/engine/new.c '#include "work/new.h"' src/work/new.h ''
}

@test "no file of the repository has marks of a merge" {
    git ls-files --error-unmatch Makefile >/dev/null 2>&1 || skip "there is no history here, as in a tarball"
    run -1 git grep -nE '^(<{7}( |$)|={7}$|>{7}( |$))'
}

@test "the modules of scripts/figures import one way" {
    /usr/bin/python3 - <<'END'
import ast, graphlib, pathlib

def uses(file):
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            yield from [node.module] if node.module else [one.name for one in node.names]

graph = {file.stem: set(uses(file)) for file in pathlib.Path("scripts/figures").glob("*.py")}
assert "cli" in graph["reading"] and "draw" in graph["libraries"] and len(graph) > 10
graphlib.TopologicalSorter(graph).prepare()  # a circle is an error
END
}
