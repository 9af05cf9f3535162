/* fields_own.h -- the table of a row's fields, for fields.c, which writes them, and fields_read.c
 * and fields_whole.c. */
#ifndef ABS_FIELDS_OWN_H
#define ABS_FIELDS_OWN_H

#include "log/fields.h"

typedef enum {
    TEXT,
    WHOLE,      /* uint64_t; `high` 0: no limit */
    INT,        /* int */
    NAME,       /* unsigned, the index of a text in `names` */
    TRUTH,      /* bool */
    ANSWER,     /* abs_answer; ABS_UNKNOWN is null */
    BOUND,      /* int; `low`, an infinite bound, is null */
    SECONDS,    /* double, to the nanosecond; NAN is null */
    WORD,       /* a text; NULL is null */
    LINE,       /* abs_line: a list of texts; in CSV with blanks between */
    OBJECT,     /* an object of `members`; in CSV, a cell for each of them */
    ITERATIONS, /* the row's iterations; only JSON has them */
    PASSES,     /* the passes of the current iteration */
    CHECK,      /* the hash of all that is before it in the row */
    SETTING,    /* `config` */
    COUNT,      /* `count` */
} row_kind;

/* A field of a row, or a member of an object in it. A place is an offset in row_draft, or in the
   current iteration or pass. */
typedef struct row_field {
    const char *name;
    row_kind kind;
    size_t place;
    size_t flag;       /* the place of a bool; if false, the member is null; 0: there is none */
    size_t only;       /* the place of a bool; if false, the member is left out; 0: it never is */
    bool ours;         /* it is null in the row of an engine */
    int64_t low, high; /* the range of a number that is read */
    const abs_named *names;
    const struct row_field *members; /* the last one has no name */
    const char *prefix;              /* before the names of `members` in CSV */
    const config_field *config;      /* which has the unit, the help and all else */
    const row_count *count;
    const char *unit, *help;
} row_field;

extern const row_field row_fields[ROW_FIELDS], iteration_members[], pass_members[];

/* A row, and the members that are computed from it. */
typedef struct row_draft {
    abs_row row;
    const char *id, *kind, *domain, *spec, *position, *position_id;
    const char *engine, *author, *command, *set;
    bool has_job, has_seed, is_engine, is_solved, has_table, has_times, has_rate, has_repeats;
    bool has_check;
    bool of_engines; /* it is an engine's; in CSV, some row is */
    bool has_value_bound, has_regret_unit;
    uint64_t seed, rate;
    unsigned value_bound, regret_unit, status;
} row_draft;

/* The configuration that has been written as this JSON, the settings of a row; or NULL. */
const abs_config *texts_config(const row_texts *texts, const char *json, size_t length);

/* Sets the error, unless the row is to be read once more. */
bool fields_fail(fields_reader *r, const char *member, const char *why);
extern const char fields_apart[]; /* "does not match the rest" */
/* Makes the root from the row's position; a tree's name is its spec and seed. */
bool fields_make_root(fields_reader *r);
bool fields_read_engine(fields_reader *r);
/* Names a member that the others contradict: the id, or what a value or a table requires. */
const char *fields_contradiction(fields_reader *r);
/* Keeps the row's JSON, to be copied when the row is written again, if it is as absbench writes
   it. */
void fields_keep_json(fields_reader *r, const json_value *value);

#endif
