#!/usr/bin/env bats
# reference.bats -- the program against tests/reference/reference.py, a second implementation in Python: every count.

load ../common

# The bare core, and the dressed one, which alone counts distinct leaves.
@test "command lines drawn at random, of drawn trees and of textbooks': value, best move and every count" {
    local options lines=300
    [ "${ABS_TESTS:-}" != long ] || lines=3000
    cd "$ROOT"
    wanted=$BATS_TEST_TMPDIR/wanted got=$BATS_TEST_TMPDIR/got
    /usr/bin/python3 tests/reference/reference_counts.py $lines >"$wanted"
    while IFS=$'\t' read -r options _; do
        "$BIN" $options --tt=0 --order=none --no-time --no-check-moves --reference=none
        "$BIN" $options --tt=0 --order=none --no-time --no-check-moves --reference=none --distinct
    done <"$wanted" | jq -r '.results[0] | [.value, (if .value_bound == "lower" then 1 else 0 end), .best_move, .nodes,
        .leaves, .cutoffs, .first_move_cutoffs, .passes, (.iterations | length), .fail_low, .fail_high,
        .interior_researches, .research_nodes, .null_nodes, .distinct_leaves] | map(. // "-") | @tsv' >"$got"
    [ "$(wc -l <"$got")" -eq $((2 * lines)) ]
    diff <(cut -f 1-15 "$wanted") <(cut -f 1 "$wanted" | paste - <(sed -n '1~2p' "$got" | cut -f 1-14))
    diff "$wanted" <(cut -f 1 "$wanted" | paste - <(sed -n '2~2p' "$got"))
}
