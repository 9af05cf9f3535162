/* positions.h -- positions from the command line, files and suites. A line of a file has a position
   and operations: see docs/games.md. */
#ifndef ABS_POSITIONS_H
#define ABS_POSITIONS_H

#include "suite/batch.h"

/*
 * Adds a position from the command line; an error is wrong usage. Its id is the one that the spec
 * already has for that text, or else a new one.
 */
bool positions_from_text(abs_batch *batch, const char *text, abs_error *error);
/*
 * Adds the positions of a file; "-" is standard input. An error is ABS_CANNOT_RUN with file and
 * line, or ABS_INTERRUPTED. `skip_bad` leaves out bad lines, counts them and names them on stderr.
 */
bool positions_from_file(abs_suite *suite, abs_batch *batch, const char *path, bool skip_bad,
                         abs_error *error);
/* Adds the positions of a built-in suite. */
bool positions_from_suite(abs_batch *batch, const char *text, abs_error *error);

#endif
