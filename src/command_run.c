/* command_run.c -- `absbench run`: jobs, rows, report; and `absbench bench`. */
#define _POSIX_C_SOURCE 200809L
#include "commands.h"
#include "pool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

/* Where rows go. */
typedef struct {
    abs_report *report, *table; /* table: --show */
    uint64_t signature;
    size_t taken;
    size_t unaffordable; /* minimax rows of --verify that took too many nodes: left out */
    abs_error *error;
} sink;

static bool take_row(void *context, const abs_row *row)
{
    sink *to = context;
    to->taken++;
    if (row->config->optional && row->status == ABS_STATUS_NODE_LIMIT) {
        to->unaffordable++;
        return true;
    }
    to->signature = abs_signature_add(to->signature, row);
    return (to->report == NULL || abs_report_row(to->report, row, to->error)) &&
           (to->table == NULL || abs_report_row(to->table, row, to->error));
}

abs_format command_format(const abs_options *o)
{
    static const struct {
        const char *ending;
        abs_format format;
    } endings[] = {{".jsonl", ABS_FORMAT_JSONL},
                   {".csv", ABS_FORMAT_CSV},
                   {".md", ABS_FORMAT_MARKDOWN},
                   {".txt", ABS_FORMAT_TABLE}};
    if (o->format_given)
        return o->format;
    if (o->output == NULL)
        return isatty(STDOUT_FILENO) ? ABS_FORMAT_TABLE : ABS_FORMAT_JSON;
    const char *dot = strrchr(o->output, '.');
    for (size_t i = 0; dot != NULL && i < sizeof endings / sizeof endings[0]; i++)
        if (strcmp(dot, endings[i].ending) == 0)
            return endings[i].format;
    return ABS_FORMAT_JSON;
}

static bool open_reports(sink *to, const abs_options *o, abs_report_options *report)
{
    to->report = abs_report_open(report, to->error);
    if (to->report == NULL)
        return false;
    if (o->show && o->output != NULL) {
        abs_report_options shown = *report;
        shown.format = ABS_FORMAT_TABLE;
        shown.path = NULL;
        to->table = abs_report_open(&shown, to->error);
        if (to->table == NULL)
            return false;
    }
    return true;
}

/* The worst of two ends: what could not be run, then what was interrupted, then what differs. */
static abs_exit worse(abs_exit a, abs_exit b)
{
    static const abs_exit order[] = {ABS_USAGE, ABS_CANNOT_RUN, ABS_INTERRUPTED, ABS_DIFFERS};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (a == order[i] || b == order[i])
            return order[i];
    return ABS_OK;
}

/* Runs all jobs into a report made by the options; the signature is left in *signature. */
static abs_exit run_suite(const abs_suite *suite, const abs_options *o, int argc, char **argv,
                          bool with_report, uint64_t *signature, abs_error *error)
{
    cJSON *echo = abs_options_echo(o);
    cJSON_ReplaceItemInObject(echo, "format",
                              cJSON_CreateString(abs_format_names[command_format(o)].name));
    abs_report_options report = {.format = command_format(o),
                                 .path = o->output,
                                 .times = o->times,
                                 .reference = o->reference,
                                 .options = echo,
                                 .argc = argc,
                                 .argv = argv};
    sink to = {.error = error};
    const abs_pool_options options = {.workers = (size_t)o->jobs < suite->jobs ? o->jobs
                                                                               : (int)suite->jobs,
                                      .check_moves = o->check_moves,
                                      .progress = !o->quiet && isatty(STDERR_FILENO)};
    abs_exit result = ABS_CANNOT_RUN;
    abs_pool *pool = abs_pool_new(suite, &options, error);
    if (pool != NULL && (!with_report || open_reports(&to, o, &report)))
        result = abs_pool_run(pool, take_row, &to, error);
    abs_pool_free(pool);
    abs_report *const reports[] = {to.report, to.table};
    for (size_t i = 0; i < 2; i++) {
        if (reports[i] == NULL)
            continue;
        if (result == ABS_CANNOT_RUN)
            abs_report_abandon(reports[i]);
        else
            result = worse(result, abs_report_close(reports[i], result == ABS_INTERRUPTED, error));
    }
    if (to.unaffordable > 0)
        fprintf(stderr, "absbench: --verify: minimax took too many nodes for %zu of the rows\n",
                to.unaffordable);
    if (result == ABS_INTERRUPTED)
        fprintf(stderr, "absbench: interrupted; %zu of %zu searches were finished\n", to.taken,
                suite->jobs);
    cJSON_Delete(echo);
    *signature = to.signature;
    return result;
}

abs_exit command_run(const abs_options *o, int argc, char **argv, abs_error *error)
{
    abs_suite suite = {0};
    uint64_t signature;
    const abs_exit result = abs_suite_add(&suite, o, error)
                                ? run_suite(&suite, o, argc, argv, true, &signature, error)
                                : error->code;
    abs_suite_free(&suite);
    return result;
}

/* ---- bench -------------------------------------------------------------------------------- */

/*
 * The fixed suite: every core and driver, policy, guess, ordering and table mode, on every domain.
 * Each line is a command line. Changing one changes the signature.
 */
static const char *const bench_lines[] = {
    "--plain --tree=uniform:b=4,range=100 --tree=uniform:b=2..5,range=1000 "
    "--tree=pgame:b=3,win=500 --tree=incremental:b=4,step=10 "
    "--tree=ordered:b=5,range=100,gap=20,first=70,quarter=90,noise=5 "
    "--tree=uniform:b=3,range=50,commute=1 --seed=1..4 --depth=5 "
    "--algo=minimax,all,mtd,printed,bisect+pvs,sss+negascout,dual+pvs-value,mtdf+negascout",
    "--tree=uniform:b=4,range=1000 --tree=incremental:b=4,step=20 --seed=1..3 --depth=6 "
    "--algo=aspiration,aspiration+alphabeta,aspiration+negascout --window=3,40:200 "
    "--widen=full,bound,gradual,both,recentre --widen-factor=1.5,3 --guess=previous,parity,shallow "
    "--tt=0,1K",
    "--tree=incremental:b=5,step=30 --seed=1..3 --depth=5 --algo=mtdf,mtdf-printed,aspiration+pvs "
    "--guess=static,exact,exact+7,exact-40,12 --grain=1,16 --deepening=on,off --tt=0,64K",
    "--tree=uniform:b=3..6,range=200,commute=1 --seed=1..3 --depth=6 --algo=all,mtd "
    "--tt=64,4K,1M --tt-mode=exact,deeper --tt-replace=depth,always --order=tt,killer,eval,history",
    "--game=tictactoe --game=connectfour --game=othello --game=othello:pass=free --depth=5 "
    "--algo=all,mtd,printed --tt=0,256K --order=tt,killer,history",
    "--game=tictactoe --game=connectfour --depth=6 --algo=all --eval=result --grain=1 --plain",
    "--game=checkers --depth=4 --algo=all --quiescence=on,off --tt=256K",
    "--game=chess --game=xiangqi --depth=2 --algo=pvs,negascout,scout,mtdf --quiescence=on,off "
    "--tt=256K",
};

/* Cuts a bench line into words; argv[0] is the program's. Returns their number. */
static int split_words(char *line, char **argv, int most)
{
    int argc = 0;
    argv[argc++] = (char *)"absbench";
    for (char *rest = line, *word; argc < most && (word = strtok_r(rest, " ", &rest)) != NULL;)
        argv[argc++] = word;
    argv[argc] = NULL;
    return argc;
}

/* Every line's options must outlive the suite's jobs only while they are added. */
static bool add_bench_line(abs_suite *suite, const char *line, abs_error *error)
{
    char copy[1024], *argv[32];
    abs_options o;
    snprintf(copy, sizeof copy, "%s", line);
    const int argc = split_words(copy, argv, 31);
    const bool ok = abs_options_init(&o, error) && abs_options_parse(&o, argc, argv, error) &&
                    abs_suite_add(suite, &o, error);
    abs_options_free(&o);
    return ok;
}

abs_exit command_bench(const abs_options *o, int argc, char **argv, abs_error *error)
{
    abs_suite suite = {0};
    uint64_t signature = 0;
    abs_exit result = ABS_OK;
    for (size_t i = 0; i < sizeof bench_lines / sizeof bench_lines[0]; i++)
        if (!add_bench_line(&suite, bench_lines[i], error))
            result = error->code;
    const bool with_report = o->output != NULL || o->format_given;
    if (result == ABS_OK)
        result = run_suite(&suite, o, argc, argv, with_report, &signature, error);
    abs_suite_free(&suite);
    if (result != ABS_OK && result != ABS_DIFFERS)
        return result;
    char text[24];
    snprintf(text, sizeof text, "0x%016" PRIx64, signature);
    fprintf(with_report && o->output == NULL ? stderr : stdout, "%s\n", text);
    if (o->expect != NULL && strcmp(o->expect, text) != 0) {
        fprintf(stderr,
                "absbench: the signature is %s, not %s: some count or value has changed; compare "
                "the rows with results/reference/\n",
                text, o->expect);
        return ABS_DIFFERS;
    }
    return result;
}
