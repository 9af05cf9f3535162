/* report_theory.c -- what closed forms expect, beside what was measured. See report_parts.h. */
#include "report_parts.h"
#include "theory.h"
#include "uniform.h"

#include <math.h>
#include <stdlib.h>

enum { DIGITS = 10, CELL = 32, COLUMNS = 7 };

typedef struct {
    const char *method, *source;
} form;

static const form minimax_form = {"every node: products of mean widths", "Knuth & Moore 1975"};
static const form least_form = {"where all widths are alike, so are all proofs of a value",
                                "Knuth & Moore 1975"};
static const form window_form = {
    "exact sum over the distribution of the bounds, ties included",
    "Fuller, Gaschnig & Gillogly 1973; Knuth & Moore 1975; Baudet 1978"};
static const form best_first_form = {
    "exact sum over the values of upper bounds (dual: lower), ties included; a table that forgets "
    "nothing",
    "Stockman 1979; Roizen & Pearl 1983"};

/* One group: the closed form and the mean that stands beside it. */
typedef struct {
    const abs_tally_group *group;
    theory_tree tree;
    const form *form;    /* NULL: none */
    const char *missing; /* why there is no form, or no z */
    double leaves, nodes;
    double distinct; /* leaves, each once */
    double least;    /* NAN where widths vary */
    double limit;    /* of the branching factor, likewise */
    bool measured;
    double mean, error, z; /* NAN: none */
} line;

/* ---- which form covers a group ----------------------------------------------------------------
 */

/* The uniform tree of a spec, or NULL and why its values are not what the forms are for. */
static const char *read_tree(const abs_tally *t, const abs_tally_group *g, theory_tree *tree)
{
    abs_error error;
    uniform_rules rules;
    const char *spec = t->specs.texts[g->spec], *colon = strchr(spec, ':');
    if (strcmp(t->spec[g->spec].domain, uniform_domain.name) != 0)
        return "closed forms are for uniform trees";
    if (!uniform_domain.parse_rules(&rules, colon != NULL ? colon + 1 : "", &error))
        return "the spec cannot be read";
    if (rules.commute)
        return "with commute=1 a leaf has many parents: values are not independent";
    if (g->config.grain > 1)
        return "rounded values are not equally likely; use --grain=1";
    *tree = (theory_tree){rules.width.low, rules.width.high, 2 * (int64_t)rules.range + 1};
    return NULL;
}

/*
 * The form for a configuration, or NULL and why there is none. Under the open window neither a
 * table (no position is searched twice) nor an order matters: it is chosen by what says nothing
 * about the leaves to come, and before they are seen all orders are alike. But where widths vary,
 * shallower iterations show which moves leave few replies, and such moves tend to be good.
 */
static const form *find_form(const abs_config *c, const theory_tree *tree, const char **why)
{
    const abs_core *core = &c->algo.core->core;
    if (core->minimax)
        return &minimax_form;
    *why = "the limits have a closed form where all widths are alike, the minimal tree's";
    if (c->algo.core->limit != ABS_LIMIT_NONE)
        return c->algo.core->limit == ABS_LIMIT_TREE && tree->low == tree->high ? &least_form
                                                                                : NULL;
    *why = "no closed form for this algorithm";
    if (c->algo.driver == ABS_OPEN) {
        if (core->null_window || core->first_idle)
            return NULL;
        *why = "where widths vary, deepening tells the order which moves leave few replies; use "
               "--order=none or --deepening=off";
        return tree->low == tree->high || c->order == 0 || !c->deepening ? &window_form : NULL;
    }
    if (c->algo.driver != ABS_SSS && c->algo.driver != ABS_DUAL)
        return NULL;
    *why = "closed forms of sss and dual are for a fixed order and a table in exact mode, without "
           "deepening; use --tt=SIZE --order=none --deepening=off";
    return c->order == 0 && c->tt_bytes > 0 && c->tt_mode == ABS_TT_EXACT && !c->deepening
               ? &best_first_form
               : NULL;
}

/* Adds one search to the line; deepening searches depth after depth. */
static void add_depth(line *l, int depth)
{
    const theory_tree *tree = &l->tree;
    double visits[THEORY_DEPTH_MAX + 1] = {0}, entries[THEORY_DEPTH_MAX + 1] = {0};
    const double *counted = visits; /* a node each time it is entered */
    if (l->form == &minimax_form) {
        theory_minimax(tree, depth, visits);
    } else if (l->form == &least_form) {
        for (int ply = 0; ply <= depth; ply++)
            visits[ply] = theory_least_leaves(tree->low, ply);
    } else if (l->form == &window_form) {
        theory_window(tree, depth, 0, tree->values + 1, visits);
    } else {
        const bool dual = l->group->config.algo.driver == ABS_DUAL;
        theory_best_first(tree, depth, dual, visits, entries);
        counted = entries;
    }
    l->distinct += visits[depth];
    l->leaves += counted[depth];
    for (int ply = 0; ply <= depth; ply++)
        l->nodes += counted[ply];
    l->least += tree->low == tree->high ? theory_least_leaves(tree->low, depth) : NAN;
}

static void measure(line *l)
{
    const abs_tally_group *g = l->group;
    l->error = l->z = NAN;
    l->measured = g->ok > 0 && g->others == 0 && !(l->form == &best_first_form && g->forgot);
    l->mean = g->leaves;
    if (g->others > 0)
        l->missing = "rows were stopped: those that are left are not like the others";
    else if (!l->measured)
        l->missing = "the table had to forget; use a larger --tt";
    else if (g->ok < 2)
        l->missing = "n = 1: no standard error";
    if (!l->measured || g->ok < 2)
        return;
    l->error = sqrt(g->leaves_m2 / (double)(g->ok - 1) / (double)g->ok);
    if (l->error > 0)
        l->z = (l->mean - l->leaves) / l->error;
    else
        l->missing = "all trees have as many leaves: no z";
}

/* The depths searched: deepening goes through all of them. */
static int first_depth(const abs_config *c)
{
    return c->deepening && c->depth > 0 ? 1 : c->depth;
}

/* Which form there is, not yet worked out. */
static line cover(const abs_tally *t, const abs_tally_group *g)
{
    const abs_config *c = &g->config;
    line l = {.group = g};
    l.missing = read_tree(t, g, &l.tree);
    if (l.missing == NULL)
        l.form = find_form(c, &l.tree, &l.missing);
    if (l.form != NULL &&
        theory_work(&l.tree, c->depth) * (c->depth - first_depth(c) + 1) > THEORY_WORK_MAX) {
        l.form = NULL;
        l.missing = "too many values, children or plies to sum over";
    }
    return l;
}

static line work_out(const abs_tally *t, const abs_tally_group *g)
{
    line l = cover(t, g);
    if (l.form == NULL)
        return l;
    l.missing = NULL;
    for (int depth = first_depth(&g->config); depth <= g->config.depth; depth++)
        add_depth(&l, depth);
    l.limit = l.tree.low == l.tree.high ? theory_branching_factor(l.tree.low) : NAN;
    measure(&l);
    return l;
}

/* A line for each aggregate; free them. NULL: no memory, and the buffer has failed. */
static line *all_lines(abs_buffer *b, const abs_findings *f,
                       line find(const abs_tally *, const abs_tally_group *))
{
    line *lines = malloc((f->aggregate_count + 1) * sizeof *lines);
    b->failed |= lines == NULL;
    for (size_t i = 0; lines != NULL && i < f->aggregate_count; i++)
        lines[i] = find(f->tally, &f->tally->groups[f->aggregates[i].group]);
    return lines;
}

/* ---- JSON -------------------------------------------------------------------------------------
 */

static void number(abs_buffer *b, const char *name, double value)
{
    buffer_key(b, name);
    buffer_real(b, value, DIGITS);
}

static void string(abs_buffer *b, const char *name, const char *text)
{
    buffer_key(b, name);
    if (text != NULL)
        buffer_string(b, text);
    else
        buffer_text(b, "null");
}

static void json_line(abs_buffer *b, const abs_tally *t, const line *l)
{
    const abs_tally_group *g = l->group;
    buffer_text(b, "{\"by\":{");
    string(b, "domain", t->spec[g->spec].domain);
    string(b, "spec", t->specs.texts[g->spec]);
    string(b, "algo", g->config.algo.name);
    buffer_format(b, ",\"depth\":%d", g->config.depth);
    string(b, "config", g->config_text);
    buffer_char(b, '}');
    number(b, "expected_leaves", l->form != NULL ? l->leaves : NAN);
    number(b, "expected_nodes", l->form != NULL ? l->nodes : NAN);
    number(b, "expected_distinct_leaves", l->form != NULL ? l->distinct : NAN);
    number(b, "least_leaves", l->form != NULL ? l->least : NAN);
    number(b, "branching_factor_limit", l->form != NULL ? l->limit : NAN);
    string(b, "method", l->form != NULL ? l->form->method : NULL);
    string(b, "source", l->form != NULL ? l->form->source : NULL);
    buffer_key(b, "measured");
    if (l->measured) {
        buffer_format(b, "{\"n\":%zu", g->ok);
        number(b, "mean", l->mean);
        number(b, "standard_error", l->error);
        number(b, "z", l->z);
        buffer_char(b, '}');
    } else {
        buffer_text(b, "null");
    }
    string(b, "missing", l->missing);
    buffer_char(b, '}');
}

void theory_json(abs_buffer *b, const abs_findings *f)
{
    line *lines = all_lines(b, f, work_out);
    buffer_text(b, "\"theory\":[");
    for (size_t i = 0; lines != NULL && i < f->aggregate_count; i++) {
        buffer_text(b, i > 0 ? ",\n" : "\n");
        json_line(b, f->tally, &lines[i]);
    }
    buffer_text(b, "\n],\n");
    free(lines);
}

/* ---- tables ------------------------------------------------------------------------------------
 */

static const char *const headers[COLUMNS] = {
    "leaves by closed form", "expected", "distinct", "least", "mean", "std. error", "z"};

typedef struct {
    const abs_findings *f;
    line *lines;
    label_rules rules;
    size_t width[COLUMNS];
    bool markdown;
    abs_buffer name, label;
} sheet;

/* "uniform:b=4,range=100, depth 5: alphabeta"; valid until the next. */
static const char *line_name(sheet *s, const line *l)
{
    buffer_clear(&s->name);
    label_write_heading(s->f->tally, l->group, &s->rules, &s->name);
    label_write(&s->rules, &l->group->config, &s->label);
    buffer_format(&s->name, ": %s", buffer_end(&s->label));
    return buffer_end(&s->name);
}

/* Every cell but the name. */
static void line_cells(const line *l, char cells[COLUMNS][CELL])
{
    const double values[COLUMNS] = {
        NAN, l->leaves, l->distinct, l->least, l->measured ? l->mean : NAN, l->error, l->z};
    for (int k = 1; k < COLUMNS; k++)
        if (!isfinite(values[k]))
            snprintf(cells[k], CELL, "-");
        else
            snprintf(cells[k], CELL, fabs(values[k]) < 1e9 ? "%.2f" : "%.4e", values[k]);
}

/* Finds the widths; false if no line has a form. */
static bool measure_sheet(sheet *s)
{
    char cells[COLUMNS][CELL];
    bool any = false;
    for (int k = 0; k < COLUMNS; k++)
        s->width[k] = strlen(headers[k]);
    for (size_t i = 0; i < s->f->aggregate_count; i++) {
        if (s->lines[i].form == NULL)
            continue;
        any = true;
        line_cells(&s->lines[i], cells);
        for (int k = 0; k < COLUMNS; k++) {
            const size_t w = strlen(k == 0 ? line_name(s, &s->lines[i]) : cells[k]);
            s->width[k] = w > s->width[k] ? w : s->width[k];
        }
    }
    return any;
}

/* Names to the left, numbers to the right. */
static void put_cell(abs_buffer *b, const sheet *s, int column, const char *text)
{
    const int width = (int)s->width[column];
    buffer_text(b, s->markdown ? "| " : column > 0 ? "  " : "");
    buffer_format(b, column > 0 ? "%*s" : "%-*s", width, text);
    buffer_text(b, s->markdown ? " " : "");
    if (column == COLUMNS - 1)
        buffer_text(b, s->markdown ? "|\n" : "\n");
}

static void put_lines(abs_buffer *b, sheet *s)
{
    char cells[COLUMNS][CELL];
    for (int k = 0; k < COLUMNS; k++)
        put_cell(b, s, k, headers[k]);
    if (s->markdown)
        buffer_text(b, "| :-- | --: | --: | --: | --: | --: | --: |\n");
    for (size_t i = 0; i < s->f->aggregate_count; i++) {
        if (s->lines[i].form == NULL)
            continue;
        line_cells(&s->lines[i], cells);
        for (int k = 0; k < COLUMNS; k++)
            put_cell(b, s, k, k == 0 ? line_name(s, &s->lines[i]) : cells[k]);
    }
}

/* One sentence for each reason why lines have no closed form, after `before`. */
static void write_uncovered(abs_buffer *b, const abs_findings *f, const line *lines,
                            const char *before)
{
    enum { REASONS = 16 };
    const char *told[REASONS];
    size_t count = 0;
    for (size_t i = 0; i < f->aggregate_count && count < REASONS; i++) {
        size_t all = 0, k = 0;
        while (k < count && told[k] != lines[i].missing)
            k++;
        if (lines[i].form != NULL || k < count)
            continue;
        told[count++] = lines[i].missing;
        for (k = i; k < f->aggregate_count; k++)
            all += lines[k].form == NULL && lines[k].missing == lines[i].missing;
        buffer_format(b, "%sNo closed form for %zu %s (%s%s): %s.\n", before, all,
                      all == 1 ? "line" : "lines", lines[i].group->config.algo.name,
                      all == 1 ? "" : " the first", lines[i].missing);
    }
}

static void write_sheet(abs_buffer *b, const abs_findings *f, bool markdown)
{
    sheet s = {.f = f, .lines = all_lines(b, f, work_out), .markdown = markdown};
    if (s.lines == NULL)
        return;
    s.rules = label_find(f->tally);
    if (measure_sheet(&s)) {
        buffer_text(b, markdown ? "\n" : "");
        put_lines(b, &s);
        buffer_text(b, markdown ? "" : "\n");
    }
    write_uncovered(b, f, s.lines, markdown ? "\n" : "");
    b->failed |= s.name.failed || s.label.failed;
    buffer_free(&s.name);
    buffer_free(&s.label);
    free(s.lines);
}

void theory_terminal(abs_buffer *b, const abs_findings *f)
{
    write_sheet(b, f, false);
}

void theory_markdown(abs_buffer *b, const abs_findings *f)
{
    write_sheet(b, f, true);
}

void theory_complain(const abs_findings *f, abs_format format)
{
    abs_buffer b = {0};
    bool covered = false;
    if (format == ABS_FORMAT_JSONL || format == ABS_FORMAT_CSV)
        fputs("absbench: --theory: this format holds rows alone; use json, table or markdown\n",
              stderr);
    if (format != ABS_FORMAT_JSON)
        return;
    line *lines = all_lines(&b, f, cover);
    for (size_t i = 0; lines != NULL && i < f->aggregate_count; i++)
        covered |= lines[i].form != NULL;
    if (lines != NULL && !covered)
        write_uncovered(&b, f, lines, "absbench: --theory: ");
    fputs(buffer_end(&b), stderr);
    buffer_free(&b);
    free(lines);
}
