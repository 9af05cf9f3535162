/*
 * conform.h -- what a search expects of every domain, games and trees alike, tried in seeded play
 * and by searches against minimax.
 */
#ifndef ABS_CONFORM_H
#define ABS_CONFORM_H

#include "base/buffer.h"
#include "suite/entry.h"

/* What is expected; the first position that breaks one is told, and no other. */
typedef enum {
    CONFORM_INFO,       /* depths, window and bound make sense */
    CONFORM_MOVES,      /* no more than DOMAIN_MAX_MOVES, as many as are counted */
    CONFORM_SLOTS,      /* below DOMAIN_SLOTS */
    CONFORM_COST,       /* 1, or 0 with free passes */
    CONFORM_MOVE_TEXT,  /* not empty, each once, and read as what was written */
    CONFORM_APPLY,      /* the same with and without what only evaluate() reads */
    CONFORM_EVALUATION, /* the same when asked again */
    CONFORM_BOUND,      /* of evaluations */
    CONFORM_RESULT,     /* --eval=result is 1, 0 or -1, and 0 before the end */
    CONFORM_PATH,       /* nothing but the position and the depth makes an evaluation */
    CONFORM_KEY,        /* one position, one key */
    CONFORM_TEXT,       /* parse() reads what print() writes */
    CONFORM_PLIES_LEFT, /* fewer with every ply */
    CONFORM_IMAGE,      /* is played like the position */
    CONFORM_ORDER,      /* --order=game ranks within its bounds */
    CONFORM_SEARCH,     /* every search finds minimax's value */
    CONFORM_STATE,      /* locale, floating-point modes and the like are as they were */
    CONFORM_FAULT,      /* nothing crashes */
    CONFORM_TIME,       /* every function returns */
    CONFORM_RULES
} conform_rule;

typedef struct {
    uint64_t plies, games, searches; /* tried */
    unsigned broken;                 /* a bit for each conform_rule */
    abs_buffer told;                 /* a line for each: "key: ..\n" */
    double patience;                 /* for what is tried, as in guard_alarm() */
    char position[1024];             /* the text of the last that was tried */
    const char *tried;               /* the functions that were called for it last */
} abs_conformity;

/* Plays from the start, or in trees from roots of random seeds, until so many plies were tried or
   a rule is broken that makes it unsafe to go on. False: interrupted. */
bool conform_play(const abs_entry *start, uint64_t plies, abs_conformity *found);
/* Searches from the start and from positions of play. Only where moves and slots are right. False:
   interrupted. */
bool conform_search(const abs_entry *start, unsigned positions, abs_conformity *found);
/* What is tried next, of which position (NULL: the same): for who is told of a fault. It has all of
   its patience before it. What was tried last must have left the program's state as it was. */
void conform_try(abs_conformity *found, const char *what, const abs_domain *domain,
                 const void *rules, const void *position);
/* Whether the rules that keep a search within its memory are kept. */
bool conform_is_safe(const abs_conformity *found);

/* Marks a rule as broken and tells how, unless it is. `position`: NULL: none shows it. */
void conform_break(abs_conformity *found, conform_rule rule, const abs_domain *domain,
                   const void *rules, const void *position, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

/* The position as its game writes it, or a tree's by its key. */
void conform_write(const abs_domain *domain, const void *rules, const void *position,
                   char text[ABS_TEXT_MAX]);

#endif
