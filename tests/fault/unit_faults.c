/*
 * unit_faults.c -- every verb with one call to the system that fails, or every one from it on: it
 * does what it would have done without, or says in one line what has failed, exits with 2, and
 * leaves an older file as it was. It never crashes, hangs, or leaves anything behind.
 *
 *     unit_faults [CASE]              one call from each place, in seconds
 *     ABS_FAULTS=full unit_faults     every call of every kind, as `make faults`; "full 0/2": of half of the cases
 *
 * The program runs in a fork of this one: main() is called there, and nothing is started.
 */
#include "faults.h"
#include "files.h"

#define main absbench_main
#include "src/main.c"
#undef main

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <sys/wait.h>

enum {
    WORDS_MAX = 40,
    FAILURES_SHOWN = 12, /* of a case */
    PATIENCE = 60,       /* seconds that a run may take */
};

/* What sanitizers report ends a run as nothing else does. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "exitcode=99:allocator_may_return_null=1:handle_segv=1:quarantine_size_mb=8";
}

/* Looking for leaks takes longer than a run: it is done once for each place that calls come from.
 */
static bool leaks_are_looked_for = true;
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void)
{
    return !leaks_are_looked_for;
}

#define OLDER "as it was\n"

typedef struct {
    const char *name, *words;
    const char *in; /* standard input */
    /* A run that keeps a journal begins without an older file, or goes on from this one ("":
       none); whatever fails, it can be gone on with, to the same end. NULL: no journal. */
    const char *journal;
} fault_case;

#define SEARCH                                                                                     \
    "--tree=uniform:b=3,range=50 --game=tictactoe --position=start --depth=3 --tt=4K "             \
    "--algo=alphabeta,aspiration+pvs"
#define SHARD "sweep --tree=uniform:b=2 --seed=1..3 --depth=1..2 --tt=0 --shard="
static const fault_case cases[] = {
    {"run table", SEARCH " --format=table", NULL, NULL},
    {"run json", SEARCH " --format=json", NULL, NULL},
    {"run jsonl", SEARCH " --format=jsonl", NULL, NULL},
    {"run csv", SEARCH " --format=csv", NULL, NULL},
    {"run table file", SEARCH " --output=out.txt", NULL, NULL},
    {"run json file", SEARCH " --output=out.json", NULL, NULL},
    {"run csv file", SEARCH " --output=out.csv", NULL, NULL},
    {"run markdown file", SEARCH " --output=out.md", NULL, NULL},
    {"run shown", SEARCH " --show --output=out.json", NULL, NULL},
    {"run no-time", SEARCH " --no-time --output=out.json", NULL, NULL},
    {"run passes", SEARCH " --passes --format=table", NULL, NULL},
    {"run options",
     "--tree=uniform:b=3,range=50,commute=1 --seed=1..2 --depth=3 --algo=pvs,mtdf,minimal-graph "
     "--theory --repeat=2 --verify --distinct --shuffle=0,1 --window=5,9p --guess=exact+3,shallow "
     "--reference=pvs:tt=0;order=none --etc=on --output=out.json",
     NULL, NULL},
    {"run built-in", "--depth=1 --max-positions=2 --output=out.json", NULL, NULL},
    {"run chess", "--game=chess --depth=1 --max-positions=1 --output=out.txt", NULL, NULL},
    {"run positions", "--game=connectfour --positions=p.txt --depth=2 --output=out.json", NULL,
     NULL},
    {"run stdin", "--game=connectfour --positions=- --depth=2 --output=out.json", "p.txt", NULL},
    {"run explicit", "--tree=explicit:file=tree.json --output=out.json", NULL, NULL},
    {"run answers", "--game=tictactoe --check-answers --depth=2 --max-positions=2 -o out.txt", NULL,
     NULL},
    {"journal", SEARCH " --jobs=1 --output=out.jsonl", NULL, ""},
    {"journal resumed", SEARCH " --jobs=1 --output=out.jsonl --resume", NULL, "part.jsonl"},
    {"journal workers", SEARCH " --verify --jobs=2 --output=out.jsonl", NULL, ""},
    {"journal workers resumed", SEARCH " --jobs=2 --output=out.jsonl --resume", NULL, "part.jsonl"},
    {"sweep", "sweep --grid=grid.json --jobs=2 --output=out.json", NULL, ""},
    {"sweep resumed", "sweep --grid=grid.json --jobs=2 --output=out.json --resume", NULL,
     "part.journal"},
    {"sweep repeated", "sweep --grid=twice.json --jobs=1 --no-time", NULL, NULL},
    {"sweep stdin", "sweep --grid=- --jobs=2", "grid.json", NULL},
    {"sweep until-ci",
     "sweep --tree=uniform:b=3 --depth=2 --algo=alphabeta,pvs --until-ci=1 --max-positions=20 "
     "--output=out.json",
     NULL, ""},
    {"tune", "tune --tree=uniform:b=2 --depth=1 --tt=0 --seed=1..12 --no-time --jobs=2 -o out.json",
     NULL, NULL},
    {"tune table",
     "tune --tree=uniform:b=2 --depth=2 --tt=0 --seed=1..13 --jobs=1 --no-time --format=table "
     "--output=out.txt",
     NULL, NULL},
    {"merge", "merge a.json b.jsonl", NULL, NULL},
    {"merge json file", "merge a.json b.jsonl --output=out.json", NULL, NULL},
    {"show", "show b.jsonl", NULL, NULL},
    {"merge shards", "merge s1.jsonl s3.jsonl --output=out.json", NULL, NULL},
    {"merge runs", "merge whole.jsonl swept.jsonl s3.jsonl --no-time --output=out.json", NULL,
     NULL},
    {"merge stdin", "merge - --no-time --output=out.json", "a.json", NULL},
    {"compare table", "compare a.json b.jsonl --format=table", NULL, NULL},
    {"compare json", "compare a.json b.jsonl --format=json --output=out.json", NULL, NULL},
    {"compare markdown", "compare a.json b.jsonl --output=out.md --fail-above=1", NULL, NULL},
    {"trace", "trace --game=chess --position=start --depth=1 --format=jsonl", NULL, NULL},
    {"trace page", "trace --tree=uniform:b=2,range=9 --depth=2 --algo=pvs,alphabeta -o out.html",
     NULL, NULL},
    {"trace graph", "trace --tree=uniform:b=2,range=9 --depth=2 --format=dot --output=out.dot",
     NULL, NULL},
    {"perft", "perft --game=othello --depth=1,2 --no-time", NULL, NULL},
    {"perft divide", "perft --game=chess --position=start --depth=2 --divide -o out.json", NULL,
     NULL},
    {"perft table", "perft --game=chess --depth=1 --divide --format=table --output=out.json", NULL,
     NULL},
    {"positions", "positions --game=tictactoe --count=2 --output=out.epd", NULL, NULL},
    {"list", "list", NULL, NULL},
    {"list json", "list --format=json", NULL, NULL},
    {"schema", "schema", NULL, NULL},
    {"schema markdown", "schema --format=markdown", NULL, NULL},
    {"help", "help", NULL, NULL},
    {"help verb", "help sweep", NULL, NULL},
    {"man", "man", NULL, NULL},
    {"man verb", "man sweep", NULL, NULL},
    {"completion bash", "completion bash", NULL, NULL},
    {"completion zsh", "completion zsh", NULL, NULL},
    {"version", "version", NULL, NULL},
    {"new game", "new-game mine", NULL, NULL},
    {"check", "check --game=tictactoe", NULL, NULL},
};

enum {
    CASES = sizeof cases / sizeof cases[0],
    QUICK = CASES - 1, /* what the full form alone has takes long */
};

/* ---- one run --------------------------------------------------------------------------------- */

/* What a run does: its end, what it writes and what it says. */
typedef struct {
    int status;
    bool failed, ends; /* as in fault_record */
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
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (plan->closed & 1u << fd)
            close(fd);
    fault_begin(plan, record);
    const int code = absbench_main(argc, argv);
    fault_end();
    exit(code);
}

static const char *output_of(const fault_case *c)
{
    static const char *const names[] = {"out.json", "out.jsonl", "out.csv",
                                        "out.md",   "out.txt",   "out.epd"};
    if (strcmp(c->words, "new-game mine") == 0)
        return "mine.c";
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *found = strstr(c->words, names[i]);
        if (found != NULL && (found[strlen(names[i])] == ' ' || found[strlen(names[i])] == '\0'))
            return names[i];
    }
    return NULL;
}

/* Whether the output itself is the journal. */
static bool is_journal(const fault_case *c)
{
    return c->journal != NULL && strcmp(output_of(c), "out.jsonl") == 0;
}

/* What the output holds before a run: a file that is new may not be there. */
static const char *older_of(const fault_case *c)
{
    return strncmp(c->words, "new-game", 8) == 0 ? "" : OLDER;
}

/* The files that a run finds: an older output, and a journal to go on from. */
static void make_older(const fault_case *c)
{
    const char *output = output_of(c);
    if (output != NULL && older_of(c)[0] == '\0')
        unlink(output);
    else if (output != NULL && !is_journal(c) && !is_text(output, OLDER))
        write_all(output, OLDER);
    if (c->journal == NULL)
        return;
    char journal[64];
    snprintf(journal, sizeof journal, "%s%s", output, is_journal(c) ? "" : ".journal");
    unlink(journal);
    if (c->journal[0] != '\0')
        copy(c->journal, journal, SIZE_MAX);
}

static outcome run_case(const fault_case *c, const fault_plan *plan, fault_record *record)
{
    outcome o = {0};
    const char *output = output_of(c);
    memset(record, 0, sizeof *record);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        run_here(c->words, c->in, plan, record);
    assert_int_equal(waitpid(child, &o.status, 0), child);
    o.failed = record->failed;
    o.ends = record->ends;
    o.out = read_all("stdout", &o.out_length);
    o.err = read_all("stderr", &o.err_length);
    if (output != NULL)
        o.file = read_all(output, &o.file_length);
    if (c->journal != NULL) {
        normalise(o.file);
        o.file_length = strlen(o.file);
    }
    return o;
}

/* ---- what is asked of it --------------------------------------------------------------------- */

/* Lines of `said` that `usual` does not have, and the last of them. */
static size_t new_lines(const char *said, const char *usual, const char **last)
{
    size_t count = 0;
    for (const char *line = said, *end; *line != '\0'; line = *end != '\0' ? end + 1 : end) {
        end = strchrnul(line, '\n');
        char text[2 * ABS_TEXT_MAX];
        snprintf(text, sizeof text, "%.*s", (int)(end - line), line);
        if (strstr(usual, text) == NULL && strncmp(text, "absbench: to go on: ", 20) != 0) {
            count++;
            *last = line;
        }
    }
    return count;
}

/* What is wrong with the outcome of a run in which a call failed, or may have; NULL: nothing. */
static const char *judge(const fault_case *c, const fault_plan *plan, const outcome *whole,
                         const outcome *o)
{
    static char left[300];
    const char *said = "", *last = "";
    const char *const output = output_of(c), *const word = fault_kinds[plan->kind].word;
    const bool same_file = output == NULL || (o->file_length == whole->file_length &&
                                              memcmp(o->file, whole->file, o->file_length) == 0);
    if (WIFSIGNALED(o->status))
        return WTERMSIG(o->status) == SIGALRM ? "it hangs" : strsignal(WTERMSIG(o->status));
    if (leaves_file(left, sizeof left))
        return left;
    if (o->ends && WEXITSTATUS(o->status) != ABS_CANNOT_RUN)
        return "memory is survived, not had";
    if (o->status == whole->status) {
        if (o->out_length != whole->out_length || memcmp(o->out, whole->out, o->out_length) != 0)
            return "stdout differs, and the exit code is the same";
        if (!same_file)
            return "the file differs, and the exit code is the same";
        if (strcmp(o->err, whole->err) != 0 && strcasestr(o->err, word) == NULL)
            return "it says something else, and succeeds";
        return NULL;
    }
    if (WEXITSTATUS(o->status) != ABS_CANNOT_RUN)
        return "the exit code";
    const size_t lines = new_lines(o->err, whole->err, &last);
    if (lines < 1 || (lines > 1 && plan->kind != FAULT_thread)) /* fewer workers are told, too */
        return "not one line on stderr";
    said = last;
    if (strncmp(said, "absbench: ", 10) != 0 || strlen(said) < 20)
        return "the message is none";
    if (!o->failed ||
        (strcasestr(said, word) == NULL && strstr(said, "stdout cannot be written") == NULL))
        return "the message does not say what failed";
    if (plan->kind == FAULT_alloc && strstr(said, "absbench: out of memory;") == NULL &&
        strstr(said, " of tables;") == NULL && strstr(said, "Cannot allocate memory") == NULL)
        return "memory is survived, not had";
    if (strstr(said, "it is written, but its directory is not") != NULL)
        return same_file ? NULL : "the file is not the new one";
    if (output != NULL && !is_journal(c) && strcmp(o->file, older_of(c)) != 0)
        return "the older file is not as it was";
    return NULL;
}

/* Goes on from what a run has left, if it keeps a journal: it must come to the same end. */
static const char *go_on(const fault_case *c, const outcome *whole, fault_record *record)
{
    char words[1024];
    fault_case again = *c;
    snprintf(words, sizeof words, "%s%s", c->words,
             strstr(c->words, "--resume") != NULL ? "" : " --resume");
    again.words = words;
    outcome o = run_case(&again, &(fault_plan){0}, record);
    const bool same = o.status == whole->status && strcmp(o.file, whole->file) == 0;
    if (!same)
        fprintf(stderr, "gone on with: exit %d: %s\n", WEXITSTATUS(o.status), o.err);
    outcome_free(&o);
    return same ? NULL : "what it has left cannot be gone on with";
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

/* ---- all of them ----------------------------------------------------------------------------- */

typedef struct {
    const fault_case *cases;
    fault_record *record;
    fault_places *places;
    bool full;
    unsigned part, parts; /* of the cases; parts 0: all */
    unsigned long runs;
    char directory[64];
} fixture;

static fixture all;

static bool try_fault(const fault_case *c, const fault_plan *plan, const outcome *whole, bool shown)
{
    make_older(c);
    outcome o = run_case(c, plan, all.record);
    const char *what = judge(c, plan, whole, &o);
    if (what == NULL && c->journal != NULL && o.status != whole->status)
        what = go_on(c, whole, all.record);
    if (what != NULL && shown)
        complain(c, plan, &o, what);
    if (what != NULL)
        assert_int_equal(system("rm -f .*.tmp *.tmp *.partial"), 0);
    outcome_free(&o);
    all.runs++;
    return what == NULL;
}

/* Whether no call has failed yet that came from where this one does. */
static bool is_new(fault_kind kind, unsigned call)
{
    static bool seen[1 << 20];
    if (call >= FAULT_NOTED)
        return false;
    bool *const before = &seen[(*all.places)[kind][call] % (sizeof seen / sizeof *seen)];
    const bool is = !*before;
    *before = true;
    return is;
}

static void test_case(void **state)
{
    const fault_case *c = *state;
    unsigned calls[FAULT_KINDS], failures = 0;
    make_older(c);
    if (all.parts > 0 && (unsigned)(c - cases) % all.parts != all.part)
        skip();
    fault_noted = all.places;
    outcome whole = run_case(c, &(fault_plan){0}, all.record);
    fault_noted = NULL;
    if (!WIFEXITED(whole.status) || WEXITSTATUS(whole.status) > ABS_DIFFERS)
        fail_msg("undisturbed: %s", whole.err);
    for (int kind = 0; kind < FAULT_KINDS; kind++)
        calls[kind] = all.record->calls[kind];
    for (int kind = 0; kind < FAULT_KINDS; kind++)
        for (unsigned at = 1; at <= calls[kind]; at++) {
            leaks_are_looked_for = is_new((fault_kind)kind, at);
            /* The first failure of memory ends the program: all later ones are for the full form.
             */
            const int ways = all.full ? 2 : !leaks_are_looked_for ? 0 : kind == FAULT_alloc ? 1 : 2;
            for (int on = 0; on < ways; on++)
                failures +=
                    !try_fault(c, &(fault_plan){.kind = (fault_kind)kind, .at = at, .on = on == 1},
                               &whole, failures < FAILURES_SHOWN);
        }
    leaks_are_looked_for = true;
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

/* Leaves the head, two rows and the half of a third. */
static void cut_journal(const char *from, const char *to)
{
    size_t length;
    char *text = read_all(from, &length), *at = text;
    for (int line = 0; line < 3; line++)
        at = strchr(at, '\n') + 1;
    copy(from, to, (size_t)(at - text) + 100);
    free(text);
}

/* What is wrong with a run that has begun with these descriptors closed; NULL: nothing. */
static const char *judge_closed(const fault_case *c, unsigned closed, const outcome *whole,
                                const outcome *o)
{
    const char *const output = output_of(c), *last = "";
    const bool same_file = output == NULL || strcmp(o->file, whole->file) == 0;
    const bool silent = closed & 1u << STDOUT_FILENO;
    if (WIFSIGNALED(o->status))
        return "it does not end by itself";
    if (silent ? o->out_length > 0 : o->status == whole->status && strcmp(o->out, whole->out) != 0)
        return "stdout";
    if (closed & 1u << STDERR_FILENO && o->err_length > 0)
        return "stderr";
    if (o->status == whole->status)
        return !same_file                        ? "the file differs"
               : silent && whole->out_length > 0 ? "what is not written is no error"
                                                 : NULL;
    if (WEXITSTATUS(o->status) != ABS_CANNOT_RUN)
        return "the exit code";
    if (output != NULL && !is_journal(c) && !same_file && strcmp(o->file, older_of(c)) != 0)
        return "the older file is not as it was";
    return closed & 1u << STDERR_FILENO || new_lines(o->err, whole->err, &last) == 1
               ? NULL
               : "not one line on stderr";
}

/* Standard descriptors are closed: the second and all of them, and in the full form every combination. */
static void test_closed(void **state)
{
    const fault_case *c = *state;
    unsigned failures = 0;
    make_older(c);
    outcome whole = run_case(c, &(fault_plan){0}, all.record);
    for (unsigned closed = all.full ? 1 : 2; closed < 8; closed += all.full ? 1 : 5) {
        const fault_plan plan = {.closed = closed};
        make_older(c);
        outcome o = run_case(c, &plan, all.record);
        const char *what = judge_closed(c, closed, &whole, &o);
        if (what != NULL)
            fprintf(stderr, "'%s' with %s%s%s closed: %s\n    exit %d: %s\n", c->name,
                    closed & 1 ? "0" : "", closed & 2 ? "1" : "", closed & 4 ? "2" : "", what,
                    WEXITSTATUS(o.status), o.err);
        failures += what != NULL;
        outcome_free(&o);
        all.runs++;
    }
    outcome_free(&whole);
    assert_int_equal(failures, 0);
}

static void make_input(const char *words)
{
    const fault_case c = {"input", words, NULL, NULL};
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
    write_all(
        "twice.json",
        "[{\"tree\":\"uniform:b=2\",\"seed\":\"1..2\",\"algo\":[\"alphabeta\",\"pvs\"],"
        "\"depth\":[1,2],\"tt\":0},{\"game\":\"tictactoe\",\"depth\":1,\"position\":\"start\"},"
        "{\"tree\":\"uniform:b=2\",\"seed\":\"2..3\",\"algo\":[\"pvs\",\"mtdf\"],"
        "\"depth\":[2,3],\"tt\":0}]");
    make_input("--tree=uniform:b=2 --depth=1 --algo=alphabeta,pvs --output=a.json");
    make_input("--tree=uniform:b=2 --depth=1 --algo=pvs --seed=1..2 --output=b.jsonl");
    make_input(SEARCH " --output=whole.jsonl");
    make_input("sweep --grid=grid.json --output=swept.jsonl");
    make_input(SHARD "1/3 --output=s1.jsonl");
    make_input(SHARD "3/3 --output=s3.jsonl");
    cut_journal("whole.jsonl", "part.jsonl");
    cut_journal("swept.jsonl", "part.journal");
}

static void *share(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(memory != MAP_FAILED);
    return memory;
}

static void set_form(void)
{
    const char *how = getenv("ABS_FAULTS");
    all.full = how != NULL && strncmp(how, "full", 4) == 0;
    if (all.full)
        sscanf(how, "full %u/%u", &all.part, &all.parts);
}

static int set_up(void **state)
{
    (void)state;
    all.record = share(sizeof *all.record);
    all.places = share(sizeof *all.places);
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

int main(int argc, char **argv)
{
    struct CMUnitTest tests[2 * CASES];
    set_form();
    const size_t count = all.full ? CASES : QUICK;
    for (size_t i = 0; i < count; i++) {
        void *const c = (void *)&cases[i];
        tests[2 * i] = (struct CMUnitTest){cases[i].name, test_case, NULL, NULL, c};
        tests[2 * i + 1] = (struct CMUnitTest){cases[i].name, test_closed, NULL, NULL, c};
    }
    if (argc == 2)
        cmocka_set_test_filter(argv[1]);
    return _cmocka_run_group_tests("faults", tests, 2 * count, set_up, tear_down);
}
