/*
 * journal.h -- the rows of a run in a file that is whole after every one of them.
 *
 * A file of JSON Lines that is only appended to: a head, each row by one write as soon as it is
 * finished, with its job, and a last line once all are there. Whatever ends the program, finished
 * rows stay; a later run goes on from them. docs/report.md describes the format.
 */
#ifndef ABS_JOURNAL_H
#define ABS_JOURNAL_H

#include "log/reader.h"

typedef struct abs_journal abs_journal;

typedef struct {
    const char *path;
    const abs_buffer *head; /* the first line, with its end */
    const abs_plan *plan;
    bool made_up; /* the path is not the user's: it is no link */
    bool times;   /* of the rows */
    bool resume;  /* go on from what the file holds, if it holds anything */
} abs_journal_options;

/*
 * Opens the file, or makes it, and locks it for as long as this process lives. NULL, and the error
 * is ABS_CANNOT_RUN: it holds something and `resume` was not asked for; it is no journal, damaged,
 * or of other jobs, or of another version of the program; another process is writing to it; or it
 * cannot be written. A line that was cut by the end of an earlier run is dropped.
 */
abs_journal *journal_open(const abs_journal_options *options, abs_error *error);

/* What earlier runs have left; NULL: nothing. */
const abs_reader *journal_earlier(const abs_journal *journal);
/*
 * The row of a job that has one, which is that of the root and configuration; valid until the next
 * call. NULL: the error says what is wrong with the file.
 */
const abs_row *journal_row(abs_journal *journal, uint64_t job, const abs_root *root,
                           const abs_config *config, abs_error *error);

/* Appends a row, or that its job has none: from any thread. Of those that do so at once, one writes
   the lines of all. False: the error is set, the file is as it was before, and nothing more can be
   added. */
bool journal_add(abs_journal *journal, abs_row *row, abs_error *error);
bool journal_leave_out(abs_journal *journal, uint64_t job, abs_error *error);

/* Sees to it that what was added would outlive a failure of power, if that was not done lately. */
void journal_sync(abs_journal *journal);

/* Says that all jobs are there. False: as journal_add(). */
bool journal_end(abs_journal *journal, const abs_end *end, abs_error *error);
/* Closes it, and takes it away if its rows stand elsewhere. NULL is allowed. */
void journal_close(abs_journal *journal, bool take_away);

#endif
