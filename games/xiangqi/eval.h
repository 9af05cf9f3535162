/*
 * eval.h -- the values of pieces and places, and the keys that distinguish positions.
 *
 * One point is a hundredth of a soldier that has just crossed the river. The position holds the sum
 * of the pieces' values on their squares; mobility and the danger to the generals are computed when
 * a position is evaluated.
 */
#ifndef XIANGQI_EVAL_H
#define XIANGQI_EVAL_H

#include "board.h"

enum {
    XQ_PER_REACH = 3,  /* for each empty square a chariot reaches */
    XQ_PER_JUMP = 6,   /* for each square a horse's free legs lead to */
    XQ_PER_DANGER = 4, /* for each piece over the river and each guard its enemy lacks */
    XQ_TURN = 8,       /* for having the move: values swing less between even and odd depths */
    XQ_GUARDS = 4,     /* two advisors and two elephants */
    XQ_LOST = 20000,   /* no legal move; and more for each ply that remains */
    XQ_MOST = 19000,   /* no estimate is beyond it */
};

/* Seen from red, rank 9 first, files a to e; the other files are their mirror image. */
static const int16_t xiangqi_places[4][XQ_RANKS][5] = {
    [XQ_ROOK] = {{904, 908, 906, 912, 914},
                 {906, 912, 910, 920, 928},
                 {904, 908, 908, 916, 918},
                 {906, 914, 914, 918, 920},
                 {908, 912, 912, 916, 918},
                 {908, 912, 912, 916, 918},
                 {904, 908, 906, 914, 914},
                 {898, 906, 904, 912, 912},
                 {894, 904, 900, 912, 900},
                 {886, 902, 898, 910, 896}},
    [XQ_CANNON] = {{454, 452, 448, 442, 440},
                   {452, 450, 448, 442, 440},
                   {450, 450, 448, 444, 444},
                   {448, 452, 452, 452, 458},
                   {448, 450, 450, 450, 460},
                   {446, 448, 452, 450, 460},
                   {446, 448, 450, 450, 458},
                   {448, 450, 456, 454, 462},
                   {448, 450, 452, 454, 454},
                   {446, 446, 448, 452, 452}},
    [XQ_HORSE] = {{386, 390, 394, 394, 388},
                  {388, 398, 416, 402, 390},
                  {394, 402, 406, 416, 406},
                  {396, 418, 410, 420, 410},
                  {396, 410, 414, 418, 420},
                  {394, 406, 412, 416, 418},
                  {392, 402, 406, 410, 408},
                  {390, 398, 406, 404, 402},
                  {386, 392, 396, 396, 372},
                  {380, 384, 390, 388, 384}},
    [XQ_SOLDIER] = {{40, 40, 40, 50, 60},
                    {90, 112, 140, 168, 180},
                    {94, 114, 140, 164, 170},
                    {90, 108, 124, 138, 140},
                    {84, 96, 104, 110, 116},
                    {44, 0, 50, 0, 60},
                    {40, 0, 46, 0, 52},
                    {0, 0, 0, 0, 0},
                    {0, 0, 0, 0, 0},
                    {0, 0, 0, 0, 0}},
};

static struct {
    int16_t worth[2][XQ_KINDS][XQ_SQUARES]; /* red's count for red, black's against it */
    uint64_t key[2][XQ_KINDS][XQ_SQUARES], turn;
} xiangqi_worth;

/* The worth of a piece that stays at home; `own` is its rank as its side sees it, 0 to 4. */
static int xiangqi_home_worth(unsigned kind, int file, int own)
{
    const int off_centre = file < 4 ? 4 - file : file - 4;
    switch (kind) {
    case XQ_ELEPHANT:
        return off_centre == 0 ? 212 : off_centre == 4 ? 192 : 200;
    case XQ_ADVISOR:
        return off_centre == 0 ? 205 : own == 0 ? 200 : 194;
    default:
        return -24 * own - 8 * off_centre;
    }
}

static void xiangqi_fill_worth(void)
{
    uint64_t seed = 0;
    for (unsigned i = 0; i < XQ_FILES * XQ_RANKS; i++) {
        const int file = (int)i % XQ_FILES, rank = (int)i / XQ_FILES;
        const unsigned s = (unsigned)(rank / 5 * 64 + rank % 5 * XQ_STRIDE + file);
        for (unsigned side = 0; side < 2; side++) {
            const int own = side == XQ_RED ? rank : XQ_RANKS - 1 - rank;
            for (unsigned kind = 0; kind < XQ_KINDS; kind++) {
                const int worth =
                    kind < XQ_HOME
                        ? xiangqi_places[kind][XQ_RANKS - 1 - own][file < 5 ? file : 8 - file]
                        : xiangqi_home_worth(kind, file, own);
                xiangqi_worth.worth[side][kind][s] = (int16_t)(side == XQ_RED ? worth : -worth);
                xiangqi_worth.key[side][kind][s] = abs_mix64(++seed * UINT64_C(0x9E3779B97F4A7C15));
            }
        }
    }
    xiangqi_worth.turn = abs_mix64(++seed * UINT64_C(0x9E3779B97F4A7C15));
}

/* A number for red, if it is of red's piece, or against it; without branches on whose it is. */
static inline int xiangqi_for_red(uint64_t blacks, unsigned bit, unsigned count)
{
    return (1 - 2 * (int)(blacks >> bit & 1)) * (int)count;
}

/* How far chariots can go, red's less black's. */
static inline int xiangqi_reach(const xiangqi_position *p, xiangqi_set occupied)
{
    int reach = 0;
    for (unsigned half = 0; half < 2; half++) {
        for (uint64_t w = p->kind[XQ_ROOK][half]; w != 0; w &= w - 1) {
            const unsigned bit = xiangqi_ctz(w), s = half << 6 | bit;
            const unsigned file = xiangqi_table.file[s], rank = xiangqi_table.rank[s];
            const unsigned row = xiangqi_row(occupied.w[half], xiangqi_table.shift[s]);
            const unsigned squares =
                (xiangqi_table.reach[file][row | (XQ_RANK + 1)] >> 20) +
                (xiangqi_table.reach[rank][xiangqi_column(occupied, file)] >> 20);
            reach += xiangqi_for_red(p->side[XQ_BLACK][half], bit, squares);
        }
    }
    return reach;
}

/* How many squares horses can go to, likewise. */
static inline int xiangqi_jumps(const xiangqi_position *p, xiangqi_set occupied)
{
    const uint64_t around[3] = {occupied.w[0], occupied.w[1], xiangqi_middle(occupied)};
    int jumps = 0;
    for (unsigned half = 0; half < 2; half++) {
        for (uint64_t w = p->kind[XQ_HORSE][half]; w != 0; w &= w - 1) {
            const unsigned bit = xiangqi_ctz(w), s = half << 6 | bit;
            const unsigned legs =
                xiangqi_legs(around[xiangqi_table.around[s]], xiangqi_table.turn[s]);
            jumps +=
                xiangqi_for_red(p->side[XQ_BLACK][half], bit, xiangqi_table.horse_room[s][legs]);
        }
    }
    return jumps;
}

/* Pieces of `side` over the river, times the guards the other side lacks. */
static inline int xiangqi_danger(const xiangqi_position *p, unsigned side)
{
    const int over = __builtin_popcountll(p->side[side][!side]);
    const int guards = __builtin_popcountll(xiangqi_home(p, !side)) - 1;
    return XQ_PER_DANGER * over * (XQ_GUARDS - guards);
}

/*
 * The most that xiangqi_judge() can give, from the numbers of pieces by side and kind, now and
 * after captures: the best places and reach of one side's pieces, both sides' danger, and a general
 * out of place.
 */
static inline int xiangqi_most(unsigned count[2][XQ_KINDS])
{
    static const int best[XQ_KINDS] = {
        928 + 17 * XQ_PER_REACH, 462, 420 + 8 * XQ_PER_JUMP, 180, 212, 205, 0};
    int worth[2] = {0, 0}, rest = 2 * 24 + 8 + XQ_TURN;
    for (unsigned side = 0; side < 2; side++) {
        const int guards = (int)(count[!side][XQ_ELEPHANT] + count[!side][XQ_ADVISOR]);
        const int lacks = guards > 2 * XQ_GUARDS ? guards - XQ_GUARDS : XQ_GUARDS;
        for (unsigned kind = 0; kind < XQ_KINDS; kind++) {
            worth[side] += best[kind] * (int)count[side][kind];
            rest += kind < XQ_HOME ? XQ_PER_DANGER * lacks * (int)count[side][kind] : 0;
        }
    }
    return rest + (worth[0] > worth[1] ? worth[0] : worth[1]);
}

/* Material alone, for the side to move: guards, elephants and advisors, are worth the same. */
static inline int xiangqi_material(const xiangqi_position *p)
{
    static const int worth[XQ_HOME] = {
        [XQ_ROOK] = 900, [XQ_CANNON] = 450, [XQ_HORSE] = 400, [XQ_SOLDIER] = 100};
    int red = 200 * (__builtin_popcountll(xiangqi_home(p, XQ_RED)) -
                     __builtin_popcountll(xiangqi_home(p, XQ_BLACK)));
    for (unsigned kind = 0; kind < XQ_HOME; kind++)
        for (unsigned half = 0; half < 2; half++) {
            const uint64_t all = p->kind[kind][half], reds = all & p->side[XQ_RED][half];
            red += worth[kind] * (__builtin_popcountll(reds) - __builtin_popcountll(all & ~reds));
        }
    return p->turn == XQ_RED ? red : -red;
}

/* The value of a position that is not over, for the side to move. */
static inline int xiangqi_judge(const xiangqi_position *p)
{
    const xiangqi_set occupied = xiangqi_occupied(p);
    const int red = p->score + xiangqi_danger(p, XQ_RED) - xiangqi_danger(p, XQ_BLACK) +
                    XQ_PER_REACH * xiangqi_reach(p, occupied) +
                    XQ_PER_JUMP * xiangqi_jumps(p, occupied);
    return (p->turn == XQ_RED ? red : -red) + XQ_TURN;
}

#endif
