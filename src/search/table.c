/* table.c -- room for the transposition table. See table.h for what it holds. */
#include "search/table.h"
#include "base/interrupt.h"

#include <sys/mman.h>

/* The buckets of a room, which has some to spare where it is not the full one. */
static uint64_t room_size(uint64_t count, unsigned shift)
{
    return shift == 0 ? count : ((count - 1) >> shift) + 1 + ABS_TABLE_SLACK;
}

/* Where the rooms begin: the full one, then each 2^ABS_TABLE_GROWTH times as small as the last. */
static uint64_t room_start(uint64_t count, unsigned shift)
{
    uint64_t start = 0;
    for (unsigned larger = 0; larger < shift; larger += ABS_TABLE_GROWTH)
        start += room_size(count, larger);
    return start;
}

static unsigned first_shift(uint64_t count)
{
    unsigned shift = 0;
    while (count >> shift > ABS_TABLE_START)
        shift += ABS_TABLE_GROWTH;
    return shift;
}

static uint64_t all_rooms(uint64_t capacity)
{
    const uint64_t count = capacity / sizeof(abs_bucket);
    return room_start(count, first_shift(count) + ABS_TABLE_GROWTH) * sizeof(abs_bucket);
}

bool abs_table_reserve(abs_table *table, uint64_t bytes)
{
    bytes = bytes / sizeof(abs_bucket) * sizeof(abs_bucket);
    if (bytes > table->capacity) {
        abs_table_free(table);
        const uint64_t size = all_rooms(bytes);
        if (size > PTRDIFF_MAX)
            return false;
        /* The system gives zeroed pages, and those never touched cost nothing: an untouched bucket
           has stamp 0. */
        void *room = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (room == MAP_FAILED)
            return false;
        madvise(room, size, MADV_HUGEPAGE);
        table->rooms = room;
        table->capacity = bytes;
        table->stamp = 0;
    }
    return true;
}

void abs_table_clear(abs_table *table, uint64_t bytes, abs_tt_mode mode, abs_tt_replace replace)
{
    table->count = bytes / sizeof(abs_bucket);
    table->shift = first_shift(table->count);
    table->buckets = table->rooms + room_start(table->count, table->shift);
    table->filled = 0;
    table->real_s = table->cpu_s = 0;
    table->mode = mode;
    table->replace = replace;
    if (++table->stamp == 0) { /* once in 2^32 searches */
        memset(table->rooms, 0, all_rooms(table->capacity));
        table->stamp = 1;
    }
}

void abs_table_grow(abs_table *table)
{
    const double real = clock_now(), cpu = clock_thread();
    const abs_bucket *from = table->buckets;
    const abs_bucket *const end = from + room_size(table->count, table->shift);
    table->shift -= ABS_TABLE_GROWTH;
    table->buckets = table->rooms + room_start(table->count, table->shift);
    table->filled = 0;
    for (; from < end; from++)
        if (from->stamp == table->stamp)
            *abs_table_open(table, from->key[0]) = *from;
    table->real_s += clock_now() - real;
    table->cpu_s += clock_thread() - cpu;
}

void abs_table_forget(abs_table *table)
{
    abs_bucket *const end = table->buckets + room_size(table->count, table->shift);
    for (abs_bucket *b = table->buckets; b < end; b++)
        for (unsigned i = 0; b->stamp == table->stamp && i < b->used; i++) {
            b->lower[i] = -ABS_INFINITY;
            b->upper[i] = ABS_INFINITY;
        }
}

void abs_table_free(abs_table *table)
{
    if (table->rooms != NULL)
        munmap(table->rooms, all_rooms(table->capacity));
    *table = (abs_table){0};
}
