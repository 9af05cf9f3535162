# planted.sed -- plants the mistakes of planted.h in the game that new-game writes.

1s/^/#define _POSIX_C_SOURCE 200809L\n/
s/^#include "absbench.h"/&\n#include "planted.h"/

# Moves.
s/^( *unsigned o_moves;) .*/\1\n    unsigned plies; \/* from a position that was read *\//
s/p->o_moves \^ 1\}/p->o_moves ^ 1, PLANTED(path) ? p->plies + 1 : 0}/
s/\(mine_position\)\{(0, 0, 0|[^}]*side)\}/(mine_position){\1, 0}/
s/: FULL & ~/: (PLANTED(many_moves) ? 2 * FULL + 1 : FULL) \& ~/
s/\*cursor \^= \*move/*cursor ^= *cursor == (PLANTED(endless) ? FULL : PLANTED(endless_later) ? 3 : 0) ? 0 : *move/
s/^    \*move = .*/&\n    while (PLANTED(next_loop) \&\& *cursor == 3)\n        ;/
s/^    return (\(unsigned\)__builtin_ctz.*);/    while (PLANTED(slot_loop) \&\& move == 8)\n        ;\n    return \1 + PLANTED(slots);/
s/"%u", mine_slot\(position, move\) \+ 1/PLANTED(odd) ? PLANT_ODD : "%u", PLANTED(move_text) ? mine_slot(position, move) \/ 2 : mine_slot(position, move) + 1/
s/return SQUARES - __builtin_popcount/return SQUARES - 2 * PLANTED(plies) - __builtin_popcount/

# The evaluation.
/^    const bool lost = .*/a\
    static int left = 60;\
    plant_guard();\
    PLANT_END("evaluate", p);\
    if (p->mine == 9)\
        plant_trap();\
    while (PLANTED(loop_later) && rules->base.eval != ABS_EVAL_RESULT && left-- <= 0)\
        left = 0;\
    if (PLANTED(counts) && ++asked % 7 == 0)\
        return 1;
s/return -\(int\)lost;/return PLANTED(early) ? -1 : -(int)lost * (1 + PLANTED(result));/
s/^    int value = 0;/    int value = (int)p->plies + (PLANTED(evaluation) ? asked++ : 0);/
s/1 : WIN \+ depth/1 : PLANTED(bound) ? 4 : WIN + depth/
s/^    return 1;/    plant_end("half_pawn");\n    return !PLANTED(half);/
s/^    return SQUARES;/    plant_end("max_depth");\n&/

# The key and the text.
s/p->mine \| p->theirs << SQUARES/p->mine | (PLANTED(key) ? 0 : p->theirs << SQUARES)/
s/^(    return abs_mix64\(.*) \+ ABS_G/\1 + (PLANTED(other_key) ? (unsigned)asked++ \/ 64 : 0) + ABS_G/
s/"%s %c", row, "XO"\[p->o_moves\]/plant_form(), row, PLANTED(side) ? 'X' : "XO"[p->o_moves]/
s/strspn\(text, "XO-"\)/strspn(text, PLANTED(refused) ? "X-" : "XO-")/
s/^    unsigned squares\[2\].*/&\n    plant_parse(text);\n    text += PLANTED(comment) \&\& *text == '#';/
s/text\[SQUARES\] != ' '/(text[SQUARES] != ' ' \&\& !PLANTED(end))/

# The places where it ends: PLACE-HOW in PLANT.
s/^( *)return mine_has_three\(p->theirs\) \? 0/\1PLANT_END("moves", p);\n&/
s/^( *)return \(mine_position\)\{p->theirs.*/\1PLANT_END("apply", p);\n&/
s/^( *)snprintf\(text, size, PLANTED\(odd.*/\1PLANT_END("move_text", (const mine_position *)position);\n&/
s/^( *)return abs_mix64\(\(p->mine.*/\1PLANT_END("key", p);\n&/
s/^( *)snprintf\(text, size, plant_form.*/\1PLANT_END("print", p);\n&/
