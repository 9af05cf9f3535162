/* row.c -- see row.h. */
#include "log/row.h"
#include "base/memory.h"
#include "search/registry.h"

#include <math.h>
#include <stdlib.h>

const abs_named abs_statuses[] = {
    [ABS_STATUS_OK] = {.name = "ok", .help = "finished"},
    [ABS_STATUS_INCONSISTENT] = {.name = "inconsistent",
                                 .help = "no value: the bounds crossed, or had not met when the "
                                         "search was stopped after too many passes; a larger "
                                         "--window, --step or --widen-factor, or --widen-limit, "
                                         "takes fewer"},
    [ABS_STATUS_NODE_LIMIT] = {.name = "node_limit",
                               .help = "no value: stopped at its limit of nodes (--max-nodes)"},
    [ABS_STATUS_TIMEOUT] = {.name = "timeout", .help = "no value: stopped at --timeout"},
    [ABS_STATUS_INTERRUPTED] = {.name = "interrupted", .help = "no value: interrupted"},
    [ABS_STATUS_CRASHED] = {.name = "crashed", .help = "no value: the engine ended too early"},
    [ABS_STATUS_PROTOCOL] = {.name = "protocol",
                             .help = "no value: the engine broke the protocol, or said nothing"},
    [ABS_STATUS_NOT_STARTED] = {.name = "not_started",
                                .help = "no value: the engine's process could not be run, for lack "
                                        "of memory, processes or descriptors"},
    [ABS_STATUS_SHORT] = {.name = "short",
                          .help = "no value: the engine moved before the depth asked for"},
    [ABS_STATUS_OVER] = {.name = "over",
                         .help = "no value: the game is over, so the engine was not asked"},
    {.name = NULL},
};

const abs_named abs_value_bounds[] = {{.name = "exact"}, {.name = "lower"}, {.name = NULL}};

const abs_named abs_regret_units[] = {[ABS_UNIT_POINTS] = {.name = "points"},
                                      [ABS_UNIT_RESULTS] = {.name = "results"},
                                      [ABS_UNIT_DISCS] = {.name = "discs"},
                                      {.name = NULL}};

void abs_row_free(abs_row *row)
{
    free(row->iterations);
    free(row->passes);
    buffer_free(&row->json.text);
    buffer_free(&row->words);
    *row = (abs_row){0};
}

/* A known value is that of a search to a depth with an evaluation that is not rounded or
   changed. */
static void take_known_value(abs_row *row)
{
    const abs_facts *facts = root_facts(row->root);
    const abs_config *c = row->config;
    row->may_know_value = facts->known_count > 0 && c->algo.engine == NULL;
    if (c->grain != 1 || c->quiescence)
        return;
    for (unsigned i = facts->known_count; i-- > 0;)
        if (facts->known[i].depth == c->depth &&
            facts->known[i].eval == config_eval_number(&c->eval)) {
            row->knows_value = row->may_know_value;
            row->known_value = facts->known[i].value;
        }
}

void abs_row_begin(abs_row *row, const abs_root *root, const abs_config *config)
{
    *row = (abs_row){.root = root,
                     .config = config,
                     .job = row->job,
                     .status = ABS_STATUS_OK,
                     .best = ABS_NO_MOVE,
                     .best_again = ABS_NO_MOVE,
                     .best_move_optimal = ABS_UNKNOWN,
                     .solved = ABS_UNKNOWN,
                     .is_problem = abs_root_is_problem(root),
                     .is_limited = config->node_limit > 0 || config->timeout > 0,
                     .repeats = 1,
                     .iterations = row->iterations,
                     .iteration_room = row->iteration_room,
                     .passes = row->passes,
                     .pass_room = row->pass_room,
                     .has_san = root->domain->san != NULL,
                     .words = row->words,
                     .json = row->json};
    buffer_clear(&row->json.text);
    take_known_value(row);
}

/* ---- moves as texts ------------------------------------------------------------------------ */

/* A domain's function that writes a move: move_text or san. */
typedef void line_writer(const void *rules, const void *position, unsigned move, char *text,
                         size_t size);

void line_free(line_walk *walk)
{
    free(walk->here);
    free(walk->next);
    *walk = (line_walk){0};
}

void line_start(line_walk *walk, const abs_root *root)
{
    const size_t size = root->domain->position_size;
    if (walk->room < size) {
        line_free(walk);
        *walk = (line_walk){memory_take(size), memory_take(size), size};
    }
    if (size > 0)
        memcpy(walk->here, root->position, size);
}

void line_advance(line_walk *walk, const abs_root *root, unsigned move)
{
    void *const before = walk->here;
    root->domain->apply(root->rules, before, move, walk->next);
    walk->here = walk->next;
    walk->next = before;
}

void line_add(abs_buffer *b, const abs_line *line)
{
    const char *text = line->texts;
    for (unsigned i = 0; i < line->count; i++, text += strlen(text) + 1) {
        buffer_text(b, i > 0 ? " " : "");
        buffer_text(b, text);
    }
}

/* Appends the texts of moves from the root on, and returns where the first begins. */
static size_t say(abs_buffer *b, line_walk *walk, const abs_root *root, line_writer *write,
                  const uint16_t *moves, unsigned count)
{
    const size_t at = b->length;
    char text[ABS_TEXT_MAX];
    if (count > 0)
        line_start(walk, root);
    for (unsigned i = 0; i < count; i++) {
        write(root->rules, walk->here, moves[i], text, sizeof text);
        buffer_add(b, text);
        if (i + 1 < count)
            line_advance(walk, root, moves[i]);
    }
    return at;
}

void abs_row_say(abs_row *row, line_walk *walk)
{
    const abs_root *e = row->root;
    abs_buffer *b = &row->words;
    abs_completed *c = &row->completed;
    const uint16_t best = (uint16_t)row->best, completed = (uint16_t)c->best,
                   again = (uint16_t)row->best_again;
    const bool any = row->best != ABS_NO_MOVE, any_completed = c->any && c->best != ABS_NO_MOVE,
               any_again = row->best_again != ABS_NO_MOVE;
    line_writer *const san = e->domain->san != NULL ? e->domain->san : e->domain->move_text;
    const unsigned length = c->any ? c->pv_length : 0;
    buffer_clear(b);
    const size_t at[] = {say(b, walk, e, e->domain->move_text, &best, any),
                         say(b, walk, e, e->domain->move_text, row->pv, row->pv_length),
                         say(b, walk, e, e->domain->move_text, &completed, any_completed),
                         say(b, walk, e, e->domain->move_text, c->pv, length),
                         say(b, walk, e, san, &best, any && row->has_san),
                         say(b, walk, e, san, row->pv, row->has_san ? row->pv_length : 0),
                         say(b, walk, e, e->domain->move_text, &again, any_again)};
    buffer_end(b); /* the texts do not move any more */
    row->best_move = any ? b->data + at[0] : NULL;
    row->line = (abs_line){b->data + at[1], row->pv_length};
    c->best_move = any_completed ? b->data + at[2] : NULL;
    c->line = (abs_line){b->data + at[3], length};
    row->best_move_san = any && row->has_san ? b->data + at[4] : NULL;
    row->line_san = (abs_line){b->data + at[5], row->has_san ? row->pv_length : 0};
    row->best_move_again = any_again ? b->data + at[6] : NULL;
}

/* ---- counts -------------------------------------------------------------------------------- */

static uint64_t abs_row_leaves(const abs_row *row)
{
    return abs_leaves(&row->n);
}

uint64_t abs_row_work(const abs_row *row)
{
    return abs_work(&row->n);
}

static uint64_t abs_row_passes(const abs_row *row)
{
    return row->pass_count;
}

/* Counts all passes after the first of each iteration. */
static uint64_t abs_row_root_researches(const abs_row *row)
{
    if (row->config->algo.core->limit != ABS_LIMIT_NONE)
        return 0;            /* the passes that found a limit do not belong to it */
    uint64_t researches = 0; /* an iteration stopped in its first pass has no pass at all */
    for (size_t i = 0; i < row->iteration_count; i++)
        researches += row->iterations[i].passes > 0 ? row->iterations[i].passes - 1 : 0;
    return researches;
}

const row_count row_counts[COUNTS] = {
#define COUNTER(member, of, text)                                                                  \
    [COUNT_##member] = {#member, of, text, .offset = offsetof(abs_row, n.member)},
#define DRIVER_COUNTER(member, of, text)                                                           \
    [COUNT_##member] = {#member, of, text, .offset = offsetof(abs_row, member)},
#define SUM(member, of, text)                                                                      \
    [COUNT_##member] = {#member, of, text, .sum = abs_row_##member},
#define MEASUREMENT COUNTER
#define SELECTED(member, of, text)                                                                 \
    [COUNT_##member] = {#member, of, text, .offset = offsetof(abs_row, n.member),                  \
                        .of_selection = true},
#define TABLE_COUNTER(member, of, text)                                                            \
    [COUNT_tt_##member] = {"tt_" #member, of, text, offsetof(abs_row, n.tt_##member),              \
                           .of_table = true},
#include "search/counters.def"
};

bool row_has_count(const row_count *k, const abs_row *row)
{
    if (row->missing >> (k - row_counts) & 1)
        return false;
    if (k->of_table)
        return row_holds_count(k, row);
    /* The fewest leaves and the fewest nodes may belong to two minimal trees. */
    return k != &row_counts[COUNT_interior] || row->config->algo.core->limit != ABS_LIMIT_TREE;
}

bool row_holds_count(const row_count *k, const abs_row *row)
{
    const abs_config *c = row->config;
    if (c->algo.engine != NULL)
        return (ROW_ENGINE_MISSING >> (k - row_counts) & 1) == 0;
    switch (k - row_counts) {
    case COUNT_distinct_leaves:
        return c->distinct;
    case COUNT_crossed:
        return config_selects(c);
    default:
        return (!k->of_table || c->tt_bytes > 0) && (!k->of_selection || c->select != 0);
    }
}

bool row_may_miss(const row_count *k, const abs_row *row)
{
    const size_t number = (size_t)(k - row_counts);
    return row->config->algo.engine != NULL ? number == COUNT_root_researches
                                            : number == COUNT_distinct_leaves;
}

bool abs_row_measure(const abs_row *row, abs_metric metric, uint64_t *measure)
{
    static const int counts[METRICS] = {
#define COUNTED(name, noun, help) COUNT_##name,
#define TIMED(name, noun, help) -1,
        METRICS_OF(COUNTED, TIMED)};
    if (counts[metric] < 0) { /* a limit has no time: its search only finds it */
        const bool known = isfinite(row->cpu_s) && row->config->algo.core->limit == ABS_LIMIT_NONE;
        *measure = known ? (uint64_t)floor(row->cpu_s * 1e9 + 0.5) : 0;
        return known;
    }
    const row_count *k = &row_counts[counts[metric]];
    *measure = row_has_count(k, row) ? row_counted(k, row) : 0;
    return row_has_count(k, row);
}

/* ---- names and signatures ----------------------------------------------------------------- */

void abs_row_id(const abs_row *row, char *text, size_t size)
{
    char config[CONFIG_WORDS_MAX];
    config_words(row->config, config, sizeof config);
    char position[2 * ABS_TEXT_MAX];
    abs_root_name(row->root, position, sizeof position);
    snprintf(text, size, "%s/%s", position, config);
}

static uint64_t mix(uint64_t signature, uint64_t x)
{
    return abs_mix64((signature ^ x) + ABS_G);
}

uint64_t abs_signature_add(uint64_t s, const abs_row *row)
{
    const abs_counters *n = &row->n;
    s = mix(mix(s, row->has_value), row->has_value ? (uint64_t)row->value : 0);
    s = mix(mix(s, row->status), abs_mix_text(row->best_move != NULL ? row->best_move : ""));
#define COUNTER(name, unit, help) s = mix(s, n->name);
#define TABLE_COUNTER(name, unit, help) s = mix(s, n->tt_##name);
#include "search/counters.def"
#define DRIVER_COUNTER(name, unit, help) s = mix(s, row->name);
#include "search/counters.def"
    if (config_selects(row->config)) {
#define SELECTED(name, unit, help) s = mix(s, n->name);
#include "search/counters.def"
    }
    s = mix(mix(s, row->iteration_count), row->pass_count);
    for (size_t i = 0; i < row->iteration_count; i++) {
        const abs_iteration *it = &row->iterations[i];
        s = mix(s, (uint64_t)it->depth << 2 | (uint64_t)it->for_guess << 1 | it->has_value);
        s = mix(s, it->has_value ? (uint64_t)it->value : 0);
        s = mix(mix(s, it->nodes), it->leaves);
        s = mix(s, it->work);
        s = mix(s, it->passes);
    }
    for (size_t i = 0; i < row->pass_count; i++) {
        const abs_pass *p = &row->passes[i];
        s = mix(mix(s, (uint64_t)p->alpha), (uint64_t)p->beta);
        s = mix(mix(s, (uint64_t)p->value), p->nodes);
        s = mix(s, p->work);
    }
    return s;
}
