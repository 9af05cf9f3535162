/*
 * options.h -- the command line: the table of verbs (verbs.def) and that of options (options.def),
 * from which come parsing, --help, the man pages, what a shell completes and the echo in the
 * report.
 *
 * options.c reads the command line by the table, options_read.c the values, lists.c those that are
 * lists, and shards, options_pages.c prints the pages.
 */
#ifndef ABS_OPTIONS_H
#define ABS_OPTIONS_H

#include "base/json.h"
#include "search/config.h"

/* ---- verbs, and the scripts beside the program ----------------------------------------------- */

typedef enum {
#define VERB(id, name, operands, help, function) ABS_VERB_##id,
#define SCRIPT(name, help)
#include "suite/verbs.def"
    ABS_VERBS
} abs_verb;

typedef struct {
    const char *name, *operands, *help; /* operands NULL: it is a script */
} abs_verb_info;

/* The verbs, and from ABS_VERBS on the scripts; ends with a NULL name. */
extern const abs_verb_info abs_verb_table[];

/* The place in the table of the verb, or script, of that name; of none, the table's end. */
abs_verb abs_verb_find(const char *name);

/* Whether it is the name of one of the scripts. */
bool abs_script_known(const char *name);

/* That there is no such command: the error, wrong usage, lists those that there are, and suggests
   the nearest. False. */
bool abs_verb_fail(const char *name, abs_error *error);

/* ---- formats --------------------------------------------------------------------------------- */

typedef enum {
    ABS_FORMAT_TABLE,
    ABS_FORMAT_JSON,
    ABS_FORMAT_JSONL,
    ABS_FORMAT_CSV,
    ABS_FORMAT_MARKDOWN,
    ABS_FORMAT_DOT, /* this and those after it: of a trace alone */
    ABS_FORMAT_HTML,
    ABS_FORMATS
} abs_format;

extern const abs_named abs_format_names[];

/* ---- lists: a,b,c, LO..HI, LO..HI:STEP, LO..HI*FACTOR, mixed ----------------------------------
 */

/* Equal, but for windows LOW:HIGH. A window in pawns is minus ABS_DECIMAL times their number: what
   a pawn is worth differs from domain to domain. */
typedef struct {
    int64_t low, high;
} abs_pair;

typedef struct {
    abs_pair *items;
    size_t count;
} abs_list;

#define ABS_DECIMAL INT64_C(1000000000)

enum { ABS_LIST_MAX = 10 * 1000 * 1000 }; /* numbers in one list */

/* What the numbers of a list may be. */
typedef struct {
    int64_t low, high;
    bool one;         /* it is no list, but one number alone */
    bool sizes;       /* K, M and G may follow: 2^10, 2^20, 2^30 */
    bool windows;     /* LOW:HIGH may replace a number, and all may be in pawns: 0.25p */
    bool decimals;    /* numbers are multiplied by ABS_DECIMAL: up to nine places */
    const char *zero; /* a word for 0; NULL: there is none */
} abs_list_form;

/* An option's value, for errors: wrong usage, "--NAME=TEXT: what is wrong". */
typedef struct {
    const char *name, *text;
    abs_error *error;
} abs_value;
bool value_fail(const abs_value *value, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

enum { ABS_ITEM_MAX = 256 }; /* bytes of an item */

/* Takes the next item off the rest of a comma list, which is NULL after the last. False: wrong
   usage. */
bool abs_list_item(const abs_value *value, const char **rest, char item[ABS_ITEM_MAX]);
/* Adds the numbers that an item says, in place. False: wrong usage. */
bool abs_list_numbers(abs_list *list, const abs_value *value, const abs_list_form *form,
                      char *item);
void abs_list_free(abs_list *list);
void abs_list_add(abs_list *list, int64_t low, int64_t high);
/* Makes it a list of one. */
void abs_list_set(abs_list *list, int64_t value);

/* ---- one share of the jobs, for a run that is spread over several machines ------------------- */

enum { ABS_SHARDS_MAX = 1000000 };

typedef struct {
    uint32_t index, count; /* index from 1 to count; count 0: no shards, all jobs */
} abs_shard;

/*
 * Reads "i/n", "auto", or "auto/n": what auto stands for is in the environment, as a Slurm array,
 * srun, mpirun or GNU parallel leave it. What it leaves open, or says twice, is wrong usage.
 */
bool shard_parse(const char *text, abs_shard *shard, abs_error *error);

/*
 * Whether the job of that row id is in the shard: each job is in exactly one, by a hash of the id
 * alone, so that long and short jobs mix in whatever order they stand. It never changes, so that
 * shards of different versions fit together.
 */
bool shard_has(const abs_shard *shard, const char *row_id);

/* ---- references ------------------------------------------------------------------------------ */

/* What ratios are to: an algorithm, with settings of its own or not, as
   --reference=pvs:tt=0;order=none. Settings not named are those of the row that is compared. */
typedef struct {
    abs_algo algo; /* all zeros: --reference=none */
    bool named[CONFIG_FIELDS];
    abs_config values; /* of those named */
} abs_reference;

/* Whether there are ratios at all. */
bool reference_is_given(const abs_reference *reference);

/* Whether it has the reference's name, or any where that is the first engine's. */
bool reference_names(const abs_reference *reference, const abs_config *config);

/* How well a configuration does as the reference of a row of the same position. */
typedef enum {
    REFERENCE_NOT,
    REFERENCE_FITS,  /* windows, guess or step are its own */
    REFERENCE_EQUALS /* and they are the row's, where both have them */
} reference_fit;

/* `orders`: those that the domain has. */
reference_fit reference_rate(const abs_reference *reference, unsigned orders, unsigned selects,
                             const abs_config *config, const abs_config *row);

/* A field's value as in an option's list; and sets it by one. */
abs_pair reference_value(const config_field *field, const abs_config *config);
void reference_set(const config_field *field, abs_config *config, abs_pair value);

/* ---- what a command line says ---------------------------------------------------------------- */

/* How an option's value is read, if it has one. */
typedef enum {
    READ_GAME, /* these may be repeated */
    READ_TREE,
    READ_POSITION,
    READ_POSITIONS,
    READ_ENGINE,
    READ_SET,    /* the last of them */
    READ_SWITCH, /* no value; of --no-..: false */
    READ_PLAIN,
    READ_HELP, /* a word may follow */
    READ_VERSION,
    READ_NUMBERS, /* lists */
    READ_NAMES,
    READ_EVALS,
    READ_GUESSES,
    READ_ALGOS,
    READ_FLAGS,  /* one combination of names */
    READ_COST,   /* of each kind of entry */
    READ_SELECT, /* one, with numbers */
    READ_ON,     /* on or off; without a value: on */
    READ_TEXT,
    READ_CHOICE, /* one of the names */
    READ_NUMBER, /* one */
    READ_BUDGET,
    READ_SHARD,
    READ_JUDGE,
    READ_REFERENCE
} abs_option_kind;

/* What was given of options that may be repeated, in the order of the command line. */
typedef struct {
    abs_option_kind kind;
    size_t domain; /* of a position: which of the domains it belongs to */
    const char *text;
} abs_repeated;

typedef struct {
    abs_repeated *items;
    size_t count;
} abs_repeats;

typedef enum {
    ABS_JUDGE_NONE,
    ABS_JUDGE_DEPTH,  /* sound searches to a depth */
    ABS_JUDGE_SOLVED, /* the game's results */
    ABS_JUDGE_FILE    /* what the lines of positions say */
} abs_judge_kind;

typedef struct {
    abs_judge_kind kind;
    int depth;        /* of ABS_JUDGE_DEPTH, from 1 */
    const char *text; /* as given: the file's name */
} abs_judge_option;

enum { ABS_QUIESCENCE_AUTO = 2 }; /* besides off and on */
#define ABS_HELP_ALL "all"        /* of --help: all commands and options */
enum { ABS_OPTIONS_MAX = 72, ABS_REPEATS_MAX = 1000 };

typedef struct {
    abs_verb verb;
    abs_verb page;                           /* --help or --version; else `run` */
    abs_repeats domains, positions, engines; /* engines: and what is set of each, behind it */
    bool starts; /* of games without any position their starts, not their suites */
    abs_algo algos[ABS_ALGOS_MAX]; /* engines too, each with every combination of what is set */
    unsigned algo_count;
    /* The values given for each setting but the algorithm: numbers (a factor times ABS_DECIMAL),
       names by their place, windows and guesses (kind, number) as pairs. Empty: config_preset(). */
    abs_list settings[CONFIG_FIELDS];
    abs_list seeds;
    unsigned large;        /* of the suites of games */
    int64_t count;         /* of `positions` */
    int64_t max_positions; /* of a spec; 0: all */
    int64_t max_nodes;     /* the first of settings[CONFIG_node_limit]; 0: searches have none */
    double timeout;        /* seconds; 0: any */

    /* What --format and ABSBENCH_FORMAT say; ABS_FORMATS: nothing. */
    abs_format format, usual_format;
    const char *output;
    const char *reference;
    abs_reference reference_config; /* the same, read */
    char serial[64];                /* the reference of a parallel search where none was given */
    abs_metric metric;              /* what configurations are compared by */
    abs_judge_option judge;
    bool deepest;         /* depths are as far as the limit of work lets them come */
    unsigned by_position; /* `compare` matches rows by position, not by id */
    const char *expect;
    const char *grid;    /* of `sweep`; NULL: the options say it all */
    double until_ci;     /* of `sweep`: the widest half interval, per cent of the ratio; 0: any */
    const char *operand; /* the section of `list`, the command of `help` .. ; NULL: none */
    char **files;        /* of `merge` and `compare` */
    size_t file_count;
    double fail_above;     /* per cent; less than 0: not given */
    double delta;          /* of `tune`: per cent; less than 0: not given */
    int64_t budget_work;   /* of `tune`; 0: any */
    double budget_seconds; /* the same */
    int64_t jobs, repeat;  /* jobs: 0: auto */
    abs_shard shard;
    bool resume, times, check_moves, check_answers, divide, verify, theory, show, quiet, distinct;
    bool allow_fail_hard, missing_shards, skip_bad, passes, keep;
    int argc;
    char **argv;                        /* the command line itself */
    const char *given[ABS_OPTIONS_MAX]; /* each option's text, by place in the table; NULL: none */
} abs_options;

/* Defaults. */
void abs_options_init(abs_options *options);
/* Reads the command line over them. On failure the error says what to do. argv must outlive it. */
bool abs_options_parse(abs_options *options, int argc, char **argv, abs_error *error);
void abs_options_free(abs_options *options);

/* Once all options are read: adds the engines to the algorithms, or puts them in their place where
   none were asked for. False: wrong usage. */
bool engines_expand(abs_options *options, abs_error *error);

/* Reads what --reference takes. False: wrong usage, the error says what. */
bool abs_options_reference(const char *text, abs_reference *reference, abs_error *error);

/* Whether an option has another value than its preset, or was given that one; one that there is not
   has none. */
bool abs_options_asked(const abs_options *options, const char *name);

/* Sets an option by name, as the command line does. */
bool abs_options_set(abs_options *options, const char *name, const char *value, abs_error *error);

/* Whether its operands are reports: of merge, show and compare. */
bool abs_verb_takes_files(abs_verb verb);

/* The format: as --format says, else by the file's ending, else as ABSBENCH_FORMAT says, else the
   table on a terminal and JSON elsewhere. */
abs_format abs_options_format(const abs_options *options);

/* Every option with its effective value, for a report. */
cJSON *abs_options_echo(const abs_options *options);

/* The page for a newcomer: what to try, and where the rest is said. */
void abs_options_help_first(FILE *out);
/* The page made from the table, of a verb or, with ABS_VERBS, of all: for a terminal, or as a
   manual page. */
void abs_options_page(FILE *out, abs_verb verb, bool man);

/* ---- the table of options -------------------------------------------------------------------- */

typedef struct {
    const char *name;              /* NULL: the title of a section, in `help` */
    const char *argument, *preset; /* NULL: a switch; no default, or that of its setting */
    unsigned verbs;                /* bits: the verbs it applies to */
    abs_option_kind kind;
    size_t field;           /* offset within abs_options, or what the kind says */
    const abs_named *names; /* of its values; NULL: they have none, or the reader knows them */
    abs_list_form form;
    const char *help;
} abs_option;

extern const abs_option abs_option_table[];
extern const unsigned abs_option_count;

/* The option of that name; NULL: there is none. */
const abs_option *option_find(const char *name);
/* Its member in a report's context.options: the name, with _ for each -. */
void option_member(const char *option, char *name, size_t size);
/* Which setting of a search the option reads, its place in config_fields; CONFIG_FIELDS: none. */
size_t option_setting(const abs_option *option);
/* The option that reads that setting; NULL: there is none. */
const abs_option *option_of_setting(size_t setting);
/* What stands for the value where none is given; "": the domain has its own, or there is none. */
void option_preset(const abs_option *option, char *text, size_t size);

/* Whether any value but 0, which is off or none, is asked for, or usual where none is. */
bool options_have(const abs_options *options, size_t setting);
/* Fills in what a run does not say: what is searched where no domain is named; and, as a sweep, with
   what a parallel search is compared. False: wrong usage. */
bool options_fill(abs_options *options, abs_error *error);
/* Reads `value`, NULL for a switch, into the options. False: wrong usage. */
bool option_read(abs_options *options, const abs_option *option, const char *value,
                 abs_error *error);

#endif
