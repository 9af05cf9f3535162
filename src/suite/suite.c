/* suite.c -- from options to jobs. See suite.h. */
#define _POSIX_C_SOURCE 200809L
#include "suite/suite.h"
#include "base/grow.h"
#include "search/registry.h"
#include "suite/positions.h"
#include "suite/suite_parts.h"

#include <stdlib.h>

/* What runs when no domain is named: a glance at every kind of tree, and at two real games. */
static const struct {
    const char *kind, *spec;
    size_t positions; /* seeds 1..n, or the first n of the suite */
} mix[] = {
    {"tree", "uniform:b=6,range=1000", 4},
    {"tree", "uniform:b=4,range=1000,commute=1", 4},
    {"tree", "incremental:b=6,step=10", 4},
    {"tree", "ordered:b=8,range=1000,gap=100,first=70,quarter=90,noise=50", 4},
    {"game", "connectfour", 4},
    {"game", "othello", 4},
};

/* What a naive minimax row may cost under --verify, and the expansion of a minimal tree. */
enum { EXPANSION_NODES_MAX = 20 * 1000000 };

/* ---- configurations ----------------------------------------------------------------------- */

static bool add_config(abs_batch *batch, const abs_config *config, abs_error *error)
{
    if (!abs_grow(&batch->configs, &batch->config_room, batch->config_count, sizeof *config))
        return suite_no_memory(error);
    batch->configs[batch->config_count++] = *config;
    return true;
}

static int64_t low_at(const abs_list *list, size_t i)
{
    return list->items[i].low;
}

/* How often a dimension that may not matter is gone through. */
static size_t times(const abs_list *list, bool matters)
{
    return matters && list->count > 0 ? list->count : 1;
}

/* The windows, widenings and factors of aspiration; for other drivers, one configuration. */
static bool add_windows(abs_batch *batch, const abs_options *o, abs_config c, int half_pawn,
                        abs_error *error)
{
    const bool windowed = abs_driver_table[c.algo.driver].uses & ABS_USES_WINDOW;
    for (size_t i = 0; i < times(&o->windows, windowed); i++)
        for (size_t k = 0; k < times(&o->widens, windowed); k++) {
            const abs_widen widen = windowed ? (abs_widen)low_at(&o->widens, k) : ABS_WIDEN_FULL;
            const bool grows = windowed && abs_widen_grows(widen);
            for (size_t f = 0; f < times(&o->factors, grows); f++) {
                if (windowed) {
                    const bool given = o->windows.count > 0;
                    c.policy.low = given ? (int)o->windows.items[i].low : half_pawn;
                    c.policy.high = given ? (int)o->windows.items[i].high : half_pawn;
                }
                c.policy.widen = widen;
                c.policy.factor = grows ? (double)low_at(&o->factors, f) / ABS_DECIMAL : 0;
                if (!add_config(batch, &c, error))
                    return false;
            }
        }
    return true;
}

static bool add_guesses(abs_batch *batch, const abs_options *o, abs_config c, int half_pawn,
                        abs_error *error)
{
    const unsigned uses = abs_driver_table[c.algo.driver].uses;
    for (size_t g = 0; g < times(&o->guesses, uses & ABS_USES_GUESS); g++)
        for (size_t s = 0; s < times(&o->steps, uses & ABS_USES_STEP); s++) {
            if (uses & ABS_USES_GUESS) {
                const bool given = o->guesses.count > 0;
                c.guess = given         ? (abs_guess_kind)o->guesses.items[g].low
                          : c.deepening ? ABS_GUESS_PREVIOUS
                                        : ABS_GUESS_SHALLOW;
                c.guess_number = given ? (int)o->guesses.items[g].high : 0;
            }
            if (uses & ABS_USES_STEP)
                c.policy.step = o->steps.count > 0 ? (int)low_at(&o->steps, s) : half_pawn;
            if (!add_windows(batch, o, c, half_pawn, error))
                return false;
        }
    return true;
}

/* A minimal graph without a table is nothing; --algo=limits then means the minimal tree alone. */
static bool has_table(const abs_options *o)
{
    for (size_t t = 0; t < o->tt_bytes.count; t++)
        if (low_at(&o->tt_bytes, t) > 0)
            return true;
    return false;
}

/* Table, deepening and what hangs on the driver, for one algorithm. */
static bool add_algo(abs_batch *batch, const abs_options *o, abs_config c, int half_pawn,
                     bool direct_only, abs_error *error)
{
    const abs_limit limit = c.algo.core->limit;
    const bool naive = c.algo.core->core.minimax || limit == ABS_LIMIT_TREE;
    c.policy.driver = c.algo.driver;
    c.order = naive ? 0 : o->order;
    if (limit == ABS_LIMIT_TREE) {
        direct_only = true;
        if (c.node_limit == 0)
            c.node_limit = EXPANSION_NODES_MAX;
    }
    if (limit == ABS_LIMIT_GRAPH && !has_table(o))
        return c.algo.grouped ||
               abs_fail(error, ABS_USAGE,
                        "--algo=%s: a minimal graph is found with a table; leave out --plain, or "
                        "give a --tt greater than 0",
                        c.algo.name);
    for (size_t d = 0; d < times(&o->deepenings, !direct_only); d++)
        for (size_t t = 0; t < times(&o->tt_bytes, !naive); t++) {
            const int64_t bytes = naive ? 0 : low_at(&o->tt_bytes, t);
            if (limit == ABS_LIMIT_GRAPH && bytes == 0)
                continue;
            for (size_t m = 0; m < times(&o->tt_modes, bytes > 0); m++)
                for (size_t r = 0; r < times(&o->tt_replaces, bytes > 0); r++) {
                    c.deepening = !direct_only && low_at(&o->deepenings, d) != 0;
                    c.tt_bytes = (size_t)bytes;
                    c.tt_mode = bytes > 0 ? (abs_tt_mode)low_at(&o->tt_modes, m) : ABS_TT_EXACT;
                    c.tt_replace =
                        bytes > 0 ? (abs_tt_replace)low_at(&o->tt_replaces, r) : ABS_REPLACE_DEPTH;
                    if (!add_guesses(batch, o, c, half_pawn, error))
                        return false;
                }
        }
    return true;
}

static bool has_minimax(const abs_options *o)
{
    for (unsigned a = 0; a < o->algo_count; a++)
        if (o->algos[a].core->core.minimax)
            return true;
    return false;
}

/* All algorithms in one setting, and minimax if --verify asks for it. */
static bool add_setting(abs_batch *batch, const abs_options *o, abs_config c, abs_error *error)
{
    const abs_domain *d = batch->domain;
    ((abs_rules *)batch->rules)->eval = c.eval;
    const int half_pawn = d->half_pawn(batch->rules);
    ((abs_rules *)batch->rules)->eval = ABS_EVAL_HEURISTIC;
    c.node_limit = (uint64_t)o->max_nodes;
    c.timeout = o->timeout;
    for (unsigned a = 0; a < o->algo_count; a++) {
        c.algo = o->algos[a];
        if (!add_algo(batch, o, c, half_pawn, abs_min_depth(d, batch->rules) > 0, error))
            return false;
    }
    if (!o->verify || has_minimax(o))
        return true;
    unsigned count = 0;
    abs_algo_parse("algo", "minimax", &c.algo, &count, error);
    c.optional = true;
    c.deepening = false;
    if (c.node_limit == 0 || c.node_limit > EXPANSION_NODES_MAX)
        c.node_limit = EXPANSION_NODES_MAX;
    return add_config(batch, &c, error);
}

/* All that remains, at one depth and with one evaluation. */
static bool add_grains(abs_batch *batch, const abs_options *o, int depth, abs_eval eval,
                       abs_error *error)
{
    const bool has_quiescence = batch->domain->has_quiescence;
    for (size_t q = 0; q < times(&o->quiescences, has_quiescence); q++)
        for (size_t g = 0; g < o->grains.count; g++) {
            abs_config c = {.depth = depth, .eval = eval, .grain = (int)low_at(&o->grains, g)};
            c.quiescence = has_quiescence && low_at(&o->quiescences, q) != 0;
            if (!add_setting(batch, o, c, error))
                return false;
        }
    return true;
}

static bool add_depth(abs_batch *batch, const abs_options *o, int depth, abs_error *error)
{
    const bool game = batch->domain->root == NULL;
    for (size_t e = 0; e < times(&o->evals, game); e++)
        if (!add_grains(batch, o, depth, game ? (abs_eval)low_at(&o->evals, e) : ABS_EVAL_HEURISTIC,
                        error))
            return false;
    return true;
}

/* --quiescence=on is refused where no capture could be searched on. */
static bool check_quiescence(const abs_batch *batch, const abs_options *o, abs_error *error)
{
    for (size_t q = 0; q < o->quiescences.count && o->domain_count > 0; q++)
        if (low_at(&o->quiescences, q) != 0 && !batch->domain->has_quiescence)
            return abs_fail(error, ABS_USAGE,
                            "--quiescence=on: %s has no quiescence search; leave it "
                            "out",
                            batch->domain->name);
    return true;
}

static bool add_configs(abs_batch *batch, const abs_options *o, abs_error *error)
{
    const abs_domain *d = batch->domain;
    const int least = abs_min_depth(d, batch->rules), most = d->max_depth(batch->rules);
    if (!check_quiescence(batch, o, error))
        return false;
    if (o->depths.count == 0) {
        const int depth = d->default_depth < least ? least : d->default_depth;
        return add_depth(batch, o, depth < most ? depth : most, error);
    }
    bool done[ABS_MAX_DEPTH + 1] = {false};
    for (size_t i = 0; i < o->depths.count; i++) {
        int depth = (int)low_at(&o->depths, i);
        if (depth < least)
            return abs_fail(
                error, ABS_USAGE,
                "--depth=%d: %s has no values above its leaves; search its full height, "
                "%d, or leave out --depth",
                depth, batch->spec, least);
        if (depth > most && least == 0 && strcmp(d->kind, "game") == 0)
            return abs_fail(error, ABS_USAGE, "--depth=%d: %s ends after %d plies; give 0 to %d",
                            depth, d->name, most, most);
        if (depth > most) /* an explicit tree: nothing is below its leaves */
            depth = most;
        if (!done[depth] && !add_depth(batch, o, depth, error))
            return false;
        done[depth] = true;
    }
    return true;
}

/* ---- positions ---------------------------------------------------------------------------- */

/* A tree for each seed; one, without a seed, where seeds make no difference. */
static bool add_trees(abs_batch *batch, const abs_list *seeds, size_t first_n, abs_error *error)
{
    if (batch->domain->seedless)
        return suite_add_tree(batch, 0, error);
    const size_t count = seeds != NULL ? seeds->count : first_n;
    for (size_t i = 0; i < count; i++)
        if (!suite_add_tree(batch, seeds != NULL ? (uint64_t)low_at(seeds, i) : i + 1, error))
            return false;
    return true;
}

static bool add_entries(const abs_suite *suite, abs_batch *batch, const abs_registered *found,
                        const abs_options *o, size_t domain, size_t first_n, abs_error *error)
{
    bool named = false;
    if (found->suite == NULL && batch->entry_count > 0)
        return true; /* the same trees again */
    if (found->suite == NULL)
        return add_trees(batch, first_n > 0 && !o->seeds_given ? NULL : &o->seeds, first_n, error);
    for (size_t i = 0; first_n == 0 && i < o->position_count; i++) {
        const abs_position_option *p = &o->positions[i];
        if (p->domain != domain)
            continue;
        named = true;
        if (!(p->file ? positions_from_file(batch, p->text, error)
                      : positions_from_text(suite, batch, p->text, error)))
            return false;
    }
    return named || positions_from_suite(batch, found->suite, first_n, error);
}

/* ---- batches ------------------------------------------------------------------------------ */

/* Puts `--OPTION=VALUE: ` before what is wrong with the command line. */
static bool blame(const char *option, const char *value, abs_error *error)
{
    const abs_error cause = *error;
    if (cause.code == ABS_USAGE && strncmp(cause.text, "--", 2) != 0)
        abs_fail(error, ABS_USAGE, "--%s=%.300s: %.600s", option, value, cause.text);
    return false;
}

abs_batch *suite_open_batch(abs_suite *suite, const abs_domain *domain, const char *spec,
                            const char *options, abs_error *error)
{
    abs_batch *larger = realloc(suite->batches, (suite->count + 1) * sizeof *larger);
    if (larger == NULL)
        return suite_no_memory(error), NULL;
    suite->batches = larger;
    abs_batch *batch = &suite->batches[suite->count];
    *batch = (abs_batch){.domain = domain, .spec = strdup(spec)};
    batch->rules = calloc(1, domain->rules_size);
    suite->count++;
    if (batch->spec == NULL || batch->rules == NULL)
        return suite_no_memory(error), NULL;
    if (!domain->parse_rules(batch->rules, options, error)) {
        free(batch->rules);
        batch->rules = NULL;
        return NULL;
    }
    if (domain->choose != NULL && domain->choose(batch->rules) != NULL)
        batch->domain = domain->choose(batch->rules);
    return batch;
}

/*
 * One spec; first_n > 0 only in the built-in mix. A spec named again, after batch number `first`,
 * gets the positions named with it.
 */
static bool add_batch(abs_suite *suite, size_t first, const abs_options *o, size_t domain,
                      const char *kind, const char *given, size_t first_n, abs_error *error)
{
    char name[64], spec[ABS_TEXT_MAX];
    const size_t length = strcspn(given, ":");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
             given);
    const abs_registered *found = abs_registry_find(kind, name, error);
    if (found == NULL)
        return false;
    const char *options = given[length] == ':' ? given + length + 1 : "";
    if (strlen(options) > 800)
        return abs_fail(error, ABS_USAGE, "--%s=%.40s...: the spec is longer than 800 bytes", kind,
                        given);
    snprintf(spec, sizeof spec, "%s%s%s", found->domain->name, *options ? ":" : "", options);
    for (size_t i = first; i < suite->count; i++)
        if (strcmp(suite->batches[i].spec, spec) == 0)
            return add_entries(suite, &suite->batches[i], found, o, domain, first_n, error);

    abs_batch *batch = suite_open_batch(suite, found->domain, spec, options, error);
    if (batch == NULL)
        return blame(kind, given, error);
    return add_entries(suite, batch, found, o, domain, first_n, error);
}

/* The batch, from number `first` on, for answers of that depth and evaluation to positions of batch
   number `from`; opened if it is not there. NULL: the error is set. */
static abs_batch *find_answers(abs_suite *suite, size_t first, size_t from, const abs_known *known,
                               abs_error *error)
{
    const abs_batch *source = &suite->batches[from];
    for (size_t i = first; i < suite->count; i++) {
        abs_batch *batch = &suite->batches[i];
        if (batch->for_answers && strcmp(batch->spec, source->spec) == 0 &&
            batch->answer_depth == known->depth && batch->answer_eval == known->eval)
            return batch;
    }
    const char *colon = strchr(source->spec, ':');
    abs_batch *batch = suite_open_batch(suite, source->domain, source->spec,
                                        colon != NULL ? colon + 1 : "", error);
    if (batch != NULL) {
        batch->for_answers = true;
        batch->answer_depth = known->depth;
        batch->answer_eval = known->eval;
    }
    return batch;
}

static void drop_entries(abs_batch *batch)
{
    for (size_t i = 0; i < batch->entry_count; i++)
        positions_free(&batch->entries[i], batch);
    batch->entry_count = 0;
}

/* --check-answers: the batches from number `first` on give their positions to new ones, each
   position to one for each of its answers. */
static bool split_by_answer(abs_suite *suite, size_t first, abs_error *error)
{
    const size_t end = suite->count;
    for (size_t from = first; from < end; from++) {
        for (size_t i = 0; i < suite->batches[from].entry_count; i++) {
            const abs_entry *entry = &suite->batches[from].entries[i];
            for (unsigned k = 0; k < entry->known_count; k++) {
                abs_batch *to = find_answers(suite, end, from, &entry->known[k], error);
                if (to == NULL)
                    return false;
                entry = &suite->batches[from].entries[i]; /* the batches may have moved */
                if (!positions_copy(to, entry))
                    return suite_no_memory(error);
            }
        }
        drop_entries(&suite->batches[from]);
    }
    return true;
}

/* The configurations of a batch: at the depths asked for, or as its answers want it. */
static bool add_depths(abs_batch *batch, const abs_options *o, abs_error *error)
{
    if (!o->check_answers)
        return add_configs(batch, o, error);
    return !batch->for_answers ||
           add_grains(batch, o, batch->answer_depth, batch->answer_eval, error);
}

bool abs_suite_add(abs_suite *suite, const abs_options *o, abs_error *error)
{
    const size_t first = suite->count;
    const bool mixed = o->domain_count == 0;
    const size_t count = mixed ? sizeof mix / sizeof mix[0] : o->domain_count;
    for (size_t i = 0; i < count; i++) {
        const char *kind = mixed ? mix[i].kind : o->domains[i].game ? "game" : "tree";
        const char *spec = mixed ? mix[i].spec : o->domains[i].spec;
        if (!add_batch(suite, first, o, i, kind, spec, mixed ? mix[i].positions : 0, error))
            return false;
    }
    if (o->check_answers && !split_by_answer(suite, first, error))
        return false;
    for (size_t i = first; i < suite->count; i++) {
        abs_batch *batch = &suite->batches[i];
        if (!suite_keep(batch, (size_t)o->max_positions, error) || !add_depths(batch, o, error))
            return false;
        for (size_t c = 0; c < batch->config_count; c++)
            if (batch->configs[c].tt_bytes > suite->tt_bytes)
                suite->tt_bytes = batch->configs[c].tt_bytes;
    }
    if (!suite_leave_out_repeats(suite, first, error))
        return false;
    suite_number_jobs(suite);
    if (o->check_answers && suite->jobs == 0)
        return abs_fail(error, ABS_USAGE,
                        "--check-answers: no position here has a known answer; name a game");
    return true;
}

void abs_suite_free(abs_suite *suite)
{
    for (size_t i = 0; i < suite->count; i++) {
        abs_batch *batch = &suite->batches[i];
        batch->entry_count += batch->held;
        drop_entries(batch);
        if (batch->rules != NULL && batch->domain->free_rules != NULL)
            batch->domain->free_rules(batch->rules);
        free(batch->rules);
        free(batch->spec);
        free(batch->entries);
        free(batch->configs);
    }
    free(suite->batches);
    free(suite->grid);
    *suite = (abs_suite){0};
}

void abs_suite_job(const abs_suite *suite, size_t job, const abs_entry **entry,
                   const abs_config **config)
{
    size_t i = suite->count - 1;
    while (suite->batches[i].first_job > job)
        i--;
    const abs_batch *batch = &suite->batches[i];
    job -= batch->first_job;
    *entry = &batch->entries[batch->first_entry + job / batch->config_count];
    *config = &batch->configs[job % batch->config_count];
}
