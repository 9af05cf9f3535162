/* configs.c -- the configurations of a batch: what the options ask for, multiplied. See suite.h. */
#include "base/memory.h"
#include "suite/suite.h"

#include <stdlib.h>

typedef struct {
    abs_batch *batch;
    const abs_options *o;
    const abs_list *lists[CONFIG_FIELDS]; /* what was asked for, where the domain has it */
    bool for_reference;
    abs_error *error;
} product;

static const abs_list none = {.count = 0};
static const abs_list off = {.items = &(abs_pair){0, 0}, .count = 1};

static bool add_config(const product *p, const abs_config *config)
{
    batch_add_config(p->batch, config);
    p->batch->configs[p->batch->config_count - 1].for_reference = p->for_reference;
    return true;
}

/* A window's side in points: pawns, of two halves each, are rounded, halves up. */
static int64_t points(int half_pawn, int64_t side)
{
    if (side >= 0)
        return side;
    const int64_t pawn = 2 * (int64_t)half_pawn, pawns = -side;
    const int64_t rounded =
        pawns / ABS_DECIMAL * pawn + (pawns % ABS_DECIMAL * pawn + ABS_DECIMAL / 2) / ABS_DECIMAL;
    return rounded < 1 ? 1 : rounded > ABS_VALUE_MAX ? ABS_VALUE_MAX : rounded;
}

static void set(const product *p, const config_field *f, abs_config *c, abs_pair value)
{
    switch (f->kind) {
    case CONFIG_ALGO:
        c->algo = p->o->algos[value.low];
        break;
    case CONFIG_WINDOW:
        c->window = (abs_window){(int)value.low, (int)value.high};
        break;
    case CONFIG_GUESS:
        c->guess = (abs_guess){(abs_guess_kind)value.low, (int)value.high};
        break;
    case CONFIG_REAL:
        *(double *)config_at(f, c) = (double)value.low / ABS_DECIMAL;
        break;
    case CONFIG_FLAGS:
        config_set(f, c, value.low & p->batch->domain->orders);
        break;
    default:
        config_set(f, c, value.low);
    }
}

/* The value where nothing was asked for. */
static abs_pair preset(const product *p, const config_field *f, const abs_config *c)
{
    abs_config by_default = *c;
    config_preset(f, p->batch->domain, p->batch->rules, &by_default);
    return reference_value(f, &by_default);
}

static bool choose(const product *p, abs_config c, unsigned nest);

/* Trees have one evaluation, and not every game a simpler one. */
static bool has_eval(const abs_domain *domain, int64_t number)
{
    const abs_evaluation eval = config_eval_of(number);
    return (!abs_is_tree(domain) || (eval.noise == 0 && eval.turn == 0)) &&
           (eval.kind != ABS_EVAL_MATERIAL || domain->has_material);
}

/* What an item of a list comes to: windows are points, and quiescence is on or off. */
static abs_pair resolve(const product *p, const config_field *f, const abs_config *c, abs_pair item)
{
    if (f->kind == CONFIG_WINDOW) {
        const int half = config_half_pawn(p->batch->domain, p->batch->rules, c);
        return (abs_pair){points(half, item.low), points(half, item.high)};
    }
    if (f == &config_fields[CONFIG_eval] && !has_eval(p->batch->domain, item.low)) {
        abs_evaluation eval = config_eval_of(item.low);
        eval.kind = ABS_EVAL_HEURISTIC;
        item.low = item.high = config_eval_number(&eval);
    }
    if (f == &config_fields[CONFIG_quiescence] && item.low == ABS_QUIESCENCE_AUTO)
        item.low = item.high = preset(p, f, c).low;
    return item;
}

/* What the items of a list come to, each once. */
static bool choose_each(const product *p, const config_field *f, abs_config c)
{
    const abs_list *given = p->lists[f - config_fields];
    abs_list list = {.count = 0};
    bool ok = true;
    for (size_t i = 0; i < given->count; i++) {
        const abs_pair item = resolve(p, f, &c, given->items[i]);
        abs_list_add(&list, item.low, item.high);
    }
    if (given->count == 0) {
        const abs_pair item = preset(p, f, &c);
        abs_list_add(&list, item.low, item.high);
    }
    abs_list_unique(&list);
    for (size_t i = 0; ok && i < list.count; i++) {
        set(p, f, &c, list.items[i]);
        ok = choose(p, c, f->nest + 1);
    }
    abs_list_free(&list);
    return ok;
}

/* ---- algorithms --------------------------------------------------------------------------- */

static bool has_table(const abs_options *o)
{
    const abs_list *sizes = &o->settings[CONFIG_tt_bytes];
    if (sizes->count == 0)
        return config_fields[CONFIG_tt_bytes].preset > 0;
    for (size_t i = 0; i < sizes->count; i++)
        if (sizes->items[i].low > 0)
            return true;
    return false;
}

static bool has_minimax(const abs_options *o)
{
    for (unsigned a = 0; a < o->algo_count; a++)
        if (o->algos[a].core->core.minimax)
            return true;
    return false;
}

static abs_config limited(abs_config c, uint64_t most)
{
    if (c.node_limit == 0 || c.node_limit > most)
        c.node_limit = most;
    return c;
}

/* --verify: naive minimax, left out where it is not affordable. */
static bool add_minimax(const product *p, abs_config c)
{
    unsigned count = 0;
    abs_algo_parse("algo", "minimax", &c.algo, &count, p->error);
    c.optional = true;
    c = limited(c, ABS_EXPANSION_NODES_MAX);
    return add_config(p, &c);
}

static bool choose_algo(const product *p, const config_field *f, abs_config c)
{
    const char *const option = p->for_reference ? "reference" : "algo";
    for (unsigned a = 0; a < p->o->algo_count; a++) {
        const abs_algo *algo = &p->o->algos[a];
        set(p, f, &c, (abs_pair){a, a});
        if (algo->core->limit == ABS_LIMIT_GRAPH && !has_table(p->o)) {
            if (algo->grouped) /* --algo=limits then means the minimal tree alone */
                continue;
            return abs_fail(p->error, ABS_USAGE,
                            "--%s=%s: it needs a table; leave out --plain, "
                            "or give a --tt greater than 0",
                            option, algo->name);
        }
        if (abs_algo_crawls(algo) && !p->o->allow_fail_hard)
            return abs_fail(p->error, ABS_USAGE,
                            "--%s=%s: a fail-hard core moves %s one point a pass; use "
                            "%s+failsoft, or --allow-fail-hard to see it",
                            option, algo->name, abs_driver_table[algo->driver].about.name,
                            abs_driver_table[algo->driver].about.name);
        if (!choose(p, c, f->nest + 1))
            return false;
    }
    return !p->o->verify || has_minimax(p->o) || add_minimax(p, c);
}

/* ---- the product -------------------------------------------------------------------------- */

static bool finish(const product *p, abs_config c)
{
    if (c.algo.core->limit == ABS_LIMIT_GRAPH && c.tt_bytes == 0)
        return true; /* it cannot do without a table */
    if (c.algo.core->limit == ABS_LIMIT_TREE && c.node_limit == 0)
        c = limited(c, ABS_EXPANSION_NODES_MAX);
    return add_config(p, &c);
}

/* Goes through the fields from `nest` on; those that are not open stay 0. */
static bool choose(const product *p, abs_config c, unsigned nest)
{
    const config_field *f = config_fields, *const end = f + CONFIG_FIELDS;
    while (f < end && f->nest != nest)
        f++;
    if (f == end)
        return finish(p, c);
    if (f->kind == CONFIG_ALGO)
        return choose_algo(p, f, c);
    if (!config_open(f, &c))
        return choose(p, c, nest + 1);
    return choose_each(p, f, c);
}

/* A depth that was asked for, as far as the domain goes; -1: impossible, and the error is set. */
static int fit_depth(const abs_batch *batch, int depth, int least, int most, abs_error *error)
{
    const abs_domain *d = batch->domain;
    if (depth < least) {
        abs_fail(error, ABS_USAGE,
                 "--depth=%d: %s has no values above its leaves; search its full height, %d, or "
                 "leave out --depth",
                 depth, batch->spec, least);
        return -1;
    }
    if (depth > most && least == 0 && !abs_is_tree(d)) {
        abs_fail(error, ABS_USAGE, "--depth=%d: %s ends after %d plies; give 0 to %d", depth,
                 d->name, most, most);
        return -1;
    }
    return depth < most ? depth : most; /* an explicit tree: nothing is below its leaves */
}

static int fit_end(const abs_batch *batch, int depth)
{
    return depth < batch->part.plies_left ? depth : batch->part.plies_left;
}

/* The depths to search, each once; `items` has room for ABS_MAX_DEPTH + 1. */
static bool find_depths(const abs_batch *batch, const abs_options *o, abs_pair *items,
                        abs_list *depths, abs_error *error)
{
    const abs_list *asked = &o->settings[CONFIG_depth];
    const int least = abs_min_depth(batch->domain, batch->rules),
              most = batch->domain->max_depth(batch->rules);
    bool done[ABS_MAX_DEPTH + 1] = {false};
    *depths = (abs_list){.items = items};
    if (asked->count == 0) {
        abs_config c;
        config_preset(&config_fields[CONFIG_depth], batch->domain, batch->rules, &c);
        const int end = fit_end(batch, c.depth);
        items[depths->count++] = (abs_pair){end, end};
    }
    for (size_t i = 0; i < asked->count; i++) {
        int depth = fit_depth(batch, (int)asked->items[i].low, least, most, error);
        if (depth < 0)
            return false;
        depth = fit_end(batch, depth);
        if (!done[depth])
            items[depths->count++] = (abs_pair){depth, depth};
        done[depth] = true;
    }
    return true;
}

/* What --reference names, as the reference of a configuration that is searched. */
static bool add_reference(const product *p, const abs_config *start, const abs_config *row)
{
    const abs_reference *r = &p->o->reference_config;
    abs_options o = *p->o;
    abs_pair values[CONFIG_FIELDS];
    abs_list lists[CONFIG_FIELDS];
    product alone = *p;
    alone.o = &o;
    alone.for_reference = true;
    o.algos[0] = r->algo;
    o.algo_count = 1;
    o.verify = false;
    for (size_t i = 0; i < CONFIG_FIELDS; i++) {
        const config_field *f = &config_fields[i];
        const bool is_row_s = /* a minimal tree has a limit without being asked */
            config_present(f, row) && (i != CONFIG_node_limit || p->o->max_nodes > 0);
        values[i] =
            r->named[i] ? reference_named(r, i, p->batch->domain->orders) : reference_value(f, row);
        lists[i] = *p->lists[i];
        if (r->named[i] || is_row_s)
            lists[i] = (abs_list){&values[i], 1};
        else if (lists[i].count > 1)
            lists[i].count = 1;
        alone.lists[i] = &lists[i];
    }
    o.settings[CONFIG_tt_bytes] = lists[CONFIG_tt_bytes];
    return choose(&alone, *start, 1);
}

/* A row's reference is of the same copy; a minimal tree is the same in all of them. */
static bool is_reference(const product *p, size_t place, const abs_config *row)
{
    const abs_config *c = &p->batch->configs[place];
    return reference_rate(&p->o->reference_config, p->batch->domain->orders, c, row) ==
               REFERENCE_EQUALS &&
           (c->shuffle == row->shuffle || c->algo.core->limit == ABS_LIMIT_TREE);
}

/* Whether there is a reference of the row at that place: looked for first where the last one was,
   which serves all rows that differ in windows only, and at the row itself. */
static bool has_reference(const product *p, size_t row_place, size_t *last)
{
    const abs_config row = p->batch->configs[row_place];
    if (is_reference(p, *last, &row) || is_reference(p, row_place, &row))
        return true;
    for (size_t i = 0; i < p->batch->config_count; i++)
        if (is_reference(p, i, &row)) {
            *last = i;
            return true;
        }
    return false;
}

/* With the references that are not there anyway. */
static bool choose_all(product *p, const abs_config *start)
{
    const abs_batch *b = p->batch;
    bool ok = choose(p, *start, 1);
    const bool compares = reference_is_given(&p->o->reference_config) && b->part.answer_depth < 0;
    const size_t rows = compares ? b->config_count : 0;
    for (size_t i = 0, last = 0; ok && i < rows; i++) {
        const abs_config row = b->configs[i];
        if (row.optional || has_reference(p, i, &last))
            continue;
        ok = add_reference(p, start, &row);
        last = b->config_count - 1;
    }
    return ok;
}

/* Whether a switch that was asked for is on in one of the batches from number `first` on. */
static bool acts(const abs_suite *suite, size_t first, size_t field)
{
    for (size_t i = first; i < suite->count; i++)
        for (size_t c = 0; c < suite->batches[i].config_count; c++)
            if (config_number(&config_fields[field], &suite->batches[i].configs[c]) != 0)
                return true;
    return false;
}

static bool asks_for_on(const abs_options *o, size_t field)
{
    for (size_t i = 0; i < o->settings[field].count; i++)
        if (o->settings[field].items[i].low == 1)
            return true;
    return false;
}

/* An evaluation that was asked for by name is one that some domain has. */
static bool check_evals(const abs_suite *suite, size_t first, const abs_options *o,
                        abs_error *error)
{
    const abs_list *evals = &o->settings[CONFIG_eval];
    for (size_t e = 0; e < evals->count; e++) {
        char text[CONFIG_WORD_MAX];
        abs_config c = {.depth = 0};
        bool known = false;
        for (size_t i = first; i < suite->count && !known; i++)
            known = has_eval(suite->batches[i].domain, evals->items[e].low);
        if (known)
            continue;
        config_set(&config_fields[CONFIG_eval], &c, evals->items[e].low);
        config_value(&config_fields[CONFIG_eval], &c, text, sizeof text);
        return abs_fail(error, ABS_USAGE, "--eval=%s: %s has no such evaluation; leave it out",
                        text, suite->batches[first].domain->name);
    }
    return true;
}

/* An ordering that was asked for by name is one that some domain has. */
static bool check_orders(const abs_suite *suite, size_t first, const char *option, unsigned asked,
                         abs_error *error)
{
    for (size_t i = first; i < suite->count; i++)
        asked &= ~suite->batches[i].domain->orders;
    if (asked == 0)
        return true;
    char names[64];
    abs_flags_text(abs_order_names, asked, names, sizeof names);
    return abs_fail(error, ABS_USAGE, "--%s=%s: %s has no such ordering; leave it out", option,
                    names, suite->batches[first].domain->name);
}

bool configs_check(const abs_suite *suite, size_t first, const abs_options *o, abs_error *error)
{
    const char *const name = suite->batches[first].domain->name;
    if (asks_for_on(o, CONFIG_quiescence) && !o->check_answers &&
        !acts(suite, first, CONFIG_quiescence))
        return abs_fail(error, ABS_USAGE,
                        "--quiescence=on: %s has no quiescence search; leave it out", name);
    if (asks_for_on(o, CONFIG_etc) && !acts(suite, first, CONFIG_etc))
        return abs_fail(error, ABS_USAGE,
                        "--etc=on looks children up in the table, and no search here has one; "
                        "leave it out, or give a --tt greater than 0");
    const abs_list *orders = &o->settings[CONFIG_order];
    const abs_reference *r = &o->reference_config;
    return check_evals(suite, first, o, error) &&
           check_orders(suite, first, "order",
                        orders->count > 0 ? (unsigned)orders->items[0].low : 0, error) &&
           check_orders(suite, first, "reference: order",
                        r->named[CONFIG_order] ? (unsigned)r->values[CONFIG_order].low : 0, error);
}

bool configs_add(abs_batch *batch, const abs_options *o, abs_error *error)
{
    product p = {.batch = batch, .o = o, .error = error};
    abs_pair depths[ABS_MAX_DEPTH + 1], depth = {batch->part.answer_depth, 0},
                                        eval = {batch->part.answer_eval, 0};
    abs_list found;
    const abs_list answer_depth = {&depth, 1}, answer_eval = {&eval, 1};
    for (size_t i = 0; i < CONFIG_FIELDS; i++)
        p.lists[i] = &o->settings[i];
    if (abs_is_tree(batch->domain)) /* a tree's leaves have one value */
        p.lists[CONFIG_eval] = &none;
    if (!batch->domain->has_quiescence)
        p.lists[CONFIG_quiescence] = &off;
    if (abs_min_depth(batch->domain, batch->rules) > 0) /* no values above its leaves */
        p.lists[CONFIG_deepening] = &off;
    const abs_config start = {.timeout = o->timeout, .distinct = o->distinct};
    if (o->max_nodes == 0) /* it may be more than a limit of searches: of a trace */
        p.lists[CONFIG_node_limit] = &none;
    if (batch->part.answer_depth >= 0) {
        p.lists[CONFIG_depth] = &answer_depth;
        p.lists[CONFIG_eval] = &answer_eval;
        p.lists[CONFIG_quiescence] = &off;
        return choose_all(&p, &start);
    }
    if (o->check_answers)
        return true; /* its positions have been moved to batches of their own */
    p.lists[CONFIG_depth] = &found;
    return find_depths(batch, o, depths, &found, error) && choose_all(&p, &start);
}
