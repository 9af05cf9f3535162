/* findings.c -- the findings of a report as tables, for programs and on a page. See tables.h. */
#include "view/tables.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

const char *view_label(findings_view *v, uint32_t group)
{
    if (v->page == NULL)
        return NULL;
    buffer_clear(&v->label);
    buffer_text(&v->label, v->page->markdown ? "" : "  ");
    label_add_twins(&v->f->labels, &v->f->pairs, group, &v->label);
    return buffer_end(&v->label);
}

/* Puts the heading of the group's block over the next rows of a page: "stub, depth 2: what". */
static void put_heading(table_data *t, findings_view *v, uint32_t group, const char *what)
{
    if (v->page == NULL)
        return;
    label_write_heading(v->f->tally, &v->f->tally->groups[group], &v->f->labels, &v->text);
    buffer_text(&v->text, what);
    table_heading(t, buffer_end(&v->text));
    buffer_clear(&v->text);
}

/* ---- what to use ----------------------------------------------------------------------------- */

static void fill_answers(void *finding, table_data *t)
{
    static const char *const kinds[ANSWER_KINDS] = {"better", "best", "undecided", "alone",
                                                    "too_few"};
    static const size_t columns[] = {[ANSWER_LESS] = CELL(answers, better),
                                     [ANSWER_EQUAL] = CELL(answers, equal),
                                     [ANSWER_UNSETTLED] = CELL(answers, not_settled),
                                     [ANSWER_DEARER] = CELL(answers, worse)};
    findings_view *v = finding;
    const abs_tally *tally = v->f->tally;
    size_t count;
    abs_answer_of *list = answers_find(v->f, &count);
    for (const abs_answer_of *a = list; a < list + count; a++) {
        const bool engine = tally->groups[a->reference].config.algo.engine != NULL;
        const uint32_t use = engine || a->kind == ANSWER_TOO_FEW ? UINT32_MAX : a->use;
        const uint32_t told = a->use != UINT32_MAX ? a->use : a->reference;
        uint32_t least = UINT32_MAX;
        for (size_t i = a->count; i-- > 0 && a->kind == ANSWER_UNDECIDED;)
            if (answers_side(findings_judged(v->f, a->others[i])) == ANSWER_UNSETTLED)
                least = a->others[i];
        answers_add(t, v, a, use, least, kinds[a->kind]);
        answers_options(&v->text, tally->groups[told].subject, &tally->groups[told].config);
        table_take_text(t, CELL(answers, options), &v->text);
        answers_say(&v->text, v->f, a);
        table_take_text(t, CELL(answers, sentence), &v->text);
        for (size_t side = 0; side < sizeof columns / sizeof *columns; side++) {
            for (size_t i = 0; i < a->count; i++)
                if (answers_side(findings_judged(v->f, a->others[i])) == side)
                    buffer_format(&v->text, "%s%s", v->text.length > 0 ? " " : "",
                                  tally->groups[a->others[i]].config_text);
            table_take_text(t, columns[side], &v->text);
        }
    }
    free(list);
}

/* ---- aggregates ------------------------------------------------------------------------------ */

/* Why a column of the aggregate is null, or NULL if none is. */
static const char *find_missing(findings_view *v, const abs_aggregate *a, const abs_tally_group *g)
{
    const abs_metric metric = v->f->tally->metric;
    const int part = metric == METRIC_nodes ? COUNT_research_nodes : COUNT_research_work;
    const struct {
        bool holds;
        const char *reason;
    } all[] = {
        {a->nodes.too_large || a->work.too_large || (a->measure.too_large && metric != METRIC_time),
         "a sum is beyond 2^64 - 1"},
        {a->n == 0, "no row has status ok and what the metric counts: no median, no mean"},
        {!isfinite(a->branching_factor),
         "no position was searched one ply less deep: no branching factor"},
        {g->missing >> part & 1, "an engine shows no re-searches: no share of them"},
        {a->n > 0 && g->sums[COUNT_cutoffs] == 0, "no cutoffs: no share of first moves"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].holds)
            buffer_format(&v->text, "%s%s", v->text.length > 0 ? "; " : "", all[i].reason);
    return v->text.length > 0 ? buffer_end(&v->text) : NULL;
}

/* Why a column of its ratio is null, or NULL if none is. */
static const char *find_ratio_missing(findings_view *v, const abs_aggregate *a)
{
    buffer_clear(&v->words);
    if (!v->f->compares)
        return "no ratios were asked for (--reference=none)";
    if (a->reference == UINT32_MAX)
        buffer_format(&v->words, "no %s row to compare with", v->f->reference);
    else if (a->judged.ratio.n == 0)
        buffer_format(&v->words, "no position has status ok both here and with %s",
                      findings_reference(v->f, a->group));
    else
        return a->judged.ratio.n == 1 ? "n = 1: no interval" : NULL;
    return buffer_end(&v->words);
}

/* Shows a time, marked if it was measured too few times. */
static void show_time(table_data *t, size_t column, const abs_tally_group *g, int decimals,
                      double time)
{
    const bool noise = tally_is_noise(g);
    table_tint(t, column, noise ? PAGE_DIM : PAGE_PLAIN);
    table_show(t, column, "%s%.*f", noise ? "~" : "", decimals, time);
}

static void show_wrong(table_data *t, size_t column, bool unsound, size_t wrong, size_t judged)
{
    table_tint(t, column, wrong > 0 ? PAGE_RED : PAGE_PLAIN);
    if (judged > 0 && (unsound || wrong > 0))
        table_show(t, column, "%zu/%zu", wrong, judged);
    else
        table_show(t, column, "%s", unsound ? "?" : "");
}

static void put_aggregate(table_data *t, findings_view *v, uint32_t group)
{
    const abs_findings *f = v->f;
    const abs_aggregate *a = &f->aggregates[group];
    const abs_tally_group *g = &f->tally->groups[group];
    const abs_wrongs *w = &f->verification.wrongs[group];
    const abs_spread *m = &a->measure;
    const double seconds = 1e-9 * (double)m->sum;
    const bool unsound = config_is_unsound(&g->config), paged = v->page != NULL,
               timed = f->tally->metric == METRIC_time,
               judged = a->judged.ratio.n > 0 && aggregate_is_judged(&f->pairs, a);
    const double cuts = (double)g->sums[COUNT_first_move_cutoffs] / (double)g->sums[COUNT_cutoffs];
    aggregates_add(t, v, a, g, judged ? &a->judged : NULL, w);
    if (!paged) {
        table_set_text(t, CELL(aggregates, ratio_missing), find_ratio_missing(v, a));
        table_set_text(t, CELL(aggregates, missing), find_missing(v, a, g));
        buffer_clear(&v->text);
    }
    if (!m->too_large && !timed)
        table_set_count(t, CELL(aggregates, measure_sum), m->sum);
    if (!m->too_large && timed && a->n > 0)
        table_set_real(t, CELL(aggregates, measure_sum), seconds);
    if (a->n > 0 && timed)
        table_set_real(t, CELL(aggregates, measure_median),
                       0.5e-9 * ((double)m->median_low + (double)m->median_high));
    else if (a->n > 0)
        table_set_median(t, CELL(aggregates, measure_median), m->median_low, m->median_high);
    if (!paged)
        return;
    if (a->n == 0)
        table_show(t, CELL(aggregates, measure_sum), "-");
    else if (timed)
        show_time(t, CELL(aggregates, measure_sum), g, 4, seconds);
    if (!unsound) /* a search with wrong values is not shown as a good one */
        table_tint_ratio(t, CELL(aggregates, ratio), &a->judged.ratio);
    if (a->reference == group && a->n > 0) {
        table_tint(t, CELL(aggregates, ratio), PAGE_PLAIN);
        table_show(t, CELL(aggregates, ratio), "1.000 (reference)");
    } else if (!judged && a->judged.ratio.n > 0) /* it has no interval, however many they are */
        table_show(t, CELL(aggregates, ratio), "%.*f", a->judged.ratio.point < 10 ? 3 : 2,
                   a->judged.ratio.point);
    if (judged && a->judged.verdict == JUDGE_TOO_FEW)
        table_show(t, CELL(aggregates, verdict), "-");
    if (isfinite(cuts))
        table_show(t, CELL(aggregates, first_move_cutoff_share), "%.1f", 100 * cuts);
    show_wrong(t, CELL(aggregates, wrong_best_moves), unsound, w->wrong_moves, w->moves_judged);
    if (unsound)
        show_wrong(t, CELL(aggregates, wrong_values), unsound, w->wrong_values, w->values_judged);
    if (f->times && isfinite(g->cpu_s)) /* some rows may have no time */
        show_time(t, CELL(aggregates, cpu_s), g, 2, f->milliseconds ? 1e3 * g->cpu_s : g->cpu_s);
}

/* Adapts the columns of the aggregates on a page to the metric and the reference. */
static void adapt_aggregates(table_data *t, findings_view *v)
{
    enum { REFERENCE_MAX = 20 }; /* a longer name is not shown in a head */
    const abs_findings *f = v->f;
    const abs_named *metric = &abs_metric_names[f->tally->metric];
    bool named = strlen(f->reference) <= REFERENCE_MAX, noise = false;
    table_column *cpu = &t->columns[CELL(aggregates, cpu_s)],
                 *work = &t->columns[CELL(aggregates, measure_sum)];
    for (size_t i = 0; i < f->tally->group_keys.count; i++) {
        noise |= f->times && tally_is_noise(&f->tally->groups[i]);
        if (f->tally->groups[i].config.algo.engine != NULL && /* engines have another reference */
            f->tally->groups[0].config.algo.engine == NULL)
            named = false;
    }
    buffer_text(&v->cpu_words, cpu->words);
    if (f->jobs > 1)
        buffer_format(&v->cpu_words, ", %d searches side by side", f->jobs);
    if (noise)
        buffer_text(&v->cpu_words, ", ~ noise (--repeat=5 measures)");
    cpu->words = buffer_end(&v->cpu_words);
    buffer_format(&v->head, "ratio to\n%s\n[95 %% interval]",
                  named ? f->reference : "the reference");
    t->columns[CELL(aggregates, ratio)].head = buffer_end(&v->head);
    if (f->tally->metric == METRIC_time) { /* the time is not shown twice */
        work->head = cpu->head;
        work->words = cpu->words;
        cpu->head = NULL;
        return;
    }
    if (f->milliseconds)
        cpu->head = "cpu\nms";
    buffer_format(&v->words, "%s: %s", metric->name, metric->help);
    work->head = metric->name;
    work->words = buffer_end(&v->words);
}

/* ---- groups ---------------------------------------------------------------------------------- */

static void put_solved(table_data *t, findings_view *v, uint32_t group)
{
    const abs_tally_group *g = &v->f->tally->groups[group];
    for (unsigned depth = 0; g->judged > 0 && depth <= ABS_MAX_DEPTH; depth++)
        if (g->solved_at[depth] > 0)
            solved_add(t, v, group, depth);
}

/* Whether another requested group is compared with it. */
static bool is_held_against(const abs_findings *f, uint32_t group)
{
    for (size_t g = 0; g < f->tally->group_keys.count; g++)
        if (f->aggregates[g].reference == group && !f->tally->groups[g].for_reference)
            return true;
    return false;
}

/* Puts a line under a setting's block: the positions whose games end sooner. */
static void put_capped(table_data *t, findings_view *v, uint32_t setting)
{
    const abs_tally *tally = v->f->tally;
    const uint32_t *sorted = v->f->verification.order, *hosts = v->f->hosts;
    bool seen[ABS_MAX_DEPTH + 1] = {false}, any = false;
    size_t positions = 0;
    abs_buffer depths = {0};
    for (uint32_t k = 0; k < tally->settings.count; k++)
        any |= k != setting && hosts[k] == setting;
    for (size_t i = 0; any && i < tally->count; i++) {
        const abs_record *r = &tally->records[sorted[i]];
        const abs_tally_group *g = &tally->groups[r->group];
        if (g->setting == setting || hosts[g->setting] != setting)
            continue;
        positions += i == 0 || r->root != tally->records[sorted[i - 1]].root;
        seen[g->config.depth] = true;
    }
    for (int depth = 0; depth <= ABS_MAX_DEPTH; depth++)
        if (seen[depth])
            buffer_format(&depths, "%s%d", depths.length > 0 ? ", " : "", depth);
    if (positions > 0) {
        buffer_format(&v->text, "%zu more at depth %s, where games end: see --format=json",
                      positions, buffer_end(&depths));
        table_note(t, buffer_end(&v->text));
    }
    buffer_clear(&v->text);
    buffer_free(&depths);
}

/* Adds the rows of each group, on pages under a heading for each block that has any. */
static void fill_groups(void *finding, table_data *t)
{
    static const struct {
        const table_form *form;
        void (*put)(table_data *t, findings_view *v, uint32_t group);
        const char *what;
    } all[] = {{&aggregates_form, put_aggregate, ""},
               {&found_form, put_found, ": what each search found"},
               {&solved_form, put_solved, ": positions solved"}};
    findings_view *v = finding;
    size_t of = 0;
    uint32_t block = UINT32_MAX, setting = UINT32_MAX;
    while (all[of].form != t->form)
        of++;
    if (v->page != NULL && of == 0)
        adapt_aggregates(t, v);
    for (uint32_t i = 0; i < v->f->tally->group_keys.count; i++) {
        const uint32_t group = v->order != NULL ? v->order[i] : i;
        const abs_tally_group *g = &v->f->tally->groups[group];
        if ((v->page != NULL && of == 0 && findings_is_capped(v->f, g)) ||
            (g->for_reference &&
             (of > 0 || (!is_held_against(v->f, group) &&
                         !aggregate_is_compared(&v->f->pairs, &v->f->aggregates[group])))) ||
            (v->page != NULL && pairs_is_twin(&v->f->pairs, group)))
            continue;
        if (g->block != block) {
            put_capped(t, v, setting);
            put_heading(t, v, group, all[of].what);
        }
        block = g->block;
        setting = of == 0 && v->page != NULL ? g->setting : UINT32_MAX;
        all[of].put(t, v, group);
    }
    put_capped(t, v, setting);
}

/* ---- rows with errors ------------------------------------------------------------------------ */

const char *view_row_id(findings_view *v, const abs_record *r)
{
    buffer_clear(&v->text);
    tally_row_id(v->f->tally, r, &v->text);
    return buffer_end(&v->text);
}

static void fill_mismatches(void *finding, table_data *t)
{
    findings_view *v = finding;
    const abs_tally *tally = v->f->tally;
    const abs_verification *all = &v->f->verification;
    abs_buffer message = {0};
    for (size_t k = 0; k < all->mismatch_count; k++) {
        const abs_mismatch *m = &all->mismatches[k];
        buffer_clear(&message);
        sentences_mismatch(&message, tally, all, m);
        for (size_t i = m->first; i < m->first + m->count; i++) {
            const abs_record *r = &tally->records[all->order[i]];
            if (m->kind != VERIFY_VALUE || verify_compares(tally, r))
                mismatches_add(t, v, k + 1, m, r, buffer_end(&message));
        }
    }
    buffer_free(&message);
}

static void fill_unsound(void *finding, table_data *t)
{
    findings_view *v = finding;
    const abs_verification *all = &v->f->verification;
    for (const abs_unsound *u = all->unsound; u < all->unsound + all->unsound_count; u++) {
        const abs_record *r = &v->f->tally->records[u->record];
        unsound_add(t, u, r, &v->f->tally->groups[r->group], view_row_id(v, r));
    }
}

/* Adds errors in the order in which a reader of the report finds them: those of rows that are only
   references come last. */
static void fill_errors(void *finding, table_data *t)
{
    findings_view *v = finding;
    const abs_tally *tally = v->f->tally;
    for (int of_references = 0; of_references <= 1; of_references++)
        for (const abs_record *r = tally->records; r < tally->records + tally->count; r++)
            if (r->status != ABS_STATUS_OK && r->for_reference == of_references)
                errors_add(t, view_row_id(v, r), tally->groups[r->group].config.algo.name,
                           abs_statuses[r->status].name, abs_statuses[r->status].help);
            else if (r->again_failed && r->for_reference == of_references)
                errors_add(t, view_row_id(v, r), tally->groups[r->group].config.algo.name,
                           abs_statuses[r->status].name,
                           "its engine failed when the search was repeated");
    for (const char *error = NULL; (error = buffer_next(v->f->errors, error)) != NULL;)
        errors_add(t, NULL, NULL, NULL, error);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static const document_table members[] = {
    {&aggregates_form, .fill = fill_groups},
    {&answers_form, .fill = fill_answers},
    {&solved_form, .fill = fill_groups},
};

void json_findings(abs_buffer *b, findings_view *v)
{
    const abs_findings *f = v->f;
    const abs_verification *all = &f->verification;
    document_writer w = {.format = ABS_FORMAT_JSON, .text = *b};
    buffer_format(&w.text, "\"metric\":\"%s\"", abs_metric_names[f->tally->metric].name);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        document_put(&w, &members[i], v);
    buffer_format(&w.text,
                  ",\n\"verification\":{\"checked\":%zu,\"agree\":%s,\"values_may_differ\":%s",
                  all->checked,
                  all->mismatch_count > 0 ? "false"
                  : all->sound > 0        ? "true"
                                          : "null",
                  all->values_may_differ ? "true" : "false");
    document_put(&w, &(document_table){&mismatches_form, .fill = fill_mismatches}, v);
    document_put(&w, &(document_table){&unsound_form, .fill = fill_unsound}, v);
    buffer_format(&w.text, "},\n\"signature\":\"0x%016" PRIx64 "\"", f->signature);
    document_put(&w, &(document_table){&errors_form, .fill = fill_errors}, v);
    buffer_format(&w.text, ",\n\"interrupted\":%s\n}\n", f->interrupted ? "true" : "false");
    *b = w.text;
}

/* Writes where the report is and what to type next, with the program's name as it was typed. */
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

/* Writes the nodes of each engine's configuration, in the form of engines' commit messages. */
static void put_benches(abs_buffer *b, findings_view *v)
{
    const abs_tally *t = v->f->tally;
    for (const abs_tally_group *g = t->groups; g < t->groups + t->group_keys.count; g++) {
        if (g->config.algo.engine == NULL || g->for_reference || g->ok == 0)
            continue;
        buffer_format(b, "Bench: %.0f (%s, depth %d: ", g->nodes, t->specs.texts[g->spec],
                      g->config.depth);
        label_add(&v->f->labels, &g->config, b);
        buffer_format(b,
                      g->others > 0 ? "; without %zu searches that did not end as asked)\n" : ")\n",
                      g->others);
    }
}

static void put_sentences(abs_buffer *b, findings_view *v, page_colour colour)
{
    page_sentences(b, v->page, colour, buffer_end(&v->text));
    buffer_clear(&v->text);
}

void page_findings(abs_buffer *b, findings_view *v, const abs_page *page)
{
    enum { ANSWERS = 12 }; /* on a terminal */
    const abs_findings *f = v->f;
    v->page = page;
    v->order = tally_order(f->tally, true);
    label_write_common(&f->labels, &v->text);
    page_wrap(b, page, "", buffer_end(&v->text));
    buffer_clear(&v->text);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        document_show(b, &members[i], v, page);
        if (i > 0)
            continue;
        document_show(b, &(document_table){&found_form, .fill = fill_groups}, v, page);
        plays_write_passes(b, v->plays, page);
    }
    buffer_text(b, page->markdown ? "" : "\n");
    sentences_write(&v->text, f);
    put_sentences(b, v, PAGE_PLAIN);
    buffer_text(b, page->markdown ? "" : "\n");
    answers_write(&v->text, f, page->markdown ? 0 : ANSWERS); /* last, where a terminal shows it */
    if (f->tally->losses > 0)
        buffer_text(&v->text,
                    "what the moves lose: `absbench regret FILE` compares it, where FILE is this "
                    "report as JSON.\n");
    put_sentences(b, v, PAGE_BOLD);
    if (f->brief != NULL)
        put_next(b, f->brief);
    put_benches(&v->text, v);
    buffer_text(b, v->text.length > 0 && !page->markdown ? "\n" : "");
    put_sentences(b, v, PAGE_PLAIN);
}
