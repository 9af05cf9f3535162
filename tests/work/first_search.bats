#!/usr/bin/env bats
# first_search.bats -- a run's first search finds what it needs, whichever it is; unit_first_search.c
# tries them all.

setup() {
    BIN=${ABSBENCH:-./absbench}
    OUT=$BATS_TEST_TMPDIR/out
}

@test "minimax with quiescence, alone" {
    "$BIN" --game=chess --position=start --algo=minimax --quiescence=on --depth=2 --quiet >"$OUT"
    jq -e '.results | length == 1 and all(.[]; .status == "ok" and .qnodes > 0)' "$OUT"
}

@test "minimax with quiescence that --verify adds, on the second of two workers" {
    "$BIN" --game=chess --position=start --verify --quiescence=on --jobs=2 --depth=2 --quiet >"$OUT"
    jq -e '.verification.agree and any(.results[]; .algo == "minimax")' "$OUT"
}
