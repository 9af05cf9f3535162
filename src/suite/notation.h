/*
 * notation.h -- positions and moves as files and other programs write them, besides as the game
 * itself prints them.
 *
 * A position may be given as in UCI, the protocol of chess programs, with `position` before it or
 * not, in every game:
 *     startpos [moves MOVE ..]
 *     fen TEXT [moves MOVE ..]      TEXT is a position as the game writes it
 */
#ifndef ABS_NOTATION_H
#define ABS_NOTATION_H

#include "absbench.h"

/* Whether a position is given as in UCI. */
bool notation_is_uci(const char *text);

/* Whether a line is one of a file of games (PGN, PDN): [Event "..."]. */
bool notation_is_game(const char *line);

/*
 * Reads a position. Returns its text as the game reads it: `text`, or what is put in `room`. NULL:
 * the error is ABS_USAGE, or ABS_CANNOT_RUN if memory is short.
 */
const char *notation_position(const abs_domain *domain, const void *rules, const char *text,
                              char room[ABS_TEXT_MAX], void *position, abs_error *error);

/* The move that a text names; ABS_NO_MOVE: the error is ABS_USAGE. */
unsigned notation_move(const abs_domain *domain, const void *rules, const void *position,
                       const char *text, abs_error *error);

#endif
