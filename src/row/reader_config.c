/* reader_config.c -- from a row's parsed JSON to its configuration. See reader_parts.h. */
#include "base/text.h"
#include "row/reader_row.h"

static bool read_algo(const members *f, abs_config *c)
{
    abs_algo algos[ABS_ALGOS_MAX];
    unsigned count = 0;
    const char *algo, *driver, *core;
    if (!members_text(f, ROW_algo, false, &algo) || !members_text(f, ROW_driver, false, &driver) ||
        !members_text(f, ROW_core, false, &core))
        return false;
    if (!abs_algo_parse("algo", algo, algos, &count, f->error))
        return members_blame(f, ROW_algo);
    if (count != 1)
        return members_fail(f, ROW_algo, "is a group of algorithms");
    c->algo = algos[0];
    c->policy.driver = algos[0].driver;
    if (strcmp(abs_driver_table[c->algo.driver].about.name, driver) != 0)
        return members_fail(f, ROW_driver, "is not that of its algorithm");
    return strcmp(c->algo.core->about.name, core) == 0 ||
           members_fail(f, ROW_core, "is not that of its algorithm");
}

/* null must stand where the configuration does not use a field. */
static bool check_unused(const members *f, size_t at, bool used)
{
    return used || members_null(f, at, UNUSED);
}

static bool read_window(const members *f, abs_config *c)
{
    const cJSON *window;
    const char *names[ABS_WIDENINGS];
    unsigned widen;
    const bool used = words_uses(c, ABS_USES_WINDOW);
    if (!check_unused(f, ROW_window, used) || !check_unused(f, ROW_widen, used) ||
        (!used && !check_unused(f, ROW_widen_factor, false)))
        return false;
    if (!used)
        return true;
    if (!members_array(f, ROW_window, &window))
        return false;
    if (cJSON_GetArraySize(window) != 2)
        return members_fail(f, ROW_window, "is no pair");
    static const char *const edges[] = {"low", "high"};
    members pair = *f;
    pair.within = "window.";
    pair.names = edges;
    pair.items[0] = window->child;
    pair.items[1] = window->child->next;
    for (int i = 0; i < ABS_WIDENINGS; i++)
        names[i] = abs_widen_names[i].name;
    if (!members_int(&pair, 0, 1, ABS_VALUE_MAX, &c->policy.low) ||
        !members_int(&pair, 1, 1, ABS_VALUE_MAX, &c->policy.high) ||
        !members_name(f, ROW_widen, names, ABS_WIDENINGS, &widen))
        return false;
    c->policy.widen = (abs_widen)widen;
    if (!words_uses_factor(c))
        return check_unused(f, ROW_widen_factor, false);
    if (!members_real(f, ROW_widen_factor, &c->policy.factor))
        return false;
    return c->policy.factor > 1 || members_fail(f, ROW_widen_factor, "is not more than 1");
}

static bool read_guess(const members *f, abs_config *c)
{
    const char *text;
    int64_t number = 0;
    if (!words_uses(c, ABS_USES_GUESS))
        return check_unused(f, ROW_guess, false);
    if (!members_text(f, ROW_guess, false, &text))
        return false;
    for (int k = 0; k < ABS_GUESS_EXACT; k++)
        if (strcmp(abs_guess_names[k].name, text) == 0) {
            c->guess = (abs_guess_kind)k;
            return true;
        }
    const bool exact = strncmp(text, "exact", 5) == 0;
    const char *digits = exact ? text + 5 + (text[5] == '+') : text;
    c->guess = exact ? ABS_GUESS_EXACT : ABS_GUESS_NUMBER;
    if ((!exact || *digits != '\0') && !text_int(digits, -ABS_VALUE_MAX, ABS_VALUE_MAX, &number))
        return members_fail(f, ROW_guess, "is no guess");
    c->guess_number = (int)number;
    return true;
}

static bool read_table(const members *f, abs_config *c)
{
    uint64_t bytes;
    unsigned mode, replace;
    if (!members_count(f, ROW_tt_bytes, &bytes))
        return false;
    c->tt_bytes = (size_t)bytes;
    if (bytes == 0)
        return check_unused(f, ROW_tt_mode, false) && check_unused(f, ROW_tt_replace, false);
    if (!members_name(f, ROW_tt_mode, words_tt_mode, 2, &mode) ||
        !members_name(f, ROW_tt_replace, words_tt_replace, 2, &replace))
        return false;
    c->tt_mode = (abs_tt_mode)mode;
    c->tt_replace = (abs_tt_replace)replace;
    return true;
}

static bool read_order(const members *f, unsigned *order)
{
    const char *text;
    char word[64];
    if (!members_text(f, ROW_order, false, &text))
        return false;
    for (*order = 0; *order < 16; ++*order) {
        abs_order_text(*order, word, sizeof word);
        if (strcmp(word, text) == 0)
            return true;
    }
    return members_fail(f, ROW_order, "is no ordering");
}

/* The limit stands in the id alone: ".../limit1000". */
static uint64_t find_limit(const char *id)
{
    int64_t limit;
    const char *slash = strrchr(id, '/');
    if (slash == NULL || strncmp(slash, "/limit", 6) != 0 ||
        !text_int(slash + 6, 1, INT64_MAX, &limit))
        return 0;
    return (uint64_t)limit;
}

bool config_make(abs_config *c, const members *f)
{
    unsigned eval;
    const char *id;
    *c = (abs_config){.grain = 1};
    if (!read_algo(f, c) || !read_window(f, c) || !read_guess(f, c) ||
        !check_unused(f, ROW_step, words_uses(c, ABS_USES_STEP)) ||
        (words_uses(c, ABS_USES_STEP) &&
         !members_int(f, ROW_step, 1, ABS_VALUE_MAX, &c->policy.step)) ||
        !members_int(f, ROW_depth, 0, ABS_MAX_DEPTH, &c->depth) ||
        !members_name(f, ROW_eval, words_eval, 2, &eval) ||
        !members_int(f, ROW_grain, 1, ABS_VALUE_MAX, &c->grain) || !read_table(f, c) ||
        !read_order(f, &c->order) || !members_truth(f, ROW_deepening, &c->deepening) ||
        !members_truth(f, ROW_quiescence, &c->quiescence) || !members_text(f, ROW_id, false, &id))
        return false;
    c->eval = (abs_eval)eval;
    c->node_limit = find_limit(id);
    return true;
}
