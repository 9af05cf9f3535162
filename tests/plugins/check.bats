#!/usr/bin/env bats
# check.bats -- `absbench check`: a sound game is, and what is planted in one is named.

bats_require_minimum_version 1.5.0

load plugin

setup_file() {
    plugin_install
    plugin_mine
}

setup() { plugin_here; }

@test "check: every built-in domain is sound" {
    local games trees
    games=$(sed -n 's/^ABS_GAME(\(.*\))/--game=\1/p' "$ROOT/games/games.def")
    trees=$("$BUILT" list trees | grep -o -- '--tree=[a-z]*:[^ ]*' | grep -v explicit)
    # shellcheck disable=SC2086
    run -0 "$BUILT" check $games $trees
    [ "$(grep -c ': nothing wrong was found in [1-9]' <<<"$output")" -eq "$(wc -w <<<"$games $trees")" ]
}

# rule, what is said of it, and the mistake: a line each, by two bars.
mistakes() {
    cat <<'END'
moves || DOMAIN_MAX_MOVES is 8, but there are 12 moves; in position '-{12} X' || s/(DOMAIN_MAX_MOVES) SQUARES/\1 8/
slots || DOMAIN_SLOTS is 11, but slot\(\) gives 11; in position || s/(DOMAIN_SLOTS) SQUARES/\1 11/
moves || DOMAIN_COUNT says (3|12) moves, and next\(\) gives [0-9]+; in position || s/^(#define DOMAIN_INFO)/#define DOMAIN_COUNT(rules, p) ((void)(rules), (p)->mine != 0 ? 3u : 12u)\n\1/
key || two positions have the key 0x.*; in position '[XO-]{12} [XO]' || s/p->mine \| p->theirs << SQUARES/p->mine/
key || two positions have the key 0x || s/p->theirs << SQUARES/p->theirs << 4/
key || differs|two positions|another key || s/^(    return abs_mix64\(.*) \+ ABS_G/    static uint64_t n;\n\1 + n++ \/ 64/
bound || the evaluation is -?[0-9]+, and bound\(\) says at most 4; in position || s/1 : WIN \+ depth/1 : 4/
path || the evaluation is -?[0-9]+, and -?[0-9]+ of the same position read from its text || s/(o_moves;) .*/\1 unsigned plies;/; s/p->o_moves \^ 1\}/p->o_moves ^ 1, p->plies + 1}/; s/^(    int value = 0;).*/    int value = (int)p->plies;/; s/\(mine_position\)\{(0, 0, 0|[^}]*side)\}/(mine_position){\1, 0}/
evaluation || it is -?[0-9]+, and -?[0-9]+ when asked again || s/^    int value = 0;.*/    static int value;/
result || with --eval=result the evaluation is -2 || s/return -\(int\)lost;/return lost ? -2 : 0;/
result || 0 until the game is over; in position || s/return -\(int\)lost;/return -1;/
text || read from its text || s/, row, "XO"\[p->o_moves\]\)/, row, 88)/
text || parse\(\) refuses what print\(\) writes: give start, or 12 of X O - || s/"--XO/"--XO/; s/strspn\(text, "XO-"\) != SQUARES/strspn(text, "X-") != SQUARES/
text || print\(\) writes '#[XO-]{12} [XO]' || s/"%s %c", row/"#%s %c", row/; s/^    unsigned squares\[2\].*/&\n    text += *text == 35;/
text || print\(\) writes '[XO-]{12};[XO]' || s/"%s %c", row/"%s;%c", row/; s/text\[SQUARES\] != . ./text[SQUARES] != 59/
move text || moves 0 and 1 are both written '0' || s/slot\(position, move\) \+ 1\)/slot(position, move) \/ 2)/
plies_left || it is  || s/return SQUARES - __builtin_popcount\(p->mine/return SQUARES - 2 - __builtin_popcount(p->mine/
info || half_pawn\(\) is 0, not 1 or more || s/^    return 1;/    return 0;/
END
}

@test "check: every mistake is named, and a position that shows it" {
    local line
    while IFS= read -r line; do
        named "${line##* || }" "${line%% || *}" "$(sed 's/^[^|]* || //; s/ || .*//' <<<"$line")"
    done < <(mistakes)
}

@test "check: moves without an end" {
    [[ $KIND != *sanitize* ]] || skip "a sanitizer ends the program"
    named 's/\*cursor \^= \*move/*cursor ^= *cursor == FULL ? 0 : *move/' moves \
        "DOMAIN_MAX_MOVES is 12, but there are more than 1024 moves: has next\(\) no end\?; in position '-{12} X'"
    # What is met first on the plies ahead: the search itself finds it.
    named 's/\*cursor \^= \*move/*cursor ^= *cursor == 3 ? 0 : *move/' moves \
        "DOMAIN_MAX_MOVES is 12, but must be at least 13 \(or next\(\) has no end\) in position --[XO]{10} [XO]"
    named 's/\*cursor \^= \*move/*cursor ^= *cursor == FULL ? 0 : *move/; s/(DOMAIN_MAX_MOVES) SQUARES/\1 16/; s/^(#define DOMAIN_INFO)/#define DOMAIN_COUNT(rules, p) (mine_has_three((p)->theirs) ? 0 : 12u - (unsigned)__builtin_popcount((p)->mine | (p)->theirs))\n\1/' \
        moves "DOMAIN_MAX_MOVES is 16, but must be at least 17 \(or next\(\) has no end\) in position -{12} X"
}

# never SED WHAT WHERE: a loop without an end is told, and in which functions and position
never() {
    planted "$1"
    run -1 "$BUILT" check --game=./bad.so --timeout=0.5
    grep -qE "^\./bad\.so: time: $2 took more than 0\.5 s of processor time, in $3, at or after position '[XO-]{12} [XO]'; does each return\? --timeout=S allows more" <<<"$output" ||
        { echo "$1 gave: $output"; return 1; }
}

@test "check: a crash, and a function that does not return, are told with the position" {
    # Where faults are the sanitizer's, it tells them.
    [[ $KIND != *sanitize* ]] || skip "a sanitizer ends the program"
    named 's/^    const bool lost = .*/&\n    if (p->mine == 9)\n        __builtin_trap();/' fault \
        "signal 4 \(.*\) ended play, in minimax to one ply: next\(\), apply\(\) and evaluate\(\), at or after position '[XO-]{12} [XO]'"
    never 's/^    const bool lost = .*/&\n    while (p->mine == 9)\n        ;/' play 'minimax to one ply: .* evaluate\(\)'
    never 's/^    \*move = .*/&\n    while (*cursor == 3)\n        ;/' play 'plies_left\(\), and .* next\(\).*'
    never 's/^(    )(return \(unsigned\)__builtin_ctz)/\1while (move == 8)\n        ;\n    \2/' play 'slot\(\)'
}

# stillborn STATEMENT TEXT: a mistake in parse(), before there is a position
stillborn() {
    planted "s/^    unsigned squares\[2\].*/&\n    if (*text == 's')\n        $1/"
    run -1 "$BUILT" check --game=./bad.so --timeout=0.5
    # shellcheck disable=SC2053
    [[ $output == "start: "$2 ]] || { echo "$1 gave: $output"; return 1; }
}

@test "check: a patience of nearly nothing, and one of very much" {
    [[ $KIND != *sanitize* ]] || skip "a sanitizer ends the program"
    planted 's/^    const bool lost = .*/&\n    while (p->mine == 9)\n        ;/'
    run -1 timeout 20 "$BUILT" check --game=./bad.so --timeout=0.0000001
    [[ $output == *" took more than 1e-07 s of processor time, in "*"; does each return?"* ]]
    run -0 "$BUILT" check --game=tictactoe --timeout=9000000000
}

@test "check: a start that cannot be read" {
    [[ $KIND != *sanitize* ]] || skip "a sanitizer ends the program"
    stillborn 'for (;;);' "time: reading what is checked took more than 0.5 s of processor time, in loading the plug-in, parse_rules(), parse() or plies_left(); does each return*"
    stillborn '__builtin_trap();' "fault: signal 4 (*) ended reading what is checked, in loading the plug-in, parse_rules(), parse() or plies_left()"
}

# ended TEXT ARGUMENT..: not for ever, and one line says why
ended() {
    local text=$1
    shift
    run -2 --separate-stderr timeout 20 "$BUILT" "$@"
    [[ $stderr == *"$text"* ]] || { echo "$* gave: $stderr"; return 1; }
}

@test "moves without an end end every verb with a message" {
    [[ $KIND != *sanitize* ]] || skip "a sanitizer ends the program"
    planted 's/\*cursor \^= \*move/*cursor ^= *cursor == 3 ? 0 : *move/'
    local at=(--game=./bad.so '--position=--XXOXOXOXOO X')
    local said="bad.so: DOMAIN_MAX_MOVES is 12, but must be at least 13 (or next() has no end) in position --XXOXOXOXOO X"
    said=${said#bad.so: }
    for algo in minimax alphabeta pvs; do
        ended "$said" "${at[@]}" --plain --depth=2 --algo=$algo --quiet
        ended "$said" "${at[@]}" --depth=2 --algo=$algo --quiet
    done
    [[ $stderr == *"searches were lost with their workers" ]]
    ended "must be at least 1025 (or next() has no end)" perft "${at[@]}" --depth=1
    ended "$said" perft "${at[@]}" --depth=2
    ended "ends it: a function of the game or tree faults; \`absbench check\` shows where" perft "${at[@]}" --depth=3
    ended "ends it: a function of the game or tree faults" trace "${at[@]}" --depth=3 --algo=pvs --output=steps.txt
    [ ! -e steps.txt ]
    planted 's/\*cursor \^= \*move/*cursor ^= *cursor == FULL ? 0 : *move/'
    ended "absbench: mine: DOMAIN_MAX_MOVES is 12, but there are more moves; \`absbench check\` shows where" \
        positions --game=./bad.so --count=100
}

@test "check: captures that lose moves on the way are found by the searches" {
    sed -E 's/^#define DOMAIN_CAPTURES/&\n#define DOMAIN_NOISY_FIRST/; s/^static inline unsigned bt_slot/static inline void bt_go_on(bt_cursor *c)\n{\n    c->way = 3;\n}\n\n&/' \
        "$ROOT/games/examples/breakthrough.c" >bad.c
    compile bad.c -O0
    run -1 "$BUILT" check --game=./bad.so
    [[ $output == *": search: to depth "*" minimax finds "*" with ordering alone"*"in position "* ]]
}

@test "check takes games and trees, and nothing else" {
    run -64 "$BUILT" check
    [[ $output == *"check needs --game=./mygame.so"* ]]
    run -64 "$BUILT" check --game=othello --depth=3
    run -2 "$BUILT" check --game=./none.so
    [[ $output == "absbench: ./none.so: cannot open shared object file"* ]]
}
