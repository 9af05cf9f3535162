/* fields_config.c -- the settings of a configuration, both ways. See fields_own.h. */
#include "base/text.h"
#include "log/fields_own.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static void code_algo(codec *f, abs_config *c)
{
    abs_algo algos[ABS_ALGOS_MAX];
    unsigned count = 0;
    const char *text = c->algo.name;
    codec_text_value(f, &text);
    if (!codec_reads(f) || f->failed)
        return;
    if (!abs_algo_parse("algo", text, algos, &count, f->error))
        codec_blame(f, "algo");
    else if (count != 1)
        codec_fail(f, "is a group of algorithms");
    else
        c->algo = algos[0];
}

/* The driver and the core, which the algorithm has named already. */
static void code_derived(codec *f, const config_field *field, const abs_config *c)
{
    char derived[CONFIG_WORD_MAX];
    const char *text = derived;
    config_value(field, c, derived, sizeof derived);
    codec_text_value(f, &text);
    if (!f->failed && strcmp(text, derived) != 0)
        codec_fail(f, "is not that of its algorithm");
}

/* A pair; null while it is automatic, and both are 0. */
static void code_window(codec *f, const config_field *field, bool there, abs_window *w)
{
    bool fixed = there && !abs_window_is_auto(*w);
    if (f->form == CODEC_CSV || f->form == CODEC_CSV_HEADER) {
        if (codec_member(f, "window_low", fixed))
            codec_int_value(f, field->low, field->high, &w->low);
        if (codec_member(f, "window_high", fixed))
            codec_int_value(f, field->low, field->high, &w->high);
        return;
    }
    if (codec_reads(f) && !there) {
        codec_member(f, field->name, false);
        return;
    }
    if (!codec_optional(f, field->name, &fixed))
        return;
    const cJSON *list = f->item;
    if (codec_reads(f) && (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != 2)) {
        codec_fail(f, cJSON_IsArray(list) ? "is not a pair" : "is not a list");
        return;
    }
    for (int i = 0; i < 2; i++) {
        f->item = codec_reads(f) ? cJSON_GetArrayItem(list, i) : NULL;
        f->name = i == 0 ? "window.low" : "window.high";
        if (f->form == CODEC_JSON)
            buffer_char(f->b, i == 0 ? '[' : ',');
        codec_int_value(f, field->low, field->high, i == 0 ? &w->low : &w->high);
    }
    if (f->form == CODEC_JSON)
        buffer_char(f->b, ']');
}

static void code_guess(codec *f, const config_field *field, abs_config *c)
{
    char written[CONFIG_WORD_MAX];
    const char *text = written;
    int64_t number = 0;
    abs_guess *guess = &c->guess;
    if (!codec_reads(f))
        config_value(field, c, written, sizeof written);
    codec_text_value(f, &text);
    if (!codec_reads(f) || f->failed)
        return;
    for (int k = 0; k < ABS_GUESS_EXACT; k++)
        if (strcmp(abs_guess_names[k].name, text) == 0) {
            guess->kind = (abs_guess_kind)k;
            return;
        }
    const bool exact = strncmp(text, "exact", 5) == 0;
    const char *digits = exact ? text + 5 + (text[5] == '+') : text;
    guess->kind = exact ? ABS_GUESS_EXACT : ABS_GUESS_NUMBER;
    if ((!exact || *digits != '\0') && !text_int(digits, -ABS_VALUE_MAX, ABS_VALUE_MAX, &number))
        codec_fail(f, "is not a guess");
    guess->number = (int)number;
}

/* A set of flags, by the names of those set. */
static void code_flags(codec *f, const config_field *field, abs_config *c)
{
    char written[CONFIG_WORD_MAX];
    const char *text = written;
    unsigned sets = 1;
    if (!codec_reads(f))
        config_value(field, c, written, sizeof written);
    codec_text_value(f, &text);
    for (const abs_named *name = field->names; name->name != NULL; name++)
        sets *= 2;
    for (unsigned flags = 0; codec_reads(f) && !f->failed && flags < sets; flags++) {
        abs_flags_text(field->names, flags, written, sizeof written);
        if (strcmp(written, text) == 0) {
            config_set(field, c, flags);
            return;
        }
    }
    if (codec_reads(f) && !f->failed)
        codec_fail(f, "is not a list of names in their order");
}

static void code_eval(codec *f, const config_field *field, abs_config *c)
{
    char written[CONFIG_WORD_MAX];
    const char *text = written;
    int64_t number;
    abs_error error;
    config_value(field, c, written, sizeof written);
    codec_text_value(f, &text);
    if (!codec_reads(f) || f->failed)
        return;
    if (config_eval_parse("eval", text, &number, &error))
        config_set(field, c, number);
    else
        codec_fail(f, "is no evaluation");
}

/* In as many digits as it takes to read it back. */
static void code_real(codec *f, const config_field *field, abs_config *c)
{
    char text[80];
    double *real = config_at(field, c);
    if (!codec_reads(f)) {
        snprintf(text, sizeof text, "%.15g", *real);
        buffer_real(f->b, *real, strtod(text, NULL) == *real ? 15 : 17);
        return;
    }
    *real = cJSON_IsNumber(f->item) ? f->item->valuedouble : NAN;
    snprintf(text, sizeof text, "is not more than %" PRId64, field->low);
    if (!isfinite(*real) || *real < 0)
        codec_fail(f, "is not a number, 0 or more");
    else if (*real <= (double)field->low)
        codec_fail(f, text);
}

static void code_number(codec *f, const config_field *field, abs_config *c)
{
    int64_t number = config_number(field, c);
    unsigned place = (unsigned)number;
    int whole = (int)number;
    bool truth = number != 0;
    uint64_t count = (uint64_t)number;
    switch (field->kind) {
    case CONFIG_NAME:
        codec_name_value(f, field->names, &place);
        number = place;
        break;
    case CONFIG_INT:
        codec_int_value(f, field->low, field->high, &whole);
        number = whole;
        break;
    case CONFIG_SWITCH:
        codec_truth_value(f, &truth);
        number = truth;
        break;
    default:
        codec_whole_value(f, &count);
        number = (int64_t)count;
        if (codec_reads(f) && !f->failed && (number < field->low || count > INT64_MAX))
            codec_fail(f, "is out of range");
    }
    if (codec_reads(f) && !f->failed)
        config_set(field, c, number);
}

/* Whether a value stands there. A count is null where there is none, though it may be chosen. */
static bool begin(codec *f, const config_field *field, const abs_config *c)
{
    bool there = config_present(field, c);
    if (!codec_reads(f) || field->kind != CONFIG_COUNT)
        return codec_member(f, field->name, there);
    if (codec_optional(f, field->name, &there) && field->open != NULL && !field->open(c))
        codec_fail(f, CODEC_UNUSED);
    return there && !f->failed;
}

void fields_setting(codec *f, const config_field *field, abs_config *c)
{
    if (field->kind == CONFIG_WINDOW) {
        code_window(f, field, config_present(field, c), &c->window);
        return;
    }
    if (!begin(f, field, c))
        return;
    switch (field->kind) {
    case CONFIG_ALGO:
        code_algo(f, c);
        break;
    case CONFIG_DRIVER:
    case CONFIG_CORE:
        code_derived(f, field, c);
        break;
    case CONFIG_GUESS:
        code_guess(f, field, c);
        break;
    case CONFIG_FLAGS:
        code_flags(f, field, c);
        break;
    case CONFIG_EVAL:
        code_eval(f, field, c);
        break;
    case CONFIG_REAL:
        code_real(f, field, c);
        break;
    default:
        code_number(f, field, c);
    }
}
