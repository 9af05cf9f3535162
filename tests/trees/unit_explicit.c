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

static bool open_file(tree *t, const char *name)
{
    char spec[256];
    snprintf(spec, sizeof spec, "explicit:file=%s", name);
    return tree_open(t, spec, 1);
}

static bool open_text(tree *t, const char *text)
{
    write_bytes(text, strlen(text));
    return open_file(t, scratch);
}

/* The text (NULL: the file as it is) is refused in one line that names the file and says `what`. */
static void assert_refused(const char *text, const char *what)
{
    tree t;
    assert_false(text != NULL ? open_text(&t, text) : open_file(&t, scratch));
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
        tree t;
        assert_true(open_file(&t, found.gl_pathv[i]));
        tree_close(&t);
    }
    globfree(&found);
}

/* ---- what is refused ------------------------------------------------------------------------- */

TEST(trees_refused)
{
    static const char *const rows[][2] = {
        {"", "line 1, column 1: malformed JSON: the text ends"},
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
        {"[1.5]", "$[0]: 1.5; write a whole number"},
        {"[1,1e999]", "$[1]: inf;"},
        {"[536870912]", "$[0]: 536870912;"},
        {"[[1],[2,\"x\"]]", "$[1][1]: a string"},
        {"false", "$: true or false"},
        {"{\"valeu\":1}", "$: unknown member \"valeu\"; a node has \"value\" and \"children\""},
        {"{\"a\\nb\":1}", "unknown member \"a?b\""},
        {"{\"value\":1,\"value\":2}", "$: \"value\" appears twice"},
        {"[1,{\"children\":[1],\"value\":1,\"children\":[2]}]", "$[1]: \"children\" appears"},
        {"{\"value\":1,\"children\":{}}", "$.children: an object"},
        {"[1,{\"value\":[1]}]", "$[1].value: an array"},
        {"{\"value\":1.5,\"children\":[1]}", "$.value: 1.5;"},
        {"[[0,1,{\"children\":[1,\"x\"]}]]", "$[0][2].children[1]: a string"},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_refused(rows[i][0], rows[i][1]);
    write_bytes("[1\0]", 4);
    assert_refused(NULL, "column 3: malformed JSON: there is a NUL byte");
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
    assert_refused(NULL, "64 MiB");
}

/* So many times `open`, then "1", and as often `close`; the caller frees it. */
static char *chain(const char *open, const char *close, unsigned height)
{
    char *text = malloc(height * (strlen(open) + strlen(close)) + 2), *at = text;
    assert_non_null(text);
    for (unsigned i = 0; i < 2 * height + 1; i++)
        at = stpcpy(at, i < height ? open : i == height ? "1" : close);
    return text;
}

TEST(height_is_limited)
{
    static const char *const forms[][2] = {{"[", "]"}, {"{\"children\":[", "]}"}};
    for (unsigned i = 0; i < 2; i++) {
        tree t;
        char *highest = chain(forms[i][0], forms[i][1], ABS_MAX_DEPTH);
        char *higher = chain(forms[i][0], forms[i][1], ABS_MAX_DEPTH + 1);
        char *endless = chain(forms[i][0], forms[i][1], 100000);
        assert_true(open_text(&t, highest));
        assert_int_equal(t.domain->max_depth(t.rules), ABS_MAX_DEPTH);
        assert_int_equal(tree_search(&t, "pvs", ABS_MAX_DEPTH), 1);
        assert_int_equal(search.n.nodes, ABS_MAX_DEPTH + 1);
        tree_close(&t);
        assert_refused(higher, "higher than 100 plies");
        assert_refused(endless, "nested too deeply");
        free(highest);
        free(higher);
        free(endless);
    }
}

/* Copies of a member, in one array or object; the caller frees it. */
static char *many(char open, const char *member, char close, unsigned count)
{
    char *text = malloc(count * (strlen(member) + 1) + 2), *at = text;
    assert_non_null(text);
    for (unsigned i = 0; i < count; i++) {
        *at = i == 0 ? open : ',';
        at = stpcpy(at + 1, member);
    }
    *at++ = close;
    *at = '\0';
    return text;
}

TEST(size_is_limited)
{
    tree t;
    char *leaves = many('[', "1", ']', ABS_MAX_MOVES);
    char *more = many('[', "1", ']', ABS_MAX_MOVES + 1);
    char *same = many('{', "\"value\":1", '}', 1 << 20);
    char *rows = many('[', leaves, ']', ABS_MAX_MOVES), *five_million = many('[', rows, ']', 5);
    assert_true(open_text(&t, leaves));
    assert_int_equal(tree_moves_of(&t), ABS_MAX_MOVES);
    tree_close(&t);
    assert_refused(more, "$: more than 1024 children");
    assert_refused(same, "appears twice");
    assert_refused(five_million, "more than 4194304 nodes");
    char *const texts[] = {leaves, more, same, rows, five_million};
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        free(texts[i]);
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
