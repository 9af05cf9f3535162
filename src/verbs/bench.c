/* bench.c -- `absbench bench`: a fixed suite, its one signature, and its nodes. */
#include "verbs/commands.h"

/*
 * The fixed suite: every core, driver, policy, guess, ordering and table mode, on every domain.
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

/* Adds the jobs of a line. */
static bool add_bench_line(abs_suite *suite, const char *line, abs_error *error)
{
    char copy[1024], *argv[32] = {(char *)"absbench"};
    int argc = 1;
    abs_options o;
    snprintf(copy, sizeof copy, "%s --reference=none", line); /* only rows matter */
    for (char *rest = copy, *word; argc < 31 && (word = strtok_r(rest, " ", &rest)) != NULL;)
        argv[argc++] = word;
    abs_options_init(&o);
    const bool ok = abs_options_parse(&o, argc, argv, error) && abs_suite_add(suite, &o, error);
    abs_options_free(&o);
    return ok;
}

bool command_bench(abs_options *o, abs_error *error)
{
    static abs_suite suite;
    suite_sum sum;
    char text[24];
    for (size_t i = 0; i < sizeof bench_lines / sizeof bench_lines[0]; i++)
        if (!add_bench_line(&suite, bench_lines[i], error))
            return false;
    const bool with_report = o->output != NULL || o->format != ABS_FORMATS;
    const bool ok = suite_run(&suite, o, with_report ? REPORT_OUTPUT : REPORT_SILENT, &sum, error);
    if (!ok && error->code != ABS_DIFFERS)
        return false;
    snprintf(text, sizeof text, "0x%016" PRIx64, sum.signature);
    FILE *const out = with_report && o->output == NULL ? stderr : stdout;
    fprintf(out, "%s\n%.0f nodes", text, sum.nodes); /* as engines end their bench */
    if (o->times && sum.seconds > 0)
        fprintf(out, " %.0f nps", sum.nodes / sum.seconds);
    fputc('\n', out);
    if (o->expect != NULL && strcmp(o->expect, text) != 0)
        return abs_fail(error, ABS_DIFFERS,
                        "the signature is %s, not %s: some count or value has changed; compare the "
                        "rows with results/reference/",
                        text, o->expect);
    return ok;
}
