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

static abs_suite suite;              /* a batch at a time */
static const abs_domain *domains[2]; /* whose positions end at a semicolon, and with EPD */
static abs_unpacked unpacked, earlier;
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
        domains[i] = found->domain;
    }
    again = calloc(1, domains[1]->position_size);
    CHECK(domains[0]->position_size <= domains[1]->position_size);
    return 0;
}

static void check_entry(const abs_batch *batch, const abs_entry *e, size_t number)
{
    abs_error error;
    CHECK(e->id[0] != '\0' && batch->domain->parse(batch->rules, e->text, again, &error));
    CHECK(batch->domain->key(batch->rules, again) == batch->domain->key(batch->rules, e->position));
    for (size_t i = 0; i < number; i++)
        CHECK(strcmp(batch_entry(batch, i, &earlier)->id, e->id) != 0);
    const abs_facts *f = &e->facts;
    CHECK(f->known_count <= ABS_KNOWN_MAX);
    for (const abs_known *k = f->known; k < f->known + f->known_count; k++) {
        CHECK(k->depth >= 0 && k->depth <= ABS_MAX_DEPTH);
        CHECK(k->value >= -ABS_VALUE_MAX && k->value <= ABS_VALUE_MAX);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    abs_error error = {ABS_OK, ""};
    const abs_domain *domain = domains[memchr(data, '/', size) != NULL];
    abs_batch *batch = batch_open(&suite, domain, domain->name, "", &error);
    CHECK(batch != NULL);
    const bool accepted = positions_from_file(&suite, batch, fuzz_file(0, data, size), false, &error);
    if (accepted) {
        fuzz_count_accepted();
        CHECK(batch->entry_count > 0);
        for (size_t i = 0; i < batch->entry_count; i++)
            check_entry(batch, batch_entry(batch, i, &unpacked), i);
    } else {
        fuzz_check_error(&error);
    }
    abs_suite_free(&suite);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed)
{
    return fuzz_edit(data, size, room, seed);
}
