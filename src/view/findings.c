/* findings.c -- the tables of what all rows come to, but for the aggregates. See findings.h. */
#include "view/findings.h"
#include "find/sentences.h"

#include <math.h>

#define COLUMNS(columns) columns, sizeof columns / sizeof columns[0]

/* ---- the best -------------------------------------------------------------------------------- */

enum {
    BEST_LABEL,
    BEST_FAMILY,
    BEST_SPEC,
    BEST_CONFIG,
    BEST_N,
    BEST_AMONG,
    BEST_RATIO,
    BEST_P,
    BEST_VERDICT
};

static const table_column best_columns[] = {
    [BEST_LABEL] = {.head = "algorithm", .left = true},
    [BEST_FAMILY] = {.name = "family",
                     .kind = TABLE_COUNT,
                     .help = "from 1: those that are held against one best"},
    [BEST_SPEC] = {.name = "spec", .help = "what was searched"},
    [BEST_CONFIG] = {.name = "config", .help = "the configuration, as in `aggregates`"},
    [BEST_N] = {.name = "n",
                .kind = TABLE_COUNT,
                .unit = "positions",
                .help = "those that all of the family have finished"},
    [BEST_AMONG] = {.name = "among",
                    .kind = TABLE_COUNT,
                    .unit = "configurations",
                    .help = "how many the family has"},
    [BEST_RATIO] = {.name = "ratio",
                    .head = "to the best [95 %]",
                    .kind = TABLE_RATIO,
                    .left = true,
                    .words = "to the best: geometric mean",
                    .help = "to the best: geometric mean of the paired ratios of the measure"},
    [BEST_P] = {.name = "p_value",
                .head = "p",
                .kind = TABLE_REAL,
                .decimals = 3,
                .rank = 1,
                .words = "p: of the paired t test, corrected for all pairs",
                .help =
                    "of the paired t test on the logarithms with one position more, with Holm's "
                    "correction over all pairs; null for the best"},
    [BEST_VERDICT] = {.name = "verdict",
                      .head = "verdict",
                      .left = true,
                      .help = "`best`; `worse`, at the level 0.05; `not_distinguished`"},
};

const table_form best_form = {"best",
                              "Of each algorithm's windows the best, and how the others stand to "
                              "it: the best first, then by ratio.",
                              COLUMNS(best_columns)};
const table_form ranking_form = {"ranking", "The same of all sound searches of a spec and setting.",
                                 COLUMNS(best_columns)};

static const char *page_verdict(const abs_member *m, bool best)
{
    const bool worse = m->p < BEST_LEVEL;
    if (best)
        return "best";
    if (m->ratio.wins + m->ratio.losses == 0)
        return "equal everywhere";
    if (m->ratio.same)
        return worse ? "worse, the same within 2 %" : "the same within 2 %";
    return worse ? "worse" : "cannot be told from it";
}

static void put_member(table_data *t, findings_view *v, const abs_member *m, bool best)
{
    const abs_tally *tally = v->f->tally;
    const abs_tally_group *g = &tally->groups[m->group];
    const bool worse = m->p < BEST_LEVEL;
    table_row(t);
    put_label(t, v, BEST_LABEL, m->group);
    table_set_text(t, BEST_SPEC, tally->specs.texts[g->spec]);
    table_set_text(t, BEST_CONFIG, g->config_text);
    table_set_ratio(t, BEST_RATIO, &m->ratio);
    table_set_real(t, BEST_P, m->p);
    table_set_text(t, BEST_VERDICT, best ? "best" : worse ? "worse" : "not_distinguished");
    if (v->page == NULL)
        return;
    if (best)
        table_show(t, BEST_RATIO, "1.000");
    if (best || m->p < 0.001)
        table_show(t, BEST_P, "%s", best ? "" : "< 0.001");
    table_tint(t, BEST_VERDICT, best ? PAGE_GREEN : worse ? PAGE_RED : PAGE_PLAIN);
    table_show(t, BEST_VERDICT, "%s", page_verdict(m, best));
}

void put_members(table_data *t, findings_view *v, const abs_bests *bests, size_t family,
                 size_t most)
{
    const abs_family *f = &bests->families[family];
    for (size_t i = 0; i < f->count && i < most; i++) {
        put_member(t, v, &bests->members[f->first + i], i == 0);
        table_set_count(t, BEST_FAMILY, family + 1);
        table_set_count(t, BEST_N, f->n);
        table_set_count(t, BEST_AMONG, f->count);
    }
}

enum {
    CHOICE_OF,
    CHOICE_FAMILY,
    CHOICE_SPEC,
    CHOICE_CONFIG,
    CHOICE_REFERENCE,
    CHOICE_NAIVE,
    CHOICE_HELD_OUT,
    CHOICE_MISSING
};

static const table_column choice_columns[] = {
    [CHOICE_OF] = {.name = "of", .help = "`best` or `ranking`: the table that has the family"},
    [CHOICE_FAMILY] = {.name = "family", .kind = TABLE_COUNT, .help = "its number there"},
    [CHOICE_SPEC] = {.name = "spec", .help = "what was searched"},
    [CHOICE_CONFIG] = {.name = "config", .help = "the best, as in `aggregates`"},
    [CHOICE_REFERENCE] = {.name = "reference", .help = "as `--reference` names it"},
    [CHOICE_NAIVE] = {.name = "naive",
                      .kind = TABLE_RATIO,
                      .help = "of the best to its reference, on the positions it was chosen on"},
    [CHOICE_HELD_OUT] = {.name = "held_out",
                         .kind = TABLE_RATIO,
                         .help = "chosen on one half of the positions and measured on the other"},
    [CHOICE_MISSING] = {.name = "missing", .help = "why these are null"},
};

const table_form choices_form =
    TABLE_FORM("choices", "What choosing the best of each family is worth, against the reference.",
               choice_columns);

void fill_choices(table_data *t, findings_view *v, const char *of, const abs_bests *bests)
{
    const abs_tally *tally = v->f->tally;
    for (size_t i = 0; i < bests->count; i++) {
        const abs_family *family = &bests->families[i];
        const abs_tally_group *g = &tally->groups[bests->members[family->first].group];
        table_row(t);
        table_set_text(t, CHOICE_OF, of);
        table_set_count(t, CHOICE_FAMILY, i + 1);
        table_set_text(t, CHOICE_SPEC, tally->specs.texts[g->spec]);
        table_set_text(t, CHOICE_CONFIG, g->config_text);
        table_set_text(t, CHOICE_REFERENCE, v->f->reference);
        table_set_ratio(t, CHOICE_NAIVE, &family->naive);
        table_set_ratio(t, CHOICE_HELD_OUT, &family->held_out);
        table_set_text(t, CHOICE_MISSING,
                       family->naive.n > 1 ? NULL
                                           : "fewer than two positions that all of them and the "
                                             "reference of each have finished");
    }
}

/* ---- answers --------------------------------------------------------------------------------- */

enum {
    ANSWER_SPEC,
    ANSWER_DEPTH,
    ANSWER_KIND,
    ANSWER_USE,
    ANSWER_NEAR,
    ANSWER_WORSE,
    ANSWER_N,
    ANSWER_OPTIONS,
    ANSWER_SENTENCE
};

static const table_column answer_columns[] = {
    [ANSWER_SPEC] = {.name = "spec", .help = "what was searched"},
    [ANSWER_DEPTH] = {.name = "depth", .kind = TABLE_COUNT, .unit = "plies", .help = "to which"},
    [ANSWER_KIND] = {.name = "kind",
                     .help =
                         "`one`: one is best and takes less than the reference; `any`: nothing "
                         "is told from the reference; `alone`: nothing was compared; `too_few`: "
                         "one position"},
    [ANSWER_USE] = {.name = "use", .help = "the configuration to use, as in `aggregates`"},
    [ANSWER_NEAR] = {.name = "may_be_as_good", .help = "others, by ratio, with blanks between"},
    [ANSWER_WORSE] = {.name = "worse", .help = "and those that are not"},
    [ANSWER_N] = {.name = "n",
                  .kind = TABLE_COUNT,
                  .unit = "positions",
                  .help = "on which that was found"},
    [ANSWER_OPTIONS] = {.name = "options", .help = "what to write behind `absbench` for it"},
    [ANSWER_SENTENCE] = {.name = "sentence", .help = "all this in words"},
};

const table_form answers_form =
    TABLE_FORM("answers", "What to use, for each spec and setting.", answer_columns);

static void put_configs(table_data *t, findings_view *v, size_t column, const uint32_t *groups,
                        size_t count)
{
    buffer_clear(&v->text);
    for (size_t i = 0; i < count; i++) {
        buffer_text(&v->text, i > 0 ? " " : "");
        buffer_text(&v->text, v->f->tally->groups[groups[i]].config_text);
    }
    table_set_text(t, column, buffer_end(&v->text));
}

void fill_answers(table_data *t, findings_view *v)
{
    static const char *const kinds[] = {"one", "any", "alone", "too_few"};
    abs_answers all = answers_find(v->f);
    for (const abs_answer_of *a = all.list; a < all.list + all.count; a++) {
        const abs_tally_group *g = &v->f->tally->groups[a->use];
        table_row(t);
        table_set_text(t, ANSWER_SPEC, v->f->tally->specs.texts[g->spec]);
        table_set_count(t, ANSWER_DEPTH, (uint64_t)g->config.depth);
        table_set_text(t, ANSWER_KIND, kinds[a->kind]);
        put_configs(t, v, ANSWER_USE, &a->use, 1);
        put_configs(t, v, ANSWER_NEAR, a->near, a->nears);
        put_configs(t, v, ANSWER_WORSE, a->worse, a->worses);
        table_set_count(t, ANSWER_N, a->n);
        buffer_clear(&v->text);
        sentences_options(&v->text, v->f->tally, a->use);
        table_set_text(t, ANSWER_OPTIONS, buffer_end(&v->text));
        buffer_clear(&v->text);
        sentences_answer(&v->text, v->f, &v->labels, a);
        table_set_text(t, ANSWER_SENTENCE, buffer_end(&v->text));
        buffer_clear(&v->text);
    }
    answers_free(&all);
}

/* ---- positions that were solved -------------------------------------------------------------- */

enum {
    SOLVED_LABEL,
    SOLVED_SPEC,
    SOLVED_CONFIG,
    SOLVED_DEPTH,
    SOLVED_COUNT,
    SOLVED_OF,
    SOLVED_DEPTHS
};

static const table_column solved_columns[] = {
    [SOLVED_LABEL] = {.head = "algorithm", .left = true},
    [SOLVED_SPEC] = {.name = "spec", .help = "what was searched"},
    [SOLVED_CONFIG] = {.name = "config", .help = "the configuration, as in `aggregates`"},
    [SOLVED_DEPTH] = {.name = "from_depth",
                      .kind = TABLE_COUNT,
                      .unit = "plies",
                      .help =
                          "the first iteration from which on the best move solves the position"},
    [SOLVED_COUNT] = {.name = "solved",
                      .head = "solved",
                      .kind = TABLE_COUNT,
                      .unit = "rows",
                      .words = "solved: bm, am",
                      .help = "how many were solved from there on"},
    [SOLVED_OF] = {.head = "of", .kind = TABLE_COUNT},
    [SOLVED_DEPTHS] = {.head = "from depth", .left = true, .words = "from depth: how many of them"},
};

const table_form solved_form =
    TABLE_FORM("solved", "How many positions were solved, by depth; what solves one its file says.",
               solved_columns);

/* On a page a row; for machines a row for each depth. */
void put_solved(table_data *t, findings_view *v, uint32_t group)
{
    const abs_tally_group *g = &v->f->tally->groups[group];
    abs_buffer depths = {0};
    for (unsigned depth = 0; g->judged > 0 && depth <= ABS_MAX_DEPTH; depth++) {
        if (g->solved_at[depth] == 0)
            continue;
        buffer_format(&depths, "%s%u: %u", depths.length > 0 ? ", " : "", depth,
                      g->solved_at[depth]);
        if (v->page != NULL)
            continue;
        table_row(t);
        table_set_text(t, SOLVED_SPEC, v->f->tally->specs.texts[g->spec]);
        table_set_text(t, SOLVED_CONFIG, g->config_text);
        table_set_count(t, SOLVED_DEPTH, depth);
        table_set_count(t, SOLVED_COUNT, g->solved_at[depth]);
    }
    if (v->page != NULL) {
        table_row(t);
        put_label(t, v, SOLVED_LABEL, group);
        table_set_count(t, SOLVED_COUNT, g->solved);
        table_set_count(t, SOLVED_OF, g->judged);
        table_show(t, SOLVED_DEPTHS, "%s", buffer_end(&depths));
    }
    buffer_free(&depths);
}

/* ---- closed forms ---------------------------------------------------------------------------- */

enum {
    THEORY_LABEL,
    THEORY_DOMAIN,
    THEORY_SPEC,
    THEORY_ALGO,
    THEORY_DEPTH,
    THEORY_CONFIG,
    THEORY_LEAVES,
    THEORY_DISTINCT,
    THEORY_LEAST,
    THEORY_MEAN,
    THEORY_ERROR,
    THEORY_Z,
    THEORY_N,
    THEORY_NODES,
    THEORY_LIMIT,
    THEORY_METHOD,
    THEORY_SOURCE,
    THEORY_MISSING,
    FIRST_ALPHA,
    FIRST_BETA,
    FIRST_EXPECTED,
    FIRST_MEAN,
    FIRST_ERROR,
    FIRST_Z,
};

static const table_column theory_columns[] = {
    [THEORY_LABEL] = {.head = "leaves by closed form", .left = true},
    [THEORY_DOMAIN] = {.name = "domain", .help = "what was searched"},
    [THEORY_SPEC] = {.name = "spec", .help = "the same with its parameters"},
    [THEORY_ALGO] = {.name = "algo", .help = "by which algorithm"},
    [THEORY_DEPTH] = {.name = "depth", .kind = TABLE_COUNT, .unit = "plies", .help = "to which"},
    [THEORY_CONFIG] = {.name = "config", .help = "the configuration, as in `aggregates`"},
    [THEORY_LEAVES] = {.name = "expected_leaves",
                       .head = "expected",
                       .kind = TABLE_REAL,
                       .decimals = 2,
                       .words = "expected: leaves visited",
                       .unit = "leaves",
                       .help = "by closed form, each as often as it is entered"},
    [THEORY_DISTINCT] = {.name = "expected_distinct_leaves",
                         .head = "distinct",
                         .kind = TABLE_REAL,
                         .decimals = 2,
                         .rank = 3,
                         .words = "distinct: each once",
                         .unit = "leaves",
                         .help = "each once"},
    [THEORY_LEAST] = {.name = "least_leaves",
                      .head = "least",
                      .kind = TABLE_REAL,
                      .decimals = 2,
                      .rank = 2,
                      .words = "least: of any proof",
                      .unit = "leaves",
                      .help = "of the minimal tree; null where widths vary"},
    [THEORY_MEAN] = {.name = "measured_mean",
                     .head = "mean",
                     .kind = TABLE_REAL,
                     .decimals = 2,
                     .words = "mean: of the searches",
                     .unit = "leaves",
                     .help = "of the searches"},
    [THEORY_ERROR] = {.name = "measured_error",
                      .head = "std. error",
                      .kind = TABLE_REAL,
                      .decimals = 2,
                      .rank = 1,
                      .unit = "leaves",
                      .help = "the mean's standard error"},
    [THEORY_Z] = {.name = "measured_z",
                  .head = "z",
                  .kind = TABLE_REAL,
                  .decimals = 2,
                  .words = "z: standard errors from expected to mean",
                  .help = "standard errors from what is expected to the mean"},
    [THEORY_N] = {.name = "measured_n", .kind = TABLE_COUNT, .unit = "rows", .help = "searches"},
    [THEORY_NODES] = {.name = "expected_nodes",
                      .kind = TABLE_REAL,
                      .unit = "nodes",
                      .help = "by closed form"},
    [THEORY_LIMIT] = {.name = "branching_factor_limit",
                      .kind = TABLE_REAL,
                      .help = "of alpha-beta in deep trees of this width"},
    [THEORY_METHOD] = {.name = "method", .help = "what the closed form sums up"},
    [THEORY_SOURCE] = {.name = "source", .help = "who published it"},
    [THEORY_MISSING] = {.name = "missing", .help = "why there is no form, or no z"},
    [FIRST_ALPHA] = {.name = "first_alpha",
                     .kind = TABLE_SIGNED,
                     .help = "the window of the first pass, where it is always the same; null: "
                             "infinite, or no form"},
    [FIRST_BETA] = {.name = "first_beta", .kind = TABLE_SIGNED, .help = "its other end"},
    [FIRST_EXPECTED] = {.name = "first_expected_nodes",
                        .kind = TABLE_REAL,
                        .unit = "nodes",
                        .help = "of the first pass, by closed form"},
    [FIRST_MEAN] = {.name = "first_mean",
                    .kind = TABLE_REAL,
                    .unit = "nodes",
                    .help = "of the searches' first passes"},
    [FIRST_ERROR] = {.name = "first_error",
                     .kind = TABLE_REAL,
                     .unit = "nodes",
                     .help = "the mean's standard error"},
    [FIRST_Z] = {.name = "first_z",
                 .kind = TABLE_REAL,
                 .help = "standard errors from what is expected to the mean"},
};

const table_form theory_form_of_lines = TABLE_FORM(
    "theory", "With --theory: what closed forms expect, beside the means.", theory_columns);

/* A large number is short on a page. */
static void put_real(table_data *t, size_t column, double value)
{
    table_set_real(t, column, value);
    if (isfinite(value) && fabs(value) >= 1e9)
        table_show(t, column, "%.4e", value);
}

static void put_first_pass(table_data *t, const theory_line *l)
{
    const abs_tally_group *g = l->group;
    if (isnan(l->first_expected))
        return;
    if (g->first_alpha > -ABS_INFINITY)
        table_set_signed(t, FIRST_ALPHA, g->first_alpha);
    if (g->first_beta < ABS_INFINITY)
        table_set_signed(t, FIRST_BETA, g->first_beta);
    table_set_real(t, FIRST_EXPECTED, l->first_expected);
    table_set_real(t, FIRST_MEAN, l->first.mean);
    table_set_real(t, FIRST_ERROR, l->first.error);
    table_set_real(t, FIRST_Z, l->first.z);
}

void put_theory(table_data *t, findings_view *v, const theory_line *l)
{
    const abs_tally_group *g = l->group;
    table_row(t);
    if (v->page != NULL) {
        buffer_clear(&v->text);
        label_write_heading(v->f->tally, g, &v->labels, &v->text);
        buffer_text(&v->text, ": ");
        label_add(&v->labels, &g->config, &v->text);
        table_show(t, THEORY_LABEL, "%s", buffer_end(&v->text));
    }
    table_set_text(t, THEORY_DOMAIN, g->domain);
    table_set_text(t, THEORY_SPEC, v->f->tally->specs.texts[g->spec]);
    table_set_text(t, THEORY_ALGO, g->config.algo.name);
    table_set_count(t, THEORY_DEPTH, (uint64_t)g->config.depth);
    table_set_text(t, THEORY_CONFIG, g->config_text);
    put_real(t, THEORY_LEAVES, l->leaves);
    put_real(t, THEORY_DISTINCT, l->distinct);
    put_real(t, THEORY_LEAST, l->least);
    if (l->measured) {
        put_real(t, THEORY_MEAN, l->mean.mean);
        put_real(t, THEORY_ERROR, l->mean.error);
        put_real(t, THEORY_Z, l->mean.z);
        table_set_count(t, THEORY_N, g->ok);
    }
    table_set_real(t, THEORY_NODES, l->nodes);
    table_set_real(t, THEORY_LIMIT, l->limit);
    table_set_text(t, THEORY_METHOD, l->form != NULL ? l->form->method : NULL);
    table_set_text(t, THEORY_SOURCE, l->form != NULL ? l->form->source : NULL);
    table_set_text(t, THEORY_MISSING, l->missing);
    put_first_pass(t, l);
}
