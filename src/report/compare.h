/*
 * compare.h -- two reports of the same jobs, row by row: what changed, and by how much.
 *
 * Rows are matched by id. What the tally's metric counts is compared where both have status ok.
 */
#ifndef ABS_COMPARE_H
#define ABS_COMPARE_H

#include "base/stats.h"
#include "report/tally.h"
#include "row/reader.h"

/* What is compared; from COMPARE_COUNTS on, counters. */
typedef enum {
    COMPARE_STATUS,
    COMPARE_VALUE,
    COMPARE_BEST_MOVE,
    COMPARE_PV,
    COMPARE_ITERATIONS, /* anything in them */
    COMPARE_COUNTS,
    COMPARE_NODES = COMPARE_COUNTS + COUNT_nodes,
    COMPARE_FIELDS = COMPARE_COUNTS + COUNTS
} compare_field;

const char *compare_name(compare_field field);

enum { COMPARE_A, COMPARE_B, COMPARE_SIDES };

/* Of a row, besides its record in the tally: every field as a number, which is a text's in
   comparison.texts (UINT32_MAX: no best move), or a hash of all iterations. */
typedef struct {
    uint32_t position;
    uint64_t missing; /* as in abs_row */
    uint64_t field[COMPARE_FIELDS];
    uint64_t iterations_nodes; /* as field[COMPARE_ITERATIONS], without work */
} compare_row;

/* Sums of measures over pairs. */
typedef struct {
    uint64_t measure[COMPARE_SIDES];
    bool too_large[COMPARE_SIDES]; /* beyond 2^64 - 1 */
} compare_sums;

/* The rows of one spec and configuration. */
typedef struct {
    size_t common, changed, values; /* values: another value or status */
    size_t only[COMPARE_SIDES];
    compare_sums sums;
    stats_ratio ratio; /* measure of B over that of A, by position */
} compare_group;

typedef struct {
    uint32_t id;
    uint64_t differs; /* bits: compare_field */
    double size; /* how large: |log of the ratio of measures|; INFINITY for values and status */
} compare_change;

typedef struct {
    const char *names[COMPARE_SIDES];
    size_t rows[COMPARE_SIDES];
    abs_tally tally;  /* its metric is set first; A's rows, then B's; its groups are those below */
    compare_row *row; /* by record */
    size_t row_room;
    abs_names ids, texts;
    uint32_t *record[COMPARE_SIDES]; /* by id: the record; UINT32_MAX: none */
    size_t record_room[COMPARE_SIDES];
    compare_group *groups;
    compare_change *changes; /* the largest first */
    size_t common, change_count, values, pairs;
    size_t only[COMPARE_SIDES];
    compare_sums sums;
} abs_comparison;

/*
 * Takes in all rows of a report, first COMPARE_A, then COMPARE_B. False: the error is set
 * (ABS_CANNOT_RUN, or ABS_INTERRUPTED): a row cannot be read, an id appears twice, or names
 * another position than in A.
 */
bool compare_take(abs_comparison *c, int side, abs_reader *reader, abs_error *error);
/* Works out the rest. False: no row is in both, or no memory; the error is set. */
bool compare_finish(abs_comparison *c, abs_error *error);
/* Start with zeros; free it however far it came. */
void compare_free(abs_comparison *c);

/* One field of a row as JSON has it. */
void compare_json_field(abs_buffer *b, const abs_comparison *c, uint32_t record,
                        compare_field field);
/* A ratio of sums; NAN where there is none. */
double compare_ratio(const compare_sums *sums);

/* ---- as text: compare_json.c, compare_table.c ------------------------------------------------ */

/* All members of the JSON object but the first two, schema and context; `failures` is a list. */
void compare_json(abs_buffer *b, const abs_comparison *c, const abs_buffer *failures);
/* The tables for people: with `markdown` for a web page. */
void compare_table(abs_buffer *b, const abs_comparison *c, bool markdown);

#endif
