/*
 * findings.h -- a report's findings as tables: constant columns, and the loop that fills them. The
 * same rows are a member of the JSON report and, where columns have heads, a table on a page.
 */
#ifndef ABS_VIEW_FINDINGS_H
#define ABS_VIEW_FINDINGS_H

#include "find/findings.h"
#include "view/columns.h"

struct play;

/* Single searches that a page tells of: what each has found, where a spec has one position only,
   and with --passes how it came to it. */
typedef struct {
    bool passes;      /* --passes: set it before the first row */
    size_t traced;    /* searches whose passes were asked for */
    table_data trace; /* of the first of them; none, if there is none */
    struct play *list;
    size_t count, room;
} abs_plays;

typedef struct {
    const abs_findings *f;
    const abs_page *page;   /* NULL: for machines */
    const abs_plays *plays; /* of a page alone .. */
    const uint32_t *order;  /* .. as are the groups, block after block */
    abs_buffer text, label; /* scratch: who uses the text leaves it empty */
    abs_buffer head, words; /* of columns of aggregates */
} findings_view;

/* A group's row of what its search has found, where a spec has one position only. */
void put_found(table_data *t, findings_view *v, uint32_t group);
/* A row for each answer: what fills that table of the JSON report. */
void fill_answers(void *finding, table_data *t);

/* A group's name on a page, indented as it stands under a heading; valid until the next. NULL for
   machines. */
const char *view_label(findings_view *v, uint32_t group);
/* Takes the row that the tally has just taken. */
void plays_add(abs_plays *plays, const abs_tally *tally, const abs_row *row, line_walk *walk);
/* With --passes, those of the first searches. */
void plays_write_passes(abs_buffer *b, const abs_plays *plays, const abs_page *page);

/* All findings as a page, on a terminal or in Markdown .. */
void page_findings(abs_buffer *b, findings_view *view, const abs_page *page);
/* .. and from "metric" on as members of the report's object, which it closes. */
void json_findings(abs_buffer *b, findings_view *view);

#endif
