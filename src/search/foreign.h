/* foreign.h -- the domain of positions that only an engine understands: any game that a program
   speaks UCI for. Its positions are texts, and its moves words, numbered as they come. */
#ifndef ABS_FOREIGN_H
#define ABS_FOREIGN_H

#include "absbench.h"

extern const abs_domain foreign_domain; /* "positions" */

/* The move that is written so; ABS_NO_MOVE: there have been 65 534 others, or it is too long. Any
   thread may ask. */
unsigned foreign_move(const char *text);

#endif
