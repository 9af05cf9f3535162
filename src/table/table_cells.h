/* table_cells.h -- what the writers of tables see of them; no other file includes it. */
#ifndef ABS_TABLE_CELLS_H
#define ABS_TABLE_CELLS_H

#include "base/memory.h"
#include "table/table.h"

struct table_cell {
    union {
        uint64_t count; /* of a text or a ratio: where it is kept */
        int64_t number;
        double real;
        const abs_config *config;
    };
    uint64_t shown : 48;                                /* where the page's own text is; 0: none */
    uint64_t kind : 4, colour : 4, half : 1, there : 1; /* kind: a table_kind; half: and .5 */
};

struct table_own {
    const char *head, *words; /* NULL: the column's */
    unsigned rank;            /* + 1; 0: the column's */
    bool omitted;
};

/* The text or ratio that is kept there. */
const char *table_kept(const table_data *t, size_t at);
stats_ratio table_kept_ratio(const table_data *t, const table_cell *cell);

#endif
