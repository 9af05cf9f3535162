/*
 * unit_faults.c -- every verb with one call to the system that fails, or every one from it on: it
 * does what it would have done without, or says in one line what has failed, exits with 2, and
 * leaves an older file as it was. It never crashes, hangs, or leaves anything behind.
 *
 *     unit_faults                     a part of all, in seconds
 *     ABS_FAULTS=full unit_faults     every call of every kind, as `make faults`
 *     unit_faults CASE KIND K [on]    one fault, for a debugger; what was said and done is in the
 *                                     folder that is named
 *
 * The program runs in a fork of this one: main() is called there, and nothing is started.
 */
#define _GNU_SOURCE
#include "faults.h"

#define main absbench_main
#include "src/main.c"
#undef main

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>

enum {
    WORDS_MAX = 40,
    FAILURES_SHOWN = 12, /* of a case */
    PATIENCE = 60,       /* seconds that a run may take */
    QUICK_CALLS = 25,    /* of a kind that are tried in the quick form */
    WHOLE = 100 * 1000,
};

/* What sanitizers report ends a run as nothing else does. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "exitcode=99:allocator_may_return_null=1:handle_segv=1";
}

#define OLDER "as it was\n"

typedef struct {
    const char *name, *words, *in; /* in: standard input */
    size_t most;                   /* calls of a kind that are tried; 0: all */
} fault_case;

#define SEARCH                                                                                     \
    "--tree=uniform:b=3,range=50 --game=tictactoe --position=start --depth=3 --tt=4K "             \
    "--algo=alphabeta,aspiration+pvs"
#define FORMATS(name, words)                                                                       \
    {name " table", words " --format=table", NULL, 0},                                             \
        {name " json", words " --format=json", NULL, 0},                                           \
        {name " jsonl", words " --format=jsonl", NULL, 0},                                         \
        {name " csv", words " --format=csv", NULL, 0},                                             \
        {name " markdown", words " --format=markdown", NULL, 0},                                   \
        {name " table file", words " --output=out.txt", NULL, 0},                                  \
        {name " json file", words " --output=out.json", NULL, 0},                                  \
        {name " jsonl file", words " --output=out.jsonl", NULL, 0},                                \
        {name " csv file", words " --output=out.csv", NULL, 0},                                    \
    {                                                                                              \
        name " markdown file", words " --output=out.md", NULL, 0                                   \
    }

static const fault_case cases[] = {
    FORMATS("run", SEARCH),
    {"run shown", SEARCH " --show --output=out.json", NULL, 0},
    {"run no-time", SEARCH " --no-time --output=out.json", NULL, 0},
    {"run options",
     "--tree=uniform:b=3,range=50,commute=1 --seed=1..2 --depth=3 --algo=pvs,mtdf,minimal-graph "
     "--theory --repeat=2 --verify --distinct --shuffle=0,1 --window=5,9p --guess=exact+3,shallow "
     "--reference=pvs:tt=0;order=none --etc=on --output=out.json",
     NULL, 0},
    {"run built-in", "--depth=1 --max-positions=2 --output=out.json", NULL, 0},
    {"run chess", "--game=chess --depth=1 --max-positions=1 --output=out.txt", NULL, 0},
    {"run positions", "--game=connectfour --positions=p.txt --depth=2 --output=out.json", NULL, 0},
    {"run stdin", "--game=connectfour --positions=- --depth=2 --output=out.json", "p.txt", 0},
    {"run explicit", "--tree=explicit:file=tree.json --output=out.json", NULL, 0},
    {"run answers", "--game=tictactoe --check-answers --depth=2 --max-positions=2 -o out.txt", NULL,
     0},
    {"sweep", "sweep --grid=grid.json --jobs=2 --output=out.json", NULL, 0},
    {"sweep jsonl", "sweep --grid=grid.json --jobs=2 --output=out.jsonl", NULL, 0},
    {"sweep stdin", "sweep --grid=- --jobs=2", "grid.json", 0},
    {"sweep until-ci",
     "sweep --tree=uniform:b=3 --depth=2 --algo=alphabeta,pvs --until-ci=1 --max-positions=20 "
     "--output=out.json",
     NULL, 0},
    FORMATS("merge", "merge a.json b.jsonl a.json"),
    {"merge stdin", "merge - --no-time --output=out.json", "a.json", 0},
    {"compare table", "compare a.json b.jsonl --format=table", NULL, 0},
    {"compare json", "compare a.json b.jsonl --format=json --output=out.json", NULL, 0},
    {"compare markdown", "compare a.json b.jsonl --output=out.md --fail-above=1", NULL, 0},
    {"perft", "perft --game=othello --depth=1,2 --no-time", NULL, 0},
    {"perft divide", "perft --game=chess --position=start --depth=2 --divide -o out.json", NULL, 0},
    {"perft table", "perft --game=chess --depth=1 --divide --format=table --output=out.json", NULL,
     0},
    {"positions", "positions --game=tictactoe --count=2 --output=out.epd", NULL, 0},
    {"list", "list", NULL, 0},
    {"schema", "schema", NULL, 0},
    {"schema markdown", "schema --format=markdown", NULL, 0},
    {"help", "help", NULL, 0},
    {"man", "man", NULL, 0},
    {"version", "version", NULL, 0},
};

enum { CASES = sizeof cases / sizeof cases[0] };

/* ---- files ------------------------------------------------------------------------------------
 */

/* The file's text, which is to be freed; "" if there is none. */
static char *read_all(const char *path, size_t *length)
{
    char *text = NULL;
    struct stat st;
    const int fd = open(path, O_RDONLY);
    *length = fd >= 0 && fstat(fd, &st) == 0 ? (size_t)st.st_size : 0;
    text = calloc(1, *length + 1);
    if (fd >= 0) {
        *length = (size_t)read(fd, text, *length);
        close(fd);
    }
    return text;
}

static bool is_text(const char *path, const char *expected)
{
    size_t length;
    char *text = read_all(path, &length);
    const bool same = strcmp(text, expected) == 0;
    free(text);
    return same;
}

static void write_all(const char *path, const char *text)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    const size_t length = strlen(text);
    assert_true(fd >= 0 && write(fd, text, length) == (ssize_t)length && close(fd) == 0);
}

/* How many files there are, and the name of one that was not there `before`. */
static size_t count_files(char *name, size_t size)
{
    size_t count = 0;
    DIR *directory = opendir(".");
    for (const struct dirent *file; (file = readdir(directory)) != NULL; count++)
        if (strstr(file->d_name, ".tmp") != NULL || strstr(file->d_name, ".partial") != NULL)
            snprintf(name, size, "%s", file->d_name);
    closedir(directory);
    return count;
}

/* ---- one run ----------------------------------------------------------------------------------
 */

/* What a run does: its end, what it writes and what it says. */
typedef struct {
    int status;
    bool failed; /* a call did */
    char *out, *err, *file;
    size_t out_length, err_length, file_length;
} outcome;

static void outcome_free(outcome *o)
{
    free(o->out);
    free(o->err);
    free(o->file);
}

static void send_to(int fd, const char *path, int flags)
{
    const int file = open(path, flags, 0666);
    dup2(file, fd);
    close(file);
}

/* The program's main(), in this process, which it ends. */
static void run_here(const char *words, const char *in, const fault_plan *plan,
                     fault_record *record)
{
    static const int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS};
    char copy[1024], *argv[WORDS_MAX] = {(char *)"absbench"};
    int argc = 1;
    snprintf(copy, sizeof copy, "%s", words);
    for (char *rest = copy, *word; (word = strtok_r(rest, " ", &rest)) != NULL;)
        argv[argc++] = word;
    argv[argc] = NULL;
    for (size_t i = 0; i < sizeof caught / sizeof caught[0]; i++)
        signal(caught[i], SIG_DFL); /* cmocka would go on */
    alarm(PATIENCE);
    send_to(STDIN_FILENO, in != NULL ? in : "/dev/null", O_RDONLY);
    send_to(STDOUT_FILENO, "stdout", O_WRONLY | O_CREAT | O_TRUNC);
    send_to(STDERR_FILENO, "stderr", O_WRONLY | O_CREAT | O_TRUNC);
    fault_begin(plan, record);
    const int code = absbench_main(argc, argv);
    fault_end();
    exit(code);
}

static const char *output_of(const fault_case *c)
{
    static const char *const names[] = {"out.json", "out.jsonl", "out.csv",
                                        "out.md",   "out.txt",   "out.epd"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *found = strstr(c->words, names[i]);
        if (found != NULL && (found[strlen(names[i])] == ' ' || found[strlen(names[i])] == '\0'))
            return names[i];
    }
    return NULL;
}

static outcome run_case(const fault_case *c, const fault_plan *plan, fault_record *record)
{
    outcome o = {0};
    const char *output = output_of(c);
    memset(record, 0, sizeof *record);
    if (output != NULL && !is_text(output, OLDER))
        write_all(output, OLDER);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        run_here(c->words, c->in, plan, record);
    assert_int_equal(waitpid(child, &o.status, 0), child);
    o.failed = record->failed;
    o.out = read_all("stdout", &o.out_length);
    o.err = read_all("stderr", &o.err_length);
    if (output != NULL)
        o.file = read_all(output, &o.file_length);
    return o;
}

/* ---- what is asked of it -----------------------------------------------------------------------
 */

/* Lines of `said` that `usual` does not have, and the last of them. */
static size_t new_lines(const char *said, const char *usual, const char **last)
{
    size_t count = 0;
    for (const char *line = said, *end; *line != '\0'; line = *end != '\0' ? end + 1 : end) {
        end = strchrnul(line, '\n');
        char text[2 * ABS_TEXT_MAX];
        snprintf(text, sizeof text, "%.*s", (int)(end - line), line);
        if (strstr(usual, text) == NULL) {
            count++;
            *last = line;
        }
    }
    return count;
}

/* What is wrong with the outcome of a run in which a call failed, or may have; NULL: nothing. */
static const char *judge(const fault_case *c, const fault_plan *plan, const outcome *whole,
                         const outcome *o, size_t files)
{
    static char left[300];
    const char *said = "", *last = "";
    const char *const output = output_of(c), *const word = fault_kinds[plan->kind].word;
    const bool same_file = output == NULL || (o->file_length == whole->file_length &&
                                              memcmp(o->file, whole->file, o->file_length) == 0);
    if (WIFSIGNALED(o->status))
        return WTERMSIG(o->status) == SIGALRM ? "it hangs" : strsignal(WTERMSIG(o->status));
    snprintf(left, sizeof left, "files are left behind: ");
    if (count_files(left + strlen(left), sizeof left - strlen(left)) != files)
        return left;
    if (o->status == whole->status) {
        if (o->out_length != whole->out_length || memcmp(o->out, whole->out, o->out_length) != 0)
            return "stdout differs, and the exit code is the same";
        if (!same_file)
            return "the file differs, and the exit code is the same";
        return strcmp(o->err, whole->err) != 0 ? "it says something, and succeeds" : NULL;
    }
    if (WEXITSTATUS(o->status) != ABS_CANNOT_RUN)
        return "the exit code";
    if (new_lines(o->err, whole->err, &last) != 1)
        return "not one line on stderr";
    said = last;
    if (strncmp(said, "absbench: ", 10) != 0 || strlen(said) < 20)
        return "the message is none";
    if (!o->failed ||
        (strcasestr(said, word) == NULL && strstr(said, "stdout cannot be written") == NULL))
        return "the message does not say what failed";
    if (output != NULL && strcmp(o->file, OLDER) != 0)
        return "the older file is not as it was";
    return NULL;
}

static void complain(const fault_case *c, const fault_plan *plan, const outcome *o,
                     const char *what)
{
    char name[60];
    snprintf(name, sizeof name, "'%s' %s %u%s", c->name, fault_kinds[plan->kind].name, plan->at,
             plan->on ? " on" : "");
    fprintf(stderr, "%s: %s\n    exit %d: %.*s\n", name, what,
            WIFEXITED(o->status) ? WEXITSTATUS(o->status) : -WTERMSIG(o->status),
            (int)(o->err_length > 600 ? 600 : o->err_length), o->err);
}

/* ---- all of them -------------------------------------------------------------------------------
 */

typedef struct {
    const fault_case *cases;
    fault_record *record;
    bool full;
    unsigned long runs;
    char directory[64];
} fixture;

static fixture all;

static bool try_fault(const fault_case *c, const fault_plan *plan, const outcome *whole,
                      size_t files, bool shown)
{
    outcome o = run_case(c, plan, all.record);
    const char *what = judge(c, plan, whole, &o, files);
    if (what != NULL && shown)
        complain(c, plan, &o, what);
    if (what != NULL)
        assert_int_equal(system("rm -f .absbench-*.tmp *.partial"), 0);
    outcome_free(&o);
    all.runs++;
    return what == NULL;
}

static void test_case(void **state)
{
    const fault_case *c = *state;
    unsigned calls[FAULT_KINDS], failures = 0;
    char name[300];
    outcome whole = run_case(c, &(fault_plan){0}, all.record);
    const size_t files = count_files(name, sizeof name);
    if (!WIFEXITED(whole.status) || WEXITSTATUS(whole.status) > ABS_DIFFERS)
        fail_msg("undisturbed: %s", whole.err);
    for (int kind = 0; kind < FAULT_KINDS; kind++)
        calls[kind] = all.record->calls[kind];
    for (int kind = 0; kind < FAULT_KINDS; kind++) {
        const unsigned most = c->most > 0 ? (unsigned)c->most : all.full ? WHOLE : QUICK_CALLS;
        const unsigned step = (calls[kind] + most - 1) / most;
        for (unsigned at = 1; at <= calls[kind]; at += step)
            for (int on = 0; on < 2; on++)
                failures += !try_fault(c, &(fault_plan){(fault_kind)kind, at, on == 1}, &whole,
                                       files, failures < FAILURES_SHOWN);
    }
    if (all.full) {
        fprintf(stderr, "# %s:", c->name);
        for (int kind = 0; kind < FAULT_KINDS; kind++)
            if (calls[kind] > 0)
                fprintf(stderr, " %u %s", calls[kind], fault_kinds[kind].name);
        fprintf(stderr, "\n");
    }
    outcome_free(&whole);
    if (failures > 0)
        fail_msg("%u faults are not dealt with", failures);
}

static void make_input(const char *words)
{
    const fault_case c = {"input", words, NULL, 0};
    outcome o = run_case(&c, &(fault_plan){0}, all.record);
    if (o.status != 0)
        fail_msg("%s: %s", words, o.err);
    outcome_free(&o);
}

/* A folder with the files that the cases read. */
static void make_inputs(void)
{
    snprintf(all.directory, sizeof all.directory, "/tmp/absbench-faults-XXXXXX");
    assert_non_null(mkdtemp(all.directory));
    assert_int_equal(chdir(all.directory), 0);
    write_all("p.txt", "44 ; id a\n4455 ; id b\n");
    write_all("tree.json", "[[3,12,8],[2,{\"value\":1,\"children\":[4,6]}],[14,5,2]]");
    write_all("grid.json",
              "[{\"tree\":\"uniform:b=3\",\"seed\":\"1..2\",\"algo\":[\"alphabeta\",\"pvs\"],"
              "\"depth\":3,\"tt\":\"4K\"},{\"game\":\"connectfour\",\"position\":[\"44\",\"45\"],"
              "\"depth\":2,\"tt\":0}]");
    make_input(SEARCH " --seed=1..2 --output=a.json");
    make_input(SEARCH " --seed=2..3 --output=b.jsonl");
}

static int set_up(void **state)
{
    (void)state;
    const char *how = getenv("ABS_FAULTS");
    all.full = how != NULL && strcmp(how, "full") == 0;
    all.record =
        mmap(NULL, sizeof *all.record, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(all.record != MAP_FAILED);
    make_inputs();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    char command[100];
    fprintf(stderr, "# %lu runs\n", all.runs);
    snprintf(command, sizeof command, "rm -rf %s", all.directory);
    return system(command);
}

/* One fault, and what came of it. */
static int run_one(int argc, char **argv)
{
    fault_plan plan = {FAULT_KINDS, (unsigned)atoi(argv[3]), argc > 4};
    for (int kind = 0; kind < FAULT_KINDS; kind++)
        if (strcmp(fault_kinds[kind].name, argv[2]) == 0)
            plan.kind = (fault_kind)kind;
    for (size_t i = 0; i < CASES && plan.kind < FAULT_KINDS; i++)
        if (strcmp(cases[i].name, argv[1]) == 0) {
            set_up(NULL);
            outcome o = run_case(&cases[i], &plan, all.record);
            printf("exit %d, in %s\n%s", WEXITSTATUS(o.status), all.directory, o.err);
            return o.failed ? 0 : 1;
        }
    fprintf(stderr, "unit_faults CASE KIND K [on]\n");
    return 64;
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[CASES];
    if (argc > 3)
        return run_one(argc, argv);
    for (size_t i = 0; i < CASES; i++)
        tests[i] = (struct CMUnitTest){cases[i].name, test_case, NULL, NULL, (void *)&cases[i]};
    if (argc == 2)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests_name("faults", tests, set_up, tear_down);
}
