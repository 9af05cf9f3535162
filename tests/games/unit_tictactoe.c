/*
 * unit_tictactoe.c -- tic-tac-toe against a slow implementation on an array of characters, over
 * every game there is. Run from the top of the tree: the suite is read from games/positions.
 */
#include "game_checks.h"
#include "naive_tictactoe.h"

extern const abs_domain tictactoe_domain;
static const abs_domain *const D = &tictactoe_domain;
static const abs_rules heuristic = {.eval = ABS_EVAL_HEURISTIC}, result = {.eval = ABS_EVAL_RESULT};

enum { BOARDS = 19683 /* 3^9 */, ROWS_BY_HAND = 10 };

typedef struct {
    uint64_t block[4];
} position; /* room for the domain's */

/* ---- helpers -------------------------------------------------------------------------------- */

static position parsed(const char *text)
{
    position p;
    game_parse(D, &result, text, &p, sizeof p);
    return p;
}

static void naive_text(const naive *n, char text[ABS_TEXT_MAX])
{
    snprintf(text, ABS_TEXT_MAX, "%s %c", n->cell, n->side);
}

static naive played(const char *moves)
{
    naive n = naive_start;
    for (; *moves != '\0'; moves++)
        n = naive_play(&n, *moves - '1');
    return n;
}

/* ---- rules: every game there is ------------------------------------------------------------- */

/* Known for long; the slow implementation has to find them too. */
static void test_perft(void **state)
{
    (void)state;
    static const uint64_t expected[] = {1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872};
    const position start = parsed("start");
    for (int depth = 0; depth < 10; depth++) {
        assert_int_equal(D->perft(&result, &start, depth), expected[depth]);
        assert_int_equal(naive_perft(&naive_start, depth), expected[depth]);
    }
}

static struct {
    uint64_t key[BOARDS]; /* by board read in base 3; 0: not met yet */
    bool won_on[LINES];
    int nodes, boards, draws, largest;
} met;

static void compare_texts(const naive *n, const position *p, const char *moves)
{
    char text[ABS_TEXT_MAX], expected[ABS_TEXT_MAX];
    naive_text(n, expected);
    D->print(&result, p, text, sizeof text);
    assert_string_equal(text, expected);
    const position again = parsed(text), same = parsed(n->taken > 0 ? moves : "start");
    assert_memory_equal(&again, p, D->position_size);
    assert_memory_equal(&same, p, D->position_size);
}

static void compare_values(const naive *n, const position *p)
{
    const int value = D->evaluate(&heuristic, p, 0);
    const naive swapped = naive_swap(n);
    assert_int_equal(value, naive_judge(n));
    assert_int_equal(value, naive_judge(&swapped));
    assert_int_equal(D->evaluate(&result, p, 0), n->line >= 0 ? -1 : 0);
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        char text[ABS_TEXT_MAX];
        const naive other = naive_turn(n, symmetry);
        naive_text(&other, text);
        const position turn = parsed(text);
        assert_int_equal(D->evaluate(&heuristic, &turn, 0), value);
        assert_int_equal(D->evaluate(&result, &turn, 0), n->line >= 0 ? -1 : 0);
    }
    met.largest = abs(value) > met.largest ? abs(value) : met.largest;
}

static void walk(const naive *n, const position *p, char *moves)
{
    int squares[SQUARES], board = 0;
    const int count = naive_squares(n, squares);
    met.nodes++;
    for (int i = 0; i < SQUARES; i++)
        board = 3 * board + (n->cell[i] == 'X') + 2 * (n->cell[i] == 'O');
    if (met.key[board] == 0) {
        met.key[board] = D->key(&result, p);
        met.boards++;
        compare_texts(n, p, moves);
        compare_values(n, p);
    }
    assert_int_equal(D->key(&result, p), met.key[board]);
    assert_int_equal(D->count_moves(&result, p), count);
    if (n->line >= 0)
        met.won_on[n->line] = true;
    else
        met.draws += count == 0;
    for (int i = 0; i < count; i++) {
        char text[ABS_TEXT_MAX];
        position child = {{0}};
        D->move_text(&result, p, (unsigned)i, text, sizeof text);
        assert_int_equal(text[0], '1' + squares[i]);
        assert_int_equal(text[1], '\0');
        assert_int_equal(D->promise(&result, p, (unsigned)i), naive_promise(n, squares[i]));
        D->apply(&result, p, (unsigned)i, &child);
        const naive after = naive_play(n, squares[i]);
        moves[n->taken] = text[0];
        moves[n->taken + 1] = '\0';
        walk(&after, &child, moves);
    }
}

static int by_key(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void test_every_game(void **state)
{
    (void)state;
    char moves[SQUARES + 1] = "";
    const position start = parsed("start");
    memset(&met, 0, sizeof met);
    walk(&naive_start, &start, moves);
    assert_int_equal(met.nodes, 549946);
    assert_int_equal(met.boards, 5478);
    assert_int_equal(met.draws, 46080);
    assert_int_equal(met.largest, D->bound(&heuristic, 9));
    for (int i = 0; i < LINES; i++)
        assert_true(met.won_on[i]);

    /* Different boards have different keys, and every bit of them is about as often 0 as 1. */
    int ones[64] = {0};
    qsort(met.key, BOARDS, sizeof *met.key, by_key);
    for (int i = BOARDS - 5478; i < BOARDS; i++) {
        assert_true(met.key[i] != met.key[i - 1]);
        for (int bit = 0; bit < 64; bit++)
            ones[bit] += met.key[i] >> bit & 1;
    }
    for (int bit = 0; bit < 64; bit++)
        assert_in_range(ones[bit], 5478 * 47 / 100, 5478 * 53 / 100);
}

/* ---- evaluation and descriptor -------------------------------------------------------------- */

static void test_descriptor(void **state)
{
    (void)state;
    abs_error error;
    abs_rules rules = result;
    assert_string_equal(D->name, "tictactoe");
    assert_non_null(strstr(D->aliases, "ttt"));
    assert_string_equal(D->kind, "game");
    assert_int_equal(D->max_depth(&result), 9);
    assert_int_equal(abs_min_depth(D, &result), 0);
    assert_int_equal(D->bound(&result, 9), 1);
    assert_int_equal(D->half_pawn(&result), 1);
    assert_int_equal(D->half_pawn(&heuristic), 1);
    assert_false(abs_free_passes(D, &result));
    const position example = parsed(D->forms[0].example);
    assert_true(D->can_evaluate(&heuristic, &example));
    assert_true(D->parse_rules(&rules, "", &error));
    assert_int_equal(rules.eval, ABS_EVAL_HEURISTIC);
    static const char *const bad[] = {"size=3", "eval=result", "size", ","};
    game_check_bad_options(D, bad, ROWS(bad));
}

static void test_quicker_wins_are_worth_more(void **state)
{
    (void)state;
    const position quick = parsed("14253"), slow = parsed("1425783");
    assert_int_equal(D->evaluate(&heuristic, &quick, 0), 5 - 20);
    assert_int_equal(D->evaluate(&heuristic, &slow, 0), 7 - 20);
}

static int searched(const abs_rules *rules, const char *text, int depth, unsigned order)
{
    const position p = parsed(text);
    return game_search(D, rules, &p, depth, order, NULL);
}

static void test_values(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int value;
    } known[] = {{"start", 0}, {"5", 0},  {"1", 0},  {"2", 0},  {"51", 0},     {"52", 1},
                 {"15", 0},    {"12", 1}, {"19", 1}, {"18", 1}, {"14253", -1}, {"1425", 1}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const char *text = known[i].text;
        const int score = searched(&heuristic, text, 9, 0);
        assert_int_equal(searched(&result, text, 9, 0), known[i].value);
        assert_int_equal(searched(&result, text, 9, ABS_ORDER_EVAL), known[i].value);
        assert_int_equal(searched(&result, text, 9, ABS_ORDER_KILLER | ABS_ORDER_HISTORY),
                         known[i].value);
        assert_int_equal((score > 0) - (score < 0), known[i].value);
    }
}

/* ---- malformed texts ------------------------------------------------------------------------ */

static const game_refusal malformed[] = {
    {"", "this has 0"},
    {"begin", "this has 5"},
    {"START", "this has 5"},
    {"start ", "this has 6"},
    {" 5", "this has 2"},
    {"-5", "this has 2"},
    {"---------", "this has 9"},
    {"--------- ", "this has 10"},
    {"-------- X", "this has 10"},
    {"--------- X ", "this has 12"},
    {"---------- X", "this has 12"},
    {"0", "ply 1"},
    {"50", "ply 2"},
    {"5 1", "ply 2"},
    {"51x", "ply 3"},
    {"51\n", "ply 3"},
    {"55", "ply 2: square 5 is taken"},
    {"12341", "ply 5: square 1 is taken"},
    {"142536", "over at ply 5"},
    {"1425361", "over at ply 5"},
    {"1235476981", "over at ply 9"},
    {"----x---- O", "square 5"},
    {"--------0 O", "square 9"},
    {"\xC3-------- X", "square 1"},
    {"----X-----O", "side to move"},
    {"----X----  ", "side to move"},
    {"----X---- o", "side to move"},
    {"----X---- -", "side to move"},
    {"XXXOOO--- X", "X has three in a row and is to move"},
    {"X---X---- X", "X could win before the fifth square"},
    {"XXX-O---- O", "X could win before the fifth square"},
    {"OO------- O", "O could win before the fifth square"},
    {"XXXOO---O X", "X has three in a row and is to move"},
    {"OOOXX-XX- O", "O has three in a row and is to move"},
};

static void test_malformed_texts(void **state)
{
    (void)state;
    game_check_refusals(D, &result, malformed, ROWS(malformed));
}

/* ---- boards of any numbers ------------------------------------------------------------------- */

/* All boards with either side to move: refused, or as the slow implementation sees them. */
static void test_every_board(void **state)
{
    (void)state;
    int accepted = 0, lines_of_mover = 0, early = 0;
    for (int number = 0; number < 2 * BOARDS; number++) {
        naive n = {"---------", "XO"[number % 2], 0, -1};
        char text[ABS_TEXT_MAX], again[ABS_TEXT_MAX];
        position p = {{0}};
        abs_error error;
        for (int square = 0, left = number / 2; square < SQUARES; square++, left /= 3) {
            n.cell[square] = "-XO"[left % 3];
            n.taken += left % 3 > 0;
        }
        naive_text(&n, text);
        n.line = naive_line(&n, n.side);
        const bool mover_has_won = n.line >= 0;
        n.line = naive_line(&n, n.side == 'X' ? 'O' : 'X');
        if (!D->parse(&result, text, &p, &error)) {
            lines_of_mover += mover_has_won;
            early += !mover_has_won;
            assert_true(mover_has_won || n.taken < 5);
            continue;
        }
        accepted++;
        assert_false(mover_has_won);
        D->print(&result, &p, again, sizeof again);
        assert_string_equal(again, text);
        for (int depth = 1; depth <= 3; depth++)
            assert_int_equal(D->perft(&result, &p, depth), naive_perft(&n, depth));
        assert_int_equal(D->evaluate(&heuristic, &p, 0), naive_judge(&n));
        assert_int_equal(D->evaluate(&result, &p, 0), -(n.line >= 0));
        assert_true(abs(naive_value(&n)) <= D->bound(&heuristic, 9));
    }
    assert_int_equal(accepted + lines_of_mover + early, 2 * BOARDS);
    assert_true(accepted > 29000 && lines_of_mover > 8000 && early < 1100);
}

/* ---- the suite ------------------------------------------------------------------------------ */

typedef struct {
    char moves[SQUARES + 1], id[16], phase[16];
    int depth, value; /* of the answer */
} row;

static int read_suite(row *rows, int most)
{
    char line[256];
    int count = 0;
    FILE *file = fopen("games/positions/tictactoe.txt", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            continue;
        assert_true(count < most);
        row *r = &rows[count++];
        int end = 0;
        assert_int_equal(sscanf(line, "%9s ; id %15s ; phase %15[a-z] ; answer %d %d%n", r->moves,
                                r->id, r->phase, &r->depth, &r->value, &end),
                         5);
        assert_string_equal(line + end, "\n");
        if (strcmp(r->moves, "start") == 0)
            r->moves[0] = '\0';
    }
    fclose(file);
    return count;
}

static bool in_file(const row *rows, int count, const char *moves)
{
    const naive n = played(moves);
    for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        const naive other = naive_turn(&n, symmetry);
        for (int i = 0; i < count; i++)
            if (strcmp(played(rows[i].moves).cell, other.cell) == 0)
                return true;
    }
    return false;
}

static void test_suite(void **state)
{
    (void)state;
    row rows[64];
    const int count = read_suite(rows, 64);
    assert_true(count >= 50);
    assert_string_equal(rows[0].moves, "");
    for (int i = 0; i < count; i++) {
        char id[16];
        const position p = parsed(i > 0 ? rows[i].moves : "start");
        const size_t taken = strlen(rows[i].moves);
        snprintf(id, sizeof id, "ttt-%02d", i + 1);
        assert_string_equal(rows[i].id, id);
        assert_string_equal(rows[i].phase, taken < 3 ? "opening" : taken < 5 ? "middle" : "late");
        assert_true(D->count_moves(&result, &p) >= 2);
        assert_false(in_file(rows, i, rows[i].moves));
        const naive n = played(rows[i].moves);
        assert_int_equal(rows[i].depth, SQUARES - (int)taken);
        assert_int_equal(rows[i].value, naive_value(&n));
    }
}

/* The playout of a seed, if the game lasts so long. */
static bool playout(uint64_t seed, int plies, char *moves)
{
    uint64_t random = abs_mix64(seed + GOLDEN);
    naive n = naive_start;
    int squares[SQUARES];
    for (int ply = 0; ply < plies; ply++) {
        const int count = naive_squares(&n, squares);
        if (count == 0)
            return false;
        const int square = squares[game_draw(&random, (unsigned)count)];
        moves[ply] = (char)('1' + square);
        n = naive_play(&n, square);
    }
    moves[plies] = '\0';
    return naive_squares(&n, squares) > 0;
}

static void test_suite_is_what_its_head_says(void **state)
{
    (void)state;
    static const int taken[] = {3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 2,
                                2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 6, 6, 7, 7};
    const int playouts = sizeof taken / sizeof *taken;
    row rows[64];
    char moves[SQUARES + 1];
    assert_int_equal(read_suite(rows, 64), ROWS_BY_HAND + playouts);
    uint64_t seed = 1;
    for (int found = 0; found < playouts; seed++)
        if (playout(seed, taken[found], moves) && !in_file(rows, ROWS_BY_HAND + found, moves))
            assert_string_equal(rows[ROWS_BY_HAND + found++].moves, moves);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_every_game),
        cmocka_unit_test(test_descriptor),
        cmocka_unit_test(test_quicker_wins_are_worth_more),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_malformed_texts),
        cmocka_unit_test(test_every_board),
        cmocka_unit_test(test_suite),
        cmocka_unit_test(test_suite_is_what_its_head_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
