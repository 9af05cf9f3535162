/* findings.h -- the findings of a report: all that is computed from its rows. */
#ifndef ABS_FINDINGS_H
#define ABS_FINDINGS_H

#include "base/json.h"
#include "find/pairs.h"

/*
 * Verification (verify.c) checks that all searches of a position agree.
 *
 * It compares rows of the same position, depth, evaluation and grain with status `ok`. Sound rows
 * must agree. The others (printed forms, tables in `deeper` mode) are compared with the sound ones;
 * their wrong values are listed but do not make the run a failure.
 */

typedef enum {
    VERIFY_VALUE,         /* sound searches of one position disagree */
    VERIFY_BEST_MOVE,     /* the best move of a sound search is not a best move */
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
    uint32_t *order;        /* the records by setting, then by position */
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

/* Whether the record's value must agree with all other such values of its position and setting. */
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
    /* The growth per ply: the geometric mean of the measure divided by that of the same search one
       ply less deep, on the positions that both finished; NAN if there are none. */
    double branching_factor;
    /* The comparison with the reference, on positions where both have status ok: */
    uint32_t reference;                  /* its group; UINT32_MAX if there is none */
    abs_judged judged;                   /* judged as one of all comparisons of its block */
    size_t comparisons;                  /* the number of these comparisons */
    stats_share same_moves, same_values; /* of a search that need not agree: how often it does */
    size_t repeated, noisy; /* positions that an engine searched again; those with other counts */
} abs_aggregate;

/*
 * Makes one aggregate for each group, in order; the caller frees them. Every search of a block but
 * the reference is compared with it, and these are the comparisons. Limits, minimax and searches
 * that are known to be unsound have a ratio, no verdict, and are no comparison; twins count as one.
 */
abs_aggregate *aggregate_make(const abs_tally *tally, const abs_pairs *pairs);

/* Whether the aggregate has a verdict: it is a search, and neither its reference nor a twin of it.
 */
bool aggregate_is_judged(const abs_pairs *pairs, const abs_aggregate *aggregate);
/* Whether the aggregate is one of the comparisons of its block: it is judged, and no other's twin.
 */
bool aggregate_is_compared(const abs_pairs *pairs, const abs_aggregate *aggregate);

/* ---- the whole ------------------------------------------------------------------------------ */

typedef struct {
    const abs_tally *tally;
    abs_verification verification;
    abs_pairs pairs;
    abs_aggregate *aggregates; /* by group */
    uint32_t *hosts;           /* by setting: tally_hosts() */
    const char *reference;
    const cJSON *asked; /* the options of the run, as in the report's context; NULL: not known */
    const char *grid;   /* the file of a sweep; NULL: none */
    label_rules labels;
    bool compares; /* there is a reference, and so there are ratios */
    uint64_t signature;
    const abs_buffer *errors; /* a list of texts, from abs_report_error() */
    uint64_t skipped_lines;   /* of position files */
    int jobs;                 /* how many searches ran side by side; 0: not known */
    bool times, interrupted;
    bool milliseconds; /* no group took a second, so that the table shows ms */
    const char *brief; /* NULL for a full report. A short one has one answer for each domain; this
                          is then the file that keeps the whole report, or "" */
} abs_findings;

/* Whether pages have a line for the group's block under another one: see tally_hosts(). */
static inline bool findings_is_capped(const abs_findings *f, const abs_tally_group *g)
{
    return f->hosts[g->setting] != g->setting;
}
/* The records of a group, by position. */
const uint32_t *findings_records(const abs_findings *findings, uint32_t group, size_t *count);
/* The name of the group's reference in sentences. An engine's reference is an engine. */
const char *findings_reference(const abs_findings *findings, uint32_t group);

/* ---- settle.c, experiment.c, answers.c, sentences.c: findings in words ----------------------- */

/*
 * An answer says which search of a block to use; there is one for each reference. It is the search
 * of the least ratio among those shown to take less than the reference; or the reference, if all
 * others are shown to take more or as much; else it is undecided.
 */

typedef enum {
    ANSWER_BETTER,    /* some are shown to take less than the reference */
    ANSWER_BEST,      /* all others are shown to take more than it, or as much */
    ANSWER_UNDECIDED, /* neither is shown */
    ANSWER_ALONE,     /* nothing was compared */
    ANSWER_TOO_FEW,   /* there are too few positions for any verdict */
    ANSWER_KINDS
} answer_kind;

typedef enum {
    ANSWER_LESS,      /* shown to be better */
    ANSWER_EQUAL,     /* shown to be within 2 %, or the same at every position */
    ANSWER_UNSETTLED, /* nothing is shown */
    ANSWER_DEARER,    /* shown to be worse */
} answer_side;

/* The answer for a reference. */
typedef struct {
    answer_kind kind;
    uint32_t reference; /* these two are groups */
    uint32_t use;       /* the reference, or the first of the others; UINT32_MAX: undecided */
    uint32_t *others;   /* those that are compared with the reference, by their ratio to it */
    size_t count;
    size_t needed; /* about how many positions would settle the unsettled searches of which that is
                      known; 0: of none */
} abs_answer_of;

static inline const abs_judged *findings_judged(const abs_findings *findings, uint32_t group)
{
    return &findings->aggregates[group].judged;
}
/* The side on which the judgement puts a search, relative to its reference. */
answer_side answers_side(const abs_judged *judged);
/* Finds the answers, in order of blocks. The caller frees them. */
abs_answer_of *answers_find(const abs_findings *findings, size_t *count);

/* Appends one to four sentences without a newline: what to use; what is equal; what is unsettled
   and what would settle it; what is worse. */
void answers_say(abs_buffer *b, const abs_findings *findings, const abs_answer_of *answer);
/* Appends a line for each answer, and below it, indented by two, the options to copy, or below all
   answers the options of the sweep. A short report has only the first sentence. At most `most`
   blocks get an answer; 0: all. */
void answers_write(abs_buffer *b, const abs_findings *findings, size_t most);
/* Appends the means over domains of the algorithms that were compared in most domains, best
   first. */
void answers_overall(abs_buffer *b, const abs_findings *findings);
/* Appends an option, quoted for a shell and, if need be, after a blank. */
void answers_option(abs_buffer *b, const char *name, const char *value);
/* Appends the options that search a configuration, without those that are defaults. */
void answers_options(abs_buffer *b, const abs_subject *subject, const abs_config *config);
/* Appends a line of all options that repeat a group's experiment, with positions, copies and
   reference; or the sweep with the options given beside its grid. */
void answers_experiment(abs_buffer *b, const abs_findings *findings, uint32_t group);
/* Appends the --reference with which the block of a reference has one instead of several, the first
   of them. Returns false, and appends nothing, if it has one. */
bool answers_reference(abs_buffer *b, const abs_findings *findings, uint32_t reference);
/* Whether the user gave positions, so that they are not the game's suites. */
bool answers_given(const abs_findings *findings);
/* Appends "0.939 [0.906, 0.967] of alphabeta's work (better, 75 positions)". */
void answers_ratio(abs_buffer *b, const abs_judged *judged, abs_metric metric,
                   const char *reference);
/* Where positions come from. */
typedef struct {
    bool given, limited;    /* the user gave them; --max-positions limited their number */
    size_t searched, suite; /* how many were searched; how many the large suite has, 0 if none */
} answer_source;

/* Appends about how many positions would settle `what` (0: many more) and how to search that many.
 */
void answers_needed(abs_buffer *b, const abs_subject *subject, size_t needed, const char *what,
                    const answer_source *from);

/* Appends sentences, one a line, on agreement, unsound searches, and rows that are left out. */
void sentences_write(abs_buffer *b, const abs_findings *findings);
/* Appends a line for each of the first blocks where a position's ratio is above 2 or below 1/2,
   with the searches of the most extreme ratios and their positions. ratios[group] may be NULL. */
void sentences_extremes(abs_buffer *b, const abs_tally *tally, const stats_ratio *const *ratios);
/* Appends one mismatch, without a newline. */
void sentences_mismatch(abs_buffer *b, const abs_tally *tally, const abs_verification *v,
                        const abs_mismatch *mismatch);

#endif
