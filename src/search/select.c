/* select.c -- how selections are written and read; what may be selected, simulated and trusted. See
   config.h. */
#include "base/text.h"
#include "search/config.h"

#include <stdlib.h>
#include <string.h>

/* In the order of their bits; what follows a colon, and where it stands in the number. */
static const struct {
    const char *name;
    unsigned shift, preset, low, high; /* shift 0: it takes no number */
} kinds[] = {
    {"null", ABS_SELECT_PLIES, 3, 0, ABS_MAX_DEPTH},
    {"check", 0, 0, 0, 0},
    {"lmr", ABS_SELECT_FROM, 4, 2, ABS_MAX_MOVES},
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

static unsigned number_of(unsigned kind, unsigned select)
{
    return select >> kinds[kind].shift & (kinds[kind].shift == ABS_SELECT_PLIES ? 255u : ~0u);
}

unsigned config_select_within(unsigned select, unsigned known)
{
    unsigned within = select & known & 7;
    for (unsigned k = 0; k < KINDS; k++)
        if ((within & 1u << k) && kinds[k].shift > 0)
            within |= number_of(k, select) << kinds[k].shift;
    return within;
}

void config_select_text(unsigned select, char *text, size_t size)
{
    size_t used = 0;
    snprintf(text, size, "none");
    for (unsigned k = 0; k < KINDS && used < size; k++) {
        if (!(select & 1u << k))
            continue;
        used +=
            (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? "," : "", kinds[k].name);
        if (kinds[k].shift > 0 && used < size)
            used += (size_t)snprintf(text + used, size - used, ":%u", number_of(k, select));
    }
}

static bool fail(const char *option, const char *text, const char *item, abs_error *error)
{
    return abs_fail(error, ABS_USAGE,
                    "--%s=%.200s: '%.60s' is none of null[:R] (0 to %u plies), check and lmr[:F] "
                    "(%u to %u); give none, or each at most once, with commas between",
                    option, text, item, kinds[0].high, kinds[2].low, kinds[2].high);
}

bool config_select_parse(const char *option, const char *text, int64_t *number, abs_error *error)
{
    unsigned select = 0;
    char item[32];
    *number = 0;
    if (strcmp(text, "none") == 0)
        return true;
    for (const char *at = text;; at++) {
        const size_t length = strcspn(at, ","), name = strcspn(at, ":,");
        unsigned k = 0;
        int64_t given;
        snprintf(item, sizeof item, "%.*s", (int)length, at);
        while (k < KINDS &&
               (strlen(kinds[k].name) != name || strncmp(at, kinds[k].name, name) != 0))
            k++;
        if (k == KINDS || length >= sizeof item || (select & 1u << k))
            return fail(option, text, item, error);
        given = kinds[k].preset;
        if (name < length && (kinds[k].shift == 0 ||
                              !text_int(item + name + 1, kinds[k].low, kinds[k].high, &given)))
            return fail(option, text, item, error);
        select |= 1u << k;
        if (kinds[k].shift > 0)
            select |= (unsigned)given << kinds[k].shift;
        at += length;
        if (*at == '\0')
            break;
    }
    *number = select;
    return true;
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
