/* store.c -- see store.h. */
#include "suite/store.h"
#include "base/grow.h"

#include <stdlib.h>

enum { BLOCK_BYTES = 1 << 20 };

struct store_block {
    struct store_block *next;
    size_t used;
    _Alignas(abs_kept) char bytes[BLOCK_BYTES];
};

static const char *id_of(const void *kept)
{
    return ((const abs_kept *)kept)->id;
}

static const char *text_of(const void *kept)
{
    return store_text(kept);
}

uint32_t store_source(abs_store *store, const char *spec)
{
    const size_t before = store->specs.count;
    if (!abs_grow(&store->sources, &store->source_room, before, sizeof *store->sources))
        return UINT32_MAX;
    const uint32_t number = names_add(&store->specs, spec);
    if (number == before)
        store->sources[number] = (abs_source){.ids = {.text = id_of}, .texts = {.text = text_of}};
    return number;
}

/* NULL: no memory. A position is never larger than a block. */
static abs_kept *take(abs_store *store, size_t size)
{
    const size_t unit = _Alignof(abs_kept);
    size = (size + unit - 1) / unit * unit;
    if (store->blocks == NULL || BLOCK_BYTES - store->blocks->used < size) {
        struct store_block *block = malloc(sizeof *block);
        if (block == NULL)
            return NULL;
        block->next = store->blocks;
        block->used = 0;
        store->blocks = block;
    }
    void *place = store->blocks->bytes + store->blocks->used;
    store->blocks->used += size;
    return place;
}

abs_kept *store_keep(abs_store *store, const char *id, const char *text, const abs_known *known,
                     size_t known_count)
{
    const size_t ids = strlen(id) + 1, texts = strlen(text) + 1;
    const size_t facts = known_count * sizeof *known;
    abs_kept *kept = take(store, offsetof(abs_kept, id) + ids + texts + facts);
    if (kept == NULL)
        return NULL;
    kept->known_count = (uint8_t)known_count;
    memcpy(kept->id, id, ids);
    memcpy(kept->id + ids, text, texts);
    if (facts > 0)
        memcpy(kept->id + ids + texts, known, facts);
    return kept;
}

const char *store_text(const abs_kept *kept)
{
    return kept->id + strlen(kept->id) + 1;
}

void store_known(const abs_kept *kept, abs_known *known)
{
    const char *text = store_text(kept);
    memcpy(known, text + strlen(text) + 1, kept->known_count * sizeof *known);
}

void store_settle(abs_store *store)
{
    for (size_t i = 0; i < store->specs.count; i++) {
        index_free(&store->sources[i].ids);
        index_free(&store->sources[i].texts);
    }
}

void store_free(abs_store *store)
{
    store_settle(store);
    for (struct store_block *b = store->blocks, *next; b != NULL; b = next) {
        next = b->next;
        free(b);
    }
    free(store->sources);
    names_free(&store->specs);
    *store = (abs_store){0};
}
