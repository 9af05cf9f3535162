/*
 * config.h -- a configuration: all that defines a search besides its position. config.def lists its
 * settings, and the table of fields that is made from it writes and reads every format.
 */
#ifndef ABS_CONFIG_H
#define ABS_CONFIG_H

#include "search/variants.h"

/* The first window of aspiration is (guess - low, guess + high), where both are >= 1. Both are 0 if
   the window is automatic: each iteration then computes its own (abs_window_after). */
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

/* Settings that the algorithm does not use are 0. */
typedef struct {
#define CONFIG(type, name, level, ...) type name;
#include "search/config.def"
    /* These are no part of a row's id. */
    double timeout;     /* seconds; 0: none */
    bool keep;          /* an engine's process is kept for the worker's next search */
    bool tt_given;      /* the user gave the table's size */
    double start_s;     /* how long an engine may take to make ready */
    bool distinct;      /* distinct leaves are counted */
    bool for_reference; /* searched only as a reference; it is not among the results */
    bool optional;      /* --verify's own row, which is left out if it reaches its limit */
} abs_config;

#define ABS_SHUFFLE_MAX ((INT64_C(1) << 53) - 1)

enum { ABS_EXPANSION_NODES_MAX = 20 * 1000000 }; /* nodes of --verify's minimax, of minimal trees */

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
 * same true value. Rows that agree in all FRAME fields too can be compared: they differ in the
 * algorithm and its windows. Rows that also agree in the ALGORITHM are one family and differ in
 * POLICY. Rows that differ only in a COPY field are one configuration, searched several times.
 */
typedef enum {
    CONFIG_SETTING,
    CONFIG_FRAME,
    CONFIG_ALGORITHM,
    CONFIG_POLICY,
    CONFIG_COPY
} config_level;

/* What the default of a setting depends on; config_preset() computes it. */
typedef enum {
    CONFIG_PRESET,      /* on nothing: it is `preset` */
    CONFIG_BY_SETTINGS, /* on settings that are chosen before it */
    CONFIG_BY_DOMAIN,
    CONFIG_BY_RULES /* on the rules and the domain */
} config_chosen;

typedef struct config_field {
    const char *name; /* in rows and on the command line */
    config_kind kind;
    config_level level;
    size_t offset, size; /* in abs_config */
    bool (*present)(const abs_config *); /* whether the search has it; NULL: always */
    bool (*within)(const abs_config *); /* whether its row does, null if not present; NULL: alike */
    bool (*open)(const abs_config *);   /* whether it can be chosen; NULL: wherever it is present */
    bool of_table;                      /* it is present only with a table */
    const abs_named *names;             /* of CONFIG_NAME and CONFIG_FLAGS */
    int64_t preset;                     /* the value if none is given, unless .. */
    config_chosen chosen;               /* .. that depends on something */
    const char *said;                   /* the default in the words of the help; NULL: its value */
    int64_t low, high;                  /* the range of numbers; high 0: no upper limit */
    int place;         /* in the id: before the others (-1), in their order (0), after them */
    bool tacit;        /* the id omits it if it is `preset` */
    const char *word;  /* the form of the value in the id: "w%s", or "if 1|if 0" */
    const char *label; /* the same in tables */
    const char *unit, *help;
    const char *uci; /* its name among the options of `absbench uci`; NULL: it is none */
} config_field;

extern const config_field config_fields[CONFIG_FIELDS];

static inline bool config_present(const config_field *f, const abs_config *c)
{
    return f->present == NULL || f->present(c);
}

/* Whether the search's row has the field, though it may be null. */
static inline bool config_within(const config_field *f, const abs_config *c)
{
    return f->within != NULL ? f->within(c) : config_present(f, c);
}

/* Whether the algorithm and the settings so far leave the field open. */
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

/* A field as a number: a switch is 0 or 1, a real is truncated, an evaluation is as in
   config_eval_number(). The kinds that are not one number (CONFIG_ALGO, CONFIG_WINDOW, CONFIG_GUESS
   and what follows from them) give 0. */
int64_t config_number(const config_field *f, const abs_config *c);
/* Sets a field that is one number. */
void config_set(const config_field *f, abs_config *c, int64_t number);

/* Sets a field to its default. Returns false if the default is unknown: it needs the domain or the
   rules, which may be NULL, or the field belongs to the algorithm, which has no default. */
bool config_preset(const config_field *f, const abs_domain *domain, abs_rules *rules,
                   abs_config *config);
/* Writes the default in words, for help: "64M", "auto"; "" if it depends on the domain. */
void config_preset_text(const config_field *f, char *text, size_t size);

/* An evaluation as one number, for config_set(); the heuristic alone is 0. */
int64_t config_eval_number(const abs_evaluation *eval);
abs_evaluation config_eval_of(int64_t number);
/* Reads an evaluation, "material+noise:20+turn:-5", as that number. An error names `option`. */
bool config_eval_parse(const char *option, const char *text, int64_t *number, abs_error *error);
/* Does the same for a selection, "null:3,lmr:4". config_select_within() returns the part of a
   selection whose bits are in `known`. */
bool config_select_parse(const char *option, const char *text, int64_t *number, abs_error *error);
unsigned config_select_within(unsigned select, unsigned known);
/* The part of `selects` that works with the configuration's table: iir needs one. */
static inline unsigned config_selects_of(const abs_config *c, unsigned selects)
{
    return c->tt_bytes > 0 ? selects : selects & ~(unsigned)ABS_SELECT_IIR;
}
/* Makes a domain's rules evaluate as the configuration says. */
void config_apply_eval(const abs_config *config, abs_rules *rules);
/* Half a pawn in points of the configuration's evaluation. */
int config_half_pawn(const abs_domain *domain, abs_rules *rules, const abs_config *config);

enum { CONFIG_WORD_MAX = 256, CONFIG_WORDS_MAX = 512 };

/* Writes the field's value: "50", "25:100", "64M", "exact+3". CONFIG_WORD_MAX bytes are enough for
   this and for config_say(). */
void config_value(const config_field *f, const abs_config *c, char *text, size_t size);
bool config_differ(const config_field *f, const abs_config *a, const abs_config *b);
/* Whether all fields up to that level are the same. */
bool config_agree(const abs_config *a, const abs_config *b, config_level level);
/* Writes the value in the form f->word or f->label; it may be "". */
void config_say(const config_field *f, const char *format, const abs_config *c, char *text,
                size_t size);
/* Writes all that defines a configuration: a row's id after its position. CONFIG_WORDS_MAX bytes
   are enough. */
void config_words(const abs_config *config, char *text, size_t size);
/* Writes a key; two configurations share it if they agree in all fields up to that level. */
void config_key(const abs_config *config, config_level level, char *text, size_t size);

/* Whether the algorithm uses an option that shapes windows (ABS_USES_..). */
static inline bool config_uses(const abs_config *c, unsigned use)
{
    return (abs_driver_table[c->algo.driver].uses & use) != 0;
}

/* Whether its values may rightly differ from those of minimax, because it is selective. */
static inline bool config_selects(const abs_config *c)
{
    return c->select != 0 || c->fail_high_less;
}

/* The configuration that represents all its copies: its COPY fields have their defaults. */
abs_config config_first_copy(const abs_config *config);

/* Whether the search returns the true value and a best move: the algorithm is sound, and no table
   may change them. */
bool config_is_sound(const abs_config *config);
/* Whether it is one of our searches that is known to be wrong: a printed form, or a table in
   `deeper` mode. */
bool config_is_unsound(const abs_config *config);
/* Whether it is the minimax that --verify adds; its own limit of work is no block's limit. */
bool config_verifies(const abs_config *config);
/* The limit of work of its whole block: 0 also if the limit is the search's own. */
uint64_t config_block_limit(const abs_config *config);
/* Whether it is compared with others: an engine, or one of our searches that is sound, no limit and
   not minimax. */
bool config_is_search(const abs_config *config);
/* Whether it returns the true value, though perhaps not a best move. */
bool config_has_sound_value(const abs_config *config);

#endif
