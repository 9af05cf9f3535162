/*
 * conform.h -- seeded play, which checks in games and trees what a search expects of every domain,
 * also by comparing searches with minimax, and which makes positions for a suite.
 */
#ifndef ABS_CONFORM_H
#define ABS_CONFORM_H

#include "log/row.h"

/* The rules for a domain and their names. Only the first violation of each is reported. */
#define CONFORM_RULES_OF(RULE)                                                                     \
    RULE(INFO, "info")             /* depths, window and bound make sense */                       \
    RULE(MOVES, "moves")           /* no more than DOMAIN_MAX_MOVES, as many as are counted */     \
    RULE(SLOTS, "slots")           /* below DOMAIN_SLOTS */                                        \
    RULE(COST, "cost")             /* 1, or 0 with free passes */                                  \
    RULE(MOVE_TEXT, "move text")   /* not empty, unique, and read back as the same move */         \
    RULE(APPLY, "apply")           /* the same with and without what only evaluate() reads */      \
    RULE(EVALUATION, "evaluation") /* equal when computed again */                                 \
    RULE(BOUND, "bound")           /* no evaluation is beyond it */                                \
    RULE(RESULT, "result")         /* --eval=result is 1, 0 or -1, and 0 before the end */         \
    RULE(PATH, "path")             /* an evaluation depends on the position and the depth alone */ \
    RULE(KEY, "key")               /* a position always has the same key */                        \
    RULE(TEXT, "text")             /* parse() reads what print() writes */                         \
    RULE(PLIES_LEFT, "plies_left") /* it decreases with every ply */                               \
    RULE(IMAGE, "image")           /* its moves and values are those of the position */            \
    RULE(ORDER, "order")           /* --order=game ranks within its bounds */                      \
    RULE(SEARCH, "search")         /* every search finds minimax's value */                        \
    RULE(FAULT, "fault")           /* nothing crashes */                                           \
    RULE(TIME, "time")             /* every function returns */

typedef enum {
#define RULE(name, text) CONFORM_##name,
    CONFORM_RULES_OF(RULE)
#undef RULE
        CONFORM_RULES
} conform_rule;

typedef struct {
    const abs_domain *domain; /* conform_play() and conform_search() set these two */
    const void *rules;
    uint64_t plies, games, searches; /* how many have been tried */
    unsigned broken;                 /* a bit for each conform_rule */
    abs_buffer told;                 /* a line for each broken rule: "key: ..\n" */
    double patience;                 /* seconds for each step, as in conform_alarm() */
    char position[1024];             /* the text of the position that was tried last */
    const char *tried;               /* the functions that were called for it */
    double *changes; /* of games: changes of value from one depth to the next, even minus odd */
    size_t change_count, change_room;
} abs_conformity;

/* Plays from the start, or in trees from roots of random seeds, until `plies` plies have been tried
   or a violated rule makes it unsafe to continue. Returns false if interrupted. */
bool conform_play(const abs_root *start, uint64_t plies, abs_conformity *found);
/* Searches from the start and from positions that occurred in play; conform_is_safe() must hold.
   Returns false if interrupted. */
bool conform_search(const abs_root *start, unsigned positions, abs_conformity *found);
/* How far the values of a game at even depths lie above those at odd depths: the median of all
   changes, in points. docs/games.md, "Swing". */
typedef struct {
    double median; /* NAN without changes */
    bool far;      /* it is significantly farther from 0 than a tenth of half a pawn, and 1 point */
} conform_swing;

/* Sorts the changes. */
conform_swing conform_swing_of(abs_conformity *found, int half_pawn);
/* Begins a step, with its full time. If the step ends the process, messages say that `what` was
   tried on this position (NULL: the last one). */
void conform_try(abs_conformity *found, const char *what, const void *position);
/* Sends SIGPROF to the process after so many seconds of processor time, and SIGALRM each time
   conform_idle() seconds have passed by the clock; 0: never. */
void conform_alarm(double seconds);
double conform_idle(double seconds);
/* Makes SIGPROF end the process, and SIGALRM if it sleeps. */
void conform_heed(void);
/* Whether the rules hold that keep a search within its memory. */
bool conform_is_safe(const abs_conformity *found);

/* Marks a rule as violated and adds a line that says how, unless it is marked already. `position`
   may be NULL. */
void conform_break(abs_conformity *found, conform_rule rule, const void *position,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Writes the position as its game does; a tree's position by its key. */
void conform_write(abs_conformity *found, const void *position, char text[ABS_TEXT_MAX]);

/* Writes what was tried last, and where: "in key(), at or after position '..'". */
const char *conform_where(const abs_conformity *found, char *text, size_t size);

/* ---- for seeded play in general -------------------------------------------------------------- */

enum { CONFORM_IMAGES = 16 }; /* 8 symmetries of a board, each with colours exchanged or not */

/* Draws a whole number in [0, n) from a seeded sequence. */
unsigned conform_draw(uint64_t *random, unsigned n);
/* The smallest key of a position and its images, at most CONFORM_IMAGES. `image` has room for
   one. */
uint64_t conform_canonical(const abs_domain *domain, const void *rules, const void *position,
                           void *image);

/* ---- compose.c: positions for a suite, from seeded play -------------------------------------- */

/* A position for a suite. docs/games.md says how games are played and which positions are taken. */
typedef struct {
    char text[ABS_TEXT_MAX];
    int ply;    /* how many plies were played from the start */
    int value;  /* by a search to two plies */
    bool sharp; /* the value is more than half a pawn from the static evaluation */
} abs_composed;

typedef struct abs_composer abs_composer;

/* `start` is the game's initial position, and must outlive the composer. A composer is never freed,
   because a program needs only one. */
abs_composer *composer_new(const abs_root *start, uint64_t seed);

/* Plays on until it has another position. Returns 1 with the position; 0 if a thousand games have
   given none; or -1 with the error set, if interrupted or if the game has too many moves. */
int composer_next(abs_composer *composer, abs_composed *found, abs_error *error);

/* Games played so far. */
uint64_t composer_games(const abs_composer *composer);

#endif
