#!/usr/bin/env bats
# The fixed suite: its rows are what they were. Its signature: cli_use.bats; of other builds: make builds.

@test "every row of the suite is the one in results/reference" {
    scripts/golden >"$BATS_TEST_TMPDIR/rows"
    diff results/reference/bench.tsv "$BATS_TEST_TMPDIR/rows" | head -20 >"$BATS_TEST_TMPDIR/diff"
    [ ! -s "$BATS_TEST_TMPDIR/diff" ] || { cat "$BATS_TEST_TMPDIR/diff"; false; }
}
