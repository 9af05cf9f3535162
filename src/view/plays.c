/* plays.c -- what single searches have found, and their passes, on a page. See findings.h. */
#include "base/memory.h"
#include "view/findings.h"

#include <stdlib.h>

const char *plays_bound(int bound, char text[PLAYS_BOUND])
{
    if (bound <= -ABS_INFINITY || bound >= ABS_INFINITY)
        snprintf(text, PLAYS_BOUND, "%s", bound < 0 ? "-inf" : "+inf");
    else if (bound == ABS_INFINITY - 1 || bound == 1 - ABS_INFINITY)
        snprintf(text, PLAYS_BOUND, "%s", bound > 0 ? "inf - 1" : "1 - inf");
    else
        snprintf(text, PLAYS_BOUND, "%d", bound);
    return text;
}

/* ---- what was found -------------------------------------------------------------------------- */

static void put_found(table_data *t, findings_view *v, const abs_play *p)
{
    table_row(t);
    put_label(t, v, FOUND_label, p->group);
    if (p->has_value)
        table_show(t, FOUND_value, p->lower ? ">= %d" : "%d", p->value);
    else
        table_show(t, FOUND_value, "-");
    table_set_text(t, FOUND_best, *p->best != '\0' ? p->best : "-");
    buffer_clear(&v->text);
    if (p->status != ABS_STATUS_OK)
        buffer_text(&v->text, abs_statuses[p->status].name);
    if (p->completed > 0)
        buffer_format(&v->text, " after depth %d: ", p->completed);
    buffer_text(&v->text, p->line);
    table_set_text(t, FOUND_line, buffer_end(&v->text));
}

/* A play and what it is sorted by. */
typedef struct {
    uint32_t block;
    const abs_play *play;
} block_play;

static int by_block(const void *a, const void *b)
{
    const block_play *x = a, *y = b;
    if (x->block != y->block)
        return x->block < y->block ? -1 : 1;
    return (x->play > y->play) - (x->play < y->play);
}

static void put_all_found(abs_buffer *b, findings_view *v)
{
    const abs_findings *f = v->f;
    const abs_plays *plays = f->plays;
    block_play *list = memory_take((plays->count + 1) * sizeof *list);
    size_t count = 0;
    table_data t;
    for (const abs_play *p = plays->list; p < plays->list + plays->count; p++)
        if (plays_is_single(plays, f->tally, p) && !pairs_is_twin(&f->pairs, p->group))
            list[count++] = (block_play){f->tally->groups[p->group].block, p};
    qsort(list, count, sizeof *list, by_block);
    table_start(&t, &found_form);
    t.columns[FOUND_label].head = v->page->markdown ? "algorithm" : "algorithm  ";
    for (size_t i = 0; i < count; i++) {
        if (t.rows == 0)
            view_heading(b, v, list[i].play->group, ": what each search found");
        put_found(&t, v, list[i].play);
        if (i + 1 < count && list[i + 1].block == list[i].block)
            continue;
        table_write_page(b, &t, v->page, false);
        table_clear(&t);
    }
    table_free(&t);
    free(list);
}

/* ---- passes ---------------------------------------------------------------------------------- */

/* What a pass says of the value: r <= alpha means v <= r; r >= beta means v >= r; else r = v. */
static void put_pass(table_data *t, const abs_pass *p)
{
    char low[PLAYS_BOUND], high[PLAYS_BOUND], value[PLAYS_BOUND];
    const bool fails_low = p->value <= p->alpha, fails_high = p->value >= p->beta;
    table_show(t, PASS_window, "(%s, %s)", plays_bound(p->alpha, low), plays_bound(p->beta, high));
    table_show(t, PASS_result, "v %s %s",
               fails_low    ? "<="
               : fails_high ? ">="
                            : "=",
               plays_bound(p->value, value));
    table_set_text(t, PASS_fails, fails_low ? "fails low" : fails_high ? "fails high" : "exact");
    table_set_count(t, PASS_nodes, p->nodes);
    table_set_count(t, PASS_work, p->work);
}

static void put_iteration(table_data *t, const abs_play_iteration *it, const abs_pass *passes)
{
    for (size_t k = 0; k < it->kept; k++) {
        if (k + 1 == it->kept && it->passes > it->kept) { /* those that were not kept */
            table_row(t);
            table_set_text(t, PASS_search, "..");
            table_show(t, PASS_window, "%zu more", it->passes - it->kept);
        }
        table_row(t);
        if (k == 0)
            table_show(t, PASS_depth, it->for_guess ? "guess %d" : "%d", it->depth);
        table_set_text(t, PASS_search, k == 0 ? "first" : "re-search");
        put_pass(t, &passes[k]);
    }
}

/* The passes, and what they come to. */
static void put_trace(table_data *t, const abs_play *p)
{
    const abs_pass *passes = p->passes;
    uint64_t nodes = 0;
    for (size_t i = 0; i < p->iteration_count; i++) {
        put_iteration(t, &p->iterations[i], passes);
        passes += p->iterations[i].kept;
        nodes += p->iterations[i].nodes;
    }
    table_row(t);
    table_set_text(t, PASS_depth, "all");
    table_show(t, PASS_search, "%llu %s", (unsigned long long)p->pass_count,
               p->pass_count == 1 ? "pass" : "passes");
    table_set_text(t, PASS_result, p->status != ABS_STATUS_OK ? abs_statuses[p->status].name : "");
    table_show(t, PASS_fails, "%llu low, %llu high", (unsigned long long)p->fail_low,
               (unsigned long long)p->fail_high);
    table_set_count(t, PASS_nodes, nodes);
    table_set_count(t, PASS_work, p->work);
}

/* The position's id; of a tree, whose spec stands before it, only "#7". */
static const char *short_id(const abs_tally *t, const abs_play *p)
{
    const char *const id = t->entries.texts[p->entry] + t->entry[p->entry].id_at;
    const char *const spec = t->specs.texts[t->groups[p->group].spec];
    const size_t length = strlen(spec);
    return strncmp(id, spec, length) == 0 && id[length] == '#' ? id + length : id;
}

static void put_traces(abs_buffer *b, findings_view *v)
{
    const abs_plays *plays = v->f->plays;
    const abs_tally *tally = v->f->tally;
    abs_buffer what = {0};
    size_t told = 0;
    table_data t;
    table_start(&t, &passes_form);
    for (const abs_play *p = plays->list; p < plays->list + plays->count; p++) {
        if (p->iterations == NULL)
            continue;
        buffer_clear(&what);
        buffer_text(&what, ", ");
        buffer_plain(&what, short_id(tally, p));
        buffer_text(&what, ": the passes of ");
        label_add(&v->labels, &tally->groups[p->group].config, &what);
        view_heading(b, v, p->group, buffer_end(&what));
        put_trace(&t, p);
        table_write_page(b, &t, v->page, told++ == 0);
        table_clear(&t);
    }
    table_free(&t);
    buffer_free(&what);
    if (plays->untraced == 0)
        return;
    buffer_clear(&v->text);
    buffer_format(&v->text,
                  "\n... and the passes of %zu more searches: name fewer, or see `iterations` in "
                  "--format=json.\n",
                  plays->untraced);
    page_wrap(b, v->page, 0, buffer_end(&v->text));
}

void plays_write(abs_buffer *b, findings_view *v)
{
    if (v->f->plays->count > 0)
        put_all_found(b, v);
    put_traces(b, v);
    buffer_clear(&v->text);
}
