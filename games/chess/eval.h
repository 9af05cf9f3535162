/*
 * eval.h -- the value of a chess position for the side to move, in centipawns.
 *
 * Every move updates material and squares (squares.h), and moves of pawns their structure
 * (pawns.h); this file computes the rest. Every term is the side's own minus the opponent's, so
 * that exchanging the sides negates the sum. All numbers are pairs for opening and endgame, mixed
 * by the pieces left.
 */
#ifndef CHESS_EVAL_H
#define CHESS_EVAL_H

#include "moves.h"

enum {
    CHESS_MATE = 30000,     /* plus one for every remaining ply of depth */
    CHESS_ESTIMATE = 20000, /* no estimate is greater */
    CHESS_TEMPO = 12,       /* for having the move */
    CHESS_PHASES = 22       /* knights, bishops 1, rooks 2, queens 3, of both sides at the start */
};

/* Weights per piece, square or pawn. Squares that enemy pawns attack do not count as reach. */
#define CHESS_REACH_KNIGHT CHESS_PAIR(4, 3)
#define CHESS_REACH_DIAGONAL CHESS_PAIR(4, 4)
#define CHESS_REACH_STRAIGHT CHESS_PAIR(2, 4)
#define CHESS_PRESSURE CHESS_PAIR(14, 3) /* squares around the enemy king that pieces attack */
#define CHESS_BISHOP_PAIR CHESS_PAIR(25, 42)
#define CHESS_HALF_OPEN CHESS_PAIR(14, 6) /* a rook on a file without own pawns, */
#define CHESS_OPEN CHESS_PAIR(12, 4)      /* and more without any */
#define CHESS_SHELTER CHESS_PAIR(11, 0)   /* pawns before the own king, to the second row */
#define CHESS_THREAT CHESS_PAIR(28, 24)   /* pieces that a pawn attacks */

/*
 * The most that one piece, which may be a promoted pawn, adds for its side, with its place and
 * reach. Half of a pair holds +-32767: beside a side's pieces, at most 2416 can come from both kings
 * (364 with the squares around and before them), a pair of bishops (42), and 62 bad pawns of the
 * other side (32 each) or threatened pieces (28). A test adds up the best places.
 */
enum {
    CHESS_BEST_QUEEN = 1110,
    CHESS_BEST_ROOK = 610,
    CHESS_BEST_MINOR = 410,
    CHESS_STRENGTH = 30000 /* at most, for one side of a position that is accepted */
};

static inline int chess_strength(const chess_position *p, uint64_t own)
{
    const uint64_t queens = p->diagonal & p->straight;
    return CHESS_BEST_QUEEN * bits_count(own & (queens | p->pawns)) +
           CHESS_BEST_ROOK * bits_count(own & p->straight & ~queens) +
           CHESS_BEST_MINOR * bits_count(own & ((p->diagonal & ~queens) | p->knights));
}

/*
 * The value of what one side's pieces reach. Only squares in `room` count; `around` are the enemy
 * king's squares. Sets `attacks` to all that knights, bishops, rooks and queens attack.
 */
static inline int32_t chess_reach(const chess_position *p, uint64_t own, uint64_t room,
                                  uint64_t around, uint64_t *attacks)
{
    const uint64_t occupied = chess_occupied(p);
#ifdef CHESS_VECTORS
    const chess_boards leaps = chess_leap(own & p->knights);
    const chess_boards lines =
        chess_slide(chess_by_line(own & p->straight, own & p->diagonal), occupied);
    const chess_boards leap_count = _mm512_popcnt_epi64(leaps & chess_all(room));
    const chess_boards line_count = _mm512_popcnt_epi64(lines & chess_all(room));
    const chess_boards value =
        _mm512_mul_epi32(leap_count, chess_all(CHESS_REACH_KNIGHT)) +
        _mm512_mul_epi32(line_count, chess_by_line(CHESS_REACH_STRAIGHT, CHESS_REACH_DIAGONAL));
    *attacks = chess_union(leaps | lines);
    return chess_sum(value) + CHESS_PRESSURE * bits_count(*attacks & around);
#else
    uint64_t all = 0;
    int knight = 0, diagonal = 0, straight = 0;
    for (uint64_t left = own & p->knights; left != 0; left &= left - 1) {
        const uint64_t to = chess_knight[chess_first(left)];
        knight += bits_count(to & room);
        all |= to;
    }
    for (uint64_t left = own & p->diagonal; left != 0; left &= left - 1) {
        const uint64_t to = chess_bishop(chess_first(left), occupied);
        diagonal += bits_count(to & room);
        all |= to;
    }
    for (uint64_t left = own & p->straight; left != 0; left &= left - 1) {
        const uint64_t to = chess_rook(chess_first(left), occupied);
        straight += bits_count(to & room);
        all |= to;
    }
    *attacks = all;
    return CHESS_REACH_KNIGHT * knight + CHESS_REACH_DIAGONAL * diagonal +
           CHESS_REACH_STRAIGHT * straight + CHESS_PRESSURE * bits_count(all & around);
#endif
}

/* How many more squares are in `own` than in `enemy`. */
static inline int chess_lead(uint64_t own, uint64_t enemy)
{
    return bits_count(own) - bits_count(enemy);
}

/* The sum of all terms that moves do not update. Sets whether the side to move is in check. */
static inline int32_t chess_terms(const chess_position *p, bool *check)
{
    const uint64_t own = p->own & p->pawns, enemy = p->opponent & p->pawns;
    const uint64_t own_attacks = chess_pawns_up(own), enemy_attacks = chess_pawns_down(enemy);
    const uint64_t own_files = chess_files(p->structure.own_files);
    const uint64_t enemy_files = chess_files(p->structure.enemy_files);
    const uint64_t rooks = p->straight & ~p->diagonal, bishops = p->diagonal & ~p->straight;
    const uint64_t own_bishops = bishops & p->own, enemy_bishops = bishops & p->opponent;
    const uint64_t own_half_open = rooks & p->own & ~own_files;
    const uint64_t enemy_half_open = rooks & p->opponent & ~enemy_files;
    const uint64_t own_threats = own_attacks & p->opponent & ~p->pawns;
    const uint64_t enemy_threats = enemy_attacks & p->own & ~p->pawns;
    const int pairs =
        ((own_bishops & (own_bishops - 1)) != 0) - ((enemy_bishops & (enemy_bishops - 1)) != 0);
    uint64_t own_reach, enemy_reach;
    const int32_t reach =
        chess_reach(p, p->own, ~(p->own | enemy_attacks), chess_ring[p->enemy], &own_reach) -
        chess_reach(p, p->opponent, ~(p->opponent | own_attacks), chess_ring[p->king],
                    &enemy_reach);
    *check = (enemy_reach | enemy_attacks) >> p->king & 1;
    return p->structure.terms + CHESS_BISHOP_PAIR * pairs +
           CHESS_HALF_OPEN * chess_lead(own_half_open, enemy_half_open) +
           CHESS_OPEN * chess_lead(own_half_open & ~enemy_files, enemy_half_open & ~own_files) +
           CHESS_SHELTER * chess_lead(own & chess_ahead[p->king], enemy & chess_behind[p->enemy]) +
           CHESS_THREAT * chess_lead(own_threats, enemy_threats) + reach;
}

/* Whether neither side can ever mate: there are only kings and at most one knight or bishop. */
static inline bool chess_dead(const chess_position *p)
{
    const uint64_t minor = p->knights | p->diagonal;
    return (p->pawns | p->straight) == 0 && (minor & (minor - 1)) == 0;
}

/* The value of a position that is not over. Sets whether the side to move is in check. */
static inline int chess_estimate(const chess_position *p, bool *check)
{
    const int32_t pair = p->score + chess_terms(p, check);
    const int left = bits_count(p->knights) + bits_count(p->diagonal) + 2 * bits_count(p->straight);
    const int phase = left < CHESS_PHASES ? left : CHESS_PHASES;
    if (chess_dead(p))
        return 0;
    const int value =
        CHESS_TEMPO +
        (chess_opening(pair) * phase + chess_endgame(pair) * (CHESS_PHASES - phase)) / CHESS_PHASES;
    return value > CHESS_ESTIMATE    ? CHESS_ESTIMATE
           : value < -CHESS_ESTIMATE ? -CHESS_ESTIMATE
                                     : value;
}

/*
 * Whether the game is over. Usually a piece that cannot be pinned has a move; otherwise the moves
 * are counted.
 */
static inline bool chess_over(const chess_position *p, bool check)
{
    if (!check) {
        const uint64_t loose = p->own & ~(chess_diagonals[p->king] | chess_straights[p->king]);
        if (((loose & p->pawns) << 8 & ~chess_occupied(p)) != 0 ||
            (chess_knights(loose & p->knights) & ~p->own) != 0)
            return false;
    }
    return chess_count(p) == 0;
}

/* The material: 100, 300, 300, 500 and 900. Sets whether the side to move is in check. */
static inline int chess_material(const chess_rules *rules, const chess_position *p, bool *check)
{
    const uint64_t queens = p->diagonal & p->straight;
    const uint64_t minors = p->knights | (p->diagonal & ~queens), rooks = p->straight & ~queens;
    *check = chess_in_check(rules, p);
    return 100 * chess_lead(p->own & p->pawns, p->opponent & p->pawns) +
           300 * chess_lead(p->own & minors, p->opponent & minors) +
           500 * chess_lead(p->own & rooks, p->opponent & rooks) +
           900 * chess_lead(p->own & queens, p->opponent & queens);
}

static inline int chess_evaluate(const chess_rules *rules, const chess_position *p, int depth)
{
    bool check;
    if (rules->base.eval == ABS_EVAL_RESULT) {
        check = chess_in_check(rules, p);
        return check && chess_count(p) == 0 ? -1 : 0;
    }
    const int value = rules->base.eval == ABS_EVAL_MATERIAL ? chess_material(rules, p, &check)
                                                            : chess_estimate(p, &check);
    if (chess_over(p, check))
        return check ? -(CHESS_MATE + depth) : 0;
    return value;
}

static int chess_bound(const void *rules, int depth)
{
    return ((const abs_rules *)rules)->eval == ABS_EVAL_RESULT ? 1 : CHESS_MATE + depth;
}

static int chess_half_pawn(const void *rules)
{
    return ((const abs_rules *)rules)->eval == ABS_EVAL_RESULT ? 1 : 50;
}

#endif
