/*
 * absbench.h -- the only header that a domain (a game or a tree model) needs.
 *
 * A domain is a position type and a few small functions. search.inc, which its file includes last,
 * compiles the search into it and defines its descriptor, `<name>_domain`; docs/own-game.md shows
 * how, in this tree and as a plug-in.
 *
 * First comes what a domain provides: its rules and its descriptor; then what a search reads and
 * writes: the flags of its core, its settings, its counts and its memory.
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

#define ABS_ABI 12u /* the version of this header, which a domain is compiled against */

enum {
    ABS_INFINITY = 1 << 30,        /* greater than every value; never returned or printed */
    ABS_VALUE_MAX = (1 << 29) - 1, /* the greatest value an evaluation may return */
    ABS_MAX_DEPTH = 100,           /* the deepest search a user may ask for, in plies */
    ABS_MAX_PLY = 128,             /* the longest line, in plies: free passes cost no depth */
    ABS_MAX_QUIESCENCE = 64,       /* plies of quiescence search before it evaluates anyway */
    ABS_MAX_MOVES = 1024,          /* moves in one position, in any domain */
    ABS_NO_MOVE = 0xFFFF,          /* no move: a move is its place in generator order */
};

/* ---- what a domain provides ------------------------------------------------------------- */

typedef enum {
    ABS_EVAL_HEURISTIC,
    ABS_EVAL_RESULT,
    ABS_EVAL_MATERIAL /* the simplest one; of domains with .has_material */
} abs_eval;

enum { ABS_EVAL_ADDED_MAX = (1 << 20) - 1 }; /* the most that noise and turn may be */

/* What a spec such as `othello:pass=free` fixes for all positions. Every domain's rules begin with
   this. */
typedef struct {
    abs_eval eval;
    int noise, turn;   /* added by the core where the game goes on: abs_added() */
    uint64_t contents; /* a hash of the file that the spec names; 0: it names none */
} abs_rules;

/* For abs_domain.parse_rules, where the rules are just an abs_rules and there are no options. */
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
#define ABS_NO_PROOF UINT64_MAX /* the size, in either, of what cannot be proved */
typedef struct {
    uint64_t leaves, nodes;
} abs_size;

static inline bool abs_size_proved(abs_size a)
{
    return a.nodes != ABS_NO_PROOF;
}

/* A node of a search that is taken step by step, from outside (src/parallel). The domain keeps its
   position and moves behind it (node.inc); whoever searches it sets the windows, counts scores and
   says when it has ended. */
typedef struct {
    int alpha0, alpha, beta; /* as asked; alpha as raised since */
    int depth, ply;
    uint64_t key;    /* of the position, where there is a table or the node is `listed` */
    unsigned index;  /* of the move that leads to it, in the generator's order */
    unsigned number; /* of its own next move, in the order of search */
    bool listed;     /* moves are made out of their turn */
    bool dressed;    /* it does more than the bare search */
    int best;
    unsigned best_index;
    uint16_t pv_length, pv[ABS_MAX_PLY + 1];
} abs_node;

/* The root's moves, or some of them, and what a pass over them found. */
typedef struct {
    unsigned count;
    struct {
        unsigned move;
        int score; /* as a search returns it, for the root's side */
    } of[ABS_MAX_MOVES];
} abs_root_moves;

/* The descriptor of a domain that is compiled along with this one: as this one is (search/trace.h).
 */
#ifdef ABS_TRACE
#define ABS_DOMAIN(name) name##_traced
#else
#define ABS_DOMAIN(name) name##_domain
#endif

/* Has `fill` called before main(), so that searches on several threads only read what it fills; in
   a search to be watched before the first of them, since most runs watch none. */
#if defined ABS_TRACE && !defined ABS_PLUGIN
#define ABS_FILL_AT_START(fill)                                                                    \
    static void (*const fill##_at)(void) __attribute__((section("abs_fills"), used)) = fill
#else
#define ABS_FILL_AT_START(fill)                                                                    \
    static __attribute__((constructor)) void fill##_at_start(void)                                 \
    {                                                                                              \
        fill();                                                                                    \
    }                                                                                              \
    _Static_assert(1, "")
#endif

/*
 * All that the program outside the search knows of a domain. These functions are not called at the
 * nodes of a search. Positions and rules are opaque blocks of the given sizes; a move is its place
 * in generator order.
 */
typedef struct abs_domain {
    /* Set by the domain, in DOMAIN_INFO. Only what says so may be NULL. */

    const char *name;      /* "othello" */
    const char *aliases;   /* other names, separated by blanks; may be NULL */
    const char *kind;      /* "game" or "tree" */
    const char *summary;   /* one line, for `absbench list` */
    const char *options;   /* what may follow the colon of a spec, or "" */
    const char *example;   /* a tree's complete spec; NULL for games */
    const abs_form *forms; /* a game's, besides "start", ended by NULLs; NULL for trees */
    const char *unit;      /* what one point of the evaluation is worth */
    const char *points;    /* what points are called: "centipawns"; NULL: points */
    int default_depth;
    bool epd;          /* a game whose positions are EPD's four fields, or FEN's six */
    bool seedless;     /* a tree that is the same for every seed */
    bool has_material; /* evaluate() knows ABS_EVAL_MATERIAL */

    /* Reads what follows the colon of a spec, or "". */
    bool (*parse_rules)(void *rules, const char *options, abs_error *error);
    void (*free_rules)(void *rules); /* may be NULL */
    /* The domain to use under these rules if it is another one, of the same rules type; else NULL.
       The function itself may be NULL. */
    const struct abs_domain *(*choose)(const void *rules);
    /* A tree's root. NULL for games. */
    void (*root)(const void *rules, uint64_t seed, void *position);
    /* Reads a game's position; "start" is its first. NULL for trees. */
    bool (*parse)(const void *rules, const char *text, void *position, abs_error *error);
    /* Writes a game's position as parse() reads it. NULL for trees. */
    void (*print)(const void *rules, const void *position, char *text, size_t size);
    /* Writes a move as the game's books do, such as SAN; NULL where move_text() does. */
    void (*san)(const void *rules, const void *position, unsigned move, char *text, size_t size);
    /* The move that a text of any of the game's notations names; ABS_NO_MOVE, with the error set,
       if there is none or more than one. NULL where only what move_text() writes is a move. */
    unsigned (*read_move)(const void *rules, const void *position, const char *text,
                          abs_error *error);

    int (*max_depth)(const void *rules); /* the deepest search that makes sense */
    int (*min_depth)(const void *rules); /* the shallowest; NULL: 0 */
    /* The most plies of depth that a game can go on for; NULL: no such bound is known. */
    int (*plies_left)(const void *rules, const void *position);
    int (*bound)(const void *rules, int depth); /* the greatest |evaluation| within depth plies */
    int (*half_pawn)(const void *rules);        /* the default window */
    bool (*free_passes)(const void *rules);     /* do passes cost no depth? NULL: no */
    /* Writes the number-th, from 0, of the positions that differ from this one only by a symmetry
       of the board or an exchange of colours. False: there are no more. NULL: none are known. */
    bool (*image)(const void *rules, const void *position, unsigned number, void *image);

    /* Filled in by search.inc, from the domain's functions and DOMAIN_ macros. */

    uint32_t abi;
    bool has_quiescence;
    unsigned orders;         /* ABS_ORDER_.. that act here */
    unsigned selects;        /* ABS_SELECT_.. that act here */
    unsigned unusual_orders; /* those that are left out where none are asked for */
    size_t rules_size, position_size, arena_size;
    uint32_t slots;
    unsigned max_moves; /* in any position */

    /* Stops counting beyond ABS_MAX_MOVES: a generator may have no end. */
    unsigned (*count_moves)(const void *rules, const void *position);
    void (*apply)(const void *rules, const void *position, unsigned move, void *child);
    int (*cost)(const void *rules, const void *position, unsigned move); /* in plies: 1 or 0 */
    void (*move_text)(const void *rules, const void *position, unsigned move, char *text,
                      size_t size);
    bool (*can_evaluate)(const void *rules, const void *position); /* where it is not over */
    int (*evaluate)(const void *rules, const void *position, int depth);
    unsigned (*slot)(const void *rules, const void *position, unsigned move);
    /* What --order=game sorts a move by, greater first; NULL: the domain has no such ordering. */
    int (*promise)(const void *rules, const void *position, unsigned move);
    uint64_t (*key)(const void *rules, const void *position);
    /* Stops early, with a meaningless count, once interrupt_pending(). */
    uint64_t (*perft)(const void *rules, const void *position, int depth);

    /* One pass with s->core: adds to s->n, sets s->best and s->pv[0], and returns what search.inc
       says a search returns. */
    int (*search)(abs_search *s, const void *position, int alpha, int beta, int depth);
    int (*minimax)(abs_search *s, const void *position, int depth);
    /* Lists the root's moves in the order of the search; none where it is a leaf. */
    void (*root_moves)(abs_search *s, const void *position, int depth, abs_root_moves *moves);
    /* One pass over these moves, each with the null window (t - 1, t) of the root's side: sets
       their scores and returns the greatest. No cutoff; the table is not asked for the root. */
    int (*search_moves)(abs_search *s, const void *position, int t, int depth,
                        abs_root_moves *moves);
    /* The size of the smallest tree that proves the position's value at that depth, which must be
       `value`, without a table. Adds the positions expanded to s->n.nodes. */
    abs_size (*minimal)(abs_search *s, const void *position, int value, int depth);

    /* A search step by step. A node is a block of that size, to be kept where it is; `listed`:
       moves are to be made out of their turn, and positions have keys. */
    size_t node_size;
    void (*node_root)(abs_search *s, abs_node *n, const void *position, bool listed);
    /* Enters it. False: n->best is its value, it has no moves to search. */
    bool (*node_enter)(abs_search *s, abs_node *n);
    bool (*node_next)(abs_search *s, abs_node *n); /* is there a move of that number? */
    void (*node_down)(abs_search *s, abs_node *n, unsigned number, abs_node *child);
    void (*node_cut)(abs_search *s, abs_node *n, const abs_node *child); /* it reached beta */
    void (*node_end)(abs_search *s, abs_node *n); /* n->best is what the search returns */
} abs_domain;

/*
 * What a plug-in exports, as `abs_plugin`: a domain compiled to a shared object, with all that must
 * be as in the program before any of its functions is called. descriptor.inc defines it where the
 * file is compiled with ABS_PLUGIN, which is the number of the core that is compiled in.
 */
typedef struct {
    char magic[8]; /* ABS_PLUGIN_MAGIC */
    uint32_t abi;
    uint32_t size; /* of abs_domain and abs_search together */
    uint32_t core; /* scripts/core id */
    const abs_domain *domain;
    const abs_domain *traced; /* the file compiled with ABS_TRACE; NULL: that was not linked in */
    const char *suite; /* DOMAIN_SUITE: positions, a line each, as in a file of them; or NULL */
} abs_plugin_info;

#define ABS_PLUGIN_MAGIC "absbench"

/* Whether the domain is a tree model, not a game: the one has roots by seed, the other positions.
 */
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

/* The deepest search of a position that is not the same as one less deep. */
static inline int abs_plies_left(const abs_domain *domain, const void *rules, const void *position)
{
    const int left =
        domain->plies_left != NULL ? domain->plies_left(rules, position) : ABS_MAX_DEPTH;
    return left < ABS_MAX_DEPTH ? left : ABS_MAX_DEPTH;
}

/* What may be selected under these rules: nothing, where not every position has an evaluation. */
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
    ABS_FROM_NOTHING /* SCOUT: (-infinity, beta); EVAL is given no bounds */
} abs_second_search;

/* A core is search.inc's node under these flags. variants.c has the table of all cores, and is the
   only place that sets flags; with all of them off a core is fail-soft alpha-beta. */
typedef struct {
    bool minimax;     /* not that node, but the naive reference: no window */
    bool hard_low;    /* best starts at alpha: a fail-low returns alpha */
    bool hard_high;   /* a score above beta is returned as beta */
    bool ties;        /* an equal score replaces the best move: a slip of the printed forms */
    bool first_idle;  /* the first score neither raises alpha nor cuts off: another slip */
    bool null_window; /* moves after the first are searched with (alpha, alpha + 1) */
    abs_second_search second;
    int exact_depth; /* no second search at this remaining depth or less: the score is exact */
} abs_core;

enum { /* orderings, one bit each, in order of precedence from the lowest bit */
       ABS_ORDER_TT = 1,
       ABS_ORDER_CAPTURE = 2, /* those that lose nothing; the others come last of all moves */
       ABS_ORDER_KILLER = 4,
       ABS_ORDER_EVAL = 8,
       ABS_ORDER_HISTORY = 16,
       ABS_ORDER_GAME = 32,
       /* what every domain has */
       ABS_ORDER_ANY = ABS_ORDER_TT | ABS_ORDER_KILLER | ABS_ORDER_EVAL | ABS_ORDER_HISTORY,
};

/* Selection (search/select.inc), as one number: what is selected, one bit each, and above the bits
   R, the plies that a null move is searched less deep besides its own, and F, the number of the
   first move that is reduced. 0: none, every search is sound. */
enum {
    ABS_SELECT_NULL = 1,
    ABS_SELECT_CHECK = 2,
    ABS_SELECT_LMR = 4,
    ABS_SELECT_PLIES = 8, /* where R begins */
    ABS_SELECT_FROM = 16  /* where F does */
};

/* Ranks of moves, from the top. A quiet move's own are added to ABS_RANK_QUIET as long as not all
   is known, then to 0: evaluations take 62 bits. */
#define ABS_RANK_CAPTURE (INT64_MAX - (INT64_C(1) << 31))
#define ABS_RANK_KILLER (INT64_C(7) << 60)
#define ABS_RANK_QUIET (INT64_C(6) << 60)
#define ABS_RANK_LOSING INT64_MIN

/* What is to be done when the next move is asked for. */
typedef enum {
    ABS_PICK_LIST,    /* the moves are not listed yet, but for the table's */
    ABS_PICK_CLASSES, /* ranks of quiet moves and losing captures are not final */
    ABS_PICK_BEST,    /* all are: the best of what is left has to be found */
    ABS_PICK_SORTED,  /* that did not cut off: the rest is sorted */
} abs_stage;

/* ---- counting --------------------------------------------------------------------------- */

/* Exact counts of one search, listed in counters.def. Leaves are what remains: abs_leaves(). */
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
    /* Read: the settings. */
    abs_core core;
    const void *rules;
    abs_table *table; /* NULL: none */
    unsigned order;   /* ABS_ORDER_... */
    int grain;        /* evaluations are rounded to a multiple of it; 1: not at all */
    bool adds;        /* the rules add noise or a turn's worth to evaluations */
    bool quiescence;  /* captures are searched below depth 0 */
    bool etc;         /* enhanced transposition cutoffs; needs a table */
    unsigned select;  /* selection; 0: none */
    int iteration;    /* the depth of the iteration, which bounds extensions */
    uint64_t shuffle; /* K >= 1: children in a seeded order; 0: in the generator's */
    /* Is told of each leaf, by the hash of the path to it (--distinct); NULL: nobody is. */
    void (*see_leaf)(abs_search *, uint64_t path);

    /* Written: what was found. */
    abs_counters n;
    unsigned best; /* the root's move, or ABS_NO_MOVE */
    uint16_t pv_length[ABS_MAX_PLY + 1];
    uint16_t pv[ABS_MAX_PLY + 1][ABS_MAX_PLY + 1];

    /* Internal: state and memory. */
    int exact_depth;    /* core.exact_depth, or less where its proof does not hold */
    bool passed;        /* the move to the position that is entered next was a null move */
    bool in_research;   /* in a root or interior re-search, whose nodes are counted once */
    int null_ply;       /* where the null windows now searched began, or ABS_NO_PLY */
    uint64_t null_from; /* nodes entered before them */
    uint64_t key;       /* of the position that is entered next, where there is a table */
    uint64_t path[ABS_MAX_PLY + 1];       /* for see_leaf(): of the moves up to each ply */
    uint32_t killers[ABS_MAX_PLY + 1][2]; /* move slots + 1; 0: none */
    uint32_t *history;                    /* [2][slots], by side (parity of ply) and move slot */
    uint32_t slots;
    void *arena, *arena_top; /* move lists of the current line */

    /* How it is stopped. */
    uint64_t work_limit;        /* at about so much work */
    uint64_t poll_at;           /* poll() is called at about so much work */
    void (*poll)(abs_search *); /* returns to go on, or longjmps to `stop` */
    jmp_buf stop;
    void *owner; /* for poll() and see_leaf() */

    abs_tracer *tracer; /* is told of each step, if the domain is compiled to do so; NULL: nobody */
};

enum { ABS_NO_PLY = ABS_MAX_PLY + 1 }; /* of null_ply: no null window is being searched */

/*
 * Null nodes are those entered with beta = alpha + 1. Below such a node all are; so they are
 * counted where a null window begins, at a ply whose own is wider (-1: the pass itself), and where
 * it ends.
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

/* Where --shuffle ranks the child of that key among its siblings: the least first. */
static inline uint64_t abs_shuffle_rank(uint64_t key, uint64_t shuffle)
{
    return shuffle == 0 ? 0 : abs_mix64(key + shuffle * ABS_G);
}

/* Begins a pass of any search: nothing found, no move list in use. */
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

/* The best line from `ply` on is now this move, followed by the child's line if `child`. */
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

#include "search/table.h"

#endif
