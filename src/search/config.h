/*
 * config.h -- a configuration: all that defines a search besides its position. config.def lists its
 * settings; every format is written by the table made from it here.
 */
#ifndef ABS_CONFIG_H
#define ABS_CONFIG_H

#include "search/variants.h"

/* The first window of aspiration is (guess - low, guess + high); both >= 1. Both 0: automatic, each
   iteration has its own (abs_window_after). */
typedef struct {
    int low, high;
} abs_window;

static inline bool abs_window_is_auto(abs_window window)
{
    return window.low == 0;
}

typedef struct {
    abs_guess_kind kind; /* never ABS_GUESS_DEFAULT */
    int number;          /* of ABS_GUESS_EXACT and ABS_GUESS_NUMBER */
} abs_guess;

typedef struct {
    abs_eval kind;
    int noise, turn; /* added to it; |..| <= ABS_EVAL_ADDED_MAX */
} abs_evaluation;

/* How processors share a search, simulated: which children of a node become tasks, and when. */
typedef enum {
    ABS_PARALLEL_OFF,
    ABS_PARALLEL_ROOT,     /* of the root, when its first is done */
    ABS_PARALLEL_ROOT_ALL, /* of the root, all at once */
    ABS_PARALLEL_PVSPLIT,  /* of nodes on the leftmost path (Marsland & Campbell 1982) */
    ABS_PARALLEL_YBW,      /* of every node, when its first is done (Feldmann 1993) */
    ABS_PARALLEL_ABDADA,   /* none: each processor searches from the root (Weill 1996) */
    ABS_PARALLELS
} abs_parallel_method;
typedef enum { ABS_TABLES_SHARED, ABS_TABLES_PRIVATE } abs_table_sharing;
enum { ABS_PROCESSORS_MAX = 1024, ABS_COST_MAX = 1000 };

/* Settings that the algorithm does not use are 0. */
typedef struct {
#define CONFIG(type, name, level, ...) type name;
#include "search/config.def"
    /* What may stop a search early and is not part of a row's id. */
    double timeout;     /* seconds; 0: none */
    bool keep;          /* an engine: its process, for the worker's next search */
    bool distinct;      /* distinct leaves are counted */
    bool for_reference; /* searched for ratios to it alone: not among the results */
    bool optional;      /* --verify's own row: left out when it reaches its limit */
} abs_config;

#define ABS_SHUFFLE_MAX ((INT64_C(1) << 53) - 1)

enum { ABS_EXPANSION_NODES_MAX = 20 * 1000000 }; /* naive minimax rows, minimal trees: the limit */

enum {
#define CONFIG(type, name, level, ...) CONFIG_##name,
#define DERIVED(name, level, ...) CONFIG_##name,
#include "search/config.def"
    CONFIG_FIELDS
};

/* How a field is kept and written. */
typedef enum {
    CONFIG_ALGO,   /* abs_algo, by its name */
    CONFIG_DRIVER, /* of the algorithm */
    CONFIG_CORE,
    CONFIG_WINDOW, /* abs_window: a pair */
    CONFIG_GUESS,  /* abs_guess: a text */
    CONFIG_EVAL,   /* abs_evaluation: a text */
    CONFIG_SELECT, /* unsigned, ABS_SELECT_..: a text */
    CONFIG_NAME,   /* an enum, by its name */
    CONFIG_FLAGS,  /* bits, by the names of those set */
    CONFIG_INT,    /* int */
    CONFIG_REAL,   /* double */
    CONFIG_SWITCH, /* bool */
    CONFIG_BYTES,  /* uint64_t, in words with K, M or G */
    CONFIG_COUNT,  /* uint64_t */
} config_kind;

/*
 * A field's part in comparisons. Rows of one position that agree in all SETTING fields have the
 * same true value. Groups that agree in all FRAME fields too can be compared: they differ in the
 * algorithm and its windows. Those that agree in the ALGORITHM as well are a family, and differ in
 * POLICY. What differs only in a COPY field is one configuration, searched several times.
 */
typedef enum {
    CONFIG_SETTING,
    CONFIG_FRAME,
    CONFIG_ALGORITHM,
    CONFIG_POLICY,
    CONFIG_COPY
} config_level;

/* What a field's value depends on where nobody asks for one; config_preset() knows how. */
typedef enum {
    CONFIG_PRESET,      /* nothing: it is `preset` */
    CONFIG_BY_SETTINGS, /* fields that nest outside */
    CONFIG_BY_DOMAIN,
    CONFIG_BY_RULES /* and the domain */
} config_chosen;

typedef struct config_field {
    const char *name; /* in rows and on the command line */
    config_kind kind;
    config_level level;
    size_t offset, size; /* in abs_config */
    unsigned nest;       /* from 1: lists multiply in this order; 0: one value for all */
    bool (*present)(const abs_config *); /* else it is null in a row */
    bool (*open)(const abs_config *);    /* can be chosen; NULL: wherever it is present */
    const abs_named *names;              /* of CONFIG_NAME and CONFIG_FLAGS */
    int64_t preset;                      /* the value where nobody asks for one, or .. */
    config_chosen chosen;                /* .. what that depends on */
    const char *said;                    /* how help says it, where not as a value */
    int64_t low, high;                   /* of numbers; high 0: any */
    int place;         /* in the id: before the others (-1), in their order (0), after them */
    bool tacit;        /* the id leaves it out where it is `preset` */
    const char *word;  /* in the id: "w%s", or "what 1 is|what 0 is" */
    const char *label; /* in tables, in the same form */
    const char *unit, *help;
} config_field;

extern const config_field config_fields[CONFIG_FIELDS];

static inline bool config_present(const config_field *f, const abs_config *c)
{
    return f->present == NULL || f->present(c);
}

/* Whether the algorithm and the settings so far leave the field to be chosen. */
static inline bool config_open(const config_field *f, const abs_config *c)
{
    return f->open != NULL ? f->open(c) : config_present(f, c);
}

/* The field's place in the configuration. */
static inline void *config_at(const config_field *f, abs_config *c)
{
    return (char *)c + f->offset;
}

static inline double config_real(const config_field *f, const abs_config *c)
{
    return *(const double *)((const char *)c + f->offset);
}

/* A field's number: a switch's is 0 or 1, CONFIG_REAL's is truncated; 0 for the kinds that are not
   one number (CONFIG_ALGO, CONFIG_WINDOW, CONFIG_GUESS and what follows from them). An evaluation
   is one: config_eval_number(). */
int64_t config_number(const config_field *f, const abs_config *c);
/* Sets a field that is one number. */
void config_set(const config_field *f, abs_config *c, int64_t number);

/* Sets a field to what it is where nobody asks. False: that cannot be told without the domain or
   its rules, which may be NULL, or at all: the algorithm, and what follows from it. */
bool config_preset(const config_field *f, const abs_domain *domain, abs_rules *rules,
                   abs_config *config);
/* That in words, for help: "64M", "auto"; "": it depends on the domain. */
void config_preset_text(const config_field *f, char *text, size_t size);

/* All that an evaluation is as one number, for config_set(); 0: the heuristic alone. */
int64_t config_eval_number(const abs_evaluation *eval);
abs_evaluation config_eval_of(int64_t number);
/* Reads an evaluation, "material+noise:20+turn:-5", as that number. `option` is named in the
   error. */
bool config_eval_parse(const char *option, const char *text, int64_t *number, abs_error *error);
/* The same for a selection, "null:3,lmr:4"; and the part of one that is `known`, bits. */
bool config_select_parse(const char *option, const char *text, int64_t *number, abs_error *error);
unsigned config_select_within(unsigned select, unsigned known);
/* Whether the search can be simulated on several processors. */
bool config_may_parallel(const abs_config *config);
/* Has a domain's rules evaluate as the configuration says. */
void config_apply_eval(const abs_config *config, abs_rules *rules);
/* What half a pawn is in the domain, by the configuration's evaluation. */
int config_half_pawn(const abs_domain *domain, abs_rules *rules, const abs_config *config);

enum { CONFIG_WORD_MAX = 256, CONFIG_WORDS_MAX = 512 };

/* The field's value in words: "50", "25:100", "64M", "exact+3". CONFIG_WORD_MAX bytes are enough
   for this and the next. */
void config_value(const config_field *f, const abs_config *c, char *text, size_t size);
bool config_differ(const config_field *f, const abs_config *a, const abs_config *b);
/* Whether all fields up to that level are the same. */
bool config_agree(const abs_config *a, const abs_config *b, config_level level);
/* The value in the form f->word or f->label; may be "". */
void config_say(const config_field *f, const char *format, const abs_config *c, char *text,
                size_t size);
/* Everything that defines a configuration: a row's id after its position. CONFIG_WORDS_MAX bytes
   are enough. */
void config_words(const abs_config *config, char *text, size_t size);
/* The fields up to that level as a key: configurations that agree in them have the same key. */
void config_key(const abs_config *config, config_level level, char *text, size_t size);

/* Whether the algorithm uses an option that shapes windows (ABS_USES_..). */
static inline bool config_uses(const abs_config *c, unsigned use)
{
    return (abs_driver_table[c->algo.driver].uses & use) != 0;
}

/* Whether its values may differ from minimax's because it says so, with which nothing is wrong. */
static inline bool config_selects(const abs_config *c)
{
    return c->select != 0 || c->fail_high_less;
}

/* The configuration that stands for all its copies: the settings in which they differ are preset.
 */
abs_config config_first_copy(const abs_config *config);

/* Whether the search returns the true value and a best move: a sound algorithm, and no table that
   may change them. */
bool config_is_sound(const abs_config *config);
/* Whether it is one of ours that should return them, and is known not to: a printed form, a table
   in `deeper` mode. */
bool config_is_unsound(const abs_config *config);
/* Whether it returns the true value, though perhaps not a best move. */
bool config_has_sound_value(const abs_config *config);

#endif
