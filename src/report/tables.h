/* tables.h -- the tables for people: on a terminal, or in Markdown. */
#ifndef ABS_TABLES_H
#define ABS_TABLES_H

#include "report/findings.h"

void tables_write(abs_buffer *b, const abs_findings *findings, bool markdown);

/* How every configuration stands to the best one of its block. */
void tables_best(abs_buffer *b, const abs_findings *findings, bool markdown);

/* Which positions every configuration solved, where they say what solves them. */
void tables_solved(abs_buffer *b, const abs_findings *findings, bool markdown);

#endif
