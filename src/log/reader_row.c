/* reader_row.c -- see reader_row.h. */
#include "log/reader_row.h"
#include "base/grow.h"
#include "log/fields.h"

#include <math.h>
#include <stdlib.h>

/* The members of an iteration, a pass and a time, each named after what stands before it. */
enum { IT_depth, IT_guess, IT_value, IT_nodes, IT_work, IT_leaves, IT_passes, IT_COUNT };
static const char *const iteration_names[] = {"depth", "guess",  "value", "nodes",
                                              "work",  "leaves", "passes"};
enum { PASS_alpha, PASS_beta, PASS_value, PASS_nodes, PASS_work, PASS_COUNT };
static const char *const pass_names[] = {"alpha", "beta", "value", "nodes", "work"};
enum {
    COMPLETED_depth,
    COMPLETED_value,
    COMPLETED_best_move,
    COMPLETED_pv,
    COMPLETED_work,
    COMPLETED_COUNT
};
static const char *const completed_names[] = {"depth", "value", "best_move", "pv", "work"};
enum {
    TIME_real_s,
    TIME_cpu_s,
    TIME_nodes_per_s,
    TIME_repeats,
    TIME_min_s,
    TIME_max_s,
    TIME_COUNT
};
static const char *const time_names[] = {"real_s",  "cpu_s", "nodes_per_s",
                                         "repeats", "min_s", "max_s"};

/* ---- what was counted --------------------------------------------------------------------- */

static bool read_status(const members *f, abs_row *row)
{
    unsigned status;
    if (!members_name(f, ROW_status, abs_statuses, &status))
        return false;
    row->status = (abs_status)status;
    row->has_value = row->status == ABS_STATUS_OK;
    row->value = 0;
    row->lower = false;
    const bool says_bound = f->items[ROW_value_bound] != NULL; /* older reports do not */
    const char *const problem = "is not null, but the status is not ok";
    unsigned bound = 0;
    if (!row->has_value)
        return members_null(f, ROW_value, problem) &&
               (!says_bound || members_null(f, ROW_value_bound, problem));
    if (says_bound && !members_name(f, ROW_value_bound, abs_value_bounds, &bound))
        return false;
    row->lower = bound > 0;
    return members_int(f, ROW_value, -ABS_VALUE_MAX, ABS_VALUE_MAX, &row->value);
}

/* Of the minimal tree, leaves and nodes are of two trees; what is kept as interior makes the number
   of leaves come out. */
static bool read_no_interior(const members *f, abs_row *row)
{
    uint64_t leaves;
    if (!members_null(f, ROW_interior, "is not null, but the row is of a minimal tree") ||
        !members_count(f, ROW_leaves, &leaves))
        return false;
    row->n.interior = row->n.nodes - leaves;
    return true;
}

/*
 * A counter that an older report left out, or that is null because one did. Without qnodes its
 * research_work is known all the same.
 */
static void read_newer(const row_count *k, abs_row *row)
{
    const bool is_known = k == &row_counts[COUNT_research_work] && row->n.qnodes == 0;
    *row_count_at(k, row) = is_known ? row->n.research_nodes : 0;
    if (!is_known)
        row->missing |= UINT64_C(1) << (k - row_counts);
}

/* What follows from other members is checked by check_sums(). */
static bool read_counters(const row_maker *m, const members *f, abs_row *row)
{
    row->missing = 0;
    for (size_t at = 0; at < ROW_FIELDS; at++) {
        const row_count *k = row_fields[at].count;
        if (k == NULL || k->sum != NULL)
            continue;
        if (row_count_is_newer(k) &&
            (members_is_null(f, at) || (m->older && f->items[at] == NULL))) {
            read_newer(k, row);
            continue;
        }
        if (!(row_has_count(k, row) ? members_count(f, at, row_count_at(k, row))
                                    : read_no_interior(f, row)))
            return false;
    }
    return row->n.qnodes <= UINT64_MAX - row->n.nodes ||
           members_fail(f, ROW_qnodes, "and nodes are more than 2^64 - 1 together");
}

static bool read_table_counters(const row_maker *m, const members *f, abs_row *row)
{
    const char *names[COUNTS];
    size_t count = 0;
    members table = *f;
    table.within = "tt.";
    if (row->config->tt_bytes == 0)
        return members_null(f, ROW_tt, UNUSED);
    if (f->items[ROW_tt] == NULL)
        return members_fail(f, ROW_tt, "is missing");
    for (const row_count *k = row_counts; k < row_counts + COUNTS; k++)
        if (k->of_table)
            names[count++] = row_count_key(k);
    if (!members_take(&table, f->items[ROW_tt], names, count))
        return false;
    count = 0;
    for (const row_count *k = row_counts; k < row_counts + COUNTS; k++) {
        if (!k->of_table)
            continue;
        const size_t at = count++;
        if (m->older && k == &row_counts[COUNT_tt_etc_cutoffs] && table.items[at] == NULL)
            continue; /* there were none */
        if (!members_count(&table, at, row_count_at(k, row)))
            return false;
    }
    return true;
}

/* A bound; null is the infinite one. */
static bool read_bound(const members *f, size_t at, int infinite, int *bound)
{
    *bound = infinite;
    return members_is_null(f, at) || members_int(f, at, 1 - ABS_INFINITY, ABS_INFINITY - 1, bound);
}

/* The work of an iteration or a pass; what an older report left out is its nodes, or not known. */
static bool read_work(const members *row_members, const members *f, size_t at, const abs_row *row,
                      uint64_t nodes, uint64_t *work)
{
    const bool left_out = row_members->items[ROW_work] == NULL && f->items[at] == NULL;
    *work = row_knows_work(row) ? nodes : 0;
    return left_out || (!row_knows_work(row) && members_is_null(f, at)) ||
           members_count(f, at, work);
}

static bool read_pass(const members *f, const cJSON *json, abs_row *row)
{
    members pass = {.file = f->file, .row = f->row, .within = "pass.", .error = f->error};
    if (!abs_grow(&row->passes, &row->pass_room, row->pass_count, sizeof *row->passes))
        return row_no_memory(f->error);
    abs_pass *p = &row->passes[row->pass_count++];
    *p = (abs_pass){0};
    return members_take(&pass, json, pass_names, PASS_COUNT) &&
           read_bound(&pass, PASS_alpha, -ABS_INFINITY, &p->alpha) &&
           read_bound(&pass, PASS_beta, ABS_INFINITY, &p->beta) &&
           members_int(&pass, PASS_value, 1 - ABS_INFINITY, ABS_INFINITY - 1, &p->value) &&
           members_count(&pass, PASS_nodes, &p->nodes) &&
           read_work(f, &pass, PASS_work, row, p->nodes, &p->work);
}

static bool read_iteration(const members *f, const cJSON *json, abs_row *row)
{
    const cJSON *passes;
    members of = {.file = f->file, .row = f->row, .within = "iteration.", .error = f->error};
    if (!abs_grow(&row->iterations, &row->iteration_room, row->iteration_count,
                  sizeof *row->iterations))
        return row_no_memory(f->error);
    abs_iteration *it = &row->iterations[row->iteration_count++];
    *it = (abs_iteration){.first_pass = row->pass_count};
    if (!members_take(&of, json, iteration_names, IT_COUNT) ||
        !members_int(&of, IT_depth, 0, ABS_MAX_DEPTH, &it->depth) ||
        !members_count(&of, IT_nodes, &it->nodes) ||
        !read_work(f, &of, IT_work, row, it->nodes, &it->work) ||
        !members_count(&of, IT_leaves, &it->leaves) || !members_array(&of, IT_passes, &passes))
        return false;
    it->for_guess = of.items[IT_guess] != NULL;
    if (it->for_guess && !cJSON_IsTrue(of.items[IT_guess]))
        return members_fail(&of, IT_guess, "is not true");
    it->has_value = !members_is_null(&of, IT_value);
    if (it->has_value && !members_int(&of, IT_value, -ABS_VALUE_MAX, ABS_VALUE_MAX, &it->value))
        return false;
    for (const cJSON *pass = passes->child; pass != NULL; pass = pass->next, it->passes++)
        if (!read_pass(f, pass, row))
            return false;
    return true;
}

static bool read_iterations(const members *f, abs_row *row)
{
    const cJSON *iterations;
    row->iteration_count = row->pass_count = 0;
    if (!members_array(f, ROW_iterations, &iterations))
        return false;
    for (const cJSON *it = iterations->child; it != NULL; it = it->next)
        if (!read_iteration(f, it, row))
            return false;
    return true;
}

/* Keeps nodes and leaves as they stand, as far as they can be. */
static void bend_interior(abs_counters *n, uint64_t leaves)
{
    if (leaves > n->nodes)
        leaves = n->nodes;
    if (n->tt_answers > n->nodes - leaves)
        n->tt_answers = n->nodes - leaves;
    n->interior = n->nodes - leaves - n->tt_answers;
}

static bool leaves_agree(const abs_counters *n, uint64_t leaves)
{
    return n->interior <= n->nodes && n->tt_answers <= n->nodes - n->interior &&
           leaves == abs_leaves(n);
}

/* What follows from the rest of the row must agree with it. */
static bool check_sums(row_maker *m, const members *f)
{
    abs_row *row = &m->row;
    bool odd = false;
    for (size_t at = 0; at < ROW_FIELDS; at++) {
        char problem[80];
        uint64_t given;
        const row_count *k = row_fields[at].count;
        if (k == NULL || k->sum == NULL)
            continue;
        if (m->older && row_count_is_newer(k) && f->items[at] == NULL)
            continue;
        if (!members_count(f, at, &given))
            return false;
        const bool leaves = at == ROW_leaves;
        const bool agrees = leaves ? leaves_agree(&row->n, given) : given == row_counted(k, row);
        snprintf(problem, sizeof problem, "is not %s", k->follows);
        if (!agrees && !m->take_odd)
            return members_fail(f, at, problem);
        if (!agrees && leaves)
            bend_interior(&row->n, given);
        odd |= !agrees;
    }
    m->odd += odd;
    return true;
}

#define TIME_MAX_S 1e10 /* centuries; whole nanoseconds of it fit 64 bits */

/* A number of seconds. */
static bool read_seconds(const members *time, size_t at, double *seconds)
{
    return members_real(time, at, seconds) &&
           (!(*seconds > TIME_MAX_S) || members_fail(time, at, "is more than 1e10 seconds"));
}

static bool read_time(const row_maker *m, const members *f, abs_row *row)
{
    double speed;
    members time = *f;
    time.within = "time.";
    row->real_s = row->cpu_s = row->min_s = row->max_s = NAN;
    row->repeats = 0;
    if (f->items[ROW_time] == NULL)
        return true;
    if (!members_take(&time, f->items[ROW_time], time_names, TIME_COUNT) ||
        !read_seconds(&time, TIME_real_s, &row->real_s) ||
        !read_seconds(&time, TIME_cpu_s, &row->cpu_s) ||
        !members_real(&time, TIME_nodes_per_s, &speed))
        return false;
    row->repeats = 1; /* in every older report */
    row->min_s = row->max_s = row->cpu_s;
    if (m->older && time.items[TIME_repeats] == NULL)
        return true;
    return members_int(&time, TIME_repeats, 1, INT32_MAX, &row->repeats) &&
           read_seconds(&time, TIME_min_s, &row->min_s) &&
           read_seconds(&time, TIME_max_s, &row->max_s);
}

/* ---- moves -------------------------------------------------------------------------------- */

/*
 * The place in generator order of the move at `here` that is written so; texts differ within a
 * position. `likely` is tried first: rows of one position often share a line.
 */
static unsigned find_move(const row_maker *m, const void *here, const char *text, unsigned likely)
{
    char word[ABS_TEXT_MAX];
    const abs_entry *e = &m->entry;
    const unsigned count = e->domain->count_moves(e->rules, here);
    for (unsigned i = 0; i <= count; i++) {
        const unsigned move = i == 0 ? likely : i - 1;
        if (move >= count)
            continue;
        e->domain->move_text(e->rules, here, move, word, sizeof word);
        if (strcmp(word, text) == 0)
            return move;
    }
    return ABS_NO_MOVE;
}

static bool read_best_move(row_maker *m, const members *f)
{
    const char *text;
    bool optimal = false;
    abs_row *row = &m->row;
    const unsigned likely = row->best;
    if (!members_text(f, ROW_best_move, true, &text))
        return false;
    row->best = ABS_NO_MOVE;
    if (text != NULL && (row->best = find_move(m, m->entry.position, text, likely)) == ABS_NO_MOVE)
        return members_fail(f, ROW_best_move, "is not a legal move of its position");
    row->best_move_optimal = ABS_UNKNOWN;
    if (members_is_null(f, ROW_best_move_optimal))
        return true;
    if (!members_truth(f, ROW_best_move_optimal, &optimal))
        return false;
    row->best_move_optimal = optimal ? ABS_YES : ABS_NO;
    return text != NULL || members_fail(f, ROW_best_move_optimal, "is not null, but best_move is");
}

/* Older reports do not have it. */
static bool read_solved(const row_maker *m, const members *f, abs_row *row)
{
    bool solved = false;
    row->solved = ABS_UNKNOWN;
    row->solved_depth = 0;
    if (m->older && f->items[ROW_solved] == NULL)
        return true;
    if (!members_is_null(f, ROW_solved)) {
        if (!members_truth(f, ROW_solved, &solved))
            return false;
        row->solved = solved ? ABS_YES : ABS_NO;
    }
    return solved
               ? members_int(f, ROW_solved_depth, 1, ABS_MAX_DEPTH, &row->solved_depth)
               : members_null(f, ROW_solved_depth, "is not null, but the position is not solved");
}

/* A line of moves from the position; what `line` holds, `*length` long, is tried first. */
static bool read_line(row_maker *m, const members *f, size_t at, uint16_t *line, unsigned *length)
{
    const cJSON *moves;
    const unsigned known = *length; /* of the row before */
    const abs_entry *e = &m->entry;
    if (!members_array(f, at, &moves))
        return false;
    *length = 0;
    if (!line_start(&m->walk, e))
        return row_no_memory(f->error);
    for (const cJSON *item = moves->child; item != NULL; item = item->next) {
        const unsigned ply = *length;
        if (ply > ABS_MAX_PLY)
            return members_fail(f, at, "is too long");
        const unsigned likely = ply < known ? line[ply] : 0;
        const unsigned move = cJSON_IsString(item)
                                  ? find_move(m, m->walk.here, item->valuestring, likely)
                                  : ABS_NO_MOVE;
        if (move == ABS_NO_MOVE)
            return members_fail(f, at, "holds what is not a legal move");
        line[(*length)++] = (uint16_t)move;
        line_advance(&m->walk, e, move);
    }
    return true;
}

/* Older reports do not have it. */
static bool read_completed(row_maker *m, const members *f)
{
    members of = {.file = f->file, .row = f->row, .within = "completed.", .error = f->error};
    abs_row *row = &m->row;
    abs_completed *c = &row->completed;
    const unsigned likely = c->best;
    const char *best;
    c->any = false;
    if (members_is_null(f, ROW_completed) || (m->older && f->items[ROW_completed] == NULL))
        return true;
    if (row->status != ABS_STATUS_NODE_LIMIT && row->status != ABS_STATUS_TIMEOUT)
        return members_null(f, ROW_completed, "is not null, but the search was not stopped");
    if (!members_take(&of, f->items[ROW_completed], completed_names, COMPLETED_COUNT) ||
        !members_int(&of, COMPLETED_depth, 0, ABS_MAX_DEPTH, &c->depth) ||
        !members_int(&of, COMPLETED_value, -ABS_VALUE_MAX, ABS_VALUE_MAX, &c->value) ||
        !members_text(&of, COMPLETED_best_move, true, &best) ||
        !members_count(&of, COMPLETED_work, &c->work))
        return false;
    c->any = true;
    c->best = best != NULL ? find_move(m, m->entry.position, best, likely) : ABS_NO_MOVE;
    if (best != NULL && c->best == ABS_NO_MOVE)
        return members_fail(&of, COMPLETED_best_move, "is not a legal move of its position");
    return read_line(m, &of, COMPLETED_pv, c->pv, &c->pv_length);
}

/* ---- the whole ---------------------------------------------------------------------------- */

/* Whether the configuration makes the id, if need be with the limit that an older row left out. */
static bool makes_id(row_maker *m, const members *f, const char *id)
{
    enum { OLDER = sizeof m->older_limits / sizeof m->older_limits[0] };
    char text[2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX];
    abs_row_id(&m->row, text, sizeof text);
    for (size_t i = 0; i < OLDER && f->items[ROW_node_limit] == NULL && strcmp(id, text) != 0;
         i++) {
        m->config.node_limit = m->older_limits[i];
        abs_row_id(&m->row, text, sizeof text);
    }
    return strcmp(id, text) == 0;
}

/* The id follows from the rest, and tells whether the position's value is known to be another. */
static bool check_id(row_maker *m, const members *f)
{
    const char *id;
    if (!members_text(f, ROW_id, false, &id))
        return false;
    if (!makes_id(m, f, id))
        return members_fail(f, ROW_id, "is not the one that its configuration makes");
    m->id_hash = abs_mix_text(id);
    m->entry.facts.known_count = names_find(m->wrong_answers, id) != UINT32_MAX;
    m->entry.facts.known[0] =
        (abs_known){.depth = m->config.depth,
                    .eval = m->config.eval,
                    .value = m->row.has_value && m->row.value == 0}; /* another */
    return true;
}

/* A journal has it, and a shard's report. */
static bool read_job(row_maker *m, const members *f)
{
    m->row.job = ABS_NO_JOB;
    return f->items[ROW_job] == NULL || members_count(f, ROW_job, &m->row.job);
}

/* A journal has it. */
static bool check_check(row_maker *m, const members *f)
{
    const char *text;
    char wanted[24];
    uint64_t check;
    if (f->items[ROW_check] == NULL)
        return true;
    if (!members_text(f, ROW_check, false, &text))
        return false;
    if (!fields_check(&m->row, f->items[ROW_id]->valuestring, &m->walk, f->items[ROW_time] != NULL,
                      &m->scratch, &check))
        return row_no_memory(f->error);
    snprintf(wanted, sizeof wanted, "0x%016llx", (unsigned long long)check);
    return strcmp(text, wanted) == 0 ||
           abs_fail(f->error, ABS_CANNOT_RUN,
                    "%.300s: row %zu: it was edited or damaged: it is not what its `check` is of; "
                    "without that line, --resume searches it again",
                    f->file, f->row);
}

bool row_make(row_maker *m, const cJSON *json, const char *file, size_t number, abs_error *error)
{
    members f = {.file = file, .row = number, .within = "", .error = error};
    const char *names[ROW_FIELDS];
    abs_row *row = &m->row;
    for (size_t i = 0; i < ROW_FIELDS; i++)
        names[i] = row_fields[i].name;
    row->entry = &m->entry;
    row->config = &m->config;
    row->n = (abs_counters){0};
    return members_take(&f, json, names, ROW_FIELDS) && entry_make(m, &f) &&
           config_make(&m->config, &f) && read_status(&f, row) && read_counters(m, &f, row) &&
           read_table_counters(m, &f, row) && read_iterations(&f, row) && check_sums(m, &f) &&
           read_time(m, &f, row) && read_best_move(m, &f) &&
           read_line(m, &f, ROW_pv, row->pv, &row->pv_length) && read_completed(m, &f) &&
           read_solved(m, &f, row) && check_id(m, &f) && read_job(m, &f) && check_check(m, &f);
}
