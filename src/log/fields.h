/* fields.h -- writes rows, field by field as row.def lists them: as JSON members, or as CSV cells.
 */
#ifndef ABS_FIELDS_H
#define ABS_FIELDS_H

#include "log/line.h"

/*
 * A row as a JSON object, without a newline. `id`: abs_row_id(), which the tally has; `config`:
 * what fields_json_config() writes into an empty buffer, the same for all rows of a group, or NULL.
 * `times`: with the fields that differ between runs.
 */
void fields_json_row(abs_buffer *b, const abs_row *row, const char *id, const char *config,
                     line_walk *walk, bool times);
/* The same as a line of a journal, with its end: the last member is a hash of all others. */
void fields_journal_row(abs_buffer *b, const abs_row *row, const char *id, line_walk *walk,
                        bool times);
/* What that member is. `scratch` is emptied. False: no memory. */
bool fields_check(const abs_row *row, const char *id, line_walk *walk, bool times,
                  abs_buffer *scratch, uint64_t *check);
/* The settings up to a level as members, into the object under way. */
void fields_json_config(abs_buffer *b, const abs_config *config, config_level level);
/* A bound of a window as a member; null if it is infinite. */
void fields_json_bound(abs_buffer *b, const char *name, int bound);
/* The member "time": {"real_s":..,"cpu_s":..,"nodes_per_s":..}. */
void fields_json_time(abs_buffer *b, double real_s, double cpu_s, double nodes);

/* Lines with their ends. `jobs`: rows have them. */
void fields_csv_header(abs_buffer *b, bool times, bool jobs);
/* The last line, which says that all rows are there: as many cells as the header has, all but the
   first empty. */
void fields_csv_end(abs_buffer *b, const char *text, bool times, bool jobs);
void fields_csv_row(abs_buffer *b, const abs_row *row, const char *id, line_walk *walk, bool times);

#endif
