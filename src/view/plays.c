/* plays.c -- shows what single searches have found, and their passes. See tables.h. */
#include "base/memory.h"
#include "search/drivers.h"
#include "view/tables.h"

#include <stdlib.h>

enum {
    TRACED = 20, /* the searches whose passes are shown */
    PASSES = 20, /* the passes of an iteration that are shown: the first ones and the last */
};

/* What a search has found, as text. */
typedef struct play {
    uint32_t group;
    char value[ABS_BOUND_TEXT];
    abs_buffer best, line; /* the best move and the line that leads to the value */
} play;

/* ---- value, best move, line ------------------------------------------------------------------ */

/* Keeps what a search has found, with moves in the players' notation if the game has one. A stopped
   search has the findings of its last finished iteration. */
static void keep_found(play *p, const abs_row *row)
{
    const abs_completed *c = row->has_value || !row->completed.any ? NULL : &row->completed;
    const bool found = row->has_value || c != NULL;
    const char *best = c != NULL      ? c->best_move
                       : row->has_san ? row->best_move_san
                                      : row->best_move;
    snprintf(p->value, sizeof p->value,
             !found || (c != NULL && !c->has_value) ? "-"
             : row->lower                           ? ">= %d"
                                                    : "%d",
             c != NULL ? c->value : row->value);
    buffer_text(&p->best, found && best != NULL ? best : "-");
    if (row->status != ABS_STATUS_OK)
        buffer_text(&p->line, abs_statuses[row->status].name);
    if (c != NULL)
        buffer_format(&p->line, " after depth %d: ", c->depth);
    if (found)
        line_add(&p->line, c != NULL ? &c->line : row->has_san ? &row->line_san : &row->line);
}

/* Whether the spec has one position, and each of its configurations one search of it. */
static bool is_single(const abs_tally *t, uint32_t spec)
{
    size_t roots = 0;
    bool single = true;
    for (size_t i = 0; i < t->roots.count && roots <= 1; i++)
        roots += t->root_info[i].spec == spec;
    for (const abs_tally_group *g = t->groups; g < t->groups + t->group_keys.count; g++)
        single = single && (g->spec != spec || g->for_reference || g->ok + g->others == 1);
    return single && roots == 1;
}

void put_found(table_data *t, findings_view *v, uint32_t group)
{
    const abs_plays *plays = v->plays;
    if (!is_single(v->f->tally, v->f->tally->groups[group].spec))
        return;
    for (play *p = plays->list; p < plays->list + plays->count; p++)
        if (p->group == group)
            found_add(t, view_label(v, group), p->value, buffer_end(&p->best),
                      buffer_end(&p->line));
}

/* ---- passes ---------------------------------------------------------------------------------- */

/* Adds the passes, and their sum, under the row's id. If an iteration has many, only the first ones
   and the last are shown. */
static void keep_passes(table_data *t, const abs_row *row)
{
    uint64_t nodes = 0;
    char id[2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX];
    char low[ABS_BOUND_TEXT], high[ABS_BOUND_TEXT], value[ABS_BOUND_TEXT];
    abs_row_id(row, id, sizeof id);
    table_heading(t, id);
    for (const abs_iteration *it = row->iterations; it < row->iterations + row->iteration_count;
         it++) {
        nodes += it->nodes;
        for (size_t k = 0; k < it->passes; k++) {
            if (k + 1 == PASSES && it->passes > PASSES) {
                table_row(t);
                table_set_text(t, CELL(passes, search), "..");
                table_show(t, CELL(passes, window), "%zu more", (size_t)it->passes - PASSES);
                k = it->passes - 1;
            }
            /* r <= alpha means v <= r; r >= beta means v >= r; else r = v. */
            const abs_pass *p = &row->passes[it->first_pass + k];
            const bool fails_low = p->value <= p->alpha, fails_high = p->value >= p->beta;
            passes_add(t, p, k == 0 ? "first" : "re-search",
                       fails_low    ? "fails low"
                       : fails_high ? "fails high"
                                    : "exact");
            table_show(t, CELL(passes, window), "(%s, %s)", abs_bound_text(p->alpha, low),
                       abs_bound_text(p->beta, high));
            table_show(t, CELL(passes, result), "v %s %s",
                       fails_low    ? "<="
                       : fails_high ? ">="
                                    : "=",
                       abs_bound_text(p->value, value));
            if (k == 0)
                table_show(t, CELL(passes, depth), it->for_guess ? "guess %d" : "%d", it->depth);
        }
    }
    table_row(t);
    table_set_text(t, CELL(passes, depth), "all");
    table_show(t, CELL(passes, search), "%zu %s", (size_t)row->pass_count,
               row->pass_count == 1 ? "pass" : "passes");
    table_set_text(t, CELL(passes, result),
                   row->status != ABS_STATUS_OK ? abs_statuses[row->status].name : "");
    table_show(t, CELL(passes, fails), "%llu low, %llu high", (unsigned long long)row->fail_low,
               (unsigned long long)row->fail_high);
    table_set_count(t, CELL(passes, nodes), nodes);
    table_set_count(t, CELL(passes, work), abs_row_work(row));
}

/* ---- all searches ---------------------------------------------------------------------------- */

void plays_add(abs_plays *plays, const abs_tally *t, const abs_row *row)
{
    const abs_record *r = &t->records[t->count - 1];
    const abs_tally_group *g = &t->groups[r->group];
    if (row->config->for_reference)
        return;
    if (plays->passes && row->config->algo.core->limit == ABS_LIMIT_NONE) {
        if (plays->traced == 0)
            table_start(&plays->trace, &passes_form);
        if (plays->traced++ < TRACED)
            keep_passes(&plays->trace, row);
    }
    if (g->ok + g->others > 1) /* the group has more than one search */
        return;
    memory_grow(&plays->list, &plays->room, plays->count, sizeof *plays->list);
    play *p = &plays->list[plays->count++];
    *p = (play){.group = r->group};
    keep_found(p, row);
}

void plays_write_passes(abs_buffer *b, const abs_plays *plays, const abs_page *page)
{
    if (plays->traced == 0)
        return;
    table_data trace = plays->trace;
    trace.page = page;
    table_write_page(b, &trace, 0);
    if (plays->traced > TRACED)
        buffer_format(b,
                      "\n... and the passes of %zu more searches: see `iterations` in "
                      "--format=json.\n",
                      plays->traced - TRACED);
}
