/*
 * unit_faults.c -- every verb with one call to the system that fails, or every one from it on: it
 * does what it would have done without, or says in one line what has failed, exits with 2, and
 * leaves an older file as it was. It never crashes, hangs, or leaves anything behind. The same with
 * standard descriptors closed.
 *
 *     unit_faults [CASE]              one call from each place, in seconds
 *     ABS_FAULTS=full unit_faults     every call of every kind, as `make faults`; "full 0/2": of
 * half of the cases
 *
 * The program runs in a fork of this one: main() is called there, and nothing is started.
 */
#include "faults.h"
#include "test.h"

#define main absbench_main
#include "src/main.c"
#undef main

#include <dirent.h>
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

/* Commands; standard input is the file behind "<". */
#define SEARCH                                                                                     \
    "--tree=uniform:b=3,range=50 --game=tictactoe --position=start --depth=3 --tt=4K "             \
    "--algo=alphabeta,aspiration+pvs"
#define SHARD "sweep --tree=uniform:b=2 --seed=1..3 --depth=1..2 --tt=0 --shard="
static const char *const cases[] = {
    SEARCH " --format=table",
    SEARCH " --format=json",
    SEARCH " --format=jsonl",
    SEARCH " --output=out.txt",
    SEARCH " --output=out.json",
    SEARCH " --output=out.csv",
    SEARCH " --output=out.md",
    SEARCH " --show --output=out.json",
    SEARCH " --no-time --output=out.json",
    SEARCH " --passes --format=table",
    "--tree=uniform:b=3,range=50,commute=1 --seed=1..2 --depth=3 --algo=pvs,mtdf,minimal-graph "
    "--repeat=2 --verify --distinct --shuffle=0,1 --window=5,9p --guess=exact+3,shallow "
    "--reference=pvs:tt=0;order=none --etc=on --output=out.json",
    "--depth=1 --max-positions=2 --output=out.json",
    "--game=connectfour --positions=p.txt --depth=2 --output=out.json",
    "--tree=explicit:file=tree.json --output=out.json",
    "--game=tictactoe --depth=9 --max-positions=2 -o out.txt",
    SEARCH " --jobs=1 --output=out.jsonl",
    SEARCH " --jobs=1 --output=out.jsonl --resume",
    SEARCH " --jobs=2 --output=out.jsonl --resume",
    "sweep --grid=grid.json --jobs=2 --output=out.json",
    "sweep --grid=grid.json --jobs=2 --output=out.json --resume",
    "sweep --grid=twice.json --jobs=1 --no-time",
    "sweep --tree=uniform:b=3 --depth=2 --algo=alphabeta,pvs --seed=1..20 --output=out.json",
    "tune --tree=uniform:b=2 --depth=1 --tt=0 --seed=1..12 --no-time --jobs=2 -o out.json",
    "tune --tree=uniform:b=2 --depth=2 --tt=0 --seed=1..13 --jobs=1 --no-time --format=table "
    "--output=out.txt",
    "merge a.json b.jsonl",
    "merge a.json b.jsonl --output=out.json",
    "merge s1.jsonl s3.jsonl --output=out.json",
    "merge whole.jsonl swept.jsonl s3.jsonl --no-time --output=out.json",
    "merge - --no-time --output=out.json <a.json",
    "compare a.json b.jsonl --format=table",
    "compare a.json b.jsonl --format=json --output=out.json",
    "compare a.json b.jsonl --output=out.md --fail-above=1",
    "trace --game=chess --position=start --depth=1 --format=jsonl",
    "trace --tree=uniform:b=2,range=9 --depth=2 --algo=pvs,alphabeta -o out.html",
    "perft --game=othello --depth=1,2 --no-time",
    "perft --game=chess --position=start --depth=2 --divide -o out.json",
    "perft --game=chess --depth=1 --divide --format=table --output=out.json",
    "positions --game=tictactoe --count=2 --output=out.epd",
    "list",
    "list --format=json",
    "schema",
    "schema --format=markdown",
    "help",
    "man",
    "completion bash",
    "version",
    "new-game mine",
    "check --game=tictactoe",
};

enum {
    CASES = COUNT_OF(cases),
    QUICK = CASES - 1, /* what the full form alone has takes long */
};

/* What a command's words say of files. Every run and sweep to a file keeps a journal: it begins
   without one, or goes on from one; whatever fails, it can be gone on with, to the same end. */
typedef struct {
    const char *words;
    char output[16];   /* "": none */
    char journal[32];  /* the output, or a file beside it; "": none */
    const char *older; /* what the output holds before; "": it may not be there */
} fault_case;

static fault_case case_of(const char *words)
{
    fault_case c = {.words = words, .older = "as it was\n"};
    const char *const output = strstr(words, "out.");
    if (output != NULL)
        snprintf(c.output, sizeof c.output, "%.*s", (int)strcspn(output, " "), output);
    if (strcmp(c.output, "out.jsonl") == 0) {
        strcpy(c.journal, c.output);
        c.older = "";
    } else if ((words[0] == '-' || strncmp(words, "sweep", 5) == 0) && output != NULL) {
        snprintf(c.journal, sizeof c.journal, "%s.journal", c.output);
    } else if (strncmp(words, "new-game", 8) == 0) {
        strcpy(c.output, "mine.c");
        c.older = "";
    }
    return c;
}

/* ---- files ----------------------------------------------------------------------------------- */

/* The file's text, which is to be freed; "" if there is none. */
static char *read_all(const char *path)
{
    size_t length;
    abs_error error;
    char *const text = file_read(path, SIZE_MAX, &length, &error);
    return text != NULL ? text : calloc(1, 1);
}

static void write_all(const char *path, const char *text)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    assert_true(fd >= 0 && file_write(fd, text, strlen(text)) && close(fd) == 0);
}

/* The files that a run finds: an older output, and a journal to go on from. */
static void make_older(const fault_case *c)
{
    unlink(c->output);
    unlink(c->journal);
    if (c->output[0] != '\0' && c->older[0] != '\0')
        write_all(c->output, c->older);
    if (strstr(c->words, "--resume") != NULL) {
        char *const part = read_all(c->older[0] == '\0' ? "part.jsonl" : "part.journal");
        write_all(c->journal, part);
        free(part);
    }
}

/* Whether a file is there that no run may leave, and its name. */
static bool leaves_file(char *name, size_t size)
{
    bool found = false;
    DIR *directory = opendir(".");
    for (const struct dirent *file; (file = readdir(directory)) != NULL;)
        if (strstr(file->d_name, ".tmp") != NULL) {
            snprintf(name, size, "left behind: %.200s", file->d_name);
            found = true;
        }
    closedir(directory);
    return found;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Takes out of the text what is between the two, if it is there. */
static void cut_out(char *text, const char *from, char to)
{
    char *start = strstr(text, from);
    char *end = start != NULL ? strchr(start, to) : NULL;
    if (end != NULL)
        memmove(start, end, strlen(end) + 1);
}

/* What a journal, or a report made from one, says whatever the command and the order of rows. */
static void normalise(char *text)
{
    char *lines[200];
    size_t count = 0;
    cut_out(text, "\"command\":[", ']');
    cut_out(text, "\"resume\":", ',');
    char *const copy = strdup(text), *rest = copy;
    while (count < COUNT_OF(lines) && strchr(rest, '\n') != NULL)
        lines[count++] = strsep(&rest, "\n");
    qsort(lines, count, sizeof *lines, by_text);
    for (size_t i = 0; i < count; i++)
        text = stpcpy(stpcpy(text, lines[i]), "\n");
    strcpy(text, rest); /* a line that was cut */
    free(copy);
}

/* ---- one run --------------------------------------------------------------------------------- */

static fault_record *record;

/* What a run does: its end, what it writes and what it says. */
typedef struct {
    int status;
    bool failed, ends; /* as in fault_record */
    char *out, *err, *file;
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
static void run_here(const char *words, const fault_plan *plan)
{
    static const int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS};
    char copy[1024], *argv[WORDS_MAX] = {(char *)"absbench"};
    const char *in = "/dev/null";
    int argc = 1;
    snprintf(copy, sizeof copy, "%s", words);
    for (char *rest = copy, *word; (word = strtok_r(rest, " ", &rest)) != NULL;)
        if (word[0] == '<')
            in = word + 1;
        else
            argv[argc++] = word;
    argv[argc] = NULL;
    for (size_t i = 0; i < COUNT_OF(caught); i++)
        signal(caught[i], SIG_DFL); /* cmocka would go on */
    alarm(PATIENCE);
    send_to(STDIN_FILENO, in, O_RDONLY);
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

static outcome run_case(const fault_case *c, const fault_plan *plan)
{
    outcome o = {0};
    memset(record, 0, sizeof *record);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        run_here(c->words, plan);
    assert_int_equal(waitpid(child, &o.status, 0), child);
    o.failed = record->failed;
    o.ends = record->ends;
    o.out = read_all("stdout");
    o.err = read_all("stderr");
    o.file = read_all(c->output);
    if (c->journal[0] != '\0')
        normalise(o.file);
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
        if (strstr(usual, text) == NULL && strncmp(text, "absbench: to continue: ", 20) != 0) {
            count++;
            *last = line;
        }
    }
    return count;
}

static bool says_what_failed(const char *said, fault_kind kind)
{
    const bool is_had = kind != FAULT_alloc || strstr(said, "absbench: out of memory;") != NULL ||
                        strstr(said, " of tables;") != NULL ||
                        strstr(said, "Cannot allocate memory") != NULL;
    return is_had && strcasestr(said, fault_kinds[kind].word) != NULL &&
           strncmp(said, "absbench: ", 10) == 0 && strlen(said) >= 20;
}

/* What is wrong with the outcome of a run in which a call failed, or may have, or which has begun
   with descriptors closed; NULL: nothing. */
static const char *judge(const fault_case *c, const fault_plan *plan, const outcome *whole,
                         const outcome *o)
{
    static char left[300];
    const char *last = "";
    const bool same_file = strcmp(o->file, whole->file) == 0, fails = plan->closed == 0;
    const bool silent = plan->closed & 1u << STDOUT_FILENO,
               mute = plan->closed & 1u << STDERR_FILENO;
    if (WIFSIGNALED(o->status))
        return WTERMSIG(o->status) == SIGALRM ? "it hangs" : strsignal(WTERMSIG(o->status));
    if (leaves_file(left, sizeof left))
        return left;
    if (o->status == whole->status && strcmp(c->journal, c->output) != 0 &&
        access(c->journal, F_OK) == 0)
        return "the journal of a run that has ended well is left behind";
    if (silent ? o->out[0] != '\0' : o->status == whole->status && strcmp(o->out, whole->out) != 0)
        return "stdout";
    if (mute && o->err[0] != '\0')
        return "stderr";
    if (o->status == whole->status) {
        if (!same_file)
            return "the file differs, and the exit code is the same";
        if (silent && whole->out[0] != '\0')
            return "what is not written is no error";
        if (o->ends)
            return "memory is survived, not had";
        if (fails && strcmp(o->err, whole->err) != 0 &&
            strcasestr(o->err, fault_kinds[plan->kind].word) == NULL)
            return "it says something else, and succeeds";
        return NULL;
    }
    if (WEXITSTATUS(o->status) != ABS_CANNOT_RUN)
        return "the exit code";
    const size_t lines = new_lines(o->err, whole->err, &last);
    if (!mute &&
        (lines < 1 || (lines > 1 && plan->kind != FAULT_thread))) /* fewer workers are told, too */
        return "not one line on stderr";
    if (fails && !(o->failed && says_what_failed(last, plan->kind)))
        return "the message does not say what failed";
    if (strcmp(c->journal, c->output) != 0 && strcmp(o->file, c->older) != 0 &&
        (fails || !same_file))
        return "the older file is not as it was";
    return NULL;
}

/* Goes on from what a run has left, if it keeps a journal: it must come to the same end. */
static const char *go_on(const fault_case *c, const outcome *whole)
{
    char words[1024];
    fault_case again = *c;
    snprintf(words, sizeof words, "%s%s", c->words,
             strstr(c->words, "--resume") != NULL ? "" : " --resume");
    again.words = words;
    outcome o = run_case(&again, &(fault_plan){0});
    const bool same = o.status == whole->status && strcmp(o.file, whole->file) == 0;
    if (!same)
        fprintf(stderr, "gone on with: exit %d: %s\n", WEXITSTATUS(o.status), o.err);
    outcome_free(&o);
    return same ? NULL : "what it has left cannot be gone on with";
}

/* ---- all of them ----------------------------------------------------------------------------- */

static fault_places *callers;
static bool full;
static unsigned part, parts; /* of the cases; parts 0: all */
static unsigned long runs;
static char directory[] = "/tmp/absbench-faults-XXXXXX";

static bool try_fault(const fault_case *c, const fault_plan *plan, const outcome *whole, bool shown)
{
    make_older(c);
    outcome o = run_case(c, plan);
    const char *what = judge(c, plan, whole, &o);
    if (what == NULL && plan->closed == 0 && c->journal[0] != '\0' && o.status != whole->status)
        what = go_on(c, whole);
    if (what != NULL && shown)
        fprintf(stderr, "'%s' %s %u%s, closed %u: %s\n    status %d: %.600s\n", c->words,
                fault_kinds[plan->kind].name, plan->at, plan->on ? " on" : "", plan->closed, what,
                o.status, o.err);
    if (what != NULL)
        assert_int_equal(system("rm -f .*.tmp *.tmp"), 0);
    outcome_free(&o);
    runs++;
    return what == NULL;
}

/* Whether no call has failed yet that came from where this one does. */
static bool is_new(fault_kind kind, unsigned call)
{
    static bool seen[1 << 20];
    if (call >= FAULT_NOTED)
        return false;
    bool *const before = &seen[(*callers)[kind][call] % COUNT_OF(seen)];
    const bool is = !*before;
    *before = true;
    return is;
}

/* Standard descriptors closed are the second and all of them, and in the full form every
 * combination. */
static void test_case(void **state)
{
    const char *const *const command = *state;
    const fault_case c = case_of(*command);
    unsigned calls[FAULT_KINDS], failures = 0;
    if (parts > 0 && (unsigned)(command - cases) % parts != part)
        skip();
    make_older(&c);
    fault_noted = callers;
    outcome whole = run_case(&c, &(fault_plan){0});
    fault_noted = NULL;
    if (!WIFEXITED(whole.status) || WEXITSTATUS(whole.status) > ABS_DIFFERS)
        fail_msg("undisturbed: %s", whole.err);
    for (int kind = 0; kind < FAULT_KINDS; kind++)
        calls[kind] = record->calls[kind];
    for (fault_kind kind = 0; kind < FAULT_KINDS; kind++)
        for (unsigned at = 1; at <= calls[kind]; at++) {
            leaks_are_looked_for = is_new(kind, at);
            /* The first failure of memory ends the program: all later ones are for the full form.
             */
            const int ways = full ? 2 : !leaks_are_looked_for ? 0 : kind == FAULT_alloc ? 1 : 2;
            for (int on = 0; on < ways; on++)
                failures += !try_fault(&c, &(fault_plan){.kind = kind, .at = at, .on = on == 1},
                                       &whole, failures < FAILURES_SHOWN);
        }
    leaks_are_looked_for = true;
    for (unsigned closed = full ? 1 : 2; closed < 8; closed += full ? 1 : 5)
        failures += !try_fault(&c, &(fault_plan){.closed = closed}, &whole, true);
    outcome_free(&whole);
    if (failures > 0)
        fail_msg("%u faults are not dealt with", failures);
}

static void make_input(const char *words)
{
    const fault_case c = {.words = words};
    outcome o = run_case(&c, &(fault_plan){0});
    if (o.status != 0)
        fail_msg("%s: %s", words, o.err);
    outcome_free(&o);
}

/* Leaves the head, two rows and the half of a third. */
static void cut_journal(const char *from, const char *to)
{
    char *text = read_all(from), *at = text;
    for (int line = 0; line < 3; line++)
        at = strchr(at, '\n') + 1;
    at[100] = '\0';
    write_all(to, text);
    free(text);
}

static void *share(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(memory != MAP_FAILED);
    return memory;
}

/* A folder with the files that the cases read. */
static int set_up(void **state)
{
    (void)state;
    record = share(sizeof *record);
    callers = share(sizeof *callers);
    assert_non_null(mkdtemp(directory));
    assert_int_equal(chdir(directory), 0);
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
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    char command[100];
    fprintf(stderr, "# %lu runs\n", runs);
    snprintf(command, sizeof command, "rm -rf %s", directory);
    return system(command);
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[CASES];
    const char *const how = getenv("ABS_FAULTS");
    full = how != NULL && strncmp(how, "full", 4) == 0;
    if (full)
        sscanf(how, "full %u/%u", &part, &parts);
    const size_t count = full ? CASES : QUICK;
    for (size_t i = 0; i < count; i++)
        tests[i] =
            (struct CMUnitTest){cases[i], test_case, NULL, NULL, (void *)(uintptr_t)&cases[i]};
    if (argc == 2)
        cmocka_set_test_filter(argv[1]);
    return _cmocka_run_group_tests("faults", tests, count, set_up, tear_down);
}
