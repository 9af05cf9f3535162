#!/usr/bin/env bats
# reference.bats -- the program against tests/reference/reference.py, a second implementation in Python: every count.

setup() {
    BIN=${ABSBENCH:-./absbench}
    WANTED=$BATS_TEST_TMPDIR/wanted.tsv
    SHARE=10 # one line in so many; all of them in make check-long
    [ "${ABS_TESTS:-}" != long ] || SHARE=1
}

# compare N KIND NUMBER: what reference_counts.py prints, N lines at least; the bare core, and the dressed one, which alone
# counts distinct leaves.
compare() {
    local options
    /usr/bin/python3 tests/reference/reference_counts.py "$2" "$3" >"$WANTED"
    [ "$(wc -l <"$WANTED")" -ge "$1" ]
    while IFS=$'\t' read -r options _; do
        "$BIN" $options --tt=0 --order=none --no-time --no-check-moves --reference=none
        "$BIN" $options --tt=0 --order=none --no-time --no-check-moves --reference=none --distinct
    done <"$WANTED" | jq -r '.results[0] | [.value, (if .value_bound == "lower" then 1 else 0 end), .best_move, .nodes,
        .leaves, .cutoffs, .first_move_cutoffs, .passes, (.iterations | length), .fail_low, .fail_high,
        .interior_researches, .research_nodes, .null_nodes, .distinct_leaves] | map(. // "-") | @tsv' >"$WANTED.got"
    diff <(cut -f 1-15 "$WANTED") <(cut -f 1 "$WANTED" | paste - <(sed -n '1~2p' "$WANTED.got" | cut -f 1-14))
    diff "$WANTED" <(cut -f 1 "$WANTED" | paste - <(sed -n '2~2p' "$WANTED.got"))
}

@test "command lines drawn at random: value, best move and every count" {
    compare 230 random $((2300 / SHARE))
}

@test "the examples, under every core and driver" {
    compare 40 examples $SHARE
}
