/*
 * row.h -- a row of the report: what one search of one position measured.
 */
#ifndef ABS_ROW_H
#define ABS_ROW_H

#include "base/buffer.h"
#include "search/config.h"
#include "suite/batch.h"

#define ABS_REPORT_SCHEMA "absbench.report/4"
/* The kind of mismatch in which a search's value is not the known value of its position. */
#define ABS_WRONG_ANSWER "answer"

typedef enum {
    ABS_STATUS_OK,
    ABS_STATUS_INCONSISTENT, /* no value: bounds crossed, or the driver reached its most passes */
    ABS_STATUS_NODE_LIMIT,
    ABS_STATUS_TIMEOUT,
    ABS_STATUS_INTERRUPTED,
    ABS_STATUS_CRASHED,     /* an engine ended before it gave a best move */
    ABS_STATUS_PROTOCOL,    /* an engine's answer could not be understood */
    ABS_STATUS_NOT_STARTED, /* a system call failed that an engine's process needs */
    ABS_STATUS_SHORT,       /* an engine moved before the depth that was asked for */
    ABS_STATUS_OVER,        /* the game was over, and no engine was asked */
    ABS_STATUSES
} abs_status;

/* Whether the search failed without a result, so that another attempt may succeed. */
static inline bool abs_status_is_failure(abs_status status)
{
    return status == ABS_STATUS_CRASHED || status == ABS_STATUS_PROTOCOL ||
           status == ABS_STATUS_NOT_STARTED;
}

extern const abs_named abs_statuses[];     /* by abs_status */
extern const abs_named abs_value_bounds[]; /* by abs_row.lower */
extern const abs_named abs_regret_units[]; /* by ABS_UNIT_.. */

typedef struct {
    int alpha, beta, value;
    uint64_t nodes, work;
} abs_pass;

typedef struct {
    int depth;
    bool for_guess; /* it is the shallow search for a guess */
    bool has_value;
    int value;
    uint64_t nodes, work, leaves;
    size_t first_pass, passes; /* its part of the row's passes */
} abs_iteration;

typedef enum { ABS_NO, ABS_YES, ABS_UNKNOWN } abs_answer;

/* Moves as texts, one after another, each with its NUL. */
typedef struct {
    const char *texts;
    unsigned count;
} abs_line;

/* The deepest iteration that a search finished before it stopped or was stopped. */
typedef struct {
    bool any, has_value, has_mate; /* an engine may find a mate in place of a value */
    int depth, value, mate;
    uint64_t work; /* of the search up to the iteration's end */
    unsigned best; /* this and the next two are as in abs_row */
    unsigned pv_length;
    uint16_t pv[ABS_MAX_PLY + 1];
    const char *best_move;
    abs_line line;
    int solved_depth; /* abs_row.solved_depth at that time; reports do not hold it */
} abs_completed;

#define ABS_NO_JOB UINT64_MAX

/* A row as JSON, and where the members begin that some reports lack, and those after them. */
typedef struct {
    abs_buffer text; /* empty until it is made */
    size_t job, kind, time, status, check;
} row_json;

/* A row of the report. It starts as zeros and ends with abs_row_free(); its vectors can be reused.
   Once its search has ended it holds only text and numbers and needs no game. */
typedef struct {
    const abs_root *root;
    const abs_config *config;
    uint64_t job; /* its number in the run's plan; ABS_NO_JOB if that is not known */
    abs_status status;
    bool has_value;
    bool lower; /* the value is only the lower bound that best node search proved */
    int value;
    /* Moves during the search, by their index in the generator's order, or ABS_NO_MOVE. */
    unsigned best;
    unsigned pv_length;
    uint16_t pv[ABS_MAX_PLY + 1];
    /* The same moves as texts, once abs_row_say() has written them into `words`; NULL: no move.
       Those in standard algebraic notation are set only if has_san. */
    const char *best_move, *best_move_san;
    abs_line line, line_san;
    abs_buffer words;
    bool has_san;
    abs_answer best_move_optimal, solved;
    bool is_problem;                  /* some moves are known to solve the position */
    bool is_limited;                  /* the search has a limit of work or time */
    bool is_judged;                   /* a judge finds what its move loses */
    bool may_know_value, knows_value; /* the position has known values; one is for this search */
    int known_value;
    bool has_regret;
    unsigned regret_unit;        /* ABS_UNIT_.. */
    int regret;                  /* what the move loses against the best one */
    int solved_depth;            /* all iterations from this depth on solved it; 0: not solved */
    abs_counters n;
#define DRIVER_COUNTER(name, unit, help) uint64_t name;
#include "search/counters.def"
    abs_iteration *iterations;
    size_t iteration_count, iteration_room;
    abs_pass *passes;
    size_t pass_count, pass_room;
    abs_completed completed; /* if the search was stopped at a limit of work or time */
    double real_s, cpu_s;    /* the medians of `repeats` searches */
    int repeats;
    double min_s, max_s; /* the extremes of cpu_s */
    uint64_t missing;    /* the bit 1 << COUNT_.. for each counter that was not taken */
    /* Of an engine only: */
    bool has_mate;
    int mate, seldepth; /* mate: in so many moves, not a value; seldepth: the longest line */
    double engine_s;    /* the time that the engine itself reports */
    bool has_again; /* the same search was made a second time, and ended in the same way .. */
    uint64_t again; /* .. with so many nodes, and this value, mate and move (of `completed`, if it
                       was stopped); */
    bool has_value_again, has_mate_again;
    int value_again, mate_again;
    unsigned best_again;
    const char *best_move_again;
    bool has_status_again; /* or it ended otherwise */
    unsigned status_again; /* an abs_status */
    row_json json;
} abs_row;

/* Whether the row is no result, or an incomplete one: --resume searches it again. */
static inline bool abs_row_has_failed(const abs_row *row)
{
    return abs_status_is_failure(row->status) ||
           (row->has_status_again && abs_status_is_failure((abs_status)row->status_again));
}

void abs_row_free(abs_row *row);

/* Begins the row of a search with what follows from its position and configuration. Its vectors are
   reused. */
void abs_row_begin(abs_row *row, const abs_root *root, const abs_config *config);

/* The memory to walk along a line of moves. It starts as zeros and ends with line_free(). */
typedef struct {
    void *here, *next;
    size_t room;
} line_walk;

void line_free(line_walk *walk);
/* Makes walk->here the position of the root. */
void line_start(line_walk *walk, const abs_root *root);
/* Makes a move in walk->here. */
void line_advance(line_walk *walk, const abs_root *root, unsigned move);

/* Appends the line with blanks between its moves. */
void line_add(abs_buffer *b, const abs_line *line);

/* Makes texts of the row's moves, once its search has ended. */
void abs_row_say(abs_row *row, line_walk *walk);

uint64_t abs_row_work(const abs_row *row);

/* ---- the fields of a row, and its counters ------------------------------------------------- */

/* The fields, settings and counters, without the table's, in the order of a row. */
enum {
#define FIELD(name, ...) ROW_##name,
#define CONFIG(type, name, level, ...) ROW_##name,
#define DERIVED(name, level, ...) ROW_##name,
#define COUNTER(name, unit, help) ROW_##name,
#define DRIVER_COUNTER(name, unit, help) ROW_##name,
#define MEASUREMENT(name, unit, help) ROW_##name,
#define SELECTED(name, unit, help) ROW_##name,
#define SUM(name, unit, help) ROW_##name,
#include "log/row.def"
    ROW_FIELDS
};

/* All counters; the table's are last. */
enum {
#define COUNTER(name, unit, help) COUNT_##name,
#define DRIVER_COUNTER(name, unit, help) COUNT_##name,
#define MEASUREMENT(name, unit, help) COUNT_##name,
#define SELECTED(name, unit, help) COUNT_##name,
#define SUM(name, unit, help) COUNT_##name,
#define TABLE_COUNTER(name, unit, help) COUNT_tt_##name,
#include "search/counters.def"
    COUNTS
};

/* The counters that engines do not report. */
#define ROW_ENGINE_MISSING                                                                         \
    (((UINT64_C(1) << COUNTS) - 1) & ~(UINT64_C(1) << COUNT_nodes | UINT64_C(1) << COUNT_work |    \
                                       UINT64_C(1) << COUNT_root_researches))

typedef struct {
    const char *name; /* in compare and CSV: "tt_hits" */
    const char *unit, *help;
    size_t offset;                    /* in abs_row, unless .. */
    uint64_t (*sum)(const abs_row *); /* .. this computes it from others */
    bool of_table;                    /* in JSON it is in the object `tt`, without "tt_" */
    bool of_selection;
} row_count;

extern const row_count row_counts[COUNTS];

static inline uint64_t row_counted(const row_count *k, const abs_row *row)
{
    return k->sum != NULL ? k->sum(row) : *(const uint64_t *)((const char *)row + k->offset);
}

/* Whether a row of this kind has the counter, which may be null. Only rows of searches with a
   selection, with distinct leaves or with a table have those counters. */
bool row_holds_count(const row_count *k, const abs_row *row);
/* Whether the row has a value for the counter; if not it is null. */
bool row_has_count(const row_count *k, const abs_row *row);
/* Whether the counter may be null in a row of this kind: a measurement that was not taken, or
   re-searches of an engine. */
bool row_may_miss(const row_count *k, const abs_row *row);

/* Sets the row's measure by a metric, a count or nanoseconds. Returns false if it was not taken. */
bool abs_row_measure(const abs_row *row, abs_metric metric, uint64_t *measure);

/* Adds a row to a signature, which starts as 0: its value, best move and counts, but no times. */
uint64_t abs_signature_add(uint64_t signature, const abs_row *row);

/* Writes the row's name within a run, made of everything that defines it, e.g.
   "uniform:b=4,range=100#1/d5/aspiration+pvs/w50/full/previous/tt64M/exact/depth/tt,killer/
   deepening" (on one line). */
void abs_row_id(const abs_row *row, char *text, size_t size);

#endif
