/* settings.c -- engines' options: the values they take, and how they are sent. See engine.h. */
#include "base/file.h"
#include "base/memory.h"
#include "base/mix.h"
#include "engine/engine.h"
#include "search/registry.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- what an option takes -------------------------------------------------------------------- */

/* An option with its type parsed. */
typedef struct {
    char *text; /* what the names point into */
    const char *type;
    int64_t least, most;
    const char **values; /* of a check and of a combo, ended by NULL; to be freed */
} kind;

static int64_t number_after(const char *text, const char *word, int64_t otherwise)
{
    const char *at = strstr(text, word);
    return at != NULL ? strtoll(at + strlen(word), NULL, 10) : otherwise;
}

/* Parses "type combo default Both var Off var White var Both"; the caller frees the result. */
static kind kind_of(const process_option *o)
{
    kind k = {.text = memory_text(o->type),
              .type = "",
              .least = number_after(o->type, " min ", INT64_MIN),
              .most = number_after(o->type, " max ", INT64_MAX)};
    char *rest = k.text, *at;
    size_t count = 0, room = 3;
    for (const char *var = o->type; (var = strstr(var, " var ")) != NULL; var++)
        room++;
    k.values = memory_zeros(room, sizeof *k.values);
    uci_word(&rest);
    at = strstr(rest, " var ");
    k.type = uci_word(&rest);
    if (strcmp(k.type, "check") == 0) {
        k.values[0] = "true";
        k.values[1] = "false";
    }
    while (strcmp(k.type, "combo") == 0 && at != NULL) {
        k.values[count++] = at += strlen(" var ");
        if ((at = strstr(at, " var ")) != NULL)
            *at = '\0';
    }
    return k;
}

static void kind_free(kind *k)
{
    free(k->text);
    free(k->values);
}

/* The value as the engine spells it, or NULL if its option does not take it. */
static const char *spelling(const kind *k, const char *value)
{
    int64_t number;
    size_t i = 0;
    if (strcmp(k->type, "spin") == 0)
        return text_int(value, k->least, k->most, &number) ? value : NULL;
    if (strcmp(k->type, "button") == 0)
        return NULL;
    while (k->values[i] != NULL && strcasecmp(k->values[i], value) != 0)
        i++;
    return k->values[0] == NULL ? value : k->values[i];
}

static bool fail_value(const kind *k, const char *name, const char *value, abs_error *error)
{
    abs_buffer takes = {0};
    for (size_t i = 0; k->values[i] != NULL; i++)
        buffer_format(&takes, "%s'%s'", i > 0 ? ", " : "", k->values[i]);
    if (strcmp(k->type, "button") == 0)
        abs_fail(error, ABS_USAGE, "--set=%.60s: it is a button, and takes no value: --set='%.60s'",
                 name, name);
    else if (value == NULL)
        abs_fail(error, ABS_USAGE, "--set=%.60s: it is no button: write NAME=VALUE%s%.300s", name,
                 takes.length > 0 ? ", with one of " : "", buffer_end(&takes));
    else if (takes.length > 0)
        abs_fail(error, ABS_USAGE, "--set=%.60s: it takes %.400s, not '%.60s'%s", name,
                 buffer_end(&takes), value, text_hint_of(value, "", k->values).text);
    else
        abs_fail(error, ABS_USAGE, "--set=%.60s: it takes %lld to %lld, not %.60s", name,
                 (long long)k->least, (long long)k->most, value);
    buffer_free(&takes);
    return false;
}

static bool fail_option(const process *p, const char *command, const char *name, abs_error *error)
{
    const char **names = memory_zeros(p->option_count + 1, sizeof *names);
    for (size_t i = 0; i < p->option_count; i++)
        names[i] = p->options[i].name;
    const text_hint hint = text_hint_of(name, "", names);
    abs_buffer list = {0};
    for (size_t i = 0; i < p->option_count && *hint.text == '\0'; i++)
        buffer_format(&list, "%s%s", i > 0 ? ", " : "; it has ", names[i]);
    abs_fail(error, ABS_USAGE, "--set=%.60s: %.200s has no such option%s%.400s", name, command,
             hint.text, buffer_end(&list));
    buffer_free(&list);
    free(names);
    return false;
}

/* Takes the next NAME=VALUE, or NAME with *value NULL, from the settings. */
static bool next_setting(const char **set, char *name, char *value, size_t size, bool *has_value)
{
    if (**set == '\0')
        return false;
    const size_t length = strcspn(*set, "=;");
    snprintf(name, size, "%.*s", (int)length, *set);
    *has_value = (*set)[length] == '=';
    *value = '\0';
    *set += length;
    if (*has_value) /* an algorithm's name holds them, so that there is room */
        *set = engine_value_read(*set + 1, ';', value, size);
    if (*set == NULL)
        *set = "";
    *set += **set == ';';
    return true;
}

bool settings_check(process *p, const abs_config *c, bool *hash, abs_error *error)
{
    char name[sizeof c->algo.name], value[sizeof c->algo.name];
    bool ok = true, has_value;
    for (const char *set = engine_settings(&c->algo);
         ok && next_setting(&set, name, value, sizeof name, &has_value);) {
        const process_option *o = process_offers(p, name);
        *hash |= strcasecmp(name, "Hash") == 0;
        if (o == NULL)
            return fail_option(p, c->algo.engine->command, name, error);
        kind k = kind_of(o);
        if (has_value ? spelling(&k, value) == NULL : strcmp(k.type, "button") != 0)
            ok = fail_value(&k, name, has_value ? value : NULL, error);
        kind_free(&k);
    }
    return ok;
}

void settings_say(process *p, const abs_domain *domain, const abs_config *c)
{
    static const char *const usual[] = {"Threads", "1",     "MultiPV", "1",
                                        "Ponder",  "false", "OwnBook", "false"};
    char name[sizeof c->algo.name], value[sizeof c->algo.name];
    const process_option *o = process_offers(p, "UCI_Variant");
    bool has_value;
    if (domain != &foreign_domain && o != NULL)
        process_say(p, "setoption name %s value %s", o->name, domain->name);
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i += 2)
        if ((o = process_offers(p, usual[i])) != NULL)
            process_say(p, "setoption name %s value %s", o->name, usual[i + 1]);
    const int64_t size = (int64_t)(c->tt_bytes >> 20);
    if ((o = process_offers(p, "Hash")) != NULL && size >= number_after(o->type, " min ", 1))
        process_say(p, "setoption name %s value %lld", o->name, (long long)size);
    for (const char *set = engine_settings(&c->algo);
         next_setting(&set, name, value, sizeof name, &has_value);) {
        if ((o = process_offers(p, name)) == NULL) /* engine_meet() found it */
            continue;
        kind k = kind_of(o);
        const char *const spelt = spelling(&k, value);
        if (!has_value)
            process_say(p, "setoption name %s", o->name);
        else
            process_say(p, "setoption name %s value %s", o->name,
                        *value == '\0'  ? "<empty>"
                        : spelt != NULL ? spelt
                                        : value);
        kind_free(&k);
    }
}

/* ---- before the run -------------------------------------------------------------------------- */

/* Finds out why the shell cannot run the command. */
static void find_reason(const char *command, char *why, size_t size)
{
    char path[1024], *end;
    const char *const chain = strpbrk(command, "&;");
    const size_t first = strcspn(command, " ");
    const char *const several =
        strchr(command, ',') != NULL ? "; write an option for each: --engine=A --engine=B" : "";
    snprintf(why, size, "there is no such program%s", several);
    if (strncmp(command, "cd ", 3) == 0 && chain != NULL)
        snprintf(why, size, "it is more than one program; write env -C %.*s %.200s",
                 (int)(chain - command - 3 - (chain[-1] == ' ')), command + 3,
                 chain + strspn(chain, "&; "));
    else if (memchr(command, '/', first) == NULL) {
        snprintf(path, sizeof path, "/usr/games/%.*s", (int)first, command);
        if (access(path, X_OK) == 0)
            snprintf(why, size, "there is no such program in PATH, but there is %.200s", path);
    }
    snprintf(path, sizeof path, "%s", command); /* how many words belong to the path? */
    while ((end = strrchr(path, ' ')) != NULL) {
        if (access(path, X_OK) == 0) {
            snprintf(why, size, "a blank ends the program's name: quote it, \"'%.200s'%.100s\"",
                     path, command + strlen(path));
            return;
        }
        *end = '\0';
    }
}

/* A hash of the program that runs and of its first argument that is a file, such as a script. 0:
   they cannot be read. */
static uint64_t hash_program(const process *p)
{
    enum { MOST = 1 << 30 };
    char path[OUTPUT_PATH];
    uint64_t hash = 0;
    size_t length, size;
    unsigned files = 0;
    struct stat st;
    abs_error error;
    snprintf(path, sizeof path, "/proc/%d/cmdline", (int)p->pid);
    char *const words = file_read(path, MOST, &length, &error);
    for (const char *word = words; words != NULL && word < words + length && files < 2;) {
        snprintf(path, sizeof path, "/proc/%d/%s%s", (int)p->pid, word == words ? "exe" : "cwd/",
                 word == words ? "" : word);
        const char *const from = word > words && *word == '/' ? word : path;
        char *const bytes = stat(from, &st) == 0 && S_ISREG(st.st_mode)
                                ? file_read(from, MOST, &size, &error)
                                : NULL;
        files += bytes != NULL;
        hash = bytes != NULL ? abs_mix64(hash ^ abs_mix_words(bytes, size)) + ABS_G : hash;
        free(bytes);
        word += strlen(word) + 1;
    }
    free(words);
    return hash;
}

/* Starts the engine, unless it is the one that was started last. Its program is one of the suite's
   inputs. */
static bool meet(process *p, abs_suite *suite, const abs_engine **met, const abs_engine *engine,
                 double start_s, abs_error *error)
{
    char why[600];
    if (*met != NULL && strcmp((*met)->command, engine->command) == 0)
        return true;
    process_end(p);
    *met = engine;
    p->start_s = start_s;
    if (process_begin(p, engine->command)) {
        const uint64_t hash = hash_program(p);
        abs_suite_add_input(suite, "engine", engine->command, hash);
        if (hash == 0)
            fprintf(stderr,
                    "absbench: --engine=%.200s: its program cannot be read, so that nobody will "
                    "notice if another one continues this run\n",
                    engine->command);
        return true;
    }
    process_end(p);
    if (interrupt_pending())
        return abs_fail(error, ABS_INTERRUPTED, "interrupted");
    const int code = WIFEXITED(p->status) ? WEXITSTATUS(p->status) : 0;
    const bool late = p->fault == p->text && !p->is_own;
    if ((code == 126 || code == 127) && p->fault == process_ended)
        find_reason(engine->command, why, sizeof why);
    else
        snprintf(why, sizeof why, "%s%s", p->fault,
                 late || p->fault == process_ended
                     ? ": is it UCI? Some programs are only if asked, as `gnuchess -u`"
                     : "");
    return abs_fail(error, ABS_CANNOT_RUN, "--engine=%.200s: %s", engine->command, why);
}

/* Fits the size of the table to what the engine takes, unless --set gives it; fails if --tt gave a
   size that does not fit. */
static bool fit_table(const process *p, abs_config *c, bool is_set, abs_error *error)
{
    const process_option *o = process_offers(p, "Hash");
    const uint64_t mib = UINT64_C(1) << 20;
    if (o == NULL || is_set) {
        c->tt_bytes = 0;
        return !c->tt_given ||
               abs_fail(error, ABS_USAGE, "--tt: %.200s has %s; leave out --tt",
                        c->algo.engine->command, is_set ? "--set=Hash" : "no option Hash");
    }
    const int64_t least = number_after(o->type, " min ", 0),
                  most = number_after(o->type, " max ", INT64_MAX >> 20);
    const int64_t size = (int64_t)(c->tt_bytes / mib);
    if (c->tt_given && (c->tt_bytes % mib != 0 || size < least || size > most))
        return abs_fail(error, ABS_USAGE,
                        "--tt: the table of %.200s is a whole number of MiB, from %lldM to %lldM",
                        c->algo.engine->command, (long long)least, (long long)most);
    c->tt_bytes = (uint64_t)(size < least ? least : size > most ? most : size) * mib;
    return true;
}

bool engine_meet(abs_suite *suite, abs_error *error)
{
    process p = {.pid = 0};
    const abs_engine *met = NULL;
    bool ok = true;
    for (size_t b = 0; ok && b < suite->count; b++)
        for (size_t i = 0; ok && i < suite->batches[b].config_count; i++) {
            abs_config *c = &suite->batches[b].configs[i];
            bool hash = false;
            if (c->algo.engine == NULL)
                continue;
            ok = meet(&p, suite, &met, c->algo.engine, c->start_s, error) &&
                 settings_check(&p, c, &hash, error) && fit_table(&p, c, hash, error);
            c->algo.engine = abs_engine_known(met->command, p.name, p.author);
        }
    process_end(&p);
    return ok;
}
