/* tuning.c -- what a tuning found as tables, for programs and for people. See find/tuning.h. */
#include "find/tuning.h"
#include "find/advice.h"
#include "view/document.h"

#include <math.h>

/* ---- the tuning in one row ------------------------------------------------------------------- */

enum { SPEC, METRIC, REFERENCE, DELTA, POSITIONS, HELD_OUT, TOO_SHORT, SPENT, CUT, SECONDS };
enum { DEPTHS = SECONDS + 1 };

static const table_column total_columns[] = {
    [SPEC] = TABLE_FIELD("spec", TABLE_TEXT, "the game or tree"),
    [METRIC] = TABLE_FIELD("metric", TABLE_TEXT, "what configurations are compared by"),
    [REFERENCE] = TABLE_FIELD("reference", TABLE_TEXT, "as `--reference` has it"),
    [DELTA] = TABLE_FIELD("delta", TABLE_REAL, "`--delta` as a share: 0.03 for 3 %"),
    [POSITIONS] = TABLE_FIELD("positions", TABLE_COUNT, "positions that took part"),
    [HELD_OUT] = TABLE_FIELD("held_out", TABLE_COUNT, "how many of them were held out"),
    [TOO_SHORT] = TABLE_FIELD("too_short", TABLE_COUNT, "positions left out: they end too early"),
    [SPENT] = TABLE_FIELD("budget_spent", TABLE_TRUTH, "`--budget` ended it"),
    [CUT] = TABLE_FIELD("interrupted", TABLE_TRUTH, "a signal ended it"),
    [SECONDS] = TABLE_FIELD("seconds", TABLE_REAL, "in all; null with `--no-time`"),
    [DEPTHS] = TABLE_FIELD("depths", TABLE_TEXT,
                           "`same`; `agree`: either answer may be as good at both depths; `differ`;"
                           " null where one depth was raced"),
};
static const table_form total_form = TABLE_FORM("tune", "the tuning", total_columns);

static bool fill_total(const void *finding, table_data *t, size_t item, abs_error *error)
{
    static const char *const names[] = {"same", "agree", "differ"};
    const abs_tuning *of = finding;
    const bool both = of->race_count == TUNING_RACES && of->races[1].look_count > 0;
    (void)error;
    if (item > 0)
        return false;
    table_row(t);
    table_set_text(t, SPEC, of->spec);
    table_set_text(t, METRIC, abs_metric_names[of->metric].name);
    table_set_text(t, REFERENCE, of->reference);
    table_set_real(t, DELTA, of->good);
    table_set_count(t, POSITIONS, of->positions);
    table_set_count(t, HELD_OUT, of->held_out);
    table_set_count(t, TOO_SHORT, of->too_short);
    table_set_truth(t, SPENT, of->spent);
    table_set_truth(t, CUT, of->interrupted);
    table_set_real(t, SECONDS, of->context.times ? of->seconds : NAN);
    table_set_text(t, DEPTHS, both ? names[tuning_compare(of)] : NULL);
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

enum { DEPTH, USE, SENTENCE, OPTIONS, END, BEHIND, LEFT, RACED, RACE_REFERENCE, RATIO, SEARCHES };
enum { WORK = SEARCHES + 1, ALL_SEARCHES, ALL_WORK };

static const table_column race_columns[] = {
    [DEPTH] = TABLE_FIELD("depth", TABLE_SIGNED, "of its searches"),
    [USE] = TABLE_FIELD("use", TABLE_TEXT, "the answer: a configuration as in a row's `id`"),
    [SENTENCE] = TABLE_FIELD("sentence", TABLE_TEXT, "the answer in words"),
    [OPTIONS] = TABLE_FIELD("options", TABLE_TEXT, "the answer as options of `absbench`"),
    [END] = TABLE_FIELD("end", TABLE_TEXT,
                        "`alone`: one is left; `good`: the leader is within `delta`; `untold`: all "
                        "positions were seen; `budget`; `interrupted`"),
    [BEHIND] = TABLE_FIELD("behind_at_most", TABLE_REAL,
                           "a share: the leader is at most so much worse than the best"),
    [LEFT] = TABLE_FIELD("left", TABLE_COUNT, "configurations that were not dropped"),
    [RACED] = TABLE_FIELD("raced", TABLE_COUNT, "all that were raced"),
    [RACE_REFERENCE] = TABLE_FIELD("reference", TABLE_TEXT, "a configuration; null: there is none"),
    [RATIO] = TABLE_FIELD("ratio", TABLE_RATIO,
                          "the leader to the reference on the positions held out; null if they are "
                          "the same, or nothing was searched for it"),
    [SEARCHES] = TABLE_FIELD("searches", TABLE_COUNT,
                             "what the race took, the positions held out and a look that was not "
                             "finished included"),
    [WORK] = TABLE_FIELD("work", TABLE_COUNT, "the work of these searches"),
    [ALL_SEARCHES] = TABLE_FIELD("all_searches", TABLE_COUNT, "what all on all positions take"),
    [ALL_WORK] = TABLE_FIELD("all_work", TABLE_REAL,
                             "about what their work is, from what each took in proportion to the "
                             "leader"),
};
static const table_form race_form =
    TABLE_FORM("races",
               "of the depth asked for, then of one ply less; without those that had no "
               "look",
               race_columns);

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
    table_set_signed(t, DEPTH, race->depth);
    set_config(t, USE, race, race->leader);
    tuning_sentence(&text, of, race);
    table_set_text(t, SENTENCE, buffer_end(&text));
    buffer_clear(&text);
    advice_options(&text, of->spec, &race->configs[race->leader]);
    table_set_text(t, OPTIONS, buffer_end(&text));
    table_set_text(t, END, tuning_ends[race->end]);
    table_set_real(t, BEHIND, expm1(race->behind));
    table_set_count(t, LEFT, race->left);
    table_set_count(t, RACED, race->raced);
    set_config(t, RACE_REFERENCE, race, race->reference);
    table_set_ratio(t, RATIO, &race->saves);
    table_set_count(t, SEARCHES, race->searches);
    table_set_count(t, WORK, race->work);
    table_set_count(t, ALL_SEARCHES, race->raced * of->positions);
    table_set_real(t, ALL_WORK, race->all_work);
    buffer_free(&text);
    return true;
}

/* ---- looks ----------------------------------------------------------------------------------- */

enum { L_DEPTH, LOOK, N, L_LEFT, LEADER, L_BEHIND, JOINED, L_SEARCHES, L_WORK };

static const table_column look_columns[] = {
    [L_DEPTH] = TABLE_FIELD("depth", TABLE_SIGNED, "of the race"),
    [LOOK] = {"look", "look", TABLE_COUNT, .rank = 2, .help = "its number in the race, from 1"},
    [N] = {"positions", "n", TABLE_COUNT, .words = "n: positions", .help = "positions so far"},
    [L_LEFT] = {"left", "left", TABLE_COUNT, .words = "left: configurations",
                .help = "configurations that are left"},
    [LEADER] = {"leader", "leader", .left = true, .help = "the first of them"},
    [L_BEHIND] = {"behind_at_most", "behind", TABLE_REAL,
                  .words = "behind: at most so much more work than the best",
                  .help = "a share: the leader is at most so much worse than the best"},
    [JOINED] = TABLE_FIELD("joined", TABLE_TEXT, "the next window, which has just joined; or null"),
    [L_SEARCHES] = TABLE_FIELD("searches", TABLE_COUNT, "searches so far"),
    [L_WORK] = {"work", "work so far", TABLE_COUNT, .rank = 1, .help = "work so far"},
};
static const table_form look_form = TABLE_FORM("looks", "the looks of each race", look_columns);

static void add_look(table_data *t, const tuning_race *race, size_t number)
{
    const tuning_look *look = &race->looks[number];
    abs_buffer leader = {0};
    tuning_name(&leader, race, look->leader);
    if (look->joined != TUNING_NONE) /* the next window */
        buffer_format(&leader, " (w=%d joined)", race->configs[look->joined].window.low);
    table_row(t);
    table_set_signed(t, L_DEPTH, race->depth);
    table_set_count(t, LOOK, number + 1);
    table_set_count(t, N, look->positions);
    table_set_count(t, L_LEFT, look->left);
    set_config(t, LEADER, race, look->leader);
    table_show(t, LEADER, "%s", buffer_end(&leader));
    table_set_real(t, L_BEHIND, expm1(look->behind));
    table_show(t, L_BEHIND, "%.1f %%", 100 * expm1(look->behind));
    set_config(t, JOINED, race, look->joined);
    table_set_count(t, L_SEARCHES, look->searches);
    table_set_count(t, L_WORK, look->work);
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

enum { C_DEPTH, CONFIG, PLACE };

static const table_column config_columns[] = {
    [C_DEPTH] = TABLE_FIELD("depth", TABLE_SIGNED, "of the race"),
    [CONFIG] = TABLE_FIELD("config", TABLE_TEXT, "a configuration that was raced"),
    [PLACE] = TABLE_FIELD("place", TABLE_COUNT,
                          "among those left, the best mean being 1; null: it was dropped"),
};
static const table_form config_form = TABLE_FORM(
    "configs", "all that were raced, the ladder first, then those that joined", config_columns);

static bool fill_configs(const void *finding, table_data *t, size_t item, abs_error *error)
{
    bool there;
    const tuning_race *race = find_race(finding, item, &there);
    (void)error;
    for (size_t i = 0; race != NULL && i < race->raced; i++) {
        table_row(t);
        table_set_signed(t, C_DEPTH, race->depth);
        set_config(t, CONFIG, race, i);
        for (size_t k = 0; k < race->left; k++)
            if (race->in[k] == i)
                table_set_count(t, PLACE, k + 1);
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
    table_start(&t, &look_form);
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
    advice_options(b, t->spec, &asked->configs[asked->leader]);
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
    {&race_form, fill_race},
    {&look_form, fill_looks},
    {&config_form, fill_configs},
};

const document_form tuning_document = {
    .schema = "absbench.tune/2",
    .title = "absbench race",
    .help = "What `absbench tune --format=json` writes. Refers to report.schema.json beside it.",
    .has_context = true,
    .page = write_page,
    .head = {&total_form, fill_total},
    .tables = tables,
    .count = sizeof tables / sizeof tables[0]};
