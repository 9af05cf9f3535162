/*
 * worker.h -- what one thread searches with, and the oracle: searches outside a row's counts that
 * find a position's true value or whether a move is a best one.
 */
#ifndef ABS_WORKER_H
#define ABS_WORKER_H

#include "run.h"

/* What the oracle found last; the same question is not searched twice. */
typedef struct {
    const abs_entry *entry;
    abs_eval eval;
    int grain, depth;
    bool quiescence;
    bool has_value;
    int value;
    int asked_value; /* of the moves below */
    unsigned asked;
    struct {
        unsigned move;
        abs_answer optimal;
    } moves[8];
} abs_oracle_memo;

struct abs_worker {
    abs_search search;
    void (*tick)(void *context); /* called now and then during a search; may be NULL */
    void *tick_context;
    double deadline; /* of the job's own searches, by CLOCK_MONOTONIC in seconds; 0: none */
    abs_table table;
    void *rules; /* the entry's rules with the configuration's evaluation */
    size_t rules_room;
    uint32_t *history;
    size_t history_room;
    void *arena;
    size_t arena_room;

    abs_search oracle;
    uint32_t *oracle_history;
    size_t oracle_history_room;
    abs_table oracle_table;
    void *child; /* a position */
    size_t child_room;
    abs_oracle_memo memo;
};

/* Points everything at the job's domain and empties table, killers, history and counters. */
bool abs_worker_prepare(abs_worker *worker, const abs_entry *entry, const abs_config *config);

/* The true value of the row's position at `depth`; false if interrupted. No node is counted. */
bool abs_worker_value(abs_worker *worker, const abs_row *row, int depth, int64_t *value);

/* Whether the row's best move is a best move; unknown where that takes too many nodes. */
abs_answer abs_worker_check_move(abs_worker *worker, const abs_row *row);

#endif
