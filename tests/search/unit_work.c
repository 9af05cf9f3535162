/*
 * unit_work.c -- nodes, qnodes and what of them is in re-searches, against PVS written out once
 * more with its counts: no table, no ordering, and only the quiescence search is the program's own.
 */
#include "helpers.h"

typedef struct {
    abs_worker *worker;
    const abs_domain *domain;
    uint64_t nodes, work, research_nodes, research_work;
    unsigned second_searches;
} account;

/* Enters a position; `again`: within a second search. */
static int enter(account *a, const void *position, int alpha, int beta, int depth, bool again)
{
    const abs_domain *d = a->domain;
    const void *rules = a->worker->rules;
    const unsigned count = depth > 0 ? d->count_moves(rules, position) : 0;
    uint64_t work = 1;
    int best = -ABS_INFINITY;
    if (depth == 0) {
        abs_search *s = &a->worker->search;
        s->n = (abs_counters){0};
        best = d->search(s, position, alpha, beta, 0);
        work += s->n.qnodes;
    }
    a->nodes++;
    a->work += work;
    a->research_nodes += again;
    a->research_work += again ? work : 0;
    if (depth > 0 && count == 0)
        return d->evaluate(rules, position, depth);
    void *child = malloc(d->position_size);
    for (unsigned i = 0; i < count && best < beta; i++) {
        const int low = best > alpha ? best : alpha, high = i == 0 ? beta : low + 1;
        d->apply(rules, position, i, child);
        int score = -enter(a, child, -high, -low, depth - 1, again);
        if (score >= high && score < beta) {
            a->second_searches++;
            score = -enter(a, child, -beta, -low, depth - 1, true);
        }
        best = score > best ? score : best;
    }
    free(child);
    return best;
}

/* The windows of (guess - 10, guess + 10), opened to the side that fails. */
static int aspire(account *a, const abs_entry *e, int guess, int depth)
{
    int alpha = guess - 10, beta = guess + 10;
    for (bool again = false;; again = true) {
        const int value = enter(a, e->position, alpha, beta, depth, again);
        if (value <= alpha)
            alpha = -ABS_INFINITY;
        else if (value >= beta)
            beta = ABS_INFINITY;
        else
            return value;
    }
}

static unsigned compare(abs_worker *w, const char *game, const char *text, bool quiescence)
{
    test_position p;
    account a = {.worker = w};
    test_open(&p, game, text, 0);
    a.domain = p.entry.domain;
    for (int guess = -60; guess <= 60; guess += 60)
        for (int depth = 1; depth <= 2; depth++) {
            abs_row row = {0};
            abs_config c = test_plain("aspiration+pvs", depth);
            c.guess = (abs_guess){ABS_GUESS_NUMBER, guess};
            c.quiescence = quiescence;
            abs_run(w, &p.entry, &c, false, &row);
            a.nodes = a.work = a.research_nodes = a.research_work = 0;
            assert_int_equal(aspire(&a, &p.entry, guess, depth), row.value);
            assert_int_equal(row.n.nodes, a.nodes);
            assert_int_equal(abs_row_work(&row), a.work);
            assert_int_equal(row.n.research_nodes, a.research_nodes);
            assert_int_equal(row.n.research_work, a.research_work);
            assert_int_equal(row.iterations[0].work, a.work);
            uint64_t of_passes = 0, after_the_first = 0;
            for (size_t i = 0; i < row.pass_count; i++) {
                of_passes += row.passes[i].work;
                after_the_first += i > 0 ? row.passes[i].work : 0;
            }
            assert_int_equal(of_passes, a.work);
            assert_true(after_the_first <= a.research_work);
            abs_row_free(&row);
        }
    test_close(&p);
    return a.second_searches;
}

static void every_entry_is_counted_once(void **state)
{
    (void)state;
    static const char *const chess[] = {
        "start",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    };
    abs_worker *w = abs_worker_new(0);
    assert_non_null(w);
    unsigned second_searches = 0;
    for (size_t i = 0; i < sizeof chess / sizeof chess[0]; i++)
        for (int quiescence = 0; quiescence < 2; quiescence++)
            second_searches += compare(w, "chess", chess[i], quiescence);
    assert_true(second_searches > 20);
    abs_worker_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_entry_is_counted_once)};
    return cmocka_run_group_tests_name("work", tests, NULL, NULL);
}
