/* fields_members.c -- the fields of a row and the members of its parts: where each is, and its
   form. */
#include "log/fields_own.h"

#define PLACE(member) offsetof(row_draft, member)
#define AT(member) .place = PLACE(member)
#define IN_ITERATION(member) .place = offsetof(abs_iteration, member)
#define IN_PASS(member) .place = offsetof(abs_pass, member)
#define ANY_DEPTH .high = ABS_MAX_DEPTH
#define ANY_VALUE .low = -ABS_VALUE_MAX, .high = ABS_VALUE_MAX

static const row_field engine_members[] = {
    {"name", TEXT, AT(engine)},
    {"author", TEXT, AT(author)},
    {"command", TEXT, AT(command)},
    {"set", TEXT, AT(set)},
    {.name = NULL},
};

static const row_field completed_members[] = {
    {"depth", INT, AT(row.completed.depth), ANY_DEPTH},
    {"value", INT, AT(row.completed.value), .flag = PLACE(row.completed.has_value),
     ANY_VALUE},
    {"mate", INT, AT(row.completed.mate), .flag = PLACE(row.completed.has_mate),
     .only = PLACE(of_engines), ANY_VALUE},
    {"best_move", WORD, AT(row.completed.best_move)},
    {"pv", LINE, AT(row.completed.line)},
    {"work", WHOLE, AT(row.completed.work)},
    {.name = NULL},
};

static const row_field time_members[] = {
    {"real_s", SECONDS, AT(row.real_s)},
    {"cpu_s", SECONDS, AT(row.cpu_s)},
    {"nodes_per_s", WHOLE, AT(rate), .flag = PLACE(has_rate)},
    {"repeats", INT, AT(row.repeats), .flag = PLACE(has_repeats), .low = 1,
     .high = INT32_MAX},
    {"min_s", SECONDS, AT(row.min_s)},
    {"max_s", SECONDS, AT(row.max_s)},
    {"engine_s", SECONDS, AT(row.engine_s), .only = PLACE(of_engines)},
    {.name = NULL},
};

const row_field pass_members[] = {
    {"alpha", BOUND, IN_PASS(alpha), .low = -ABS_INFINITY},
    {"beta", BOUND, IN_PASS(beta), .low = ABS_INFINITY},
    {"value", INT, IN_PASS(value), .low = 1 - ABS_INFINITY, .high = ABS_INFINITY - 1},
    {"nodes", WHOLE, IN_PASS(nodes)},
    {"work", WHOLE, IN_PASS(work)},
    {.name = NULL},
};

const row_field iteration_members[] = {
    {"depth", INT, IN_ITERATION(depth), ANY_DEPTH},
    {"guess", TRUTH, IN_ITERATION(for_guess), .only = offsetof(abs_iteration, for_guess)},
    {"value", INT, IN_ITERATION(value), .flag = offsetof(abs_iteration, has_value),
     ANY_VALUE},
    {"nodes", WHOLE, IN_ITERATION(nodes)},
    {"work", WHOLE, IN_ITERATION(work)},
    {"leaves", WHOLE, IN_ITERATION(leaves), .ours = true},
    {"passes", .kind = PASSES},
    {.name = NULL},
};

static const row_field tt_members[] = {
#define TABLE_COUNTER(member, of, text)                                                            \
    {#member, COUNT, .count = &row_counts[COUNT_tt_##member], .unit = of, .help = text},
#include "search/counters.def"
    {.name = NULL},
};

const row_field row_fields[ROW_FIELDS] = {
#define FIELD(member, of, text, ...)                                                               \
    [ROW_##member] = {#member, .unit = of, .help = text, .kind = __VA_ARGS__},
#define CONFIG(type, member, level, ...)                                                           \
    [ROW_##member] = {#member, SETTING, .config = &config_fields[CONFIG_##member]},
#define DERIVED(member, level, ...) CONFIG(, member, level, )
#define COUNTER(member, of, text)                                                                  \
    [ROW_##member] = {#member, COUNT, .count = &row_counts[COUNT_##member], .unit = of,            \
                      .help = text},
#define DRIVER_COUNTER COUNTER
#define MEASUREMENT COUNTER
#define SELECTED COUNTER
#define SUM COUNTER
#include "log/row.def"
};

static void write_docs(abs_buffer *b, const char *prefix, const row_field *f)
{
    const bool window = f == &row_fields[ROW_window];
    const char *unit = f->config != NULL ? f->config->unit : f->unit;
    buffer_format(b, "| `%s%s` | %s | %s |\n", prefix,
                  window ? "window_low`, `window_high`, `window_auto" : f->name,
                  unit != NULL ? unit : "", f->config != NULL ? f->config->help : f->help);
}

void fields_write_docs(abs_buffer *b)
{
    buffer_text(b, "| field | unit | meaning |\n|---|---|---|\n");
    for (const row_field *f = row_fields; f < row_fields + ROW_FIELDS; f++) {
        write_docs(b, "", f);
        for (const row_field *k = tt_members; f == &row_fields[ROW_tt] && k->name != NULL; k++)
            write_docs(b, "tt.", k);
    }
}
