/* pass.c -- see pass.h. */
#include "work/pass.h"

abs_status run_pass(abs_worker *w, const abs_entry *entry, int depth, int alpha, int beta,
                    int *value)
{
    abs_search *s = &w->search;
    const int stopped = setjmp(s->stop);
    if (stopped != 0) {
        abs_search_null_end(s);
        return (abs_status)stopped;
    }
    *value = s->core.minimax ? entry->domain->minimax(s, entry->position, depth)
                             : entry->domain->search(s, entry->position, alpha, beta, depth);
    return ABS_STATUS_OK;
}

void run_take_line(abs_row *row, const abs_search *s)
{
    row->best = s->best;
    row->pv_length = s->pv_length[0];
    memcpy(row->pv, s->pv[0], row->pv_length * sizeof row->pv[0]);
}
