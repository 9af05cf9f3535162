/* moves.c -- see moves.h. */
#include "engine/moves.h"
#include "search/foreign.h"

void engine_move_text(const abs_domain *d, const void *rules, const void *position, unsigned move,
                      char *text, size_t size)
{
    char from, to;
    int low, high;
    d->move_text(rules, position, move, text, size);
    if (strcmp(d->name, "xiangqi") == 0 && sscanf(text, "%c%d%c%d", &from, &low, &to, &high) == 4)
        snprintf(text, size, "%c%d%c%d", from, low + 1, to, high + 1);
}

unsigned engine_read_move(const abs_domain *d, const void *rules, const void *position,
                          const char *text)
{
    char written[ABS_TEXT_MAX];
    if (d == &foreign_domain)
        return foreign_move(text);
    const unsigned count = d->count_moves(rules, position);
    for (unsigned move = 0; move < count; move++) {
        engine_move_text(d, rules, position, move, written, sizeof written);
        if (strcmp(written, text) == 0)
            return move;
    }
    return ABS_NO_MOVE;
}
