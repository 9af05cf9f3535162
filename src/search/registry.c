/* registry.c -- see registry.h. The domains are listed in games/games.def and trees/trees.def. */
#define _POSIX_C_SOURCE 200809L
#include "search/registry.h"
#include "base/memory.h"
#include "base/text.h"
#include "search/foreign.h"

#define ABS_GAME(name)                                                                             \
    extern const abs_domain name##_domain, name##_traced;                                          \
    extern const char name##_suite[], name##_large_suite[];
#define ABS_TREE(name) extern const abs_domain name##_domain, name##_traced;
#include "games/games.def"
#include "trees/trees.def"
#undef ABS_GAME
#undef ABS_TREE

#define ABS_GAME(name) {&name##_domain, &name##_traced, name##_suite, name##_large_suite, NULL, 0},
#define ABS_TREE(name) {&name##_domain, &name##_traced, NULL, NULL, NULL, 0},
const abs_registered abs_registry[] = {
#include "games/games.def"
#include "trees/trees.def"
    {.domain = NULL},
};

/* In no list: --engine without --game has it. */
static const abs_registered foreign = {&foreign_domain, NULL, "", "", NULL, 0};

/* The plug-ins, as they were loaded. */
enum { LOADED_MAX = 32, NAMES_MAX = 128 };
static abs_registered loaded[LOADED_MAX + 1];
static size_t loaded_count;

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

static bool is_named(const abs_registered *r, const char *kind, const char *name)
{
    return strcmp(r->domain->kind, kind) == 0 &&
           (strcmp(r->domain->name, name) == 0 || has_word(r->domain->aliases, name));
}

/* What to do where there is no such name, and none near. */
static const char *advice(const char *name)
{
    const size_t length = strlen(name);
    return length > 3 && strcmp(name + length - 3, ".so") == 0
               ? "; a plug-in needs its folder, as in ./mygame.so"
               : "";
}

const abs_registered *abs_registry_find(const char *kind, const char *name, abs_error *error)
{
    const char *names[NAMES_MAX];
    size_t count = 0;
    for (const abs_registered *r = loaded; r->domain != NULL; r++)
        if (is_named(r, kind, name))
            return r;
    for (const abs_registered *r = abs_registry; r->domain != NULL; r++) {
        if (is_named(r, kind, name))
            return r;
        if (strcmp(r->domain->kind, kind) == 0 && count + 1 < NAMES_MAX)
            names[count++] = r->domain->name;
    }
    if (is_named(&foreign, kind, name))
        return &foreign;
    names[count] = NULL;
    abs_fail(error, ABS_USAGE, "there is no %s '%s'%s; `absbench list` shows them%s", kind, name,
             advice(name), text_hint_of(name, "", names).text);
    return NULL;
}

/* What the domains to be watched have to fill first: the linker puts it in a row. */
static void fill_traced(void)
{
    extern void (*const __start_abs_fills[])(void), (*const __stop_abs_fills[])(void);
    static bool filled;
    for (size_t i = 0; !filled && __start_abs_fills + i < __stop_abs_fills; i++)
        __start_abs_fills[i]();
    filled = true;
}

const abs_domain *abs_registry_traced(const abs_domain *domain, const void *rules)
{
    abs_error error;
    const abs_domain *const traced = abs_registry_find(domain->kind, domain->name, &error)->traced;
    if (traced == NULL)
        return NULL;
    fill_traced();
    const abs_domain *const chosen = traced->choose != NULL ? traced->choose(rules) : NULL;
    return chosen != NULL ? chosen : traced;
}

bool abs_registry_is_path(const char *spec)
{
    return memchr(spec, '/', strcspn(spec, ":")) != NULL;
}

/* A name stands for one domain in a run: its rows would look like those of the other. */
static bool check_name(const abs_registered *new, abs_error *error)
{
    for (const abs_registered *r = loaded; r->domain != NULL; r++)
        if (strcmp(r->domain->name, new->domain->name) == 0)
            return abs_fail(error, ABS_USAGE, "%.300s and %.300s are both named %s: leave one out",
                            r->path, new->path, r->domain->name);
    return true;
}

const abs_registered *abs_registry_load(const char *kind, const char *path, abs_error *error)
{
    abs_registered new = {.domain = NULL};
    for (const abs_registered *r = loaded; r->domain != NULL; r++)
        if (strcmp(r->path, path) == 0)
            new = *r;
    if (new.domain == NULL) {
        if (loaded_count == LOADED_MAX)
            return abs_fail(error, ABS_USAGE, "no more than %d plug-ins at a time", LOADED_MAX),
                   NULL;
        if (!plugin_load(path, &new, error) || !check_name(&new, error))
            return NULL;
        new.path = memory_text(path);
        loaded[loaded_count++] = new;
    }
    if (strcmp(new.domain->kind, kind) != 0)
        return abs_fail(error, ABS_USAGE, "it is a %s: write --%s=%.300s", new.domain->kind,
                        new.domain->kind, path),
               NULL;
    return abs_registry_find(kind, new.domain->name, error);
}

const abs_registered *abs_registry_loaded(void)
{
    return loaded;
}

const char *abs_registry_word(const abs_domain *domain)
{
    for (const abs_registered *r = loaded; r->domain != NULL; r++)
        if (strcmp(r->domain->name, domain->name) == 0)
            return r->path;
    return domain->name;
}
