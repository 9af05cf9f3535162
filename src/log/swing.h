/*
 * swing.h -- how much values change from one iteration to the next, on which first guesses depend.
 * Some evaluations make them swing with the parity of the depth: docs/games.md, "Swing".
 */
#ifndef ABS_SWING_H
#define ABS_SWING_H

#include "log/row.h"

/* All iterations together begin with SWING_FROM; values beyond SWING_HALF_PAWNS are left out. */
enum { SWING_FROM = 4, SWING_HALF_PAWNS = 60 };

typedef struct {
    int depth;
    int change;  /* value(depth) - value(depth - 1), its sign turned at odd depths: even minus odd */
    int two_ago; /* value(depth) - value(depth - 2); INT_MAX if there is none */
} swing_change;

/* The changes of many searches, at most 65,536. It starts as zeros. */
typedef struct {
    int half_pawn; /* of the domain; 0 before a row is added */
    swing_change *changes;
    size_t count, room;
} abs_swing;

/* Figures of one iteration, or of all from SWING_FROM on, in points. */
typedef struct {
    int depth; /* 0: all */
    size_t n;
    double median, low, high;       /* of even minus odd, with quartiles */
    double from_last, from_two_ago; /* medians of |changes|; NAN if there are none */
    bool swings; /* the median is shown to be farther from 0 than half_pawn / 10, and 1 point */
} swing_figures;

/* Adds the finished iterations of a row. */
void swing_add(abs_swing *swing, const abs_row *row);
void swing_free(abs_swing *swing);

/* Computes the figures of a depth, or of all with 0. Returns false if there are no changes. */
bool swing_of(const abs_swing *swing, int depth, swing_figures *figures);
/* The T of --eval=heuristic+turn:T, added for the side to move, that makes the median 0. */
int swing_turn(const swing_figures *figures);

#endif
