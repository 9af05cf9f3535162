/* fields.h -- a row's fields as JSON members and as CSV cells. */
#ifndef ABS_FIELDS_H
#define ABS_FIELDS_H

#include "base/buffer.h"
#include "row/row.h"

/* Two positions to walk along a line with, and the line. Start with zeros. */
typedef struct {
    void *here, *next;
    size_t room;
    abs_buffer line;
} fields_walk;

void fields_walk_free(fields_walk *walk);

/* A row as a JSON object, without a newline. `id`: abs_row_id(), which the tally has; `config`:
   what fields_json_config() writes into an empty buffer, the same for all rows of a group. `times`:
   with the fields that differ between runs. */
void fields_json_row(abs_buffer *b, const abs_row *row, const char *id, const char *config,
                     fields_walk *walk, bool times);
/* Moves from the row's root in words, blanks between. */
void fields_line(abs_buffer *b, const abs_row *row, fields_walk *walk, const uint16_t *moves,
                 unsigned count);
/* The members that say which configuration it is, into the object under way. */
void fields_json_config(abs_buffer *b, const abs_config *config);
void fields_csv_header(abs_buffer *b, bool times);
void fields_csv_row(abs_buffer *b, const abs_row *row, const char *id, fields_walk *walk,
                    bool times);
/* {"real_s":..,"cpu_s":..,"nodes_per_s":..} */
void fields_json_time(abs_buffer *b, double real_s, double cpu_s, double nodes);

#endif
