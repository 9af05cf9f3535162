/*
 * error.h -- an error is one line of text and an exit code. The first part is UTF-8: text from
 * outside may hold characters that a terminal, a page or an editor obeys instead of showing them,
 * and those must never reach the people who read it.
 */
#ifndef ABS_ERROR_H
#define ABS_ERROR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { ABS_TEXT_MAX = 1024 }; /* bytes of any position, move or error text, with its NUL */

/* ---- text from outside ----------------------------------------------------------------------- */

#define UTF8_NONE UINT32_MAX /* the code of a byte that is not UTF-8 */

/*
 * Returns the length in bytes (1..4) of the first character of `text`, and sets its code point; for
 * a byte that begins no character, 1 and UTF8_NONE; for the NUL at the end, 1 and 0.
 */
static inline size_t utf8_read(const char *text, uint32_t *code)
{
    const unsigned char *s = (const unsigned char *)text;
    static const uint32_t least[] = {UTF8_NONE, 0, 0x80, 0x800, 0x10000};
    const size_t length = s[0] < 0x80   ? 1
                          : s[0] < 0xC0 ? 0
                          : s[0] < 0xE0 ? 2
                          : s[0] < 0xF0 ? 3
                          : s[0] < 0xF8 ? 4
                                        : 0;
    uint32_t c = length == 1 ? s[0] : s[0] & (0x7Fu >> length);
    size_t i = 1;
    for (; i < length && (s[i] & 0xC0) == 0x80; i++)
        c = c << 6 | (s[i] & 0x3Fu);
    const bool wrong = i < length || c < least[length] || c > 0x10FFFF || c >> 11 == 0xD800 >> 11;
    *code = wrong ? UTF8_NONE : c;
    return wrong ? 1 : length;
}

/* Whether a character is shown, not obeyed. The controls of ASCII and of Latin-1, marks that turn
   the direction of writing, line and paragraph ends and the byte order mark are obeyed. */
static inline bool utf8_is_shown(uint32_t code)
{
    return code != UTF8_NONE && code >= 0x20 && (code < 0x7F || code > 0x9F) && code != 0x61C &&
           code != 0x200E && code != 0x200F && (code < 0x2028 || code > 0x202E) &&
           (code < 0x2066 || code > 0x2069) && code != 0xFEFF;
}

/* Replaces each character that is not shown by a "?". */
static inline void utf8_make_plain(char *text)
{
    char *to = text;
    for (size_t length; *text != '\0'; text += length) {
        uint32_t code;
        length = utf8_read(text, &code);
        if (utf8_is_shown(code)) {
            memmove(to, text, length);
            to += length;
        } else {
            *to++ = '?';
        }
    }
    *to = '\0';
}

/* ---- errors ---------------------------------------------------------------------------------- */

typedef enum {
    ABS_OK = 0,
    ABS_DIFFERS = 1,      /* values disagree, or a check failed */
    ABS_CANNOT_RUN = 2,   /* a file cannot be read or written, or is malformed; no memory */
    ABS_USAGE = 64,       /* the command line is wrong */
    ABS_INTERRUPTED = 130 /* stopped by the user; what was finished is kept */
} abs_exit;

typedef struct {
    abs_exit code;
    bool told;               /* it has been printed already, so that other lines could follow */
    char text[ABS_TEXT_MAX]; /* one line: what was wrong and what to do */
} abs_error;

/* Sets the error and returns false, so that a parser can `return abs_fail(...)`. The arguments may
   include error->text, so that a caller can add to an earlier message. */
static inline bool abs_fail(abs_error *error, abs_exit code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static inline bool abs_fail(abs_error *error, abs_exit code, const char *format, ...)
{
    char text[sizeof error->text];
    va_list args;
    va_start(args, format);
    error->code = code;
    error->told = false;
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    strcpy(error->text, text);
    utf8_make_plain(error->text); /* what the user wrote may contain anything */
    return false;
}

/* Sets the exit code without a message, because the user knows already, and returns false. */
static inline bool abs_fail_quietly(abs_error *error, abs_exit code)
{
    error->code = code;
    error->text[0] = '\0';
    return false;
}

/* Prints the error on stderr, unless it has been printed. Interrupts are reported elsewhere. */
static inline void error_tell(abs_error *error)
{
    const bool said = error->text[0] != '\0';
    if (!error->told && error->code != ABS_INTERRUPTED && (said || error->code != ABS_DIFFERS))
        fprintf(stderr, "absbench: %s\n",
                said ? error->text : "it failed, and does not say why: a mistake of its own");
    error->told = true;
}

#endif
