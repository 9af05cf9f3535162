/* ladder.c -- the configurations that `absbench tune` races, from ladder.def. See suite.h. */
#include "suite/suite.h"

typedef struct {
    const char *algos, *windows, *widenings, *guesses, *direct_guesses;
} rung;

static const rung rungs[] = {
#define RUNG(...) {__VA_ARGS__},
#include "suite/ladder.def"
};

enum { RUNGS = sizeof rungs / sizeof rungs[0] };

/* The options of a rung stand beside the user's, who chose the rest. */
static bool add_rung(abs_batch *batch, const abs_options *options, const rung *r, abs_error *error)
{
    static const size_t own[] = {CONFIG_window, CONFIG_widen, CONFIG_guess};
    const bool deepens = options_have(options, CONFIG_deepening);
    abs_options o = *options;
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        o.settings[own[i]] = (abs_list){.count = 0};
    const bool ok = abs_options_set(&o, "algo", r->algos, error) &&
                    abs_options_set(&o, "window", r->windows, error) &&
                    abs_options_set(&o, "widen", r->widenings, error) &&
                    abs_options_set(&o, "guess", deepens ? r->guesses : r->direct_guesses, error) &&
                    configs_add(batch, &o, error);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        abs_list_free(&o.settings[own[i]]);
    return ok;
}

bool ladder_add(abs_batch *batch, const abs_options *options, abs_error *error)
{
    bool ok = true;
    for (size_t i = 0; ok && i < RUNGS; i++)
        ok = add_rung(batch, options, &rungs[i], error);
    return ok;
}

/* Whether two differ in their windows alone. */
static bool is_line(const abs_config *a, abs_config b)
{
    b.window = a->window;
    return config_agree(a, &b, CONFIG_COPY);
}

bool ladder_extend(const abs_config *configs, size_t count, size_t which, abs_config *next)
{
    const abs_config *c = &configs[which];
    bool smaller = false, larger = false;
    for (size_t i = 0; i < count; i++)
        if (is_line(c, configs[i]) && !abs_window_is_auto(configs[i].window)) {
            smaller |= configs[i].window.low < c->window.low;
            larger |= configs[i].window.low > c->window.low;
        }
    *next = *c;
    if (!config_uses(c, ABS_USES_WINDOW) || abs_window_is_auto(c->window) || (smaller && larger))
        return false;
    const int width = !smaller ? c->window.low / 2 : 2 * c->window.low;
    next->window = (abs_window){width, width};
    return width >= 1 && width <= ABS_VALUE_MAX;
}
