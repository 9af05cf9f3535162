/* trace_layout.h -- where each vertex of a tree is drawn. */
#ifndef ABS_TRACE_LAYOUT_H
#define ABS_TRACE_LAYOUT_H

#include "trace/trace_tree.h"

typedef struct {
    double *x; /* by vertex, in columns */
    int *ply;
    int columns, plies;
} trace_layout;

/* Every leaf has a column of its own, and what is above stands over the middle of its children.
   False: no memory; trace_layout_free() all the same. */
bool trace_lay_out(const trace_tree *tree, trace_layout *layout);
void trace_layout_free(trace_layout *layout);

#endif
