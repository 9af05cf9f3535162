/* scan.c -- see scan.h. */
#include "base/scan.h"
#include "base/utf8.h"

#include <string.h>

static bool fail(abs_scan *s, const char *wrong)
{
    const char *ended = s->at == s->end ? "the text ends in the middle" : "there is a NUL byte";
    s->wrong = *s->at == '\0' ? ended : wrong;
    return false;
}

void scan_blanks(abs_scan *s)
{
    while (*s->at == ' ' || *s->at == '\n' || *s->at == '\r' || *s->at == '\t')
        s->at++;
}

bool scan_is(abs_span span, const char *text)
{
    return strlen(text) == span.length && memcmp(span.start, text, span.length) == 0;
}

static bool pass_escape(abs_scan *s)
{
    const char letter = *++s->at;
    if (letter == '\0' || strchr("\"\\/bfnrtu", letter) == NULL)
        return fail(s, "a \\ in a string does not begin an escape");
    s->at++;
    if (letter != 'u')
        return true;
    if (strncmp(s->at, "0000", 4) == 0)
        return fail(s, "a string holds a NUL");
    for (int i = 0; i < 4; i++, s->at++)
        if (*s->at == '\0' || strchr("0123456789abcdefABCDEF", *s->at) == NULL)
            return fail(s, "\\u in a string needs four hexadecimal digits");
    return true;
}

static bool pass_string(abs_scan *s)
{
    for (s->at++; *s->at != '"';) {
        uint32_t code;
        if ((unsigned char)*s->at < ' ')
            return fail(s, "a string holds a bare control character");
        const size_t length = utf8_read(s->at, &code);
        if (code == UTF8_NONE)
            return fail(s, "a string is not UTF-8");
        if (*s->at != '\\')
            s->at += length;
        else if (!pass_escape(s))
            return false;
    }
    s->at++;
    return true;
}

static bool pass_digits(abs_scan *s)
{
    if (*s->at < '0' || *s->at > '9')
        return fail(s, "this is not a number in JSON");
    s->at += strspn(s->at, "0123456789");
    return true;
}

static bool pass_number(abs_scan *s)
{
    s->at += *s->at == '-';
    if (*s->at == '0' && s->at[1] >= '0' && s->at[1] <= '9')
        return fail(s, "a number begins with 0");
    if (!pass_digits(s))
        return false;
    if (*s->at == '.' && (s->at++, !pass_digits(s)))
        return false;
    if (*s->at != 'e' && *s->at != 'E')
        return true;
    s->at++;
    s->at += *s->at == '+' || *s->at == '-';
    return pass_digits(s);
}

static bool pass_word(abs_scan *s)
{
    static const char *const words[] = {"true", "false", "null"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t same = 0;
        while (words[i][same] != '\0' && s->at[same] == words[i][same])
            same++;
        if (words[i][same] != '\0' && s->at[same] != '\0')
            continue;
        s->at += same; /* the text may end in the middle of one */
        return words[i][same] == '\0' || fail(s, "this is not a JSON value");
    }
    return fail(s, "this is not a JSON value");
}

bool scan_open(abs_scan *s, char bracket)
{
    scan_blanks(s);
    const bool there = *s->at == bracket;
    s->at += there;
    return there;
}

int scan_next(abs_scan *s, char bracket, bool *first, abs_span *name)
{
    scan_blanks(s);
    if (*s->at == bracket) {
        s->at++;
        return 0;
    }
    if (!*first) {
        if (*s->at != ',')
            return fail(s, "a comma is missing"), -1;
        s->at++;
        scan_blanks(s);
    }
    *first = false;
    if (bracket == ']')
        return 1;
    if (*s->at != '"')
        return fail(s, "the name of a member is missing"), -1;
    const char *start = s->at + 1;
    if (!pass_string(s))
        return -1;
    *name = (abs_span){start, (size_t)(s->at - 1 - start)};
    scan_blanks(s);
    if (*s->at != ':')
        return fail(s, "a colon is missing"), -1;
    s->at++;
    return 1;
}

static bool pass_value(abs_scan *s, unsigned depth)
{
    scan_blanks(s);
    const char c = *s->at;
    if (c == '"')
        return pass_string(s);
    if (c == '-' || (c >= '0' && c <= '9'))
        return pass_number(s);
    if (c != '{' && c != '[')
        return pass_word(s);
    if (depth == SCAN_DEPTH_MAX)
        return fail(s, "arrays or objects are nested too deeply");
    bool first = true;
    int more;
    abs_span name;
    s->at++;
    while ((more = scan_next(s, c == '{' ? '}' : ']', &first, &name)) > 0)
        if (!pass_value(s, depth + 1))
            return false;
    return more == 0;
}

bool scan_value(abs_scan *s, abs_span *value)
{
    scan_blanks(s);
    value->start = s->at;
    const bool ok = pass_value(s, 0);
    value->length = (size_t)(s->at - value->start);
    return ok;
}
