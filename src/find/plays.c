/* plays.c -- see plays.h. */
#include "find/plays.h"
#include "base/memory.h"

#include <stdlib.h>

static void free_play(abs_play *p)
{
    free(p->best);
    free(p->line);
    free(p->iterations);
    free(p->passes);
}

void plays_free(abs_plays *plays)
{
    for (size_t i = 0; i < plays->count; i++)
        free_play(&plays->list[i]);
    free(plays->list);
    free(plays->specs);
    *plays = (abs_plays){0};
}

bool plays_is_single(const abs_plays *plays, const abs_tally *tally, const abs_play *play)
{
    return !plays->specs[tally->groups[play->group].spec].many;
}

/* ---- which are kept ------------------------------------------------------------------------ */

/* Of a spec that has more than one position, only those whose passes are shown stay. */
static void drop_spec(abs_plays *plays, const abs_tally *t, uint32_t spec)
{
    size_t kept = 0;
    plays->specs[spec].many = true;
    for (size_t i = 0; i < plays->count; i++) {
        abs_play *p = &plays->list[i];
        if (t->groups[p->group].spec == spec && p->iterations == NULL)
            free_play(p);
        else
            plays->list[kept++] = *p;
    }
    plays->count = kept;
}

static void see_spec(abs_plays *plays, const abs_tally *t, const abs_record *r)
{
    const abs_tally_group *g = &t->groups[r->group];
    while (plays->spec_count <= g->spec) {
        memory_grow(&plays->specs, &plays->spec_room, plays->spec_count, sizeof *plays->specs);
        plays->specs[plays->spec_count++] = (abs_play_spec){.entry = UINT32_MAX};
    }
    abs_play_spec *s = &plays->specs[g->spec];
    if (s->entry == UINT32_MAX)
        s->entry = r->entry;
    if (!s->many && (s->entry != r->entry || g->ok + g->others > 1))
        drop_spec(plays, t, g->spec);
}

/* ---- what is kept -------------------------------------------------------------------------- */

/* Moves in words, in the notation that people read if the domain has one. */
static char *write_moves(line_walk *walk, const abs_row *row, const uint16_t *moves, unsigned count)
{
    const abs_domain *d = row->entry->domain;
    abs_buffer text = {0};
    line_write(&text, walk, row, d->san != NULL ? d->san : d->move_text, moves, count, LINE_BLANKS);
    buffer_char(&text, '\0');
    return text.data;
}

static void keep_found(abs_play *p, const abs_row *row, line_walk *walk)
{
    const abs_completed *c = row->has_value || !row->completed.any ? NULL : &row->completed;
    const unsigned best = c != NULL ? c->best : row->best;
    const uint16_t move = (uint16_t)best;
    const bool found = row->has_value || c != NULL;
    p->has_value = found;
    p->value = c != NULL ? c->value : row->value;
    p->lower = row->lower;
    p->completed = c != NULL ? c->depth : 0;
    p->best = write_moves(walk, row, &move, found && best != ABS_NO_MOVE);
    p->line = write_moves(walk, row, c != NULL ? c->pv : row->pv,
                          !found      ? 0
                          : c != NULL ? c->pv_length
                                      : row->pv_length);
}

/* Of many passes of an iteration, the first ones and the last. */
static void keep_passes(abs_play *p, const abs_row *row)
{
    size_t kept = 0;
    p->iterations = memory_take((row->iteration_count + 1) * sizeof *p->iterations);
    p->passes = memory_take((row->iteration_count * PLAYS_PASSES + 1) * sizeof *p->passes);
    for (size_t i = 0; i < row->iteration_count; i++) {
        const abs_iteration *it = &row->iterations[i];
        const abs_pass *of = row->passes + it->first_pass;
        const size_t count = it->passes < PLAYS_PASSES ? it->passes : PLAYS_PASSES;
        p->iterations[p->iteration_count++] =
            (abs_play_iteration){it->depth, it->for_guess, it->passes, count, it->nodes, it->work};
        for (size_t k = 0; k < count; k++)
            p->passes[kept++] = of[k + 1 < count ? k : it->passes - 1];
    }
    p->pass_count = row->pass_count;
    p->fail_low = row->fail_low;
    p->fail_high = row->fail_high;
    p->work = abs_row_work(row);
}

void plays_add(abs_plays *plays, const abs_tally *t, const abs_row *row, line_walk *walk)
{
    const abs_record *r = &t->records[t->count - 1];
    if (row->config->for_reference)
        return;
    see_spec(plays, t, r);
    const bool can_trace = plays->passes && row->config->algo.core->limit == ABS_LIMIT_NONE;
    const bool traced = can_trace && plays->traced < PLAYS_TRACED;
    plays->untraced += can_trace && !traced;
    if (!traced && plays->specs[t->groups[r->group].spec].many)
        return;
    memory_grow(&plays->list, &plays->room, plays->count, sizeof *plays->list);
    abs_play *p = &plays->list[plays->count++];
    *p = (abs_play){.group = r->group, .entry = r->entry, .status = row->status};
    plays->traced += traced;
    keep_found(p, row, walk);
    if (traced)
        keep_passes(p, row);
}
