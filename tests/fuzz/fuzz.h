/*
 * fuzz.h -- what the libFuzzer targets share (make fuzz): how many inputs were accepted, and edits
 * that keep a text's own alphabet, so that many inputs pass the first checks of a parser.
 */
#ifndef TEST_FUZZ_H
#define TEST_FUZZ_H

#include "absbench.h"
#include "search/registry.h"

#include <stdlib.h>

/* What libFuzzer calls, and what it offers. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);

/* FUZZ_SETUP { .. } is done once, before the first input. */
#define FUZZ_SETUP                                                                                 \
    static void fuzz_setup(void);                                                                  \
    int LLVMFuzzerInitialize(int *argc, char ***argv)                                              \
    {                                                                                              \
        (void)argc;                                                                                \
        (void)argv;                                                                                \
        fuzz_setup();                                                                              \
        return 0;                                                                                  \
    }                                                                                              \
    static void fuzz_setup(void)

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

static inline const abs_domain *fuzz_domain(const char *kind, const char *name)
{
    abs_error error;
    const abs_registered *found = abs_registry_find(kind, name, &error);
    CHECK(found != NULL);
    return found->domain;
}

/* An error says what was wrong, in one line. */
static inline void fuzz_check_error(const abs_error *error)
{
    CHECK(error->code == ABS_USAGE || error->code == ABS_CANNOT_RUN);
    CHECK(error->text[0] != '\0' && strchr(error->text, '\n') == NULL);
}

/* The input as a text; NULL: it is too long. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    static char text[4096];
    if (size >= sizeof text)
        return NULL;
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/* Ranges of a million numbers are right, but take too long to do them often: whether a text has a
   range, and a number of more digits. */
static inline bool fuzz_takes_long(const char *text, unsigned digits)
{
    unsigned run = 0, longest = 0;
    for (const char *c = text; *c != '\0'; c++) {
        run = *c >= '0' && *c <= '9' ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest > digits && strstr(text, "..") != NULL;
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

/* A part of a text, up to a comma or the end of a line, is said twice, or left out. */
static inline size_t fuzz_repeat(uint8_t *data, size_t size, size_t room, fuzz_random *random)
{
    const char end = fuzz_draw(random, 2) == 0 ? '\n' : ',';
    size_t from = fuzz_draw(random, (unsigned)size), length = 1;
    while (from > 0 && data[from - 1] != end)
        from--;
    while (from + length < size && data[from + length - 1] != end)
        length++;
    uint8_t *const part = data + from;
    const size_t rest = size - from;
    if (fuzz_draw(random, 2) == 0) {
        memmove(part, part + length, rest - length);
        return size - length;
    }
    if (size + length > room)
        return size;
    memmove(part + length, part, rest);
    return size + length;
}

/* A number is another: a digit more or less, or one that is at a limit. */
static inline size_t fuzz_renumber(uint8_t *data, size_t size, size_t room, fuzz_random *random)
{
    static const char *const limits[] = {
        "-1", "0", "1", "4294967296", "9007199254740993", "18446744073709551615", "null", "1e300"};
    size_t from = fuzz_draw(random, (unsigned)size);
    while (from < size && (data[from] < '0' || data[from] > '9'))
        from++;
    size_t to = from;
    while (to < size && data[to] >= '0' && data[to] <= '9')
        to++;
    if (from == size)
        return size;
    if (fuzz_draw(random, 2) == 0) {
        data[from + fuzz_draw(random, (unsigned)(to - from))] =
            (uint8_t)('0' + fuzz_draw(random, 10));
        return size;
    }
    const char *const limit = limits[fuzz_draw(random, sizeof limits / sizeof *limits)];
    const size_t length = strlen(limit);
    if (size - (to - from) + length > room)
        return size;
    memmove(data + from + length, data + to, size - to);
    memcpy(data + from, limit, length);
    return size - (to - from) + length;
}

/* .. or its lines, members and numbers changed. */
static inline size_t fuzz_edit_json(uint8_t *data, size_t size, size_t room, unsigned seed)
{
    fuzz_random random = {seed};
    const unsigned kind = size > 0 ? fuzz_draw(&random, 4) : 0;
    return kind == 0   ? fuzz_edit(data, size, room, seed / 4)
           : kind == 1 ? fuzz_renumber(data, size, room, &random)
                       : fuzz_repeat(data, size, room, &random);
}

#endif
