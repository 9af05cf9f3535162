/* fields.c -- see fields_own.h. One walk over row.def serves every form; what is told apart is only
   what a form has no room for. */
#include "base/memory.h"
#include "log/fields_own.h"
#include "search/foreign.h"

#include <math.h>

/* ---- counters ------------------------------------------------------------------------------ */

/* A sum is checked once the rest is there. A measurement may not have been taken, a search not have
   been simulated, nor may an engine say what is a re-search. */
static void code_count(coding *c, const row_count *k)
{
    codec *f = &c->f;
    const char *name = f->prefix[0] != '\0' || f->within[0] != '\0' ? row_count_key(k) : k->name;
    bool there = row_has_count(k, c->row);
    uint64_t number = codec_reads(f) ? 0 : row_counted(k, c->row);
    const bool engine = c->row->config->algo.engine != NULL;
    const int number_of = (int)(k - row_counts);
    const bool maybe = engine ? number_of == COUNT_root_researches
                              : number_of == COUNT_distinct_leaves ||
                                    (number_of >= COUNT_ticks && number_of <= COUNT_critical_path);
    if (!maybe || !codec_reads(f))
        there = codec_member(f, name, there);
    else if (!codec_optional(f, name, &there))
        c->row->missing |= UINT64_C(1) << number_of;
    if (there)
        codec_whole_value(f, &number);
    if (codec_reads(f))
        *(k->sum != NULL ? &c->follows[number_of] : (uint64_t *)((char *)c->row + k->offset)) =
            number;
}

/* An object in JSON; a cell for each of its counters. */
static void code_table(coding *c, const char *name)
{
    codec *f = &c->f;
    if (!codec_has_cells(f) &&
        !codec_member(f, name, row_has_count(&row_counts[COUNT_tt_probes], c->row)))
        return;
    const codec_place outer = codec_enter(f, "tt.", "tt_");
    for (const row_count *k = row_counts; k < row_counts + COUNTS; k++)
        if (k->of_table)
            code_count(c, k);
    codec_leave(f, outer);
}

/* ---- moves --------------------------------------------------------------------------------- */

/*
 * The place in generator order of the move at `here` that the value at hand is the text of; texts
 * differ within a position. `likely` is tried first: rows of one position often share a line.
 */
static unsigned find_move(codec *f, const abs_root *e, const void *here, unsigned likely)
{
    char word[ABS_TEXT_MAX];
    const char *text = "";
    codec_text_value(f, &text);
    if (e->domain == &foreign_domain)
        return foreign_move(text);
    const unsigned count = f->failed ? 0 : e->domain->count_moves(e->rules, here);
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

/* Moves in words, where the domain has such a writer. A list has brackets in JSON; in a cell,
   blanks are between. */
static void write_moves(coding *c, const char *name, line_writer *write, const uint16_t *moves,
                        unsigned count, bool list)
{
    codec *f = &c->f;
    if (!codec_member(f, name, write != NULL && (list || count > 0)))
        return;
    if (list && f->form == CODEC_JSON) {
        line_write(f->b, c->walk, c->row, write, moves, count, LINE_JSON);
        return;
    }
    abs_buffer words = {0};
    line_write(&words, c->walk, c->row, write, moves, count, LINE_BLANKS);
    const char *text = buffer_end(&words);
    codec_text_value(f, &text);
    buffer_free(&words);
}

/* A move, or ABS_NO_MOVE, which is null. */
static void code_move(coding *c, const char *name, line_writer *write, unsigned *move)
{
    codec *f = &c->f;
    const abs_root *e = c->row->root;
    const uint16_t written = (uint16_t)*move;
    bool there = *move != ABS_NO_MOVE;
    if (!codec_reads(f)) {
        write_moves(c, name, write, &written, there, false);
        return;
    }
    const unsigned likely = *move;
    *move = ABS_NO_MOVE;
    if (!codec_optional(f, name, &there))
        return;
    *move = find_move(f, e, e->position, likely);
    if (*move == ABS_NO_MOVE)
        codec_fail(f, "is not a legal move of its position");
}

/* A line of moves from the position. */
static void code_line(coding *c, const char *name, line_writer *write, uint16_t *line,
                      unsigned *length)
{
    codec *f = &c->f;
    const abs_root *e = c->row->root;
    const unsigned known = *length; /* of the row before, if it is read */
    if (!codec_reads(f)) {
        write_moves(c, name, write, line, *length, true);
        return;
    }
    *length = 0;
    if (!codec_member(f, name, true) || !codec_begin_list(f))
        return;
    line_start(c->walk, e);
    for (const char *at = NULL; codec_element(f, &at, false); ++*length) {
        const unsigned ply = *length;
        if (ply > ABS_MAX_PLY) {
            codec_fail(f, "is too long");
            return;
        }
        const unsigned move = find_move(f, e, c->walk->here, ply < known ? line[ply] : 0);
        if (move == ABS_NO_MOVE) {
            codec_fail(f, "holds what is not a legal move");
            return;
        }
        line[ply] = (uint16_t)move;
        line_advance(c->walk, e, move);
    }
}

/* ---- iterations ---------------------------------------------------------------------------- */

static void code_passes(coding *c, abs_iteration *it)
{
    codec *f = &c->f;
    abs_row *row = c->row;
    const char *at = NULL;
    if (!codec_member(f, "passes", true) || !codec_begin_list(f))
        return;
    for (size_t i = 0; codec_element(f, &at, i < it->passes); i++) {
        if (codec_reads(f)) {
            memory_grow(&row->passes, &row->pass_room, row->pass_count, sizeof *row->passes);
            row->passes[row->pass_count++] = (abs_pass){0};
            it->passes++;
        }
        abs_pass *p = &row->passes[it->first_pass + i];
        const codec_place outer = codec_enter(f, "pass.", "");
        codec_bound(f, "alpha", -ABS_INFINITY, &p->alpha);
        codec_bound(f, "beta", ABS_INFINITY, &p->beta);
        codec_int(f, "value", 1 - ABS_INFINITY, ABS_INFINITY - 1, &p->value);
        codec_whole(f, "nodes", &p->nodes);
        codec_whole(f, "work", &p->work);
        codec_leave(f, outer);
    }
}

static void code_iteration(coding *c, abs_iteration *it)
{
    codec *f = &c->f;
    const codec_place outer = codec_enter(f, "iteration.", "");
    codec_int(f, "depth", 0, ABS_MAX_DEPTH, &it->depth);
    if (codec_reads(f) ? codec_has(f, "guess") : it->for_guess) {
        it->for_guess = true;
        if (codec_member(f, "guess", true))
            codec_truth_value(f, &it->for_guess);
        if (!it->for_guess)
            codec_fail(f, "is not true");
    }
    if (codec_optional(f, "value", &it->has_value))
        codec_int_value(f, -ABS_VALUE_MAX, ABS_VALUE_MAX, &it->value);
    codec_whole(f, "nodes", &it->nodes);
    codec_whole(f, "work", &it->work);
    if (codec_member(f, "leaves", c->row->config->algo.engine == NULL))
        codec_whole_value(f, &it->leaves);
    code_passes(c, it);
    codec_leave(f, outer);
}

/* JSON alone has them: a cell holds no list of lists. */
static void code_iterations(coding *c, const char *name)
{
    codec *f = &c->f;
    abs_row *row = c->row;
    const char *at = NULL;
    if (codec_has_cells(f) || !codec_member(f, name, true) || !codec_begin_list(f))
        return;
    for (size_t i = 0; codec_element(f, &at, i < row->iteration_count); i++) {
        if (codec_reads(f)) {
            memory_grow(&row->iterations, &row->iteration_room, row->iteration_count,
                        sizeof *row->iterations);
            row->iterations[row->iteration_count++] =
                (abs_iteration){.first_pass = row->pass_count};
        }
        code_iteration(c, &row->iterations[i]);
    }
}

/* ---- other fields of their own kinds ------------------------------------------------------- */

/* An object in JSON; a cell for each of its members. */
static void code_completed(coding *c, const char *name)
{
    codec *f = &c->f;
    abs_completed *of = &c->row->completed;
    line_writer *write = of->any ? c->row->root->domain->move_text : NULL;
    unsigned none = 0, *length = codec_has_cells(f) && !of->any ? &none : &of->pv_length;
    if (!codec_has_cells(f) && !codec_optional(f, name, &of->any))
        return;
    const codec_place outer = codec_enter(f, "completed.", "completed_");
    if (codec_member(f, "depth", of->any))
        codec_int_value(f, 0, ABS_MAX_DEPTH, &of->depth);
    if (codec_member(f, "value", of->any))
        codec_int_value(f, -ABS_VALUE_MAX, ABS_VALUE_MAX, &of->value);
    code_move(c, "best_move", write, &of->best);
    code_line(c, "pv", write, of->pv, length);
    if (codec_member(f, "work", of->any))
        codec_whole_value(f, &of->work);
    codec_leave(f, outer);
}

/* It belongs to the real_s that is printed: whoever reads the row gets the same. */
static void code_rate(codec *f, double real_s, double nodes)
{
    const double printed_s = floor(real_s * 1e9 + 0.5) / 1e9;
    const double rate = printed_s > 0 ? floor(nodes / printed_s + 0.5) : NAN;
    bool there = rate < 1e15;
    if (!codec_optional(f, "nodes_per_s", &there))
        return;
    if (!codec_reads(f))
        buffer_unsigned(f->b, (uint64_t)rate);
    else if (!(codec_number(f->value) >= 0))
        codec_fail(f, "is not a number, 0 or more");
}

/* A limit's time went into finding it, and says nothing about its nodes: no rate. */
static void code_time(coding *c, const char *name)
{
    codec *f = &c->f;
    abs_row *row = c->row;
    const bool limit = row->config->algo.core->limit != ABS_LIMIT_NONE;
    if (codec_reads(f)) {
        row->real_s = row->cpu_s = row->min_s = row->max_s = NAN;
        row->repeats = 0;
        c->times = codec_has(f, name);
    }
    if (!c->times || (!codec_has_cells(f) && !codec_member(f, name, true)))
        return;
    const codec_place outer = codec_enter(f, "time.", "");
    codec_seconds(f, "real_s", &row->real_s);
    codec_seconds(f, "cpu_s", &row->cpu_s);
    code_rate(f, row->real_s, limit ? NAN : (double)row->n.nodes);
    if (codec_member(f, "repeats", codec_reads(f) || row->repeats > 0))
        codec_int_value(f, 1, INT32_MAX, &row->repeats);
    codec_seconds(f, "min_s", &row->min_s);
    codec_seconds(f, "max_s", &row->max_s);
    if (row->config->algo.engine != NULL && !codec_has_cells(f))
        codec_seconds(f, "engine_s", &row->engine_s);
    codec_leave(f, outer);
}

static void code_answer(codec *f, const char *name, abs_answer *answer)
{
    bool there = *answer != ABS_UNKNOWN, yes = *answer == ABS_YES;
    if (codec_optional(f, name, &there))
        codec_truth_value(f, &yes);
    if (codec_reads(f))
        *answer = !there ? ABS_UNKNOWN : yes ? ABS_YES : ABS_NO;
}

/* ---- the row ------------------------------------------------------------------------------- */

static void code_own(coding *c, row_own field)
{
    codec *f = &c->f;
    abs_row *row = c->row;
    const abs_domain *domain = row->root->domain;
    const char *name = row_fields[field].name;
    const bool reads = codec_reads(f), has = reads && codec_has(f, name);
    unsigned status = row->status, bound = row->has_value && row->lower, unit = row->of_results;
    switch (field) {
    case OWN_id:
    case OWN_kind:
    case OWN_domain:
    case OWN_spec:
    case OWN_position:
    case OWN_position_id:
        codec_text(f, name, &c->texts[field]);
        break;
    case OWN_job:
        row->job = reads ? ABS_NO_JOB : row->job;
        if (has || row->job != ABS_NO_JOB)
            codec_whole(f, name, &row->job);
        break;
    case OWN_seed:
        if (codec_optional(f, name, &c->has_seed))
            codec_whole_value(f, &c->seed);
        if (reads)
            fields_make_entry(c);
        break;
    case OWN_engine:
        fields_engine(c, name);
        break;
    case OWN_mate:
        if (fields_are_engine_s(c, name) && codec_optional(f, name, &row->has_mate))
            codec_int_value(f, -ABS_VALUE_MAX, ABS_VALUE_MAX, &row->mate);
        break;
    case OWN_seldepth:
        if (fields_are_engine_s(c, name))
            codec_int(f, name, 0, INT32_MAX, &row->seldepth);
        break;
    case OWN_nodes_again:
        if (fields_are_engine_s(c, name) && codec_optional(f, name, &row->has_again))
            codec_whole_value(f, &row->again);
        break;
    case OWN_value:
        if (codec_optional(f, name, &row->has_value))
            codec_int_value(f, -ABS_VALUE_MAX, ABS_VALUE_MAX, &row->value);
        break;
    case OWN_value_bound:
        if (codec_member(f, name, row->has_value))
            codec_name_value(f, abs_value_bounds, &bound);
        row->lower = bound > 0;
        break;
    case OWN_best_move:
        code_move(c, name, domain->move_text, &row->best);
        break;
    case OWN_pv:
        code_line(c, name, domain->move_text, row->pv, &row->pv_length);
        break;
    case OWN_best_move_san:
    case OWN_pv_san: /* what follows from the moves is written alone */
        if (has)
            codec_member(f, name, true);
        else if (!reads && field == OWN_pv_san)
            code_line(c, name, domain->san, row->pv, &row->pv_length);
        else if (!reads)
            code_move(c, name, domain->san, &row->best);
        break;
    case OWN_best_move_optimal:
        if (!reads && row->best == ABS_NO_MOVE)
            row->best_move_optimal = ABS_UNKNOWN;
        code_answer(f, name, &row->best_move_optimal);
        break;
    case OWN_solved:
        code_answer(f, name, &row->solved);
        break;
    case OWN_solved_depth:
        row->solved_depth = reads ? 0 : row->solved_depth;
        if (codec_member(f, name, row->solved == ABS_YES))
            codec_int_value(f, 1, ABS_MAX_DEPTH, &row->solved_depth);
        break;
    case OWN_tt:
        code_table(c, name);
        break;
    case OWN_iterations:
        code_iterations(c, name);
        break;
    case OWN_completed:
        code_completed(c, name);
        break;
    case OWN_regret:
        if (codec_optional(f, name, &row->has_regret))
            codec_int_value(f, 0, 2 * ABS_VALUE_MAX, &row->regret);
        break;
    case OWN_regret_unit:
        if (codec_member(f, name, row->has_regret))
            codec_name_value(f, abs_regret_units, &unit);
        row->of_results = unit > 0;
        break;
    case OWN_time:
        code_time(c, name);
        break;
    case OWN_status:
        if (codec_member(f, name, true))
            codec_name_value(f, abs_statuses, &status);
        row->status = (abs_status)status;
        break;
    case OWN_check: /* written of what is written here */
        if (has)
            codec_text(f, name, &c->check);
        break;
    }
}

void fields_walk(coding *c, const char *config)
{
    for (size_t i = 0; i < ROW_FIELDS && !c->f.failed; i++) {
        const row_field *field = &row_fields[i];
        if (field->count != NULL)
            code_count(c, field->count);
        else if (field->config == NULL)
            code_own(c, (row_own)i);
        else if (config == NULL || field->config->level == CONFIG_COPY)
            fields_setting(&c->f, field->config, c->config);
        else if (field->config == config_fields) { /* the first: all of these */
            buffer_comma(c->f.b);
            buffer_text(c->f.b, config);
        }
    }
}
