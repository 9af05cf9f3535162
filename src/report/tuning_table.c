/* tuning_table.c -- what a tuning found, for people. See tuning.h. */
#include "report/advice.h"
#include "report/sheet.h"
#include "report/tuning.h"

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

static void put_looks(abs_buffer *b, const tuning_race *race, bool markdown)
{
    sheet s = {.markdown = markdown,
               .padded = !markdown,
               .lines = 1,
               .count = 6,
               .columns = {{{"look"}, SHEET_RIGHT, "", 0},
                           {{"n"}, SHEET_RIGHT, "  ", 0},
                           {{"left"}, SHEET_RIGHT, "  ", 0},
                           {{"leader"}, SHEET_LEFT, "  ", 0},
                           {{"behind at most"}, SHEET_RIGHT, "  ", 0},
                           {{"work so far"}, SHEET_RIGHT, "  ", 0}}};
    sheet_measure_header(&s);
    for (size_t i = 0; i < race->look_count; i++) {
        put_look(&s, race, i);
        sheet_measure(&s);
    }
    sheet_header(b, &s);
    for (size_t i = 0; i < race->look_count; i++) {
        put_look(&s, race, i);
        sheet_row(b, &s);
    }
    buffer_free(&s.cells);
}

/* ---- the whole ----------------------------------------------------------------------------- */

/* A paragraph of its own, from the text, which it empties. */
static void put_text(abs_buffer *b, abs_buffer *text, bool markdown)
{
    if (markdown)
        buffer_markdown(b, buffer_end(text));
    else
        sheet_wrap(b, 0, buffer_end(text));
    buffer_text(b, markdown ? "\n\n" : "\n");
    b->failed |= text->failed;
    buffer_clear(text);
}

static void put_heading(abs_buffer *b, const abs_tuning *t, const tuning_race *race, bool markdown)
{
    abs_buffer text = {0};
    buffer_plain(&text, t->spec);
    buffer_format(&text, ", depth %d: %zu configurations, %zu positions, %zu of them held out",
                  race->depth, race->raced, t->positions, t->held_out);
    if (t->too_short > 0)
        buffer_format(&text, " (%zu more end too early)", t->too_short);
    sheet_heading(b, markdown, buffer_end(&text));
    b->failed |= text.failed;
    buffer_free(&text);
}

static void put_options(abs_buffer *b, const abs_tuning *t, const tuning_race *race, bool markdown)
{
    buffer_text(b, markdown ? "    " : "  ");
    advice_options(b, t->spec, &race->configs[race->leader]);
    buffer_text(b, markdown ? "\n\n" : "\n");
}

void tuning_table(abs_buffer *b, const abs_tuning *t, bool markdown)
{
    const tuning_race *asked = &t->races[0];
    abs_buffer text = {0};
    for (size_t i = t->race_count; i-- > 0;) { /* what was asked for stands last */
        if (t->races[i].look_count == 0)
            continue;
        put_heading(b, t, &t->races[i], markdown);
        put_looks(b, &t->races[i], markdown);
        buffer_char(b, '\n');
    }
    buffer_plain(&text, t->spec);
    buffer_format(&text, ", depth %d: ", asked->depth);
    tuning_sentence(&text, t, asked);
    put_text(b, &text, markdown);
    put_options(b, t, asked, markdown);
    tuning_depths_sentence(&text, t);
    if (text.length > 0)
        put_text(b, &text, markdown);
    tuning_cost_sentence(&text, t);
    put_text(b, &text, markdown);
    buffer_free(&text);
}
