/*
 * compare.h -- two reports of the same jobs, row by row: what changed, and by how much.
 *
 * Rows are matched by id; or by position and shuffle, where the settings of searches may differ.
 * What the tally's metric counts is compared where both have status ok.
 */
#ifndef ABS_COMPARE_H
#define ABS_COMPARE_H

#include "find/pairs.h"
#include "log/reader.h"

/* What is compared; from COMPARE_COUNTS on, counters. */
typedef enum {
    COMPARE_STATUS,
    COMPARE_VALUE,
    COMPARE_BEST_MOVE,
    COMPARE_PV,
    COMPARE_REGRET,
    COMPARE_ITERATIONS, /* anything in them */
    COMPARE_COUNTS,
    COMPARE_NODES = COMPARE_COUNTS + COUNT_nodes,
    COMPARE_FIELDS = COMPARE_COUNTS + COUNTS
} compare_field;

enum { COMPARE_A, COMPARE_B, COMPARE_SIDES };

/* An id that one or both have: what is kept of its rows, which are read again if they differ. */
typedef struct {
    uint64_t root, values; /* hashes: root is of the position, with its name */
    union {
        uint64_t measure; /* of A's row; 0: none */
        double log;       /* of a pair: of the ratio of measures */
    };
    uint32_t group : 30, ok : 1, paired : 1; /* ok: A's status */
    uint32_t row[COMPARE_SIDES];             /* from 1; 0: it has none */
} compare_record;

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
    abs_judged judged; /* measure of B over that of A, by position, as one of all with a pair */
    /* By position: what B has in its place, NULL if nothing; whether values must agree. */
    const abs_tally_group *partner;
    bool same_truth;
} compare_group;

/* By position: a setting that differs between configurations held against each other. */
typedef struct {
    const char *setting; /* a field of rows, or "version" */
    char value[COMPARE_SIDES][CONFIG_WORD_MAX], words[COMPARE_SIDES][CONFIG_WORD_MAX];
    size_t groups; /* how many have these values */
} compare_setting;

typedef struct {
    uint32_t record;
    uint64_t differs; /* bits: compare_field */
    double size; /* how large: |log of the ratio of measures|; INFINITY for values and status */
} compare_change;

typedef struct {
    /* The caller sets these first, the tally's metric among them. The readers are needed as long as
       the comparison. */
    abs_reader *readers[COMPARE_SIDES];
    bool by_position;
    abs_error *error; /* of what reads rows */
    abs_tally tally;  /* its groups are those below; it has no records */

    size_t rows[COMPARE_SIDES];
    /* By position: B's configurations, the groups of A that they are held against (UINT32_MAX:
       none), how many there are, and what differs. */
    abs_tally tally_b;
    uint32_t *partner;
    size_t matched;
    compare_setting *settings;
    size_t setting_count, setting_room;
    compare_record *records; /* A's in order, then those that only B has */
    size_t record_room;
    abs_names keys; /* of the records: hashes of position, shuffle and group */
    compare_group *groups;
    size_t group_room;
    compare_change *changes; /* the largest first */
    size_t change_room;
    size_t common, change_count, values, pairs;
    size_t judged; /* of `common`: their values must agree */
    size_t only[COMPARE_SIDES];
    compare_sums sums;
    abs_buffer failures; /* why the exit code is 1, a list of sentences; empty if it is 0 */
} abs_comparison;

/*
 * Reads all rows and compares them. By position, configurations are held against each other that
 * have the same spec and depth and agree in every setting, the algorithm among them, that takes
 * several values in A or in B. A ratio above 1 + above/100 is a failure, unless `above` is
 * negative. False: the error is set (ABS_CANNOT_RUN, or ABS_INTERRUPTED): a row cannot be read, an
 * id appears twice, or names another position than in A; or no row is in both.
 */
bool compare_run(abs_comparison *c, double above);

/* A row of a record, read again; it must be there on that side. NULL: the error is set. */
const abs_row *compare_row(const abs_comparison *c, const compare_record *record, int side);
/* A hash of all iterations of a row. */
uint64_t compare_iterations(const abs_row *row);
/* A ratio of sums; NAN where there is none. */
double compare_ratio(const compare_sums *sums);

#endif
