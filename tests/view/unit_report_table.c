/* unit_report_table.c -- tables of rows made by hand: labels, numbers, and that they fit. */
#define _GNU_SOURCE
#include "find/report_fixture.h"

static void assert_fits(const char *text, size_t width)
{
    for (size_t column; *text != '\0'; text += column + 1) {
        column = strcspn(text, "\n");
        if (column > width)
            fail_msg("%zu columns: %.*s", column, (int)column, text);
    }
}

TEST(table)
{
    sample s[6];
    abs_exit code;
    const abs_report_options options = fixture_options(ABS_FORMAT_TABLE);
    for (int i = 0; i < 6; i++) {
        sample_make(&s[i], i < 2 ? "alphabeta" : "aspiration", i % 2, 5);
        s[i].config.window.low = s[i].config.window.high = i < 4 ? 50 : 5;
        s[i].row.n.cutoffs = (uint64_t)i; /* no twins */
    }
    s[0].row.n.nodes = 1234567;
    setenv("COLUMNS", "100", 1); /* room for whole numbers */
    char *text = fixture_report(&options, s, 6, false, &code);
    unsetenv("COLUMNS");
    assert_non_null(strstr(text, "1 234 667"));
    assert_non_null(strstr(text, "1.000 (reference)"));
    assert_non_null(strstr(text, "  aspiration w=50 "));
    assert_non_null(strstr(text, "  aspiration w=5 "));
    assert_non_null(strstr(text, "stub, depth 2\n"));
    assert_non_null(strstr(text, "All 6 values agree: 2 positions"));
    assert_null(strstr(text, "unsound"));
    assert_null(strstr(text, "wrong"));
    assert_fits(text, 100);
    free(text);
}

/* Long labels and long numbers together still fit on the screen. */
TEST(table_of_everything)
{
    sample s[40];
    abs_exit code;
    abs_report_options options = fixture_options(ABS_FORMAT_TABLE);
    for (unsigned i = 0; i < 40; i++) {
        sample_make(&s[i],
                    i % 2   ? "aspiration+pvs-value"
                    : i % 4 ? "mtdf-printed"
                            : "alphabeta",
                    1, (int)i % 3);
        s[i].row.n.nodes = UINT64_C(1) << (i + 20);
        s[i].row.n.interior_researches = UINT64_C(1) << (i + 10);
        s[i].row.cpu_s = 12345.678;
        s[i].config.window.low = 1000 + (int)i;
        s[i].config.widen = (abs_widen)(i % ABS_WIDENINGS);
        s[i].config.widen_factor = 1 + 1 / (1.0 + i);
        s[i].config.guess.kind = i % 3 ? ABS_GUESS_PREVIOUS : ABS_GUESS_EXACT;
        s[i].config.guess.number = -100000;
        s[i].config.tt_bytes = i % 5 ? 1000 << i % 10 : 0;
        s[i].config.tt_mode = i % 7 ? ABS_TT_EXACT : ABS_TT_DEEPER;
        s[i].config.order = i % 64;
        s[i].config.deepening = i % 6;
        s[i].row.best_move_optimal = ABS_NO;
    }
    options.reference = "aspiration+pvs-value:tt=0;order=none;widen=full;window=7";
    for (size_t width = 60; width <= 200; width += 1 + width / 50) {
        char columns[8];
        snprintf(columns, sizeof columns, "%zu", width);
        setenv("COLUMNS", columns, 1);
        fixture_hush();
        char *text = fixture_report(&options, s, 40, false, &code);
        free(fixture_heard());
        assert_int_equal(code, ABS_DIFFERS);
        assert_fits(text, width);
        assert_non_null(strstr(text, "values")); /* of a printed form: never left out */
        free(text);
    }
    unsetenv("COLUMNS");
    options.reference = "aspiration+pvs-value";
    options.format = ABS_FORMAT_MARKDOWN;
    fixture_hush();
    char *text = fixture_report(&options, s, 40, false, &code);
    free(fixture_heard());
    assert_non_null(strstr(text, "| algorithm | n | work | ratio to aspiration+pvs-value [95"));
    free(text);
}

TEST(markdown)
{
    sample s[2];
    abs_exit code;
    const abs_report_options options = fixture_options(ABS_FORMAT_MARKDOWN);
    sample_make(&s[0], "alphabeta", 1, 5);
    sample_make(&s[1], "pvs", 1, 5);
    s[1].row.n.cutoffs = 7; /* no twin */
    s[0].root.spec = s[1].root.spec = "stub:file=a|b_c";
    char *text = fixture_report(&options, s, 2, false, &code);
    assert_non_null(strstr(text, "**stub:file=a\\|b\\_c, depth 2**\n\n| algorithm | n |"));
    assert_non_null(strstr(text, "\n| pvs | 1 | 100 | 1.000 (n = 1) |"));
    assert_non_null(strstr(text, "\n\nAll 2 values agree"));
    free(text);
}

/* A line for each configuration: how many positions it solved, from which depth on. */
TEST(solved_positions)
{
    sample s[4];
    abs_exit code;
    abs_report_options options = fixture_options(ABS_FORMAT_TABLE);
    for (int i = 0; i < 4; i++) {
        sample_make(&s[i], i < 3 ? "alphabeta" : "pvs", i % 3, 5);
        s[i].row.n.cutoffs = (uint64_t)i; /* no twins */
        s[i].row.solved = i == 1 || i == 3 ? ABS_NO : ABS_YES;
        s[i].row.solved_depth = i == 0 ? 2 : i == 2 ? 1 : 0;
    }
    char *text = fixture_report(&options, s, 4, false, &code);
    assert_non_null(strstr(text, "\nstub, depth 2: positions solved\n"));
    assert_non_null(
        strstr(text, "\n  alphabeta           1       1\n  alphabeta           2       1\n"));
    assert_null(strstr(text, "\n  pvs                 "));
    assert_fits(text, 80);
    free(text);
    options.format = ABS_FORMAT_MARKDOWN;
    text = fixture_report(&options, s, 4, false, &code);
    assert_non_null(strstr(text, "| alphabeta | 1 | 1 |\n| alphabeta | 2 | 1 |\n"));
    assert_non_null(strstr(text, " 2 | 3 |\n| pvs "));
    assert_non_null(strstr(text, " 0 | 1 |\n"));
    free(text);
    for (int i = 0; i < 4; i++)
        s[i].row.solved = ABS_UNKNOWN;
    text = fixture_report(&options, s, 4, false, &code);
    assert_null(strstr(text, "solved"));
    free(text);
}

/* More than ten columns: a metric of its own, a reference, wrong values and moves, times. */
TEST(all_columns_at_once)
{
    sample s[4];
    abs_exit code;
    abs_report_options options = fixture_options(ABS_FORMAT_MARKDOWN);
    for (int i = 0; i < 4; i++) {
        sample_make(&s[i], i < 2 ? "alphabeta" : "mtdf-printed", i % 2, 5 + i);
        s[i].row.best_move_optimal = ABS_NO;
        s[i].row.n.cutoffs = (uint64_t)i + 10; /* no twins */
    }
    options.metric = METRIC_leaves;
    fixture_hush();
    char *text = fixture_report(&options, s, 4, false, &code);
    free(fixture_heard());
    assert_non_null(strstr(text, "| algorithm | n | leaves | ratio to alphabeta [95 % interval] | "
                                 "root re-search | interior re-search | first move cut % | cpu ms "
                                 "| wrong values | wrong moves |\n"));
    options.metric = METRIC_time;
    fixture_hush();
    free(text);
    text = fixture_report(&options, s, 4, false, &code);
    free(fixture_heard());
    assert_non_null(strstr(text, "| cpu s | ratio to alphabeta [95 % interval] | "
                                 "root re-search | interior re-search | first move cut % | "
                                 "wrong values | wrong moves |\n"));
    free(text);
}

RUN_TESTS(fixture_start, fixture_end, NULL)
