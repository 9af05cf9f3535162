#!/usr/bin/env bats
# check.bats -- `absbench check`: a sound game is, and what is planted in one is named. unit_conformance has the
# built-in games.

load plugin
load ../work/waits

setup_file() { plugin_install; }

# Where a mistake is found.
AT="at or after position '[XO-]{12} [XO]'"
READING='reading what is checked'
LOADING='in loading the plug-in, parse_rules\(\), parse\(\), plies_left\(\), half_pawn\(\), max_depth\(\) or min_depth\(\)'

# named MISTAKES LINE..: `check` says these lines, each an expression.
named() {
    planted "$1" 1 check --game=./bad.so --timeout=0.2
    local line
    for line in "${@:2}"; do
        grep -qE "^(\./bad\.so|start): $line" <<<"$output" || { echo "$1 gave: $output, not $line"; return 1; }
    done
}

@test "check passes sound games" {
    planted '' 0 check --game=./bad.so --tree=uniform:b=3 --timeout=9000000000
    [ "$(grep -c ': nothing wrong was found in [1-9]' <<<"$output")" -eq 2 ]
}

@test "check names every mistake, and a position that shows it" {
    local row='[XO-]{12}'
    named many_moves "moves: DOMAIN_MAX_MOVES is 12, but there are 13 moves; in position '-{12} X'"
    named slots "slots: DOMAIN_SLOTS is 12, but slot\(\) gives 12; in position"
    named half "info: half_pawn\(\) is 0, not 1 or more"
    named key,bound,comment,move_text "key: two positions have the key 0x.*; in position '#$row [XO]'" \
        "bound: the evaluation is -100, and bound\(\) says at most 4; in position" \
        "text: print\(\) writes '#$row [XO]'" "move text: moves 0 and 1 are both written '0'" \
        "search: to depth 3 minimax finds .*, and alphabeta .* with a table \(key\); in position"
    named other_key,result,end "key: it differs when computed again" "result: with --eval=result the evaluation is -2" \
        "text: print\(\) writes '$row;[XO]'"
    named path,early,refused,plies \
        "path: the evaluation is -?[0-9]+, and -?[0-9]+ of the same position read from its text" \
        "result: .* 0 until the game is over; in position" "plies_left: it is " \
        "text: parse\(\) refuses what print\(\) writes: give start, or 12 of X O -"
    named evaluation,side "evaluation: it is -?[0-9]+, and -?[0-9]+ when computed again" "text: after print\(\) and parse\(\)"
    sed -E 's/^(#define DOMAIN_INFO)/#define DOMAIN_COUNT(rules, p) ((void)(rules), (p)->mine != 0 ? 3u : 12u)\n\1/' \
        "$BATS_FILE_TMPDIR/mine.c" >count.c
    compile count.c -O0
    run -1 "$BIN" check --game=./count.so
    grep -qE '^\./count\.so: moves: DOMAIN_COUNT says (3|12) moves, and next\(\) gives [0-9]+; in position' <<<"$output"
}

@test "check ends with a message where moves have no end" {
    faults_are_ours
    named endless \
        "moves: DOMAIN_MAX_MOVES is 12, but there are more than 1024 moves: has next\(\) no end\?; in position '-{12} X'"
    # What is met first on the plies ahead: the search itself finds it.
    named endless_later \
        "moves: DOMAIN_MAX_MOVES is 12, but must be at least 13 \(or next\(\) has no end\) in position --[XO]{10} [XO]"
}

# never MISTAKE WHAT WHERE: what does not return is told, and in which functions and position.
never() {
    named "$1" "time: $2 took more than 0\.2 s of processor time, in $3, $AT; does each return\? --timeout=S allows more"
}

@test "check names the position of a crash and of a function that does not return" {
    faults_are_ours
    named trap "fault: signal 4 \(.*\) ended play, in minimax to one ply: next\(\), apply\(\) and evaluate\(\), $AT"
    never loop play 'minimax to one ply: .* evaluate\(\)'
    never next_loop play 'plies_left\(\), and .* next\(\).*'
    never slot_loop play 'slot\(\)'
    named parse-loop "time: $READING took more than 0\.2 s of processor time, $LOADING; does each return"
    planted loop 1 check --game=./bad.so --timeout=0.0000001
    [[ $output == *" took more than 1e-07 s of processor time, in "*"; does each return?"* ]]
    planted evaluate-pause 1 check --game=./bad.so --timeout=0.1
    [[ $output == *"./bad.so: time: play took more than 1 s, in minimax to one ply: "*" evaluate(), at or after position '"* ]]
    # One that is met first where a position is read from its text.
    planted loop_later 1 check --game=./bad.so --timeout=0.3
    [[ $output =~ (in evaluate\(\)|evaluate\(\) and bound\(\)|apply\(\) and evaluate\(\)),\ at ]]
    [[ $output != *"print()"* ]]
}

@test "check names the rule and place where a game ends the process, and checks the next" {
    local how what place turn=0
    while read -r how what; do
        if [[ $what == signal* && $KIND == *sanitize* ]]; then continue; fi
        for place in moves apply evaluate key print parse constructor; do
            [ "${ABS_TESTS:-}" = long ] || [ $((turn++ % 3)) -eq 0 ] || continue
            case $place in
            parse | constructor)
                planted $place-"$how" 1 check --game=./bad.so --tree=uniform:b=3
                [[ $output =~ ^start:\ fault:\ $what\ ended\ $READING,\ $LOADING$ ]] ;;
            *)
                planted $place-"$how" 1 check --game=./bad.so
                [[ ${lines[0]} =~ ^\./bad\.so:\ fault:\ $what\ ended\ play,\ in\ .*\(\).*,\ $AT$ ]] &&
                    [[ ${lines[1]} =~ ^\./bad\.so:\ wrong\ as\ above,\ in\ [0-9]+\ positions\ of\ [0-9]+\ games\ and\ 0\ searches$ ]] &&
                    [ "${#lines[@]}" -eq 2 ] ;;
            esac || { echo "$place-$how gave: $output"; return 1; }
        done
    done <<'END'
segv signal 11 \(.*\)
overflow signal 11 \(.*\)
abort signal 6 \(.*\)
fpe signal 8 \(.*\)
exit a call of exit\(\) or the like, with 0,
quick a call of exit\(\) or the like, with 0,
_exit a call of exit\(\) or the like, with 0,
END
    planted parse-fork 0 check --game=./bad.so
    planted evaluate-_exit 1 check --tree=uniform:b=2 --game=./bad.so --game=tictactoe
    [ "$(grep -cE '^(uniform|tictactoe): nothing wrong was found in [1-9]' <<<"$output")" -eq 2 ]
    [[ $output == uniform:*"./bad.so: fault: "*tictactoe:* ]]
}

@test "check names the function that crashes, at any of its calls" {
    faults_are_ours
    local function calls what
    while read -r function calls what; do
        named "$function-segv@$calls" "fault: signal 11 \\(.*\\) ended $what"
        run ! grep -E "in ,|in \$|\(null\)" <<<"$output"
    done <<END
parse 1 $READING, $LOADING$
parse 2 play, in parse\\(\\)$
half_pawn 0 $READING, $LOADING$
half_pawn 1 play, in DOMAIN_INFO's functions, $AT$
half_pawn 2 a search, in half_pawn\\(\\), max_depth\\(\\), .*, $AT$
half_pawn 3 a search, in half_pawn\\(\\), max_depth\\(\\), .*, $AT$
max_depth 2 a search, in half_pawn\\(\\), max_depth\\(\\), .*, $AT$
max_depth 22 a search, in plies_left\\(\\) and max_depth\\(\\), $AT$
END
}

@test "check works whatever signals its parent ignores or blocks" {
    faults_are_ours
    run -0 timeout 60 env --ignore-signal=CHLD --ignore-signal=ALRM --ignore-signal=PROF "$BIN" check --game=tictactoe
    PLANT=evaluate-loop run -1 timeout 60 env --ignore-signal=PROF --block-signal=PROF "$BIN" check --game=./bad.so --timeout=0.2
    [[ $output == *"took more than 0.2 s of processor time"* ]]
    PLANT=evaluate-pause run -1 timeout 60 env --ignore-signal=ALRM --block-signal=ALRM "$BIN" check --game=./bad.so --timeout=0.1
    [[ $output == *"play took more than 1 s, in "* ]]
}

@test "check prints nothing and leaves no process when it is interrupted or killed" {
    local signal code child wanted
    while read -r signal wanted; do
        code=0
        rm -f in
        PLANT=evaluate-pause "$BIN" check --game=./bad.so --timeout=1000 >out 2>err 3>&- &
        PID=$!
        soon test -e in
        child=$(cat "/proc/$PID/task/$PID/children")
        kill -$signal "$PID"
        wait "$PID" || code=$?
        PID=
        [ "$code" -eq "$wanted" ]
        [ ! -s out ] && [ ! -s err ]
        timeout 120 tail -s 0.02 -f --pid="${child// /}" /dev/null
    done <<<$'TERM 130\nKILL 137'
}

# ended MISTAKE TEXT ARGUMENT..: not for ever, and one line says why.
ended() {
    planted "$1" 2 "${@:3}"
    [[ $stderr == *"$2"* ]] || { echo "$*: $stderr"; return 1; }
}

@test "moves without an end end every verb with a message" {
    faults_are_ours
    local at=(--game=./bad.so '--position=--XXOXOXOXOO X')
    local said="DOMAIN_MAX_MOVES is 12, but must be at least 13 (or next() has no end) in position --XXOXOXOXOO X"
    for algo in minimax alphabeta pvs; do
        for plain in --plain ""; do ended endless_later "$said" "${at[@]}" $plain --depth=2 --algo=$algo --quiet; done
    done
    ended endless_later "must be at least 1025 (or next() has no end)" perft "${at[@]}" --depth=1
    ended endless_later "$said" perft "${at[@]}" --depth=2
    ended endless_later "" trace "${at[@]}" --depth=3 --algo=pvs --output=steps.txt
    [ ! -e steps.txt ]
    ended endless "absbench: mine: DOMAIN_MAX_MOVES is 12, but there are more moves; \`absbench check\` shows where" \
        positions --game=./bad.so --count=100
}

# With one evaluation everywhere, for the side to move, a value is it at even depths and its negative at odd ones. Values
# beyond 60 half pawns are left out. What a hash makes of a position swings more, but scatters too much for so few.
@test "check prints how far values of even and odd depths differ, and whether guesses miss by it" {
    local value half_pawn said
    sed "s/^#include \"absbench.h\"/&\n#include <stdlib.h>/; s/WIN = 100\b/WIN = 100000/
        s/^    return value;/    return 0 * value + (getenv(\"VALUE\") ? atoi(getenv(\"VALUE\")) : (int)(abs_mix64(p->mine * 4096 + p->theirs + 1) % 1024) - 512);/
        /_half_pawn(const/,/^}/s/return 1;/return atoi(getenv(\"HALF\"));/" "$BATS_FILE_TMPDIR/mine.c" >swing.c
    compile swing.c -O0
    while IFS='|' read -r value half_pawn said; do
        HALF=$half_pawn run -0 env ${value:+"VALUE=$value"} "$BIN" check --game=./swing.so
        [[ $said != none ]] || { [ "${#lines[@]}" -eq 1 ] && continue; }
        [[ ${lines[1]} == "./swing.so: values at even depths are "$said ]] || { echo "$value $half_pawn: $output"; return 1; }
    done <<'END'
40|41|80 above those at odd ones in the median of 19 (half a pawn: 41); guesses miss by that much: docs/games.md, Swing; try --eval=heuristic+turn:-40
-4|7|8 below those at odd ones in the median of 19 (half a pawn: 7); guesses miss by that much: docs/games.md, Swing; try --eval=heuristic+turn:4
-4|8|8 below those at odd ones in the median of 19 (half a pawn: 8)
60|1|120 above those at odd ones in the median of 19 (half a pawn: 1); guesses miss by that much: docs/games.md, Swing; try --eval=heuristic+turn:-60
61|1|none
|16|447 below those at odd ones in the median of 18 (half a pawn: 16)
END
    run -0 "$BIN" check --tree=incremental:b=3
    [ "${#lines[@]}" -eq 1 ]
}

@test "check takes games and trees, and nothing else" {
    run -64 "$BIN" check
    [[ $output == *"check needs --game=./mygame.so"* ]]
    run -64 "$BIN" check --game=othello --depth=3
    refused 2 "absbench: ./none.so: cannot open shared object file" "$BIN" check --game=./none.so
}
