/*
 * board.h -- the board of checkers as bits, and who can step or jump where.
 *
 * Square S (1..32, square 1 in the upper row of a diagram, black above) is bit S - 1 + (S - 1) / 8:
 * the bits 8, 17 and 26 stand for no square, and for it every step down a / diagonal is a shift by
 * 4 and every step down a \ diagonal a shift by 5, from all squares, never round an edge.
 *
 * A step is named by the upper of its two squares, a jump by the upper of its three. Upper squares
 * are below bit 32, so one word holds both diagonals: / in its low half, \ in its high half.
 */
#ifndef CHECKERS_BOARD_H
#define CHECKERS_BOARD_H

#include <stdbool.h>
#include <stdint.h>

enum { CK_SQUARES = 32, CK_BITS = 35, CK_SIDE = 12, CK_MOST_JUMPS = 9 };

#define CK_BOARD UINT64_C(0x7FBFDFEFF)
#define CK_TOP_ROW UINT64_C(0x00000000F)    /* squares 1..4: white's men are crowned there */
#define CK_BOTTOM_ROW UINT64_C(0x780000000) /* squares 29..32: black's */
#define CK_CROWNING (CK_TOP_ROW | CK_BOTTOM_ROW)

/* A position from the point of view of the side to move, so that one generator serves both sides.
   `kings` has the kings of both. */
typedef struct {
    uint64_t own, opponent, kings;
    uint64_t white; /* all ones: white is to move; 0: black is */
} checkers_position;

typedef struct {
    uint64_t forward, backward; /* steps or jumps, by their upper squares */
} checkers_ways;

static inline unsigned checkers_bits(uint64_t set)
{
#if defined __POPCNT__ || !defined __x86_64__
    return (unsigned)__builtin_popcountll(set);
#else /* without the instruction the builtin would call a library */
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (unsigned)(set * UINT64_C(0x0101010101010101) >> 56);
#endif
}

static inline unsigned checkers_index(uint64_t square)
{
    return (unsigned)__builtin_ctzll(square);
}

static inline uint64_t checkers_empty(const checkers_position *p)
{
    return CK_BOARD & ~(p->own | p->opponent);
}

/* The pieces of the side to move that may go down the board, and up: black's men, white's men, all
   kings. */
static inline uint64_t checkers_downers(const checkers_position *p)
{
    return p->own & (p->kings | ~p->white);
}

static inline uint64_t checkers_uppers(const checkers_position *p)
{
    return p->own & (p->kings | p->white);
}

static inline checkers_ways checkers_ordered(uint64_t down, uint64_t up, uint64_t white)
{
    return white ? (checkers_ways){up, down} : (checkers_ways){down, up};
}

static inline uint64_t checkers_steps_down(uint64_t movers, uint64_t empty)
{
    return (movers & empty >> 4) | (movers & empty >> 5) << 32;
}

static inline uint64_t checkers_steps_up(uint64_t movers, uint64_t empty)
{
    return (movers >> 4 & empty) | (movers >> 5 & empty) << 32;
}

static inline checkers_ways checkers_steps(const checkers_position *p)
{
    const uint64_t empty = checkers_empty(p);
    return checkers_ordered(checkers_steps_down(checkers_downers(p), empty),
                            checkers_steps_up(checkers_uppers(p), empty), p->white);
}

/* The pieces that the side to move can jump over; usually none. */
static inline uint64_t checkers_targets(const checkers_position *p)
{
    const uint64_t empty = checkers_empty(p);
    const uint64_t down = checkers_downers(p), up = checkers_uppers(p);
    return p->opponent & ((down << 4 & empty >> 4) | (down << 5 & empty >> 5) |
                          (up >> 4 & empty << 4) | (up >> 5 & empty << 5));
}

static inline bool checkers_can_step(const checkers_position *p)
{
    const uint64_t empty = checkers_empty(p);
    return ((checkers_downers(p) & (empty >> 4 | empty >> 5)) |
            (checkers_uppers(p) & (empty << 4 | empty << 5))) != 0;
}

static inline checkers_ways checkers_jumps(const checkers_position *p)
{
    const uint64_t empty = checkers_empty(p);
    const uint64_t over4 = p->opponent >> 4, over5 = p->opponent >> 5;
    const uint64_t down = checkers_downers(p), up = checkers_uppers(p);
    return checkers_ordered((down & over4 & empty >> 8) | (down & over5 & empty >> 10) << 32,
                            (up >> 8 & over4 & empty) | (up >> 10 & over5 & empty) << 32, p->white);
}

/* ---- jumps that go on ---------------------------------------------------------------------- */

/* The board from the point of view of one piece while it jumps. */
typedef struct {
    uint64_t empty;    /* includes its origin, which it has left */
    uint64_t down, up; /* all ones if it may go that way, else 0 */
} checkers_jumper;

static inline checkers_jumper checkers_jumper_of(const checkers_position *p, uint64_t origin)
{
    const uint64_t king = (p->kings & origin) != 0 ? UINT64_MAX : 0;
    return (checkers_jumper){checkers_empty(p) | origin, king | ~p->white, king | p->white};
}

/* The squares where a jump from one square may end; none for a man that has been crowned. */
static inline uint64_t checkers_landings(const checkers_jumper *j, uint64_t at, uint64_t opponent)
{
    const uint64_t below = (at << 4 & opponent) << 4 | (at << 5 & opponent) << 5;
    const uint64_t above = (at >> 4 & opponent) >> 4 | (at >> 5 & opponent) >> 5;
    return ((below & j->down) | (above & j->up)) & j->empty;
}

/* The square between the two. */
static inline uint64_t checkers_between(uint64_t from, uint64_t to)
{
    return UINT64_C(1) << ((checkers_index(from) + checkers_index(to)) / 2);
}

/* In how many ways a piece that has jumped to a square may continue; 1 if it must stop. */
static inline unsigned checkers_lines(const checkers_jumper *j, uint64_t at, uint64_t opponent);

static __attribute__((noinline)) unsigned checkers_lines_on(const checkers_jumper *j, uint64_t at,
                                                            uint64_t opponent, uint64_t landings)
{
    unsigned count = 0;
    for (; landings != 0; landings &= landings - 1) {
        const uint64_t to = landings & -landings;
        count += checkers_lines(j, to, opponent ^ checkers_between(at, to));
    }
    return count;
}

static inline unsigned checkers_lines(const checkers_jumper *j, uint64_t at, uint64_t opponent)
{
    const uint64_t landings = checkers_landings(j, at, opponent);
    return landings == 0 ? 1 : checkers_lines_on(j, at, opponent, landings);
}

/* The kings' capturing moves that begin with these jumps down or up. */
static inline unsigned checkers_count_kings(const checkers_position *p, uint64_t jumps, bool down)
{
    unsigned count = 0;
    for (; jumps != 0; jumps &= jumps - 1) {
        const unsigned bit = checkers_index(jumps), shift = 4 + (bit >> 5);
        const uint64_t upper = UINT64_C(1) << (bit & 31), lower = upper << 2 * shift;
        const checkers_jumper j = checkers_jumper_of(p, down ? upper : lower);
        count += checkers_lines(&j, down ? lower : upper, p->opponent ^ upper << shift);
    }
    return count;
}

/* ---- men's jumps, all together ------------------------------------------------------------- */

/*
 * Men never turn: the squares that they have jumped over and left lie behind them. So a set of men
 * can continue together, and `white` can be a constant where these functions are inlined.
 */
static inline uint64_t checkers_ahead(uint64_t set, int shift, bool white)
{
    return white ? set >> shift : set << shift;
}

/* The squares where men on these squares land if they jump along the diagonal of this shift. */
static inline uint64_t checkers_land(const checkers_position *p, uint64_t men, uint64_t empty,
                                     int shift, bool white)
{
    return checkers_ahead(checkers_ahead(men, shift, white) & p->opponent, shift, white) & empty;
}

/* Counts the captures of men that have landed on these squares; 1 for each that must stop. */
static __attribute__((noinline)) unsigned checkers_men_on(const checkers_position *p, uint64_t men,
                                                          uint64_t empty, bool white)
{
    const uint64_t land4 = checkers_land(p, men, empty, 4, white);
    const uint64_t land5 = checkers_land(p, men, empty, 5, white);
    const uint64_t gone = checkers_ahead(land4, 8, !white) | checkers_ahead(land5, 10, !white);
    unsigned count = checkers_bits(men & ~gone);
    if (land4 != 0)
        count += checkers_men_on(p, land4, empty, white);
    if (land5 != 0)
        count += checkers_men_on(p, land5, empty, white);
    return count;
}

static inline unsigned checkers_count_men(const checkers_position *p, uint64_t men, uint64_t empty,
                                          bool white)
{
    const uint64_t land4 = checkers_land(p, men, empty, 4, white);
    const uint64_t land5 = checkers_land(p, men, empty, 5, white);
    const uint64_t land = land4 | land5;
    if ((checkers_land(p, land, empty, 4, white) | checkers_land(p, land, empty, 5, white)) == 0)
        return checkers_bits(land4) + checkers_bits(land5);
    return (land4 != 0 ? checkers_men_on(p, land4, empty, white) : 0) +
           (land5 != 0 ? checkers_men_on(p, land5, empty, white) : 0);
}

/* ---- counting all moves -------------------------------------------------------------------- */

static __attribute__((noinline)) unsigned checkers_count_all_kings(const checkers_position *p)
{
    const uint64_t kings = p->own & p->kings;
    const checkers_ways jumps = checkers_jumps(p);
    const uint64_t above = (kings & UINT32_MAX) | kings << 32;
    const uint64_t below = (kings >> 8 & UINT32_MAX) | kings >> 10 << 32;
    return checkers_count_kings(p, (p->white ? jumps.backward : jumps.forward) & above, true) +
           checkers_count_kings(p, (p->white ? jumps.forward : jumps.backward) & below, false);
}

static inline unsigned checkers_count_side(const checkers_position *p, bool white)
{
    const uint64_t empty = checkers_empty(p), kings = p->own & p->kings;
    if (checkers_targets(p) != 0)
        return checkers_count_men(p, p->own ^ kings, empty, white) +
               (kings != 0 ? checkers_count_all_kings(p) : 0);
    const uint64_t down = white ? kings : p->own, up = white ? p->own : kings;
    return checkers_bits(checkers_steps_down(down, empty)) +
           checkers_bits(checkers_steps_up(up, empty));
}

static inline unsigned checkers_count(const checkers_position *p)
{
    return p->white ? checkers_count_side(p, true) : checkers_count_side(p, false);
}

#endif
