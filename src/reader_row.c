/* reader_row.c -- from a row's parsed JSON to the row. See reader_parts.h. */
#define _POSIX_C_SOURCE 200809L
#include "grow.h"
#include "reader_parts.h"
#include "registry.h"
#include "report_parts.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>

#define NAME(name) #name,
#define AT_ROW(name) ROW_##name,
#define AT_TABLE(name) TABLE_##name,
#define AT_ITERATION(name) ITERATION_##name,
#define AT_PASS(name) PASS_##name,
#define AT_TIME(name) TIME_##name,

#define ROW_LIST(X)                                                                                \
    X(id) X(kind) X(domain) X(spec) X(position) X(position_id) X(seed) X(algo) X(driver) X(core)   \
    X(window) X(widen) X(widen_factor) X(guess) X(step) X(depth) X(eval) X(grain) X(tt_bytes)      \
    X(tt_mode) X(tt_replace) X(order) X(deepening) X(quiescence) X(value) X(best_move)             \
    X(best_move_optimal) X(pv) X(nodes) X(interior) X(leaves) X(qnodes) X(cutoffs)                 \
    X(first_move_cutoffs) X(passes) X(root_researches) X(fail_low) X(fail_high)                    \
    X(interior_researches) X(research_nodes) X(tt) X(iterations) X(time) X(status)
#define TABLE_LIST(X) X(probes) X(hits) X(answers) X(stores) X(replaced) X(contradictions)
#define ITERATION_LIST(X) X(depth) X(guess) X(value) X(nodes) X(leaves) X(passes)
#define PASS_LIST(X) X(alpha) X(beta) X(value) X(nodes)
#define TIME_LIST(X) X(real_s) X(cpu_s) X(nodes_per_s)

enum { ROW_LIST(AT_ROW) ROW_COUNT };
enum { TABLE_LIST(AT_TABLE) TABLE_COUNT };
enum { ITERATION_LIST(AT_ITERATION) ITERATION_COUNT };
enum { PASS_LIST(AT_PASS) PASS_COUNT };
enum { TIME_LIST(AT_TIME) TIME_COUNT };

static const char *const row_names[] = {ROW_LIST(NAME)};
static const char *const table_names[] = {TABLE_LIST(NAME)};
static const char *const iteration_names[] = {ITERATION_LIST(NAME)};
static const char *const pass_names[] = {PASS_LIST(NAME)};
static const char *const time_names[] = {TIME_LIST(NAME)};

_Static_assert((int)ROW_COUNT <= (int)MEMBERS_MAX, "MEMBERS_MAX is too small");

static bool no_memory(abs_error *error)
{
    return abs_fail(error, ABS_CANNOT_RUN, "no memory to read the report");
}

void row_free(row_maker *m)
{
    for (size_t i = 0; i < m->specs.count; i++) {
        if (m->spec[i].rules != NULL && m->spec[i].domain->free_rules != NULL)
            m->spec[i].domain->free_rules(m->spec[i].rules);
        free(m->spec[i].rules);
    }
    names_free(&m->specs);
    names_free(&m->wrong_answers);
    free(m->spec);
    free(m->id);
    free(m->text);
    free(m->entry.position);
    free(m->here);
    free(m->next);
    abs_row_free(&m->row);
    *m = (row_maker){0};
}

/* ---- the position ------------------------------------------------------------------------- */

/* Puts "FILE: row N: " before what is wrong. */
static bool blame(const members *f, const char *name)
{
    const abs_error cause = *f->error;
    return abs_fail(f->error, ABS_CANNOT_RUN, "%.300s: row %zu: %s: %.600s", f->file, f->row, name,
                    cause.text);
}

/* The domain and the rules of a spec that is new. */
static bool add_spec(row_spec *spec, const members *f, const char *text, const char *kind)
{
    char name[64];
    const size_t length = strcspn(text, ":");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
             text);
    if (strcmp(kind, "game") != 0 && strcmp(kind, "tree") != 0)
        return members_fail(f, ROW_kind, "is neither tree nor game");
    const abs_registered *found = abs_registry_find(kind, name, f->error);
    if (found == NULL)
        return blame(f, "spec");
    if (strcmp(found->domain->name, name) != 0)
        return members_fail(f, ROW_spec, "does not begin with the domain's own name");
    spec->domain = found->domain;
    spec->rules = calloc(1, found->domain->rules_size);
    if (spec->rules == NULL)
        return no_memory(f->error);
    if (!found->domain->parse_rules(spec->rules, text[length] == ':' ? text + length + 1 : "",
                                    f->error)) {
        free(spec->rules);
        spec->rules = NULL;
        return blame(f, "spec");
    }
    if (found->domain->choose != NULL && found->domain->choose(spec->rules) != NULL)
        spec->domain = found->domain->choose(spec->rules);
    return true;
}

static bool find_spec(row_maker *m, const members *f, uint32_t *number)
{
    const char *spec, *kind, *domain;
    if (!members_text(f, ROW_spec, false, &spec) || !members_text(f, ROW_kind, false, &kind) ||
        !members_text(f, ROW_domain, false, &domain))
        return false;
    const size_t before = m->specs.count;
    if (!abs_grow(&m->spec, &m->spec_room, before, sizeof *m->spec))
        return no_memory(f->error);
    m->spec[before] = (row_spec){NULL, NULL};
    *number = names_add(&m->specs, spec);
    if (*number == UINT32_MAX)
        return no_memory(f->error);
    if (m->specs.count > before && !add_spec(&m->spec[before], f, spec, kind))
        return false;
    const abs_domain *d = m->spec[*number].domain;
    if (strcmp(d->kind, kind) != 0)
        return members_fail(f, ROW_kind, "is not that of its spec");
    return strcmp(d->name, domain) == 0 || members_fail(f, ROW_domain, "is not that of its spec");
}

/* Room for a position of that size, thrice. */
static bool make_room(row_maker *m, size_t size)
{
    void **const places[] = {&m->entry.position, &m->here, &m->next};
    if (size <= m->room)
        return true;
    m->room = 0;
    for (size_t i = 0; i < 3; i++) {
        free(*places[i]);
        *places[i] = calloc(1, size);
    }
    if (m->entry.position == NULL || m->here == NULL || m->next == NULL)
        return false;
    m->room = size;
    return true;
}

static bool check_tree(row_maker *m, const members *f, uint64_t seed)
{
    char id[ABS_TEXT_MAX];
    const abs_entry *e = &m->entry;
    if (e->has_seed == e->domain->seedless)
        return members_fail(f, ROW_seed, e->has_seed ? "is given where none is used" : "is null");
    if (seed >> 53 != 0)
        return members_fail(f, ROW_seed, "is not below 2^53");
    if (strcmp(e->text, e->spec) != 0)
        return members_fail(f, ROW_position, "of a tree is not its spec");
    if (e->has_seed)
        snprintf(id, sizeof id, "%.900s#%llu", e->spec, (unsigned long long)seed);
    else
        snprintf(id, sizeof id, "%s", e->spec);
    if (strcmp(e->id, id) != 0)
        return members_fail(f, ROW_position_id, "is not that of its spec and seed");
    e->domain->root(e->rules, seed, e->position);
    return true;
}

static bool check_game(row_maker *m, const members *f)
{
    const abs_entry *e = &m->entry;
    if (e->has_seed)
        return members_fail(f, ROW_seed, "is given for a game");
    return e->domain->parse(e->rules, e->text, e->position, f->error) || blame(f, "position");
}

/* The entry; it stays when it is the last row's. */
static bool read_entry(row_maker *m, const members *f)
{
    uint32_t spec = 0;
    uint64_t seed = 0;
    const char *id, *text;
    const bool has_seed = !members_is_null(f, ROW_seed);
    if (!find_spec(m, f, &spec) || !members_text(f, ROW_position, false, &text) ||
        !members_text(f, ROW_position_id, false, &id) ||
        (has_seed && !members_count(f, ROW_seed, &seed)))
        return false;
    if (m->id != NULL && m->entry_spec == spec && strcmp(m->id, id) == 0 &&
        strcmp(m->text, text) == 0 && m->entry.has_seed == has_seed && m->entry.seed == seed)
        return true;
    free(m->id);
    free(m->text);
    m->id = strdup(id);
    m->text = strdup(text);
    const abs_domain *d = m->spec[spec].domain;
    if (m->id == NULL || m->text == NULL || !make_room(m, d->position_size))
        return no_memory(f->error);
    m->entry_spec = spec;
    m->entry = (abs_entry){.domain = d,
                           .rules = m->spec[spec].rules,
                           .position = m->entry.position,
                           .spec = m->specs.texts[spec],
                           .text = m->text,
                           .id = m->id,
                           .has_seed = has_seed,
                           .seed = seed};
    memset(m->entry.position, 0, d->position_size);
    return d->root != NULL ? check_tree(m, f, seed) : check_game(m, f);
}

/* ---- the configuration -------------------------------------------------------------------- */

/* The place of a text in a list; `count` names. */
static bool read_name(const members *f, size_t at, const char *const *names, size_t count,
                      unsigned *place)
{
    const char *text;
    if (!members_text(f, at, false, &text))
        return false;
    for (*place = 0; *place < count; ++*place)
        if (strcmp(names[*place], text) == 0)
            return true;
    return members_fail(f, at, "is no name that it may have");
}

static bool read_algo(const members *f, abs_config *c)
{
    abs_algo algos[ABS_ALGOS_MAX];
    unsigned count = 0;
    const char *algo, *driver, *core;
    if (!members_text(f, ROW_algo, false, &algo) || !members_text(f, ROW_driver, false, &driver) ||
        !members_text(f, ROW_core, false, &core))
        return false;
    if (!abs_algo_parse("algo", algo, algos, &count, f->error))
        return blame(f, "algo");
    if (count != 1)
        return members_fail(f, ROW_algo, "is a group of algorithms");
    c->algo = algos[0];
    c->policy.driver = algos[0].driver;
    if (strcmp(abs_driver_table[c->algo.driver].about.name, driver) != 0)
        return members_fail(f, ROW_driver, "is not that of its algorithm");
    return strcmp(c->algo.core->about.name, core) == 0 ||
           members_fail(f, ROW_core, "is not that of its algorithm");
}

/* null must stand where the configuration does not use a field. */
static bool check_unused(const members *f, size_t at, bool used)
{
    return used || members_null(f, at, "is not null, but nothing uses it");
}

static bool read_window(const members *f, abs_config *c)
{
    const cJSON *window;
    const char *names[ABS_WIDENINGS];
    unsigned widen;
    const bool used = words_uses(c, ABS_USES_WINDOW);
    if (!check_unused(f, ROW_window, used) || !check_unused(f, ROW_widen, used) ||
        (!used && !check_unused(f, ROW_widen_factor, false)))
        return false;
    if (!used)
        return true;
    if (!members_array(f, ROW_window, &window))
        return false;
    if (cJSON_GetArraySize(window) != 2)
        return members_fail(f, ROW_window, "is no pair");
    static const char *const edges[] = {"low", "high"};
    members pair = *f;
    pair.within = "window.";
    pair.names = edges;
    pair.items[0] = window->child;
    pair.items[1] = window->child->next;
    for (int i = 0; i < ABS_WIDENINGS; i++)
        names[i] = abs_widen_names[i].name;
    if (!members_int(&pair, 0, 1, ABS_VALUE_MAX, &c->policy.low) ||
        !members_int(&pair, 1, 1, ABS_VALUE_MAX, &c->policy.high) ||
        !read_name(f, ROW_widen, names, ABS_WIDENINGS, &widen))
        return false;
    c->policy.widen = (abs_widen)widen;
    if (!words_uses_factor(c))
        return check_unused(f, ROW_widen_factor, false);
    if (!members_real(f, ROW_widen_factor, &c->policy.factor))
        return false;
    return c->policy.factor > 1 || members_fail(f, ROW_widen_factor, "is not more than 1");
}

static bool read_guess(const members *f, abs_config *c)
{
    const char *text;
    int64_t number = 0;
    if (!words_uses(c, ABS_USES_GUESS))
        return check_unused(f, ROW_guess, false);
    if (!members_text(f, ROW_guess, false, &text))
        return false;
    for (int k = 0; k < ABS_GUESS_EXACT; k++)
        if (strcmp(abs_guess_names[k].name, text) == 0) {
            c->guess = (abs_guess_kind)k;
            return true;
        }
    const bool exact = strncmp(text, "exact", 5) == 0;
    const char *digits = exact ? text + 5 + (text[5] == '+') : text;
    c->guess = exact ? ABS_GUESS_EXACT : ABS_GUESS_NUMBER;
    if ((!exact || *digits != '\0') && !text_int(digits, -ABS_VALUE_MAX, ABS_VALUE_MAX, &number))
        return members_fail(f, ROW_guess, "is no guess");
    c->guess_number = (int)number;
    return true;
}

static bool read_table(const members *f, abs_config *c)
{
    uint64_t bytes;
    unsigned mode, replace;
    if (!members_count(f, ROW_tt_bytes, &bytes))
        return false;
    c->tt_bytes = (size_t)bytes;
    if (bytes == 0)
        return check_unused(f, ROW_tt_mode, false) && check_unused(f, ROW_tt_replace, false);
    if (!read_name(f, ROW_tt_mode, words_tt_mode, 2, &mode) ||
        !read_name(f, ROW_tt_replace, words_tt_replace, 2, &replace))
        return false;
    c->tt_mode = (abs_tt_mode)mode;
    c->tt_replace = (abs_tt_replace)replace;
    return true;
}

static bool read_order(const members *f, unsigned *order)
{
    const char *text;
    char word[64];
    if (!members_text(f, ROW_order, false, &text))
        return false;
    for (*order = 0; *order < 16; ++*order) {
        abs_order_text(*order, word, sizeof word);
        if (strcmp(word, text) == 0)
            return true;
    }
    return members_fail(f, ROW_order, "is no ordering");
}

/* The limit stands in the id alone: ".../limit1000". */
static uint64_t find_limit(const char *id)
{
    int64_t limit;
    const char *slash = strrchr(id, '/');
    if (slash == NULL || strncmp(slash, "/limit", 6) != 0 ||
        !text_int(slash + 6, 1, INT64_MAX, &limit))
        return 0;
    return (uint64_t)limit;
}

static bool read_config(row_maker *m, const members *f)
{
    abs_config *c = &m->config;
    unsigned eval;
    const char *id;
    *c = (abs_config){.grain = 1};
    if (!read_algo(f, c) || !read_window(f, c) || !read_guess(f, c) ||
        !check_unused(f, ROW_step, words_uses(c, ABS_USES_STEP)) ||
        (words_uses(c, ABS_USES_STEP) &&
         !members_int(f, ROW_step, 1, ABS_VALUE_MAX, &c->policy.step)) ||
        !members_int(f, ROW_depth, 0, ABS_MAX_DEPTH, &c->depth) ||
        !read_name(f, ROW_eval, words_eval, 2, &eval) ||
        !members_int(f, ROW_grain, 1, ABS_VALUE_MAX, &c->grain) || !read_table(f, c) ||
        !read_order(f, &c->order) || !members_truth(f, ROW_deepening, &c->deepening) ||
        !members_truth(f, ROW_quiescence, &c->quiescence) ||
        !members_text(f, ROW_id, false, &id))
        return false;
    c->eval = (abs_eval)eval;
    c->node_limit = find_limit(id);
    return true;
}

/* ---- what was counted --------------------------------------------------------------------- */

static bool read_status(const members *f, abs_row *row)
{
    unsigned status;
    if (!read_name(f, ROW_status, abs_status_names, ABS_STATUS_INTERRUPTED + 1, &status))
        return false;
    row->status = (abs_status)status;
    row->has_value = row->status == ABS_STATUS_OK;
    row->value = 0;
    if (!row->has_value)
        return members_null(f, ROW_value, "is not null, but the status is not ok");
    return members_int(f, ROW_value, -ABS_VALUE_MAX, ABS_VALUE_MAX, &row->value);
}

/* Counters by place; what members follow from others is checked. */
static bool read_counters(const members *f, abs_row *row)
{
    abs_counters *n = &row->n;
    const struct {
        size_t at;
        uint64_t *to;
    } counters[] = {{ROW_nodes, &n->nodes},
                    {ROW_interior, &n->interior},
                    {ROW_qnodes, &n->qnodes},
                    {ROW_cutoffs, &n->cutoffs},
                    {ROW_first_move_cutoffs, &n->first_move_cutoffs},
                    {ROW_fail_low, &row->fail_low},
                    {ROW_fail_high, &row->fail_high},
                    {ROW_interior_researches, &n->interior_researches},
                    {ROW_research_nodes, &n->research_nodes}};
    for (size_t i = 0; i < sizeof counters / sizeof counters[0]; i++)
        if (!members_count(f, counters[i].at, counters[i].to))
            return false;
    return true;
}

static bool read_table_counters(const members *f, abs_row *row)
{
    abs_counters *n = &row->n;
    uint64_t *const counters[] = {&n->tt_probes, &n->tt_hits,     &n->tt_answers,
                                  &n->tt_stores, &n->tt_replaced, &n->tt_contradictions};
    members table = *f;
    table.within = "tt.";
    if (row->config->tt_bytes == 0)
        return check_unused(f, ROW_tt, false);
    if (f->items[ROW_tt] == NULL)
        return members_fail(f, ROW_tt, "is missing");
    if (!members_take(&table, f->items[ROW_tt], table_names, TABLE_COUNT))
        return false;
    for (size_t i = 0; i < TABLE_COUNT; i++)
        if (!members_count(&table, i, counters[i]))
            return false;
    return true;
}

/* A bound; null is the infinite one. */
static bool read_bound(const members *f, size_t at, int infinite, int *bound)
{
    *bound = infinite;
    return members_is_null(f, at) ||
           members_int(f, at, 1 - ABS_INFINITY, ABS_INFINITY - 1, bound);
}

static bool read_pass(const members *f, const cJSON *json, abs_row *row)
{
    members pass = {.file = f->file, .row = f->row, .within = "pass.", .error = f->error};
    if (!abs_grow(&row->passes, &row->pass_room, row->pass_count, sizeof *row->passes))
        return no_memory(f->error);
    abs_pass *p = &row->passes[row->pass_count++];
    *p = (abs_pass){0};
    return members_take(&pass, json, pass_names, PASS_COUNT) &&
           read_bound(&pass, PASS_alpha, -ABS_INFINITY, &p->alpha) &&
           read_bound(&pass, PASS_beta, ABS_INFINITY, &p->beta) &&
           members_int(&pass, PASS_value, 1 - ABS_INFINITY, ABS_INFINITY - 1, &p->value) &&
           members_count(&pass, PASS_nodes, &p->nodes);
}

static bool read_iteration(const members *f, const cJSON *json, abs_row *row)
{
    const cJSON *passes;
    members of = {.file = f->file, .row = f->row, .within = "iteration.", .error = f->error};
    if (!abs_grow(&row->iterations, &row->iteration_room, row->iteration_count,
                  sizeof *row->iterations))
        return no_memory(f->error);
    abs_iteration *it = &row->iterations[row->iteration_count++];
    *it = (abs_iteration){.first_pass = row->pass_count};
    if (!members_take(&of, json, iteration_names, ITERATION_COUNT) ||
        !members_int(&of, ITERATION_depth, 0, ABS_MAX_DEPTH, &it->depth) ||
        !members_count(&of, ITERATION_nodes, &it->nodes) ||
        !members_count(&of, ITERATION_leaves, &it->leaves) ||
        !members_array(&of, ITERATION_passes, &passes))
        return false;
    it->for_guess = of.items[ITERATION_guess] != NULL;
    if (it->for_guess && !cJSON_IsTrue(of.items[ITERATION_guess]))
        return members_fail(&of, ITERATION_guess, "is not true");
    it->has_value = !members_is_null(&of, ITERATION_value);
    if (it->has_value &&
        !members_int(&of, ITERATION_value, -ABS_VALUE_MAX, ABS_VALUE_MAX, &it->value))
        return false;
    for (const cJSON *pass = passes->child; pass != NULL; pass = pass->next, it->passes++)
        if (!read_pass(f, pass, row))
            return false;
    return true;
}

static bool read_iterations(const members *f, abs_row *row)
{
    const cJSON *iterations;
    row->iteration_count = row->pass_count = 0;
    if (!members_array(f, ROW_iterations, &iterations))
        return false;
    for (const cJSON *it = iterations->child; it != NULL; it = it->next)
        if (!read_iteration(f, it, row))
            return false;
    return true;
}

/* What is said twice must be said alike. */
static bool check_sums(const members *f, const abs_row *row)
{
    const abs_counters *n = &row->n;
    uint64_t leaves, passes, researches;
    if (!members_count(f, ROW_leaves, &leaves) || !members_count(f, ROW_passes, &passes) ||
        !members_count(f, ROW_root_researches, &researches))
        return false;
    if (n->interior > n->nodes || n->tt_answers > n->nodes - n->interior ||
        leaves != abs_leaves(n))
        return members_fail(f, ROW_leaves, "is not nodes less interior less tt.answers");
    if (passes != row->pass_count)
        return members_fail(f, ROW_passes, "is not the number of passes in its iterations");
    return researches == tally_root_researches(row) ||
           members_fail(f, ROW_root_researches, "is not passes less iterations");
}

static bool read_time(const members *f, abs_row *row)
{
    double speed;
    members time = *f;
    time.within = "time.";
    row->real_s = row->cpu_s = NAN;
    return f->items[ROW_time] == NULL ||
           (members_take(&time, f->items[ROW_time], time_names, TIME_COUNT) &&
            members_real(&time, TIME_real_s, &row->real_s) &&
            members_real(&time, TIME_cpu_s, &row->cpu_s) &&
            members_real(&time, TIME_nodes_per_s, &speed));
}

/* ---- moves -------------------------------------------------------------------------------- */

/*
 * The place in generator order of the move at `here` that is written so; texts differ within a
 * position. `likely` is tried first: rows of one position often share a line.
 */
static unsigned find_move(const row_maker *m, const void *here, const char *text, unsigned likely)
{
    char word[ABS_TEXT_MAX];
    const abs_entry *e = &m->entry;
    const unsigned count = e->domain->count_moves(e->rules, here);
    for (unsigned i = 0; i <= count; i++) {
        const unsigned move = i == 0 ? likely : i - 1;
        if (move >= count)
            continue;
        e->domain->move_text(e->rules, here, move, word, sizeof word);
        if (strcmp(word, text) == 0)
            return move;
    }
    return ABS_NO_MOVE;
}

static bool read_best_move(row_maker *m, const members *f)
{
    const char *text;
    bool optimal = false;
    abs_row *row = &m->row;
    const unsigned likely = row->best;
    if (!members_text(f, ROW_best_move, true, &text))
        return false;
    row->best = ABS_NO_MOVE;
    if (text != NULL && (row->best = find_move(m, m->entry.position, text, likely)) == ABS_NO_MOVE)
        return members_fail(f, ROW_best_move, "is no legal move of its position");
    row->best_move_optimal = ABS_UNKNOWN;
    if (members_is_null(f, ROW_best_move_optimal))
        return true;
    if (!members_truth(f, ROW_best_move_optimal, &optimal))
        return false;
    row->best_move_optimal = optimal ? ABS_YES : ABS_NO;
    return text != NULL || members_fail(f, ROW_best_move_optimal, "is not null, but best_move is");
}

static bool read_pv(row_maker *m, const members *f)
{
    const cJSON *pv;
    abs_row *row = &m->row;
    const unsigned known = row->pv_length; /* of the row before */
    const abs_entry *e = &m->entry;
    if (!members_array(f, ROW_pv, &pv))
        return false;
    row->pv_length = 0;
    memcpy(m->here, e->position, e->domain->position_size);
    for (const cJSON *item = pv->child; item != NULL; item = item->next) {
        const unsigned ply = row->pv_length;
        if (ply == sizeof row->pv / sizeof row->pv[0])
            return members_fail(f, ROW_pv, "is too long");
        const unsigned likely = ply < known ? row->pv[ply] : 0;
        const unsigned move =
            cJSON_IsString(item) ? find_move(m, m->here, item->valuestring, likely) : ABS_NO_MOVE;
        if (move == ABS_NO_MOVE)
            return members_fail(f, ROW_pv, "holds what is no legal move");
        row->pv[row->pv_length++] = (uint16_t)move;
        e->domain->apply(e->rules, m->here, move, m->next);
        void *swap = m->here;
        m->here = m->next;
        m->next = swap;
    }
    return true;
}

/* ---- the whole ---------------------------------------------------------------------------- */

/* The id follows from the rest, and tells whether the position's value is known to be another. */
static bool check_id(row_maker *m, const members *f)
{
    const char *id;
    char text[2 * ABS_TEXT_MAX + WORDS_MAX];
    abs_row_id(&m->row, text, sizeof text);
    if (!members_text(f, ROW_id, false, &id))
        return false;
    if (strcmp(id, text) != 0)
        return members_fail(f, ROW_id, "is not the one that its configuration makes");
    m->entry.has_answer = names_find(&m->wrong_answers, id) != UINT32_MAX;
    m->entry.answer_depth = m->config.depth;
    m->entry.answer_value = m->row.has_value && m->row.value == 0; /* any other */
    return true;
}

bool row_make(row_maker *m, const cJSON *json, const char *file, size_t number, abs_error *error)
{
    members f = {.file = file, .row = number, .within = "", .error = error};
    abs_row *row = &m->row;
    row->entry = &m->entry;
    row->config = &m->config;
    row->n = (abs_counters){0};
    return members_take(&f, json, row_names, ROW_COUNT) && read_entry(m, &f) &&
           read_config(m, &f) && read_status(&f, row) && read_counters(&f, row) &&
           read_table_counters(&f, row) && read_iterations(&f, row) && check_sums(&f, row) &&
           read_time(&f, row) && read_best_move(m, &f) && read_pv(m, &f) && check_id(m, &f);
}
