/*
 * buffer.h -- a buffer of text that grows: texts, numbers and JSON are appended to it directly,
 * without a tree of JSON values. A buffer starts as zeros and ends with buffer_free().
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
    char *data; /* without a NUL at its end; see buffer_end() */
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
/* Appends a number in groups of three digits: "1 234 567". */
void buffer_grouped(abs_buffer *b, uint64_t number);

/* Appends seconds, which are 0 or more, to the nanosecond: "0.000006125". */
void buffer_seconds(abs_buffer *b, double seconds);

/* Appends text for people: a character that a terminal would obey becomes "?" (utf8_is_shown()). */
void buffer_plain(abs_buffer *b, const char *text);
/* Does the same for Markdown: what would be markup, or would end a cell, is escaped. */
void buffer_markdown(abs_buffer *b, const char *text);

/* Appends a word so that a shell reads it back: in quotes if it needs them. */
void buffer_word(abs_buffer *b, const char *word);

/* Returns the text as a C string, which is valid until the buffer changes. */
const char *buffer_end(abs_buffer *b);

/* Uses the buffer as a list of texts, and appends one with its NUL. */
void buffer_add(abs_buffer *b, const char *text);
/* Returns the text that follows `text` in such a list (the first for NULL), or NULL at the end. */
const char *buffer_next(const abs_buffer *b, const char *text);

/* ---- JSON ------------------------------------------------------------------------------------ */

/* Appends a quoted string, or null for NULL. Bytes that are not UTF-8 become U+FFFD; control
   characters are escaped. */
void buffer_string(abs_buffer *b, const char *text);
/* Appends JSON text. It changes only bytes that are not UTF-8, to U+FFFD, and control characters
   beyond ASCII in strings, which it escapes. */
void buffer_json(abs_buffer *b, const char *json);
/* Appends a number with this many significant digits (1..17), or null if it is not finite. */
void buffer_real(abs_buffer *b, double number, int digits);
/* Appends a 64-bit key as a string: "0x0123456789abcdef". */
void buffer_hex(abs_buffer *b, uint64_t number);

/* Appends a comma, unless an object or array has just been opened. */
void buffer_comma(abs_buffer *b);
/* Each of these appends a comma first, where one is due. */
void buffer_element_text(abs_buffer *b, const char *text);
void buffer_key(abs_buffer *b, const char *name);
/* The format's result is the member's value as JSON, or the "{" or "[" that opens it. */
void buffer_member(abs_buffer *b, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void buffer_member_text(abs_buffer *b, const char *name, const char *text);

/* ---- names: texts, each kept once and numbered from 0 in order of appearance ----------------- */

/* It starts as zeros. */
typedef struct {
    char **texts;
    void **things;   /* what names_keep() has kept with each text, or NULL */
    uint32_t *slots; /* a hash table of 2 * room slots, open addressing: number + 1, or 0 */
    size_t count, room;
} abs_names;

/* Returns the number of `text`, which it adds if it is new. */
uint32_t names_add(abs_names *names, const char *text);
/* Returns the number of `text`, or UINT32_MAX if it is not there. */
uint32_t names_find(const abs_names *names, const char *text);
/* Adds `text` if it is new, and keeps a pointer of the caller's with it in place of any earlier. */
void names_keep(abs_names *names, const char *text, void *thing);
/* Returns the pointer that is kept with `text`, or NULL if there is none. */
void *names_thing(const abs_names *names, const char *text);
void names_free(abs_names *names);

#endif
