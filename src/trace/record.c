/* record.c -- the steps of a search as it tells them, and the counts that follow. */
#include "base/memory.h"
#include "trace/trace.h"

/* A position is entered. */
static void see_entry(abs_trace *t, trace_place *at, const abs_step *seen, trace_step *step)
{
    abs_counters *n = &t->totals.n;
    const trace_place *above = step->ply > 0 ? at - 1 : NULL;
    *at = (trace_place){.node = ++t->nodes,
                        .again = t->pass_again || t->within > 0,
                        .quiet = seen->kind == ABS_STEP_Q_ENTER};
    step->count = above != NULL ? (int)above->node : ABS_INFINITY;
    step->move = above != NULL ? above->move : NULL;
    n->nodes += !at->quiet;
    n->qnodes += at->quiet;
    n->null_nodes += !at->quiet && seen->beta == seen->alpha + 1;
    n->research_nodes += at->again && !at->quiet;
    n->research_work += at->again;
}

static void see_move(trace_place *at, const abs_step *seen, trace_step *step)
{
    snprintf(at->move, sizeof at->move, "%s", seen->text);
    step->move = at->move;
    step->count = at->moves++;
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
static void see_leave(abs_counters *n, const trace_place *at, trace_step *step)
{
    step->reason = at->interior                      ? TRACE_BY_MOVES
                   : !at->answered || step->ply == 0 ? TRACE_BY_LEAF
                   : at->probes > 1                  ? TRACE_BY_ETC
                                                     : TRACE_BY_TABLE;
    n->interior += step->reason == TRACE_BY_MOVES;
    n->evaluations += step->reason == TRACE_BY_LEAF;
    n->tt_answers += step->reason == TRACE_BY_TABLE || step->reason == TRACE_BY_ETC;
    n->tt_etc_cutoffs += step->reason == TRACE_BY_ETC;
}

/* What only the change of a counter tells: the table's own doings. */
static void see_table(abs_trace *t, const abs_counters *now, trace_step *step)
{
    abs_counters *n = &t->totals.n;
    if (step->kind == ABS_STEP_PROBE) {
        const bool hit = now->tt_hits > t->before.tt_hits;
        n->tt_probes++;
        n->tt_hits += hit;
        step->reason = (uint8_t)(hit + step->flag);
        step->value = step->flag ? step->value : ABS_INFINITY;
    } else {
        step->flag = now->tt_replaced > t->before.tt_replaced;
        n->tt_stores++;
        n->tt_replaced += step->flag;
        n->tt_contradictions += now->tt_contradictions > t->before.tt_contradictions;
    }
}

/* Steps around the tree. */
static void see_pass(abs_trace *t, trace_step *step)
{
    abs_row *r = &t->totals;
    step->at = NULL;
    if (step->kind == ABS_STEP_ITERATION) {
        memory_grow(&r->iterations, &r->iteration_room, r->iteration_count, sizeof *r->iterations);
        r->iterations[r->iteration_count++] = (abs_iteration){.depth = step->depth};
    } else if (step->kind == ABS_STEP_PASS) {
        r->iterations[r->iteration_count - 1].passes++;
        r->pass_count++;
        t->pass_again = step->flag;
    } else if (step->kind == ABS_STEP_PASS_END) {
        step->reason = step->value <= step->alpha ? 1 : step->value >= step->beta ? 2 : 0;
        r->fail_low += step->reason == 1;
        r->fail_high += step->reason == 2;
    }
}

static void see_step(abs_trace *t, const abs_search *s, const abs_step *seen, trace_place *at,
                     trace_step *step)
{
    abs_counters *n = &t->totals.n;
    switch (seen->kind) {
    case ABS_STEP_ENTER:
    case ABS_STEP_Q_ENTER:
        see_entry(t, at, seen, step);
        break;
    case ABS_STEP_PROBE:
        at->probes++;
        at->answered = seen->flag;
        see_table(t, &s->n, step);
        break;
    case ABS_STEP_STORE:
        see_table(t, &s->n, step);
        break;
    case ABS_STEP_RANK:
        step->at = NULL;
        n->evaluations += seen->count;
        break;
    case ABS_STEP_MOVE:
    case ABS_STEP_Q_MOVE:
        see_move(at, seen, step);
        break;
    case ABS_STEP_AGAIN:
        n->interior_researches++;
        t->within++;
        break;
    case ABS_STEP_AGAIN_END:
        t->within--;
        break;
    case ABS_STEP_CUT:
        n->cutoffs++;
        n->first_move_cutoffs += seen->count == 1;
        at->cut = true;
        see_pruned(t, at, seen);
        break;
    case ABS_STEP_Q_CUT:
        at->cut = true;
        break;
    case ABS_STEP_LEAVE:
        see_leave(n, at, step);
        break;
    case ABS_STEP_Q_LEAVE:
    case ABS_STEP_BEST:
        break;
    default:
        see_pass(t, step);
        break;
    }
}

static void see(abs_tracer *tracer, const abs_search *s, const abs_step *seen)
{
    abs_trace *t = (abs_trace *)tracer;
    if (seen->kind == ABS_STEP_ENTER)
        t->base = seen->ply;
    const int ply = seen->kind >= ABS_STEP_Q_ENTER ? t->base + seen->ply : seen->ply;
    trace_place *at = &t->line[ply];
    trace_step step = {.kind = seen->kind,
                       .at = at,
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
    see_step(t, s, seen, at, &step);
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
                     .row = {.root = root, .config = config},
                     .totals = {.config = config, .missing = UINT64_C(1) << COUNT_distinct_leaves}};
    for (int k = COUNT_ticks; k <= COUNT_critical_path; k++) /* of what is not to be watched */
        t->totals.missing |= UINT64_C(1) << k;
    form->start(t);
}

void trace_free(abs_trace *t)
{
    buffer_free(&t->pruned);
    abs_row_free(&t->row);
    abs_row_free(&t->totals);
}

void trace_put_differences(abs_buffer *b, const abs_row *totals, const abs_row *row)
{
    for (const row_count *k = row_counts; k < row_counts + COUNTS; k++)
        if (row_has_count(k, totals) && row_counted(k, totals) != row_counted(k, row))
            buffer_format(b, "%s%s %" PRIu64 ", not %" PRIu64, b->length > 0 ? "; " : "", k->name,
                          row_counted(k, totals), row_counted(k, row));
}
