#!/usr/bin/env bats
# mutants.bats -- the planted bugs of tests/mutants.txt keep up with the source that they edit.

@test "no planted bug is stale" {
    run scripts/mutants --stale
    [ "$status" -eq 0 ] || { echo "$output"; false; }
}

@test "the pages say how many there are" {
    count=$(grep -c '^[^#]' tests/mutants.txt)
    [ "$count" -gt 400 ]
    for page in README.md docs/map.md; do
        grep -q "plants $count bugs" "$page"
    done
}

@test "a stale one is found, whatever comes before and after it" {
    list=$BATS_TEST_TMPDIR/list
    echo "games/chess/chess.c | sound | s/p/q/" >"$list"
    echo "games/chess/chess.c | the long gone | s/no such words/q | r/" >>"$list"
    echo "games/chess/chess.c | sound too | s/p/q/" >>"$list"
    LIST=$list run scripts/mutants --stale
    [ "$status" -ne 0 ]
    [ "$output" = "2 STALE: the expression changes nothing in games/chess/chess.c: the long gone" ]
    ONLY=src/none.c run timeout 120 scripts/mutants
    [ "$status" -eq 64 ]
}
