/* table.c -- room for the transposition table. See table.h for what it holds. */
#define _DEFAULT_SOURCE
#include "search/table.h"

#include <sys/mman.h>

bool abs_table_reserve(abs_table *table, size_t bytes)
{
    bytes = bytes / sizeof(abs_bucket) * sizeof(abs_bucket);
    if (bytes > table->capacity) {
        abs_table_free(table);
        /* The system gives zeroed pages: an untouched bucket has stamp 0. */
        void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (room == MAP_FAILED)
            return false;
        madvise(room, bytes, MADV_HUGEPAGE);
#ifdef MADV_POPULATE_WRITE
        madvise(room, bytes, MADV_POPULATE_WRITE); /* or the first row's time would pay for it */
#endif
        table->buckets = room;
        table->capacity = bytes;
        table->stamp = 0;
    }
    return true;
}

void abs_table_clear(abs_table *table, size_t bytes, abs_tt_mode mode, abs_tt_replace replace)
{
    table->count = bytes / sizeof(abs_bucket);
    table->mode = mode;
    table->replace = replace;
    if (++table->stamp == 0) { /* once in 2^32 searches */
        memset(table->buckets, 0, table->capacity);
        table->stamp = 1;
    }
}

void abs_table_forget(abs_table *table)
{
    for (uint64_t k = 0; k < table->count; k++) {
        abs_bucket *b = &table->buckets[k];
        for (unsigned i = 0; b->stamp == table->stamp && i < b->used; i++) {
            b->lower[i] = -ABS_INFINITY;
            b->upper[i] = ABS_INFINITY;
        }
    }
}

void abs_table_free(abs_table *table)
{
    if (table->buckets != NULL)
        munmap(table->buckets, table->capacity);
    *table = (abs_table){0};
}
