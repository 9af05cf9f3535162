/* unit_evaluations.c -- what --eval=..+noise:N+turn:T adds, counted again here; and how such
   settings are written. */
#include "searched.h"

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
    for (size_t i = 0; i < COUNT_OF(added); i++) {
        set_eval(rules, (abs_evaluation){added[i].kind, 0, 0});
        const int plain = d->evaluate(rules, position, 2), bound = d->bound(rules, 2);
        set_eval(rules, added[i]);
        const int more = noise_of(d->key(rules, position), added[i].noise) + added[i].turn;
        assert_int_equal(d->evaluate(rules, position, 2), over ? plain : plain + more);
        assert_int_equal(abs_bound(d, rules, 2), bound + added[i].noise + abs(added[i].turn));
    }
}

TEST(noise_and_turn_are_added_at_leaves)
{
    uint64_t random = 5;
    unsigned over = 0;
    for (const abs_registered *r = abs_registry; r->domain != NULL; r++)
        for (int playout = 0; playout < PLAYOUTS && !abs_is_tree(r->domain); playout++) {
            test_position p;
            test_open(&p, r->domain->name, "start", 0);
            for (int ply = 0; ply < PLIES; ply++) {
                on_position(r->domain, p.rules, p.root.position);
                random_play(&p, 1, &random);
            }
            over += r->domain->count_moves(p.rules, p.root.position) == 0;
            test_close(&p);
        }
    assert_true(over > PLAYOUTS);
}

/* The simplest evaluation, of positions that a person can count. */
TEST(material_is_as_a_person_counts_it)
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
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        test_position p;
        test_open(&p, known[i].game, known[i].position, 0);
        set_eval(p.rules, (abs_evaluation){ABS_EVAL_MATERIAL, 0, 0});
        const int value = p.root.domain->evaluate(p.rules, p.root.position, 3);
        if (value != known[i].value)
            fail_msg("%s %s: %d, not %d", known[i].game, known[i].position, value, known[i].value);
        test_close(&p);
    }
}

/* What is read is written alike; the rest is not taken. */
TEST(evaluations_are_written_as_they_are_read)
{
    static const struct {
        unsigned field;
        bool (*parse)(const char *option, const char *text, int64_t *number, abs_error *error);
        const char *good[8], *bad[16];
    } fields[] = {
        {CONFIG_eval,
         config_eval_parse,
         {"heuristic", "result+turn:-3", "material+noise:20",
          "heuristic+noise:1048575+turn:-1048575"},
         {"", "heuristics", "heuristic+", "+turn:3", "heuristic+turn",
          "heuristic+turn:", "material+noise:-1", "heuristic+turn:1048576", "heuristic+turn:+3",
          "heuristic+turn: 3", "heuristic+turn:3x"}},
        {CONFIG_select,
         config_select_parse,
         {"none", "null:3", "null:2,check,lmr:7", "check,lmr:4", "check"},
         {"", "null:-1", "null:101", "lmr:1", "lmr:1025", "check:1", "null,,", "nul", "null,",
          "lmr,lmr", "none,lmr", "null:3x"}},
    };
    abs_error error;
    int64_t number, other;
    for (size_t i = 0; i < COUNT_OF(fields); i++) {
        const config_field *f = &config_fields[fields[i].field];
        for (const char *const *text = fields[i].good; *text != NULL; text++) {
            char written[CONFIG_WORD_MAX];
            abs_config c = {.depth = 1};
            assert_true(fields[i].parse(f->name, *text, &number, &error));
            config_set(f, &c, number);
            config_value(f, &c, written, sizeof written);
            assert_string_equal(written, *text);
        }
        for (const char *const *text = fields[i].bad; *text != NULL; text++)
            if (fields[i].parse(f->name, *text, &number, &error))
                fail_msg("'%s' is taken", *text);
    }
    assert_true(config_eval_parse("eval", "heuristic+turn:3+noise:4", &number, &error));
    assert_true(config_select_parse("select", "check,lmr,null", &number, &error));
    assert_true(config_select_parse("select", "null:3,check,lmr:4", &other, &error));
    assert_true(number == other);
}

RUN_TESTS(NULL, NULL, NULL)
