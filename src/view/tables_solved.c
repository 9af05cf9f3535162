/* tables_solved.c -- how many positions each configuration solved, for people. */
#include "find/label.h"
#include "view/tables.h"

/* "solved 212 of 300 (depth 1: 100, 2: 40, 5: 72)": from which iteration on. */
static void put_counts(abs_buffer *b, const abs_tally_group *g)
{
    const char *before = " (depth ";
    buffer_format(b, "solved %zu of %zu", g->solved, g->judged);
    for (unsigned depth = 0; depth <= ABS_MAX_DEPTH; depth++) {
        if (g->solved_at[depth] == 0)
            continue;
        buffer_format(b, "%s%u: %u", before, depth, g->solved_at[depth]);
        before = ", ";
    }
    buffer_text(b, g->solved > 0 ? ")" : "");
}

static void put_group(abs_buffer *b, const abs_findings *f, const label_rules *rules,
                      uint32_t group, const sheet_page *page)
{
    abs_buffer text = {0};
    label_write_twins(rules, f->tally, &f->pairs, group, &text);
    buffer_text(&text, ": ");
    put_counts(&text, &f->tally->groups[group]);
    if (page->markdown) {
        buffer_text(b, "- ");
        buffer_markdown(b, buffer_end(&text));
    } else {
        sheet_wrap(b, page, 2, buffer_end(&text));
    }
    buffer_char(b, '\n');
    b->failed |= text.failed;
    buffer_free(&text);
}

/* Whether a line is for the group: some of its positions say which moves solve them. */
static bool is_shown(const abs_findings *f, uint32_t group)
{
    const abs_tally_group *g = &f->tally->groups[group];
    return g->judged > 0 && !g->for_reference && !pairs_is_twin(&f->pairs, group);
}

static bool any_shown(const abs_findings *f)
{
    uint32_t g = 0;
    while (g < f->tally->group_keys.count && !is_shown(f, g))
        g++;
    return g < f->tally->group_keys.count;
}

void tables_solved(abs_buffer *b, const abs_findings *f, const sheet_page *page)
{
    const abs_tally *t = f->tally;
    const label_rules rules = label_find(t);
    const size_t blocks = any_shown(f) ? t->blocks.count : 0;
    abs_buffer heading = {0};
    for (size_t block = 0; block < blocks; block++) {
        bool begun = false;
        for (uint32_t g = 0; g < t->group_keys.count; g++) {
            if (t->groups[g].block != block || !is_shown(f, g))
                continue;
            if (!begun) {
                buffer_clear(&heading);
                label_write_heading(t, &t->groups[g], &rules, &heading);
                buffer_text(&heading, ": solved (bm, am), and from which depth on");
                buffer_char(b, '\n');
                sheet_heading(b, page, buffer_end(&heading));
            }
            begun = true;
            put_group(b, f, &rules, g, page);
        }
    }
    b->failed |= heading.failed || rules.failed;
    buffer_free(&heading);
}
