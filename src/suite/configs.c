/* configs.c -- the configurations of a batch: what the options ask for, multiplied. See suite.h. */
#include "base/memory.h"
#include "suite/suite.h"

#include <stdlib.h>

typedef struct {
    abs_batch *batch;
    const abs_options *o;
    const abs_list *lists[CONFIG_FIELDS]; /* what was asked for, where the domain has it */
    abs_error *error;
} product;

static const abs_list none = {.count = 0};
static const abs_list off = {.items = &(abs_pair){0, 0}, .count = 1};

/* ---- what there is to choose ---------------------------------------------------------------- */

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

/* Trees have one evaluation, and not every game a simpler one. */
static bool has_eval(const abs_domain *domain, int64_t number)
{
    const abs_evaluation eval = config_eval_of(number);
    return (!abs_is_tree(domain) || (eval.noise == 0 && eval.turn == 0)) &&
           (eval.kind != ABS_EVAL_MATERIAL || domain->has_material);
}

/* The value where nothing was asked for. */
static abs_pair preset(const product *p, const config_field *f, const abs_config *c)
{
    abs_config by_default = *c;
    config_preset(f, p->batch->domain, p->batch->rules, &by_default);
    return reference_value(f, &by_default);
}

/* A depth that was asked for, as far as the domain goes. */
static bool fit_depth(const product *p, int64_t *depth)
{
    const abs_batch *b = p->batch;
    const int least = abs_min_depth(b->domain, b->rules), most = b->domain->max_depth(b->rules);
    if (*depth < least)
        return abs_fail(p->error, ABS_USAGE,
                        "--depth=%d: %s has no values above its leaves; search its full height, "
                        "%d, or leave out --depth",
                        (int)*depth, b->spec, least);
    if (*depth > most && least == 0 && !abs_is_tree(b->domain) && !p->o->deepest)
        return abs_fail(p->error, ABS_USAGE, "--depth=%d: %s ends after %d plies; give 0 to %d",
                        (int)*depth, b->domain->name, most, most);
    *depth = *depth < most ? *depth : most; /* an explicit tree: nothing is below its leaves */
    return true;
}

/* What an item of a list comes to: depths end with the game, windows are points, evaluations those
   that there are, and quiescence is on or off. False: the error is set. */
static bool resolve(const product *p, const config_field *f, const abs_config *c, abs_pair *item)
{
    const abs_batch *b = p->batch;
    switch ((size_t)(f - config_fields)) {
    case CONFIG_depth:
        return b->part.answer_depth >= 0 || fit_depth(p, &item->low);
    case CONFIG_window: {
        const int half = config_half_pawn(b->domain, b->rules, c);
        *item = (abs_pair){points(half, item->low), points(half, item->high)};
        return true;
    }
    case CONFIG_eval:
        if (!has_eval(b->domain, item->low)) {
            abs_evaluation eval = config_eval_of(item->low);
            eval.kind = ABS_EVAL_HEURISTIC;
            item->low = config_eval_number(&eval);
        }
        return true;
    case CONFIG_quiescence:
        if (item->low == ABS_QUIESCENCE_AUTO)
            item->low = preset(p, f, c).low;
        return true;
    default:
        return true;
    }
}

/* What the items of a field's list come to, each once. */
static bool list_choices(const product *p, const config_field *f, const abs_config *c, abs_list *to)
{
    const abs_list *given = p->lists[f - config_fields];
    const bool one_number = f->kind != CONFIG_WINDOW && f->kind != CONFIG_GUESS;
    for (size_t i = 0; i < given->count || i == 0; i++) {
        abs_pair item = given->count > 0 ? given->items[i] : preset(p, f, c);
        if (given->count > 0 && !resolve(p, f, c, &item))
            return false;
        if (f == &config_fields[CONFIG_depth] && item.low > p->batch->part.plies_left)
            item.low = p->batch->part.plies_left;
        abs_list_add(to, item.low, one_number ? item.low : item.high);
    }
    abs_list_unique(to);
    return true;
}

/* Whether the algorithm is left out, which a group has named, because it cannot be searched with
   what is asked for. False: the error is set. */
static bool check_extras(const product *p, const abs_algo *algo, bool *left_out)
{
    static const size_t extras[] = {CONFIG_parallel, CONFIG_select, CONFIG_fail_high_less};
    const abs_config c = {.algo = *algo};
    for (size_t i = 0; i < sizeof extras / sizeof extras[0]; i++) {
        if (algo->engine != NULL || !options_have(p->o, extras[i]) ||
            config_open(&config_fields[extras[i]], &c))
            continue;
        *left_out = true;
        if (!algo->grouped)
            return abs_fail(p->error, ABS_USAGE,
                            "--%s: %s is not searched with it; leave out one of them "
                            "(`absbench help run`)",
                            option_of_setting(extras[i])->name, algo->name);
    }
    return true;
}

/* Whether the algorithm is left out, where --algo=limits means the minimal tree alone. False: the
   error is set. */
static bool check_algo(const product *p, const char *option, const abs_algo *algo, bool has_table,
                       bool *left_out)
{
    const char *const driver = abs_driver_table[algo->driver].about.name;
    *left_out = algo->core->limit == ABS_LIMIT_GRAPH && !has_table;
    if (*left_out && !algo->grouped)
        return abs_fail(p->error, ABS_USAGE,
                        "--%s=%s: it needs a table; leave out --plain, "
                        "or give a --tt greater than 0",
                        option, algo->name);
    if (abs_algo_crawls(algo) && !p->o->allow_fail_hard)
        return abs_fail(p->error, ABS_USAGE,
                        "--%s=%s: a fail-hard core moves %s one point a pass; use "
                        "%s+failsoft, or --allow-fail-hard to see it",
                        option, algo->name, driver, driver);
    return true;
}

/* ---- the product ---------------------------------------------------------------------------- */

static void set(const product *p, const config_field *f, abs_config *c, abs_pair value)
{
    reference_set(f, c, value);
    c->order &= p->batch->domain->orders;
    c->select = config_select_within(c->select, abs_selects(p->batch->domain, p->batch->rules));
}

static void limit_nodes(abs_config *c, uint64_t most)
{
    if (c->node_limit == 0 || c->node_limit > most)
        c->node_limit = most;
}

/* Adds the configuration with each of the algorithms, and with naive minimax to --verify them,
   which is left out where it is not affordable. */
static bool multiply_algos(const product *p, abs_config c, abs_batch *to)
{
    bool minimax = false;
    for (unsigned a = 0; a < p->o->algo_count; a++) {
        bool left_out;
        c.algo = p->o->algos[a];
        minimax = minimax || c.algo.core->core.minimax;
        if (!check_algo(p, "algo", &c.algo, options_have(p->o, CONFIG_tt_bytes), &left_out) ||
            !check_extras(p, &c.algo, &left_out))
            return false;
        if (!left_out)
            batch_add_config(to, &c);
    }
    if (!p->o->verify || minimax)
        return true;
    c.algo = abs_algo_named("minimax");
    c.optional = true;
    limit_nodes(&c, ABS_EXPANSION_NODES_MAX);
    batch_add_config(to, &c);
    return true;
}

/* Adds to `to` every configuration that comes of `c` when the field is chosen: itself, if it is not
   open. */
static bool multiply(const product *p, const config_field *f, abs_config c, abs_batch *to)
{
    abs_list choices = {0};
    if (!c.optional && f->kind == CONFIG_ALGO)
        return multiply_algos(p, c, to);
    if (c.optional || !config_open(f, &c)) {
        batch_add_config(to, &c);
        return true;
    }
    const bool ok = list_choices(p, f, &c, &choices);
    for (size_t i = 0; ok && i < choices.count; i++) {
        set(p, f, &c, choices.items[i]);
        batch_add_config(to, &c);
    }
    abs_list_free(&choices);
    return ok;
}

/* Adds a configuration that is whole to the batch; not the minimal graph without a table, which it
   needs. */
static void add_config(abs_batch *batch, abs_config c)
{
    if (c.algo.engine != NULL) { /* these were chosen before it was known that they are not its */
        c.eval = (abs_evaluation){.kind = ABS_EVAL_HEURISTIC};
        c.grain = 1;
        c.quiescence = c.deepening = false;
        c.order = 0;
    }
    if (c.algo.core->limit == ABS_LIMIT_TREE && c.node_limit == 0)
        limit_nodes(&c, ABS_EXPANSION_NODES_MAX);
    if (c.algo.core->limit != ABS_LIMIT_GRAPH || c.tt_bytes > 0)
        batch_add_config(batch, &c);
}

static const config_field *field_at(unsigned nest)
{
    for (size_t i = 0; i < CONFIG_FIELDS; i++)
        if (config_fields[i].nest == nest)
            return &config_fields[i];
    return NULL;
}

/* Adds all configurations to the batch: field by field in the order of their nests; those that are
   not open stay 0. */
static bool add_product(const product *p, abs_config start)
{
    abs_batch now = {.config_count = 0}; /* configurations so far */
    const config_field *f;
    bool ok = true;
    batch_add_config(&now, &start);
    for (unsigned nest = 1; ok && (f = field_at(nest)) != NULL; nest++) {
        abs_batch next = {.config_count = 0};
        for (size_t i = 0; ok && i < now.config_count; i++)
            ok = multiply(p, f, now.configs[i], &next);
        free(now.configs);
        now = next;
    }
    for (size_t i = 0; ok && i < now.config_count; i++)
        add_config(p->batch, now.configs[i]);
    free(now.configs);
    return ok;
}

/* ---- references ----------------------------------------------------------------------------- */

/* What --reference names, as the reference of a configuration that is searched: what it does not
   name is the row's, or else what comes first. */
static bool add_reference(const product *p, abs_config c, const abs_config *row)
{
    const abs_reference *r = &p->o->reference_config;
    const bool has_table = (r->named[CONFIG_tt_bytes] ? &r->values : row)->tt_bytes > 0;
    bool left_out;
    const config_field *f;
    c.algo = r->algo;
    c.for_reference = true;
    if (!check_algo(p, "reference", &c.algo, has_table, &left_out))
        return false;
    for (unsigned nest = 1; (f = field_at(nest)) != NULL; nest++) {
        const size_t i = (size_t)(f - config_fields);
        const bool is_row_s = /* a minimal tree has a limit without being asked */
            config_present(f, row) && (i != CONFIG_node_limit || p->o->max_nodes > 0);
        abs_list choices = {0};
        if (f->kind == CONFIG_ALGO || !config_open(f, &c))
            continue;
        if (r->named[i] || is_row_s)
            set(p, f, &c, reference_value(f, r->named[i] ? &r->values : row));
        else if (list_choices(p, f, &c, &choices))
            set(p, f, &c, choices.items[0]);
        abs_list_free(&choices);
    }
    add_config(p->batch, c);
    return true;
}

/* The place of the reference of a row: sought first where the last one was, which serves all rows
   that differ in windows only, and at the row itself. It is of the same copy; a minimal tree is the
   same in all of them. The count of configurations: there is none. */
static size_t find_reference(const product *p, size_t row_place, size_t last)
{
    const abs_batch *b = p->batch;
    const abs_config *row = &b->configs[row_place];
    for (size_t i = 0; i < b->config_count + 2; i++) {
        const size_t place = i == 0 ? last : i == 1 ? row_place : i - 2;
        const abs_config *c = &b->configs[place];
        if (reference_rate(&p->o->reference_config, b->domain->orders,
                           abs_selects(b->domain, b->rules), c, row) == REFERENCE_EQUALS &&
            (c->shuffle == row->shuffle || c->algo.core->limit == ABS_LIMIT_TREE))
            return place;
    }
    return b->config_count;
}

bool configs_add(abs_batch *batch, const abs_options *o, abs_error *error)
{
    product p = {.batch = batch, .o = o, .error = error};
    const abs_config start = {.timeout = o->timeout, .distinct = o->distinct, .keep = o->keep};
    const bool answers = batch->part.answer_depth >= 0;
    const abs_list depth = {&(abs_pair){batch->part.answer_depth, 0}, 1},
                   eval = {&(abs_pair){batch->part.answer_eval, 0}, 1},
                   any_depth = {&(abs_pair){ABS_MAX_DEPTH, 0}, 1};
    if (o->check_answers && !answers)
        return true; /* its positions have been moved to batches of their own */
    for (size_t i = 0; i < CONFIG_FIELDS; i++)
        p.lists[i] = &o->settings[i];
    if (abs_is_tree(batch->domain)) /* a tree's leaves have one value */
        p.lists[CONFIG_eval] = &none;
    if (o->engine_count > 0 && o->settings[CONFIG_depth].count == 0 &&
        (o->max_nodes > 0 || o->timeout > 0)) /* how deep they come is the question */
        p.lists[CONFIG_depth] = &any_depth;
    if (answers) {
        p.lists[CONFIG_depth] = &depth;
        p.lists[CONFIG_eval] = &eval;
    }
    if (answers || !batch->domain->has_quiescence)
        p.lists[CONFIG_quiescence] = &off;
    if (abs_min_depth(batch->domain, batch->rules) > 0) /* no values above its leaves */
        p.lists[CONFIG_deepening] = p.lists[CONFIG_fail_high_less] = &off;
    if (o->max_nodes == 0) /* it may be more than a limit of searches: of a trace */
        p.lists[CONFIG_node_limit] = &none;
    if (!add_product(&p, start))
        return false;
    const bool compares = reference_is_given(&o->reference_config) && !answers;
    const size_t rows = compares ? batch->config_count : 0;
    for (size_t i = 0, last = 0; i < rows; i++) {
        const abs_config row = batch->configs[i];
        if (row.optional || row.algo.engine != NULL)
            continue;
        const size_t found = find_reference(&p, i, last);
        if (found < batch->config_count) {
            last = found;
        } else {
            if (!add_reference(&p, start, &row))
                return false;
            last = batch->config_count - 1;
        }
    }
    return true;
}

/* ---- what was asked for by name -------------------------------------------------------------- */

/* What remains of a value that was asked for without what acts in the batch; 0: nothing. */
static int64_t idle_in(const abs_batch *b, size_t field, int64_t value)
{
    switch (field) {
    case CONFIG_order:
        return value & ~(int64_t)b->domain->orders;
    case CONFIG_select:
        return config_select_within((unsigned)value, ~abs_selects(b->domain, b->rules));
    case CONFIG_eval:
        return has_eval(b->domain, value) ? 0 : value;
    default: /* a switch */
        for (size_t i = 0; i < b->config_count; i++)
            if (config_number(&config_fields[field], &b->configs[i]) != 0)
                return 0;
        return value == 1;
    }
}

/* That it acts in one at least of the batches from number `first` on. */
static bool check_value(const abs_suite *suite, size_t first, size_t field, int64_t value,
                        abs_error *error)
{
    char text[CONFIG_WORD_MAX];
    abs_config c = {.depth = 0};
    for (size_t i = first; value != 0 && i < suite->count; i++)
        value = idle_in(&suite->batches[i], field, value);
    if (value == 0)
        return true;
    config_set(&config_fields[field], &c, value);
    config_value(&config_fields[field], &c, text, sizeof text);
    return abs_fail(error, ABS_USAGE, "%s=%s: %s%s has no such thing; leave it out",
                    option_of_setting(field)->name, text, suite->batches[first].domain->name,
                    field == CONFIG_etc ? ", without a table (--tt)," : "");
}

bool configs_check(const abs_suite *suite, size_t first, const abs_options *o, abs_error *error)
{
    static const size_t fields[] = {CONFIG_fail_high_less, CONFIG_etc,    CONFIG_eval,
                                    CONFIG_order,          CONFIG_select, CONFIG_quiescence};
    const abs_reference *r = &o->reference_config;
    for (size_t f = 0; f < sizeof fields / sizeof fields[0]; f++) {
        const size_t field = fields[f];
        const abs_list *asked = &o->settings[field];
        for (size_t i = 0; i < asked->count && !(o->check_answers && field == CONFIG_quiescence);
             i++)
            if (!check_value(suite, first, field, asked->items[i].low, error))
                return false;
    }
    return check_value(suite, first, CONFIG_order, r->values.order, error) &&
           check_value(suite, first, CONFIG_select, r->values.select, error);
}
