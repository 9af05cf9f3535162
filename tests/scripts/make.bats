#!/usr/bin/env bats
# make.bats -- make help.

bats_require_minimum_version 1.5.0

# targets MAKEFILE: those of its .PHONY, sorted.
targets() { sed -n 's/^\.PHONY: *//p' "$1" | tr ' ' '\n' | grep . | sort; }

# explained MAKEFILE: those that help has a line of, sorted.
explained() { make -s -f "$1" help | sed -nE 's/^  ([a-z-]+) +[^ ].*/\1/p' | sort; }

@test "make help has one line of every target, under a heading" {
    unset MAKEFLAGS MAKELEVEL
    targets Makefile | diff - <(explained Makefile)
    [ "$(explained Makefile | uniq -d | wc -l)" -eq 0 ]
    [ "$(targets Makefile | wc -l)" -ge 30 ]
    run -0 make -s help
    [ "$(grep -cxE 'building|using|testing' <<<"$output")" -eq 3 ]
    [[ ${lines[0]} == "absbench: "* ]]
}

@test "a target without a line is found" {
    unset MAKEFLAGS MAKELEVEL
    sed 's/^\(\.PHONY:.*\)$/\1 silent/; $a silent:' Makefile >"$BATS_TEST_TMPDIR/Makefile"
    sed -i "s,' Makefile\$,' $BATS_TEST_TMPDIR/Makefile," "$BATS_TEST_TMPDIR/Makefile"
    run ! diff <(targets "$BATS_TEST_TMPDIR/Makefile") <(explained "$BATS_TEST_TMPDIR/Makefile")
    [[ $output == *"< silent"* ]]
}
