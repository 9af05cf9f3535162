/* select.c -- how evaluations and selections are written and read; what may be selected, simulated
   and trusted. See config.h. */
#include "base/text.h"
#include "search/config.h"

#include <limits.h>
#include <stdio.h>

/* A part of a value: NAME, or NAME:NUMBER. Without a number it is `preset`. */
enum { NO_PRESET = INT_MIN }; /* it must have one */
typedef struct {
    const char *name;
    int preset, low, high;
} part;

/* Reads one at *at, which moves behind it. */
static bool read_part(const char **at, const part *p, int64_t *number)
{
    char digits[16];
    const size_t name = strcspn(*at, ":,+"), length = strcspn(*at, ",+");
    if (strlen(p->name) != name || strncmp(*at, p->name, name) != 0 ||
        length - name >= sizeof digits)
        return false;
    snprintf(digits, sizeof digits, "%.*s", (int)(length - name), *at + name);
    *number = p->preset;
    *at += length;
    return digits[0] == ':' ? text_int(digits + 1, p->low, p->high, number)
                            : p->preset != NO_PRESET;
}

/* ---- evaluations -------------------------------------------------------------------------- */

int64_t config_eval_number(const abs_evaluation *eval)
{
    return eval->turn * (INT64_C(1) << 22) + (eval->noise << 2 | (int)eval->kind);
}

abs_evaluation config_eval_of(int64_t number)
{
    return (abs_evaluation){(abs_eval)(number & 3), (int)(number >> 2 & ABS_EVAL_ADDED_MAX),
                            (int)(number >> 22)};
}

void config_eval_text(const abs_evaluation *eval, char *text, size_t size)
{
    char noise[24] = "", turn[24] = "";
    if (eval->noise != 0)
        snprintf(noise, sizeof noise, "+noise:%d", eval->noise);
    if (eval->turn != 0)
        snprintf(turn, sizeof turn, "+turn:%d", eval->turn);
    snprintf(text, size, "%s%s%s", abs_eval_names[eval->kind].name, noise, turn);
}

bool config_eval_parse(const char *option, const char *text, int64_t *number, abs_error *error)
{
    static const part noise = {"noise", NO_PRESET, 0, ABS_EVAL_ADDED_MAX},
                      turn = {"turn", NO_PRESET, -ABS_EVAL_ADDED_MAX, ABS_EVAL_ADDED_MAX};
    const char *names[8] = {NULL}, *at = text;
    int64_t kind = -1, added[2] = {0, 0};
    for (int i = 0; abs_eval_names[i].name != NULL; i++) {
        names[i] = abs_eval_names[i].name;
        const part name = {names[i], i, 0, -1};
        if (kind < 0)
            read_part(&at, &name, &kind);
    }
    bool ok = kind >= 0;
    while (ok && *at == '+') {
        at++;
        ok = read_part(&at, &noise, &added[0]) || read_part(&at, &turn, &added[1]);
    }
    if (!ok || *at != '\0')
        return abs_fail(error, ABS_USAGE,
                        "--%s: there is no '%.300s'; give heuristic, result or material, with "
                        "+noise:N (0 to %d) or +turn:T (-%d to %d) behind it%s",
                        option, text, ABS_EVAL_ADDED_MAX, ABS_EVAL_ADDED_MAX, ABS_EVAL_ADDED_MAX,
                        text_hint_of(text, "", names).text);
    const abs_evaluation eval = {(abs_eval)kind, (int)added[0], (int)added[1]};
    *number = config_eval_number(&eval);
    return true;
}

/* ---- selections --------------------------------------------------------------------------- */

/* In the order of their bits; where the number of each stands in that of all. */
enum { KINDS = 3 };
static const part kinds[KINDS] = {
    {"null", 3, 0, ABS_MAX_DEPTH}, {"check", 0, 0, -1}, {"lmr", 4, 2, ABS_MAX_MOVES}};
static const unsigned shifts[KINDS] = {ABS_SELECT_PLIES, 0, ABS_SELECT_FROM};

static unsigned number_of(unsigned kind, unsigned select)
{
    return select >> shifts[kind] & (shifts[kind] == ABS_SELECT_PLIES ? 255u : ~0u);
}

unsigned config_select_within(unsigned select, unsigned known)
{
    unsigned within = select & known & 7;
    for (unsigned k = 0; k < KINDS; k++)
        if ((within & 1u << k) && shifts[k] > 0)
            within |= number_of(k, select) << shifts[k];
    return within;
}

void config_select_text(unsigned select, char *text, size_t size)
{
    size_t used = 0;
    snprintf(text, size, "none");
    for (unsigned k = 0; k < KINDS && used < size; k++) {
        char number[16] = "";
        if (shifts[k] > 0)
            snprintf(number, sizeof number, ":%u", number_of(k, select));
        if (select & 1u << k)
            used += (size_t)snprintf(text + used, size - used, "%s%s%s", used > 0 ? "," : "",
                                     kinds[k].name, number);
    }
}

bool config_select_parse(const char *option, const char *text, int64_t *number, abs_error *error)
{
    const char *at = text;
    unsigned select = 0;
    bool more = strcmp(text, "none") != 0, ok = true;
    while (ok && more) {
        unsigned k = 0;
        int64_t given = 0;
        while (k < KINDS && ((select & 1u << k) || !read_part(&at, &kinds[k], &given)))
            k++;
        ok = k < KINDS;
        if (ok)
            select |= 1u << k | (unsigned)given << shifts[k];
        more = *at == ',';
        at += more;
    }
    *number = select;
    return (ok && (*at == '\0' || select == 0)) ||
           abs_fail(error, ABS_USAGE,
                    "--%s=%.200s: give none, or null[:R] (0 to %d plies), check and lmr[:F] (%d to "
                    "%d), each at most once, with commas between",
                    option, text, kinds[0].high, kinds[2].low, kinds[2].high);
}

/* ---- what may be ------------------------------------------------------------------------- */

bool config_may_select(const abs_config *c)
{
    const abs_core_info *core = c->algo.core;
    return c->algo.engine == NULL && abs_algo_is_sound(&c->algo) && core->limit == ABS_LIMIT_NONE &&
           !core->alone;
}

/* Those whose moves are searched apart: PVS, fail-soft, and MTD(f) with either. */
bool config_may_parallel(const abs_config *c)
{
    const char *const core = c->algo.engine == NULL ? c->algo.core->core.name : "";
    return (strcmp(core, "pvs") == 0 || strcmp(core, "failsoft") == 0) && !config_selects(c) &&
           (c->algo.driver == ABS_OPEN || c->algo.driver == ABS_MTDF);
}

/* ---- soundness ---------------------------------------------------------------------------- */

static bool has_exact_table(const abs_config *c)
{
    return c->tt_bytes == 0 || c->tt_mode == ABS_TT_EXACT;
}

bool config_is_sound(const abs_config *c)
{
    return abs_algo_is_sound(&c->algo) && has_exact_table(c) && !config_selects(c);
}

bool config_is_unsound(const abs_config *c)
{
    return !config_is_sound(c) && !config_selects(c) && c->algo.engine == NULL;
}

bool config_has_sound_value(const abs_config *c)
{
    return c->algo.engine == NULL && abs_driver_table[c->algo.driver].sound && has_exact_table(c) &&
           !config_selects(c);
}
