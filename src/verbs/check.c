/*
 * check.c -- `absbench check`: checks that games and trees are what a search expects. A second
 * process checks, so that whatever ends it is reported as a violated rule; this process waits, and
 * says where the other ended. The following domains get a new process.
 */
#include "search/check.h"
#include "base/memory.h"
#include "search/registry.h"
#include "verbs/commands.h"
#include "work/conform.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PLIES = 5000, POSITIONS = 20, PATIENCE_S = 10 };

static const char reading[] = "reading what is checked";

/* What both processes share. The buffers lie within it, and have room for every message. */
typedef struct {
    const abs_options *options;
    abs_conformity found; /* of the domain that is being checked, or of the start */
    bool is_tree;
    const char *doing;  /* the current part of the check; NULL: it is complete */
    size_t next, count; /* of batches: the current one, all */
    bool ok, right;     /* nothing has failed; no rule is violated */
    bool interrupted;
    int code; /* the code that program_end() ended the checking process with; or 0 */
    abs_error error;
    abs_buffer text;
    char said[2 * ABS_TEXT_MAX], name[2 * ABS_TEXT_MAX];
    char told_room[64 << 10], text_room[16 << 20];
} task;

/* Begins with the next domain, or with the start. */
static void begin(task *t, const char *name)
{
    t->found =
        (abs_conformity){.patience = t->options->timeout > 0 ? t->options->timeout : PATIENCE_S,
                         .told = {.data = t->told_room, .room = sizeof t->told_room}};
    snprintf(t->name, sizeof t->name, "%s", name);
}

/* Writes a line for each violated rule, after the domain's name. */
static void print_told(task *t)
{
    char *rest = (char *)buffer_end(&t->found.told);
    for (const char *line; (line = strtok_r(rest, "\n", &rest)) != NULL;) {
        buffer_plain(&t->text, t->name);
        buffer_format(&t->text, ": %s\n", line);
    }
}

static void print_domain(task *t)
{
    const abs_conformity *f = &t->found;
    print_told(t);
    buffer_plain(&t->text, t->name);
    buffer_format(&t->text,
                  ": %s in %" PRIu64 " positions of %" PRIu64 " %s and %" PRIu64 " searches\n",
                  f->broken != 0 ? "wrong as above," : "nothing wrong was found", f->plies,
                  f->games, t->is_tree ? "trees" : "games", f->searches);
    if (f->broken == 0 && f->change_count > 0) {
        const int half_pawn = f->domain->half_pawn(f->rules);
        const conform_swing s = conform_swing_of(&t->found, half_pawn);
        const bool misses = s.far && fabs(s.median) > half_pawn;
        buffer_plain(&t->text, t->name);
        buffer_format(&t->text,
                      ": values at even depths are %.0f %s those at odd ones in the median of %zu "
                      "(half a pawn: %d)%s",
                      fabs(s.median), s.median < 0 ? "below" : "above", f->change_count, half_pawn,
                      misses ? "; guesses miss by that much: docs/games.md, Swing" : "");
        if (misses && !t->is_tree)
            buffer_format(&t->text, "; try --eval=heuristic+turn:%.0f", -s.median / 2);
        buffer_char(&t->text, '\n');
    }
    t->right &= f->broken == 0;
}

/* ---- the process that checks ----------------------------------------------------------------- */

/* Begins a part of the check, and ends the one before. */
static void enter(task *t, const char *doing)
{
    conform_alarm(0);
    t->doing = doing;
}

static void check_domain(task *t, const abs_batch *batch)
{
    static abs_root first; /* never freed */
    begin(t, abs_registry_word(batch->domain));
    t->is_tree = abs_is_tree(batch->domain);
    enter(t, "play");
    conform_try(&t->found, t->is_tree ? "root()" : "parse()", NULL);
    const abs_root *const start = batch_root(batch, 0, &first);
    if (!conform_play(start, PLIES, &t->found))
        return;
    enter(t, "a search");
    if (conform_is_safe(&t->found) && !conform_search(start, POSITIONS, &t->found))
        return;
    conform_try(&t->found, "half_pawn()", NULL);
    print_domain(t);
    free(t->found.changes);
}

static void check_all(task *t)
{
    static abs_suite suite; /* never freed */
    static const char all[] = "loading the plug-in, parse_rules(), parse(), plies_left(), "
                              "half_pawn(), max_depth() or min_depth()";
    begin(t, "start");
    enter(t, reading);
    conform_try(&t->found, all, NULL);
    t->ok = abs_suite_add(&suite, t->options, &t->error);
    conform_try(&t->found, all, NULL);
    enter(t, reading);
    t->right &= t->found.broken == 0;
    print_told(t);
    t->count = t->ok && t->found.broken == 0 ? suite.count : 0;
    for (; t->next < t->count && !interrupt_pending(); t->next++)
        if (suite.batches[t->next].root_count > 0)
            check_domain(t, &suite.batches[t->next]);
}

static _Noreturn void check_here(task *t, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(ABS_INTERRUPTED);
    conform_heed(); /* if a function does not return */
    program_code = &t->code;
    abs_check_said = t->said;
    check_all(t);
    t->interrupted = interrupt_pending();
    enter(t, NULL);
    exit(ABS_OK);
}

/* ---- the process that waits ------------------------------------------------------------------ */

/* Says how and where the checking process ended, which violates a rule. */
static void print_end(task *t, int status)
{
    char where[2 * ABS_TEXT_MAX];
    abs_conformity *f = &t->found;
    const int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    conform_where(f, where, sizeof where);
    if (number == SIGPROF || number == SIGALRM)
        conform_break(f, CONFORM_TIME, NULL,
                      "%s took more than %g s%s, %s; does each return? --timeout=S allows more",
                      t->doing, number == SIGPROF ? f->patience : conform_idle(f->patience),
                      number == SIGPROF ? " of processor time" : "", where);
    else if (t->said[0] != '\0')
        conform_break(f, CONFORM_MOVES, NULL, "%s", t->said);
    else if (number != 0)
        conform_break(f, CONFORM_FAULT, NULL, "signal %d (%s) ended %s, %s", number,
                      strsignal(number), t->doing, where);
    else
        conform_break(f, CONFORM_FAULT, NULL, "a call of exit() or the like, with %d, ended %s, %s",
                      WEXITSTATUS(status), t->doing, where);
    if (t->doing != reading)
        print_domain(t);
    else /* nothing can be used */
        print_told(t);
    t->next = t->doing != reading ? t->next + 1 : t->count;
    t->right = false;
    t->said[0] = '\0';
}

/* Makes another process check from t->next on, and says how it ended. Returns false with the error
   set if there is no result. */
static bool check_there(task *t, abs_error *error)
{
    const pid_t parent = getpid(), child = fork();
    int status = 0;
    if (child == 0)
        check_here(t, parent);
    if (child < 0)
        return abs_fail(error, ABS_CANNOT_RUN, "no process can be started: %s", strerror(errno));
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        if (interrupt_pending())
            kill(child, SIGKILL);
    if (interrupt_pending() || t->interrupted || t->code == ABS_INTERRUPTED)
        return abs_fail_quietly(error, ABS_INTERRUPTED);
    *error = t->error;
    error->told = t->code != 0;
    if (t->code == 0 && t->doing != NULL)
        print_end(t, status);
    return t->code == 0 && t->ok;
}

bool command_check(abs_options *o, abs_error *error)
{
    task *t = mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (o->domains.count == 0)
        return abs_fail(error, ABS_USAGE,
                        "check needs --game=./mygame.so, or --game=NAME or --tree=SPEC");
    if (t == MAP_FAILED)
        memory_end();
    o->starts = true;
    t->options = o;
    t->error = *error;
    t->right = true;
    t->text = (abs_buffer){.data = t->text_room, .room = sizeof t->text_room};
    do {
        t->ok = true;
        if (!check_there(t, error))
            return false;
    } while (t->doing != NULL && t->next < t->count);
    fputs(buffer_end(&t->text), stdout);
    return t->right || abs_fail_quietly(error, ABS_DIFFERS);
}
