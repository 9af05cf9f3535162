/*
 * row.h -- what one search of one position measured: a row of the report.
 */
#ifndef ABS_ROW_H
#define ABS_ROW_H

#include "base/buffer.h"
#include "search/config.h"
#include "suite/suite.h"

#define ABS_REPORT_SCHEMA "absbench.report/3"
/* The kind of mismatch that says: the suite knows the position's value, and it is another. */
#define ABS_WRONG_ANSWER "answer"

typedef enum {
    ABS_STATUS_OK,
    ABS_STATUS_INCONSISTENT, /* bounds crossed, or a driver at its cap of passes: no value */
    ABS_STATUS_NODE_LIMIT,
    ABS_STATUS_TIMEOUT,
    ABS_STATUS_INTERRUPTED,
    ABS_STATUS_CRASHED,  /* an engine ended before it said a best move .. */
    ABS_STATUS_PROTOCOL, /* .. or said what cannot be taken for one */
    ABS_STATUSES
} abs_status;

extern const abs_named abs_statuses[];     /* by abs_status */
extern const abs_named abs_value_bounds[]; /* by abs_row.lower */
extern const abs_named abs_regret_units[]; /* by abs_row.of_results */

typedef struct {
    int alpha, beta, value;
    uint64_t nodes, work;
} abs_pass;

typedef struct {
    int depth;
    bool for_guess; /* the shallow search that makes a guess */
    bool has_value;
    int value;
    uint64_t nodes, work, leaves;
    size_t first_pass, passes; /* within the row's passes */
} abs_iteration;

typedef enum { ABS_NO, ABS_YES, ABS_UNKNOWN } abs_answer;

/* The deepest iteration that a search finished before it was stopped. */
typedef struct {
    bool any;
    int depth, value;
    uint64_t work; /* of the search, to the iteration's end */
    unsigned best; /* ABS_NO_MOVE: none */
    unsigned pv_length;
    uint16_t pv[ABS_MAX_PLY + 1];
    int solved_depth; /* the row's as of then; not read back */
} abs_completed;

#define ABS_NO_JOB UINT64_MAX

/* A row in JSON, once it was written: the text, and where in it that begins which not every report
   has, and what follows that. */
typedef struct {
    abs_buffer text; /* empty: it was not written yet */
    size_t job, kind, time, status, check;
} row_json;

/* A row of the report. Vectors grow and are used again: start with zeros, end with abs_row_free. */
typedef struct {
    const abs_root *root;
    const abs_config *config;
    uint64_t job; /* its place in the run's plan; ABS_NO_JOB: not known, or not said */
    abs_status status;
    bool has_value;
    bool lower; /* the value is only a lower bound: best node search knew no more */
    int value;
    unsigned best; /* ABS_NO_MOVE: none */
    unsigned pv_length;
    uint16_t pv[ABS_MAX_PLY + 1];
    abs_answer best_move_optimal, solved;
    bool has_regret, of_results; /* what the move loses, in points or results of the game */
    int regret;
    int solved_depth; /* of the iteration from which on all found it; 0: it is not solved */
    abs_counters n;
#define DRIVER_COUNTER(name, unit, help) uint64_t name;
#include "search/counters.def"
    abs_iteration *iterations;
    size_t iteration_count, iteration_room;
    abs_pass *passes;
    size_t pass_count, pass_room;
    abs_completed completed; /* of a search stopped at a limit of work or time */
    double real_s, cpu_s;    /* of several runs, the medians .. */
    int repeats;
    double min_s, max_s; /* .. and the extremes of cpu_s */
    uint64_t missing;    /* bits by COUNT_..: counters that were not taken */
    /* Of an engine alone: */
    bool has_mate;
    int mate, seldepth; /* the score is a mate in so many moves, and no value; the longest line */
    double engine_s;    /* as it says itself */
    bool has_again;     /* it was searched a second time, with .. */
    uint64_t again;     /* .. so many nodes */
    row_json json;
} abs_row;

void abs_row_free(abs_row *row);

uint64_t abs_row_work(const abs_row *row);

/* ---- the fields of a row, and its counters ------------------------------------------------- */

/* The fields, settings and counters (but for the table's) in order. */
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

/* What no engine says. */
#define ROW_ENGINE_MISSING                                                                         \
    (((UINT64_C(1) << COUNTS) - 1) & ~(UINT64_C(1) << COUNT_nodes | UINT64_C(1) << COUNT_work |    \
                                       UINT64_C(1) << COUNT_root_researches))

typedef struct {
    const char *name; /* as compare and CSV have it: "tt_hits" */
    const char *unit, *help;
    size_t offset;                    /* within abs_row, .. */
    uint64_t (*sum)(const abs_row *); /* .. or how it follows from the rest */
    bool of_table;                    /* in JSON within `tt`, without "tt_" */
} row_count;

extern const row_count row_counts[COUNTS];

/* A field that is a setting or a counter is described in its own table. */
typedef struct {
    const char *name;
    const config_field *config; /* NULL: it is not a setting */
    const row_count *count;     /* NULL: it is not a counter */
    const char *schema, *unit, *help;
} row_field;

extern const row_field row_fields[ROW_FIELDS];

/* The name of a counter within the JSON object that it stands in. */
static inline const char *row_count_key(const row_count *k)
{
    return k->name + (k->of_table ? sizeof "tt_" - 1 : 0);
}

static inline uint64_t row_counted(const row_count *k, const abs_row *row)
{
    return k->sum != NULL ? k->sum(row) : *(const uint64_t *)((const char *)row + k->offset);
}

/* Whether a row has the counter; else it is null. */
bool row_has_count(const row_count *k, const abs_row *row);
/* Whether it could have been left out though the row might have it: a measurement that was not
   taken, a search that was not simulated; an engine need not say what is a re-search. */
bool row_may_miss(const row_count *k, const abs_row *row);

/* What a row has of a metric: a count, or nanoseconds. False: it was not taken. */
bool abs_row_measure(const abs_row *row, abs_metric metric, uint64_t *measure);

/* Running signature over rows, from 0: values, best moves and every count, in order; no times. */
uint64_t abs_signature_add(uint64_t signature, const abs_row *row);

/* The row's name within a run, made of everything that defines it, e.g.
   "uniform:b=4,range=100#1/d5/aspiration+pvs/w50/full/previous/tt64M/exact/depth/tt,killer/
   deepening" (on one line). */
void abs_row_id(const abs_row *row, char *text, size_t size);

/* ---- its moves in words: the best one, and the line that leads to its value ------------------ */

/* Two positions to walk along a line with. Start with zeros, end with line_free(). */
typedef struct {
    void *here, *next;
    size_t room;
} line_walk;

void line_free(line_walk *walk);

/* Stands at the position, walk->here. */
void line_start(line_walk *walk, const abs_root *root);
/* Makes the move there. */
void line_advance(line_walk *walk, const abs_root *root, unsigned move);

/* How a domain writes a move: its move_text or its san. */
typedef void line_writer(const void *rules, const void *position, unsigned move, char *text,
                         size_t size);

/* What separates and encloses the moves of a line. */
typedef enum { LINE_BLANKS, LINE_JSON } line_form;

/* `count` moves from the row's root, appended. */
void line_write(abs_buffer *b, line_walk *walk, const abs_row *row, line_writer *write,
                const uint16_t *moves, unsigned count, line_form form);

#endif
