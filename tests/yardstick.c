/*
 * yardstick.c -- what `make speed` measures against, and what a table probe costs.
 *
 *   yardstick tree    hand-written alpha-beta over uniform:b=8,range=1000, seeds 1..40, depth 8,
 *                     that counts nothing but nodes: prints nodes and seconds
 *   yardstick probe   looks up random keys in a full 64 MiB table: prints probes, seconds and
 *                     answers
 */
#include "absbench.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

static uint64_t nodes;

static int alphabeta(uint64_t key, int alpha, int beta, int depth)
{
    nodes++;
    if (depth == 0)
        return (int)((abs_mix64(key ^ abs_mix64(1)) >> 32) * 2001 >> 32) - 1000;
    for (unsigned i = 1; i <= 8; i++) {
        const uint64_t child = abs_mix64(key + i * UINT64_C(0x9E3779B97F4A7C15));
        const int score = -alphabeta(child, -beta, -alpha, depth - 1);
        if (score >= beta)
            return beta;
        if (score > alpha)
            alpha = score;
    }
    return alpha;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void tree(void)
{
    const double began = now();
    for (uint64_t seed = 1; seed <= 40; seed++)
        alphabeta(abs_mix64(seed + UINT64_C(0x9E3779B97F4A7C15)), -ABS_INFINITY, ABS_INFINITY, 8);
    printf("%" PRIu64 " %.6f\n", nodes, now() - began);
}

static void probe(void)
{
    enum { PROBES = 20 * 1000 * 1000 };
    abs_table table = {0};
    abs_counters n = {0};
    uint64_t key = 1, found = 0;
    if (!abs_table_reserve(&table, 64 << 20))
        exit(2);
    abs_table_clear(&table, 64 << 20, ABS_TT_EXACT, ABS_REPLACE_DEPTH);
    for (uint64_t i = 0; i < 4 * table.count; i++)
        abs_table_store(&table, &n, abs_mix64(i), 5, 0, 10, 1);
    const double began = now();
    for (uint64_t i = 0; i < PROBES; i++) {
        int value;
        unsigned move;
        /* The next key hangs on this answer: no probe hides behind another. */
        found += abs_table_probe(&table, &n, abs_mix64(key), 5, 10, 11, &value, &move);
        key = (key * 5 + 1 + (found & 1)) % (8 * table.count);
    }
    const double seconds = now() - began;
    printf("%d %.6f %" PRIu64 "\n", PROBES, seconds, found);
    abs_table_free(&table);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "probe") == 0)
        probe();
    else
        tree();
    return 0;
}
