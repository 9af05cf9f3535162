/* text.c -- see text.h. */
#include "base/text.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

void text_add(char *text, size_t size, const char *piece)
{
    const size_t used = strlen(text), count = strnlen(piece, size - used - 1);
    memcpy(text + used, piece, count);
    text[used + count] = '\0';
}

bool text_int(const char *text, int64_t low, int64_t high, int64_t *value)
{
    char *end;
    const char *digits = text + (*text == '-' || *text == '+');
    if (*digits < '0' || *digits > '9') /* strtoll would skip blanks */
        return false;
    errno = 0;
    const long long number = strtoll(text, &end, 10);
    if (errno != 0 || *end != '\0' || number < low || number > high)
        return false;
    *value = number;
    return true;
}

bool text_among(const char *word, const char *words)
{
    const size_t length = strlen(word);
    for (; *words != '\0'; words += strcspn(words, " "), words += *words == ' ')
        if (strcspn(words, " ") == length && strncmp(words, word, length) == 0)
            return true;
    return false;
}

void text_bare(const char *word, char bare[TEXT_BARE_MAX])
{
    size_t length = 0;
    for (; *word != '\0' && length + 1 < TEXT_BARE_MAX; word++)
        if (strchr("-_ ()", *word) == NULL && (*word != '*' || length == 0))
            bare[length++] = (char)tolower((unsigned char)*word);
    bare[length] = '\0';
}

/* The edit distance of bare words, in which two letters exchanged are one edit. row[j] is that
   between the part of a that is read and j bytes of b; `above` is the row before it. */
size_t text_distance(const char *a, const char *b)
{
    size_t row[TEXT_BARE_MAX], above[TEXT_BARE_MAX] = {0}, higher[TEXT_BARE_MAX];
    const size_t length = strlen(b);
    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 0; a[i] != '\0'; i++) {
        memcpy(higher, above, sizeof above);
        memcpy(above, row, sizeof row);
        row[0] = i + 1;
        for (size_t j = 1; j <= length; j++) {
            const size_t changed = above[j - 1] + (a[i] != b[j - 1]);
            row[j] = 1 + (row[j - 1] < above[j] ? row[j - 1] : above[j]);
            row[j] = changed < row[j] ? changed : row[j];
            if (i > 0 && j > 1 && a[i] == b[j - 2] && a[i - 1] == b[j - 1] &&
                higher[j - 2] + 1 < row[j])
                row[j] = higher[j - 2] + 1;
        }
    }
    return row[length];
}

/* Whether one of the words begins with the other, which is not much shorter. */
static bool begins(const char *a, const char *b)
{
    const size_t left = strlen(a), right = strlen(b), least = left < right ? left : right;
    return least >= 3 && (least == left || (least >= 4 && left <= 2 * right)) &&
           strncmp(a, b, least) == 0;
}

const char *text_nearest(const char *text, const char *const *names, size_t *distance)
{
    const char *nearest = NULL;
    char word[TEXT_BARE_MAX], name[TEXT_BARE_MAX];
    text_bare(text, word);
    /* Names farther away are not suggested; one nearer if they begin otherwise. */
    size_t least = (strlen(word) + 2) / 4 + 1;
    for (; *names != NULL; names++) {
        text_bare(*names, name);
        const size_t edits = text_distance(word, name),
                     away = edits > 0 && begins(word, name) ? 1 : edits;
        if (away + (word[0] != name[0]) < least) {
            least = away;
            nearest = *names;
        }
    }
    *distance = least;
    return nearest;
}

text_hint text_say(const char *format, ...)
{
    text_hint hint;
    va_list args;
    va_start(args, format);
    vsnprintf(hint.text, sizeof hint.text, format, args);
    va_end(args);
    return hint;
}

text_hint text_hint_of(const char *text, const char *before, const char *const *names)
{
    text_hint hint = {""};
    size_t distance;
    const char *const nearest = text_nearest(text, names, &distance);
    if (nearest != NULL && (*before != '\0' || strcmp(nearest, text) != 0))
        snprintf(hint.text, sizeof hint.text, "; did you mean '%s%s'?", before, nearest);
    return hint;
}

/* ---- NAME=VALUE,.. --------------------------------------------------------------------------- */

enum { MOST_OPTIONS = 15 }; /* no domain has more */

static void list_names(const char *const *names, char *list, size_t size)
{
    *list = '\0';
    for (size_t used = 0, i = 0; names[i] != NULL && used < size; i++)
        used += (size_t)snprintf(list + used, size - used, "%s%s", i > 0 ? ", " : "", names[i]);
}

/* The name is not in the table: the message suggests the nearest. */
static bool fail_unknown(const char *name, const abs_spec_option *table, abs_error *error)
{
    const char *names[MOST_OPTIONS + 1] = {NULL};
    char list[128];
    for (unsigned i = 0; table[i].name != NULL; i++)
        names[i] = table[i].name;
    list_names(names, list, sizeof list);
    const char *const apart = strcmp(name, "d") == 0 || strcmp(name, "depth") == 0  ? "depth"
                              : strcmp(name, "s") == 0 || strcmp(name, "seed") == 0 ? "seed"
                                                                                    : NULL;
    return abs_fail(error, ABS_USAGE, "there is no option '%s'; it takes %s%s%s%s", name,
                    names[0] ? list : "none", apart != NULL ? "; write --" : "",
                    apart != NULL ? apart : text_hint_of(name, "", names).text,
                    apart != NULL ? "=N apart from it" : "");
}

static bool take_number(const abs_spec_option *entry, const char *value, int *number,
                        abs_error *error)
{
    int64_t wide;
    if (!text_int(value, entry->low, entry->high, &wide))
        return abs_fail(error, ABS_USAGE, "%s=%s: give a whole number from %d to %d", entry->name,
                        value, entry->low, entry->high);
    *number = (int)wide;
    return true;
}

static bool take(const abs_spec_option *entry, char *value, abs_error *error)
{
    if (entry->text != NULL) {
        strcpy(entry->text, value);
        return true;
    }
    if (entry->words != NULL) {
        char list[128];
        for (int i = 0; entry->words[i] != NULL; i++)
            if (strcmp(entry->words[i], value) == 0) {
                *entry->number = i;
                return true;
            }
        list_names(entry->words, list, sizeof list);
        return abs_fail(error, ABS_USAGE, "%s=%.64s: it takes %s", entry->name, value, list);
    }
    if (entry->upper == NULL)
        return take_number(entry, value, entry->number, error);
    char *const dots = strstr(value, ".."); /* "4" or "2..5" */
    if (dots != NULL)
        *dots = '\0';
    if (!take_number(entry, value, entry->number, error) ||
        !take_number(entry, dots != NULL ? dots + 2 : value, entry->upper, error))
        return false;
    return *entry->number <= *entry->upper ||
           abs_fail(error, ABS_USAGE, "%s=%d..%d is an empty range; write the smaller number first",
                    entry->name, *entry->number, *entry->upper);
}

bool abs_spec_parse(const char *options, const abs_spec_option *table, abs_error *error)
{
    const bool whole = table->text != NULL && table[1].name == NULL; /* it may have commas */
    char name[32], value[ABS_TEXT_MAX];
    unsigned seen = 0;
    for (size_t length; *options != '\0'; options += length) {
        length = whole ? strlen(options) : strcspn(options, ",");
        const char *equals = memchr(options, '=', length);
        const size_t before = equals != NULL ? (size_t)(equals - options) : 0;
        if (before == 0 || before + 1 == length || before >= sizeof name || length >= sizeof value)
            return abs_fail(error, ABS_USAGE, "'%.*s' is not of the form NAME=VALUE%s%s%s",
                            (int)length, options, whole && equals == NULL ? "; write " : "",
                            whole && equals == NULL ? table->name : "",
                            whole && equals == NULL ? "=FILE" : "");
        snprintf(name, sizeof name, "%.*s", (int)before, options);
        snprintf(value, sizeof value, "%.*s", (int)(length - before - 1), equals + 1);
        if (options[length] == ',' && options[++length] == '\0')
            return abs_fail(error, ABS_USAGE, "nothing follows the spec's last comma");
        unsigned i = 0;
        while (table[i].name != NULL && strcmp(table[i].name, name) != 0)
            i++;
        assert(i <= MOST_OPTIONS);
        if (table[i].name == NULL)
            return fail_unknown(name, table, error);
        if (seen >> i & 1)
            return abs_fail(error, ABS_USAGE, "%s= appears twice; leave one out", name);
        seen |= 1u << i;
        if (!take(&table[i], value, error))
            return false;
    }
    return true;
}

bool text_locale_is_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *locale = NULL;
    for (size_t i = 0; i < 3 && (locale == NULL || *locale == '\0'); i++)
        locale = getenv(names[i]);
    return locale != NULL && (strcasestr(locale, "utf-8") || strcasestr(locale, "utf8"));
}
