#!/usr/bin/env bats
# instructions.bats -- a node costs no more instructions, mispredicted branches and misses of D1 than
# results/reference says; `make golden` renews it.

load ../common

# dearer GOLDEN MEASURED: the lines that are above the golden ones by more than 1 % of instructions, or 5 % of mispredicted
# branches or misses of D1 (and by more than 0.02, as where the stack begins changes these), or that one file lacks
dearer() {
    awk -F '\t' 'NF < 5 || $1 == "game" { next }
        { key = $1 " " $2 }
        NR == FNR { instructions[key] = $3; mispredicted[key] = $4; missed[key] = $5; next }
        !(key in missed) { print key, "is new"; next }
        { seen[key] }
        $3 > 1.01 * instructions[key] { print key, "instructions", instructions[key], $3 }
        $4 > 1.05 * mispredicted[key] + 0.02 { print key, "mispredicted", mispredicted[key], $4 }
        $5 > 1.05 * missed[key] + 0.02 { print key, "D1 misses", missed[key], $5 }
        END { for (key in missed) if (!(key in seen)) print key, "is missing" }' "$@"
}

@test "a node that costs 1 % more instructions, or 5 % more mispredictions or misses, is found" {
    local golden=$ROOT/results/reference/instructions.tsv
    [ "$(grep -c 'defaults\|plain' "$golden")" -eq 10 ]
    awk -F '\t' -v OFS='\t' '$1 == "chess" && $2 == "plain" { $3 *= 1.011 } $1 == "othello" { $3 *= 1.009 } 1' \
        "$golden" >new
    [ -z "$(dearer "$golden" "$golden")" ]
    [ "$(dearer "$golden" new | wc -l)" -eq 1 ] && dearer "$golden" new | grep -q '^chess plain instructions'
    awk -F '\t' -v OFS='\t' '$1 == "xiangqi" { $4 = 1.051 * $4 + 0.02 } $1 == "othello" { $4 *= 1.049 } 1' "$golden" >new
    [ "$(dearer "$golden" new | cut -d ' ' -f 1,3 | sort | uniq -c | xargs)" = '2 xiangqi mispredicted' ]
    awk -F '\t' -v OFS='\t' '$2 == "defaults" { $5 = 1.051 * $5 + 0.02 } $2 == "plain" { $5 += 0.019 } 1' "$golden" >new
    [ "$(dearer "$golden" new | cut -d ' ' -f 2- | cut -d ' ' -f 1-3 | sort | uniq -c | xargs)" = '5 defaults D1 misses' ]
    grep -v 'checkers' "$golden" >new
    [ "$(dearer "$golden" new | wc -l)" -eq 2 ] && [ "$(dearer new "$golden" | wc -l)" -eq 2 ]
}

@test "no node costs more than the stored figures" {
    local golden=$ROOT/results/reference/instructions.tsv
    command -v valgrind >/dev/null || skip "valgrind is not installed"
    grep -qw avx2 /proc/cpuinfo || skip "this processor has no AVX2"
    [ "$(head -1 "$golden")" = "gcc $(gcc -dumpfullversion)" ] || skip "$(head -1 "$golden") wrote the file"
    env -u MAKEFLAGS -u MFLAGS make -s -C "$ROOT" BUILD=v3 CC=gcc all >made 2>&1 || { cat made; false; }
    "$ROOT/scripts/instructions" "$ROOT/build/v3/absbench" >now
    [ "$(head -1 now)" = "$(head -1 "$golden")" ]
    dearer "$golden" now >found
    [ ! -s found ] || { echo "game, settings, a node's costs before and now:"; cat found; false; }
}
