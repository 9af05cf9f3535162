/* tables.h -- the tables for people: on a terminal, or in Markdown. */
#ifndef ABS_TABLES_H
#define ABS_TABLES_H

#include "find/findings.h"
#include "table/sheet.h"

void tables_write(abs_buffer *b, const abs_findings *findings, const sheet_page *page);

/* How every configuration stands to the best one of its block. */
void tables_best(abs_buffer *b, const abs_findings *findings, const sheet_page *page);

/* What each search has found, of specs with one position; with --passes, its passes. */
void tables_plays(abs_buffer *b, const abs_findings *findings, const sheet_page *page);

/* Which positions every configuration solved, where they say what solves them. */
void tables_solved(abs_buffer *b, const abs_findings *findings, const sheet_page *page);

#endif
