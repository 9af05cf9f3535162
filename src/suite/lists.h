/*
 * lists.h -- what options take: lists, as "a,b,c", LO..HI, LO..HI:STEP, LO..HI*FACTOR, mixed; and
 * shards.
 */
#ifndef ABS_LISTS_H
#define ABS_LISTS_H

#include "absbench.h"
#include "base/error.h"

/* Equal, but for windows LOW:HIGH. A window in pawns is minus ABS_DECIMAL times their number: what
   a pawn is worth differs from domain to domain. */
typedef struct {
    int64_t low, high;
} abs_pair;

typedef struct {
    abs_pair *items;
    size_t count;
} abs_list;

#define ABS_DECIMAL INT64_C(1000000000)

enum { ABS_LIST_MAX = 10 * 1000 * 1000 }; /* numbers in one list */

/* What the numbers of a list may be. */
typedef struct {
    int64_t low, high;
    bool one;         /* it is no list, but one number alone */
    bool sizes;       /* K, M and G may follow: 2^10, 2^20, 2^30 */
    bool windows;     /* LOW:HIGH may replace a number, and all may be in pawns: 0.25p */
    bool decimals;    /* numbers are multiplied by ABS_DECIMAL: up to nine places */
    const char *zero; /* a word for 0; NULL: there is none */
} abs_list_form;

/* An option's value, for errors: wrong usage, "--NAME=TEXT: what is wrong". */
typedef struct {
    const char *name, *text;
    abs_error *error;
} abs_value;
bool value_fail(const abs_value *value, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

enum { ABS_ITEM_MAX = 256 }; /* bytes of an item */

/* Takes the next item off the rest of a comma list, which is NULL after the last. False: wrong
   usage. */
bool abs_list_item(const abs_value *value, const char **rest, char item[ABS_ITEM_MAX]);
/* Adds the numbers that an item says, in place. False: wrong usage. */
bool abs_list_numbers(abs_list *list, const abs_value *value, const abs_list_form *form,
                      char *item);
void abs_list_free(abs_list *list);
/* Drops repetitions, keeping the order. */
void abs_list_unique(abs_list *list);
void abs_list_add(abs_list *list, int64_t low, int64_t high);
/* Makes it a list of one. */
void abs_list_set(abs_list *list, int64_t value);

/* ---- one share of the jobs, for a run that is spread over several machines ------------------- */

enum { ABS_SHARDS_MAX = 1000000 };

typedef struct {
    uint32_t index, count; /* index from 1 to count; count 0: no shards, all jobs */
} abs_shard;

/*
 * Reads "i/n", "auto", or "auto/n": what auto stands for is in the environment, as a Slurm array,
 * srun, mpirun or GNU parallel leave it. What it leaves open, or says twice, is wrong usage.
 */
bool shard_parse(const char *text, abs_shard *shard, abs_error *error);

/*
 * Whether the job of that row id is in the shard: each job is in exactly one, by a hash of the id
 * alone, so that long and short jobs mix in whatever order they stand. It never changes, so that
 * shards of different versions fit together.
 */
bool shard_has(const abs_shard *shard, const char *row_id);

#endif
