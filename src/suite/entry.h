/* entry.h -- a root position: where every search of a suite begins. */
#ifndef ABS_ENTRY_H
#define ABS_ENTRY_H

#include "absbench.h"

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
    const char *text;  /* as given: the position's text; of a tree, its spec */
    const char *id;    /* unique within the run: "oth-07", "uniform:b=4#1" */
    bool has_seed;
    uint64_t seed;
    size_t number; /* its place in its batch */
    abs_known known[ABS_KNOWN_MAX];
    unsigned known_count;
} abs_entry;

/* A position's name, unique within a run: its id, for a game after its spec. Returns where the id
   begins. */
size_t abs_entry_name(const abs_entry *entry, char *text, size_t size);

#endif
