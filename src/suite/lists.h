/* lists.h -- lists of numbers, such as an option's values, and shards. */
#ifndef ABS_LISTS_H
#define ABS_LISTS_H

#include "base/error.h"

/* ---- lists: a,b,c, LO..HI, LO..HI:STEP, LO..HI*FACTOR, mixed --------------------------------- */

/* An item of a list. low and high are equal, except in a window LOW:HIGH. A side in pawns, whose
   worth in points depends on the domain, is the number of pawns times -ABS_DECIMAL. */
typedef struct {
    int64_t low, high;
} abs_pair;

typedef struct {
    abs_pair *items;
    size_t count;
} abs_list;

#define ABS_DECIMAL INT64_C(1000000000)

enum { ABS_LIST_MAX = 10 * 1000 * 1000 }; /* numbers in one list */

/* Units of numbers. In points a number has none, but its unit is understood, as of plies. */
enum {
    ABS_IN_BYTES = 1,   /* K, M, G: 2^10, 2^20, 2^30 */
    ABS_IN_COUNT = 2,   /* K, M, G: 1e3, 1e6, 1e9 */
    ABS_IN_SECONDS = 4, /* ms, s, m or min, h */
    ABS_IN_PERCENT = 8, /* % */
    ABS_IN_PAWNS = 16,  /* p, pawn, pawns */
    ABS_IN_POINTS = 32,
    ABS_IN_PLIES = 64,
    ABS_IN_FACTOR = 128
};

/* Which numbers a list may have. */
typedef struct {
    int64_t low, high;
    unsigned unit;    /* ABS_IN_.., which may follow a number */
    bool one;         /* only one number is allowed */
    bool windows;     /* LOW:HIGH may replace a number; all may be in pawns: 0.25p */
    bool decimals;    /* numbers may have nine decimals; they are multiplied by ABS_DECIMAL */
    const char *zero; /* a word for 0; NULL if there is none */
} abs_list_form;

/* An option's value. value_fail() sets the error to wrong usage, "--NAME=TEXT: what is wrong". */
typedef struct {
    const char *name, *text;
    abs_error *error;
} abs_value;
bool value_fail(const abs_value *value, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

enum { ABS_ITEM_MAX = 256 }; /* bytes of an item */

/* Takes the next item from the rest of a comma list; the rest is NULL after the last item. Returns
   false for wrong usage. */
bool abs_list_item(const abs_value *value, const char **rest, char item[ABS_ITEM_MAX]);
/* Adds the numbers of an item, which it modifies. Returns false for wrong usage. */
bool abs_list_numbers(abs_list *list, const abs_value *value, const abs_list_form *form,
                      char *item);
void abs_list_free(abs_list *list);
void abs_list_add(abs_list *list, int64_t low, int64_t high);
/* Makes the list consist of one number. */
void abs_list_set(abs_list *list, int64_t value);

/* ---- one share of the jobs, for a run that is spread over several machines ------------------- */

enum { ABS_SHARDS_MAX = 1000000 };

typedef struct {
    uint32_t index, count; /* index is 1 to count; count 0 means all jobs */
} abs_shard;

/* Reads "i/n". */
bool shard_parse(const char *text, abs_shard *shard, abs_error *error);

/* Whether the job with that key (suite_shard()) is in the shard. Each job is in exactly one. */
bool shard_has(const abs_shard *shard, uint64_t key);

#endif
