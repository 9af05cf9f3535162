/*
 * fuzz.h -- what the libFuzzer targets share (make fuzz): how many inputs were accepted, and edits
 * that keep a text's own alphabet, so that many inputs pass the first checks of a parser.
 */
#ifndef TEST_FUZZ_H
#define TEST_FUZZ_H

#include "absbench.h"

#include <stdlib.h>

/* What libFuzzer calls, and what it offers. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);

#define CHECK(what)                                                                                \
    do {                                                                                           \
        if (!(what))                                                                               \
            abort();                                                                               \
    } while (0)

static uint64_t fuzz_accepted;

/* For scripts/fuzz: a target that accepts nothing tests nothing. */
static void fuzz_report(void)
{
    fprintf(stderr, "fuzz::accepted: %llu\n", (unsigned long long)fuzz_accepted);
}

static inline void fuzz_count_accepted(void)
{
    if (fuzz_accepted++ == 0)
        atexit(fuzz_report);
}

/* Numbers drawn from the input itself, so that a finding can be run again. */
typedef struct {
    uint64_t state;
} fuzz_random;

static inline fuzz_random fuzz_seeded(const uint8_t *data, size_t size)
{
    uint64_t state = size;
    for (size_t i = 0; i < size; i++)
        state = (state ^ data[i]) * UINT64_C(0x100000001B3);
    return (fuzz_random){state};
}

static inline unsigned fuzz_draw(fuzz_random *random, unsigned n)
{
    random->state += UINT64_C(0x9E3779B97F4A7C15);
    return (unsigned)((abs_mix64(random->state) >> 32) * n >> 32);
}

/* An error says what was wrong, in one line. */
static inline void fuzz_check_error(const abs_error *error)
{
    CHECK(error->code == ABS_USAGE || error->code == ABS_CANNOT_RUN);
    CHECK(error->text[0] != '\0' && strchr(error->text, '\n') == NULL);
}

/* Up to three edits: a character takes another's place, or two change places. */
static inline size_t fuzz_shuffle(uint8_t *data, size_t size, fuzz_random *random)
{
    for (unsigned edits = 1 + fuzz_draw(random, 3); size > 0 && edits > 0; edits--) {
        uint8_t *const a = data + fuzz_draw(random, (unsigned)size);
        uint8_t *const b = data + fuzz_draw(random, (unsigned)size);
        const uint8_t kept = *a;
        *a = *b;
        if (fuzz_draw(random, 2) == 0)
            *b = kept;
    }
    return size;
}

/* Any bytes, or the text's own characters moved about. */
static inline size_t fuzz_edit(uint8_t *data, size_t size, size_t room, unsigned seed)
{
    fuzz_random random = {seed};
    return fuzz_draw(&random, 2) == 0 ? LLVMFuzzerMutate(data, size, room)
                                      : fuzz_shuffle(data, size, &random);
}

#endif
