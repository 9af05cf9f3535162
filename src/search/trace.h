/*
 * trace.h -- a search as it can be watched: its steps, and whom it tells of them.
 *
 * Every domain is compiled a second time with ABS_TRACE, as NAME_traced: the same search that tells
 * s->tracer of each step. In the search that is measured ABS_SEE is nothing at all, and no machine
 * code differs.
 */
#ifndef ABS_TRACE_H
#define ABS_TRACE_H

#include "absbench.h"

/* src/trace/steps.c says what each has, and what it is called. */
typedef enum {
    ABS_STEP_ITERATION,
    ABS_STEP_ITERATION_END, /* never, if it ends without a value */
    ABS_STEP_PASS,          /* from the root */
    ABS_STEP_PASS_END,
    ABS_STEP_ENTER, /* a node */
    ABS_STEP_PROBE,
    ABS_STEP_RANK,
    ABS_STEP_MOVE,
    ABS_STEP_AGAIN, /* a second search of that move */
    ABS_STEP_AGAIN_END,
    ABS_STEP_BEST,
    ABS_STEP_CUT,
    ABS_STEP_STORE,
    ABS_STEP_LEAVE,
    ABS_STEP_Q_ENTER, /* from here on: of the quiescence search */
    ABS_STEP_Q_MOVE,
    ABS_STEP_Q_CUT,
    ABS_STEP_Q_LEAVE,
    ABS_STEPS
} abs_step_kind;

/* One step. Each kind has only what concerns it; the rest is 0. */
typedef struct {
    abs_step_kind kind;
    int ply, depth;  /* of the node; depth remaining, or of the iteration */
    int alpha, beta; /* a window, or bounds stored; infinite where there are none */
    int value;       /* of the side to move there */
    unsigned move;   /* its place in generator order, or ABS_NO_MOVE */
    int count;       /* evaluations; of a cutoff, moves searched; of a quiet one, those not */
    bool flag;       /* an iteration is for a guess; a pass is a re-search; the table answers */
    const void *position; /* of the node: until see() returns */
    const char *text;     /* of the move: the same */

    /* What follows from the steps before: src/trace/steps.c adds it. */
    const struct trace_place *at; /* the node; NULL: none. Its parent is the place before */
    uint8_t reason; /* of leaving a node: trace_reason; of the end of a pass: it failed low (1),
                       high (2); of a probe: the table has an entry (1) that answers (2) */
} abs_step;

struct abs_tracer {
    void (*see)(abs_tracer *tracer, const abs_search *s, const abs_step *step);
};

static inline void abs_see(const abs_search *s, const abs_step *step)
{
    if (s->tracer != NULL)
        s->tracer->see(s->tracer, s, step);
}

#ifdef ABS_TRACE
#define ABS_SEE(s, step, ...) abs_see(s, &(abs_step){.kind = ABS_STEP_##step, __VA_ARGS__})
#define ABS_SEE_MOVE(s, step, p, chosen, index, at)                                                \
    do {                                                                                           \
        char text_[ABS_TEXT_MAX];                                                                  \
        D_(move_text)((s)->rules, p, chosen, text_, sizeof text_);                                 \
        ABS_SEE(s, step, .ply = at, .move = index, .position = p, .text = text_);                  \
    } while (0)
#else /* nothing is evaluated, but all counts as used */
#define ABS_SEE(s, step, ...) ((void)sizeof(abs_step){.kind = ABS_STEP_##step, __VA_ARGS__})
#define ABS_SEE_MOVE(s, step, p, chosen, index, at)                                                \
    ABS_SEE(s, step, .ply = at, .move = index, .position = ((void)(chosen), p))
#endif

#endif
