#!/usr/bin/env bats
# The fixed suite: its signature and its rows are what they were.

absbench=${ABSBENCH:-./absbench}

@test "the signature is the published one, with one worker and with two" {
    expected=$(cat results/reference/signature)
    [ "$("$absbench" bench --expect="$expected")" = "$expected" ]
    [ "$("$absbench" bench --jobs=2)" = "$expected" ]
}

@test "another signature is exit 1, and says so" {
    run "$absbench" bench --expect=0x0000000000000000
    [ "$status" -eq 1 ]
    [[ "$output" == *"the signature is $(cat results/reference/signature), not 0x0000000000000000"* ]]
}

@test "every row of the suite is the one in results/reference" {
    scripts/golden >"$BATS_TEST_TMPDIR/rows"
    diff results/reference/bench.tsv "$BATS_TEST_TMPDIR/rows" | head -20 >"$BATS_TEST_TMPDIR/diff"
    [ ! -s "$BATS_TEST_TMPDIR/diff" ] || { cat "$BATS_TEST_TMPDIR/diff"; false; }
}

@test "the report's signature is the one printed" {
    "$absbench" bench --output="$BATS_TEST_TMPDIR/report.json"
    [ "$(jq -r .signature "$BATS_TEST_TMPDIR/report.json")" = "$(cat results/reference/signature)" ]
}

@test "a build without optimisation has the same signature" {
    make -s OPT=-O0 TAG=-O0 >/dev/null
    [ "$(build/release-O0/absbench bench)" = "$(cat results/reference/signature)" ]
}

@test "a sanitized debug build, contract asserted at its nodes, has the same signature and no finding" {
    make -s BUILD=asan >/dev/null
    [ "$(build/asan/absbench bench 2>&1)" = "$(cat results/reference/signature)" ]
}
