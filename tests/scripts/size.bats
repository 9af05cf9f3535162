#!/usr/bin/env bats
# size.bats -- how large the house may be. What comes next has to fit: make room before a limit is raised.

# Lines at most, of all files of a folder together, where a line of more than 100 columns counts as the lines that
# it would be. A limit is lowered with what is cut; the commit that raises one says what for.
LIMITS=(src=30892 scripts=8441)
TESTS=26718 # of tests/, without corpora and transcripts
FILES=139   # in src/ at most
LONGEST=500 # lines at most of one source in src/
PAGES=4523  # of docs/*.md together

files() { find "$1" -type f ! -path '*/__pycache__/*'; }

# lines: of the files that standard input names.
lines() {
    xargs cat | awk '{ n += length($0) > 100 ? int((length($0) + 99) / 100) : 1 } END { print n + 0 }'
}

@test "a long line counts as several" {
    printf '%0250d\n%0100d\n1\n' 1 1 >"$BATS_TEST_TMPDIR/long"
    [ "$(echo "$BATS_TEST_TMPDIR/long" | lines)" -eq 5 ]
}

@test "src/ and scripts/ keep to their lines" {
    local limit folder lines wrong=0
    for limit in "${LIMITS[@]}"; do
        folder=${limit%=*}
        lines=$(files "$folder" | lines)
        echo "# $folder/: $lines lines of ${limit#*=}, $(files "$folder" | wc -l) files" >&3
        [ "$lines" -gt 0 ] && [ "$lines" -le "${limit#*=}" ] || wrong=1
    done
    [ "$wrong" -eq 0 ]
}

@test "tests are not longer than a reader has time for" {
    local lines
    lines=$(files tests | grep -v -e /corpus/ -e /golden/ | lines)
    echo "# tests/: $lines lines of $TESTS" >&3
    [ "$lines" -gt 1000 ] && [ "$lines" -le "$TESTS" ]
}

@test "no more files than a map can name" {
    [ -f src/main.c ]
    [ "$(files src | wc -l)" -le "$FILES" ]
}

@test "the pages are not more than a reader can know" {
    local lines
    lines=$(find docs -name '*.md' ! -name claims.md -exec cat {} + | wc -l) # claims.md is generated
    echo "# docs/: $lines lines of $PAGES" >&3
    [ "$lines" -gt 1000 ] && [ "$lines" -le "$PAGES" ]
}

@test "no source is too long to be read at a sitting" {
    [ -f src/main.c ]
    run bash -c "find src -name '*.[ch]' -o -name '*.inc' -o -name '*.def' | xargs wc -l |
        awk '\$2 != \"total\" && \$1 > $LONGEST'"
    [ "$status" -eq 0 ]
    [ -z "$output" ] || { echo "$output"; false; }
}
