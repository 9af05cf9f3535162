/*
 * unit_othello.c -- Othello against a slow implementation that walks an array of characters.
 * Run from the top of the tree: the suite is read from games/positions.
 */
#include "game_checks.h"
#include "naive_othello_suite.h"

extern const abs_domain othello_domain;
static const abs_domain *const D = &othello_domain;

enum { GAMES = 2000, PLAYOUT_PLIES = 100000, BOARDS = 5000 };

typedef struct {
    uint64_t block[8];
} block; /* room for the domain's rules, or for a position */

static block ply_rules, free_rules, result_rules;

/* ---- helpers --------------------------------------------------------------------------------- */

static block parsed(const char *text)
{
    block p;
    game_parse(D, &ply_rules, text, &p, sizeof p);
    return p;
}

static naive printed(const block *p)
{
    char text[ABS_TEXT_MAX];
    D->print(&ply_rules, p, text, sizeof text);
    assert_int_equal(strlen(text), 66);
    return naive_read(text);
}

static block parsed_naive(const naive *n)
{
    char text[ABS_TEXT_MAX];
    naive_text(n, text);
    return parsed(text);
}

/* Calls check() with every position of many random games, the finished ones too. */
static unsigned playouts(unsigned games, void (*check)(const block *, const naive *))
{
    unsigned plies = 0;
    for (uint64_t game = 1; game <= games; game++) {
        block p = parsed("start"), child;
        for (uint64_t ply = 0;; ply++, plies++) {
            const naive n = printed(&p);
            check(&p, &n);
            const unsigned count = D->count_moves(&ply_rules, &p);
            if (count == 0)
                break;
            D->apply(&ply_rules, &p, (unsigned)(random_number(game, ply) % count), &child);
            p = child;
        }
    }
    return plies;
}

/* Calls check() with boards that no game comes to. */
static void random_boards(void (*check)(const block *, const naive *))
{
    for (uint64_t seed = 1; seed <= BOARDS; seed++) {
        const naive n = naive_random(seed);
        const block p = parsed_naive(&n);
        check(&p, &n);
    }
}

/* A search with the open window; minimax must agree. Returns the value, counts its nodes. */
static int searched(const block *rules, const block *p, int depth, uint64_t *nodes)
{
    abs_search s = {.rules = rules, .grain = 1, .poll_at = UINT64_MAX};
    const int value = D->search(&s, p, -ABS_INFINITY, ABS_INFINITY, depth);
    *nodes = s.n.nodes;
    assert_int_equal(D->minimax(&s, p, depth), value);
    return value;
}

static int evaluated(const block *rules, const naive *n)
{
    const block p = parsed_naive(n);
    return D->evaluate(rules, &p, 0);
}

/* ---- rules ----------------------------------------------------------------------------------- */

/* Known for long: a pass is a ply, a finished game counts nothing. */
static void test_perft(void **state)
{
    (void)state;
    static const uint64_t expected[] = {1,    4,     12,     56,      244,     1396,
                                        8200, 55092, 390216, 3005288, 24571056};
    const block p = parsed("start");
    char text[ABS_TEXT_MAX];
    D->print(&ply_rules, &p, text, sizeof text);
    assert_string_equal(text, "---------------------------OX------XO--------------------------- X");
    for (int depth = 0; depth <= 10; depth++)
        assert_int_equal(D->perft(&ply_rules, &p, depth), expected[depth]);
}

static unsigned passes, early_ends, children_seen, promises;

static void compare_rules(const block *p, const naive *n)
{
    int moves[64];
    const unsigned count = (unsigned)naive_all_moves(*n, moves);
    assert_int_equal(D->count_moves(&ply_rules, p), count);
    assert_int_equal(D->perft(&ply_rules, p, 1), count);
    early_ends += count == 0 && naive_empty(n) > 0;
    for (unsigned i = 0; i < count; i++, children_seen++) {
        char text[ABS_TEXT_MAX], expected[3];
        naive_move_text(moves[i], expected);
        D->move_text(&ply_rules, p, i, text, sizeof text);
        assert_string_equal(text, expected);
        block child = {{0}};
        D->apply(&ply_rules, p, i, &child);
        const naive after = printed(&child), wanted = naive_play(*n, moves[i]);
        assert_memory_equal(&after, &wanted, sizeof wanted);
        passes += moves[i] == PASS;
        promises += D->promise(&ply_rules, p, i) == naive_promise(n, moves[i]);
    }
    const block again = parsed_naive(n);
    assert_memory_equal(&again, p, D->position_size);
}

static void test_playouts(void **state)
{
    (void)state;
    passes = early_ends = children_seen = promises = 0;
    const unsigned plies = (unsigned)test_amount(PLAYOUT_PLIES);
    assert_true(playouts((unsigned)test_amount(GAMES), compare_rules) >= plies);
    random_boards(compare_rules);
    assert_true(passes > 100 && early_ends > 10 && children_seen > 5 * plies);
    assert_int_equal(promises, children_seen);
}

/* Black has no move; white's only one is c1, and then neither has any. */
#define EMPTY_ROWS "--------------------------------------------------------"
#define FULL_ROWS "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX"
#define MUST_PASS "OX------" EMPTY_ROWS " X"
#define OVER "OOO-----" EMPTY_ROWS " X"

static void test_pass(void **state)
{
    (void)state;
    const block p = parsed(MUST_PASS), over = parsed(OVER);
    const naive n = printed(&p), finished = printed(&over);
    compare_rules(&p, &n);
    compare_rules(&over, &finished);
    assert_int_equal(D->count_moves(&ply_rules, &over), 0);
    for (int depth = 0; depth < 5; depth++)
        assert_int_equal(D->perft(&ply_rules, &p, depth), depth < 3);
}

/* With pass=ply the pass is a ply of its own; with pass=free the next move comes within it. */
static unsigned passes_searched;

static void compare_cost(const block *p, const naive *n)
{
    int moves[64];
    if (naive_all_moves(*n, moves) != 1 || moves[0] != PASS)
        return;
    block child;
    uint64_t nodes, below;
    D->apply(&ply_rules, p, 0, &child);
    for (int depth = 1; depth <= 3; depth++) {
        const int value = searched(&ply_rules, p, depth, &nodes);
        assert_int_equal(value, -searched(&ply_rules, &child, depth - 1, &below));
        assert_int_equal(nodes, 1 + below);
        const int free_value = searched(&free_rules, p, depth, &nodes);
        assert_int_equal(free_value, -searched(&free_rules, &child, depth, &below));
        assert_int_equal(nodes, 1 + below);
    }
    passes_searched++;
}

static void test_pass_cost(void **state)
{
    (void)state;
    const block p = parsed(MUST_PASS);
    uint64_t nodes;
    passes_searched = 0;
    playouts(GAMES / 4, compare_cost);
    assert_true(passes_searched > 50);
    assert_true(!abs_free_passes(D, &ply_rules) && abs_free_passes(D, &free_rules));
    assert_int_equal(searched(&result_rules, &p, 1, &nodes), 0);
    assert_int_equal(nodes, 2);
    assert_int_equal(searched(&result_rules, &p, 2, &nodes), -1);
    assert_int_equal(searched(&free_rules, &p, 1, &nodes), -10300);
    assert_int_equal(nodes, 3);
}

/* ---- move ordering --------------------------------------------------------------------------- */

static abs_search ordered; /* what a search would have learnt: killers, history */

/* Whether a search takes one move before another that the generator puts first. */
static bool goes_before(const naive *n, int move, int other)
{
    const uint32_t *killers = ordered.killers[0], slot = (uint32_t)move + 1;
    for (int i = 0; i < 2; i++)
        if (killers[i] == slot || killers[i] == (uint32_t)other + 1)
            return killers[i] == slot;
    const int gain = naive_promise(n, move) - naive_promise(n, other);
    return gain != 0 ? gain > 0 : ordered.history[move] > ordered.history[other];
}

/* Killers, then promise, then history, then the generator's order: a search with a null window at
   depth 1 enters as many children as this order has up to the first that is worth beta. */
static void compare_order(const block *p, const naive *n)
{
    int moves[64], values[64];
    const int count = naive_all_moves(*n, moves);
    const uint64_t seed = ordered.n.cutoffs; /* one a search */
    if (count < 2)
        return;
    for (uint64_t i = 0; i <= 64; i++)
        ordered.history[i] = (uint32_t)(random_number(seed, i) % 3 * (UINT32_MAX / 2));
    for (uint64_t i = 0; i < 2; i++)
        ordered.killers[0][i] = (uint32_t)(random_number(seed, 65 + i) % 66);
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && goes_before(n, moves[k], moves[k - 1]); k--) {
            const int move = moves[k];
            moves[k] = moves[k - 1];
            moves[k - 1] = move;
        }
    for (int i = 0; i < count; i++) {
        const naive child = naive_play(*n, moves[i]);
        values[i] = -evaluated(&ply_rules, &child);
    }
    const int beta = values[random_number(seed, 67) % (unsigned)count];
    uint64_t entered = 0;
    while (values[entered++] < beta)
        continue;
    ordered.n.nodes = 0;
    D->search(&ordered, p, beta - 1, beta, 1);
    assert_int_equal(ordered.n.nodes, 1 + entered);
}

static void test_order(void **state)
{
    (void)state;
    uint32_t history[2 * 65];
    assert_int_equal(D->slots, 65);
    ordered = (abs_search){.rules = &ply_rules,
                           .grain = 1,
                           .order = ABS_ORDER_KILLER | ABS_ORDER_HISTORY | ABS_ORDER_GAME,
                           .history = history,
                           .slots = D->slots,
                           .arena = malloc(D->arena_size),
                           .poll_at = UINT64_MAX};
    playouts(GAMES / 20, compare_order);
    assert_true(ordered.n.cutoffs > 4000);
    free(ordered.arena);
}

/* ---- evaluation ------------------------------------------------------------------------------ */

static uint64_t evaluations; /* a hash of them all */

static void compare_evaluation(const block *p, const naive *n)
{
    int moves[64];
    const int value = D->evaluate(&ply_rules, p, 0), margin = naive_margin(n);
    const int winner = (margin > 0) - (margin < 0);
    const bool over = naive_all_moves(*n, moves) == 0;
    assert_true(abs(value) <= D->bound(&ply_rules, 0) && D->bound(&ply_rules, 0) < ABS_VALUE_MAX);
    if (over)
        assert_int_equal(value, 100 * margin + 10000 * winner);
    else
        assert_true(abs(value) < 10000);
    assert_int_equal(D->evaluate(&result_rules, p, 0), over ? winner : 0);
    if (!over)
        evaluations = abs_mix64(evaluations ^ (uint64_t)(value + 10000));
    for (int depth = 1; depth < 60; depth += 7)
        assert_int_equal(D->evaluate(&ply_rules, p, depth), value);
    for (int i = 0; i < 2 * SYMMETRIES; i++) {
        const naive turned = naive_turned(n, i / 2, i % 2);
        assert_int_equal(evaluated(&ply_rules, &turned), value);
    }
}

/* One number for every build, AVX2 or plain C; a new evaluation has a new one. */
#define EVALUATIONS UINT64_C(0x772ef07975448309)

static void test_evaluation(void **state)
{
    (void)state;
    evaluations = 0;
    playouts(GAMES / 4, compare_evaluation);
    random_boards(compare_evaluation);
    assert_int_equal(evaluations, EVALUATIONS);
}

/* X or O on some empty squares: which does black, to move, like better? */
static void test_evaluation_sense(void **state)
{
    (void)state;
    static const struct {
        const char *squares;
        bool good;
    } cases[] = {{"a1", true}, {"a1b1c1", true}, {"b2", false}, {"b1", false}, {"g7", false}};
    const block rose = parsed("f5d6c5f4e3c6d3f6e6d7");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        naive x = printed(&rose), o = x;
        for (const char *at = cases[i].squares; *at != '\0'; at += 2) {
            const int square = at[0] - 'a' + 8 * (at[1] - '1');
            assert_int_equal(x.cell[square], '-');
            x.cell[square] = 'X';
            o.cell[square] = 'O';
        }
        assert_true((evaluated(&ply_rules, &x) > evaluated(&ply_rules, &o)) == cases[i].good);
    }
}

/* ---- key ------------------------------------------------------------------------------------- */

static game_memory seen;

/* The look is the discs, X of the side to move. */
static void collect_key(const block *p, const naive *n)
{
    const naive exchanged = naive_turned(n, 0, true);
    const block other = parsed_naive(&exchanged);
    const uint64_t key = D->key(&ply_rules, p);
    assert_true(key == D->key(&ply_rules, &other));
    game_remember(&seen, key, n->side == 'X' ? n->cell : exchanged.cell, 64);
}

static void compare_neighbours(const block *p, const naive *n)
{
    for (int i = 0; i < 64; i++) {
        naive other = *n;
        other.cell[i] = n->cell[i] == 'X' ? 'O' : n->cell[i] == 'O' ? '-' : 'X';
        const block changed = parsed_naive(&other);
        assert_true(D->key(&ply_rules, &changed) != D->key(&ply_rules, p));
    }
}

/* Equal keys exactly for positions equal to the side to move; every bit is set in half of them. */
static void test_key(void **state)
{
    (void)state;
    random_boards(compare_neighbours);
    seen = game_remember_up_to(2 * PLAYOUT_PLIES, 64);
    playouts(GAMES, collect_key);
    assert_true(game_check_keys(&seen, 1) > 1000);
}

/* ---- texts ----------------------------------------------------------------------------------- */

static void test_texts(void **state)
{
    (void)state;
    static const char *const same[][2] = {
        {"start", "...........................ox......XO........................... *"},
        {"start", "---------------------------OX------XO---------------------------   X"},
        {"f5d6c3", "F5D6C3"},
        {"f5d6c3", "f5 D6  c3 "},
        {"d3c3b3b2f5a3a1c1e3", "d3c3b3b2f5a3a1c1--e3"}, /* a pass may be left out */
        {"d3c3b3b2f5a3a1c1PSe3", "d3c3b3b2f5a3a1c1pae3"},
    };
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        const block a = parsed(same[i][0]), b = parsed(same[i][1]);
        assert_memory_equal(&a, &b, D->position_size);
    }
}

/* What is wrong, and a part of what must be said about it. */
static void test_rejected(void **state)
{
    (void)state;
    static const game_refusal wrong[] = {
        {"", "64 squares, not 0"},
        {"Start", "64 squares, not 5"},
        {"-------" EMPTY_ROWS " X", "64 squares, not 63"},
        {"---------" EMPTY_ROWS " X", "64 squares, not 65"},
        {"--------" EMPTY_ROWS "X", "64 squares, not 65"},
        {" --------" EMPTY_ROWS " X", "64 squares, not 0"},
        {"--Q-----" EMPTY_ROWS " X", "character 3, the square c1, is 'Q'"},
        {EMPTY_ROWS "-------\n X", "character 64, the square h8, is '?'"},
        {"--------" EMPTY_ROWS, "side to move is missing"},

        {"--------" EMPTY_ROWS " XO", "side to move is 'XO'"},
        {"--------" EMPTY_ROWS " X ", "side to move is 'X '"},
        {"f5d6c3a1", "move 4 (a1): it flips nothing; white may play d3"},
        {"f5f5", "move 2 (f5): the square is taken; white may play f4 d6 f6"},
        {"f5--", "move 2 (--): no pass while there is a move; white"},
        {"d3c3b3b2f5a3a1c1----", "move 10 (--): no pass while there is a move; white"},
        {"f5d", "move 2 ('d') is not a square"},
        {"f5-", "move 2 ('-') is not a square"},
        {"f5,d6", "move 2 (',d') is not a square"},
        {"pa", "move 1 (--): no pass while there is a move; black"},
        /* the shortest game there is: white is wiped out */
        {"e6f4e3f6g5d6e7f5c5a1", "move 10 (a1): the game is over before it"},
        {"e6f4e3f6g5d6e7f5c5--", "move 10 (--): the game is over before it"},
    };
    game_check_refusals(D, &ply_rules, wrong, ROWS(wrong));
}

static void test_rules(void **state)
{
    (void)state;
    static const char *const wrong[] = {"pass",       "pass=",      "pass=no",
                                        "passes=ply", "pass=free,", "pass=free,pass=ply"};
    block rules;
    abs_error error;
    assert_true(D->parse_rules(&rules, "pass=free", &error));
    assert_true(abs_free_passes(D, &rules));
    assert_true(D->parse_rules(&rules, "pass=ply", &error));
    assert_false(abs_free_passes(D, &rules));
    game_check_bad_options(D, wrong, ROWS(wrong));
    assert_int_equal(D->max_depth(&ply_rules), ABS_MAX_DEPTH);
    assert_int_equal(D->bound(&ply_rules, 1), 16400);
    assert_int_equal(D->bound(&result_rules, 1), 1);
    assert_int_equal(D->half_pawn(&result_rules), 1);
    parsed(D->forms[0].example);
    const block lost = parsed("XXXXXXXX" FULL_ROWS " O"); /* nothing is worse */
    assert_int_equal(D->evaluate(&ply_rules, &lost, 0), -D->bound(&ply_rules, 0));
    const block good = parsed("XXXXXXXX-O-O-O-O---------------------------------O-O-O-OXXXXXXXX X");
    assert_int_equal(D->evaluate(&ply_rules, &good, 0), 9999); /* but it is not won */
}

/* ---- the suite ------------------------------------------------------------------------------- */

static void test_suite(void **state)
{
    (void)state;
    FILE *file = fopen("games/positions/othello.txt", "r");
    assert_non_null(file);
    static naive_suite suite = {.seed = 100};
    unsigned must_pass = 0, endings = 0;
    for (char line[ABS_TEXT_MAX]; fgets(line, sizeof line, file) != NULL;) {
        if (line[0] == '#')
            continue;
        char text[ABS_TEXT_MAX], phase[16];
        unsigned number;
        int depth, moves[64] = {0};
        assert_int_equal(sscanf(line, "%[^;]; id oth-%u ; phase %15s", text, &number, phase), 3);
        text[strlen(text) - 1] = '\0';
        assert_int_equal(number, suite.count + 1);
        const block p = parsed(text);
        const naive n = printed(&p);
        const int empty = naive_empty(&n);
        assert_string_equal(phase, empty > 40 ? "opening" : empty > 14 ? "middle" : "late");
        assert_true(empty >= 6 && naive_all_moves(n, moves) > 0);
        must_pass += moves[0] == PASS;
        const char *answer = strstr(line, " ; answer ");
        assert_true((answer != NULL) == (empty < 15));
        if (answer != NULL) {
            assert_int_equal(sscanf(answer, " ; answer %d", &depth), 1);
            assert_int_equal(depth, 2 * empty);
            endings += empty <= 10;
        }
        assert_true((number == 1) == (strcmp(text, "start") == 0));
        assert_false(naive_in_suite(&suite, &n));
        if (number > 15) {
            const naive expected = naive_expected(&suite, number);
            assert_memory_equal(&n, &expected, sizeof expected);
        }
        naive_add_row(&suite, &n);
    }
    fclose(file);
    assert_int_equal(suite.count, 61);
    assert_int_equal(must_pass, 10);
    assert_true(endings >= 20);
}

/* ---------------------------------------------------------------------------------------------- */

static int setup(void **state)
{
    (void)state;
    abs_error error;
    if (D->rules_size > sizeof ply_rules || D->position_size > sizeof ply_rules)
        return 1;
    const bool ok = D->parse_rules(&ply_rules, "", &error) &&
                    D->parse_rules(&free_rules, "pass=free", &error) &&
                    D->parse_rules(&result_rules, "pass=ply", &error);
    const abs_rules base = {.eval = ABS_EVAL_RESULT};
    memcpy(&result_rules, &base, sizeof base);
    return !ok;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perft),      cmocka_unit_test(test_playouts),
        cmocka_unit_test(test_pass),       cmocka_unit_test(test_pass_cost),
        cmocka_unit_test(test_evaluation), cmocka_unit_test(test_evaluation_sense),
        cmocka_unit_test(test_key),        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_rejected),   cmocka_unit_test(test_rules),
        cmocka_unit_test(test_order),      cmocka_unit_test(test_suite),
    };
    return cmocka_run_group_tests_name("othello", tests, setup, NULL);
}
