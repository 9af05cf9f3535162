/*
 * journal.h -- keeps the rows of a run in a file that is valid after every row.
 *
 * A journal is a file of JSON Lines that is only appended to: a first line; each row with its job,
 * by one write as soon as it is finished; and a last line once all rows are there. However the
 * program ends, finished rows remain and a later run continues. docs/report.md describes the
 * format.
 */
#ifndef ABS_JOURNAL_H
#define ABS_JOURNAL_H

#include "log/reader.h"

typedef struct abs_journal abs_journal;

typedef struct {
    const char *path;
    const abs_buffer *head; /* the first line, with its newline */
    const abs_plan *plan;
    bool made_up; /* the program chose the path, which must not be a link */
    bool times;   /* whether rows have times */
    bool resume;  /* whether to continue from what the file holds */
} abs_journal_options;

/*
 * Opens the file, or creates it, and locks it for the life of this process. It drops a last line
 * that an earlier run left incomplete. Returns NULL with the error ABS_CANNOT_RUN if the file holds
 * something and `resume` is false; if it is no journal, is damaged, or is of other jobs or another
 * version of the program; if another process is writing to it; or if it cannot be written.
 */
abs_journal *journal_open(const abs_journal_options *options, abs_error *error);

/* The rows of earlier runs, or NULL. */
const abs_reader *journal_earlier(const abs_journal *journal);
/*
 * Returns the row of a job that has one, with the given root and configuration; it is valid until
 * the next call. Returns NULL with the error set if the file is wrong.
 */
const abs_row *journal_row(abs_journal *journal, uint64_t job, const abs_root *root,
                           const abs_config *config, abs_error *error);

/* Append a row, or a line that a job has no row. Any thread may call them; of several that call at
   once, one writes all lines. They return false with the error set if this thread could not write:
   the file is then as before, and nothing more can be added. */
bool journal_add(abs_journal *journal, abs_row *row, abs_error *error);
bool journal_leave_out(abs_journal *journal, uint64_t job, abs_error *error);

/* Syncs the file to the disk, unless that was done in the last seconds. */
void journal_sync(abs_journal *journal);

/* Appends the line that says that all jobs are there. Returns false as journal_add() does. */
bool journal_end(abs_journal *journal, const abs_end *end, abs_error *error);
/* Closes the journal, which may be NULL; `take_away` removes the file. */
void journal_close(abs_journal *journal, bool take_away);

#endif
