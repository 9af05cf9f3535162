/*
 * worker.h -- what one thread searches with; the oracle: searches outside a row's counts that find
 * a position's true value or whether a move is a best one; and one configuration on one position:
 * its iterations and passes, and the row that they make.
 */
#ifndef ABS_WORKER_H
#define ABS_WORKER_H

#include "log/row.h"
#include "search/drivers.h"
#include "search/leaves.h"

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

#endif
