/* check.c -- `absbench check`: checks that games and trees are what a search expects. */
#include "search/check.h"
#include "search/registry.h"
#include "verbs/commands.h"
#include "work/conform.h"
#include "work/guard.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>

enum { PLIES = 5000, POSITIONS = 20, PATIENCE_S = 10 };

typedef struct {
    const abs_options *options;
    abs_suite suite;
    const abs_root *start; /* of the domain that is being checked */
    abs_conformity found;
    abs_error *error;
} task;

static bool read_starts(void *context)
{
    task *t = context;
    conform_try(&t->found, "loading the plug-in, parse_rules(), parse() or plies_left()", NULL);
    const bool ok = abs_suite_add(&t->suite, t->options, t->error);
    conform_try(&t->found, "", NULL);
    return ok;
}

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

/* Runs a part of the check; a fault in it breaks a rule. Returns false if that part has to end. */
static bool try_part(task *t, bool (*part)(void *), const char *what)
{
    bool ok = true;
    char where[2 * ABS_TEXT_MAX];
    abs_conformity *f = &t->found;
    const int number = guard_call(part, t, &ok);
    guard_alarm(0);
    conform_where(f, where, sizeof where);
    if (number == SIGPROF || number == SIGALRM)
        conform_break(f, CONFORM_TIME, NULL,
                      "%s took more than %g s%s, %s; does each return? --timeout=S allows more",
                      what, number == SIGPROF ? f->patience : guard_idle(f->patience),
                      number == SIGPROF ? " of processor time" : "", where);
    else if (number != 0 && abs_check_said() != NULL)
        conform_break(f, CONFORM_MOVES, NULL, "%s", abs_check_said());
    else if (number != 0)
        conform_break(f, CONFORM_FAULT, NULL, "signal %d (%s) ended %s, %s", number,
                      strsignal(number), what, where);
    return ok && !interrupt_pending();
}

/* Writes a line for each broken rule, after the domain's name. */
static void print_told(abs_buffer *b, task *t, const char *name)
{
    char *rest = (char *)buffer_end(&t->found.told);
    for (const char *line; (line = strtok_r(rest, "\n", &rest)) != NULL;) {
        buffer_plain(b, name);
        buffer_format(b, ": %s\n", line);
    }
}

/* Checks one domain, and returns whether it breaks no rule. */
static bool check_domain(task *t, abs_buffer *b)
{
    const char *name = abs_registry_word(t->start->domain);
    abs_conformity *f = &t->found;
    *f = (abs_conformity){.patience = f->patience};
    if (try_part(t, play, "play") && (!conform_is_safe(f) || try_part(t, search, "a search"))) {
        print_told(b, t, name);
        buffer_plain(b, name);
        buffer_format(b,
                      ": %s in %" PRIu64 " positions of %" PRIu64 " %s and %" PRIu64 " searches\n",
                      f->broken != 0 ? "wrong as above," : "nothing wrong was found", f->plies,
                      f->games, abs_is_tree(t->start->domain) ? "trees" : "games", f->searches);
    }
    if (f->broken == 0 && f->change_count > 0) {
        const int half_pawn = f->domain->half_pawn(f->rules);
        const conform_swing s = conform_swing_of(f, half_pawn);
        buffer_plain(b, name);
        buffer_format(b,
                      ": values at even depths are %.0f %s those at odd ones in the median of %zu "
                      "(half a pawn: %d)%s\n",
                      fabs(s.median), s.median < 0 ? "below" : "above", f->change_count, half_pawn,
                      s.far && fabs(s.median) > half_pawn
                          ? "; guesses miss by that: docs/games.md, Swing"
                          : "");
    }
    free(f->changes);
    buffer_free(&f->told);
    return f->broken == 0;
}

bool command_check(abs_options *o, abs_error *error)
{
    static task t; /* these three are never freed */
    static abs_parsed parsed;
    static abs_buffer text;
    if (o->domains.count == 0)
        return abs_fail(error, ABS_USAGE,
                        "check needs --game=./mygame.so, or --game=NAME or --tree=SPEC");
    o->starts = true;
    t = (task){.options = o,
               .found = {.patience = o->timeout > 0 ? o->timeout : PATIENCE_S},
               .error = error};
    const bool ok = try_part(&t, read_starts, "reading what is checked");
    bool right = t.found.broken == 0;
    const size_t count = ok && right ? t.suite.count : 0; /* after a fault nothing can be used */
    print_told(&text, &t, "start");                       /* before any domain is checked */
    buffer_free(&t.found.told);
    for (size_t i = 0; i < count && !interrupt_pending(); i++)
        if (t.suite.batches[i].root_count > 0) {
            t.start = batch_root(&t.suite.batches[i], 0, &parsed);
            right &= check_domain(&t, &text);
        }
    if (interrupt_pending())
        return abs_fail_quietly(error, ABS_INTERRUPTED);
    if (!ok)
        return false;
    fputs(buffer_end(&text), stdout);
    return right || abs_fail_quietly(error, ABS_DIFFERS);
}
