/*
 * connectfour -- 7 columns, 6 rows; four in a row in any direction wins (Allis 1988).
 *
 * Bitboards of 7 bits a column, bit = 7 * column + row, row 0 at the bottom. The seventh bit of a
 * column is always empty, so that shifts never carry a line from one column into the next.
 */
#include "absbench.h"

enum { C4_COLUMNS = 7, C4_ROWS = 6, C4_CELLS = 42, C4_LINES = 69, C4_STRIDE = 7 };

#define C4_BOTTOM UINT64_C(0x040810204081) /* the bottom row */
#define C4_COLUMN UINT64_C(63)             /* the first column */
#define C4_BOARD (C4_BOTTOM * 63)          /* all six rows */
#define C4_ODD_ROWS (C4_BOTTOM * 21)       /* the 1st, 3rd and 5th row */

/* ---- position and moves -------------------------------------------------------------------- */

typedef struct {
    abs_rules base;
} connectfour_rules;

typedef struct {
    uint64_t mine, theirs; /* discs of the side to move, and of the last mover */
    uint32_t won;          /* 1 if the last mover has won */
    uint32_t o_moves;      /* 1 if the side to move is O, for print() */
} connectfour_position;

typedef struct {
    uint64_t cell;
    uint32_t wins; /* 1 if it completes four */
} connectfour_move;

typedef struct {
    uint64_t playable, winning; /* cells left to try; cells that complete four */
} connectfour_cursor;

static inline uint64_t connectfour_playable(const connectfour_position *p)
{
    return ((p->mine | p->theirs) + C4_BOTTOM) & C4_BOARD;
}

/* A vector of boards, as many as the processor can take. */
#ifdef __AVX512F__
enum { C4_ABREAST = 8 };
#elif defined __AVX2__
enum { C4_ABREAST = 4 };
#else
enum { C4_ABREAST = 2 };
#endif
typedef uint64_t connectfour_boards __attribute__((vector_size(C4_ABREAST * sizeof(uint64_t))));

/*
 * The places that complete four in one direction (COMPLETES: the empty one is 4th or 1st, 3rd or
 * 2nd) or in any, for discs on one board or on several; taken ones and off the board among them.
 */
#define C4_WINNING(COMPLETES, WINNING, WORD)                                                       \
    static inline WORD COMPLETES(WORD discs, int shift)                                            \
    {                                                                                              \
        const WORD next = discs >> shift, pairs = discs & next;                                    \
        return (next & (pairs << 2 * shift | pairs >> 2 * shift)) |                                \
               (discs << shift & (pairs << 3 * shift | pairs >> shift));                           \
    }                                                                                              \
    static inline WORD WINNING(WORD discs)                                                         \
    {                                                                                              \
        return (discs << 1 & discs << 2 & discs << 3) | COMPLETES(discs, C4_STRIDE - 1) |          \
               COMPLETES(discs, C4_STRIDE) | COMPLETES(discs, C4_STRIDE + 1);                      \
    }
C4_WINNING(connectfour_completes, connectfour_winning, uint64_t)
C4_WINNING(connectfour_each_completes, connectfour_each_winning, connectfour_boards)

/* The moves are by column from the left, lowest bit first; none if the last mover has won. */
static inline connectfour_cursor connectfour_moves(const connectfour_rules *rules,
                                                   const connectfour_position *p)
{
    (void)rules;
    return (connectfour_cursor){connectfour_playable(p) & ((uint64_t)p->won - 1),
                                connectfour_winning(p->mine)};
}

static inline bool connectfour_next(connectfour_cursor *cursor, connectfour_move *move)
{
    if (cursor->playable == 0)
        return false;
    const uint64_t cell = cursor->playable & -cursor->playable;
    cursor->playable ^= cell;
    *move = (connectfour_move){cell, (cell & cursor->winning) != 0};
    return true;
}

static inline connectfour_position connectfour_apply(const connectfour_rules *rules,
                                                     const connectfour_position *p,
                                                     connectfour_move move)
{
    (void)rules;
    return (connectfour_position){p->theirs, p->mine | move.cell, move.wins, p->o_moves ^ 1};
}

static inline unsigned connectfour_slot(const connectfour_position *p, connectfour_move move)
{
    (void)p;
    return (unsigned)__builtin_ctzll(move.cell);
}

static void connectfour_move_text(const void *rules, const void *position, connectfour_move move,
                                  char *text, size_t size)
{
    (void)rules;
    snprintf(text, size, "%u", connectfour_slot(position, move) / C4_STRIDE + 1);
}

/* ---- evaluation ---------------------------------------------------------------------------- */

/*
 * One point is a hundredth of the logarithm of the odds of winning. A line is four cells in a row
 * in which only one side has discs. A threat is an empty cell that would complete four for a side
 * but cannot be played yet. When the board fills up the first player gets the odd rows and the
 * second the even ones, so threats there are worth more (Allis 1988). The weights are a logistic
 * regression, rounded, on 30,000 solved positions of 14 to 30 discs, from random playouts that saw
 * wins and threats one move ahead.
 */
enum {
    C4_LINE_OF_ONE = 12,
    C4_LINE_OF_TWO = 41, /* a line of three is a threat, and counted as such */
    C4_THREAT = 70,
    C4_THREAT_IN_OWN_ROW = 160,
    C4_TURN = 150,  /* having the move, and not being forced to block */
    C4_MOVE = -64,  /* having the move at all: without it values swing by 125 from depth to depth */
    C4_WIN = 10000, /* less the discs on the board, so that quicker wins are worth more */
    C4_QUICKEST = 7 /* discs on the board at X's quickest win */
};

_Static_assert(C4_WIN - C4_CELLS >
                   C4_LINES * C4_LINE_OF_TWO + C4_TURN + C4_CELLS * C4_THREAT_IN_OWN_ROW,
               "nothing may be worth more than a win");

static inline int connectfour_count(uint64_t set)
{
    return __builtin_popcountll(set);
}

/* The value of the lines in one direction. A set of lines is the set of their first cells. */
static inline int connectfour_lines(uint64_t own, uint64_t other, int shift)
{
    const uint64_t free = C4_BOARD & ~other, free_pairs = free & free >> shift;
    const uint64_t lines = free_pairs & free_pairs >> 2 * shift;

    /* The number of discs in four cells in a row, in binary: two half adders and one more. */
    const uint64_t odd = own ^ own >> shift, both = own & own >> shift;
    const uint64_t ones = odd ^ odd >> 2 * shift;
    const uint64_t twos = both ^ both >> 2 * shift ^ (odd & odd >> 2 * shift);
    return C4_LINE_OF_ONE * connectfour_count(lines & ones & ~twos) +
           C4_LINE_OF_TWO * connectfour_count(lines & twos & ~ones);
}

static inline int connectfour_worth(uint64_t own, uint64_t other, uint64_t threats,
                                    uint64_t own_rows)
{
    return connectfour_lines(own, other, 1) + connectfour_lines(own, other, C4_STRIDE - 1) +
           connectfour_lines(own, other, C4_STRIDE) + connectfour_lines(own, other, C4_STRIDE + 1) +
           C4_THREAT * connectfour_count(threats) +
           (C4_THREAT_IN_OWN_ROW - C4_THREAT) * connectfour_count(threats & own_rows);
}

/* Not inlined: its size would slow the search with eval=result, which never calls it. */
static __attribute__((noinline)) int connectfour_judge(connectfour_position p)
{
    const int discs = connectfour_count(p.mine | p.theirs);
    if (p.won)
        return discs - C4_WIN;

    /* Wins and losses by the next moves are recognised without a search: no other value is
       possible. */
    const uint64_t empty = C4_BOARD & ~(p.mine | p.theirs), playable = connectfour_playable(&p);
    const uint64_t my_wins = connectfour_winning(p.mine) & empty;
    const uint64_t their_wins = connectfour_winning(p.theirs) & empty;
    const uint64_t to_block = their_wins & playable;
    if (my_wins & playable)
        return C4_WIN - (discs + 1);
    if (to_block & (to_block - 1))
        return discs + 2 - C4_WIN;
    if (empty == 0)
        return 0;

    const uint64_t my_rows = discs % 2 == 0 ? C4_ODD_ROWS : ~C4_ODD_ROWS;
    return connectfour_worth(p.mine, p.theirs, my_wins, my_rows) -
           connectfour_worth(p.theirs, p.mine, their_wins & ~playable, ~my_rows) +
           (to_block == 0 ? C4_TURN : 0) + C4_MOVE;
}

static inline int connectfour_evaluate(const connectfour_rules *rules,
                                       const connectfour_position *p, int depth)
{
    (void)depth;
    if (rules->base.eval == ABS_EVAL_RESULT)
        return -(int)p->won;
    return rules->base.eval == ABS_EVAL_MATERIAL && !p->won ? 0 : connectfour_judge(*p);
}

/* ---- move ordering ------------------------------------------------------------------------- */

/*
 * A win first, then a move that prevents the opponent's win, then the cells in most lines of four,
 * which are in the middle. A move gains for each threat that its side then has, and for a threat
 * just above it, which the opponent must then block. It loses just below a threat: its own would be
 * blocked, and the opponent's carried out. The weights were chosen for the fewest nodes at depths 9
 * to 14 on the game's suite.
 */
enum {
    C4_PROMISE_WIN = 1000,
    C4_PROMISE_BLOCK = 100,
    C4_PROMISE_THREAT = 8,
    C4_PROMISE_ABOVE = 6,
    C4_PROMISE_BELOW = 10
};

/* How many lines of four go through a cell; by columns from the left, each from its bottom. */
static const uint8_t connectfour_through[C4_COLUMNS * C4_STRIDE] = {
    3, 4,  5,  5,  4,  3, 0, /* */
    4, 6,  8,  8,  6,  4, 0, /* */
    5, 8,  11, 11, 8,  5, 0, /* */
    7, 10, 13, 13, 10, 7, 0, /* */
    5, 8,  11, 11, 8,  5, 0, /* */
    4, 6,  8,  8,  6,  4, 0, /* */
    3, 4,  5,  5,  4,  3, 0,
};

/* The columns, and one beside the board. */
static const uint64_t connectfour_columns[C4_COLUMNS + 1] = {
    C4_COLUMN,       C4_COLUMN << 7,  C4_COLUMN << 14, C4_COLUMN << 21,
    C4_COLUMN << 28, C4_COLUMN << 35, C4_COLUMN << 42, C4_COLUMN << 49,
};

typedef struct {
    uint64_t to_block, below;         /* cells: where the opponent would win; below a threat */
    uint64_t threats[C4_COLUMNS + 1]; /* those of its side after the move in each column */
} connectfour_sight;

static inline connectfour_sight connectfour_look(const connectfour_rules *rules,
                                                 const connectfour_position *p)
{
    (void)rules;
    const uint64_t empty = C4_BOARD & ~(p->mine | p->theirs);
    const uint64_t their_wins = connectfour_winning(p->theirs) & empty;
    const uint64_t my_wins = connectfour_winning(p->mine) & empty;
    connectfour_sight sight = {.to_block = their_wins, .below = (their_wins | my_wins) >> 1};
    for (int i = 0; i < C4_COLUMNS; i += C4_ABREAST) {
        connectfour_boards cells;
        memcpy(&cells, connectfour_columns + i, sizeof cells);
        cells &= connectfour_playable(p);
        cells = connectfour_each_winning(p->mine | cells) & empty & ~cells;
        memcpy(sight.threats + i, &cells, sizeof cells);
    }
    return sight;
}

static inline int connectfour_promise(const connectfour_rules *rules, const connectfour_position *p,
                                      const connectfour_sight *sight, connectfour_move move)
{
    (void)rules;
    if (move.wins)
        return C4_PROMISE_WIN;
    const unsigned slot = connectfour_slot(p, move);
    const uint64_t threats = sight->threats[slot / C4_STRIDE];
    return connectfour_through[slot] + C4_PROMISE_THREAT * connectfour_count(threats) +
           (move.cell & sight->to_block ? C4_PROMISE_BLOCK : 0) +
           (move.cell << 1 & threats ? C4_PROMISE_ABOVE : 0) -
           (move.cell & sight->below ? C4_PROMISE_BELOW : 0);
}

/* ---- key ----------------------------------------------------------------------------------- */

/* My discs, and the first empty cell of each column: discs below it that are not mine are
   theirs. */
static inline uint64_t connectfour_key(const connectfour_rules *rules,
                                       const connectfour_position *p)
{
    (void)rules;
    return abs_mix64(p->mine | ((p->mine | p->theirs) + C4_BOTTOM));
}

/* ---- text ---------------------------------------------------------------------------------- */

static bool connectfour_has_four(uint64_t discs)
{
    for (int i = 0; i < 4; i++) {
        const int shift = (const int[]){1, C4_STRIDE - 1, C4_STRIDE, C4_STRIDE + 1}[i];
        const uint64_t pairs = discs & discs >> shift;
        if (pairs & pairs >> 2 * shift)
            return true;
    }
    return false;
}

/* "4453": the columns played. */
static bool connectfour_parse_moves(const char *text, connectfour_position *p, abs_error *error)
{
    for (int ply = 1; *text != '\0'; ply++, text++) {
        if (*text < '1' || *text > '7')
            return abs_fail(error, ABS_USAGE,
                            "ply %d is not a column: give digits from 1 to 7 and nothing else",
                            ply);
        if (p->won)
            return abs_fail(error, ABS_USAGE,
                            "the game was over at ply %d: leave out the moves after it", ply - 1);
        const uint64_t column = C4_BOARD & UINT64_C(127) << C4_STRIDE * (*text - '1');
        const uint64_t cell = connectfour_playable(p) & column;
        if (cell == 0)
            return abs_fail(error, ABS_USAGE, "ply %d: column %c is full, play another", ply,
                            *text);
        const uint32_t wins = (cell & connectfour_winning(p->mine)) != 0;
        *p = connectfour_apply(NULL, p, (connectfour_move){cell, wins});
    }
    return true;
}

/* How many discs are on the board at the earliest win of the side that has `own`. */
static int connectfour_earliest_win(uint64_t own, uint64_t all, bool to_move)
{
    const int discs = connectfour_count(own), missing = discs < 4 ? 4 - discs : 1;
    return connectfour_count(all) + (connectfour_has_four(own) ? 0 : 2 * missing - to_move);
}

/* Checks that the search can go on from these discs of X and O with that side to move. */
static bool connectfour_check(const uint64_t discs[2], int side, abs_error *error)
{
    const uint64_t all = discs[0] | discs[1];
    for (int column = 0; column < C4_COLUMNS; column++) {
        const uint64_t stack = all >> C4_STRIDE * column & 127;
        if (stack & (stack + 1))
            return abs_fail(error, ABS_USAGE,
                            "column %d has a disc above an empty square: fill it from the bottom",
                            column + 1);
    }
    if (connectfour_has_four(discs[side]))
        return abs_fail(error, ABS_USAGE,
                        "%c has four in a row and is to move: only the last to move can have won",
                        "XO"[side]);
    for (int i = 0; i < 2; i++)
        if (connectfour_earliest_win(discs[i], all, i == side) < C4_QUICKEST)
            return abs_fail(error, ABS_USAGE,
                            "%c could win before the seventh disc, sooner than the evaluation "
                            "allows for: give %c more discs",
                            "XO"[i], "XO"[!i]);
    return true;
}

/* The square of a board text: top row first, left to right. */
static inline int connectfour_bit(int square)
{
    return square % C4_COLUMNS * C4_STRIDE + C4_ROWS - 1 - square / C4_COLUMNS;
}

static bool connectfour_parse_board(const char *text, connectfour_position *p, abs_error *error)
{
    uint64_t discs[2] = {0, 0};
    if (strlen(text) != C4_CELLS + 2)
        return abs_fail(error, ABS_USAGE,
                        "give start, the columns played (4453), or a board of %d characters: %d of "
                        "X O - from the top row down, a blank, X or O to move; this has %zu",
                        C4_CELLS + 2, C4_CELLS, strlen(text));
    for (int square = 0; square < C4_CELLS; square++) {
        const char c = text[square];
        if (c != 'X' && c != 'O' && c != '-')
            return abs_fail(error, ABS_USAGE,
                            "square %d of the board is not one of X O - (capitals, top row first)",
                            square + 1);
        if (c != '-')
            discs[c == 'O'] |= UINT64_C(1) << connectfour_bit(square);
    }
    const char mover = text[C4_CELLS + 1];
    if (text[C4_CELLS] != ' ' || (mover != 'X' && mover != 'O'))
        return abs_fail(error, ABS_USAGE,
                        "after the %d squares give one blank and the side to move, X or O",
                        C4_CELLS);
    const int side = mover == 'O';
    if (!connectfour_check(discs, side, error))
        return false;
    *p = (connectfour_position){discs[side], discs[!side], connectfour_has_four(discs[!side]),
                                (uint32_t)side};
    return true;
}

/*
 * Reads "start", the columns played, or a board as print() writes it, with any number of discs of
 * either side, and either to move. It is an error if a disc hangs in the air, if the side to move
 * has won, or if a win could be worth more than the declared bound.
 */
static bool connectfour_parse(const void *rules, const char *text, void *position, abs_error *error)
{
    (void)rules;
    connectfour_position *p = position;
    *p = (connectfour_position){0};
    if (strcmp(text, "start") == 0)
        return true;
    if (*text >= '0' && *text <= '9')
        return connectfour_parse_moves(text, p, error);
    return connectfour_parse_board(text, p, error);
}

static void connectfour_print(const void *rules, const void *position, char *text, size_t size)
{
    (void)rules;
    const connectfour_position *p = position;
    const uint32_t side = p->o_moves;
    char board[C4_CELLS + 1] = {0};
    for (int square = 0; square < C4_CELLS; square++) {
        const uint64_t cell = UINT64_C(1) << connectfour_bit(square);
        board[square] = p->mine & cell ? "XO"[side] : p->theirs & cell ? "XO"[!side] : '-';
    }
    snprintf(text, size, "%s %c", board, "XO"[side]);
}

/* ---- descriptor ---------------------------------------------------------------------------- */

static int connectfour_max_depth(const void *rules)
{
    (void)rules;
    return C4_CELLS;
}

static uint64_t connectfour_reflected(uint64_t discs)
{
    uint64_t reflected = 0;
    for (int column = 0; column < C4_COLUMNS; column++)
        reflected |= (discs >> C4_STRIDE * column & 127) << C4_STRIDE * (C4_COLUMNS - 1 - column);
    return reflected;
}

static bool connectfour_image(const void *rules, const void *position, unsigned number, void *image)
{
    (void)rules;
    connectfour_position p = *(const connectfour_position *)position;
    p.mine = connectfour_reflected(p.mine);
    p.theirs = connectfour_reflected(p.theirs);
    memcpy(image, &p, sizeof p);
    return number == 0;
}

static int connectfour_plies_left(const void *rules, const void *position)
{
    (void)rules;
    const connectfour_position *p = position;
    return C4_CELLS - connectfour_count(p->mine | p->theirs);
}

static int connectfour_bound(const void *rules, int depth)
{
    (void)depth;
    return ((const connectfour_rules *)rules)->base.eval == ABS_EVAL_RESULT ? 1
                                                                            : C4_WIN - C4_QUICKEST;
}

static int connectfour_half_pawn(const void *rules)
{
    return ((const connectfour_rules *)rules)->base.eval == ABS_EVAL_RESULT ? 1 : C4_LINE_OF_TWO;
}

#define DOMAIN connectfour
#define DOMAIN_MAX_MOVES 7
#define DOMAIN_SLOTS (C4_STRIDE * C4_COLUMNS)
#define DOMAIN_ORDER (INT64_C(1) << 32) /* history only breaks ties */
#define DOMAIN_UNUSUAL (ABS_ORDER_KILLER | ABS_ORDER_HISTORY)
#define DOMAIN_COUNT(rules, p)                                                                     \
    ((void)(rules), (unsigned)connectfour_count(connectfour_playable(p) & ((uint64_t)(p)->won - 1)))
#define DOMAIN_INFO                                                                                \
    .name = "connectfour", .aliases = "connect-four connect4 c4", .kind = "game",                  \
    .has_material = true, .summary = "7x6 board, discs fall; four in a row wins", .options = "",   \
    .forms = (const abs_form[]){{"the columns played, 1 to 7 from the left", "44443"},             \
                                {"42 of X O - by row from the top, then the side to move",         \
                                 "-----------------O------X------O-----XX--- O"},                  \
                                {NULL, NULL}},                                                     \
    .unit = "1/100 of the log of the odds of winning", .points = "hundredths of log-odds",         \
    .default_depth = 8, .parse_rules = abs_spec_no_options, .parse = connectfour_parse,            \
    .print = connectfour_print, .max_depth = connectfour_max_depth,                                \
    .plies_left = connectfour_plies_left, .bound = connectfour_bound,                              \
    .half_pawn = connectfour_half_pawn, .image = connectfour_image
#include "search/search.inc"
