/* names.c -- see names.h. */
#include "base/names.h"
#include "base/memory.h"
#include "base/mix.h"

#include <stdlib.h>
#include <string.h>

/* The slot that has the text or is free for it; at most half of them are ever used. */
static uint32_t *find_slot(const abs_names *names, const char *text)
{
    const size_t mask = 2 * names->room - 1;
    size_t at = abs_mix_text(text) & mask;
    while (names->slots[at] != 0 && strcmp(names->texts[names->slots[at] - 1], text) != 0)
        at = (at + 1) & mask;
    return &names->slots[at];
}

uint32_t names_find(const abs_names *names, const char *text)
{
    return names->count > 0 ? *find_slot(names, text) - 1 : UINT32_MAX;
}

void *names_thing(const abs_names *names, const char *text)
{
    const uint32_t number = names_find(names, text);
    return number != UINT32_MAX ? names->things[number] : NULL;
}

uint32_t names_add(abs_names *names, const char *text)
{
    const uint32_t known = names_find(names, text);
    if (known != UINT32_MAX)
        return known;
    if (names->count == names->room) {
        names->room = names->room > 0 ? 2 * names->room : 32;
        names->texts = memory_resize(names->texts, names->room * sizeof *names->texts);
        names->things = memory_resize(names->things, names->room * sizeof *names->things);
        free(names->slots);
        names->slots = memory_zeros(2 * names->room, sizeof *names->slots);
        for (uint32_t i = 0; i < names->count; i++)
            *find_slot(names, names->texts[i]) = i + 1;
    }
    if (names->count == UINT32_MAX - 1)
        memory_end();
    *find_slot(names, text) = (uint32_t)names->count + 1;
    names->texts[names->count] = memory_text(text);
    names->things[names->count] = NULL;
    return (uint32_t)names->count++;
}

void names_keep(abs_names *names, const char *text, void *thing)
{
    const uint32_t number = names_add(names, text);
    names->things[number] = thing;
}

void names_free(abs_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->texts[i]);
    free(names->texts);
    free(names->things);
    free(names->slots);
    *names = (abs_names){0};
}
