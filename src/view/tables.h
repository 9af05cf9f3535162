/* tables.h -- the page for people: on a terminal, or in Markdown. */
#ifndef ABS_TABLES_H
#define ABS_TABLES_H

#include "find/findings.h"
#include "table/page.h"

void tables_write(abs_buffer *b, const abs_findings *findings, const abs_page *page);
/* Says on stderr where closed forms cover nothing. */
void tables_complain(const abs_findings *findings);

#endif
