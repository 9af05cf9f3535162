/*
 * options.h -- the command line. The tables of verbs (verbs.def) and options (options.def) yield
 * the parser, --help, the man pages, shell completion and the options in a report.
 *
 * options.c parses the command line by the table; options_read.c has the table and its functions
 * that read values; options_pages.c prints the pages.
 */
#ifndef ABS_OPTIONS_H
#define ABS_OPTIONS_H

#include "base/buffer.h"
#include "base/json.h"
#include "suite/reference.h"

/* ---- verbs, and the scripts beside the program ----------------------------------------------- */

typedef enum {
#define VERB(id, name, operands, help, function) ABS_VERB_##id,
#define SCRIPT(name, help)
#include "suite/verbs.def"
    ABS_VERBS
} abs_verb;

typedef struct {
    const char *name, *operands, *help; /* operands are NULL for a script */
} abs_verb_info;

/* The verbs, and from ABS_VERBS on the scripts; ends with a NULL name. */
extern const abs_verb_info abs_verb_table[];

/* The index in the table of the verb or script of that name, or of the table's end. */
abs_verb abs_verb_find(const char *name);

/* Whether one of the scripts has that name. */
bool abs_script_known(const char *name);

/* hint_of(), or a hint that the text is an option's name. */
text_hint option_hint(const char *where, const char *text, const char *const *names);

/* What was meant where reports are wanted, if these are the names of searches or of an output. */
text_hint files_hint(abs_verb verb, char *const *files, size_t count);

/* Whether -WORD, which begins with the letter of an option, is meant as --WORD. */
bool option_is_word(const char *word);

/* What to type instead of an option that the verb does not take; or "". */
text_hint option_hint_elsewhere(abs_verb verb, const char *name);

/* What was probably meant by a word after the verb: an option with it as its value, or a
   command. */
text_hint target_hint(abs_verb verb, const char *text, const char *const *commands);

/* Sets the error for a text that begins with a hyphen and is no option; `next` is the word after
   it, or NULL. Returns false. */
bool option_fail_unknown(abs_verb verb, const char *text, const char *next, abs_error *error);

/* Returns false with the error that there is no such command. Its text lists all commands and
   suggests the nearest. */
bool abs_verb_fail(const char *name, abs_error *error);

/* ---- formats --------------------------------------------------------------------------------- */

typedef enum {
    ABS_FORMAT_TABLE,
    ABS_FORMAT_JSON,
    ABS_FORMAT_JSONL,
    ABS_FORMAT_CSV,
    ABS_FORMAT_MARKDOWN,
    ABS_FORMAT_HTML, /* of traces alone */
    ABS_FORMATS
} abs_format;

extern const abs_named abs_format_names[];

/* ---- what a command line says ---------------------------------------------------------------- */

/* One use of an option that may be repeated; uses are kept in the order of the command line. */
typedef struct {
    const char *option; /* the name in the table */
    size_t domain;      /* of a position, the index of its domain */
    const char *text;
} abs_repeated;

/* Whether it is a use of the option of that name. */
static inline bool repeated_is(const abs_repeated *use, const char *option)
{
    return strcmp(use->option, option) == 0;
}

typedef struct {
    abs_repeated *items;
    size_t count;
} abs_repeats;

typedef enum {
    ABS_JUDGE_NONE,
    ABS_JUDGE_DEPTH,  /* sound searches to a depth */
    ABS_JUDGE_SOLVED, /* the game's results */
    ABS_JUDGE_FILE    /* the lines of a file of positions */
} abs_judge_kind;

typedef struct {
    abs_judge_kind kind;
    int depth;        /* of ABS_JUDGE_DEPTH, from 1 */
    const char *text; /* the value as given; for a file, its name */
} abs_judge_option;

enum { ABS_AUTO = 2 }; /* of --quiescence and --tt-mode, besides their two values */
enum { ENGINE_START_S = 60 };     /* the default of --engine-start */
#define ABS_HELP_ALL "all"        /* --help=all shows all commands and options */
enum { ABS_OPTIONS_MAX = 72, ABS_REPEATS_MAX = 1000 };

typedef struct {
    abs_verb verb;
    abs_verb page;                           /* --help or --version; else `run` */
    abs_repeats domains, positions, engines; /* --set entries follow their engine */
    bool starts; /* a game without positions is searched from its start, not on its suite */
    abs_algo algos[ABS_ALGOS_MAX]; /* engines too, one for each combination of --set */
    unsigned algo_count;
    /* The values given for each setting but the algorithm: numbers (factors times ABS_DECIMAL),
       names by index, windows and guesses (kind, number) as pairs. If empty: the default. */
    abs_list settings[CONFIG_FIELDS];
    abs_list seeds;
    unsigned large;        /* whether games have their large suites */
    int64_t count;         /* how many positions `positions` writes */
    int64_t max_positions; /* the most for each spec; 0: all */
    int64_t max_nodes;     /* the first of settings[CONFIG_node_limit]; 0: no limit */
    double timeout;        /* seconds; 0: none */
    double engine_start;   /* seconds; 0: not given */

    /* The values of --format and ABSBENCH_FORMAT; ABS_FORMATS if not given. */
    abs_format format, usual_format;
    const char *output;
    const char *reference;
    abs_reference reference_config; /* --reference, parsed */
    abs_metric metric;              /* the measure by which configurations are compared */
    abs_judge_option judge;
    bool together;        /* a spec's positions are one batch, however soon their games end */
    bool deepest;         /* searches go as deep as the limit of work allows */
    bool idle;            /* settings that the algorithm does not use are no error */
    unsigned by_position; /* `compare` matches rows by position, not by id */
    unsigned values_may_differ;
    const char *expect;
    const char *grid;    /* the file of `sweep`; NULL if there is none */
    const char *operand; /* the section of `list`, the command of `help` ..; NULL: none */
    char **files;        /* of `merge`, `show` and `compare` */
    size_t file_count;
    double fail_above;     /* per cent; less than 0: not given */
    double delta;          /* of `tune`, per cent; less than 0: not given */
    int64_t budget_work;   /* of `tune`; 0: no limit */
    double budget_seconds; /* of `tune`; 0: no limit */
    int64_t jobs, repeat;  /* jobs 0 means auto */
    abs_shard shard;
    bool resume, times, check_moves, divide, verify, show, quiet, distinct;
    bool allow_fail_hard, skip_bad, passes, keep;
    int argc;
    char **argv;                        /* the command line itself */
    const char *given[ABS_OPTIONS_MAX]; /* each option's text or NULL, by index in the table */
} abs_options;

/* Sets the defaults. */
void abs_options_init(abs_options *options);
/* Parses the command line over the defaults. argv must outlive the options. If it fails, the error
   says what to do. */
bool abs_options_parse(abs_options *options, int argc, char **argv, abs_error *error);
void abs_options_free(abs_options *options);

/* Adds the engines to the algorithms, or replaces the algorithms if --algo was not given. It is
   called once all options are read. Returns false for wrong usage. */
bool engines_expand(abs_options *options, abs_error *error);

/* Reads the value of --reference. Returns false for wrong usage. */
bool abs_options_reference(const char *text, abs_reference *reference, abs_error *error);

/* Whether an option of that name exists, and was given or does not have its default. */
bool abs_options_asked(const abs_options *options, const char *name);

/* That the word is an item of a list that is given already, as pvs in --algo alphabeta pvs. */
text_hint item_hint(const abs_options *options, const char *text);

/* Sets an option by name, as the command line does. */
bool abs_options_set(abs_options *options, const char *name, const char *value, abs_error *error);

/* Whether the verb takes reports as operands, as merge, show and compare do. */
bool abs_verb_takes_files(abs_verb verb);

/* The format of the output: --format if given; else that of the file's suffix; else
   ABSBENCH_FORMAT; else a table on a terminal and JSON elsewhere. */
abs_format abs_options_format(const abs_options *options);

/* Returns every option with its effective value, for a report. */
cJSON *abs_options_echo(const abs_options *options);

/* Prints the page for a newcomer: what to try, and where to find the rest. */
void abs_options_help_first(FILE *out);
/* Prints the page of a verb, or with ABS_VERBS of all, for a terminal or as a manual page. */
void abs_options_page(FILE *out, abs_verb verb, bool man);

/* ---- the table of options -------------------------------------------------------------------- */

enum {
    OPTION_LIST = 1,     /* it is a comma list, and each item is read by itself */
    OPTION_REPEATS = 2,  /* every use counts, not only the last */
    OPTION_BARE = 4,     /* its value may be left out */
    OPTION_FILLED = 8,   /* its value must not be empty */
    OPTION_UNSAID = 16,  /* reports do not list it among the options */
    OPTION_ALGOS = 32,   /* its values are algorithms, for completion */
    OPTION_COMBINES = 64 /* its value is none or a combination of its names, for completion */
};

typedef struct option_reading option_reading;

typedef struct {
    const char *name;              /* NULL: the entry is the title of a section, in `help` */
    const char *argument, *preset; /* NULL: it is a switch; it has no default, or its setting's */
    unsigned verbs;                /* a bit for each verb that takes it */
    bool (*read)(const option_reading *reading); /* reads its value; false: wrong usage */
    unsigned flags;                              /* OPTION_.. */
    size_t field;                                /* the offset in abs_options, if it has one */
    const abs_named *names; /* its values' names; NULL: none, or its reader knows them */
    abs_list_form form;
    const char *help;
} abs_option;

extern const abs_option abs_option_table[];
extern const unsigned abs_option_count;

/* The option of that name, or NULL if there is none. */
const abs_option *option_find(const char *name);
/* Writes the option's name in a report's context.options, which has _ for each -. */
void option_member(const char *option, char *name, size_t size);
/* The setting that the option reads, as an index of config_fields, or CONFIG_FIELDS. */
size_t option_setting(const abs_option *option);
/* The option that reads that setting, or NULL if there is none. */
const abs_option *option_of_setting(size_t setting);
/* Writes the default of an option; "" if it has none or the domain chooses it. */
void option_preset(const abs_option *option, char *text, size_t size);

/* Whether the setting is on: the value given, or else the default, is not 0, off or none. */
bool options_have(const abs_options *options, size_t setting);
/* Reads `value`, which is NULL for a switch, into the options. Returns false for wrong usage. */
bool option_read(abs_options *options, const abs_option *option, const char *value,
                 abs_error *error);

#endif
