/*
 * position.h -- a chess position as a value, and the moves that change it.
 *
 * The board is seen by the side to move: its pawns go to higher ranks, and black's squares are
 * counted from h8's rank as white's are from h1's (a8 is square 0 when black is to move). So one
 * generator and one evaluation serve both colours, and a position with colours exchanged has the
 * same moves in the same order and the same value.
 */
#ifndef CHESS_POSITION_H
#define CHESS_POSITION_H

#include "absbench.h"
#include "lines.h"
#include "pawns.h"

typedef struct {
    abs_rules base;
} chess_rules;

/* Four boards as one vector; positions may lie anywhere that suits 64-bit words. */
typedef uint64_t chess_four __attribute__((vector_size(32), aligned(8)));

/*
 * A queen is in both `diagonal` and `straight`, a bishop or a rook in one of them, a king in no set
 * of kinds. The rest is derived from these, `rights` and `ep`. Were `own` and `opponent`
 * neighbours, gcc would turn them as one vector, which takes longer.
 */
typedef struct {
    uint64_t own;
    union {
        struct {
            uint64_t pawns, knights, diagonal, straight; /* both sides' */
        };
        chess_four kinds; /* the same */
    };
    uint64_t opponent;
    int32_t score; /* material and squares for the side to move: see squares.h */
    union {
        struct {
            uint8_t king, enemy; /* the squares of the kings */
        };
        uint16_t kings; /* the same */
    };
    uint8_t ep;                /* where a pawn may be taken en passant; 0: nowhere */
    uint8_t rights;            /* CHESS_OWN_SHORT.. and CHESS_BLACK */
    chess_structure structure; /* of `pawns` */
} chess_position;

enum {
    CHESS_OWN_SHORT = 1,
    CHESS_OWN_LONG = 2,
    CHESS_ENEMY_SHORT = 4,
    CHESS_ENEMY_LONG = 8,
    CHESS_BLACK = 16 /* black is to move */
};

enum { /* squares of the side to move that castling knows */
       CHESS_A1 = 0,
       CHESS_C1 = 2,
       CHESS_D1 = 3,
       CHESS_E1 = 4,
       CHESS_F1 = 5,
       CHESS_G1 = 6,
       CHESS_H1 = 7,
};

/* to | from << 6 | how << 12 | the kind of the piece << 16, and CHESS_NOISY if it is a capture or a
   promotion */
typedef uint32_t chess_move;

enum { CHESS_NOISY = 1 << 15 };

enum {
    CHESS_PLAIN,
    CHESS_DOUBLE, /* a pawn's two steps */
    CHESS_CASTLE,
    CHESS_EP,
    CHESS_TO_QUEEN, /* promotions, in the generator's order */
    CHESS_TO_KNIGHT,
    CHESS_TO_ROOK,
    CHESS_TO_BISHOP
};

#define CHESS_MOVE(kind, from, to, how)                                                            \
    ((chess_move)(to) | (chess_move)(from) << 6 | (chess_move)(how) << 12 |                        \
     (chess_move)(kind) << 16)

static inline unsigned chess_to(chess_move move)
{
    return move & 63;
}

static inline unsigned chess_from(chess_move move)
{
    return move >> 6 & 63;
}

static inline unsigned chess_how(chess_move move)
{
    return move >> 12 & 7;
}

/* The kind of the piece that moves, as of chess_kind(). */
static inline unsigned chess_mover(chess_move move)
{
    return move >> 16;
}

/* The kind of the piece on a square: bits for pawn, knight, diagonal and straight; 0 for a king. */
static inline unsigned chess_kind(const chess_position *p, unsigned square)
{
    return (unsigned)((p->pawns >> square & 1) | (p->knights >> square & 1) << 1 |
                      (p->diagonal >> square & 1) << 2 | (p->straight >> square & 1) << 3);
}

/* All squares of the boards that a piece of a kind is on. */
static const chess_four chess_boards_of[] = {
    [1] = {-1, 0, 0, 0}, [2] = {0, -1, 0, 0},   [4] = {0, 0, -1, 0},
    [8] = {0, 0, 0, -1}, [12] = {0, 0, -1, -1},
};

/* The castling rights that remain after a move from or to a square. */
/* clang-format off */
static const uint8_t chess_rights_kept[64] = {
#define ALL 31, 31, 31, 31, 31, 31, 31, 31
    31 - CHESS_OWN_LONG, 31, 31, 31,
        31 - CHESS_OWN_SHORT - CHESS_OWN_LONG, 31, 31, 31 - CHESS_OWN_SHORT,
    ALL, ALL, ALL, ALL, ALL, ALL,
    31 - CHESS_ENEMY_LONG, 31, 31, 31,
        31 - CHESS_ENEMY_SHORT - CHESS_ENEMY_LONG, 31, 31, 31 - CHESS_ENEMY_SHORT,
#undef ALL
};
/* clang-format on */

/* Does what special moves do in addition, on the board from the mover's side. */
static inline void chess_apply_special(chess_position *p, unsigned from, unsigned to, unsigned how)
{
    const uint64_t place = chess_bit(to);
    switch (how) {
    case CHESS_DOUBLE: /* only if a pawn is ready to take, or equal positions would differ */
        if ((chess_west(place) | chess_east(place)) & p->opponent & p->pawns)
            p->ep = (uint8_t)(from + 8);
        return;
    case CHESS_CASTLE: {
        const unsigned rook = to > from ? CHESS_H1 : CHESS_A1;
        const unsigned beside = to > from ? CHESS_F1 : CHESS_D1;
        const uint64_t both = chess_bit(rook) | chess_bit(beside);
        p->own ^= both;
        p->straight ^= both;
        p->score += chess_value[8][beside] - chess_value[8][rook];
        return;
    }
    case CHESS_EP:
        p->opponent ^= place >> 8;
        p->pawns ^= place >> 8;
        p->score += chess_taken[1][to - 8];
        return;
    default: {
        static const uint8_t kinds[] = {12, 2, 8, 4};
        const unsigned kind = kinds[how - CHESS_TO_QUEEN];
        p->pawns ^= place;
        p->knights |= (uint64_t)(kind >> 1 & 1) << to;
        p->diagonal |= (uint64_t)(kind >> 2 & 1) << to;
        p->straight |= (uint64_t)(kind >> 3) << to;
        p->score += chess_value[kind][to] - chess_value[1][to];
        return;
    }
    }
}

/* Turns four boards upside down. */
static inline void chess_flip(chess_four *boards)
{
#ifdef __AVX2__
    const __m256i bytes = _mm256_set_epi64x(0x08090A0B0C0D0E0F, 0x0001020304050607,
                                            0x08090A0B0C0D0E0F, 0x0001020304050607);
    *boards = (chess_four)_mm256_shuffle_epi8((__m256i)*boards, bytes);
#else
    for (int i = 0; i < 4; i++)
        (*boards)[i] = __builtin_bswap64((*boards)[i]);
#endif
}

/* The position seen by the other side. */
static inline chess_position chess_turned(const chess_position *p)
{
    const unsigned r = p->rights;
    chess_position turned = {
        .own = __builtin_bswap64(p->opponent),
        .opponent = __builtin_bswap64(p->own),
        .kinds = p->kinds,
        .score = -p->score,
        .kings = __builtin_bswap16(p->kings) ^ 0x3838,
        .ep = p->ep ^ (p->ep != 0 ? 56 : 0),
        .rights = (uint8_t)((r >> 2 & 3) | (r & 3) << 2 | (~r & CHESS_BLACK)),
        .structure = {-p->structure.terms, p->structure.enemy_files, p->structure.own_files},
    };
    chess_flip(&turned.kinds);
    return turned;
}

/* The position after a move; what only the evaluation reads is updated if `evaluated`. */
static inline __attribute__((always_inline)) chess_position
chess_after(const chess_position *p, chess_move move, const bool evaluated)
{
    const unsigned from = chess_from(move), to = chess_to(move), how = chess_how(move);
    const unsigned kind = chess_mover(move);
    const uint64_t both = chess_bit(from) | chess_bit(to);
    chess_position next = {
        .own = p->own ^ both,
        .opponent = p->opponent & ~both,
        .kinds = (p->kinds & ~both) | (chess_boards_of[kind] & chess_bit(to)),
        .kings = p->kings,
        .ep = 0,
        .rights = p->rights & chess_rights_kept[from] & chess_rights_kept[to],
    };
    if (kind == 0)
        next.king = (uint8_t)to;
    if (evaluated) {
        next.score = p->score + chess_value[kind][to] - chess_value[kind][from];
        if (p->opponent >> to & 1)
            next.score += chess_taken[chess_kind(p, to)][to];
    }
    if (how != CHESS_PLAIN)
        chess_apply_special(&next, from, to, how);
    if (evaluated)
        next.structure = next.pawns == p->pawns
                             ? p->structure
                             : chess_pawns(next.pawns & next.own, next.pawns & next.opponent);
    return chess_turned(&next);
}

static inline chess_position chess_apply(const chess_rules *rules, const chess_position *p,
                                         chess_move move)
{
    (void)rules;
    return chess_after(p, move, true);
}

/* The same without what only the evaluation reads, for perft. */
static inline chess_position chess_apply_bare(const chess_position *p, chess_move move)
{
    return chess_after(p, move, false);
}

#endif
