/*
 * trace.h -- what a search did, step by step: as it is recorded, with the counts that follow, and
 * in the forms of docs/trace.md.
 */
#ifndef ABS_TRACE_TRACE_H
#define ABS_TRACE_TRACE_H

#include "base/buffer.h"
#include "base/names.h"
#include "log/row.h"
#include "search/trace.h"

#define TRACE_NO_TEXT UINT32_MAX

enum {
    TRACE_LINE_MAX = ABS_MAX_PLY + ABS_MAX_QUIESCENCE + 2,
    TRACE_VISITS = 3 /* of a vertex that are shown */
};

/* All entries into one position by one line of moves, or what was pruned. Number 0 is the root; as
   a child it stands for none. */
typedef struct {
    uint32_t parent, first_child, last_child, next;
    uint32_t move;                              /* that leads here; TRACE_NO_TEXT: the root */
    uint32_t visits, first[TRACE_VISITS], last; /* nodes; the last is 0 if it was never entered */
    bool cut, again;                            /* in one of its visits */
} trace_vertex;

/* How a node came by its value. */
typedef enum {
    TRACE_BY_MOVES,
    TRACE_BY_LEAF,
    TRACE_BY_TABLE,
    TRACE_BY_ETC /* a child's entry in the table */
} trace_reason;

/* An entry into a position; numbered from 1, in order. */
typedef struct {
    uint32_t vertex;
    uint32_t position; /* text, of games; TRACE_NO_TEXT: none */
    int ply;           /* in the quiescence search it goes on from those of nodes */
    int alpha, beta, value;
    trace_reason reason;
    bool cut;       /* a move reached beta */
    bool again;     /* within a re-search */
    bool quiet;     /* a qnode */
} trace_node;

/* A step as in abs_step, of a node: 0 for those of iterations and passes. */
typedef struct {
    uint8_t kind;
    uint8_t reason; /* of leaving a node: trace_reason; of the end of a pass: it failed low (1), high (2); of a probe: the table has
                       an entry (1) that answers (2) */
    bool flag;
    int depth, alpha, beta, value; /* infinite: none */
    int count;                     /* of a move: those before it */
    uint32_t node;                 /* number; of an entry, the node entered */
    uint32_t move;                 /* text */
    uint32_t pruned, pruned_count; /* of a cutoff: place of the first, in trace_log.pruned */
} trace_step;

typedef struct {
    abs_tracer tracer; /* first: the search calls it */
    const abs_domain *domain;
    const void *rules;
    abs_row totals; /* the counters that a row should have, as they follow from the steps alone */

    trace_step *steps;
    size_t step_count, step_room;
    trace_node *nodes; /* number n is nodes[n - 1] */
    size_t node_count, node_room;
    trace_vertex *vertices; /* parents before their children */
    size_t vertex_count, vertex_room;
    uint32_t *pruned; /* texts of moves */
    size_t pruned_count, pruned_room;
    abs_names texts;

    /* While the search runs. */
    struct trace_place {
        uint32_t node;
        uint32_t move; /* text of the move made there last */
        int moves;     /* made there so far */
        bool interior; /* they are not the quiescence search's */
        int probes;    /* of the table: the node's own, then those of --etc */
        bool answered; /* by the last of them */
        uint8_t searched[ABS_MAX_MOVES / 8 + 1];
    } line[TRACE_LINE_MAX];
    bool pass_again; /* the pass is a re-search */
    unsigned within; /* second searches under way */
    int base;        /* ply of the node above the qnodes */
    abs_counters before;
} trace_log;

/* A search that was watched, and the row that it made. */
typedef struct {
    abs_row row;
    trace_log log;
} abs_trace;

/* Starts an empty record, to be set as a search's tracer. */
void trace_log_start(trace_log *log, const abs_root *entry, const abs_config *config);
void trace_log_free(trace_log *log);

const char *trace_text(const trace_log *log, uint32_t text); /* NULL: none */

/* Adds in which counters a row differs from the totals, with both numbers: "nodes 12, not 13";
   nothing if in none. */
void trace_put_differences(abs_buffer *b, const abs_row *totals, const abs_row *row);

/* Adds the lines of JSON Lines, each without the "}" that ends it: others may follow its members. */
void trace_put_search(abs_buffer *b, const abs_row *row);
void trace_put_step(abs_buffer *b, const trace_log *log, const trace_step *step);
void trace_put_totals(abs_buffer *b, const abs_trace *trace);

/* Adds what a step says, without what the page alone says, or with it. */
void trace_put_words(abs_buffer *b, const trace_log *log, const trace_step *step, bool all);
void trace_put_window(abs_buffer *b, int alpha, int beta); /* "(-5, +inf)" */

/* A line for each step: JSON Lines, and indented text. */
void trace_write_lines(abs_buffer *b, const abs_trace *trace);
void trace_write_text(abs_buffer *b, const abs_trace *trace);

/* The tree that it went over, as Graphviz DOT. */
void trace_write_dot(abs_buffer *b, const abs_trace *trace);

/* A page that steps through searches: its beginning or its end, and each of them in between. */
void trace_write_frame(abs_buffer *b, bool end);
void trace_write_page(abs_buffer *b, const abs_trace *trace);

#endif
