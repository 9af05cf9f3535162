/* tuning.c -- the findings of a tuning as tables, for programs and people. See find/tuning.h. */
#include "view/tables.h"

#include <math.h>

static void fill_total(void *finding, table_data *t)
{
    static const char *const names[] = {"same", "agree", "differ"};
    const abs_tuning *of = finding;
    const bool both = of->race_count == TUNING_RACES && of->races[1].look_count > 0;
    tuned_add(t, of, both ? names[tuning_compare(of)] : NULL);
}

/* The configuration whose options follow the sentence: the answer, or else the leader. */
static const abs_config *told(const tuning_race *race)
{
    const size_t use = tuning_use(race);
    return &race->configs[use != TUNING_NONE ? use : race->leader];
}

static void fill_races(void *finding, table_data *t)
{
    const abs_tuning *of = finding;
    abs_buffer words = {0}, sentence = {0}, options = {0};
    for (const tuning_race *race = of->races; race < of->races + of->race_count; race++) {
        if (race->look_count == 0)
            continue;
        buffer_clear(&sentence);
        tuning_sentence(&sentence, of, race);
        buffer_clear(&options);
        answers_options(&options, of->subject, told(race));
        races_add(t, of, race, &words, buffer_end(&sentence), buffer_end(&options));
    }
    buffer_free(&words);
    buffer_free(&sentence);
    buffer_free(&options);
}

static void fill_looks(void *finding, table_data *t)
{
    const abs_tuning *of = finding;
    abs_buffer text = {0};
    for (const tuning_race *race = of->races; race < of->races + of->race_count; race++) {
        buffer_format(&text,
                      "%s, depth %d: %zu configurations, %zu positions, %zu of them held out",
                      of->spec, race->depth, race->raced, of->positions, of->held_out);
        if (of->too_short > 0)
            buffer_format(&text, " (%zu more end too early)", of->too_short);
        table_heading(t, buffer_end(&text));
        for (const tuning_look *look = race->looks; look < race->looks + race->look_count; look++) {
            looks_add(t, race, look, (size_t)(look - race->looks) + 1, &text);
            buffer_clear(&text);
            tuning_name(&text, race, look->leader);
            if (look->joined != TUNING_NONE) /* a window beyond the others has joined */
                buffer_format(&text, " (w=%d joined)", race->configs[look->joined].window.low);
            table_show(t, CELL(looks, leader), "%s", buffer_end(&text));
            table_show(t, CELL(looks, behind_at_most), "%.1f %%", 100 * expm1(look->behind));
        }
        buffer_clear(&text);
    }
    buffer_free(&text);
}

static void fill_configs(void *finding, table_data *t)
{
    const abs_tuning *of = finding;
    abs_buffer text = {0};
    for (const tuning_race *race = of->races; race < of->races + of->race_count; race++)
        for (size_t i = 0; race->look_count > 0 && i < race->raced; i++)
            raced_add(t, race, i, tuning_place(race, i), &text);
    buffer_free(&text);
}

static void say(abs_buffer *b, void *finding, bool behind)
{
    const abs_tuning *t = finding;
    const tuning_race *asked = &t->races[0];
    const cJSON *files = json_find(t->context.options, "positions"), *file;
    if (!behind)
        return;
    buffer_plain(b, t->spec);
    buffer_format(b, ", depth %d: ", asked->depth);
    tuning_sentence(b, t, asked);
    buffer_text(b, "\n  ");
    answers_options(b, t->subject, told(asked));
    cJSON_ArrayForEach(file, files) answers_option(b, "positions", file->valuestring);
    buffer_char(b, '\n');
    tuning_depths_sentence(b, t);
    buffer_text(b, t->race_count == TUNING_RACES ? "\n" : "");
    tuning_cost_sentence(b, t);
}

static const document_table tables[] = {
    {&races_form, .fill = fill_races},
    {&looks_form, .fill = fill_looks},
    {&raced_form, .fill = fill_configs},
};

const document_form tuning_document = {
    .schema = "absbench.tune/2",
    .has_context = true,
    .say = say,
    .head = {&tuned_form, .fill = fill_total},
    .tables = tables,
    .count = sizeof tables / sizeof tables[0]};
