/* names.h -- texts, each kept once and numbered from 0 in order of appearance. Start with zeros. */
#ifndef ABS_NAMES_H
#define ABS_NAMES_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    char **texts;
    void **things;   /* names_keep() */
    uint32_t *slots; /* twice the room; open addressing: number + 1, or 0 */
    size_t count, room;
} abs_names;

/* The number of `text`, added if it is new. */
uint32_t names_add(abs_names *names, const char *text);
/* The number of `text`; UINT32_MAX if it is not there. */
uint32_t names_find(const abs_names *names, const char *text);
/* Adds `text` and keeps a thing of the caller's with it, instead of an earlier one. */
void names_keep(abs_names *names, const char *text, void *thing);
/* What is kept with `text`; NULL if there is none. */
void *names_thing(const abs_names *names, const char *text);
void names_free(abs_names *names);

#endif
