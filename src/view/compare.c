/* compare.c -- a comparison as tables, for programs and for people. See find/compare.h. */
#include "find/compare.h"
#include "find/label.h"
#include "log/line.h"
#include "view/document.h"

#include <math.h>

enum { CHANGES_MAX = 20, ONLY_MAX = 10 }; /* on pages; JSON has them all */
enum { MARGIN = 11 };                     /* of a change and its row on a terminal */
enum { ID_MAX = 2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX };

static const char *const sides[COMPARE_SIDES] = {"a", "b"};

/* ---- values of fields ------------------------------------------------------------------------ */

static void put_moves(abs_buffer *b, const abs_row *row, const uint16_t *moves, unsigned count)
{
    line_walk walk = {0};
    line_write(b, &walk, row, row->entry->domain->move_text, moves, count, LINE_BLANKS);
    line_free(&walk);
}

/* What is no number, as text. */
static void put_field(abs_buffer *b, const abs_row *row, compare_field field)
{
    const uint16_t best = (uint16_t)row->best;
    if (field == COMPARE_STATUS)
        buffer_text(b, abs_statuses[row->status].name);
    else if (field == COMPARE_BEST_MOVE)
        put_moves(b, row, &best, 1);
    else if (field == COMPARE_PV)
        put_moves(b, row, row->pv, row->pv_length);
    else
        buffer_format(b, "0x%016llx", (unsigned long long)compare_iterations(row));
}

static void set_field(table_data *t, size_t column, const abs_row *row, compare_field field)
{
    abs_buffer text = {0};
    if (field >= COMPARE_COUNTS) {
        table_set_count(t, column, row_counted(&row_counts[field - COMPARE_COUNTS], row));
    } else if (field == COMPARE_VALUE) {
        if (row->has_value)
            table_set_signed(t, column, row->value);
    } else if (field != COMPARE_BEST_MOVE || row->best != ABS_NO_MOVE) {
        put_field(&text, row, field);
        table_set_text(t, column, buffer_end(&text));
    }
    buffer_free(&text);
}

static void say_field(abs_buffer *b, const abs_row *row, compare_field field)
{
    if (field >= COMPARE_COUNTS)
        buffer_grouped(b, row_counted(&row_counts[field - COMPARE_COUNTS], row));
    else if (field == COMPARE_VALUE && row->has_value)
        buffer_signed(b, row->value);
    else if (field == COMPARE_VALUE || (field == COMPARE_BEST_MOVE && row->best == ABS_NO_MOVE))
        buffer_text(b, "none");
    else
        put_field(b, row, field);
}

/* A sum of measures: seconds, or a count. */
static void set_measure(table_data *t, size_t column, abs_metric metric, const compare_sums *s,
                        int side)
{
    const double seconds = 1e-9 * (double)s->measure[side];
    if (s->too_large[side]) {
        table_show(t, column, "-");
    } else if (metric == METRIC_time) {
        table_set_real(t, column, seconds);
        table_show(t, column, "%.4f s", seconds);
    } else {
        table_set_count(t, column, s->measure[side]);
    }
}

/* ---- the comparison in one row --------------------------------------------------------------- */

enum { FILE_A, ROWS_A, FILE_B, ROWS_B, METRIC, MATCH, VALUES_COMPARED, VALUES_SENTENCE, COMMON };
enum { CHANGED = COMMON + 1, VALUES_DIFFER, ONLY_A, ONLY_B, PAIRS, SUM_A, SUM_B, SUM_RATIO };

static const table_column total_columns[] = {
    [FILE_A] = TABLE_FIELD("file_a", TABLE_TEXT, "the file that A is"),
    [ROWS_A] = TABLE_FIELD("rows_a", TABLE_COUNT, "rows of A"),
    [FILE_B] = TABLE_FIELD("file_b", TABLE_TEXT, "the file that B is"),
    [ROWS_B] = TABLE_FIELD("rows_b", TABLE_COUNT, "rows of B"),
    [METRIC] = TABLE_FIELD("metric", TABLE_TEXT, "what measures are of (`--metric`)"),
    [MATCH] =
        TABLE_FIELD("match", TABLE_TEXT, "how rows are matched: by `id` or `position` (`--match`)"),
    [VALUES_COMPARED] = TABLE_FIELD("values_compared", TABLE_COUNT,
                                    "of the rows in both, those whose values must agree"),
    [VALUES_SENTENCE] = TABLE_FIELD(
        "values_sentence", TABLE_TEXT,
        "by position, the same in words, and why no other value is compared; else null"),
    [COMMON] = TABLE_FIELD("common", TABLE_COUNT, "rows in both"),
    [CHANGED] = TABLE_FIELD("changed", TABLE_COUNT, "of these, those that differ"),
    [VALUES_DIFFER] = TABLE_FIELD(
        "values_differ", TABLE_COUNT,
        "of these, those that differ in value or status; by position, in a value that must agree"),
    [ONLY_A] = TABLE_FIELD("only_a", TABLE_COUNT, "rows that only A has"),
    [ONLY_B] = TABLE_FIELD("only_b", TABLE_COUNT, "rows that only B has"),
    [PAIRS] =
        TABLE_FIELD("n", TABLE_COUNT, "pairs of rows that have a measure and status `ok` in both"),
    [SUM_A] = TABLE_FIELD(
        "measure_a", TABLE_MIXED,
        "sum of A's measures over these pairs, of time in seconds; null beyond 2^64 - 1"),
    [SUM_B] = TABLE_FIELD("measure_b", TABLE_MIXED, "the same of B"),
    [SUM_RATIO] =
        TABLE_FIELD("measure_ratio", TABLE_REAL, "the sum of B over that of A; null without pairs"),
};
static const table_form total_form = TABLE_FORM("compare", "the comparison", total_columns);

static bool fill_total(const void *finding, table_data *t, size_t item, abs_error *error)
{
    const abs_comparison *c = finding;
    abs_buffer sentence = {0};
    (void)error;
    if (item > 0)
        return false;
    table_row(t);
    for (int side = 0; side < COMPARE_SIDES; side++) {
        table_set_text(t, side == COMPARE_A ? FILE_A : FILE_B, c->names[side]);
        table_set_count(t, side == COMPARE_A ? ROWS_A : ROWS_B, c->rows[side]);
        table_set_count(t, side == COMPARE_A ? ONLY_A : ONLY_B, c->only[side]);
        set_measure(t, side == COMPARE_A ? SUM_A : SUM_B, c->tally.metric, &c->sums, side);
    }
    table_set_text(t, METRIC, abs_metric_names[c->tally.metric].name);
    table_set_text(t, MATCH, c->by_position ? "position" : "id");
    table_set_count(t, VALUES_COMPARED, c->judged);
    compare_values_say(c, &sentence);
    table_set_text(t, VALUES_SENTENCE, c->by_position ? buffer_end(&sentence) : NULL);
    table_set_count(t, COMMON, c->common);
    table_set_count(t, CHANGED, c->change_count);
    table_set_count(t, VALUES_DIFFER, c->values);
    table_set_count(t, PAIRS, c->pairs);
    table_set_real(t, SUM_RATIO, compare_ratio(&c->sums));
    buffer_free(&sentence);
    return true;
}

/* ---- settings and failures ------------------------------------------------------------------- */

enum { SETTING, SETTING_A, SETTING_B, SETTING_GROUPS, SETTING_SENTENCE };

static const table_column setting_columns[] = {
    [SETTING] = TABLE_FIELD("setting", TABLE_TEXT, "a field of rows, or `version`"),
    [SETTING_A] = TABLE_FIELD("a", TABLE_TEXT, "its value in A"),
    [SETTING_B] = TABLE_FIELD("b", TABLE_TEXT, "its value in B"),
    [SETTING_GROUPS] =
        TABLE_FIELD("configurations", TABLE_COUNT, "in how many configurations it differs so"),
    [SETTING_SENTENCE] = TABLE_FIELD("sentence", TABLE_TEXT, "the same in words"),
};
static const table_form setting_form = TABLE_FORM(
    "settings_differ", "by position, what differs between configurations held against each other",
    setting_columns);

static bool fill_setting(const void *finding, table_data *t, size_t item, abs_error *error)
{
    const abs_comparison *c = finding;
    abs_buffer sentence = {0};
    (void)error;
    if (item >= c->setting_count)
        return false;
    const compare_setting *setting = &c->settings[item];
    table_row(t);
    table_set_text(t, SETTING, setting->setting);
    table_set_text(t, SETTING_A, setting->value[COMPARE_A]);
    table_set_text(t, SETTING_B, setting->value[COMPARE_B]);
    table_set_count(t, SETTING_GROUPS, setting->groups);
    compare_setting_say(c, setting, &sentence);
    table_set_text(t, SETTING_SENTENCE, buffer_end(&sentence));
    buffer_free(&sentence);
    return true;
}

static const table_column failure_columns[] = {{.name = "sentence", .help = "what failed"}};
static const table_form failure_form =
    TABLE_FORM("failures", "why the exit code is 1; empty if it is 0", failure_columns);

static bool fill_failures(const void *finding, table_data *t, size_t item, abs_error *error)
{
    const abs_comparison *c = finding;
    (void)error;
    if (item > 0)
        return false;
    for (const char *why = NULL; (why = buffer_next(&c->failures, why)) != NULL;) {
        table_row(t);
        table_set_text(t, 0, why);
    }
    return true;
}

/* ---- rows of one side alone ------------------------------------------------------------------ */

enum { ONLY_SIDE, ONLY_ID };

static const table_column only_columns[] = {
    [ONLY_SIDE] = TABLE_FIELD("side", TABLE_TEXT, "which has it: `a` or `b`"),
    [ONLY_ID] = TABLE_FIELD("id", TABLE_TEXT, "the row's id"),
};
static const table_form only_form = TABLE_FORM("only", "rows that only one has", only_columns);

static bool fill_only(const void *finding, table_data *t, size_t item, abs_error *error)
{
    char id[ID_MAX];
    const abs_comparison *c = finding;
    if (item >= c->record_count)
        return false;
    const compare_record *r = &c->records[item];
    for (int side = 0; side < COMPARE_SIDES; side++) {
        if (r->row[COMPARE_SIDES - 1 - side] != 0)
            continue;
        const abs_row *row = compare_row(c, r, side, error);
        if (row == NULL)
            return false;
        abs_row_id(row, id, sizeof id);
        table_row(t);
        table_set_text(t, ONLY_SIDE, sides[side]);
        table_set_text(t, ONLY_ID, id);
    }
    return true;
}

/* ---- configurations -------------------------------------------------------------------------- */

enum { SPEC, DEPTH, ALGO, CONFIG, CONFIG_B, G_COMMON, G_CHANGED, G_VALUES, G_ONLY_A, G_ONLY_B };
enum { LABEL = G_ONLY_B + 1, N, RATIO, MEDIAN, FEWER, MEASURE_A, MEASURE_B, TOTAL, MISSING };

static const table_column group_columns[] = {
    [SPEC] = TABLE_FIELD("spec", TABLE_TEXT, "the game or tree"),
    [DEPTH] = {.name = "depth", .kind = TABLE_SIGNED, .help = "of the searches"},
    [ALGO] = TABLE_FIELD("algo", TABLE_TEXT, "the algorithm"),
    [CONFIG] = TABLE_FIELD("config", TABLE_TEXT, "the configuration, as in rows' ids"),
    [CONFIG_B] =
        TABLE_FIELD("config_b", TABLE_TEXT, "by position, what B has in its place; else null"),
    [G_COMMON] = TABLE_FIELD("common", TABLE_COUNT, "its rows in both"),
    [G_CHANGED] = TABLE_FIELD("changed", TABLE_COUNT, "those that differ"),
    [G_VALUES] = TABLE_FIELD("values_differ", TABLE_COUNT, "those that differ in value or status"),
    [G_ONLY_A] = TABLE_FIELD("only_a", TABLE_COUNT, "those that only A has"),
    [G_ONLY_B] = TABLE_FIELD("only_b", TABLE_COUNT, "those that only B has"),
    [LABEL] = {.head = "algorithm", .left = true},
    [N] = {.head = "n", .kind = TABLE_COUNT, .rank = 1},
    [RATIO] = {.name = "ratio",
               .head = "B/A [95 %]",
               .kind = TABLE_RATIO,
               .left = true,
               .words = "B/A: geometric mean over n positions",
               .help = "measure of B / measure of A, paired by position: their geometric mean"},
    [MEDIAN] = {.head = "median", .kind = TABLE_REAL, .decimals = 3, .rank = 5},
    [FEWER] = {.head = "fewer/=/more", .rank = 2, .words = "fewer, same or more: positions"},
    [MEASURE_A] = {.name = "measure_a",
                   .head = "A",
                   .kind = TABLE_MIXED,
                   .rank = 3,
                   .help = "sum of A's measures over pairs of status `ok`; null beyond 2^64 - 1"},
    [MEASURE_B] =
        {.name = "measure_b", .head = "B", .kind = TABLE_MIXED, .rank = 3, .help = "the same of B"},
    [TOTAL] = {.name = "measure_ratio",
               .head = "total",
               .kind = TABLE_REAL,
               .decimals = 3,
               .rank = 4,
               .words = "total: B/A of the sums",
               .help = "the sum of B over that of A"},
    [MISSING] = TABLE_FIELD("missing", TABLE_TEXT, "why there is no ratio, or no interval"),
};
static const table_form group_form = TABLE_FORM(
    "groups", "one row for each spec and configuration, in order of appearance", group_columns);

static bool fill_group(const void *finding, table_data *t, size_t item, abs_error *error)
{
    const abs_comparison *c = finding;
    (void)error;
    if (item >= c->tally.group_keys.count)
        return false;
    const abs_tally_group *of = &c->tally.groups[item];
    const compare_group *g = &c->groups[item];
    const stats_ratio *r = &g->ratio;
    table_row(t);
    table_set_text(t, SPEC, c->tally.specs.texts[of->spec]);
    table_set_signed(t, DEPTH, of->config.depth);
    table_set_text(t, ALGO, of->config.algo.name);
    table_set_text(t, CONFIG, of->config_text);
    table_set_text(t, CONFIG_B, g->partner != NULL ? g->partner->config_text : NULL);
    table_set_count(t, G_COMMON, g->common);
    table_set_count(t, G_CHANGED, g->changed);
    table_set_count(t, G_VALUES, g->values);
    table_set_count(t, G_ONLY_A, g->only[COMPARE_A]);
    table_set_count(t, G_ONLY_B, g->only[COMPARE_B]);
    table_set_count(t, N, r->n);
    table_set_ratio(t, RATIO, r);
    table_tint_ratio(t, RATIO, r);
    table_set_real(t, MEDIAN, r->median);
    table_show(t, FEWER, "%zu/%zu/%zu", r->wins, r->ties, r->losses);
    set_measure(t, MEASURE_A, c->tally.metric, &g->sums, COMPARE_A);
    set_measure(t, MEASURE_B, c->tally.metric, &g->sums, COMPARE_B);
    table_set_real(t, TOTAL, compare_ratio(&g->sums));
    table_set_text(t, MISSING,
                   r->n == 0   ? "no position has a measure and status ok in both"
                   : r->n == 1 ? "n = 1: no interval"
                               : NULL);
    return true;
}

/* ---- changes --------------------------------------------------------------------------------- */

enum { ID, ID_B, FIELD, VALUE_A, VALUE_B };

static const table_column change_columns[] = {
    [ID] = TABLE_FIELD("id", TABLE_TEXT, "A's row"),
    [ID_B] = TABLE_FIELD("id_b", TABLE_TEXT, "B's row, if its id is another; else null"),
    [FIELD] = TABLE_FIELD("field", TABLE_TEXT, "a field that differs"),
    [VALUE_A] =
        TABLE_FIELD("a", TABLE_MIXED, "its value in A, as in the row; of iterations, a hash"),
    [VALUE_B] = TABLE_FIELD("b", TABLE_MIXED, "its value in B"),
};
static const table_form change_form =
    TABLE_FORM("changes", "what differs, a field a row; the largest changes first", change_columns);

/* The rows of a change, of A and B. */
static bool read_change(const abs_comparison *c, size_t item, const abs_row *rows[COMPARE_SIDES],
                        abs_error *error)
{
    const compare_record *record = &c->records[c->changes[item].record];
    for (int side = 0; side < COMPARE_SIDES; side++)
        if ((rows[side] = compare_row(c, record, side, error)) == NULL)
            return false;
    return true;
}

static bool fill_change(const void *finding, table_data *t, size_t item, abs_error *error)
{
    char ids[COMPARE_SIDES][ID_MAX];
    const abs_row *rows[COMPARE_SIDES];
    const abs_comparison *c = finding;
    if (item >= c->change_count || !read_change(c, item, rows, error))
        return false;
    for (int side = 0; side < COMPARE_SIDES; side++)
        abs_row_id(rows[side], ids[side], ID_MAX);
    for (int k = 0; k < COMPARE_FIELDS; k++) {
        if (!(c->changes[item].differs >> k & 1))
            continue;
        table_row(t);
        table_set_text(t, ID, ids[COMPARE_A]);
        table_set_text(t, ID_B, strcmp(ids[COMPARE_A], ids[COMPARE_B]) != 0 ? ids[1] : NULL);
        table_set_text(t, FIELD, compare_name((compare_field)k));
        set_field(t, VALUE_A, rows[COMPARE_A], (compare_field)k);
        set_field(t, VALUE_B, rows[COMPARE_B], (compare_field)k);
    }
    return true;
}

/* On pages, all that differs between two rows is one cell. */
enum { CHANGE_RATIO, CHANGE_WHAT, CHANGE_ROW };

static const table_column shown_columns[] = {
    [CHANGE_RATIO] = {.head = "B/A", .kind = TABLE_REAL, .decimals = 3},
    [CHANGE_WHAT] = {.head = "changed", .left = true},
    [CHANGE_ROW] = {.head = "row", .left = true},
};
static const table_form shown_form = TABLE_FORM("changes", "the changes of a page", shown_columns);

/* Of these fields, "value 3 -> 5"; of the others, only the name. */
static void say_change(abs_buffer *b, const abs_row *const rows[COMPARE_SIDES], uint64_t differs)
{
    const uint64_t in_full = 1u << COMPARE_STATUS | 1u << COMPARE_VALUE | 1u << COMPARE_BEST_MOVE |
                             UINT64_C(1) << COMPARE_NODES;
    for (int full = 1; full >= 0; full--)
        for (int k = 0; k < COMPARE_FIELDS; k++) {
            if (!(differs >> k & 1) || (in_full >> k & 1) != (uint64_t)full)
                continue;
            buffer_text(b, b->length > 0 ? ", " : "");
            buffer_text(b, compare_name((compare_field)k));
            for (int side = 0; full && side < COMPARE_SIDES; side++) {
                buffer_text(b, side == COMPARE_A ? " " : " -> ");
                say_field(b, rows[side], (compare_field)k);
            }
        }
}

static bool fill_shown(const void *finding, table_data *t, size_t item, abs_error *error)
{
    char id[ID_MAX];
    const abs_row *rows[COMPARE_SIDES];
    uint64_t measure[COMPARE_SIDES] = {0};
    abs_buffer what = {0};
    const abs_comparison *c = finding;
    if (item >= c->change_count || !read_change(c, item, rows, error))
        return false;
    for (int side = 0; side < COMPARE_SIDES; side++)
        abs_row_measure(rows[side], c->tally.metric, &measure[side]);
    abs_row_id(rows[COMPARE_A], id, sizeof id);
    say_change(&what, rows, c->changes[item].differs);
    table_row(t);
    /* none of a row that has no measure */
    table_set_real(t, CHANGE_RATIO, (double)measure[COMPARE_B] / (double)measure[COMPARE_A]);
    table_set_text(t, CHANGE_WHAT, buffer_end(&what));
    table_set_text(t, CHANGE_ROW, id);
    buffer_free(&what);
    return true;
}

/* ---- for people ------------------------------------------------------------------------------ */

static const char *rows_word(size_t count)
{
    return count == 1 ? "row" : "rows";
}

/* What is held against what, a sentence a line. */
static void put_match(abs_buffer *b, const abs_comparison *c, const abs_page *page)
{
    abs_buffer text = {0};
    if (!c->by_position)
        return;
    buffer_format(b, "\nMatched by position, depth and algorithm%s\n%s",
                  c->setting_count > 0 ? ":" : "; no setting differs.", page->markdown ? "\n" : "");
    for (size_t i = 0; i < c->setting_count; i++) {
        compare_setting_say(c, &c->settings[i], &text);
        buffer_text(b, page->markdown ? "- " : "  ");
        page_text(b, page, buffer_end(&text));
        buffer_char(b, '\n');
    }
    compare_values_say(c, &text);
    buffer_format(b, "%s%s.\n", page->markdown ? "\n" : "  ", buffer_end(&text));
    buffer_free(&text);
}

static void put_head(abs_buffer *b, const abs_comparison *c, const abs_page *page)
{
    abs_buffer text = {0};
    for (int side = 0; side < COMPARE_SIDES; side++) {
        buffer_format(&text, "%s%c: ", page->markdown ? "- " : "", "AB"[side]);
        page_text(&text, page, c->names[side]);
        buffer_format(&text, ", %zu %s\n", c->rows[side], rows_word(c->rows[side]));
    }
    put_match(&text, c, page);
    buffer_format(&text, "\n%zu %s in both", c->common, rows_word(c->common));
    if (c->change_count == 0)
        buffer_text(&text, ", all the same");
    else
        buffer_format(&text, ", %zu changed", c->change_count);
    if (c->values > 0)
        buffer_format(&text, ", %zu IN VALUE%s", c->values, c->by_position ? "" : " OR STATUS");
    buffer_format(&text, "; %zu only in A, %zu only in B.\n", c->only[COMPARE_A],
                  c->only[COMPARE_B]);
    page_wrap(b, page, 0, buffer_end(&text));
    buffer_free(&text);
}

static bool put_changes(abs_buffer *b, const abs_comparison *c, const abs_page *page,
                        abs_error *error)
{
    /* Where settings differ, so do counts; rows whose values disagree come first. */
    const size_t listed = c->by_position ? c->values : c->change_count;
    const size_t shown = listed < CHANGES_MAX ? listed : CHANGES_MAX;
    table_data t;
    if (shown == 0)
        return true;
    buffer_format(b, "\nThe %s: %zu of %zu, A -> B\n",
                  shown < listed ? "largest changes" : "changes", shown, listed);
    table_start(&t, &shown_form);
    const bool ok = document_fill_table(&t, fill_shown, c, shown, error);
    if (ok && page->markdown) {
        buffer_char(b, '\n');
        table_write_page(b, &t, page, false);
    } else if (ok) {
        table_rename(&t, CHANGE_ROW, "", NULL);
        table_write_entries(b, &t, page, MARGIN);
    }
    table_free(&t);
    return ok;
}

static bool put_only(abs_buffer *b, const abs_comparison *c, int side, const abs_page *page,
                     abs_error *error)
{
    char id[ID_MAX];
    abs_buffer text = {0};
    size_t shown = 0;
    if (c->only[side] == 0)
        return true;
    buffer_format(b, "\nOnly in %c: %zu %s\n%s", "AB"[side], c -> only[side],
                  rows_word(c->only[side]), page -> markdown ? "\n" : "");
    for (const compare_record *r = c->records; r < c->records + c->record_count && shown < ONLY_MAX;
         r++) {
        if (r->row[COMPARE_SIDES - 1 - side] != 0)
            continue;
        const abs_row *row = compare_row(c, r, side, error);
        if (row == NULL)
            break;
        abs_row_id(row, id, sizeof id);
        buffer_clear(&text);
        buffer_text(&text, page->markdown ? "- " : "");
        page_text(&text, page, id);
        page_wrap(b, page, page->markdown ? 0 : MARGIN, buffer_end(&text));
        buffer_char(b, '\n');
        shown++;
    }
    buffer_free(&text);
    if (shown == ONLY_MAX && shown < c->only[side])
        buffer_format(b, "%*s... and %zu more\n", page->markdown ? 2 : MARGIN,
                      page->markdown ? "- " : "", c->only[side] - shown);
    return shown == ONLY_MAX || shown == c->only[side];
}

/* The groups whose measures changed; of the others, whose ratios are all 1, how many there are. */
static size_t fill_groups(table_data *t, const abs_comparison *c)
{
    const label_rules labels = label_find(&c->tally);
    abs_buffer label = {0};
    abs_error never;
    uint32_t block = UINT32_MAX;
    size_t same = 0;
    for (size_t i = 0; i < c->tally.group_keys.count; i++) {
        const abs_tally_group *group = &c->tally.groups[i], *partner = c->groups[i].partner;
        const stats_ratio *r = &c->groups[i].ratio;
        if (r->wins + r->losses == 0) {
            same += r->n > 0;
            continue;
        }
        if (group->block != block) {
            label_write_heading(&c->tally, group, &labels, &label);
            table_heading(t, buffer_end(&label));
            block = group->block;
        }
        fill_group(c, t, i, &never);
        label_write(&labels, &group->config, &label);
        if (partner != NULL && strcmp(partner->config.algo.name, group->config.algo.name) != 0)
            buffer_format(&label, ", in B %s", partner->config.algo.name);
        table_show(t, LABEL, "%s", buffer_end(&label));
    }
    buffer_free(&label);
    return same;
}

static void put_groups(abs_buffer *b, const abs_comparison *c, const abs_page *page)
{
    const char *noun = abs_metric_nouns[c->tally.metric];
    char heads[COMPARE_SIDES][32];
    table_data t;
    table_start(&t, &group_form);
    for (int side = 0; side < COMPARE_SIDES; side++) {
        snprintf(heads[side], sizeof heads[side], "%s %c", noun, "AB"[side]);
        table_rename(&t, side == COMPARE_A ? MEASURE_A : MEASURE_B, heads[side], NULL);
    }
    if (page->markdown) {
        table_rename(&t, RATIO, "B/A [95 % interval]", NULL);
        table_rename(&t, FEWER, "fewer/same/more", NULL);
    }
    const size_t same = fill_groups(&t, c);
    if (t.rows > 0) {
        buffer_text(b, page->markdown ? "" : "\n");
        table_write_page(b, &t, page, true);
    }
    if (same > 0)
        buffer_format(b, "\n%zu %s the same %s at every position.\n", same,
                      same == 1 ? "configuration needs" : "configurations need", noun);
    table_free(&t);
}

static void put_total(abs_buffer *b, abs_metric metric, const compare_sums *sums, int side)
{
    if (sums->too_large[side])
        buffer_char(b, '-');
    else if (metric == METRIC_time)
        buffer_format(b, "%.4f s", 1e-9 * (double)sums->measure[side]);
    else
        buffer_grouped(b, sums->measure[side]);
}

static bool write_page(abs_buffer *b, const void *finding, const abs_page *page, abs_error *error)
{
    const abs_comparison *c = finding;
    abs_buffer text = {0};
    put_head(b, c, page);
    if (!put_changes(b, c, page, error) || !put_only(b, c, COMPARE_A, page, error) ||
        !put_only(b, c, COMPARE_B, page, error))
        return false;
    put_groups(b, c, page);
    buffer_format(&text, "\nIn all, n = %zu: ", c->pairs);
    put_total(&text, c->tally.metric, &c->sums, COMPARE_A);
    buffer_format(&text, " %s in A, ", abs_metric_nouns[c->tally.metric]);
    put_total(&text, c->tally.metric, &c->sums, COMPARE_B);
    buffer_text(&text, " in B");
    if (isfinite(compare_ratio(&c->sums)))
        buffer_format(&text, ", %.4f of A's", compare_ratio(&c->sums));
    buffer_text(&text, ".\n");
    page_wrap(b, page, 0, buffer_end(&text));
    buffer_free(&text);
    return true;
}

static const document_table tables[] = {
    {&setting_form, fill_setting}, {&failure_form, fill_failures}, {&only_form, fill_only},
    {&group_form, fill_group},     {&change_form, fill_change},
};

const document_form compare_document = {
    .schema = "absbench.compare/3",
    .title = "absbench comparison",
    .help = "What `absbench compare --format=json` writes. Refers to report.schema.json beside it.",
    .has_context = true,
    .page = write_page,
    .head = {&total_form, fill_total},
    .tables = tables,
    .count = sizeof tables / sizeof tables[0],
    .main = 3};
