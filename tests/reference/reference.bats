#!/usr/bin/env bats
# reference.bats -- the program against tests/reference/reference.py, a second implementation in Python: random
# command lines, every count.

setup() {
    BIN=${ABSBENCH:-./absbench}
    WANTED=$BATS_TEST_TMPDIR/wanted.tsv
    SHARE=5 # of the stored lines, one in so many; all of them in make check-long
    [ "${ABS_TESTS:-}" != long ] || SHARE=1
}

counts() {
    /usr/bin/python3 tests/reference/reference_counts.py "$@"
}

# Runs the options of every line of $WANTED, of which there must be $1. $2: the fields that come first.
compare() {
    local lines=$1 first=${2:-.value, .best_move} n=0 bad=0 options wanted got
    while IFS=$'\t' read -r options wanted; do
        eval "set -- $options" # positions with blanks stand in quotes
        got=$("$BIN" "$@" --tt=0 --order=none --distinct --no-time --no-check-moves | jq -r '.results[0] | [
            '"$first"', .nodes, .leaves, .cutoffs, .first_move_cutoffs, .passes, (.iterations | length),
            .fail_low, .fail_high, .interior_researches, .research_nodes, .null_nodes, .distinct_leaves] | map(. // "-") | @tsv') || got="exit $?"
        [ "$got" = "$wanted" ] || { printf '%s\n  wanted %s\n  got    %s\n' "$options" "$wanted" "$got"; bad=$((bad + 1)); }
        n=$((n + 1))
    done < <(tail -n +2 "$WANTED")
    [ "$n" -eq "$lines" ]
    [ "$bad" -eq 0 ]
}

@test "60 command lines that nobody has seen: value, best move and every count" {
    counts 20261120 60 >"$WANTED"
    compare 60
}

@test "30 of games: the same" {
    counts --games 20261120 30 | cut -f 1,2,4- >"$WANTED" # the move's text, not its place
    compare 30
}

@test "60 of best node search and of --guess=mean: the same, and whether the value is a mere bound" {
    counts --new 20261122 60 >"$WANTED"
    compare 60 ".value, .value_bound, .best_move"
}

@test "the examples, under every core and driver: a fifth of them, and all in make check-long" {
    counts --examples $SHARE 0 >"$WANTED"
    [ "$(wc -l <"$WANTED")" -ge 90 ]
    compare $(($(wc -l <"$WANTED") - 1))
}

@test "the columns are those this file compares" {
    local rest="nodes leaves cutoffs first_move_cutoffs passes iterations fail_low fail_high\
 interior_researches research_nodes null_nodes distinct_leaves"
    [ "$(head -1 tests/reference/reference_counts.tsv | tr '\t' ' ')" = "options value best_move $rest" ]
    [ "$(head -1 tests/reference/reference_games.tsv | tr '\t' ' ')" = "options value best_move move $rest" ]
}

@test "tests/reference/reference_counts.tsv is what reference_counts.py prints now" {
    counts 1 $((300 / SHARE)) >"$WANTED"
    head -n $((300 / SHARE + 1)) tests/reference/reference_counts.tsv | cmp - "$WANTED"
    [ "$(wc -l <tests/reference/reference_counts.tsv)" -eq 301 ]
}

@test "tests/reference/reference_games.tsv too; games of every kind are in it" {
    counts --games 1 $((100 / SHARE)) >"$WANTED"
    head -n $((100 / SHARE + 1)) tests/reference/reference_games.tsv | cmp - "$WANTED"
    [ "$(wc -l <tests/reference/reference_games.tsv)" -eq 101 ]
    local kind
    for kind in tictactoe connectfour othello othello:pass=free; do
        [ "$(grep -c -- "^--game=$kind " tests/reference/reference_games.tsv)" -ge 12 ]
    done
}

@test "the reference holds to the published check values" {
    /usr/bin/python3 tests/reference/reference.py --check
}
