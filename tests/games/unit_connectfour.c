/*
 * unit_connectfour.c -- connect four against a slow implementation on an array of characters.
 * Run from the top of the tree: the suite is read from games/positions.
 */
#include "game_checks.h"
#include "naive_connectfour.h"

extern const abs_domain connectfour_domain;
static const abs_domain *const D = &connectfour_domain;
static const abs_rules heuristic = {.eval = ABS_EVAL_HEURISTIC}, result = {.eval = ABS_EVAL_RESULT};

enum { PLAYOUT_PLIES = 100000, ROWS_BY_HAND = 13 };

typedef struct {
    uint64_t block[8];
} position; /* room for the domain's */

/* ---- helpers -------------------------------------------------------------------------------- */

static position parsed(const char *text)
{
    position p;
    game_parse(D, &result, text, &p, sizeof p);
    return p;
}

/* The same moves in the columns mirrored left to right. */
static void mirror(const char *moves, char *mirrored)
{
    for (; *moves != '\0'; moves++)
        *mirrored++ = (char)('1' + '7' - *moves);
    *mirrored = '\0';
}

static bool wins_at_once(const naive *n)
{
    int columns[COLUMNS];
    for (int i = naive_columns(n, columns); i-- > 0;)
        if (naive_play(n, columns[i]).line >= 0)
            return true;
    return false;
}

/* ---- rules ---------------------------------------------------------------------------------- */

/* Known for long; the slow implementation has to find them too. */
static void test_perft(void **state)
{
    (void)state;
    static const uint64_t expected[] = {1,     7,      49,     343,     2401,
                                        16807, 117649, 823536, 5673234, 39394572};
    const naive n = naive_start();
    const position start = parsed("start");
    for (int depth = 0; depth < 10; depth++) {
        assert_int_equal(D->perft(&result, &start, depth), expected[depth]);
        assert_int_equal(naive_perft(&n, depth), expected[depth]);
    }
}

static void compare_texts(const naive *n, const position *p, const char *moves)
{
    char text[ABS_TEXT_MAX], expected[ABS_TEXT_MAX];
    snprintf(expected, sizeof expected, "%s %c", n->cell, n->side);
    D->print(&result, p, text, sizeof text);
    assert_string_equal(text, expected);
    const position again = parsed(text);
    assert_memory_equal(&again, p, D->position_size);
    if (n->discs > 0) {
        const position played = parsed(moves);
        assert_memory_equal(&played, p, D->position_size);
    }
}

static void compare_values(const naive *n, const position *p, const char *moves)
{
    const int value = D->evaluate(&heuristic, p, 0);
    const naive swapped = naive_swap(n);
    assert_int_equal(value, naive_judge(n, 'X'));
    assert_int_equal(value, naive_judge(&swapped, 'O'));
    assert_true(abs(value) <= D->bound(&heuristic, 0));
    assert_int_equal(D->evaluate(&result, p, 0), n->line >= 0 ? -1 : 0);
    if (n->discs > 0) {
        char mirrored[CELLS + 1];
        mirror(moves, mirrored);
        const position other = parsed(mirrored);
        assert_int_equal(D->evaluate(&heuristic, &other, 0), value);
        assert_int_equal(D->evaluate(&result, &other, 0), n->line >= 0 ? -1 : 0);
    }
}

/* Whole games at random: moves, their texts, the end, values and keys, ply by ply. */
static void test_playouts(void **state)
{
    (void)state;
    game_memory memory = game_remember_up_to(2 * PLAYOUT_PLIES, CELLS);
    bool won_on[LINES] = {false};
    int plies = 0, draws = 0, won = 0;
    for (uint64_t game = 1; plies < PLAYOUT_PLIES; game++) {
        naive n = naive_start();
        position p = parsed("start");
        char moves[CELLS + 1] = "";
        uint64_t random = abs_mix64(game * GOLDEN);
        for (int columns[COLUMNS]; plies < PLAYOUT_PLIES; plies++) {
            const int count = naive_columns(&n, columns);
            assert_int_equal(D->count_moves(&result, &p), count);
            compare_texts(&n, &p, moves);
            compare_values(&n, &p, moves);
            game_remember(&memory, D->key(&result, &p), n.cell, CELLS); /* the side follows */
            if (count == 0)
                break;
            for (int i = 0; i < count; i++)
                assert_int_equal(D->promise(&result, &p, (unsigned)i),
                                 naive_promise(&n, columns[i]));
            const unsigned choice = game_draw(&random, (unsigned)count);
            char text[ABS_TEXT_MAX];
            D->move_text(&result, &p, choice, text, sizeof text);
            assert_int_equal(text[0], '1' + columns[choice]);
            assert_int_equal(text[1], '\0');
            moves[n.discs] = text[0];
            moves[n.discs + 1] = '\0';
            position child = {{0}};
            D->apply(&result, &p, choice, &child);
            p = child;
            n = naive_play(&n, columns[choice]);
        }
        if (n.line >= 0)
            won_on[n.line] = true, won++;
        else
            draws += naive_over(&n);
    }
    assert_true(draws > 0 && won > 0);
    for (int i = 0; i < LINES; i++)
        assert_true(won_on[i]); /* or the playouts do not test every line */
    game_check_keys(&memory, 1);
}

/* ---- evaluation and descriptor -------------------------------------------------------------- */

static void test_bound_is_reached(void **state)
{
    (void)state;
    const position lost = parsed("1212121"), winning = parsed("121212");
    assert_int_equal(D->evaluate(&heuristic, &lost, 0), -D->bound(&heuristic, 0));
    assert_int_equal(D->evaluate(&heuristic, &winning, 0), D->bound(&heuristic, 42));
    assert_int_equal(D->evaluate(&result, &lost, 5), -1);
    assert_int_equal(D->evaluate(&result, &winning, 0), 0);
    assert_int_equal(D->bound(&result, 42), 1);
}

static void test_quicker_wins_are_worth_more(void **state)
{
    (void)state;
    const position quick = parsed("1212121"), slow = parsed("172121212");
    assert_int_equal(D->evaluate(&heuristic, &quick, 0), 7 - 10000);
    assert_int_equal(D->evaluate(&heuristic, &slow, 0), 9 - 10000);
}

static void test_descriptor(void **state)
{
    (void)state;
    abs_error error;
    abs_rules rules = result;
    assert_string_equal(D->name, "connectfour");
    assert_non_null(strstr(D->aliases, "connect4"));
    assert_string_equal(D->kind, "game");
    assert_int_equal(D->max_depth(&result), 42);
    assert_int_equal(abs_min_depth(D, &result), 0);
    assert_int_equal(D->half_pawn(&result), 1);
    assert_int_equal(D->half_pawn(&heuristic), 41);
    assert_false(abs_free_passes(D, &result));
    const position example = parsed(D->forms[0].example);
    assert_true(D->can_evaluate(&heuristic, &example));
    assert_true(D->parse_rules(&rules, "", &error));
    assert_int_equal(rules.eval, ABS_EVAL_HEURISTIC);
    static const char *const bad[] = {"width=7", "eval=result", "width", ","};
    game_check_bad_options(D, bad, ROWS(bad));
}

/* ---- searches ------------------------------------------------------------------------------- */

static int searched(const abs_rules *rules, const position *p, int depth, unsigned order)
{
    return game_search(D, rules, p, depth, order, NULL);
}

/* c4-35 of the suite, 32 discs: with and without ordering, and by brute force. */
static void test_value_of_a_late_position(void **state)
{
    (void)state;
    static const char moves[] = "41631735663347223225777655236675";
    naive n = naive_start();
    for (int i = 0; moves[i] != '\0'; i++)
        n = naive_play(&n, moves[i] - '1');
    const position p = parsed(moves);
    const int value = naive_value(&n);
    assert_int_equal(searched(&result, &p, 10, 0), value);
    assert_int_equal(searched(&result, &p, 10, ABS_ORDER_KILLER | ABS_ORDER_HISTORY), value);
    assert_int_equal(searched(&result, &p, 42, ABS_ORDER_EVAL), value);
    const int score = searched(&heuristic, &p, 10, 0);
    assert_int_equal((score > 0) - (score < 0), value);
}

static void test_nobody_wins_early(void **state)
{
    (void)state;
    const position start = parsed("start");
    assert_int_equal(searched(&result, &start, 8, 0), 0);
    const position lost = parsed("4455"); /* three open in a row come next */
    assert_int_equal(searched(&result, &lost, 3, 0), 1);
    assert_int_equal(searched(&result, &lost, 2, 0), 0);
}

/* ---- malformed texts ------------------------------------------------------------------------ */

#define EMPTY_ROW "-------"
#define FOUR_EMPTY EMPTY_ROW EMPTY_ROW EMPTY_ROW EMPTY_ROW
#define FIVE_EMPTY FOUR_EMPTY EMPTY_ROW

static const game_refusal malformed[] = {
    {"", "this has 0"},
    {"begin", "this has 5"},
    {"Start", "this has 5"},
    {"start ", "this has 6"},
    {" 4", "this has 2"},
    {"-4", "this has 2"},
    {"0", "ply 1"},
    {"48", "ply 2"},
    {"4 4", "ply 2"},
    {"44x", "ply 3"},
    {"44\n", "ply 3"},
    {"4444444", "ply 7: column 4 is full"},
    {"12121211", "over at ply 7"},
    {"1212121212", "over at ply 7"},
    {"445566771", "over at ply 7"},
    {FIVE_EMPTY EMPTY_ROW, "this has 42"},
    {FIVE_EMPTY EMPTY_ROW " X ", "this has 45"},
    {FIVE_EMPTY "------ X", "this has 43"},
    {FIVE_EMPTY EMPTY_ROW "- X", "this has 45"},
    {FIVE_EMPTY "---x--- O", "square 39"},
    {FIVE_EMPTY "---0--- O", "square 39"},
    {FIVE_EMPTY "---X--\xC3 O", "square 42"},
    {FIVE_EMPTY "---X---- ", "side to move"},
    {FIVE_EMPTY "---X---/O", "side to move"},
    {FIVE_EMPTY "---X--- o", "side to move"},
    {FIVE_EMPTY "---X--- -", "side to move"},
    {FOUR_EMPTY "---X---" EMPTY_ROW " O", "column 4"},
    {"-----O-" FOUR_EMPTY "--X---- X", "column 6"},
    {FOUR_EMPTY "OOOO---XXXX--- X", "X has four in a row and is to move"},
    {FIVE_EMPTY "---XX-- X", "X could win before the seventh disc"},
    {FIVE_EMPTY "OOO---- X", "O could win before the seventh disc"},
    {FIVE_EMPTY "-OXXXX- O", "X could win before the seventh disc"},
    {FIVE_EMPTY "XXX-X-- O", "X could win before the seventh disc"},
    {FOUR_EMPTY "OOO----XXXXO-- X", "X has four in a row and is to move"},
    {FOUR_EMPTY "XXX----OOOOX-X O", "O has four in a row and is to move"},
};

static void test_malformed_texts(void **state)
{
    (void)state;
    game_check_refusals(D, &result, malformed, ROWS(malformed));
}

/* Finished games are positions, and one last disc may make several fours. */
static void test_finished_games(void **state)
{
    (void)state;
    const position won = parsed("1212121");
    assert_int_equal(D->count_moves(&result, &won), 0);
    const position seven = parsed(FOUR_EMPTY "OOO-OOOXXXXXXX O");
    assert_int_equal(D->count_moves(&result, &seven), 0);
    assert_int_equal(D->evaluate(&result, &seven, 0), -1);
}

/* ---- boards of any numbers ------------------------------------------------------------------- */

/* Discs of either colour at random, one colour more often; and either side to move. */
static naive random_board(uint64_t *random)
{
    naive n = naive_start();
    const unsigned discs = game_draw(random, CELLS + 1), x = 1 + game_draw(random, 7);
    for (unsigned tries = 0; tries < discs; tries++) {
        const int cell = naive_fall(&n, (int)game_draw(random, COLUMNS));
        if (cell < 0)
            continue;
        n.cell[cell] = game_draw(random, 8) < x ? 'X' : 'O';
        n.discs++;
    }
    n.side = "XO"[game_draw(random, 2)];
    return n;
}

static void test_random_boards(void **state)
{
    (void)state;
    uint64_t random = 5;
    int accepted = 0, lines_of_mover = 0, early = 0, uneven = 0;
    for (int board = 0; board < 20000; board++) {
        naive n = random_board(&random);
        const char other = n.side == 'X' ? 'O' : 'X';
        const bool mover_has_won = naive_line(&n, n.side) >= 0;
        char text[ABS_TEXT_MAX], again[ABS_TEXT_MAX];
        position p = {{0}};
        abs_error error;
        snprintf(text, sizeof text, "%s %c", n.cell, n.side);
        n.line = naive_line(&n, other);
        if (!D->parse(&result, text, &p, &error)) {
            lines_of_mover += mover_has_won;
            early += !mover_has_won;
            assert_true(mover_has_won || n.discs < 7);
            continue;
        }
        accepted++;
        uneven += n.discs % 2 != (n.side == 'O');
        assert_false(mover_has_won);
        D->print(&result, &p, again, sizeof again);
        assert_string_equal(again, text);
        for (int depth = 1; depth <= 3; depth++)
            assert_int_equal(D->perft(&result, &p, depth), naive_perft(&n, depth));
        const int value = D->evaluate(&heuristic, &p, 0);
        assert_int_equal(value, naive_judge(&n, n.discs % 2 == 0 ? n.side : other));
        assert_true(abs(value) <= D->bound(&heuristic, 0));
        assert_int_equal(D->evaluate(&result, &p, 0), -(n.line >= 0));
        assert_true(abs(searched(&heuristic, &p, 2, 0)) <= D->bound(&heuristic, 2));
    }
    assert_true(accepted > 10000 && uneven > 4000 && lines_of_mover > 1000);
    assert_true(early > 100 && early < 2000);
}

/* ---- the suite ------------------------------------------------------------------------------ */

typedef struct {
    char moves[CELLS + 1], id[16], phase[16], outcome[8];
    int depth, value, plies; /* of the answer, if there is an outcome */
} row;

static int read_suite(row *rows, int most)
{
    char line[256];
    int count = 0;
    FILE *file = fopen("games/positions/connectfour.txt", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            continue;
        assert_true(count < most);
        row *r = &rows[count++];
        int end = 0;
        assert_int_equal(
            sscanf(line, "%42s ; id %15s ; phase %15[a-z]%n", r->moves, r->id, r->phase, &end), 3);
        r->outcome[0] = '\0';
        if (strcmp(line + end, "\n") != 0)
            assert_true(sscanf(line + end, " ; answer %d %d ; %7[a-z] %d", &r->depth, &r->value,
                               r->outcome, &r->plies) >= 3);
        if (strcmp(r->moves, "start") == 0)
            r->moves[0] = '\0';
    }
    fclose(file);
    return count;
}

static bool in_file(const row *rows, int count, const char *moves)
{
    char mirrored[CELLS + 1];
    mirror(moves, mirrored);
    const position p = parsed(*moves ? moves : "start");
    const position m = parsed(*moves ? mirrored : "start");
    for (int i = 0; i < count; i++) {
        const position q = parsed(rows[i].moves[0] ? rows[i].moves : "start");
        if (memcmp(&q, &p, sizeof q) == 0 || memcmp(&q, &m, sizeof q) == 0)
            return true;
    }
    return false;
}

/* What the answer says in two ways is the same. */
static void check_answer(const row *r, int discs)
{
    const bool draw = strcmp(r->outcome, "draw") == 0;
    if (draw)
        assert_true(r->value == 0 && r->depth == CELLS - discs);
    else
        assert_true(r->depth == r->plies && abs(r->value) == 10000 - discs - r->plies);
    assert_string_equal(r->outcome, draw ? "draw" : r->value > 0 ? "win" : "loss");
    assert_true(draw || r->plies % 2 == (r->value > 0));
}

static void test_suite(void **state)
{
    (void)state;
    row rows[64];
    const int count = read_suite(rows, 64);
    int answers = 0;
    assert_true(count >= 50);
    assert_string_equal(rows[0].moves, "");
    for (int i = 0; i < count; i++) {
        char id[16];
        const position p = parsed(i > 0 ? rows[i].moves : "start");
        const size_t discs = strlen(rows[i].moves);
        snprintf(id, sizeof id, "c4-%02d", i + 1);
        assert_string_equal(rows[i].id, id);
        assert_string_equal(rows[i].phase, discs < 12 ? "opening" : discs < 24 ? "middle" : "late");
        assert_true(D->count_moves(&result, &p) >= 2);
        assert_false(in_file(rows, i, rows[i].moves));
        if (rows[i].outcome[0] != '\0') {
            check_answer(&rows[i], (int)discs);
            answers++;
        }
    }
    assert_true(answers >= 20);
}

/* The playout of a seed, if it is fit for the suite; its head comment says what that is. */
static bool playout(uint64_t seed, int discs, char *moves)
{
    uint64_t random = abs_mix64(seed + GOLDEN);
    naive n = naive_start();
    int columns[COLUMNS], safe = 0;
    for (int ply = 0; ply < discs; ply++) {
        const int count = naive_columns(&n, columns);
        if (count == 0)
            return false;
        const int column = columns[game_draw(&random, (unsigned)count)];
        moves[ply] = (char)('1' + column);
        n = naive_play(&n, column);
    }
    moves[discs] = '\0';
    for (int i = naive_columns(&n, columns); i-- > 0;) {
        const naive child = naive_play(&n, columns[i]);
        safe += !wins_at_once(&child);
    }
    return safe >= 2 && !wins_at_once(&n);
}

static void test_suite_is_what_its_head_says(void **state)
{
    (void)state;
    static const int discs[] = {8,  9,  10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 24,
                                25, 26, 27, 28, 29, 30, 31, 32, 10, 11, 11, 21, 23, 25,
                                26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 31, 32, 33};
    const int playouts = sizeof discs / sizeof *discs;
    row rows[64];
    char moves[CELLS + 1];
    assert_int_equal(read_suite(rows, 64), ROWS_BY_HAND + playouts);
    uint64_t seed = 1;
    for (int found = 0; found < playouts; seed++)
        if (playout(seed, discs[found], moves) && !in_file(rows, ROWS_BY_HAND + found, moves))
            assert_string_equal(rows[ROWS_BY_HAND + found++].moves, moves);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_playouts),
        cmocka_unit_test(test_bound_is_reached),
        cmocka_unit_test(test_quicker_wins_are_worth_more),
        cmocka_unit_test(test_descriptor),
        cmocka_unit_test(test_value_of_a_late_position),
        cmocka_unit_test(test_nobody_wins_early),
        cmocka_unit_test(test_malformed_texts),
        cmocka_unit_test(test_random_boards),
        cmocka_unit_test(test_finished_games),
        cmocka_unit_test(test_suite),
        cmocka_unit_test(test_suite_is_what_its_head_says),
    };
    return cmocka_run_group_tests(tests, make_lines, NULL);
}
