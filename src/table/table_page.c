/* table_page.c -- a table on a page. See table.h. */
#include "table/table_cells.h"

#include <math.h>
#include <stdlib.h>

typedef struct {
    const table_column *column;
    const char *head, *words;
    size_t number;               /* of the column */
    size_t width, wanted, least; /* wanted: of a flexible one; least: of its head */
    unsigned rank;
    bool hidden;
} page_column;

typedef struct {
    const table_data *t;
    const abs_page *page;
    page_column *columns;
    size_t count, lines; /* lines: of heads */
    unsigned ranks;      /* the highest */
    const char *gap;
    bool compact;    /* 1.23 M for 1 234 567 */
    abs_buffer text; /* of the cell at hand */
} layout;

/* ---- cells ----------------------------------------------------------------------------------- */

static void put_count(const layout *l, abs_buffer *b, uint64_t number)
{
    double scaled = (double)number;
    size_t unit = 0;
    if (!l->compact || number < 10000) {
        buffer_grouped(b, number);
        return;
    }
    for (; scaled >= 999.5; scaled /= 1000)
        unit++;
    const int decimals = scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0;
    buffer_format(b, "%.*f %c", decimals, scaled, " kMGTPE"[unit]);
}

static void put_ratio(abs_buffer *b, const stats_ratio *r)
{
    const double largest = isfinite(r->upper) ? r->upper : r->point;
    const int decimals = largest < 10 ? 3 : largest < 100 ? 2 : largest < 1000 ? 1 : 0;
    if (r->n == 0)
        buffer_char(b, '-');
    else if (r->n == 1)
        buffer_format(b, "%.*f (n = 1)", decimals, r->point);
    else
        buffer_format(b, "%.*f [%.*f, %.*f]", decimals, r->point, decimals, r->lower, decimals,
                      r->upper);
}

static void put_cell_text(const layout *l, abs_buffer *b, const table_column *column,
                          const table_cell *c)
{
    if (c->shown != 0) {
        buffer_text(b, table_kept(l->t, c->shown));
        return;
    }
    if (!c->there) {
        buffer_text(b, column->kind == TABLE_REAL ? "-" : "");
        return;
    }
    switch ((table_kind)c->kind) {
    case TABLE_TEXT:
        buffer_text(b, table_kept(l->t, c->count));
        break;
    case TABLE_COUNT:
        put_count(l, b, c->count);
        break;
    case TABLE_MIXED:
        break;
    case TABLE_SETTING: {
        char value[CONFIG_WORD_MAX];
        config_value(&config_fields[column->setting], c->config, value, sizeof value);
        buffer_text(b, value);
        break;
    }
    case TABLE_SIGNED:
        buffer_signed(b, c->number);
        break;
    case TABLE_REAL:
        buffer_format(b, "%.*f", column->decimals, c->real);
        break;
    case TABLE_TRUTH:
        buffer_text(b, c->count ? "yes" : "no");
        break;
    case TABLE_HEX:
        buffer_format(b, "0x%016llx", (unsigned long long)c->count);
        break;
    case TABLE_RATIO: {
        const stats_ratio ratio = table_kept_ratio(l->t, c);
        put_ratio(b, &ratio);
        break;
    }
    }
}

static const table_cell *cell_at(const layout *l, size_t row, const page_column *c)
{
    return &l->t->cells[row * l->t->form->count + c->number];
}

/* The cell as text; valid until the next. */
static const char *cell_text(layout *l, size_t row, const page_column *c)
{
    buffer_clear(&l->text);
    put_cell_text(l, &l->text, c->column, cell_at(l, row, c));
    return buffer_end(&l->text);
}

/* ---- heads ----------------------------------------------------------------------------------- */

static size_t lines_of(const char *head)
{
    size_t lines = 1;
    for (; *head != '\0'; head++)
        lines += *head == '\n';
    return lines;
}

/* Line `line` of the head, of l->lines in all: heads stand at the bottom. */
static const char *head_line(const layout *l, const page_column *c, size_t line, size_t *length)
{
    const char *at = c->head;
    const size_t lines = lines_of(at), above = l->lines - lines;
    *length = 0;
    if (line < above)
        return "";
    for (line -= above; line > 0; line--)
        at = strchr(at, '\n') + 1;
    *length = strcspn(at, "\n");
    return at;
}

/* A head's lines as one: "first move", "re-search". */
static void join_head(abs_buffer *b, const page_column *c)
{
    for (const char *at = c->head; *at != '\0'; at++)
        if (*at != '\n')
            buffer_char(b, *at);
        else if (at > c->head && at[-1] != '-')
            buffer_char(b, ' ');
}

/* ---- widths ---------------------------------------------------------------------------------- */

static void measure(layout *l)
{
    for (page_column *c = l->columns; c < l->columns + l->count; c++) {
        c->width = 0;
        for (size_t line = 0, length; line < l->lines; line++) {
            const char *head = head_line(l, c, line, &length);
            const size_t width = page_columns(head, length);
            c->width = width > c->width ? width : c->width;
        }
        c->least = c->width;
        for (size_t row = 0; row < l->t->rows; row++) {
            const char *text = cell_text(l, row, c);
            const size_t width = page_columns(text, strlen(text));
            c->width = width > c->width ? width : c->width;
        }
    }
}

static size_t line_width(const layout *l)
{
    size_t width = 0;
    for (size_t k = 0; k < l->count; k++)
        width += l->columns[k].hidden ? 0 : (k > 0 ? strlen(l->gap) : 0) + l->columns[k].width;
    return width;
}

static bool fits(const layout *l)
{
    return line_width(l) <= l->page->width;
}

/* Makes the first column narrower, as far as a line is too wide: not below `least`, and no wider
   than a cell that then stands in it. */
static void narrow(layout *l, size_t least)
{
    page_column *first = &l->columns[0];
    const size_t width = line_width(l), over = fits(l) ? 0 : width - l->page->width;
    least = least > first->least ? least : first->least;
    if (over == 0 || first->width <= least)
        return;
    const size_t most = first->width > over + least ? first->width - over : least;
    first->width = first->least;
    for (size_t row = 0; row < l->t->rows; row++) {
        const char *text = cell_text(l, row, first);
        const size_t columns = page_columns(text, strlen(text));
        if (columns > first->width && columns <= most)
            first->width = columns;
    }
}

/* The column that is hidden next; NULL: none may be. */
static page_column *next_column(layout *l)
{
    page_column *next = NULL;
    for (page_column *c = l->columns; c < l->columns + l->count; c++)
        if (!c->hidden && c->rank > (next == NULL ? 0 : next->rank))
            next = c;
    return next;
}

/* Hides columns until lines fit. One that was hidden before a wider one may have room after all. */
static void hide_columns(layout *l)
{
    page_column *next;
    while (!fits(l) && (next = next_column(l)) != NULL)
        next->hidden = true;
    for (unsigned rank = 1; rank <= l->ranks; rank++)
        for (page_column *c = l->columns; c < l->columns + l->count; c++)
            if (c->rank == rank && c->hidden) {
                c->hidden = false;
                c->hidden = !fits(l);
            }
}

static void make_fit(layout *l)
{
    page_column *first = &l->columns[0];
    const size_t wanted = first->width;
    if (fits(l))
        return;
    l->gap = " ";
    narrow(l, l->page->width / 3);
    hide_columns(l);
    if (line_width(l) - first->width + wanted <= l->page->width)
        first->width = wanted; /* a hidden column has left enough for it */
    narrow(l, 0);
    l->gap = "  ";
    if (!fits(l))
        l->gap = " ";
}

/* The flexible column is narrow while the others are fitted, and then takes what they leave. */
static void fit(layout *l)
{
    page_column *flexible = NULL;
    for (int tries = 0; tries < 2; tries++) {
        l->compact = tries > 0;
        measure(l);
        for (page_column *c = l->columns; c < l->columns + l->count; c++)
            if (c->column->flexible > 0 && c->width > c->column->flexible) {
                flexible = c;
                c->wanted = c->width;
                c->width = c->column->flexible;
            }
        if (fits(l))
            break;
    }
    make_fit(l);
    if (flexible == NULL || flexible->hidden)
        return;
    const size_t room = fits(l) ? l->page->width - line_width(l) : 0,
                 short_of = flexible->wanted - flexible->width;
    flexible->width += room < short_of ? room : short_of;
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* A text that is too wide for a flexible column is cut behind a word. */
static size_t cut(const page_column *c, const char *text)
{
    size_t length = strlen(text);
    if (c->column->flexible == 0 || page_columns(text, length) <= c->width)
        return length;
    for (length = c->width > 3 ? c->width - 2 : 0; length > 0 && text[length - 1] != ' '; length--)
        continue;
    return length;
}

static void put_cell(abs_buffer *b, const layout *l, const page_column *c, const char *text,
                     size_t length, page_colour colour)
{
    abs_buffer cell = {0};
    const bool markdown = l->page->markdown, tinted = colour != PAGE_PLAIN && length > 0;
    buffer_bytes(&cell, text, length);
    buffer_text(&cell, text[length] != '\0' && text[length] != '\n' ? ".." : "");
    const char *shown = buffer_end(&cell);
    const size_t columns = page_columns(shown, strlen(shown));
    const size_t pad = !markdown && columns < c->width ? c->width - columns : 0;
    buffer_text(b, markdown ? "| " : c > l->columns ? l->gap : "");
    page_blanks(b, c->column->left ? 0 : pad);
    if (tinted)
        page_paint(b, l->page, colour);
    page_text(b, l->page, shown);
    if (tinted)
        page_paint(b, l->page, PAGE_PLAIN);
    page_blanks(b, c->column->left ? pad : 0);
    buffer_text(b, markdown ? " " : "");
    buffer_free(&cell);
}

static void end_line(abs_buffer *b, const abs_page *page)
{
    while (!page->markdown && b->length > 0 && b->data[b->length - 1] == ' ')
        b->length--;
    buffer_text(b, page->markdown ? "|\n" : "\n");
}

static void put_row(abs_buffer *b, layout *l, size_t row)
{
    for (page_column *c = l->columns; c < l->columns + l->count; c++) {
        const char *text = cell_text(l, row, c);
        const bool alone =
            c == l->columns && !l->page->markdown && page_columns(text, strlen(text)) > c->width;
        if (alone) {
            const size_t indent = strspn(text, " ");
            page_wrap(b, l->page, indent, text + indent);
            buffer_char(b, '\n');
            text = "";
        }
        if (!c->hidden)
            put_cell(b, l, c, text, cut(c, text), (page_colour)cell_at(l, row, c)->colour);
    }
    end_line(b, l->page);
}

static void put_heads(abs_buffer *b, layout *l)
{
    for (size_t line = 0; !l->page->markdown && line < l->lines; line++) {
        for (page_column *c = l->columns; c < l->columns + l->count; c++) {
            size_t length;
            const char *head = head_line(l, c, line, &length);
            if (!c->hidden)
                put_cell(b, l, c, head, length, PAGE_PLAIN);
        }
        end_line(b, l->page);
    }
    if (!l->page->markdown)
        return;
    for (page_column *c = l->columns; c < l->columns + l->count; c++) {
        buffer_clear(&l->text);
        join_head(&l->text, c);
        const char *head = buffer_end(&l->text);
        put_cell(b, l, c, head, strlen(head), PAGE_PLAIN);
    }
    end_line(b, l->page);
    for (page_column *c = l->columns; c < l->columns + l->count; c++)
        buffer_text(b, c->column->left ? "| :-- " : "| --: ");
    buffer_text(b, "|\n");
}

/* What the columns mean, and which had no room. */
static void put_words(abs_buffer *b, const layout *l)
{
    abs_buffer text = {0};
    const char *before = "";
    size_t hidden = 0;
    for (const page_column *c = l->columns; c < l->columns + l->count; c++) {
        if (c->hidden || c->words == NULL || strcmp(c->words, before) == 0)
            continue;
        buffer_text(&text, text.length > 0 ? "; " : "");
        buffer_text(&text, c->words);
        before = c->words;
    }
    buffer_text(&text, text.length > 0 ? "." : "");
    for (const page_column *c = l->columns; c < l->columns + l->count; c++)
        if (c->hidden) {
            buffer_text(&text, hidden++ > 0      ? ", "
                               : text.length > 0 ? "\nNo room for: "
                                                 : "No room for: ");
            join_head(&text, c);
        }
    buffer_text(&text, hidden > 0 ? "; make the terminal wider, or use --format=markdown." : "");
    page_paint(b, l->page, PAGE_DIM);
    if (l->page->markdown)
        buffer_markdown(b, buffer_end(&text));
    else
        page_wrap(b, l->page, 0, buffer_end(&text));
    page_paint(b, l->page, PAGE_PLAIN);
    buffer_char(b, '\n');
    buffer_free(&text);
}

/* ---- the table ------------------------------------------------------------------------------- */

static void find_columns(layout *l)
{
    const table_form *form = l->t->form;
    l->columns = memory_zeros(form->count, sizeof *l->columns);
    for (size_t k = 0; k < form->count; k++) {
        const table_column *c = &form->columns[k];
        const struct table_own *own = &l->t->own[k];
        if (c->head == NULL || own->omitted)
            continue;
        const char *head = own->head != NULL ? own->head : c->head;
        const size_t lines = lines_of(head);
        l->columns[l->count++] = (page_column){.column = c,
                                               .head = head,
                                               .words = own->words != NULL ? own->words : c->words,
                                               .number = k,
                                               .rank = own->rank > 0 ? own->rank - 1 : c->rank};
        l->lines = lines > l->lines ? lines : l->lines;
        const unsigned rank = l->columns[l->count - 1].rank;
        l->ranks = rank > l->ranks ? rank : l->ranks;
    }
}

void table_write_words(abs_buffer *b, const table_data *t, const abs_page *page)
{
    layout l = {.t = t, .page = page, .gap = "  "};
    find_columns(&l);
    fit(&l);
    put_words(b, &l);
    free(l.columns);
    buffer_free(&l.text);
}

void table_write_page(abs_buffer *b, const table_data *t, const abs_page *page, bool words)
{
    layout l = {.t = t, .page = page, .gap = "  "};
    find_columns(&l);
    fit(&l);
    if (!page->markdown || t->block_count == 0)
        put_heads(b, &l);
    for (size_t row = 0, block = 0; row < t->rows; row++) {
        for (; block < t->block_count && t->blocks[block].row == row; block++) {
            buffer_text(b, block > 0 || (page->markdown && b->length > 0) ? "\n" : "");
            page_heading(b, page, table_kept(t, t->blocks[block].heading));
            if (page->markdown)
                put_heads(b, &l);
        }
        put_row(b, &l, row);
    }
    free(l.columns);
    buffer_free(&l.text);
    if (words) {
        buffer_char(b, '\n');
        table_write_words(b, t, page);
    }
}

/* ---- entries --------------------------------------------------------------------------------- */

static void put_first_cell(abs_buffer *b, const page_column *c, const char *text, size_t margin)
{
    const size_t width = page_columns(text, strlen(text)), taken = width + 2;
    const size_t rest = taken < margin ? margin - taken : 0;
    page_blanks(b, c->column->left ? 2 : rest);
    buffer_plain(b, text);
    page_blanks(b, c->column->left ? (rest > 0 ? rest : 1) : 2);
}

static void put_entry_line(abs_buffer *b, const layout *l, const char *lead, const char *text)
{
    abs_buffer plain = {0};
    buffer_plain(&plain, text);
    if (strncmp(text, "--", 2) == 0)
        buffer_format(b, "%s%s", lead, buffer_end(&plain));
    else
        page_wrap_behind(b, l->page, lead, buffer_end(&plain));
    buffer_char(b, '\n');
    buffer_free(&plain);
}

static void put_entry(abs_buffer *b, layout *l, size_t row, size_t margin)
{
    abs_buffer lead = {0};
    put_first_cell(&lead, &l->columns[0], cell_text(l, row, &l->columns[0]), margin);
    for (page_column *c = l->columns + 1; c < l->columns + l->count; c++) {
        const char *text = cell_text(l, row, c);
        if (c == l->columns + 1 || *text != '\0') {
            buffer_text(&lead, c > l->columns + 1 ? c->head : "");
            put_entry_line(b, l, buffer_end(&lead), text);
        }
        buffer_clear(&lead);
        page_blanks(&lead, margin);
    }
    buffer_free(&lead);
}

void table_write_entries(abs_buffer *b, const table_data *t, const abs_page *page, size_t margin)
{
    layout l = {.t = t, .page = page};
    find_columns(&l);
    for (size_t row = 0, block = 0; row < t->rows; row++) {
        for (; block < t->block_count && t->blocks[block].row == row; block++) {
            buffer_text(b, block > 0 ? "\n" : "");
            page_heading(b, page, table_kept(t, t->blocks[block].heading));
        }
        put_entry(b, &l, row, margin);
    }
    free(l.columns);
    buffer_free(&l.text);
}
