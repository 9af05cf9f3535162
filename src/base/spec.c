/* spec.c -- reads the NAME=VALUE options of a domain's spec. See spec.h. */
#include "base/spec.h"
#include "base/text.h"

#include <assert.h>

enum { MOST_OPTIONS = 15 }; /* of any one domain */

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
    return abs_fail(error, ABS_USAGE, "there is no option '%s'; it takes %s%s", name,
                    names[0] ? list : "none", text_hint_of(name, "", names).text);
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

static bool take(const abs_spec_option *entry, char *value, abs_error *error)
{
    if (entry->text != NULL) {
        strcpy(entry->text, value);
        return true;
    }
    if (entry->words != NULL) {
        char list[128];
        for (int i = 0; entry->words[i] != NULL; i++)
            if (strcmp(entry->words[i], value) == 0) {
                *entry->number = i;
                return true;
            }
        list_names(entry->words, list, sizeof list);
        return abs_fail(error, ABS_USAGE, "%s=%.64s: it takes %s", entry->name, value, list);
    }
    if (entry->upper == NULL)
        return take_number(entry, value, entry->number, error);
    char *const dots = strstr(value, ".."); /* "4" or "2..5" */
    if (dots != NULL)
        *dots = '\0';
    if (!take_number(entry, value, entry->number, error) ||
        !take_number(entry, dots != NULL ? dots + 2 : value, entry->upper, error))
        return false;
    return *entry->number <= *entry->upper ||
           abs_fail(error, ABS_USAGE, "%s=%d..%d is an empty range; write the smaller number first",
                    entry->name, *entry->number, *entry->upper);
}

bool abs_spec_parse(const char *options, const abs_spec_option *table, abs_error *error)
{
    char name[32], value[ABS_TEXT_MAX];
    unsigned seen = 0;
    for (size_t length; *options != '\0'; options += length) {
        length = strcspn(options, ",");
        const char *equals = memchr(options, '=', length);
        const size_t before = equals != NULL ? (size_t)(equals - options) : 0;
        if (before == 0 || before + 1 == length || before >= sizeof name || length >= sizeof value)
            return abs_fail(error, ABS_USAGE, "'%.*s' is not of the form NAME=VALUE", (int)length,
                            options);
        snprintf(name, sizeof name, "%.*s", (int)before, options);
        snprintf(value, sizeof value, "%.*s", (int)(length - before - 1), equals + 1);
        if (options[length] == ',' && options[++length] == '\0')
            return abs_fail(error, ABS_USAGE, "nothing follows the spec's last comma");
        unsigned i = 0;
        while (table[i].name != NULL && strcmp(table[i].name, name) != 0)
            i++;
        assert(i <= MOST_OPTIONS);
        if (table[i].name == NULL)
            return fail_unknown(name, table, error);
        if (seen >> i & 1)
            return abs_fail(error, ABS_USAGE, "%s= appears twice; leave one out", name);
        seen |= 1u << i;
        if (!take(&table[i], value, error))
            return false;
    }
    return true;
}
