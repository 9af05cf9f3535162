/* check.c -- `absbench check`: holds games and trees to what a search expects of them. */
#define _GNU_SOURCE
#include "search/check.h"
#include "search/registry.h"
#include "suite/suite.h"
#include "verbs/commands.h"
#include "work/conform.h"
#include "work/guard.h"

#include <inttypes.h>
#include <signal.h>
#include <string.h>

enum { PLIES = 5000, POSITIONS = 20, PATIENCE_S = 10 };

typedef struct {
    const abs_entry *start;
    abs_conformity found;
} task;

static bool play(void *context)
{
    task *t = context;
    return conform_play(t->start, PLIES, &t->found);
}

static bool search(void *context)
{
    task *t = context;
    return conform_search(t->start, POSITIONS, &t->found);
}

/* The time that something did not return in: "10 s of processor time". */
static const char *how_long(int number, double patience, char *text, size_t size)
{
    if (number == SIGPROF)
        snprintf(text, size, "%g s of processor time", patience);
    else
        snprintf(text, size, "%g s", guard_idle(patience));
    return text;
}

/* A domain that faults has told where. False: interrupted. */
static bool try_part(task *t, bool (*part)(void *), const char *what)
{
    bool ok = true;
    char text[80];
    abs_conformity *f = &t->found;
    const int number = guard_call(part, t, &ok);
    guard_alarm(0);
    if (number == SIGPROF || number == SIGALRM)
        conform_break(
            f, CONFORM_TIME, NULL,
            "%s took more than %s, in %s, at or after position '%s'; does each return? --timeout=S "
            "allows more",
            what, how_long(number, f->patience, text, sizeof text), f->tried, f->position);
    else if (number != 0 && abs_check_said() != NULL)
        conform_break(f, CONFORM_MOVES, NULL, "%s", abs_check_said());
    else if (number != 0)
        conform_break(f, CONFORM_FAULT, NULL,
                      "signal %d (%s) ended %s, in %s, at or after position '%s'", number,
                      strsignal(number), what, f->tried, f->position);
    return ok && !interrupt_pending();
}

static void print_found(abs_buffer *b, task *t)
{
    const abs_conformity *f = &t->found;
    const char *name = abs_registry_word(t->start->domain);
    for (const char *line = buffer_end(&t->found.told); *line != '\0';) {
        const size_t length = strcspn(line, "\n");
        buffer_plain(b, name);
        buffer_format(b, ": %.*s\n", (int)length, line);
        line += length + 1;
    }
    buffer_plain(b, name);
    buffer_format(b, ": %s in %" PRIu64 " positions of %" PRIu64 " %s and %" PRIu64 " searches\n",
                  f->broken != 0 ? "wrong as above," : "nothing wrong was found", f->plies,
                  f->games, abs_is_tree(t->start->domain) ? "trees" : "games", f->searches);
}

/* One domain. Returns whether nothing is wrong with it. */
static bool check_domain(const abs_entry *start, double patience, abs_buffer *b)
{
    task t = {.start = start, .found = {.patience = patience}};
    bool ok = try_part(&t, play, "play");
    if (ok && conform_is_safe(&t.found))
        ok = try_part(&t, search, "a search");
    if (ok)
        print_found(b, &t);
    buffer_free(&t.found.told);
    return t.found.broken == 0;
}

static abs_exit check_all(const abs_suite *suite, double patience, abs_error *error)
{
    abs_unpacked unpacked = {.room = 0};
    abs_buffer text = {0};
    bool right = true;
    for (size_t i = 0; i < suite->count && !interrupt_pending(); i++)
        if (suite->batches[i].entry_count > 0)
            right &= check_domain(batch_entry(&suite->batches[i], 0, &unpacked), patience, &text);
    unpacked_free(&unpacked);
    if (interrupt_pending()) {
        buffer_free(&text);
        abs_fail(error, ABS_INTERRUPTED, "interrupted");
        return error->code;
    }
    command_print(&text);
    return right ? ABS_OK : ABS_DIFFERS;
}

typedef struct {
    abs_suite suite;
    const abs_options *options;
    const char *changed; /* by reading the starts; NULL: nothing */
    abs_error *error;
} start_task;

static bool read_starts(void *context)
{
    start_task *t = context;
    const bool ok = abs_suite_add_starts(&t->suite, t->options, t->error);
    t->changed = guard_changed();
    return ok;
}

/* A game that cannot even read its start, by what a call of its functions ended with. */
static abs_exit tell_start(const start_task *t, int number, double patience)
{
    abs_buffer text = {0};
    char how[80];
    if (number == SIGPROF || number == SIGALRM)
        buffer_format(
            &text,
            "start: what is checked was not read in %s: do parse_rules() and parse() return? "
            "--timeout=S allows more\n",
            how_long(number, patience, how, sizeof how));
    else if (number != 0)
        buffer_format(&text,
                      "start: signal %d (%s) ended reading what is checked, in parse_rules(), "
                      "parse() or plies_left()\n",
                      number, strsignal(number));
    else
        buffer_format(&text,
                      "start: %s is changed, and not put back, in loading the plug-in, "
                      "parse_rules(), parse() or plies_left()\n",
                      t->changed);
    command_print(&text);
    return ABS_DIFFERS;
}

abs_exit command_check(const abs_options *o, abs_error *error)
{
    const double patience = o->timeout > 0 ? o->timeout : PATIENCE_S;
    start_task start = {.options = o, .error = error};
    bool ok = true;
    if (o->domain_count == 0) {
        abs_fail(error, ABS_USAGE, "check needs --game=./mygame.so, or --game=NAME or --tree=SPEC");
        return error->code;
    }
    guard_alarm(patience);
    const int number = guard_call(read_starts, &start, &ok);
    guard_alarm(0);
    abs_exit result = error->code;
    if (number != 0 && interrupt_pending()) {
        abs_fail(error, ABS_INTERRUPTED, "interrupted");
        return error->code;
    }
    if (number != 0 || (ok && start.changed != NULL))
        return tell_start(&start, number, patience);
    if (ok)
        result = check_all(&start.suite, patience, error);
    abs_suite_free(&start.suite);
    return result;
}
