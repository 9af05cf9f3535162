/* conform_search.c -- checks that every search finds minimax's value, and reports what is wrong.
   See conform.h. */
#include "base/memory.h"
#include "base/stats.h"
#include "work/conform.h"
#include "work/worker.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>

enum {
    TABLE_BYTES = 1 << 18,
    NODES_MAX = 3000, /* about the most nodes of minimax */
    DEPTH_MAX = 6,
    VALUES = 100,         /* how many positions show how values change with the depth .. */
    VALUES_NODES = 10000, /* .. by searches of so many nodes; */
    VALUES_FROM = 4,      /* from this depth on, */
    VALUES_MOST = 60,     /* in half pawns */
    SURE_FROM = 12,       /* fewer changes show nothing */
    PLIES_MAX = 60        /* the most plies before a position that is searched */
};

/* ---- what is wrong, and where ---------------------------------------------------------------- */

static const char *const rule_names[CONFORM_RULES] = {
#define RULE(name, text) text,
    CONFORM_RULES_OF(RULE)
#undef RULE
};

bool conform_is_safe(const abs_conformity *found)
{
    return !(found->broken & (1u << CONFORM_INFO | 1u << CONFORM_MOVES | 1u << CONFORM_SLOTS |
                              1u << CONFORM_FAULT | 1u << CONFORM_TIME));
}

unsigned conform_draw(uint64_t *random, unsigned n)
{
    *random += ABS_G;
    return (unsigned)((abs_mix64(*random) >> 32) * n >> 32);
}

uint64_t conform_canonical(const abs_domain *d, const void *rules, const void *position,
                           void *image)
{
    uint64_t least = d->key(rules, position);
    for (unsigned i = 0;
         i < CONFORM_IMAGES && d->image != NULL && d->image(rules, position, i, image); i++) {
        const uint64_t key = d->key(rules, image);
        least = key < least ? key : least;
    }
    return least;
}

void conform_write(abs_conformity *found, const void *position, char text[ABS_TEXT_MAX])
{
    const abs_domain *d = found->domain;
    const char *const tried = found->tried;
    found->tried = d->print != NULL ? "print()" : "key()";
    if (d->print != NULL)
        d->print(found->rules, position, text, ABS_TEXT_MAX);
    else
        snprintf(text, ABS_TEXT_MAX, "with key 0x%016llx",
                 (unsigned long long)d->key(found->rules, position));
    found->tried = tried;
}

void conform_break(abs_conformity *found, conform_rule rule, const void *position,
                   const char *format, ...)
{
    char text[ABS_TEXT_MAX];
    va_list args;
    if (found->broken >> rule & 1)
        return;
    found->broken |= 1u << rule;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    utf8_make_plain(text);
    buffer_format(&found->told, "%s: %s", rule_names[rule], text);
    if (position != NULL) {
        conform_write(found, position, text);
        utf8_make_plain(text);
        buffer_format(&found->told, "; in position '%s'", text);
    }
    buffer_char(&found->told, '\n');
}

const char *conform_where(const abs_conformity *found, char *text, size_t size)
{
    const bool there = found->position[0] != '\0';
    snprintf(text, size, "in %s%s%s%s", found->tried, there ? ", at or after position '" : "",
             found->position, there ? "'" : "");
    return text;
}

double conform_idle(double seconds)
{
    return 10 * fmax(seconds, 0.1);
}

/* What SIGPROF had left when the clock was looked at last, in seconds. */
static double prof_left;

/* Ends the process if it has slept since then. A working process is ended by its processor time,
   even if a busy machine makes it wait long for that. */
static void wake(int number)
{
    struct itimerval timer;
    getitimer(ITIMER_PROF, &timer);
    const double now = (double)timer.it_value.tv_sec + 1e-6 * (double)timer.it_value.tv_usec;
    const bool works = !interrupt_pending() && now < 0.999 * prof_left;
    prof_left = now;
    if (works)
        return;
    signal(number, SIG_DFL);
    raise(number);
}

void conform_heed(void)
{
    signal(SIGALRM, wake);
    signal(SIGPROF, SIG_DFL);
}

void conform_alarm(double seconds)
{
    static const int clocks[] = {ITIMER_PROF, ITIMER_REAL};
    const double times[] = {seconds, conform_idle(seconds)};
    for (int i = 0; i < 2 && !interrupt_pending(); i++) { /* an interrupt has set its own alarm */
        /* A timer of 0 never ends, and setitimer() refuses very large ones. */
        const double s = seconds > 0 ? fmin(fmax(times[i], 1e-3), 1e8) : 0;
        const struct timeval value = {(time_t)s, (suseconds_t)((s - (double)(time_t)s) * 1e6)};
        /* The clock continues, so that wake() can look at it again. */
        const struct itimerval timer = {.it_value = value, .it_interval = value};
        prof_left = i == 0 ? s : prof_left;
        setitimer(clocks[i], &timer, NULL);
    }
}

void conform_try(abs_conformity *found, const char *what, const void *position)
{
    conform_alarm(found->patience);
    if (position != NULL)
        conform_write(found, position, found->position);
    found->tried = what;
    conform_alarm(found->patience);
}

/* ---- searches -------------------------------------------------------------------------------- */

/* Settings from the textbook's to the usual ones. The first one that fails shows where a mistake
   is. */
typedef struct {
    const char *with; /* what the setting adds, and so where the mistake may be */
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
    abs_root root;
    abs_conformity *found;
    abs_worker *worker;
    abs_row row;
    void *here, *child;
    uint64_t random;
} trial;

/* Finds the value by one search. Returns false if the search has none. */
static bool value_by(trial *t, const char *name, const setting *with, const abs_config *frame,
                     int *value)
{
    abs_config c = *frame;
    conform_try(t->found, name, NULL);
    c.algo = abs_algo_named(name);
    c.tt_bytes = with->table ? TABLE_BYTES : 0;
    c.tt_pv = true;
    c.order = with->ordered ? t->root.domain->orders : 0;
    c.shuffle = with->shuffled ? 1 : 0;
    c.deepening = with->table && abs_min_depth(t->root.domain, t->root.rules) == 0;
    c.guess.kind = c.deepening ? ABS_GUESS_PREVIOUS : ABS_GUESS_SHALLOW;
    abs_run(t->worker, &t->root, &c, false, &t->row);
    *value = (int)t->row.value;
    t->found->searches++;
    return t->row.status == ABS_STATUS_OK;
}

/* Compares all searches of one position under one evaluation with minimax. */
static void try_searches(trial *t, const abs_config *frame)
{
    int truth, value;
    if (!value_by(t, "minimax", &settings[0], frame, &truth))
        return;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        for (size_t a = 0; a < sizeof algos / sizeof algos[0]; a++) {
            const bool has = value_by(t, algos[a], &settings[i], frame, &value);
            if (interrupt_pending())
                return;
            if (!has || value != truth)
                conform_break(t->found, CONFORM_SEARCH, t->root.position,
                              "to depth %d minimax finds %d, and %s %d %s%s", frame->depth, truth,
                              algos[a], value, settings[i].with,
                              frame->quiescence ? ", with quiescence" : "");
        }
}

/* The depth that minimax can afford; 0 if none. */
static int affordable(const trial *t)
{
    const abs_domain *d = t->root.domain;
    const int most = d->max_depth(t->root.rules);
    const int left = abs_plies_left(d, t->root.rules, t->root.position);
    int depth = abs_min_depth(d, t->root.rules);
    depth = depth > 1 ? depth : 1;
    while (depth < DEPTH_MAX && depth < most && depth < left &&
           d->perft(t->root.rules, t->root.position, depth + 1) <= NODES_MAX)
        depth++;
    return depth <= left ? depth : 0;
}

static void try_position(trial *t)
{
    const abs_domain *d = t->root.domain;
    conform_try(t->found, "half_pawn(), max_depth(), min_depth(), plies_left() and perft",
                t->root.position);
    const int pawn = d->half_pawn(t->root.rules);
    abs_config frame = {.grain = 1,
                        .depth = affordable(t),
                        .window = {pawn, pawn},
                        .widen_factor = 2,
                        .step = pawn};
    t->worker->memo.rules = NULL; /* empties the memo, which identifies positions only by number */
    const abs_evaluation evals[] = {
        {ABS_EVAL_HEURISTIC, 0, 0},
        {ABS_EVAL_HEURISTIC, 0, 0},
        {ABS_EVAL_RESULT, 0, 0},
        {d->has_material ? ABS_EVAL_MATERIAL : ABS_EVAL_HEURISTIC, 7, -5}};
    for (int kind = 0; kind < 4 && frame.depth > 0; kind++) {
        frame.quiescence = kind == 1;
        frame.eval = evals[kind];
        if (kind == 0 || (kind == 1 ? d->has_quiescence : !abs_is_tree(d)))
            try_searches(t, &frame);
    }
}

/* Notes how values change from one iteration to the next. */
static void note_changes(abs_conformity *f, const abs_row *row)
{
    const int most = VALUES_MOST * f->domain->half_pawn(f->rules);
    for (size_t i = 1; i < row->iteration_count; i++) {
        const abs_iteration *now = &row->iterations[i], *last = now - 1;
        if (now->depth < VALUES_FROM || !now->has_value || abs(now->value) > most ||
            abs(last->value) > most)
            continue;
        memory_grow(&f->changes, &f->change_room, f->change_count, sizeof *f->changes);
        f->changes[f->change_count++] = (now->depth % 2 == 0 ? 1 : -1) * (now->value - last->value);
    }
}

/* The ends of the median's interval are the order statistics three standard errors from the middle,
   because changes of one position are dependent. */
conform_swing conform_swing_of(abs_conformity *f, int half_pawn)
{
    const size_t n = f->change_count, off = (size_t)(1.5 * sqrt((double)n));
    const double most = half_pawn / 10.0 > 1 ? half_pawn / 10.0 : 1;
    const double *sorted = f->changes;
    if (n == 0)
        return (conform_swing){NAN, false};
    const double median = stats_median_real(f->changes, n);
    return (conform_swing){median,
                           n >= SURE_FROM &&
                               (sorted[n / 2 - off] > most || sorted[(n - 1) / 2 + off] < -most)};
}

/* Searches as deep as is cheap, for how values change. */
static void see_values(trial *t)
{
    const abs_domain *d = t->root.domain;
    conform_try(t->found, "plies_left() and max_depth()", t->root.position);
    const int left = abs_plies_left(d, t->root.rules, t->root.position);
    const int most = d->max_depth(t->root.rules);
    abs_config c = {.algo = abs_algo_named("pvs"),
                    .grain = 1,
                    .depth = left < most ? left : most,
                    .deepening = true,
                    .tt_bytes = TABLE_BYTES,
                    .tt_pv = true,
                    .order = d->orders,
                    .quiescence = d->has_quiescence,
                    .node_limit = VALUES_NODES};
    if (abs_is_tree(d) || c.depth == 0)
        return;
    conform_try(t->found, "pvs, deepening", NULL);
    abs_run(t->worker, &t->root, &c, false, &t->row);
    conform_try(t->found, "half_pawn()", NULL);
    note_changes(t->found, &t->row);
}

/* Chooses a position of random play from the start that is not over, or a tree's root. */
static void choose_position(trial *t, const abs_root *start)
{
    const abs_domain *d = start->domain;
    conform_try(t->found, abs_is_tree(d) ? "root()" : "next() and apply()", NULL);
    memcpy(t->here, start->position, d->position_size);
    if (abs_is_tree(d) && !d->seedless)
        d->root(start->rules, conform_draw(&t->random, 1u << 30), t->here);
    for (unsigned left = abs_is_tree(d) ? 0 : conform_draw(&t->random, PLIES_MAX); left > 0;
         left--) {
        d->apply(start->rules, t->here,
                 conform_draw(&t->random, d->count_moves(start->rules, t->here)), t->child);
        if (d->count_moves(start->rules, t->child) == 0)
            return;
        memcpy(t->here, t->child, d->position_size);
    }
}

bool conform_search(const abs_root *start, unsigned positions, abs_conformity *found)
{
    trial t = {.root = *start, .found = found, .random = 11};
    found->domain = start->domain;
    found->rules = start->rules;
    t.here = memory_zeros(1, start->domain->position_size);
    t.child = memory_zeros(1, start->domain->position_size);
    t.worker = abs_worker_new();
    t.root.position = t.here;
    for (unsigned i = 0; i < positions && !interrupt_pending(); i++) {
        memcpy(t.here, start->position, start->domain->position_size);
        if (i > 0)
            choose_position(&t, start);
        try_position(&t);
    }
    for (unsigned i = 0; i < VALUES && found->broken == 0 && !interrupt_pending(); i++) {
        choose_position(&t, start);
        see_values(&t);
    }
    abs_row_free(&t.row);
    abs_worker_free(t.worker);
    free(t.here);
    free(t.child);
    return !interrupt_pending();
}
