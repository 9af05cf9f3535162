/* index.c -- see index.h. */
#include "base/index.h"
#include "base/memory.h"
#include "base/mix.h"
#include "base/names.h"

#include <stdlib.h>
#include <string.h>

/* The slot that has the text or is free for it; there is a free one. */
static size_t find_slot(const abs_index *index, const char *text)
{
    size_t at = abs_mix_text(text) & (index->slot_count - 1);
    while (index->slots[at] != NULL && strcmp(index->text(index->slots[at]), text) != 0)
        at = (at + 1) & (index->slot_count - 1);
    return at;
}

/* Twice the slots; at most three in four are ever used. */
static void more_slots(abs_index *index)
{
    abs_index larger = *index;
    larger.slot_count = index->slot_count > 0 ? 2 * index->slot_count : 16;
    larger.slots = memory_zeros(larger.slot_count, sizeof *larger.slots);
    for (size_t i = 0; i < index->slot_count; i++)
        if (index->slots[i] != NULL)
            larger.slots[find_slot(&larger, index->text(index->slots[i]))] = index->slots[i];
    free(index->slots);
    *index = larger;
}

void *index_find(const abs_index *index, const char *text)
{
    return index->count > 0 ? index->slots[find_slot(index, text)] : NULL;
}

void index_put(abs_index *index, void *thing)
{
    if (4 * (index->count + 1) > 3 * index->slot_count)
        more_slots(index);
    const size_t at = find_slot(index, index->text(thing));
    index->count += index->slots[at] == NULL;
    index->slots[at] = thing;
}

void index_free(abs_index *index)
{
    free(index->slots);
    *index = (abs_index){.text = index->text};
}
