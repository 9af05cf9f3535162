/* tuning_table.c -- what a tuning found, for people. See tuning.h. */
#include "find/advice.h"
#include "table/sheet.h"
#include "find/tuning.h"

#include <math.h>

/* ---- the looks ----------------------------------------------------------------------------- */

static void put_look(sheet *s, const tuning_race *race, size_t number)
{
    const tuning_look *look = &race->looks[number];
    sheet_cell(s, "%zu", number + 1);
    sheet_cell(s, "%zu", look->positions);
    sheet_cell(s, "%zu", look->left);
    tuning_name(&s->cells, race, look->leader);
    if (look->joined != TUNING_NONE) /* the next window */
        buffer_format(&s->cells, " (w=%d joined)", race->configs[look->joined].window.low);
    sheet_cell(s, "%s", "");
    sheet_cell(s, "%.1f %%", 100 * expm1(look->behind));
    buffer_grouped(&s->cells, look->work);
    sheet_cell(s, "%s", "");
}

static void put_looks(abs_buffer *b, const tuning_race *race, bool explained,
                      const sheet_page *page)
{
    sheet s = {.page = page, .lines = 1};
    sheet_add(&s, SHEET_RIGHT, 2, "look", NULL, NULL);
    sheet_add(&s, SHEET_RIGHT, 0, "n", NULL, NULL);
    sheet_explain(&s, "n: positions");
    sheet_add(&s, SHEET_RIGHT, 0, "left", NULL, NULL);
    sheet_explain(&s, "left: configurations");
    sheet_add(&s, SHEET_LEFT, 0, "leader", NULL, NULL);
    sheet_add(&s, SHEET_RIGHT, 0, "behind", NULL, NULL);
    sheet_explain(&s, "behind: at most so much more work than the best");
    sheet_add(&s, SHEET_RIGHT, 1, "work so far", NULL, NULL);
    sheet_measure_header(&s);
    for (size_t i = 0; i < race->look_count; i++) {
        put_look(&s, race, i);
        sheet_measure(&s);
    }
    sheet_fit(&s);
    sheet_header(b, &s);
    for (size_t i = 0; i < race->look_count; i++) {
        put_look(&s, race, i);
        sheet_row(b, &s);
    }
    if (explained) {
        buffer_char(b, '\n');
        sheet_words(b, &s);
    }
    b->failed |= s.cells.failed;
    buffer_free(&s.cells);
}

/* ---- the whole ----------------------------------------------------------------------------- */

/* A paragraph of its own, from the text, which it empties. */
static void put_text(abs_buffer *b, abs_buffer *text, const sheet_page *page)
{
    if (page->markdown)
        buffer_markdown(b, buffer_end(text));
    else
        sheet_wrap(b, page, 0, buffer_end(text));
    buffer_text(b, page->markdown ? "\n\n" : "\n");
    b->failed |= text->failed;
    buffer_clear(text);
}

static void put_heading(abs_buffer *b, const abs_tuning *t, const tuning_race *race,
                        const sheet_page *page)
{
    abs_buffer text = {0};
    buffer_plain(&text, t->spec);
    buffer_format(&text, ", depth %d: %zu configurations, %zu positions, %zu of them held out",
                  race->depth, race->raced, t->positions, t->held_out);
    if (t->too_short > 0)
        buffer_format(&text, " (%zu more end too early)", t->too_short);
    sheet_heading(b, page, buffer_end(&text));
    b->failed |= text.failed;
    buffer_free(&text);
}

static void put_options(abs_buffer *b, const abs_tuning *t, const tuning_race *race,
                        const sheet_page *page)
{
    buffer_text(b, page->markdown ? "    " : "  ");
    advice_options(b, t->spec, &race->configs[race->leader]);
    buffer_text(b, page->markdown ? "\n\n" : "\n");
}

void tuning_table(abs_buffer *b, const abs_tuning *t, const sheet_page *page)
{
    const tuning_race *asked = &t->races[0];
    abs_buffer text = {0};
    for (size_t i = t->race_count; i-- > 0;) { /* what was asked for stands last */
        if (t->races[i].look_count == 0)
            continue;
        put_heading(b, t, &t->races[i], page);
        put_looks(b, &t->races[i], i == 0, page);
        buffer_char(b, '\n');
    }
    buffer_plain(&text, t->spec);
    buffer_format(&text, ", depth %d: ", asked->depth);
    tuning_sentence(&text, t, asked);
    sheet_paint(b, page, SHEET_BOLD);
    put_text(b, &text, page);
    sheet_paint(b, page, SHEET_PLAIN);
    put_options(b, t, asked, page);
    tuning_depths_sentence(&text, t);
    if (text.length > 0)
        put_text(b, &text, page);
    tuning_cost_sentence(&text, t);
    put_text(b, &text, page);
    buffer_free(&text);
}
