/*
 * table.h -- the transposition table.
 *
 * An entry holds the full 64-bit key, the remaining depth, a proved lower and upper bound on the
 * value, and the best move. Three entries share a bucket of one cache line. Each bucket carries the
 * stamp that the table had when it was last written; abs_table_clear() takes a new stamp, so that
 * emptying a table of any size costs nothing.
 *
 * A search begins with few buckets, so that a short one stays within the caches. Whenever half of
 * them are in use it gets four times as many, until it has them all. Until then a bucket is stored
 * at its number, scaled down, or after it (linear probing). The entries replaced are exactly those
 * that would be replaced if all buckets existed from the start, so that counts do not change.
 *
 * In `exact` mode an entry answers only at its own depth, so that every search still returns the
 * minimax value. In `deeper` mode it answers at its depth or less, as in playing programs; values
 * may differ.
 *
 * absbench.h includes this file, because the probe is compiled into every domain's search.
 */
#ifndef ABS_TABLE_H
#define ABS_TABLE_H

#include "absbench.h"

typedef enum { ABS_TT_EXACT, ABS_TT_DEEPER } abs_tt_mode;

/* Which entry of a full bucket is replaced. A new entry is always stored. */
typedef enum {
    ABS_REPLACE_DEPTH,  /* the one with the least remaining depth; the first among equals */
    ABS_REPLACE_ALWAYS, /* the oldest (first in, first out) */
} abs_tt_replace;

enum {
    ABS_BUCKET_ENTRIES = 3,
    ABS_TABLE_START = 1024, /* the most buckets that a search begins with */
    ABS_TABLE_GROWTH = 2,   /* how many times the number of buckets doubles when the table grows */
    ABS_TABLE_SLACK = 64,   /* the most buckets between a bucket and its place */
};

typedef struct {
    uint64_t key[ABS_BUCKET_ENTRIES];
    int32_t lower[ABS_BUCKET_ENTRIES], upper[ABS_BUCKET_ENTRIES];
    uint16_t move[ABS_BUCKET_ENTRIES];
    uint8_t depth[ABS_BUCKET_ENTRIES];
    uint8_t used;   /* entries filled */
    uint8_t oldest; /* the next entry to be replaced under ABS_REPLACE_ALWAYS */
    uint32_t stamp; /* the bucket is empty unless this is the table's stamp */
} abs_bucket;

_Static_assert(sizeof(abs_bucket) == 64, "a bucket is one cache line");

struct abs_table {
    abs_bucket *buckets;
    uint64_t count;  /* buckets in all, >= 1 */
    unsigned shift;  /* count / 2^shift buckets are in use; 0: all */
    uint64_t filled; /* how many of these have entries; not counted once all are in use */
    uint32_t stamp;
    abs_tt_mode mode;
    abs_tt_replace replace;
    uint64_t capacity;    /* bytes of memory */
    abs_bucket *spare;    /* a copy of the buckets while the table grows */
    uint64_t spare_size;  /* in bytes, as many as the last growth may need; 0: not there yet */
    double real_s, cpu_s; /* seconds that growing has taken since abs_table_clear(), page faults
                             included; they are no part of a search's time */
};

/*
 * Makes room for `bytes` (>= 64), unless there is enough already; abs_table_clear() must follow.
 * Returns false if the system has no memory.
 */
bool abs_table_reserve(abs_table *table, uint64_t bytes);
/* Empties the table, which from now on uses the first `bytes` (64..capacity) of its memory. */
void abs_table_clear(abs_table *table, uint64_t bytes, abs_tt_mode mode, abs_tt_replace replace);
/* Makes every bound unknown; positions, depths and best moves stay. */
void abs_table_forget(abs_table *table);
void abs_table_free(abs_table *table);

/* Spreads all entries over 2^ABS_TABLE_GROWTH times as many buckets; shift must be above 0. */
void abs_table_grow(abs_table *table);

/* The number of a key's bucket: the high part of key * count, so that count may be any number. */
static inline uint64_t abs_table_number(const abs_table *table, uint64_t key)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 wide;
    return (uint64_t)((wide)key * table->count >> 64);
#else /* with 32 bits no address space holds 2^32 buckets */
    const uint64_t high = (key >> 32) * table->count, low = (key & UINT32_MAX) * table->count;
    return (high + (low >> 32)) >> 32;
#endif
}

static inline void abs_table_prefetch(const abs_table *table, uint64_t key)
{
    __builtin_prefetch(&table->buckets[abs_table_number(table, key) >> table->shift]);
}

/* The key's bucket, or the place where it would be stored, whose stamp is then not the table's. */
static inline abs_bucket *abs_table_bucket(const abs_table *table, uint64_t key)
{
    const uint64_t number = abs_table_number(table, key);
    abs_bucket *b = &table->buckets[number >> table->shift];
    while (__builtin_expect(table->shift > 0, 0) && b->stamp == table->stamp &&
           abs_table_number(table, b->key[0]) != number)
        b++;
    return b;
}

/* The key's bucket, emptied and stamped as the table's if this search has not used it yet. */
static inline abs_bucket *abs_table_open(abs_table *table, uint64_t key)
{
    abs_bucket *b = abs_table_bucket(table, key);
    if (b->stamp == table->stamp)
        return b;
    if (table->shift > 0) {
        const abs_bucket *place = &table->buckets[abs_table_number(table, key) >> table->shift];
        if (2 * ++table->filled > table->count >> table->shift || b - place == ABS_TABLE_SLACK) {
            abs_table_grow(table);
            return abs_table_open(table, key);
        }
    }
    b->stamp = table->stamp;
    b->used = 0;
    b->oldest = 0;
    return b;
}

/*
 * Looks a position up. Returns true if its entry settles a search to `depth` with (alpha, beta):
 * *value is then the result of that search. *move is the entry's best move, or ABS_NO_MOVE.
 */
static inline bool abs_table_probe(const abs_table *table, abs_counters *n, uint64_t key, int depth,
                                   int alpha, int beta, int *value, unsigned *move)
{
    const abs_bucket *b = abs_table_bucket(table, key);
    n->tt_probes++;
    *move = ABS_NO_MOVE;
    if (b->stamp != table->stamp)
        return false;
    for (unsigned i = 0; i < b->used; i++) {
        if (b->key[i] != key)
            continue;
        n->tt_hits++;
        *move = b->move[i];
        if (table->mode == ABS_TT_EXACT ? b->depth[i] != depth : b->depth[i] < depth)
            return false;
        if (b->lower[i] >= beta || b->lower[i] == b->upper[i])
            *value = b->lower[i];
        else if (b->upper[i] <= alpha)
            *value = b->upper[i];
        else
            return false;
        return true;
    }
    return false;
}

/*
 * Stores lower <= value <= upper; a bound that is not proved is infinite. If the position has an
 * entry of the same depth, the tighter of each bound is kept. An entry of another depth is
 * overwritten, but not by one of depth 0, and in `deeper` mode not by one of less depth.
 */
static inline void abs_table_store(abs_table *table, abs_counters *n, uint64_t key, int depth,
                                   int lower, int upper, unsigned move)
{
    abs_bucket *b = abs_table_open(table, key);
    unsigned i = 0;
    n->tt_stores++;
    while (i < b->used && b->key[i] != key)
        i++;
    if (i < b->used) {
        if (b->depth[i] == depth) {
            if (b->lower[i] > lower)
                lower = b->lower[i];
            if (b->upper[i] < upper)
                upper = b->upper[i];
            if (lower > upper)
                n->tt_contradictions++;
            if (move == ABS_NO_MOVE)
                move = b->move[i];
        } else if ((table->mode == ABS_TT_DEEPER || depth == 0) && b->depth[i] > depth) {
            return;
        }
    } else if (i < ABS_BUCKET_ENTRIES) {
        b->used++;
    } else {
        n->tt_replaced++;
        if (table->replace == ABS_REPLACE_ALWAYS) {
            i = b->oldest;
            b->oldest = (uint8_t)((i + 1) % ABS_BUCKET_ENTRIES);
        } else {
            i = 0;
            for (unsigned k = 1; k < ABS_BUCKET_ENTRIES; k++)
                if (b->depth[k] < b->depth[i])
                    i = k;
        }
    }
    b->key[i] = key;
    b->lower[i] = lower;
    b->upper[i] = upper;
    b->move[i] = (uint16_t)move;
    b->depth[i] = (uint8_t)depth;
}

#endif
