/* buffer.c -- see buffer.h. */
#include "base/buffer.h"
#include "base/memory.h"
#include "base/utf8.h"

#include <math.h>
#include <stdio.h>
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
    va_list again;
    va_copy(again, list);
    buffer_reserve(b, 64); /* what most need; else the second try has room */
    int length = vsnprintf(b->data + b->length, b->room - b->length, format, list);
    if (length >= 0 && (size_t)length >= b->room - b->length) {
        buffer_reserve(b, (size_t)length);
        length = vsnprintf(b->data + b->length, b->room - b->length, format, again);
    }
    va_end(again);
    if (length < 0) /* it needs memory of its own */
        memory_end();
    b->length += (size_t)length;
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

void buffer_hex(abs_buffer *b, uint64_t number)
{
    char text[] = "\"0x0123456789abcdef\"";
    for (size_t i = sizeof text - 3; i > 2; i--, number >>= 4)
        text[i] = "0123456789abcdef"[number & 15];
    buffer_bytes(b, text, sizeof text - 1);
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

void buffer_real(abs_buffer *b, double number, int digits)
{
    if (isfinite(number))
        buffer_format(b, "%.*g", digits, number);
    else
        buffer_text(b, "null");
}

void buffer_seconds(abs_buffer *b, double seconds)
{
    char digits[10] = ".000000000";
    const uint64_t billion = 1000 * 1000 * 1000, ns = (uint64_t)(seconds * 1e9 + 0.5);
    size_t length = sizeof digits;
    for (uint64_t rest = ns % billion, i = length - 1; rest > 0; rest /= 10)
        digits[i--] = (char)('0' + rest % 10);
    while (length > 1 && digits[length - 1] == '0')
        length--;
    buffer_unsigned(b, ns / billion);
    buffer_bytes(b, digits, length > 1 ? length : 0);
}

static void escape(abs_buffer *b, uint32_t code)
{
    const char *const named = "\b\f\n\r\t", *const letters = "bfnrt";
    const char *found = code < 0x80 ? strchr(named, (int)code) : NULL;
    if (code == '"' || code == '\\')
        buffer_format(b, "\\%c", (char)code);
    else if (found != NULL)
        buffer_format(b, "\\%c", letters[found - named]);
    else
        buffer_format(b, "\\u%04x", (unsigned)code);
}

/* UTF-8 in, UTF-8 out, controls beyond ASCII escaped; `quoted` also escapes what a JSON string may
   not hold. */
static void encode(abs_buffer *b, const char *text, bool quoted)
{
    const char *plain = text; /* begins what can be copied as it is */
    while (*text != '\0') {
        uint32_t code;
        const size_t length = utf8_read(text, &code);
        const bool special = length > 0 && (utf8_is_control(code) || code == '"' || code == '\\');
        if (length > 0 && (!special || (!quoted && code < 0x80))) {
            text += length;
            continue;
        }
        buffer_bytes(b, plain, (size_t)(text - plain));
        if (length == 0)
            buffer_text(b, "\xEF\xBF\xBD");
        else
            escape(b, code);
        plain = text += length > 0 ? length : 1;
    }
    buffer_bytes(b, plain, (size_t)(text - plain));
}

/* Text for people, a "\" before each of the characters in `marks`. */
static void show(abs_buffer *b, const char *text, const char *marks)
{
    while (*text != '\0') {
        bool shown;
        const size_t length = utf8_next(text, &shown);
        if (strchr(marks, *text) != NULL)
            buffer_char(b, '\\');
        buffer_bytes(b, shown ? text : "?", shown ? length : 1);
        text += length;
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

void buffer_string(abs_buffer *b, const char *text)
{
    buffer_char(b, '"');
    encode(b, text, true);
    buffer_char(b, '"');
}

void buffer_json(abs_buffer *b, const char *json)
{
    encode(b, json, false);
}

void buffer_comma(abs_buffer *b)
{
    const char last = b->length > 0 ? b->data[b->length - 1] : '[';
    if (last != '{' && last != '[')
        buffer_char(b, ',');
}

void buffer_key(abs_buffer *b, const char *name)
{
    buffer_comma(b);
    buffer_char(b, '"');
    buffer_text(b, name);
    buffer_bytes(b, "\":", 2);
}

void buffer_line(abs_buffer *b)
{
    buffer_comma(b);
    buffer_char(b, '\n');
}

void buffer_element_text(abs_buffer *b, const char *text)
{
    buffer_comma(b);
    buffer_string(b, text);
}

void buffer_member_null(abs_buffer *b, const char *name)
{
    buffer_key(b, name);
    buffer_text(b, "null");
}

void buffer_member_text(abs_buffer *b, const char *name, const char *text)
{
    if (text == NULL) {
        buffer_member_null(b, name);
        return;
    }
    buffer_key(b, name);
    buffer_string(b, text);
}

void buffer_member_unsigned(abs_buffer *b, const char *name, uint64_t number)
{
    buffer_key(b, name);
    buffer_unsigned(b, number);
}

void buffer_member_signed(abs_buffer *b, const char *name, int64_t number)
{
    buffer_key(b, name);
    buffer_signed(b, number);
}

void buffer_member_unsigned_if(abs_buffer *b, const char *name, bool there, uint64_t number)
{
    if (there)
        buffer_member_unsigned(b, name, number);
    else
        buffer_member_null(b, name);
}

void buffer_member_signed_if(abs_buffer *b, const char *name, bool there, int64_t number)
{
    if (there)
        buffer_member_signed(b, name, number);
    else
        buffer_member_null(b, name);
}

void buffer_member_truth(abs_buffer *b, const char *name, bool value)
{
    buffer_key(b, name);
    buffer_text(b, value ? "true" : "false");
}

void buffer_member_open(abs_buffer *b, const char *name, char bracket)
{
    buffer_key(b, name);
    buffer_char(b, bracket);
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
