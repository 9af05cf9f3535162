/*
 * simulate.h -- rows of reports as populations, from which trials draw positions. Two ways make
 * configurations equal: `centred`, where each one's mean is taken off, which keeps its skewness;
 * `dealt`, where each position's numbers are dealt anew.
 */
#ifndef SIMULATE_H
#define SIMULATE_H

#include "find/tuning.h"
#include "log/reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { POSITIONS_MOST = 400 };

typedef enum { AS_IS, CENTRED, DEALT } making;

/* Logarithms of work; NAN: it is not there. */
typedef struct {
    size_t count, n; /* configurations, positions */
    double logs[POSITIONS_MOST][RACE_MOST], means[RACE_MOST];
} population;

/* Shows each row of a report to `see`; ends the program if there is no such report. */
static inline void read_rows(const char *path, void (*see)(const abs_row *row))
{
    abs_error error;
    abs_reader *reader = reader_open(path, &error);
    const abs_row *row = NULL;
    for (size_t i = 0; reader != NULL && i < reader->count; i++, see(row))
        if ((row = reader_row(reader, i, &error)) == NULL)
            break;
    if (row == NULL) {
        fprintf(stderr, "simulate: %s\n", error.text);
        exit(ABS_CANNOT_RUN);
    }
    reader_close(reader);
}

static inline void find_means(population *p)
{
    for (size_t c = 0; c < p->count; c++) {
        double sum = 0;
        for (size_t i = 0; i < p->n; i++)
            sum += p->logs[i][c];
        p->means[c] = sum / (double)p->n;
    }
}

static inline void clear_population(population *p)
{
    for (size_t i = 0; i < POSITIONS_MOST; i++)
        for (size_t c = 0; c < RACE_MOST; c++)
            p->logs[i][c] = NAN;
}

/* Keeps the positions that all configurations have. */
static inline void keep_whole(population *p)
{
    p->n = 0;
    for (size_t i = 0; i < POSITIONS_MOST; i++) {
        size_t there = 0;
        while (there < p->count && !isnan(p->logs[i][there]))
            there++;
        if (there == p->count)
            memmove(p->logs[p->n++], p->logs[i], sizeof p->logs[i]);
    }
    find_means(p);
}

static uint64_t draw_key = 1;

static inline uint64_t draw_bits(void)
{
    return abs_mix64(draw_key += ABS_G);
}

static inline size_t draw_below(size_t n)
{
    return (size_t)((draw_bits() >> 32) * n >> 32);
}

/* What `count` configurations took, from number `first` on, at position `at`. */
static inline void draw_position(double *logs, const population *p, size_t at, size_t first,
                                 size_t count, making how)
{
    size_t dealt[RACE_MOST];
    for (size_t c = 0; c < count; c++) {
        const size_t k = how == DEALT ? draw_below(c + 1) : c;
        dealt[c] = k < c ? dealt[k] : c;
        dealt[k] = c;
    }
    for (size_t c = 0; c < count; c++)
        logs[c] = p->logs[at][first + dealt[c]] - (how == CENTRED ? p->means[first + c] : 0);
}

#endif
