/*
 * worker.h -- what one thread searches with; the oracle: searches outside a row's counts that find
 * a position's true value or whether a move is a best one; one configuration on one position: its
 * iterations and passes, and the row that they make; and what the move of a row loses.
 */
#ifndef ABS_WORKER_H
#define ABS_WORKER_H

#include "log/row.h"
#include "search/drivers.h"

/* ---- the leaves that an iteration has visited ------------------------------------------------ */

enum { ABS_LEAVES_MAX = 1 << 25 }; /* more are not affordable: 512 MB */

/*
 * Each is known by the hash of its path. Two paths of one hash are counted as one leaf: among n
 * leaves this happens with a probability of about n^2 / 2^65, one in 30,000 at the most that the
 * set holds. Starts with zeros.
 */
typedef struct {
    uint64_t *paths; /* open addressing; 0: free */
    uint64_t room;   /* a power of two, or 0 */
    uint64_t count;
    bool overflowed; /* there were too many: the count is unknown */
} abs_leaf_set;

/* It grows within a search: nobody knows beforehand how many there are. */
void abs_leaf_set_add(abs_leaf_set *set, uint64_t path);
/* Empties the set and keeps its room, and the mark of an overflow. */
void abs_leaf_set_clear(abs_leaf_set *set);

/* ---- a worker -------------------------------------------------------------------------------- */

/* What the oracle found last; the same question is not searched twice. */
typedef struct {
    const void *rules; /* a batch's own .. */
    size_t number;     /* .. and the root's place in it */
    abs_config config; /* at the depth of the question: what it depends on is a SETTING */
    bool has_value;
    int value;
    int asked_value;                /* of the moves below */
    uint8_t answers[ABS_MAX_MOVES]; /* an abs_answer, and 1; 0: it was not asked */
} abs_oracle_memo;

/* What one thread needs to search: made once, used for every job. */
typedef struct abs_worker {
    abs_search search;
    const atomic_bool *stop;     /* searches end soon once it is set; may be NULL */
    void (*tick)(void *context); /* called now and then during a search; may be NULL */
    void *tick_context;
    double deadline; /* of the job's own searches, by clock_now(); 0: none */
    abs_table table;
    struct abs_simulation *simulation; /* of the row's passes; NULL: they are searched */
    abs_leaf_set leaves;               /* of the iteration, with --distinct */
    abs_changes changes;               /* of the iterations that have ended */
    void *rules;                       /* the root's rules with the configuration's evaluation */
    uint32_t *history;
    void *arena;
    abs_root_moves moves; /* of the iteration, where the driver takes them one by one */

    void *child; /* a position */
    abs_oracle_memo memo;
    struct abs_worker *aside;       /* abs_worker_aside(); NULL: none yet */
    struct engine_session *engines; /* processes that --keep keeps */
} abs_worker;

abs_worker *abs_worker_new(void);
void abs_worker_free(abs_worker *worker);

/* Whether searches are to end without a result: an interrupt, or *worker->stop. */
bool abs_worker_stopped(const abs_worker *worker);

/* The worker's own second one, for searches beside the row's. */
abs_worker *abs_worker_aside(abs_worker *worker);

/* Points everything at the job's domain and empties table, killers, history and counters. The table
   grows to the largest that was asked for. */
void abs_worker_prepare(abs_worker *worker, const abs_root *root, const abs_config *config);

/* One call of the worker's search from the root. It jumps to search.stop where it is stopped. */
int abs_worker_search(abs_worker *worker, const abs_root *root, int depth, int alpha, int beta);
/* The same, which returns: anything but `ok`, and it did not end. */
abs_status abs_worker_pass(abs_worker *worker, const abs_root *root, int depth, int alpha, int beta,
                           int *value);
/* The row's best move and line are those of the pass just made. */
void abs_worker_take_line(const abs_worker *worker, abs_row *row);

/* The first of the position's moves in the order that the row asks for; ABS_NO_MOVE: none. The
   worker is prepared for the row. */
unsigned abs_worker_first_move(abs_worker *worker, const abs_row *row);

/* ---- the oracle: searches outside a row's counts ------------------------------------------- */

/* The true value of the row's position at `depth`; false if interrupted. No node is counted. */
bool abs_worker_value(abs_worker *worker, const abs_row *row, int depth, int64_t *value);
/* Whether the row's best move is a best move; unknown where that takes too many nodes. */
abs_answer abs_worker_check_move(abs_worker *worker, const abs_row *row);

/* ---- a job ----------------------------------------------------------------------------------- */

/*
 * Searches, and fills the row. With `check_moves`, the row's best_move_optimal is found by searches
 * outside its counts, where they are affordable.
 */
void abs_run(abs_worker *worker, const abs_root *root, const abs_config *config, bool check_moves,
             abs_row *row);

/* ---- judged.c: the judge of --judge --------------------------------------------------------- */

/* A value J(m) for every root move m of a position, by which the regret of a search is max J -
   J(its move). docs/regret.md says what judges there are. */

/* What it has found is kept by position: the rows of one share it, whichever worker asks. */
typedef struct abs_judge abs_judge;

/* The judge of this process, whose findings it keeps; NULL: none is asked for. */
abs_judge *judged_by(const abs_judge_option *how);

/*
 * What the moves are worth; count 0: the position cannot be judged. Searches by the worker's own
 * second worker, whose table is not among those that --tt asks for; several workers that ask for
 * one position share out its moves. False: interrupted.
 */
bool judged_moves(abs_judge *judge, abs_worker *worker, const abs_root *root,
                  abs_judgement *judgement);

/* Sets the regret of the row that the worker has just searched; a row that cannot have one for a
   signal is ABS_STATUS_INTERRUPTED. */
void judged_row(abs_judge *judge, abs_worker *worker, abs_row *row);

#endif
