/* config.c -- see config.h. */
#include "search/config.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>

static bool uses_window(const abs_config *c)
{
    return config_uses(c, ABS_USES_WINDOW);
}

static bool uses_factor(const abs_config *c)
{
    return uses_window(c) && abs_widen_grows(c->widen);
}

static bool has_widen_limit(const abs_config *c)
{
    return uses_factor(c) && c->widen_limit > 0;
}

static bool uses_guess(const abs_config *c)
{
    return config_uses(c, ABS_USES_GUESS);
}

static bool uses_step(const abs_config *c)
{
    return config_uses(c, ABS_USES_STEP);
}

static bool is_ours(const abs_config *c)
{
    return c->algo.engine == NULL;
}

static bool has_table(const abs_config *c)
{
    return c->tt_bytes > 0 && is_ours(c);
}

/* Not every engine takes it. */
static bool has_table_size(const abs_config *c)
{
    return c->tt_bytes > 0 || is_ours(c);
}

static bool always(const abs_config *c)
{
    (void)c;
    return true;
}

static bool has_limit(const abs_config *c)
{
    return c->node_limit > 0;
}

/* Minimax and the minimal tree are naive: no table, no ordering. */
static bool may_have_table(const abs_config *c)
{
    return !c->algo.core->core.minimax && c->algo.core->limit != ABS_LIMIT_TREE;
}

static bool may_deepen(const abs_config *c)
{
    return is_ours(c) && c->algo.core->limit != ABS_LIMIT_TREE;
}

static bool may_search_less(const abs_config *c)
{
    return uses_window(c) && config_may_select(c);
}

static bool is_parallel(const abs_config *c)
{
    return c->parallel != ABS_PARALLEL_OFF;
}

static bool has_tables(const abs_config *c)
{
    return is_parallel(c) && has_table(c);
}

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
    {.name = #member, .level = CONFIG_##lev, .offset = offsetof(abs_config, member), __VA_ARGS__},
#define DERIVED(member, lev, ...) {.name = #member, .level = CONFIG_##lev, __VA_ARGS__},
#include "search/config.def"
};

/* ---- values ------------------------------------------------------------------------------- */

int64_t config_eval_number(const abs_evaluation *eval)
{
    return eval->turn * (INT64_C(1) << 22) + (eval->noise << 2 | (int)eval->kind);
}

abs_evaluation config_eval_of(int64_t number)
{
    return (abs_evaluation){(abs_eval)(number & 3), (int)(number >> 2 & ABS_EVAL_ADDED_MAX),
                            (int)(number >> 22)};
}

static bool read_added(const char *text, const char *name, int least, int *number, const char **end)
{
    const size_t length = strlen(name);
    char *after;
    if (strncmp(text, name, length) != 0)
        return false;
    const long value = strtol(text + length, &after, 10);
    if (after == text + length || strchr("-0123456789", text[length]) == NULL || value < least ||
        value > ABS_EVAL_ADDED_MAX)
        return false;
    *number = (int)value;
    *end = after;
    return true;
}

bool config_eval_parse(const char *option, const char *text, int64_t *number, abs_error *error)
{
    abs_evaluation eval = {.kind = ABS_EVAL_HEURISTIC};
    const size_t length = strcspn(text, "+");
    const char *at = text + length;
    const abs_named *name = abs_eval_names;
    while (name->name != NULL &&
           (strlen(name->name) != length || strncmp(text, name->name, length) != 0))
        name++;
    while (*at == '+')
        if (!read_added(at, "+noise:", 0, &eval.noise, &at) &&
            !read_added(at, "+turn:", -ABS_EVAL_ADDED_MAX, &eval.turn, &at))
            break;
    if (name->name != NULL && *at == '\0') {
        eval.kind = (abs_eval)(name - abs_eval_names);
        *number = config_eval_number(&eval);
        return true;
    }
    const char *names[8] = {NULL};
    for (size_t i = 0; abs_eval_names[i].name != NULL; i++)
        names[i] = abs_eval_names[i].name;
    return abs_fail(error, ABS_USAGE,
                    "--%s: there is no '%.300s'; give heuristic, result or material, with +noise:N "
                    "(0 to %d) or +turn:T (-%d to %d) behind it%s",
                    option, text, ABS_EVAL_ADDED_MAX, ABS_EVAL_ADDED_MAX, ABS_EVAL_ADDED_MAX,
                    text_hint_of(text, "", names).text);
}

int64_t config_number(const config_field *f, const abs_config *c)
{
    const void *at = (const char *)c + f->offset;
    switch (f->kind) {
    case CONFIG_NAME:
    case CONFIG_FLAGS:
    case CONFIG_SELECT:
        return *(const unsigned *)at;
    case CONFIG_INT:
        return *(const int *)at;
    case CONFIG_REAL:
        return (int64_t)config_real(f, c);
    case CONFIG_SWITCH:
        return *(const bool *)at;
    case CONFIG_EVAL:
        return config_eval_number((const abs_evaluation *)at);
    case CONFIG_BYTES:
    case CONFIG_COUNT:
        return (int64_t) * (const uint64_t *)at;
    default:
        return 0;
    }
}

void config_set(const config_field *f, abs_config *c, int64_t number)
{
    void *at = config_at(f, c);
    switch (f->kind) {
    case CONFIG_NAME:
    case CONFIG_FLAGS:
    case CONFIG_SELECT:
        *(unsigned *)at = (unsigned)number;
        break;
    case CONFIG_INT:
        *(int *)at = (int)number;
        break;
    case CONFIG_REAL:
        *(double *)at = (double)number;
        break;
    case CONFIG_SWITCH:
        *(bool *)at = number != 0;
        break;
    case CONFIG_EVAL:
        *(abs_evaluation *)at = config_eval_of(number);
        break;
    case CONFIG_BYTES:
    case CONFIG_COUNT:
        *(uint64_t *)at = (uint64_t)number;
        break;
    default:
        assert(!"a field of one number");
    }
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

static void eval_text(const abs_evaluation *eval, char *text, size_t size)
{
    int used = snprintf(text, size, "%s", abs_eval_names[eval->kind].name);
    if (eval->noise != 0)
        used += snprintf(text + used, size - (size_t)used, "+noise:%d", eval->noise);
    if (eval->turn != 0)
        snprintf(text + used, size - (size_t)used, "+turn:%d", eval->turn);
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
        eval_text(&c->eval, text, size);
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
    switch (f->kind) {
    case CONFIG_ALGO:
        return strcmp(a->algo.name, b->algo.name) != 0;
    case CONFIG_DRIVER:
        return a->algo.driver != b->algo.driver;
    case CONFIG_CORE:
        return a->algo.core != b->algo.core;
    case CONFIG_WINDOW:
        return a->window.low != b->window.low || a->window.high != b->window.high;
    case CONFIG_GUESS:
        return a->guess.kind != b->guess.kind || a->guess.number != b->guess.number;
    case CONFIG_REAL:
        return config_real(f, a) != config_real(f, b);
    default:
        return config_number(f, a) != config_number(f, b);
    }
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
