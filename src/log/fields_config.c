/* fields_config.c -- the settings of a configuration, both ways. See fields_own.h. */
#include "base/text.h"
#include "log/fields_own.h"

#include <math.h>
#include <stdlib.h>

/* A pair; null while it is automatic, and both are 0. */
static void code_window(codec *f, const config_field *field, bool there, abs_window *w)
{
    static const char *const cells[] = {"window_low", "window_high"};
    static const char *const names[] = {"window.low", "window.high"};
    int *const bounds[] = {&w->low, &w->high};
    bool fixed = there && !abs_window_is_auto(*w);
    for (size_t i = 0; codec_has_cells(f) && i < 2; i++)
        if (codec_member(f, cells[i], fixed))
            codec_int_value(f, field->low, field->high, bounds[i]);
    if (codec_has_cells(f))
        return;
    if (codec_reads(f) && !there) {
        codec_member(f, field->name, false);
        return;
    }
    if (!codec_optional(f, field->name, &fixed) || !codec_begin_list(f))
        return;
    const char *at = NULL;
    size_t i = 0;
    for (; codec_element(f, &at, i < 2) && i < 2; i++) {
        f->name = names[i];
        codec_int_value(f, field->low, field->high, bounds[i]);
    }
    if (codec_reads(f) && (i < 2 || at != NULL))
        codec_fail_at(f, field->name, "is not a pair");
}

static void read_algo(codec *f, abs_config *c, const char *text)
{
    abs_algo algos[ABS_ALGOS_MAX];
    unsigned count = 0;
    if (c->algo.engine != NULL) {
        if (strcmp(text, c->algo.name) != 0)
            codec_fail(f, "is not that of its engine");
        return;
    }
    if (!abs_algo_parse("algo", text, algos, &count, f->error))
        codec_blame(f, "algo");
    else if (count != 1)
        codec_fail(f, "is a group of algorithms");
    else
        c->algo = algos[0];
}

static void read_guess(codec *f, abs_guess *guess, const char *text)
{
    int64_t number = 0;
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

/* The flags whose names these are, with commas between. */
static void read_flags(codec *f, const config_field *field, abs_config *c, const char *text)
{
    char written[CONFIG_WORD_MAX];
    unsigned flags = 0;
    for (const char *at = text; *at != '\0'; at += *at == ',') {
        const size_t length = strcspn(at, ",");
        for (unsigned i = 0; field->names[i].name != NULL; i++)
            if (strncmp(field->names[i].name, at, length) == 0 &&
                field->names[i].name[length] == '\0')
                flags |= 1u << i;
        at += length;
    }
    abs_flags_text(field->names, flags, written, sizeof written);
    if (strcmp(written, text) != 0)
        codec_fail(f, "is not a list of names in their order");
    else
        config_set(field, c, flags);
}

/* What stands there in words. The driver and the core the algorithm has named already. */
static void code_words(codec *f, const config_field *field, abs_config *c)
{
    char written[CONFIG_WORD_MAX];
    const char *text = written;
    const bool follows = field->kind == CONFIG_DRIVER || field->kind == CONFIG_CORE;
    abs_error error;
    int64_t number;
    if (follows || !codec_reads(f))
        config_value(field, c, written, sizeof written);
    codec_text_value(f, &text);
    if (!codec_reads(f) || f->failed)
        return;
    if (field->kind == CONFIG_ALGO)
        read_algo(f, c, text);
    else if (field->kind == CONFIG_GUESS)
        read_guess(f, &c->guess, text);
    else if (field->kind == CONFIG_FLAGS)
        read_flags(f, field, c, text);
    else if (follows && strcmp(text, written) != 0)
        codec_fail(f, "is not that of its algorithm");
    else if (field->kind == CONFIG_SELECT && !config_select_parse("select", text, &number, &error))
        codec_fail(f, "is no selection");
    else if (field->kind == CONFIG_EVAL && !config_eval_parse("eval", text, &number, &error))
        codec_fail(f, "is no evaluation");
    else if (!follows)
        config_set(field, c, number);
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
    *real = codec_number(f->value);
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
        if (codec_reads(f) && (number < field->low || count > INT64_MAX))
            codec_fail(f, "is out of range");
    }
    if (codec_reads(f) && !f->failed)
        config_set(field, c, number);
}

void fields_setting(codec *f, const config_field *field, abs_config *c)
{
    bool there = config_present(field, c);
    if (field->kind == CONFIG_WINDOW) {
        code_window(f, field, there, &c->window);
        return;
    }
    const bool maybe = field->kind == CONFIG_BYTES && c->algo.engine != NULL;
    if (!codec_reads(f) || (field->kind != CONFIG_COUNT && !maybe))
        there = codec_member(f, field->name, there);
    else if (codec_optional(f, field->name, &there) && field->open != NULL && !field->open(c))
        codec_fail(f, CODEC_UNUSED); /* a count is null where there is none, though it could be */
    if (!there || f->failed)
        return;
    if (field->kind == CONFIG_REAL)
        code_real(f, field, c);
    else if (field->kind < CONFIG_NAME || field->kind == CONFIG_FLAGS)
        code_words(f, field, c);
    else
        code_number(f, field, c);
}

/* ---- engines ------------------------------------------------------------------------------- */

bool fields_are_engine_s(const coding *c, const char *name)
{
    const codec *f = &c->f;
    return codec_reads(f) ? codec_has(f, name)
                          : f->form == CODEC_JSON && c->row->config->algo.engine != NULL;
}

void fields_engine(coding *c, const char *name)
{
    codec *f = &c->f;
    abs_algo *algo = &c->config->algo;
    const abs_engine *e = algo->engine;
    const char *command = "", *own = "", *author = "", *set = "";
    if (codec_reads(f))
        algo->engine = NULL;
    if (!fields_are_engine_s(c, name) || !codec_member(f, name, true))
        return;
    if (!codec_reads(f)) {
        command = e->command;
        own = e->name;
        author = e->author;
        set = engine_settings(algo);
    }
    const codec_place outer = codec_enter(f, "engine.", "");
    codec_text(f, "name", &own);
    codec_text(f, "author", &author);
    codec_text(f, "command", &command);
    codec_text(f, "set", &set);
    codec_leave(f, outer);
    if (!codec_reads(f) || f->failed)
        return;
    if (!abs_algo_of_engine(abs_engine_known(command, own, author), set, algo))
        codec_fail_at(f, name, "is too long");
    c->row->missing = ROW_ENGINE_MISSING;
}
