/* tables.c -- see tables.h. */
#include "view/tables.h"
#include "find/answers.h"
#include "find/label.h"
#include "find/sentences.h"

#include <math.h>

/* Which columns are left out first where room is short. */
enum {
    RANK_MEASURE = 1,
    RANK_N,
    RANK_MOVES,
    RANK_TIME,
    RANK_CUT,
    RANK_ROOT,
    RANK_INTERIOR,
    RANK_NOISE
};

enum { REFERENCE_MAX = 20 }; /* of its name in the header */

typedef struct {
    const abs_findings *f;
    label_rules labels;
    sheet sheet;
    char reference[REFERENCE_MAX + 1];
    bool compact; /* 1.23 M for 1 234 567 */
    bool wrong_values, wrong_moves, noise;
    abs_buffer ratio_words;
    abs_buffer text; /* scratch */
} table;

/* What columns mean. */
static const char noise_words[] = "cpu: processor time, ~ noise (--repeat=5 measures)";
static const char research_words[] = "re-search: again, with another window";
static const char wrong_words[] = "wrong: of those judged";
static const char *const measure_words[METRICS] = {
    [METRIC_work] = "work: nodes and qnodes",
    [METRIC_nodes] = "nodes: without those of quiescence",
    [METRIC_leaves] = "leaves: without those of quiescence",
    [METRIC_distinct_leaves] = "distinct leaves: each once an iteration",
    [METRIC_evaluations] = "evaluations: static, those for ordering too",
    [METRIC_time] = "cpu: processor time",
};

/* ---- columns ------------------------------------------------------------------------------- */

static const char *words_of(const table *t, abs_metric metric)
{
    return metric == METRIC_time && t->noise ? noise_words : measure_words[metric];
}

/* Under the metric's own words. */
static void add_measure_column(table *t)
{
    sheet *s = &t->sheet;
    switch (t->f->tally->metric) {
    case METRIC_distinct_leaves:
        sheet_add(s, SHEET_RIGHT, RANK_MEASURE, "", "distinct", "leaves");
        break;
    case METRIC_evaluations:
        sheet_add(s, SHEET_RIGHT, RANK_MEASURE, "", "evalu-", "ations");
        break;
    case METRIC_time:
        sheet_add(s, SHEET_RIGHT, RANK_MEASURE, "", "cpu", "s");
        break;
    default:
        sheet_add(s, SHEET_RIGHT, RANK_MEASURE, "", "", abs_metric_nouns[t->f->tally->metric]);
    }
    sheet_explain(s, words_of(t, t->f->tally->metric));
}

static bool shows_time(const abs_findings *f)
{
    return f->times && f->tally->metric != METRIC_time; /* where it stands anyway */
}

static void add_time_column(table *t)
{
    sheet_add(&t->sheet, SHEET_RIGHT, t->noise ? RANK_NOISE : RANK_TIME, "", "cpu",
              t->f->milliseconds ? "ms" : "s");
    sheet_explain(&t->sheet, words_of(t, METRIC_time));
}

/* A long name is cut, unless the page has room for anything. */
static void add_ratio_column(table *t)
{
    const char *name = t->f->reference;
    if (!t->sheet.page->markdown && strlen(name) > REFERENCE_MAX) {
        snprintf(t->reference, sizeof t->reference, "%.*s..", REFERENCE_MAX - 2, name);
        name = t->reference;
    }
    sheet_add(&t->sheet, SHEET_LEFT, 0, "ratio to", name, "[95 % interval]");
    if (name == t->f->reference)
        buffer_text(&t->ratio_words, "ratio: geometric mean");
    else
        buffer_format(&t->ratio_words, "ratio: geometric mean, to %s", t->f->reference);
    sheet_explain(&t->sheet, buffer_end(&t->ratio_words));
}

static void make_columns(table *t)
{
    const abs_findings *f = t->f;
    sheet *s = &t->sheet;
    for (size_t i = 0; i < f->tally->group_keys.count; i++) {
        t->wrong_values |= !config_is_sound(&f->tally->groups[i].config);
        t->wrong_moves |= f->verification.wrongs[i].wrong_moves > 0;
        t->noise |= f->times && tally_is_noise(&f->tally->groups[i]);
    }
    t->wrong_moves |= t->wrong_values;
    s->lines = 3;
    sheet_add(s, SHEET_LEFT, 0, "", "", s->page->markdown ? "algorithm" : "algorithm  ");
    sheet_add(s, SHEET_RIGHT, RANK_N, "", "", "n");
    sheet_explain(s, "n: searches finished");
    add_measure_column(t);
    if (f->compares)
        add_ratio_column(t);
    sheet_add(s, SHEET_RIGHT, RANK_ROOT, "root", "re-", "search");
    sheet_explain(s, research_words);
    sheet_add(s, SHEET_RIGHT, RANK_INTERIOR, "interior", "re-", "search");
    sheet_explain(s, research_words);
    sheet_add(s, SHEET_RIGHT, RANK_CUT, "first", "move", "cut %");
    sheet_explain(s, "first move cut %: cutoffs by the first move tried");
    if (shows_time(f))
        add_time_column(t);
    if (t->wrong_values)
        sheet_add(s, SHEET_RIGHT, 0, "", "wrong", "values");
    if (t->wrong_values)
        sheet_explain(s, wrong_words);
    if (t->wrong_moves)
        sheet_add(s, SHEET_RIGHT, RANK_MOVES, "", "wrong", "moves");
    if (t->wrong_moves)
        sheet_explain(s, wrong_words);
}

static void put_count(table *t, uint64_t number)
{
    double scaled = (double)number;
    size_t unit = 0;
    if (!t->compact || number < 10000) {
        buffer_grouped(&t->sheet.cells, number);
        sheet_cell(&t->sheet, "%s", "");
        return;
    }
    for (; scaled >= 999.5; scaled /= 1000)
        unit++;
    sheet_cell(&t->sheet, "%.*f %c",
               scaled < 9.995   ? 2
               : scaled < 99.95 ? 1
                                : 0,
               scaled, " kMGTPE"[unit]);
}

/* What was timed too seldom is marked. */
static void put_time(sheet *s, const abs_tally_group *g, int decimals, double time)
{
    if (isfinite(time) && tally_is_noise(g)) {
        buffer_char(&s->cells, '~');
        sheet_tint(s, SHEET_DIM);
    }
    sheet_real(s, decimals, time);
}

/* What may be wrong is no better for being cheaper. */
static void put_ratio(sheet *s, const stats_ratio *r, bool unsound)
{
    if (!unsound)
        sheet_tint_ratio(s, r);
    sheet_ratio(s, r);
}

static void put_wrong(sheet *s, bool unsound, size_t wrong, size_t judged)
{
    sheet_tint(s, wrong > 0 ? SHEET_RED : SHEET_PLAIN);
    if (judged > 0 && (unsound || wrong > 0))
        sheet_cell(s, "%zu/%zu", wrong, judged);
    else
        sheet_cell(s, "%s", unsound ? "?" : "");
}

/* The cells of a row, under the name that `text` holds. */
static void put_cells(table *t, const abs_aggregate *a)
{
    const abs_tally_group *g = &t->f->tally->groups[a->group];
    const abs_wrongs *w = &t->f->verification.wrongs[a->group];
    const bool unsound = !config_is_sound(&g->config);
    sheet *s = &t->sheet;
    sheet_cell(s, s->page->markdown ? "%s" : "  %s", buffer_end(&t->text));
    sheet_cell(s, "%zu", a->n);
    if (a->n > 0 && t->f->tally->metric == METRIC_time)
        put_time(s, g, 4, 1e-9 * (double)a->measure.sum);
    else if (a->measure.has_sum && a->n > 0)
        put_count(t, a->measure.sum);
    else
        sheet_cell(s, "-");
    if (t->f->compares && a->reference == a->group && a->n > 0)
        sheet_cell(s, "1.000 (reference)");
    else if (t->f->compares)
        put_ratio(s, &a->ratio, unsound);
    put_count(t, g->sums[COUNT_root_researches]);
    put_count(t, g->sums[COUNT_interior_researches]);
    sheet_real(s, 1,
               100 * (double)g->sums[COUNT_first_move_cutoffs] / (double)g->sums[COUNT_cutoffs]);
    if (shows_time(t->f))
        put_time(s, g, 2, t->f->milliseconds ? 1e3 * g->cpu_s : g->cpu_s);
    if (t->wrong_values)
        put_wrong(s, unsound, w->wrong_values, w->values_judged);
    if (t->wrong_moves)
        put_wrong(s, unsound, w->wrong_moves, w->moves_judged);
}

/* ---- layout -------------------------------------------------------------------------------- */

static void put_label(table *t, size_t group)
{
    label_write_twins(&t->labels, t->f->tally, &t->f->pairs, (uint32_t)group, &t->text);
}

/* Fits the columns to all rows. */
static void measure(table *t)
{
    sheet_measure_header(&t->sheet);
    for (size_t i = 0; i < t->f->tally->group_keys.count; i++) {
        if (t->f->tally->groups[i].for_reference || pairs_is_twin(&t->f->pairs, i))
            continue;
        put_label(t, i);
        put_cells(t, &t->f->aggregates[i]);
        sheet_measure(&t->sheet);
    }
}

/* Makes the table fit the page: before anything else, with shorter counts. */
static void fit(table *t)
{
    measure(t);
    if (sheet_fits(&t->sheet))
        return;
    t->compact = true;
    measure(t);
    sheet_fit(&t->sheet);
}

/* ---- text ---------------------------------------------------------------------------------- */

static void put_row(abs_buffer *b, table *t, size_t aggregate)
{
    put_label(t, aggregate);
    put_cells(t, &t->f->aggregates[aggregate]);
    sheet_row(b, &t->sheet);
}

/* Block after block: the groups of one spec and setting. */
static void put_blocks(abs_buffer *b, table *t)
{
    const abs_findings *f = t->f;
    const abs_tally_group *groups = f->tally->groups;
    const bool markdown = t->sheet.page->markdown;
    if (!markdown && f->tally->group_keys.count > 0)
        sheet_header(b, &t->sheet);
    for (size_t block = 0; block < f->tally->blocks.count; block++) {
        bool begun = false;
        for (size_t i = 0; i < f->tally->group_keys.count; i++) {
            if (groups[i].block != block || groups[i].for_reference || pairs_is_twin(&f->pairs, i))
                continue;
            if (!begun) {
                buffer_clear(&t->text);
                label_write_heading(f->tally, &groups[i], &t->labels, &t->text);
                buffer_text(b, block > 0 || (markdown && b->length > 0) ? "\n" : "");
                sheet_heading(b, t->sheet.page, buffer_end(&t->text));
                if (markdown)
                    sheet_header(b, &t->sheet);
                begun = true;
            }
            put_row(b, t, i);
        }
    }
}

/* What to use stands out from the options below it, which are to be copied. */
static void put_answers(abs_buffer *b, const sheet_page *page, char *text)
{
    for (char *end; (end = strchr(text, '\n')) != NULL; text = end + 1) {
        *end = '\0';
        if (*text != ' ')
            sheet_paint(b, page, SHEET_BOLD);
        sheet_wrap(b, page, 0, text);
        if (*text != ' ')
            sheet_paint(b, page, SHEET_PLAIN);
        buffer_char(b, '\n');
    }
}

/* In Markdown, every sentence is a paragraph. What to use comes last, where a terminal stands. */
static void put_sentences(abs_buffer *b, table *t)
{
    enum { ANSWERS = 12 }; /* a terminal's */
    const sheet_page *page = t->sheet.page;
    buffer_clear(&t->text);
    sentences_write(&t->text, t->f);
    if (!page->markdown) {
        buffer_char(&t->text, '\n');
        sheet_wrap(b, page, 0, buffer_end(&t->text));
        buffer_clear(&t->text);
    }
    answers_write(&t->text, t->f, page->markdown ? 0 : ANSWERS);
    if (!page->markdown) {
        if (*buffer_end(&t->text) != '\0')
            put_answers(b, page, t->text.data);
        return;
    }
    buffer_char(&t->text, '\0');
    for (char *line = t->text.data, *end; !t->text.failed && (end = strchr(line, '\n')) != NULL;
         line = end + 1) {
        *end = '\0';
        const char *const options = line + strspn(line, " "); /* what is indented is to be copied */
        buffer_char(b, '\n');
        if (options > line)
            buffer_format(b, "    %s", options);
        else
            buffer_markdown(b, line);
        buffer_char(b, '\n');
    }
}

void tables_write(abs_buffer *b, const abs_findings *f, const sheet_page *page)
{
    table t = {.f = f, .labels = label_find(f->tally), .sheet = {.page = page}};
    make_columns(&t);
    label_write_common(&t.labels, &t.text);
    sheet_wrap(b, page, 0, buffer_end(&t.text));
    fit(&t);
    put_blocks(b, &t);
    if (f->tally->group_keys.count > 0) {
        buffer_char(b, '\n');
        sheet_words(b, &t.sheet);
    }
    tables_plays(b, f, page);
    tables_best(b, f, page);
    tables_solved(b, f, page);
    buffer_text(b, page->markdown ? "" : "\n");
    if (f->theory != NULL)
        theory_table(b, f->tally, f->theory, page);
    put_sentences(b, &t);
    b->failed |= t.text.failed || t.ratio_words.failed;
    buffer_free(&t.text);
    buffer_free(&t.ratio_words);
    buffer_free(&t.sheet.cells);
}
