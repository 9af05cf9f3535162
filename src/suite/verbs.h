/* verbs.h -- the commands: the program's verbs and the scripts beside it, from verbs.def. */
#ifndef ABS_VERBS_H
#define ABS_VERBS_H

#include "base/error.h"

typedef enum {
#define VERB(id, name, operands, help) ABS_VERB_##id,
#define SCRIPT(name, help)
#include "suite/verbs.def"
    ABS_VERBS
} abs_verb;

typedef struct {
    const char *name, *operands, *help;
} abs_verb_info;

typedef struct {
    const char *name, *help;
} abs_script_info;

extern const abs_verb_info abs_verb_table[ABS_VERBS];
extern const abs_script_info abs_script_table[]; /* ends with a NULL name */

/* The verb of that name; ABS_VERBS: there is none. */
abs_verb abs_verb_find(const char *name);

/* Whether it is the name of one of the scripts. */
bool abs_script_known(const char *name);

/*
 * That there is no such command: the error, wrong usage, lists those that there are, and suggests
 * the nearest. `others`: more of them, ended by NULL; may be NULL. False.
 */
bool abs_verb_fail(const char *name, const char *const *others, abs_error *error);

#endif
