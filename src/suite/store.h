/*
 * store.h -- the positions of games that a suite has read, kept briefly: as texts. A sweep may have
 * a million of them, and one is searched at a time.
 */
#ifndef ABS_STORE_H
#define ABS_STORE_H

#include "base/index.h"
#include "base/names.h"
#include "suite/entry.h"

/* A position as it is kept. */
typedef struct {
    uint32_t batch; /* the number of the batch that took it last */
    uint8_t known_count, best_count, avoid_count, counted_count;
    char id[]; /* then follow its text and what is known of it */
} abs_kept;

/* What is known of a spec while batches of its positions are made. */
typedef struct {
    abs_index ids;   /* of its positions */
    abs_index texts; /* the same, if `by_text`: once a position was named by its text */
    bool by_text;
    size_t numbered; /* the last number in an id that was made up */
    size_t batch;    /* the place of the batch that was opened last by its name, from 1; 0: none */
    size_t grids;    /* that have such a batch */
} abs_source;

typedef struct {
    struct store_block *blocks; /* what is kept, the newest block first */
    abs_names specs;            /* numbered as the sources */
    abs_source *sources;
    size_t source_room;
} abs_store;

/* The number of a spec's source, made if it is new; UINT32_MAX: no memory. */
uint32_t store_source(abs_store *store, const char *spec);

/* Keeps a position, not yet to be found. NULL: no memory. */
abs_kept *store_keep(abs_store *store, const char *id, const char *text, const abs_facts *facts);

const char *store_text(const abs_kept *kept);
/* What is known of it. */
abs_facts store_facts(const abs_kept *kept);

/* Forgets by what positions are found: no more will be read. */
void store_settle(abs_store *store);
void store_free(abs_store *store);

#endif
