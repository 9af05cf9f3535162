/* verbs.c -- see verbs.h. */
#include "suite/verbs.h"
#include "base/text.h"

#include <string.h>

const abs_verb_info abs_verb_table[ABS_VERBS] = {
#define VERB(id, name, operands, help) [ABS_VERB_##id] = {name, operands, help},
#define SCRIPT(name, help)
#include "suite/verbs.def"
};

const abs_script_info abs_script_table[] = {
#define VERB(id, name, operands, help)
#define SCRIPT(name, help) {name, help},
#include "suite/verbs.def"
    {NULL, NULL},
};

enum { NAMES_MAX = 64 };

abs_verb abs_verb_find(const char *name)
{
    int v = 0;
    while (v < ABS_VERBS && strcmp(name, abs_verb_table[v].name) != 0)
        v++;
    return (abs_verb)v;
}

bool abs_script_known(const char *name)
{
    const abs_script_info *s = abs_script_table;
    while (s->name != NULL && strcmp(name, s->name) != 0)
        s++;
    return s->name != NULL;
}

bool abs_verb_fail(const char *name, const char *const *others, abs_error *error)
{
    const char *names[NAMES_MAX + 1];
    char all[600] = "";
    size_t n = 0, used = 0;
    if (abs_script_known(name))
        return abs_fail(
            error, ABS_USAGE,
            "%s is a script, and named before any option: `absbench %s ..`, or `absbench "
            "help %s`",
            name, name, name);
    for (int v = 0; v < ABS_VERBS; v++)
        names[n++] = abs_verb_table[v].name;
    for (const abs_script_info *s = abs_script_table; s->name != NULL; s++)
        names[n++] = s->name;
    for (; others != NULL && *others != NULL && n < NAMES_MAX; others++)
        names[n++] = *others;
    names[n] = NULL;
    for (size_t i = 0; i < n && used + strlen(names[i]) + 3 < sizeof all; i++)
        used +=
            (size_t)snprintf(all + used, sizeof all - used, "%s%s", i > 0 ? ", " : "", names[i]);
    const char *near = text_nearest(name, names);
    return abs_fail(error, ABS_USAGE,
                    "there is no command '%.100s'%s%s%s; there are %s; `absbench help` shows what "
                    "they do",
                    name, near ? ", did you mean '" : "", near ? near : "", near ? "'?" : "", all);
}
