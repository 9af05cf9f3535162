/*
 * epd.h -- positions, moves and lines of position files as people and other programs write them.
 *
 * A line is a position's text, then operations as in EPD (Extended Position Description, Edwards
 * 1994): NAME OPERANDS, a semicolon after each; positions.h says which matter. A semicolon within
 * quotes is text. A position may be given as in UCI, the protocol of chess programs, with
 * `position` before it or not, in every game: startpos [moves MOVE ..] fen TEXT [moves MOVE ..]
 * TEXT is a position as the game writes it
 */
#ifndef ABS_EPD_H
#define ABS_EPD_H

#include "suite/root.h"

/* Whether a line is one of a file of games (PGN, PDN): [Event "..."]. */
bool epd_is_game(const char *line);

/*
 * Cuts a line in place into a position's text, which is returned without blanks at its ends, and
 * what follows it. In a domain with `epd` set the text is EPD's four fields, or FEN's six, and need
 * not end with a semicolon.
 */
char *epd_cut(const abs_domain *domain, char *line, char **operations);

/* The position that is read, and what is said of it. */
typedef struct {
    const abs_domain *domain;
    const void *rules;
    void *position;          /* room for one */
    const char *id;          /* NULL: none was given */
    abs_facts facts;         /* zeros before epd_read() */
    char room[ABS_TEXT_MAX]; /* for a text that is not as it was given */
} epd_reader;

/* Reads a position. Returns its text as the game reads it: `text`, or what is put in the reader's
   room. NULL: the error is ABS_USAGE. */
const char *epd_position(epd_reader *reader, const char *text, abs_error *error);

/* Reads what follows the text of the position that was read, which it cuts up. False: the error is
   ABS_USAGE. */
bool epd_read(epd_reader *reader, char *operations, abs_error *error);

#endif
