/*
 * worker.h -- a worker, with which one thread searches; the oracle, which finds, outside a row's
 * counts, a position's true value and whether a move is a best one; a job, which searches one
 * position with one configuration and makes its row; and the judge, which finds what a row's move
 * loses.
 */
#ifndef ABS_WORKER_H
#define ABS_WORKER_H

#include "log/row.h"
#include "search/drivers.h"
#include "suite/options.h"

/* ---- the leaves that an iteration has visited ------------------------------------------------ */

enum { ABS_LEAVES_MAX = 1 << 25 }; /* they take 512 MB */

/*
 * A set of leaves, by the hashes of their paths. Two paths with the same hash count as one leaf:
 * among n leaves this happens with a probability of about n^2 / 2^65, at most one in 30,000. It
 * starts as zeros.
 */
typedef struct {
    uint64_t *paths; /* a hash table with open addressing; 0 is a free place */
    uint64_t room;   /* a power of two, or 0 */
    uint64_t count;
    bool overflowed; /* there were too many, so that their number is unknown */
} abs_leaf_set;

/* The set grows during a search, because the number of leaves is not known beforehand. */
void abs_leaf_set_add(abs_leaf_set *set, uint64_t path);
/* Empties the set, but keeps its memory and `overflowed`. */
void abs_leaf_set_clear(abs_leaf_set *set);

/* ---- a worker -------------------------------------------------------------------------------- */

/* The oracle's last answers, so that it does not repeat a search. */
typedef struct {
    const void *rules; /* the batch's; no other batch has them */
    size_t number;     /* the root's index in the batch */
    abs_config config; /* with the depth that was asked for; its SETTING fields matter */
    bool has_value;
    int value;
    int asked_value;                /* the value that `answers` belong to */
    uint8_t answers[ABS_MAX_MOVES]; /* an abs_answer + 1 for each move; 0: not known */
} abs_oracle_memo;

/* All that one thread needs for searching. It is made once and used for one job after another. */
typedef struct abs_worker {
    abs_search search;
    const atomic_bool *stop;     /* searches end soon once it is set; may be NULL */
    void (*tick)(void *context); /* is called now and then during a search; may be NULL */
    void *tick_context;
    double deadline; /* of the job's own searches, as a time of clock_now(); 0: none */
    abs_table table;
    line_walk walk;                    /* along the lines of rows */
    abs_leaf_set leaves; /* of the iteration, with --distinct */
    abs_changes changes; /* of the iterations that have ended */
    void *rules;         /* the root's rules with the configuration's evaluation */
    uint32_t *history;
    void *arena;
    abs_root_moves moves; /* of the iteration, if the driver searches root moves one by one */

    void *child; /* memory for a position */
    abs_oracle_memo memo;
    struct abs_worker *aside;       /* see abs_worker_aside(); NULL before its first call */
    struct engine_session *engines; /* the processes that --keep keeps */
} abs_worker;

abs_worker *abs_worker_new(void);
void abs_worker_free(abs_worker *worker);

/* Whether searches must end without a result: after an interrupt, or once *worker->stop is set. */
bool abs_worker_stopped(const abs_worker *worker);

/* Returns the worker's second worker, for searches that do not belong to the row. */
abs_worker *abs_worker_aside(abs_worker *worker);

/* Prepares the worker for a job: empties table, killers, history and counters. The table's memory
   grows to the largest table so far. */
void abs_worker_prepare(abs_worker *worker, const abs_root *root, const abs_config *config);

/* Calls the worker's search from the root. If the search is stopped, it jumps to search.stop. */
int abs_worker_search(abs_worker *worker, const abs_root *root, int depth, int alpha, int beta);
/* Does the same, but always returns: any status but `ok` says why the search was stopped. */
abs_status abs_worker_pass(abs_worker *worker, const abs_root *root, int depth, int alpha, int beta,
                           int *value);
/* Makes the best move and line of the last pass those of the row. */
void abs_worker_take_line(const abs_worker *worker, abs_row *row);

/* The first of the position's moves in the order of the row's --shuffle, or ABS_NO_MOVE. The worker
   must be prepared for the row. */
unsigned abs_worker_first_move(abs_worker *worker, const abs_row *row);

/* ---- the oracle: searches outside a row's counts ------------------------------------------- */

/* Finds the true value of the row's position at `depth`. Returns false if interrupted. */
bool abs_worker_value(abs_worker *worker, const abs_row *row, int depth, int64_t *value);
/* Whether the row's best move is a best one; ABS_UNKNOWN if finding out takes too many nodes. */
abs_answer abs_worker_check_move(abs_worker *worker, const abs_row *row);

/* ---- a job ----------------------------------------------------------------------------------- */

/*
 * Searches, and fills the row. With `check_moves`, the oracle finds the row's best_move_optimal if
 * that is affordable.
 */
void abs_run(abs_worker *worker, const abs_root *root, const abs_config *config, bool check_moves,
             abs_row *row);

/* ---- judged.c: the judge of --judge --------------------------------------------------------- */

/* A judge finds a value J(m) for every root move m of a position. The regret of a search is then
   max J - J(its move). docs/regret.md describes the judges. */

/* A judge keeps the values by position, so that all rows and workers share them. */
typedef struct abs_judge abs_judge;

/* The judge of this process, or NULL if none is asked for. */
abs_judge *judged_by(const abs_judge_option *how);

/*
 * Finds the values of a position's moves; the count is 0 if the position cannot be judged. It
 * searches with the worker's second worker, whose table --tt does not limit. Workers that need the
 * same position at the same time share its moves. Returns false if interrupted.
 */
bool judged_moves(abs_judge *judge, abs_worker *worker, const abs_root *root,
                  abs_judgement *judgement);

/* Sets the regret of the row that the worker has just searched. If a signal comes first, the row's
   status becomes ABS_STATUS_INTERRUPTED. */
void judged_row(abs_judge *judge, abs_worker *worker, abs_row *row);

#endif
