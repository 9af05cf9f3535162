/*
 * fuzz_positions.c -- a libFuzzer target for the reader of files of positions (make fuzz).
 *
 * What is accepted has positions, each with an id of its own, a text that gives the same position
 * again, and if it has any, answers within limits, moves that are legal and counts of different
 * depths. Without its bad lines a file is accepted, or has no good ones.
 */
#define FUZZ_TEXT
#include "fuzz_file.h"
#include "suite/suite.h"

static abs_suite suite;              /* a batch at a time */
static const abs_domain *domains[2]; /* whose positions end at a semicolon, and with EPD */
static abs_root root, earlier;
static void *again;

FUZZ_SETUP
{
    domains[0] = fuzz_domain("game", "connectfour");
    domains[1] = fuzz_domain("game", "chess");
    again = calloc(1, domains[1]->position_size);
    CHECK(domains[0]->position_size <= domains[1]->position_size);
}

static void check_entry(const abs_batch *batch, const abs_root *e, size_t number)
{
    abs_error error;
    CHECK(e->id[0] != '\0' && batch->domain->parse(batch->rules, e->text, again, &error));
    CHECK(batch->domain->key(batch->rules, again) == batch->domain->key(batch->rules, e->position));
    for (size_t i = 0; i < number; i++)
        CHECK(strcmp(batch_root(batch, i, &earlier)->id, e->id) != 0);
    const abs_facts *f = root_facts(e);
    CHECK(f->known_count <= ABS_KNOWN_MAX);
    for (const abs_known *k = f->known; k < f->known + f->known_count; k++) {
        CHECK(k->depth >= 0 && k->depth <= ABS_MAX_DEPTH);
        CHECK(k->value >= -ABS_VALUE_MAX && k->value <= ABS_VALUE_MAX);
    }
    const unsigned legal = batch->domain->count_moves(batch->rules, e->position);
    CHECK(f->best_count + f->avoid_count <= ABS_MOVES_MAX && f->counted_count <= ABS_COUNTED_MAX);
    for (int i = 0; i < f->best_count + f->avoid_count; i++)
        CHECK(f->moves[i] < legal);
    for (int i = 0; i < f->counted_count; i++)
        for (int j = 0; j <= i; j++)
            CHECK(f->counted[i].depth <= ABS_MAX_DEPTH &&
                  (i == j || f->counted[i].depth != f->counted[j].depth));
}

/* Reads the file, once more or for the first time, into a suite of its own. */
static bool read_file(const abs_domain *domain, const uint8_t *data, size_t size, bool skip_bad,
                      size_t *positions)
{
    abs_error error = {.text = ""};
    const char *path = fuzz_file(0, data, size);
    abs_batch *batch = batch_open(&suite, domain, domain->name, "", &error);
    CHECK(batch != NULL);
    CHECK(names_add(&suite.told, path) != UINT32_MAX); /* nothing is said on stderr */
    const bool accepted = positions_from_file(&suite, batch, path, skip_bad, &error);
    *positions = batch->root_count;
    if (accepted) {
        CHECK(batch->root_count > 0);
        for (size_t i = 0; i < batch->root_count; i++)
            check_entry(batch, batch_root(batch, i, &root), i);
    } else {
        fuzz_check_error(&error);
    }
    abs_suite_free(&suite);
    return accepted;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const abs_domain *domain = domains[memchr(data, '/', size) != NULL];
    size_t positions, good;
    const bool accepted = read_file(domain, data, size, false, &positions);
    const bool any = read_file(domain, data, size, true, &good);
    if (accepted)
        fuzz_count_accepted();
    CHECK(accepted ? any && good == positions : good >= positions);
    return 0;
}
