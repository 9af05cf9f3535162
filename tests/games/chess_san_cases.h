/*
 * chess_san_cases.h -- moves of chess in standard algebraic notation: each rule by name, and whole
 * games against a writer that works on letters.
 */
#ifndef CHESS_SAN_CASES_H
#define CHESS_SAN_CASES_H

#include "chess_fixture.h"

/* ---- by name --------------------------------------------------------------------------------- */

static const struct {
    const char *fen, *move, *san;
} san_cases[] = {
    {START, "e2e4", "e4"},
    {START, "g1f3", "Nf3"},
    /* one of two knights, told by file; by rank where the file is the same; rooks likewise */
    {"4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "c3e4", "Nce4"},
    {"4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "g3e4", "Nge4"},
    {"4k3/8/8/2N5/8/2N5/8/4K3 w - - 0 1", "c5e4", "N5e4"},
    {"4k3/8/8/R7/8/R7/8/4K3 w - - 0 1", "a3a4", "R3a4"},
    /* neither file nor rank is enough: three queens, and three knights */
    {"8/8/8/k7/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1+"},
    {"8/8/8/k7/4Q2Q/8/8/K6Q w - - 0 1", "e4e1", "Qee1+"},
    {"8/8/8/k7/4Q2Q/8/8/K6Q w - - 0 1", "h1e1", "Q1e1+"},
    {"7k/8/8/1N3N2/8/1N6/8/K7 w - - 0 1", "b5d4", "Nb5d4"},
    /* a pinned piece does not count */
    {"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"},
    {"4r2k/8/8/8/8/4R3/8/R3K3 w - - 0 1", "a1a3", "Ra3"},
    /* a queen and a bishop on one square: pieces of different kinds are told by their letters */
    {"6k1/8/8/8/3Q4/8/8/K2B4 w - - 0 1", "d1a4", "Ba4"},
    /* captures: pieces, pawns, in passing for either side, with check */
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"},
    {"4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", "Nxd5"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
    {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", "dxe3"},
    {"8/4k3/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6+"},
    {"4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "c5d6", "cxd6"},
    /* promotions, with capture, check and mate */
    {"8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "a8=Q"},
    {"8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n", "a8=N"},
    {"1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8r", "axb8=R+"},
    {"6br/5Ppk/7p/8/8/8/8/K7 w - - 0 1", "f7f8n", "f8=N#"},
    {"6rk/5Ppp/8/8/8/8/8/K7 w - - 0 1", "f7g8q", "fxg8=Q+"},
    {"k7/8/8/8/8/8/5pPP/6BK b - - 0 1", "f2g1b", "fxg1=B"},
    {"k7/8/8/8/8/8/5pPP/6RK b - - 0 1", "f2g1n", "fxg1=N"},
    {"k7/8/8/8/8/8/4p1PP/7K b - - 0 1", "e2e1q", "e1=Q#"},
    /* castling, long, by black, with check and with mate */
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"},
    {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
    {"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"},
    {"4rkr1/4p1p1/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O#"},
    /* check by a piece that was behind; mate by two at once */
    {"4k3/8/8/8/8/8/4N3/K3R3 w - - 0 1", "e2c3", "Nc3+"},
    {"5r1k/6pp/7N/8/8/8/8/6K1 w - - 0 1", "h6f7", "Nf7+"},
    {"6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", "g5f7", "Nf7#"},
    {"rnb1kb1r/pp3ppp/2p5/8/3q4/8/8/3QK3 w kq - 0 1", "d1d4", "Qxd4"},
};

static void test_san_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROWS(san_cases); i++) {
        const chess_position p = parsed(san_cases[i].fen);
        const texts moves = move_texts(&p);
        int found = 0;
        for (int m = 0; m < moves.count; m++) {
            char san[ABS_TEXT_MAX];
            if (strcmp(moves.text[m], san_cases[i].move) != 0)
                continue;
            D->san(&result, &p, (unsigned)m, san, sizeof san);
            assert_string_equal(san, san_cases[i].san);
            found++;
        }
        if (found != 1)
            fail_msg("%s has no move %s", san_cases[i].fen, san_cases[i].move);
    }
}

/* ---- read ------------------------------------------------------------------------------------ */

static unsigned move_named(const chess_position *p, const texts *moves, const char *text)
{
    abs_error error;
    const unsigned move = D->read_move(&result, p, text, &error);
    if (move >= (unsigned)moves->count)
        fail_msg("%s: %s", text, error.text);
    return move;
}

static void test_san_read(void **state)
{
    (void)state;
    static const char castles[] = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    static const char knights[] = "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1";
    static const char pawn[] = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
    static const char passing[] = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    static const char black[] = "4k3/8/8/8/8/2n3n1/8/4K3 b - - 0 1";
    static const struct {
        const char *fen, *text, *move;
    } cases[] = {
        {START, "e4", "e2e4"},       {START, "Pe4", "e2e4"},      {START, "e2e4", "e2e4"},
        {START, "e2-e4", "e2e4"},    {START, "Nf3!?", "g1f3"},    {START, "Ng1-f3", "g1f3"},
        {START, "Ng1f3", "g1f3"},    {START, "g1f3", "g1f3"},     {START, "Ngf3+", "g1f3"},
        {castles, "O-O", "e1g1"},    {castles, "O-O-O!", "e1c1"}, {castles, "0-0", "e1g1"},
        {castles, "0-0-0+", "e1c1"}, {castles, "e1c1", "e1c1"},   {castles, "Ke1-g1", "e1g1"},
        {castles, "Rxa8+", "a1a8"},  {castles, "Kf1", "e1f1"},    {knights, "Nce4", "c3e4"},
        {knights, "Nc3e4", "c3e4"},  {knights, "Ng3-e4", "g3e4"}, {knights, "N3h5", "g3h5"},
        {pawn, "a8=Q", "a7a8q"},     {pawn, "a8Q+", "a7a8q"},     {pawn, "a8=n", "a7a8n"},
        {pawn, "a7a8r", "a7a8r"},    {pawn, "axb8=B", "a7b8b"},   {pawn, "ab8=Q#", "a7b8q"},
        {pawn, "a7xb8=N", "a7b8n"},  {passing, "exd6", "e5d6"},   {passing, "e5xd6", "e5d6"},
        {black, "Nge4", "g3e4"},     {black, "c3-e4", "c3e4"},
    };
    static const struct {
        const char *fen, *text, *says;
    } bad[] = {
        {START, "", "'' is not a move"},
        {START, "N", "'N' is not a move: write Nf3, exd5, e8=Q, O-O or e2e4"},
        {START, "nf3", "'nf3' is not a move"},
        {START, "e9", "'e9' is not a move"},
        {START, "Nf3f", "is not a move"},
        {START, "ee2e4", "is not a move"},
        {START, "e2e4e5", "is not a move"},
        {START, "e.p.", "is not a move"},
        {START, "O-O-O-O", "is not a move"},
        {START, "Nf3\x01", "'Nf3?' is not a move"},
        {START, "e5", "'e5' is not a legal move here"},
        {START, "Nd2", "is not a legal move"},
        {START, "Bb5", "is not a legal move"},
        {START, "O-O", "is not a legal move"},
        {START, "e2e5", "is not a legal move"},
        {START, "f3f4", "is not a legal move"},
        {START, "e4=Q", "is not a legal move"},
        {castles, "Kg1", "is not a legal move"},
        {knights, "Ne4", "'Ne4' may be Nce4 or Nge4: say which"},
        {knights, "N3e4", "may be Nce4 or Nge4"},
        {pawn, "a8", "'a8' may be a8=Q or a8=N or a8=R or a8=B: say which"},
        {pawn, "a7b8", "may be axb8=Q or"},
        {pawn, "a8=K", "is not a move"},
        {"4r2k/8/8/8/8/4R3/8/4K3 w - - 0 1", "Ra3", "is not a legal move"}, /* pinned */
    };
    for (size_t i = 0; i < ROWS(cases); i++) {
        const chess_position p = parsed(cases[i].fen);
        const texts moves = move_texts(&p);
        assert_string_equal(moves.text[move_named(&p, &moves, cases[i].text)], cases[i].move);
    }
    for (size_t i = 0; i < ROWS(bad); i++) {
        abs_error error = {.text = ""};
        const chess_position p = parsed(bad[i].fen);
        assert_int_equal(D->read_move(&result, &p, bad[i].text, &error), ABS_NO_MOVE);
        assert_int_equal(error.code, ABS_USAGE);
        if (strstr(error.text, bad[i].says) == NULL)
            fail_msg("%s: %s", bad[i].text, error.text);
    }
}

/* ---- whole games ----------------------------------------------------------------------------- */

static char letter_at(const naive *n, const char *square)
{
    return n->cell[square[1] - '1'][square[0] - 'a'];
}

/* Written from the letters on the board and the texts of all moves. */
static void naive_san(const naive *n, const texts *moves, const char *move, const char *after,
                      char *san)
{
    const char letter = letter_at(n, move);
    const bool pawn = letter == 'P' || letter == 'p';
    const bool takes = letter_at(n, move + 2) != ' ' || (pawn && move[0] != move[2]);
    int like = 0, in_file = 0, in_rank = 0;
    for (int m = 0; m < moves->count; m++) {
        const char *other = moves->text[m];
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

typedef struct {
    int moves, checks, mates;
} san_tally;

static void compare_san(const naive *n, const chess_position *p, san_tally *t)
{
    const texts moves = move_texts(p);
    naive_move list[NAIVE_MOVES], replies[NAIVE_MOVES];
    const int count = naive_moves(n, list);
    assert_int_equal(count, moves.count);
    for (int i = 0; i < count; i++) {
        char move[8], san[ABS_TEXT_MAX], wanted[32];
        const naive child = naive_play(n, list[i]);
        const bool check = naive_checkers(&child, child.black) > 0;
        const bool mate = check && naive_moves(&child, replies) == 0;
        naive_text(list[i], move);
        int m = 0;
        while (m < moves.count && strcmp(moves.text[m], move) != 0)
            m++;
        assert_true(m < moves.count);
        D->san(&result, p, (unsigned)m, san, sizeof san);
        naive_san(n, &moves, move, mate ? "#" : check ? "+" : "", wanted);
        assert_string_equal(san, wanted);
        assert_int_equal(move_named(p, &moves, san), m);
        assert_int_equal(move_named(p, &moves, move), m);
        t->moves++;
        t->checks += check;
        t->mates += mate;
    }
}

/* Games at random; what is rare must have come up. */
static void test_san_games(void **state)
{
    (void)state;
    static const char *const starts[] = {START, PAWNS, "4k3/8/8/8/8/8/QQQ5/Q3K2Q w - - 0 1",
                                         "4k3/8/8/NNN5/8/N6N/8/4K3 w - - 0 1"};
    san_tally t = {0};
    uint64_t seed = 1;
    for (int game = 0; game < test_amount(240); game++) {
        chess_position p = parsed(starts[game % (int)ROWS(starts)]);
        for (int ply = 0; ply < 120; ply++) {
            char fen[ABS_TEXT_MAX];
            D->print(&result, &p, fen, sizeof fen);
            const naive n = naive_parse(fen);
            compare_san(&n, &p, &t);
            const unsigned count = D->count_moves(&result, &p);
            if (count == 0)
                break;
            const chess_position before = p;
            D->apply(&result, &before, game_draw(&seed, count), &p);
        }
    }
    assert_true(t.moves > test_amount(200000));
    assert_true(t.checks > test_amount(5000) && t.mates > test_amount(100));
}

#endif
