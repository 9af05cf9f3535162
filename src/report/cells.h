/* cells.h -- the cells of a table. */
#ifndef ABS_CELLS_H
#define ABS_CELLS_H

#include "report/findings.h"

typedef enum {
    CELLS_N,
    CELLS_NODES,
    CELLS_RATIO,
    CELLS_ROOT,
    CELLS_INTERIOR,
    CELLS_FIRST,
    CELLS_TIME,
    CELLS_WRONG_VALUES,
    CELLS_WRONG_MOVES,
    CELLS_COLUMNS
} cells_column;

enum { CELLS_SIZE = 80, CELLS_HEADER_LINES = 3 };

/* One line of a column's header, which has CELLS_HEADER_LINES. */
const char *cells_header(const abs_findings *findings, cells_column column, int line);
/* `compact`: 1.23 M for 1 234 567. CELLS_SIZE bytes are enough. */
void cells_text(const abs_findings *findings, const abs_aggregate *aggregate, bool compact,
                cells_column column, char *text, size_t size);
/* "1.234 [1.100, 1.384]". */
void cells_ratio(const stats_ratio *ratio, char *text, size_t size);
/* "1 234 567". */
void cells_grouped(uint64_t number, char *text, size_t size);
/* Whether the run has anything to say in the column. */
bool cells_shown(const abs_findings *findings, cells_column column);

#endif
