/*
 * fields.h -- a row's fields as row.def lists them: as JSON or as CSV, and back from JSON.
 */
#ifndef ABS_FIELDS_H
#define ABS_FIELDS_H

#include "log/row.h"

/* What rows of a configuration have in common, made once; of some thousand at a time. Start with
   zeros; not for several threads at once. */
enum { ROW_TEXTS = 4096 };
typedef struct {
    struct row_text {
        abs_config config;
        char words[CONFIG_WORDS_MAX];
        abs_buffer json; /* of the settings that copies share, as members */
    } * of[ROW_TEXTS];
    abs_buffer id;
    line_walk walk;
} row_texts;

/* abs_row_id(); valid until the next call. */
const char *texts_id(row_texts *texts, const abs_row *row);
void texts_free(row_texts *texts);

/* Makes row->json, without a newline. `times`: with the fields that differ between runs. `check`: as
   in a log, where the last member is a hash of all others. */
void fields_make_json(abs_row *row, row_texts *texts, bool times, bool check);
/* Appends the row as a report has it: from row->json where that was made of it as it is now. */
void fields_json_row(abs_buffer *b, const abs_row *row, row_texts *texts, bool times);

/* Lines with their ends. `jobs`: rows have them. */
void fields_csv_header(abs_buffer *b, bool times, bool jobs);
void fields_csv_row(abs_buffer *b, const abs_row *row, row_texts *texts, bool times);

/* ---- reading ------------------------------------------------------------------------------- */

/* The row that was read last, and what outlives it. Start with zeros. */
typedef struct {
    abs_suite suite;                /* the specs of all rows so far, with their rules */
    const abs_names *wrong_answers; /* ids of rows that missed the known value of their position */
    char tree_id[ABS_TEXT_MAX];
    abs_root root;
    abs_config config;
    abs_row row;
    row_texts texts;
    abs_buffer words; /* all texts in the row */
    /* Of the call at hand: */
    struct row_draft *draft;
    bool by_name; /* members stand in any order */
    const char *file;
    size_t number;
    abs_error *error;
} fields_reader;

/*
 * Makes reader->row of an object, with all that it points to; valid until the next call. A
 * row without times has NAN for them. It is right if it would be written as it stands there, in
 * whatever order and layout: so nothing in it is missing, unknown or out of range, and what follows
 * from the rest agrees. False: the error is set, and names `file`, row `number` and the member.
 */
bool fields_read(fields_reader *reader, const json_value *row, const char *file, size_t number,
                 abs_error *error);
void fields_reader_free(fields_reader *reader);

#endif
