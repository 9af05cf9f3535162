/*
 * compare.h -- compares two reports of the same jobs, row by row: what changed, and by how much.
 *
 * Rows are matched by id; or by position and shuffle, so that the settings of searches may differ.
 * The tally's metric is compared if both rows have status ok.
 */
#ifndef ABS_COMPARE_H
#define ABS_COMPARE_H

#include "find/pairs.h"
#include "log/reader.h"

/* What is compared. The counters begin at COMPARE_COUNTS. */
typedef enum {
    COMPARE_STATUS,
    COMPARE_VALUE,
    COMPARE_BEST_MOVE,
    COMPARE_PV,
    COMPARE_REGRET,
    COMPARE_ITERATIONS, /* with their passes */
    COMPARE_COUNTS,
    COMPARE_NODES = COMPARE_COUNTS + COUNT_nodes,
    COMPARE_FIELDS = COMPARE_COUNTS + COUNTS
} compare_field;

enum { COMPARE_A, COMPARE_B, COMPARE_SIDES };

/* What is kept of the rows with one id, on one side or both. Rows that differ are read again. */
typedef struct {
    uint64_t key;          /* a hash of position, shuffle and group */
    uint64_t root, values; /* hashes of the position with its name, and of A's row */
    uint64_t measure;      /* of A's row; 0 if it has none */
    double log;            /* of the ratio of the two measures; 0 until B's row comes */
    uint32_t group : 30, ok : 1, paired : 1; /* ok: A's status; paired: `log` counts */
    uint32_t row[COMPARE_SIDES];             /* their numbers, from 1; 0 if there is none */
    uint32_t position;                       /* the number of its id in tally.roots */
} compare_record;

/* Sums of measures over pairs. */
typedef struct {
    uint64_t measure[COMPARE_SIDES];
    bool too_large[COMPARE_SIDES]; /* beyond 2^64 - 1 */
} compare_sums;

/* The rows of one spec and configuration. */
typedef struct {
    size_t common, changed, values; /* values: rows with another value, or status by id */
    size_t only[COMPARE_SIDES];
    compare_sums sums;
    abs_judged judged; /* B's measure over A's, as one comparison for each group with a pair */
    /* If rows are matched by position: B's group, or NULL; and whether values must agree. */
    const abs_tally_group *partner;
    bool same_truth;
} compare_group;

/* A setting that differs between configurations that are compared, if matched by position. */
typedef struct {
    const char *setting; /* a field of rows, or "version" */
    char value[COMPARE_SIDES][CONFIG_WORD_MAX], words[COMPARE_SIDES][CONFIG_WORD_MAX];
    size_t groups; /* how many have these values */
} compare_setting;

typedef struct {
    uint32_t record;
    uint64_t differs; /* bits: compare_field */
    double size;      /* |log of the ratio of measures|; INFINITY if values or status differ */
} compare_change;

typedef struct {
    /* The caller sets these first, and the tally's metric. The readers must outlive the comparison.
     */
    abs_reader *readers[COMPARE_SIDES];
    bool by_position, values_may_differ;
    abs_error *error; /* of reading rows */
    abs_tally tally;  /* it has the groups of `groups`, and in `roots` ids, but no records */

    size_t rows[COMPARE_SIDES];
    /* If rows are matched by position: B's groups; for each of them A's group that it is compared
       with, or UINT32_MAX; the number of such pairs; and the settings that differ. */
    abs_tally tally_b;
    uint32_t *partner;
    size_t matched;
    compare_setting *settings;
    size_t setting_count, setting_room;
    compare_record *records; /* A's in order, then those that only B has */
    size_t record_count, record_room;
    uint32_t *slots; /* records by their keys: a hash table of 2 * record_room, open addressing:
                        number + 1, or 0 */
    compare_group *groups;
    size_t group_room;
    compare_change *changes; /* the largest first */
    size_t change_room;
    size_t common, change_count, values, pairs;
    size_t judged; /* how many of the `common` rows must have equal values on both sides */
    size_t only[COMPARE_SIDES];
    compare_sums sums;
    abs_buffer failures; /* a list of sentences: why the exit code is 1; empty if it is 0 */
} abs_comparison;

/*
 * Reads all rows and compares them. If rows are matched by position, two configurations are
 * compared if they have the same spec and depth and agree in every setting, the algorithm included,
 * that has several values in A or in B. A ratio above 1 + above/100 is a failure, unless `above` is
 * negative. Returns false with the error set (ABS_CANNOT_RUN or ABS_INTERRUPTED) if a row cannot be
 * read, if an id appears twice or has another position than in A, or if no row is in both.
 */
bool compare_run(abs_comparison *c, double above);

/* Reads a record's row again, which must exist on that side. Returns NULL with the error set. */
const abs_row *compare_row(const abs_comparison *c, const compare_record *record, int side);
/* A hash of all iterations of a row. */
uint64_t compare_iterations(const abs_row *row);
/* The ratio of the sums, B's over A's; NAN if there is none. */
double compare_ratio(const compare_sums *sums);

#endif
