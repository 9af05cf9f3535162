/* reader_config.c -- see reader_row.h. */
#include "base/text.h"
#include "log/reader_row.h"

#include <inttypes.h>

static bool read_algo(const members *f, size_t at, abs_config *c)
{
    abs_algo algos[ABS_ALGOS_MAX];
    unsigned count = 0;
    const char *text;
    if (!members_text(f, at, false, &text))
        return false;
    if (!abs_algo_parse("algo", text, algos, &count, f->error))
        return members_blame(f, at);
    if (count != 1)
        return members_fail(f, at, "is a group of algorithms");
    c->algo = algos[0];
    return true;
}

/* The driver and the core, which the algorithm has named already. */
static bool check_derived(const members *f, size_t at, const config_field *field,
                          const abs_config *c)
{
    const char *text;
    char derived[CONFIG_WORD_MAX];
    config_value(field, c, derived, sizeof derived);
    return members_text(f, at, false, &text) &&
           (strcmp(text, derived) == 0 || members_fail(f, at, "is not that of its algorithm"));
}

static bool read_window(const members *f, size_t at, const config_field *field, abs_window *window)
{
    static const char *const edges[] = {"low", "high"};
    const cJSON *list;
    members pair = *f;
    if (members_is_null(f, at)) /* automatic: the pair stays 0 */
        return true;
    if (!members_array(f, at, &list))
        return false;
    if (cJSON_GetArraySize(list) != 2)
        return members_fail(f, at, "is not a pair");
    pair.within = "window.";
    pair.names = edges;
    pair.items[0] = list->child;
    pair.items[1] = list->child->next;
    return members_int(&pair, 0, field->low, field->high, &window->low) &&
           members_int(&pair, 1, field->low, field->high, &window->high);
}

static bool read_guess(const members *f, size_t at, abs_guess *guess)
{
    const char *text;
    int64_t number = 0;
    if (!members_text(f, at, false, &text))
        return false;
    for (int k = 0; k < ABS_GUESS_EXACT; k++)
        if (strcmp(abs_guess_names[k].name, text) == 0) {
            guess->kind = (abs_guess_kind)k;
            return true;
        }
    const bool exact = strncmp(text, "exact", 5) == 0;
    const char *digits = exact ? text + 5 + (text[5] == '+') : text;
    guess->kind = exact ? ABS_GUESS_EXACT : ABS_GUESS_NUMBER;
    if ((!exact || *digits != '\0') && !text_int(digits, -ABS_VALUE_MAX, ABS_VALUE_MAX, &number))
        return members_fail(f, at, "is not a guess");
    guess->number = (int)number;
    return true;
}

static bool set(const config_field *field, abs_config *c, int64_t number)
{
    config_set(field, c, number);
    return true;
}

/* The set of flags that is written so. */
static bool read_flags(const members *f, size_t at, const config_field *field, abs_config *c)
{
    const char *text;
    char written[CONFIG_WORD_MAX];
    unsigned sets = 1;
    if (!members_text(f, at, false, &text))
        return false;
    for (const abs_named *name = field->names; name->name != NULL; name++)
        sets *= 2;
    for (unsigned flags = 0; flags < sets; flags++) {
        abs_flags_text(field->names, flags, written, sizeof written);
        if (strcmp(written, text) == 0)
            return set(field, c, flags);
    }
    return members_fail(f, at, "is not a list of names in their order");
}

static bool read_real(const members *f, size_t at, const config_field *field, double *real)
{
    char problem[80];
    snprintf(problem, sizeof problem, "is not more than %" PRId64, field->low);
    return members_real(f, at, real) &&
           (*real > (double)field->low || members_fail(f, at, problem));
}

static bool read_number(const members *f, size_t at, const config_field *field, abs_config *c)
{
    int number;
    uint64_t count;
    bool truth;
    unsigned place;
    switch (field->kind) {
    case CONFIG_NAME:
        return members_name(f, at, field->names, &place) && set(field, c, place);
    case CONFIG_INT:
        return members_int(f, at, field->low, field->high, &number) && set(field, c, number);
    case CONFIG_SWITCH:
        return members_truth(f, at, &truth) && set(field, c, truth);
    default:
        if (!members_count(f, at, &count))
            return false;
        if (count < (uint64_t)field->low || count > INT64_MAX)
            return members_fail(f, at, "is out of range");
        return set(field, c, (int64_t)count);
    }
}

static bool read_setting(const members *f, size_t at, const config_field *field, abs_config *c)
{
    if (field->newer && f->items[at] == NULL)
        return true;
    if (field->kind == CONFIG_COUNT) { /* null is none */
        if (members_is_null(f, at))
            return true;
        if (field->open != NULL && !field->open(c))
            return members_null(f, at, UNUSED);
    } else if (!config_present(field, c)) {
        return members_null(f, at, UNUSED);
    }
    switch (field->kind) {
    case CONFIG_ALGO:
        return read_algo(f, at, c);
    case CONFIG_DRIVER:
    case CONFIG_CORE:
        return check_derived(f, at, field, c);
    case CONFIG_WINDOW:
        return read_window(f, at, field, config_at(field, c));
    case CONFIG_GUESS:
        return read_guess(f, at, config_at(field, c));
    case CONFIG_FLAGS:
        return read_flags(f, at, field, c);
    case CONFIG_REAL:
        return read_real(f, at, field, config_at(field, c));
    default:
        return read_number(f, at, field, c);
    }
}

bool config_make(abs_config *c, const members *f)
{
    *c = (abs_config){.grain = 1};
    for (size_t at = 0; at < ROW_FIELDS; at++)
        if (row_fields[at].config != NULL && !read_setting(f, at, row_fields[at].config, c))
            return false;
    return true;
}
