#!/usr/bin/env bats
# answers.bats -- the suites' known values, by an independent solver, and every search against them.

load ../common

setup() {
    here || return 1
    SUITES=$ROOT/games/positions SOLVE=$ROOT/tests/games/solve.py
}

# agree GAME POSITIONS ANSWERS ARGUMENT...: four algorithms, all 13 in make check-long, give all of
# the suite's answers: so many positions have so many each.
agree() {
    local game=$1 positions=$2 rows=$((4 * $3)) algos=alphabeta,negascout,aspiration+pvs,mtdf
    [ "${ABS_TESTS:-}" != long ] || algos=all,mtd rows=$((13 * $3))
    shift 3
    "$BIN" --game="$game" --check-answers --algo=$algos --no-check-moves --format=jsonl --no-time \
        --quiet "$@" >out
    jq -r 'select(.value != null) | .position_id' out | sort | uniq -c >rows
    [ "$(wc -l <rows)" -eq "$positions" ] && ! grep -v "^ *$rows " rows
}

# check STATUS ARGUMENT...: what a run says is in the file both.
check() {
    local wanted=$1 got=0
    shift
    "$BIN" --game=connectfour --check-answers --quiet "$@" >both 2>&1 || got=$?
    [ "$got" -eq "$wanted" ] && return
    echo "exit $got, not $wanted, from: $*"
    cat both
    return 1
}

# solved GAME ID...: the solver finds the rows that the suite has.
solved() {
    local game=$1
    shift
    python3 "$SOLVE" "$SUITES/$game.txt" "$@" >found
    for id in "$@"; do grep "; id $id ; .* ; answer " "$SUITES/$game.txt"; done >wanted
    [ "$(wc -l <wanted)" -eq $# ]
    diff wanted found
}

@test "tic-tac-toe: every answer is found" {
    agree tictactoe 52 1 --order=none
    agree tictactoe 52 1 --order=tt,eval
    agree tictactoe 52 1 --order=killer,history --deepening=off
    agree tictactoe 52 1 --plain
}

@test "connect four: every answer is found" {
    agree connectfour 28 1 --order=tt,eval
    agree connectfour 28 1 --order=killer,history --deepening=off
}

@test "Othello: every answer is found" {
    agree othello 29 1 --order=killer,history --deepening=off
    agree othello 29 1 --order=tt,eval
}

@test "chess: every mate in 2 to 5 is one, and not a move sooner" {
    local moves
    [ "$(grep -c '; dm [0-9]*; ' "$SUITES/chess.epd")" -eq 14 ]
    for moves in 2 3 4 5; do
        [ "$(grep -c "; dm $moves; " "$SUITES/chess.epd")" -ge 3 ]
    done
    agree chess 14 2 --order=tt,killer,history
    "$BIN" --game=chess --check-answers --quiet --format=table >table
    grep -q '^Values that are those their positions are known to have: 28\.$' table
    jq -r 'select(.value != null) | [.position_id, .depth, .eval, .value] | @tsv' out | sort -u >proved
    sed -n 's/.* id "\(.*\)"; dm \([0-9]*\);.*/\1 \2/p' "$SUITES/chess.epd" |
        awk '{ printf "%s\t%d\tresult\t0\n%s\t%d\tresult\t1\n", $1, 2 * $2 - 3, $1, 2 * $2 - 1 }' |
        sort >wanted
    diff wanted proved
}

@test "a mate that takes a move more or less: exit 1, and the position is named" {
    sed '/"chess-63"/s/dm 2/dm 3/; /"chess-70"/s/dm 4/dm 3/' "$SUITES/chess.epd" >wrong.epd
    "$BIN" --game=chess --positions="$SUITES/chess.epd" --check-answers --quiet >both 2>&1
    local got=0
    "$BIN" --game=chess --positions=wrong.epd --check-answers --quiet --format=csv >out 2>both || got=$?
    [ "$got" -eq 1 ]
    [ "$(grep -c '^absbench: .*known value' both)" -eq 2 ]
    grep 'chess-63 at depth 3: alphabeta gives 1' both
    grep 'chess-70 at depth 5: alphabeta gives 0' both
    got=0 # an ordinary run that comes by one tells it too
    "$BIN" --game=chess --positions=wrong.epd --eval=result --depth=3 --quiet --format=csv >out 2>both || got=$?
    [ "$got" -eq 1 ]
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
    sed '/ id c4-35 /s/answer 5 9963/answer 5 9964/' "$SUITES/connectfour.txt" >wrong.txt
    check 0 --positions="$SUITES/connectfour.txt"
    check 1 --positions=wrong.txt --format=csv
    [ "$(grep -c '^absbench: .*known value' both)" -eq 1 ]
    grep 'c4-35 at depth 5: alphabeta gives 9963' both
    check 1 --positions=wrong.txt --format=table
    grep 'SEARCHES ARE WRONG, [0-9]* times*: .*connectfour/c4-35' both
}

@test "the solver finds the answers that the suites have" {
    solved tictactoe ttt-01 ttt-06 ttt-12 ttt-31 ttt-50
    solved connectfour c4-31 c4-34 c4-48 c4-50 c4-54
    solved othello oth-33 oth-52 oth-55 oth-58 oth-60 oth-61
}
