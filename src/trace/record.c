/* record.c -- the steps of a search as it tells them; the tree, and the counts, that follow. */
#include "base/memory.h"
#include "trace/trace.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- the tree -------------------------------------------------------------------------------- */

/* The child of a vertex by that move, added if it is new. */
static uint32_t child_of(trace_log *log, uint32_t parent, uint32_t move)
{
    uint32_t child = log->vertices[parent].first_child;
    while (child != 0 && log->vertices[child].move != move)
        child = log->vertices[child].next;
    if (child != 0)
        return child;
    memory_grow(&log->vertices, &log->vertex_room, log->vertex_count, sizeof *log->vertices);
    child = (uint32_t)log->vertex_count++;
    log->vertices[child] = (trace_vertex){.parent = parent, .move = move};
    trace_vertex *above = &log->vertices[parent];
    *(above->last_child == 0 ? &above->first_child : &log->vertices[above->last_child].next) =
        child;
    above->last_child = child;
    return child;
}

/* ---- nodes and moves ------------------------------------------------------------------------- */

static uint32_t print_position(trace_log *log, const void *position)
{
    char text[ABS_TEXT_MAX];
    if (log->domain->print == NULL)
        return TRACE_NO_TEXT;
    log->domain->print(log->rules, position, text, sizeof text);
    return names_add(&log->texts, text);
}

static void count_entry(abs_counters *n, const trace_node *node)
{
    n->nodes += !node->quiet;
    n->qnodes += node->quiet;
    n->null_nodes += !node->quiet && node->beta == node->alpha + 1;
    n->research_nodes += node->again && !node->quiet;
    n->research_work += node->again;
}

/* A position is entered at a ply. */
static void add_node(trace_log *log, const abs_step *seen, int ply, trace_step *step)
{
    struct trace_place *place = &log->line[ply];
    const uint32_t parent = ply > 0 ? place[-1].node : 0;
    const trace_node node = {
        .vertex = parent > 0 ? child_of(log, log->nodes[parent - 1].vertex, place[-1].move) : 0,
        .position = print_position(log, seen->position),
        .ply = ply,
        .alpha = seen->alpha,
        .beta = seen->beta,
        .again = log->pass_again || log->within > 0,
        .quiet = seen->kind == ABS_STEP_Q_ENTER};
    memory_grow(&log->nodes, &log->node_room, log->node_count, sizeof *log->nodes);
    log->nodes[log->node_count++] = node;
    trace_vertex *v = &log->vertices[node.vertex];
    v->last = (uint32_t)log->node_count;
    if (v->visits < TRACE_VISITS)
        v->first[v->visits] = v->last;
    v->visits++;
    v->again |= node.again;
    *place = (struct trace_place){.node = v->last, .move = TRACE_NO_TEXT};
    step->node = v->last;
    step->count = (int)parent;
    step->move = v->move;
    count_entry(&log->totals.n, &node);
}

static void add_move(trace_log *log, const abs_step *seen, struct trace_place *place,
                     trace_step *step)
{
    place->move = step->move = names_add(&log->texts, seen->text);
    step->count = place->moves++;
    place->interior |= seen->kind == ABS_STEP_MOVE;
    if (seen->move != ABS_NO_MOVE)
        place->searched[seen->move / 8] |= (uint8_t)(1u << seen->move % 8);
}

/* The moves of a cutoff's node that were not searched. In another visit they may be. */
static void add_pruned(trace_log *log, const abs_step *seen, const struct trace_place *place,
                       trace_step *step)
{
    const unsigned count = log->domain->count_moves(log->rules, seen->position);
    char text[ABS_TEXT_MAX];
    step->pruned = (uint32_t)log->pruned_count;
    for (unsigned i = 0; i < count; i++) {
        if (place->searched[i / 8] >> i % 8 & 1)
            continue;
        log->domain->move_text(log->rules, seen->position, i, text, sizeof text);
        memory_grow(&log->pruned, &log->pruned_room, log->pruned_count, sizeof *log->pruned);
        const uint32_t move = log->pruned[log->pruned_count++] = names_add(&log->texts, text);
        child_of(log, log->nodes[place->node - 1].vertex, move);
        step->pruned_count++;
    }
}

static void see_cutoff(trace_log *log, const trace_step *step)
{
    trace_node *node = &log->nodes[step->node - 1];
    node->cut = log->vertices[node->vertex].cut = true;
}

/* ---- counts ---------------------------------------------------------------------------------- */

/* A node that made no move has asked the table once, and more often only for --etc. */
static trace_reason reason_of(const struct trace_place *place, int ply)
{
    if (place->interior)
        return TRACE_BY_MOVES;
    if (!place->answered || ply == 0)
        return TRACE_BY_LEAF;
    return place->probes > 1 ? TRACE_BY_ETC : TRACE_BY_TABLE;
}

static void see_leave(trace_log *log, const struct trace_place *place, trace_step *step)
{
    abs_counters *n = &log->totals.n;
    trace_node *node = &log->nodes[step->node - 1];
    node->value = step->value;
    if (node->quiet)
        return;
    node->reason = reason_of(place, node->ply);
    step->reason = (uint8_t)node->reason;
    n->interior += step->reason == TRACE_BY_MOVES;
    n->evaluations += step->reason == TRACE_BY_LEAF;
    n->tt_answers += step->reason == TRACE_BY_TABLE || step->reason == TRACE_BY_ETC;
    n->tt_etc_cutoffs += step->reason == TRACE_BY_ETC;
}

/* What only the change of a counter tells: the table's own doings. */
static void see_table(trace_log *log, const abs_counters *now, trace_step *step)
{
    abs_counters *n = &log->totals.n;
    if (step->kind == ABS_STEP_PROBE) {
        const bool hit = now->tt_hits > log->before.tt_hits;
        n->tt_probes++;
        n->tt_hits += hit;
        step->reason = (uint8_t)(hit + step->flag);
        step->value = step->flag ? step->value : ABS_INFINITY;
    } else {
        step->flag = now->tt_replaced > log->before.tt_replaced;
        n->tt_stores++;
        n->tt_replaced += step->flag;
        n->tt_contradictions += now->tt_contradictions > log->before.tt_contradictions;
    }
}

/* Steps around the tree. */
static void see_pass(trace_log *log, trace_step *step)
{
    abs_row *t = &log->totals;
    if (step->kind == ABS_STEP_ITERATION) {
        memory_grow(&t->iterations, &t->iteration_room, t->iteration_count, sizeof *t->iterations);
        t->iterations[t->iteration_count++] = (abs_iteration){.depth = step->depth};
    } else if (step->kind == ABS_STEP_PASS) {
        t->iterations[t->iteration_count - 1].passes++;
        t->pass_count++;
        log->pass_again = step->flag;
    } else if (step->kind == ABS_STEP_PASS_END) {
        step->reason = step->value <= step->alpha ? 1 : step->value >= step->beta ? 2 : 0;
        t->fail_low += step->reason == 1;
        t->fail_high += step->reason == 2;
    }
}

/* ---- a step ---------------------------------------------------------------------------------- */

/* The ply of a step's node in the line, which goes on into the quiescence search. */
static int ply_of(trace_log *log, const abs_step *seen)
{
    if (seen->kind == ABS_STEP_ENTER)
        log->base = seen->ply;
    return seen->kind >= ABS_STEP_Q_ENTER ? log->base + seen->ply : seen->ply;
}

static void see_step(trace_log *log, const abs_search *s, const abs_step *seen,
                     struct trace_place *place, trace_step *step)
{
    abs_counters *n = &log->totals.n;
    switch (seen->kind) {
    case ABS_STEP_ENTER:
    case ABS_STEP_Q_ENTER:
        add_node(log, seen, (int)(place - log->line), step);
        break;
    case ABS_STEP_PROBE:
        place->probes++;
        place->answered = seen->flag;
        see_table(log, &s->n, step);
        break;
    case ABS_STEP_STORE:
        see_table(log, &s->n, step);
        break;
    case ABS_STEP_RANK:
        step->node = 0;
        n->evaluations += seen->count;
        break;
    case ABS_STEP_MOVE:
    case ABS_STEP_Q_MOVE:
        add_move(log, seen, place, step);
        break;
    case ABS_STEP_AGAIN:
        n->interior_researches++;
        log->within++;
        break;
    case ABS_STEP_AGAIN_END:
        log->within--;
        break;
    case ABS_STEP_CUT:
        n->cutoffs++;
        n->first_move_cutoffs += seen->count == 1;
        add_pruned(log, seen, place, step);
        see_cutoff(log, step);
        break;
    case ABS_STEP_Q_CUT:
        see_cutoff(log, step);
        break;
    case ABS_STEP_LEAVE:
    case ABS_STEP_Q_LEAVE:
        see_leave(log, place, step);
        break;
    case ABS_STEP_BEST:
        break;
    default:
        step->node = 0;
        see_pass(log, step);
        break;
    }
}

static void see(abs_tracer *tracer, const abs_search *s, const abs_step *seen)
{
    trace_log *log = (trace_log *)tracer;
    struct trace_place *place = &log->line[ply_of(log, seen)];
    trace_step step = {.kind = (uint8_t)seen->kind,
                       .flag = seen->flag,
                       .depth = seen->depth,
                       .alpha = seen->alpha,
                       .beta = seen->beta,
                       .value = seen->value,
                       .count = (int)seen->count,
                       .node = place->node,
                       .move = place->move};
    see_step(log, s, seen, place, &step);
    log->before = s->n;
    memory_grow(&log->steps, &log->step_room, log->step_count, sizeof *log->steps);
    log->steps[log->step_count++] = step;
}

void trace_log_start(trace_log *log, const abs_root *root, const abs_config *config)
{
    *log = (trace_log){.tracer.see = see, .domain = root->domain, .rules = root->rules};
    log->totals.config = config;
    log->totals.missing = UINT64_C(1) << COUNT_distinct_leaves;
    for (int k = COUNT_ticks; k <= COUNT_critical_path; k++) /* of what is not to be watched */
        log->totals.missing |= UINT64_C(1) << k;
    memory_grow(&log->vertices, &log->vertex_room, 0, sizeof *log->vertices);
    log->vertices[log->vertex_count++] = (trace_vertex){.move = TRACE_NO_TEXT};
}

void trace_log_free(trace_log *log)
{
    free(log->steps);
    free(log->nodes);
    free(log->vertices);
    free(log->pruned);
    names_free(&log->texts);
    abs_row_free(&log->totals);
    *log = (trace_log){.steps = NULL};
}

const char *trace_text(const trace_log *log, uint32_t text)
{
    return text == TRACE_NO_TEXT ? NULL : log->texts.texts[text];
}

void trace_put_differences(abs_buffer *b, const abs_row *totals, const abs_row *row)
{
    for (const row_count *k = row_counts; k < row_counts + COUNTS; k++)
        if (row_has_count(k, totals) && row_counted(k, totals) != row_counted(k, row))
            buffer_format(b, "%s%s %" PRIu64 ", not %" PRIu64, b->length > 0 ? "; " : "", k->name,
                          row_counted(k, totals), row_counted(k, row));
}
