/* findings.h -- the findings of a report: all that is computed from its rows. */
#ifndef ABS_FINDINGS_H
#define ABS_FINDINGS_H

#include "find/pairs.h"

/*
 * Verification (verify.c) checks that all searches of a position agree.
 *
 * It compares rows of the same position, depth, evaluation and grain with status `ok`. Sound rows
 * must agree. The others (printed forms, tables in `deeper` mode) are compared with these, and what
 * is wrong with them is listed without making the run a failure.
 */

typedef enum {
    VERIFY_VALUE,         /* sound searches of one position disagree */
    VERIFY_BEST_MOVE,     /* a sound search's best move is not one */
    VERIFY_CONTRADICTION, /* the table of a sound search stored lower > upper */
    VERIFY_INCONSISTENT,  /* a sound search's bounds crossed */
    VERIFY_ANSWER,        /* a sound search's value is not the known one of its position */
} abs_mismatch_kind;

extern const char *const verify_kind_names[];

typedef struct {
    abs_mismatch_kind kind;
    size_t first, count; /* the records that it is about, in verification.order */
} abs_mismatch;

typedef struct {
    uint32_t record;
    bool has_expected; /* a trusted search gives the value */
    int expected;
    bool wrong_value, wrong_best_move;
} abs_unsound;

/* How many of a group's rows are wrong, and how many could be judged. */
typedef struct {
    size_t values_judged, wrong_values, moves_judged, wrong_moves;
} abs_wrongs;

typedef struct {
    pairs_item *order;      /* by setting (block), then by position */
    size_t checked;         /* rows compared with at least one other */
    size_t sound;           /* sound rows compared with another sound row */
    size_t known;           /* sound rows with the known value of their position */
    size_t positions;       /* different positions among the `sound` rows */
    bool values_may_differ; /* some rows used a table in `deeper` mode */
    abs_mismatch *mismatches;
    size_t mismatch_count, mismatch_room;
    abs_unsound *unsound; /* wrong rows by searches that are known to be unsound */
    size_t unsound_count, unsound_room;
    abs_wrongs *wrongs; /* by group */
} abs_verification;

/* Whether the record's value must agree with every other such value of its position and setting. */
bool verify_compares(const abs_tally *tally, const abs_record *record);

/* Makes the verification; the caller frees its vectors. */
void verify_run(const abs_tally *tally, abs_verification *verification);

/* ---- aggregate.c: for each spec, configuration and depth, counts and their ratios ------------ */

/* The figures of one count over the rows of an aggregate. */
typedef struct {
    bool too_large; /* the sum is beyond 2^64 - 1 */
    uint64_t sum;
    uint64_t median_low, median_high; /* the median is their mean, if n >= 1 */
    double geomean;                   /* NAN if there is none */
} abs_spread;

typedef struct {
    uint32_t group;
    size_t n; /* positions whose rows all have status ok and a measure */
    abs_spread nodes, work, measure;
    /* The growth by a ply: the geometric mean of the measure over that of the same search one ply
       less deep, on the positions that both finished; NAN if there are none. */
    double branching_factor;
    /* Compared with the reference, on positions where both have status ok: */
    uint32_t reference; /* its group; UINT32_MAX if there is none */
    stats_ratio ratio;  /* with an interval for this comparison alone */
    abs_judged judged;  /* the same as one of all comparisons of its block */
    size_t comparisons;
    stats_share same_moves, same_values; /* of a search that need not agree: how often it does */
    size_t repeated, noisy; /* positions that an engine searched again; those with other counts */
} abs_aggregate;

/* Whether an algorithm may be recommended: it is no limit, and not known to be unsound. */
bool aggregate_is_search(const abs_algo *algo);
/* Whether answers may choose the group: it was asked for, and is the first of its twins. */
bool aggregate_is_candidate(const abs_pairs *pairs, size_t group);

/*
 * Makes one aggregate for each group, in order; the caller frees them. The reference of each is a
 * group of the same block: see reference_rate(). The number of comparisons is that of all pairs of
 * a block's candidates and their references, so that one may be chosen after looking at the data,
 * and so that it does not depend on which one is the reference.
 */
abs_aggregate *aggregate_make(const abs_tally *tally, const abs_pairs *pairs,
                              const abs_reference *reference);

/*
 * Which configuration of a family or block is best, and how every other one compares with it.
 *
 * Twins (pairs.h) count as one. The best is the one with the least mean logarithm of the metric,
 * among those that have finished at least half as many positions as any. Each other one is judged
 * against it on the positions that both have, as one of all comparisons of its block. So whichever
 * looks best, in 95 % of cases none that is equally good is called worse.
 */

typedef struct {
    uint32_t group;
    abs_judged judged; /* against the best; of the best itself, only the ratio 1 has a meaning */
} abs_member;

typedef struct {
    size_t first, count; /* in abs_bests.members: the best one, then the others by ratio */
} abs_family;

typedef struct {
    abs_family *families; /* none is empty; in order of appearance */
    size_t count;
    abs_member *members;
} abs_bests;

/* Finds the best candidate of each family, whose members differ in windows, or of each block.
   `aggregates` are by group. The caller frees the vectors. */
void best_find(abs_bests *bests, tally_share scope, const abs_pairs *pairs,
               const abs_aggregate *aggregates);

/* Compares members for qsort(): by ratio, those without one last, then by group. */
int best_order(const void *a, const void *b);
/* Judges a group against another of its block. */
abs_judged best_judge(const abs_pairs *pairs, const abs_aggregate *aggregates, uint32_t group,
                      uint32_t other);


/* ---- the whole ------------------------------------------------------------------------------ */

typedef struct {
    const abs_tally *tally;
    abs_verification verification;
    abs_pairs pairs;
    abs_aggregate *aggregates; /* by group */
    abs_bests bests, ranking;  /* the best windows of each family; the best of each block */
    const char *reference;
    const cJSON *asked; /* the options of the run, as in the report's context; NULL: not known */
    label_rules labels;
    bool compares; /* there is a reference, and so there are ratios */
    uint64_t signature;
    const abs_buffer *errors; /* a list of texts, from abs_report_error() */
    uint64_t skipped_lines;   /* of position files */
    bool times, interrupted;
    bool milliseconds; /* no group took a second, so that the table shows ms */
    const char *brief; /* NULL for a full report. A short one has one answer for each domain; this
                          is then the file that keeps the whole report, or "" */
} abs_findings;

/* The name of the group's reference in sentences. An engine's reference is an engine. */
const char *findings_reference(const abs_findings *findings, uint32_t group);

/* ---- answers.c, sentences.c: findings in words ----------------------------------------------- */

/*
 * An answer says which configuration of a block to use: the best of those that are shown to take
 * less than their reference; or the reference, if there is none; or the best of all, if the
 * reference is no search. Whether a search was asked for, or made only as the reference, makes no
 * difference.
 */

typedef enum {
    ANSWER_BETTER,    /* it is shown to take less than the reference */
    ANSWER_REFERENCE, /* it is the reference, because nothing is shown to take less */
    ANSWER_BEST,      /* it takes the least; there is no reference that is a search */
    ANSWER_ALONE,     /* nothing was compared */
    ANSWER_TOO_FEW,   /* there are too few positions for any verdict */
    ANSWER_KINDS
} answer_kind;

typedef enum {
    ANSWER_EQUAL,     /* shown to be within 2 %, or the same at every position */
    ANSWER_UNSETTLED, /* nothing is shown */
    ANSWER_DEARER,    /* shown to be worse */
} answer_side;

/* The answer for a block. */
typedef struct {
    answer_kind kind;
    uint32_t use, reference; /* groups; reference is UINT32_MAX if there is none */
    abs_member *others;      /* by their ratio to `use` */
    size_t count;
    size_t needed; /* about how many positions would settle the rest; 0: none, or not known */
} abs_answer_of;

/* The side on which another configuration is, judged against the one to use. */
answer_side answers_side(const abs_judged *judged);
/* Finds the answers, in order of blocks, for those that have a candidate. The caller frees them. */
abs_answer_of *answers_find(const abs_findings *findings, size_t *count);

/* Appends one to four sentences without a newline: what to use; what is equal; what is not settled,
   and what would settle it; what is worse. */
void answers_say(abs_buffer *b, const abs_findings *findings, const abs_answer_of *answer);
/* Appends a line for each answer and below it, indented by two, the options to copy; in a short
   report only the first sentence. At most `most` blocks get an answer, or all if it is 0. */
void answers_write(abs_buffer *b, const abs_findings *findings, size_t most);
/* Appends the means over domains of the algorithms that were compared in most domains, best
   first. */
void answers_overall(abs_buffer *b, const abs_findings *findings);
/* Appends an option, quoted for a shell and, if need be, after a blank. */
void answers_option(abs_buffer *b, const char *name, const char *value);
/* Appends the options that search a configuration, without those that are defaults. */
void answers_options(abs_buffer *b, const abs_subject *subject,
                     const abs_config *config);
/* Appends "0.939 [0.906, 0.967] of alphabeta's work (better, 75 positions)". */
void answers_ratio(abs_buffer *b, const abs_judged *judged, abs_metric metric,
                   const char *reference);

/* Appends sentences, one a line, on agreement, unsound searches, and rows that are left out. */
void sentences_write(abs_buffer *b, const abs_findings *findings);
/* Appends one mismatch, without a newline. */
void sentences_mismatch(abs_buffer *b, const abs_tally *tally, const abs_verification *v,
                        const abs_mismatch *mismatch);

#endif
