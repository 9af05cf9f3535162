/* session.c -- see session.h. */
#define _DEFAULT_SOURCE /* strsep() */
#include "engine/session.h"
#include "base/clock.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/text.h"
#include "search/foreign.h"

#include <errno.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/wait.h>

#define ANSWER_S 10.0 /* for what takes no search */

/* ---- what is said ---------------------------------------------------------------------------- */

/* What a line says that comes before `until`. */
typedef void see_line(engine_session *s, char *line);

/* The number behind a word of the line; `otherwise` if there is none. */
static int64_t number_after(const char *line, const char *word, int64_t otherwise)
{
    const char *at = strstr(line, word);
    return at != NULL ? strtoll(at + strlen(word), NULL, 10) : otherwise;
}

/* "Hash type spin default 16 min 1 max 1024" */
static void add_option(engine_session *s, char *line)
{
    char *type = strstr(line, " type ");
    const char *rest = type != NULL ? type + 1 : "";
    if (type != NULL)
        *type = '\0';
    memory_grow(&s->options, &s->option_room, s->option_count, sizeof *s->options);
    s->options[s->option_count++] = (engine_option){
        memory_text(line), number_after(rest, " min ", INT64_MIN),
        number_after(rest, " max ", INT64_MAX)};
}

static void see_identity(engine_session *s, char *line)
{
    char *text;
    if ((text = engine_after(line, "id name")) != NULL)
        snprintf(s->name, sizeof s->name, "%s", text);
    else if ((text = engine_after(line, "id author")) != NULL)
        snprintf(s->author, sizeof s->author, "%s", text);
    else if ((text = engine_after(line, "option name")) != NULL)
        add_option(s, text);
}

/* Reads lines up to that one. False: the fault is set, or the watch ended it. */
static bool hear(engine_session *s, const char *until, const char *fault, see_line *see)
{
    const double deadline = clock_now() + ANSWER_S;
    char *line;
    while ((line = process_hear(&s->p, deadline)) != NULL) {
        if (engine_after(line, until) != NULL)
            return true;
        if (see != NULL)
            see(s, line);
    }
    s->fault = s->p.fault != NULL ? s->p.fault : clock_now() >= deadline ? fault : NULL;
    return false;
}

static bool introduce(engine_session *s, const char *command)
{
    if (!process_start(&s->p, command)) {
        s->fault = strerror(errno);
        return false;
    }
    process_say(&s->p, "uci");
    return hear(s, "uciok", "it does not say uciok within 10 s", see_identity);
}

void session_end(engine_session *s)
{
    process_end(&s->p);
    while (s->option_count > 0)
        free(s->options[--s->option_count].name);
    free(s->options);
    s->options = NULL;
    s->option_room = 0;
}

/* The option of that name, in any capitals; NULL: it has none. */
static const engine_option *offered(const engine_session *s, const char *name)
{
    for (size_t i = 0; i < s->option_count; i++)
        if (strcasecmp(s->options[i].name, name) == 0)
            return &s->options[i];
    return NULL;
}

/* What --set says: "NAME=VALUE;NAME=VALUE", as text that is cut up. */
static char *take_setting(char **rest, char **value)
{
    char *name = strsep(rest, ";");
    *value = name;
    strsep(value, "=");
    if (*value == NULL)
        *value = name + strlen(name);
    return name;
}

/* Sets all that is to be set. */
static void set_options(engine_session *s, const abs_config *c)
{
    static const struct {
        const char *name, *value;
    } usual[] = {{"Threads", "1"}, {"MultiPV", "1"}, {"Ponder", "false"}, {"OwnBook", "false"}};
    const engine_option *hash = offered(s, "Hash");
    if (s->domain != &foreign_domain && offered(s, "UCI_Variant") != NULL)
        process_say(&s->p, "setoption name UCI_Variant value %s", s->domain->name);
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
        if (offered(s, usual[i].name) != NULL)
            process_say(&s->p, "setoption name %s value %s", usual[i].name, usual[i].value);
    if (c->tt_bytes > 0 && hash != NULL) {
        const int64_t wanted = (int64_t)(c->tt_bytes >> 20);
        const int64_t size = wanted < hash->least  ? hash->least
                             : wanted > hash->most ? hash->most
                                                   : wanted;
        process_say(&s->p, "setoption name Hash value %lld", (long long)size);
    }
    char *copy = memory_text(engine_settings(&c->algo)), *rest = *copy != '\0' ? copy : NULL,
         *value;
    while (rest != NULL) {
        const char *name = take_setting(&rest, &value);
        process_say(&s->p, "setoption name %s value %s", name, value);
    }
    free(copy);
}

bool session_begin(engine_session *s, const abs_domain *domain, const abs_config *config)
{
    s->domain = domain;
    s->config = *config;
    if (!introduce(s, config->algo.engine->command))
        return false;
    set_options(s, config);
    return true;
}

bool session_new_game(engine_session *s)
{
    process_say(&s->p, "ucinewgame");
    process_say(&s->p, "isready");
    return hear(s, "readyok", "it does not say readyok within 10 s", NULL);
}

/* ---- the first meeting ----------------------------------------------------------------------- */

static bool never(void *context)
{
    (void)context;
    return interrupt_pending();
}

static bool fail_option(const engine_session *s, const char *command, const char *name,
                        abs_error *error)
{
    enum { MOST = 512 };
    const char *names[MOST] = {NULL};
    for (size_t i = 0; i < s->option_count && i < MOST - 1; i++)
        names[i] = s->options[i].name;
    return abs_fail(error, ABS_USAGE, "--set=%.60s: %.200s has no such option%s", name, command,
                    text_hint_of(name, "", names).text);
}

/* Holds a configuration against what its engine offers. */
static bool meet(const engine_session *s, abs_config *c, abs_error *error)
{
    int64_t number;
    bool hash = false, ok = true;
    char *copy = memory_text(engine_settings(&c->algo)), *rest = *copy != '\0' ? copy : NULL,
         *value;
    while (ok && rest != NULL) {
        const char *name = take_setting(&rest, &value);
        const engine_option *o = offered(s, name);
        hash |= strcasecmp(name, "Hash") == 0;
        ok = o != NULL || fail_option(s, c->algo.engine->command, name, error);
        if (ok && text_int(value, INT64_MIN, INT64_MAX, &number) &&
            (number < o->least || number > o->most))
            ok = abs_fail(error, ABS_USAGE, "--set=%.60s: it takes %lld to %lld, not %.60s", name,
                          (long long)o->least, (long long)o->most, value);
    }
    free(copy);
    if (hash || offered(s, "Hash") == NULL)
        c->tt_bytes = 0;
    c->algo.engine = abs_engine_known(c->algo.engine->command, s->name, s->author);
    return ok;
}

bool engine_meet(abs_suite *suite, abs_error *error)
{
    engine_session s = {.p = {.watch = {never, NULL}}};
    const char *command = NULL; /* of the session */
    bool ok = true;
    for (size_t b = 0; ok && b < suite->count; b++)
        for (size_t i = 0; ok && i < suite->batches[b].config_count; i++) {
            abs_config *c = &suite->batches[b].configs[i];
            if (c->algo.engine == NULL)
                continue;
            if (command == NULL || strcmp(command, c->algo.engine->command) != 0) {
                session_end(&s);
                s = (engine_session){.p = {.watch = {never, NULL}}};
                command = c->algo.engine->command;
                ok = introduce(&s, command);
                if (!ok) {
                    process_end(&s.p);
                    const bool gone = WIFEXITED(s.p.status) && WEXITSTATUS(s.p.status) == 127;
                    if (interrupt_pending())
                        abs_fail(error, ABS_INTERRUPTED, "interrupted");
                    else
                        abs_fail(error, ABS_CANNOT_RUN, "--engine=%.200s: %s", command,
                                 gone ? "there is no such program" : s.fault);
                }
            }
            ok = ok && meet(&s, c, error);
        }
    session_end(&s);
    return ok;
}
