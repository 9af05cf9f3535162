/* info.h -- the lines of a program that speaks UCI, and moves as it writes them. */
#ifndef ABS_ENGINE_INFO_H
#define ABS_ENGINE_INFO_H

#include "absbench.h"

/* What a line `info ..` says; what it does not say is as zeros. */
typedef struct {
    bool has_depth, has_nodes, has_score, has_time;
    bool mate;         /* the score is a mate in so many moves */
    bool lower, upper; /* the score is a bound */
    bool other;        /* of another line than the best one, or of none */
    int depth, seldepth, score;
    uint64_t nodes, ms;
    const char *pv; /* the rest, from the first move on; NULL: there is none */
} engine_info;

/* Reads what follows "info"; what cannot be understood is passed over. Cuts up the line but for the
   pv. */
engine_info engine_read_info(char *line);

/* The next word, cut off *line, which moves behind it; "": there is none. */
char *engine_word(char **line);

/* What follows the words in a line that begins with them; NULL: it does not. */
char *engine_after(char *line, const char *words);

/* Writes a move: as the domain does, but for xiangqi, whose ranks are 1 to 10, as Fairy-Stockfish
   has them. */
void engine_move_text(const abs_domain *domain, const void *rules, const void *position,
                      unsigned move, char *text, size_t size);

/* The legal move that is written so; ABS_NO_MOVE: none is. */
unsigned engine_read_move(const abs_domain *domain, const void *rules, const void *position,
                          const char *text);

#endif
