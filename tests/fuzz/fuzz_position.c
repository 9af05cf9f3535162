/*
 * fuzz_position.c -- a libFuzzer target for each game's position parser (make fuzz).
 *
 * FUZZ_GAME in the environment names the game. Whatever is accepted must pass the conformance
 * checks: its text is read back as itself, and for a few plies of a game from it, moves are as many
 * as declared, and counted as often as listed, their texts tell them apart, values are within
 * bounds, and what a move carries along (key, value) is what the child's text alone gives. Which
 * moves are looked at is drawn from the input: over many inputs, all.
 */
#include "fuzz.h"

enum { PLIES = 3, MUTATED_PLIES = 6 };

static const abs_domain *domain;
static void *rules, *result_rules, *position, *child, *again;
static char printed[ABS_TEXT_MAX], reprinted[ABS_TEXT_MAX];
static abs_error error;

FUZZ_SETUP
{
    const char *const game = getenv("FUZZ_GAME");
    domain = fuzz_domain("game", game != NULL ? game : "");
    rules = calloc(1, domain->rules_size);
    result_rules = calloc(1, domain->rules_size);
    position = calloc(1, domain->position_size);
    child = calloc(1, domain->position_size);
    again = calloc(1, domain->position_size);
    CHECK(domain->parse_rules(rules, "", &error));
    CHECK(domain->parse_rules(result_rules, "", &error));
    ((abs_rules *)result_rules)->eval = ABS_EVAL_RESULT;
}

static bool parse(const uint8_t *data, size_t size)
{
    const char *const text = fuzz_text(data, size);
    error.text[0] = '\0';
    return text != NULL && domain->parse(rules, text, position, &error);
}

/* Number of moves and value. Returns the former. */
static unsigned check(const void *p)
{
    const unsigned moves = domain->count_moves(rules, p);
    CHECK(moves <= domain->max_moves && moves == domain->perft(rules, p, 1));
    const int value = domain->evaluate(rules, p, 0), bound = domain->bound(rules, 0);
    CHECK(value >= -bound && value <= bound);
    const int result = domain->evaluate(result_rules, p, 0);
    CHECK(result >= -1 && result <= 1 && (moves == 0 || result == 0));
    return moves;
}

/* Printed and read again it is the same: text, key, number of moves and value. */
static void check_text(const void *p)
{
    domain->print(rules, p, printed, sizeof printed);
    CHECK(domain->parse(rules, printed, again, &error));
    domain->print(rules, again, reprinted, sizeof reprinted);
    CHECK(strcmp(printed, reprinted) == 0);
    CHECK(domain->key(rules, p) == domain->key(rules, again));
    CHECK(domain->count_moves(rules, p) == domain->count_moves(rules, again));
    CHECK(domain->evaluate(rules, p, 3) == domain->evaluate(rules, again, 3));
}

/* A move's text names it and no other: all others are compared for some inputs, else one. */
static void check_move_text(const void *p, unsigned move, unsigned moves, fuzz_random *random)
{
    static char name[ABS_TEXT_MAX], other[ABS_TEXT_MAX];
    domain->move_text(rules, p, move, name, sizeof name);
    CHECK(name[0] != '\0');
    const unsigned step = fuzz_draw(random, 16) == 0 ? 1 : moves;
    for (unsigned m = fuzz_draw(random, moves) % step; m < moves; m += step) {
        domain->move_text(rules, p, m, other, sizeof other);
        CHECK((strcmp(name, other) == 0) == (m == move));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!parse(data, size)) {
        if (fuzz_text(data, size) != NULL) {
            fuzz_check_error(&error);
            CHECK(error.code == ABS_USAGE);
        }
        return 0;
    }
    fuzz_count_accepted();
    fuzz_random random = fuzz_seeded(data, size);
    check_text(position);
    unsigned moves = check(position);
    for (int ply = 0; ply < PLIES && moves > 0; ply++) {
        const unsigned move = fuzz_draw(&random, moves);
        check_move_text(position, move, moves, &random);
        domain->apply(rules, position, move, child);
        memcpy(position, child, domain->position_size);
        moves = check(position);
        if (ply == 0 || fuzz_draw(&random, 4) == 0)
            check_text(position);
    }
    return 0;
}

/* Any bytes, squares exchanged, or a position some moves on. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed)
{
    fuzz_random random = {seed};
    const unsigned kind = fuzz_draw(&random, 8);
    if (kind < 2)
        return LLVMFuzzerMutate(data, size, room);
    if (kind < 6 || !parse(data, size))
        return fuzz_shuffle(data, size, &random);
    for (unsigned plies = 1 + fuzz_draw(&random, MUTATED_PLIES); plies > 0; plies--) {
        const unsigned moves = domain->count_moves(rules, position);
        if (moves == 0)
            break;
        domain->apply(rules, position, fuzz_draw(&random, moves), child);
        memcpy(position, child, domain->position_size);
    }
    domain->print(rules, position, printed, sizeof printed);
    const size_t length = strlen(printed);
    if (length > room)
        return size;
    memcpy(data, printed, length);
    return length;
}
