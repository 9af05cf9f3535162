/* columns.c -- see columns.def. */
#include "view/columns.h"

#include <math.h>

static bool has_pairs(const stats_ratio *r, size_t least)
{
    return r != NULL && r->n >= least;
}

/* Of all work, or of nodes; NAN: rows of an older report do not say it. */
static double research_share(bool of_nodes, const abs_tally_group *g)
{
    const int part = of_nodes ? COUNT_research_nodes : COUNT_research_work;
    return g->missing >> part & 1 ? NAN : (double)g->sums[part] / (of_nodes ? g->nodes : g->work);
}

/* clang-format off */
#define TABLE(T, ...) static const table_column T##_columns[] = {
#define COLUMN(T, column, of, value, ...) APART(T, column, of, __VA_ARGS__)
#define COLUMN_IF(T, column, of, condition, value, ...) APART(T, column, of, __VA_ARGS__)
#define APART(T, column, of, ...) {.name = #column, .kind = TABLE_##of, .help = __VA_ARGS__},
#define SHOWN(T, column, of, value, ...) {.kind = TABLE_##of, .head = __VA_ARGS__},
#define SETTING(field, condition) \
    {.name = (condition) ? #field : NULL, .kind = TABLE_SETTING, .setting = CONFIG_##field},
#define SETTINGS(config)
#define END(form, T, ...) }; FORM(form, T, __VA_ARGS__)
#define FORM(form, T, member, help) \
    const table_form form = {member, help, T##_columns, sizeof T##_columns / sizeof T##_columns[0]};
#include "view/columns.def"

#define set_TEXT table_set_text
#define set_COUNT table_set_count
#define set_SIGNED table_set_signed
#define set_REAL table_set_real
#define set_TRUTH table_set_truth
#define set_RATIO table_set_ratio
#define TABLE(T, ...) void add_##T(table_data *t, __VA_ARGS__) { table_row(t);
#define COLUMN(T, column, of, value, ...) set_##of(t, T##_##column, value);
#define COLUMN_IF(T, column, of, condition, ...) if (condition) COLUMN(T, column, of, __VA_ARGS__)
#define APART(T, column, of, ...)
#define SHOWN COLUMN
#define SETTING(...)
#define SETTINGS(config) table_set_config(t, config);
#define END(form, ...) }
#define FORM(form, ...)
#include "view/columns.def"
/* clang-format on */
