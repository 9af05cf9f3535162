#!/usr/bin/env bats
# answers.bats -- the suites' known values under several searches, and values that do not swing with the depth's parity.
# make check-long has all 13 searches, and all games.

load ../common

setup() {
    here || return 1
    SUITES=$ROOT/games/positions
    LONG=$([ "${ABS_TESTS:-}" = long ] && echo yes || true)
}

# agree GAME POSITIONS ANSWERS ARGUMENT...: every search gives all of the suite's answers: so many positions have so
# many each.
agree() {
    local game=$1 positions=$2 searches=2 algos=negascout,mtdf
    [ -z "$LONG" ] || algos=all,mtd searches=13
    local rows=$((searches * $3))
    shift 3
    "$BIN" --game="$game" --check-answers --algo=$algos --no-check-moves --format=jsonl --no-time --quiet "$@" >out
    jq -r 'select(.value != null) | .position_id' out | sort | uniq -c >rows
    [ "$(wc -l <rows)" -eq "$positions" ] && ! grep -v "^ *$rows " rows
}

# wrong COMMAND: exit 1, and what it says of known values is in the file both.
wrong() { run -1 --separate-stderr "$BIN" --quiet "$@" && printf "%s\n" "$output" "$stderr" >both; }

@test "tic-tac-toe, connect four, Othello: every answer is found" {
    agree tictactoe 52 1 --order=none
    agree tictactoe 52 1 --order=killer,history --deepening=off
    agree connectfour 28 1 --order=tt,eval
    agree othello 29 1 --order=killer,history --deepening=off
}

@test "chess: every mate in 2 to 5 is one, and not a move sooner" {
    agree chess 14 2 --order=tt,killer,history
    jq -r 'select(.value != null) | [.position_id, .depth, .eval, .value] | @tsv' out | sort -u >proved
    sed -n 's/.* id "\(.*\)"; dm \([0-9]*\);.*/\1 \2/p' "$SUITES/chess.epd" |
        awk '{ printf "%s\t%d\tresult\t0\n%s\t%d\tresult\t1\n", $1, 2 * $2 - 3, $1, 2 * $2 - 1 }' |
        sort >wanted
    diff wanted proved
}

@test "a mate that takes a move more or less: exit 1, and the position is named; an ordinary run tells it too" {
    grep -E '"chess-(63|70)"' "$SUITES/chess.epd" | sed '/"chess-63"/s/dm 2/dm 3/; /"chess-70"/s/dm 4/dm 3/' >wrong.epd
    wrong --game=chess --positions=wrong.epd --check-answers --format=csv
    [ "$(grep -c '^absbench: .*known value' both)" -eq 2 ]
    grep 'chess-63 at depth 3: alphabeta gives 1' both
    grep 'chess-70 at depth 5: alphabeta gives 0' both
    wrong --game=chess --positions=wrong.epd --eval=result --depth=3 --format=csv
    grep 'chess-63 at depth 3: alphabeta gives 1' both
}

@test "an answer and a mate of one position: each is searched for" {
    local position='kbK5/pp6/1P6/8/8/8/8/R7 w - -' value
    value=$("$BIN" --game=chess --position="$position" --depth=2 --quiescence=off | jq '.results[0].value')
    printf '%s dm 2; answer 2 %d;\n' "$position" "$value" >two.epd
    "$BIN" --game=chess --positions=two.epd --check-answers --no-time >out
    [ "$(jq -c '[.results[] | [.depth, .eval, .value]]' out)" = \
        "[[1,\"result\",0],[3,\"result\",1],[2,\"heuristic\",$value]]" ]
}

@test "a wrong answer: exit 1, and the position is named" {
    sed -n '/ id c4-35 /s/answer 5 9963/answer 5 9964/p' "$SUITES/connectfour.txt" >wrong.txt
    wrong --game=connectfour --check-answers --positions=wrong.txt --format=csv
    [ "$(grep -c "^absbench: .*known value" both)" -eq 1 ]
    grep "c4-35 at depth 5: alphabeta gives 9963" both
    wrong --game=connectfour --check-answers --positions=wrong.txt --format=table
    grep 'SEARCHES ARE WRONG, [0-9]* times*: .*connectfour/c4-35' both
}

# The median of value(depth) - value(depth before), its sign turned at odd depths, over the large suite with default
# settings: iterations from depth 4, values within 60 half pawns.
@test "a game's constant for the side to move keeps its values from swinging, as docs/games.md says" {
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
