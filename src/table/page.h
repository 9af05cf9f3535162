/*
 * page.h -- text for people: on a terminal, or as Markdown.
 *
 * Control characters, and in Markdown what would be markup there, are made harmless.
 */
#ifndef ABS_PAGE_H
#define ABS_PAGE_H

#include "base/buffer.h"

typedef struct {
    bool markdown, colour;
    size_t width; /* that no line exceeds; of Markdown any */
} abs_page;

typedef enum { PAGE_PLAIN, PAGE_BOLD, PAGE_DIM, PAGE_RED, PAGE_GREEN } page_colour;

/*
 * The page that a descriptor writes to. It is as wide as COLUMNS asks for, or as the terminal is,
 * or else 80 columns; at least 60 and at most 200. Colours are for terminals that show them, where
 * NO_COLOR does not forbid them.
 */
abs_page page_on(int fd, bool markdown);

/* Text from here on has that colour, where the page has colours; PAGE_PLAIN ends it. */
void page_paint(abs_buffer *b, const abs_page *page, page_colour colour);
void page_text(abs_buffer *b, const abs_page *page, const char *text);
/* The title of a part of it. */
void page_heading(abs_buffer *b, const abs_page *page, const char *text);

/* Text on lines that fit the page, broken at blanks, and within a word only if it is longer than a
   line; those that continue one are indented by two. */
void page_wrap(abs_buffer *b, const abs_page *page, size_t indent, const char *text);
/* The same behind `lead`, which begins the first line; the indent is as wide. */
void page_wrap_behind(abs_buffer *b, const abs_page *page, const char *lead, const char *text);
/* Sentences, one to each line of the text, in that colour: paragraphs of their own in Markdown. A
   line that is indented is to be copied: it has no colour, and in Markdown stays as it is. */
void page_sentences(abs_buffer *b, const abs_page *page, page_colour colour, const char *text);

void page_blanks(abs_buffer *b, size_t count);
/* The columns that UTF-8 text takes up on a terminal. */
size_t page_columns(const char *text, size_t bytes);

#endif
