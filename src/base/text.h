/* text.h -- readers of small texts: numbers, names, and the NAME=VALUE options of a domain. */
#ifndef ABS_TEXT_H
#define ABS_TEXT_H

#include "base/error.h"

/* Appends a piece to a text, as far as there is room in `size`. */
void text_add(char *text, size_t size, const char *piece);

/* Reads a decimal integer within [low, high], which must be all of `text`; else returns false. */
bool text_int(const char *text, int64_t low, int64_t high, int64_t *value);

/* Whether it is one of the words, which have blanks between. */
bool text_among(const char *word, const char *words);

/* A word in lower case, without hyphens, underscores, blanks and parentheses, as far as there is
   room. */
enum { TEXT_BARE_MAX = 49 };
void text_bare(const char *word, char bare[TEXT_BARE_MAX]);

/* How many letters to change, insert, leave out or exchange with the next (Damerau 1964). */
size_t text_distance(const char *a, const char *b);

/* The nearest name of a NULL-terminated list, by the distance of bare words; 1 is also that of a
   name's beginning. NULL if none is near. */
const char *text_nearest(const char *text, const char *const *names, size_t *distance);

/* "; did you mean 'NAME'?" with the nearest name, and `before` in front of it. "" if no name is
   near, or if the nearest is the text itself. */
typedef struct {
    char text[160];
} text_hint;
/* A hint of that text. */
text_hint text_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
text_hint text_hint_of(const char *text, const char *before, const char *const *names);

/* An option of a domain: its name and one of four kinds of value. */
typedef struct {
    const char *name;
    int *number; /* a whole number in [low, high] .. */
    int low, high;
    int *upper;               /* .. or, if not NULL, also a range LO..HI, whose HI goes here */
    const char *const *words; /* or one of these words (NULL-terminated): *number is its index */
    char *text;               /* or any text without a comma; room for ABS_TEXT_MAX bytes */
} abs_spec_option;

/*
 * Reads "NAME=VALUE,.." into what the entries of `table` (ended by a NULL name) point to. An option
 * that is not given keeps its value. If it returns false, the message names the option and what it
 * takes; callers put the spec before it.
 */
bool abs_spec_parse(const char *options, const abs_spec_option *table, abs_error *error);

/* Whether the locale's characters are UTF-8. */
bool text_locale_is_utf8(void);

#endif
