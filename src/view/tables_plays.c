/* tables_plays.c -- what single searches have found, and their passes, for people. */
#include "find/label.h"
#include "view/tables.h"

enum { LINE_LEAST = 24 }; /* columns of a line of play that other columns make room for */

typedef struct {
    const abs_findings *f;
    label_rules rules;
    const sheet_page *page;
    abs_buffer text; /* scratch */
} teller;

/* Prints the row, or with b = NULL only measures it. */
static void end_row(abs_buffer *b, sheet *s)
{
    if (b != NULL)
        sheet_row(b, s);
    else
        sheet_measure(s);
}

/* ---- what was found ------------------------------------------------------------------------ */

/* The line, cut behind a move if it takes more columns than there are. */
static void put_line(sheet *s, const char *line, size_t columns)
{
    size_t length = strlen(line);
    if (length <= columns) {
        sheet_cell(s, "%s", line);
        return;
    }
    for (length = columns > 3 ? columns - 2 : 0; length > 0 && line[length - 1] != ' '; length--)
        continue;
    sheet_cell(s, "%.*s..", (int)length, line);
}

static void put_play(teller *t, sheet *s, const abs_play *p, size_t columns)
{
    label_write_twins(&t->rules, t->f->tally, &t->f->pairs, p->group, &t->text);
    sheet_cell(s, s->page->markdown ? "%s" : "  %s", buffer_end(&t->text));
    if (p->has_value)
        sheet_cell(s, p->lower ? ">= %d" : "%d", p->value);
    else
        sheet_cell(s, "-");
    sheet_cell(s, "%s", *p->best != '\0' ? p->best : "-");
    buffer_clear(&t->text);
    if (p->status != ABS_STATUS_OK)
        buffer_text(&t->text, abs_statuses[p->status].name);
    if (p->completed > 0)
        buffer_format(&t->text, " after depth %d: ", p->completed);
    buffer_text(&t->text, p->line);
    put_line(s, buffer_end(&t->text), columns);
}

static bool is_shown(const teller *t, const abs_play *p, uint32_t block)
{
    return t->f->tally->groups[p->group].block == block &&
           plays_is_single(t->f->plays, t->f->tally, p) && !pairs_is_twin(&t->f->pairs, p->group);
}

static void put_plays(abs_buffer *b, teller *t, sheet *s, uint32_t block, size_t columns)
{
    const abs_plays *plays = t->f->plays;
    for (const abs_play *p = plays->list; p < plays->list + plays->count; p++) {
        if (!is_shown(t, p, block))
            continue;
        put_play(t, s, p, columns);
        end_row(b, s);
    }
}

static void put_heading(abs_buffer *b, teller *t, uint32_t group, const char *what)
{
    buffer_clear(&t->text);
    label_write_heading(t->f->tally, &t->f->tally->groups[group], &t->rules, &t->text);
    buffer_text(&t->text, what);
    buffer_char(b, '\n');
    sheet_heading(b, t->page, buffer_end(&t->text));
}

/* The line of play takes what the others leave. */
static void put_found(abs_buffer *b, teller *t, uint32_t block)
{
    const bool markdown = t->page->markdown;
    sheet s = {.page = t->page, .lines = 1};
    sheet_add(&s, SHEET_LEFT, 0, markdown ? "algorithm" : "algorithm  ", NULL, NULL);
    sheet_add(&s, SHEET_RIGHT, 0, "value", NULL, NULL);
    sheet_add(&s, SHEET_LEFT, 0, "best move", NULL, NULL);
    sheet_add(&s, SHEET_LEFT, 0, "line of play", NULL, NULL);
    sheet_measure_header(&s);
    put_plays(NULL, t, &s, block, SIZE_MAX);
    sheet_column *line = &s.columns[3];
    const size_t wanted = line->width;
    line->width = wanted < LINE_LEAST ? wanted : LINE_LEAST;
    sheet_fit(&s);
    line->width = line->width + sheet_room(&s) < wanted ? line->width + sheet_room(&s) : wanted;
    sheet_header(b, &s);
    put_plays(b, t, &s, block, line->width);
    buffer_free(&s.cells);
}

static void put_all_found(abs_buffer *b, teller *t)
{
    const abs_plays *plays = t->f->plays;
    for (uint32_t block = 0; block < t->f->tally->blocks.count && plays->count > 0; block++) {
        const abs_play *p = plays->list;
        while (p < plays->list + plays->count && !is_shown(t, p, block))
            p++;
        if (p == plays->list + plays->count)
            continue;
        put_heading(b, t, p->group, ": what each search found");
        put_found(b, t, block);
    }
}

/* ---- passes -------------------------------------------------------------------------------- */

/* "-inf", "+inf", or a value; SSS* and DUAL* search one point beside infinity. */
static void put_bound(abs_buffer *b, int bound)
{
    if (bound <= -ABS_INFINITY || bound >= ABS_INFINITY)
        buffer_text(b, bound < 0 ? "-inf" : "+inf");
    else if (bound == ABS_INFINITY - 1 || bound == 1 - ABS_INFINITY)
        buffer_text(b, bound > 0 ? "inf - 1" : "1 - inf");
    else
        buffer_format(b, "%d", bound);
}

/* What a pass says of the value: r <= alpha means v <= r; r >= beta means v >= r; else r = v. */
static void put_result(sheet *s, const abs_pass *p)
{
    const bool low = p->value <= p->alpha, high = p->value >= p->beta;
    buffer_char(&s->cells, '(');
    put_bound(&s->cells, p->alpha);
    buffer_text(&s->cells, ", ");
    put_bound(&s->cells, p->beta);
    sheet_cell(s, ")");
    buffer_text(&s->cells, low ? "v <= " : high ? "v >= " : "v = ");
    put_bound(&s->cells, p->value);
    sheet_cell(s, "%s", "");
    sheet_cell(s, "%s", low ? "fails low" : high ? "fails high" : "exact");
}

static void put_work(sheet *s, uint64_t nodes, uint64_t work)
{
    buffer_grouped(&s->cells, nodes);
    sheet_cell(s, "%s", "");
    buffer_grouped(&s->cells, work);
    sheet_cell(s, "%s", "");
}

/* A line that says how many are not shown. */
static void put_gap(abs_buffer *b, sheet *s, size_t count)
{
    sheet_cell(s, "%s", "");
    sheet_cell(s, "..");
    sheet_cell(s, "%zu more", count);
    for (int k = 0; k < 4; k++)
        sheet_cell(s, "%s", "");
    end_row(b, s);
}

static void put_iteration(abs_buffer *b, sheet *s, const abs_play_iteration *it,
                          const abs_pass *passes)
{
    for (size_t k = 0; k < it->kept; k++) {
        if (k + 1 == it->kept && it->passes > it->kept)
            put_gap(b, s, it->passes - it->kept);
        if (k == 0)
            sheet_cell(s, it->for_guess ? "guess %d" : "%d", it->depth);
        else
            sheet_cell(s, "%s", "");
        sheet_cell(s, k == 0 ? "first" : "re-search");
        put_result(s, &passes[k]);
        put_work(s, passes[k].nodes, passes[k].work);
        end_row(b, s);
    }
}

/* The passes, and what they come to. */
static void put_trace(abs_buffer *b, sheet *s, const abs_play *p)
{
    const abs_pass *passes = p->passes;
    uint64_t nodes = 0;
    for (size_t i = 0; i < p->iteration_count; i++) {
        put_iteration(b, s, &p->iterations[i], passes);
        passes += p->iterations[i].kept;
        nodes += p->iterations[i].nodes;
    }
    sheet_cell(s, "all");
    sheet_cell(s, "%llu %s", (unsigned long long)p->pass_count,
               p->pass_count == 1 ? "pass" : "passes");
    sheet_cell(s, "%s", "");
    sheet_cell(s, "%s", p->status != ABS_STATUS_OK ? abs_statuses[p->status].name : "");
    sheet_cell(s, "%llu low, %llu high", (unsigned long long)p->fail_low,
               (unsigned long long)p->fail_high);
    put_work(s, nodes, p->work);
    end_row(b, s);
}

static void add_columns(sheet *s)
{
    sheet_add(s, SHEET_RIGHT, 0, "depth", NULL, NULL);
    sheet_add(s, SHEET_LEFT, 0, "search", NULL, NULL);
    sheet_add(s, SHEET_LEFT, 0, "window", NULL, NULL);
    sheet_explain(s, "window: (alpha, beta)");
    sheet_add(s, SHEET_LEFT, 0, "result", NULL, NULL);
    sheet_explain(s, "result: what it proves of the value v");
    sheet_add(s, SHEET_LEFT, 1, "fails", NULL, NULL);
    sheet_add(s, SHEET_RIGHT, 2, "nodes", NULL, NULL);
    sheet_add(s, SHEET_RIGHT, 0, "work", NULL, NULL);
}

/* The position's id; of a tree, whose spec stands before it, only "#7". */
static const char *short_id(const abs_tally *t, const abs_play *p)
{
    const char *const id = t->entries.texts[p->entry] + t->entry[p->entry].id_at;
    const char *const spec = t->specs.texts[t->groups[p->group].spec];
    const size_t length = strlen(spec);
    return strncmp(id, spec, length) == 0 && id[length] == '#' ? id + length : id;
}

static void put_traces(abs_buffer *b, teller *t)
{
    const abs_plays *plays = t->f->plays;
    const abs_tally *tally = t->f->tally;
    size_t told = 0;
    for (const abs_play *p = plays->list; p < plays->list + plays->count; p++) {
        sheet s = {.page = t->page, .lines = 1};
        abs_buffer what = {0};
        if (p->iterations == NULL)
            continue;
        label_write(&t->rules, &tally->groups[p->group].config, &t->text);
        buffer_text(&what, ", ");
        buffer_plain(&what, short_id(tally, p));
        buffer_format(&what, ": the passes of %s", buffer_end(&t->text));
        put_heading(b, t, p->group, buffer_end(&what));
        add_columns(&s);
        sheet_measure_header(&s);
        put_trace(NULL, &s, p);
        sheet_fit(&s);
        sheet_header(b, &s);
        put_trace(b, &s, p);
        if (told++ == 0) {
            buffer_char(b, '\n');
            sheet_words(b, &s);
        }
        b->failed |= what.failed;
        buffer_free(&what);
        buffer_free(&s.cells);
    }
    if (plays->untraced == 0)
        return;
    buffer_clear(&t->text);
    buffer_format(&t->text,
                  "\n... and the passes of %zu more searches: name fewer, or see `iterations` in "
                  "--format=json.\n",
                  plays->untraced);
    sheet_wrap(b, t->page, 0, buffer_end(&t->text));
}

void tables_plays(abs_buffer *b, const abs_findings *f, const sheet_page *page)
{
    teller t = {.f = f, .rules = label_find(f->tally), .page = page};
    put_all_found(b, &t);
    put_traces(b, &t);
    b->failed |= t.text.failed || t.rules.failed;
    buffer_free(&t.text);
}
