/* parallel_own.h -- what the files of the simulator share. */
#ifndef ABS_PARALLEL_OWN_H
#define ABS_PARALLEL_OWN_H

#include "parallel/parallel.h"
#include "parallel/place.h"

/* What a processor does when it is its turn. */
typedef enum { IDLE, STARTS, ENTERING, CONTINUES } duty;

typedef struct {
    abs_search *s; /* its counters, killers, history, and its table or that of all */
    abs_table table;
    duty duty;
    place *at;                   /* unless it is idle */
    uint64_t from, until, price; /* of the entry; `until` is not to come: UINT64_MAX */
    bool open;                   /* the entry found moves to search */
    unsigned number;
} processor;

struct abs_simulation {
    abs_search *s; /* whose settings these are, and who is polled */
    const abs_domain *domain;
    abs_parallel how;
    abs_parallel_counts counts;
    place_store places;
    processor *processors;
    unsigned used;         /* all from this one on are idle */
    uint64_t now, entered; /* within the pass */
    const place *over;     /* the root that has ended; NULL: none has */
};

#endif
