/* tree.c -- the cold parts the synthetic tree models share. */
#include "tree.h"

enum { TREE_MAX_OPTIONS = 15 }; /* of any one model */

static bool tree_parse_width(const abs_spec_option *option, tree_width *width, abs_error *error)
{
    abs_spec_option low = *option, high = *option;
    char *dots = strstr(low.value, "..");
    if (dots != NULL) {
        *dots = '\0';
        memmove(high.value, high.value + (dots + 2 - low.value), strlen(dots + 2) + 1);
    }
    if (!abs_spec_int(&low, 1, ABS_MAX_MOVES, &width->low, error) ||
        !abs_spec_int(&high, 1, ABS_MAX_MOVES, &width->high, error))
        return false;
    if (width->low > width->high)
        return abs_fail(error, ABS_USAGE, "%s=%s is an empty range; write the smaller number first",
                        option->name, option->value);
    return true;
}

static bool tree_unknown(const char *model, const abs_spec_option *option, const tree_option *table,
                         abs_error *error)
{
    const char *names[TREE_MAX_OPTIONS + 1];
    unsigned count = 0;
    for (; table[count].name != NULL; count++) {
        assert(count < TREE_MAX_OPTIONS);
        names[count] = table[count].name;
    }
    names[count] = NULL;
    return abs_spec_unknown(model, option, names, error);
}

bool tree_parse(const char *model, const char *options, const tree_option *table, abs_error *error)
{
    abs_spec_option option;
    unsigned seen = 0;
    for (int more; (more = abs_spec_next(&options, &option, error)) != 0;) {
        if (more < 0)
            return false;
        const tree_option *entry = table;
        while (entry->name != NULL && strcmp(entry->name, option.name) != 0)
            entry++;
        if (seen & 1u << (entry - table))
            return abs_fail(error, ABS_USAGE, "%s= stands twice; leave one out", option.name);
        seen |= 1u << (entry - table);
        if (entry->name == NULL)
            return tree_unknown(model, &option, table, error);
        if (entry->text != NULL)
            memcpy(entry->text, option.value, sizeof option.value);
        else if (!(entry->width != NULL
                       ? tree_parse_width(&option, entry->width, error)
                       : abs_spec_int(&option, entry->low, entry->high, entry->number, error)))
            return false;
    }
    return true;
}

void tree_move_text(const void *rules, const void *position, unsigned move, char *text, size_t size)
{
    (void)rules;
    (void)position;
    snprintf(text, size, "%u", move);
}

int tree_max_depth(const void *rules)
{
    (void)rules;
    return ABS_MAX_DEPTH;
}
