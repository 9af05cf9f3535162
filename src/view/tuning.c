/* tuning.c -- what a tuning found as tables, for programs and for people. See find/tuning.h. */
#include "find/tuning.h"
#include "find/answers.h"
#include "view/columns.h"
#include "view/document.h"

#include <math.h>

/* ---- the tuning in one row ------------------------------------------------------------------- */

static bool fill_total(const void *finding, table_data *t, size_t item, abs_error *error)
{
    static const char *const names[] = {"same", "agree", "differ"};
    const abs_tuning *of = finding;
    const bool both = of->race_count == TUNING_RACES && of->races[1].look_count > 0;
    (void)error;
    if (item > 0)
        return false;
    table_row(t);
    table_set_text(t, TUNED_spec, of->spec);
    table_set_text(t, TUNED_metric, abs_metric_names[of->metric].name);
    table_set_text(t, TUNED_reference, of->reference);
    table_set_real(t, TUNED_delta, of->good);
    table_set_count(t, TUNED_positions, of->positions);
    table_set_count(t, TUNED_held_out, of->held_out);
    table_set_count(t, TUNED_too_short, of->too_short);
    table_set_truth(t, TUNED_budget_spent, of->spent);
    table_set_truth(t, TUNED_interrupted, of->interrupted);
    table_set_real(t, TUNED_seconds, of->context.times ? of->seconds : NAN);
    table_set_text(t, TUNED_depths, both ? names[tuning_compare(of)] : NULL);
    return true;
}

/* ---- races ----------------------------------------------------------------------------------- */

/* The configuration as in a row's id; null for TUNING_NONE. */
static void set_config(table_data *t, size_t column, const tuning_race *race, size_t config)
{
    char words[CONFIG_WORDS_MAX];
    if (config == TUNING_NONE)
        return;
    config_words(&race->configs[config], words, sizeof words);
    table_set_text(t, column, words);
}

/* The race of that number; NULL: it had no look. *there: there is a race. */
static const tuning_race *find_race(const abs_tuning *t, size_t item, bool *there)
{
    *there = item < t->race_count;
    return *there && t->races[item].look_count > 0 ? &t->races[item] : NULL;
}

static bool fill_race(const void *finding, table_data *t, size_t item, abs_error *error)
{
    const abs_tuning *of = finding;
    bool there;
    const tuning_race *race = find_race(of, item, &there);
    abs_buffer text = {0};
    (void)error;
    if (race == NULL)
        return there;
    table_row(t);
    table_set_signed(t, RACE_depth, race->depth);
    set_config(t, RACE_use, race, tuning_use(race));
    set_config(t, RACE_leader, race, race->leader);
    tuning_sentence(&text, of, race);
    table_set_text(t, RACE_sentence, buffer_end(&text));
    buffer_clear(&text);
    answers_options(&text, of->spec, &race->configs[tuning_use(race)]);
    table_set_text(t, RACE_options, buffer_end(&text));
    table_set_text(t, RACE_end, tuning_ends[race->end]);
    table_set_real(t, RACE_behind_at_most, expm1(race->behind));
    table_set_count(t, RACE_left, race->left);
    table_set_count(t, RACE_raced, race->raced);
    set_config(t, RACE_reference, race, race->reference);
    table_set_ratio(t, RACE_ratio, &race->saves.ratio);
    if (race->saves.ratio.n > 0)
        table_set_text(t, RACE_verdict, judge_names[race->saves.verdict]);
    table_set_count(t, RACE_searches, race->searches);
    table_set_count(t, RACE_work, race->work);
    table_set_count(t, RACE_all_searches, race->raced * of->positions);
    table_set_real(t, RACE_all_work, race->all_work);
    buffer_free(&text);
    return true;
}

/* ---- looks ----------------------------------------------------------------------------------- */

static void add_look(table_data *t, const tuning_race *race, size_t number)
{
    const tuning_look *look = &race->looks[number];
    abs_buffer leader = {0};
    tuning_name(&leader, race, look->leader);
    if (look->joined != TUNING_NONE) /* the next window */
        buffer_format(&leader, " (w=%d joined)", race->configs[look->joined].window.low);
    table_row(t);
    table_set_signed(t, LOOK_depth, race->depth);
    table_set_count(t, LOOK_look, number + 1);
    table_set_count(t, LOOK_positions, look->positions);
    table_set_count(t, LOOK_left, look->left);
    set_config(t, LOOK_leader, race, look->leader);
    table_show(t, LOOK_leader, "%s", buffer_end(&leader));
    table_set_real(t, LOOK_behind_at_most, expm1(look->behind));
    table_show(t, LOOK_behind_at_most, "%.1f %%", 100 * expm1(look->behind));
    set_config(t, LOOK_joined, race, look->joined);
    table_set_count(t, LOOK_searches, look->searches);
    table_set_count(t, LOOK_work, look->work);
    buffer_free(&leader);
}

static bool fill_looks(const void *finding, table_data *t, size_t item, abs_error *error)
{
    bool there;
    const tuning_race *race = find_race(finding, item, &there);
    (void)error;
    for (size_t i = 0; race != NULL && i < race->look_count; i++)
        add_look(t, race, i);
    return there;
}

/* ---- configurations -------------------------------------------------------------------------- */

static bool fill_configs(const void *finding, table_data *t, size_t item, abs_error *error)
{
    bool there;
    const tuning_race *race = find_race(finding, item, &there);
    (void)error;
    for (size_t i = 0; race != NULL && i < race->raced; i++) {
        table_row(t);
        table_set_signed(t, RACED_depth, race->depth);
        set_config(t, RACED_config, race, i);
        for (size_t k = 0; k < race->left; k++)
            if (race->in[k] == i)
                table_set_count(t, RACED_place, k + 1);
    }
    return there;
}

/* ---- for people ------------------------------------------------------------------------------ */

/* A paragraph of its own, from the text, which it empties. */
static void put_text(abs_buffer *b, abs_buffer *text, const abs_page *page)
{
    if (page->markdown)
        buffer_markdown(b, buffer_end(text));
    else
        page_wrap(b, page, 0, buffer_end(text));
    buffer_text(b, page->markdown ? "\n\n" : "\n");
    buffer_clear(text);
}

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
    for (size_t i = 0; i < race->look_count; i++)
        add_look(&t, race, i);
    table_write_page(b, &t, page, number == 0);
    buffer_char(b, '\n');
    table_free(&t);
    buffer_free(&text);
}

static bool write_page(abs_buffer *b, const void *finding, const abs_page *page, abs_error *error)
{
    const abs_tuning *t = finding;
    (void)error;
    const tuning_race *asked = &t->races[0];
    abs_buffer text = {0};
    for (size_t i = t->race_count; i-- > 0;) /* what was asked for stands last */
        if (t->races[i].look_count > 0)
            put_race(b, t, i, page);
    buffer_plain(&text, t->spec);
    buffer_format(&text, ", depth %d: ", asked->depth);
    tuning_sentence(&text, t, asked);
    page_paint(b, page, PAGE_BOLD);
    put_text(b, &text, page);
    page_paint(b, page, PAGE_PLAIN);
    buffer_text(b, page->markdown ? "    " : "  ");
    answers_options(b, t->spec, &asked->configs[tuning_use(asked)]);
    buffer_text(b, page->markdown ? "\n\n" : "\n");
    tuning_depths_sentence(&text, t);
    if (text.length > 0)
        put_text(b, &text, page);
    tuning_cost_sentence(&text, t);
    put_text(b, &text, page);
    buffer_free(&text);
    return true;
}

static const document_table tables[] = {
    {&races_form, fill_race},
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
