/* hints.h -- what to type here for a word that other programs use. */
#ifndef ABS_HINTS_H
#define ABS_HINTS_H

#include "base/text.h"

/*
 * "; did you mean 'NAME'?" for a word that is not known; or "". `where` is the option whose value
 * it is, or "option", "command", "section", "game" or "tree". What hints.def says comes before the
 * nearest of `names`, which is NULL-terminated.
 */
text_hint hint_of(const char *where, const char *word, const char *const *names);

/* What hint_of() would say to type, or with ! before it a sentence; NULL if there is nothing. */
const char *hint_type(const char *where, const char *word, const char *const *names);

/* What hints.def has for that very word; NULL if it has nothing. */
const char *hint_listed(const char *where, const char *word);

/* Whether the value says that something is to be off, or on. */
bool hint_is_off(const char *value);
bool hint_is_on(const char *value);

#endif
