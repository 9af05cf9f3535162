/*
 * trace.h -- the steps of a traced search. Each step is completed from the steps before it and
 * written in one of the formats of docs/trace.md.
 */
#ifndef ABS_TRACE_TRACE_H
#define ABS_TRACE_TRACE_H

#include "log/row.h"
#include "search/drivers.h"
#include "search/trace.h"

/* What gave a node its value. */
typedef enum {
    TRACE_BY_MOVES,
    TRACE_BY_LEAF,
    TRACE_BY_TABLE,
    TRACE_BY_ETC /* a child's entry in the table */
} trace_reason;

enum { TRACE_LINE_MAX = ABS_MAX_PLY + ABS_MAX_QUIESCENCE + 2 };

/* A node on the line from the root to the current node. The plies of the quiescence search follow
   those of nodes. */
typedef struct trace_place {
    uint32_t node;                           /* nodes are numbered from 1 in the order of entry */
    bool again;                              /* it is inside a re-search */
    bool interior;                           /* a move was made here, not by the quiescence
                                                search */
    bool answered;                           /* the last probe gave an answer */
    int probes;                              /* of the table: the node's own, then those of --etc */
    char move[ABS_TEXT_MAX];                 /* the last move that was made there, or "" */
    uint8_t searched[ABS_MAX_MOVES / 8 + 1]; /* a bit for each move */
} trace_place;

/* A search that is traced. */
typedef struct abs_trace {
    abs_tracer tracer; /* must be first, because see() gets a pointer to it */
    const struct trace_form *form;
    abs_buffer *out;
    const abs_root *root;
    const abs_config *config;
    char id[2 * ABS_TEXT_MAX], name[2 * ABS_TEXT_MAX]; /* of the row, and of the position */
    abs_row row;                                       /* the search's row, for the totals */

    /* While the search runs: */
    trace_place line[TRACE_LINE_MAX];
    uint32_t nodes;
    abs_buffer pruned; /* a list of texts: the moves that a cutoff left unsearched */
    bool pass_again;   /* the pass is a re-search */
    unsigned within;   /* how many second searches contain the current node */
    int base;          /* the ply of the node above the qnodes */
    abs_counters before;
} abs_trace;

/* A format. Its functions append to trace->out: start() before the steps, step() for each step,
   end() once the search has made its row. In a step, `text` is the move, or NULL. In an entry it is
   the move that leads to the node, and `count` is the parent's number, infinite for the root. */
typedef struct trace_form {
    void (*start)(abs_trace *trace);
    void (*step)(abs_trace *trace, const abs_step *step);
    void (*end)(abs_trace *trace);
    void (*wrap)(abs_buffer *page, const char *searches); /* writes the page around them, or NULL */
    uint64_t most; /* the most positions, unless --max-nodes is given */
} trace_form;

extern const trace_form trace_text, trace_lines; /* a line for each step: indented text, or JSON */
extern const trace_form trace_page;              /* an HTML page that steps through searches */

/* Starts the trace of a search, whose tracer it must become. The domain must be a traced one. */
void trace_start(abs_trace *trace, const trace_form *form, const abs_root *root,
                 const abs_config *config, abs_buffer *out);
void trace_free(abs_trace *trace);

/* Whether totals have the counter; they lack that of --distinct. */
static inline bool trace_has_count(const row_count *k, const abs_row *row)
{
    return row_has_count(k, row) && k != &row_counts[COUNT_distinct_leaves];
}

/* Append the JSON object of a search, a step or the totals without its final "}", so that more
   members can follow. */
void trace_put_search(abs_buffer *b, const abs_trace *trace);
void trace_put_step(abs_buffer *b, const abs_trace *trace, const abs_step *step);
void trace_put_totals(abs_buffer *b, const abs_trace *trace);

/* Appends a step in words; `all` adds the words that only the page has. */
void trace_put_words(abs_buffer *b, const abs_trace *trace, const abs_step *step, bool all);

#endif
