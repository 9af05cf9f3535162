/*
 * unit_xiangqi.c -- Chinese chess against published counts and a slow generator of its own.
 * The game is compiled in here, for what its descriptor does not show. Run from the top of the
 * tree.
 */
#define xiangqi_domain xiangqi_domain_here
#include "games/xiangqi.c"
#undef xiangqi_domain

#include "game_checks.h"
#include "xiangqi_cases.h"
#include "xiangqi_naive.h"

static const abs_domain *const D = &xiangqi_domain_here;
static const xiangqi_rules heuristic = {{.eval = ABS_EVAL_HEURISTIC}},
                           result = {{.eval = ABS_EVAL_RESULT}};

enum { PLIES = 100000, GAME_PLIES = 250, SUITE = 59, LIST = 4096 };

/* ---- helpers --------------------------------------------------------------------------------- */

static xiangqi_position parsed(const char *text)
{
    xiangqi_position p;
    game_parse(D, &heuristic, text, &p, sizeof p);
    return p;
}

static naive printed(const xiangqi_position *p, char *text)
{
    D->print(&heuristic, p, text, ABS_TEXT_MAX);
    return naive_read(text);
}

static xiangqi_position parsed_naive(const naive *n)
{
    char text[ABS_TEXT_MAX];
    naive_text(n, text);
    return parsed(text);
}

/* The moves of p in order, or those of one square, a blank after each. */
static void list_moves(const xiangqi_position *p, const char *from, char *out)
{
    *out = '\0';
    const unsigned count = D->count_moves(&heuristic, p);
    for (unsigned i = 0; i < count; i++) {
        char text[ABS_TEXT_MAX];
        D->move_text(&heuristic, p, i, text, sizeof text);
        if (strncmp(text, from, strlen(from)) == 0)
            out += sprintf(out, "%s ", text + strlen(from));
    }
}

static void list_naive(const naive *n, char *out)
{
    *out = '\0';
    const naive_list list = naive_legal(n);
    for (int i = 0; i < list.count; i++)
        out += sprintf(out, "%c%d%c%d ", 'a' + list.move[i].file, list.move[i].rank,
                       'a' + list.move[i].to_file, list.move[i].to_rank);
}

typedef struct {
    char text[128], id[16], phase[16];
} row;

static unsigned read_suite(row *rows)
{
    char line[256];
    unsigned count = 0;
    FILE *file = fopen("games/positions/xiangqi.txt", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            continue;
        assert_true(count < SUITE);
        row *r = &rows[count++];
        assert_int_equal(
            sscanf(line, "%127[^;]; id %15s ; phase %15[a-z]", r->text, r->id, r->phase), 3);
        r->text[strlen(r->text) - 1] = '\0'; /* the blank before the ; */
    }
    fclose(file);
    return count;
}

/* ---- perft ----------------------------------------------------------------------------------- */

static void test_perft(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof perfts / sizeof *perfts; i++) {
        const xiangqi_position p = parsed(perfts[i].text);
        assert_int_equal(D->perft(&heuristic, &p, 0), 1);
        for (int depth = 1; depth <= 5 && perfts[i].nodes[depth - 1] != 0; depth++) {
            const uint64_t nodes = D->perft(&heuristic, &p, depth);
            if (nodes != perfts[i].nodes[depth - 1])
                fail_msg("%s, depth %d: %llu", perfts[i].text, depth, (unsigned long long)nodes);
        }
    }
}

static void test_perft_by_the_slow_generator(void **state)
{
    (void)state;
    static row rows[SUITE];
    const unsigned count = read_suite(rows);
    for (unsigned i = 0; i < count; i++) {
        const naive n = naive_read(rows[i].text);
        const naive mirrored = naive_mirror(&n, false);
        const xiangqi_position p = parsed(rows[i].text), m = parsed_naive(&mirrored);
        const uint64_t nodes = naive_perft(&n, 2);
        assert_int_equal(D->perft(&heuristic, &p, 2), nodes);
        assert_int_equal(D->perft(&result, &m, 2), nodes);
        assert_int_equal(D->perft(&heuristic, &p, 3), D->perft(&heuristic, &m, 3));
    }
}

/* ---- rules ----------------------------------------------------------------------------------- */

static void test_rule_traps(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof traps / sizeof *traps; i++) {
        char moves[LIST];
        const naive n = naive_read(traps[i].text), m = naive_mirror(&n, false);
        const xiangqi_position p = parsed(traps[i].text), mirrored = parsed_naive(&m);
        list_moves(&p, traps[i].from, moves);
        if (strcmp(moves, traps[i].to) != 0)
            fail_msg("%s: %s goes '%s', not '%s'", traps[i].what, traps[i].from, moves,
                     traps[i].to);
        if (xiangqi_in_check(&heuristic, &p) != traps[i].check)
            fail_msg("%s: check is wrong", traps[i].what);
        assert_int_equal(xiangqi_in_check(&heuristic, &mirrored), traps[i].check);
        const unsigned count = D->count_moves(&heuristic, &p);
        assert_int_equal(D->count_moves(&heuristic, &mirrored), count);
        assert_int_equal(D->evaluate(&heuristic, &p, 0) == -20000, count == 0);
        assert_int_equal(D->evaluate(&heuristic, &mirrored, 0) == -20000, count == 0);
    }
}

static void test_no_move_loses(void **state)
{
    (void)state;
    const xiangqi_position stalemate = parsed("4k4/9/9/9/9/9/9/9/2p1p1p2/3K5 w");
    const xiangqi_position mate = parsed("R3k4/1R7/9/9/9/9/9/9/9/3K5 b");
    const xiangqi_position *const over[] = {&stalemate, &mate};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(D->evaluate(&heuristic, over[i], 0), -20000);
        assert_int_equal(D->evaluate(&heuristic, over[i], 7), -20007);
        assert_int_equal(D->evaluate(&result, over[i], 7), -1);
        assert_int_equal(D->perft(&heuristic, over[i], 1), 0);
    }
    const xiangqi_position start = parsed("start");
    assert_int_equal(D->evaluate(&result, &start, 0), 0);
    assert_int_equal(D->evaluate(&heuristic, &start, 0), 0);
}

/* ---- random games ---------------------------------------------------------------------------- */

static void compare_with_naive(const xiangqi_position *p, const naive *n, const char *text)
{
    char moves[LIST], expected[LIST];
    list_moves(p, "", moves);
    list_naive(n, expected);
    if (strcmp(moves, expected) != 0)
        fail_msg("%s:\n%s, not\n%s", text, moves, expected);
    assert_int_equal(xiangqi_in_check(&heuristic, p), naive_attacked(n, n->black));
    for (int sideways = 0; sideways < 2; sideways++) {
        const naive m = naive_mirror(n, sideways);
        const xiangqi_position mirrored = parsed_naive(&m);
        assert_int_equal(D->evaluate(&heuristic, &mirrored, 3), D->evaluate(&heuristic, p, 3));
        assert_int_equal(D->count_moves(&heuristic, &mirrored), D->count_moves(&heuristic, p));
    }
}

/* Moves of one position: texts differ and are found again; noisy ones are the captures. */
static void check_moves(const xiangqi_position *p, unsigned count)
{
    char seen[XQ_FILES * XQ_RANKS * XQ_FILES * XQ_RANKS] = {0};
    xiangqi_cursor all = xiangqi_moves(&heuristic, p), noisy = xiangqi_noisy(&heuristic, p);
    xiangqi_move move, loud;
    unsigned found = 0;
    bool more = xiangqi_next(&noisy, &loud);
    for (; xiangqi_next(&all, &move); found++) {
        char text[ABS_TEXT_MAX], again[ABS_TEXT_MAX];
        xiangqi_move_text(&heuristic, p, move, text, sizeof text);
        assert_int_equal(strlen(text), 4);
        const unsigned from = (unsigned)((text[1] - '0') * 9 + text[0] - 'a');
        const unsigned to = (unsigned)((text[3] - '0') * 9 + text[2] - 'a');
        assert_int_equal(xiangqi_slot(p, move), from * 90 + to);
        assert_int_equal(seen[from * 90 + to]++, 0);
        if (found % 16 == 0) {
            D->move_text(&heuristic, p, found, again, sizeof again);
            assert_string_equal(again, text);
        }
        const bool takes = xiangqi_has(xiangqi_side(p, !p->turn), move.to);
        if (takes || xiangqi_in_check(&heuristic, p)) {
            assert_true(more && memcmp(&loud, &move, sizeof move) == 0);
            more = xiangqi_next(&noisy, &loud);
        }
    }
    assert_false(more);
    assert_int_equal(found, count);
    assert_true(xiangqi_can_move(p) == (count > 0));
}

/* The position, its key and value are those of its text; the value is within bounds. */
static void check_position(const xiangqi_position *p, unsigned count, const char *text)
{
    const xiangqi_position again = parsed(text);
    if (memcmp(&again, p, sizeof again) != 0)
        fail_msg("%s: not the same as when it is read", text);
    assert_int_equal(D->key(&heuristic, &again), D->key(&heuristic, p));
    const int value = D->evaluate(&heuristic, p, 5);
    assert_int_equal(D->evaluate(&heuristic, &again, 5), value);
    assert_int_equal(value == -20005, count == 0);
    assert_true(abs(value) <= D->bound(&heuristic, 5));
    assert_true(count == 0 || abs(value) <= XQ_MOST);
    assert_int_equal(D->evaluate(&result, p, 0), count == 0 ? -1 : 0);
}

#include "xiangqi_odd.h" /* asks the same of odd positions */

static void test_random_games(void **state)
{
    (void)state;
    static row rows[SUITE];
    game_memory seen = game_remember_up_to(PLIES, sizeof(xiangqi_position));
    const unsigned starts = read_suite(rows);
    const unsigned most = (unsigned)test_amount(PLIES);
    unsigned plies = 0, over = 0, checks = 0;
    uint64_t random = 1;
    for (unsigned game = 0; plies < most; game++) {
        xiangqi_position p = parsed(rows[game % starts].text);
        for (unsigned ply = 0; ply < GAME_PLIES && plies < most; ply++) {
            char text[ABS_TEXT_MAX];
            const naive n = printed(&p, text);
            const unsigned count = D->count_moves(&heuristic, &p);
            check_moves(&p, count);
            check_position(&p, count, text);
            if (plies % 8 == 0 || count == 0 || p.checked)
                compare_with_naive(&p, &n, text);
            checks += p.checked;
            xiangqi_position look = p; /* without its key */
            look.key = 0;
            game_remember(&seen, p.key, &look, sizeof look);
            plies++;
            over += count == 0;
            if (count == 0)
                break;
            xiangqi_position child;
            D->apply(&heuristic, &p, game_draw(&random, count), &child);
            p = child;
        }
    }
    assert_true(over > (unsigned)test_amount(50) && checks > (unsigned)test_amount(1000));
    game_check_keys(&seen, 5);
}

/* ---- texts ----------------------------------------------------------------------------------- */

static void test_other_spellings(void **state)
{
    (void)state;
    static const char *const same[] = {
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - -",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 12 34",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - bm h2e2",
        "rheagaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAGAEHR w - - 0 1",
        "rnbakabnr/54/1c5c1/p1p1p1p1p/333/81/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    };
    const xiangqi_position start = parsed("start");
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        const xiangqi_position p = parsed(same[i]);
        assert_memory_equal(&p, &start, sizeof p);
    }
    char text[ABS_TEXT_MAX];
    D->print(&heuristic, &start, text, sizeof text);
    assert_string_equal(text, same[3]);
}

static void test_malformed_texts(void **state)
{
    (void)state;
    game_check_refusals(D, &heuristic, malformed, ROWS(malformed));
}

/* Any bytes: rejected, or a position that prints and reads the same and whose moves can be listed.
 */
static void test_damaged_texts(void **state)
{
    (void)state;
    static const char bytes[] = "rnbakcpRNBAKCP123456789/ wb-hegHEG0x;\x80\xff";
    static row rows[SUITE];
    const unsigned starts = read_suite(rows);
    unsigned accepted = 0;
    uint64_t random = 7;
    for (int i = 0; i < test_amount(200000); i++) {
        char text[ABS_TEXT_MAX], again[ABS_TEXT_MAX];
        xiangqi_position p;
        abs_error error;
        snprintf(text, sizeof text, "%s", rows[(unsigned)i % starts].text);
        random += UINT64_C(0x9E3779B97F4A7C15);
        const uint64_t draw = abs_mix64(random);
        for (unsigned change = 0; change <= draw % 3; change++)
            text[(draw >> (8 + 16 * change)) % strlen(text)] =
                bytes[(draw >> (16 + 16 * change)) % (sizeof bytes - 1)];
        if (!D->parse(&heuristic, text, &p, &error))
            continue;
        accepted++;
        const naive n = printed(&p, again);
        check_position(&p, D->count_moves(&heuristic, &p), again);
        if (i % 64 == 0)
            compare_with_naive(&p, &n, again);
    }
    assert_true(accepted > 1000);
}

/* ---- descriptor and suite -------------------------------------------------------------------- */

static void test_descriptor(void **state)
{
    (void)state;
    abs_error error;
    xiangqi_rules rules = result;
    assert_string_equal(D->name, "xiangqi");
    assert_string_equal(D->aliases, "chinese-chess");
    assert_int_equal(D->half_pawn(&heuristic), 50);
    assert_int_equal(D->max_depth(&heuristic), ABS_MAX_DEPTH);
    assert_int_equal(D->half_pawn(&result), 1);
    assert_int_equal(D->bound(&heuristic, 9), 20009);
    assert_int_equal(D->bound(&result, 9), 1);
    assert_false(abs_free_passes(D, &heuristic));
    parsed(D->forms[0].example);
    assert_true(D->parse_rules(&rules, "", &error));
    assert_int_equal(rules.base.eval, ABS_EVAL_HEURISTIC);
    assert_false(D->parse_rules(&rules, "size=9", &error));
    assert_int_equal(error.code, ABS_USAGE);
}

static void test_suite(void **state)
{
    (void)state;
    static row rows[SUITE];
    assert_int_equal(read_suite(rows), SUITE);
    for (unsigned i = 0; i < SUITE; i++) {
        char id[16], text[ABS_TEXT_MAX];
        const xiangqi_position p = parsed(rows[i].text);
        const unsigned pieces = xiangqi_size(xiangqi_occupied(&p));
        snprintf(id, sizeof id, "xq-%02u", i + 1);
        assert_string_equal(rows[i].id, id);
        assert_string_equal(rows[i].phase, pieces >= 30   ? "opening"
                                           : pieces >= 18 ? "middle"
                                                          : "late");
        printed(&p, text);
        assert_string_equal(text, rows[i].text);
        assert_true(D->count_moves(&heuristic, &p) >= 2);
        for (unsigned j = 0; j < i; j++)
            assert_string_not_equal(rows[j].text, rows[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perft),           cmocka_unit_test(test_perft_by_the_slow_generator),
        cmocka_unit_test(test_rule_traps),      cmocka_unit_test(test_no_move_loses),
        cmocka_unit_test(test_odd_positions),   cmocka_unit_test(test_random_boards),
        cmocka_unit_test(test_declared_moves),  cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_other_spellings), cmocka_unit_test(test_malformed_texts),
        cmocka_unit_test(test_damaged_texts),   cmocka_unit_test(test_descriptor),
        cmocka_unit_test(test_suite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
