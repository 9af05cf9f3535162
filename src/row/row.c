/* row.c -- see row.h. */
#include "row/row.h"

#include <stdlib.h>

const char *const abs_status_names[] = {"ok", "inconsistent", "node_limit", "timeout",
                                        "interrupted"};

void abs_row_free(abs_row *row)
{
    free(row->iterations);
    free(row->passes);
    *row = (abs_row){0};
}

uint64_t abs_row_root_researches(const abs_row *row)
{
    if (row->config->algo.core->limit != ABS_LIMIT_NONE)
        return 0;            /* what was done to find it is not part of it */
    uint64_t researches = 0; /* an iteration stopped in its first pass has no pass at all */
    for (size_t i = 0; i < row->iteration_count; i++)
        researches += row->iterations[i].passes > 0 ? row->iterations[i].passes - 1 : 0;
    return researches;
}

void abs_row_id(const abs_row *row, char *text, size_t size)
{
    char config[WORDS_MAX];
    words_config(row->config, config, sizeof config);
    char position[2 * ABS_TEXT_MAX];
    abs_entry_name(row->entry, position, sizeof position);
    snprintf(text, size, "%s/%s", position, config);
}

static uint64_t mix(uint64_t signature, uint64_t x)
{
    return abs_mix64((signature ^ x) + UINT64_C(0x9E3779B97F4A7C15));
}

uint64_t abs_signature_add(uint64_t s, const abs_row *row)
{
    const abs_counters *n = &row->n;
    const uint64_t fields[] = {
        row->has_value,
        row->has_value ? (uint64_t)row->value : 0,
        row->status,
        row->best,
        n->nodes,
        n->interior,
        n->qnodes,
        n->cutoffs,
        n->first_move_cutoffs,
        n->interior_researches,
        n->research_nodes,
        n->tt_probes,
        n->tt_hits,
        n->tt_answers,
        n->tt_stores,
        n->tt_replaced,
        n->tt_contradictions,
        row->fail_low,
        row->fail_high,
        row->iteration_count,
        row->pass_count,
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        s = mix(s, fields[i]);
    for (size_t i = 0; i < row->iteration_count; i++) {
        const abs_iteration *it = &row->iterations[i];
        s = mix(s, (uint64_t)it->depth << 2 | (uint64_t)it->for_guess << 1 | it->has_value);
        s = mix(s, it->has_value ? (uint64_t)it->value : 0);
        s = mix(mix(s, it->nodes), it->leaves);
        s = mix(s, it->passes);
    }
    for (size_t i = 0; i < row->pass_count; i++) {
        const abs_pass *p = &row->passes[i];
        s = mix(mix(s, (uint64_t)p->alpha), (uint64_t)p->beta);
        s = mix(mix(s, (uint64_t)p->value), p->nodes);
    }
    return s;
}
