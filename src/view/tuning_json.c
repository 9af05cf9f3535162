/* tuning_json.c -- what a tuning found, as JSON. See tuning.h. */
#include "find/advice.h"
#include "view/json.h"
#include "find/tuning.h"

#include <math.h>

#define TUNING_SCHEMA "absbench.tune/1"

/* ---- a race -------------------------------------------------------------------------------- */

static void put_words(abs_buffer *b, const tuning_race *race, size_t config)
{
    char words[CONFIG_WORDS_MAX];
    config_words(&race->configs[config], words, sizeof words);
    buffer_string(b, words);
}

static void put_config(abs_buffer *b, const char *name, const tuning_race *race, size_t config)
{
    buffer_key(b, name);
    if (config == TUNING_NONE)
        buffer_text(b, "null");
    else
        put_words(b, race, config);
}

static void put_list(abs_buffer *b, const char *name, const tuning_race *race, const size_t *list,
                     size_t count)
{
    buffer_member_open(b, name, '[');
    for (size_t i = 0; i < count; i++) {
        buffer_comma(b);
        put_words(b, race, list != NULL ? list[i] : i);
    }
    buffer_char(b, ']');
}

static void put_look(abs_buffer *b, const tuning_race *race, const tuning_look *look)
{
    buffer_line(b);
    buffer_char(b, '{');
    buffer_member_unsigned(b, "positions", look->positions);
    buffer_member_unsigned(b, "left", look->left);
    put_config(b, "leader", race, look->leader);
    buffer_member_real(b, "behind_at_most", expm1(look->behind));
    put_config(b, "joined", race, look->joined);
    buffer_member_unsigned(b, "searches", look->searches);
    buffer_member_unsigned(b, "work", look->work);
    buffer_char(b, '}');
}

/* The sentence and the options of a race. */
static void put_answer(abs_buffer *b, const abs_tuning *t, const tuning_race *race)
{
    abs_buffer text = {0};
    put_config(b, "use", race, race->leader);
    tuning_sentence(&text, t, race);
    buffer_member_text(b, "sentence", buffer_end(&text));
    buffer_clear(&text);
    advice_options(&text, t->spec, &race->configs[race->leader]);
    buffer_member_text(b, "options", buffer_end(&text));
    b->failed |= text.failed;
    buffer_free(&text);
}

/* Of the leader to the reference; null: nothing was held out for it. */
static void put_saving(abs_buffer *b, const stats_ratio *saves)
{
    if (saves->n == 0) {
        buffer_member_null(b, "ratio");
        return;
    }
    buffer_member_open(b, "ratio", '{');
    json_ratio(b, saves);
    buffer_char(b, '}');
}

static void put_race(abs_buffer *b, const abs_tuning *t, const tuning_race *race)
{
    buffer_line(b);
    buffer_char(b, '{');
    buffer_member_signed(b, "depth", race->depth);
    put_answer(b, t, race);
    buffer_member_text(b, "end", tuning_ends[race->end]);
    buffer_member_real(b, "behind_at_most", expm1(race->behind));
    put_list(b, "left", race, race->in, race->left);
    put_config(b, "reference", race, race->reference);
    put_saving(b, &race->saves);
    buffer_member_unsigned(b, "searches", race->searches);
    buffer_member_unsigned(b, "work", race->work);
    buffer_member_unsigned(b, "all_searches", race->raced * t->positions);
    buffer_member_real(b, "all_work", race->all_work);
    buffer_member_open(b, "looks", '[');
    for (size_t i = 0; i < race->look_count; i++)
        put_look(b, race, &race->looks[i]);
    buffer_char(b, ']');
    put_list(b, "configs", race, NULL, race->raced);
    buffer_char(b, '}');
}

/* ---- the whole ----------------------------------------------------------------------------- */

static void put_depths(abs_buffer *b, const abs_tuning *t)
{
    static const char *const names[] = {"same", "agree", "differ"};
    const bool both = t->race_count == TUNING_RACES && t->races[1].look_count > 0;
    buffer_member_text(b, "depths", both ? names[tuning_compare(t)] : NULL);
}

void tuning_json(abs_buffer *b, const abs_tuning *t)
{
    buffer_text(b, "{\n\"schema\":\"" TUNING_SCHEMA "\",\n\"context\":");
    context_json(b, &t->context);
    buffer_text(b, ",\n\"spec\":");
    buffer_string(b, t->spec);
    buffer_member_text(b, "metric", abs_metric_names[t->metric].name);
    buffer_member_text(b, "reference", t->reference);
    buffer_member_real(b, "delta", t->good);
    buffer_member_unsigned(b, "positions", t->positions);
    buffer_member_unsigned(b, "held_out", t->held_out);
    buffer_member_unsigned(b, "too_short", t->too_short);
    buffer_member_truth(b, "budget_spent", t->spent);
    buffer_member_truth(b, "interrupted", t->interrupted);
    buffer_member_real(b, "seconds", t->context.times ? t->seconds : NAN);
    put_depths(b, t);
    buffer_text(b, ",\n\"races\":[");
    for (size_t i = 0; i < t->race_count; i++)
        if (t->races[i].look_count > 0)
            put_race(b, t, &t->races[i]);
    buffer_text(b, "\n]\n}\n");
}
