/* buffer.c -- see buffer.h. */
#include "base/buffer.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/mix.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>

void buffer_free(abs_buffer *b)
{
    free(b->data);
    *b = (abs_buffer){0};
}

void buffer_reserve(abs_buffer *b, size_t more)
{
    if (b->room - b->length > more)
        return;
    size_t room = b->room > 0 ? b->room : 1024;
    while (room - b->length <= more)
        room *= 2;
    b->data = memory_resize(b->data, room);
    b->room = room;
}

void buffer_format_list(abs_buffer *b, const char *format, va_list list)
{
    char *text;
    const int length = vasprintf(&text, format, list);
    if (length < 0)
        memory_end();
    buffer_bytes(b, text, (size_t)length);
    free(text);
}

void buffer_format(abs_buffer *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    buffer_format_list(b, format, args);
    va_end(args);
}

void buffer_unsigned(abs_buffer *b, uint64_t number)
{
    char digits[20], *first = digits + sizeof digits;
    do
        *--first = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    buffer_bytes(b, first, (size_t)(digits + sizeof digits - first));
}

void buffer_signed(abs_buffer *b, int64_t number)
{
    if (number < 0)
        buffer_char(b, '-');
    buffer_unsigned(b, number < 0 ? -(uint64_t)number : (uint64_t)number);
}

void buffer_grouped(abs_buffer *b, uint64_t number)
{
    if (number < 1000) {
        buffer_unsigned(b, number);
        return;
    }
    buffer_grouped(b, number / 1000);
    buffer_format(b, " %03u", (unsigned)(number % 1000));
}

void buffer_seconds(abs_buffer *b, double seconds)
{
    const uint64_t billion = 1000 * 1000 * 1000, ns = (uint64_t)(seconds * 1e9 + 0.5);
    buffer_unsigned(b, ns / billion);
    const size_t point = b->length;
    buffer_unsigned(b, billion + ns % billion); /* its 1 becomes the point */
    b->data[point] = '.';
    while (b->data[b->length - 1] == '0')
        b->length--;
    if (b->length == point + 1)
        b->length = point;
}

/* Appends text for people, with a "\\" before each of the characters in `marks`. */
static void show(abs_buffer *b, const char *text, const char *marks)
{
    for (size_t length; *text != '\0'; text += length) {
        uint32_t code;
        length = utf8_read(text, &code);
        if (strchr(marks, *text) != NULL)
            buffer_char(b, '\\');
        if (utf8_is_shown(code))
            buffer_bytes(b, text, length);
        else
            buffer_char(b, '?');
    }
}

void buffer_plain(abs_buffer *b, const char *text)
{
    show(b, text, "");
}

void buffer_markdown(abs_buffer *b, const char *text)
{
    show(b, text, "|*_<\\`");
}

void buffer_word(abs_buffer *b, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-./=,:+@%";
    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        buffer_text(b, word);
        return;
    }
    buffer_char(b, '\'');
    for (; *word != '\0'; word++)
        buffer_text(b, *word == '\'' ? "'\\''" : (char[]){*word, '\0'});
    buffer_char(b, '\'');
}

const char *buffer_end(abs_buffer *b)
{
    buffer_reserve(b, 1);
    b->data[b->length] = '\0';
    return b->data;
}

void buffer_add(abs_buffer *b, const char *text)
{
    buffer_bytes(b, text, strlen(text) + 1);
}

const char *buffer_next(const abs_buffer *b, const char *text)
{
    const char *next = text == NULL ? b->data : text + strlen(text) + 1;
    return b->length > 0 && next < b->data + b->length ? next : NULL;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

/* Whether these eight bytes are ASCII that needs no escape in a JSON string: all are tested at
   once, and no test sets the top bit of any byte. */
static bool are_plain(const char *bytes)
{
    const uint64_t ones = UINT64_MAX / 255, tops = ones << 7, w = abs_mix_word(bytes, 8);
    const uint64_t quote = w ^ ones * '"', backslash = w ^ ones * '\\', delete = w ^ ones * 0x7f;
    return ((w | ((w - ones * ' ') & ~w) | ((quote - ones) & ~quote) |
             ((backslash - ones) & ~backslash) | ((delete - ones) & ~delete)) &
            tops) == 0;
}

/* Appends UTF-8 with the control characters beyond ASCII escaped. If `quoted`, it also escapes what
   a JSON string may not hold. */
static void encode(abs_buffer *b, const char *text, bool quoted)
{
    static const char named[] = "\b\f\n\r\t\"\\", letters[] = "bfnrt\"\\";
    const char *plain = text; /* from here on, text can be copied as it is */
    const char *const end = text + strlen(text);
    for (size_t length; *text != '\0'; text += length) {
        uint32_t code;
        length = end - text >= 8 && are_plain(text) ? 8 : 1;
        if (length > 1 || (*text >= ' ' && *text < 0x7f && *text != '"' && *text != '\\'))
            continue;
        length = utf8_read(text, &code);
        const bool as_it_is = utf8_is_shown(code) && code != '"' && code != '\\';
        if (as_it_is || (!quoted && code < 0x80))
            continue;
        buffer_bytes(b, plain, (size_t)(text - plain));
        plain = text + length;
        const char *found = code < 0x80 ? strchr(named, (int)code) : NULL;
        if (code == UTF8_NONE)
            buffer_text(b, "\xEF\xBF\xBD");
        else if (found != NULL)
            buffer_format(b, "\\%c", letters[found - named]);
        else
            buffer_format(b, "\\u%04x", (unsigned)code);
    }
    buffer_bytes(b, plain, (size_t)(text - plain));
}

void buffer_string(abs_buffer *b, const char *text)
{
    if (text == NULL) {
        buffer_text(b, "null");
        return;
    }
    buffer_char(b, '"');
    encode(b, text, true);
    buffer_char(b, '"');
}

void buffer_json(abs_buffer *b, const char *json)
{
    encode(b, json, false);
}

void buffer_real(abs_buffer *b, double number, int digits)
{
    if (isfinite(number))
        buffer_format(b, "%.*g", digits, number);
    else
        buffer_text(b, "null");
}

void buffer_hex(abs_buffer *b, uint64_t number)
{
    char text[] = "\"0x0123456789abcdef\"";
    for (int i = 18; i > 2; i--, number >>= 4)
        text[i] = "0123456789abcdef"[number & 15];
    buffer_text(b, text);
}

void buffer_comma(abs_buffer *b)
{
    const char last = b->length > 0 ? b->data[b->length - 1] : '[';
    if (last != '{' && last != '[')
        buffer_char(b, ',');
}

void buffer_key(abs_buffer *b, const char *name)
{
    const size_t length = strlen(name);
    buffer_reserve(b, length + sizeof ",\"\":");
    buffer_comma(b);
    char *to = b->data + b->length;
    *to = '"';
    memcpy(to + 1, name, length);
    memcpy(to + 1 + length, "\":", 2);
    b->length += length + 3;
}

void buffer_element_text(abs_buffer *b, const char *text)
{
    buffer_comma(b);
    buffer_string(b, text);
}

void buffer_member(abs_buffer *b, const char *name, const char *format, ...)
{
    va_list args;
    buffer_key(b, name);
    va_start(args, format);
    buffer_format_list(b, format, args);
    va_end(args);
}

void buffer_member_text(abs_buffer *b, const char *name, const char *text)
{
    buffer_key(b, name);
    buffer_string(b, text);
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Returns the slot that has the text or is free for it. At most half of the slots are ever used. */
static uint32_t *find_slot(const abs_names *names, const char *text)
{
    const size_t mask = 2 * names->room - 1;
    size_t at = abs_mix_words(text, strlen(text)) & mask;
    while (names->slots[at] != 0 && strcmp(names->texts[names->slots[at] - 1], text) != 0)
        at = (at + 1) & mask;
    return &names->slots[at];
}

uint32_t names_find(const abs_names *names, const char *text)
{
    return names->count > 0 ? *find_slot(names, text) - 1 : UINT32_MAX;
}

void *names_thing(const abs_names *names, const char *text)
{
    const uint32_t number = names_find(names, text);
    return number != UINT32_MAX ? names->things[number] : NULL;
}

uint32_t names_add(abs_names *names, const char *text)
{
    const uint32_t known = names_find(names, text);
    if (known != UINT32_MAX)
        return known;
    if (names->count == names->room) {
        names->room = names->room > 0 ? 2 * names->room : 32;
        names->texts = memory_resize(names->texts, names->room * sizeof *names->texts);
        names->things = memory_resize(names->things, names->room * sizeof *names->things);
        free(names->slots);
        names->slots = memory_zeros(2 * names->room, sizeof *names->slots);
        for (uint32_t i = 0; i < names->count; i++)
            *find_slot(names, names->texts[i]) = i + 1;
    }
    if (names->count == UINT32_MAX - 1)
        memory_end();
    *find_slot(names, text) = (uint32_t)names->count + 1;
    names->texts[names->count] = memory_text(text);
    names->things[names->count] = NULL;
    return (uint32_t)names->count++;
}

void names_keep(abs_names *names, const char *text, void *thing)
{
    const uint32_t number = names_add(names, text);
    names->things[number] = thing;
}

void names_free(abs_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->texts[i]);
    free(names->texts);
    free(names->things);
    free(names->slots);
    *names = (abs_names){0};
}
