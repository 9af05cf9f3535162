/*
 * fuzz_explicit.c -- a libFuzzer target for the reader of explicit trees (make fuzz).
 *
 * A tree that is accepted is walked: moves are counted as often as listed, and values lie within
 * the bounds. Small ones are searched, too: with a window, the value is minimax's.
 */
#define FUZZ_TEXT
#include "fuzz_file.h"

static const abs_domain *domain;
static void *rules, *position, *child;
static abs_search search;
static abs_error error;

FUZZ_SETUP
{
    domain = fuzz_domain("tree", "explicit");
    rules = calloc(1, domain->rules_size);
    position = calloc(1, domain->position_size);
    child = calloc(1, domain->position_size);
    search.rules = rules;
    search.arena = search.arena_top = malloc(domain->arena_size);
    search.grain = 1;
    search.poll_at = UINT64_MAX;
}

/* From the root to a leaf, along moves drawn from the input. */
static void walk(fuzz_random *random)
{
    const int height = domain->max_depth(rules), least = abs_min_depth(domain, rules);
    CHECK(height >= 0 && height <= ABS_MAX_DEPTH && least >= 0 && least <= height);
    domain->root(rules, 1, position);
    for (int ply = 0;; ply++) {
        const unsigned moves = domain->count_moves(rules, position);
        CHECK(ply <= height && moves <= domain->max_moves);
        CHECK(moves == domain->perft(rules, position, 1));
        CHECK(moves > 0 || domain->can_evaluate(rules, position));
        if (domain->can_evaluate(rules, position)) {
            const int value = domain->evaluate(rules, position, height - ply);
            const int bound = domain->bound(rules, moves == 0 ? height : 0);
            CHECK(value >= -bound && value <= bound);
        }
        if (moves == 0)
            return;
        domain->apply(rules, position, fuzz_draw(random, moves), child);
        memcpy(position, child, domain->position_size);
    }
}

static void compare_searches(void)
{
    const int height = domain->max_depth(rules);
    domain->root(rules, 1, position);
    search.n = (abs_counters){0};
    const int value = domain->minimax(&search, position, height);
    search.n = (abs_counters){0};
    CHECK(domain->search(&search, position, -ABS_INFINITY, ABS_INFINITY, height) == value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char options[96];
    snprintf(options, sizeof options, "file=%s", fuzz_file(0, data, size));
    error.text[0] = '\0';
    if (!domain->parse_rules(rules, options, &error)) {
        fuzz_check_error(&error);
        return 0;
    }
    fuzz_count_accepted();
    fuzz_random random = fuzz_seeded(data, size);
    walk(&random);
    if (size < 1000)
        compare_searches();
    domain->free_rules(rules);
    return 0;
}
