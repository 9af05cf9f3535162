#!/usr/bin/env bats
# answers.bats -- the suites' known values under several searches, and values that do not swing with the depth's parity.
# make check-long has all 13 searches, and all games.

load ../common

setup() {
    here || return 1
    SUITES=$ROOT/games/positions
    LONG=$([ "${ABS_TESTS:-}" = long ] && echo yes || true)
}

# agree GAME DEPTH POSITIONS ARGUMENT...: of the lines of the file `lines`, so many, every search to that depth gives
# the value that is known there.
agree() {
    local game=$1 depth=$2 positions=$3 searches=2 algos=negascout,mtdf
    [ -z "$LONG" ] || algos=all,mtd searches=13
    shift 3
    [ "$(wc -l <lines)" -eq "$positions" ]
    "$BIN" --game="$game" --positions=lines --depth="$depth" --algo=$algos --reference=none --no-check-moves \
        --format=table --no-time --quiet "$@" >out
    grep -q "^Values equal to the known values of their positions: $((searches * positions))\.$" out
}

# answers GAME POSITIONS ARGUMENT...: of the suite, so many positions have an answer, and every search finds it: a run
# for each depth.
answers() {
    local game=$1 positions=$2 depth
    shift 2
    grep '^[^#].*; answer ' "$SUITES/$game.txt" >all
    [ "$(wc -l <all)" -eq "$positions" ]
    for depth in $(grep -o '; answer [0-9]*' all | grep -o '[0-9]*' | sort -u); do
        grep "; answer $depth " all >lines
        agree "$game" "$depth" "$(wc -l <lines)" "$@" || { echo "$game, depth $depth"; cat out; return 1; }
    done
}

# wrong COMMAND: exit 1, and what it says of known values is in the file both.
wrong() { run -1 --separate-stderr "$BIN" --quiet "$@" && printf "%s\n" "$output" "$stderr" >both; }

@test "every solved position of tic-tac-toe, connect four and Othello is solved" {
    answers tictactoe 52 --order=none
    answers tictactoe 52 --order=killer,history --deepening=off
    answers connectfour 28 --order=tt,eval
    answers othello 29 --order=killer,history --deepening=off
}

@test "every chess mate in 2 to 5 takes exactly so many moves" {
    local moves positions
    while read -r moves positions; do
        grep "; dm $moves;" "$SUITES/chess.epd" >lines
        agree chess $((2 * moves - 3)) "$positions" --eval=result --order=tt,killer,history
        agree chess $((2 * moves - 1)) "$positions" --eval=result --order=tt,killer,history
    done <<'END'
2 5
3 3
4 3
5 3
END
    [ "$(grep -c '; dm [0-9]' "$SUITES/chess.epd")" -eq 14 ]
}

@test "a mate of another length than its position says is exit 1, and named" {
    grep -E '"chess-(63|70)"' "$SUITES/chess.epd" | sed '/"chess-63"/s/dm 2/dm 3/; /"chess-70"/s/dm 4/dm 3/' >wrong.epd
    wrong --game=chess --positions=wrong.epd --eval=result --depth=3,5 --format=csv
    [ "$(grep -c '^absbench: .*known value' both)" -eq 2 ]
    grep 'chess-63 at depth 3: alphabeta gives 1' both
    grep 'chess-70 at depth 5: alphabeta gives 0' both
}

@test "an answer and a mate of one position: each is checked by its own evaluation and depth" {
    local position='kbK5/pp6/1P6/8/8/8/8/R7 w - -' value searched
    value=$("$BIN" --game=chess --position="$position" --depth=2 --quiescence=off | jq '.results[0].value')
    printf '%s dm 2; answer 2 %d;\n' "$position" "$value" >two.epd
    searched=(--game=chess --positions=two.epd --eval=result,heuristic --quiescence=off --depth=1..3 --no-time --quiet)
    "$BIN" "${searched[@]}" --format=table | grep 'their positions: 3\.$'
    sed -i "s/answer 2 $value/answer 2 $((value + 1))/" two.epd
    wrong "${searched[@]}" --format=csv
    [ "$(grep -c '^absbench: .*known value' both)" -eq 1 ]
    grep "at depth 2: alphabeta gives $value" both
}

@test "a wrong answer is exit 1, and its position is named" {
    sed -n '/ id c4-35 /s/answer 5 9963/answer 5 9964/p' "$SUITES/connectfour.txt" >wrong.txt
    wrong --game=connectfour --depth=5 --positions=wrong.txt --format=csv
    [ "$(grep -c "^absbench: .*known value" both)" -eq 1 ]
    grep "c4-35 at depth 5: alphabeta gives 9963" both
    wrong --game=connectfour --depth=5 --positions=wrong.txt --format=table
    grep 'SEARCHES ARE WRONG, [0-9]* times*: .*connectfour/c4-35' both
}

# The median of value(depth) - value(depth before), its sign turned at odd depths, over the large suite with default
# settings: iterations from depth 4, values within 60 half pawns.
@test "each game's turn constant keeps values of even and odd depths alike" {
    local game half_pawn page median
    while read -r game half_pawn page; do
        [ -n "$LONG" ] || [ "$game" = connectfour ] || continue
        median=$("$BIN" --game="$game" --suite=large --algo=pvs --reference=none --no-check-moves --no-time --quiet \
            --format=json | jq --argjson far $((60 * half_pawn)) '[.results[].iterations
            | map(select(.guess | not)) as $all
            | range(1; $all | length) as $i | $all[$i - 1] as $before | $all[$i]
            | select(.depth >= 4 and ([.value, $before.value] | all(fabs <= $far)))
            | (.value - $before.value) * (if .depth % 2 == 0 then 1 else -1 end)] | sort
            | (.[(length - 1) / 2 | floor] + .[length / 2 | floor]) / 2')
        grep -qE "^\| $page \| $median \| $half_pawn \|" "$ROOT/docs/games.md" || { echo "$game: $median"; false; }
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
