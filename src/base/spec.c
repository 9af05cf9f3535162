/* spec.c -- reads the NAME=VALUE options of a domain's spec. Declared in absbench.h. */
#include "base/spec.h"
#include "base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int abs_spec_next(const char **cursor, abs_spec_option *option, abs_error *error)
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
        abs_fail(error, ABS_USAGE, "nothing follows the last comma of the spec");
        return -1;
    }
    return 1;
}

bool abs_spec_int(const abs_spec_option *option, int low, int high, int *value, abs_error *error)
{
    int64_t wide;
    if (!text_int(option->value, low, high, &wide))
        return abs_fail(error, ABS_USAGE, "%s=%s: give a whole number from %d to %d", option->name,
                        option->value, low, high);
    *value = (int)wide;
    return true;
}

bool abs_spec_unknown(const char *domain, const abs_spec_option *option, const char *const *names,
                      abs_error *error)
{
    char list[128] = "";
    for (size_t used = 0, i = 0; names[i] != NULL && used < sizeof list; i++)
        used +=
            (size_t)snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", names[i]);
    const char *near = text_nearest(option->name, names);
    return abs_fail(error, ABS_USAGE, "%s has no option '%s'%s%s%s; it takes %s", domain,
                    option->name, near ? "; did you mean '" : "", near ? near : "",
                    near ? "'?" : "", names[0] ? list : "none");
}
