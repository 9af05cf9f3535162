/* report_label.c -- what distinguishes the configurations of a run. See report_parts.h. */
#include "report/label.h"

enum { WORD = 80 };

/* The feature in a few characters; false where it means nothing for the configuration. */
static bool feature_text(const abs_config *c, label_feature which, char *text, size_t size)
{
    char word[WORD - 16];
    if (c->algo.core->limit == ABS_LIMIT_TREE)
        return false; /* the minimal tree depends on none of them */
    switch (which) {
    case LABEL_WINDOW:
        words_window(c, word, sizeof word);
        snprintf(text, size, "w=%s", word);
        return words_uses(c, ABS_USES_WINDOW);
    case LABEL_WIDEN:
        snprintf(text, size, "widen=%s", abs_widen_names[c->policy.widen].name);
        return words_uses(c, ABS_USES_WINDOW);
    case LABEL_FACTOR:
        snprintf(text, size, "f=%.6g", c->policy.factor);
        return words_uses_factor(c);
    case LABEL_GUESS:
        words_guess(c, word, sizeof word);
        snprintf(text, size, "guess=%s", word);
        return words_uses(c, ABS_USES_GUESS);
    case LABEL_STEP:
        snprintf(text, size, "step=%d", c->policy.step);
        return words_uses(c, ABS_USES_STEP);
    case LABEL_TABLE:
        words_bytes(c->tt_bytes, word, sizeof word);
        snprintf(text, size, c->tt_bytes > 0 ? "tt=%s" : "no table", word);
        return true;
    case LABEL_MODE:
        snprintf(text, size, "%s", words_tt_mode[c->tt_mode]);
        return c->tt_bytes > 0;
    case LABEL_REPLACE:
        snprintf(text, size, "replace=%s", words_tt_replace[c->tt_replace]);
        return c->tt_bytes > 0;
    case LABEL_ORDER:
        abs_order_text(c->order, word, sizeof word);
        snprintf(text, size, "order=%s", word);
        return true;
    case LABEL_DEEPENING:
        snprintf(text, size, "%s", c->deepening ? "deepening" : "no deepening");
        return true;
    case LABEL_LIMIT:
        snprintf(text, size, "limit=%llu", (unsigned long long)c->node_limit);
        return c->node_limit > 0;
    case LABEL_FEATURES:
        break;
    }
    return false;
}

label_rules label_find(const abs_tally *t)
{
    label_rules l = {.used = {false}};
    for (size_t i = 0; i < t->group_keys.count; i++) {
        const abs_config *c = &t->groups[i].config;
        l.evals |= c->eval != ABS_EVAL_HEURISTIC;
        l.grains |= c->grain != 1;
        for (label_feature k = 0; k < LABEL_FEATURES; k++) {
            char here[WORD], first[WORD];
            if (!feature_text(c, k, here, sizeof here))
                continue;
            if (!l.used[k])
                l.of[k] = c;
            l.used[k] = true;
            feature_text(l.of[k], k, first, sizeof first);
            l.varies[k] |= strcmp(here, first) != 0;
        }
    }
    return l;
}

void label_write(const label_rules *l, const abs_config *c, abs_buffer *b)
{
    char text[WORD];
    buffer_clear(b);
    buffer_text(b, c->algo.name);
    for (label_feature k = 0; k < LABEL_FEATURES; k++)
        if (l->varies[k] && feature_text(c, k, text, sizeof text))
            buffer_format(b, " %s", text);
}

void label_write_common(const label_rules *l, abs_buffer *b)
{
    char text[WORD];
    unsigned told = 0;
    for (label_feature k = 0; k < LABEL_FEATURES; k++)
        if (l->used[k] && !l->varies[k] && feature_text(l->of[k], k, text, sizeof text))
            buffer_format(b, "%s%s", told++ > 0 ? ", " : "In all rows: ", text);
    buffer_text(b, told > 0 ? ".\n" : "");
}

void label_write_heading(const abs_tally *t, const abs_tally_group *g, const label_rules *l,
                         abs_buffer *b)
{
    buffer_plain(b, t->specs.texts[g->spec]);
    buffer_format(b, ", depth %d", g->config.depth);
    if (l->evals)
        buffer_format(b, ", %s evaluation", words_eval[g->config.eval]);
    if (g->config.quiescence)
        buffer_text(b, ", quiescence");
    if (l->grains)
        buffer_format(b, ", grain %d", g->config.grain);
}
