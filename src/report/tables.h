/* tables.h -- the tables for people. */
#ifndef ABS_TABLES_H
#define ABS_TABLES_H

#include "report/findings.h"

void table_terminal(abs_buffer *b, const abs_findings *findings);
void table_markdown(abs_buffer *b, const abs_findings *findings);

#endif
