#!/usr/bin/env bats
# swing.bats -- values do not go up and down with the parity of the depth.

BIN=${ABSBENCH:-./absbench}

# The median of value(depth) - value(depth before), its sign turned at odd depths, over the large suite
# with default settings: iterations from depth 4, values within 60 half pawns. Usage: swing GAME HALF_PAWN
swing() {
    "$BIN" --game="$1" --suite=large --algo=pvs --reference=none --no-check-moves --no-time --quiet --format=json |
        jq --argjson far $((60 * $2)) '[.results[].iterations | map(select(.guess | not)) as $all
            | range(1; $all | length) as $i | $all[$i - 1] as $before | $all[$i]
            | select(.depth >= 4 and ([.value, $before.value] | all(fabs <= $far)))
            | (.value - $before.value) * (if .depth % 2 == 0 then 1 else -1 end)] | sort
            | (.[(length - 1) / 2 | floor] + .[length / 2 | floor]) / 2'
}

@test "a game's constant for the side to move keeps its values from swinging, as docs/games.md says" {
    local game half_pawn page median
    while read -r game half_pawn page; do
        median=$(swing "$game" "$half_pawn")
        grep -qE "^\| $page \| $median \| $half_pawn \|" docs/games.md || { echo "$game: $median"; false; }
        jq -en "$median | fabs <= ([1, $half_pawn / 10] | max)"
    done <<'END'
connectfour 41 connect four
othello 150 Othello
chess 50 chess
xiangqi 50 xiangqi
checkers 50 checkers
tictactoe 1 tic-tac-toe
END
}

@test "the test can fail: a turn's worth added is found" {
    run "$BIN" --game=connectfour --suite=large --algo=pvs --reference=none --no-check-moves --quiet --eval=heuristic+turn:64 --format=json
    [ "$(jq '[.results[] | select(.iterations | length >= 6) | .iterations | (.[5].value - .[4].value)] | sort | .[length / 2 | floor]' <<<"$output")" -gt 60 ]
}
