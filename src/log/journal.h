/*
 * journal.h -- keeps the rows of a run in a file that is whole after every row.
 *
 * A journal is a file of JSON Lines that is only appended to: a head; each row, with its job, by
 * one write as soon as it is finished; and a last line once all rows are there. Whatever ends the
 * program, finished rows stay, and a later run goes on from them. docs/report.md has the format.
 */
#ifndef ABS_JOURNAL_H
#define ABS_JOURNAL_H

#include "log/reader.h"

typedef struct abs_journal abs_journal;

typedef struct {
    const char *path;
    const abs_buffer *head; /* the first line, with its newline */
    const abs_plan *plan;
    bool made_up; /* the path was not given by the user, and must not be a link */
    bool times;   /* whether rows have times */
    bool resume;  /* whether to go on from what the file holds */
} abs_journal_options;

/*
 * Opens the file, or creates it, and locks it for as long as this process lives. A line that the
 * end of an earlier run has cut is dropped. Returns NULL with the error ABS_CANNOT_RUN if the file
 * holds something and `resume` is false; if it is no journal, is damaged, or is of other jobs or
 * another version of the program; if another process is writing to it; or if it cannot be written.
 */
abs_journal *journal_open(const abs_journal_options *options, abs_error *error);

/* What earlier runs have left, or NULL. */
const abs_reader *journal_earlier(const abs_journal *journal);
/*
 * Returns the row of a job that has one, with the root and the configuration given; it is valid
 * until the next call. Returns NULL if the file is wrong: the error says how.
 */
const abs_row *journal_row(abs_journal *journal, uint64_t job, const abs_root *root,
                           const abs_config *config, abs_error *error);

/* Append a row, or the line that a job has none. Any thread may call them; of threads that do so at
   once, one writes the lines of all. They return false with the error set if this thread could not
   write: the file is then as it was before, and nothing more can be added. */
bool journal_add(abs_journal *journal, abs_row *row, abs_error *error);
bool journal_leave_out(abs_journal *journal, uint64_t job, abs_error *error);

/* Syncs the file to the disk, unless that was done in the last seconds. */
void journal_sync(abs_journal *journal);

/* Appends the line that all jobs are there. Returns false as journal_add() does. */
bool journal_end(abs_journal *journal, const abs_end *end, abs_error *error);
/* Closes the journal, which may be NULL; `take_away` removes the file. */
void journal_close(abs_journal *journal, bool take_away);

#endif
