/* unit_cells.c -- tables of cells on pages of any width, and in CSV. */
#include "helpers.h"
#include "table/table.h"

#include <math.h>

enum { NAME, N, RATIO, SHARE = RATIO + 1 + TABLE_RATIO_PARTS, ONLY_PAGE, ONLY_JSON };

static const table_column columns[] = {
    [NAME] = {.name = "algo", .head = "algorithm  ", .left = true, .help = "as asked for"},
    [N] = {.name = "n", .head = "n", .kind = TABLE_COUNT, .rank = 1, .words = "n: searches"},
    [RATIO] = {.name = "ratio", .head = "ratio to\nalphabeta", .kind = TABLE_RATIO, .left = true},
    TABLE_OF_RATIO("ratio"),
    [SHARE] = {.name = "share",
               .head = "first\nmove\ncut %",
               .kind = TABLE_REAL,
               .decimals = 1,
               .rank = 2,
               .words = "first move cut %: by the first move"},
    [ONLY_PAGE] = {.head = "line", .left = true, .flexible = 8},
    [ONLY_JSON] = {.name = "agree", .kind = TABLE_TRUTH},
};
static const table_form form = {"best", "what is best", columns,
                                sizeof columns / sizeof columns[0]};

static void fill(table_data *t)
{
    double logs[] = {log(0.5), log(0.6), log(0.55)};
    const stats_ratio ratio = stats_ratio_of(logs, 3), none = {.n = 0};
    table_start(t, &form);
    table_heading(t, "chess, depth 4");
    table_row(t);
    table_set_text(t, NAME, "=pvs, \"x\"");
    table_set_count(t, N, UINT64_MAX);
    table_set_ratio(t, RATIO, &ratio);
    table_set_real(t, SHARE, 95.06);
    table_show(t, ONLY_PAGE, "e2e4 e7e5 g1f3 b8c6 f1b5");
    table_set_truth(t, ONLY_JSON, true);
    table_row(t);
    table_set_text(t, NAME, "mtdf|*");
    table_set_real(t, SHARE, NAN);
    table_set_ratio(t, RATIO, &none);
}

static const char *page_of(const table_data *t, abs_page page, abs_buffer *b)
{
    table_data on_page = *t;
    on_page.page = &page;
    buffer_clear(b);
    table_write_page(b, &on_page, 0);
    return buffer_end(b);
}

/* An interval that says nothing but that n is small is not shown. */
static void test_wide_interval(void **state)
{
    (void)state;
    table_data t;
    abs_buffer b = {0};
    stats_ratio r = {.n = 6, .point = 1.25, .lower = 0.001, .upper = 1000.5};
    table_start(&t, &form);
    table_row(&t);
    table_set_ratio(&t, RATIO, &r);
    assert_non_null(strstr(page_of(&t, (abs_page){.width = 200}, &b), "1.250 (n = 6)"));
    r.lower = 1.1;
    table_row(&t);
    table_set_ratio(&t, RATIO, &r);
    assert_non_null(strstr(page_of(&t, (abs_page){.width = 200}, &b), "1 [1, 1000]"));
    buffer_free(&b);
    table_free(&t);
}

static void test_pages(void **state)
{
    table_data t;
    abs_buffer b = {0};
    (void)state;
    fill(&t);
    const char *wide = page_of(&t, (abs_page){.width = 120}, &b);
    assert_non_null(strstr(wide, "                                             first\n"));
    assert_non_null(strstr(wide, "18 446 744 073 709 551 615"));
    assert_non_null(strstr(wide, "  95.1  e2e4 e7e5 g1f3 b8c6 f1b5\n"));
    assert_non_null(strstr(wide, "\nn: searches; first move cut %: by the first move.\n"));
    const char *narrow = page_of(&t, (abs_page){.width = 60}, &b);
    assert_non_null(strstr(narrow, "18.4 E"));
    assert_non_null(strstr(narrow, ".."));
    for (const char *line = narrow; *line != '\0'; line += strcspn(line, "\n") + 1)
        assert_true(page_columns(line, strcspn(line, "\n")) <= 60);
    const char *least = page_of(&t, (abs_page){.width = 38}, &b);
    assert_non_null(strstr(least, "No room for: n, first move cut %"));
    const char *web = page_of(&t, (abs_page){.width = SIZE_MAX, .markdown = true}, &b);
    assert_non_null(strstr(web, "**chess, depth 4**\n\n| algorithm   | n | ratio to alphabeta | "
                                "first move cut % | line |\n| :-- | --: | :-- | --: | :-- |\n"));
    assert_non_null(strstr(web, "| mtdf\\|\\* |"));
    t.columns[SHARE].head = NULL;
    t.columns[RATIO].head = "to x";
    wide = page_of(&t, (abs_page){.width = 120}, &b);
    assert_null(strstr(wide, "cut %"));
    assert_non_null(strstr(wide, "to x"));
    buffer_free(&b);
    table_free(&t);
}

/* However narrow the page is, a table of any width is laid out. */
static void test_any_width(void **state)
{
    table_data t;
    abs_buffer b = {0};
    (void)state;
    fill(&t);
    for (size_t width = 20; width < 140; width++)
        assert_non_null(strstr(page_of(&t, (abs_page){.width = width}, &b), "mtdf"));
    buffer_free(&b);
    table_free(&t);
}

/* There is room for as many columns as a form has: each has its head and its cells. */
static void test_many_columns(void **state)
{
    enum { MANY = 40 };
    static char heads[MANY][16];
    table_column many[MANY] = {0};
    const table_form wide = {"wide", "", many, MANY};
    char cell[16];
    table_data t;
    abs_buffer b = {0};
    (void)state;
    for (int k = 0; k < MANY; k++) {
        snprintf(heads[k], sizeof heads[k], "h%d.", k);
        many[k] = (table_column){.name = heads[k], .head = heads[k], .kind = TABLE_COUNT};
    }
    table_start(&t, &wide);
    for (uint64_t row = 0; row < 3; row++) {
        table_row(&t);
        for (uint64_t k = 0; k < MANY; k++)
            table_set_count(&t, k, 100 * (row + 1) + k);
    }
    for (int markdown = 0; markdown < 2; markdown++) {
        const char *page = page_of(&t, (abs_page){.markdown = markdown, .width = 1000}, &b);
        for (int k = 0; k < MANY; k++) {
            snprintf(cell, sizeof cell, "%d", 300 + k);
            assert_non_null(strstr(page, heads[k]));
            assert_non_null(strstr(page, cell));
        }
    }
    buffer_clear(&b);
    table_write_csv(&b, &t, true);
    assert_non_null(strstr(buffer_end(&b), ",h38.,h39.\n100,101,"));
    assert_non_null(strstr(buffer_end(&b), ",338,339\n"));
    buffer_free(&b);
    table_free(&t);
}

/* Left out first, a narrow column may have room after all, however high its rank is. */
static void test_high_rank(void **state)
{
    static const table_column of[] = {
        {.head = "name", .left = true},
        {.head = "wide", .left = true, .rank = 38},
        {.head = "late", .kind = TABLE_COUNT, .rank = 39},
    };
    const table_form high = {"high", "", of, sizeof of / sizeof of[0]};
    table_data t;
    abs_buffer b = {0};
    (void)state;
    table_start(&t, &high);
    table_row(&t);
    table_set_text(&t, 0, "pvs");
    table_set_text(&t, 1, "a text that leaves no room on so short a line for what follows");
    table_set_count(&t, 2, 7);
    const char *page = page_of(&t, (abs_page){.width = 40}, &b);
    assert_non_null(strstr(page, "name  late\npvs      7\n"));
    assert_non_null(strstr(page, "No room for: wide;"));
    buffer_free(&b);
    table_free(&t);
}

/* Under each heading the first rows stand, and how many more there are; a column of nothing is none. */
static void test_most(void **state)
{
    static const table_column of[] = {
        {.head = "name", .left = true},
        {.head = "never", .kind = TABLE_REAL},
    };
    const table_form short_form = {"short", "", of, sizeof of / sizeof of[0]};
    table_data t;
    abs_buffer b = {0};
    (void)state;
    table_start(&t, &short_form);
    t.most = 2;
    for (int heading = 0; heading < 3; heading++) {
        table_heading(&t, heading == 0 ? "one" : heading == 1 ? "two" : "three");
        for (int row = 0; row < 1 + 2 * heading; row++) {
            table_row(&t);
            table_set_text(&t, 0, row == 0 ? "first" : row == 1 ? "second" : "later");
            table_set_real(&t, 1, NAN);
        }
    }
    assert_string_equal(page_of(&t, (abs_page){.width = 40}, &b),
                        "name\none\nfirst\n\ntwo\nfirst\nsecond\n  ... and 1 more\n\n"
                        "three\nfirst\nsecond\n  ... and 3 more\n");
    buffer_free(&b);
    table_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wide_interval), cmocka_unit_test(test_pages), cmocka_unit_test(test_any_width),
        cmocka_unit_test(test_many_columns),  cmocka_unit_test(test_high_rank), cmocka_unit_test(test_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
