/* text.h -- readers of small texts that several modules share. */
#ifndef ABS_TEXT_H
#define ABS_TEXT_H

#include <stdbool.h>
#include <stdint.h>

/* Reads a whole decimal number, all of `text`, within [low, high]. */
bool text_int(const char *text, int64_t low, int64_t high, int64_t *value);
/* The name nearest to `text` in edit distance (Levenshtein 1966; a swap of neighbours counts one,
   capitals nothing), or NULL if none is near (NULL-terminated list). */
const char *text_nearest(const char *text, const char *const *names);

/* "; did you mean 'NAME'?" of the nearest name, with `before` in front of it; or "". */
typedef struct {
    char text[80];
} text_hint;
text_hint text_hint_of(const char *text, const char *before, const char *const *names);

#endif
