/* conform_search.c -- see conform.h: every search finds what minimax finds. */
#include "work/conform.h"
#include "work/run.h"

#include <stdlib.h>

enum {
    TABLE_BYTES = 1 << 18,
    NODES_MAX = 3000, /* of minimax, about */
    DEPTH_MAX = 6,
    PLIES_MAX = 60 /* before a position that is searched */
};

/* From the textbook's search to the usual one: what is wrong first shows in the first that it
   touches. */
typedef struct {
    const char *with; /* what it adds, and where a mistake may be */
    bool table, ordered, shuffled;
} setting;

static const setting settings[] = {
    {"without table and ordering", false, false, false},
    {"with ordering alone (promise, capture, loses, noisy)", false, true, false},
    {"with a table (key)", true, false, false},
    {"with table, ordering and shuffled moves", true, true, true},
};

static const char *const algos[] = {"alphabeta", "failsoft",   "pvs",
                                    "negascout", "aspiration", "mtdf"};

typedef struct {
    abs_entry entry;
    abs_conformity *found;
    abs_worker *worker;
    abs_row row;
    void *here, *child;
    uint64_t random;
} trial;

static unsigned draw(trial *t, unsigned n)
{
    t->random += ABS_G;
    return (unsigned)((abs_mix64(t->random) >> 32) * n >> 32);
}

/* The value by one search; false: it has none. */
static bool value_by(trial *t, const char *name, const setting *with, const abs_config *frame,
                     int *value, bool *ok)
{
    abs_algo list[ABS_ALGOS_MAX];
    abs_error error;
    unsigned count = 0;
    abs_config c = *frame;
    abs_algo_parse("algo", name, list, &count, &error);
    c.algo = list[0];
    c.tt_bytes = with->table ? TABLE_BYTES : 0;
    c.order = with->ordered ? t->entry.domain->orders : 0;
    c.shuffle = with->shuffled ? 1 : 0;
    c.deepening = with->table && abs_min_depth(t->entry.domain, t->entry.rules) == 0;
    c.guess.kind = c.deepening ? ABS_GUESS_PREVIOUS : ABS_GUESS_SHALLOW;
    conform_try(t->found, name, t->entry.domain, t->entry.rules, NULL);
    *ok = true;
    abs_run(t->worker, &t->entry, &c, false, &t->row);
    *value = (int)t->row.value;
    t->found->searches++;
    return *ok && t->row.status == ABS_STATUS_OK;
}

/* One position under one evaluation. False: interrupted, or no memory. */
static bool try_searches(trial *t, const abs_config *frame)
{
    const abs_domain *d = t->entry.domain;
    int truth, value;
    bool ok;
    if (!value_by(t, "minimax", &settings[0], frame, &truth, &ok))
        return ok;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        for (size_t a = 0; a < sizeof algos / sizeof algos[0]; a++) {
            const bool has = value_by(t, algos[a], &settings[i], frame, &value, &ok);
            if (!ok || interrupt_pending())
                return false;
            if (!has || value != truth)
                conform_break(t->found, CONFORM_SEARCH, d, t->entry.rules, t->entry.position,
                              "to depth %d minimax finds %d, and %s %d %s%s", frame->depth, truth,
                              algos[a], value, settings[i].with,
                              frame->quiescence ? ", with quiescence" : "");
        }
    return true;
}

/* As deep as minimax can afford; 0: not at all. */
static int affordable(const trial *t)
{
    const abs_domain *d = t->entry.domain;
    const int most = d->max_depth(t->entry.rules);
    const int left = abs_plies_left(d, t->entry.rules, t->entry.position);
    int depth = abs_min_depth(d, t->entry.rules);
    depth = depth > 1 ? depth : 1;
    while (depth < DEPTH_MAX && depth < most && depth < left &&
           d->perft(t->entry.rules, t->entry.position, depth + 1) <= NODES_MAX)
        depth++;
    return depth <= left ? depth : 0;
}

static bool try_position(trial *t)
{
    const abs_domain *d = t->entry.domain;
    const int pawn = d->half_pawn(t->entry.rules);
    conform_try(t->found, "perft", d, t->entry.rules, t->entry.position);
    abs_config frame = {.grain = 1,
                        .depth = affordable(t),
                        .window = {pawn, pawn},
                        .widen_factor = 2,
                        .step = pawn};
    t->worker->memo.rules = NULL; /* what is found of one position is not remembered of the next */
    if (frame.depth == 0)
        return true;
    bool ok = try_searches(t, &frame);
    frame.quiescence = d->has_quiescence;
    ok = ok && (!frame.quiescence || try_searches(t, &frame));
    frame.quiescence = false;
    frame.eval = ABS_EVAL_RESULT;
    return ok && (abs_is_tree(d) || try_searches(t, &frame));
}

/* A position of random play from the start, not over; a tree's root. */
static void choose_position(trial *t, const abs_entry *start)
{
    const abs_domain *d = start->domain;
    memcpy(t->here, start->position, d->position_size);
    if (abs_is_tree(d) && !d->seedless)
        d->root(start->rules, draw(t, 1u << 30), t->here);
    for (unsigned left = abs_is_tree(d) ? 0 : draw(t, PLIES_MAX); left > 0; left--) {
        d->apply(start->rules, t->here, draw(t, d->count_moves(start->rules, t->here)), t->child);
        if (d->count_moves(start->rules, t->child) == 0)
            return;
        memcpy(t->here, t->child, d->position_size);
    }
}

bool conform_search(const abs_entry *start, unsigned positions, abs_conformity *found)
{
    trial t = {.entry = *start, .found = found, .random = 11};
    t.here = calloc(1, start->domain->position_size);
    t.child = calloc(1, start->domain->position_size);
    t.worker = abs_worker_new(TABLE_BYTES);
    t.entry.position = t.here;
    bool ok = t.here != NULL && t.child != NULL && t.worker != NULL;
    for (unsigned i = 0; ok && i < positions; i++) {
        memcpy(t.here, start->position, start->domain->position_size);
        if (i > 0)
            choose_position(&t, start);
        ok = try_position(&t);
    }
    abs_row_free(&t.row);
    abs_worker_free(t.worker);
    free(t.here);
    free(t.child);
    return ok && !found->told.failed;
}
