/* terminal.h -- how wide a line for people may be, and whether it may have colours. */
#ifndef ABS_TERMINAL_H
#define ABS_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

enum {
    TERMINAL_WIDTH = 80, /* where nothing says otherwise: files and pipes are the same anywhere */
    TERMINAL_NARROWEST = 60,
    TERMINAL_WIDEST = 200, /* beyond it eyes lose the line */
};

/* The columns of what the descriptor writes to: those that COLUMNS asks for, or the terminal's own;
   within the bounds above. */
size_t terminal_width(int fd);

/* Whether it is a terminal that shows colours, and NO_COLOR does not forbid them. */
bool terminal_has_colours(int fd);

#endif
