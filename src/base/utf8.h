/*
 * utf8.h -- text from outside, on its way to people. A terminal, a page or an editor obeys some
 * characters instead of showing them: those are never passed on.
 */
#ifndef ABS_UTF8_H
#define ABS_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Length in bytes (1..4) of the UTF-8 sequence that `text` begins with, and its code point;
 * 0 if there is none. The end of the text is a sequence of length 1 with code point 0.
 */
static inline size_t utf8_read(const char *text, uint32_t *code)
{
    const unsigned char *s = (const unsigned char *)text;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const size_t length = s[0] < 0x80   ? 1
                          : s[0] < 0xC0 ? 0
                          : s[0] < 0xE0 ? 2
                          : s[0] < 0xF0 ? 3
                          : s[0] < 0xF8 ? 4
                                        : 0;
    if (length == 0)
        return 0;
    uint32_t c = length == 1 ? s[0] : s[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((s[i] & 0xC0) != 0x80)
            return 0;
        c = c << 6 | (s[i] & 0x3Fu);
    }
    if (c < least[length] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
        return 0;
    *code = c;
    return length;
}

/* Whether it is obeyed, not shown: the controls of ASCII and of Latin-1, marks that turn the
   direction of writing, line and paragraph ends, the byte order mark. */
static inline bool utf8_is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code <= 0x9F) || code == 0x61C || code == 0x200E ||
           code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF;
}

/* How many bytes `text`, which has not ended, begins with that are shown together, or together not
   shown: a character, or a byte that is not UTF-8. */
static inline size_t utf8_next(const char *text, bool *shown)
{
    uint32_t code;
    const size_t length = utf8_read(text, &code);
    *shown = length > 0 && !utf8_is_control(code);
    return length > 0 ? length : 1;
}

/* Puts a "?" for all that is not shown. */
static inline void utf8_make_plain(char *text)
{
    char *to = text;
    while (*text != '\0') {
        bool shown;
        const size_t length = utf8_next(text, &shown);
        if (!shown)
            *to++ = '?';
        for (size_t i = 0; shown && i < length; i++)
            *to++ = text[i];
        text += length;
    }
    *to = '\0';
}

#endif
