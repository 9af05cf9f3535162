/* names.c -- see names.h. */
#include "base/names.h"
#include "base/memory.h"
#include "base/mix.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t none = UINT32_MAX;

/* Twice the slots, filled anew; at most half of them are ever used. */
static void more_slots(abs_names *names)
{
    const size_t wanted = names->slot_count > 0 ? 2 * names->slot_count : 64;
    uint32_t *slots = memory_zeros(wanted, sizeof *slots);
    for (size_t i = 0; i < names->count; i++) {
        size_t at = names->hashes[i] & (wanted - 1);
        while (slots[at] != 0)
            at = (at + 1) & (wanted - 1);
        slots[at] = (uint32_t)i + 1;
    }
    free(names->slots);
    names->slots = slots;
    names->slot_count = wanted;
}

/* The slot that has the text or is free for it; there is a free one. */
static size_t find_slot(const abs_names *names, uint64_t hash, const char *text)
{
    size_t at = hash & (names->slot_count - 1);
    for (; names->slots[at] != 0; at = (at + 1) & (names->slot_count - 1)) {
        const uint32_t i = names->slots[at] - 1;
        if (names->hashes[i] == hash && strcmp(names->texts[i], text) == 0)
            break;
    }
    return at;
}

uint32_t names_find(const abs_names *names, const char *text)
{
    if (names->count == 0)
        return none;
    const uint32_t number = names->slots[find_slot(names, abs_mix_text(text), text)];
    return number > 0 ? number - 1 : none;
}

uint32_t names_add(abs_names *names, const char *text)
{
    if (2 * (names->count + 1) > names->slot_count)
        more_slots(names);
    const uint64_t hash = abs_mix_text(text);
    const size_t at = find_slot(names, hash, text);
    if (names->slots[at] != 0)
        return names->slots[at] - 1;
    size_t room = names->room;
    if (names->count >= none - 1)
        memory_end();
    memory_grow(&names->texts, &room, names->count, sizeof *names->texts);
    memory_grow(&names->hashes, &names->room, names->count, sizeof *names->hashes);
    names->texts[names->count] = memory_text(text);
    names->hashes[names->count] = hash;
    names->slots[at] = (uint32_t)++names->count;
    return (uint32_t)names->count - 1;
}

void names_free(abs_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->texts[i]);
    free(names->texts);
    free(names->hashes);
    free(names->slots);
    *names = (abs_names){0};
}
