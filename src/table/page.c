/* page.c -- see table.h. */
#include "table/table.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

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
        width = 80; /* files and pipes are the same anywhere */
    return (abs_page){.width = width < 60 ? 60 : width > 200 ? 200 : width,
                      .colour = terminal && (none == NULL || *none == '\0') && kind != NULL &&
                                *kind != '\0' && strcmp(kind, "dumb") != 0};
}

static bool begins_column(char c)
{
    return ((unsigned char)c & 0xC0) != 0x80;
}

size_t page_columns(const char *text, size_t bytes)
{
    size_t columns = 0;
    for (size_t i = 0; i < bytes; i++)
        columns += begins_column(text[i]);
    return columns;
}

void page_paint(abs_buffer *b, const abs_page *page, page_colour colour)
{
    static const int codes[] = {
        [PAGE_BOLD] = 1, [PAGE_DIM] = 2, [PAGE_RED] = 31, [PAGE_GREEN] = 32};
    if (page->colour)
        buffer_format(b, "\033[%dm", codes[colour]);
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

void page_wrap(abs_buffer *b, const abs_page *page, const char *lead, const char *text)
{
    const size_t indent = page_columns(lead, strlen(lead));
    size_t column = indent, margin = indent; /* 0: the line has not begun */
    buffer_text(b, lead);
    while (*text != '\0') {
        const size_t blank = *text == ' ';
        size_t length = blank + strcspn(text + blank, " \n"), columns = page_columns(text, length);
        if (column == 0 || (column > margin && column + columns > page->width)) {
            margin = column == 0 ? indent : indent + 2 - blank;
            buffer_format(b, "%s%*s", column > 0 ? "\n" : "", (int)margin, "");
            column = margin;
        }
        if (column + columns > page->width) {
            length = break_word(text, length, page->width - column);
            columns = page_columns(text, length);
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

void page_sentences(abs_buffer *b, const abs_page *page, page_colour colour, const char *text)
{
    abs_buffer line = {0};
    for (size_t length; *text != '\0'; text += length + (text[length] == '\n')) {
        const size_t indent = strspn(text, " ");
        const bool tinted = indent == 0 && colour != PAGE_PLAIN;
        length = strcspn(text, "\n");
        buffer_clear(&line);
        buffer_bytes(&line, text, length);
        if (page->markdown) {
            buffer_text(b, indent > 0 ? "\n    " : "\n");
            (indent > 0 ? buffer_text : buffer_markdown)(b, buffer_end(&line) + indent);
        } else {
            if (tinted)
                page_paint(b, page, colour);
            page_wrap(b, page, "", buffer_end(&line));
            if (tinted)
                page_paint(b, page, PAGE_PLAIN);
        }
        buffer_char(b, '\n');
    }
    buffer_free(&line);
}
