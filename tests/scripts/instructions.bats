#!/usr/bin/env bats
# instructions.bats -- a node costs no more instructions than results/reference says; `make golden` renews it.

load ../common

# dearer GOLDEN MEASURED: the lines whose instructions are more than 1 % above the golden ones, or that one file lacks
dearer() {
    awk -F '\t' 'NF < 3 || $1 == "game" { next }
        NR == FNR { old[$1, $2] = $3; next }
        { new[$1, $2] = $3 }
        END { for (i in old) if (!(i in new) || new[i] > 1.01 * old[i]) print i, old[i], new[i]
              for (i in new) if (!(i in old)) print i, "is new" }' "$@"
}

@test "a node that has become more than 1 % dearer is found" {
    local golden=$ROOT/results/reference/instructions.tsv
    [ "$(grep -c 'defaults\|plain' "$golden")" -eq 10 ]
    awk -F '\t' -v OFS='\t' '$1 == "chess" && $2 == "plain" { $3 *= 1.011 } $1 == "othello" { $3 *= 1.009 } 1' \
        "$golden" >new
    [ -z "$(dearer "$golden" "$golden")" ]
    [ "$(dearer "$golden" new | wc -l)" -eq 1 ] && dearer "$golden" new | grep -q '^chess.plain'
    grep -v 'checkers' "$golden" >new
    [ "$(dearer "$golden" new | wc -l)" -eq 2 ] && [ "$(dearer new "$golden" | wc -l)" -eq 2 ]
}

@test "no node has become more than 1 % dearer" {
    local golden=$ROOT/results/reference/instructions.tsv
    command -v valgrind >/dev/null || skip "valgrind is not installed"
    grep -qw avx2 /proc/cpuinfo || skip "this processor has no AVX2"
    [ "$(head -1 "$golden")" = "gcc $(gcc -dumpfullversion)" ] || skip "$(head -1 "$golden") wrote the file"
    env -u MAKEFLAGS -u MFLAGS make -s -C "$ROOT" BUILD=v3 CC=gcc all >made 2>&1 || { cat made; false; }
    "$ROOT/scripts/instructions" "$ROOT/build/v3/absbench" >now
    [ "$(head -1 now)" = "$(head -1 "$golden")" ]
    dearer "$golden" now >found
    [ ! -s found ] || { echo "game, settings, instructions a node before and now:"; cat found; false; }
}
