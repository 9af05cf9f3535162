/* tables.c -- a report's findings as a page. See findings.h. */
#define _GNU_SOURCE
#include "find/answers.h"
#include "view/findings.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* Whether the group stands on pages. */
static bool is_shown(const abs_findings *f, uint32_t group)
{
    return !f->tally->groups[group].for_reference && !pairs_is_twin(&f->pairs, group);
}

void view_heading(abs_buffer *b, findings_view *v, uint32_t group, const char *what)
{
    label_write_heading(v->f->tally, &v->f->tally->groups[group], &v->f->labels, &v->text);
    buffer_text(&v->text, what);
    buffer_char(b, '\n');
    page_heading(b, v->page, buffer_end(&v->text));
    buffer_clear(&v->text);
}

void view_blocks(abs_buffer *b, findings_view *v, const uint32_t *order, const table_form *form,
                 const char *what, bool words, view_put *put)
{
    const abs_tally *tally = v->f->tally;
    table_data t;
    table_start(&t, form);
    for (size_t i = 0; i < tally->group_keys.count; i++) {
        const uint32_t block = tally->groups[order[i]].block;
        put(&t, v, order[i]);
        if (t.rows == 0 ||
            (i + 1 < tally->group_keys.count && tally->groups[order[i + 1]].block == block))
            continue;
        view_heading(b, v, order[i], what);
        table_write_page(b, &t, v->page, words);
        table_clear(&t);
        words = false;
    }
    table_free(&t);
}

/* ---- aggregates ------------------------------------------------------------------------------ */

/* Block after block: the groups of one spec and setting. */
static void put_aggregates(abs_buffer *b, findings_view *v, const uint32_t *order)
{
    const abs_tally *tally = v->f->tally;
    abs_buffer words = {0};
    table_data t;
    uint32_t last = UINT32_MAX;
    table_start(&t, &aggregates_form);
    adapt_aggregates(&t, v, &words);
    for (size_t i = 0; i < tally->group_keys.count; i++) {
        const abs_tally_group *g = &tally->groups[order[i]];
        if (!is_shown(v->f, order[i]) ||
            (v->f->regrets.count > 0 && v->f->aggregates[order[i]].n == 0))
            continue;
        if (g->block != last) {
            label_write_heading(tally, g, &v->f->labels, &v->text);
            table_heading(&t, buffer_end(&v->text));
            buffer_clear(&v->text);
        }
        last = g->block;
        put_aggregate(&t, v, order[i]);
    }
    if (t.rows > 0)
        table_write_page(b, &t, v->page, true);
    table_free(&t);
    buffer_free(&words);
}

/* ---- the best -------------------------------------------------------------------------------- */

enum { MEMBERS = 20 }; /* of a family; JSON has them all */

static void put_families(abs_buffer *b, findings_view *v)
{
    const abs_bests *ranking = &v->f->ranking;
    const bool markdown = v->page->markdown;
    bool told = false;
    table_data t;
    table_start(&t, &ranking_form);
    for (size_t i = 0; i < ranking->count; i++) {
        const abs_family *family = &ranking->families[i];
        char what[80];
        if (family->n < 2 || family->count < 3)
            continue;
        snprintf(what, sizeof what, ": against the best of %zu, n = %zu", family->count, family->n);
        view_heading(b, v, ranking->members[family->first].group, what);
        put_members(&t, v, ranking, i, MEMBERS);
        table_write_page(b, &t, v->page, false);
        if (family->count > MEMBERS)
            buffer_format(b, "%s... and %zu more, farther from the best.\n", markdown ? "\n" : "  ",
                          family->count - MEMBERS);
        if (!told) {
            buffer_text(b, markdown ? "\n" : "");
            table_write_words(b, &t, v->page);
        }
        told = true;
        table_clear(&t);
    }
    table_free(&t);
}

/* ---- what was solved ------------------------------------------------------------------------- */

static void put_solved(table_data *t, findings_view *v, uint32_t group)
{
    const abs_tally_group *g = &v->f->tally->groups[group];
    abs_buffer depths = {0};
    if (g->judged == 0 || !is_shown(v->f, group))
        return;
    for (unsigned depth = 0; depth <= ABS_MAX_DEPTH; depth++)
        if (g->solved_at[depth] > 0)
            buffer_format(&depths, "%s%u: %u", depths.length > 0 ? ", " : "", depth,
                          g->solved_at[depth]);
    add_SOLVED(t, v->f, g, 0, g->solved, view_label(v, group));
    table_take_text(t, SOLVED_depths, &depths);
    buffer_free(&depths);
}

/* ---- what moves lose ------------------------------------------------------------------------- */

/* Under a heading for each spec and unit, budget or depth. */
static void put_regrets(abs_buffer *b, findings_view *v)
{
    const abs_regrets *all = &v->f->regrets;
    table_data t;
    table_start(&t, &regrets_form);
    for (size_t i = 0; i < all->count; i++) {
        const regret_cell *c = &all->cells[i], *last = i > 0 ? c - 1 : NULL;
        const abs_tally_group *g = &v->f->tally->groups[c->group];
        if (last == NULL || v->f->tally->groups[last->group].spec != g->spec ||
            last->budget != c->budget || last->config.depth != c->config.depth ||
            (last->half_pawn > 0) != (c->half_pawn > 0)) {
            buffer_format(&v->text, "%s, %s", v->f->tally->specs.texts[g->spec],
                          c->budget > 0 ? "" : "depth ");
            buffer_format(&v->text, "%" PRIu64 "%s: what moves lose, in %s",
                          c->budget > 0 ? c->budget : (uint64_t)c->config.depth,
                          c->budget > 0 ? " of work" : "",
                          c->half_pawn > 0 ? g->points : "results");
            table_heading(&t, buffer_end(&v->text));
            buffer_clear(&v->text);
        }
        put_regret(&t, v, c);
    }
    if (all->count > 0)
        table_write_page(b, &t, v->page, true);
    table_free(&t);
}

/* ---- closed forms ---------------------------------------------------------------------------- */

/* One sentence for each reason why lines have no closed form, after `before`. */
static void write_uncovered(abs_buffer *b, const abs_tally *t, const theory_line *lines,
                            const char *before)
{
    const size_t groups = t->group_keys.count;
    for (size_t i = 0; i < groups; i++) {
        size_t all = 0, earlier = 0;
        for (size_t k = 0; k < groups && lines[i].form == NULL; k++)
            if (lines[k].form == NULL && lines[k].missing == lines[i].missing) {
                earlier += k < i;
                all++;
            }
        if (all == 0 || earlier > 0)
            continue;
        buffer_format(b, "%sNo closed form for %zu %s (%s%s): %s.\n", before, all,
                      all == 1 ? "line" : "lines", lines[i].group->config.algo.name,
                      all == 1 ? "" : " the first", lines[i].missing);
    }
}

/* "uniform:b=3,range=9, depth 4: pvs"; valid until the next. */
static const char *line_name(findings_view *v, const theory_line *l)
{
    buffer_clear(&v->label);
    label_write_heading(v->f->tally, l->group, &v->f->labels, &v->label);
    buffer_text(&v->label, ": ");
    label_add(&v->f->labels, &l->group->config, &v->label);
    return buffer_end(&v->label);
}

/* A sentence for each line whose first pass has a form. */
static void write_first_passes(abs_buffer *b, findings_view *v)
{
    char low[PLAYS_BOUND], high[PLAYS_BOUND];
    for (size_t i = 0; i < v->f->tally->group_keys.count; i++) {
        const theory_line *l = &v->f->theory[i];
        const abs_tally_group *g = l->group;
        if (isnan(l->first_expected))
            continue;
        buffer_format(b,
                      "%s%s: the first pass, with the window (%s, %s), visits %.2f nodes by closed "
                      "form; mean %.2f",
                      v->page->markdown ? "\n" : "", line_name(v, l),
                      plays_bound(g->first_alpha, low), plays_bound(g->first_beta, high),
                      l->first_expected, l->first.mean);
        if (isfinite(l->first.z))
            buffer_format(b, ", std. error %.2f, z %.2f", l->first.error, l->first.z);
        buffer_text(b, ".\n");
    }
}

static void put_theories(abs_buffer *b, findings_view *v)
{
    const bool markdown = v->page->markdown;
    abs_buffer sentences = {0};
    table_data t;
    table_start(&t, &theories_form);
    for (size_t g = 0; g < v->f->tally->group_keys.count; g++) {
        const theory_line *l = &v->f->theory[g];
        if (l->form != NULL)
            add_THEORY(&t, v->f, l, l->group, line_name(v, l));
    }
    if (t.rows > 0) {
        buffer_text(b, markdown ? "\n" : "");
        table_write_page(b, &t, v->page, false);
        buffer_text(b, markdown ? "\n" : "");
        table_write_words(b, &t, v->page);
        buffer_text(b, markdown ? "" : "\n");
    }
    write_first_passes(&sentences, v);
    write_uncovered(&sentences, v->f->tally, v->f->theory, markdown ? "\n" : "");
    page_wrap(b, v->page, 0, buffer_end(&sentences));
    buffer_free(&sentences);
    table_free(&t);
}

void tables_complain(const abs_findings *f)
{
    abs_buffer b = {0};
    for (size_t i = 0; i < f->tally->group_keys.count; i++)
        if (f->theory[i].form != NULL)
            return;
    write_uncovered(&b, f->tally, f->theory, "absbench: --theory: ");
    fputs(buffer_end(&b), stderr);
    buffer_free(&b);
}

/* ---- the page -------------------------------------------------------------------------------- */

/* After a first look: where the report is, and what to type next, by the program's name as it was
   typed. */
static void put_next(abs_buffer *b, const char *path)
{
    const char *const self = program_invocation_name;
    if (*path != '\0')
        buffer_format(b, "\nThe report is %s. Next:\n  %s report %s  # a page of it\n", path, self,
                      path);
    else
        buffer_format(b, "\nNext:\n  %s --output=run.json  # keeps the report\n", self);
    buffer_format(b,
                  "  %s tune --game=othello  # which search, window and guess: a race\n"
                  "  %s trace --tree=uniform:b=3,range=20 --depth=3 --plain --algo=pvs "
                  "\\\n      --output=pvs.html  # a page that steps through a small tree\n",
                  self, self);
}

/* What to use comes last, where a terminal stands. */
static void put_sentences(abs_buffer *b, findings_view *v)
{
    enum { ANSWERS = 12 }; /* a terminal's */
    const bool markdown = v->page->markdown;
    sentences_write(&v->text, v->f);
    page_sentences(b, v->page, PAGE_PLAIN, buffer_end(&v->text));
    buffer_text(b, markdown ? "" : "\n");
    buffer_clear(&v->text);
    if (v->f->brief != NULL)
        answers_brief(&v->text, v->f);
    else
        answers_write(&v->text, v->f, markdown ? 0 : ANSWERS);
    answers_regret(&v->text, v->f);
    page_sentences(b, v->page, PAGE_BOLD, buffer_end(&v->text));
    if (v->f->brief != NULL)
        put_next(b, v->f->brief);
}

void tables_write(abs_buffer *b, const abs_findings *f, const abs_plays *plays,
                  const abs_page *page)
{
    findings_view v = {.f = f, .page = page, .plays = plays};
    uint32_t *order = tally_by_block(f->tally);
    tally_sort_windows(f->tally, order);
    label_write_common(&f->labels, &v.text);
    page_wrap(b, page, 0, buffer_end(&v.text));
    buffer_clear(&v.text);
    put_aggregates(b, &v, order);
    plays_write(b, &v, order);
    put_families(b, &v);
    view_blocks(b, &v, order, &solved_form, ": positions solved (bm, am)", true, put_solved);
    view_blocks(b, &v, order, &swings_form, ": how values move", true, put_swings);
    put_regrets(b, &v);
    buffer_text(b, page->markdown ? "" : "\n");
    if (f->theory != NULL)
        put_theories(b, &v);
    put_sentences(b, &v);
    free(order);
    buffer_free(&v.text);
    buffer_free(&v.label);
}
