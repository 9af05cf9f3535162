/*
 * unit_chess.c -- chess against published counts and against a slow generator on an array of
 * letters. Run from the top of the tree: the suite is read from games/positions.
 */
#include "chess_perfts.h"
#include "chess_playouts.h"
#include "chess_san_cases.h"
#include "chess_spoilt.h"

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

/* With PEXT and without: the same squares as step by step. */
static void test_lines(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int i = 0; i < test_amount(4000); i++) {
        uint64_t occupied = abs_mix64(random += GOLDEN);
        for (int thinner = i % 4; thinner > 0; thinner--)
            occupied &= abs_mix64(random += GOLDEN);
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

/* ---- perft ----------------------------------------------------------------------------------- */

/* Every node made and every move listed: what counting without making has to agree with. */
static uint64_t listed(const chess_position *p, int depth)
{
    uint64_t sum = 0;
    chess_move move;
    for (chess_cursor c = chess_moves(NULL, p); chess_next(&c, &move);) {
        const chess_position child = chess_apply(NULL, p, move);
        sum += depth > 1 ? listed(&child, depth - 1) : 1;
    }
    return sum;
}

static void compare_perft(const char *fen, int depth, uint64_t expected)
{
    const chess_position p = parsed(fen);
    const naive n = naive_parse(fen);
    const naive mirrored = naive_mirror(&n);
    char text[FEN_SIZE];
    naive_print(&mirrored, text);
    const chess_position other = parsed(text);
    const uint64_t count = D->perft(&result, &p, depth);
    if (count != expected)
        fail_msg("%s depth %d: %llu, expected %llu", fen, depth, (unsigned long long)count,
                 (unsigned long long)expected);
    if (expected < NAIVE_LEAVES) {
        assert_int_equal(naive_perft(&n, depth), expected);
        assert_int_equal(D->perft(&result, &other, depth), expected);
    }
    if (expected < 10 * NAIVE_LEAVES)
        assert_int_equal(listed(&p, depth), expected);
}

static void test_perft_tables(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROWS(chess_perft_tables); i++) {
        const chess_position p = parsed(chess_perft_tables[i].fen);
        assert_int_equal(D->perft(&result, &p, 0), 1);
        for (int depth = 1; depth <= 6 && chess_perft_tables[i].counts[depth - 1] != 0; depth++)
            compare_perft(chess_perft_tables[i].fen, depth,
                          chess_perft_tables[i].counts[depth - 1]);
    }
}

static void test_perft_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROWS(chess_perft_rows); i++) {
        const chess_perft_row *row = &chess_perft_rows[i];
        const naive n = naive_parse(row->fen);
        const chess_position p = parsed(row->fen);
        compare_perft(row->fen, row->depth, row->count);
        for (int depth = 1; depth < row->depth; depth++) {
            const uint64_t count = D->perft(&result, &p, depth);
            if (count < NAIVE_LEAVES)
                assert_int_equal(naive_perft(&n, depth), count);
        }
    }
}

/* ---- traps of the rules ---------------------------------------------------------------------- */

static bool has_move(const char *fen, const char *move)
{
    const chess_position p = parsed(fen);
    const texts t = move_texts(&p);
    for (int i = 0; i < t.count; i++)
        if (strcmp(t.text[i], move) == 0)
            return true;
    return false;
}

static void test_traps(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *move;
        bool legal;
    } rows[] = {
        {"8/8/8/KPp4r/8/8/8/4k3 w - c6 0 1", "b5c6", false}, /* both pawns leave the rank */
        {"8/8/8/KPp1n2r/8/8/8/4k3 w - c6 0 1", "b5c6", true},
        {"8/1b6/8/2pP4/4K3/8/8/4k3 w - c6 0 1", "d5c6", true}, /* along the pin */
        {"8/5b2/8/2pP4/2K5/8/8/4k3 w - c6 0 1", "d5c6", false},
        {"3r4/8/8/2pP4/3K4/8/8/4k3 w - c6 0 1", "d5c6", false}, /* gives check, but is pinned */
        {"8/8/8/1k1pP3/4K3/8/8/8 w - d6 0 1", "e5d6", true}, /* takes the pawn that gives check */
        {"8/8/8/2rpP2K/8/8/8/4k3 w - d6 0 1", "e5d6", false},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", true},
        {"1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", true}, /* b1 may be attacked, */
        {"3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", false}, /* d1 not */
        {"2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", false},
        {"4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", false},
        {"4k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", true}, /* the rook may */
        {"4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", false},
        {"4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1c1", false},
        {"4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1c1", false},
        {"r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8c8", true},
        {"7k/8/8/8/1b6/8/8/r3K3 w - - 0 1", "e1d1", false}, /* through the king */
        {"k7/8/8/8/8/8/4p3/4K2r w - - 0 1", "e1d2", true},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        const naive n = naive_parse(rows[i].fen);
        naive_move list[NAIVE_MOVES];
        char text[8];
        bool legal = false;
        for (int m = naive_moves(&n, list); m-- > 0;) {
            naive_text(list[m], text);
            legal |= strcmp(text, rows[i].move) == 0;
        }
        if (legal != rows[i].legal || has_move(rows[i].fen, rows[i].move) != legal)
            fail_msg("%s: %s", rows[i].fen, rows[i].move);
    }
}

#include "chess_odd.h" /* compares with listed() */

static void test_most_moves(void **state)
{
    (void)state;
    const chess_position p = parsed("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    assert_int_equal(D->count_moves(&result, &p), 218);
    assert_true(D->arena_size / ABS_MAX_PLY >= 218 * sizeof(int64_t));
    assert_true(NAIVE_MOVES >= 218);
}

/* The square is kept where a pawn stands ready, so that equal positions are equal. */
static void test_en_passant_field(void **state)
{
    (void)state;
    char text[ABS_TEXT_MAX];
    chess_position p = parsed("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    D->print(&result, &p, text, sizeof text);
    assert_string_equal(text, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    const char *const ready = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    p = parsed(ready);
    D->print(&result, &p, text, sizeof text);
    assert_string_equal(text, ready);
    const chess_position without =
        parsed("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_true(D->key(&result, &p) != D->key(&result, &without));
}

/* Colours exchanged; reflected left to right; both: the last two only where nobody may castle. */
static void test_images(void **state)
{
    (void)state;
    static const char *const images[][4] = {
        {"r3k2r/8/8/8/4Pp2/8/8/R3K2R b Kq e3 0 1", "r3k2r/8/8/4pP2/8/8/8/R3K2R w Qk e6 0 1"},
        {"4k3/8/8/8/4Pp2/8/8/3K4 b - e3 0 1", "3k4/8/8/4pP2/8/8/8/4K3 w - e6 0 1",
         "3k4/8/8/8/2pP4/8/8/4K3 b - d3 0 1", "4k3/8/8/2Pp4/8/8/8/3K4 w - d6 0 1"},
    };
    for (size_t i = 0; i < ROWS(images); i++) {
        const chess_position p = parsed(images[i][0]);
        chess_position image;
        unsigned count = 0;
        for (; D->image(&result, &p, count, &image); count++) {
            char text[ABS_TEXT_MAX];
            D->print(&result, &image, text, sizeof text);
            assert_string_equal(text, images[i][count + 1]);
        }
        assert_int_equal(count, images[i][2] != NULL ? 3 : 1);
    }
}

/* ---- evaluation and descriptor --------------------------------------------------------------- */

static int value(const char *fen)
{
    const chess_position p = parsed(fen);
    return D->evaluate(&heuristic, &p, 0);
}

static void test_ends_of_games(void **state)
{
    (void)state;
    const char *const mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    const chess_position p = parsed(mate), q = parsed("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_int_equal(D->count_moves(&result, &p), 0);
    assert_int_equal(D->evaluate(&heuristic, &p, 0), -30000);
    assert_int_equal(D->evaluate(&heuristic, &p, 9), -D->bound(&heuristic, 9));
    assert_int_equal(D->evaluate(&result, &p, 9), -1);
    assert_int_equal(D->count_moves(&result, &q), 0); /* stalemate */
    assert_int_equal(D->evaluate(&heuristic, &q, 3), 0);
    assert_int_equal(D->evaluate(&result, &q, 3), 0);
    /* pieces, but none that may move: the cheap look does not tell */
    assert_int_equal(value("k7/8/8/8/7p/6qP/8/7K w - - 0 1"), 0);
    assert_int_equal(value("8/8/8/8/3b4/1k6/1N1n4/K7 w - - 0 1"), 0);
    assert_int_equal(value("rr5k/8/8/8/8/8/N7/K7 w - - 0 1"), 0);
}

/* What any player would say. */
static void test_values_make_sense(void **state)
{
    (void)state;
    const int start = value(START);
    assert_true(start > 0 && start < 50); /* having the move */
    assert_true(value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1") < start - 250);
    assert_true(value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1") < start - 800);
    assert_true(value("rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1") < start - 40);
    assert_true(value("8/4P3/8/8/8/k7/8/4K3 w - - 0 1") > value("8/8/8/8/8/k7/4P3/4K3 w - - 0 1"));
    assert_true(value("8/8/3k4/8/8/3PP3/8/4K3 w - - 0 1") > /* doubled pawns are worth less */
                value("8/8/3k4/8/3P4/3P4/8/4K3 w - - 0 1"));
    assert_int_equal(value("8/8/3k4/8/8/3BK3/8/8 w - - 0 1"), 0); /* nobody can mate */
    assert_int_equal(value("8/8/3k4/8/8/4K3/8/8 b - - 0 1"), 0);
    assert_true(value("8/8/3k4/8/8/3BKN2/8/8 w - - 0 1") > 400);
    assert_true(value("8/8/3k4/8/8/3RK3/8/8 b - - 0 1") < -400);
}

static void test_descriptor(void **state)
{
    (void)state;
    abs_error error;
    abs_rules rules = result;
    assert_string_equal(D->name, "chess");
    assert_string_equal(D->kind, "game");
    assert_int_equal(D->max_depth(&result), ABS_MAX_DEPTH);
    assert_int_equal(D->half_pawn(&heuristic), 50);
    assert_int_equal(D->half_pawn(&result), 1);
    assert_int_equal(D->bound(&heuristic, 5), 30005);
    assert_int_equal(D->bound(&result, 5), 1);
    const chess_position example = parsed(D->forms[0].example), start = parsed("start"),
                         fen = parsed(START);
    assert_true(D->can_evaluate(&heuristic, &example));
    assert_memory_equal(&start, &fen, sizeof fen);
    assert_true(D->parse_rules(&rules, "", &error));
    assert_int_equal(rules.eval, ABS_EVAL_HEURISTIC);
    static const char *const bad[] = {"fifty=on", "eval=result", "width", ","};
    game_check_bad_options(D, bad, ROWS(bad));
}

/* ---- searches -------------------------------------------------------------------------------- */

static int searched(const abs_rules *rules, const char *fen, int depth, unsigned order, char *best)
{
    const chess_position p = parsed(fen);
    return game_search(D, rules, &p, depth, order, best);
}

static void test_searches(void **state)
{
    (void)state;
    char best[16];
    /* mate at once, and in two: the sooner the better */
    assert_int_equal(searched(&heuristic, "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1, 0, best), 30000);
    assert_string_equal(best, "d1d8");
    assert_int_equal(searched(&heuristic, "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 3, 0, best), 30002);
    assert_string_equal(best, "d1d8");
    assert_int_equal(
        searched(&heuristic, "7k/8/8/8/8/8/R7/1R5K w - - 0 1", 3, ABS_ORDER_KILLER, best), 30000);
    assert_int_equal(searched(&result, "7k/8/8/8/8/8/R7/1R5K w - - 0 1", 3, 0, best), 1);
    assert_int_equal(searched(&result, "7k/8/8/8/8/8/R7/1R5K w - - 0 1", 2, 0, best), 0);
    /* smothered */
    assert_int_equal(
        searched(&heuristic, "r6k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1", 3, ABS_ORDER_EVAL, best), 30000);
    assert_string_equal(best, "b3g8");
    /* a knight mates, a queen does not */
    assert_int_equal(searched(&heuristic, "6br/5Ppk/7p/8/8/8/8/K7 w - - 0 1", 1, 0, best), 30000);
    assert_string_equal(best, "f7f8n");
    const unsigned all = ABS_ORDER_KILLER | ABS_ORDER_EVAL | ABS_ORDER_HISTORY;
    assert_int_equal(searched(&heuristic, "6br/5Ppk/7p/8/8/8/8/K7 w - - 0 1", 3, all, best), 30002);
    assert_string_equal(best, "f7f8n");
}

/* ---- the suite ------------------------------------------------------------------------------- */

static void test_suite(void **state)
{
    (void)state;
    static char fens[128][FEN_SIZE], ids[128][32];
    char line[512], phase[16];
    int count = 0, phases[3] = {0};
    FILE *file = fopen("games/positions/chess.epd", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            continue;
        assert_true(count < 128);
        const char *comment = strstr(line, "c0 \"phase ");
        assert_non_null(comment);
        assert_int_equal(sscanf(line, "%95[^i]id \"%31[^\"]\";", fens[count], ids[count]), 2);
        assert_int_equal(sscanf(comment, "c0 \"phase %15[a-z]\";", phase), 1);
        const chess_position p = parsed(fens[count]);
        assert_true(D->count_moves(&result, &p) >= 2);
        assert_true(abs(D->evaluate(&heuristic, &p, 0)) < 2000);
        for (int i = 0; i < count; i++) {
            const chess_position other = parsed(fens[i]);
            assert_string_not_equal(ids[i], ids[count]);
            assert_memory_not_equal(&other, &p, sizeof p);
        }
        const char *const names[] = {"opening", "middle", "late"};
        int known = 0;
        for (int i = 0; i < 3; i++)
            if (strcmp(phase, names[i]) == 0)
                known = 1, phases[i]++;
        assert_true(known);
        count++;
    }
    fclose(file);
    assert_true(count >= 50);
    for (int i = 0; i < 3; i++)
        assert_true(phases[i] >= 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_perft_tables),
        cmocka_unit_test(test_perft_rows),
        cmocka_unit_test(test_playouts),
        cmocka_unit_test(test_san_rules),
        cmocka_unit_test(test_san_read),
        cmocka_unit_test(test_san_games),
        cmocka_unit_test(test_traps),
        cmocka_unit_test(test_odd_positions),
        cmocka_unit_test(test_random_boards),
        cmocka_unit_test(test_declared_moves),
        cmocka_unit_test(test_declared_strength),
        cmocka_unit_test(test_most_moves),
        cmocka_unit_test(test_en_passant_field),
        cmocka_unit_test(test_images),
        cmocka_unit_test(test_ends_of_games),
        cmocka_unit_test(test_values_make_sense),
        cmocka_unit_test(test_descriptor),
        cmocka_unit_test(test_searches),
        cmocka_unit_test(test_malformed_texts),
        cmocka_unit_test(test_spoilt_texts),
        cmocka_unit_test(test_suite),
    };
    return cmocka_run_group_tests(tests, fill_tables, NULL);
}
