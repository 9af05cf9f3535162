/*
 * reader_parts.h -- what the files of the reader share and nobody else needs.
 *
 * reader.c finds the rows in the text; reader_members.c takes checked values out of parsed JSON;
 * reader_row.c makes a row of them.
 */
#ifndef ABS_READER_PARTS_H
#define ABS_READER_PARTS_H

#include <cjson/cJSON.h>

#include "base/buffer.h"
#include "base/names.h"
#include "base/scan.h"
#include "row/row.h"

/* ---- reader_members.c: members of an object, by place in a list of names ----------------------
 */

enum { MEMBERS_MAX = 48 };

typedef struct {
    const char *file;
    size_t row;         /* from 1 */
    const char *within; /* "tt.", or "" */
    const char *const *names;
    const cJSON *items[MEMBERS_MAX]; /* by place in names; NULL: not there */
    abs_error *error;
} members;

/*
 * Parses a value that scan_value() passed. Whole numbers beyond 15 digits, which cJSON would round,
 * stay exact. `scratch` is used up. NULL: it cannot be parsed, or no memory.
 */
cJSON *members_parse(abs_span text, abs_buffer *scratch);

/* Whether a value of what members_parse() returned is a text, not a number that it marked. */
bool members_is_text(const cJSON *item);

/* Finds all members. False, with the error: it is no object, or has a member twice or one unknown.
 */
bool members_take(members *f, const cJSON *object, const char *const *names, size_t count);

/* The error for field `at`: "FILE: row N: WITHIN.NAME PROBLEM". Returns false. */
bool members_fail(const members *f, size_t at, const char *problem);

/* The error there is, after "FILE: row N: NAME: ". Returns false. */
bool members_blame(const members *f, size_t at);

/* What must be there, of its type and within its range; else false with the error. */
bool members_count(const members *f, size_t at, uint64_t *number);
bool members_int(const members *f, size_t at, int64_t low, int64_t high, int *number);
bool members_truth(const members *f, size_t at, bool *truth);
/* NULL in *text where null stands, if that may be. */
bool members_text(const members *f, size_t at, bool may_be_null, const char **text);
/* A text's place among so many names. */
bool members_name(const members *f, size_t at, const char *const *names, size_t count,
                  unsigned *place);
/* NAN for null. */
bool members_real(const members *f, size_t at, double *number);
bool members_array(const members *f, size_t at, const cJSON **array);
/* True for null; what is not there at all is not null. */
bool members_is_null(const members *f, size_t at);
/* .. and must be null, or `problem` is the error. */
bool members_null(const members *f, size_t at, const char *problem);

#define UNUSED "is not null, but nothing uses it"

/* ---- reader_config.c, reader_row.c ----------------------------------------------------------- */

/* The members of a row. */
/* clang-format off */
#define ROW_LIST(X)                                                                                \
    X(id) X(kind) X(domain) X(spec) X(position) X(position_id) X(seed) X(algo) X(driver) X(core)   \
    X(window) X(widen) X(widen_factor) X(guess) X(step) X(depth) X(eval) X(grain) X(tt_bytes)      \
    X(tt_mode) X(tt_replace) X(order) X(deepening) X(quiescence) X(value) X(best_move)             \
    X(best_move_san) X(best_move_optimal) X(pv) X(pv_san) X(nodes) X(interior) X(leaves) X(qnodes) \
    X(cutoffs) X(first_move_cutoffs) X(passes) X(root_researches) X(fail_low) X(fail_high)         \
    X(interior_researches) X(research_nodes) X(tt) X(iterations) X(time) X(status)
/* clang-format on */
#define AT_ROW(name) ROW_##name,
enum { ROW_LIST(AT_ROW) ROW_COUNT };

_Static_assert((int)ROW_COUNT <= (int)MEMBERS_MAX, "MEMBERS_MAX is too small");

/* The configuration, from the members of a row by ROW_... False: the error is set. */
bool config_make(abs_config *config, const members *row);

typedef struct {
    const abs_domain *domain;
    void *rules;
} row_spec;

/* The row under construction, and what outlives it. Start with zeros. */
typedef struct {
    abs_names specs;
    row_spec *spec; /* as specs */
    size_t spec_room;
    abs_names wrong_answers; /* ids of rows that missed the known value of their position */
    bool take_odd;           /* rows whose sums do not agree are no error .. */
    size_t odd;              /* .. but counted */
    uint32_t entry_spec;     /* of the entry below */
    char *id, *text;         /* .. and its texts */
    abs_entry entry;
    abs_config config;
    abs_row row;
    void *here, *next; /* to walk along lines with */
    size_t room;       /* of positions */
} row_maker;

/* Makes maker->row. False: the error is set. */
bool row_make(row_maker *maker, const cJSON *json, const char *file, size_t number,
              abs_error *error);
void row_free(row_maker *maker);

#endif
