/*
 * variants.h -- the tables of cores and of root drivers, and how --algo names them.
 */
#ifndef ABS_VARIANTS_H
#define ABS_VARIANTS_H

#include "absbench.h"

typedef enum {
    ABS_OPEN,
    ABS_ASPIRATION,
    ABS_MTDF, /* this and the following drivers search with null windows only */
    ABS_MTDF_PRINTED,
    ABS_BISECT,
    ABS_STEP,
    ABS_SSS,
    ABS_DUAL,
    ABS_BNS, /* searches root moves one by one */
    ABS_DRIVERS
} abs_driver;

typedef enum {
    ABS_WIDEN_FULL,
    ABS_WIDEN_BOUND,
    ABS_WIDEN_GRADUAL,
    ABS_WIDEN_BOTH,
    ABS_WIDEN_RECENTRE,
    ABS_WIDENINGS
} abs_widen;

/* Whether the policy widens its windows by the factor. */
static inline bool abs_widen_grows(abs_widen widen)
{
    return widen == ABS_WIDEN_GRADUAL || widen == ABS_WIDEN_BOTH || widen == ABS_WIDEN_RECENTRE;
}

typedef enum {
    ABS_GUESS_PREVIOUS,
    ABS_GUESS_PARITY,
    ABS_GUESS_MEAN, /* the mean of these two, rounded down */
    ABS_GUESS_SHALLOW,
    ABS_GUESS_STATIC,
    ABS_GUESS_EXACT,  /* the true value plus .number */
    ABS_GUESS_NUMBER, /* .number itself */
    ABS_GUESS_DEFAULT /* previous; without deepening, shallow */
} abs_guess_kind;

/* An entry of a list that a user chooses from. A NULL name ends the list. */
typedef struct {
    const char *name;
    const char *help;
    const char *source; /* the paper it is from, or NULL */
} abs_named;

extern const abs_named abs_widen_names[], abs_guess_names[], abs_eval_names[], abs_tt_mode_names[];
extern const abs_named abs_tt_replace_names[], abs_order_names[]; /* its entry i is flag 1 << i */

/* The orderings that a search of the domain uses if none are given. */
unsigned abs_usual_orders(const abs_domain *domain);

/* Writes "none", or the names of the bits that are set, with commas between them. */
void abs_flags_text(const abs_named *names, unsigned flags, char *text, size_t size);

/* Which of the options that shape windows a driver uses. */
enum { ABS_USES_GUESS = 1, ABS_USES_WINDOW = 2, ABS_USES_STEP = 4 };

typedef struct {
    abs_named about;
    unsigned uses;
} abs_driver_info;

/* A limit is not compared with searches; they are measured against it (work/run.c). */
typedef enum {
    ABS_LIMIT_NONE,
    ABS_LIMIT_TREE, /* the minimal tree: no table, no ordering, no deepening */
    ABS_LIMIT_GRAPH /* the left-first minimal graph: needs a table */
} abs_limit;

typedef struct {
    abs_named about;
    abs_core core; /* of a limit, the search that it starts with */
    abs_limit limit;
    bool alone; /* `open` is its only driver: it takes no window, or is here only for study */
} abs_core_info;

extern const abs_driver_info abs_driver_table[ABS_DRIVERS];
extern const abs_core_info abs_core_table[];
extern const unsigned abs_core_count;

/* An engine, another program that plays: its command, and the name and author that it reports. */
typedef struct abs_engine {
    const struct abs_engine *next;
    const char *command, *name, *author;
} abs_engine;

/* Returns the engine of these texts, which is never freed. Only the main thread may call it. */
const abs_engine *abs_engine_known(const char *command, const char *name, const char *author);

/* An algorithm as the user named it: a driver around a core; or an engine with the options that are
   set in it, "COMMAND:NAME=VALUE;NAME=VALUE". */
typedef struct {
    char name[192];
    abs_driver driver;
    const abs_core_info *core;
    const abs_engine *engine; /* NULL if it is a search of our own */
    bool grouped;             /* only a group names it, so that it is left out if it cannot run */
} abs_algo;

/*
 * Settings of an engine are written NAME=VALUE;NAME=VALUE, and a button's as NAME. A value that has
 * a comma, a semicolon or a double quote stands in double quotes, in which "" is one of them.
 */

/* Copies a value up to the character `until` outside quotes, or to the end, without its quotes.
   Returns where it ends, or NULL if a quote is not closed or there is no room. */
const char *engine_value_read(const char *from, char until, char *value, size_t size);
/* Appends ";NAME=VALUE" to settings, or ";NAME" if the value is NULL; without ";" if they are
   empty. Returns false if there is no room. */
bool engine_value_add(char *set, size_t size, const char *name, const char *value);

/* The options that are set in an engine, or "". */
static inline const char *engine_settings(const abs_algo *algo)
{
    const char *const set = algo->name + strlen(algo->engine->command);
    return set + (*set == ':');
}

/* Makes an algorithm of an engine; `set` may be "". Returns false if its name is too long. */
bool abs_algo_of_engine(const abs_engine *engine, const char *set, abs_algo *algo);

enum { ABS_ALGOS_MAX = 64 };

/*
 * Reads CORE, DRIVER, DRIVER+CORE or a group (all, mtd, printed, limits). Appends the algorithms
 * that are new to `algos`, which holds *count and has room for ABS_ALGOS_MAX. Returns false for
 * wrong usage; the error names `option`.
 */
bool abs_algo_parse(const char *option, const char *text, abs_algo *algos, unsigned *count,
                    abs_error *error);
/* Returns the algorithm of a name that must exist. */
abs_algo abs_algo_named(const char *name);

/* The groups and their members, in order. A NULL name ends the list. */
typedef struct {
    const char *name;
    const char *members; /* separated by commas */
} abs_group;
extern const abs_group abs_groups[];

/* Whether each pass may move a bound by only one point: an MTD driver around a fail-hard core. */
static inline bool abs_algo_crawls(const abs_algo *algo)
{
    return algo->driver >= ABS_MTDF && (algo->core->core.hard_low || algo->core->core.hard_high);
}

/* Whether it always returns the minimax value or, as bns may, says that it is a lower bound. */
static inline bool abs_driver_is_sound(abs_driver driver)
{
    return driver != ABS_MTDF_PRINTED;
}

/* Whether it also always returns a best move; the printed cores may not. */
static inline bool abs_algo_is_sound(const abs_algo *algo)
{
    return algo->engine == NULL && abs_driver_is_sound(algo->driver) && !algo->core->core.ties;
}

/* What searches can be compared by (--metric), in the order of help: counters, by their names in
   counters.def, and the processor time in nanoseconds. The noun completes "10 % more NOUN". */
#define METRICS_OF(COUNTED, TIMED)                                                                 \
    COUNTED(work, "work", "nodes and qnodes")                                                      \
    COUNTED(nodes, "nodes", "without those of quiescence")                                         \
    COUNTED(leaves, "leaves", "without those of quiescence")                                       \
    COUNTED(distinct_leaves, "distinct leaves", "each once an iteration (--distinct)")             \
    COUNTED(evaluations, "evaluations", "static, those for ordering too")                          \
    TIMED(time, "processor time", "processor time")

typedef enum {
#define METRIC(name, noun, help) METRIC_##name,
    METRICS_OF(METRIC, METRIC)
#undef METRIC
        METRICS
} abs_metric;

extern const abs_named abs_metric_names[]; /* by abs_metric */
extern const char *const abs_metric_nouns[METRICS];

#endif
