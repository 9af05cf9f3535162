/*
 * tally.h -- what a report keeps of its rows: enough to verify values and to compare node counts.
 *
 * A row becomes a record of 48 bytes. Positions, configurations and groups (all rows of one spec
 * and configuration, an aggregate's) are kept once and numbered from 0 in order of appearance.
 * Nothing points into the row but to its domain, which stays.
 */
#ifndef ABS_TALLY_H
#define ABS_TALLY_H

#include "log/swing.h"

typedef struct {
    uint32_t root, group;
    int32_t value;                         /* if has_value; the mate, if has_mate */
    bool has_value : 1, contradiction : 1; /* the latter: of the table with itself */
    bool has_measure : 1;
    bool gave_up : 1; /* after ABS_PASSES_MAX passes, which nothing contradicts */
    bool for_reference : 1;
    bool lower : 1;              /* the true value may be greater */
    bool again : 1, differs : 1; /* an engine made the search again; and counted otherwise */
    uint8_t status : 3;
    uint8_t best_move_optimal : 2; /* abs_answer */
    uint8_t answer_right : 2; /* abs_answer: is it the value that the position is known to have? */
    uint8_t has_mate : 1;
    uint16_t best; /* the move; ABS_NO_MOVE: none */
    uint64_t nodes, work;
    uint64_t measure; /* of the tally's metric, if has_measure */
    uint64_t shuffle; /* which copy of its group's configuration */
} abs_record;

/* What the move of a row with `regret` loses. */
typedef struct {
    uint32_t root, group;
    int32_t loss;      /* clipped */
    int32_t half_pawn; /* in points; 0: it is of results */
    bool to_the_end;   /* the search was as deep as the game, or a search, can be */
} abs_loss;

enum { LOSS_MOST = 20 }; /* half pawns: a mate is no 29 000 centipawns */

/* A mean, and the sum of squared deviations from it (Welford 1962). */
typedef struct {
    double mean, squares;
} abs_mean;

#define ABS_POINTS "points" /* of a domain whose points have no other name */

typedef struct {
    uint32_t spec;
    uint32_t frame;    /* groups of one frame differ in nothing but the algorithm and its windows */
    uint32_t family;   /* .. and those of one family in windows, widening, guess and step only */
    uint32_t block;    /* groups of one spec and setting: a position has one true value there */
    char *config_text; /* config_words() */
    abs_config config;
    const abs_domain *domain;
    unsigned selects;      /* what may be selected in it */
    const char *points;    /* what its values and windows are in */
    bool for_reference;    /* none of its rows is a result: it is compared with, and not shown */
    bool optional;         /* they are what --verify adds */
    size_t judged, solved; /* rows whose position says which moves solve it; those that did */
    uint32_t *solved_at; /* by depth to ABS_MAX_DEPTH, how many from it on; NULL: none was judged */
    /* Sums over the rows with status ok, and how many there are. */
    size_t ok, others;
    uint64_t iterations, failed_iterations;  /* failed: more than one pass was needed */
    uint64_t sums[COUNTS], missing, lacking; /* counters that some, that all of the rows lack */
    uint64_t counts; /* a hash of its rows, in any order: counts, values, best moves */
    double nodes, work, real_s, cpu_s; /* sums of nodes may be beyond 2^64 - 1 */
    abs_mean leaves;
    int repeats;      /* the fewest of a row; 0: some have no time */
    double apart_log; /* sum over rows: logarithm of max_s over min_s */
    /* The first pass, where all rows have one iteration that begins with the same window. */
    bool same_first_pass;
    int first_alpha, first_beta;
    abs_mean first_nodes;
} abs_tally_group;

typedef struct {
    uint32_t spec;
    uint32_t id_at; /* where the position's id begins in its name */
} abs_tally_root;

/* What was found for the configuration of earlier rows, so that its words need not be made for
   every row. */
typedef struct {
    bool used;
    abs_config config;
    uint32_t spec, group;
} abs_tally_memo;

enum { TALLY_MEMOS = 1024 };
enum { TALLY_REPEATS = 3 }; /* times of a search that are no noise any more */

/* Whether the group's time is noise. */
static inline bool tally_is_noise(const abs_tally_group *g)
{
    return g->repeats < TALLY_REPEATS;
}

/* How values move, by the first sound search of a block that deepens. */
typedef struct {
    uint32_t group; /* plus 1; 0: there is none */
    uint64_t shuffle;
    abs_swing values;
} tally_swing;

typedef struct {
    abs_metric metric; /* what groups are compared by: set it before the first row */
    abs_names roots;   /* abs_root_name() */
    abs_names specs, blocks, frames, families, group_keys;
    abs_tally_root *root_info; /* as roots */
    size_t root_room;
    abs_tally_group *groups; /* as group_keys */
    size_t group_room;
    tally_swing *swings; /* as blocks */
    size_t swing_room;
    abs_record *records;
    size_t count, room;
    abs_loss *losses;
    size_t loss_count, loss_room;
    abs_tally_memo memos[TALLY_MEMOS];
} abs_tally;

/* A record's row id, as abs_row_id() makes it, appended to what is in the buffer. */
void tally_row_id(const abs_tally *tally, const abs_record *record, abs_buffer *b);

/* The number of the row's group, added if it is new, and nothing else. */
uint32_t tally_group(abs_tally *tally, const abs_row *row);
void tally_add(abs_tally *tally, const abs_row *row);

typedef enum { SHARE_FAMILY, SHARE_BLOCK } tally_share;

static inline uint32_t tally_share_of(const abs_tally_group *g, tally_share share)
{
    return share == SHARE_BLOCK ? g->block : g->family;
}

/* The groups in order of their families or blocks, and of their numbers within one. Free the
   list. */
uint32_t *tally_order(const abs_tally *tally, tally_share share);

/* The group of that spec and configuration; UINT32_MAX if there is none. */
uint32_t tally_find_group(const abs_tally *tally, uint32_t spec, const abs_config *config);

#endif
