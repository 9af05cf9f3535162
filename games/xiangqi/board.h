/*
 * board.h -- squares, lines and pieces of the 9x10 board.
 *
 * The board is two 64-bit halves, one on either side of the river: ranks 0 to 4 (red's) and 5 to 9
 * (black's). A rank takes 12 bits, of which 9 are used, so
 *     square = 64 * half + 12 * (rank % 5) + file        square >> 6: half, square & 63: its bit
 * Generals, advisors and elephants never leave their own half: side and half have the same number.
 * What is of no other kind is an advisor or the general.
 *
 * Along a line (a rank or a file) chariots and cannons are looked up by the line's occupancy.
 */
#ifndef XIANGQI_BOARD_H
#define XIANGQI_BOARD_H

#include "absbench.h"

enum { XQ_FILES = 9, XQ_RANKS = 10, XQ_STRIDE = 12, XQ_SQUARES = 128, XQ_LINE = 10 };
enum { XQ_RED, XQ_BLACK };

/* Kinds of pieces, in the order in which the generator takes them. */
enum { XQ_ROOK, XQ_CANNON, XQ_HORSE, XQ_SOLDIER, XQ_ELEPHANT, XQ_ADVISOR, XQ_KING, XQ_KINDS };

/* Sets are kept of the first five kinds; the first four may leave home, and attack a general. */
enum { XQ_SETS = XQ_ADVISOR, XQ_HOME = XQ_ELEPHANT };

#define XQ_RANK UINT64_C(511)                /* the lowest rank of a half */
#define XQ_FILE UINT64_C(0x0001001001001001) /* the first file of a half */
#define XQ_HALF (XQ_FILE * XQ_RANK)
#define XQ_RED_FRONT (XQ_HALF & ~UINT64_C(0xFFFFFFFFF)) /* ranks 3 and 4: before red's palace */
#define XQ_BLACK_FRONT (XQ_HALF & UINT64_C(0xFFFFFF))   /* 5 and 6 */

typedef struct {
    uint64_t w[2];
} xiangqi_set;

/* Both halves as a vector; positions may lie anywhere that suits 64-bit words. */
typedef uint64_t xiangqi_pair __attribute__((vector_size(16), aligned(8)));

enum { XQ_PAIRS = 2 + XQ_SETS };

typedef struct {
    union {
        struct {
            uint64_t side[2][2];       /* by colour and half */
            uint64_t kind[XQ_SETS][2]; /* by kind and half, of both colours */
        };
        xiangqi_pair pair[XQ_PAIRS]; /* the same */
    };
    uint64_t key;
    int16_t score;   /* of material and places, red's view */
    uint8_t king[2]; /* squares */
    uint8_t turn;
    uint8_t checked; /* is the side to move in check? */
    uint8_t zero[2]; /* no padding: positions are compared byte by byte */
} xiangqi_position;

_Static_assert(sizeof(xiangqi_position) == 128, "two cache lines, no padding");

/* ---- tables: filled before main() ---------------------------------------------------------- */

/*
 * hits[i][o]: the first, second and third pieces in both directions from place i of a line with
 * occupancy o, ten bits each. reach[i][o]: where a chariot goes (ten bits), where a cannon goes
 * (ten bits), own pieces among them, and how many of those places are empty.
 */
static struct {
    uint32_t hits[XQ_LINE][1024], reach[XQ_LINE][1024];
    xiangqi_set horse[XQ_SQUARES][16];  /* by square and the legs that are blocked */
    uint8_t horse_room[XQ_SQUARES][16]; /* their number */
    uint64_t elephant[XQ_SQUARES][16];  /* by square and the eyes that are blocked */
    xiangqi_set soldier[2][XQ_SQUARES], soldier_from[2][XQ_SQUARES]; /* where to; where from */
    uint64_t advisor[XQ_SQUARES], king[XQ_SQUARES];
    /* By a general's square: where horses and soldiers attack it from, the horses' legs there, and
       all the places where a move that begins or ends may lay it open. */
    uint64_t horse_zone[XQ_SQUARES], soldier_zone[XQ_SQUARES], legs[XQ_SQUARES];
    xiangqi_set touch[XQ_SQUARES];
    uint64_t spread[32]; /* five bits to the first file of a half */
    uint8_t file[XQ_SQUARES], rank[XQ_SQUARES], shift[XQ_SQUARES], turn[XQ_SQUARES];
    uint8_t around[XQ_SQUARES];   /* 0: lower half, 1: upper half, 2: across the river */
    uint8_t place[XQ_SQUARES];    /* 9 * rank + file */
    xiangqi_pair one[XQ_SQUARES]; /* the set of this square alone */
} xiangqi_table;

static inline uint64_t xiangqi_bit(unsigned square)
{
    return UINT64_C(1) << (square & 63);
}

static inline bool xiangqi_has(const xiangqi_set *set, unsigned square)
{
    return set->w[square >> 6] >> (square & 63) & 1;
}

static inline unsigned xiangqi_ctz(uint64_t w)
{
    return (unsigned)__builtin_ctzll(w);
}

/* A file's ten bits from rank 0 up: five in each half, 12 apart, which a product gathers. */
static inline unsigned xiangqi_column(xiangqi_set set, unsigned file)
{
    const uint64_t low = set.w[0] >> file & XQ_FILE, high = set.w[1] >> file & XQ_FILE;
    return (low | high << 5) * UINT64_C(0x0001002004008010) >> 48 & 1023;
}

/* A rank's nine bits, for the tables: the tenth place is a wall. */
static inline unsigned xiangqi_row(uint64_t half, unsigned shift)
{
    return (unsigned)(half >> shift & XQ_RANK);
}

static inline uint64_t xiangqi_rotate(uint64_t w, unsigned right)
{
    return w >> right | w << (-right & 63);
}

/* The neighbours of a square in `around`: below, left, right and above, as a number below 16. */
static inline unsigned xiangqi_legs(uint64_t around, unsigned turn)
{
    const uint64_t near = xiangqi_rotate(around, turn) & UINT64_C(0x01002801);
    return (unsigned)(near * UINT64_C(0x1009008000000000) >> 60);
}

/* The four diagonal neighbours in the same half, likewise. */
static inline unsigned xiangqi_eyes(uint64_t half, unsigned square)
{
    const uint64_t near =
        xiangqi_rotate(half, (square - XQ_STRIDE - 1) & 63) & UINT64_C(0x05000005);
    return (unsigned)(near * UINT64_C(0x4400008800000000) >> 60);
}

/* Ranks 2 to 6 as a half of their own. */
static inline uint64_t xiangqi_middle(xiangqi_set occupied)
{
    return occupied.w[0] >> 2 * XQ_STRIDE | (occupied.w[1] << 3 * XQ_STRIDE & XQ_HALF);
}

static inline xiangqi_set xiangqi_occupied(const xiangqi_position *p)
{
    return (xiangqi_set){{p->side[0][0] | p->side[1][0], p->side[0][1] | p->side[1][1]}};
}

/* A side's general, advisors and elephants; the latter are in a set of their own, too. */
static inline uint64_t xiangqi_home(const xiangqi_position *p, unsigned side)
{
    return p->side[side][side] & ~(p->kind[XQ_ROOK][side] | p->kind[XQ_CANNON][side] |
                                   p->kind[XQ_HORSE][side] | p->kind[XQ_SOLDIER][side]);
}

/* ---- sets ------------------------------------------------------------------------------------ */

/* Both halves stay in registers: writing one by its index would go through memory,
   and the next read would wait for it. */

static inline xiangqi_set xiangqi_and(xiangqi_set a, xiangqi_set b)
{
    return (xiangqi_set){{a.w[0] & b.w[0], a.w[1] & b.w[1]}};
}

static inline xiangqi_set xiangqi_or(xiangqi_set a, xiangqi_set b)
{
    return (xiangqi_set){{a.w[0] | b.w[0], a.w[1] | b.w[1]}};
}

static inline xiangqi_set xiangqi_minus(xiangqi_set a, xiangqi_set b)
{
    return (xiangqi_set){{a.w[0] & ~b.w[0], a.w[1] & ~b.w[1]}};
}

static inline bool xiangqi_any(xiangqi_set set)
{
    return (set.w[0] | set.w[1]) != 0;
}

static inline unsigned xiangqi_first(xiangqi_set set)
{
    return set.w[0] != 0 ? xiangqi_ctz(set.w[0]) : 64 + xiangqi_ctz(set.w[1]);
}

/* The set without its first square. */
static inline xiangqi_set xiangqi_rest(xiangqi_set set)
{
    const uint64_t low = set.w[0], high = set.w[1];
    return (xiangqi_set){{low & (low - 1), low != 0 ? high : high & (high - 1)}};
}

static inline xiangqi_set xiangqi_one(unsigned square)
{
    const uint64_t bit = xiangqi_bit(square);
    return (xiangqi_set){{square < 64 ? bit : 0, square < 64 ? 0 : bit}};
}

static inline xiangqi_set xiangqi_side(const xiangqi_position *p, unsigned side)
{
    return (xiangqi_set){{p->side[side][0], p->side[side][1]}};
}

/* A side's pieces of one of the kinds that have sets. */
static inline xiangqi_set xiangqi_pieces(const xiangqi_position *p, unsigned side, unsigned kind)
{
    return xiangqi_and((xiangqi_set){{p->kind[kind][0], p->kind[kind][1]}}, xiangqi_side(p, side));
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* to | from << 7 | kind << 14, and XQ_TAKES if it takes a piece */
typedef uint32_t xiangqi_move;

enum { XQ_TAKES = 1 << 17 };

static inline unsigned xiangqi_to(xiangqi_move move)
{
    return move & 127;
}

static inline unsigned xiangqi_from(xiangqi_move move)
{
    return move >> 7 & 127;
}

static inline unsigned xiangqi_kind(xiangqi_move move)
{
    return move >> 14 & 7;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void xiangqi_fill_line(unsigned place, unsigned occupied)
{
    uint32_t hits = 0, empty = 0, rook = 0, cannon = 0;
    for (int step = -1; step <= 1; step += 2) {
        unsigned found = 0;
        for (int i = (int)place + step; i >= 0 && i < XQ_LINE && found < 3; i += step) {
            const uint32_t bit = 1u << i;
            if (occupied & bit) {
                hits |= bit << 10 * found;
                rook |= found == 0 ? bit : 0;
                cannon |= found == 1 ? bit : 0;
                found++;
            } else if (found == 0) {
                empty |= bit;
            }
        }
    }
    xiangqi_table.hits[place][occupied] = hits;
    xiangqi_table.reach[place][occupied] =
        (rook | empty) | (cannon | empty) << 10 | (uint32_t)__builtin_popcount(empty) << 20;
}

/* ---- leapers --------------------------------------------------------------------------------- */

/* The square, or -1 off the board. */
static int xiangqi_square(int file, int rank)
{
    if (file < 0 || file >= XQ_FILES || rank < 0 || rank >= XQ_RANKS)
        return -1;
    return rank / 5 * 64 + rank % 5 * XQ_STRIDE + file;
}

static void xiangqi_add(xiangqi_set *set, int file, int rank)
{
    const int square = xiangqi_square(file, rank);
    if (square >= 0)
        set->w[square >> 6] |= xiangqi_bit((unsigned)square);
}

static bool xiangqi_in_palace(int file, int rank)
{
    return file >= 3 && file <= 5 && rank % 7 <= 2;
}

/* `blocked`: the neighbours that are occupied, bit 0 below, 1 left, 2 right, 3 above. */
static void xiangqi_fill_jumps(int file, int rank, unsigned blocked)
{
    static const int x[] = {0, -1, 1, 0}, y[] = {-1, 0, 0, 1};
    static const int near[] = {0, 11, 13, 24}, diagonal[] = {0, 2, 24, 26};
    const unsigned s = (unsigned)xiangqi_square(file, rank), turn = xiangqi_table.turn[s];
    uint64_t legs = 0, eyes = 0;
    xiangqi_set horse = {{0, 0}}, elephant = {{0, 0}};
    for (int i = 0; i < 4; i++) {
        if (blocked >> i & 1) {
            legs |= UINT64_C(1) << near[i];
            eyes |= UINT64_C(1) << diagonal[i];
            continue;
        }
        xiangqi_add(&horse, file + 2 * x[i] + y[i], rank + 2 * y[i] + x[i]);
        xiangqi_add(&horse, file + 2 * x[i] - y[i], rank + 2 * y[i] - x[i]);
        const int to_file = file + (i % 2 ? 2 : -2), to_rank = rank + (i / 2 ? 2 : -2);
        if (to_rank / 5 == rank / 5)
            xiangqi_add(&elephant, to_file, to_rank);
    }
    const unsigned leg = xiangqi_legs(xiangqi_rotate(legs, -turn & 63), turn);
    const unsigned eye = xiangqi_eyes(xiangqi_rotate(eyes, (XQ_STRIDE + 1 - s) & 63), s);
    xiangqi_table.horse[s][leg] = horse;
    xiangqi_table.horse_room[s][leg] =
        (uint8_t)(__builtin_popcountll(horse.w[0]) + __builtin_popcountll(horse.w[1]));
    xiangqi_table.elephant[s][eye] = elephant.w[s >> 6];
}

static void xiangqi_fill_steps(int file, int rank)
{
    const unsigned s = (unsigned)xiangqi_square(file, rank);
    for (int side = XQ_RED; side <= XQ_BLACK; side++) {
        const int ahead = side == XQ_RED ? 1 : -1;
        xiangqi_set beside = {{0, 0}};
        if (rank / 5 != side) {
            xiangqi_add(&beside, file - 1, rank);
            xiangqi_add(&beside, file + 1, rank);
        }
        xiangqi_table.soldier[side][s] = xiangqi_table.soldier_from[side][s] = beside;
        xiangqi_add(&xiangqi_table.soldier[side][s], file, rank + ahead);
        xiangqi_add(&xiangqi_table.soldier_from[side][s], file, rank - ahead);
    }
    for (int x = -1; x <= 1; x++) {
        for (int y = -1; y <= 1; y++) {
            if (!xiangqi_in_palace(file, rank) || !xiangqi_in_palace(file + x, rank + y))
                continue;
            const uint64_t bit = xiangqi_bit((unsigned)xiangqi_square(file + x, rank + y));
            if (x * x + y * y == 1)
                xiangqi_table.king[s] |= bit;
            else if (x * y != 0)
                xiangqi_table.advisor[s] |= bit;
        }
    }
}

/* What concerns a general on this square. */
static void xiangqi_fill_general(int file, int rank)
{
    const unsigned s = (unsigned)xiangqi_square(file, rank);
    xiangqi_set legs = {{0, 0}}, horses = {{0, 0}}, soldiers = {{0, 0}}, lines = {{0, 0}};
    for (int x = -1; x <= 1; x += 2) {
        for (int y = -1; y <= 1; y += 2) {
            xiangqi_add(&legs, file + x, rank + y);
            xiangqi_add(&horses, file + 2 * x, rank + y);
            xiangqi_add(&horses, file + x, rank + 2 * y);
        }
        xiangqi_add(&soldiers, file + x, rank);
    }
    xiangqi_add(&soldiers, file, rank + (rank < 5 ? 1 : -1));
    for (int i = 0; i < XQ_LINE; i++) {
        xiangqi_add(&lines, i, rank);
        xiangqi_add(&lines, file, i);
    }
    xiangqi_table.legs[s] = legs.w[s >> 6];
    xiangqi_table.horse_zone[s] = horses.w[s >> 6];
    xiangqi_table.soldier_zone[s] = soldiers.w[s >> 6];
    for (int half = 0; half < 2; half++)
        xiangqi_table.touch[s].w[half] = lines.w[half] | legs.w[half] | horses.w[half];
}

static void xiangqi_fill_board(void)
{
    for (unsigned place = 0; place < XQ_LINE; place++)
        for (unsigned occupied = 0; occupied < 1024; occupied++)
            xiangqi_fill_line(place, occupied);
    for (unsigned five = 0; five < 32; five++)
        for (int i = 0; i < 5; i++)
            xiangqi_table.spread[five] |= (uint64_t)(five >> i & 1) << XQ_STRIDE * i;
    for (int rank = 0; rank < XQ_RANKS; rank++) {
        for (int file = 0; file < XQ_FILES; file++) {
            const unsigned s = (unsigned)xiangqi_square(file, rank);
            const bool across = rank == 4 || rank == 5;
            const unsigned bit =
                across ? (unsigned)(rank - 2) * XQ_STRIDE + (unsigned)file : s & 63;
            xiangqi_table.file[s] = (uint8_t)file;
            xiangqi_table.rank[s] = (uint8_t)rank;
            xiangqi_table.shift[s] = (uint8_t)(rank % 5 * XQ_STRIDE);
            xiangqi_table.turn[s] = (uint8_t)((bit - XQ_STRIDE) & 63);
            xiangqi_table.around[s] = across ? 2 : (uint8_t)(rank / 5);
            xiangqi_table.place[s] = (uint8_t)(rank * XQ_FILES + file);
            xiangqi_table.one[s][s >> 6] = xiangqi_bit(s);
            for (unsigned blocked = 0; blocked < 16; blocked++)
                xiangqi_fill_jumps(file, rank, blocked);
            xiangqi_fill_steps(file, rank);
            if (xiangqi_in_palace(file, rank))
                xiangqi_fill_general(file, rank);
        }
    }
}

/* ---- is a general attacked? ------------------------------------------------------------------ */

/* The leg of a horse that attacks a general: the general's diagonal neighbour on its side. */
static inline unsigned xiangqi_leg(unsigned king, unsigned horse)
{
    const int file = xiangqi_table.file[horse] > xiangqi_table.file[king] ? 1 : -1;
    const int rank = horse > king ? XQ_STRIDE : -XQ_STRIDE;
    return (unsigned)((int)king + file + rank);
}

/* What may attack a general. */
typedef struct {
    xiangqi_set kind[XQ_HOME]; /* chariots, cannons, horses and soldiers */
    unsigned king;
} xiangqi_foes;

static inline xiangqi_foes xiangqi_foes_of(const xiangqi_position *p, unsigned side)
{
    xiangqi_foes foes = {.king = p->king[side]};
    for (unsigned kind = 0; kind < XQ_HOME; kind++)
        foes.kind[kind] = xiangqi_pieces(p, side, kind);
    return foes;
}

/*
 * Whether a general of `us` on `king` would be attacked, with these squares occupied, also by the
 * facing general. Only attacks along a file come from beyond the general's half.
 */
static inline bool xiangqi_attacked(const xiangqi_foes *foes, unsigned us, unsigned king,
                                    xiangqi_set occupied)
{
    const unsigned file = xiangqi_table.file[king], shift = xiangqi_table.shift[king];
    const uint64_t row_rooks = xiangqi_row(foes->kind[XQ_ROOK].w[us], shift);
    const uint64_t row_cannons = xiangqi_row(foes->kind[XQ_CANNON].w[us], shift);
    if (row_rooks | row_cannons) {
        const uint32_t hits =
            xiangqi_table.hits[file][xiangqi_row(occupied.w[us], shift) | (XQ_RANK + 1)];
        if ((hits & row_rooks) | (hits >> 10 & row_cannons))
            return true;
    }

    const xiangqi_set rooks = xiangqi_or(foes->kind[XQ_ROOK], xiangqi_one(foes->king));
    const unsigned column_rooks = xiangqi_column(rooks, file);
    const unsigned column_cannons = xiangqi_column(foes->kind[XQ_CANNON], file);
    if (column_rooks | column_cannons) {
        const uint32_t hits =
            xiangqi_table.hits[xiangqi_table.rank[king]][xiangqi_column(occupied, file)];
        if ((hits & column_rooks) | (hits >> 10 & column_cannons))
            return true;
    }

    if (foes->kind[XQ_SOLDIER].w[us] & xiangqi_table.soldier_zone[king])
        return true;
    uint64_t horses = foes->kind[XQ_HORSE].w[us] & xiangqi_table.horse_zone[king];
    for (; horses != 0; horses &= horses - 1) {
        const unsigned leg = xiangqi_leg(king, us << 6 | xiangqi_ctz(horses));
        if (!(occupied.w[us] >> (leg & 63) & 1))
            return true;
    }
    return false;
}

#endif
