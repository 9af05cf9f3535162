/* fields.c -- see fields.h. One walk over row.def serves every form; what is told apart is only
   what a form has no room for. */
#include "log/fields.h"
#include "base/memory.h"
#include "base/mix.h"
#include "log/fields_own.h"

#include <math.h>
#include <stdlib.h>

/* A row under way. */
typedef struct {
    codec f;
    abs_row *row; /* only read from where it is written */
    const char *id;
    line_walk *walk;
    bool times;
    fields_reader *reader; /* NULL: it is written */
    abs_config *config;    /* the row's, to be read into */
    fields_texts texts;
    const char *check;            /* read: the hash of the rest */
    uint64_t follows[ROW_FIELDS]; /* read: the sums, to be held against the rest */
} coding;

/* ---- counters ------------------------------------------------------------------------------ */

/* A sum is checked once the rest is there. A measurement may not have been taken. */
static void code_count(coding *c, const row_count *k, uint64_t *sum)
{
    codec *f = &c->f;
    const char *name = f->prefix[0] != '\0' || f->within[0] != '\0' ? row_count_key(k) : k->name;
    bool there = row_has_count(k, c->row);
    uint64_t written = codec_reads(f) ? 0 : row_counted(k, c->row);
    uint64_t *number = !codec_reads(f) ? &written : k->sum != NULL ? sum : row_count_at(k, c->row);
    if (k == &row_counts[COUNT_distinct_leaves] && codec_reads(f)) {
        *number = 0;
        if (!codec_optional(f, name, &there))
            c->row->missing = UINT64_C(1) << COUNT_distinct_leaves;
        else
            codec_whole_value(f, number);
    } else if (codec_member(f, name, there)) {
        codec_whole_value(f, number);
    }
}

/* An object in JSON; a cell for each of its counters. */
static void code_table(coding *c, const char *name)
{
    codec *f = &c->f;
    const bool cells = f->form == CODEC_CSV || f->form == CODEC_CSV_HEADER;
    if (!cells && !codec_member(f, name, c->row->config->tt_bytes > 0))
        return;
    const codec_place outer = codec_enter(f, f->item, "tt.", "tt_");
    for (const row_count *k = row_counts; k < row_counts + COUNTS; k++)
        if (k->of_table)
            code_count(c, k, NULL);
    codec_leave(f, outer);
}

/* ---- moves --------------------------------------------------------------------------------- */

/*
 * The place in generator order of the move at `here` that is written so; texts differ within a
 * position. `likely` is tried first: rows of one position often share a line.
 */
static unsigned find_move(const abs_entry *e, const void *here, const cJSON *text, unsigned likely)
{
    char word[ABS_TEXT_MAX];
    const unsigned count = cJSON_IsString(text) ? e->domain->count_moves(e->rules, here) : 0;
    for (unsigned i = 0; i <= count; i++) {
        const unsigned move = i == 0 ? likely : i - 1;
        if (move >= count)
            continue;
        e->domain->move_text(e->rules, here, move, word, sizeof word);
        if (strcmp(word, text->valuestring) == 0)
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
    const uint16_t written = (uint16_t)*move;
    const unsigned likely = *move;
    bool there = true;
    if (!codec_reads(f)) {
        write_moves(c, name, write, &written, *move != ABS_NO_MOVE, false);
        return;
    }
    *move = ABS_NO_MOVE;
    if (!codec_optional(f, name, &there))
        return;
    const char *text = NULL;
    codec_text_value(f, &text);
    if (f->failed)
        return;
    *move = find_move(c->row->entry, c->row->entry->position, f->item, likely);
    if (*move == ABS_NO_MOVE)
        codec_fail(f, "is not a legal move of its position");
}

/* A line of moves from the position. */
static void code_line(coding *c, const char *name, line_writer *write, uint16_t *line,
                      unsigned *length)
{
    codec *f = &c->f;
    if (!codec_reads(f)) {
        write_moves(c, name, write, line, *length, true);
        return;
    }
    const unsigned known = *length; /* of the row before */
    const abs_entry *e = c->row->entry;
    *length = 0;
    if (!codec_member(f, name, true))
        return;
    if (!cJSON_IsArray(f->item)) {
        codec_fail(f, "is not a list");
        return;
    }
    line_start(c->walk, e);
    for (const cJSON *item = f->item->child; item != NULL; item = item->next) {
        const unsigned ply = *length;
        if (ply > ABS_MAX_PLY) {
            codec_fail(f, "is too long");
            return;
        }
        const unsigned move = find_move(e, c->walk->here, item, ply < known ? line[ply] : 0);
        if (move == ABS_NO_MOVE) {
            codec_fail(f, "holds what is not a legal move");
            return;
        }
        line[(*length)++] = (uint16_t)move;
        line_advance(c->walk, e, move);
    }
}

/* ---- iterations ---------------------------------------------------------------------------- */

static void code_pass(coding *c, const cJSON *item, abs_pass *p)
{
    codec *f = &c->f;
    const codec_place outer = codec_enter(f, item, "pass.", "");
    codec_bound(f, "alpha", -ABS_INFINITY, &p->alpha);
    codec_bound(f, "beta", ABS_INFINITY, &p->beta);
    codec_int(f, "value", 1 - ABS_INFINITY, ABS_INFINITY - 1, &p->value);
    codec_whole(f, "nodes", &p->nodes);
    codec_whole(f, "work", &p->work);
    codec_leave(f, outer);
}

/* Begins a list that JSON alone has. Reading: whether it is one. */
static bool open_list(codec *f, const char *name)
{
    if (!codec_member(f, name, true))
        return false;
    if (f->form == CODEC_JSON)
        buffer_char(f->b, '[');
    else if (!cJSON_IsArray(f->item))
        codec_fail(f, "is not a list");
    return !f->failed;
}

static void code_passes(coding *c, abs_iteration *it)
{
    codec *f = &c->f;
    abs_row *row = c->row;
    if (!open_list(f, "passes"))
        return;
    for (size_t i = 0; !codec_reads(f) && i < it->passes; i++) {
        buffer_comma(f->b);
        code_pass(c, NULL, &row->passes[it->first_pass + i]);
    }
    const cJSON *item = codec_reads(f) ? f->item->child : NULL;
    for (; item != NULL && !f->failed; item = item->next, it->passes++) {
        memory_grow(&row->passes, &row->pass_room, row->pass_count, sizeof *row->passes);
        row->passes[row->pass_count] = (abs_pass){0};
        code_pass(c, item, &row->passes[row->pass_count++]);
    }
    if (f->form == CODEC_JSON)
        buffer_char(f->b, ']');
}

static void code_iteration(coding *c, const cJSON *item, abs_iteration *it)
{
    codec *f = &c->f;
    const codec_place outer = codec_enter(f, item, "iteration.", "");
    codec_int(f, "depth", 0, ABS_MAX_DEPTH, &it->depth);
    if (codec_reads(f) ? codec_has(f, "guess") : it->for_guess) {
        it->for_guess = true;
        if (codec_member(f, "guess", true))
            codec_truth_value(f, &it->for_guess);
        if (!f->failed && !it->for_guess)
            codec_fail(f, "is not true");
    }
    if (codec_optional(f, "value", &it->has_value))
        codec_int_value(f, -ABS_VALUE_MAX, ABS_VALUE_MAX, &it->value);
    codec_whole(f, "nodes", &it->nodes);
    codec_whole(f, "work", &it->work);
    codec_whole(f, "leaves", &it->leaves);
    code_passes(c, it);
    codec_leave(f, outer);
}

/* JSON alone has them: a cell holds no list of lists. */
static void code_iterations(coding *c, const char *name)
{
    codec *f = &c->f;
    abs_row *row = c->row;
    if (f->form == CODEC_CSV || f->form == CODEC_CSV_HEADER || !open_list(f, name))
        return;
    for (size_t i = 0; !codec_reads(f) && i < row->iteration_count; i++) {
        buffer_comma(f->b);
        code_iteration(c, NULL, &row->iterations[i]);
    }
    const cJSON *item = codec_reads(f) ? f->item->child : NULL;
    for (; item != NULL && !f->failed; item = item->next) {
        memory_grow(&row->iterations, &row->iteration_room, row->iteration_count,
                    sizeof *row->iterations);
        abs_iteration *it = &row->iterations[row->iteration_count++];
        *it = (abs_iteration){.first_pass = row->pass_count};
        code_iteration(c, item, it);
    }
    if (f->form == CODEC_JSON)
        buffer_char(f->b, ']');
}

/* ---- other fields of their own kinds ------------------------------------------------------- */

/* An object in JSON; a cell for each of its members. */
static void code_completed(coding *c, const char *name)
{
    codec *f = &c->f;
    abs_completed *of = &c->row->completed;
    line_writer *write = of->any || codec_reads(f) ? c->row->entry->domain->move_text : NULL;
    const bool cells = f->form == CODEC_CSV || f->form == CODEC_CSV_HEADER;
    unsigned none = 0, *length = cells && !of->any ? &none : &of->pv_length;
    if (!cells && !codec_optional(f, name, &of->any))
        return;
    const codec_place outer = codec_enter(f, f->item, "completed.", "completed_");
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

/* nodes_per_s belongs to the real_s that is printed: whoever reads the row gets the same. */
static void code_rate(codec *f, double real_s, double nodes)
{
    const double printed_s = floor(real_s * 1e9 + 0.5) / 1e9;
    const double rate = printed_s > 0 ? floor(nodes / printed_s + 0.5) : NAN;
    bool there = rate < 1e15;
    if (!codec_optional(f, "nodes_per_s", &there))
        return;
    if (!codec_reads(f))
        buffer_unsigned(f->b, (uint64_t)rate);
    else if (!cJSON_IsNumber(f->item) || !(f->item->valuedouble >= 0))
        codec_fail(f, "is not a number, 0 or more");
}

/* A limit's time went into finding it, and says nothing about its nodes: no rate. */
static void code_time(coding *c, const char *name)
{
    codec *f = &c->f;
    abs_row *row = c->row;
    const bool limit = row->config->algo.core->limit != ABS_LIMIT_NONE;
    const bool cells = f->form == CODEC_CSV || f->form == CODEC_CSV_HEADER;
    if (codec_reads(f)) {
        row->real_s = row->cpu_s = row->min_s = row->max_s = NAN;
        row->repeats = 0;
        c->times = codec_has(f, name);
    }
    if (!c->times || (!cells && !codec_member(f, name, true)))
        return;
    const codec_place outer = codec_enter(f, f->item, "time.", "");
    codec_seconds(f, "real_s", &row->real_s);
    codec_seconds(f, "cpu_s", &row->cpu_s);
    code_rate(f, row->real_s, limit ? NAN : (double)row->n.nodes);
    if (codec_member(f, "repeats", codec_reads(f) || row->repeats > 0))
        codec_int_value(f, 1, INT32_MAX, &row->repeats);
    codec_seconds(f, "min_s", &row->min_s);
    codec_seconds(f, "max_s", &row->max_s);
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

/* What follows from the moves is written alone. */
static void code_san(coding *c, row_own field, line_writer *write)
{
    const char *name = row_fields[field].name;
    if (codec_reads(&c->f))
        codec_skip(&c->f, name);
    else if (field == OWN_best_move_san)
        code_move(c, name, write, &c->row->best);
    else
        code_line(c, name, write, c->row->pv, &c->row->pv_length);
}

static void code_solved_depth(coding *c, const char *name)
{
    codec *f = &c->f;
    const bool solved = c->row->solved == ABS_YES;
    if (codec_reads(f) && !solved) {
        bool there = true;
        c->row->solved_depth = 0;
        if (codec_optional(f, name, &there))
            codec_fail(f, "is not null, but the position is not solved");
    } else if (codec_member(f, name, solved)) {
        codec_int_value(f, 1, ABS_MAX_DEPTH, &c->row->solved_depth);
    }
}

static void code_job(coding *c, const char *name)
{
    if (codec_reads(&c->f))
        c->row->job = ABS_NO_JOB;
    if (codec_reads(&c->f) ? codec_has(&c->f, name) : c->row->job != ABS_NO_JOB)
        codec_whole(&c->f, name, &c->row->job);
}

static void code_seed(coding *c, const char *name)
{
    if (codec_optional(&c->f, name, &c->texts.has_seed))
        codec_whole_value(&c->f, &c->texts.seed);
    if (codec_reads(&c->f))
        fields_make_entry(c->reader, &c->f, &c->texts);
}

/* ---- the row ------------------------------------------------------------------------------- */

static void code_own(coding *c, row_own field)
{
    codec *f = &c->f;
    abs_row *row = c->row;
    const abs_domain *domain = row->entry->domain;
    const char *name = row_fields[field].name;
    unsigned status = row->status;
    switch (field) {
    case OWN_id:
        codec_text(f, name, &c->id);
        break;
    case OWN_job:
        code_job(c, name);
        break;
    case OWN_kind:
        codec_text(f, name, &c->texts.kind);
        break;
    case OWN_domain:
        codec_text(f, name, &c->texts.domain);
        break;
    case OWN_spec:
        codec_text(f, name, &c->texts.spec);
        break;
    case OWN_position:
        codec_text(f, name, &c->texts.position);
        break;
    case OWN_position_id:
        codec_text(f, name, &c->texts.position_id);
        break;
    case OWN_seed:
        code_seed(c, name);
        break;
    case OWN_value:
        if (codec_optional(f, name, &row->has_value))
            codec_int_value(f, -ABS_VALUE_MAX, ABS_VALUE_MAX, &row->value);
        break;
    case OWN_best_move:
        code_move(c, name, domain->move_text, &row->best);
        break;
    case OWN_best_move_san:
    case OWN_pv_san:
        code_san(c, field, domain->san);
        break;
    case OWN_best_move_optimal:
        row->best_move_optimal =
            row->best != ABS_NO_MOVE || codec_reads(f) ? row->best_move_optimal : ABS_UNKNOWN;
        code_answer(f, name, &row->best_move_optimal);
        break;
    case OWN_solved:
        code_answer(f, name, &row->solved);
        break;
    case OWN_solved_depth:
        code_solved_depth(c, name);
        break;
    case OWN_pv:
        code_line(c, name, domain->move_text, row->pv, &row->pv_length);
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
    case OWN_time:
        code_time(c, name);
        break;
    case OWN_status:
        if (codec_member(f, name, true))
            codec_name_value(f, abs_statuses, &status);
        row->status = (abs_status)status;
        break;
    case OWN_check: /* written of what is written here */
        if (codec_reads(f) && codec_has(f, name))
            codec_text(f, name, &c->check);
        break;
    }
}

/* `config`: the settings that copies share as JSON members, where they have been written before; or
   NULL. */
static void code_row(coding *c, const char *config)
{
    for (size_t i = 0; i < ROW_FIELDS && !c->f.failed; i++) {
        const row_field *field = &row_fields[i];
        if (field->count != NULL)
            code_count(c, field->count, &c->follows[i]);
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

/* ---- writing ------------------------------------------------------------------------------- */

static void write_row(codec_form form, abs_buffer *b, const abs_row *row, const char *id,
                      const char *config, line_walk *walk, bool times)
{
    abs_row copy = *row;
    abs_config settings = *row->config;
    const abs_entry *e = row->entry;
    coding c = {
        .f = {.form = form, .b = b, .prefix = "", .within = ""},
        .row = &copy,
        .id = id,
        .walk = walk,
        .times = times,
        .config = &settings,
        .texts = {e->domain->kind, e->domain->name, e->spec, e->text, e->id, e->has_seed, e->seed}};
    copy.config = &settings;
    const codec_place outer = codec_enter(&c.f, NULL, "", "");
    code_row(&c, config);
    codec_leave(&c.f, outer);
}

void fields_json_row(abs_buffer *b, const abs_row *row, const char *id, const char *config,
                     line_walk *walk, bool times)
{
    write_row(CODEC_JSON, b, row, id, config, walk, times);
}

/* The hash of so many bytes: of a row's text without its check, of a configuration. */
static uint64_t hash_text(const char *text, size_t length)
{
    uint64_t hash = length, word;
    for (; length >= sizeof word; text += sizeof word, length -= sizeof word) {
        memcpy(&word, text, sizeof word);
        hash = (hash ^ word) * ABS_G;
        hash ^= hash >> 32;
    }
    word = 0;
    memcpy(&word, text, length);
    return abs_mix64((hash ^ word) * ABS_G);
}

void fields_log_row(abs_buffer *b, const abs_row *row, const char *id, const char *config,
                    line_walk *walk, bool times)
{
    const size_t start = b->length;
    fields_json_row(b, row, id, config, walk, times);
    const uint64_t check = hash_text(b->data + start, b->length - start);
    b->length--; /* its brace */
    buffer_key(b, row_fields[ROW_check].name);
    buffer_hex(b, check);
    buffer_char(b, '}');
}

static const struct row_text *find_text(row_texts *t, const abs_config *config)
{
    struct row_text **place = &t->of[hash_text((const char *)config, sizeof *config) % ROW_TEXTS];
    struct row_text *text = *place;
    if (text == NULL)
        text = *place = memory_zeros(1, sizeof *text);
    if (text->words[0] != '\0' && memcmp(&text->config, config, sizeof *config) == 0)
        return text;
    memcpy(&text->config, config, sizeof *config);
    config_words(config, text->words, sizeof text->words);
    buffer_clear(&text->json);
    fields_json_config(&text->json, config, CONFIG_POLICY);
    buffer_end(&text->json);
    return text;
}

const char *texts_id(row_texts *t, const abs_row *row)
{
    const abs_entry *e = row->entry;
    buffer_clear(&t->id);
    buffer_text(&t->id, abs_is_tree(e->domain) ? "" : e->spec);
    buffer_text(&t->id, abs_is_tree(e->domain) ? "" : "/");
    buffer_text(&t->id, e->id);
    buffer_char(&t->id, '/');
    buffer_text(&t->id, find_text(t, row->config)->words);
    return buffer_end(&t->id);
}

void texts_log_row(row_texts *t, abs_buffer *b, const abs_row *row, bool times)
{
    const char *id = texts_id(t, row);
    fields_log_row(b, row, id, find_text(t, row->config)->json.data, &t->walk, times);
}

void texts_free(row_texts *t)
{
    for (size_t i = 0; i < ROW_TEXTS; i++) {
        if (t->of[i] != NULL)
            buffer_free(&t->of[i]->json);
        free(t->of[i]);
    }
    buffer_free(&t->id);
    line_free(&t->walk);
    *t = (row_texts){0};
}

void fields_json_config(abs_buffer *b, const abs_config *config, config_level level)
{
    codec f = {.form = CODEC_JSON, .b = b, .prefix = "", .within = ""};
    abs_config settings = *config;
    for (const config_field *field = config_fields; field < config_fields + CONFIG_FIELDS; field++)
        if (field->level <= level)
            fields_setting(&f, field, &settings);
}

void fields_json_bound(abs_buffer *b, const char *name, int bound)
{
    codec f = {.form = CODEC_JSON, .b = b};
    codec_bound(&f, name, 0, &bound);
}

void fields_json_time(abs_buffer *b, double real_s, double cpu_s, double nodes)
{
    codec f = {.form = CODEC_JSON, .b = b};
    buffer_member_open(b, "time", '{');
    codec_seconds(&f, "real_s", &real_s);
    codec_seconds(&f, "cpu_s", &cpu_s);
    code_rate(&f, real_s, nodes);
    buffer_char(b, '}');
}

/* The names that a row of nothing has, so that header and rows cannot differ. */
void fields_csv_header(abs_buffer *b, bool times, bool jobs)
{
    const abs_domain domain = {0};
    const abs_entry entry = {.domain = &domain};
    const abs_config config = {.algo = {.core = abs_core_table}};
    const abs_row row = {
        .entry = &entry, .config = &config, .job = jobs ? 0 : ABS_NO_JOB, .best = ABS_NO_MOVE};
    write_row(CODEC_CSV_HEADER, b, &row, NULL, NULL, NULL, times);
    buffer_char(b, '\n');
}

void fields_csv_row(abs_buffer *b, const abs_row *row, const char *id, line_walk *walk, bool times)
{
    write_row(CODEC_CSV, b, row, id, NULL, walk, times);
    buffer_char(b, '\n');
}

void fields_csv_end(abs_buffer *b, const char *text, bool times, bool jobs)
{
    abs_buffer header = {0};
    fields_csv_header(&header, times, jobs);
    buffer_text(b, text);
    for (size_t i = 0; i < header.length; i++)
        if (header.data[i] == ',')
            buffer_char(b, ',');
    buffer_char(b, '\n');
    buffer_free(&header);
}

/* ---- reading ------------------------------------------------------------------------------- */

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

/* What follows from the rest of the row must agree with it. Of the minimal tree, leaves and nodes
   are of two trees; what is kept as interior makes the number of leaves come out. */
static void check_sums(coding *c)
{
    char problem[80];
    abs_row *row = c->row;
    bool odd = false;
    if (!row_has_count(&row_counts[COUNT_interior], row))
        row->n.interior = row->n.nodes - c->follows[ROW_leaves];
    if (row->n.qnodes > UINT64_MAX - row->n.nodes)
        codec_fail_at(&c->f, "qnodes", "and nodes are more than 2^64 - 1 together");
    for (size_t at = 0; at < ROW_FIELDS && !c->f.failed; at++) {
        const row_count *k = row_fields[at].count;
        if (k == NULL || k->sum == NULL)
            continue;
        const uint64_t given = c->follows[at];
        const bool leaves = at == ROW_leaves;
        const bool agrees = leaves ? leaves_agree(&row->n, given) : given == row_counted(k, row);
        snprintf(problem, sizeof problem, "is not %s", k->follows);
        if (!agrees && !c->reader->take_odd)
            codec_fail_at(&c->f, k->name, problem);
        else if (!agrees && leaves)
            bend_interior(&row->n, given);
        odd |= !agrees;
    }
    c->reader->odd += odd && !c->f.failed;
}

/* What a status has, and a best move. */
static void check_results(coding *c)
{
    codec *f = &c->f;
    const abs_row *row = c->row;
    if (row->has_value != (row->status == ABS_STATUS_OK))
        codec_fail_at(f, "value",
                      row->has_value ? "is not null, but the status is not ok"
                                     : "is not a whole number, but the status is ok");
    if (row->completed.any && row->status != ABS_STATUS_NODE_LIMIT &&
        row->status != ABS_STATUS_TIMEOUT)
        codec_fail_at(f, "completed", "is not null, but the search was not stopped");
    if (row->best == ABS_NO_MOVE && row->best_move_optimal != ABS_UNKNOWN)
        codec_fail_at(f, "best_move_optimal", "is not null, but best_move is");
}

/* The id follows from the rest, and tells whether the position's value is known to be another. */
static void check_id(coding *c)
{
    fields_reader *r = c->reader;
    if (strcmp(c->id, texts_id(&r->texts, c->row)) != 0) {
        codec_fail_at(&c->f, "id", "is not the one that its configuration makes");
        return;
    }
    r->id_hash = abs_mix_text(c->id);
    r->entry.facts.known_count = names_find(r->wrong_answers, c->id) != UINT32_MAX;
    r->entry.facts.known[0] =
        (abs_known){.depth = r->config.depth,
                    .eval = r->config.eval,
                    .value = r->row.has_value && r->row.value == 0}; /* another */
}

/* Whether the hash is that of the text as it stands, whose last member it is; or, where another
   program has written the text anew, of the text that the row makes. */
static bool check_agrees(const coding *c, const char *text)
{
    fields_reader *r = c->reader;
    abs_buffer *b = &r->scratch;
    for (int again = 0; again < 2; again++) {
        buffer_clear(b);
        const char *check = again || text == NULL ? NULL : strstr(text, ",\"check\":\"");
        if (check != NULL) {
            buffer_bytes(b, text, (size_t)(check - text));
            buffer_char(b, '}');
        } else {
            fields_json_row(b, &r->row, c->id, NULL, &r->walk, c->times);
        }
        const uint64_t hash = hash_text(b->data, b->length);
        buffer_clear(b);
        buffer_hex(b, hash);
        if (strlen(c->check) == b->length - 2 && memcmp(c->check, b->data + 1, b->length - 2) == 0)
            return true;
    }
    return false;
}

static bool check_row(coding *c, const char *text)
{
    codec *f = &c->f;
    if (!f->failed)
        check_sums(c);
    if (!f->failed)
        check_results(c);
    if (!f->failed)
        check_id(c);
    if (!f->failed && c->check != NULL && !check_agrees(c, text))
        f->failed = !abs_fail(f->error, ABS_CANNOT_RUN,
                              "%.300s: row %zu: it was edited or damaged: it is not what its "
                              "`check` is of; without that line, --resume searches it again",
                              f->file, f->row);
    return !f->failed;
}

bool fields_read(fields_reader *r, const cJSON *json, const char *text, const char *file,
                 size_t number, abs_error *error)
{
    abs_row *row = &r->row;
    coding c = {.f = {.form = CODEC_READ,
                      .prefix = "",
                      .within = "",
                      .file = file,
                      .row = number,
                      .error = error},
                .row = row,
                .walk = &r->walk,
                .reader = r,
                .config = &r->config};
    static const abs_domain none;
    if (r->entry.domain == NULL)
        r->entry.domain = &none;
    row->entry = &r->entry;
    row->config = &r->config;
    memset(&r->config, 0, sizeof r->config); /* its padding too: it is hashed */
    r->config.grain = 1;
    r->config.algo.core = abs_core_table;
    row->n = (abs_counters){0};
    row->missing = row->iteration_count = row->pass_count = 0;
    row->value = 0;
    const codec_place outer = codec_enter(&c.f, json, "", "");
    code_row(&c, NULL);
    codec_leave(&c.f, outer);
    return check_row(&c, text);
}
