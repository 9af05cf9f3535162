/* trace_layout.c -- see trace_layout.h. */
#include "trace/trace_layout.h"

#include <stdlib.h>

void trace_layout_free(trace_layout *l)
{
    free(l->x);
    free(l->ply);
}

/* The next vertex of the tree in its order, children before siblings; the root at the end. */
static uint32_t step_over(const trace_tree *t, uint32_t v, trace_layout *l)
{
    while (v != 0 && t->vertices[v].next == TRACE_NO_VERTEX) {
        v = t->vertices[v].parent;
        const trace_vertex *above = &t->vertices[v];
        l->x[v] = (l->x[above->first_child] + l->x[above->last_child]) / 2;
    }
    return v == 0 ? 0 : t->vertices[v].next;
}

bool trace_lay_out(const trace_tree *t, trace_layout *l)
{
    *l = (trace_layout){.x = calloc(t->count, sizeof *l->x),
                        .ply = calloc(t->count, sizeof *l->ply)};
    if (l->x == NULL || l->ply == NULL)
        return false;
    uint32_t v = 0;
    do {
        const trace_vertex *at = &t->vertices[v];
        l->ply[v] = v == 0 ? 0 : l->ply[at->parent] + 1;
        if (l->ply[v] + 1 > l->plies)
            l->plies = l->ply[v] + 1;
        if (at->first_child != TRACE_NO_VERTEX) {
            v = at->first_child;
            continue;
        }
        l->x[v] = l->columns++;
        v = step_over(t, v, l);
    } while (v != 0);
    return true;
}
