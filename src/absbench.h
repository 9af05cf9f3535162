/*
 * absbench.h -- the one header a domain (a game or a tree model) needs.
 *
 * A domain is a position type and a few small functions; `search.inc`, included at the end of the
 * domain's file, compiles the search core into it and defines its descriptor `<name>_domain`.
 * docs/games.md shows how to add one.
 */
#ifndef ABSBENCH_H
#define ABSBENCH_H

#include <assert.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/mix.h"
#include "base/spec.h"
#include "search/minimal.h"

#define ABS_ABI 2u /* version of everything in this header that a domain is compiled against */

enum {
    ABS_INFINITY = 1 << 30,        /* beyond every value; never returned, never printed */
    ABS_VALUE_MAX = (1 << 29) - 1, /* the largest value an evaluation may give */
    ABS_MAX_DEPTH = 100,           /* plies a user may ask for, in any domain */
    ABS_MAX_PLY = 128,             /* plies a line may have: free passes cost no depth */
    ABS_MAX_QUIESCENCE = 64,       /* plies a quiescence search goes down; then it evaluates */
    ABS_MAX_MOVES = 1024,          /* moves a position may have, in any domain */
    ABS_NO_MOVE = 0xFFFF, /* "none", where a move is named by its place in generator order */
};

/* ---- counting --------------------------------------------------------------------------- */

/* Exact counts of one search. Leaves are what remains: see abs_leaves(). */
typedef struct {
    uint64_t nodes;    /* entries into the search, repeats included; quiescence apart */
    uint64_t interior; /* nodes whose moves were searched */
    uint64_t qnodes;   /* entries below a quiescence root */
    uint64_t cutoffs, first_move_cutoffs;
    uint64_t interior_researches;
    uint64_t research_nodes; /* inside root or interior re-searches, none twice */
    uint64_t tt_probes, tt_hits, tt_answers, tt_stores, tt_replaced, tt_contradictions;
} abs_counters;

static inline uint64_t abs_leaves(const abs_counters *n)
{
    return n->nodes - n->interior - n->tt_answers;
}

/* ---- the search cores ------------------------------------------------------------------- */

/* Where the second search of a move starts, after its null window let it through. */
typedef enum {
    ABS_FROM_ALPHA,  /* PVS: (alpha, beta) */
    ABS_FROM_SCORE,  /* NegaScout: (score, beta), the null window proved value >= score */
    ABS_FROM_NOTHING /* SCOUT: EVAL passes no bounds down */
} abs_second_search;

/* Every core is search.inc's one function under these flags; variants.c is the table of them. */
typedef struct {
    const char *name;
    bool minimax;     /* no window at all: the naive reference */
    bool hard_low;    /* best starts at alpha: a fail-low returns alpha */
    bool hard_high;   /* a score beyond beta is returned as beta */
    bool ties;        /* an equal score replaces the best move (a slip of the printed forms) */
    bool first_idle;  /* the first score neither raises alpha nor cuts off (another) */
    bool null_window; /* moves after the first are tried with (alpha, alpha + 1) */
    abs_second_search second;
    int exact_depth; /* at this remaining depth or less the first score is exact already */
} abs_core;

/* ---- move ordering ---------------------------------------------------------------------- */

enum { /* in order of precedence, one bit each from the lowest */
       ABS_ORDER_TT = 1,
       ABS_ORDER_KILLER = 2,
       ABS_ORDER_EVAL = 4,
       ABS_ORDER_HISTORY = 8,
};

/* ---- one search ------------------------------------------------------------------------- */

typedef enum { ABS_EVAL_HEURISTIC, ABS_EVAL_RESULT } abs_eval;

/* What a spec fixes for all positions of a domain. Every domain's rules begin with this. */
typedef struct {
    abs_eval eval;
} abs_rules;

typedef struct abs_table abs_table;

/* All that a core reads and writes besides the position. */
typedef struct abs_search {
    abs_core core;
    const void *rules;
    abs_table *table; /* NULL: none */
    unsigned order;   /* ABS_ORDER_... */
    int grain;        /* evaluations are rounded to a multiple of it; 1: as they are */
    bool quiescence;  /* captures are searched on below depth 0 */
    int exact_depth;  /* the core's, or less where its proof does not hold */
    bool in_research; /* inside a root or interior re-search: its nodes are counted once */
    abs_counters n;

    unsigned best; /* root move, by place in generator order; ABS_NO_MOVE: none */
    uint16_t pv_length[ABS_MAX_PLY + 1];
    uint16_t pv[ABS_MAX_PLY + 1][ABS_MAX_PLY + 1];

    uint32_t killers[ABS_MAX_PLY + 1][2]; /* move slots + 1; 0: none */
    uint32_t *history;                    /* [2][slots], by side (ply parity) and move slot */
    uint32_t slots;
    void *arena, *arena_top; /* move lists of the current line */

    uint64_t node_limit;               /* stop at about this many nodes */
    uint64_t poll_at;                  /* poll() is called at about this many nodes */
    void (*poll)(struct abs_search *); /* returns to go on, or longjmps to `stop` */
    jmp_buf stop;
    void *owner; /* for poll() */
} abs_search;

/* What every pass begins with, whatever searches: nothing found, no move list in use. */
static inline void abs_search_begin(abs_search *s)
{
    s->best = ABS_NO_MOVE;
    s->pv_length[0] = 0;
    s->arena_top = s->arena;
}

/* The best line from `ply` on is now this move, followed by the child's if it was searched. */
static inline void abs_search_line(abs_search *s, int ply, unsigned move, bool child)
{
    const unsigned length = child ? s->pv_length[ply + 1] : 0;
    s->pv[ply][0] = (uint16_t)move;
    memcpy(s->pv[ply] + 1, s->pv[ply + 1], length * sizeof s->pv[0][0]);
    s->pv_length[ply] = (uint16_t)(length + 1);
}

/* A move reached beta: killers (Akl & Newborn 1977) and history (Schaeffer 1983) remember it. */
static inline void abs_search_cutoff(abs_search *s, unsigned slot, int depth, int ply)
{
    if ((s->order & ABS_ORDER_KILLER) && s->killers[ply][0] != slot + 1) {
        s->killers[ply][1] = s->killers[ply][0];
        s->killers[ply][0] = slot + 1;
    }
    if (s->order & ABS_ORDER_HISTORY) {
        uint32_t *h = &s->history[(ply & 1) * (size_t)s->slots + slot];
        const uint32_t gain = (uint32_t)(depth * depth);
        *h = *h > UINT32_MAX - gain ? UINT32_MAX : *h + gain;
    }
}

/* Nearest multiple of `grain`, halves away from zero. */
static __attribute__((noinline, unused)) int abs_round(int value, int grain)
{
    const int64_t doubled = 2 * (int64_t)(value < 0 ? -(int64_t)value : value) + grain;
    const int rounded = (int)(doubled / (2 * (int64_t)grain) * grain);
    return value < 0 ? -rounded : rounded;
}

/* ---- the domain descriptor -------------------------------------------------------------- */

/* One way to write a game's positions, in words, and a position written so. */
typedef struct {
    const char *form, *example;
} abs_form;

/*
 * What the program above the root sees of a domain: called once per pass, never per node.
 * Positions and rules are opaque blocks of the sizes given. A move is its place in generator order.
 */
typedef struct abs_domain {
    uint32_t abi;
    const char *name;      /* "othello" */
    const char *aliases;   /* other names, blanks between; may be NULL */
    const char *kind;      /* "game" or "tree" */
    const char *summary;   /* one line for `absbench list` */
    const char *options;   /* what may follow the colon of a spec, or "" */
    const char *example;   /* a tree's whole spec; NULL for games */
    const abs_form *forms; /* a game's, besides "start"; ends with NULLs. NULL for trees */
    const char *unit;      /* what one point of the evaluation is */
    int default_depth;
    bool has_quiescence;
    bool epd;      /* a game's positions are four fields, or FEN's six: its files are EPD */
    bool seedless; /* a tree that does not depend on the seed */
    size_t rules_size, position_size, arena_size;
    uint32_t slots;
    unsigned max_moves; /* of any position */

    /* Reads what follows the colon of a spec ("" when nothing does). */
    bool (*parse_rules)(void *rules, const char *options, abs_error *error);
    void (*free_rules)(void *rules); /* may be NULL */
    /* Another domain for these rules, with the same rules type; NULL: this one. May be NULL. */
    const struct abs_domain *(*choose)(const void *rules);
    /* The root of a tree. NULL for games. */
    void (*root)(const void *rules, uint64_t seed, void *position);
    /* A game's position from its text; "start" is the game's start. NULL for trees. */
    bool (*parse)(const void *rules, const char *text, void *position, abs_error *error);
    /* A game's position as parse() reads it. NULL for trees. */
    void (*print)(const void *rules, const void *position, char *text, size_t size);
    void (*move_text)(const void *rules, const void *position, unsigned move, char *text,
                      size_t size);
    /* The same in the notation of the game's books, such as SAN; NULL: there is no other. */
    void (*san)(const void *rules, const void *position, unsigned move, char *text, size_t size);

    int (*max_depth)(const void *rules);        /* the deepest search that makes sense */
    int (*min_depth)(const void *rules);        /* the shallowest; NULL: 0 */
    int (*bound)(const void *rules, int depth); /* the largest |evaluation| within depth plies */
    int (*half_pawn)(const void *rules);        /* the default window */
    bool (*free_passes)(const void *rules);     /* do some moves cost no depth? NULL: no */
    bool (*can_evaluate)(const void *rules, const void *position); /* at depth 0, before the end */

    unsigned (*count_moves)(const void *rules, const void *position);
    void (*apply)(const void *rules, const void *position, unsigned move, void *child);
    int (*cost)(const void *rules, const void *position, unsigned move); /* in plies: 1 or 0 */
    int (*evaluate)(const void *rules, const void *position, int depth);
    uint64_t (*key)(const void *rules, const void *position);
    /* Stops early, with any count, when abs_interrupted is set. */
    uint64_t (*perft)(const void *rules, const void *position, int depth);

    /* One pass with s->core; fills s->n, s->best and s->pv[0]. Returns the fail-soft value. */
    int (*search)(abs_search *s, const void *position, int alpha, int beta, int depth);
    int (*minimax)(abs_search *s, const void *position, int depth);
    /* The smallest tree that proves, without a table, that `value` is the position's value at that
       depth, and it must be. s->n.nodes counts what is expanded to find it. */
    abs_size (*minimal)(abs_search *s, const void *position, int value, int depth);
} abs_domain;

static inline int abs_min_depth(const abs_domain *domain, const void *rules)
{
    return domain->min_depth != NULL ? domain->min_depth(rules) : 0;
}

static inline bool abs_free_passes(const abs_domain *domain, const void *rules)
{
    return domain->free_passes != NULL && domain->free_passes(rules);
}

#include "search/table.h"

#endif
