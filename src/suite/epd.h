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

#include "suite/entry.h"

/* Whether a position is given as in UCI. */
bool epd_is_uci(const char *text);

/* Whether a line is one of a file of games (PGN, PDN): [Event "..."]. */
bool epd_is_game(const char *line);

/* Reads a position. Returns its text as the game reads it: `text`, or what is put in `room`. NULL:
   the error is ABS_USAGE. */
const char *epd_position(const abs_domain *domain, const void *rules, const char *text,
                         char room[ABS_TEXT_MAX], void *position, abs_error *error);

/* Cuts blanks off both ends, in place. */
char *epd_trim(char *text);

/*
 * Ends the position's text, which begins the trimmed line, and returns what follows it. `fields`:
 * the text is EPD's four fields, or FEN's six, and need not end with a semicolon.
 */
char *epd_split(char *line, bool fields);

typedef struct {
    const char *id;           /* NULL: nothing */
    const char *best, *avoid; /* moves as they are written, NULL: nothing */
    abs_facts facts;
} epd_operations;

/* Reads what follows a position's text, which it cuts up, over zeros. False: the error is
   ABS_USAGE. */
bool epd_read(char *text, epd_operations *operations, abs_error *error);

/* Finds the moves that were read among those of the position. False: the error is ABS_USAGE. */
bool epd_find_moves(epd_operations *operations, const abs_domain *domain, const void *rules,
                    const void *position, abs_error *error);

#endif
