/* tables_best.c -- every configuration against the best, for people. */
#include "find/label.h"
#include "view/tables.h"

#include <stdlib.h>

enum { SHOWN = 20 }; /* of a family; JSON has them all */

static const char *verdict(const abs_member *m, bool best)
{
    const bool worse = m->p < BEST_LEVEL;
    if (best)
        return "best";
    if (m->ratio.wins + m->ratio.losses == 0)
        return "equal everywhere";
    if (m->ratio.same)
        return worse ? "worse, the same within 2 %" : "the same within 2 %";
    return worse ? "worse" : "cannot be told from it";
}

static void put_member(sheet *s, const char *label, const abs_member *m, bool best)
{
    sheet_cell(s, s->page->markdown ? "%s" : "  %s", label);
    if (best)
        sheet_cell(s, "1.000");
    else
        sheet_ratio(s, &m->ratio);
    if (best)
        sheet_cell(s, "%s", "");
    else if (m->p < 0.001)
        sheet_cell(s, "< 0.001");
    else
        sheet_real(s, 3, m->p);
    if (best || m->p < BEST_LEVEL)
        sheet_tint(s, best ? SHEET_GREEN : SHEET_RED);
    sheet_cell(s, "%s", verdict(m, best));
}

/* The place of the member with the next larger ratio; `done` marks those that had their turn. */
static size_t next_member(const abs_member *members, size_t count, bool *done)
{
    size_t next = 0;
    for (size_t i = 1; i < count; i++)
        if (!done[i] && (next == 0 || members[i].ratio.point < members[next].ratio.point))
            next = i;
    done[next] = true;
    return next;
}

static void put_members(abs_buffer *b, sheet *s, const abs_findings *f, const label_rules *rules,
                        const abs_family *family, bool print)
{
    const abs_member *members = &f->ranking.members[family->first];
    const size_t shown = family->count < SHOWN ? family->count : SHOWN;
    abs_buffer label = {0};
    bool *done = calloc(family->count, sizeof *done);
    b->failed |= done == NULL;
    for (size_t i = 0, m = 0; done != NULL && i < shown; i++) {
        m = i == 0 ? 0 : next_member(members, family->count, done);
        label_write_twins(rules, f->tally, &f->pairs, members[m].group, &label);
        put_member(s, buffer_end(&label), &members[m], i == 0);
        if (print)
            sheet_row(b, s);
        else
            sheet_measure(s);
    }
    b->failed |= label.failed;
    buffer_free(&label);
    free(done);
}

/* What choosing the best one is worth, where it was not known beforehand. */
static void put_estimates(abs_buffer *b, const abs_findings *f, const abs_family *family,
                          const sheet_page *page)
{
    const stats_ratio *r = &family->held_out;
    if (r->n < 2)
        return;
    abs_buffer text = {0};
    buffer_format(&text,
                  "Chosen on one half of the positions and measured on the other: %.3f of the %s "
                  "of %s [%.3f, %.3f]; on those it was chosen on %.3f.\n",
                  r->point, abs_metric_nouns[f->tally->metric], f->reference, r->lower, r->upper,
                  family->naive.point);
    if (page->markdown)
        buffer_char(b, '\n');
    sheet_wrap(b, page, page->markdown ? 0 : 2, buffer_end(&text));
    b->failed |= text.failed;
    buffer_free(&text);
}

void tables_best(abs_buffer *b, const abs_findings *f, const sheet_page *page)
{
    const label_rules rules = label_find(f->tally);
    abs_buffer heading = {0};
    for (size_t i = 0, told = 0; i < f->ranking.count; i++) {
        const abs_family *family = &f->ranking.families[i];
        const abs_tally_group *g = &f->tally->groups[f->ranking.members[family->first].group];
        sheet s = {.page = page, .lines = 1};
        if (family->n < 2 || family->count < 3)
            continue;
        buffer_clear(&heading);
        label_write_heading(f->tally, g, &rules, &heading);
        buffer_format(&heading, ": against the best of %zu, n = %zu", family->count, family->n);
        buffer_char(b, '\n');
        sheet_heading(b, page, buffer_end(&heading));
        sheet_add(&s, SHEET_LEFT, 0, page->markdown ? "algorithm" : "algorithm  ", NULL, NULL);
        sheet_add(&s, SHEET_LEFT, 0, "to the best [95 %]", NULL, NULL);
        sheet_explain(&s, "to the best: geometric mean");
        sheet_add(&s, SHEET_RIGHT, 1, "p", NULL, NULL);
        sheet_explain(&s, "p: of the paired t test, corrected for all pairs");
        sheet_add(&s, SHEET_LEFT, 0, "verdict", NULL, NULL);
        sheet_measure_header(&s);
        put_members(b, &s, f, &rules, family, false);
        sheet_fit(&s);
        sheet_header(b, &s);
        put_members(b, &s, f, &rules, family, true);
        if (family->count > SHOWN)
            buffer_format(b, "%s... and %zu more, farther from the best.\n",
                          page->markdown ? "\n" : "  ", family->count - SHOWN);
        put_estimates(b, f, family, page);
        buffer_text(b, page->markdown && told == 0 ? "\n" : "");
        if (told++ == 0)
            sheet_words(b, &s);
        buffer_free(&s.cells);
    }
    b->failed |= heading.failed;
    buffer_free(&heading);
}
