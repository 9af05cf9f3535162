/*
 * chess_playouts.h -- whole games at random: moves, their texts, the end, values and keys, ply by
 * ply against the slow board.
 */
#ifndef CHESS_PLAYOUTS_H
#define CHESS_PLAYOUTS_H

#include "chess_fixture.h"
#include "chess_perfts.h"

static void compare_texts(const naive *n, const chess_position *p, const char *fen)
{
    char text[ABS_TEXT_MAX];
    D->print(&result, p, text, sizeof text);
    assert_string_equal(text, fen);
    const chess_position again = parsed(text); /* its score is added up anew */
    assert_memory_equal(&again, p, sizeof again);
    assert_int_equal(D->key(&result, &again), D->key(&result, p));
    assert_int_equal(chess_in_check(NULL, p), naive_checkers(n, n->black) > 0);
}

/* The same moves, no two alike; the noisy ones first and no others among them. */
static void compare_moves(const naive *n, const chess_position *p, texts *moves)
{
    naive_move list[NAIVE_MOVES];
    texts expected, sorted, noisy;
    expected.count = naive_moves(n, list);
    noisy.count = 0;
    for (int i = 0; i < expected.count; i++) {
        naive_text(list[i], expected.text[i]);
        if (naive_noisy(n, list[i]) || chess_in_check(NULL, p))
            strcpy(noisy.text[noisy.count++], expected.text[i]);
    }
    *moves = move_texts(p);
    sorted = *moves;
    qsort(expected.text, (size_t)expected.count, sizeof *expected.text, by_text);
    qsort(sorted.text, (size_t)sorted.count, sizeof *sorted.text, by_text);
    assert_int_equal(sorted.count, expected.count);
    for (int i = 0; i < expected.count; i++)
        assert_string_equal(sorted.text[i], expected.text[i]);

    chess_cursor all = chess_moves(NULL, p), some = chess_noisy(NULL, p);
    chess_move move, first;
    int count = 0;
    for (; chess_next(&some, &move); count++) {
        assert_true(chess_next(&all, &first));
        assert_int_equal(move, first);
        bool found = false;
        for (int i = 0; i < noisy.count; i++)
            found |= strcmp(noisy.text[i], moves->text[count]) == 0;
        assert_true(found);
    }
    assert_int_equal(count, noisy.count);
}

static void compare_values(const naive *n, const chess_position *p, int moves)
{
    char text[FEN_SIZE];
    const naive mirrored = naive_mirror(n);
    naive_print(&mirrored, text);
    const chess_position other = parsed(text);
    const bool check = naive_checkers(n, n->black) > 0;
    const int value = D->evaluate(&heuristic, p, 0);
    assert_int_equal(D->evaluate(&heuristic, &other, 0), value);
    assert_int_equal(D->evaluate(&result, p, 0), moves == 0 && check ? -1 : 0);
    if (moves == 0) {
        assert_int_equal(value, check ? -30000 : 0);
        assert_int_equal(D->evaluate(&heuristic, p, 7), check ? -30007 : 0);
    } else {
        assert_true(abs(value) <= 20000);
        assert_int_equal(D->evaluate(&heuristic, p, 7), value);
    }
    assert_true(D->key(&result, &other) != D->key(&result, p));
}

/* The other side to move: the same value from its view, but that the right to move changes hands.
 */
static void compare_sides(const naive *n, const chess_position *p)
{
    char text[FEN_SIZE];
    naive passed = *n;
    passed.black = !n->black;
    passed.ep_file = -1;
    if (naive_checkers(n, n->black) > 0)
        return;
    naive_print(&passed, text);
    const chess_position other = parsed(text), start = parsed(START);
    if (D->count_moves(&result, p) == 0 || D->count_moves(&result, &other) == 0)
        return;
    const int one = D->evaluate(&heuristic, p, 0), two = D->evaluate(&heuristic, &other, 0);
    assert_true(one + two == 2 * D->evaluate(&heuristic, &start, 0) || (one == 0 && two == 0));
}

typedef struct {
    int mates, stalemates, castlings, passings, promotions, checks;
} events;

/* What the last move was, by the slow board. */
static void note(events *e, const naive *before, const char *move, const naive *after)
{
    const int file = move[0] - 'a', rank = move[1] - '1', to_file = move[2] - 'a';
    const char kind = (char)tolower((unsigned char)before->cell[rank][file]);
    e->castlings += kind == 'k' && abs(file - to_file) == 2;
    e->passings += kind == 'p' && file != to_file && before->cell[move[3] - '1'][to_file] == ' ';
    e->promotions += move[4] != '\0';
    e->checks += naive_checkers(after, after->black) > 0;
}

static naive played(const naive *n, const char *move)
{
    const naive_move m = {move[0] - 'a', move[1] - '1', move[2] - 'a', move[3] - '1', move[4]};
    return naive_play(n, m);
}

/* One game; returns its plies. */
static int play_out(uint64_t seed, const char *start, game_memory *seen, int room, events *e)
{
    naive n = naive_parse(start);
    chess_position p = parsed(start);
    int plies = 0;
    for (texts moves; plies < room && plies < GAME_PLIES; plies++) {
        char fen[FEN_SIZE];
        naive_print(&n, fen);
        game_remember(seen, D->key(&result, &p), fen, strlen(fen));
        compare_texts(&n, &p, fen);
        compare_moves(&n, &p, &moves);
        compare_values(&n, &p, moves.count);
        compare_sides(&n, &p);
        if (moves.count == 0) {
            e->mates += naive_checkers(&n, n.black) > 0;
            e->stalemates += naive_checkers(&n, n.black) == 0;
            break;
        }
        const unsigned choice = game_draw(&seed, (unsigned)moves.count);
        const naive after = played(&n, moves.text[choice]);
        note(e, &n, moves.text[choice], &after);
        chess_position child;
        D->apply(&result, &p, choice, &child);
        p = child;
        n = after;
    }
    return plies;
}

static void test_playouts(void **state)
{
    (void)state;
    game_memory seen = game_remember_up_to(2 * PLAYOUT_PLIES, FEN_SIZE);
    events e = {0};
    const int most = test_amount(PLAYOUT_PLIES);
    int plies = 0;
    for (uint64_t game = 1; plies < most; game++) {
        const char *fen = game % 4 == 0   ? chess_perft_rows[game / 4 % ROWS(chess_perft_rows)].fen
                          : game % 4 == 1 ? PAWNS
                                          : START;
        plies += play_out(abs_mix64(game), fen, &seen, most - plies, &e);
    }
    /* or the games do not test these */
    assert_true(e.mates >= test_amount(30) && e.stalemates >= test_amount(15));
    assert_true(e.castlings >= test_amount(20) && e.passings >= test_amount(15));
    assert_true(e.promotions > test_amount(1000) && e.checks > test_amount(5000));
    game_check_keys(&seen, 1);
}

#endif
