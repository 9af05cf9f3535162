/* tuning.c -- what a tuning found as tables, for programs and for people. See find/tuning.h. */
#include "find/answers.h"
#include "view/columns.h"
#include "view/document.h"

#include <math.h>

/* ---- for programs ---------------------------------------------------------------------------- */

static void fill_total(void *finding, table_data *t)
{
    static const char *const names[] = {"same", "agree", "differ"};
    const abs_tuning *of = finding;
    const bool both = of->race_count == TUNING_RACES && of->races[1].look_count > 0;
    add_TUNED(t, of, both ? names[tuning_compare(of)] : NULL);
}

static void fill_races(void *finding, table_data *t)
{
    const abs_tuning *of = finding;
    abs_buffer text = {0};
    for (size_t i = 0; i < of->race_count; i++) {
        const tuning_race *race = &of->races[i];
        if (race->look_count == 0)
            continue;
        add_RACE(t, of, race, &text);
        buffer_clear(&text);
        tuning_sentence(&text, of, race);
        table_take_text(t, RACE_sentence, &text);
        answers_options(&text, of->spec, &race->configs[tuning_use(race)]);
        table_take_text(t, RACE_options, &text);
    }
    buffer_free(&text);
}

static void add_looks(table_data *t, const tuning_race *race)
{
    abs_buffer text = {0};
    for (size_t i = 0; i < race->look_count; i++) {
        const tuning_look *look = &race->looks[i];
        add_LOOK(t, race, look, i + 1, &text);
        buffer_clear(&text);
        tuning_name(&text, race, look->leader);
        if (look->joined != TUNING_NONE) /* the next window */
            buffer_format(&text, " (w=%d joined)", race->configs[look->joined].window.low);
        table_show(t, LOOK_leader, "%s", buffer_end(&text));
        table_show(t, LOOK_behind_at_most, "%.1f %%", 100 * expm1(look->behind));
    }
    buffer_free(&text);
}

static void fill_looks(void *finding, table_data *t)
{
    const abs_tuning *of = finding;
    for (size_t i = 0; i < of->race_count; i++)
        add_looks(t, &of->races[i]);
}

static void fill_configs(void *finding, table_data *t)
{
    const abs_tuning *of = finding;
    abs_buffer text = {0};
    for (const tuning_race *race = of->races; race < of->races + of->race_count; race++)
        for (size_t i = 0; race->look_count > 0 && i < race->raced; i++) {
            size_t place = race->left;
            while (place > 0 && race->in[place - 1] != i)
                place--;
            add_RACED(t, race, i, place, &text);
        }
    buffer_free(&text);
}

/* ---- for people ------------------------------------------------------------------------------ */

static void put_race(abs_buffer *b, const abs_tuning *of, size_t number, const abs_page *page)
{
    const tuning_race *race = &of->races[number];
    abs_buffer text = {0};
    table_data t;
    buffer_plain(&text, of->spec);
    buffer_format(&text, ", depth %d: %zu configurations, %zu positions, %zu of them held out",
                  race->depth, race->raced, of->positions, of->held_out);
    if (of->too_short > 0)
        buffer_format(&text, " (%zu more end too early)", of->too_short);
    page_heading(b, page, buffer_end(&text));
    table_start(&t, &looks_form);
    add_looks(&t, race);
    table_write_page(b, &t, page, number == 0);
    buffer_text(b, page->markdown && number == 0 ? "" : "\n");
    table_free(&t);
    buffer_free(&text);
}

static void write_page(abs_buffer *b, void *finding, const abs_page *page)
{
    const abs_tuning *t = finding;
    const tuning_race *asked = &t->races[0];
    abs_buffer text = {0};
    for (size_t i = t->race_count; i-- > 0;) /* what was asked for stands last */
        if (t->races[i].look_count > 0)
            put_race(b, t, i, page);
    buffer_plain(&text, t->spec);
    buffer_format(&text, ", depth %d: ", asked->depth);
    tuning_sentence(&text, t, asked);
    page_sentences(b, page, PAGE_BOLD, buffer_end(&text));
    buffer_text(b, page->markdown ? "\n    " : "  ");
    answers_options(b, t->spec, &asked->configs[tuning_use(asked)]);
    buffer_char(b, '\n');
    buffer_clear(&text);
    tuning_depths_sentence(&text, t);
    buffer_text(&text, text.length > 0 ? "\n" : "");
    tuning_cost_sentence(&text, t);
    page_sentences(b, page, PAGE_PLAIN, buffer_end(&text));
    buffer_free(&text);
}

static const document_table tables[] = {
    {&races_form, fill_races},
    {&looks_form, fill_looks},
    {&raced_form, fill_configs},
};

const document_form tuning_document = {
    .schema = "absbench.tune/2",
    .title = "absbench race",
    .help = "What `absbench tune --format=json` writes. Refers to report.schema.json beside it.",
    .has_context = true,
    .page = write_page,
    .head = {&tuned_form, fill_total},
    .tables = tables,
    .count = sizeof tables / sizeof tables[0]};
