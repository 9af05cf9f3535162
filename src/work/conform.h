/*
 * conform.h -- seeded play: what a search expects of every domain, games and trees alike, tried in
 * it and by searches against minimax; and positions for a suite that come of it.
 */
#ifndef ABS_CONFORM_H
#define ABS_CONFORM_H

#include "log/swing.h"

/* What is expected, and its name; the first position that breaks one is told, and no other. */
#define CONFORM_RULES_OF(RULE)                                                                     \
    RULE(INFO, "info")             /* depths, window and bound make sense */                       \
    RULE(MOVES, "moves")           /* no more than DOMAIN_MAX_MOVES, as many as are counted */     \
    RULE(SLOTS, "slots")           /* below DOMAIN_SLOTS */                                        \
    RULE(COST, "cost")             /* 1, or 0 with free passes */                                  \
    RULE(MOVE_TEXT, "move text")   /* not empty, each once, and read as what was written */        \
    RULE(APPLY, "apply")           /* the same with and without what only evaluate() reads */      \
    RULE(EVALUATION, "evaluation") /* the same when asked again */                                 \
    RULE(BOUND, "bound")           /* of evaluations */                                            \
    RULE(RESULT, "result")         /* --eval=result is 1, 0 or -1, and 0 before the end */         \
    RULE(PATH, "path") /* nothing but the position and the depth makes an evaluation */            \
    RULE(KEY, "key")   /* one position, one key */                                                 \
    RULE(TEXT, "text") /* parse() reads what print() writes */                                     \
    RULE(PLIES_LEFT, "plies_left") /* fewer with every ply */                                      \
    RULE(IMAGE, "image")           /* is played like the position */                               \
    RULE(ORDER, "order")           /* --order=game ranks within its bounds */                      \
    RULE(SEARCH, "search")         /* every search finds minimax's value */                        \
    RULE(STATE, "state") /* locale, floating-point modes and the like are as they were */          \
    RULE(FAULT, "fault") /* nothing crashes */                                                     \
    RULE(TIME, "time")   /* every function returns */

typedef enum {
#define RULE(name, text) CONFORM_##name,
    CONFORM_RULES_OF(RULE)
#undef RULE
        CONFORM_RULES
} conform_rule;

typedef struct {
    const abs_domain *domain; /* these two by conform_play() and conform_search() */
    const void *rules;
    uint64_t plies, games, searches; /* tried */
    unsigned broken;                 /* a bit for each conform_rule */
    abs_buffer told;                 /* a line for each: "key: ..\n" */
    double patience;                 /* for what is tried, as in guard_alarm() */
    char position[1024];             /* the text of the last that was tried */
    const char *tried;               /* the functions that were called for it last */
    abs_swing values;                /* of games: how they move as searches deepen */
} abs_conformity;

/* Plays from the start, or in trees from roots of random seeds, until so many plies were tried or
   a rule is broken that makes it unsafe to go on. False: interrupted. */
bool conform_play(const abs_root *start, uint64_t plies, abs_conformity *found);
/* Searches from the start and from positions of play. Only where moves and slots are right. False:
   interrupted. */
bool conform_search(const abs_root *start, unsigned positions, abs_conformity *found);
/* What is tried next, of which position (NULL: the same): for who is told of a fault. It has all of
   its patience before it. What was tried last must have left the program's state as it was. */
void conform_try(abs_conformity *found, const char *what, const void *position);
/* Whether the rules that keep a search within its memory are kept. */
bool conform_is_safe(const abs_conformity *found);

/* Marks a rule as broken and tells how, unless it is. `position`: NULL: none shows it. */
void conform_break(abs_conformity *found, conform_rule rule, const void *position,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The position as its game writes it, or a tree's by its key. */
void conform_write(const abs_conformity *found, const void *position, char text[ABS_TEXT_MAX]);

/* What was tried last, and for which position: "in key(), at or after position '..'". */
const char *conform_where(const abs_conformity *found, char *text, size_t size);

/* ---- for seeded play at large ---------------------------------------------------------------- */

enum { CONFORM_IMAGES = 16 }; /* of a board's symmetries, and as many with colours exchanged */

/* A whole number in [0, n), the next of a seeded row of them. */
unsigned conform_draw(uint64_t *random, unsigned n);
/* The smallest key of a position and its images, at most CONFORM_IMAGES. `image`: room for one. */
uint64_t conform_canonical(const abs_domain *domain, const void *rules, const void *position,
                           void *image);

/* ---- compose.c: positions for a suite, from seeded play -------------------------------------- */

/* It asks a game for its descriptor alone. docs/games.md says how it plays and what it takes. */
typedef struct {
    char text[ABS_TEXT_MAX];
    int ply;    /* played from the start */
    int value;  /* of a search to two plies */
    bool sharp; /* which is more than half a pawn from the static evaluation */
} abs_composed;

typedef struct abs_composer abs_composer;

/* `start` is the game's first position, which is there as long as the composer is used. Nobody
   frees a composer: a program needs one. */
abs_composer *composer_new(const abs_root *start, uint64_t seed);

/* Plays on until it has another position. 1: there it is; 0: a thousand games have brought none;
   -1: interrupted, or the game has too many moves, and the error says which. */
int composer_next(abs_composer *composer, abs_composed *found, abs_error *error);

/* Games played so far. */
uint64_t composer_games(const abs_composer *composer);

#endif
