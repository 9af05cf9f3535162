/* moves.h -- moves as engines write them. */
#ifndef ABS_ENGINE_MOVES_H
#define ABS_ENGINE_MOVES_H

#include "suite/root.h"

/* Writes a move: as the domain does, but for xiangqi, whose ranks are 1 to 10, as Fairy-Stockfish
   has them. */
void engine_move_text(const abs_domain *domain, const void *rules, const void *position,
                      unsigned move, char *text, size_t size);

/* The legal move that is written so; ABS_NO_MOVE: none is. */
unsigned engine_read_move(const abs_domain *domain, const void *rules, const void *position,
                          const char *text);

#endif
