#!/usr/bin/env bats
# size.bats -- how large the house may be. What comes next has to fit: make room before a limit is raised.

# Lines at most, of all files of a folder together. src/ is to come down to 24000, scripts/ to 5000: a
# limit is lowered with what is cut. It was raised by what came after: engines (1900 lines), regret and its
# judges (1330), the simulator of parallel searches (1180), selection (560), the page that steps (300);
# in scripts/ by the claims of selection (390) and of parallel search (170).
LIMITS=(src=30454 scripts=6127)
TESTS=22000 # of tests/, without corpora and transcripts
FILES=140   # in src/ at most
LONGEST=500 # lines at most of one source in src/
PAGES=4500  # of docs/*.md together

files() { find "$1" -type f ! -path '*/__pycache__/*'; }

@test "src/ and scripts/ keep to their lines" {
    local limit folder lines wrong=0
    for limit in "${LIMITS[@]}"; do
        folder=${limit%=*}
        lines=$(files "$folder" | xargs cat | wc -l)
        echo "# $folder/: $lines lines of ${limit#*=}, $(files "$folder" | wc -l) files" >&3
        [ "$lines" -gt 0 ] && [ "$lines" -le "${limit#*=}" ] || wrong=1
    done
    [ "$wrong" -eq 0 ]
}

@test "tests are not longer than a reader has time for" {
    local lines
    lines=$(files tests | grep -v -e /corpus/ -e /golden/ | xargs cat | wc -l)
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
