/*
 * parallel.h -- simulates a parallel search: how many ticks it takes on a number of processors, and
 * what they enter. Events are discrete and there is no clock: every machine gives the same.
 *
 * Entering a node occupies its processor for the node's cost. Of the events on one tick results and
 * cutoffs come first, then starts, each by number of the processor. A search keeps the window with
 * which it starts. A cutoff ends all searches below it at once. docs/parallel.md has the rules.
 */
#ifndef ABS_PARALLEL_H
#define ABS_PARALLEL_H

#include "search/config.h"

typedef struct {
    abs_parallel_method method;
    unsigned processors;           /* 1..ABS_PROCESSORS_MAX */
    bool private_tables;           /* each processor has its own table, of the same size */
    uint32_t node_cost, leaf_cost; /* in ticks; a qnode costs what a leaf costs */
    uint32_t split_cost;           /* of joining a node at which another processor searches */
} abs_parallel;

/* The counts of all passes. The search's own counters say what was entered. */
typedef struct {
    uint64_t ticks;
    uint64_t busy;          /* ticks that processors spent on entries; else they were idle */
    uint64_t aborted;       /* work without a result: below a cutoff, or when the pass was over */
    uint64_t splits;        /* nodes that more than one processor came to search */
    uint64_t critical_path; /* the longest chain of costs, each entry waiting for the one before */
} abs_parallel_counts;

typedef struct abs_simulation abs_simulation;

/*
 * Returns a simulation for passes with the settings of `s`, whose killers and history must be
 * empty. Its history and its table become those of processor 0. `s` and its domain must outlive it.
 */
abs_simulation *simulation_new(abs_search *s, const abs_domain *domain, const abs_parallel *how);
/* Frees the simulation, and returns its counts. */
abs_parallel_counts simulation_end(abs_simulation *sim);

/* Makes one pass, as abs_domain.search() does: sets s->best and s->pv[0] and adds to s->n.
   s->poll() may jump to s->stop; the next pass then begins anew. */
int simulation_search(abs_simulation *sim, const void *position, int alpha, int beta, int depth);

#endif
