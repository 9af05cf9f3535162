#!/usr/bin/env bats
# answers.bats -- the suites' known values, by an independent solver, and every search against them.

setup() {
    BIN=${ABSBENCH:-./absbench}
    case $BIN in /*) ;; *) BIN=$PWD/$BIN ;; esac
    SUITES=$PWD/games/positions SOLVE=$PWD/tests/solve.py
    WORK=$BATS_TEST_TMPDIR/work
    mkdir "$WORK"
    cd "$WORK" || return 1
}

# agree GAME ANSWERS ARGUMENT...: all algorithms give all of the suite's answers, so many of them.
agree() {
    local game=$1 answers=$2
    shift 2
    "$BIN" --game="$game" --check-answers --algo=all,mtd --no-check-moves --format=jsonl --no-time \
        --quiet "$@" >out
    jq -r 'select(.value != null) | .position_id' out | sort | uniq -c >rows
    [ "$(wc -l <rows)" -eq "$answers" ] && ! grep -v '^ *13 ' rows
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

@test "tic-tac-toe: every algorithm gives every answer" {
    agree tictactoe 52 --order=none
    agree tictactoe 52 --order=tt,eval
    agree tictactoe 52 --order=killer,history --deepening=off
    agree tictactoe 52 --plain
}

@test "connect four: every algorithm gives every answer" {
    agree connectfour 28 --order=tt,eval
    agree connectfour 28 --order=killer,history --deepening=off
}

@test "Othello: every algorithm gives every answer" {
    agree othello 29 --order=killer,history --deepening=off
    agree othello 29 --order=tt,eval
}

@test "a wrong answer: exit 1, and the position is named" {
    sed '/ id c4-35 /s/answer 5 9963/answer 5 9964/' "$SUITES/connectfour.txt" >wrong.txt
    check 0 --positions="$SUITES/connectfour.txt"
    check 1 --positions=wrong.txt --format=csv
    [ "$(grep -c '^absbench: .*known value' both)" -eq 1 ]
    grep 'c4-35 at depth 5: alphabeta gives 9963' both
    check 1 --positions=wrong.txt --format=table
    grep 'VALUES ARE NOT THE KNOWN ONES in 1 case: connectfour/c4-35' both
}

@test "an answer that cannot be read: exit 2, and file and line" {
    local answer
    for answer in 5 'x 3' '5 x' '5 9963 1' '-1 3' '5 99999999999' '5 1.5' '5,9'; do
        printf '# one\n\n4455 ; id a ; answer 3 9993\n44 ; id b ; answer %s\n' "$answer" >bad.txt
        check 2 --positions=bad.txt
        [ "$(cat both)" = "absbench: bad.txt:4: answer $answer: write answer DEPTH VALUE" ]
    done
}

@test "the solver finds the answers that the suites have" {
    solved tictactoe ttt-01 ttt-06 ttt-12 ttt-31 ttt-50
    solved connectfour c4-31 c4-34 c4-48 c4-50 c4-54
    solved othello oth-33 oth-52 oth-55 oth-58 oth-60 oth-61
}
