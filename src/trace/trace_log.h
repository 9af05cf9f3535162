/*
 * trace_log.h -- what a search did, step by step, as it was recorded; and the counts that follow.
 */
#ifndef ABS_TRACE_LOG_H
#define ABS_TRACE_LOG_H

#include "base/names.h"
#include "log/row.h"
#include "search/trace.h"

#define TRACE_NO_TEXT UINT32_MAX

enum { TRACE_LINE_MAX = ABS_MAX_PLY + ABS_MAX_QUIESCENCE + 2 };

/* An entry into a position; numbered from 1, in order. */
typedef struct {
    uint32_t parent;   /* node, 0: the root of a pass */
    uint32_t move;     /* text of the move that led here; TRACE_NO_TEXT: none */
    uint32_t position; /* text, of games; TRACE_NO_TEXT: none */
    int ply;           /* qnodes' go on from those of nodes */
    int alpha, beta;   /* its window */
    int value;         /* that it returned */
    uint8_t reason;    /* how it came by it */
    bool cut;          /* a move reached beta */
    bool again;        /* within a re-search */
    bool quiet;        /* a qnode */
} trace_node;

/* A step as in abs_step, of a node: 0 for those of iterations and passes. */
typedef struct {
    uint8_t kind, reason;
    bool flag, found; /* of a store: it replaced another position's entry; the bounds contradict */
    int16_t depth;
    int alpha, beta, value;
    uint32_t node, count, move; /* move: a text; count, of a move: those before it */
    uint32_t pruned;            /* of a cutoff: place of the first of pruned_count texts */
    uint32_t pruned_count;
} trace_step;

typedef struct {
    abs_tracer tracer; /* first: the search calls it */
    const abs_domain *domain;
    const void *rules;
    bool boards; /* positions are kept */
    bool failed; /* no memory: nothing more is recorded */

    trace_step *steps;
    size_t step_count, step_room;
    trace_node *nodes; /* number n is nodes[n - 1] */
    size_t node_count, node_room;
    uint32_t *pruned; /* texts of moves */
    size_t pruned_count, pruned_room;
    abs_names texts;

    /* While the search runs. */
    struct trace_place {
        uint32_t node;
        uint32_t move;  /* text of the move made there last */
        uint32_t moves; /* made there so far */
        uint8_t searched[ABS_MAX_MOVES / 8 + 1];
    } line[TRACE_LINE_MAX];
    bool pass_again; /* the pass is a re-search */
    unsigned within; /* second searches under way */
    int base;        /* ply of the node above the qnodes */
    abs_counters before;
} trace_log;

/* Starts an empty record, to be set as a search's tracer. */
void trace_log_start(trace_log *log, const abs_entry *entry, bool boards);
void trace_log_free(trace_log *log);

const char *trace_text(const trace_log *log, uint32_t text); /* NULL: none */

/* The counters of a row of that configuration as they follow from the steps alone; abs_row_free()
   frees them. False: no memory. */
bool trace_totals(const trace_log *log, const abs_config *config, abs_row *totals);
/* The first counter in which a row differs from the totals; NULL: in none. */
const row_count *trace_difference(const abs_row *totals, const abs_row *row);

#endif
