/* configs.c -- the configurations of a batch: every combination of the options' values, and those
   that `tune` races. See configs.h. */
#include "suite/configs.h"
#include "suite/idle.h"

#include <stdlib.h>

typedef struct {
    abs_batch *batch;
    const abs_options *o;
    const abs_list *lists[CONFIG_FIELDS]; /* the values given for each setting */
    abs_names words;                      /* config_words() of the configurations added so far */
    abs_error *error;
} product;

static const abs_list none = {.count = 0};
static const abs_list off = {.items = &(abs_pair){0, 0}, .count = 1};

/* ---- what there is to choose ---------------------------------------------------------------- */

/* A window's side in points. A side in pawns, of two half pawns each, is rounded, halves up. */
static int64_t points(int half_pawn, int64_t side)
{
    if (side >= 0)
        return side;
    const int64_t pawn = 2 * (int64_t)half_pawn, pawns = -side;
    const int64_t rounded =
        pawns / ABS_DECIMAL * pawn + (pawns % ABS_DECIMAL * pawn + ABS_DECIMAL / 2) / ABS_DECIMAL;
    return rounded < 1 ? 1 : rounded > ABS_VALUE_MAX ? ABS_VALUE_MAX : rounded;
}

/* The default of a setting. */
static abs_pair preset(const product *p, const config_field *f, const abs_config *c)
{
    abs_config by_default = *c;
    config_preset(f, p->batch->domain, p->batch->rules, &by_default);
    return reference_value(f, &by_default);
}

/* Limits a depth that was given to what the domain has, or sets the error. */
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
    *depth = *depth < most ? *depth : most; /* an explicit tree has nothing below its leaves */
    return true;
}

/* Makes an item of a list fit the domain: a depth is within the game, a window is in points, the
   evaluation exists, and `auto` is what it stands for. Returns false with the error set. */
static bool resolve(const product *p, const config_field *f, const abs_config *c, abs_pair *item)
{
    const abs_batch *b = p->batch;
    switch ((size_t)(f - config_fields)) {
    case CONFIG_depth:
        return fit_depth(p, &item->low);
    case CONFIG_window: {
        const int half = config_half_pawn(b->domain, b->rules, c);
        *item = (abs_pair){points(half, item->low), points(half, item->high)};
        return true;
    }
    case CONFIG_eval:
        if (!idle_has_eval(b->domain, item->low)) {
            abs_evaluation eval = config_eval_of(item->low);
            eval.kind = ABS_EVAL_HEURISTIC;
            item->low = config_eval_number(&eval);
        }
        return true;
    case CONFIG_quiescence:
    case CONFIG_tt_mode:
        if (item->low == ABS_AUTO)
            item->low = preset(p, f, c).low;
        return true;
    default:
        return true;
    }
}

/* Checks whether the algorithm, or the reference of `row` if that is not NULL, can be searched with
   the options. If not, it is left out if only a group names it; otherwise that is an error, and the
   result is false. */
static bool check_algo(const product *p, const abs_config *row, const abs_algo *algo,
                       bool has_table, bool *left_out)
{
    static const size_t extras[] = {CONFIG_select, CONFIG_fail_high_less};
    const char *const option = row != NULL ? "reference" : "algo", *without = NULL;
    const char *const driver = abs_driver_table[algo->driver].about.name;
    const abs_config c = {.algo = *algo};
    if (algo->core->limit == ABS_LIMIT_GRAPH && !has_table)
        without = "tt=0";
    for (size_t i = 0; i < 2 && row == NULL && algo->engine == NULL && !p->o->idle; i++)
        if (options_have(p->o, extras[i]) && !config_open(&config_fields[extras[i]], &c))
            without = option_of_setting(extras[i])->name;
    *left_out = without != NULL;
    if (*left_out && !algo->grouped)
        return abs_fail(p->error, ABS_USAGE,
                        "--%s=%s: it cannot be searched with --%s; leave out one of them "
                        "(`absbench help run`)",
                        option, algo->name, without);
    return !abs_algo_crawls(algo) || p->o->allow_fail_hard ||
           abs_fail(p->error, ABS_USAGE,
                    "--%s=%s: a fail-hard core moves %s one point a pass; use "
                    "%s+failsoft, or --allow-fail-hard to see it",
                    option, algo->name, driver, driver);
}

/* ---- the product ---------------------------------------------------------------------------- */

/* Sets a field as in `from`; if that is NULL, to value number `i` of those given, or to its
   default. */
static bool choose(const product *p, const config_field *f, abs_config *c, const abs_config *from,
                   size_t i)
{
    const abs_batch *b = p->batch;
    const abs_list *const given = p->lists[f - config_fields];
    abs_pair item = from != NULL       ? reference_value(f, from)
                    : given->count > 0 ? given->items[i]
                                       : preset(p, f, c);
    if (from == NULL && given->count > 0 && !resolve(p, f, c, &item))
        return false;
    if (f == &config_fields[CONFIG_depth] && item.low > b->plies_left)
        item.low = b->plies_left;
    reference_set(f, c, item);
    c->order &= b->domain->orders;
    c->select =
        config_select_within(c->select, config_selects_of(c, abs_selects(b->domain, b->rules)));
    return true;
}

/* Adds a complete configuration to the batch, unless it is already there or is a minimal graph
   without a table, which it needs. */
static bool add_config(product *p, abs_config c)
{
    char words[CONFIG_WORDS_MAX];
    const size_t before = p->words.count;
    if (c.algo.engine != NULL) { /* these were chosen first, but engines have none of them */
        c.eval = (abs_evaluation){.kind = ABS_EVAL_HEURISTIC};
        c.grain = 1;
        c.quiescence = c.deepening = false;
        c.order = 0;
    }
    if (c.optional) { /* minimax enters the same positions in any order */
        c.deepening = false;
        c.shuffle = 0;
    }
    if (c.optional || (c.algo.core->limit == ABS_LIMIT_TREE && c.node_limit == 0))
        c.node_limit = ABS_EXPANSION_NODES_MAX;
    config_words(&c, words, sizeof words);
    names_add(&p->words, words);
    if (p->words.count > before && (c.algo.core->limit != ABS_LIMIT_GRAPH || c.tt_bytes > 0))
        batch_add_config(p->batch, &c);
    return !interrupt_pending() || abs_fail(p->error, ABS_INTERRUPTED, "interrupted");
}

/* The settings in the order of the loops over their values, from the outermost. */
static const uint8_t loops[] = {
    CONFIG_depth,          CONFIG_eval,        CONFIG_quiescence, CONFIG_grain,
    CONFIG_node_limit,     CONFIG_algo,        CONFIG_order,      CONFIG_deepening,
    CONFIG_tt_bytes,       CONFIG_select,      CONFIG_tt_mode,    CONFIG_tt_replace,
    CONFIG_guess,          CONFIG_step,        CONFIG_window,     CONFIG_widen,
    CONFIG_widen_factor,   CONFIG_widen_limit, CONFIG_etc,        CONFIG_shuffle,
    CONFIG_fail_high_less, CONFIG_tt_pv,       CONFIG_tt_null,    CONFIG_tt_keep,
    CONFIG_tt_quiescence,
};
_Static_assert(sizeof loops == CONFIG_FIELDS - 2, "all are in it but the algorithm's parts");

static const config_field *field_at(unsigned nest)
{
    return nest < sizeof loops ? &config_fields[loops[nest]] : NULL;
}

static bool multiply(product *p, unsigned nest, abs_config c);

/* Adds the configuration with each algorithm and, for --verify, with naive minimax, whose row is
   left out if it reaches its limit. If no algorithm remains, the last one left out is an error that
   says why. */
static bool multiply_algos(product *p, unsigned nest, abs_config c)
{
    bool minimax = false, all_left_out = true;
    for (unsigned a = 0; a < p->o->algo_count; a++) {
        bool left_out;
        c.algo = p->o->algos[a];
        minimax = minimax || c.algo.core->core.minimax;
        c.algo.grouped = c.algo.grouped && (a + 1 < p->o->algo_count || !all_left_out);
        if (!check_algo(p, NULL, &c.algo, options_have(p->o, CONFIG_tt_bytes), &left_out) ||
            (!left_out && !multiply(p, nest, c)))
            return false;
        all_left_out = all_left_out && left_out;
    }
    if (p->o->verify && !minimax) {
        c.algo = abs_algo_named("minimax");
        c.optional = true;
        return multiply(p, nest, c);
    }
    return true;
}

/* Adds every configuration that results from `c` by choosing the fields from that nest on; fields
   that are not open stay 0. */
static bool multiply(product *p, unsigned nest, abs_config c)
{
    const config_field *const f = field_at(nest++);
    if (f == NULL)
        return add_config(p, c);
    if (f->kind == CONFIG_ALGO)
        return multiply_algos(p, nest, c);
    if (!config_open(f, &c))
        return multiply(p, nest, c);
    size_t i = 0;
    do
        if (!choose(p, f, &c, NULL, i) || !multiply(p, nest, c))
            return false;
    while (++i < p->lists[f - config_fields]->count);
    return true;
}

/* ---- references ----------------------------------------------------------------------------- */

/* Adds the search that --reference names, as the reference of `row`. Settings that it does not name
   have the row's value, or else the first given value. */
static bool add_reference(product *p, abs_config c, const abs_config *row)
{
    const abs_reference *r = &p->o->reference_config;
    const bool has_table = (r->named[CONFIG_tt_bytes] ? &r->values : row)->tt_bytes > 0;
    const config_field *f;
    bool left_out;
    c.algo = r->algo;
    c.for_reference = true;
    if (!check_algo(p, row, &c.algo, has_table, &left_out))
        return false;
    for (unsigned nest = 0; (f = field_at(nest)) != NULL; nest++) {
        const size_t field = (size_t)(f - config_fields);
        /* A minimal tree always has a limit; the reference does not take a default one. */
        const bool has =
            config_present(f, row) && (field != CONFIG_node_limit || p->o->max_nodes > 0);
        const abs_config *from = r->named[field] ? &r->values : has ? row : NULL;
        if (f->kind != CONFIG_ALGO && config_open(f, &c) && !choose(p, f, &c, from, 0))
            return false;
    }
    return add_config(p, c);
}

/* The index of the reference of a row, or config_count if there is none. It has the row's
   --shuffle, unless it is a minimal tree, which does not depend on it. The row itself is tried
   first, and then all from the last reference on, because neighbouring rows often share one. */
static size_t find_reference(const product *p, size_t row_place, size_t last)
{
    const abs_batch *b = p->batch;
    const abs_config *row = &b->configs[row_place];
    for (size_t i = 0; i <= b->config_count; i++) {
        const size_t place = i == 0 ? row_place : (last + i - 1) % b->config_count;
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
    const abs_config start = {.timeout = o->timeout,
                              .distinct = o->distinct,
                              .keep = o->keep,
                              .tt_given = o->settings[CONFIG_tt_bytes].count > 0,
                              .start_s = o->engine_start > 0 ? o->engine_start : ENGINE_START_S};
    const abs_list any_depth = {&(abs_pair){ABS_MAX_DEPTH, 0}, 1};
    for (size_t i = 0; i < CONFIG_FIELDS; i++)
        p.lists[i] = &o->settings[i];
    if (abs_is_tree(batch->domain)) /* trees have one evaluation */
        p.lists[CONFIG_eval] = &none;
    if (o->engines.count > 0 && o->settings[CONFIG_depth].count == 0 &&
        (o->max_nodes > 0 || o->timeout > 0)) /* engines go as deep as their limits allow */
        p.lists[CONFIG_depth] = &any_depth;
    if (!batch->domain->has_quiescence)
        p.lists[CONFIG_quiescence] = &off;
    if (abs_min_depth(batch->domain, batch->rules) > 0) /* only its leaves have values */
        p.lists[CONFIG_deepening] = p.lists[CONFIG_fail_high_less] = &off;
    if (o->max_nodes == 0) /* a limit that is given may be that of a trace, not of searches */
        p.lists[CONFIG_node_limit] = &none;
    bool ok = multiply(&p, 0, start);
    const size_t rows = reference_is_given(&o->reference_config) ? batch->config_count : 0;
    bool any = false; /* limits and the like take the reference of the searches beside them */
    for (size_t i = 0; i < rows; i++)
        any |= batch->configs[i].algo.engine == NULL && config_is_search(&batch->configs[i]);
    for (size_t i = 0, last = 0; ok && i < rows; i++) {
        const abs_config row = batch->configs[i];
        if (row.optional || row.algo.engine != NULL || (any && !config_is_search(&row)))
            continue;
        last = find_reference(&p, i, last);
        if (last < batch->config_count)
            continue;
        ok = add_reference(&p, start, &row);
        last -= last == batch->config_count; /* it existed already, and was not added */
    }
    names_free(&p.words);
    return ok;
}

/* ---- the ladder: the configurations that `absbench tune` races ------------------------------ */

/* A rung races every combination of its lists that the algorithm uses. The simplest come first,
   because the race takes the first among equals. */
typedef struct {
    const char *algos, *windows, *widenings, *guesses;
    const char *direct_guesses; /* the guesses without deepening */
} rung;

static const rung rungs[] = {
    {"alphabeta,failsoft,pvs,negascout,scout", "0.5p", "full", "previous", "shallow"},
    {"aspiration,aspiration+pvs", "0.125p,0.25p,0.5p,1p,2p,4p", "full,gradual",
     "previous,parity,mean", "shallow,static"},
    {"aspiration,aspiration+pvs", "auto", "full,gradual", "previous,parity,mean", "shallow"},
    {"mtdf,mtdf+pvs", "0.5p", "full", "previous,parity,mean", "shallow,static"},
    {"bisect,step,sss,dual", "0.5p", "full", "previous", "shallow"},
};

enum { RUNGS = sizeof rungs / sizeof rungs[0] };

/* Adds the configurations of a rung; all other settings are those of the options. */
static bool add_rung(abs_batch *batch, const abs_options *options, const rung *r, abs_error *error)
{
    static const size_t own[] = {CONFIG_window, CONFIG_widen, CONFIG_guess};
    const bool deepens = options_have(options, CONFIG_deepening);
    abs_options o = *options;
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        o.settings[own[i]] = (abs_list){.count = 0};
    const bool ok = abs_options_set(&o, "algo", r->algos, error) &&
                    abs_options_set(&o, "window", r->windows, error) &&
                    abs_options_set(&o, "widen", r->widenings, error) &&
                    abs_options_set(&o, "guess", deepens ? r->guesses : r->direct_guesses, error) &&
                    configs_add(batch, &o, error);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        abs_list_free(&o.settings[own[i]]);
    return ok;
}

bool ladder_add(abs_batch *batch, const abs_options *options, abs_error *error)
{
    bool ok = true;
    for (size_t i = 0; ok && i < RUNGS; i++)
        ok = add_rung(batch, options, &rungs[i], error);
    return ok;
}

/* Whether two configurations differ only in their windows. */
static bool is_line(const abs_config *a, abs_config b)
{
    b.window = a->window;
    return config_agree(a, &b, CONFIG_COPY);
}

bool ladder_extend(const abs_config *configs, size_t count, size_t which, abs_config *next)
{
    const abs_config *c = &configs[which];
    bool smaller = false, larger = false;
    for (size_t i = 0; i < count; i++)
        if (is_line(c, configs[i]) && !abs_window_is_auto(configs[i].window)) {
            smaller |= configs[i].window.low < c->window.low;
            larger |= configs[i].window.low > c->window.low;
        }
    *next = *c;
    if (!config_uses(c, ABS_USES_WINDOW) || abs_window_is_auto(c->window) || (smaller && larger))
        return false;
    const int width = !smaller ? c->window.low / 2 : 2 * c->window.low;
    next->window = (abs_window){width, width};
    return width >= 1 && width <= ABS_VALUE_MAX;
}
