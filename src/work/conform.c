/* conform.c -- seeded play; conform_search.c has the searches and the messages. See conform.h. */
#include "work/conform.h"
#include "base/memory.h"

#include <stdlib.h>

enum {
    SEEN = 1 << 16,   /* the most positions that are remembered by their keys */
    LONGEST = 400,    /* plies of a game */
    IMAGE_EVERY = 7,  /* plies from one position whose images are checked to the next */
    CHILDREN_MAX = 12 /* children whose keys are checked: all, if a position has no more; else so
                         many, drawn every IMAGE_EVERY plies */
};

/* What is remembered with a key: all positions with that key must agree in it. */
typedef struct {
    uint64_t key, look; /* look: a hash of the moves' texts and the number of replies */
    int value;
} features;

typedef struct {
    features of;
    char *text; /* the position; NULL if the place is empty */
} memory;

typedef struct {
    abs_conformity *found;
    const abs_domain *d;
    const void *rules;
    void *result_rules; /* the rules with --eval=result */
    void *here, *child, *image;
    memory *seen;
    abs_search *search; /* counts moves by minimax */
    char (*texts)[32];  /* of moves */
    unsigned moves;     /* how many the current position has */
    uint64_t random;
    int ply;
} playout;

/* Marks a rule as violated by the current position. */
#define BREAK(p, rule, ...) conform_break((p)->found, rule, (p)->here, __VA_ARGS__)

/* ---- moves -------------------------------------------------------------------------------- */

static void stop(abs_search *s)
{
    longjmp(s->stop, 1);
}

/* Whether the search has room for the moves of a position. */
static bool check_room(playout *p, const void *position, unsigned moves)
{
    const unsigned most = p->d->max_moves;
    if (moves > most)
        conform_break(p->found, CONFORM_MOVES, position,
                      moves > ABS_MAX_MOVES
                          ? "DOMAIN_MAX_MOVES is %u, but there are more than %d moves: has next() "
                            "no end?"
                          : "DOMAIN_MAX_MOVES is %u, but there are %d moves",
                      most, moves > ABS_MAX_MOVES ? ABS_MAX_MOVES : (int)moves);
    return moves <= most;
}

/* Checks that the generator gives as many moves as count_moves() says: minimax to one ply enters
   each of them, and at most one more. */
static void check_numbers(playout *p)
{
    const abs_domain *d = p->d;
    abs_search *s = p->search;
    if (!check_room(p, p->here, p->moves))
        return;
    if (abs_is_tree(d) || abs_free_passes(d, p->rules)) /* else each move leads to one leaf */
        return;
    memset(&s->n, 0, sizeof s->n);
    s->rules = p->rules;
    s->grain = 1;
    s->poll_at = p->moves + 2; /* the position itself, its moves, and one more */
    s->poll = stop;
    abs_search_begin(s);
    if (setjmp(s->stop) == 0)
        d->minimax(s, p->here, 1);
    const unsigned given = (unsigned)(s->n.nodes - 1);
    if (given != p->moves)
        BREAK(p, CONFORM_MOVES, "DOMAIN_COUNT says %u moves, and next() gives %u%s", p->moves,
              given, given > p->moves ? " or more" : "");
}

static void check_slots(playout *p)
{
    const abs_domain *d = p->d;
    unsigned m = 0;
    while (m < p->moves && d->slot(p->rules, p->here, m) < d->slots)
        m++;
    if (m < p->moves)
        BREAK(p, CONFORM_SLOTS, "DOMAIN_SLOTS is %u, but slot() gives %u", d->slots,
              d->slot(p->rules, p->here, m));
}

/* Checks that a move costs a ply or none, has a promise within bounds, and is read from text. */
static void check_moves(playout *p)
{
    const abs_domain *d = p->d;
    const bool free_passes = abs_free_passes(d, p->rules);
    abs_error error;
    for (unsigned m = 0; m < p->moves; m++) {
        char text[ABS_TEXT_MAX] = "";
        const int cost = d->cost(p->rules, p->here, m);
        if (cost != 1 && (cost != 0 || !free_passes))
            BREAK(p, CONFORM_COST, "DOMAIN_COST of move %u is %d, not 1%s", m, cost,
                  free_passes ? " or 0" : " (no free passes)");
        const int promise = d->promise != NULL ? d->promise(p->rules, p->here, m) : 0;
        if (promise > 1 << 30 || promise < -(1 << 30))
            BREAK(p, CONFORM_ORDER, "promise() of move %u is %d, beyond 2^30", m, promise);
        d->move_text(p->rules, p->here, m, text, sizeof text);
        if (text[0] == '\0' || strchr(text, ' ') != NULL)
            BREAK(p, CONFORM_MOVE_TEXT, "move %u is written '%s': not one word", m, text);
        snprintf(p->texts[m], sizeof p->texts[m], "%.31s", text);
        if (d->read_move != NULL && d->read_move(p->rules, p->here, text, &error) != m)
            BREAK(p, CONFORM_MOVE_TEXT, "read_move() does not take move %u for '%s'", m, text);
        for (unsigned k = 0; k < m; k++)
            if (strcmp(p->texts[m], p->texts[k]) == 0)
                BREAK(p, CONFORM_MOVE_TEXT, "moves %u and %u are both written '%s'", k, m, text);
    }
}

/* Checks that DOMAIN_BARE and apply() lead to positions with the same moves. */
static void check_apply(playout *p)
{
    uint64_t replies = 0;
    for (unsigned m = 0; m < p->moves; m++) {
        p->d->apply(p->rules, p->here, m, p->child);
        if (!check_room(p, p->child, p->d->count_moves(p->rules, p->child)))
            return;
        replies += p->d->perft(p->rules, p->child, 2 - p->d->cost(p->rules, p->here, m));
    }
    if (p->d->perft(p->rules, p->here, 2) != replies)
        BREAK(p, CONFORM_APPLY,
              "DOMAIN_BARE leads to other moves than apply(): %llu of two plies, "
              "and %llu",
              (unsigned long long)p->d->perft(p->rules, p->here, 2), (unsigned long long)replies);
}

/* ---- evaluations --------------------------------------------------------------------------- */

static bool can_evaluate(const playout *p, const void *position, unsigned moves)
{
    return moves == 0 || p->d->can_evaluate(p->rules, position);
}

static void check_values(playout *p)
{
    const abs_domain *d = p->d;
    if (!can_evaluate(p, p->here, p->moves))
        return;
    for (int depth = 0; depth <= (p->moves == 0 ? 2 : 0); depth++) {
        const int value = d->evaluate(p->rules, p->here, depth);
        const int bound = d->bound(p->rules, depth + p->ply);
        if (bound > ABS_VALUE_MAX || bound < 0)
            BREAK(p, CONFORM_BOUND, "bound() is %d, not within 0 and %d", bound, ABS_VALUE_MAX);
        if (value > bound || value < -bound)
            BREAK(p, CONFORM_BOUND, "the evaluation is %d, and bound() says at most %d", value,
                  bound);
        const int again = d->evaluate(p->rules, p->here, depth);
        if (again != value)
            BREAK(p, CONFORM_EVALUATION, "it is %d, and %d when computed again", value, again);
    }
    const int value = abs_is_tree(d) ? 0 : d->evaluate(p->result_rules, p->here, 0);
    if (value < -1 || value > 1 || (p->moves > 0 && value != 0))
        BREAK(p, CONFORM_RESULT, "with --eval=result the evaluation is %d; it is %s", value,
              p->moves > 0 ? "0 until the game is over" : "1, 0 or -1 when the game is over");
}

/* ---- keys and texts ----------------------------------------------------------------------- */

/* The features of a position that players see, and its key. */
static features features_of(const playout *p, const void *position)
{
    const abs_domain *d = p->d;
    char text[ABS_TEXT_MAX];
    features of = {.key = d->key(p->rules, position)};
    const unsigned moves = d->count_moves(p->rules, position);
    of.look = moves;
    for (unsigned m = 0; m < moves; m++) {
        d->move_text(p->rules, position, m, text, sizeof text);
        of.look = abs_mix64(of.look ^ abs_mix_text(text));
    }
    of.look = abs_mix64(of.look + d->perft(p->rules, position, 2));
    if (can_evaluate(p, position, moves))
        of.value = d->evaluate(p->rules, position, 0);
    return of;
}

/* Checks that positions with the same key have the same moves, replies and evaluation. */
static void check_key(playout *p, const void *position)
{
    char text[ABS_TEXT_MAX];
    const features of = features_of(p, position);
    memory *m = &p->seen[of.key % SEEN];
    const bool same = m->text != NULL && m->of.key == of.key;
    if (p->d->key(p->rules, position) != of.key)
        conform_break(p->found, CONFORM_KEY, position, "it differs when computed again");
    if (same && (m->of.look != of.look || m->of.value != of.value))
        conform_break(p->found, CONFORM_KEY, position,
                      "two positions have the key 0x%016llx, but not the same %s: this and '%s'",
                      (unsigned long long)of.key, m->of.look != of.look ? "moves" : "evaluation",
                      m->text);
    if (same)
        return;
    conform_write(p->found, position, text);
    free(m->text);
    *m = (memory){of, memory_text(text)};
}

/* Checks that the position, as updated from move to move, is the one that is read from its text. */
static void check_text(playout *p)
{
    abs_error error;
    char text[ABS_TEXT_MAX], again[ABS_TEXT_MAX];
    const abs_domain *d = p->d;
    if (abs_is_tree(d))
        return;
    d->print(p->rules, p->here, text, sizeof text);
    if (text[0] == '#' || strpbrk(text, ";\n") != NULL)
        BREAK(p, CONFORM_TEXT,
              "print() writes '%s': in a file of positions, or DOMAIN_SUITE, a line that begins "
              "with # is skipped, and ; ends the position",
              text);
    if (!d->parse(p->rules, text, p->child, &error)) {
        BREAK(p, CONFORM_TEXT, "parse() refuses what print() writes: %s", error.text);
        return;
    }
    d->print(p->rules, p->child, again, sizeof again);
    const features of = features_of(p, p->here), read = features_of(p, p->child);
    if (strcmp(text, again) != 0)
        BREAK(p, CONFORM_TEXT, "after print() and parse() it is printed '%s'", again);
    else if (of.look != read.look)
        BREAK(p, CONFORM_TEXT, "after print() and parse() it has other moves");
    else if (of.value != read.value)
        BREAK(p, CONFORM_PATH,
              "the evaluation is %d, and %d of the same position read from its text: it depends on "
              "what came before",
              of.value, read.value);
    else if (of.key != read.key)
        BREAK(p, CONFORM_KEY, "after print() and parse() the position has another key");
}

/* ---- optional functions of a game ----------------------------------------------------------- */

/* Checks that the bound on the plies left decreases with each ply, and that 0 means no move. */
static void check_plies_left(playout *p)
{
    const abs_domain *d = p->d;
    if (d->plies_left == NULL)
        return;
    const int left = d->plies_left(p->rules, p->here);
    if (left < 0 || (left == 0 && p->moves > 0))
        BREAK(p, CONFORM_PLIES_LEFT, "it is %d, and there are %u moves", left, p->moves);
    if (left > 0 && left <= 6 && !abs_free_passes(d, p->rules) &&
        d->perft(p->rules, p->here, left + 1) > 0)
        BREAK(p, CONFORM_PLIES_LEFT, "it is %d, and the game can go on for longer", left);
    for (unsigned m = 0; m < p->moves; m++) {
        d->apply(p->rules, p->here, m, p->child);
        const int after = d->plies_left(p->rules, p->child);
        if (after > left - d->cost(p->rules, p->here, m))
            BREAK(p, CONFORM_PLIES_LEFT, "it is %d, and %d after move %s", left, after,
                  p->texts[m]);
    }
}

/* Checks that images have as many replies as the position, and that it is one of their images. */
static void check_images(playout *p)
{
    const abs_domain *d = p->d;
    if (d->image == NULL || p->ply % IMAGE_EVERY != 0)
        return;
    const uint64_t least = conform_canonical(d, p->rules, p->here, p->image);
    for (unsigned i = 0; d->image(p->rules, p->here, i, p->child); i++) {
        if (i == CONFORM_IMAGES) {
            BREAK(p, CONFORM_IMAGE, "there is no end of them");
            return;
        }
        if (d->perft(p->rules, p->child, 2) != d->perft(p->rules, p->here, 2))
            BREAK(p, CONFORM_IMAGE, "number %u has other moves than the position", i);
        if (conform_canonical(d, p->rules, p->child, p->image) != least)
            BREAK(p, CONFORM_IMAGE, "the position is not an image of its image number %u", i);
    }
}

/* ---- play ----------------------------------------------------------------------------------- */

/* Also checks the keys of the replies: what a key omits shows best in similar positions. */
static void check_keys(playout *p)
{
    const bool few = p->moves <= CHILDREN_MAX;
    check_key(p, p->here);
    for (unsigned i = 0; i < p->moves && i < CHILDREN_MAX && (few || p->ply % IMAGE_EVERY == 0);
         i++) {
        p->d->apply(p->rules, p->here, few ? i : conform_draw(&p->random, p->moves), p->child);
        check_key(p, p->child);
    }
}

/* The checks, and the functions that each calls. */
static const struct {
    const char *tried;
    void (*check)(playout *p);
} steps[] = {
    {"minimax to one ply: next(), apply() and evaluate()", check_numbers},
    {"slot()", check_slots},
    {"move_text(), read_move(), promise() and DOMAIN_COST", check_moves},
    {"apply() and the replies' next()", check_apply},
    {"evaluate() and bound()", check_values},
    {"print(), parse(), key(), next(), move_text() and evaluate()", check_text},
    {"plies_left(), and apply() and next() on the plies that are left", check_plies_left},
    {"image(), key() and next()", check_images},
    {"apply(), key(), next(), move_text() and evaluate()", check_keys},
};

/* Checks a position and makes a random move. Returns false if that is unsafe, or the game over. */
static bool try_position(playout *p)
{
    conform_try(p->found, "moves() and next()", p->here);
    p->moves = p->d->count_moves(p->rules, p->here);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        conform_try(p->found, steps[i].tried, NULL);
        steps[i].check(p);
        if (!conform_is_safe(p->found))
            return false;
        p->found->plies += i == 1; /* the first two checks show that moves can be made */
    }
    if (p->moves == 0)
        return false;
    conform_try(p->found, "apply()", NULL);
    p->d->apply(p->rules, p->here, conform_draw(&p->random, p->moves), p->child);
    memcpy(p->here, p->child, p->d->position_size);
    return true;
}

/* Checks what does not depend on the position. */
static void check_info(playout *p, const abs_root *start)
{
    const abs_domain *d = p->d;
    conform_try(p->found, "DOMAIN_INFO's functions", start->position);
    const int deepest = d->max_depth(p->rules), least = abs_min_depth(d, p->rules);
    if (deepest < 1 || least > deepest)
        conform_break(p->found, CONFORM_INFO, NULL, "max_depth() is %d, and min_depth() %d",
                      deepest, least);
    if (d->half_pawn(p->rules) < 1)
        conform_break(p->found, CONFORM_INFO, NULL, "half_pawn() is %d, not 1 or more",
                      d->half_pawn(p->rules));
    if ((d->unusual_orders & ~d->orders) != 0 || (d->unusual_orders & ABS_ORDER_TT))
        conform_break(p->found, CONFORM_INFO, NULL,
                      "DOMAIN_UNUSUAL names an ordering that the domain does not have");
    if (!abs_is_tree(d) && d->count_moves(p->rules, start->position) == 0)
        conform_break(p->found, CONFORM_INFO, start->position, "there is no move at the start");
}

bool conform_play(const abs_root *start, uint64_t plies, abs_conformity *found)
{
    const abs_domain *d = start->domain;
    playout p = {.found = found,
                 .d = d,
                 .rules = start->rules,
                 .result_rules = memory_take(d->rules_size),
                 .here = memory_zeros(1, d->position_size),
                 .child = memory_zeros(1, d->position_size),
                 .image = memory_zeros(1, d->position_size),
                 .seen = memory_zeros(SEEN, sizeof *p.seen),
                 .search = memory_zeros(1, sizeof *p.search),
                 .texts = memory_zeros(ABS_MAX_MOVES, sizeof *p.texts),
                 .random = 7};
    p.search->arena = memory_take(d->arena_size);
    found->domain = d;
    found->rules = start->rules;
    memcpy(p.result_rules, start->rules, d->rules_size);
    ((abs_rules *)p.result_rules)->eval = ABS_EVAL_RESULT;
    check_info(&p, start);
    const int longest = abs_is_tree(d) ? d->max_depth(start->rules) : LONGEST;
    while (found->plies < plies && conform_is_safe(found) && !interrupt_pending()) {
        memcpy(p.here, start->position, d->position_size);
        conform_try(found, "root()", NULL);
        if (abs_is_tree(d))
            d->root(p.rules, conform_draw(&p.random, 1u << 30), p.here);
        for (p.ply = 0; p.ply <= longest && try_position(&p); p.ply++)
            ;
        found->games++;
    }
    for (size_t i = 0; i < SEEN; i++)
        free(p.seen[i].text);
    void *const blocks[] = {p.result_rules, p.here,  p.child,         p.image,
                            p.seen,         p.texts, p.search->arena, p.search};
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
        free(blocks[i]);
    return !interrupt_pending();
}
