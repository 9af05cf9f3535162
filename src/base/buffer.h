/*
 * buffer.h -- text that grows: numbers, formats and JSON strings, appended without a tree in
 * between. Start with zeros, end with buffer_free().
 */
#ifndef ABS_BUFFER_H
#define ABS_BUFFER_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    char *data; /* not ended by a NUL; see buffer_end() */
    size_t length, room;
} abs_buffer;

void buffer_free(abs_buffer *b);

/* Forgets the text and keeps the room. */
static inline void buffer_clear(abs_buffer *b)
{
    b->length = 0;
}

/* Makes room for `more` bytes and a NUL. */
void buffer_reserve(abs_buffer *b, size_t more);

static inline void buffer_bytes(abs_buffer *b, const char *bytes, size_t count)
{
    if (b->room - b->length <= count)
        buffer_reserve(b, count);
    if (count > 0)
        memcpy(b->data + b->length, bytes, count);
    b->length += count;
}

static inline void buffer_char(abs_buffer *b, char c)
{
    buffer_bytes(b, &c, 1);
}

static inline void buffer_text(abs_buffer *b, const char *text)
{
    buffer_bytes(b, text, strlen(text));
}

void buffer_format(abs_buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buffer_format_list(abs_buffer *b, const char *format, va_list list)
    __attribute__((format(printf, 2, 0)));
void buffer_unsigned(abs_buffer *b, uint64_t number);
void buffer_signed(abs_buffer *b, int64_t number);
/* "1 234 567". */
void buffer_grouped(abs_buffer *b, uint64_t number);

/* Seconds, 0 or more, to the nanosecond: "0.000006125". */
void buffer_seconds(abs_buffer *b, double seconds);

/* Text for people: what a terminal would obey becomes "?" (utf8_is_shown()). */
void buffer_plain(abs_buffer *b, const char *text);
/* The same for Markdown: what would be markup, or would end a cell, is escaped. */
void buffer_markdown(abs_buffer *b, const char *text);

/* A word as a shell reads it back: in quotes, where it needs them. */
void buffer_word(abs_buffer *b, const char *word);

/* The text as a C string, valid until the buffer changes. */
const char *buffer_end(abs_buffer *b);

/* A list of texts: adds one, with its NUL. */
void buffer_add(abs_buffer *b, const char *text);
/* The one after `text`, or the first after NULL; NULL at the end. */
const char *buffer_next(const abs_buffer *b, const char *text);

/* ---- JSON ------------------------------------------------------------------------------------ */

/* A string, quoted; NULL: null. Bytes that are not UTF-8 become U+FFFD; controls are escaped. */
void buffer_string(abs_buffer *b, const char *text);
/* JSON text as it is, but for bytes that are not UTF-8 and controls beyond ASCII in its strings. */
void buffer_json(abs_buffer *b, const char *json);
/* A number with this many significant digits (1..17), or null if it is not finite. */
void buffer_real(abs_buffer *b, double number, int digits);
/* A 64-bit key as a string: "0x0123456789abcdef". */
void buffer_hex(abs_buffer *b, uint64_t number);

/* A comma, unless an object or array has just been opened. */
void buffer_comma(abs_buffer *b);
/* An element of an array: a comma before it. */
void buffer_element_text(abs_buffer *b, const char *text);
/* The name of a member. */
void buffer_key(abs_buffer *b, const char *name);
/* A member whose value is JSON in this format; "{" or "[" begins one. */
void buffer_member(abs_buffer *b, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void buffer_member_text(abs_buffer *b, const char *name, const char *text);

/* ---- names: texts, each kept once and numbered from 0 in order of appearance ----------------- */

/* Starts with zeros. */
typedef struct {
    char **texts;
    void **things;   /* names_keep() */
    uint32_t *slots; /* twice the room; open addressing: number + 1, or 0 */
    size_t count, room;
} abs_names;

/* The number of `text`, added if it is new. */
uint32_t names_add(abs_names *names, const char *text);
/* The number of `text`; UINT32_MAX if it is not there. */
uint32_t names_find(const abs_names *names, const char *text);
/* Adds `text` and keeps a thing of the caller's with it, instead of an earlier one. */
void names_keep(abs_names *names, const char *text, void *thing);
/* What is kept with `text`; NULL if there is none. */
void *names_thing(const abs_names *names, const char *text);
void names_free(abs_names *names);

#endif
