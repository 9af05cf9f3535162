#!/usr/bin/env bats
# make.bats -- what stands beside the source: make help, and the file that says how to cite it.

bats_require_minimum_version 1.5.0

# targets MAKEFILE: those of its .PHONY, sorted.
targets() { sed -n 's/^\.PHONY: *//p' "$1" | tr ' ' '\n' | grep . | grep -vx force | sort; }

# explained MAKEFILE: those that help has a line of, sorted.
explained() { make -s -f "$1" help | sed -nE 's/^  ([a-z-]+) +[^ ].*/\1/p' | sort; }

@test "make help has one line of every target, under a heading" {
    unset MAKEFLAGS MAKELEVEL M32 BUILD
    targets Makefile | diff - <(explained Makefile)
    [ "$(explained Makefile | uniq -d | wc -l)" -eq 0 ]
    [ "$(targets Makefile | wc -l)" -ge 30 ]
    run -0 make -s help
    [ "$(grep -cxE 'building|using|testing' <<<"$output")" -eq 3 ]
    [[ ${lines[0]} == "absbench: "* ]]
}

@test "a target without a line is found" {
    unset MAKEFLAGS MAKELEVEL M32 BUILD
    sed 's/^\(\.PHONY:.*\)$/\1 silent/; $a silent:' Makefile >"$BATS_TEST_TMPDIR/Makefile"
    sed -i "s,' Makefile\$,' $BATS_TEST_TMPDIR/Makefile," "$BATS_TEST_TMPDIR/Makefile"
    run ! diff <(targets "$BATS_TEST_TMPDIR/Makefile") <(explained "$BATS_TEST_TMPDIR/Makefile")
    [[ $output == *"< silent"* ]]
}

# The value of a key of CITATION.cff that stands on one line.
cited() { sed -n "s/^$1: *//p" CITATION.cff | tr -d '"'; }

@test "what depends on the flags is made again when they change" {
    unset MAKEFLAGS MAKELEVEL M32 BUILD
    make -n EXTRA=-DANOTHER build/release/src/base/text.o | grep -q -e '-DANOTHER.* -c src/base/text.c'
}

@test "CITATION.cff has what its format asks for, and the program's version" {
    local key
    [ "$(cited cff-version)" = 1.2.0 ]
    for key in message title version license abstract; do
        [ -n "$(cited $key)" ]
    done
    [ "$(grep -c '^[a-z-]*:' CITATION.cff)" -eq "$(grep -o '^[a-z-]*:' CITATION.cff | sort -u | wc -l)" ]
    [ "absbench $(cited version) " = "$("${ABSBENCH:-./absbench}" version | grep -oE '^absbench [^ ]+ ')" ]
    [ "$(cited version)" = "$(sed -n 's/^VERSION *:= *//p' Makefile)" ]
    grep -A1 -x 'authors:' CITATION.cff | grep -qx "  - name: $(sed -n 's/^Copyright (c) [0-9]* //p' LICENSE)"
    head -1 LICENSE | grep -q "^$(cited license) "
    if /usr/bin/python3 -c 'import yaml' 2>/dev/null; then
        /usr/bin/python3 -c 'import yaml
cff = yaml.safe_load(open("CITATION.cff"))
assert set(cff) <= {"cff-version", "message", "title", "type", "authors", "version", "license", "abstract",
                    "keywords", "date-released", "repository-code", "url"}, cff
assert all(isinstance(cff[key], str) for key in ("cff-version", "message", "title", "version", "abstract")), cff
assert [set(author) for author in cff["authors"]] == [{"name"}] and all(cff["keywords"]), cff'
    fi
}
