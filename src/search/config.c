/* config.c -- see config.h. */
#include "search/config.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>

/* Where a field can be, or can be chosen: the conditions that config.def names. */
#define WHERE(name, condition)                                                                     \
    static bool name(const abs_config *c)                                                          \
    {                                                                                              \
        return condition;                                                                          \
    }
WHERE(always, c != NULL)
WHERE(uses_window, config_uses(c, ABS_USES_WINDOW))
WHERE(uses_factor, uses_window(c) && abs_widen_grows(c->widen))
WHERE(has_widen_limit, uses_factor(c) && c->widen_limit > 0)
WHERE(uses_guess, config_uses(c, ABS_USES_GUESS))
WHERE(uses_step, config_uses(c, ABS_USES_STEP))
WHERE(has_limit, c->node_limit > 0)
WHERE(is_ours, c->algo.engine == NULL)
WHERE(has_table, c->tt_bytes > 0 && is_ours(c))
WHERE(has_table_size, c->tt_bytes > 0 || is_ours(c)) /* not every engine takes it */
/* Minimax and the minimal tree are naive: no table, no ordering. */
WHERE(is_no_tree, c->algo.core->limit != ABS_LIMIT_TREE)
WHERE(may_have_table, !c->algo.core->core.minimax && is_no_tree(c))
WHERE(may_deepen, is_ours(c) && is_no_tree(c))
WHERE(may_search_less, uses_window(c) && config_may_select(c))
WHERE(is_parallel, c->parallel != ABS_PARALLEL_OFF)
WHERE(has_tables, is_parallel(c) && has_table(c))

/* ---- presets ------------------------------------------------------------------------------ */

enum {
    USUAL_ORDERS =
        ABS_ORDER_TT | ABS_ORDER_CAPTURE | ABS_ORDER_KILLER | ABS_ORDER_HISTORY | ABS_ORDER_GAME
};

void config_apply_eval(const abs_config *c, abs_rules *rules)
{
    rules->eval = c->eval.kind;
    rules->noise = c->eval.noise;
    rules->turn = c->eval.turn;
}

int config_half_pawn(const abs_domain *domain, abs_rules *rules, const abs_config *c)
{
    const abs_rules before = *rules;
    config_apply_eval(c, rules);
    const int width = domain->half_pawn(rules);
    *rules = before;
    return width;
}

static bool half_a_pawn(const abs_domain *domain, abs_rules *rules, abs_config *c)
{
    if (rules != NULL)
        c->window.low = c->window.high = config_half_pawn(domain, rules, c);
    return rules != NULL;
}

static bool half_a_pawn_s_step(const abs_domain *domain, abs_rules *rules, abs_config *c)
{
    if (rules != NULL)
        c->step = config_half_pawn(domain, rules, c);
    return rules != NULL;
}

static bool domain_s_depth(const abs_domain *domain, abs_rules *rules, abs_config *c)
{
    if (rules == NULL)
        return false;
    const int least = abs_min_depth(domain, rules), most = domain->max_depth(rules);
    c->depth = domain->default_depth < least  ? least
               : domain->default_depth > most ? most
                                              : domain->default_depth;
    return true;
}

static bool domain_s_order(const abs_domain *domain, abs_rules *rules, abs_config *c)
{
    (void)rules;
    if (domain != NULL)
        c->order = abs_usual_orders(domain);
    return domain != NULL;
}

/* Of the iteration before, or of a search to one ply. */
static bool last_value(const abs_domain *domain, abs_rules *rules, abs_config *c)
{
    (void)domain;
    (void)rules;
    c->guess = (abs_guess){c->deepening ? ABS_GUESS_PREVIOUS : ABS_GUESS_SHALLOW, 0};
    return true;
}

/* Results say nothing of what hangs. */
static bool where_it_pays(const abs_domain *domain, abs_rules *rules, abs_config *c)
{
    (void)rules;
    if (domain != NULL)
        c->quiescence = domain->has_quiescence && c->eval.kind != ABS_EVAL_RESULT;
    return domain != NULL;
}

/* ---- the table ---------------------------------------------------------------------------- */

const char *const config_level_names[] = {"setting", "frame", "algorithm", "policy", "copy"};

const config_field config_fields[CONFIG_FIELDS] = {
#define CONFIG(type, member, lev, ...)                                                             \
    {.name = #member,                                                                              \
     .level = CONFIG_##lev,                                                                        \
     .offset = offsetof(abs_config, member),                                                       \
     .size = sizeof(type),                                                                         \
     __VA_ARGS__},
#define DERIVED(member, lev, ...)                                                                  \
    {.name = #member,                                                                              \
     .level = CONFIG_##lev,                                                                        \
     .offset = offsetof(abs_config, algo.member),                                                  \
     .size = sizeof((abs_config *)0)->algo.member,                                                 \
     __VA_ARGS__},
#include "search/config.def"
};

/* ---- values ------------------------------------------------------------------------------- */

int64_t config_number(const config_field *f, const abs_config *c)
{
    const void *at = (const char *)c + f->offset;
    if (f->kind <= CONFIG_GUESS)
        return 0;
    if (f->kind == CONFIG_EVAL)
        return config_eval_number(at);
    if (f->kind == CONFIG_REAL)
        return (int64_t)config_real(f, c);
    return f->size == sizeof(bool)  ? *(const bool *)at
           : f->size == sizeof(int) ? *(const int *)at
                                    : (int64_t) * (const uint64_t *)at;
}

void config_set(const config_field *f, abs_config *c, int64_t number)
{
    void *at = config_at(f, c);
    assert(f->kind > CONFIG_GUESS);
    if (f->kind == CONFIG_EVAL)
        *(abs_evaluation *)at = config_eval_of(number);
    else if (f->kind == CONFIG_REAL)
        *(double *)at = (double)number;
    else if (f->size == sizeof(bool))
        *(bool *)at = number != 0;
    else if (f->size == sizeof(int))
        *(int *)at = (int)number;
    else
        *(uint64_t *)at = (uint64_t)number;
}

bool config_preset(const config_field *f, const abs_domain *domain, abs_rules *rules, abs_config *c)
{
    if (f->choose != NULL)
        return f->choose(domain, rules, c);
    if (f->level != CONFIG_ALGORITHM)
        config_set(f, c, f->preset);
    return f->level != CONFIG_ALGORITHM;
}

void config_preset_text(const config_field *f, char *text, size_t size)
{
    abs_config c = {.timeout = 0};
    snprintf(text, size, "%s", f->said != NULL ? f->said : "");
    if (f->said != NULL || (f->choose != NULL && f->preset == 0))
        return;
    config_set(f, &c, f->preset);
    config_value(f, &c, text, size);
}

static void guess_text(const abs_guess *guess, char *text, size_t size)
{
    if (guess->kind == ABS_GUESS_NUMBER)
        snprintf(text, size, "%d", guess->number);
    else if (guess->kind != ABS_GUESS_EXACT)
        snprintf(text, size, "%s", abs_guess_names[guess->kind].name);
    else if (guess->number == 0)
        snprintf(text, size, "exact");
    else
        snprintf(text, size, "exact%+d", guess->number);
}

static void bytes_text(size_t bytes, char *text, size_t size)
{
    static const char *const units[] = {"", "K", "M", "G"};
    unsigned unit = 0;
    while (unit < 3 && bytes > 0 && bytes % 1024 == 0) {
        bytes /= 1024;
        unit++;
    }
    snprintf(text, size, "%zu%s", bytes, units[unit]);
}

/* The shortest text that reads back as the same number. */
static void real_text(double real, char *text, size_t size)
{
    double back = 0;
    for (int digits = 1; digits <= 17 && back != real; digits++) {
        snprintf(text, size, "%.*g", digits, real);
        back = strtod(text, NULL);
    }
}

void config_value(const config_field *f, const abs_config *c, char *text, size_t size)
{
    switch (f->kind) {
    case CONFIG_ALGO:
        snprintf(text, size, "%s", c->algo.name);
        break;
    case CONFIG_DRIVER:
        snprintf(text, size, "%s", abs_driver_table[c->algo.driver].about.name);
        break;
    case CONFIG_CORE:
        snprintf(text, size, "%s", c->algo.core->about.name);
        break;
    case CONFIG_WINDOW:
        if (abs_window_is_auto(c->window))
            snprintf(text, size, "auto");
        else
            snprintf(text, size, c->window.low == c->window.high ? "%d" : "%d:%d", c->window.low,
                     c->window.high);
        break;
    case CONFIG_GUESS:
        guess_text(&c->guess, text, size);
        break;
    case CONFIG_EVAL:
        config_eval_text(&c->eval, text, size);
        break;
    case CONFIG_SELECT:
        config_select_text(c->select, text, size);
        break;
    case CONFIG_NAME:
        snprintf(text, size, "%s", f->names[config_number(f, c)].name);
        break;
    case CONFIG_FLAGS:
        abs_flags_text(f->names, (unsigned)config_number(f, c), text, size);
        break;
    case CONFIG_REAL:
        real_text(config_real(f, c), text, size);
        break;
    case CONFIG_SWITCH:
        snprintf(text, size, "%s", config_number(f, c) != 0 ? "on" : "off");
        break;
    case CONFIG_BYTES:
        bytes_text((size_t)config_number(f, c), text, size);
        break;
    case CONFIG_INT:
    case CONFIG_COUNT:
        snprintf(text, size, "%" PRIu64, (uint64_t)config_number(f, c));
        break;
    }
}

bool config_differ(const config_field *f, const abs_config *a, const abs_config *b)
{
    if (f->kind == CONFIG_ALGO)
        return strcmp(a->algo.name, b->algo.name) != 0;
    return memcmp((const char *)a + f->offset, (const char *)b + f->offset, f->size) != 0;
}

bool config_agree(const abs_config *a, const abs_config *b, config_level level)
{
    for (const config_field *f = config_fields; f < config_fields + CONFIG_FIELDS; f++)
        if (f->level <= level && config_differ(f, a, b))
            return false;
    return true;
}

void config_say(const config_field *f, const char *format, const abs_config *c, char *text,
                size_t size)
{
    char value[CONFIG_WORD_MAX] = "";
    const char *bar = strchr(format, '|'), *end = format + strlen(format);
    if (bar != NULL && config_number(f, c) == 0)
        format = bar + 1;
    else if (bar != NULL)
        end = bar;
    const char *slot = strstr(format, "%s");
    if (slot == NULL || slot > end) {
        snprintf(text, size, "%.*s", (int)(end - format), format);
        return;
    }
    config_value(f, c, value, sizeof value);
    snprintf(text, size, "%.*s%s%.*s", (int)(slot - format), format, value, (int)(end - slot - 2),
             slot + 2);
}

/* ---- ids and keys ------------------------------------------------------------------------- */

void config_words(const abs_config *c, char *text, size_t size)
{
    enum { FIRST = -1, LAST = 2 };
    char word[CONFIG_WORD_MAX];
    size_t used = 0;
    for (int place = FIRST; place <= LAST; place++)
        for (const config_field *f = config_fields; f < config_fields + CONFIG_FIELDS; f++) {
            if (f->word == NULL || f->place != place || !config_present(f, c) ||
                (f->tacit && config_number(f, c) == f->preset))
                continue;
            config_say(f, f->word, c, word, sizeof word);
            if (word[0] != '\0' && used < size)
                used += (size_t)snprintf(text + used, size - used, "%s%s",
                                         used == 0 || word[0] == '*' ? "" : "/", word);
        }
}

void config_key(const abs_config *c, config_level level, char *text, size_t size)
{
    char value[CONFIG_WORD_MAX];
    size_t used = 0;
    *text = '\0';
    for (const config_field *f = config_fields; f < config_fields + CONFIG_FIELDS; f++) {
        if (f->level > level || used >= size)
            continue;
        snprintf(value, sizeof value, "-");
        if (config_present(f, c))
            config_value(f, c, value, sizeof value);
        used += (size_t)snprintf(text + used, size - used, "/%s", value);
    }
}

abs_config config_first_copy(const abs_config *config)
{
    abs_config first = *config;
    for (const config_field *f = config_fields; f < config_fields + CONFIG_FIELDS; f++)
        if (f->level == CONFIG_COPY)
            config_set(f, &first, f->preset);
    return first;
}
