/*
 * unit_explicit.c -- explicit trees: what is read, what is refused and how it is said, and the
 * counts of every core on the examples. Run from the top of the tree.
 */
#include "tests/search/tree_fixture.h"

#include <glob.h>
#include <unistd.h>

static char scratch[] = "/tmp/absbench-tree-XXXXXX"; /* the file under test */

static void write_bytes(const char *bytes, size_t length)
{
    FILE *file = fopen(scratch, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static bool open_scratch(tree *t)
{
    char spec[64];
    snprintf(spec, sizeof spec, "explicit:file=%s", scratch);
    return tree_open(t, spec, 1);
}

static bool open_text(tree *t, const char *text)
{
    write_bytes(text, strlen(text));
    return open_scratch(t);
}

/* The tree is refused as a bad file, in one line that names it and says `what`. */
static void assert_refused(const char *what)
{
    tree t;
    assert_false(open_scratch(&t));
    assert_int_equal(error.code, ABS_CANNOT_RUN);
    if (strstr(error.text, what) == NULL || strstr(error.text, scratch) == NULL)
        fail_msg("expected '%s', got '%s'", what, error.text);
    for (const char *c = error.text; *c != '\0'; c++)
        assert_true((unsigned char)*c >= ' ');
    tree_close(&t); /* must be harmless */
}

/* ---- what is read ---------------------------------------------------------------------------- */

TEST(values_are_the_root_players)
{
    tree t;
    assert_true(open_text(&t, "\xEF\xBB\xBF [\n3, [5, {\"value\": -1e2, \"children\": [1,7]}],\t"
                              "{\"children\": [], \"value\": -6.0}]\r\n"));
    assert_int_equal(t.domain->max_depth(t.rules), 3);
    assert_int_equal(abs_min_depth(t.domain, t.rules), 3);
    assert_int_equal(t.domain->bound(t.rules, 3), 7); /* not 100: no search evaluates that node */
    assert_int_equal(t.domain->half_pawn(t.rules), 1);
    assert_false(t.domain->can_evaluate(t.rules, t.position));
    assert_int_equal(tree_moves_of(&t), 3);
    tree child = t;
    tree_play(&child, 2);
    assert_int_equal(tree_moves_of(&child), 0);
    assert_int_equal(tree_evaluate(&child), 6);
    child = t;
    tree_play(&child, 1);
    assert_false(t.domain->can_evaluate(child.rules, child.position));
    tree_play(&child, 1);
    assert_true(t.domain->can_evaluate(child.rules, child.position));
    assert_int_equal(tree_evaluate(&child), -100);
    tree_play(&child, 1);
    assert_int_equal(tree_evaluate(&child), -7);
    assert_int_equal(tree_search(&t, "minimax", 3), 5);
    tree_close(&t);
}

TEST(interior_values_allow_less_depth)
{
    static const int values[] = {4, 6, 7, 8}; /* by depth */
    tree t;
    assert_true(tree_open(&t, "explicit:file=trees/examples/interior-values.json", 1));
    assert_int_equal(abs_min_depth(t.domain, t.rules), 0);
    for (int depth = 0; depth <= 3; depth++)
        assert_int_equal(tree_search(&t, "minimax", depth), values[depth]);
    tree_close(&t);
    assert_true(open_text(&t, "{\"value\": -50, \"children\": [3]}"));
    assert_int_equal(t.domain->bound(t.rules, 0), 50); /* the root may be evaluated */
    assert_int_equal(t.domain->bound(t.rules, 1), 3);  /* only leaves are */
    assert_int_equal(t.domain->half_pawn(t.rules), 1);
    tree_close(&t);
}

TEST(one_number_is_a_tree)
{
    tree t;
    assert_true(open_text(&t, "536870911"));
    assert_int_equal(t.domain->max_depth(t.rules), 0);
    assert_int_equal(abs_min_depth(t.domain, t.rules), 0);
    assert_int_equal(tree_search(&t, "failsoft", 0), 536870911);
    assert_int_equal(search.n.nodes, 1);
    tree_close(&t);
}

TEST(keys_differ)
{
    tree t;
    assert_true(open_text(&t, "[1,1,1,1]"));
    uint64_t keys[5] = {tree_key_of(&t)};
    for (unsigned i = 1; i < 5; i++) {
        tree child = t;
        tree_play(&child, i - 1);
        keys[i] = tree_key_of(&child);
        for (unsigned j = 0; j < i; j++)
            assert_true(keys[i] != keys[j]);
    }
    tree_close(&t);
}

TEST(examples_are_read)
{
    glob_t found;
    assert_int_equal(glob("trees/examples/*.json", 0, NULL, &found), 0);
    assert_true(found.gl_pathc >= 10);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char spec[256];
        tree t;
        snprintf(spec, sizeof spec, "explicit:file=%s", found.gl_pathv[i]);
        assert_true(tree_open(&t, spec, 1));
        tree_close(&t);
    }
    globfree(&found);
}

/* ---- what is refused ------------------------------------------------------------------------- */

TEST(trees_refused)
{
    static const char *const rows[][2] = {
        {"", "line 1, column 1: malformed JSON: the text ends"},
        {" \n\n", "line 3, column 1: malformed JSON: the text ends"},
        {"[1,2", "line 1, column 5: malformed JSON: the text ends"},
        {"[1,\n 2,,3]", "line 2, column 4: malformed JSON: this is not a JSON value"},
        {"[1 2]", "line 1, column 4: malformed JSON: a comma is missing"},
        {"[1,]", "column 4: malformed JSON: this is not a JSON value"},
        {"[1]]", "column 4: malformed JSON: something follows the tree"},
        {"[1] 2", "column 5: malformed JSON: something follows the tree"},
        {"[1\x01]", "column 3: malformed JSON: a comma is missing"},
        {"[1,\xC3\xA9]", "column 4: malformed JSON: this is not a JSON value"},
        {"[\"a\nb\"]", "line 1, column 4: malformed JSON: a string holds a bare control"},
        {"[+1]", "column 2: malformed JSON: this is not a JSON value"},
        {"[01]", "column 2: malformed JSON: a number begins with 0"},
        {"[1.]", "column 4: malformed JSON: this is not a number"},
        {"[-]", "column 3: malformed JSON: this is not a number"},
        {"[1e+]", "column 5: malformed JSON: this is not a number"},
        {"[1,-", "malformed JSON"},
        {"[0x10]", "column 3: malformed JSON: a comma is missing"},
        {"[NaN]", "column 2: malformed JSON: this is not a JSON value"},
        {"{\"value\": 1", "malformed JSON: the text ends"},
        {"{\"value\" 1}", "column 10: malformed JSON: a colon is missing"},
        {"[\"\xC3(\"]", "column 3: malformed JSON: a string is not UTF-8"},
        {"[]", "$: an empty array"},
        {"[[1,2],[3,[]]]", "$[1][1]: an empty array"},
        {"{}", "$: a node needs"},
        {"[{\"children\":[]}]", "$[0]: a node needs"},
        {"[1.5]", "$[0]: 1.5; write a whole number"},
        {"[1,1e99]", "$[1]: 1e+99;"},
        {"[1,1e999]", "$[1]: inf;"},
        {"[536870912]", "$[0]: 536870912;"},
        {"[-536870912]", "$[0]: -536870912;"},
        {"[4294967297]", "$[0]: 4294967297;"},
        {"[[1],[2,\"x\"]]", "$[1][1]: a string"},
        {"[null]", "$[0]: null"},
        {"[true]", "$[0]: true or false"},
        {"false", "$: true or false"},
        {"{\"valeu\":1}", "$: unknown member \"valeu\"; a node has \"value\" and \"children\""},
        {"{\"Value\":1}", "unknown member \"Value\""},
        {"[{\"kids\":[1]}]", "$[0]: unknown member \"kids\"; a node has"},
        {"{\"a\\nb\":1}", "unknown member \"a?b\""},
        {"{\"a\x7F\":1}", "unknown member \"a?\""},
        {"{\"a\\\"\":1,\n\"b\":2}", "unknown member \"a\"\""},
        {"{\"value\":1,\"value\":2}", "$: \"value\" appears twice"},
        {"[1,{\"children\":[1],\"value\":1,\"children\":[2]}]", "$[1]: \"children\" appears"},
        {"{\"value\":1,\"children\":5}", "$.children: a number"},
        {"{\"value\":1,\"children\":{}}", "$.children: an object"},
        {"{\"value\":1,\"children\":null}", "$.children: null"},
        {"[1,{\"value\":[1]}]", "$[1].value: an array"},
        {"[1,{\"value\":\"1\"}]", "$[1].value: a string"},
        {"{\"value\":1.5,\"children\":[1]}", "$.value: 1.5;"},
        {"[[0,1,{\"children\":[1,\"x\"]}]]", "$[0][2].children[1]: a string"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        write_bytes(rows[i][0], strlen(rows[i][0]));
        assert_refused(rows[i][1]);
    }
    write_bytes("[1\0]", 4);
    assert_refused("column 3: malformed JSON: there is a NUL byte");
}

TEST(files_refused)
{
    tree t;
    assert_false(tree_open(&t, "explicit:file=/nowhere/at/all.json", 1));
    assert_int_equal(error.code, ABS_CANNOT_RUN);
    assert_non_null(strstr(error.text, "/nowhere/at/all.json: cannot be opened: No such file"));
    assert_false(tree_open(&t, "explicit:file=/tmp", 1));
    assert_int_equal(error.code, ABS_CANNOT_RUN);
    assert_non_null(strstr(error.text, "directory"));
    assert_int_equal(truncate(scratch, (64 << 20) + 1), 0);
    assert_refused("64 MiB");
}

/* Writes `open` height times, "1", and `close` as often. */
static void write_chain(const char *open, const char *close, unsigned height)
{
    FILE *file = fopen(scratch, "wb");
    assert_non_null(file);
    for (unsigned i = 0; i < height; i++)
        fputs(open, file);
    fputs("1", file);
    for (unsigned i = 0; i < height; i++)
        fputs(close, file);
    assert_int_equal(fclose(file), 0);
}

TEST(height_is_limited)
{
    static const char *const forms[][2] = {{"[", "]"}, {"{\"children\":[", "]}"}};
    for (unsigned i = 0; i < 2; i++) {
        tree t;
        write_chain(forms[i][0], forms[i][1], ABS_MAX_DEPTH);
        assert_true(open_scratch(&t));
        assert_int_equal(t.domain->max_depth(t.rules), ABS_MAX_DEPTH);
        assert_int_equal(tree_search(&t, "pvs", ABS_MAX_DEPTH), 1);
        assert_int_equal(search.n.nodes, ABS_MAX_DEPTH + 1);
        tree_close(&t);
        write_chain(forms[i][0], forms[i][1], ABS_MAX_DEPTH + 1);
        assert_refused("higher than 100 plies");
        write_chain(forms[i][0], forms[i][1], 100000);
        assert_refused("nested too deeply");
    }
}

/* Writes `count` copies of a member, in one array or object. */
static void write_many(char open, const char *member, char close, unsigned count)
{
    FILE *file = fopen(scratch, "wb");
    assert_non_null(file);
    for (unsigned i = 0; i < count; i++)
        fprintf(file, "%c%s", i == 0 ? open : ',', member);
    fputc(close, file);
    assert_int_equal(fclose(file), 0);
}

/* Five times 1024 times 1024 leaves. */
static void write_five_million(void)
{
    static char leaves[2 * ABS_MAX_MOVES + 2] = "[";
    for (int i = 0; i < ABS_MAX_MOVES; i++)
        memcpy(leaves + 1 + 2 * i, "1,", 2);
    leaves[2 * ABS_MAX_MOVES] = ']';
    FILE *file = fopen(scratch, "wb");
    assert_non_null(file);
    for (int i = 0; i < 5 * ABS_MAX_MOVES; i++)
        fprintf(file, "%s%s", i == 0 ? "[[" : i % ABS_MAX_MOVES == 0 ? "],[" : ",", leaves);
    fputs("]]", file);
    assert_int_equal(fclose(file), 0);
}

TEST(size_is_limited)
{
    tree t;
    write_many('[', "1", ']', ABS_MAX_MOVES);
    assert_true(open_scratch(&t));
    assert_int_equal(tree_moves_of(&t), ABS_MAX_MOVES);
    tree_close(&t);
    write_many('[', "1", ']', ABS_MAX_MOVES + 1);
    assert_refused("$: more than 1024 children");
    write_many('{', "\"value\":1", '}', 1 << 20);
    assert_refused("appears twice");
    write_five_million();
    assert_refused("more than 4194304 nodes");
}

static int setup(void **state)
{
    const int file = mkstemp(scratch);
    return file < 0 || close(file) != 0 || fixture_setup(state) != 0;
}

static int teardown(void **state)
{
    unlink(scratch);
    return fixture_teardown(state);
}

RUN_TESTS(setup, teardown, NULL)
