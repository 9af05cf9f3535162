/*
 * trace.h -- what a search did, step by step: each step as it is told, completed by what follows
 * from those before it, goes to one of the formats of docs/trace.md.
 */
#ifndef ABS_TRACE_TRACE_H
#define ABS_TRACE_TRACE_H

#include "log/row.h"
#include "search/trace.h"

/* How a node came by its value. */
typedef enum {
    TRACE_BY_MOVES,
    TRACE_BY_LEAF,
    TRACE_BY_TABLE,
    TRACE_BY_ETC /* a child's entry in the table */
} trace_reason;

enum { TRACE_LINE_MAX = ABS_MAX_PLY + ABS_MAX_QUIESCENCE + 2 };

/* A node on the line from the root to the one at work. In the quiescence search plies go on from
   those of nodes. */
typedef struct trace_place {
    uint32_t node;                           /* entries are numbered from 1, in order */
    bool again;                              /* within a re-search */
    bool interior;                           /* its moves are not the quiescence search's */
    bool answered;                           /* by the last of its probes */
    int probes;                              /* of the table: the node's own, then those of --etc */
    char move[ABS_TEXT_MAX];                 /* the last that was made there; "": none */
    uint8_t searched[ABS_MAX_MOVES / 8 + 1]; /* a bit each */
} trace_place;

/* A search that is watched. */
typedef struct abs_trace {
    abs_tracer tracer; /* first: the search calls it */
    const struct trace_form *form;
    abs_buffer *out;
    const abs_root *root;
    const abs_config *config;
    char id[2 * ABS_TEXT_MAX], name[2 * ABS_TEXT_MAX]; /* of its row, and of its position */
    abs_row row;                                       /* that it makes, with the totals */

    /* While the search runs. */
    trace_place line[TRACE_LINE_MAX];
    uint32_t nodes;
    abs_buffer pruned; /* a list of texts: moves that a cutoff left unseen */
    bool pass_again;   /* the pass is a re-search */
    unsigned within;   /* second searches under way */
    int base;          /* ply of the node above the qnodes */
    abs_counters before;
} abs_trace;

/* A format: adds to trace->out what stands before the steps, each of them, and what stands behind
   them, when the search has made its row. In a step `text` is the move, NULL if there is none; of
   an entry it is the move to it, and `count` is the parent's number, infinite if there is none. */
typedef struct trace_form {
    void (*start)(abs_trace *trace);
    void (*step)(abs_trace *trace, const abs_step *step);
    void (*end)(abs_trace *trace);
    void (*wrap)(abs_buffer *page, const char *searches); /* what is around all; NULL: nothing is */
    uint64_t most;   /* positions, unless --max-nodes says otherwise */
    size_t searches; /* at most; 0: any number */
} trace_form;

extern const trace_form trace_text, trace_lines; /* a line a step: indented text, JSON Lines */
extern const trace_form trace_graph;             /* the tree that it went over, as Graphviz DOT */
extern const trace_form trace_page;              /* an HTML page that steps through searches */

/* Starts a search's trace, to be set as its tracer. The root's domain is one that tells steps. */
void trace_start(abs_trace *trace, const trace_form *form, const abs_root *root,
                 const abs_config *config, abs_buffer *out);
void trace_free(abs_trace *trace);

/* Whether totals have the counter: not what is simulated, or asked for by --distinct. */
static inline bool trace_has_count(const row_count *k, const abs_row *row)
{
    return row_has_count(k, row) && k != &row_counts[COUNT_distinct_leaves] &&
           (k < &row_counts[COUNT_ticks] || k > &row_counts[COUNT_critical_path]);
}

/* Adds what JSON has of a search, a step or the totals, each without the "}" that ends it: others
   may follow its members. */
void trace_put_search(abs_buffer *b, const abs_trace *trace);
void trace_put_step(abs_buffer *b, const abs_trace *trace, const abs_step *step);
void trace_put_totals(abs_buffer *b, const abs_trace *trace);

/* Adds what a step says, without what the page alone says, or with it. */
void trace_put_words(abs_buffer *b, const abs_trace *trace, const abs_step *step, bool all);
void trace_put_window(abs_buffer *b, int alpha, int beta); /* "(-5, +inf)" */

#endif
