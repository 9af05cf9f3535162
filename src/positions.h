/*
 * positions.h -- positions of a game from a suite, a file or the command line.
 *
 * A line is `TEXT ; id NAME ; ...`: the position as its players write it, then operations as in EPD
 * of which `id` is read here, and `answer DEPTH VALUE`: what a search of the position to that
 * depth, by the heuristic evaluation, is known to give. Blank lines and lines that begin with # are
 * passed over.
 */
#ifndef ABS_POSITIONS_H
#define ABS_POSITIONS_H

#include "suite.h"

/* A new entry with room for its position; its texts are copied. NULL: no memory. */
abs_entry *positions_add(abs_batch *batch, const char *id, const char *text);
void positions_free(abs_entry *entry, const abs_batch *batch);

/* One position named on the command line: errors are wrong usage. */
bool positions_from_text(abs_batch *batch, const char *text, abs_error *error);
/* Errors name file and line, and are ABS_CANNOT_RUN. "-" is standard input. */
bool positions_from_file(abs_batch *batch, const char *path, abs_error *error);
/* The first `count` positions of a built-in suite; 0: all. */
bool positions_from_suite(abs_batch *batch, const char *suite, size_t count, abs_error *error);

#endif
