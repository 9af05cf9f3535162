/* config.c -- see config.h. */
#include "search/config.h"
#include "search/hints.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

/* The conditions that config.def names: where a field is present, or can be chosen. */
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
/* Minimax and the minimal tree use no table and no ordering. */
WHERE(is_no_tree, c->algo.core->limit != ABS_LIMIT_TREE)
WHERE(may_have_table, !c->algo.core->core.minimax && is_no_tree(c))
WHERE(may_deepen, is_ours(c) && is_no_tree(c))
/* Selection can be added to the searches that are sound without it. */
WHERE(may_select, is_ours(c) && abs_algo_is_sound(&c->algo) && !c->algo.core->alone)
WHERE(has_select, c->select != 0)
WHERE(has_quiet_table, has_table(c) && c->quiescence)
WHERE(has_null, has_table(c) && (c->select & ABS_SELECT_NULL) != 0)
WHERE(searches_less, c->fail_high_less)
WHERE(may_search_less, uses_window(c) && may_select(c))

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

bool config_preset(const config_field *f, const abs_domain *domain, abs_rules *rules, abs_config *c)
{
    if (f->level == CONFIG_ALGORITHM || (f->chosen >= CONFIG_BY_DOMAIN && domain == NULL) ||
        (f->chosen == CONFIG_BY_RULES && rules == NULL))
        return false;
    switch (f - config_fields) {
    case CONFIG_window:
        c->window.low = c->window.high = config_half_pawn(domain, rules, c);
        break;
    case CONFIG_step:
        c->step = config_half_pawn(domain, rules, c);
        break;
    case CONFIG_depth:
        c->depth = domain->default_depth;
        if (c->depth > domain->max_depth(rules))
            c->depth = domain->max_depth(rules);
        if (c->depth < abs_min_depth(domain, rules))
            c->depth = abs_min_depth(domain, rules);
        break;
    case CONFIG_order:
        c->order = abs_usual_orders(domain);
        break;
    case CONFIG_quiescence: /* a game's result does not depend on hanging pieces */
        c->quiescence = domain->has_quiescence && c->eval.kind != ABS_EVAL_RESULT;
        break;
    case CONFIG_tt_mode: /* selection has given up minimax's value, for which `exact` exists */
        c->tt_mode = c->select != 0 ? ABS_TT_DEEPER : ABS_TT_EXACT;
        break;
    case CONFIG_guess: /* the value of the iteration before, or of a search to one ply */
        c->guess = (abs_guess){c->deepening ? ABS_GUESS_PREVIOUS : ABS_GUESS_SHALLOW, 0};
        break;
    default:
        config_set(f, c, f->preset);
    }
    return true;
}

/* ---- the table ---------------------------------------------------------------------------- */

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

/* ---- numbers ------------------------------------------------------------------------------ */

int64_t config_number(const config_field *f, const abs_config *c)
{
    const void *at = (const char *)c + f->offset;
    switch (f->kind) {
    case CONFIG_ALGO:
    case CONFIG_DRIVER:
    case CONFIG_CORE:
    case CONFIG_WINDOW:
    case CONFIG_GUESS:
        return 0;
    case CONFIG_EVAL:
        return config_eval_number(at);
    case CONFIG_REAL:
        return (int64_t)config_real(f, c);
    case CONFIG_SWITCH:
        return *(const bool *)at;
    case CONFIG_BYTES:
    case CONFIG_COUNT:
        return (int64_t) * (const uint64_t *)at;
    case CONFIG_SELECT:
    case CONFIG_NAME:
    case CONFIG_FLAGS:
    case CONFIG_INT:
        break;
    }
    return *(const int *)at;
}

void config_set(const config_field *f, abs_config *c, int64_t number)
{
    void *at = config_at(f, c);
    assert(f->kind > CONFIG_GUESS);
    if (f->kind == CONFIG_EVAL)
        *(abs_evaluation *)at = config_eval_of(number);
    else if (f->kind == CONFIG_REAL)
        *(double *)at = (double)number;
    else if (f->kind == CONFIG_SWITCH)
        *(bool *)at = number != 0;
    else if (f->kind == CONFIG_BYTES || f->kind == CONFIG_COUNT)
        *(uint64_t *)at = (uint64_t)number;
    else
        *(int *)at = (int)number;
}

void config_preset_text(const config_field *f, char *text, size_t size)
{
    abs_config c = {.timeout = 0};
    snprintf(text, size, "%s", f->said != NULL ? f->said : "");
    if (f->said != NULL || (f->chosen != CONFIG_PRESET && f->preset == 0))
        return;
    config_set(f, &c, f->preset);
    config_value(f, &c, text, size);
}

/* ---- evaluations and selections ------------------------------------------------------------ */

/* A part of such a text: NAME, or NAME:NUMBER or NAME=NUMBER. A number that is not given is
 * `preset`. */
enum { NO_PRESET = INT_MIN }; /* the number must be given */
typedef struct {
    const char *name;
    int preset, low, high;
} part;

/* Reads parts that `between` separates, each at most once. Bit i of *found is set for parts[i]. */
static bool read_parts(const char *text, char between, const part *parts, unsigned *found,
                       int64_t *numbers)
{
    char one[32];
    for (*found = 0;; text++) {
        const char *const end = strchrnul(text, between);
        const int length = snprintf(one, sizeof one, "%.*s", (int)(end - text), text);
        char *const digits = one + strcspn(one, ":=");
        const bool given = *digits != '\0';
        unsigned k = 0;
        if (length >= (int)sizeof one)
            return false;
        *digits = '\0';
        while (parts[k].name != NULL && strcmp(parts[k].name, one) != 0)
            k++;
        if (parts[k].name == NULL || (*found >> k & 1) || (!given && parts[k].preset == NO_PRESET))
            return false;
        *found |= 1u << k;
        numbers[k] = parts[k].preset;
        if (given && !text_int(digits + 1, parts[k].low, parts[k].high, &numbers[k]))
            return false;
        if (*(text = end) == '\0')
            return true;
    }
}

int64_t config_eval_number(const abs_evaluation *eval)
{
    return eval->turn * (INT64_C(1) << 22) + (eval->noise << 2 | (int)eval->kind);
}

abs_evaluation config_eval_of(int64_t number)
{
    return (abs_evaluation){(abs_eval)(number & 3), (int)(number >> 2 & ABS_EVAL_ADDED_MAX),
                            (int)(number >> 22)};
}

static void eval_text(const abs_evaluation *eval, char *text, size_t size)
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
    enum {
        KINDS = 3,
        MOST = ABS_EVAL_ADDED_MAX
    }; /* in the order of abs_eval, then what is added */
    static const part parts[] = {{"heuristic", 0, 0, -1},          {"result", 0, 0, -1},
                                 {"material", 0, 0, -1},           {"noise", NO_PRESET, 0, MOST},
                                 {"turn", NO_PRESET, -MOST, MOST}, {NULL, 0, 0, 0}};
    const char *const names[] = {parts[0].name, parts[1].name, parts[2].name, NULL};
    unsigned found;
    int64_t numbers[KINDS + 2] = {0};
    const bool ok = read_parts(text, '+', parts, &found, numbers);
    if ((found & ((1u << KINDS) - 1)) == 0)
        found |= 1u << ABS_EVAL_HEURISTIC; /* noise:5 alone is added to the default */
    for (unsigned kind = 0; ok && kind < KINDS; kind++)
        if ((found & ((1u << KINDS) - 1)) == 1u << kind) {
            *number = config_eval_number(
                &(abs_evaluation){(abs_eval)kind, (int)numbers[KINDS], (int)numbers[KINDS + 1]});
            return true;
        }
    return abs_fail(error, ABS_USAGE,
                    "--%s: there is no '%.300s'; give heuristic, result or material, with +noise:N "
                    "(0 to %d) or +turn:T (-%d to %d) behind it%s",
                    option, text, MOST, MOST, MOST, hint_of(option, text, names).text);
}

/* In the order of their bits. */
static const part selections[] = {{"null", 3, 0, ABS_MAX_DEPTH},
                                  {"check", 0, 0, -1},
                                  {"lmr", 4, 2, ABS_MAX_MOVES},
                                  {"iir", 4, 2, ABS_MAX_DEPTH},
                                  {NULL, 0, 0, 0}};

unsigned config_select_within(unsigned select, unsigned known)
{
    const unsigned within = select & known & ABS_SELECT_METHODS, mask = ABS_SELECT_MASK;
    return within | (within & ABS_SELECT_NULL ? select & mask << ABS_SELECT_PLIES : 0) |
           (within & ABS_SELECT_LMR ? select & ~0u << ABS_SELECT_FROM : 0) |
           (within & ABS_SELECT_IIR ? select & mask << ABS_SELECT_LEAST : 0);
}

static void select_text(unsigned select, char *text, size_t size)
{
    char null[16] = "", lmr[16] = "", iir[16] = "";
    if (select & ABS_SELECT_NULL)
        snprintf(null, sizeof null, ",null:%u", select >> ABS_SELECT_PLIES & ABS_SELECT_MASK);
    if (select & ABS_SELECT_LMR)
        snprintf(lmr, sizeof lmr, ",lmr:%u", select >> ABS_SELECT_FROM);
    if (select & ABS_SELECT_IIR)
        snprintf(iir, sizeof iir, ",iir:%u", select >> ABS_SELECT_LEAST & ABS_SELECT_MASK);
    char all[64];
    snprintf(all, sizeof all, "%s%s%s%s", null, select & ABS_SELECT_CHECK ? ",check" : "", lmr,
             iir);
    snprintf(text, size, "%s", select == 0 ? "none" : all + 1);
}

bool config_select_parse(const char *option, const char *text, int64_t *number, abs_error *error)
{
    unsigned found = 0;
    int64_t numbers[4] = {0};
    const char *const names[] = {selections[0].name, selections[1].name, selections[2].name,
                                 selections[3].name, NULL};
    const bool ok = strcmp(text, "none") == 0 || read_parts(text, ',', selections, &found, numbers);
    *number = found | numbers[0] << ABS_SELECT_PLIES | numbers[2] << ABS_SELECT_FROM |
              numbers[3] << ABS_SELECT_LEAST;
    return ok || abs_fail(error, ABS_USAGE,
                          "--%s=%.200s: give none, or null[:R] (0 to %d plies), check, lmr[:F] (%d "
                          "to %d) and iir[:D] (%d to %d plies), each at most once, with commas "
                          "between%s",
                          option, text, ABS_MAX_DEPTH, selections[2].low, ABS_MAX_MOVES,
                          selections[3].low, ABS_MAX_DEPTH, hint_of(option, text, names).text);
}

/* ---- values ------------------------------------------------------------------------------- */

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
    const int64_t number = config_number(f, c);
    const char *const word = f->kind == CONFIG_ALGO ? c->algo.name
                             : f->kind == CONFIG_DRIVER
                                 ? abs_driver_table[c->algo.driver].about.name
                             : f->kind == CONFIG_CORE   ? c->algo.core->about.name
                             : f->kind == CONFIG_NAME   ? f->names[number].name
                             : f->kind == CONFIG_SWITCH ? (number != 0 ? "on" : "off")
                                                        : NULL;
    if (word != NULL)
        snprintf(text, size, "%s", word);
    else if (f->kind == CONFIG_WINDOW && abs_window_is_auto(c->window))
        snprintf(text, size, "auto");
    else if (f->kind == CONFIG_WINDOW && c->window.low != c->window.high)
        snprintf(text, size, "%d:%d", c->window.low, c->window.high);
    else if (f->kind == CONFIG_WINDOW)
        snprintf(text, size, "%d", c->window.low);
    else if (f->kind == CONFIG_GUESS)
        guess_text(&c->guess, text, size);
    else if (f->kind == CONFIG_EVAL)
        eval_text(&c->eval, text, size);
    else if (f->kind == CONFIG_SELECT)
        select_text(c->select, text, size);
    else if (f->kind == CONFIG_FLAGS)
        abs_flags_text(f->names, (unsigned)number, text, size);
    else if (f->kind == CONFIG_REAL)
        real_text(config_real(f, c), text, size);
    else if (f->kind == CONFIG_BYTES)
        bytes_text((size_t)number, text, size);
    else
        snprintf(text, size, "%" PRId64, number);
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
    char value[CONFIG_WORD_MAX];
    const char *const bar = strchrnul(format, '|'), *const slot = strstr(format, "%s");
    config_value(f, c, value, sizeof value);
    if (*bar == '|' && config_number(f, c) == 0)
        snprintf(text, size, "%s", bar + 1);
    else if (slot == NULL)
        snprintf(text, size, "%.*s", (int)(bar - format), format);
    else
        snprintf(text, size, "%.*s%s%.*s", (int)(slot - format), format, value,
                 (int)(bar - slot) - 2, slot + 2);
}

/* ---- ids and keys ------------------------------------------------------------------------- */

void config_words(const abs_config *c, char *text, size_t size)
{
    enum { FIRST = -1, LAST = 2 };
    char word[CONFIG_WORD_MAX];
    *text = '\0';
    for (int place = FIRST; place <= LAST; place++)
        for (const config_field *f = config_fields; f < config_fields + CONFIG_FIELDS; f++) {
            if (f->word == NULL || f->place != place || !config_present(f, c) ||
                (f->tacit && config_number(f, c) == f->preset))
                continue;
            config_say(f, f->word, c, word, sizeof word);
            text_add(text, size, *word != '\0' && *text != '\0' && *word != '*' ? "/" : "");
            text_add(text, size, word);
        }
}

void config_key(const abs_config *c, config_level level, char *text, size_t size)
{
    char value[CONFIG_WORD_MAX];
    *text = '\0';
    for (const config_field *f = config_fields; f < config_fields + CONFIG_FIELDS; f++) {
        if (f->level > level)
            continue;
        snprintf(value, sizeof value, "-");
        if (config_present(f, c))
            config_value(f, c, value, sizeof value);
        text_add(text, size, "/");
        text_add(text, size, value);
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

/* Reports do not hold `optional`. */
bool config_verifies(const abs_config *c)
{
    return c->algo.core->core.minimax && !c->deepening && c->node_limit == ABS_EXPANSION_NODES_MAX;
}

uint64_t config_block_limit(const abs_config *c)
{
    const bool minimal =
        c->algo.core->limit == ABS_LIMIT_TREE && c->node_limit == ABS_EXPANSION_NODES_MAX;
    return minimal || config_verifies(c) ? 0 : c->node_limit;
}

bool config_is_search(const abs_config *c)
{
    const abs_algo *algo = &c->algo;
    return algo->engine != NULL || (algo->core->limit == ABS_LIMIT_NONE &&
                                    !algo->core->core.minimax && abs_algo_is_sound(algo));
}

bool config_has_sound_value(const abs_config *c)
{
    return c->algo.engine == NULL && abs_driver_is_sound(c->algo.driver) && has_exact_table(c) &&
           !config_selects(c);
}
