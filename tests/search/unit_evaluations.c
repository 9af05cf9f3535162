/* unit_evaluations.c -- what --eval=..+noise:N+turn:T adds, counted again here. */
#include "helpers.h"

enum { PLAYOUTS = 20, PLIES = 70 };

static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

/* draw(mix64(key), 9, 2N + 1) - N */
static int noise_of(uint64_t key, int n)
{
    return (int)((mixed(mixed(key) ^ mixed(9)) >> 32) * (2 * (uint64_t)n + 1) >> 32) - n;
}

static void set_eval(void *rules, abs_evaluation eval)
{
    const abs_config c = {.eval = eval};
    config_apply_eval(&c, rules);
}

/* Finished games keep their value; of others the sum is that of the evaluation and both. */
static void on_position(const abs_domain *d, void *rules, const void *position)
{
    static const abs_evaluation added[] = {
        {ABS_EVAL_HEURISTIC, 0, 65},
        {ABS_EVAL_HEURISTIC, 40, 0},
        {ABS_EVAL_RESULT, 3, -2},
        {ABS_EVAL_MATERIAL, ABS_EVAL_ADDED_MAX, -ABS_EVAL_ADDED_MAX}};
    const bool over = d->count_moves(rules, position) == 0;
    for (size_t i = 0; i < sizeof added / sizeof added[0]; i++) {
        set_eval(rules, (abs_evaluation){added[i].kind, 0, 0});
        const int plain = d->evaluate(rules, position, 2), bound = d->bound(rules, 2);
        set_eval(rules, added[i]);
        const int more = noise_of(d->key(rules, position), added[i].noise) + added[i].turn;
        assert_int_equal(d->evaluate(rules, position, 2), over ? plain : plain + more);
        assert_int_equal(abs_bound(d, rules, 2), bound + added[i].noise + abs(added[i].turn));
    }
}

TEST(added)
{
    uint64_t random = 5;
    unsigned over = 0;
    for (const abs_registered *r = abs_registry; r->domain != NULL; r++) {
        test_position p;
        if (abs_is_tree(r->domain))
            continue;
        for (int playout = 0; playout < PLAYOUTS; playout++) {
            test_open(&p, r->domain->name, "start", 0);
            void *child = calloc(1, r->domain->position_size);
            for (int ply = 0; ply < PLIES; ply++) {
                const unsigned moves = r->domain->count_moves(p.rules, p.root.position);
                on_position(r->domain, p.rules, p.root.position);
                over += moves == 0;
                if (moves == 0)
                    break;
                r->domain->apply(p.rules, p.root.position, (unsigned)test_random(&random, moves),
                                 child);
                memcpy(p.root.position, child, r->domain->position_size);
            }
            free(child);
            test_close(&p);
        }
    }
    assert_true(over > PLAYOUTS);
}

/* The simplest evaluation, of positions that a person can count. */
TEST(material)
{
    static const struct {
        const char *game, *position;
        int value;
    } known[] = {
        {"chess", "4k3/p7/8/8/8/8/PP6/RNBQK3 w - - 0 1", 100 + 500 + 300 + 300 + 900},
        {"chess", "4k3/p7/8/8/8/8/PP6/RNBQK3 b - - 0 1", -2100},
        {"chess", "r3k3/8/8/8/8/8/8/4K2B w - - 0 1", 300 - 500},
        {"xiangqi", "3k5/9/4e4/p8/9/4P4/9/4C4/4N4/R3KA3 w", 900 + 450 + 400 + 200 - 200},
        {"checkers", "W:W21,22,K30:B1,2", 100 + 30},
        {"connectfour", "112233", 0},
        {"connectfour", "1122334", 7 - 10000},
        {"tictactoe", "159", 0},
        {"othello", "f5", -300},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        test_position p;
        test_open(&p, known[i].game, known[i].position, 0);
        set_eval(p.rules, (abs_evaluation){ABS_EVAL_MATERIAL, 0, 0});
        const int value = p.root.domain->evaluate(p.rules, p.root.position, 3);
        if (value != known[i].value)
            fail_msg("%s %s: %d, not %d", known[i].game, known[i].position, value, known[i].value);
        test_close(&p);
    }
}

TEST(texts)
{
    static const char *const good[] = {"heuristic", "result+turn:-3", "material+noise:20",
                                       "heuristic+noise:1048575+turn:-1048575"};
    static const char *const bad[] = {"",
                                      "heuristics",
                                      "heuristic+",
                                      "+turn:3",
                                      "heuristic+turn",
                                      "heuristic+turn:",
                                      "material+noise:-1",
                                      "heuristic+turn:1048576",
                                      "heuristic+turn:+3",
                                      "heuristic+turn: 3",
                                      "heuristic+turn:3x"};
    abs_error error;
    int64_t number;
    char text[CONFIG_WORD_MAX];
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        abs_config c = {.depth = 1};
        assert_true(config_eval_parse("eval", good[i], &number, &error));
        config_set(&config_fields[CONFIG_eval], &c, number);
        assert_true(config_number(&config_fields[CONFIG_eval], &c) == number);
        config_value(&config_fields[CONFIG_eval], &c, text, sizeof text);
        assert_string_equal(text, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(config_eval_parse("eval", bad[i], &number, &error));
    assert_true(config_eval_parse("eval", "heuristic+turn:3+noise:4", &number, &error));
}

RUN_TESTS(NULL, NULL, NULL)
