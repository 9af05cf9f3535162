/*
 * run.h -- one configuration on one position: iterations, passes, and the row they make.
 */
#ifndef ABS_RUN_H
#define ABS_RUN_H

#include "drivers.h"

/* A fact about a position: what a search to that depth gives. */
typedef struct {
    int depth;
    abs_eval eval;
    int value;
} abs_known;

enum { ABS_KNOWN_MAX = 3 }; /* an answer, and a mate's two */

/* A root position of a domain: what --tree with a seed, or --game with a position, names. */
typedef struct {
    const abs_domain *domain;
    const void *rules; /* shared by the positions of one spec */
    void *position;    /* domain->position_size bytes */
    const char *spec;  /* "uniform:b=4,range=100", "othello:pass=free" */
    const char *text;  /* as given: the position text; of a tree, its spec */
    const char *id;    /* unique within the run: "oth-07", "uniform:b=4#1" */
    bool has_seed;
    uint64_t seed;
    abs_known known[ABS_KNOWN_MAX];
    unsigned known_count;
} abs_entry;

/* Everything else that defines a row. Values that the algorithm does not use are 0. */
typedef struct {
    abs_algo algo;
    abs_policy policy;
    abs_guess_kind guess; /* never ABS_GUESS_DEFAULT */
    int guess_number;
    int depth;
    bool deepening;
    abs_eval eval;
    int grain;
    unsigned order;  /* ABS_ORDER_... */
    size_t tt_bytes; /* 0: no table */
    abs_tt_mode tt_mode;
    abs_tt_replace tt_replace;
    bool quiescence;
    uint64_t node_limit; /* stop there, without a value; 0: none */
    double timeout;      /* seconds, likewise */
    bool optional;       /* --verify's own row: left out when it reaches its limit */
} abs_config;

typedef enum {
    ABS_STATUS_OK,
    ABS_STATUS_INCONSISTENT, /* bounds crossed, or mtdf-printed at its cap: no value */
    ABS_STATUS_NODE_LIMIT,
    ABS_STATUS_TIMEOUT,
    ABS_STATUS_INTERRUPTED,
} abs_status;

extern const char *const abs_status_names[];

typedef struct {
    int alpha, beta, value;
    uint64_t nodes;
} abs_pass;

typedef struct {
    int depth;
    bool for_guess; /* the shallow search that makes a guess */
    bool has_value;
    int value;
    uint64_t nodes, leaves;
    size_t first_pass, passes; /* within the row's passes */
} abs_iteration;

typedef enum { ABS_NO, ABS_YES, ABS_UNKNOWN } abs_answer;

/* A row of the report. Vectors grow and are used again: start with zeros, end with abs_row_free. */
typedef struct {
    const abs_entry *entry;
    const abs_config *config;
    abs_status status;
    bool has_value;
    int value;
    unsigned best; /* ABS_NO_MOVE: none */
    unsigned pv_length;
    uint16_t pv[ABS_MAX_PLY + 1];
    abs_answer best_move_optimal;
    abs_counters n;
    uint64_t fail_low, fail_high;
    abs_iteration *iterations;
    size_t iteration_count, iteration_room;
    abs_pass *passes;
    size_t pass_count, pass_room;
    double real_s, cpu_s;
} abs_row;

void abs_row_free(abs_row *row);

/* What one thread needs to search: made once, used for every job. */
typedef struct abs_worker abs_worker;

/* NULL when memory is short. `tt_bytes`: the largest table a job will ask for. */
abs_worker *abs_worker_new(size_t tt_bytes);
void abs_worker_free(abs_worker *worker);

/*
 * Searches, and fills the row. Returns false when memory is short. With `check_moves`, the row's
 * best_move_optimal is found by searches outside its counts, where they are affordable.
 */
bool abs_run(abs_worker *worker, const abs_entry *entry, const abs_config *config, bool check_moves,
             abs_row *row);

#endif
