/* table.c -- the memory of the transposition table. See table.h for what it holds. */
#include "search/table.h"
#include "base/memory.h"

#include <sys/mman.h>

/* The buckets that a table needs. While not all are used, a few more allow linear probing. */
static uint64_t room_size(uint64_t count, unsigned shift)
{
    return shift == 0 ? count : ((count - 1) >> shift) + 1 + ABS_TABLE_SLACK;
}

static unsigned first_shift(uint64_t count)
{
    unsigned shift = 0;
    while (count >> shift > ABS_TABLE_START)
        shift += ABS_TABLE_GROWTH;
    return shift;
}

/* The system gives zeroed pages, and untouched pages cost nothing. An untouched bucket has stamp 0,
   which is never the table's. Returns NULL if there is no memory. */
static void *map(uint64_t bytes)
{
    if (bytes > PTRDIFF_MAX)
        return NULL;
    void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED)
        return NULL;
    madvise(room, bytes, MADV_HUGEPAGE);
    return room;
}

static void unmap(void *room, uint64_t bytes)
{
    if (room != NULL)
        munmap(room, bytes);
}

/* Makes all buckets empty. */
static void take_stamp(abs_table *table)
{
    if (++table->stamp == 0) { /* once in 2^32 times */
        memset(table->buckets, 0, table->capacity);
        table->stamp = 1;
    }
}

bool abs_table_reserve(abs_table *table, uint64_t bytes)
{
    bytes = bytes / sizeof(abs_bucket) * sizeof(abs_bucket);
    if (bytes > table->capacity) {
        abs_table_free(table);
        table->buckets = map(bytes);
        if (table->buckets == NULL)
            return false;
        table->capacity = bytes;
        table->stamp = 0;
    }
    return true;
}

void abs_table_clear(abs_table *table, uint64_t bytes, abs_tt_mode mode, abs_tt_replace replace)
{
    table->count = bytes / sizeof(abs_bucket);
    table->shift = first_shift(table->count);
    table->filled = 0;
    table->real_s = table->cpu_s = 0;
    table->mode = mode;
    table->replace = replace;
    take_stamp(table);
}

void abs_table_grow(abs_table *table)
{
    const double real = clock_now(), cpu = clock_thread();
    const uint64_t size = room_size(table->count, table->shift) * sizeof(abs_bucket);
    const uint32_t stamp = table->stamp;
    const uint64_t most = room_size(table->count, ABS_TABLE_GROWTH) * sizeof(abs_bucket);
    if (table->spare_size < size) {
        unmap(table->spare, table->spare_size);
        table->spare = map(most);
        table->spare_size = most;
        if (table->spare == NULL)
            memory_end();
    }
    abs_bucket *const old = table->spare;
    const uint64_t old_size = table->spare_size;
    abs_bucket *end = old; /* of the buckets in use, in their order */
    for (uint64_t i = 0; i < size / sizeof(abs_bucket); i++)
        if (table->buckets[i].stamp == stamp)
            *end++ = table->buckets[i];
    table->spare = NULL; /* abs_table_open() may grow the table again, with its own spare */
    table->spare_size = 0;
    table->shift -= ABS_TABLE_GROWTH;
    table->filled = 0;
    take_stamp(table);
    for (const abs_bucket *from = old; from < end; from++) {
        abs_bucket *const to = abs_table_open(table, from->key[0]);
        *to = *from;
        to->stamp = table->stamp;
    }
    unmap(table->spare, table->spare_size);
    table->spare = old;
    table->spare_size = old_size;
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
    unmap(table->buckets, table->capacity);
    unmap(table->spare, table->spare_size);
    *table = (abs_table){0};
}
