/* trace_log.c -- see trace_log.h. */
#include "trace/trace_log.h"
#include "base/grow.h"

#include <stdlib.h>

/* ---- recording ------------------------------------------------------------------------------ */

static uint32_t keep_text(trace_log *log, const char *text)
{
    const uint32_t number = names_add(&log->texts, text);
    log->failed |= number == UINT32_MAX;
    return number;
}

static void add_step(trace_log *log, const trace_step *step)
{
    if (abs_grow(&log->steps, &log->step_room, log->step_count, sizeof *log->steps))
        log->steps[log->step_count++] = *step;
    else
        log->failed = true;
}

static uint32_t print_position(trace_log *log, const void *position)
{
    char text[ABS_TEXT_MAX];
    if (!log->boards || log->domain->print == NULL)
        return TRACE_NO_TEXT;
    log->domain->print(log->rules, position, text, sizeof text);
    return keep_text(log, text);
}

/* A position is entered at a ply. */
static void add_node(trace_log *log, const abs_step *step, int ply)
{
    struct trace_place *place = &log->line[ply];
    const trace_node node = {.parent = ply > 0 ? place[-1].node : 0,
                             .move = ply > 0 ? place[-1].move : TRACE_NO_TEXT,
                             .position = print_position(log, step->position),
                             .ply = ply,
                             .alpha = step->alpha,
                             .beta = step->beta,
                             .again = log->pass_again || log->within > 0,
                             .quiet = step->kind == ABS_STEP_Q_ENTER};
    if (!abs_grow(&log->nodes, &log->node_room, log->node_count, sizeof *log->nodes)) {
        log->failed = true;
        return;
    }
    place->node = (uint32_t)log->node_count + 1;
    place->move = TRACE_NO_TEXT;
    place->moves = 0;
    memset(place->searched, 0, sizeof place->searched);
    log->nodes[log->node_count++] = node;
}

/* The moves of a cutoff's node that were not searched. */
static void add_pruned(trace_log *log, const abs_step *seen, int ply, trace_step *step)
{
    const uint8_t *searched = log->line[ply].searched;
    const unsigned count = log->domain->count_moves(log->rules, seen->position);
    char text[ABS_TEXT_MAX];
    step->pruned = (uint32_t)log->pruned_count;
    for (unsigned i = 0; i < count && !log->failed; i++) {
        if (searched[i / 8] >> i % 8 & 1)
            continue;
        log->domain->move_text(log->rules, seen->position, i, text, sizeof text);
        if (!abs_grow(&log->pruned, &log->pruned_room, log->pruned_count, sizeof *log->pruned))
            log->failed = true;
        else
            log->pruned[log->pruned_count++] = keep_text(log, text);
        step->pruned_count++;
    }
}

/* A move is made at a ply. */
static void take_move(trace_log *log, const abs_step *seen, int ply)
{
    struct trace_place *place = &log->line[ply];
    place->move = keep_text(log, seen->text);
    if (seen->move != ABS_NO_MOVE)
        place->searched[seen->move / 8] |= (uint8_t)(1u << seen->move % 8);
}

/* What only the change of a counter tells: the table's own doings. */
static void see_table(trace_log *log, const abs_counters *n, trace_step *step)
{
    if (step->kind == ABS_STEP_PROBE)
        step->found = n->tt_hits > log->before.tt_hits;
    if (step->kind == ABS_STEP_STORE) {
        step->flag = n->tt_replaced > log->before.tt_replaced;
        step->found = n->tt_contradictions > log->before.tt_contradictions;
    }
    log->before = *n;
}

/* What a step says of a node that was entered before it. */
static void see_node(trace_log *log, const trace_step *step)
{
    const bool left = step->kind == ABS_STEP_LEAVE || step->kind == ABS_STEP_Q_LEAVE;
    log->within += step->kind == ABS_STEP_AGAIN;
    log->within -= step->kind == ABS_STEP_AGAIN_END;
    if (step->kind == ABS_STEP_PASS)
        log->pass_again = step->flag;
    if (step->node == 0 || log->failed)
        return;
    trace_node *node = &log->nodes[step->node - 1];
    node->cut |= step->kind == ABS_STEP_CUT || step->kind == ABS_STEP_Q_CUT;
    if (left) {
        node->value = step->value;
        node->reason = step->reason;
    }
}

/* The ply of a step's node in the line, which goes on into the quiescence search. */
static int ply_of(trace_log *log, const abs_step *seen)
{
    if (seen->kind == ABS_STEP_ENTER)
        log->base = seen->ply;
    const bool quiet = seen->kind >= ABS_STEP_Q_ENTER;
    return quiet ? log->base + seen->ply : seen->ply;
}

static bool is_of_node(abs_step_kind kind)
{
    return kind > ABS_STEP_PASS_END && kind != ABS_STEP_RANK;
}

static void see(abs_tracer *tracer, const abs_search *s, const abs_step *seen)
{
    trace_log *log = (trace_log *)tracer;
    const int ply = ply_of(log, seen);
    if (log->failed)
        return;
    if (seen->kind == ABS_STEP_ENTER || seen->kind == ABS_STEP_Q_ENTER)
        add_node(log, seen, ply);
    trace_step step = {.kind = (uint8_t)seen->kind,
                       .reason = (uint8_t)seen->reason,
                       .flag = seen->flag,
                       .depth = (int16_t)seen->depth,
                       .alpha = seen->alpha,
                       .beta = seen->beta,
                       .value = seen->value,
                       .node = is_of_node(seen->kind) ? log->line[ply].node : 0,
                       .count = seen->count,
                       .move = TRACE_NO_TEXT};
    if (seen->kind == ABS_STEP_MOVE || seen->kind == ABS_STEP_Q_MOVE) {
        take_move(log, seen, ply);
        step.count = log->line[ply].moves++;
    }
    if (seen->kind >= ABS_STEP_MOVE && seen->kind <= ABS_STEP_CUT)
        step.move = log->line[ply].move;
    if (seen->kind == ABS_STEP_CUT)
        add_pruned(log, seen, ply, &step);
    see_table(log, &s->n, &step);
    see_node(log, &step);
    if (!log->failed)
        add_step(log, &step);
}

void trace_log_start(trace_log *log, const abs_entry *entry, bool boards)
{
    memset(log, 0, sizeof *log);
    log->tracer.see = see;
    log->domain = entry->domain;
    log->rules = entry->rules;
    log->boards = boards;
}

void trace_log_free(trace_log *log)
{
    free(log->steps);
    free(log->nodes);
    free(log->pruned);
    names_free(&log->texts);
    memset(log, 0, sizeof *log);
}

const char *trace_text(const trace_log *log, uint32_t text)
{
    return text == TRACE_NO_TEXT ? NULL : log->texts.texts[text];
}

/* ---- counting ------------------------------------------------------------------------------- */

/* A node is entered; `again`: within a re-search. */
static void count_entry(abs_counters *n, const trace_step *step, bool again)
{
    const bool quiet = step->kind == ABS_STEP_Q_ENTER;
    n->nodes += !quiet;
    n->qnodes += quiet;
    n->null_nodes += !quiet && step->beta == step->alpha + 1;
    n->research_nodes += again && !quiet;
    n->research_work += again;
}

static void count_leave(abs_counters *n, const trace_step *step)
{
    n->interior += step->reason == ABS_BY_MOVES;
    n->evaluations += step->reason == ABS_BY_LEAF;
    n->tt_answers += step->reason == ABS_BY_TABLE || step->reason == ABS_BY_ETC;
    n->tt_etc_cutoffs += step->reason == ABS_BY_ETC;
}

static void count_table(abs_counters *n, const trace_step *step)
{
    const bool probe = step->kind == ABS_STEP_PROBE;
    n->tt_probes += probe;
    n->tt_hits += probe && step->found;
    n->tt_stores += !probe;
    n->tt_replaced += !probe && step->flag;
    n->tt_contradictions += !probe && step->found;
}

/* Steps around the tree; `again`: the pass is a re-search. */
static void count_pass(abs_row *t, const trace_step *step, bool *again)
{
    if (step->kind == ABS_STEP_PASS) {
        t->iterations[t->iteration_count - 1].passes++;
        t->pass_count++;
        *again = step->flag;
    }
    if (step->kind == ABS_STEP_PASS_END) {
        t->fail_low += step->value <= step->alpha;
        t->fail_high += step->value >= step->beta;
    }
}

static bool add_iteration(abs_row *t)
{
    if (!abs_grow(&t->iterations, &t->iteration_room, t->iteration_count, sizeof *t->iterations))
        return false;
    t->iterations[t->iteration_count++] = (abs_iteration){.depth = 0};
    return true;
}

bool trace_totals(const trace_log *log, const abs_config *config, abs_row *t)
{
    bool pass_again = false;
    unsigned within = 0; /* second searches under way */
    *t = (abs_row){.config = config, .missing = UINT64_C(1) << COUNT_distinct_leaves};
    for (size_t i = 0; i < log->step_count; i++) {
        const trace_step *step = &log->steps[i];
        switch ((abs_step_kind)step->kind) {
        case ABS_STEP_ITERATION:
            if (!add_iteration(t))
                return false;
            break;
        case ABS_STEP_ENTER:
        case ABS_STEP_Q_ENTER:
            count_entry(&t->n, step, pass_again || within > 0);
            break;
        case ABS_STEP_LEAVE:
            count_leave(&t->n, step);
            break;
        case ABS_STEP_PROBE:
        case ABS_STEP_STORE:
            count_table(&t->n, step);
            break;
        case ABS_STEP_RANK:
            t->n.evaluations += step->count;
            break;
        case ABS_STEP_AGAIN:
            t->n.interior_researches++;
            within++;
            break;
        case ABS_STEP_AGAIN_END:
            within--;
            break;
        case ABS_STEP_CUT:
            t->n.cutoffs++;
            t->n.first_move_cutoffs += step->count == 1;
            break;
        default:
            count_pass(t, step, &pass_again);
            break;
        }
    }
    return true;
}

const row_count *trace_difference(const abs_row *totals, const abs_row *row)
{
    for (size_t c = 0; c < COUNTS; c++) {
        const row_count *count = &row_counts[c];
        if (row_has_count(count, totals) && row_counted(count, totals) != row_counted(count, row))
            return count;
    }
    return NULL;
}
