/* fields_members.c -- the members of a row and of its parts: where each is, and its form. */
#include "log/fields_own.h"

#define PLACE(member) offsetof(row_draft, member)
#define AT(member) .place = PLACE(member)
#define IN_ITERATION(member) .place = offsetof(abs_iteration, member)
#define IN_PASS(member) .place = offsetof(abs_pass, member)
#define ANY_DEPTH .high = ABS_MAX_DEPTH
#define ANY_VALUE .low = -ABS_VALUE_MAX, .high = ABS_VALUE_MAX

static const row_member engine_members[] = {
    {ROW_KEY("name"), TEXT, AT(engine)},
    {ROW_KEY("author"), TEXT, AT(author)},
    {ROW_KEY("command"), TEXT, AT(command)},
    {ROW_KEY("set"), TEXT, AT(set)},
    {.name = NULL},
};

static const row_member completed_members[] = {
    {ROW_KEY("depth"), INT, AT(row.completed.depth), ANY_DEPTH},
    {ROW_KEY("value"), INT, AT(row.completed.value), .flag = PLACE(row.completed.has_value),
     ANY_VALUE},
    {ROW_KEY("mate"), INT, AT(row.completed.mate), .flag = PLACE(row.completed.has_mate),
     .only = PLACE(of_engines), ANY_VALUE},
    {ROW_KEY("best_move"), WORD, AT(row.completed.best_move)},
    {ROW_KEY("pv"), LINE, AT(row.completed.line)},
    {ROW_KEY("work"), WHOLE, AT(row.completed.work)},
    {.name = NULL},
};

static const row_member time_members[] = {
    {ROW_KEY("real_s"), SECONDS, AT(row.real_s)},
    {ROW_KEY("cpu_s"), SECONDS, AT(row.cpu_s)},
    {ROW_KEY("nodes_per_s"), WHOLE, AT(rate), .flag = PLACE(has_rate)},
    {ROW_KEY("repeats"), INT, AT(row.repeats), .flag = PLACE(has_repeats), .low = 1,
     .high = INT32_MAX},
    {ROW_KEY("min_s"), SECONDS, AT(row.min_s)},
    {ROW_KEY("max_s"), SECONDS, AT(row.max_s)},
    {ROW_KEY("engine_s"), SECONDS, AT(row.engine_s), .only = PLACE(of_engines)},
    {.name = NULL},
};

const row_member pass_members[] = {
    {ROW_KEY("alpha"), BOUND, IN_PASS(alpha), .low = -ABS_INFINITY},
    {ROW_KEY("beta"), BOUND, IN_PASS(beta), .low = ABS_INFINITY},
    {ROW_KEY("value"), INT, IN_PASS(value), .low = 1 - ABS_INFINITY, .high = ABS_INFINITY - 1},
    {ROW_KEY("nodes"), WHOLE, IN_PASS(nodes)},
    {ROW_KEY("work"), WHOLE, IN_PASS(work)},
    {.name = NULL},
};

const row_member iteration_members[] = {
    {ROW_KEY("depth"), INT, IN_ITERATION(depth), ANY_DEPTH},
    {ROW_KEY("guess"), TRUTH, IN_ITERATION(for_guess), .only = offsetof(abs_iteration, for_guess)},
    {ROW_KEY("value"), INT, IN_ITERATION(value), .flag = offsetof(abs_iteration, has_value),
     ANY_VALUE},
    {ROW_KEY("nodes"), WHOLE, IN_ITERATION(nodes)},
    {ROW_KEY("work"), WHOLE, IN_ITERATION(work)},
    {ROW_KEY("leaves"), WHOLE, IN_ITERATION(leaves), .ours = true},
    {ROW_KEY("passes"), .kind = PASSES},
    {.name = NULL},
};

const row_member row_members[ROW_FIELDS] = {
#define FIELD(member, unit, help, ...)                                                             \
    [ROW_##member] = {ROW_KEY(#member), .kind = __VA_ARGS__},
#include "log/row.def"
};
