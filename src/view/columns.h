/* columns.h -- the numbers of all columns, such as BEST_ratio, and the forms of their tables. See
 * columns.def. */
#ifndef ABS_COLUMNS_H
#define ABS_COLUMNS_H

#include "table/table.h"

/* clang-format off */
#define TABLE(T) enum {
#define COLUMN(T, column, ...) T##_##column,
#define SHOWN(T, column, ...) T##_##column,
#define RATIO(T, column, ...) T##_##column, T##_##column##_end = T##_##column + TABLE_RATIO_PARTS,
#define END };
#define FORM(form, ...) extern const table_form form;
#include "view/columns.def"
/* clang-format on */

#endif
