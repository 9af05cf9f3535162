/* record.c -- the steps of a search as it tells them, each with what follows from those before. */
#include "trace/trace.h"

/* A position is entered. */
static void see_entry(abs_trace *t, trace_place *at, trace_step *step)
{
    const trace_place *above = step->ply > 0 ? at - 1 : NULL;
    *at = (trace_place){.node = ++t->nodes, .again = t->pass_again || t->within > 0};
    step->count = above != NULL ? (int)above->node : ABS_INFINITY;
    step->move = above != NULL ? above->move : NULL;
}

static void see_move(trace_place *at, const abs_step *seen, trace_step *step)
{
    snprintf(at->move, sizeof at->move, "%s", seen->text);
    step->move = at->move;
    at->moves++;
    at->interior |= seen->kind == ABS_STEP_MOVE;
    if (seen->move != ABS_NO_MOVE)
        at->searched[seen->move / 8] |= (uint8_t)(1u << seen->move % 8);
}

/* The moves of a cutoff's node that were not searched. In another visit they may be. */
static void see_pruned(abs_trace *t, const trace_place *at, const abs_step *seen)
{
    const abs_domain *d = t->root->domain;
    const unsigned count = d->count_moves(t->root->rules, seen->position);
    char text[ABS_TEXT_MAX];
    for (unsigned i = 0; i < count; i++) {
        if (at->searched[i / 8] >> i % 8 & 1)
            continue;
        d->move_text(t->root->rules, seen->position, i, text, sizeof text);
        buffer_add(&t->pruned, text);
    }
}

/* A node that made no move has asked the table once, and more often only for --etc. */
static trace_reason reason_of(const trace_place *at, int ply)
{
    if (at->interior)
        return TRACE_BY_MOVES;
    if (!at->answered || ply == 0)
        return TRACE_BY_LEAF;
    return at->probes > 1 ? TRACE_BY_ETC : TRACE_BY_TABLE;
}

/* What a step changes, and what it says beyond what was seen. */
static void see_step(abs_trace *t, const abs_counters *now, const abs_step *seen, trace_place *at,
                     trace_step *step)
{
    switch (seen->kind) {
    case ABS_STEP_ENTER:
    case ABS_STEP_Q_ENTER:
        see_entry(t, at, step);
        break;
    case ABS_STEP_PROBE:
        at->probes++;
        at->answered = seen->flag;
        step->reason = (uint8_t)((now->tt_hits > t->before.tt_hits) + seen->flag);
        step->value = seen->flag ? seen->value : ABS_INFINITY;
        break;
    case ABS_STEP_STORE:
        step->flag = now->tt_replaced > t->before.tt_replaced;
        break;
    case ABS_STEP_MOVE:
    case ABS_STEP_Q_MOVE:
        see_move(at, seen, step);
        break;
    case ABS_STEP_AGAIN:
        t->within++;
        break;
    case ABS_STEP_AGAIN_END:
        t->within--;
        break;
    case ABS_STEP_CUT:
        at->cut = true;
        see_pruned(t, at, seen);
        break;
    case ABS_STEP_LEAVE:
        step->reason = (uint8_t)reason_of(at, step->ply);
        break;
    case ABS_STEP_PASS:
        t->pass_again = seen->flag;
        break;
    case ABS_STEP_PASS_END:
        step->reason = seen->value <= seen->alpha ? 1 : seen->value >= seen->beta ? 2 : 0;
        break;
    default:
        break;
    }
}

static void see(abs_tracer *tracer, const abs_search *s, const abs_step *seen)
{
    const uint32_t nowhere = 1u << ABS_STEP_ITERATION | 1u << ABS_STEP_ITERATION_END |
                             1u << ABS_STEP_PASS | 1u << ABS_STEP_PASS_END | 1u << ABS_STEP_RANK;
    abs_trace *t = (abs_trace *)tracer;
    if (seen->kind == ABS_STEP_ENTER)
        t->base = seen->ply;
    const int ply = seen->kind >= ABS_STEP_Q_ENTER ? t->base + seen->ply : seen->ply;
    trace_place *at = &t->line[ply];
    trace_step step = {.kind = seen->kind,
                       .at = nowhere >> seen->kind & 1 ? NULL : at,
                       .ply = ply,
                       .flag = seen->flag,
                       .depth = seen->depth,
                       .alpha = seen->alpha,
                       .beta = seen->beta,
                       .value = seen->value,
                       .count = (int)seen->count,
                       .move = at->moves > 0 ? at->move : NULL,
                       .position = seen->position};
    buffer_clear(&t->pruned);
    see_step(t, &s->n, seen, at, &step);
    t->before = s->n;
    t->form->step(t, &step);
}

void trace_start(abs_trace *t, const trace_form *form, const abs_root *root,
                 const abs_config *config, abs_buffer *out)
{
    *t = (abs_trace){.tracer.see = see,
                     .form = form,
                     .out = out,
                     .root = root,
                     .config = config,
                     .row = {.root = root, .config = config}};
    form->start(t);
}

void trace_free(abs_trace *t)
{
    buffer_free(&t->pruned);
    abs_row_free(&t->row);
}
