/*
 * trace_tree.h -- the tree that a search went over: all entries into one position by one line of
 * moves are one vertex, and what was pruned is there too.
 */
#ifndef ABS_TRACE_TREE_H
#define ABS_TRACE_TREE_H

#include "base/buffer.h"
#include "trace/trace_log.h"

#define TRACE_NO_VERTEX UINT32_MAX

typedef struct {
    uint32_t parent, first_child, last_child, next; /* vertices, or TRACE_NO_VERTEX */
    uint32_t move;                                  /* text; TRACE_NO_TEXT: the root */
    uint32_t first_visit, last_visit;               /* nodes; 0: it was never entered */
    uint32_t visits;
    bool cut, again; /* in one of its visits */
} trace_vertex;

typedef struct {
    const trace_log *log;
    trace_vertex *vertices; /* parents before their children; number 0 is the root */
    size_t count, room;
    uint32_t *vertex_of;  /* by node number */
    uint32_t *next_visit; /* by node number: of the same vertex, 0 at the end */
} trace_tree;

/* False: no memory; trace_tree_free() all the same. */
bool trace_tree_make(trace_tree *tree, const trace_log *log);
void trace_tree_free(trace_tree *tree);

/* Adds the window of a visit, "(-5, +inf)". */
void trace_put_window(abs_buffer *b, int alpha, int beta);
/* Adds the windows of a vertex's visits, each after `before`: the first few, and how many more. */
void trace_put_windows(abs_buffer *b, const trace_tree *tree, uint32_t vertex, const char *before);

#endif
