/* registry.c -- see registry.h. games/games.def and trees/trees.def list the domains. This file
   also defines the domain of positions that only an engine understands. */
#include "search/registry.h"
#include "base/file.h"
#include "base/memory.h"
#include "search/check.h"
#include "search/hints.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

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

/* The domain of --engine without --game, which no list shows. */
static const abs_registered foreign = {&foreign_domain, NULL, "", "", NULL, 0};

const uint32_t plugin_core = ABS_CORE_ID;

/* The plug-ins, in the order of loading. */
enum { LOADED_MAX = 32, NAMES_MAX = 128, NAME_BYTES = 40, FILE_BYTES = 1 << 30 };
static abs_registered loaded[LOADED_MAX + 1];
static const char *loading;

static bool is_named(const abs_registered *r, const char *kind, const char *name)
{
    const char *const aliases = r->domain->aliases != NULL ? r->domain->aliases : "";
    char names[128], word[130]; /* with a blank on both sides of each name */
    snprintf(names, sizeof names, " %s%s%s ", r->domain->name, *aliases != '\0' ? " " : "",
             aliases);
    snprintf(word, sizeof word, " %s ", name);
    return strcmp(r->domain->kind, kind) == 0 && strstr(names, word) != NULL;
}

/* What to type instead of the name of a file, of a domain of the other kind, or of several. */
static text_hint instead(const char *kind, const char *name)
{
    const char *const ending = strrchr(name, '.') != NULL ? strrchr(name, '.') : "",
                      *const other = strcmp(kind, "game") == 0 ? "tree" : "game";
    const int stem = (int)(strlen(name) - strlen(ending));
    text_hint hint = {""};
    const bool is_path = abs_registry_is_path(name);
    if (strcmp(ending, ".so") == 0 && !is_path)
        hint = text_say("name a plug-in's folder too, as in ./%.80s", name);
    else if (strcmp(ending, ".c") == 0)
        hint = text_say("compile it: make plugin GAME=%.40s; then --%s=%s%.*s.so", name, kind,
                        is_path ? "" : "./", stem < 40 ? stem : 40, name);
    else if (strcmp(ending, ".json") == 0)
        hint = text_say("for a tree in a file write --tree=explicit:file=%.80s",
                        name + (strncmp(name, "file=", 5) == 0 ? 5 : 0));
    else if (strcmp(kind, "tree") == 0 && *ending != '\0' && strcmp(ending, ".so") != 0 &&
             strchr(name, '=') == NULL)
        hint = text_say("a tree in a file is a nested list in JSON, as [[3,12],[2,5]]: "
                        "--tree=explicit:file=FILE");
    else if (*name == '[' || *name == '{' ||
             (*name != '\0' && name[strspn(name, "0123456789,. -()")] == '\0'))
        hint = text_say("write it into a file: --tree=explicit:file=FILE");
    else if (strchr(name, ',') != NULL && strchr(name, '=') == NULL && !is_path)
        hint = text_say("write an option for each: --%s=%.*s --%s=..", kind,
                        (int)strcspn(name, ","), name, kind);
    for (const abs_registered *r = abs_registry; r->domain != NULL; r++) {
        const size_t length = strlen(r->domain->name);
        if (is_named(r, other, name))
            hint = text_say("it is a %s: write --%s=%.80s", other, other, name);
        else if (strncmp(r->domain->name, name, length) == 0 && strchr(", (", name[length]) &&
                 strchr(name, '=') != NULL)
            hint = text_say("options stand behind a colon: write --%s=%s:%s", kind, r->domain->name,
                            name + length + 1);
    }
    return hint;
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
    const text_hint hint = instead(kind, name), other = hint_of(kind, name, names);
    if (hint.text[0] != '\0')
        abs_fail(error, ABS_USAGE, "there is no %s '%s'; %s", kind, name, hint.text);
    else
        abs_fail(error, ABS_USAGE, "there is no %s '%s'; `absbench list` shows them%s", kind, name,
                 other.text[0] != '\0' || strcmp(kind, "game") != 0
                     ? other.text
                     : "; a game of your own is named by its file, as in ./mygame.so");
    return NULL;
}

const abs_domain *abs_registry_traced(const abs_domain *domain, const void *rules)
{
    abs_error error;
    const abs_domain *const traced = abs_registry_find(domain->kind, domain->name, &error)->traced;
    if (traced == NULL)
        return NULL;
    if (traced->fill != NULL)
        traced->fill();
    const abs_domain *const chosen = traced->choose != NULL ? traced->choose(rules) : NULL;
    return chosen != NULL ? chosen : traced;
}

bool abs_registry_is_path(const char *spec)
{
    return memchr(spec, '/', strcspn(spec, ":")) != NULL;
}

/* ---- plug-ins ----------------------------------------------------------------------------- */

/* Whether a plug-in may have the name, which is used unchanged in ids, file names and JSON. */
static bool is_name(const char *name)
{
    const size_t length = name != NULL ? strlen(name) : 0;
    return length > 0 && length <= NAME_BYTES &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") == length;
}

static bool check_domain(const abs_domain *d, abs_error *error)
{
    const bool game = d->kind != NULL && strcmp(d->kind, "game") == 0;
    const bool tree = d->kind != NULL && strcmp(d->kind, "tree") == 0;
    const struct {
        const char *field;
        bool there;
    } fields[] = {
        {".name, 1 to 40 of a-z, 0-9, - and _", is_name(d->name)},
        {".kind = \"game\" or \"tree\"", game || tree},
        {".summary", d->summary != NULL},
        {".options", d->options != NULL},
        {".unit", d->unit != NULL},
        {".parse_rules", d->parse_rules != NULL},
        {".root, which trees have and games have not", tree == (d->root != NULL)},
        {".parse", tree || d->parse != NULL},
        {".print", tree || d->print != NULL},
        {".max_depth", d->max_depth != NULL},
        {".bound", d->bound != NULL},
        {".half_pawn", d->half_pawn != NULL},
        {".default_depth within 0 and 100",
         d->default_depth >= 0 && d->default_depth <= ABS_MAX_DEPTH},
        {"rules that begin with an abs_rules", d->rules_size >= sizeof(abs_rules)},
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (!fields[i].there)
            return abs_fail(error, ABS_CANNOT_RUN, "its DOMAIN_INFO lacks %s", fields[i].field);
    return true;
}

static bool check_plugin(const abs_plugin_info *info, abs_error *error)
{
    if (info == NULL || memcmp(info->magic, ABS_PLUGIN_MAGIC, sizeof info->magic) != 0)
        return abs_fail(error, ABS_CANNOT_RUN,
                        "it has no `abs_plugin`: compile it with `make plugin GAME=FILE.c` or the "
                        "flags of `pkg-config --cflags absbench`");
    if (info->abi != ABS_ABI || info->size != sizeof(abs_domain) + sizeof(abs_search) ||
        info->core != plugin_core)
        return abs_fail(error, ABS_CANNOT_RUN,
                        "it was compiled with other headers (ABI %u, core %u) than this program "
                        "(ABI %u, core %u): compile it again with this program's",
                        info->abi, info->core, ABS_ABI, plugin_core);
    return check_domain(info->domain, error);
}

/*
 * Loads a file, for good, and sets *plugin if it is a plug-in for this program. Its path has a
 * slash, so that the system looks nowhere else. Returns false with the error ABS_CANNOT_RUN.
 */
static bool load(const char *path, abs_registered *plugin, abs_error *error)
{
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL) {
        const char *why = dlerror(); /* it usually begins with the path */
        return abs_fail(error, ABS_CANNOT_RUN, "%.900s", why != NULL ? why : path);
    }
    const abs_plugin_info *info = dlsym(object, "abs_plugin");
    if (!check_plugin(info, error)) {
        dlclose(object);
        return abs_fail(error, ABS_CANNOT_RUN, "%.300s: %.600s", path, error->text);
    }
    size_t length;
    char *bytes = file_read(path, FILE_BYTES, &length, error);
    if (bytes == NULL) {
        dlclose(object);
        return false;
    }
    const bool has_suite = info->suite != NULL && *info->suite != '\0';
    *plugin = (abs_registered){.domain = info->domain,
                               .traced = info->traced,
                               .suite = has_suite ? info->suite : "start ; id start\n",
                               .large_suite = "",
                               .path = memory_text(path),
                               .hash = abs_mix_bytes(bytes, length)};
    free(bytes);
    return true;
}

/* Loads a file that is not loaded yet into `new`, the first place that is free. */
static bool load_new(const char *kind, const char *path, abs_registered *new, abs_error *error)
{
    const text_hint hint = instead(kind, path);
    abs_registered read;
    if (new == loaded + LOADED_MAX)
        return abs_fail(error, ABS_USAGE, "no more than %d plug-ins at a time", LOADED_MAX);
    if (hint.text[0] != '\0')
        return abs_fail(error, ABS_USAGE, "it is no plug-in; %s", hint.text);
    loading = path;
    const bool ok = load(path, &read, error);
    loading = NULL;
    if (!ok)
        return false;
    /* In a run a name must mean one domain; otherwise rows could not be distinguished. */
    for (const abs_registered *r = loaded; r < new; r++)
        if (strcmp(r->domain->name, read.domain->name) == 0)
            return abs_fail(error, ABS_USAGE, "%.300s and %.300s are both named %s: leave one out",
                            r->path, path, r->domain->name);
    *new = read;
    return true;
}

const abs_registered *abs_registry_load(const char *kind, const char *path, abs_error *error)
{
    abs_registered *new = loaded;
    while (new->domain != NULL && strcmp(new->path, path) != 0)
        new ++;
    if (new->domain == NULL && !load_new(kind, path, new, error))
        return NULL;
    if (strcmp(new->domain->kind, kind) == 0)
        return new;
    abs_fail(error, ABS_USAGE, "it is a %s: write --%s=%.300s", new->domain->kind,
             new->domain->kind, path);
    return NULL;
}

const abs_registered *abs_registry_loaded(void)
{
    return loaded;
}

const char *abs_registry_loading(void)
{
    return loading;
}

const char *abs_registry_word(const abs_domain *domain)
{
    for (const abs_registered *r = loaded; r->domain != NULL; r++)
        if (strcmp(r->domain->name, domain->name) == 0)
            return r->path;
    return domain->name;
}

/* ---- what a domain declares ------------------------------------------------------------------ */

char *abs_check_said;

_Noreturn void abs_check_fail(const abs_domain *domain, const void *rules, const void *position,
                              const char *macro, unsigned declared, unsigned needed,
                              const char *what_else)
{
    char text[ABS_TEXT_MAX], said[2 * ABS_TEXT_MAX];
    if (domain->print != NULL)
        domain->print(rules, position, text, sizeof text);
    else /* a tree's */
        snprintf(text, sizeof text, "with key %016llx",
                 (unsigned long long)domain->key(rules, position));
    snprintf(said, sizeof said, "%s is %u, but must be at least %u%s in position %s", macro,
             declared, needed, what_else, text);
    fprintf(stderr, "%s: %s\n", domain->name, said);
    if (abs_check_said != NULL)
        memcpy(abs_check_said, said, sizeof said);
    __builtin_trap();
}

/* ---- positions that only an engine understands ----------------------------------------------- */

static pthread_mutex_t foreign_lock = PTHREAD_MUTEX_INITIALIZER;
static abs_names foreign_moves;

unsigned foreign_move(const char *text)
{
    unsigned move = ABS_NO_MOVE;
    pthread_mutex_lock(&foreign_lock);
    if (foreign_moves.count < ABS_NO_MOVE - 1 && *text != '\0' && strlen(text) < ABS_TEXT_MAX)
        move = names_add(&foreign_moves, text);
    pthread_mutex_unlock(&foreign_lock);
    return move;
}

static void foreign_move_text(const void *rules, const void *position, unsigned move, char *text,
                              size_t size)
{
    (void)rules;
    (void)position;
    pthread_mutex_lock(&foreign_lock);
    snprintf(text, size, "%s", move < foreign_moves.count ? foreign_moves.texts[move] : "");
    pthread_mutex_unlock(&foreign_lock);
}

static bool foreign_parse(const void *rules, const char *text, void *position, abs_error *error)
{
    (void)rules;
    if (strlen(text) >= ABS_TEXT_MAX)
        return abs_fail(error, ABS_USAGE, "a position is at most %d bytes long", ABS_TEXT_MAX - 1);
    strcpy(position, text);
    return true;
}

static void foreign_print(const void *rules, const void *position, char *text, size_t size)
{
    (void)rules;
    snprintf(text, size, "%s", (const char *)position);
}

/* A move leaves the position as it is, because this program does not know what it does. */
static void foreign_apply(const void *rules, const void *position, unsigned move, void *child)
{
    (void)rules;
    (void)move;
    memcpy(child, position, ABS_TEXT_MAX);
}

static unsigned foreign_count_moves(const void *rules, const void *position)
{
    (void)rules;
    (void)position;
    return 0;
}

static int foreign_max_depth(const void *rules)
{
    (void)rules;
    return ABS_MAX_DEPTH;
}

static int foreign_half_pawn(const void *rules)
{
    (void)rules;
    return 1;
}

const abs_domain foreign_domain = {
    .name = "positions",
    .kind = "game",
    .summary = "positions of any game, as they are, for engines",
    .options = "",
    .unit = "the engine's",
    .default_depth = 1,
    .epd = true,
    .parse_rules = abs_spec_no_options,
    .parse = foreign_parse,
    .print = foreign_print,
    .max_depth = foreign_max_depth,
    .half_pawn = foreign_half_pawn,
    .rules_size = sizeof(abs_rules),
    .position_size = ABS_TEXT_MAX,
    .count_moves = foreign_count_moves,
    .apply = foreign_apply,
    .move_text = foreign_move_text,
};
