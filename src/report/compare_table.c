/* compare_table.c -- a comparison for people: on a terminal, and in Markdown. See compare.h. */
#include "report/cells.h"
#include "report/compare.h"
#include "report/label.h"

#include <math.h>

enum { CHANGES_MAX = 20, ONLY_MAX = 10 }; /* shown; JSON has them all */

/* What is told with its numbers; the other fields by name only. */
static const uint32_t in_full =
    1u << COMPARE_STATUS | 1u << COMPARE_VALUE | 1u << COMPARE_BEST_MOVE | 1u << COMPARE_NODES;

static const char *rows_word(size_t count)
{
    return count == 1 ? "row" : "rows";
}

/* Text that neither a terminal nor Markdown must take for more. */
static void put_text(abs_buffer *b, const char *text, bool markdown)
{
    if (markdown)
        buffer_markdown(b, text);
    else
        buffer_plain(b, text);
}

static void put_head(abs_buffer *b, const abs_comparison *c, bool markdown)
{
    for (int side = 0; side < COMPARE_SIDES; side++) {
        buffer_format(b, "%s%c: ", markdown ? "- " : "", "AB"[side]);
        put_text(b, c->names[side], markdown);
        buffer_format(b, ", %zu %s\n", c->rows[side], rows_word(c->rows[side]));
    }
    buffer_format(b, "\n%zu %s in both", c->common, rows_word(c->common));
    if (c->change_count == 0)
        buffer_text(b, ", all the same");
    else
        buffer_format(b, ", %zu changed", c->change_count);
    if (c->values > 0)
        buffer_format(b, ", %zu IN VALUE OR STATUS", c->values);
    buffer_format(b, "; %zu only in A, %zu only in B.\n", c->only[COMPARE_A], c->only[COMPARE_B]);
}

/* ---- rows ---------------------------------------------------------------------------------- */

/* "value 3 -> 5". */
static void put_field(abs_buffer *b, const abs_comparison *c, uint32_t id, compare_field field)
{
    buffer_format(b, "%s ", compare_name((compare_field)field));
    for (int side = 0; side < COMPARE_SIDES; side++) {
        char number[40];
        const uint32_t record = c->record[side][id];
        buffer_text(b, side == COMPARE_B ? " -> " : "");
        if (field < COMPARE_COUNTS) {
            compare_json_field(b, c, record, field);
        } else {
            cells_grouped(c->row[record].counts[field - COMPARE_COUNTS], number, sizeof number);
            buffer_text(b, number);
        }
    }
}

static void put_what(abs_buffer *b, const abs_comparison *c, const compare_change *change)
{
    for (int full = 1, any = 0; full >= 0; full--)
        for (int k = 0; k < COMPARE_FIELDS; k++) {
            if (!(change->differs >> k & 1) || (in_full >> k & 1) != (uint32_t)full)
                continue;
            buffer_text(b, any ? ", " : "");
            any = 1;
            if (full)
                put_field(b, c, change->id, (compare_field)k);
            else
                buffer_text(b, compare_name((compare_field)k));
        }
}

static void put_changes(abs_buffer *b, const abs_comparison *c, bool markdown)
{
    const size_t shown = c->change_count < CHANGES_MAX ? c->change_count : CHANGES_MAX;
    abs_buffer what = {0};
    if (shown == 0)
        return;
    buffer_format(b, "\nThe %s: %zu of %zu, A -> B\n",
                  shown < c->change_count ? "largest changes" : "changes", shown, c->change_count);
    buffer_text(b, markdown ? "\n| B/A | changed | row |\n| --: | :-- | :-- |\n" : "");
    for (size_t i = 0; i < shown; i++) {
        const compare_change *change = &c->changes[i];
        const uint32_t *const row[] = {c->record[COMPARE_A], c->record[COMPARE_B]};
        const double a = (double)c->tally.records[row[COMPARE_A][change->id]].nodes;
        const double ratio = (double)c->tally.records[row[COMPARE_B][change->id]].nodes / a;
        char cell[40] = "-"; /* of a row that was stopped before its first node */
        if (isfinite(ratio))
            snprintf(cell, sizeof cell, "%.3f", ratio);
        buffer_clear(&what);
        put_what(&what, c, change);
        buffer_format(b, markdown ? "| %s | " : "%9s  ", cell);
        put_text(b, buffer_end(&what), markdown);
        buffer_text(b, markdown ? " | " : "\n           ");
        put_text(b, c->ids.texts[change->id], markdown);
        buffer_text(b, markdown ? " |\n" : "\n");
    }
    b->failed |= what.failed;
    buffer_free(&what);
}

static void put_only(abs_buffer *b, const abs_comparison *c, int side, bool markdown)
{
    size_t shown = 0;
    if (c->only[side] == 0)
        return;
    buffer_format(b, "\nOnly in %s: %zu %s\n%s", side == COMPARE_A ? "A" : "B", c->only[side],
                  rows_word(c->only[side]), markdown ? "\n" : "");
    for (uint32_t id = 0; id < c->ids.count && shown < ONLY_MAX; id++) {
        if (c->record[COMPARE_SIDES - 1 - side][id] != UINT32_MAX)
            continue;
        buffer_text(b, markdown ? "- " : "           ");
        put_text(b, c->ids.texts[id], markdown);
        buffer_char(b, '\n');
        shown++;
    }
    if (shown < c->only[side])
        buffer_format(b, "%s... and %zu more\n", markdown ? "- " : "           ",
                      c->only[side] - shown);
}

/* ---- configurations ------------------------------------------------------------------------ */

static void put_total(const compare_sums *sums, int side, char *text, size_t size)
{
    if (sums->too_large[side])
        snprintf(text, size, "-");
    else
        cells_grouped(sums->nodes[side], text, size);
}

static void put_group(abs_buffer *b, const compare_group *g, const char *label, bool markdown)
{
    char ratio[80], median[24] = "-", total[24] = "-", wins[72], nodes[COMPARE_SIDES][40];
    const stats_ratio *r = &g->ratio;
    cells_ratio(r, ratio, sizeof ratio);
    if (r->n > 0) {
        snprintf(median, sizeof median, "%.3f", r->median);
        snprintf(total, sizeof total, "%.3f", compare_ratio(&g->sums));
    }
    snprintf(wins, sizeof wins, "%zu/%zu/%zu", r->wins, r->ties, r->losses);
    for (int side = 0; side < COMPARE_SIDES; side++)
        put_total(&g->sums, side, nodes[side], sizeof nodes[side]);
    buffer_format(b,
                  markdown ? "| %zu | %s | %s | %s | %s | %s | %s | "
                           : "%6zu  %-22s %7s %11s %14s %14s %7s  ",
                  r->n, ratio, median, wins, nodes[COMPARE_A], nodes[COMPARE_B], total);
    put_text(b, label, markdown);
    buffer_text(b, markdown ? " |\n" : "\n");
}

static void put_group_heads(abs_buffer *b, const char *heading, bool markdown)
{
    buffer_text(b, markdown ? "\n**" : "\n");
    put_text(b, heading, markdown);
    if (markdown)
        buffer_text(b, "**\n\n| n | B/A [95 % interval] | median | fewer/same/more | nodes A | "
                       "nodes B | total | algorithm |\n"
                       "| --: | :-- | --: | --: | --: | --: | --: | :-- |\n");
    else
        buffer_format(b, "\n%6s  %-22s %7s %11s %14s %14s %7s  %s\n", "n", "B/A [95 % interval]",
                      "median", "fewer/=/more", "nodes A", "nodes B", "total", "algorithm");
}

/* Configurations whose nodes changed; the others are counted only. */
static void put_groups(abs_buffer *b, const abs_comparison *c, bool markdown)
{
    const label_rules labels = label_find(&c->tally);
    abs_buffer label = {0};
    size_t same = 0;
    uint32_t block = UINT32_MAX;
    for (size_t i = 0; i < c->tally.group_keys.count; i++) {
        const compare_group *g = &c->groups[i];
        const abs_tally_group *group = &c->tally.groups[i];
        if (g->ratio.wins + g->ratio.losses == 0) {
            same += g->ratio.n > 0;
            continue;
        }
        if (group->block != block) {
            buffer_clear(&label);
            label_write_heading(&c->tally, group, &labels, &label);
            put_group_heads(b, buffer_end(&label), markdown);
            block = group->block;
        }
        label_write(&labels, &group->config, &label);
        put_group(b, g, buffer_end(&label), markdown);
    }
    if (same > 0)
        buffer_format(b, "\n%zu %s the same nodes at every position.\n", same,
                      same == 1 ? "configuration needs" : "configurations need");
    b->failed |= label.failed;
    buffer_free(&label);
}

void compare_table(abs_buffer *b, const abs_comparison *c, bool markdown)
{
    char nodes[COMPARE_SIDES][40];
    put_head(b, c, markdown);
    put_changes(b, c, markdown);
    put_only(b, c, COMPARE_A, markdown);
    put_only(b, c, COMPARE_B, markdown);
    put_groups(b, c, markdown);
    for (int side = 0; side < COMPARE_SIDES; side++)
        put_total(&c->sums, side, nodes[side], sizeof nodes[side]);
    buffer_format(b, "\nIn all, n = %zu: %s nodes in A, %s in B", c->pairs, nodes[COMPARE_A],
                  nodes[COMPARE_B]);
    if (isfinite(compare_ratio(&c->sums)))
        buffer_format(b, ", %.4f of A's", compare_ratio(&c->sums));
    buffer_text(b, ".\n");
}
