/*
 * unit_trace.c -- what a watched search tells comes to the counters of the same search as it is
 * measured, in every algorithm and setting; and its steps fit each other.
 */
#include "search/every_setting.h"
#include "trace/trace.h"

#include <inttypes.h>

enum {
    TREES = 1000,
    MINIMAX_NODES = 150,
    WORK_MAX = 20000, /* of a search that is tried */
    DRAWS = 200
};

static abs_worker *worker;

/* ---- steps that fit each other --------------------------------------------------------------- */

/* A node on the line from the root. */
typedef struct {
    uint32_t node;
    int value; /* of the child left last, seen from here */
} place;

static place line[TRACE_LINE_MAX];
static abs_row
    totals;    /* the counters that a row should have, as they follow from the steps alone */
static int at; /* nodes on the line */
static size_t cutoffs;
static int prunes_from; /* so many moves; 0: they are not checked */

static void check_start(abs_trace *trace)
{
    (void)trace;
    at = 0;
    cutoffs = 0;
    totals.pass_count = totals.iteration_count = 0;
    totals.fail_low = totals.fail_high = 0;
    totals.n = (abs_counters){0};
}

/* What the step adds to the counters. */
static void count_step(const abs_step *step)
{
    static unsigned within;
    static bool pass_again;
    abs_counters *n = &totals.n;
    const bool quiet = step->kind == ABS_STEP_Q_ENTER;
    switch (step->kind) {
    case ABS_STEP_ENTER:
    case ABS_STEP_Q_ENTER:
        n->nodes += !quiet;
        n->qnodes += quiet;
        n->null_nodes += !quiet && step->beta == step->alpha + 1;
        n->research_nodes += !quiet && (within > 0 || pass_again);
        n->research_work += within > 0 || pass_again;
        break;
    case ABS_STEP_LEAVE:
        n->interior += step->reason == TRACE_BY_MOVES;
        n->evaluations += step->reason == TRACE_BY_LEAF;
        n->tt_answers += step->reason == TRACE_BY_TABLE || step->reason == TRACE_BY_ETC;
        n->tt_etc_cutoffs += step->reason == TRACE_BY_ETC;
        break;
    case ABS_STEP_PROBE:
        n->tt_probes++;
        n->tt_hits += step->reason > 0;
        break;
    case ABS_STEP_STORE:
        n->tt_stores++;
        n->tt_replaced += step->flag;
        break;
    case ABS_STEP_RANK:
        n->evaluations += (uint64_t)step->count;
        break;
    case ABS_STEP_AGAIN:
        n->interior_researches++;
        within++;
        break;
    case ABS_STEP_AGAIN_END:
        within--;
        break;
    case ABS_STEP_CUT:
        n->cutoffs++;
        n->first_move_cutoffs += step->count == 1;
        break;
    case ABS_STEP_ITERATION:
        totals.iteration_count++;
        break;
    case ABS_STEP_PASS:
        totals.pass_count++;
        pass_again = step->flag;
        break;
    case ABS_STEP_PASS_END:
        totals.fail_low += step->reason == 1;
        totals.fail_high += step->reason == 2;
        break;
    default:
        break;
    }
}

/* The moves after a cutoff are those that were not searched. */
static void check_pruned(const abs_trace *trace, const abs_step *step)
{
    int move = step->count;
    cutoffs++;
    if (prunes_from == 0)
        return;
    for (const char *text = NULL; (text = buffer_next(&trace->pruned, text)) != NULL; move++)
        assert_int_equal(atoi(text), move);
    assert_int_equal(move, prunes_from);
}

/* Every node is left, in the order of a stack, and a cutoff is by the score of the child before. */
static void check_step(abs_trace *trace, const abs_step *step)
{
    if (step->kind == ABS_STEP_ENTER || step->kind == ABS_STEP_Q_ENTER) {
        assert_int_equal(step->ply, at);
        assert_int_equal(step->count, at > 0 ? (int)line[at - 1].node : ABS_INFINITY);
        assert_true((step->text == NULL) == (at == 0));
        line[at++] = (place){step->at->node, 0};
    } else if (step->kind == ABS_STEP_LEAVE || step->kind == ABS_STEP_Q_LEAVE) {
        assert_true(at > 0 && line[--at].node == step->at->node);
        if (at > 0)
            line[at - 1].value = -step->value;
    } else if (step->kind == ABS_STEP_CUT || step->kind == ABS_STEP_BEST) {
        assert_true(at > 0 && line[at - 1].node == step->at->node);
        assert_int_equal(step->value, line[at - 1].value);
        assert_true(step->kind != ABS_STEP_CUT || step->value >= step->beta);
    }
    if (step->kind == ABS_STEP_CUT)
        check_pruned(trace, step);
    count_step(step);
}

static const trace_form checks = {.start = check_start, .step = check_step};

/* ---- counts ---------------------------------------------------------------------------------- */

/* Compares a watched search with the row of the same one as it is measured, unless that is NULL. */
static void compare(const test_position *p, const abs_config *c, const abs_row *row)
{
    static abs_trace trace;
    abs_root traced = p->root;
    traced.domain = abs_registry_traced(p->root.domain, p->rules);
    assert_ptr_not_equal(traced.domain, p->root.domain);
    trace_start(&trace, &checks, &traced, c, NULL);
    worker->search.tracer = &trace.tracer;
    abs_run(worker, &traced, c, false, &trace.row);
    worker->search.tracer = NULL;
    assert_int_equal(at, 0);
    if (row != NULL) {
        for (const row_count *k = row_counts; k < row_counts + COUNTS; k++)
            if (trace_has_count(k, row) && k != &row_counts[COUNT_root_researches] &&
                k != &row_counts[COUNT_tt_contradictions] &&
                row_counted(k, &totals) != row_counted(k, row))
                fail_msg("%s seed %" PRIu64 ": %s to depth %d: by the steps %s is %" PRIu64
                         ", not %" PRIu64,
                         p->spec, p->root.seed, c->algo.name, c->depth, k->name,
                         row_counted(k, &totals), row_counted(k, row));
        assert_int_equal(totals.iteration_count, row->iteration_count);
        assert_true(trace.row.value == row->value && trace.row.best == row->best);
    }
    trace_free(&trace);
}

/* Compares one search, unless it is too large or has no such settings. */
static unsigned try_config(const test_position *p, abs_config *c)
{
    abs_row row = {0};
    abs_config limited = *c;
    limited.node_limit = WORK_MAX;
    limited.distinct = c->distinct = false;
    abs_run(worker, &p->root, &limited, false, &row);
    const bool whole = row.status == ABS_STATUS_OK;
    row.config = c;
    if (whole)
        compare(p, c, &row);
    abs_row_free(&row);
    return whole;
}

static unsigned try_algo(const test_position *p, const abs_algo *algo, int depth, uint64_t *random)
{
    abs_config c;
    if (algo->core->limit != ABS_LIMIT_NONE)
        return 0;
    for (int draw = 0; draw < DRAWS; draw++)
        if (setting_draw(p, algo, depth, random, &c) && !config_selects(&c) &&
            c.parallel == ABS_PARALLEL_OFF) /* those are not to be watched */
            return try_config(p, &c);
    return 0;
}

/* ---- the tests ------------------------------------------------------------------------------- */

TEST(trees_in_every_algorithm)
{
    static const char *const specs[] = {
        "uniform:b=3,range=20",
        "uniform:b=1..5,range=100",
        "uniform:b=3,range=50,commute=1",
        "pgame:b=3",
        "incremental:b=2..4,step=10",
        "ordered:b=3,range=1000,gap=100,first=70,quarter=90,noise=0"};
    enum { SPECS = sizeof specs / sizeof specs[0] };
    static abs_algo algos[EVERY_ALGOS];
    const unsigned count = every_algo(algos);
    const int trees = test_amount(TREES);
    uint64_t random = 1;
    unsigned searches = 0;
    for (int tree = 0; tree < trees; tree++) {
        test_position p;
        test_open(&p, specs[tree % SPECS], NULL, (uint64_t)tree);
        for (unsigned i = 0; i < count; i++)
            searches += try_algo(&p, &algos[i], every_depth(&p, MINIMAX_NODES), &random);
        test_close(&p);
    }
    print_message("# %d trees, %u searches\n", trees, searches);
    assert_true(searches > (unsigned)trees * count / 2);
}

TEST(every_domain)
{
    every_algo_and_domain(MINIMAX_NODES, try_algo);
}

TEST(what_is_pruned)
{
    test_position p;
    const abs_config c = test_plain("alphabeta", 4);
    test_open(&p, "uniform:b=5,range=100", NULL, 3);
    prunes_from = 5;
    compare(&p, &c, NULL);
    assert_true(cutoffs > 10);
    prunes_from = 0;
    test_close(&p);
}

static int set_up(void **state)
{
    (void)state;
    worker = abs_worker_new();
    return worker == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    abs_worker_free(worker);
    return 0;
}

RUN_TESTS(set_up, tear_down, NULL)
