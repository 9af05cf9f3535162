/* findings.h -- what all rows of a report come to. */
#ifndef ABS_FINDINGS_H
#define ABS_FINDINGS_H

#include "find/pairs.h"

/*
 * Verification (verify.c): do all searches of a position agree?
 *
 * Rows of the same position, depth, evaluation and grain with status `ok` are compared. Sound rows
 * must agree. The others (printed forms, tables in `deeper` mode) are held against them, and what
 * is wrong with them is listed without making the run a failure.
 */

typedef enum {
    VERIFY_VALUE,         /* sound searches of one position disagree */
    VERIFY_BEST_MOVE,     /* a sound search's best move is not one */
    VERIFY_CONTRADICTION, /* the table of a sound search stored lower > upper */
    VERIFY_INCONSISTENT,  /* a sound search's bounds crossed */
    VERIFY_ANSWER,        /* the suite knows the position's value, and it is another */
} abs_mismatch_kind;

extern const char *const verify_kind_names[];

typedef struct {
    abs_mismatch_kind kind;
    size_t first, count; /* the records concerned, in verification.order */
} abs_mismatch;

typedef struct {
    uint32_t record;
    bool has_expected; /* some trusted search says what the value is */
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
    size_t known;           /* sound rows with the value that their position is known to have */
    size_t positions;       /* different positions among these */
    bool values_may_differ; /* some rows used a table in `deeper` mode */
    abs_mismatch *mismatches;
    size_t mismatch_count, mismatch_room;
    abs_unsound *unsound; /* rows that are wrong, as is known of their kind */
    size_t unsound_count, unsound_room;
    abs_wrongs *wrongs; /* by group */
} abs_verification;

/* Whether the record's value must agree with every other such value of its position and setting. */
bool verify_compares(const abs_tally *tally, const abs_record *record);

/* Free the verification. */
void verify_run(const abs_tally *tally, abs_verification *verification);

/* ---- aggregate.c: one line per spec, configuration and depth: counts and their ratios -------- */

/* What the rows of an aggregate have of one count. */
typedef struct {
    bool too_large; /* the sum: beyond 2^64 - 1 */
    uint64_t sum;
    uint64_t median_low, median_high; /* the median is their mean; n >= 1 */
    double geomean;                   /* NAN where there is none */
} abs_spread;

typedef struct {
    uint32_t group;
    size_t n; /* rows with status ok, and with a measure */
    abs_spread nodes, work, measure;
    /* Growth by a ply: geometric mean of measure / measure of the same search one ply less deep,
       over the positions both finished; NAN where there are none. */
    double branching_factor;
    /* Against the reference: rows of the same position, both with status ok. */
    uint32_t reference; /* its group; UINT32_MAX: none */
    stats_ratio ratio;  /* with its own interval, as if nothing else were compared */
    abs_judged judged;  /* the same as one of all comparisons of its block */
    size_t comparisons;
    stats_share same_moves, same_values; /* of searches that need not agree: as the reference's */
    size_t repeated, noisy; /* of an engine: positions that it searched again; with other counts */
} abs_aggregate;

/* Whether it is a search that may be used: no limit, and never known to be wrong. */
bool aggregate_is_search(const abs_algo *algo);
/* Whether it is one that was asked for, and the first of its twins: what answers choose from. */
bool aggregate_is_candidate(const abs_pairs *pairs, size_t group);

/*
 * One aggregate per group, in order. The reference of each is a group of the same block: see
 * reference_rate(). Comparisons are all pairs of a block's candidates and their references, so that
 * one may be chosen after they were seen, and so that they are the same whichever was asked for as
 * the reference. Free them.
 */
abs_aggregate *aggregate_make(const abs_tally *tally, const abs_pairs *pairs,
                              const abs_reference *reference);

/*
 * Which configuration is best, and how every other one stands to it.
 *
 * Twins (pairs.h) are one. The best of a family is the one with the least mean logarithm of the
 * metric; one that has finished less than half as many positions as another is not. Each other one
 * is judged against it on the positions that both have, as one of all comparisons of its block:
 * whichever looks best, of equally good ones none is then called worse in 95 % of cases.
 */

typedef struct {
    uint32_t group;
    abs_judged judged; /* to the best, of which the ratio alone means something: it is 1 */
} abs_member;

typedef struct {
    size_t first, count; /* in members: the best one first, then by ratio */
} abs_family;

typedef struct {
    abs_family *families; /* of one member or more, in order of appearance */
    size_t count;
    abs_member *members;
} abs_bests;

/* Of each algorithm's windows, or of a block: of its candidates. `aggregates`: by group. Free its
   lists. */
void best_find(abs_bests *bests, tally_share scope, const abs_pairs *pairs,
               const abs_aggregate *aggregates);

/* By ratio, those without one last, and as they come: for qsort() of members. */
int best_order(const void *a, const void *b);
/* A group against another of its block. */
abs_judged best_judge(const abs_pairs *pairs, const abs_aggregate *aggregates, uint32_t group,
                      uint32_t other);

/* ---- theory.c: closed forms beside the means (--theory) ------------------------------------- */

enum { THEORY_DEPTH_MAX = 100 };

typedef struct {
    int low, high;  /* children: 1 <= low <= high */
    int64_t values; /* >= 1 */
} theory_tree;

/*
 * Every form below fills visits[0..depth] with the expected number of nodes visited at each ply:
 * visits[0] is the root's 1, visits[depth] are the leaves. 0 <= depth <= THEORY_DEPTH_MAX.
 */

/* Minimax: all of them. */
void theory_minimax(const theory_tree *tree, int depth, double *visits);

/*
 * Alpha-beta with the window (alpha, beta), ranks 0 <= alpha < beta <= values + 1: the open window
 * is (0, values + 1), a null window (beta - 1, beta). Fail-hard and fail-soft visit the same nodes.
 */
void theory_window(const theory_tree *tree, int depth, int64_t alpha, int64_t beta, double *visits);

/*
 * SSS*, or with `dual` DUAL*: the drivers `sss` and `dual` with a fail-soft core, no ordering and a
 * table that forgets nothing. `visits` counts every node once; `entries` each time it is entered,
 * as the program counts nodes and leaves: entries[0] is the number of passes.
 */
void theory_best_first(const theory_tree *tree, int depth, bool dual, double *visits,
                       double *entries);

/* Leaves of the least tree that proves a value from both sides: b^ceil(d/2) + b^floor(d/2) - 1
   (Knuth & Moore 1975). */
double theory_least_leaves(int b, int depth);

/*
 * The branching factor of alpha-beta, the limit of leaves^(1/depth) for continuous values:
 * x / (1 - x) with x^b + x - 1 = 0 (Pearl 1982).
 */
double theory_branching_factor(int b);

typedef struct {
    const char *method, *source;
} theory_form;

/* A mean, how well it is known, and how many standard errors it is from what was expected. */
typedef struct {
    double mean, error, z; /* NAN: none */
} theory_mean;

/* One group: the closed form and the mean that stands beside it. */
typedef struct {
    const abs_tally_group *group;
    theory_tree tree;
    const theory_form *form; /* NULL: none */
    const char *missing;     /* why there is no form, or no z */
    double leaves, nodes;    /* NAN without a form, as the next three */
    double distinct;         /* leaves, each once */
    double least;            /* NAN where widths vary */
    double limit;            /* of the branching factor, likewise */
    bool measured;
    theory_mean mean; /* of leaves */
    /* Nodes of the first pass, where its window is always the same; else NAN. */
    double first_expected;
    theory_mean first;
} theory_line;

/* A line for each group; free them. */
theory_line *theory_lines(const abs_tally *tally);

/* ---- regret.c: what the chosen moves lose, as --judge says ----------------------------------- */

/* A number with its interval; NAN: there is none. */
typedef struct {
    double point, low, high;
} regret_estimate;

/* A configuration within one budget, or to one depth. */
typedef struct {
    uint32_t group; /* the first of those that are its rows': their depths may differ by the game's
                       end */
    uint32_t spec;
    uint32_t curve;   /* cells of one curve differ in the budget alone */
    uint64_t budget;  /* of work; 0: none, it is of a depth */
    double half_pawn; /* in points; 0: losses are results of the game, else points */
    abs_config config;
    size_t n;              /* positions */
    regret_estimate loss;  /* in the mean, with Student's interval; clipped at LOSS_MOST */
    stats_share faultless; /* positions where nothing is lost */
    /* Against the reference, a cell; UINT32_MAX: none. The first reference of all has itself. */
    uint32_t reference;
    size_t pairs;
    regret_estimate more; /* what it loses more, likewise */
    abs_judged judged; /* of the same in half pawns, or results, as one of all of its budget .. */
    regret_estimate told;     /* .. and with its interval: pages show that */
    regret_estimate times;    /* work to the same regret: the reference's budget over its own */
    const char *missing;      /* why one of these is NAN; NULL: none is */
    const pairs_item *losses; /* n, by root: over copies the mean */
} regret_cell;

typedef struct {
    regret_cell *cells; /* by spec, unit, budget or depth; then in order of appearance */
    size_t count, room;
    pairs_item *losses;
} abs_regrets;

/* Whether two cells are of one budget, or of one depth without any. */
bool regret_alike(const regret_cell *a, const regret_cell *b);
/* Free the regrets. */
void regret_find(abs_regrets *regrets, const abs_tally *tally, const abs_reference *reference);

/* ---- the whole ------------------------------------------------------------------------------ */

typedef struct {
    const abs_tally *tally;
    abs_verification verification;
    abs_pairs pairs;
    abs_aggregate *aggregates; /* by group */
    abs_bests bests, ranking;  /* of each algorithm's windows; of all that was searched */
    theory_line *theory;       /* NULL: not asked for */
    abs_regrets regrets;
    const char *reference;
    const cJSON *asked; /* the options of the run, as in the report's context; NULL: not known */
    label_rules labels;
    bool compares; /* there are ratios: it is not none */
    uint64_t signature;
    const abs_buffer *errors; /* a list: from abs_report_error() */
    uint64_t skipped_lines;   /* of position files */
    bool times, interrupted;
    bool milliseconds; /* no group took a second: the table counts in ms */
    const char *brief; /* of a first look: an answer a domain; the file that the report is kept in,
                          or "". Else NULL */
} abs_findings;

/* What the group is held against, as sentences name it: of an engine it is an engine. */
const char *findings_reference(const abs_findings *findings, uint32_t group);

/* ---- answers.c, sentences.c: findings in words ----------------------------------------------- */

/*
 * What to use: the answer of a report's findings, for each block. It is the best of those that are
 * shown to take less than their reference; the reference, if none is; where that is no search, the
 * best of all. It does not depend on which of the same searches was asked for, and which one was
 * searched as the reference alone.
 */

typedef enum {
    ANSWER_BETTER,    /* shown to take less than the reference */
    ANSWER_REFERENCE, /* nothing is: the reference stays */
    ANSWER_BEST,      /* the least of all; there is no search that it could stand against */
    ANSWER_ALONE,     /* nothing was compared */
    ANSWER_TOO_FEW,   /* too few positions for any verdict */
    ANSWER_KINDS
} answer_kind;

typedef enum {
    ANSWER_EQUAL,     /* shown to be within 2 %, or the same at every position */
    ANSWER_UNSETTLED, /* nothing is shown */
    ANSWER_DEARER,    /* shown to be worse */
} answer_side;

/* Of the configurations of a block, which to use. */
typedef struct {
    answer_kind kind;
    uint32_t use, reference; /* groups; the latter UINT32_MAX: there is none */
    abs_member *others;      /* by ratio to what is used */
    size_t count;
    size_t needed; /* about how many would settle what is not; 0: nothing is, or nobody knows */
} abs_answer_of;

/* How another stands to what is used. */
answer_side answers_side(const abs_judged *judged);
/* Of blocks with something to use, in order; `count` of them. Free the list. */
abs_answer_of *answers_find(const abs_findings *findings, size_t *count);

/* One to four sentences, without a newline: what to use; what is equal; what is not settled, and
   what would settle it; what is worse. */
void answers_say(abs_buffer *b, const abs_findings *findings, const abs_answer_of *answer);
/* Each answer a line, and under it, indented by two, the options to copy; of a first look the first
   sentence alone. At most `most` blocks are answered; 0: all. */
void answers_write(abs_buffer *b, const abs_findings *findings, size_t most);
/* Of a first look: what the algorithms compared in most domains come to over these, from the best. */
void answers_overall(abs_buffer *b, const abs_findings *findings);
/* What to use by what the moves of searches lose: a line for each spec, of its largest budget. */
void answers_regret(abs_buffer *b, const abs_findings *findings);
/* The cells of the largest budget of a spec, or its greatest depth, from number *at on, which moves
   behind them; their number. 0: there are no more. */
size_t answers_next_regret(const abs_findings *findings, size_t *at, const regret_cell **cells);
/* What these come to, without a newline; the one to use. */
const regret_cell *answers_say_regret(abs_buffer *b, const abs_findings *findings,
                                      const regret_cell *cells, size_t count);
/* Its spec, and budget or depth. */
void answers_regret_heading(abs_buffer *b, const abs_findings *findings, const regret_cell *cell);
/* A cell's configuration, as labels name it: without its budget. */
void answers_regret_label(abs_buffer *b, const abs_findings *findings, const regret_cell *cell);
/* An option as a shell takes it, behind what is there. */
void answers_option(abs_buffer *b, const char *name, const char *value);
/* The options that search it: what it is, and what a search would not do by default. */
void answers_options(abs_buffer *b, const abs_domain *domain, const char *spec,
                     const abs_config *config);
/* "0.939 [0.906, 0.967] of alphabeta's work (better, 75 positions)". */
void answers_ratio(abs_buffer *b, const abs_judged *judged, abs_metric metric,
                   const char *reference);

/* What the rows come to, one sentence a line (sentences.c): agreement, what is unsound, what is
   left out. */
void sentences_write(abs_buffer *b, const abs_findings *findings);
/* One mismatch in one line, without a newline. */
void sentences_mismatch(abs_buffer *b, const abs_tally *tally, const abs_verification *v,
                        const abs_mismatch *mismatch);

#endif
