/* foreign.c -- the domain of positions that only an engine understands. See registry.h. */
#include "base/buffer.h"
#include "search/registry.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static abs_names moves;

unsigned foreign_move(const char *text)
{
    unsigned move = ABS_NO_MOVE;
    pthread_mutex_lock(&lock);
    if (moves.count < ABS_NO_MOVE - 1 && *text != '\0' && strlen(text) < ABS_TEXT_MAX)
        move = names_add(&moves, text);
    pthread_mutex_unlock(&lock);
    return move;
}

static void move_text(const void *rules, const void *position, unsigned move, char *text,
                      size_t size)
{
    (void)rules;
    (void)position;
    pthread_mutex_lock(&lock);
    snprintf(text, size, "%s", move < moves.count ? moves.texts[move] : "");
    pthread_mutex_unlock(&lock);
}

static bool parse(const void *rules, const char *text, void *position, abs_error *error)
{
    (void)rules;
    if (strlen(text) >= ABS_TEXT_MAX)
        return abs_fail(error, ABS_USAGE, "a position is at most %d bytes long", ABS_TEXT_MAX - 1);
    strcpy(position, text);
    return true;
}

static void print(const void *rules, const void *position, char *text, size_t size)
{
    (void)rules;
    snprintf(text, size, "%s", (const char *)position);
}

/* A line of moves is not followed: nobody here knows what they do. */
static void apply(const void *rules, const void *position, unsigned move, void *child)
{
    (void)rules;
    (void)move;
    memcpy(child, position, ABS_TEXT_MAX);
}

static unsigned count_moves(const void *rules, const void *position)
{
    (void)rules;
    (void)position;
    return 0;
}

static int max_depth(const void *rules)
{
    (void)rules;
    return ABS_MAX_DEPTH;
}

static int one(const void *rules)
{
    (void)rules;
    return 1;
}

const abs_domain foreign_domain = {
    .name = "positions",
    .kind = "game",
    .summary = "positions of any game, as they are, for engines",
    .options = "",
    .unit = "the engine's",
    .default_depth = 1,
    .epd = true,
    .parse_rules = abs_spec_no_options,
    .parse = parse,
    .print = print,
    .max_depth = max_depth,
    .half_pawn = one,
    .rules_size = sizeof(abs_rules),
    .position_size = ABS_TEXT_MAX,
    .count_moves = count_moves,
    .apply = apply,
    .move_text = move_text,
};
