/* tree.c -- the cold parts the synthetic tree models share. */
#include "tree.h"

void tree_move_text(const void *rules, const void *position, unsigned move, char *text, size_t size)
{
    (void)rules;
    (void)position;
    if (move < 10 && size > 1) /* rows are full of these */
        memcpy(text, (char[]){(char)('0' + move), '\0'}, 2);
    else
        snprintf(text, size, "%u", move);
}

int tree_max_depth(const void *rules)
{
    (void)rules;
    return ABS_MAX_DEPTH;
}
