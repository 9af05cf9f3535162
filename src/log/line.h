/* line.h -- a row's moves in words: its best move, and the line that leads to its value. */
#ifndef ABS_LINE_H
#define ABS_LINE_H

#include "base/buffer.h"
#include "log/row.h"

/* Two positions to walk along a line with. Start with zeros, end with line_free(). */
typedef struct {
    void *here, *next;
    size_t room;
} line_walk;

void line_free(line_walk *walk);

/* Stands at the position, walk->here. */
void line_start(line_walk *walk, const abs_root *root);
/* Makes the move there. */
void line_advance(line_walk *walk, const abs_root *root, unsigned move);

/* How a domain writes a move: its move_text or its san. */
typedef void line_writer(const void *rules, const void *position, unsigned move, char *text,
                         size_t size);

/* What separates and encloses the moves of a line. */
typedef enum { LINE_BLANKS, LINE_JSON } line_form;

/* `count` moves from the row's root, appended. */
void line_write(abs_buffer *b, line_walk *walk, const abs_row *row, line_writer *write,
                const uint16_t *moves, unsigned count, line_form form);

#endif
