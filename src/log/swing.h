/*
 * swing.h -- how values move from one iteration to the next. First guesses depend on it, and where
 * values swing with the depth's parity the evaluation is what makes them: docs/games.md, "Swing".
 */
#ifndef ABS_SWING_H
#define ABS_SWING_H

#include "log/row.h"

/* The first iteration that counts for all together; values beyond so many half pawns do not. */
enum { SWING_FROM = 4, SWING_HALF_PAWNS = 60 };

typedef struct {
    int depth;
    int change;  /* value(depth) - value(depth - 1), its sign turned at odd depths: even minus odd */
    int two_ago; /* value(depth) - value(depth - 2) */
} swing_change;

/* The changes of many searches, at most 65,536. Start with zeros. */
typedef struct {
    int half_pawn; /* of the domain; 0: nothing was added */
    swing_change *changes;
    size_t count, room;
} abs_swing;

/* Of one iteration, or of all from SWING_FROM on. In points. */
typedef struct {
    int depth; /* 0: all */
    size_t n;
    double median, low, high; /* even minus odd, with quartiles */
    double from_last, from_two_ago; /* medians of the distance; NAN: nothing was two iterations ago */
    bool swings; /* the median is shown to be more than a tenth of half a pawn, and a point, from 0 */
} swing_figures;

/* Adds the finished iterations of a row. */
void swing_add(abs_swing *swing, const abs_row *row);
void swing_free(abs_swing *swing);

/* Of that iteration, or of all with 0. False: there are none. */
bool swing_of(const abs_swing *swing, int depth, swing_figures *figures);
/* What to add for the side to move so that the median becomes 0, as --eval=heuristic+turn:T does. */
int swing_turn(const swing_figures *figures);

#endif
