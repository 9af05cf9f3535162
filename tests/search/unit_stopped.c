/*
 * unit_stopped.c -- a search that is stopped at any node leaves nothing behind: after it the worker
 * searches as a fresh one does, to the last counter.
 *
 * Each algorithm is stopped at some nodes, in one of the domains; with ABS_EVERY=full (make
 * check-long, under sanitizers) at every node, in all of them.
 */
#include "every_setting.h"
#include "log/fields.h"

#include <inttypes.h>

enum {
    MINIMAX_NODES = 150,
    WORK_MAX = 1500, /* of a search that is tried: it is made again for every stop */
    SETTINGS = 2,    /* tried with each algorithm */
    DRAWS = 200,
    FRUITLESS = 10, /* draws for an algorithm that moves its bounds point by point */
    STOPS = 6 /* of a search */
};

/* Writes all that the row says but for its times. */
static void run_whole(abs_worker *w, const test_position *p, const abs_config *c, abs_row *row,
                      abs_buffer *b)
{
    row_texts texts = {0};
    abs_run(w, &p->root, c, false, row);
    buffer_clear(b);
    fields_json_row(b, row, &texts, false);
    buffer_end(b);
    texts_free(&texts);
}

/* Stops the search at that node, by its limit or by a signal, and makes it again as a whole. False:
   it is not stopped, since none of its nodes from there on asks; then its counts are whole. */
static bool stop_at(abs_worker *w, const test_position *p, const abs_config *c, uint64_t node,
                    bool by_limit, uint64_t work, const abs_buffer *whole)
{
    atomic_bool stop = !by_limit;
    abs_config limited = *c;
    abs_row row = {0};
    abs_buffer again = {0};
    limited.node_limit = node;
    w->stop = &stop;
    abs_run(w, &p->root, &limited, false, &row);
    w->stop = NULL;
    const bool stopped = row.status == (by_limit ? ABS_STATUS_NODE_LIMIT : ABS_STATUS_INTERRUPTED);
    const uint64_t done = abs_work(&row.n);
    if (stopped ? row.has_value || row.best != ABS_NO_MOVE || done < node
                : row.status != ABS_STATUS_OK || done != work)
        fail_msg("%s: %s stopped at node %" PRIu64 ": status %d at %" PRIu64, p->spec, c->algo.name,
                 node, (int)row.status, done);
    run_whole(w, p, c, &row, &again);
    if (again.length != whole->length || memcmp(again.data, whole->data, whole->length) != 0)
        fail_msg("%s: after a stop at node %" PRIu64 "\n%s\nand not\n%s", p->spec, node, again.data,
                 whole->data);
    abs_row_free(&row);
    buffer_free(&again);
    return stopped;
}

/* Returns how often the search was stopped: 0 if it is too large. */
static unsigned stop_everywhere(const test_position *p, const abs_config *c)
{
    abs_worker *w = abs_worker_new();
    abs_row row = {0};
    abs_buffer whole = {0};
    unsigned stops = 0;
    abs_config limited = *c;
    limited.node_limit = WORK_MAX;
    abs_run(w, &p->root, &limited, false, &row);
    const uint64_t work = abs_work(&row.n), step = every_full() ? 1 : work / STOPS + 1;
    const bool small = row.status == ABS_STATUS_OK && work < WORK_MAX;
    abs_worker_free(w);
    w = abs_worker_new(); /* as yet it has searched nothing */
    if (small)
        run_whole(w, p, c, &row, &whole);
    for (uint64_t node = 1; small && node < work; node += step)
        stops += stop_at(w, p, c, node, test_random(&(uint64_t){node}, 2) == 0, work, &whole);
    abs_worker_free(w);
    abs_row_free(&row);
    buffer_free(&whole);
    return stops;
}

static unsigned stop_algo(const test_position *p, const abs_algo *algo, int depth, uint64_t *random)
{
    unsigned searches = 0, settings = 0;
    const int most = abs_algo_crawls(algo) ? FRUITLESS : DRAWS;
    for (int draws = 0; settings < SETTINGS && draws < most; draws++) {
        abs_config c;
        const unsigned stops =
            setting_draw(p, algo, depth, random, &c) ? stop_everywhere(p, &c) : 0;
        settings += stops > 0;
        searches += stops;
    }
    if (settings < SETTINGS && !abs_algo_crawls(algo))
        fail_msg("%s: %s: no small search", p->spec, algo->name);
    return searches;
}

TEST(a_stopped_search_leaves_nothing)
{
    every_algo_and_domain(MINIMAX_NODES, stop_algo);
}

RUN_TESTS(NULL, NULL, NULL)
