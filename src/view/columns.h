/* columns.h -- the numbers of all columns, such as BEST_ratio; what adds a row to a table, such as
 * add_BEST(); and the tables' forms. See columns.def. */
#ifndef ABS_COLUMNS_H
#define ABS_COLUMNS_H

#include "find/compare.h"
#include "find/findings.h"
#include "find/tuning.h"
#include "table/table.h"

/* clang-format off */
#define TABLE(T, ...) void add_##T(table_data *t, __VA_ARGS__); enum {
#define COLUMN(T, column, ...) T##_##column,
#define COLUMN_IF COLUMN
#define APART COLUMN
#define SHOWN COLUMN
#define SETTING(...)
#define SETTINGS(config)
#define END(form, T, ...) }; FORM(form, T)
#define FORM(form, ...) extern const table_form form;
#include "view/columns.def"
/* clang-format on */

#endif
