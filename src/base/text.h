/* text.h -- readers of small texts that several modules share. */
#ifndef ABS_TEXT_H
#define ABS_TEXT_H

#include <stdbool.h>
#include <stdint.h>

/* Reads a whole decimal number, all of `text`, within [low, high]. */
bool text_int(const char *text, int64_t low, int64_t high, int64_t *value);

/* "; did you mean 'NAME'?" of the name nearest to `text` (NULL-terminated list) in edit distance
   (Levenshtein 1966, capitals as small letters), with `before` in front of it; or "": none is
   near, or it would be the text itself. */
typedef struct {
    char text[80];
} text_hint;
text_hint text_hint_of(const char *text, const char *before, const char *const *names);

#endif
