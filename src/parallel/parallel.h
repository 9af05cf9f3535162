/*
 * parallel.h -- a parallel search, simulated: how many ticks it takes on so many processors, and
 * what they enter. Discrete events and no clock: the same on every machine.
 *
 * Entering a node occupies its processor for the node's cost. Of what falls on one tick results and
 * cutoffs come first, then starts, both by number of the processor. A search takes its window when
 * it starts and keeps it; a cutoff ends at once what is below it. docs/parallel.md has the rules.
 */
#ifndef ABS_PARALLEL_H
#define ABS_PARALLEL_H

#include "search/config.h"

typedef struct {
    abs_parallel_method method;
    unsigned processors;           /* 1..ABS_PROCESSORS_MAX */
    bool private_tables;           /* each processor has one of its own, of the same size */
    uint32_t node_cost, leaf_cost; /* in ticks; a qnode costs what a leaf costs */
    uint32_t split_cost;           /* of joining a node at which another processor searches */
} abs_parallel;

/* Of all passes. What was entered is in the search's own counters. */
typedef struct {
    uint64_t ticks;
    uint64_t busy;          /* processors' ticks spent on entries; the rest of ticks x processors is
                               idle */
    uint64_t aborted;       /* of the work: entered below a cutoff, or when the search was over */
    uint64_t splits;        /* nodes that more than one processor came to search */
    uint64_t critical_path; /* the longest chain of costs, each entry waiting for the one before */
} abs_parallel_counts;

typedef struct abs_simulation abs_simulation;

/*
 * For passes with the settings of `s`, which has learnt nothing yet; `history` entries of its slots
 * and its table belong to processor 0. `s` and its domain must outlive it.
 */
abs_simulation *simulation_new(abs_search *s, const abs_domain *domain, const abs_parallel *how);
/* Frees it, and returns what it has counted. */
abs_parallel_counts simulation_end(abs_simulation *sim);

/* One pass, as abs_domain.search() is one: sets s->best and s->pv[0], adds to s->n, and jumps to
   s->stop where s->poll() says so; the next pass then begins anew. */
int simulation_search(abs_simulation *sim, const void *position, int alpha, int beta, int depth);

#endif
