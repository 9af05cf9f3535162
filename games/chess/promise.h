/*
 * promise.h -- which of the quiet moves look best, for --order=game.
 */
#ifndef CHESS_PROMISE_H
#define CHESS_PROMISE_H

#include "exchange.h"

/* These are added to the centipawns that the piece gains by its new place. */
enum {
    CHESS_CHECKS = 100, /* the piece that moves gives check */
    CHESS_HITS = 50,    /* it attacks a piece of more value */
};

typedef struct {
    uint64_t check[13];   /* by kind: the squares from which it attacks the enemy king */
    uint64_t greater[13]; /* by kind: the enemy's pieces of more value */
    uint64_t occupied;
    bool endgame; /* which value of a place counts */
} chess_sight;

static inline chess_sight chess_look(const chess_rules *rules, const chess_position *p)
{
    (void)rules;
    const uint64_t occupied = chess_occupied(p), enemy = p->opponent;
    const uint64_t bishop = chess_bishop(p->enemy, occupied), rook = chess_rook(p->enemy, occupied);
    const uint64_t knight = chess_knight[p->enemy], heavy = enemy & p->straight;
    const int left = bits_count(p->knights) + bits_count(p->diagonal) + 2 * bits_count(p->straight);
    return (chess_sight){
        .check = {[1] = chess_pawns_down(chess_bit(p->enemy)),
                  [2] = knight,
                  [4] = bishop,
                  [8] = rook,
                  [12] = bishop | rook},
        .greater = {[1] = enemy & ~p->pawns, [2] = heavy, [4] = heavy, [8] = heavy & p->diagonal},
        .occupied = occupied,
        .endgame = left < CHESS_PHASES / 2,
    };
}

/* The squares that a piece attacks from the square to which it has moved. */
static inline uint64_t chess_attacks_from(unsigned kind, unsigned square, uint64_t occupied)
{
    switch (kind) {
    case 1:
        return chess_pawns_up(chess_bit(square));
    case 2:
        return chess_knight[square];
    case 4:
        return chess_bishop(square, occupied);
    default:
        return chess_rook(square, occupied);
    }
}

static inline int chess_promise(const chess_rules *rules, const chess_position *p,
                                const chess_sight *sight, chess_move move)
{
    (void)rules, (void)p;
    const unsigned from = chess_from(move), to = chess_to(move), kind = chess_mover(move);
    const int32_t gain = chess_value[kind][to] - chess_value[kind][from];
    int promise = sight->endgame ? chess_endgame(gain) : chess_opening(gain);
    if (sight->check[kind] >> to & 1)
        promise += CHESS_CHECKS;
    if (sight->greater[kind] != 0 &&
        (chess_attacks_from(kind, to, sight->occupied ^ chess_bit(from)) & sight->greater[kind]))
        promise += CHESS_HITS;
    return promise;
}

#endif
