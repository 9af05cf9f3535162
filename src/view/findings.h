/*
 * findings.h -- a report's findings as tables: constant columns, and the loop that fills them. The
 * same rows are a member of the JSON report and, where columns have heads, a table on a page.
 */
#ifndef ABS_VIEW_FINDINGS_H
#define ABS_VIEW_FINDINGS_H

#include "find/findings.h"
#include "log/line.h"
#include "view/columns.h"

struct play;

/* Single searches that a page tells of: what each has found, where a spec has one position only,
   and with --passes how it came to it. */
typedef struct {
    bool passes;     /* --passes: set it before the first row */
    size_t traced;   /* searches whose passes are shown */
    size_t untraced; /* .. and are not */
    struct play *list;
    size_t count, room;
} abs_plays;

typedef struct {
    const abs_findings *f;
    const abs_page *page;   /* NULL: for machines */
    const abs_plays *plays; /* of a page alone */
    abs_buffer text, label; /* scratch: who uses the text leaves it empty */
} findings_view;

/* A group's row of what pages and machines have .. */
void put_aggregate(table_data *t, findings_view *v, uint32_t group);
/* .. how values move, if the group is what says so of its block; pages where that matters .. */
void put_swings(table_data *t, findings_view *v, uint32_t group);
/* .. and a family's number `family`: its first members, `most` of them. */
void put_members(table_data *t, findings_view *v, const abs_bests *bests, size_t family,
                 size_t most);
/* The row of a cell. */
void put_regret(table_data *t, findings_view *v, const regret_cell *cell);
/* A row for each answer: what fills that table of the JSON report. */
void fill_answers(void *finding, table_data *t);

/* The columns of the aggregates on a page: those that say something, under what is compared. The
   texts are `words`, which the table needs. */
void adapt_aggregates(table_data *t, const findings_view *v, abs_buffer *words);

/* A group's name on a page, indented as it stands under a heading; valid until the next. NULL for
   machines. */
const char *view_label(findings_view *v, uint32_t group);
/* Adds the group's row, if it has one. */
typedef void view_put(table_data *t, findings_view *v, uint32_t group);
/* A table for each block that has rows, under a heading that ends with `what`; its columns are
   explained under the first one, if `words`. `order`: the groups, block after block. */
void view_blocks(abs_buffer *b, findings_view *v, const uint32_t *order, const table_form *form,
                 const char *what, bool words, view_put *put);
/* "stub, depth 2: what", as the title of a part of the page. */
void view_heading(abs_buffer *b, findings_view *v, uint32_t group, const char *what);
/* Takes the row that the tally has just taken. */
void plays_add(abs_plays *plays, const abs_tally *tally, const abs_row *row, line_walk *walk);
void plays_free(abs_plays *plays);
/* What each search has found, of specs with one position; with --passes, its passes.
   `order`: the groups, block after block. */
void plays_write(abs_buffer *b, findings_view *v, const uint32_t *order);

enum { PLAYS_BOUND = 16 };
/* "-inf", "+inf", or a value; SSS* and DUAL* search one point beside infinity. */
const char *plays_bound(int bound, char text[PLAYS_BOUND]);

/* All findings as a page, on a terminal or in Markdown .. */
void tables_write(abs_buffer *b, const abs_findings *findings, const abs_plays *plays,
                  const abs_page *page);
/* .. and from "metric" on as members of the report's object, which it closes. */
void json_findings(abs_buffer *b, const abs_findings *findings);
/* Says on stderr where closed forms cover nothing. */
void tables_complain(const abs_findings *findings);

#endif
