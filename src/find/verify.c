/* verify.c -- see findings.h. */
#include "base/memory.h"
#include "find/findings.h"

#include <stdlib.h>

const char *const verify_kind_names[] = {"value", "best_move", "contradiction", "inconsistent",
                                         ABS_WRONG_ANSWER};

bool verify_compares(const abs_tally *t, const abs_record *r)
{
    return r->status == ABS_STATUS_OK && r->has_value &&
           config_is_sound(&t->groups[r->group].config);
}

static void add_mismatch(abs_verification *v, abs_mismatch_kind kind, size_t first, size_t count)
{
    memory_grow(&v->mismatches, &v->mismatch_room, v->mismatch_count, sizeof *v->mismatches);
    v->mismatches[v->mismatch_count++] = (abs_mismatch){kind, first, count};
}

/* Whether a row's value is possible, if that of the trusted row is the true one. */
static bool agrees(const abs_record *r, const abs_record *trusted)
{
    return r->lower ? r->value <= trusted->value : r->value == trusted->value;
}

/* Compares an unsound row with the trusted one, if there is one. */
static void judge_unsound(const abs_tally *t, abs_verification *v, size_t at,
                          const abs_record *trusted)
{
    const abs_record *r = &t->records[v->order[at]];
    abs_wrongs *w = &v->wrongs[r->group];
    abs_unsound u = {.record = v->order[at], .wrong_best_move = r->best_move_optimal == ABS_NO};
    if (trusted != NULL && trusted != r) {
        u.has_expected = true;
        u.expected = trusted->value;
        u.wrong_value = !r->has_value || !agrees(r, trusted);
        w->values_judged++;
    }
    w->wrong_values += u.wrong_value;
    if (!u.wrong_value && !u.wrong_best_move)
        return;
    memory_grow(&v->unsound, &v->unsound_room, v->unsound_count, sizeof *v->unsound);
    v->unsound[v->unsound_count++] = u;
}

/* Judges all rows of one position and setting. The true value is that of the first sound row, or
   else of a printed core, whose slips change moves and nodes but not the value. */
static void judge(const abs_tally *t, abs_verification *v, size_t first, size_t end)
{
    const abs_record *trusted = NULL;
    size_t finished = 0, sound = 0;
    bool agree = true, sure = false;
    for (size_t i = first; i < end && !sure; i++) {
        const abs_record *r = &t->records[v->order[i]];
        const abs_config *c = &t->groups[r->group].config;
        if (r->status != ABS_STATUS_OK || !r->has_value || r->lower)
            continue;
        sure = config_is_sound(c);
        if (sure || (trusted == NULL && config_has_sound_value(c)))
            trusted = r;
    }
    for (size_t i = first; i < end; i++) {
        const abs_record *r = &t->records[v->order[i]];
        const abs_config *c = &t->groups[r->group].config;
        const bool ended = r->status == ABS_STATUS_OK || r->status == ABS_STATUS_INCONSISTENT,
                   unsound = config_is_unsound(c) && ended; /* not engines or selective searches */
        finished += r->status == ABS_STATUS_OK && r->has_value;
        if (verify_compares(t, r)) {
            sound += !r->lower;
            agree = agree && (trusted == NULL || agrees(r, trusted));
        }
        if (config_is_sound(c) || unsound) {
            v->wrongs[r->group].moves_judged += r->best_move_optimal != ABS_UNKNOWN;
            v->wrongs[r->group].wrong_moves += r->best_move_optimal == ABS_NO;
        }
        if (unsound)
            judge_unsound(t, v, i, trusted);
        if (!config_is_sound(c))
            continue;
        const bool wrong[] = {
            [VERIFY_BEST_MOVE] = r->best_move_optimal == ABS_NO,
            [VERIFY_CONTRADICTION] = r->contradiction,
            [VERIFY_INCONSISTENT] = r->status == ABS_STATUS_INCONSISTENT && !r->gave_up,
            [VERIFY_ANSWER] = r->answer_right == ABS_NO,
        };
        v->known += r->answer_right == ABS_YES;
        for (unsigned kind = 0; kind < sizeof wrong / sizeof wrong[0]; kind++)
            if (wrong[kind])
                add_mismatch(v, (abs_mismatch_kind)kind, i, 1);
    }
    if (trusted != NULL && finished > 1)
        v->checked += finished;
    if (trusted != NULL && sound > 1)
        v->sound += sound;
    if (!agree)
        add_mismatch(v, VERIFY_VALUE, first, end - first);
}

void verify_run(const abs_tally *t, abs_verification *v)
{
    bool *seen = memory_zeros(t->roots.count + 1, sizeof *seen); /* by position */
    uint32_t *order = tally_sorted(t, true);
    *v = (abs_verification){.order = order,
                            .wrongs = memory_zeros(t->group_keys.count + 1, sizeof *v->wrongs)};
    for (size_t i = 0, end; i < t->count; i = end) {
        const abs_record *first = &t->records[order[i]];
        const uint32_t root = first->root, setting = t->groups[first->group].setting;
        for (end = i + 1; end < t->count && t->records[order[end]].root == root &&
                          t->groups[t->records[order[end]].group].setting == setting;)
            end++;
        const size_t before = v->sound;
        judge(t, v, i, end);
        v->positions += v->sound > before && !seen[root];
        seen[root] |= v->sound > before;
    }
    for (const abs_tally_group *g = t->groups; g < t->groups + t->group_keys.count; g++)
        v->values_may_differ |= g->config.tt_bytes > 0 && g->config.tt_mode == ABS_TT_DEEPER;
    free(seen);
}
