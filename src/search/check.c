/* check.c -- see check.h. */
#include "search/check.h"

static _Thread_local char said[2 * ABS_TEXT_MAX];

_Noreturn void abs_check_fail(const abs_domain *domain, const void *rules, const void *position,
                              const char *macro, unsigned declared, unsigned needed,
                              const char *what_else)
{
    char text[ABS_TEXT_MAX];
    if (domain->print != NULL)
        domain->print(rules, position, text, sizeof text);
    else /* a tree's */
        snprintf(text, sizeof text, "with key %016llx",
                 (unsigned long long)domain->key(rules, position));
    snprintf(said, sizeof said, "%s is %u, but must be at least %u%s in position %s", macro,
             declared, needed, what_else, text);
    fprintf(stderr, "%s: %s\n", domain->name, said);
    __builtin_trap();
}

const char *abs_check_said(void)
{
    return said[0] != '\0' ? said : NULL;
}
