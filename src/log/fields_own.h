/* fields_own.h -- what stands where in a row: for fields.c, which writes it, and fields_read.c. */
#ifndef ABS_FIELDS_OWN_H
#define ABS_FIELDS_OWN_H

#include "log/fields.h"

typedef enum {
    TEXT,
    WHOLE,      /* uint64_t; `high` 0: any */
    INT,        /* int */
    NAME,       /* unsigned: the place of a text among `names` */
    TRUTH,      /* bool */
    ANSWER,     /* abs_answer; ABS_UNKNOWN is null */
    BOUND,      /* int; the infinite one, `low`, is null */
    SECONDS,    /* double, to the nanosecond; NAN is null */
    MOVE,       /* unsigned, as a text; ABS_NO_MOVE is null */
    LINE,       /* uint16_t [], as a list of texts; `count` is the place of their number */
    OBJECT,     /* of `members`; in CSV, a cell for each of them */
    TABLE,      /* likewise of the table's counters */
    ITERATIONS, /* the row's; JSON alone has them */
    PASSES,     /* those of the iteration at hand */
    CHECK,      /* the hash of all that stands before it in the row */
} row_kind;

/* A member of a row, or of an object within. Places are in row_draft, or in the iteration or pass
   at hand. */
typedef struct row_member {
    const char *name;
    row_kind kind;
    size_t place;
    size_t flag;       /* of a bool: whether it is not null; 0: it never is, but as its kind says */
    size_t only;       /* of a bool: whether it is there at all; 0: always */
    bool ours;         /* null in the row of an engine */
    bool san;          /* in standard algebraic notation; null where the domain has none */
    int64_t low, high; /* of numbers that are read */
    const abs_named *names;
    const struct row_member *members; /* the last has no name */
    const char *prefix;               /* in CSV, before their names */
    size_t count;
} row_member;

extern const row_member row_members[ROW_FIELDS]; /* of settings and counters: zeros */
extern const row_member iteration_members[], pass_members[];

/* A row, and in words or numbers what follows from it. */
typedef struct row_draft {
    abs_row row;
    const char *id, *kind, *domain, *spec, *position, *position_id;
    const char *engine, *author, *command, *set;
    bool has_job, has_seed, is_engine, is_solved, has_table, has_times, has_rate, has_repeats;
    bool has_check;
    uint64_t seed, rate;
    unsigned value_bound, regret_unit, status;
} row_draft;

#endif
