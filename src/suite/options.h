/*
 * options.h -- the command line: one table of options, from which come parsing, --help, the man
 * page and the echo in the report.
 */
#ifndef ABS_OPTIONS_H
#define ABS_OPTIONS_H

#include <cjson/cJSON.h>

#include "search/config.h"
#include "search/metric.h"
#include "suite/format.h"
#include "suite/lists.h"
#include "suite/reference.h"
#include "suite/shard.h"
#include "suite/verbs.h"

/* A --tree or --game, and the positions named after it. */
typedef struct {
    bool game;
    const char *spec;
} abs_domain_option;

typedef struct {
    size_t domain; /* index of the --game it belongs to */
    bool file;     /* --positions=FILE */
    const char *text;
} abs_position_option;

enum { ABS_QUIESCENCE_AUTO = 2 }; /* besides off and on */
enum { ABS_OPTIONS_MAX = 64, ABS_REPEATS_MAX = 1000 };

typedef struct {
    abs_verb verb;
    abs_verb page; /* --help or --version; else `run` */
    abs_domain_option *domains;
    size_t domain_count;
    abs_position_option *positions;
    size_t position_count;
    abs_algo algos[ABS_ALGOS_MAX];
    unsigned algo_count;
    /* The values given for each setting but the algorithm: numbers (a factor times ABS_DECIMAL),
       names by their place, windows and guesses (kind, number) as pairs. Empty: the domain's own
       default. */
    abs_list settings[CONFIG_FIELDS];
    abs_list seeds;
    bool seeds_given;
    bool large;            /* the large suites of games */
    int64_t count;         /* of `positions` */
    int64_t max_positions; /* of a spec; 0: all */
    int64_t max_nodes;     /* of a search; 0: any */
    double timeout;        /* seconds; 0: any */

    bool format_given;
    abs_format format, usual_format; /* usual: what ABSBENCH_FORMAT says; ABS_FORMATS: nothing */
    const char *output;
    const char *reference;
    abs_reference reference_config; /* the same, read */
    abs_metric metric;              /* what configurations are compared by */
    bool by_position;               /* `compare` matches rows by position, not by id */
    const char *expect;
    const char *grid;    /* of `sweep`; NULL: the options say it all */
    double until_ci;     /* of `sweep`: the widest half interval, as a share of the ratio; 0: any */
    const char *operand; /* the section of `list`, the command of `help` .. ; NULL: none */
    char **files;        /* of `merge` and `compare` */
    size_t file_count;
    double fail_above;     /* per cent; less than 0: not given */
    double delta;          /* of `tune`: per cent; less than 0: not given */
    int64_t budget_work;   /* of `tune`; 0: any */
    double budget_seconds; /* the same */
    int jobs, repeat;
    abs_shard shard;
    bool resume, times, check_moves, check_answers, divide, verify, theory, show, quiet, distinct;
    bool allow_fail_hard, missing_shards, skip_bad, passes;
    const char *given[ABS_OPTIONS_MAX]; /* each option's effective text, by place in the table */
} abs_options;

/* Defaults. False: no memory. */
bool abs_options_init(abs_options *options, abs_error *error);
/* Reads the command line over them. On failure the error says what to do. argv must outlive it. */
bool abs_options_parse(abs_options *options, int argc, char **argv, abs_error *error);
void abs_options_free(abs_options *options);

/* Whether the option of that name says what is searched or how; whether it may be repeated. */
bool abs_options_search(const char *name);
bool abs_options_repeats(const char *name);
/* Whether the option takes no value; whether its values are on and off. */
bool abs_options_is_switch(const char *name);
bool abs_options_is_on_off(const char *name);

/* Reads what --reference takes. False: wrong usage, the error says what. */
bool abs_options_reference(const char *text, abs_reference *reference, abs_error *error);

/* Whether an option has another value than its preset, or was given that one; one that there is not
   has none. */
bool abs_options_asked(const abs_options *options, const char *name);

/* Every option with its effective value, for a report in that format. NULL: no memory. */
cJSON *abs_options_echo(const abs_options *options, abs_format format);

/* The pages made from the table, of a verb or, with ABS_VERBS, of all. */
void abs_options_help(FILE *out, abs_verb verb);
void abs_options_man(FILE *out, abs_verb verb);

#endif
