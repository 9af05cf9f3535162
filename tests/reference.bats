#!/usr/bin/env bats
# reference.bats -- the program against tests/reference.py, a second implementation in Python: random
# command lines, every count.

setup() {
    BIN=${ABSBENCH:-./absbench}
}

@test "60 command lines that nobody has seen: value, best move and every count" {
    local n=0 bad=0 options wanted got
    /usr/bin/python3 tests/reference_counts.py 20261120 60 >"$BATS_TEST_TMPDIR/wanted.tsv"
    while IFS=$'\t' read -r options wanted; do
        got=$("$BIN" $options --tt=0 --order=none --no-time --no-check-moves | jq -r '.results[0] | [
            .value, .best_move, .nodes, .leaves, .cutoffs, .first_move_cutoffs, .passes, (.iterations | length),
            .fail_low, .fail_high, .interior_researches, .research_nodes] | map(. // "-") | @tsv') || got="exit $?"
        [ "$got" = "$wanted" ] || { printf '%s\n  wanted %s\n  got    %s\n' "$options" "$wanted" "$got"; bad=$((bad + 1)); }
        n=$((n + 1))
    done < <(tail -n +2 "$BATS_TEST_TMPDIR/wanted.tsv")
    [ "$n" -eq 60 ]
    [ "$bad" -eq 0 ]
}

@test "the columns are those this file compares" {
    [ "$(head -1 tests/reference_counts.tsv | tr '\t' ' ')" = "options value best_move nodes leaves cutoffs\
 first_move_cutoffs passes iterations fail_low fail_high interior_researches research_nodes" ]
}

@test "tests/reference_counts.tsv is what reference_counts.py prints now" {
    /usr/bin/python3 tests/reference_counts.py 1 600 | cmp - tests/reference_counts.tsv
    [ "$(wc -l <tests/reference_counts.tsv)" -eq 601 ]
}

@test "the reference holds to the published check values" {
    /usr/bin/python3 tests/reference.py --check
}
