/*
 * fuzz_position.c -- a libFuzzer target for each game's position parser (make fuzz).
 *
 * Built with -DFUZZ_GAME="othello". Whatever is accepted must pass the conformance checks: its text
 * is read back as itself, moves are within their maximum and can be made, the value within bounds.
 */
#include "registry.h"

#include <stdlib.h>

#ifndef FUZZ_GAME
#define FUZZ_GAME "connectfour"
#endif

static const abs_domain *domain;
static void *rules, *position, *child;

#define CHECK(what)                                                                                \
    do {                                                                                           \
        if (!(what))                                                                               \
            abort();                                                                               \
    } while (0)

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    abs_error error;
    const abs_registered *found = abs_registry_find("game", FUZZ_GAME, &error);
    CHECK(found != NULL);
    domain = found->domain;
    rules = calloc(1, domain->rules_size);
    position = calloc(1, domain->position_size);
    child = calloc(1, domain->position_size);
    CHECK(domain->parse_rules(rules, "", &error));
    return 0;
}

static void check(const void *p)
{
    const unsigned moves = domain->count_moves(rules, p);
    CHECK(moves <= domain->max_moves && moves == domain->perft(rules, p, 1));
    const int value = domain->evaluate(rules, p, 0), bound = domain->bound(rules, 0);
    CHECK(value >= -bound && value <= bound);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[4096], printed[ABS_TEXT_MAX], again[ABS_TEXT_MAX];
    abs_error error;
    if (size >= sizeof text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    error.text[0] = '\0';
    if (!domain->parse(rules, text, position, &error)) {
        CHECK(error.code == ABS_USAGE && error.text[0] != '\0' && strchr(error.text, '\n') == NULL);
        return 0;
    }
    check(position);
    domain->print(rules, position, printed, sizeof printed);
    CHECK(domain->parse(rules, printed, child, &error));
    domain->print(rules, child, again, sizeof again);
    CHECK(strcmp(printed, again) == 0);
    CHECK(domain->key(rules, position) == domain->key(rules, child));
    const unsigned moves = domain->count_moves(rules, position);
    for (unsigned m = 0; m < moves; m++) {
        char move[ABS_TEXT_MAX];
        domain->move_text(rules, position, m, move, sizeof move);
        CHECK(move[0] != '\0');
        domain->apply(rules, position, m, child);
        check(child);
    }
    return 0;
}
