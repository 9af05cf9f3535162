/* report_words.c -- a configuration in words. See report_parts.h. */
#include "search/config.h"

#include <stdlib.h>

const char *const words_eval[] = {[ABS_EVAL_HEURISTIC] = "heuristic", [ABS_EVAL_RESULT] = "result"};
const char *const words_tt_mode[] = {[ABS_TT_EXACT] = "exact", [ABS_TT_DEEPER] = "deeper"};
const char *const words_tt_replace[] = {
    [ABS_REPLACE_DEPTH] = "depth", [ABS_REPLACE_ALWAYS] = "always"};

bool words_uses_factor(const abs_config *config)
{
    return words_uses(config, ABS_USES_WINDOW) && abs_widen_grows(config->policy.widen);
}

void words_guess(const abs_config *config, char *text, size_t size)
{
    switch (config->guess) {
    case ABS_GUESS_EXACT:
        if (config->guess_number == 0)
            snprintf(text, size, "exact");
        else
            snprintf(text, size, "exact%+d", config->guess_number);
        break;
    case ABS_GUESS_NUMBER:
        snprintf(text, size, "%d", config->guess_number);
        break;
    default:
        snprintf(text, size, "%s",
                 abs_guess_names[config->guess < ABS_GUESS_EXACT ? config->guess : 0].name);
    }
}

void words_window(const abs_config *config, char *text, size_t size)
{
    const abs_policy *p = &config->policy;
    if (p->low == p->high)
        snprintf(text, size, "%d", p->low);
    else
        snprintf(text, size, "%d:%d", p->low, p->high);
}

void words_bytes(size_t bytes, char *text, size_t size)
{
    static const char *const units[] = {"", "K", "M", "G"};
    unsigned unit = 0;
    while (unit < 3 && bytes > 0 && bytes % 1024 == 0) {
        bytes /= 1024;
        unit++;
    }
    snprintf(text, size, "%zu%s", bytes, units[unit]);
}

/* The shortest text that reads back as the same factor. */
static void factor_text(double factor, char *text, size_t size)
{
    double back = 0;
    for (int digits = 1; digits <= 17 && back != factor; digits++) {
        snprintf(text, size, "%.*g", digits, factor);
        back = strtod(text, NULL);
    }
}

void words_config(const abs_config *c, char *text, size_t size)
{
    char word[64];
    size_t used = 0;
#define ADD(...)                                                                                   \
    do                                                                                             \
        if (used < size)                                                                           \
            used += (size_t)snprintf(text + used, size - used, __VA_ARGS__);                       \
    while (0)

    ADD("d%d/%s", c->depth, c->algo.name);
    if (words_uses(c, ABS_USES_WINDOW)) {
        words_window(c, word, sizeof word);
        ADD("/w%s/%s", word, abs_widen_names[c->policy.widen].name);
        if (words_uses_factor(c)) {
            factor_text(c->policy.factor, word, sizeof word);
            ADD("*%s", word);
        }
    }
    if (words_uses(c, ABS_USES_GUESS)) {
        words_guess(c, word, sizeof word);
        ADD("/%s", word);
    }
    if (words_uses(c, ABS_USES_STEP))
        ADD("/step%d", c->policy.step);
    words_bytes(c->tt_bytes, word, sizeof word);
    ADD("/tt%s", word);
    if (c->tt_bytes > 0)
        ADD("/%s/%s", words_tt_mode[c->tt_mode], words_tt_replace[c->tt_replace]);
    abs_order_text(c->order, word, sizeof word);
    ADD("/%s", word);
    ADD("/%s", c->deepening ? "deepening" : "direct");
    if (c->eval != ABS_EVAL_HEURISTIC)
        ADD("/%s", words_eval[c->eval]);
    if (c->grain != 1)
        ADD("/g%d", c->grain);
    if (c->quiescence)
        ADD("/%s", "quiescence");
    if (c->node_limit != 0)
        ADD("/limit%llu", (unsigned long long)c->node_limit);
#undef ADD
}

bool abs_config_is_sound(const abs_config *c)
{
    return abs_algo_is_sound(&c->algo) && (c->tt_bytes == 0 || c->tt_mode == ABS_TT_EXACT);
}
