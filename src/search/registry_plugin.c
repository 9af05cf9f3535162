/* registry_plugin.c -- loads plug-ins. See registry.h. */
#define _POSIX_C_SOURCE 200809L
#include "base/file.h"
#include "search/registry.h"

#include <dlfcn.h>
#include <stdlib.h>

const uint32_t plugin_core = ABS_CORE_ID;

/* A plug-in's suite where it has none. */
static const char start_alone[] = "start ; id start\n";

enum { NAME_MAX_BYTES = 40, FILE_MAX_BYTES = 1 << 30 };

/* What is the same in the program and in every plug-in made for it. */
static bool check_version(const abs_plugin_info *info, abs_error *error)
{
    static const char again[] = "compile it again with this program's headers";
    if (memcmp(info->magic, ABS_PLUGIN_MAGIC, sizeof info->magic) != 0)
        return abs_fail(error, ABS_CANNOT_RUN, "its `abs_plugin` is not one of absbench");
    if (info->abi != ABS_ABI)
        return abs_fail(error, ABS_CANNOT_RUN,
                        "it was compiled with version %u of absbench.h, and this program with "
                        "version %u: %s",
                        info->abi, ABS_ABI, again);
    if (info->domain_size != sizeof(abs_domain) || info->search_size != sizeof(abs_search))
        return abs_fail(error, ABS_CANNOT_RUN,
                        "a domain and a search have %u and %u bytes in it, and %zu and %zu in this "
                        "program: %s",
                        info->domain_size, info->search_size, sizeof(abs_domain),
                        sizeof(abs_search), again);
    if (info->core != plugin_core)
        return abs_fail(error, ABS_CANNOT_RUN,
                        "the search compiled into it (core %u) is not this program's (core %u): %s",
                        info->core, plugin_core, again);
    return true;
}

/* A name goes into ids, file names and JSON as it is. */
static bool is_name(const char *name)
{
    const size_t length = name != NULL ? strlen(name) : 0;
    return length > 0 && length <= NAME_MAX_BYTES &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") == length;
}

/* The first of a domain's fields that must be there and is not; NULL: none. */
static const char *find_missing(const abs_domain *d)
{
    const bool tree = d->kind != NULL && strcmp(d->kind, "tree") == 0;
    const struct {
        const char *name;
        bool there;
    } fields[] = {
        {".kind = \"game\" or \"tree\"", tree || (d->kind && strcmp(d->kind, "game") == 0)},
        {".summary", d->summary != NULL},
        {".options", d->options != NULL},
        {".unit", d->unit != NULL},
        {".parse_rules", d->parse_rules != NULL},
        {".root", !tree || d->root != NULL},
        {".parse", tree || d->parse != NULL},
        {".print", tree || d->print != NULL},
        {".max_depth", d->max_depth != NULL},
        {".bound", d->bound != NULL},
        {".half_pawn", d->half_pawn != NULL},
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (!fields[i].there)
            return fields[i].name;
    return NULL;
}

static bool check_domain(const abs_domain *d, abs_error *error)
{
    if (!is_name(d->name))
        return abs_fail(error, ABS_CANNOT_RUN,
                        "its .name must be 1 to %d of a-z, 0-9, - and _, and is '%.60s'",
                        NAME_MAX_BYTES, d->name != NULL ? d->name : "");
    const char *missing = find_missing(d);
    if (missing != NULL)
        return abs_fail(error, ABS_CANNOT_RUN, "its DOMAIN_INFO lacks %s", missing);
    if ((strcmp(d->kind, "game") == 0) != (d->root == NULL))
        return abs_fail(error, ABS_CANNOT_RUN, "it is a game, and has .root, which is a tree's");
    if (d->default_depth < 0 || d->default_depth > ABS_MAX_DEPTH)
        return abs_fail(error, ABS_CANNOT_RUN, "its .default_depth is %d, not within 0 and %d",
                        d->default_depth, ABS_MAX_DEPTH);
    return d->rules_size >= sizeof(abs_rules) ||
           abs_fail(error, ABS_CANNOT_RUN, "its rules do not begin with an abs_rules");
}

/* So that rows of one compilation can be told from those of another. */
static bool hash_file(const char *path, uint64_t *hash, abs_error *error)
{
    size_t length;
    char *bytes = file_read(path, FILE_MAX_BYTES, &length, error);
    *hash = length = bytes != NULL ? length : 0;
    for (size_t i = 0; i < length; i++)
        *hash = (*hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001B3); /* FNV-1a's step */
    *hash = abs_mix64(*hash);
    free(bytes);
    return bytes != NULL;
}

bool plugin_load(const char *path, abs_registered *plugin, abs_error *error)
{
    uint64_t hash;
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL) {
        const char *why = dlerror(); /* which begins with the path, as a rule */
        return abs_fail(error, ABS_CANNOT_RUN, "%.900s", why != NULL ? why : path);
    }
    const abs_plugin_info *info = dlsym(object, "abs_plugin");
    const bool ok = info == NULL
                        ? abs_fail(error, ABS_CANNOT_RUN,
                                   "it has no `abs_plugin`: compile it with `make plugin "
                                   "GAME=FILE.c` or the flags of `pkg-config --cflags absbench`")
                        : check_version(info, error) && check_domain(info->domain, error);
    if (!ok) {
        const abs_error cause = *error;
        dlclose(object);
        return abs_fail(error, cause.code, "%.300s: %.600s", path, cause.text);
    }
    if (!hash_file(path, &hash, error))
        return dlclose(object), false;
    const bool has_suite = info->suite != NULL && *info->suite != '\0';
    *plugin = (abs_registered){.domain = info->domain,
                               .traced = info->traced,
                               .suite = has_suite ? info->suite : start_alone,
                               .large_suite = "",
                               .path = path,
                               .hash = hash};
    return true;
}
