/*
 * moves.h -- the legal moves, and their number.
 *
 * Out of check a move is legal unless it opens a line, frees a horse's leg or becomes a cannon's
 * screen. The pieces restricted so are found once a node, with the squares left to them
 * (xiangqi_limit); all other moves need no test. In check, each of the few moves that could help is
 * tried.
 */
#ifndef XIANGQI_MOVES_H
#define XIANGQI_MOVES_H

#include "board.h"

enum { XQ_LIMITS = 12 }; /* two pieces on each of four lines, one on each of four legs */

/* A piece that is not free to go, and the squares it may go to all the same. */
typedef struct {
    unsigned square;
    xiangqi_set to;
} xiangqi_limit;

typedef struct {
    const xiangqi_position *p;
    uint64_t now, later; /* targets of a piece not yet given: in one half, and in the upper one */
    uint64_t taken;      /* the enemies in the half of `now` */
    xiangqi_move base;   /* the piece's move to the half's first square */
    unsigned kind;
    xiangqi_set left; /* pieces of `kind` not yet taken */

    uint64_t around[3]; /* occupied: either half, and across the river */
    xiangqi_set aim;    /* squares any piece may go to: not its own, or enemies only */
    xiangqi_set ok;     /* of these, the ones that leave no check */
    xiangqi_set held;   /* pieces with a limit */
    unsigned limit_count;
    xiangqi_limit limits[XQ_LIMITS];
} xiangqi_cursor;

/* ---- what is held, or helps in check ------------------------------------------------------- */

/* A general's file or rank: ten places with what stands on them, the general at `place`. */
typedef struct {
    bool is_file;
    unsigned place, occupied, rooks, cannons, own; /* rooks: what attacks at once; both enemies */
    unsigned file, shift, half;
    uint32_t hits;
} xiangqi_line;

static inline xiangqi_set xiangqi_on_line(const xiangqi_line *line, unsigned places)
{
    if (line->is_file)
        return (xiangqi_set){{xiangqi_table.spread[places & 31] << line->file,
                              xiangqi_table.spread[places >> 5 & 31] << line->file}};
    xiangqi_set set = {{0, 0}};
    set.w[line->half] = (places & XQ_RANK) << line->shift;
    return set;
}

static inline xiangqi_line xiangqi_file_of(const xiangqi_position *p, xiangqi_set occupied)
{
    const unsigned us = p->turn, king = p->king[us], file = xiangqi_table.file[king];
    const xiangqi_set cannons = xiangqi_pieces(p, !us, XQ_CANNON);
    xiangqi_set rooks = xiangqi_pieces(p, !us, XQ_ROOK);
    rooks = xiangqi_or(rooks, xiangqi_one(p->king[!us]));
    xiangqi_line line = {.is_file = true, .place = xiangqi_table.rank[king], .file = file};
    line.occupied = xiangqi_column(occupied, file);
    line.rooks = xiangqi_column(rooks, file);
    line.cannons = xiangqi_column(cannons, file);
    line.hits = xiangqi_table.hits[line.place][line.occupied];
    return line;
}

static inline xiangqi_line xiangqi_rank_of(const xiangqi_position *p, xiangqi_set occupied)
{
    const unsigned us = p->turn, king = p->king[us], shift = xiangqi_table.shift[king];
    const uint64_t foes = p->side[!us][us];
    xiangqi_line line = {.place = xiangqi_table.file[king], .shift = shift, .half = us};
    line.rooks = xiangqi_row(p->kind[XQ_ROOK][us] & foes, shift);
    line.cannons = xiangqi_row(p->kind[XQ_CANNON][us] & foes, shift);
    line.occupied = xiangqi_row(occupied.w[us], shift) | (XQ_RANK + 1);
    line.hits = xiangqi_table.hits[line.place][line.occupied];
    return line;
}

/* The places on one side of the general, and those of them before `piece`. */
static inline unsigned xiangqi_beyond(unsigned place, bool up)
{
    return up ? 1023u & ~((2u << place) - 1) : (1u << place) - 1;
}

static inline unsigned xiangqi_between(unsigned place, bool up, unsigned piece)
{
    return xiangqi_beyond(place, up) & (up ? piece - 1 : ~(2 * piece - 1));
}

/* The piece may only go to these squares; a second limit narrows the first. */
static void xiangqi_hold(xiangqi_cursor *c, xiangqi_set piece, xiangqi_set to)
{
    const unsigned square = xiangqi_first(piece);
    for (unsigned i = 0; i < c->limit_count; i++) {
        if (c->limits[i].square == square) {
            c->limits[i].to = xiangqi_and(c->limits[i].to, to);
            return;
        }
    }
    c->limits[c->limit_count++] = (xiangqi_limit){square, to};
    c->held.w[square >> 6] |= xiangqi_bit(square);
}

/*
 * Out of check, in one direction: a piece may not leave the line if it alone stands between the
 * general and a chariot, or is one of two before a cannon; and no piece may step between the
 * general and a cannon that has none before it.
 */
static void xiangqi_limit_line(xiangqi_cursor *c, const xiangqi_line *line, bool up)
{
    const unsigned beyond = xiangqi_beyond(line->place, up);
    const unsigned first = line->hits & beyond, second = line->hits >> 10 & beyond;
    const unsigned third = line->hits >> 20 & beyond;
    if (first & line->cannons) {
        const unsigned before = xiangqi_between(line->place, up, first);
        c->ok = xiangqi_minus(c->ok, xiangqi_on_line(line, before));
    }
    if (second & line->rooks) {
        const unsigned stay = xiangqi_between(line->place, up, second) | second;
        if (first & line->own)
            xiangqi_hold(c, xiangqi_on_line(line, first), xiangqi_on_line(line, stay));
    }
    if (third & line->cannons) {
        const unsigned before = xiangqi_between(line->place, up, third) & ~line->occupied;
        const xiangqi_set stay = xiangqi_on_line(line, before | third);
        if (first & line->own)
            xiangqi_hold(c, xiangqi_on_line(line, first), stay);
        if (second & line->own)
            xiangqi_hold(c, xiangqi_on_line(line, second), stay);
    }
}

static inline unsigned xiangqi_own_on(const xiangqi_position *p, const xiangqi_line *line)
{
    return line->is_file ? xiangqi_column(xiangqi_side(p, p->turn), line->file)
                         : xiangqi_row(p->side[p->turn][line->half], line->shift);
}

static __attribute__((noinline)) void xiangqi_limit_lines(xiangqi_cursor *c, xiangqi_line line)
{
    line.own = xiangqi_own_on(c->p, &line);
    xiangqi_limit_line(c, &line, false);
    xiangqi_limit_line(c, &line, true);
}

/* Own pieces that block an enemy horse beside it: they may take it, or stay. */
static __attribute__((noinline)) void xiangqi_limit_legs(xiangqi_cursor *c, uint64_t horses)
{
    const unsigned us = c->p->turn, king = c->p->king[us];
    for (; horses != 0; horses &= horses - 1) {
        const unsigned horse = us << 6 | xiangqi_ctz(horses), leg = xiangqi_leg(king, horse);
        if (c->p->side[us][us] & xiangqi_bit(leg))
            xiangqi_hold(c, xiangqi_one(leg), xiangqi_one(horse));
    }
}

static inline void xiangqi_find_limits(xiangqi_cursor *c, xiangqi_set occupied)
{
    const xiangqi_position *p = c->p;
    const unsigned us = p->turn;
    const uint64_t horses =
        p->kind[XQ_HORSE][us] & p->side[!us][us] & xiangqi_table.horse_zone[p->king[us]];
    const xiangqi_line file = xiangqi_file_of(p, occupied), rank = xiangqi_rank_of(p, occupied);
    if (((file.hits | file.hits >> 20) & file.cannons) | (file.hits >> 10 & file.rooks))
        xiangqi_limit_lines(c, file);
    if (((rank.hits | rank.hits >> 20) & rank.cannons) | (rank.hits >> 10 & rank.rooks))
        xiangqi_limit_lines(c, rank);
    if (horses != 0)
        xiangqi_limit_legs(c, horses);
}

/* In check: if a piece checks from this direction, narrows `ok` to where it can be met. */
static void xiangqi_answer_line(xiangqi_cursor *c, const xiangqi_line *line, bool up,
                                xiangqi_set *screens)
{
    const unsigned beyond = xiangqi_beyond(line->place, up);
    const unsigned first = line->hits & beyond, second = line->hits >> 10 & beyond;
    if (first & line->rooks) {
        const unsigned meet = xiangqi_between(line->place, up, first) | first;
        c->ok = xiangqi_and(c->ok, xiangqi_on_line(line, meet));
    }
    if (second & line->cannons) {
        const unsigned meet = (xiangqi_between(line->place, up, second) & ~first) | second;
        const xiangqi_set screen = xiangqi_on_line(line, first);
        c->ok = xiangqi_and(c->ok, xiangqi_on_line(line, meet));
        screens->w[0] |= screen.w[0];
        screens->w[1] |= screen.w[1];
    }
}

/* In check: `ok` becomes the squares that could help, `held` the screens, which may go anywhere. */
static __attribute__((noinline)) void xiangqi_find_answers(xiangqi_cursor *c, xiangqi_set occupied)
{
    const xiangqi_position *p = c->p;
    const unsigned us = p->turn, king = p->king[us];
    const uint64_t foes = p->side[!us][us];
    xiangqi_set screens = {{0, 0}};
    const xiangqi_line lines[2] = {xiangqi_file_of(p, occupied), xiangqi_rank_of(p, occupied)};
    for (unsigned i = 0; i < 4; i++)
        xiangqi_answer_line(c, &lines[i / 2], i % 2, &screens);

    uint64_t soldiers = p->kind[XQ_SOLDIER][us] & foes & xiangqi_table.soldier_zone[king];
    for (; soldiers != 0; soldiers &= soldiers - 1)
        c->ok = xiangqi_and(c->ok, xiangqi_one(us << 6 | xiangqi_ctz(soldiers)));
    uint64_t horses = p->kind[XQ_HORSE][us] & foes & xiangqi_table.horse_zone[king];
    for (; horses != 0; horses &= horses - 1) {
        const unsigned horse = us << 6 | xiangqi_ctz(horses), leg = xiangqi_leg(king, horse);
        xiangqi_set meet = xiangqi_one(horse);
        meet.w[us] |= xiangqi_bit(leg);
        if (!xiangqi_has(&occupied, leg))
            c->ok = xiangqi_and(c->ok, meet);
    }
    c->held = xiangqi_and(screens, xiangqi_side(p, us));
}

/* ---- targets --------------------------------------------------------------------------------- */

/* Along both lines: where a chariot goes, or with `jump` 10 a cannon; own pieces among them. */
static inline xiangqi_set xiangqi_slide(const uint64_t occupied[2], unsigned from, unsigned jump)
{
    const unsigned file = xiangqi_table.file[from], rank = xiangqi_table.rank[from];
    const unsigned shift = xiangqi_table.shift[from], half = from >> 6;
    const xiangqi_set all = {{occupied[0], occupied[1]}};
    const uint32_t row =
        xiangqi_table.reach[file][xiangqi_row(occupied[half], shift) | (XQ_RANK + 1)] >> jump;
    const uint32_t column = xiangqi_table.reach[rank][xiangqi_column(all, file)] >> jump;
    const uint64_t low = xiangqi_table.spread[column & 31] << file;
    const uint64_t high = xiangqi_table.spread[column >> 5 & 31] << file;
    const uint64_t beside = (row & XQ_RANK) << shift;
    return (xiangqi_set){{low | (half == 0 ? beside : 0), high | (half != 0 ? beside : 0)}};
}

static inline unsigned xiangqi_legs_of(const uint64_t around[3], unsigned square)
{
    return xiangqi_legs(around[xiangqi_table.around[square]], xiangqi_table.turn[square]);
}

static inline xiangqi_set xiangqi_home_set(unsigned half, uint64_t w)
{
    return (xiangqi_set){{half == 0 ? w : 0, half != 0 ? w : 0}};
}

/* Where a piece goes by its own rule, own pieces among them. */
static inline __attribute__((always_inline)) xiangqi_set
xiangqi_targets(const xiangqi_cursor *c, unsigned kind, unsigned from)
{
    const unsigned half = from >> 6;
    switch (kind) {
    case XQ_ROOK:
        return xiangqi_slide(c->around, from, 0);
    case XQ_CANNON:
        return xiangqi_slide(c->around, from, 10);
    case XQ_HORSE:
        return xiangqi_table.horse[from][xiangqi_legs_of(c->around, from)];
    case XQ_SOLDIER:
        return xiangqi_table.soldier[c->p->turn][from];
    case XQ_ELEPHANT:
        return xiangqi_home_set(half,
                                xiangqi_table.elephant[from][xiangqi_eyes(c->around[half], from)]);
    case XQ_ADVISOR:
        return xiangqi_home_set(half, xiangqi_table.advisor[from]);
    default:
        return xiangqi_home_set(half, xiangqi_table.king[from]);
    }
}

/* Those of the targets after which the general is safe: each is tried. */
static __attribute__((noinline)) xiangqi_set
xiangqi_safe_ones(const xiangqi_cursor *c, unsigned kind, unsigned from, xiangqi_set targets)
{
    const unsigned us = c->p->turn;
    const xiangqi_foes all = xiangqi_foes_of(c->p, !us);
    const xiangqi_set others =
        xiangqi_minus((xiangqi_set){{c->around[0], c->around[1]}}, xiangqi_one(from));
    xiangqi_set safe = targets;
    for (; xiangqi_any(targets); targets = xiangqi_rest(targets)) {
        const unsigned to = xiangqi_first(targets), king = kind == XQ_KING ? to : c->p->king[us];
        const xiangqi_set one = xiangqi_one(to);
        xiangqi_foes foes = {.king = all.king};
        for (unsigned i = 0; i < XQ_HOME; i++)
            foes.kind[i] = xiangqi_minus(all.kind[i], one);
        if (xiangqi_attacked(&foes, us, king, xiangqi_or(others, one)))
            safe = xiangqi_minus(safe, one);
    }
    return safe;
}

/* The legal targets of one piece. */
static inline __attribute__((always_inline)) xiangqi_set xiangqi_legal(const xiangqi_cursor *c,
                                                                       unsigned kind, unsigned from)
{
    const xiangqi_set targets = xiangqi_targets(c, kind, from);
    if (kind == XQ_KING) {
        const xiangqi_set steps = xiangqi_and(targets, c->aim);
        return xiangqi_any(steps) ? xiangqi_safe_ones(c, kind, from, steps) : steps;
    }
    const bool held = xiangqi_has(&c->held, from);
    if (c->p->checked) {
        const xiangqi_set answers = xiangqi_and(targets, held ? c->aim : c->ok);
        return xiangqi_any(answers) ? xiangqi_safe_ones(c, kind, from, answers) : answers;
    }
    xiangqi_set legal = xiangqi_and(targets, c->ok);
    if (held)
        for (unsigned i = 0; i < c->limit_count; i++)
            if (c->limits[i].square == from)
                legal = xiangqi_and(legal, c->limits[i].to);
    return legal;
}

static inline xiangqi_set xiangqi_of_kind(const xiangqi_position *p, unsigned kind)
{
    const unsigned us = p->turn;
    if (kind < XQ_HOME)
        return xiangqi_pieces(p, us, kind);
    const uint64_t king = xiangqi_bit(p->king[us]);
    const uint64_t elephants = p->kind[XQ_ELEPHANT][us] & p->side[us][us];
    return xiangqi_home_set(us, kind == XQ_ELEPHANT  ? elephants
                                : kind == XQ_ADVISOR ? xiangqi_home(p, us) & ~elephants & ~king
                                                     : king);
}

/* The points before these soldiers. */
static inline xiangqi_set xiangqi_ahead(xiangqi_set soldiers, unsigned us)
{
    const uint64_t low = soldiers.w[0], high = soldiers.w[1], river = 4 * XQ_STRIDE;
    if (us == XQ_RED)
        return (xiangqi_set){
            {low << XQ_STRIDE & XQ_HALF, (high << XQ_STRIDE & XQ_HALF) | low >> river}};
    return (xiangqi_set){{low >> XQ_STRIDE | (high << river & XQ_HALF), high >> XQ_STRIDE}};
}

/* Whether any soldier of the side to move goes to one of these points. */
static inline bool xiangqi_march(const xiangqi_position *p, xiangqi_set aim)
{
    const xiangqi_set soldiers = xiangqi_of_kind(p, XQ_SOLDIER);
    const xiangqi_set ahead = xiangqi_ahead(soldiers, p->turn);
    const uint64_t over = soldiers.w[!p->turn];
    return xiangqi_any(xiangqi_and(ahead, aim)) || ((over << 1 | over >> 1) & aim.w[!p->turn]) != 0;
}

/* ---- the cursor ------------------------------------------------------------------------------ */

/* All moves to squares of `aim`. */
static __attribute__((noinline)) xiangqi_cursor xiangqi_start(const xiangqi_position *p,
                                                              xiangqi_set aim)
{
    const xiangqi_set occupied = xiangqi_occupied(p);
    xiangqi_cursor c;
    c.p = p;
    c.now = c.later = 0;
    c.kind = XQ_ROOK;
    c.left = xiangqi_of_kind(p, XQ_ROOK);
    c.around[0] = occupied.w[0];
    c.around[1] = occupied.w[1];
    c.around[2] = xiangqi_middle(occupied);
    c.aim = c.ok = aim;
    c.held = (xiangqi_set){{0, 0}};
    c.limit_count = 0;
    if (p->checked)
        xiangqi_find_answers(&c, occupied);
    else
        xiangqi_find_limits(&c, occupied);
    return c;
}

static inline xiangqi_set xiangqi_all_but(xiangqi_set own)
{
    return (xiangqi_set){{XQ_HALF & ~own.w[0], XQ_HALF & ~own.w[1]}};
}

/* Goes to the next piece with a legal move. Returns false if there is none. */
static __attribute__((noinline)) bool xiangqi_advance(xiangqi_cursor *c)
{
    const xiangqi_position *p = c->p;
    if (c->later != 0) {
        c->now = c->later;
        c->later = 0;
        c->taken = p->side[!p->turn][1];
        c->base |= 64;
        return true;
    }
    for (;;) {
        while (!xiangqi_any(c->left)) {
            if (c->kind == XQ_HORSE && !xiangqi_march(p, c->aim))
                c->kind = XQ_SOLDIER;
            if (c->kind == XQ_KING || (c->kind == XQ_SOLDIER && c->aim.w[p->turn] == 0))
                return false; /* the rest stay at home, where there is nothing to take */
            c->left = xiangqi_of_kind(p, ++c->kind);
        }
        const unsigned from = xiangqi_first(c->left);
        c->left = xiangqi_rest(c->left);
        const xiangqi_set legal = xiangqi_legal(c, c->kind, from);
        if (xiangqi_any(legal)) {
            const unsigned upper = legal.w[0] == 0;
            c->now = upper ? legal.w[1] : legal.w[0];
            c->later = upper ? 0 : legal.w[1];
            c->taken = p->side[!p->turn][upper];
            c->base = c->kind << 14 | from << 7 | upper << 6;
            return true;
        }
    }
}

static inline bool xiangqi_take(xiangqi_cursor *c, xiangqi_move *move)
{
    if (c->now == 0 && !xiangqi_advance(c))
        return false;
    const unsigned to = xiangqi_ctz(c->now);
    *move = c->base | to | (unsigned)(c->taken >> to & 1) * XQ_TAKES;
    c->now &= c->now - 1;
    return true;
}

static inline unsigned xiangqi_size(xiangqi_set set)
{
    return (unsigned)(__builtin_popcountll(set.w[0]) + __builtin_popcountll(set.w[1]));
}

/* ---- how many, and any at all ---------------------------------------------------------------- */

static inline unsigned xiangqi_count_kind(const xiangqi_cursor *c, unsigned kind)
{
    unsigned count = 0;
    const xiangqi_set pieces = xiangqi_of_kind(c->p, kind);
    for (unsigned half = 0; half < 2; half++)
        for (uint64_t w = pieces.w[half]; w != 0; w &= w - 1)
            count += xiangqi_size(xiangqi_legal(c, kind, half << 6 | xiangqi_ctz(w)));
    return count;
}

static inline unsigned xiangqi_count(const xiangqi_position *p)
{
    const xiangqi_cursor c = xiangqi_start(p, xiangqi_all_but(xiangqi_side(p, p->turn)));
    return xiangqi_count_kind(&c, XQ_ROOK) + xiangqi_count_kind(&c, XQ_CANNON) +
           xiangqi_count_kind(&c, XQ_HORSE) + xiangqi_count_kind(&c, XQ_SOLDIER) +
           xiangqi_count_kind(&c, XQ_ELEPHANT) + xiangqi_count_kind(&c, XQ_ADVISOR) +
           xiangqi_count_kind(&c, XQ_KING);
}

/* Whether the general can step to safety. */
static inline bool xiangqi_general_steps(const xiangqi_position *p)
{
    const unsigned us = p->turn, king = p->king[us];
    const xiangqi_set occupied = xiangqi_occupied(p);
    xiangqi_cursor c;
    c.p = p;
    c.around[0] = occupied.w[0];
    c.around[1] = occupied.w[1];
    const uint64_t steps = xiangqi_table.king[king] & XQ_HALF & ~p->side[us][us];
    return xiangqi_any(xiangqi_safe_ones(&c, XQ_KING, king, xiangqi_home_set(us, steps)));
}

/* Whether the side to move has a legal move. A step of its general is the cheapest to see. */
static __attribute__((noinline)) bool xiangqi_can_move(const xiangqi_position *p)
{
    if (xiangqi_general_steps(p))
        return true;
    xiangqi_cursor c = xiangqi_start(p, xiangqi_all_but(xiangqi_side(p, p->turn)));
    return xiangqi_advance(&c);
}

/*
 * Whether a soldier before the palace's ranks can step forward on a file other than the general's.
 * Out of check that is always legal. There nearly always is one, and it is much cheaper to see than
 * a whole list of moves.
 */
static inline bool xiangqi_soldier_steps(const xiangqi_position *p)
{
    const unsigned us = p->turn, king = p->king[us];
    const uint64_t file = XQ_FILE << xiangqi_table.file[king];
    const xiangqi_set own = xiangqi_side(p, us);
    xiangqi_set soldiers = xiangqi_of_kind(p, XQ_SOLDIER);
    soldiers.w[0] &= ~file;
    soldiers.w[1] &= ~file;
    soldiers.w[us] &= ~xiangqi_table.legs[king] & (us == XQ_RED ? XQ_RED_FRONT : XQ_BLACK_FRONT);
    return xiangqi_any(xiangqi_minus(xiangqi_ahead(soldiers, us), own));
}

#endif
