/* names.h -- texts, each kept once and numbered from 0 in order of appearance. */
#ifndef ABS_NAMES_H
#define ABS_NAMES_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    char **texts;
    uint64_t *hashes;
    uint32_t *slots; /* open addressing: number + 1, or 0 */
    size_t count, room, slot_count;
} abs_names;

/* The number of `text`, added if it is new. */
uint32_t names_add(abs_names *names, const char *text);
/* The number of `text`; UINT32_MAX if it is not there. */
uint32_t names_find(const abs_names *names, const char *text);
void names_free(abs_names *names);

#endif
