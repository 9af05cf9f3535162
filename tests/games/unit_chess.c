/*
 * unit_chess.c -- chess against a slow generator on an array of letters. Run from the top of the
 * tree.
 */
#include "chess_naive.h"
#include "helpers.h"

#define chess_domain tested_chess_domain /* the program's own is linked in, too */
#include "games/chess.c"

#define GAME chess
#define GAME_NOISY
#define GAME_EXCHANGE
#define GAME_UNORDERED

static const abs_domain *const D = &tested_chess_domain;

static naive game_read(const char *text)
{
    return naive_parse(text);
}

static void game_write(const naive *n, char *text)
{
    naive_print(n, text);
}

enum {
    GAME_MOVES = NAIVE_MOVES,
    GAME_STARTS = 9,
    GAME_PLIES = 100000, /* and boards, in make check-long */
    GAME_BOARDS = 4000,
};

/* Pawns and nothing else; many of a kind; captures on the last rank. */
static const char *const game_starts[] = {
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/QQQ5/Q3K2Q w - - 0 1",
    "4k3/8/8/NNN5/8/N6N/8/4K3 w - - 0 1",
    "1rr4k/P7/8/8/8/8/8/1R5K w - - 0 1",
    "7k/8/8/8/8/8/p6K/1r1R4 w - - 0 1",
    "1r5k/P7/8/8/8/8/8/1R5K w - - 0 1",
    "1n1r3k/P7/8/8/8/8/8/1R5K w - - 0 1",
    "1r1R4/P6k/8/8/8/8/8/7K b - - 0 1",
    "1r5k/8/8/8/8/8/P1p4K/1RB5 b - - 0 1",
};

#include "naive_game.h"

static naive_move move_read(const char *text)
{
    return (naive_move){text[0] - 'a', text[1] - '1', text[2] - 'a', text[3] - '1', text[4]};
}

static int game_children(const naive *n, naive_child *list)
{
    static naive_move moves[NAIVE_MOVES];
    const int count = naive_moves(n, moves);
    for (int i = 0; i < count; i++) {
        list[i] =
            (naive_child){.after = naive_play(n, moves[i]), .noisy = naive_noisy(n, moves[i])};
        naive_text(moves[i], list[i].text);
    }
    return count;
}

static bool game_checked(const naive *n)
{
    return naive_checkers(n, n->black) > 0;
}

static int game_result(const naive *n, int moves)
{
    return moves == 0 && game_checked(n) ? -1 : 0;
}

static int game_worth(const naive *n, int moves, int depth)
{
    return moves > 0 ? GAME_UNKNOWN : game_checked(n) ? -30000 - depth : 0;
}

static bool game_image(const naive *n, int i, naive *image)
{
    *image = naive_mirror(n);
    return i == 0;
}

/* Any pieces, few or many, but for pawns on edges. */
static bool game_random(uint64_t *random, naive *n)
{
    static const char pieces[] = "qQrRbBnNpP";
    const uint64_t kinds = 1 + test_random(random, 10), emptiness = 1 + test_random(random, 5);
    const int white = (int)test_random(random, 64), black = (int)test_random(random, 64);
    *n = (naive){.black = test_random(random, 2), .ep_file = -1};
    for (int square = 0; square < 64; square++) {
        const char piece = pieces[test_random(random, kinds)];
        const bool edge = square < 8 || square >= 56;
        const bool empty = test_random(random, emptiness) > 0 || (edge && strchr("pP", piece));
        n->cell[square / 8][square % 8] = empty ? ' ' : piece;
    }
    n->cell[white / 8][white % 8] = 'K';
    n->cell[black / 8][black % 8] = 'k';
    return true;
}

/* ---- exchanges ------------------------------------------------------------------------------- */

enum { EXCHANGE_FILES = 8, EXCHANGE_RANKS = 8 };

static const char exchange_kinds[] = "pnbrqk";

static int exchange_price(char letter)
{
    switch (tolower((unsigned char)letter)) {
    case 'p':
        return 100;
    case 'n':
    case 'b':
        return 325;
    case 'r':
        return 500;
    case 'q':
        return 950;
    default:
        return 0; /* an empty square; a king, which is not lost */
    }
}

#define exchange_reaches naive_piece_attacks

static char exchange_becomes(char letter, int rank)
{
    if (rank == (letter == 'p' ? 0 : 7) && tolower((unsigned char)letter) == 'p')
        return letter == 'p' ? 'q' : 'Q';
    return letter;
}

static bool exchange_safe(const naive *n, bool black)
{
    return naive_checkers(n, black) == 0;
}

static int exchange_place(int file, int rank, bool black)
{
    return (black ? 7 - rank : rank) * 8 + file;
}

#include "naive_exchange.h"

/* Unknown where both kings could take: the game lets one take beside the other if a piece of its
   own stands behind it. */
static int game_gain(const naive *n, const naive_child *child)
{
    const naive_move m = move_read(child->text);
    const char piece = n->cell[m.rank][m.file], taken = n->cell[m.to_rank][m.to_file];
    const bool passing =
        taken == ' ' && m.file != m.to_file && tolower((unsigned char)piece) == 'p';
    const exchange_square at = {m.to_file, m.to_rank, n->black};
    int kings = 0;
    for (int square = 0; square < 64; square++)
        kings += tolower((unsigned char)n->cell[square / 8][square % 8]) == 'k' &&
                 naive_piece_attacks(n, square % 8, square / 8, m.to_file, m.to_rank);
    if (kings == 2)
        return GAME_UNKNOWN;
    return (passing ? 100 : exchange_price(taken)) +
           (m.promotion ? exchange_price(m.promotion) - 100 : 0) -
           exchange_wins(&child->after, at, !n->black);
}

/* Victims before attackers, promotions by what they win. */
TEST(test_ranks)
{
    const chess_rules rules = {{.eval = ABS_EVAL_HEURISTIC}};
    chess_position p;
    abs_error error;
    assert_true(chess_parse(&rules, "1r5k/P7/8/3q4/2P1P3/8/3R4/K7 w - - 0 1", &p, &error));
    chess_move moves[CHESS_MAX_MOVES];
    unsigned count = 0;
    for (chess_cursor c = chess_moves(&rules, &p); chess_next(&c, &moves[count]);)
        count++;
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < count; k++) {
            const int first = chess_taken_price(&p, moves[i]) + chess_promoted_price(moves[i]);
            const int second = chess_taken_price(&p, moves[k]) + chess_promoted_price(moves[k]);
            const int piece = chess_price[chess_kind(&p, chess_from(moves[i]))];
            const int other = chess_price[chess_kind(&p, chess_from(moves[k]))];
            if (first > second || (first == second && first > 0 && piece < other))
                assert_true(chess_capture(&rules, &p, moves[i]) >
                            chess_capture(&rules, &p, moves[k]));
        }
}

/* ---- standard algebraic notation ------------------------------------------------------------- */

static char letter_at(const naive *n, const char *square)
{
    return n->cell[square[1] - '1'][square[0] - 'a'];
}

/* Written from the letters on the board and the texts of all moves. */
static void naive_san(const naive *n, const naive_child *list, int count, const char *move,
                      const char *after, char *san)
{
    const char letter = letter_at(n, move);
    const bool pawn = letter == 'P' || letter == 'p';
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
    char *c = san;
    if ((letter == 'K' || letter == 'k') && abs(move[0] - move[2]) == 2) {
        c += sprintf(c, "%s", move[2] == 'g' ? "O-O" : "O-O-O");
    } else {
        if (!pawn)
            *c++ = (char)(letter & ~32);
        if (pawn ? takes : like > 1 && (in_file == 1 || in_rank > 1))
            *c++ = move[0];
        if (!pawn && like > 1 && in_file > 1)
            *c++ = move[1];
        if (takes)
            *c++ = 'x';
        c += sprintf(c, "%.2s", move + 2);
        if (move[4] != '\0')
            c += sprintf(c, "=%c", move[4] & ~32);
    }
    sprintf(c, "%s", after);
}

static struct {
    unsigned mates, castlings, passings, promotions;
} events;

/* Every move's name, and the move that is read from it. */
static void compare_san(const naive *n, const game_position *p, const naive_child *list, int count)
{
    static naive_child replies[NAIVE_MOVES];
    for (int i = 0; i < count; i++) {
        char san[ABS_TEXT_MAX], wanted[32];
        abs_error error;
        const naive after = list[i].after;
        const bool check = game_checked(&after);
        const bool mate = check && game_children(&after, replies) == 0;
        const unsigned move = move_of(p, list[i].text);
        D->san(heuristic, p, move, san, sizeof san);
        naive_san(n, list, count, list[i].text, mate ? "#" : check ? "+" : "", wanted);
        assert_string_equal(san, wanted);
        assert_int_equal(D->read_move(heuristic, p, san, &error), move);
        assert_int_equal(D->read_move(heuristic, p, list[i].text, &error), move);
        events.mates += mate;
        events.castlings += san[0] == 'O';
        events.promotions += list[i].text[4] != '\0';
    }
}

static void game_more(const naive *n, const game_position *p, const naive_child *list, int count)
{
    for (int i = 0; i < count; i++) {
        const naive_move m = move_read(list[i].text);
        events.passings +=
            list[i].noisy && m.promotion == '\0' && n->cell[m.to_rank][m.to_file] == ' ';
    }
    if (met.plies % 4 == 0)
        compare_san(n, p, list, count);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static uint64_t walked(unsigned square, uint64_t occupied, int first, int end)
{
    uint64_t attacks = 0;
    for (int i = first; i < end; i++) {
        int file = (int)square % 8 + naive_steps[i][0], rank = (int)square / 8 + naive_steps[i][1];
        for (bool go_on = true; go_on && naive_inside(file, rank);) {
            const uint64_t place = chess_bit((unsigned)(rank * 8 + file));
            attacks |= place;
            go_on = (occupied & place) == 0;
            file += naive_steps[i][0];
            rank += naive_steps[i][1];
        }
    }
    return attacks;
}

static uint64_t draw_64(uint64_t *random)
{
    return abs_mix64(*random += UINT64_C(0x9E3779B97F4A7C15));
}

/* With PEXT and without: the same squares as step by step. */
TEST(test_lines)
{
    uint64_t random = 1;
    for (int i = 0; i < test_amount(4000); i++) {
        uint64_t occupied = draw_64(&random);
        for (int thinner = i % 4; thinner > 0; thinner--)
            occupied &= draw_64(&random);
        for (unsigned s = 0; s < 64; s++) {
            const uint64_t rook = walked(s, occupied, 0, 4), bishop = walked(s, occupied, 4, 8);
            assert_int_equal(chess_rook(s, occupied), rook);
            assert_int_equal(chess_bishop(s, occupied), bishop);
            assert_int_equal(chess_rook_by_line(s, occupied), rook);
            assert_int_equal(chess_bishop_by_line(s, occupied), bishop);
            assert_int_equal(bits_count(occupied), __builtin_popcountll(occupied));
        }
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

TEST(test_declared_strength)
{
    const int32_t diagonal = 13 * CHESS_REACH_DIAGONAL, straight = 14 * CHESS_REACH_STRAIGHT;
    const int32_t passed = CHESS_PASSED + CHESS_PASSED_5 + CHESS_PASSED_6 + CHESS_PASSED_7;
    assert_true(best_place(12, diagonal + straight) <= CHESS_BEST_QUEEN);
    assert_true(best_place(8, straight + CHESS_HALF_OPEN + CHESS_OPEN) <= CHESS_BEST_ROOK);
    assert_true(best_place(4, diagonal) <= CHESS_BEST_MINOR);
    assert_true(best_place(2, 8 * CHESS_REACH_KNIGHT) <= CHESS_BEST_MINOR);
    assert_true(best_place(1, passed + CHESS_GUARDED) <= CHESS_BEST_QUEEN);
    assert_int_equal(D->bound(heuristic, 5), 30005);
    assert_int_equal(D->half_pawn(heuristic), 50);
}

TEST(test_events)
{
    assert_true(events.mates > 5 && events.castlings > 20 && events.passings > 10);
    assert_true(events.promotions > 200 && met.losing > 1000 && met.even > 200);
}

RUN_TESTS(setup, NULL, NULL)
