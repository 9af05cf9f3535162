/* record.c -- the steps of a search as it tells them, each with what follows from those before. */
#include "trace/trace.h"

/* The moves of a cutoff's node that were not searched. In another visit they may be. */
static void see_pruned(abs_trace *t, const trace_place *at, const abs_step *step)
{
    const abs_domain *d = t->root->domain;
    const unsigned count = d->count_moves(t->root->rules, step->position);
    char text[ABS_TEXT_MAX];
    for (unsigned i = 0; i < count; i++) {
        if (at->searched[i / 8] >> i % 8 & 1)
            continue;
        d->move_text(t->root->rules, step->position, i, text, sizeof text);
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
static void see_step(abs_trace *t, const abs_counters *now, trace_place *at, abs_step *step)
{
    switch (step->kind) {
    case ABS_STEP_ENTER:
    case ABS_STEP_Q_ENTER:
        *at = (trace_place){.node = ++t->nodes, .again = t->pass_again || t->within > 0};
        step->count = step->ply > 0 ? (int)at[-1].node : ABS_INFINITY;
        step->text = step->ply > 0 ? at[-1].move : NULL;
        break;
    case ABS_STEP_PROBE:
        at->probes++;
        at->answered = step->flag;
        step->reason = (uint8_t)((now->tt_hits > t->before.tt_hits) + step->flag);
        step->value = step->flag ? step->value : ABS_INFINITY;
        break;
    case ABS_STEP_STORE:
        step->flag = now->tt_replaced > t->before.tt_replaced;
        break;
    case ABS_STEP_MOVE:
    case ABS_STEP_Q_MOVE:
        snprintf(at->move, sizeof at->move, "%s", step->text);
        at->interior |= step->kind == ABS_STEP_MOVE;
        if (step->move != ABS_NO_MOVE)
            at->searched[step->move / 8] |= (uint8_t)(1u << step->move % 8);
        break;
    case ABS_STEP_AGAIN:
        t->within++;
        break;
    case ABS_STEP_AGAIN_END:
        t->within--;
        break;
    case ABS_STEP_CUT:
        see_pruned(t, at, step);
        break;
    case ABS_STEP_LEAVE:
        step->reason = (uint8_t)reason_of(at, step->ply);
        break;
    case ABS_STEP_PASS:
        t->pass_again = step->flag;
        break;
    case ABS_STEP_PASS_END:
        step->reason = step->value <= step->alpha ? 1 : step->value >= step->beta ? 2 : 0;
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
    abs_step step = *seen;
    if (step.kind == ABS_STEP_ENTER)
        t->base = step.ply;
    if (step.kind >= ABS_STEP_Q_ENTER)
        step.ply += t->base;
    trace_place *at = &t->line[step.ply];
    buffer_clear(&t->pruned);
    see_step(t, &s->n, at, &step);
    if (step.kind != ABS_STEP_ENTER && step.kind != ABS_STEP_Q_ENTER)
        step.text = at->move[0] != '\0' ? at->move : NULL;
    step.at = nowhere >> step.kind & 1 ? NULL : at;
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
    abs_row_id(&t->row, t->id, sizeof t->id);
    abs_root_name(root, t->name, sizeof t->name);
    form->start(t);
}

void trace_free(abs_trace *t)
{
    buffer_free(&t->pruned);
    abs_row_free(&t->row);
}
