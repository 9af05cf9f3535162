/* place.h -- a node within a simulation, and the nodes whose children are tasks. */
#ifndef ABS_PLACE_H
#define ABS_PLACE_H

#include "absbench.h"

typedef struct place place;

/* The lists that a place may be in: those searched below its parent, the tasks of its ply, and
   abdada's marks of one bucket. */
enum { PLACE_SIBLINGS, PLACE_TASKS, PLACE_MARKS, PLACE_LISTS };

struct place { /* what every event reads comes first: places of 64 processors fill a cache */
    abs_node *node;
    place *parent, *first; /* of its children that are being searched; NULL: none */
    struct {
        place *before, *after;
        bool here;
    } in[PLACE_LISTS];
    unsigned opener;                       /* the processor that entered it */
    unsigned number;                       /* among its siblings, in the order of search */
    unsigned active;                       /* children that are being searched */
    uint64_t entered;                      /* work in it and below, less what was aborted there */
    uint64_t chain, open_chain;            /* of costs: so far; when its children became tasks */
    bool leftmost, splits, split;          /* may split: its children become tasks; split: has */
    bool picked, exhausted;                /* its next move is known; it has no more moves */
    unsigned done;                         /* children that have ended */
    bool again, dead, shared;              /* within a second search; a cutoff has ended it; more
                                              than one child was active at once */
    uint64_t deferred[ABS_MAX_MOVES / 64]; /* abdada: moves left for the third phase */
};

enum { PLACE_BUCKETS = 4096 };

/* All places, kept for good, and those in no use. */
typedef struct {
    place **all, *unused; /* linked as siblings are */
    size_t count, room, node_size;
    place
        *tasks[ABS_MAX_PLY + 1]; /* by ply: nodes that have children for others, as far as known */
    int deepest;                 /* ply of a list that is not empty, at most; -1: none */
    place *marks[PLACE_BUCKETS];
} place_store;

/* All places are free. */
void place_clear(place_store *store);
void place_free_all(place_store *store);

place *place_new(place_store *store, place *parent);
/* Takes it from its parent and from all lists. */
void place_end(place_store *store, place *x);
/* Ends all below it, and marks them as dead; returns the work that was done there. */
uint64_t place_abort(place_store *store, place *x);

void place_list(place_store *store, place *x);
void place_unlist(place_store *store, place *x);
/* Whether a comes before b of the same ply, in the order of search. */
bool place_is_left(const place *a, const place *b);

/* abdada's marks: a position is being searched at a depth. */
void place_mark(place_store *store, place *x);
bool place_is_marked(place_store *store, uint64_t key, int depth);

#endif
