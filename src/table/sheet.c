/* sheet.c -- see sheet.h. */
#include "table/sheet.h"
#include "base/terminal.h"

#include <math.h>
#include <stdarg.h>

sheet_page sheet_page_on(int fd, bool markdown)
{
    if (markdown)
        return (sheet_page){.markdown = true, .width = SIZE_MAX};
    return (sheet_page){.width = terminal_width(fd), .colour = terminal_has_colours(fd)};
}

static void blanks(abs_buffer *b, size_t count)
{
    while (count-- > 0)
        buffer_char(b, ' ');
}

static bool begins_column(char c)
{
    return ((unsigned char)c & 0xC0) != 0x80;
}

/* The columns that UTF-8 text takes up on a terminal. */
static size_t columns_of(const char *text, size_t bytes)
{
    size_t columns = 0;
    for (size_t i = 0; i < bytes; i++)
        columns += begins_column(text[i]);
    return columns;
}

void sheet_paint(abs_buffer *b, const sheet_page *page, sheet_colour colour)
{
    static const char *const codes[] = {[SHEET_PLAIN] = "0",
                                        [SHEET_BOLD] = "1",
                                        [SHEET_DIM] = "2",
                                        [SHEET_RED] = "31",
                                        [SHEET_GREEN] = "32"};
    if (page->colour)
        buffer_format(b, "\033[%sm", codes[colour]);
}

void sheet_text(abs_buffer *b, const sheet_page *page, const char *text)
{
    if (page->markdown)
        buffer_markdown(b, text);
    else
        buffer_plain(b, text);
}

/* How much of a word that is longer than a line comes before its break: it is behind a mark that
   joins its parts, if there is one. */
static size_t break_word(const char *word, size_t length, size_t columns)
{
    size_t at = 0, behind = 0;
    for (size_t seen = 0; at < length; at++) {
        if (begins_column(word[at]) && seen++ == columns)
            break;
        if (strchr(",/;:", word[at]) != NULL)
            behind = at + 1;
    }
    return behind > 0 ? behind : at;
}

/* Goes on in `column` of a line that has begun; 0: it has not. */
static void wrap(abs_buffer *b, const sheet_page *page, size_t indent, size_t column,
                 const char *text)
{
    size_t margin = column;
    while (*text != '\0') {
        const size_t blank = *text == ' ';
        size_t length = blank + strcspn(text + blank, " \n"), columns = columns_of(text, length);
        if (column == 0 || (column > margin && column + columns > page->width)) {
            buffer_text(b, column > 0 ? "\n" : "");
            margin = column == 0 ? indent : indent + 2 - blank;
            blanks(b, margin);
            column = margin;
        }
        if (column + columns > page->width) {
            length = break_word(text, length, page->width - column);
            columns = columns_of(text, length);
        }
        buffer_bytes(b, text, length);
        column += columns;
        text += length;
        if (*text == '\n') {
            buffer_char(b, *text++);
            column = 0;
        }
    }
}

void sheet_wrap(abs_buffer *b, const sheet_page *page, size_t indent, const char *text)
{
    wrap(b, page, indent, 0, text);
}

void sheet_wrap_behind(abs_buffer *b, const sheet_page *page, const char *lead, const char *text)
{
    const size_t indent = columns_of(lead, strlen(lead));
    buffer_text(b, lead);
    wrap(b, page, indent, indent, text);
}

void sheet_heading(abs_buffer *b, const sheet_page *page, const char *text)
{
    if (page->markdown) {
        buffer_text(b, "**");
        buffer_markdown(b, text);
        buffer_text(b, "**\n\n");
        return;
    }
    sheet_paint(b, page, SHEET_BOLD);
    sheet_wrap(b, page, 0, text);
    sheet_paint(b, page, SHEET_PLAIN);
    buffer_char(b, '\n');
}

/* ---- cells --------------------------------------------------------------------------------- */

void sheet_add(sheet *s, sheet_side side, unsigned rank, const char *first, const char *second,
               const char *third)
{
    s->columns[s->count] = (sheet_column){.header = {first, second, third},
                                          .side = side,
                                          .rank = rank,
                                          .gap = s->count > 0 ? "  " : ""};
    s->count++;
}

void sheet_explain(sheet *s, const char *words)
{
    s->columns[s->count - 1].words = words;
}

static void end_cell(sheet *s)
{
    buffer_char(&s->cells, '\0');
    s->made++;
}

static void take_cells(sheet *s)
{
    buffer_clear(&s->cells);
    s->made = 0;
    memset(s->colours, 0, sizeof s->colours);
}

void sheet_tint(sheet *s, sheet_colour colour)
{
    s->colours[s->made] = colour;
}

void sheet_tint_ratio(sheet *s, const stats_ratio *r)
{
    if (r->n > 1)
        sheet_tint(s, r->upper < 1 ? SHEET_GREEN : r->lower > 1 ? SHEET_RED : SHEET_PLAIN);
}

void sheet_cell(sheet *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    buffer_format_list(&s->cells, format, args);
    va_end(args);
    end_cell(s);
}

void sheet_real(sheet *s, int decimals, double value)
{
    if (isfinite(value))
        sheet_cell(s, "%.*f", decimals, value);
    else
        sheet_cell(s, "-");
}

void sheet_ratio(sheet *s, const stats_ratio *r)
{
    const double largest = isfinite(r->upper) ? r->upper : r->point;
    const int decimals = largest < 10 ? 3 : largest < 100 ? 2 : largest < 1000 ? 1 : 0;
    if (r->n == 0)
        sheet_cell(s, "-");
    else if (r->n == 1)
        sheet_cell(s, "%.*f (n = 1)", decimals, r->point);
    else
        sheet_cell(s, "%.*f [%.*f, %.*f]", decimals, r->point, decimals, r->lower, decimals,
                   r->upper);
}

/* ---- rows ---------------------------------------------------------------------------------- */

void sheet_measure(sheet *s)
{
    const char *text = s->cells.data;
    for (size_t k = 0; k < s->count && !s->cells.failed; k++, text += strlen(text) + 1) {
        const size_t width = columns_of(text, strlen(text));
        sheet_column *c = &s->columns[k];
        c->width = width > c->width ? width : c->width;
        if (k == 0 && width <= SHEET_WIDEST)
            s->there[width] = true;
    }
    take_cells(s);
}

static size_t line_width(const sheet *s)
{
    size_t width = 0;
    for (size_t k = 0; k < s->count; k++)
        width += s->columns[k].hidden ? 0 : strlen(s->columns[k].gap) + s->columns[k].width;
    return width;
}

bool sheet_fits(const sheet *s)
{
    return line_width(s) <= s->page->width;
}

size_t sheet_room(const sheet *s)
{
    return sheet_fits(s) ? s->page->width - line_width(s) : 0;
}

/* Makes the first column narrower, as far as a line is too wide: not below `least`, unless no cell
   would be narrower. */
static void narrow(sheet *s, size_t least)
{
    sheet_column *first = &s->columns[0];
    const size_t width = line_width(s), over = sheet_fits(s) ? 0 : width - s->page->width;
    least = least > first->least ? least : first->least;
    if (over == 0 || first->width <= least)
        return;
    first->width = first->width > over + least ? first->width - over : least;
    while (first->width > first->least &&
           (first->width > SHEET_WIDEST || !s->there[first->width])) /* no cell needs it */
        first->width--;
}

/* The column that is hidden next; NULL: none may be. */
static sheet_column *next_column(sheet *s)
{
    sheet_column *next = NULL;
    for (sheet_column *c = s->columns; c < s->columns + s->count; c++)
        if (!c->hidden && c->rank > (next == NULL ? 0 : next->rank))
            next = c;
    return next;
}

/* Hides columns until lines fit. One that was hidden before a wider one may have room after all. */
static void hide_columns(sheet *s)
{
    sheet_column *next;
    while (!sheet_fits(s) && (next = next_column(s)) != NULL)
        next->hidden = true;
    for (unsigned rank = 1; rank <= SHEET_RANKS; rank++)
        for (sheet_column *c = s->columns; c < s->columns + s->count; c++)
            if (c->rank == rank && c->hidden) {
                c->hidden = false;
                c->hidden = !sheet_fits(s);
            }
}

static void set_gaps(sheet *s, const char *gap)
{
    for (size_t k = 1; k < s->count; k++)
        s->columns[k].gap = gap;
}

void sheet_fit(sheet *s)
{
    sheet_column *first = &s->columns[0];
    const size_t wanted = first->width;
    if (sheet_fits(s))
        return;
    set_gaps(s, " ");
    narrow(s, s->page->width / 3);
    hide_columns(s);
    if (line_width(s) - first->width + wanted <= s->page->width)
        first->width = wanted; /* a hidden column has left enough for it */
    narrow(s, 0);
    set_gaps(s, "  ");
    if (!sheet_fits(s))
        set_gaps(s, " ");
}

static void put_cell(abs_buffer *b, const sheet *s, size_t k, const char *text)
{
    const sheet_column *c = &s->columns[k];
    const size_t length = columns_of(text, strlen(text));
    const size_t pad = !s->page->markdown && length < c->width ? c->width - length : 0;
    const bool tinted = s->colours[k] != SHEET_PLAIN && length > 0;
    buffer_text(b, s->page->markdown ? "| " : c->gap);
    blanks(b, c->side == SHEET_RIGHT ? pad : 0);
    if (tinted)
        sheet_paint(b, s->page, s->colours[k]);
    sheet_text(b, s->page, text);
    if (tinted)
        sheet_paint(b, s->page, SHEET_PLAIN);
    blanks(b, c->side == SHEET_LEFT ? pad : 0);
    buffer_text(b, s->page->markdown ? " " : "");
}

void sheet_row(abs_buffer *b, sheet *s)
{
    const char *text = s->cells.data;
    b->failed |= s->cells.failed;
    for (size_t k = 0; k < s->count && !b->failed; k++, text += strlen(text) + 1) {
        const bool alone =
            k == 0 && !s->page->markdown && columns_of(text, strlen(text)) > s->columns[k].width;
        const size_t indent = strspn(text, " ");
        if (alone) {
            sheet_wrap(b, s->page, indent, text + indent);
            buffer_char(b, '\n');
        }
        if (!s->columns[k].hidden)
            put_cell(b, s, k, alone ? "" : text);
    }
    while (!s->page->markdown && b->length > 0 && b->data[b->length - 1] == ' ')
        b->length--;
    buffer_text(b, s->page->markdown ? "|\n" : "\n");
    take_cells(s);
}

/* ---- headers ------------------------------------------------------------------------------- */

static void header_line(sheet *s, size_t line)
{
    for (size_t k = 0; k < s->count; k++)
        sheet_cell(s, "%s", s->columns[k].header[line]);
}

void sheet_measure_header(sheet *s)
{
    for (size_t k = 0; k < s->count; k++)
        s->columns[k].width = 0;
    memset(s->there, 0, sizeof s->there);
    for (size_t line = 0; line < s->lines; line++) {
        header_line(s, line);
        sheet_measure(s);
    }
    for (size_t k = 0; k < s->count; k++)
        s->columns[k].least = s->columns[k].width;
}

/* A header's lines as one: "first move", "research". */
static void join_header(abs_buffer *b, const sheet *s, const sheet_column *c)
{
    const char *before = "";
    for (size_t line = 0; line < s->lines; line++) {
        const size_t length = strlen(before);
        buffer_text(b, length > 0 && before[length - 1] != '-' ? " " : "");
        buffer_text(b, c->header[line]);
        before = c->header[line];
    }
}

void sheet_header(abs_buffer *b, sheet *s)
{
    for (size_t line = 0; !s->page->markdown && line < s->lines; line++) {
        header_line(s, line);
        sheet_row(b, s);
    }
    if (!s->page->markdown)
        return;
    for (size_t k = 0; k < s->count; k++) {
        join_header(&s->cells, s, &s->columns[k]);
        end_cell(s);
    }
    sheet_row(b, s);
    for (size_t k = 0; k < s->count; k++)
        buffer_text(b, s->columns[k].side == SHEET_LEFT ? "| :-- " : "| --: ");
    buffer_text(b, "|\n");
}

/* ---- words --------------------------------------------------------------------------------- */

static void put_words(abs_buffer *text, const sheet *s)
{
    const char *before = NULL;
    const size_t start = text->length;
    for (const sheet_column *c = s->columns; c < s->columns + s->count; c++) {
        if (c->hidden || c->words == NULL || c->words == before)
            continue;
        buffer_text(text, text->length > start ? "; " : "");
        buffer_text(text, c->words);
        before = c->words;
    }
    buffer_text(text, text->length > start ? "." : "");
}

static void put_hidden(abs_buffer *text, const sheet *s)
{
    size_t told = 0;
    for (const sheet_column *c = s->columns; c < s->columns + s->count; c++)
        if (c->hidden) {
            buffer_text(text, told++ > 0 ? ", " : "\nNo room for: ");
            join_header(text, s, c);
        }
    buffer_text(text, told > 0 ? "; make the terminal wider, or use --format=markdown." : "");
}

void sheet_words(abs_buffer *b, const sheet *s)
{
    abs_buffer text = {0};
    put_words(&text, s);
    put_hidden(&text, s);
    sheet_paint(b, s->page, SHEET_DIM);
    if (s->page->markdown)
        buffer_markdown(b, buffer_end(&text));
    else
        sheet_wrap(b, s->page, 0, buffer_end(&text));
    sheet_paint(b, s->page, SHEET_PLAIN);
    buffer_char(b, '\n');
    b->failed |= text.failed;
    buffer_free(&text);
}
