/*
 * compose.h -- positions for a suite, from seeded play; it asks nothing of a game but its
 * descriptor. docs/games.md says how it plays and what it takes.
 */
#ifndef ABS_COMPOSE_H
#define ABS_COMPOSE_H

#include "work/worker.h"

typedef struct {
    char text[ABS_TEXT_MAX];
    int ply;    /* played from the start */
    int value;  /* of a search to two plies */
    bool sharp; /* which is more than half a pawn from the static evaluation */
} abs_composed;

typedef struct abs_composer abs_composer;

/* `start` is the game's first position, which is there as long as the composer is used. Nobody
   frees a composer: a program needs one. */
abs_composer *composer_new(const abs_root *start, uint64_t seed);

/* Plays on until it has another position. 1: there it is; 0: a thousand games have brought none;
   -1: interrupted, or the game has too many moves, and the error says which. */
int composer_next(abs_composer *composer, abs_composed *found, abs_error *error);

/* Games played so far. */
uint64_t composer_games(const abs_composer *composer);

#endif
