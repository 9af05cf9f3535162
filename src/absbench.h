/*
 * absbench.h -- the only header that a domain (a game or a tree model) needs.
 *
 * A domain is a position type and a few small functions. search.inc, which its file includes last,
 * compiles the search into it and defines its descriptor, `<name>_domain`; docs/own-game.md shows
 * how, in this tree and as a plug-in.
 *
 * The first part is what a domain provides: its rules and its descriptor. The second is what a
 * search reads and writes: the flags of its core, its settings, its counts and its memory.
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
#include "base/text.h"

#define ABS_ABI 14u /* the version of this header, which a domain is compiled against */

enum {
    ABS_INFINITY = 1 << 30,        /* greater than every value; never returned or printed */
    ABS_VALUE_MAX = (1 << 29) - 1, /* the greatest value an evaluation may return */
    ABS_MAX_DEPTH = 100,           /* the deepest search a user may ask for, in plies */
    ABS_MAX_PLY = 128,             /* the longest line, in plies; free passes cost no depth */
    ABS_MAX_QUIESCENCE = 64,       /* plies of quiescence search before it evaluates anyway */
    ABS_MAX_MOVES = 1024,          /* the most moves in one position of any domain */
    ABS_NO_MOVE = 0xFFFF,          /* no move; a move is its index in the generator's order */
};

/* ---- what a domain provides ------------------------------------------------------------- */

typedef enum {
    ABS_EVAL_HEURISTIC,
    ABS_EVAL_RESULT,
    ABS_EVAL_MATERIAL /* the simplest one; only domains with .has_material know it */
} abs_eval;

enum { ABS_EVAL_ADDED_MAX = (1 << 20) - 1 }; /* the most that noise, and |turn|, may be */

/* What a spec such as `othello:pass=free` fixes for all positions. Every domain's rules begin with
   this. */
typedef struct {
    abs_eval eval;
    int noise, turn;   /* the core adds them while the game goes on: abs_added() */
    uint64_t contents; /* a hash of the file that the spec names; 0 if it names none */
} abs_rules;

/* Serves as parse_rules of a domain whose rules are just an abs_rules and that has no options. */
static inline bool abs_spec_no_options(void *rules, const char *options, abs_error *error)
{
    static const abs_spec_option none[] = {{.name = NULL}};
    *(abs_rules *)rules = (abs_rules){.eval = ABS_EVAL_HEURISTIC};
    return abs_spec_parse(options, none, error);
}

/* One of the ways to write a game's positions: its description and an example. */
typedef struct {
    const char *form, *example;
} abs_form;

typedef struct abs_search abs_search;

/* The size of a proof (search/minimal.inc), in two measures. */
#define ABS_NO_PROOF UINT64_MAX /* either size, if there is no proof */
typedef struct {
    uint64_t leaves, nodes;
} abs_size;

static inline bool abs_size_proved(abs_size a)
{
    return a.nodes != ABS_NO_PROOF;
}

/* The root's moves, or some of them, and the scores that a pass over them found. */
typedef struct {
    unsigned count;
    struct {
        unsigned move;
        int score; /* as a search returns it, for the root's side */
    } of[ABS_MAX_MOVES];
} abs_root_moves;

/* Names the descriptor of another domain, compiled with ABS_TRACE or without as this file is. */
#ifdef ABS_TRACE
#define ABS_DOMAIN(name) name##_traced
#else
#define ABS_DOMAIN(name) name##_domain
#endif

/*
 * All that the program outside the search knows of a domain. No node of a search calls these
 * functions. Positions and rules are opaque blocks of the given sizes; a move is its index in the
 * generator's order.
 */
typedef struct abs_domain {
    /* The domain sets these in DOMAIN_INFO. A member may be NULL only if its comment says so. */

    const char *name;      /* "othello" */
    const char *aliases;   /* other names, separated by blanks; may be NULL */
    const char *kind;      /* "game" or "tree" */
    const char *summary;   /* one line, for `absbench list` */
    const char *options;   /* what may follow the colon of a spec, or "" */
    const char *example;   /* a tree's complete spec; NULL for games */
    const abs_form *forms; /* how to write a position besides "start"; ends with NULLs; NULL for
                              trees */
    const char *unit;      /* what one point of the evaluation is worth */
    const char *points;    /* what points are called, such as "centipawns"; NULL: "points" */
    int default_depth;
    bool epd;          /* a position is written as the four fields of EPD or the six of FEN */
    bool seedless;     /* a tree that is the same for every seed */
    bool has_material; /* evaluate() knows ABS_EVAL_MATERIAL */

    /* Fills the domain's tables, unless they are filled. parse() calls it; the first call is made
       before searches begin on several threads. NULL if there are none. */
    void (*fill)(void);
    /* Reads what follows the colon of a spec, or "". */
    bool (*parse_rules)(void *rules, const char *options, abs_error *error);
    void (*free_rules)(void *rules); /* may be NULL */
    /* Returns the domain to use under these rules if it is another one, which has the same type of
       rules; else NULL. The function may be NULL. */
    const struct abs_domain *(*choose)(const void *rules);
    /* Sets a tree's root. NULL for games. */
    void (*root)(const void *rules, uint64_t seed, void *position);
    /* Reads a game's position; "start" is the initial position. NULL for trees. */
    bool (*parse)(const void *rules, const char *text, void *position, abs_error *error);
    /* Writes a game's position as parse() reads it. NULL for trees. */
    void (*print)(const void *rules, const void *position, char *text, size_t size);
    /* Writes a move as the game's books do, such as SAN. NULL if move_text() writes that. */
    void (*san)(const void *rules, const void *position, unsigned move, char *text, size_t size);
    /* Returns the move that a text in any of the game's notations names, or ABS_NO_MOVE and sets
       the error if there is none or more than one. NULL if only move_text()'s notation is known. */
    unsigned (*read_move)(const void *rules, const void *position, const char *text,
                          abs_error *error);

    int (*max_depth)(const void *rules); /* the deepest search that makes sense */
    int (*min_depth)(const void *rules); /* the shallowest; NULL: 0 */
    /* The most plies that a game can still last, counting only those that cost depth. NULL: no such
       bound is known. */
    int (*plies_left)(const void *rules, const void *position);
    int (*bound)(const void *rules, int depth); /* the greatest |evaluation| within depth plies */
    int (*half_pawn)(const void *rules);        /* in points; the default window, either side */
    bool (*free_passes)(const void *rules);     /* whether passes cost no depth; NULL: they do */
    /* Writes the number-th, from 0, of the positions that differ from this one only by a symmetry
       of the board or an exchange of colours, or returns false if there are no more. NULL: none. */
    bool (*image)(const void *rules, const void *position, unsigned number, void *image);

    /* search.inc fills these in from the domain's functions and DOMAIN_ macros. */

    uint32_t abi;
    bool has_quiescence;
    unsigned orders;         /* the ABS_ORDER_.. that have an effect here */
    unsigned selects;        /* the ABS_SELECT_.. that have an effect here */
    unsigned unusual_orders; /* orderings that a search uses only if asked for by name */
    size_t rules_size, position_size, arena_size;
    uint32_t slots;
    unsigned max_moves; /* in any position */

    /* Stops counting beyond ABS_MAX_MOVES, because a generator may have no end. */
    unsigned (*count_moves)(const void *rules, const void *position);
    void (*apply)(const void *rules, const void *position, unsigned move, void *child);
    int (*cost)(const void *rules, const void *position, unsigned move); /* in plies: 1 or 0 */
    void (*move_text)(const void *rules, const void *position, unsigned move, char *text,
                      size_t size);
    bool (*can_evaluate)(const void *rules, const void *position); /* before the game is over */
    int (*evaluate)(const void *rules, const void *position, int depth);
    unsigned (*slot)(const void *rules, const void *position, unsigned move);
    /* The number that --order=game sorts moves by, greatest first. NULL: no such ordering. */
    int (*promise)(const void *rules, const void *position, unsigned move);
    uint64_t (*key)(const void *rules, const void *position);
    /* Stops early, with a meaningless count, once interrupt_pending(). */
    uint64_t (*perft)(const void *rules, const void *position, int depth);

    /* One pass with s->core: adds to s->n, sets s->best and s->pv[0], and returns what search.inc
       says a search returns. */
    int (*search)(abs_search *s, const void *position, int alpha, int beta, int depth);
    int (*minimax)(abs_search *s, const void *position, int depth);
    /* Lists the root's moves in the order of the search; none if the root is a leaf. */
    void (*root_moves)(abs_search *s, const void *position, int depth, abs_root_moves *moves);
    /* One pass over these moves, each with the null window (t - 1, t) as the root's side sees it:
       sets their scores and returns the greatest. There is no cutoff, and no probe for the root. */
    int (*search_moves)(abs_search *s, const void *position, int t, int depth,
                        abs_root_moves *moves);
    /* The size of the smallest tree that proves, without a table, the position's value at this
       depth, which must be `value`. Adds the positions expanded to s->n.nodes. */
    abs_size (*minimal)(abs_search *s, const void *position, int value, int depth);
} abs_domain;

/*
 * What a plug-in, a domain compiled to a shared object, exports as `abs_plugin`. The program checks
 * all of it before it calls any function of the domain. descriptor.inc defines it if the file is
 * compiled with ABS_PLUGIN, which is the id of the core that is compiled in.
 */
typedef struct {
    char magic[8]; /* ABS_PLUGIN_MAGIC */
    uint32_t abi;
    uint32_t size; /* of abs_domain and abs_search together */
    uint32_t core; /* scripts/core id */
    const abs_domain *domain;
    const abs_domain *traced; /* the file compiled with ABS_TRACE; NULL if that is not linked in */
    const char *suite; /* DOMAIN_SUITE: lines as in a file of positions; or NULL */
} abs_plugin_info;

#define ABS_PLUGIN_MAGIC "absbench"

/* Whether the domain is a tree model, whose roots are named by a seed, and not a game. */
static inline bool abs_is_tree(const abs_domain *domain)
{
    return domain->root != NULL;
}

/* What --eval=..+noise:N+turn:T adds to the evaluation of a position, for the side to move. */
static inline int abs_added(const abs_rules *rules, uint64_t key)
{
    enum { SALT = 9 };
    const int noise = rules->noise;
    return rules->turn + (noise == 0 ? 0 : abs_draw(abs_mix64(key), SALT, 2 * noise + 1) - noise);
}

/* The greatest |value| of a search to that depth. */
static inline int abs_bound(const abs_domain *domain, const abs_rules *rules, int depth)
{
    const int turn = rules->turn < 0 ? -rules->turn : rules->turn;
    return domain->bound(rules, depth) + rules->noise + turn;
}

static inline int abs_min_depth(const abs_domain *domain, const void *rules)
{
    return domain->min_depth != NULL ? domain->min_depth(rules) : 0;
}

/* The least depth at which searching the position deeper changes nothing, at most ABS_MAX_DEPTH. */
static inline int abs_plies_left(const abs_domain *domain, const void *rules, const void *position)
{
    const int left =
        domain->plies_left != NULL ? domain->plies_left(rules, position) : ABS_MAX_DEPTH;
    return left < ABS_MAX_DEPTH ? left : ABS_MAX_DEPTH;
}

/* The ABS_SELECT_.. that these rules allow. Selection needs an evaluation of any position. */
static inline unsigned abs_selects(const abs_domain *domain, const void *rules)
{
    return abs_min_depth(domain, rules) > 0 ? 0 : domain->selects;
}

static inline bool abs_free_passes(const abs_domain *domain, const void *rules)
{
    return domain->free_passes != NULL && domain->free_passes(rules);
}

/* ---- what a search reads: its core ------------------------------------------------------ */

/* The window of a move's second search, when its null window has returned a score above alpha. */
typedef enum {
    ABS_FROM_ALPHA,  /* PVS: (alpha, beta) */
    ABS_FROM_SCORE,  /* NegaScout: (score, beta); the null window has proved value >= score */
    ABS_FROM_NOTHING /* SCOUT: (-infinity, beta); its EVAL takes no bounds */
} abs_second_search;

/* A core is search.inc's node under these flags. variants.c has the table of all cores, and is the
   only place that sets flags; with all of them off a core is fail-soft alpha-beta. */
typedef struct {
    bool minimax;     /* the naive reference, without a window, instead of that node */
    bool hard_low;    /* best starts at alpha, so that a fail-low returns alpha */
    bool hard_high;   /* a score above beta is returned as beta */
    bool ties;        /* an equal score replaces the best move: a slip of the printed forms */
    bool first_idle;  /* the first score neither raises alpha nor cuts off: another slip */
    bool null_window; /* moves after the first are searched with (alpha, alpha + 1) */
    abs_second_search second;
    int exact_depth; /* at this remaining depth or less the score is exact: no second search */
} abs_core;

enum { /* orderings, one bit each, in order of precedence from the lowest bit */
       ABS_ORDER_TT = 1,
       ABS_ORDER_CAPTURE = 2, /* captures that lose nothing; losing ones come after all moves */
       ABS_ORDER_KILLER = 4,
       ABS_ORDER_EVAL = 8,
       ABS_ORDER_HISTORY = 16,
       ABS_ORDER_GAME = 32,
       /* the orderings that every domain has */
       ABS_ORDER_ANY = ABS_ORDER_TT | ABS_ORDER_KILLER | ABS_ORDER_EVAL | ABS_ORDER_HISTORY,
};

/* A selection (search/select.inc) as one number: a bit for each method; R, the depth reduction of a
   null move; D, the least depth at which a node without a table move is reduced; F, the number of
   the first move that is reduced. 0: no selection, and every search is sound. */
enum {
    ABS_SELECT_NULL = 1,
    ABS_SELECT_CHECK = 2,
    ABS_SELECT_LMR = 4,
    ABS_SELECT_IIR = 8, /* needs a table */
    ABS_SELECT_METHODS = 15,
    ABS_SELECT_PLIES = 4,  /* R begins at this bit, */
    ABS_SELECT_LEAST = 11, /* D at this one, */
    ABS_SELECT_FROM = 18,  /* and F at this one */
    ABS_SELECT_MASK = 127  /* of R and D */
};

/* Ranks of moves, from the top. The rank of a quiet move is relative to ABS_RANK_QUIET until
   rank_quiet() has completed it, and to 0 from then on, because evaluations take 62 bits. */
#define ABS_RANK_CAPTURE (INT64_MAX - (INT64_C(1) << 31))
#define ABS_RANK_KILLER (INT64_C(7) << 60)
#define ABS_RANK_QUIET (INT64_C(6) << 60)
#define ABS_RANK_LOSING INT64_MIN

/* How the next move of a node is found. */
typedef enum {
    ABS_PICK_LIST,    /* no moves are listed yet; only the table's move may have been picked */
    ABS_PICK_CLASSES, /* the ranks of quiet moves and of losing captures are not final */
    ABS_PICK_BEST,    /* all ranks are final; the next move is the best of those left */
    ABS_PICK_SORTED,  /* that move did not cut off; the rest is sorted */
} abs_stage;

/* ---- counting --------------------------------------------------------------------------- */

/* Exact counts of one search, listed in counters.def. Leaves follow from them: abs_leaves(). */
typedef struct {
#define COUNTER(name, unit, help) uint64_t name;
#define MEASUREMENT(name, unit, help) uint64_t name;
#define SELECTED(name, unit, help) uint64_t name;
#define TABLE_COUNTER(name, unit, help) uint64_t tt_##name;
#include "search/counters.def"
} abs_counters;

static inline uint64_t abs_leaves(const abs_counters *n)
{
    return n->nodes - n->interior - n->tt_answers;
}

/* All positions entered. */
static inline uint64_t abs_work(const abs_counters *n)
{
    return n->nodes + n->qnodes;
}

/* ---- one search ------------------------------------------------------------------------- */

typedef struct abs_table abs_table;
typedef struct abs_tracer abs_tracer;

/* All that a search reads and writes besides the position. */
struct abs_search {
    /* The settings, which the search only reads. */
    abs_core core;
    const void *rules;
    abs_table *table; /* NULL if there is none */
    unsigned order;   /* ABS_ORDER_... */
    int grain;        /* evaluations are rounded to a multiple of it; 1: not at all */
    bool adds;        /* the rules add noise or `turn` to evaluations */
    bool quiescence;  /* captures are searched below depth 0 */
    bool tt_pv;       /* false: the table answers nodes with a null window only */
    int tt_from;      /* the least remaining depth that the table is asked about: 1, or 0 */
    bool tt_keep;     /* an entry keeps its move where no move raises alpha */
    bool tt_null;     /* a node that a null move ends is stored; needs a table */
    bool etc;         /* enhanced transposition cutoffs; needs a table */
    unsigned select;  /* selection; 0: none */
    int iteration;    /* the depth of the iteration, which bounds extensions */
    uint64_t shuffle; /* K >= 1: the seed of the children's order; 0: the generator's order */
    /* Is called at each leaf with the hash of the path to it (--distinct), unless it is NULL. */
    void (*see_leaf)(abs_search *, uint64_t path);
    const uint64_t *past; /* keys of the positions before the root; repeating one is a draw .. */
    unsigned past_count;  /* .. and their number; only with DOMAIN_REPETITION */

    /* What the search has found. */
    abs_counters n;
    unsigned best;  /* the root's move, or ABS_NO_MOVE */
    unsigned later; /* the last root move, not the first of its pass, that beat alpha */
    uint16_t pv_length[ABS_MAX_PLY + 1];
    uint16_t pv[ABS_MAX_PLY + 1][ABS_MAX_PLY + 1];

    /* Internal state and memory. */
    int exact_depth;    /* core.exact_depth, or less where its proof does not hold */
    bool passed;        /* the move to the next position entered is a null move */
    bool in_research;   /* inside a root or interior re-search; nested ones are not counted again */
    int null_ply;       /* the ply at which the current null window began, or ABS_NO_PLY */
    uint64_t null_from; /* nodes entered before it */
    uint64_t key;       /* of the position that is entered next, where there is a table */
    uint64_t path[ABS_MAX_PLY + 1];       /* for see_leaf(): a hash of the moves up to each ply */
    uint32_t killers[ABS_MAX_PLY + 1][2]; /* a move's slot + 1; 0: no killer */
    uint32_t *history;                    /* [2][slots], by side (parity of ply) and move slot */
    uint32_t slots;
    void *arena, *arena_top; /* move lists of the current line */

    /* How the search is stopped. */
    uint64_t work_limit;        /* the search stops at about this much work */
    uint64_t poll_at;           /* poll() is called at about this much work */
    void (*poll)(abs_search *); /* returns if the search goes on, else longjmps to `stop` */
    jmp_buf stop;
    void *owner; /* for poll() and see_leaf() */

    abs_tracer *tracer; /* a domain compiled with ABS_TRACE reports each step to it; may be NULL */
};

enum { ABS_NO_PLY = ABS_MAX_PLY + 1 }; /* null_ply while no null window is being searched */

/*
 * Null nodes are those entered with beta = alpha + 1. All nodes below a null node are null nodes
 * too, so s->n.nodes is read only at the start and at the end of a null window. `ply` is that of
 * the node that begins it, whose own window is wider; -1 if the whole pass has a null window.
 */
static inline void abs_search_null_begin(abs_search *s, int ply)
{
    s->null_ply = ply;
    s->null_from = s->n.nodes;
}

static inline void abs_search_null_end(abs_search *s)
{
    if (s->null_ply != ABS_NO_PLY)
        s->n.null_nodes += s->n.nodes - s->null_from;
    s->null_ply = ABS_NO_PLY;
}

/* The rank of the child with this key among its siblings under --shuffle; the least comes first. */
static inline uint64_t abs_shuffle_rank(uint64_t key, uint64_t shuffle)
{
    return shuffle == 0 ? 0 : abs_mix64(key + shuffle * ABS_G);
}

/* Begins a pass of any search: nothing is found yet, and no move list is in use. */
static inline void abs_search_begin(abs_search *s)
{
    const abs_rules *rules = s->rules;
    s->adds = rules->noise != 0 || rules->turn != 0;
    s->null_ply = ABS_NO_PLY;
    s->passed = false;
    s->best = ABS_NO_MOVE;
    s->pv_length[0] = 0;
    s->arena_top = s->arena;
}

/* Whether a position before the root has that key. */
static __attribute__((noinline, unused)) bool abs_search_knows(const abs_search *s, uint64_t key)
{
    for (unsigned i = 0; i < s->past_count; i++)
        if (s->past[i] == key)
            return true;
    return false;
}

/* Sets the best line from `ply` on: this move, followed by the child's line if `child`. */
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

/* Rounds to the nearest multiple of `grain`, halves away from zero. */
static __attribute__((noinline, unused)) int abs_round(int value, int grain)
{
    const int64_t doubled = 2 * (int64_t)(value < 0 ? -(int64_t)value : value) + grain;
    const int rounded = (int)(doubled / (2 * (int64_t)grain) * grain);
    return value < 0 ? -rounded : rounded;
}

#include "search/table.h"

#endif
