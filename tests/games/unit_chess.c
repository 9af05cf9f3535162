/* unit_chess.c -- chess against a slow one. Run from the top of the tree. */
#define FILES 8
#define RANKS 8
#define FIRST_RANK '1'
#define KINDS "pnbrqk"
#define BY_PRICE KINDS
#define SEEN(square, black) ((black) ? (square) ^ 56 : (square))

#define chess_domain tested_chess_domain /* the program's own is linked in, too */
#include "games/chess/chess.c"

#define GAME chess
#define GAME_NOISY
#define GAME_KINGS
#define GAME_PLIES 100000
#define GAME_BOARDS 4000
#define GAME_UNORDERED

#include "naive_pieces.h"

/* ---- the rules ------------------------------------------------------------------------------- */

static bool stands(char piece, int square)
{
    return kind_of(piece) != 'p' || (square >= 8 && square < 56);
}

static const char *promotions(const naive *n, int from, int to)
{
    return kind_of(n->cell[from]) == 'p' && !stands('p', to) ? "qnrb" : "";
}

static naive moved(const naive *n, int from, int to, char promotion)
{
    static const int rooks[] = {7, 0, 63, 56};
    naive next = *n;
    const char kind = kind_of(n->cell[from]);
    next.cell[from] = ' ';
    next.cell[to] = promotion == '\0' ? n->cell[from] : coloured(promotion, n->black);
    if (kind == 'p' && from % 8 != to % 8 && n->cell[to] == ' ')
        next.cell[from / 8 * 8 + to % 8] = ' '; /* en passant */
    if (kind == 'k' && abs(to % 8 - from % 8) == 2) {
        next.cell[to > from ? from + 3 : from - 4] = ' ';
        next.cell[(from + to) / 2] = coloured('r', n->black);
    }
    for (int i = 0; i < 4; i++)
        next.right[i] &= next.cell[i < 2 ? 4 : 60] == "KKkk"[i] && next.cell[rooks[i]] == "RRrr"[i];
    next.ep_file = kind == 'p' && abs(to - from) == 16 ? to % 8 : -1;
    next.black = !n->black;
    return next;
}

/* Nothing is between king and rook, and the king is nowhere attacked. */
static bool castles(const naive *n, int from, int to)
{
    if (!n->right[(n->black ? 2 : 0) + (to < from)] ||
        between(n, from, to > from ? from + 3 : from - 4) != 0)
        return false;
    const naive step = moved(n, from, (from + to) / 2, '\0');
    return !in_check(n, n->black) && !in_check(&step, n->black);
}

static bool reaches(const naive *n, int from, int to)
{
    const char kind = kind_of(n->cell[from]);
    const bool black = is_black(n->cell[from]), empty = n->cell[to] == ' ';
    const bool open = between(n, from, to) == 0;
    const int x = abs(to % 8 - from % 8), y = to / 8 - from / 8;
    const int up = black ? -1 : 1, rank = SEEN(from, black) / 8;
    if (!empty && is_black(n->cell[to]) == black)
        return false;
    switch (kind) {
    case 'p':
        if (x == 0)
            return empty && (y == up || (y == 2 * up && open && rank == 1));
        return x == 1 && y == up && (!empty || (rank == 4 && to % 8 == n->ep_file));
    case 'n':
        return x * x + y * y == 5;
    case 'k':
        return x * x + y * y <= 2 || (x == 2 && y == 0 && empty && castles(n, from, to));
    default:
        return open && (kind != 'r' || x * y == 0) && (kind != 'b' || x * y != 0);
    }
}

static int price(char piece)
{
    static const int prices[] = {100, 325, 325, 500, 950, 0};
    const char *kind = strchr(KINDS, kind_of(piece));
    return kind != NULL ? prices[kind - KINDS] : 0;
}

static int game_worth(const naive *n, int moves, int depth)
{
    return moves > 0 ? GAME_UNKNOWN : game_checked(n) ? -30000 - depth : 0;
}

static bool game_image(const naive *n, int i, naive *image)
{
    *image = mirrored(n, false);
    return i == 0;
}

/* Victims before attackers, promotions by what they win. */
TEST(captures_are_ranked_by_victim_and_attacker)
{
    const chess_rules rules = {{.eval = ABS_EVAL_HEURISTIC}};
    const game_position start = parsed("1r5k/P7/8/3q4/2P1P3/8/3R4/K7 w - - 0 1");
    const chess_position *p = &start.own;
    chess_move moves[CHESS_MAX_MOVES];
    unsigned count = 0;
    for (chess_cursor c = chess_moves(&rules, p); chess_next(&c, &moves[count]);)
        count++;
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < count; k++) {
            const int first = chess_taken_price(p, moves[i]) + chess_promoted_price(moves[i]);
            const int second = chess_taken_price(p, moves[k]) + chess_promoted_price(moves[k]);
            const int piece = chess_price[chess_kind(p, chess_from(moves[i]))];
            const int other = chess_price[chess_kind(p, chess_from(moves[k]))];
            if (first > second || (first == second && first > 0 && piece < other))
                assert_true(chess_capture(&rules, p, moves[i]) >
                            chess_capture(&rules, p, moves[k]));
        }
}

/* ---- standard algebraic notation ------------------------------------------------------------- */

static char letter_at(const naive *n, const char *square)
{
    return n->cell[(square[1] - '1') * 8 + square[0] - 'a'];
}

/* Written from the letters on the board and the texts of all moves. */
static void naive_san(const naive *n, const naive_child *list, int count, const char *move,
                      const char *after, char *san)
{
    const char letter = letter_at(n, move);
    const bool pawn = kind_of(letter) == 'p';
    const bool takes = letter_at(n, move + 2) != ' ' || (pawn && move[0] != move[2]);
    int like = 0, in_file = 0, in_rank = 0;
    for (int m = 0; m < count; m++) {
        const char *other = list[m].text;
        if (letter_at(n, other) != letter || strncmp(other + 2, move + 2, 2) != 0)
            continue;
        like++; /* itself too */
        in_file += other[0] == move[0];
        in_rank += other[1] == move[1];
    }
    if (kind_of(letter) == 'k' && abs(move[0] - move[2]) == 2) {
        sprintf(san, "%s%s", move[2] == 'g' ? "O-O" : "O-O-O", after);
        return;
    }
    if (!pawn)
        *san++ = coloured(letter, false);
    if (pawn ? takes : like > 1 && (in_file == 1 || in_rank > 1))
        *san++ = move[0];
    if (!pawn && like > 1 && in_file > 1)
        *san++ = move[1];
    san += sprintf(san, "%s%.2s", takes ? "x" : "", move + 2);
    if (move[4] != '\0')
        san += sprintf(san, "=%c", coloured(move[4], false));
    strcpy(san, after);
}

static struct {
    unsigned mates, castlings, passings, promotions;
} events;

/* Every move's name, and the move that is read from it. */
static void compare_san(const naive *n, const game_position *p, const naive_child *list, int count)
{
    static naive_child replies[GAME_MOVES];
    for (int i = 0; i < count; i++) {
        char san[ABS_TEXT_MAX], wanted[32];
        abs_error error;
        const naive after = list[i].after;
        const bool check = game_checked(&after);
        const bool mate = check && game_children(&after, replies) == 0;
        D->san(heuristic, p, (unsigned)i, san, sizeof san);
        naive_san(n, list, count, list[i].text, mate ? "#" : check ? "+" : "", wanted);
        assert_string_equal(san, wanted);
        assert_int_equal(D->read_move(heuristic, p, san, &error), i);
        assert_int_equal(D->read_move(heuristic, p, list[i].text, &error), i);
        events.mates += mate;
        events.castlings += san[0] == 'O';
        events.promotions += list[i].text[4] != '\0';
    }
}

static void game_more(const naive *n, const game_position *p, const naive_child *list, int count)
{
    for (int i = 0; i < count; i++)
        events.passings += list[i].noisy && list[i].text[4] == '\0' && n->cell[list[i].move] == ' ';
    if (met.plies % 4 == 0)
        compare_san(n, p, list, count);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* With PEXT and without: the same squares as step by step. */
TEST(sliders_reach_what_single_steps_do)
{
    uint64_t random = 1;
    naive n = {.cell = ""};
    for (int i = 0; i < test_amount(4000); i++) {
        uint64_t occupied = abs_mix64(++random);
        for (int thinner = i % 4; thinner > 0; thinner--)
            occupied &= abs_mix64(++random);
        for (int square = 0; square < 64; square++)
            n.cell[square] = occupied >> square & 1 ? 'p' : ' ';
        for (int from = 0; from < 64; from++) {
            uint64_t rook = 0, bishop = 0;
            for (int to = 0; to < 64; to++) {
                const bool straight = from % 8 == to % 8 || from / 8 == to / 8;
                const uint64_t bit = between(&n, from, to) == 0 ? UINT64_C(1) << to : 0;
                rook |= straight ? bit : 0;
                bishop |= straight ? 0 : bit;
            }
            const unsigned s = (unsigned)from;
            assert_true(chess_rook(s, occupied) == rook && chess_bishop(s, occupied) == bishop);
            assert_true(chess_rook_by_line(s, occupied) == rook);
            assert_true(chess_bishop_by_line(s, occupied) == bishop);
        }
        assert_int_equal(bits_count(occupied), __builtin_popcountll(occupied));
    }
}

/* ---- what the declared figures rest on ------------------------------------------------------- */

/* The best of a kind's places with so much for reach, in the opening or the endgame. */
static int best_place(unsigned kind, int32_t reach)
{
    int best = 0;
    for (unsigned square = 0; square < 64; square++) {
        const int32_t pair = chess_value[kind][square] + reach;
        best = chess_opening(pair) > best ? chess_opening(pair) : best;
        best = chess_endgame(pair) > best ? chess_endgame(pair) : best;
    }
    return best;
}

TEST(no_evaluation_exceeds_the_declared_one)
{
    const int32_t diagonal = 13 * CHESS_REACH_DIAGONAL, straight = 14 * CHESS_REACH_STRAIGHT;
    const int32_t passed = CHESS_PASSED + CHESS_PASSED_5 + CHESS_PASSED_6 + CHESS_PASSED_7;
    assert_true(best_place(12, diagonal + straight) <= CHESS_BEST_QUEEN);
    assert_true(best_place(8, straight + CHESS_HALF_OPEN + CHESS_OPEN) <= CHESS_BEST_ROOK);
    assert_true(best_place(4, diagonal) <= CHESS_BEST_MINOR);
    assert_true(best_place(2, 8 * CHESS_REACH_KNIGHT) <= CHESS_BEST_MINOR);
    assert_true(best_place(1, passed + CHESS_GUARDED) <= CHESS_BEST_QUEEN);
}

TEST(games_had_mates_castlings_and_promotions)
{
    assert_true(events.mates > 5 && events.castlings > 20 && events.passings > 10);
    assert_true(events.promotions > 200 && met.losing > 1000 && met.even > 200);
}

RUN_TESTS(setup, NULL, NULL)
