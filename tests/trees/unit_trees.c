/*
 * unit_trees.c -- the tree models: the published check values, what each promises about its nodes,
 * what explicit trees say, and how what is wrong is refused. reference.bats has every count of all
 * of them, and of the examples. Run from the top of the tree.
 */
#include "search/searched.h"

#include <unistd.h>

static char scratch[] = "/tmp/absbench-tree-XXXXXX"; /* an explicit tree */
static char text[16 << 20];                          /* of one */

/* Opens what the text, if it is one of JSON, or else the spec says. */
static void open_tree(test_position *p, const char *spec, uint64_t seed)
{
    char file[64];
    if (strchr(spec, '=') == NULL) {
        FILE *out = fopen(scratch, "w");
        fputs(spec, out);
        assert_int_equal(fclose(out), 0);
        snprintf(file, sizeof file, "explicit:file=%s", scratch);
        spec = file;
    }
    test_open(p, spec, NULL, seed);
}

/* Goes to where these moves, digits, lead from the root. */
static void go_to(test_position *p, const char *moves)
{
    const abs_domain *d = p->root.domain;
    void *child = malloc(d->position_size);
    d->root(p->rules, p->root.seed, p->root.position);
    for (; *moves != '\0'; moves++) {
        d->apply(p->rules, p->root.position, (unsigned)(*moves - '0'), child);
        memcpy(p->root.position, child, d->position_size);
    }
    free(child);
}

static int value_at(test_position *p, const char *moves)
{
    go_to(p, moves);
    return p->root.domain->evaluate(p->rules, p->root.position, 0);
}

static unsigned moves_at(test_position *p, const char *moves)
{
    go_to(p, moves);
    return p->root.domain->count_moves(p->rules, p->root.position);
}

static uint64_t key_at(test_position *p, const char *moves)
{
    go_to(p, moves);
    return p->root.domain->key(p->rules, p->root.position);
}

static bool evaluable_at(test_position *p, const char *moves)
{
    go_to(p, moves);
    return p->root.domain->can_evaluate(p->rules, p->root.position);
}

static const abs_row *search_of(test_position *p, const char *algo, int depth)
{
    const abs_config c = test_plain(algo, depth);
    go_to(p, "");
    return searched(&p->root, &c, false);
}

/* ---- what the models promise ---------------------------------------------------------------- */

TEST(check_values)
{
    static const struct {
        const char *spec, *algo;
        uint64_t seed;
        int depth, value;
        uint64_t nodes, leaves, researches;
    } rows[] = {
        {"uniform:b=4,range=100", "alphabeta", 1, 5, 60, 644, 427, 0},
        {"uniform:b=4,range=100", "pvs", 1, 5, 60, 1231, 0, 43},
        {"uniform:b=4,range=100", "negascout", 1, 5, 60, 1099, 0, 10},
        {"uniform:b=2..5,range=1000", "alphabeta", 2, 6, -191, 595, 344, 0},
        {"uniform:b=4,range=100,commute=1", "alphabeta", 3, 5, 51, 590, 385, 0},
        {"pgame:b=3,win=500", "alphabeta", 4, 6, -1, 169, 84, 0},
        {"incremental:b=6,step=10", "alphabeta", 5, 5, 9, 1169, 832, 0},
        {"ordered:b=8,range=1000,gap=100,first=70,quarter=90,noise=50", "alphabeta", 6, 5, 761,
         2323, 1665, 0},
        {"ordered:b=6,range=100,gap=20,first=100,quarter=100,noise=0", "alphabeta", 7, 6, 30, 812,
         431, 0},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        test_position p;
        open_tree(&p, rows[i].spec, rows[i].seed);
        const abs_row *row = search_of(&p, rows[i].algo, rows[i].depth);
        assert_int_equal(row->value, rows[i].value);
        assert_int_equal(row->n.nodes, rows[i].nodes);
        assert_true(rows[i].leaves == 0 || abs_leaves(&row->n) == rows[i].leaves);
        assert_int_equal(row->n.interior_researches, rows[i].researches);
        test_close(&p);
    }
}

/* Over the seeds: the widths of nodes, who wins a leaf, where the best move stands; noise moves
   the evaluation no farther than it says. */
TEST(shares_are_as_asked_for)
{
    static const char *const specs[] = {"uniform:b=2..5", "uniform:b=2..5,commute=1",
                                        "pgame:b=2..5,win=300", "incremental:b=2..5",
                                        "ordered:b=2..5"};
    static const char *const paths[] = {"", "1", "10", "101", "1010"};
    unsigned wins = 0, first = 0, quarter = 0, noisy = 0;
    test_position p, noise;
    for (size_t i = 0; i < COUNT_OF(specs); i++) {
        unsigned seen[7] = {0};
        for (uint64_t seed = 1; seed <= 200; seed++) {
            open_tree(&p, specs[i], seed);
            for (size_t ply = 0; ply < COUNT_OF(paths); ply++) {
                const unsigned count = moves_at(&p, paths[ply]);
                assert_in_range(count, 2, 5);
                seen[count]++;
                wins += i == 2 && value_at(&p, paths[ply]) == (ply % 2 == 0 ? 1 : -1);
            }
            test_close(&p);
        }
        for (unsigned count = 2; count <= 5; count++) /* a quarter of 1000 each */
            assert_in_range(seen[count], 200, 300);
    }
    assert_in_range(wins, 250, 350); /* of 1000, for the root's side */

    for (uint64_t seed = 1; seed <= 1000; seed++) {
        open_tree(&p, "ordered:b=9,gap=100000,first=70,quarter=90", seed);
        open_tree(&noise, "ordered:b=9,gap=100000,noise=5", seed);
        const int value = value_at(&p, ""), with_noise = value_at(&noise, "");
        assert_in_range(abs(with_noise - value), 0, 5);
        noisy += with_noise != value;
        for (char move[] = "0"; *move < '9'; ++*move) {
            const int child = -value_at(&p, move);
            assert_true(child <= value);
            first += child == value && *move == '0';
            quarter += child == value && *move < '3';
        }
        test_close(&p);
        test_close(&noise);
    }
    assert_in_range(first, 660, 740);
    assert_in_range(quarter, 870, 930);
    assert_in_range(noisy, 850, 970); /* ten of eleven */
}

TEST(commuting_paths_meet)
{
    test_position p;
    open_tree(&p, "uniform:b=4,commute=1", 9);
    assert_true(key_at(&p, "0321") == key_at(&p, "2103"));
    assert_int_equal(value_at(&p, "0321"), value_at(&p, "2103"));
    assert_true(key_at(&p, "0321") != key_at(&p, "3012")); /* the other side's are other moves */
    assert_true(key_at(&p, "0") != key_at(&p, ""));
    test_close(&p);
}

TEST(ordered_declares_its_value)
{
    static const char *const specs[] = {"ordered:b=6,noise=0", "ordered:b=1..9,first=30,quarter=60",
                                        "ordered:b=2..4,first=0,quarter=0,gap=3",
                                        "ordered:b=5,gap=0,range=0"};
    for (size_t i = 0; i < COUNT_OF(specs); i++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            test_position p;
            open_tree(&p, specs[i], seed);
            for (int depth = 0; depth <= 4; depth++)
                assert_int_equal(search_of(&p, "minimax", depth)->value, value_at(&p, ""));
            test_close(&p);
        }
}

/* That they hold is in unit_conformance. */
TEST(trees_declare_bound_and_half_pawn)
{
    static const struct {
        const char *spec;
        int bound, half_pawn; /* at depth 5 */
    } rows[] = {
        {"uniform:b=3,range=40", 40, 2},
        {"uniform:b=3,range=7,commute=1", 7, 1},
        {"pgame:b=3", 1, 1},
        {"incremental:b=3,step=4", 20, 4},
        {"ordered:b=3,range=10,gap=8,first=30,noise=2", 52, 6},
        {"explicit:file=trees/examples/interior-values.json", 9, 1},
        {"uniform:b=2,range=536870911", 536870911, 26843545},
        {"incremental:b=2,step=5368709", 26843545, 5368709},
        {"ordered:gap=5368709,range=0,noise=11", 26843556, 2684365}, /* just within */
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        test_position p;
        open_tree(&p, rows[i].spec, 1);
        assert_int_equal(p.root.domain->bound(p.rules, 5), rows[i].bound);
        assert_int_equal(p.root.domain->half_pawn(p.rules), rows[i].half_pawn);
        assert_true(evaluable_at(&p, ""));
        assert_false(abs_free_passes(p.root.domain, p.rules));
        test_close(&p);
    }
}

/* ---- explicit trees -------------------------------------------------------------------------- */

TEST(values_are_the_root_players)
{
    test_position p;
    open_tree(&p,
              "\xEF\xBB\xBF [\n3, [5, {\"value\": -1e2, \"children\": [1,7]}],\t"
              "{\"children\": [], \"value\": -6.0}]\r\n",
              1);
    const abs_domain *d = p.root.domain;
    assert_true(d->max_depth(p.rules) == 3 && abs_min_depth(d, p.rules) == 3);
    assert_int_equal(d->bound(p.rules, 3), 7); /* not 100: no search evaluates that node */
    assert_true(moves_at(&p, "") == 3 && moves_at(&p, "2") == 0);
    assert_true(value_at(&p, "2") == 6 && value_at(&p, "11") == -100 && value_at(&p, "111") == -7);
    assert_false(evaluable_at(&p, "") || evaluable_at(&p, "1"));
    assert_true(evaluable_at(&p, "11"));
    assert_int_equal(search_of(&p, "minimax", 3)->value, 5);
    test_close(&p);
    open_tree(&p, "536870911", 1); /* one number is a tree */
    assert_true(d->max_depth(p.rules) == 0 && abs_min_depth(d, p.rules) == 0);
    assert_int_equal(search_of(&p, "failsoft", 0)->value, 536870911);
    assert_int_equal(search_of(&p, "failsoft", 0)->n.nodes, 1);
    test_close(&p);
}

TEST(interior_values_allow_less_depth)
{
    static const int values[] = {4, 6, 7, 8}; /* by depth */
    test_position p;
    open_tree(&p, "explicit:file=trees/examples/interior-values.json", 1);
    assert_int_equal(abs_min_depth(p.root.domain, p.rules), 0);
    for (int depth = 0; depth <= 3; depth++)
        assert_int_equal(search_of(&p, "minimax", depth)->value, values[depth]);
    test_close(&p);
    open_tree(&p, "{\"value\": -50, \"children\": [3]}", 1);
    assert_int_equal(p.root.domain->bound(p.rules, 0), 50); /* the root may be evaluated */
    assert_int_equal(p.root.domain->bound(p.rules, 1), 3);  /* only leaves are */
    test_close(&p);
}

/* ---- what is refused ------------------------------------------------------------------------- */

/* The spec is refused in one line that says `what`, and the file if there is one. */
static void refused(const char *spec, int code, const char *what)
{
    char name[32];
    abs_error error = {.text = ""};
    snprintf(name, sizeof name, "%.*s", (int)strcspn(spec, ":"), spec);
    const abs_domain *d = abs_registry_find("tree", name, &error)->domain;
    void *rules = calloc(1, d->rules_size);
    assert_false(d->parse_rules(rules, spec + strlen(name) + (spec[strlen(name)] == ':'), &error));
    assert_int_equal(error.code, code);
    if (strstr(error.text, what) == NULL ||
        (strstr(spec, scratch) != NULL && strstr(error.text, scratch) == NULL))
        fail_msg("%s: expected '%s', got '%s'", spec, what, error.text);
    for (const char *c = error.text; *c != '\0'; c++)
        assert_true((unsigned char)*c >= ' ');
    if (d->free_rules != NULL)
        d->free_rules(rules); /* must be harmless */
    free(rules);
}

/* The JSON text, which ends at `end`, is refused. */
static void text_refused(const char *end, const char *what)
{
    char spec[64];
    FILE *out = fopen(scratch, "wb");
    fwrite(text, 1, (size_t)(end - text), out);
    assert_int_equal(fclose(out), 0);
    snprintf(spec, sizeof spec, "explicit:file=%s", scratch);
    refused(spec, ABS_CANNOT_RUN, what);
}

TEST(wrong_specs_are_refused)
{
    static const char *const rows[][2] = {
        {"uniform:rnage=5", "did you mean 'range'"},
        {"uniform:b=2,range=5,b=3", "b= appears twice"},
        {"uniform:b=5..2", "empty range"},
        {"uniform:commute=2", "commute=2"},
        {"uniform:b=4,", "last comma"},
        {"pgame:win=1001", "0 to 1000"},
        {"incremental:step=5368710", "0 to 5368709"},
        {"ordered:first=101", "0 to 100"},
        {"ordered:range=536870911", "536880911"},
        {"ordered:noise=536870911,range=1,gap=0", "536870912"},
        {"ordered:gap=5368709,range=0,noise=12", "536870912"},
        {"explicit", "file"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        refused(rows[i][0], ABS_USAGE, rows[i][1]);
}

/* tests/golden/refused.txt has more. */
TEST(wrong_tree_files_are_refused)
{
    static const char *const rows[][2] = {
        {"[1,\n 2,,3]", "line 2, column 4: malformed JSON: this is not a JSON value"},
        {"[1 2]", "line 1, column 4: malformed JSON: a comma is missing"},
        {"[1]]", "column 4: malformed JSON: something follows the tree"},
        {"[\"a\nb\"]", "line 1, column 4: malformed JSON: a string holds a bare control"},
        {"[01]", "column 2: malformed JSON: a number begins with 0"},
        {"[1.]", "column 4: malformed JSON: this is not a number"},
        {"{\"value\" 1}", "column 10: malformed JSON: a colon is missing"},
        {"[\"\xC3(\"]", "column 3: malformed JSON: a string is not UTF-8"},
        {"[]", "$: an empty array"},
        {"{}", "$: a node needs"},
        {"[{\"children\":[]}]", "$[0]: a node needs"},
        {"[1.5]", "$[0]: 1.5 is a decimal; write a whole number"},
        {"[1,1e999]", "$[1]: inf;"},
        {"[536870912]", "$[0]: 536870912;"},
        {"false", "$: true or false"},
        {"{\"valeu\":1}", "$: a node needs a \"value\" or \"children\""},
        {"{\"value\":1,\"value\":2}", "$: \"value\" appears twice"},
        {"[1,{\"children\":[1],\"value\":1,\"children\":[2]}]", "$[1]: \"children\" appears"},
        {"{\"value\":1,\"children\":{}}", "$.children: an object"},
        {"[1,{\"value\":[1]}]", "$[1].value: an array"},
        {"{\"value\":1.5,\"children\":[1]}", "$.value: 1.5 is a decimal;"},
        {"[[0,1,{\"children\":[1,\"x\"]}]]", "$[0][2].children[1]: a string"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        text_refused(stpcpy(text, rows[i][0]), rows[i][1]);
    memcpy(text, "[1\0]", 4);
    text_refused(text + 4, "column 3: malformed JSON: there is a NUL byte");
}

/* Adds so many copies of it; returns their end. */
static char *repeat(char *at, const char *what, unsigned count)
{
    while (count-- > 0)
        at = stpcpy(at, what);
    return at;
}

TEST(height_is_limited)
{
    static const char *const forms[][2] = {{"[", "]"}, {"{\"children\":[", "]}"}};
    static const struct {
        unsigned height;
        const char *what;
    } rows[] = {{ABS_MAX_DEPTH, NULL},
                {ABS_MAX_DEPTH + 1, "higher than 100 plies"},
                {100000, "nested too deeply"}};
    for (size_t i = 0; i < 2 * COUNT_OF(rows); i++) {
        const unsigned height = rows[i / 2].height;
        char *leaf = stpcpy(repeat(text, forms[i % 2][0], height), "1");
        char *end = repeat(leaf, forms[i % 2][1], height);
        if (rows[i / 2].what != NULL) {
            text_refused(end, rows[i / 2].what);
            continue;
        }
        test_position p;
        open_tree(&p, text, 1);
        assert_int_equal(search_of(&p, "pvs", ABS_MAX_DEPTH)->value, 1);
        assert_int_equal(search_of(&p, "pvs", ABS_MAX_DEPTH)->n.nodes, ABS_MAX_DEPTH + 1);
        test_close(&p);
    }
}

TEST(size_is_limited)
{
    char row[2 * ABS_MAX_MOVES + 8], spec[64];
    test_position p;
    strcpy(repeat(stpcpy(text, "[1"), ",1", ABS_MAX_MOVES - 1), "]");
    strcpy(row, text);
    open_tree(&p, text, 1);
    assert_int_equal(moves_at(&p, ""), ABS_MAX_MOVES);
    test_close(&p);
    text_refused(stpcpy(repeat(stpcpy(text, "[1"), ",1", ABS_MAX_MOVES), "]"),
                 "$: more than 1024 children");
    text_refused(stpcpy(repeat(stpcpy(text, "{\"value\":1"), ",\"value\":1", 1 << 20), "}"),
                 "appears twice");
    char *at = text;
    for (int i = 0; i < 5 * 1024; i++)
        at = stpcpy(stpcpy(at, i == 0 ? "[[" : i % 1024 == 0 ? "],[" : ","), row);
    text_refused(stpcpy(at, "]]"), "more than 4194304 nodes");
    assert_int_equal(truncate(scratch, (64 << 20) + 1), 0);
    snprintf(spec, sizeof spec, "explicit:file=%s", scratch);
    refused(spec, ABS_CANNOT_RUN, "64 MiB");
}

static int setup(void **state)
{
    (void)state;
    const int file = mkstemp(scratch);
    return file < 0 || close(file) != 0;
}

static int teardown(void **state)
{
    (void)state;
    unlink(scratch);
    return 0;
}

RUN_TESTS(setup, teardown, NULL)
