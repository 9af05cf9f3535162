/* columns.c -- see columns.def. */
#include "view/columns.h"

/* clang-format off */
#define TABLE(T) static const table_column T##_columns[] = {
#define COLUMN(T, column, of, ...) {.name = #column, .kind = TABLE_##of, .help = __VA_ARGS__},
#define SHOWN(T, column, of, ...) {.kind = TABLE_##of, .head = __VA_ARGS__},
#define RATIO(T, column, ...) {.name = #column, .kind = TABLE_RATIO, .help = __VA_ARGS__}, TABLE_OF_RATIO(#column),
#define SETTING(field) {.name = #field, .kind = TABLE_SETTING, .setting = CONFIG_##field},
#define END };
#define FORM(form, T, member, help) const table_form form = {member, help, T##_columns, sizeof T##_columns / sizeof T##_columns[0]};
#include "view/columns.def"
/* clang-format on */
