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

/* A domain that faults has told where. False: interrupted, or no memory. */
static bool try_part(task *t, bool (*part)(void *), const char *what)
{
    bool ok = true;
    const int number = guard_call(part, t, &ok);
    guard_alarm(0);
    if (number == SIGPROF)
        conform_break(&t->found, CONFORM_TIME, t->start->domain, t->start->rules, NULL,
                      "%s took more than %g s of processor time, in %s, at or after position '%s'; "
                      "does each return? --timeout=S allows more",
                      what, t->found.patience, t->found.tried, t->found.position);
    else if (number != 0 && abs_check_said() != NULL)
        conform_break(&t->found, CONFORM_MOVES, t->start->domain, t->start->rules, NULL, "%s",
                      abs_check_said());
    else if (number != 0)
        conform_break(&t->found, CONFORM_FAULT, t->start->domain, t->start->rules, NULL,
                      "signal %d (%s) ended %s, in %s, at or after position '%s'", number,
                      strsignal(number), what, t->found.tried, t->found.position);
    return ok;
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

/* One domain. Returns whether nothing is wrong with it; *ok: whether that is known. */
static bool check_domain(const abs_entry *start, double patience, abs_buffer *b, bool *ok)
{
    task t = {.start = start, .found = {.patience = patience}};
    *ok = try_part(&t, play, "play");
    if (*ok && conform_is_safe(&t.found))
        *ok = try_part(&t, search, "a search");
    if (*ok)
        print_found(b, &t);
    buffer_free(&t.found.told);
    return t.found.broken == 0;
}

static abs_exit no_memory(abs_error *error)
{
    abs_fail(error, ABS_CANNOT_RUN, "no memory to check with");
    return ABS_CANNOT_RUN;
}

static abs_exit check_all(const abs_suite *suite, double patience, abs_buffer *b, abs_error *error)
{
    abs_unpacked unpacked = {.room = 0};
    bool right = true, ok = true;
    for (size_t i = 0; ok && i < suite->count; i++) {
        if (suite->batches[i].entry_count == 0)
            continue;
        const abs_entry *start = batch_entry(&suite->batches[i], 0, &unpacked);
        ok = start != NULL;
        right = ok && check_domain(start, patience, b, &ok) && right;
    }
    unpacked_free(&unpacked);
    if (interrupt_pending())
        return abs_fail(error, ABS_INTERRUPTED, "interrupted"), ABS_INTERRUPTED;
    if (!ok)
        return no_memory(error);
    const abs_exit result = command_print(b, "check", error);
    return result == ABS_OK && !right ? ABS_DIFFERS : result;
}

typedef struct {
    abs_suite suite;
    const abs_options *options;
    abs_error *error;
} start_task;

static bool read_starts(void *context)
{
    start_task *t = context;
    return abs_suite_add_starts(&t->suite, t->options, t->error);
}

/* A game that cannot even read its start. */
static abs_exit tell_start(int number, double patience, abs_error *error)
{
    abs_buffer text = {0};
    if (number == SIGPROF)
        buffer_format(&text,
                      "start: what is checked was not read in %g s of processor time: do "
                      "parse_rules() and parse() return? --timeout=S allows more\n",
                      patience);
    else
        buffer_format(&text,
                      "start: signal %d (%s) ended reading what is checked, in parse_rules(), "
                      "parse() or plies_left()\n",
                      number, strsignal(number));
    const abs_exit result = command_print(&text, "check", error);
    return result == ABS_OK ? ABS_DIFFERS : result;
}

static abs_exit check_guarded(const abs_options *o, abs_error *error)
{
    const double patience = o->timeout > 0 ? o->timeout : PATIENCE_S;
    start_task start = {.options = o, .error = error};
    abs_buffer text = {0};
    bool ok = true;
    guard_alarm(patience);
    const int number = guard_call(read_starts, &start, &ok);
    guard_alarm(0);
    if (number != 0 && interrupt_pending())
        return abs_fail(error, ABS_INTERRUPTED, "interrupted"), ABS_INTERRUPTED;
    if (number != 0)
        return tell_start(number, patience, error);
    const abs_exit result = ok ? check_all(&start.suite, patience, &text, error) : error->code;
    abs_suite_free(&start.suite);
    return result;
}

abs_exit command_check(const abs_options *o, abs_error *error)
{
    if (o->domain_count == 0)
        return abs_fail(error, ABS_USAGE,
                        "check needs --game=./mygame.so, or --game=NAME or --tree=SPEC"),
               ABS_USAGE;
    guard_begin();
    const abs_exit result = check_guarded(o, error);
    guard_end();
    return result;
}
