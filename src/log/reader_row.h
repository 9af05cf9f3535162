/*
 * reader_row.h -- makes a row of parsed JSON: reader_position.c its position, reader_config.c its
 * configuration, reader_row.c the rest.
 */
#ifndef ABS_READER_ROW_H
#define ABS_READER_ROW_H

#include "base/names.h"
#include "log/line.h"
#include "log/members.h"

_Static_assert((int)ROW_FIELDS <= (int)MEMBERS_MAX, "MEMBERS_MAX is too small");

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
    const abs_names *wrong_answers; /* ids of rows that missed the known value of their position */
    /* Before 0.2 a row had its node limit in its id alone: what --max-nodes made of it. */
    uint64_t older_limits[2];
    bool older;          /* the report is of ABS_REPORT_SCHEMA_OLDER */
    bool take_odd;       /* rows whose sums do not agree are no error .. */
    size_t odd;          /* .. but counted */
    uint64_t id_hash;    /* of the row's id */
    uint32_t entry_spec; /* of the entry below */
    char *id, *text;     /* .. and its texts */
    abs_entry entry;
    abs_config config;
    abs_row row;
    line_walk walk;
    abs_buffer scratch;
} row_maker;

/* The position, from those members. False: the error is set. */
bool entry_make(row_maker *maker, const members *row);
/* Sets the error and returns false. */
bool row_no_memory(abs_error *error);

/* Makes maker->row. False: the error is set. */
bool row_make(row_maker *maker, const cJSON *json, const char *file, size_t number,
              abs_error *error);
void row_free(row_maker *maker);

#endif
