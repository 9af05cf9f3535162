/*
 * fuzz_positions.c -- a libFuzzer target for the reader of files of positions (make fuzz).
 *
 * What is accepted has positions, each with an id of its own, a text that gives the same position
 * again, and an answer within limits if it has one.
 */
#define _GNU_SOURCE
#include "fuzz_file.h"
#include "positions.h"

static abs_batch batch;
static void *again;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    abs_error error;
    const abs_registered *found = abs_registry_find("game", "connectfour", &error);
    CHECK(found != NULL);
    batch.domain = found->domain;
    batch.spec = "connectfour";
    batch.rules = calloc(1, found->domain->rules_size);
    again = calloc(1, found->domain->position_size);
    CHECK(found->domain->parse_rules(batch.rules, "", &error));
    return 0;
}

static void check_entry(const abs_entry *e, size_t number)
{
    abs_error error;
    CHECK(e->id[0] != '\0' && batch.domain->parse(batch.rules, e->text, again, &error));
    CHECK(batch.domain->key(batch.rules, again) == batch.domain->key(batch.rules, e->position));
    for (size_t i = 0; i < number; i++)
        CHECK(strcmp(batch.entries[i].id, e->id) != 0);
    if (e->has_answer) {
        CHECK(e->answer_depth >= 0 && e->answer_depth <= ABS_MAX_DEPTH);
        CHECK(e->answer_value >= -ABS_VALUE_MAX && e->answer_value <= ABS_VALUE_MAX);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    abs_error error = {ABS_OK, ""};
    fuzz_write(data, size);
    const bool accepted = positions_from_file(&batch, fuzz_path, &error);
    if (accepted) {
        fuzz_count_accepted();
        CHECK(batch.entry_count > 0);
        for (size_t i = 0; i < batch.entry_count; i++)
            check_entry(&batch.entries[i], i);
    } else {
        fuzz_check_error(&error);
    }
    for (size_t i = 0; i < batch.entry_count; i++)
        positions_free(&batch.entries[i], &batch);
    batch.entry_count = 0;
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed)
{
    return fuzz_edit(data, size, room, seed);
}
