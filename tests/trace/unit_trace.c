/*
 * unit_trace.c -- what a watched search tells comes to the counters of the same search as it is
 * measured, in every algorithm and setting; and its steps fit each other.
 */
#include "search/every_setting.h"
#include "search/searched.h"
#include "trace/trace.h"

#include <inttypes.h>

enum {
    TREES = 1000,
    MINIMAX_NODES = 150,
    WORK_MAX = 20000, /* of a search that is tried */
    DRAWS = 200
};

/* ---- steps that fit each other --------------------------------------------------------------- */

/* The line from the root: nodes, and the value of the child left last, seen from there. */
static uint32_t line[TRACE_LINE_MAX];
static int values[TRACE_LINE_MAX];
static int at; /* nodes on the line */
static abs_row
    totals; /* the counters that a row should have, as they follow from the steps alone */
static unsigned within; /* second searches */
static bool pass_again;
static size_t cutoffs;
static int prunes_from; /* so many moves; 0: they are not checked */

static void check_start(abs_trace *trace)
{
    (void)trace;
    at = 0;
    cutoffs = 0;
    totals = (abs_row){0};
}

/* What the step adds to the counters. */
static void count_step(const abs_step *step)
{
    abs_counters *n = &totals.n;
    const abs_step_kind kind = step->kind;
    const bool quiet = kind == ABS_STEP_Q_ENTER, node = kind == ABS_STEP_ENTER,
               leave = kind == ABS_STEP_LEAVE, cut = kind == ABS_STEP_CUT;
    n->nodes += node;
    n->qnodes += quiet;
    n->null_nodes += node && step->beta == step->alpha + 1;
    assert_true(!(node || quiet) || step->at->again == (within > 0 || pass_again));
    n->research_nodes += node && (within > 0 || pass_again);
    n->research_work += (node || quiet) && (within > 0 || pass_again);
    n->interior += leave && step->reason == TRACE_BY_MOVES;
    n->evaluations += leave && step->reason == TRACE_BY_LEAF;
    n->tt_answers += leave && step->reason >= TRACE_BY_TABLE;
    n->tt_etc_cutoffs += leave && step->reason == TRACE_BY_ETC;
    n->tt_probes += kind == ABS_STEP_PROBE;
    n->tt_hits += kind == ABS_STEP_PROBE && step->reason > 0;
    n->tt_stores += kind == ABS_STEP_STORE;
    n->tt_replaced += kind == ABS_STEP_STORE && step->flag;
    n->evaluations += kind == ABS_STEP_RANK ? (uint64_t)step->count : 0;
    n->interior_researches += kind == ABS_STEP_AGAIN;
    within += (kind == ABS_STEP_AGAIN) - (kind == ABS_STEP_AGAIN_END);
    n->cutoffs += cut;
    n->first_move_cutoffs += cut && step->count == 1;
    totals.iteration_count += kind == ABS_STEP_ITERATION;
    totals.pass_count += kind == ABS_STEP_PASS;
    pass_again = kind == ABS_STEP_PASS ? step->flag : pass_again;
    totals.fail_low += kind == ABS_STEP_PASS_END && step->reason == 1;
    totals.fail_high += kind == ABS_STEP_PASS_END && step->reason == 2;
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
        assert_int_equal(step->count, at > 0 ? (int)line[at - 1] : ABS_INFINITY);
        assert_true((step->text == NULL) == (at == 0));
        line[at++] = step->at->node;
    } else if (step->kind == ABS_STEP_LEAVE || step->kind == ABS_STEP_Q_LEAVE) {
        assert_true(at > 0 && line[--at] == step->at->node);
        if (at > 0)
            values[at - 1] = -step->value;
    } else if (step->kind == ABS_STEP_CUT || step->kind == ABS_STEP_BEST) {
        assert_true(at > 0 && line[at - 1] == step->at->node);
        assert_int_equal(step->value, values[at - 1]);
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
    the_worker()->search.tracer = &trace.tracer;
    abs_run(the_worker(), &traced, c, false, &trace.row);
    the_worker()->search.tracer = NULL;
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

/* Compares one search in settings that can be watched, unless there are none, or it is too large.
 */
static unsigned try_algo(const test_position *p, const abs_algo *algo, int depth, uint64_t *random)
{
    abs_config c;
    abs_row row = {0};
    int draws = algo->core->limit == ABS_LIMIT_NONE ? DRAWS : 0;
    while (draws > 0 && (!setting_draw(p, algo, depth, random, &c) || config_selects(&c)))
        draws--;
    if (draws == 0)
        return 0;
    c.node_limit = WORK_MAX;
    c.distinct = false;
    abs_run(the_worker(), &p->root, &c, false, &row);
    c.node_limit = 0;
    const bool whole = row.status == ABS_STATUS_OK;
    if (whole)
        compare(p, &c, &row);
    abs_row_free(&row);
    return whole;
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
    static abs_algo algos[EVERY_ALGOS];
    const unsigned count = every_algo(algos);
    const int trees = test_amount(TREES);
    uint64_t random = 1;
    unsigned searches = 0;
    for (int tree = 0; tree < trees; tree++) {
        test_position p;
        test_open(&p, specs[tree % (int)COUNT_OF(specs)], NULL, (uint64_t)tree);
        for (unsigned i = 0; i < count; i++)
            searches += try_algo(&p, &algos[i], every_depth(&p, MINIMAX_NODES), &random);
        test_close(&p);
    }
    print_message("# %d trees, %u searches\n", trees, searches);
    assert_true(searches > (unsigned)trees * count / 2);
}

TEST(every_domain_traces_what_it_counts)
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

RUN_TESTS(NULL, NULL, NULL)
