/* seen.h -- a set of pairs of numbers. Start with zeros. */
#ifndef ABS_SEEN_H
#define ABS_SEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t a;
    uint32_t b; /* less than UINT32_MAX */
} abs_seen_pair;

typedef struct {
    struct seen_slot *slots; /* open addressing */
    size_t count, slot_count;
} abs_seen;

bool seen_has(const abs_seen *seen, abs_seen_pair pair);
void seen_add(abs_seen *seen, abs_seen_pair pair);
void seen_free(abs_seen *seen);

#endif
