/*
 * fields.h -- writes a row's fields, as row.def lists them, as JSON and CSV, and reads JSON back.
 */
#ifndef ABS_FIELDS_H
#define ABS_FIELDS_H

#include "base/json.h"
#include "log/row.h"

/* A cache of what rows of a configuration have in common, for up to ROW_TEXTS configurations. It
   starts as zeros; each thread needs its own. */
enum { ROW_TEXTS = 4096 };
typedef struct {
    struct row_text {
        abs_config config;
        char words[CONFIG_WORDS_MAX];
        abs_buffer json;            /* the settings that copies share, as members */
        abs_buffer csv;             /* all settings, as cells; empty until a row needs them */
        uint8_t fields[ROW_FIELDS]; /* its rows' fields; `algo` stands for these settings, and .. */
        unsigned field_count;       /* .. fields that depend on the position may be missing */
    } *of[ROW_TEXTS], *by_json[ROW_TEXTS]; /* by a hash of the configuration, and of its JSON */
    abs_buffer id;
} row_texts;

/* Returns abs_row_id(), which is valid until the next call. */
const char *texts_id(row_texts *texts, const abs_row *row);
void texts_free(row_texts *texts);

/* The check of a row in a log: a hash of its JSON without it, and of the list that it is in. */
uint64_t fields_check(const char *row, size_t length, bool for_reference);

/* Makes row->json, without a newline. `times` adds the fields that differ between runs; `check`
   adds the hash of all others with which rows of a log end. */
void fields_make_json(abs_row *row, row_texts *texts, bool times, bool check);
/* Appends the row as a report has it. It copies row->json if that was made and is still valid. */
void fields_json_row(abs_buffer *b, const abs_row *row, row_texts *texts, bool times);

/* The columns of CSV: the fields that some row of a table has. It starts as zeros. */
typedef struct {
    bool of[ROW_FIELDS], window_auto;
} row_columns;

/* Adds the columns of a row, which follow from its configuration and position alone. It adds none
   for times and jobs: the caller sets of[ROW_time] and of[ROW_job]. */
void fields_add_columns(row_columns *columns, const abs_row *row);
/* Append lines with their newlines. */
void fields_csv_header(abs_buffer *b, const row_columns *columns);
void fields_csv_row(abs_buffer *b, const abs_row *row, row_texts *texts,
                    const row_columns *columns);

/* Appends a line of Markdown for each field: its name, unit and meaning. */
void fields_write_docs(abs_buffer *b);

/* ---- reading ------------------------------------------------------------------------------- */

/* A reader of rows. It starts as zeros, but for `subjects`: an abs_subject for each spec. */
typedef struct {
    const abs_names *subjects;
    char tree_id[ABS_TEXT_MAX];
    abs_root root; /* this and the next two: of the row that was read last */
    abs_config config;
    abs_row row;
    bool has_check;
    row_texts texts;
    /* Of the current call: */
    struct row_draft *draft;
    const char *text; /* the row */
    bool by_name;     /* members are looked up by name, as they may be in any order */
    bool for_reference;
    const char *file;
    size_t number;
    abs_error *error;
} fields_reader;

/*
 * Sets reader->row, and all it points to, from an object; it is valid until the next call. A row
 * without times has NAN for them. No game is opened: moves are texts. The members may be in any
 * order. They must be within their ranges, the id must be that of the settings, and the check must
 * match the text, which must not be a constant. Otherwise it returns false, and the error names
 * `file`, row `number` and the member. What follows from other members is not read, but computed.
 */
bool fields_read(fields_reader *reader, const json_value *row, bool for_reference, const char *file,
                 size_t number, abs_error *error);
void fields_reader_free(fields_reader *reader);

#endif
