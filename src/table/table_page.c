/* table_page.c -- writes pages, and tables on them. See table.h. */
#include "base/memory.h"
#include "base/text.h"
#include "table/table.h"

#include <math.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* ---- pages ----------------------------------------------------------------------------------- */

abs_page page_on(int fd, bool markdown)
{
    if (markdown)
        return (abs_page){.markdown = true, .width = SIZE_MAX};
    const char *asked = getenv("COLUMNS"), *none = getenv("NO_COLOR"), *kind = getenv("TERM");
    const size_t digits = asked != NULL ? strspn(asked, "0123456789") : 0;
    const bool terminal = isatty(fd);
    struct winsize there = {0};
    size_t width = 0;
    if (digits > 0 && digits < 6 && asked[digits] == '\0')
        width = strtoul(asked, NULL, 10);
    if (width == 0 && terminal && ioctl(fd, TIOCGWINSZ, &there) == 0)
        width = there.ws_col;
    if (width == 0)
        width = 80; /* so that files and pipes do not depend on a terminal */
    return (abs_page){.width = width < 60    ? 60
                               : width > 200 ? 200
                                             : width,
                      .terminal = terminal,
                      .utf8 = text_locale_is_utf8(),
                      .colour = terminal && (none == NULL || *none == '\0') && kind != NULL &&
                                *kind != '\0' && strcmp(kind, "dumb") != 0};
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

/* Colours the following text, if the page has colours, until PAGE_PLAIN. */
static void paint(abs_buffer *b, const abs_page *page, page_colour colour)
{
    static const int codes[] = {
        [PAGE_BOLD] = 1, [PAGE_DIM] = 2, [PAGE_RED] = 31, [PAGE_GREEN] = 32};
    if (page->colour)
        buffer_format(b, "\033[%dm", codes[colour]);
}

/* The number of bytes before the break in a word that is longer than a line. The break is after a
   comma or the like, or else at the end of the line. */
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

void page_wrap(abs_buffer *b, const abs_page *page, const char *lead, const char *text)
{
    const size_t indent = columns_of(lead, strlen(lead));
    abs_buffer word = {0};                   /* it may hold any bytes */
    size_t column = indent, margin = indent; /* column 0: no line is begun */
    buffer_text(b, lead);
    while (*text != '\0') {
        const size_t blank = *text == ' ';
        size_t length = blank + strcspn(text + blank, " \n"), columns = columns_of(text, length);
        if (column == 0 || (column > margin && column + columns > page->width)) {
            margin = column == 0 ? indent : indent + 2 - blank;
            buffer_format(b, "%s%*s", column > 0 ? "\n" : "", (int)margin, "");
            column = margin;
        }
        if (column + columns > page->width) {
            length = break_word(text, length, page->width - column);
            columns = columns_of(text, length);
        }
        buffer_clear(&word);
        buffer_bytes(&word, text, length);
        buffer_plain(b, buffer_end(&word));
        column += columns;
        text += length;
        if (*text == '\n') {
            buffer_char(b, *text++);
            column = 0;
        }
    }
    buffer_free(&word);
}

void page_sentences(abs_buffer *b, const abs_page *page, page_colour colour, const char *text)
{
    abs_buffer line = {0};
    for (size_t length; *text != '\0'; text += length + (text[length] == '\n')) {
        const size_t indent = strspn(text, " ");
        length = strcspn(text, "\n");
        buffer_clear(&line);
        buffer_bytes(&line, text, length);
        if (page->markdown) {
            buffer_text(b, indent > 0 ? "\n    " : "\n");
            (indent > 0 ? buffer_plain : buffer_markdown)(b, buffer_end(&line) + indent);
        } else if (indent > 0) { /* options, which users copy */
            buffer_plain(b, buffer_end(&line));
        } else {
            if (colour != PAGE_PLAIN)
                paint(b, page, colour);
            page_wrap(b, page, "", buffer_end(&line));
            if (colour != PAGE_PLAIN)
                paint(b, page, PAGE_PLAIN);
        }
        buffer_char(b, '\n');
    }
    buffer_free(&line);
}

/* ---- tables ---------------------------------------------------------------------------------- */

typedef struct {
    const table_column *of;
    size_t number;               /* in table_data.columns */
    size_t width, wanted, least; /* the widest cell needs `wanted`, the head `least` */
    size_t lines;                /* of its head */
    bool hidden;
} page_column;

typedef struct {
    const table_data *t;
    const abs_page *page;
    page_column *columns, *end; /* the columns that have a head */
    size_t lines;               /* of the heads */
    unsigned rank;              /* the highest rank of a column */
    const char *gap;
    bool compact;    /* counts are written as 1.23 M for 1 234 567 */
    abs_buffer text; /* of the current cell */
} layout;

/* ---- texts ----------------------------------------------------------------------------------- */

static size_t width_of(const char *text)
{
    return columns_of(text, strlen(text));
}

static void put_count(abs_buffer *b, uint64_t number, bool compact)
{
    double scaled = (double)number;
    size_t unit = 0;
    if (!compact || number < 10000) {
        buffer_grouped(b, number);
        return;
    }
    for (; scaled >= 999.5; scaled /= 1000)
        unit++;
    buffer_format(b, "%.*f %c",
                  scaled < 9.995   ? 2
                  : scaled < 99.95 ? 1
                                   : 0,
                  scaled, " kMGTPE"[unit]);
}

/* Returns the cell as text, which is valid until the next call. */
static const char *cell_text(layout *l, size_t row, const page_column *c)
{
    const table_cell *cell = table_at(l->t, row, c->number);
    buffer_clear(&l->text);
    if (cell->shown != 0)
        buffer_text(&l->text, table_kept(l->t, cell->shown));
    else if (!cell->there)
        buffer_text(&l->text, c->of->kind == TABLE_REAL ? "-" : "");
    else if (cell->kind == TABLE_COUNT)
        put_count(&l->text, cell->count, l->compact);
    else if (cell->kind == TABLE_REAL)
        buffer_format(&l->text, fabs(cell->real) < 1e9 ? "%.*f" : "%.*e",
                      fabs(cell->real) < 1e9 ? c->of->decimals : 4, cell->real);
    else if (cell->kind == TABLE_TRUTH)
        buffer_text(&l->text, cell->count ? "yes" : "no");
    else
        table_put(&l->text, l->t, row, c->number, buffer_text);
    return buffer_end(&l->text);
}

/* Returns a line of the head, from 0 at the bottom, where heads are aligned; NULL above the top. */
static const char *head_line(const page_column *c, size_t line, size_t *length)
{
    const char *const head = c->of->head, *end = head + strlen(head), *before;
    while ((before = memrchr(head, '\n', (size_t)(end - head))) != NULL && line > 0) {
        end = before;
        line--;
    }
    *length = (size_t)(end - (before != NULL ? before + 1 : head));
    return line == 0 ? end - *length : NULL;
}

/* Joins the lines of a head: "first move", "re-search". */
static void join_head(abs_buffer *b, const page_column *c)
{
    for (const char *at = c->of->head; *at != '\0'; at++)
        if (*at != '\n')
            buffer_char(b, *at);
        else if (at > c->of->head && at[-1] != '-')
            buffer_char(b, ' ');
}

/* ---- widths ---------------------------------------------------------------------------------- */

/* Measures the column. Returns whether a cell of it is neither empty nor "-". */
static bool measure(layout *l, page_column *c)
{
    const size_t flexible = c->of->flexible;
    bool said = false;
    const char *head;
    c->least = 0;
    c->lines = 0;
    for (size_t length; (head = head_line(c, c->lines, &length)) != NULL; c->lines++) {
        const size_t width = columns_of(head, length);
        c->least = width > c->least ? width : c->least;
    }
    c->wanted = c->least;
    for (size_t row = 0; row < l->t->rows; row++) {
        const char *text = cell_text(l, row, c);
        const size_t width = width_of(text);
        c->wanted = width > c->wanted ? width : c->wanted;
        said = said || (*text != '\0' && strcmp(text, "-") != 0);
    }
    c->width = flexible > 0 && c->wanted > flexible ? flexible : c->wanted;
    return said;
}

static size_t line_width(const layout *l)
{
    size_t width = 0;
    for (const page_column *c = l->columns; c < l->end; c++)
        width += c->hidden ? 0 : (c > l->columns ? strlen(l->gap) : 0) + c->width;
    return width;
}

static bool fits(const layout *l)
{
    return line_width(l) <= l->page->width;
}

/* Makes the first column narrower by as much as lines are too long, but not below `least`; then no
   wider than the widest cell that still fits. */
static void narrow(layout *l, size_t least)
{
    page_column *first = l->columns;
    const size_t over = fits(l) ? 0 : line_width(l) - l->page->width;
    least = least > first->least ? least : first->least;
    if (over == 0 || first->width <= least)
        return;
    const size_t most = first->width > over + least ? first->width - over : least;
    first->width = first->least;
    for (size_t row = 0; row < l->t->rows; row++) {
        const size_t width = width_of(cell_text(l, row, first));
        first->width = width > first->width && width <= most ? width : first->width;
    }
}

/* Sets the widths of the columns, as table_write_page() says. A flexible column is narrow while the
   others are fitted, and then takes the room that they leave. */
static void fit(layout *l)
{
    const size_t most = l->page->width;
    page_column *first = l->columns;
    l->compact = !fits(l);
    for (page_column *c = first; l->compact && c < l->end; c++)
        measure(l, c);
    if (!fits(l)) {
        l->gap = " ";
        narrow(l, most / 3);
        for (unsigned rank = l->rank; rank > 0; rank--)
            for (page_column *c = first; c < l->end; c++)
                c->hidden = c->hidden || (c->of->rank == rank && !fits(l));
        narrow(l, 0);
        l->gap = "  ";
        l->gap = fits(l) ? "  " : " ";
    }
    for (page_column *c = first; c < l->end; c++) {
        const size_t room = fits(l) ? most - line_width(l) : 0;
        if (c->of->flexible > 0 && !c->hidden)
            c->width = room < c->wanted - c->width ? c->width + room : c->wanted;
    }
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void put_cell(abs_buffer *b, const layout *l, const page_column *c, const char *text,
                     size_t length, page_colour colour)
{
    abs_buffer cell = {0};
    const bool markdown = l->page->markdown, tinted = colour != PAGE_PLAIN && length > 0;
    buffer_bytes(&cell, text, length);
    if (c->of->flexible > 0 && !markdown && columns_of(text, length) > c->width) {
        cell.length = c->width > 3 ? c->width - 2 : 0; /* then cut at the end of a word */
        while (cell.length > 0 && text[cell.length - 1] != ' ')
            cell.length--;
        buffer_text(&cell, "..");
    }
    const size_t columns = columns_of(cell.data, cell.length);
    const size_t pad = !markdown && columns < c->width ? c->width - columns : 0;
    buffer_text(b, markdown ? "| " : c > l->columns ? l->gap : "");
    buffer_format(b, "%*s", c->of->left ? 0 : (int)pad, "");
    if (tinted)
        paint(b, l->page, colour);
    (markdown ? buffer_markdown : buffer_plain)(b, buffer_end(&cell));
    if (tinted)
        paint(b, l->page, PAGE_PLAIN);
    buffer_format(b, "%*s%s", c->of->left ? (int)pad : 0, "", markdown ? " " : "");
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
    for (page_column *c = l->columns; c < l->end; c++) {
        const char *text = cell_text(l, row, c);
        const page_colour colour = table_at(l->t, row, c->number)->colour;
        if (c == l->columns && !l->page->markdown && width_of(text) > c->width) {
            const size_t indent = strspn(text, " ");
            page_wrap(b, l->page, indent > 1 ? "  " : "", text + indent);
            buffer_char(b, '\n');
            text = "";
        }
        if (!c->hidden)
            put_cell(b, l, c, text, strlen(text), colour);
    }
    end_line(b, l->page);
}

static void put_heads(abs_buffer *b, layout *l)
{
    const bool markdown = l->page->markdown;
    for (size_t line = markdown ? 1 : l->lines; line-- > 0;) {
        for (page_column *c = l->columns; c < l->end; c++) {
            size_t length;
            const char *head = head_line(c, line, &length);
            buffer_clear(&l->text);
            if (markdown)
                join_head(&l->text, c);
            else if (head != NULL)
                buffer_bytes(&l->text, head, length);
            if (!c->hidden)
                put_cell(b, l, c, buffer_end(&l->text), l->text.length, PAGE_PLAIN);
        }
        end_line(b, l->page);
    }
    for (page_column *c = l->columns; markdown && c < l->end; c++)
        buffer_text(b, c->of->left ? "| :-- " : "| --: ");
    buffer_text(b, markdown ? "|\n" : "");
}

/* Writes what the columns mean, and which were left out. */
static void put_words(abs_buffer *b, const layout *l)
{
    abs_buffer text = {0};
    const char *before = "", *gap = "";
    for (const page_column *c = l->columns; c < l->end; c++) {
        if (c->hidden || c->of->words == NULL || strcmp(c->of->words, before) == 0)
            continue;
        buffer_format(&text, "%s%s", gap, c->of->words);
        before = c->of->words;
        gap = "; ";
    }
    buffer_text(&text, text.length > 0 ? "." : "");
    gap = text.length > 0 ? "\nNo room for: " : "No room for: ";
    for (const page_column *c = l->columns; c < l->end; c++)
        if (c->hidden) {
            buffer_text(&text, gap);
            join_head(&text, c);
            gap = ", ";
        }
    if (*gap == ',')
        buffer_text(&text, l->page->terminal
                               ? "; make the terminal wider, or use --format=markdown."
                               : "; set COLUMNS, or use --format=markdown.");
    if (text.length > 0) {
        buffer_text(b, l->page->markdown ? "" : "\n");
        page_sentences(b, l->page, PAGE_DIM, buffer_end(&text));
    }
    buffer_free(&text);
}

/* Writes a row as an entry: see table_write_page(). */
static void put_entry(abs_buffer *b, layout *l, size_t row, size_t margin)
{
    const page_column *first = l->columns;
    const char *text = cell_text(l, row, first);
    const size_t taken = width_of(text) + 2, rest = taken < margin ? margin - taken : 0;
    abs_buffer lead = {0}, plain = {0};
    buffer_format(&lead, "%*s", first->of->left ? 2 : (int)rest, "");
    buffer_plain(&lead, text);
    buffer_format(&lead, "%*s", !first->of->left ? 2 : rest > 0 ? (int)rest : 1, "");
    for (const page_column *c = first + 1; c < l->end; c++) {
        text = cell_text(l, row, c);
        if (c == first + 1 || *text != '\0') {
            buffer_text(&lead, c > first + 1 ? c->of->head : "");
            buffer_clear(&plain);
            buffer_plain(&plain, text);
            if (strncmp(text, "--", 2) == 0)
                buffer_format(b, "%s%s", buffer_end(&lead), buffer_end(&plain));
            else
                page_wrap(b, l->page, buffer_end(&lead), buffer_end(&plain));
            buffer_char(b, '\n');
        }
        buffer_clear(&lead);
        buffer_format(&lead, "%*s", (int)margin, "");
    }
    buffer_free(&lead);
    buffer_free(&plain);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Begins a layout of the columns that have a head and, unless they are for entries, some text. */
static layout begin(const table_data *t, bool entries)
{
    layout l = {.t = t, .page = t->page, .gap = "  "};
    l.end = l.columns = memory_zeros(t->form->count, sizeof *l.columns);
    for (size_t k = 0; k < t->form->count; k++) {
        page_column c = {.of = &t->columns[k], .number = k};
        if (c.of->head == NULL || (!measure(&l, &c) && !entries))
            continue;
        l.lines = c.lines > l.lines ? c.lines : l.lines;
        *l.end++ = c;
        l.rank = c.of->rank > l.rank ? c.of->rank : l.rank;
    }
    return l;
}

static void put_heading(abs_buffer *b, const abs_page *page, const char *text)
{
    if (page->markdown) {
        buffer_text(b, "**");
        buffer_markdown(b, text);
        buffer_text(b, "**\n\n");
    } else {
        page_sentences(b, page, PAGE_BOLD, text);
    }
}

/* Writes all rows under their headings, as entries if there is a margin. */
static void put_rows(abs_buffer *b, layout *l, size_t margin)
{
    const bool markdown = l->page->markdown;
    if (margin == 0 && (!markdown || !l->t->headed))
        put_heads(b, l);
    for (size_t row = 0; row < l->t->rows; row++) {
        const table_cell *of_row = table_at(l->t, row, l->t->form->count);
        if (of_row->half) {
            page_wrap(b, l->page, markdown ? "\n" : "  ", table_kept(l->t, of_row->shown));
            buffer_char(b, '\n');
            continue;
        }
        if (of_row->shown > 0) {
            buffer_text(b, row > 0 ? "\n" : "");
            put_heading(b, l->page, table_kept(l->t, of_row->shown));
            if (markdown)
                put_heads(b, l);
        }
        if (of_row->count > 0)
            buffer_format(b, "%s... and %zu more\n", markdown ? "\n" : "  ", (size_t)of_row->count);
        else if (margin > 0)
            put_entry(b, l, row, margin);
        else
            put_row(b, l, row);
    }
}

void table_write_page(abs_buffer *b, const table_data *t, size_t margin)
{
    const bool entries = margin > 0 && !t->page->markdown;
    layout l = begin(t, entries);
    if (l.end > l.columns) {
        buffer_text(b, b->length > 0 ? "\n" : "");
        if (!entries)
            fit(&l);
        put_rows(b, &l, entries ? margin : 0);
        if (!entries)
            put_words(b, &l);
    }
    free(l.columns);
    buffer_free(&l.text);
}
