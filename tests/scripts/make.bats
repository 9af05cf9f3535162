#!/usr/bin/env bats
# make.bats -- what stands beside the source: make help, and the file that says how to cite it.

bats_require_minimum_version 1.5.0

setup() { unset MAKEFLAGS MAKELEVEL M32 BUILD; }

# targets MAKEFILE: those of its .PHONY, sorted.
targets() { sed -n 's/^\.PHONY: *//p' "$1" | tr ' ' '\n' | grep . | grep -vx force | sort; }

# explained MAKEFILE: those that help has a line of, sorted.
explained() { make -s -f "$1" help | sed -nE 's/^  ([a-z-]+) +[^ ].*/\1/p' | sort; }

@test "make help has one line of every target, under a heading" {
    targets Makefile | diff - <(explained Makefile)
    [ "$(explained Makefile | uniq -d | wc -l)" -eq 0 ]
    [ "$(targets Makefile | wc -l)" -ge 30 ]
    run -0 make -s help
    [ "$(grep -cxE 'building|using|testing' <<<"$output")" -eq 3 ]
    [[ ${lines[0]} == "absbench: "* ]]
}

@test "a target that make help does not list is found" {
    sed 's/^\(\.PHONY:.*\)$/\1 silent/; $a silent:' Makefile >"$BATS_TEST_TMPDIR/Makefile"
    sed -i "s,' Makefile\$,' $BATS_TEST_TMPDIR/Makefile," "$BATS_TEST_TMPDIR/Makefile"
    run ! diff <(targets "$BATS_TEST_TMPDIR/Makefile") <(explained "$BATS_TEST_TMPDIR/Makefile")
    [[ $output == *"< silent"* ]]
}

@test "changed flags rebuild what depends on them" {
    make -n EXTRA=-DANOTHER build/release/src/base/text.o | grep -q -e '-DANOTHER.* -c src/base/text.c'
}

# twice GOAL: the objects that a clean build of it would write more than once.
twice() { make -n "$@" TAG=-none | grep -oE -- '-o build/[^ ]*-none/[^ ]*\.o' | sort | uniq -d; }

@test "no object is written by two makes at once" {
    for goal in test quick check-long; do [ -z "$(twice "$goal")" ]; done
    sed 's/all \$(UNITS)/all units/' Makefile >"$BATS_TEST_TMPDIR/Makefile"
    [ -n "$(twice -f "$BATS_TEST_TMPDIR/Makefile" test)" ]
}

@test "CITATION.cff has what its format asks for, and the program's version" {
    cited() { sed -n "s/^$1: *//p" CITATION.cff | tr -d '"'; } # the value of a key that stands on one line
    local key
    [ "$(cited cff-version)" = 1.2.0 ]
    for key in message title version license abstract; do [ -n "$(cited $key)" ]; done
    [ -z "$(grep -o '^[a-z-]*:' CITATION.cff | sort | uniq -d)" ]
    [ "absbench $(cited version) " = "$("${ABSBENCH:-./absbench}" version | grep -oE '^absbench [^ ]+ ')" ]
    [ "$(cited version)" = "$(sed -n 's/^VERSION *:= *//p' Makefile)" ]
    grep -A1 -x 'authors:' CITATION.cff | grep -qx "  - name: $(sed -n 's/^Copyright (c) [0-9]* //p' LICENSE)"
    head -1 LICENSE | grep -q "^$(cited license) "
}
