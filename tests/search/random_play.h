/* random_play.h -- random moves from a position of a game, to the game's end at the most. */
#ifndef RANDOM_PLAY_H
#define RANDOM_PLAY_H

#include "helpers.h"

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
