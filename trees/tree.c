/* tree.c -- parts of the synthetic tree models that take no time in a search. */
#include "tree.h"

void tree_move_text(const void *rules, const void *position, unsigned move, char *text, size_t size)
{
    (void)rules;
    (void)position;
    if (move < 10 && size > 1) /* most moves are, and snprintf() is slow */
        memcpy(text, (char[]){(char)('0' + move), '\0'}, 2);
    else
        snprintf(text, size, "%u", move);
}

int tree_max_depth(const void *rules)
{
    (void)rules;
    return ABS_MAX_DEPTH;
}
