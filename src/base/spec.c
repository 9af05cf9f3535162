/* spec.c -- reads the NAME=VALUE options of a domain's spec. See spec.h. */
#include "base/spec.h"
#include "base/text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { MOST_OPTIONS = 15 }; /* of any one domain */

typedef struct {
    char name[32];
    char value[ABS_TEXT_MAX];
} given;

/* Takes the next NAME=VALUE off *cursor. Returns 1, 0 at the end, or -1 with the error set. */
static int next(const char **cursor, given *option, abs_error *error)
{
    const char *start = *cursor;
    if (*start == '\0')
        return 0;
    const size_t length = strcspn(start, ",");
    const char *equals = memchr(start, '=', length);
    if (equals == NULL || equals == start || equals + 1 == start + length ||
        (size_t)(equals - start) >= sizeof option->name || length >= sizeof option->value) {
        abs_fail(error, ABS_USAGE, "'%.*s' is not of the form NAME=VALUE", (int)length, start);
        return -1;
    }
    snprintf(option->name, sizeof option->name, "%.*s", (int)(equals - start), start);
    snprintf(option->value, sizeof option->value, "%.*s", (int)(start + length - equals - 1),
             equals + 1);
    *cursor = start + length;
    if (**cursor == ',' && *++*cursor == '\0') {
        abs_fail(error, ABS_USAGE, "nothing follows the spec's last comma");
        return -1;
    }
    return 1;
}

static void list_names(const char *const *names, char *list, size_t size)
{
    *list = '\0';
    for (size_t used = 0, i = 0; names[i] != NULL && used < size; i++)
        used += (size_t)snprintf(list + used, size - used, "%s%s", i > 0 ? ", " : "", names[i]);
}

/* A name that is not in the table: the nearest is suggested. */
static bool fail_unknown(const char *name, const abs_spec_option *table, abs_error *error)
{
    const char *names[MOST_OPTIONS + 1] = {NULL};
    char list[128];
    for (unsigned i = 0; table[i].name != NULL; i++)
        names[i] = table[i].name;
    list_names(names, list, sizeof list);
    const char *near = text_nearest(name, names);
    return abs_fail(error, ABS_USAGE, "there is no option '%s'%s%s%s; it takes %s", name,
                    near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "",
                    names[0] ? list : "none");
}

static bool take_number(const abs_spec_option *entry, const char *value, int *number,
                        abs_error *error)
{
    int64_t wide;
    if (!text_int(value, entry->low, entry->high, &wide))
        return abs_fail(error, ABS_USAGE, "%s=%s: give a whole number from %d to %d", entry->name,
                        value, entry->low, entry->high);
    *number = (int)wide;
    return true;
}

/* "4" or "2..5". */
static bool take_range(const abs_spec_option *entry, given *option, abs_error *error)
{
    char *const dots = strstr(option->value, "..");
    if (dots == NULL) {
        if (!take_number(entry, option->value, entry->number, error))
            return false;
        *entry->upper = *entry->number;
        return true;
    }
    *dots = '\0';
    if (!take_number(entry, option->value, entry->number, error) ||
        !take_number(entry, dots + 2, entry->upper, error))
        return false;
    if (*entry->number > *entry->upper)
        return abs_fail(error, ABS_USAGE,
                        "%s=%d..%d is an empty range; write the smaller number first", entry->name,
                        *entry->number, *entry->upper);
    return true;
}

static bool take_word(const abs_spec_option *entry, const char *value, abs_error *error)
{
    char list[128];
    for (int i = 0; entry->words[i] != NULL; i++)
        if (strcmp(entry->words[i], value) == 0) {
            *entry->number = i;
            return true;
        }
    list_names(entry->words, list, sizeof list);
    return abs_fail(error, ABS_USAGE, "%s=%.64s: it takes %s", entry->name, value, list);
}

static bool take(const abs_spec_option *entry, given *option, abs_error *error)
{
    if (entry->text != NULL) {
        memcpy(entry->text, option->value, sizeof option->value);
        return true;
    }
    if (entry->words != NULL)
        return take_word(entry, option->value, error);
    if (entry->upper != NULL)
        return take_range(entry, option, error);
    return take_number(entry, option->value, entry->number, error);
}

bool abs_spec_parse(const char *options, const abs_spec_option *table, abs_error *error)
{
    given option;
    unsigned seen = 0;
    for (int more; (more = next(&options, &option, error)) != 0;) {
        unsigned i = 0;
        if (more < 0)
            return false;
        while (table[i].name != NULL && strcmp(table[i].name, option.name) != 0)
            i++;
        assert(i <= MOST_OPTIONS);
        if (table[i].name == NULL)
            return fail_unknown(option.name, table, error);
        if (seen >> i & 1)
            return abs_fail(error, ABS_USAGE, "%s= appears twice; leave one out", option.name);
        seen |= 1u << i;
        if (!take(&table[i], &option, error))
            return false;
    }
    return true;
}
