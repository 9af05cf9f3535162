/* seen.c -- see seen.h. */
#include "base/seen.h"
#include "base/memory.h"
#include "base/mix.h"

#include <stdlib.h>

struct seen_slot {
    uint64_t a;
    uint32_t after_b; /* b + 1; 0: free */
};

/* The slot that has the pair or is free for it; there is a free one. */
static struct seen_slot *find(const abs_seen *seen, abs_seen_pair pair)
{
    size_t at = abs_mix64(pair.a ^ abs_mix64(pair.b)) & (seen->slot_count - 1);
    while (seen->slots[at].after_b != 0 &&
           (seen->slots[at].a != pair.a || seen->slots[at].after_b != pair.b + 1))
        at = (at + 1) & (seen->slot_count - 1);
    return &seen->slots[at];
}

/* Twice the slots; at most three in four are ever used. */
static void more_slots(abs_seen *seen)
{
    abs_seen larger = {.count = seen->count,
                       .slot_count = seen->slot_count > 0 ? 2 * seen->slot_count : 64};
    larger.slots = memory_zeros(larger.slot_count, sizeof *larger.slots);
    for (size_t i = 0; i < seen->slot_count; i++) {
        const struct seen_slot slot = seen->slots[i];
        if (slot.after_b != 0)
            *find(&larger, (abs_seen_pair){slot.a, slot.after_b - 1}) = slot;
    }
    free(seen->slots);
    *seen = larger;
}

bool seen_has(const abs_seen *seen, abs_seen_pair pair)
{
    return seen->count > 0 && find(seen, pair)->after_b != 0;
}

void seen_add(abs_seen *seen, abs_seen_pair pair)
{
    if (4 * (seen->count + 1) > 3 * seen->slot_count)
        more_slots(seen);
    struct seen_slot *slot = find(seen, pair);
    seen->count += slot->after_b == 0;
    *slot = (struct seen_slot){pair.a, pair.b + 1};
}

void seen_free(abs_seen *seen)
{
    free(seen->slots);
    *seen = (abs_seen){0};
}
