/* registry.c -- see registry.h. The domains are listed in games/games.def and trees/trees.def. */
#include "search/registry.h"
#include "base/text.h"

#define ABS_GAME(name)                                                                             \
    extern const abs_domain name##_domain, name##_traced;                                          \
    extern const char name##_suite[], name##_large_suite[];
#define ABS_TREE(name) extern const abs_domain name##_domain, name##_traced;
#include "games/games.def"
#include "trees/trees.def"
#undef ABS_GAME
#undef ABS_TREE

#define ABS_GAME(name) {&name##_domain, &name##_traced, name##_suite, name##_large_suite},
#define ABS_TREE(name) {&name##_domain, &name##_traced, NULL, NULL},
const abs_registered abs_registry[] = {
#include "games/games.def"
#include "trees/trees.def"
    {NULL, NULL, NULL, NULL},
};

enum { NAMES_MAX = 128 };

/* Is `name` one of the words of `aliases`? */
static bool has_word(const char *aliases, const char *name)
{
    const size_t length = strlen(name);
    for (const char *word = aliases; word != NULL && *word != '\0'; word += *word == ' ') {
        const size_t span = strcspn(word, " ");
        if (span == length && strncmp(word, name, length) == 0)
            return true;
        word += span;
    }
    return false;
}

const abs_registered *abs_registry_find(const char *kind, const char *name, abs_error *error)
{
    const char *names[NAMES_MAX];
    size_t count = 0;
    for (const abs_registered *r = abs_registry; r->domain != NULL; r++) {
        if (strcmp(r->domain->kind, kind) != 0)
            continue;
        if (strcmp(r->domain->name, name) == 0 || has_word(r->domain->aliases, name))
            return r;
        if (count + 1 < NAMES_MAX)
            names[count++] = r->domain->name;
    }
    names[count] = NULL;
    const char *near = text_nearest(name, names);
    abs_fail(error, ABS_USAGE, "there is no %s '%s'%s%s%s `absbench list` shows them", kind, name,
             near ? "; did you mean '" : ";", near ? near : "", near ? "'?" : "");
    return NULL;
}

const abs_domain *abs_registry_traced(const abs_domain *domain, const void *rules)
{
    abs_error error;
    const abs_domain *const traced = abs_registry_find(domain->kind, domain->name, &error)->traced;
    const abs_domain *const chosen = traced->choose != NULL ? traced->choose(rules) : NULL;
    return chosen != NULL ? chosen : traced;
}
