/* searched.h -- a unit's searches by one worker, and random moves before them. */
#ifndef TEST_SEARCHED_H
#define TEST_SEARCHED_H

#include "helpers.h"

static inline abs_worker *the_worker(void)
{
    static abs_worker *worker;
    worker = worker != NULL ? worker : abs_worker_new();
    return worker;
}

/* The row of a search that comes to its end; it lasts until the next one. */
static inline const abs_row *searched(const abs_root *root, const abs_config *config,
                                      bool check_moves)
{
    static abs_row row;
    the_worker()->memo.rules = NULL; /* the position may be another at the same place */
    abs_run(the_worker(), root, config, check_moves, &row);
    assert_int_equal(row.status, ABS_STATUS_OK);
    return &row;
}

/* Random moves from a position of a game, to the game's end at the most. */
static inline void random_play(test_position *p, unsigned plies, uint64_t *random)
{
    const abs_domain *d = p->root.domain;
    void *child = calloc(1, d->position_size);
    for (unsigned n; plies > 0 && (n = d->count_moves(p->rules, p->root.position)) > 0; plies--) {
        d->apply(p->rules, p->root.position, (unsigned)test_random(random, n), child);
        memcpy(p->root.position, child, d->position_size);
    }
    free(child);
}

#endif
