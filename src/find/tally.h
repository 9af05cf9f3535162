/*
 * tally.h -- what a report keeps of its rows: enough to verify values and to compare counts.
 *
 * A row becomes a record of 48 bytes. Positions, configurations and groups (all rows of one spec
 * and configuration) are kept once and numbered from 0 in order of appearance. Nothing points into
 * a row; its subject, which is never freed, is kept.
 */
#ifndef ABS_TALLY_H
#define ABS_TALLY_H

#include "log/row.h"

typedef struct {
    uint32_t root;
    uint32_t group : 24, status : 4;       /* an abs_status */
    uint32_t again : 1, differs : 1;       /* an engine searched it twice; with different counts */
    uint32_t again_failed : 1;             /* the second time it failed */
    int32_t value;                         /* the value if has_value, the mate if has_mate */
    bool has_value : 1, contradiction : 1; /* the table stored lower > upper */
    bool has_measure : 1;
    bool gave_up : 1; /* after ABS_PASSES_MAX passes, which is no contradiction */
    bool for_reference : 1;
    bool lower : 1;                /* the true value may be greater */
    uint8_t best_move_optimal : 2; /* abs_answer */
    uint8_t answer_right : 2;      /* abs_answer: whether the value is the known one */
    uint8_t has_mate : 1;
    uint8_t other_end : 1, other_value : 1, other_move : 1; /* what else differed the second time */
    uint16_t best; /* the number of the move's text in abs_tally.moves, or TALLY_NO_MOVE */
    uint64_t nodes, work;
    uint64_t measure; /* of the tally's metric, if has_measure */
    uint64_t shuffle; /* which copy of its group's configuration */
} abs_record;

enum { TALLY_NO_MOVE = UINT16_MAX }; /* none, or there are too many moves */

enum { LOSS_MOST = 20 }; /* half pawns, so that a mate does not count as 29 000 centipawns */

typedef struct {
    uint32_t spec;
    uint32_t
        frame; /* groups of one frame differ only in the algorithm, its windows and the table */
    uint32_t family;   /* groups of one family differ only in windows, widening, guess and step */
    uint32_t setting;  /* groups of one setting have the same spec and SETTING fields */
    uint32_t block;    /* those of one block also have the same limit of work */
    char *config_text; /* config_words() */
    abs_config config;
    const abs_subject *subject;
    const char *points;    /* the unit of its values and windows */
    bool for_reference;    /* all its rows were made only as references, and are not shown */
    size_t judged, solved; /* rows whose positions are problems; those that solved them */
    uint32_t *solved_at; /* by depth up to ABS_MAX_DEPTH: rows solved from there on; may be NULL */
    /* Sums over the rows with status ok, and the numbers of these and of others. */
    size_t ok, others;
    uint64_t iterations, failed_iterations;  /* failed: more than one pass was needed */
    uint64_t sums[COUNTS], missing, lacking; /* bits: counters that some rows lack, that all lack */
    uint64_t counts; /* a hash of its rows' counts, values and best moves, whatever their order */
    double nodes, work, real_s, cpu_s; /* doubles, as sums of nodes may be beyond 2^64 - 1 */
    int repeats;                       /* the fewest of any row; 0 if some row has no time */
    double apart_log;                  /* the sum over rows of log(max_s / min_s) */
    /* The losses of the moves of its rows with a regret: how many there are, and how many are 0;
       whether some are in results or discs; the most that a loss in points counts, 0 if none is
       in points; and their sum. */
    size_t losses, faultless;
    bool of_results;
    int32_t loss_most;
    double loss_sum;
} abs_tally_group;

typedef struct {
    uint32_t spec;
    uint32_t id_at; /* where the position's id begins in its name */
} abs_tally_root;

/* A cache of a configuration's group, so that its words need not be made for every row. */
typedef struct {
    bool used;
    abs_config config;
    uint32_t spec, group;
} abs_tally_memo;

enum { TALLY_MEMOS = 1024 };
enum { TALLY_REPEATS = 3 }; /* a search's time counts only if it was repeated so often */

/* Whether the group's searches were repeated too few times for their time to mean anything. */
static inline bool tally_is_noise(const abs_tally_group *g)
{
    return g->repeats < TALLY_REPEATS;
}

typedef struct {
    abs_metric metric; /* by which groups are compared; the caller sets it before the first row */
    abs_names roots;   /* abs_root_name() */
    abs_names specs, settings, blocks, frames, families, group_keys, moves;
    abs_tally_root *root_info; /* by number in `roots` */
    size_t root_room;
    abs_tally_group *groups; /* by number in `group_keys` */
    size_t group_room;
    abs_record *records;
    size_t count, room;
    size_t losses; /* rows with a regret */
    abs_tally_memo memos[TALLY_MEMOS];
} abs_tally;

/* The id of a position, as rows have it. */
static inline const char *tally_position(const abs_tally *tally, uint32_t root)
{
    return tally->roots.texts[root] + tally->root_info[root].id_at;
}

/* Appends a record's row id, as abs_row_id() makes it. */
void tally_row_id(const abs_tally *tally, const abs_record *record, abs_buffer *b);

/* Returns the numbers of the records, sorted by group or by setting, then by position, then by
   number; the caller frees them. */
uint32_t *tally_sorted(const abs_tally *tally, bool by_setting);

/* Returns the number of the row's group, which it adds if new. It does not add the row. */
uint32_t tally_group(abs_tally *tally, const abs_row *row);
void tally_add(abs_tally *tally, const abs_row *row);

/* Returns the groups sorted by block and then by number. If `references_first`, those that are only
   references precede the others. The caller frees the list. */
uint32_t *tally_order(const abs_tally *tally, bool references_first);

/* For each setting, the one of greater depth that its positions belong to, if they are few and none
   was searched deeper, as their games end before: else itself. `sorted` is tally_sorted() by
   setting. The caller frees the list. */
uint32_t *tally_hosts(const abs_tally *tally, const uint32_t *sorted);

/* The group of that spec and configuration, or UINT32_MAX. */
uint32_t tally_find_group(const abs_tally *tally, uint32_t spec, const abs_config *config);

#endif
