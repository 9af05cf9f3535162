/*
 * positions.h -- positions of a game from a suite, a file or the command line, as people and other
 * programs write them.
 *
 * A line is a position as the game's players write it, or as in UCI, the protocol of chess
 * programs, in every game, with `position` before it or not:
 *     startpos [moves MOVE ..]
 *     fen TEXT [moves MOVE ..]   TEXT is a position as the game writes it
 * then operations as in EPD (Extended Position Description, Edwards 1994), a semicolon after each,
 * those within quotes being text:
 *     id NAME               its name in reports; without one, FILE:LINE
 *     answer DEPTH VALUE    what a search to that depth, by the heuristic evaluation, gives
 *     dm N                  the side to move wins with its N-th move and not before (a mate in N)
 *     bm MOVE ..            the moves that solve it
 *     am MOVE ..            moves that do not, where any other does
 *     judged UNIT MOVE=VALUE ..   what each of its moves is worth to the side to move, in `points`
 *                           or, 1, 0 or -1, as `results` of the game (--judge)
 *     D5 COUNT              its move sequences of 5 plies, for perft; and D1, D2 ..
 * All others are ignored. In a domain with `epd` set the position is EPD's four fields or FEN's
 * six; elsewhere, and where it is as in UCI, a semicolon ends it. Blank lines and lines that begin
 * with # are skipped.
 */
#ifndef ABS_POSITIONS_H
#define ABS_POSITIONS_H

#include "suite/batch.h"

/*
 * One position from the command line: errors are wrong usage. Its id is the one that a batch of the
 * same spec in the suite already has for that text, or one that is new among those batches.
 */
bool positions_from_text(abs_batch *batch, const char *text, abs_error *error);
/*
 * Errors name file and line, and are ABS_CANNOT_RUN; or it was interrupted. "-" is standard input.
 * `skip_bad`: lines that cannot be read are named on stderr, counted in the suite and left out.
 */
bool positions_from_file(abs_suite *suite, abs_batch *batch, const char *path, bool skip_bad,
                         abs_error *error);
/* The positions of a built-in suite's text. */
bool positions_from_suite(abs_batch *batch, const char *text, abs_error *error);

/* Cuts a line in place into a position's text, which is returned without blanks at its ends, and
   what follows it. */
char *position_cut(const abs_domain *domain, char *line, char **operations);

#endif
