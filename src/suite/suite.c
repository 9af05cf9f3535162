/* suite.c -- from options to jobs. See suite.h. */
#include "suite/suite.h"
#include "base/file.h"
#include "base/memory.h"
#include "search/registry.h"

#include <stdlib.h>

enum { SPEC_MAX = 800 }; /* bytes */

/* The built-in mix, which runs if no domain is named: every kind of tree, and real games. A domain
   is left out if a given depth exceeds `most`, because twelve positions may then take more than 5
   s. */
static const struct {
    const char *kind, *spec;
    int most;
} mix[] = {
    {"tree", "uniform:b=6,range=1000", ABS_MAX_DEPTH},
    {"tree", "incremental:b=6,step=10", ABS_MAX_DEPTH},
    {"tree", "ordered:b=8,range=1000,gap=100,first=70,quarter=90,noise=50", ABS_MAX_DEPTH},
    {"game", "connectfour", ABS_MAX_DEPTH},
    {"game", "othello", ABS_MAX_DEPTH},
    {"game", "chess", 5},
};

/* ---- positions ---------------------------------------------------------------------------- */

/* Adds a tree for each seed, or one tree without a seed if seeds make no difference. */
static bool add_trees(abs_batch *batch, const abs_list *seeds, abs_error *error)
{
    if (batch->domain->seedless)
        batch_add_root(batch, 0);
    for (size_t i = 0; i < seeds->count && !batch->domain->seedless; i++)
        batch_add_root(batch, (uint64_t)seeds->items[i].low);
    return !interrupt_pending() || abs_fail(error, ABS_INTERRUPTED, "interrupted");
}

/* Adds the positions of --judge=FILE, of which at least one must be judged: only then do its facts
   include the last member. */
static bool add_judged(abs_suite *suite, abs_batch *batch, const abs_options *o, abs_error *error)
{
    bool judged = false;
    if (!positions_from_file(suite, batch, o->judge.text, o->skip_bad, error))
        return false;
    for (size_t i = 0; i < batch->root_count; i++) {
        const abs_position *position = batch_position(batch, i);
        judged |= position->size > strlen(position->text) + 1 + offsetof(abs_facts, judged);
    }
    return judged ||
           abs_fail(error, ABS_CANNOT_RUN,
                    "%.300s: no line says what its moves are worth; write `judged points "
                    "MOVE=VALUE ..` behind a position, or make such a file by `absbench positions "
                    "--game=%s --judge=depth:N`",
                    o->judge.text, abs_registry_word(batch->domain));
}

static bool add_roots(abs_suite *suite, abs_batch *batch, const abs_registered *found,
                      const abs_options *o, size_t domain, abs_error *error)
{
    bool named = batch->root_count > 0; /* the spec was named before */
    if (abs_is_tree(found->domain))     /* the seeds are the same again */
        return batch->root_count > 0 || add_trees(batch, &o->seeds, error);
    for (size_t i = 0; i < o->positions.count; i++) {
        const abs_repeated *p = &o->positions.items[i];
        if (p->domain != domain)
            continue;
        named = true;
        if (!(repeated_is(p, "positions")
                  ? positions_from_file(suite, batch, p->text, o->skip_bad, error)
                  : positions_from_text(batch, p->text, error)))
            return false;
    }
    if (o->judge.kind == ABS_JUDGE_FILE)
        return add_judged(suite, batch, o, error);
    if (named)
        return true;
    if (o->starts)
        return positions_from_text(batch, "start", error);
    const char *const lines = o->large ? found->large_suite : found->suite;
    if (*lines == '\0')
        return abs_fail(error, ABS_CANNOT_RUN,
                        "%s has no such suite: of a built-in game that is a file in "
                        "games/positions, of a plug-in DOMAIN_SUITE; write one with `absbench "
                        "positions --game=%s`, or give --position or --positions",
                        batch->domain->name, abs_registry_word(batch->domain));
    batch->of_suite = true;
    return positions_from_suite(batch, lines, error);
}

/* ---- batches ------------------------------------------------------------------------------ */

/* Puts `--OPTION=VALUE: ` before what is wrong with the command line. */
static bool blame(const char *option, const char *value, abs_error *error)
{
    if (error->code == ABS_USAGE && strncmp(error->text, "--", 2) != 0)
        abs_fail(error, ABS_USAGE, "--%s=%.300s: %.600s", option, value, error->text);
    return false;
}

/* Returns the domain that the spec names before its options, or NULL with the error set. */
static const abs_registered *find_domain(const char *kind, const char *spec, abs_error *error)
{
    char name[SPEC_MAX + 1];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(spec, ":"), spec);
    if (strlen(spec) <= SPEC_MAX)
        return (abs_registry_is_path(spec) ? abs_registry_load : abs_registry_find)(kind, name,
                                                                                    error);
    abs_fail(error, ABS_USAGE, "--%s=%.40s...: the spec is longer than %d bytes", kind, spec,
             SPEC_MAX);
    return NULL;
}

bool abs_suite_load(const abs_options *o, abs_error *error)
{
    for (size_t i = 0; i < o->domains.count; i++) {
        const char *kind = o->domains.items[i].option, *spec = o->domains.items[i].text;
        if (!abs_registry_is_path(spec))
            continue;
        const abs_registered *plugin = find_domain(kind, spec, error);
        if (plugin == NULL)
            return blame(kind, spec, error);
        for (const abs_registered *r = abs_registry; r->domain != NULL; r++)
            if (strcmp(r->domain->name, plugin->domain->name) == 0)
                fprintf(stderr, "absbench: %s replaces the built-in %s\n", plugin->path,
                        r->domain->name);
    }
    return true;
}

/* Adds a batch for a spec. If the spec has a batch already, from number `first` on, that one gets
   its positions. */
static bool add_batch(abs_suite *suite, size_t first, const abs_options *o, size_t domain,
                      const char *kind, const char *given, abs_error *error)
{
    char spec[ABS_TEXT_MAX];
    const abs_registered *found = find_domain(kind, given, error);
    if (found == NULL)
        return false;
    const char *colon = strchr(given, ':');
    const char *const options = colon != NULL ? colon + 1 : "";
    snprintf(spec, sizeof spec, "%s%s%s", found->domain->name, *options ? ":" : "", options);
    if (found->path != NULL)
        abs_suite_add_input(suite, "plugin", found->path, found->hash);
    abs_source *source = names_thing(&suite->specs, spec);
    abs_batch *batch = source != NULL && source->batch > first
                           ? &suite->batches[source->batch - 1]
                           : batch_open(suite, found->domain, spec, options, error);
    if (batch == NULL)
        return blame(kind, given, error);
    return add_roots(suite, batch, found, o, domain, error);
}

/* The greatest given depth, or else the default. */
static int deepest(int usual, const abs_options *o)
{
    const abs_list *asked = &o->settings[CONFIG_depth];
    int depth = asked->count == 0 ? usual : 0;
    for (size_t i = 0; i < asked->count; i++)
        depth = asked->items[i].low > depth ? (int)asked->items[i].low : depth;
    return depth;
}

/* Returns the batch of positions of that spec with so many plies left. It follows batch number
   `from`; if it does not exist, it is inserted after the last one of the spec. */
static abs_batch *find_part(abs_suite *suite, size_t from, int plies_left)
{
    abs_source *source = suite->batches[from].source;
    size_t at = from + 1;
    for (; at < suite->count && suite->batches[at].source == source; at++)
        if (suite->batches[at].plies_left == plies_left)
            return &suite->batches[at];
    abs_batch *batch = batch_insert(suite, at, source);
    batch->plies_left = plies_left;
    return batch;
}

/* Moves positions of batch number `from` whose games end before the greatest depth to a batch for
   their plies left, so that nothing is searched beyond the end. Positions of a suite are left out
   instead, unless a depth, a limit or a judge was given, or the default depth is the whole game. */
static bool split(abs_suite *suite, size_t from, const abs_options *o, abs_error *error)
{
    const abs_domain *d = suite->batches[from].domain;
    const int depth = deepest(d->default_depth, o);
    const bool all = !suite->batches[from].of_suite || o->settings[CONFIG_depth].count > 0 ||
                     o->max_nodes > 0 || o->judge.kind != ABS_JUDGE_NONE ||
                     depth == d->max_depth(suite->batches[from].rules);
    const size_t count = suite->batches[from].root_count;
    abs_root e = {.room = NULL};
    suite->batches[from].root_count = 0;
    for (size_t i = 0; i < count && !interrupt_pending(); i++) {
        const uint64_t number = suite->batches[from].roots[i];
        batch_root(&suite->batches[from], i, &e);
        const int left = abs_plies_left(d, e.rules, e.position);
        if (left >= depth || all)
            batch_add_root(left < depth ? find_part(suite, from, left) : &suite->batches[from],
                           number);
    }
    root_free(&e);
    return !interrupt_pending() || abs_fail(error, ABS_INTERRUPTED, "interrupted");
}

static bool add_configs(abs_suite *suite, size_t first, const abs_options *o, abs_error *error)
{
    for (size_t i = first; i < suite->count; i++) {
        const bool all = suite->batches[i].plies_left == ABS_MAX_DEPTH;
        const bool may_end = suite->batches[i].domain->plies_left != NULL && !o->together;
        if (all)
            batch_keep(&suite->batches[i], (size_t)o->max_positions);
        if (all && may_end && !split(suite, i, o, error))
            return false;
        abs_batch *batch = &suite->batches[i]; /* the batches may have moved */
        if (!configs_add(batch, o, error))
            return false;
        batch->config_room = batch->config_count + 1; /* saves memory in sweeps of many batches */
        batch->configs = memory_resize(batch->configs, batch->config_room * sizeof *batch->configs);
        for (size_t c = 0; c < batch->config_count; c++)
            if (batch->configs[c].tt_bytes > suite->tt_bytes &&
                batch->configs[c].algo.engine == NULL)
                suite->tt_bytes = batch->configs[c].tt_bytes;
    }
    return true;
}

bool abs_suite_add(abs_suite *suite, const abs_options *o, abs_error *error)
{
    const size_t first = suite->count;
    const bool mixed = o->domains.count == 0;
    if (mixed && o->engines.count > 0)
        return abs_fail(error, ABS_USAGE, "--engine: this grid names no game; write --game=NAME");
    if (!abs_suite_load(o, error))
        return false;
    const size_t count = mixed ? sizeof mix / sizeof mix[0] : o->domains.count;
    for (size_t i = 0; i < count; i++) {
        const char *kind = mixed ? mix[i].kind : o->domains.items[i].option;
        const char *spec = mixed ? mix[i].spec : o->domains.items[i].text;
        if (mixed && deepest(0, o) > mix[i].most) {
            if (!o->quiet)
                fprintf(stderr,
                        "absbench: %s is left out: 12 positions to that depth may take over 5 s; "
                        "--game=%s searches it\n",
                        spec, spec);
            continue;
        }
        if (!add_batch(suite, first, o, i, kind, spec, error))
            return false;
    }
    if (!add_configs(suite, first, o, error) || !idle_check(suite, first, o, error))
        return false;
    abs_suite_number_jobs(suite);
    return true;
}

/* ---- the grid of a sweep, from a JSON file --------------------------------------------------- */

enum { FILE_MAX_BYTES = 64 << 20 };

/* Appends an item as on the command line: a text, a number or, for options whose values are on and
   off, true or false. Returns false for any other item. */
static bool write_item(abs_buffer *b, const abs_option *option, const cJSON *item)
{
    const double most = 9007199254740992.0, number = item->valuedouble; /* 2^53 */
    const bool on_off = option->names != NULL && strcmp(option->names[0].name, "off") == 0;
    if (cJSON_IsString(item))
        buffer_text(b, item->valuestring);
    else if (cJSON_IsNumber(item) && number >= -most && number <= most &&
             number == (double)(int64_t)number)
        buffer_format(b, "%" PRId64, (int64_t)number);
    else if (cJSON_IsNumber(item))
        buffer_real(b, number, 15);
    else if (cJSON_IsBool(item) && on_off)
        buffer_text(b, cJSON_IsTrue(item) ? "on" : "off");
    else
        return false;
    return true;
}

/* Sets an option to a member's value: a switch, a list, or each item of an option that repeats. The
   options keep pointers into `texts`. */
static bool set_member(abs_options *o, const abs_option *option, const cJSON *member,
                       abs_names *texts, abs_error *error)
{
    const bool array = cJSON_IsArray(member), repeats = option->flags & OPTION_REPEATS;
    if (cJSON_IsBool(member) && option->argument == NULL)
        return cJSON_IsFalse(member) || abs_options_set(o, option->name, NULL, error);
    const cJSON *item = option->argument == NULL ? NULL : array ? member->child : member;
    abs_buffer b = {0};
    bool ok = item != NULL;
    error->text[0] = '\0';
    while (ok && item != NULL) {
        ok = write_item(&b, option, item);
        item = array ? item->next : NULL;
        if (ok && item != NULL && !repeats) {
            buffer_char(&b, ',');
        } else if (ok) {
            const uint32_t text = names_add(texts, buffer_end(&b));
            ok = abs_options_set(o, option->name, texts->texts[text], error);
            buffer_clear(&b);
        }
    }
    buffer_free(&b);
    if (!ok && error->text[0] == '\0')
        abs_fail(error, ABS_CANNOT_RUN,
                 "\"%.40s\": give text, a number, true, or an array of texts and numbers",
                 option->name);
    return ok;
}

static bool set_members(abs_options *o, const cJSON *grid, abs_names *texts, abs_error *error)
{
    if (!cJSON_IsObject(grid))
        return abs_fail(error, ABS_CANNOT_RUN, "it is not an object");
    for (const cJSON *member = grid->child; member != NULL; member = member->next) {
        const abs_option *option = option_find(member->string);
        if (json_find(grid, member->string) != member)
            return abs_fail(error, ABS_CANNOT_RUN,
                            "\"%.40s\" appears twice; write one, with a list of all its values",
                            member->string);
        if (option == NULL || option >= option_find("format")) /* others shape output */
            return abs_fail(error, ABS_CANNOT_RUN,
                            "\"%.40s\" is not an option of a search; `absbench --help=all` shows "
                            "them under \"What is searched\" and \"How\"",
                            member->string);
        if (!set_member(o, option, member, texts, error))
            return false;
    }
    return true;
}

/* Whether the grid, which is data, names no program. */
static bool check_programs(const cJSON *grid, abs_error *error)
{
    for (const cJSON *m = cJSON_IsObject(grid) ? grid->child : NULL; m != NULL; m = m->next) {
        const bool engine = strcmp(m->string, "engine") == 0, list = cJSON_IsArray(m);
        const bool domain = strcmp(m->string, "game") == 0 || strcmp(m->string, "tree") == 0;
        for (const cJSON *item = list ? m->child : m; item != NULL; item = list ? item->next : NULL)
            if (cJSON_IsString(item) &&
                (engine || (domain && abs_registry_is_path(item->valuestring))))
                return abs_fail(error, ABS_USAGE,
                                "a grid runs no program; leave out this \"%s\", and if you trust "
                                "it, type --%s=%.200s",
                                m->string, m->string, item->valuestring);
    }
    return true;
}

static bool add_grid(abs_suite *suite, const cJSON *grid, abs_names *texts, int argc, char **argv,
                     abs_error *error)
{
    abs_options o;
    abs_options_init(&o);
    const bool ok = set_members(&o, grid, texts, error) &&
                    abs_options_parse(&o, argc, argv, error) && abs_suite_add(suite, &o, error);
    abs_options_free(&o);
    return ok;
}

bool grid_add(abs_suite *suite, const char *path, int argc, char **argv, abs_error *error)
{
    size_t length, number = 1, line = 1;
    char *text = file_read(path, FILE_MAX_BYTES, &length, error);
    if (text == NULL)
        return false;
    const char *end = text, *const wrong = json_check(&end, text + length, &(json_values){0});
    cJSON *root = wrong == NULL ? cJSON_ParseWithOpts(text, NULL, true) : NULL;
    for (const char *c = text; c < end; c++)
        line += *c == '\n';
    abs_suite_add_input(suite, "grid", path, abs_mix_text(text)); /* reports expect it first */
    bool ok = root != NULL || abs_fail(error, ABS_CANNOT_RUN, "%.300s: line %zu is not JSON: %s",
                                       path, line, wrong != NULL ? wrong : "more follows the grid");
    if (ok && cJSON_IsArray(root) && root->child == NULL)
        ok = abs_fail(error, ABS_CANNOT_RUN, "%.300s: there is no grid in it", path);
    const cJSON *const first = cJSON_IsArray(root) ? root->child : root;
    abs_names texts = {0};
    for (const cJSON *grid = first; ok && grid != NULL; grid = grid->next)
        ok = check_programs(grid, error);
    for (const cJSON *grid = first; ok && grid != NULL; grid = grid->next, number++)
        if (!(ok = add_grid(suite, grid, &texts, argc, argv, error)) &&
            error->code != ABS_INTERRUPTED)
            abs_fail(error, ABS_CANNOT_RUN, "%.300s: grid %zu: %.600s", path, number, error->text);
    names_free(&texts);
    ok = ok && suite_leave_out(suite, error);
    cJSON_Delete(root);
    free(suite->grid);
    suite->grid = text;
    return ok;
}
