/*
 * fuzz_positions.c -- a libFuzzer target for the reader of files of positions (make fuzz).
 *
 * What is accepted has positions, each with an id of its own, a text that gives the same position
 * again, and answers within limits if it has any.
 */
#define _GNU_SOURCE
#include "fuzz_file.h"
#include "search/registry.h"
#include "suite/positions.h"

static abs_batch
    batches[2]; /* of a domain whose positions end at a semicolon, and of one with EPD */
static void *again;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static char *const names[2] = {"connectfour", "chess"};
    (void)argc;
    (void)argv;
    abs_error error;
    for (int i = 0; i < 2; i++) {
        const abs_registered *found = abs_registry_find("game", names[i], &error);
        CHECK(found != NULL);
        batches[i].domain = found->domain;
        batches[i].spec = names[i];
        batches[i].rules = calloc(1, found->domain->rules_size);
        CHECK(found->domain->parse_rules(batches[i].rules, "", &error));
    }
    again = calloc(1, batches[1].domain->position_size);
    CHECK(batches[0].domain->position_size <= batches[1].domain->position_size);
    return 0;
}

static void check_entry(const abs_batch *batch, const abs_entry *e, size_t number)
{
    abs_error error;
    CHECK(e->id[0] != '\0' && batch->domain->parse(batch->rules, e->text, again, &error));
    CHECK(batch->domain->key(batch->rules, again) == batch->domain->key(batch->rules, e->position));
    for (size_t i = 0; i < number; i++)
        CHECK(strcmp(batch->entries[i].id, e->id) != 0);
    CHECK(e->known_count <= ABS_KNOWN_MAX);
    for (const abs_known *k = e->known; k < e->known + e->known_count; k++) {
        CHECK(k->depth >= 0 && k->depth <= ABS_MAX_DEPTH);
        CHECK(k->value >= -ABS_VALUE_MAX && k->value <= ABS_VALUE_MAX);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    abs_error error = {ABS_OK, ""};
    abs_batch *const batch = &batches[memchr(data, '/', size) != NULL];
    const bool accepted = positions_from_file(batch, fuzz_file(0, data, size), &error);
    if (accepted) {
        fuzz_count_accepted();
        CHECK(batch->entry_count > 0);
        for (size_t i = 0; i < batch->entry_count; i++)
            check_entry(batch, &batch->entries[i], i);
    } else {
        fuzz_check_error(&error);
    }
    for (size_t i = 0; i < batch->entry_count; i++)
        batch_free_entry(&batch->entries[i], batch);
    batch->entry_count = 0;
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed)
{
    return fuzz_edit(data, size, room, seed);
}
