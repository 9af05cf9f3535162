/* forms.h -- the text of a position, as people and other programs write it. */
#ifndef ABS_FORMS_H
#define ABS_FORMS_H

#include "search/config.h"

/* The kind of a line that no position can be read from, such as one of a file of games; or NULL. */
const char *position_foreign(const char *line);
/* What follows a FEN but is no operation, as in data for tuning evaluations (FEN;48;1893 or FEN
   [0.5]), or NULL. */
const char *position_tuning(const char *line);
/* Makes one line of EPD from `epd FEN` and the lines `perft DEPTH COUNT` below it (.perft files),
   and sets how many lines these are. `newline` ends the line; returns its new end, or NULL. */
char *position_join(char *line, char *newline, const char *end, size_t *joined);
/* Whether a position is written as in UCI. */
bool position_is_uci(const char *text);
/* Takes a word from the text, or returns false if there is none. A word that is too long is cut. */
bool text_word(const char **text, const char *between, char word[ABS_TEXT_MAX]);

/* The move that a text names, or ABS_NO_MOVE with the error ABS_USAGE. */
unsigned position_move(const abs_domain *domain, const void *rules, const void *position,
                       const char *text, abs_error *error);
/* Makes the moves of a text in the position. */
bool position_play(const abs_domain *domain, const void *rules, void *position, const char *moves,
                   abs_error *error);
/* What follows the word `moves` in the text of a position, whose part before it is copied; or
   NULL. */
const char *position_moves(const abs_domain *domain, const char *text, char before[ABS_TEXT_MAX]);
/* Reads a position: the game's own text, and of a FEN the moves that lead to it. */
bool position_parse(const abs_domain *domain, const void *rules, const char *text, void *position,
                    abs_error *error);

/* Copies into `room` the position in [FEN ".."], or the one before a solver's score, whose sign
   says who wins (0: a draw) and whose moves are digits. */
typedef enum { POSITION_BARE, POSITION_TAGGED, POSITION_SCORED } position_wrap;
position_wrap position_unwrap(const abs_domain *domain, const char *text, char room[ABS_TEXT_MAX],
                              int *result);

#define BETWEEN " \t"
#define BLANKS " \t\r\n"

/* The fields of a FEN before its clocks, as the domain's positions are written; 0: not so. */
int position_fields(const abs_domain *domain);

/* Splits a line in place into the position, which it returns without blanks at its ends, and the
   operations after it. */
char *position_cut(const abs_domain *domain, char *line, char **operations);

#endif
