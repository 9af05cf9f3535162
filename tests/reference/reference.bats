#!/usr/bin/env bats
# reference.bats -- the program against tests/reference/reference.py, a second implementation in Python: random
# command lines, every count.

setup() {
    BIN=${ABSBENCH:-./absbench}
    WANTED=$BATS_TEST_TMPDIR/wanted.tsv
    SHARE=10 # of the stored lines, one in so many; all of them in make check-long
    [ "${ABS_TESTS:-}" != long ] || SHARE=1
}

counts() { /usr/bin/python3 tests/reference/reference_counts.py "$@"; }

# Runs the options of every line of $WANTED, of which there must be $1 at least.
compare() {
    local options
    [ "$(tail -n +2 "$WANTED" | wc -l)" -ge "$1" ]
    [ "$(head -1 "$WANTED" | cut -f 2- | xargs)" = "value lower best_move nodes leaves cutoffs first_move_cutoffs passes \
iterations fail_low fail_high interior_researches research_nodes null_nodes distinct_leaves" ]
    tail -n +2 "$WANTED" | while IFS=$'\t' read -r options _; do
        "$BIN" $options --tt=0 --order=none --distinct --no-time --no-check-moves
    done | jq -r '.results[0] | [.value, (if .value_bound == "lower" then 1 else 0 end), .best_move, .nodes, .leaves,
        .cutoffs, .first_move_cutoffs, .passes, (.iterations | length), .fail_low, .fail_high, .interior_researches,
        .research_nodes, .null_nodes, .distinct_leaves] | map(. // "-") | @tsv' >"$BATS_TEST_TMPDIR/got"
    diff <(tail -n +2 "$WANTED") <(tail -n +2 "$WANTED" | cut -f 1 | paste - "$BATS_TEST_TMPDIR/got")
}

@test "command lines that nobody has seen: value, best move and every count" {
    counts 20261120 80 >"$WANTED"
    compare 80
}

@test "the examples, under every core and driver: a tenth of them, and all in make check-long" {
    counts --examples $SHARE 0 >"$WANTED"
    compare 40
}

@test "tests/reference/reference_counts.tsv is what reference_counts.py prints now" {
    counts 1 $((150 / SHARE)) >"$WANTED"
    head -n $((150 / SHARE + 1)) tests/reference/reference_counts.tsv | cmp - "$WANTED"
    [ "$(wc -l <tests/reference/reference_counts.tsv)" -eq 151 ]
}
