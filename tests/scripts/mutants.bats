#!/usr/bin/env bats
# mutants.bats -- the planted bugs of tests/mutants.txt, and the changes of tests/trials, keep up with the source that they edit.

@test "no planted bug is stale" {
    run scripts/mutants --stale
    [ "$status" -eq 0 ] || { echo "$output"; false; }
}

@test "README and the map have the number of planted bugs" {
    count=$(grep -c '^[^#]' tests/mutants.txt)
    [ "$count" -gt 400 ]
    for page in README.md docs/map.md; do
        grep -q "plants $count bugs" "$page"
    done
}

@test "a stale planted bug is found, whatever stands before and after it" {
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

@test "every trial applies, is listed, and stands in the page of searches" {
    run scripts/trial
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq "$(ls tests/trials | wc -l)" ]
    for patch in tests/trials/*.patch; do
        patch --dry-run -s -p0 -F0 <"$patch"
        name=$(basename "$patch" .patch)
        [[ $output == *"$name "*"$(head -n 1 "$patch")"* ]]
        grep -qF "| \`$name\` |" docs/searches.md
    done
    run scripts/trial none
    [ "$status" -eq 64 ]
    [[ $output == "trial: there is no tests/trials/none.patch"* ]]
}
