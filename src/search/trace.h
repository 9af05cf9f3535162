/*
 * trace.h -- the steps of a traced search, and the tracer to which it reports them.
 *
 * Every domain is compiled a second time with ABS_TRACE, as NAME_traced: the same search, which
 * reports each step to s->tracer. In the search that is measured ABS_SEE is empty and does not
 * change the machine code.
 */
#ifndef ABS_TRACE_H
#define ABS_TRACE_H

#include "absbench.h"

/* src/trace/steps.c has the name of each kind, and the members of abs_step that it sets. */
typedef enum {
    ABS_STEP_ITERATION,
    ABS_STEP_ITERATION_END, /* is missing if the iteration ends without a value */
    ABS_STEP_PASS,          /* from the root */
    ABS_STEP_PASS_END,
    ABS_STEP_ENTER, /* a node */
    ABS_STEP_PROBE,
    ABS_STEP_RANK,
    ABS_STEP_MOVE,
    ABS_STEP_AGAIN, /* the second search of that move begins */
    ABS_STEP_AGAIN_END,
    ABS_STEP_BEST,
    ABS_STEP_CUT,
    ABS_STEP_STORE,
    ABS_STEP_LEAVE,
    ABS_STEP_Q_ENTER, /* this and the rest belong to the quiescence search */
    ABS_STEP_Q_MOVE,
    ABS_STEP_Q_CUT,
    ABS_STEP_Q_LEAVE,
    ABS_STEPS
} abs_step_kind;

/* One step. Members that do not concern its kind are 0. */
typedef struct {
    abs_step_kind kind;
    int ply, depth;  /* of the node; depth: remaining, or that of the iteration */
    int alpha, beta; /* the window, or the bounds that are stored; infinite if there are none */
    int value;       /* for the side to move at the node */
    unsigned move;   /* its index in the generator's order, or ABS_NO_MOVE */
    int count;       /* RANK: evaluations; CUT: moves searched; Q_CUT: moves not searched */
    bool flag;       /* an iteration is for a guess; a pass is a re-search; the table answers */
    const void *position; /* the node's; valid until see() returns */
    const char *text;     /* the move's; valid until see() returns */

    /* src/trace/steps.c adds these, which follow from the steps before. */
    const struct trace_place *at; /* the node, or NULL; its parent is the place before it */
    uint8_t reason; /* LEAVE: a trace_reason; PASS_END: it failed low (1) or high (2); PROBE: the
                       table has an entry (1), which answers (2) */
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
#else /* sizeof evaluates nothing, but the compiler takes all arguments as used */
#define ABS_SEE(s, step, ...) ((void)sizeof(abs_step){.kind = ABS_STEP_##step, __VA_ARGS__})
#define ABS_SEE_MOVE(s, step, p, chosen, index, at)                                                \
    ABS_SEE(s, step, .ply = at, .move = index, .position = ((void)(chosen), p))
#endif

#endif
