/* unit_verify.c -- who must agree with whom, what ratios are against, and the signature. */
#define _GNU_SOURCE
#include "report_fixture.h"

#include <math.h>

/* Reports with stderr caught; free *said. */
static cJSON *judge(sample *samples, size_t count, abs_exit *code, char **said)
{
    fixture_hush();
    cJSON *json = fixture_json(samples, count, false, code);
    char *text = fixture_heard();
    if (said != NULL)
        *said = text;
    else
        free(text);
    return json;
}

static size_t lines(const char *text)
{
    size_t count = 0;
    for (; *text != '\0'; text++)
        count += *text == '\n';
    return count;
}

/* ---- verification ---------------------------------------------------------------------------- */

TEST(agreement)
{
    static const char *const algos[] = {"alphabeta", "pvs", "mtdf"};
    sample s[7];
    abs_exit code;
    char *said;
    for (int i = 0; i < 6; i++)
        sample_make(&s[i], algos[i % 3], i / 3, 10 * (i / 3));
    sample_make(&s[6], "pvs", 9, 1); /* alone on its position */
    cJSON *json = judge(s, 7, &code, &said);
    assert_int_equal(code, ABS_OK);
    assert_string_equal(said, "");
    assert_true(fixture_number(json, "verification/checked") == 6);
    assert_true(cJSON_IsTrue(fixture_at(json, "verification/agree")));
    assert_true(cJSON_IsFalse(fixture_at(json, "verification/values_may_differ")));
    assert_int_equal(fixture_size(json, "verification/mismatches"), 0);
    assert_int_equal(fixture_size(json, "verification/known_unsound"), 0);
    cJSON_Delete(json);
    free(said);

    json = judge(s, 1, &code, NULL);
    assert_true(fixture_null(json, "verification/agree"));
    assert_true(fixture_number(json, "verification/checked") == 0);
    cJSON_Delete(json);
}

/* Ids are unique within a spec only: two games' `start` are two positions. */
TEST(same_id_of_another_game)
{
    sample s[2];
    abs_exit code;
    sample_make(&s[0], "alphabeta", 1, 5);
    sample_make(&s[1], "alphabeta", 1, 6);
    s[1].root.spec = "stub:other=1";
    cJSON *json = judge(s, 2, &code, NULL);
    assert_int_equal(code, ABS_OK);
    assert_true(fixture_number(json, "verification/checked") == 0);
    assert_string_not_equal(fixture_text(json, "results/0/id"), fixture_text(json, "results/1/id"));
    cJSON_Delete(json);
}

TEST(planted_disagreement)
{
    sample s[5];
    abs_exit code;
    char *said;
    sample_make(&s[0], "alphabeta", 1, 5);
    sample_make(&s[1], "pvs", 1, 5);
    sample_make(&s[2], "mtdf-printed", 1, 9);
    sample_make(&s[3], "mtdf", 1, 6);
    sample_make(&s[4], "negascout", 2, 5);
    cJSON *json = judge(s, 5, &code, &said);
    assert_int_equal(code, ABS_DIFFERS);
    assert_string_equal(said, "absbench: values disagree on stub/stub-1 at depth 2: alphabeta 5, "
                              "mtdf 6\n");
    assert_true(cJSON_IsFalse(fixture_at(json, "verification/agree")));
    /* A row for each; the unsound row is no witness. */
    assert_int_equal(fixture_size(json, "verification/mismatches"), 3);
    cJSON *m = fixture_at(json, "verification/mismatches/2");
    assert_true(fixture_number(m, "case") == 1);
    assert_string_equal(fixture_text(m, "kind"), "value");
    assert_string_equal(fixture_text(m, "position_id"), "stub-1");
    assert_true(fixture_number(m, "depth") == 2);
    assert_string_equal(fixture_text(m, "algo"), "mtdf");
    assert_true(fixture_number(m, "value") == 6);
    assert_string_equal(fixture_text(m, "id"), fixture_text(json, "results/3/id"));
    assert_true(fixture_number(json, "verification/checked") == 4);
    cJSON_Delete(json);
    free(said);
}

/* Another depth, evaluation, grain, seed or position is another question. */
TEST(different_questions)
{
    sample s[5];
    abs_exit code;
    for (int i = 0; i < 5; i++)
        sample_make(&s[i], "pvs", i == 4, i);
    s[1].config.depth = 3;
    s[2].config.eval.kind = ABS_EVAL_RESULT;
    s[3].config.grain = 10;
    cJSON *json = judge(s, 5, &code, NULL);
    assert_int_equal(code, ABS_OK);
    assert_true(fixture_number(json, "verification/checked") == 0);
    cJSON_Delete(json);
}

/* Printed forms and tables in deeper mode are told, and never make the run a failure. */
TEST(known_unsound)
{
    sample s[7];
    abs_exit code;
    char *said;
    sample_make(&s[0], "mtdf-printed", 1, 9);
    sample_make(&s[1], "alphabeta-printed", 1, 5);
    s[1].row.best_move_optimal = ABS_NO;
    sample_make(&s[2], "pvs-printed", 1, 5); /* nothing wrong with it here */
    sample_make(&s[3], "pvs", 1, 7);
    s[3].config.tt_bytes = 4096;
    s[3].config.tt_mode = ABS_TT_DEEPER;
    sample_make(&s[4], "alphabeta", 1, 5);
    sample_make(&s[5], "mtdf-printed", 2, 0); /* gave up at its cap */
    s[5].row.status = ABS_STATUS_INCONSISTENT;
    s[5].row.has_value = false;
    s[5].row.best = ABS_NO_MOVE;
    sample_make(&s[6], "alphabeta", 2, 1);
    cJSON *json = judge(s, 7, &code, &said);
    assert_int_equal(code, ABS_OK);
    assert_string_equal(said, "");
    assert_true(cJSON_IsTrue(fixture_at(json, "verification/values_may_differ")));
    assert_int_equal(fixture_size(json, "verification/mismatches"), 0);
    assert_true(fixture_number(json, "verification/checked") == 5);
    cJSON *u = fixture_at(json, "verification/known_unsound");
    assert_int_equal(cJSON_GetArraySize(u), 4);
    assert_string_equal(fixture_text(u, "0/algo"), "mtdf-printed");
    assert_true(fixture_number(u, "0/value") == 9 && fixture_number(u, "0/expected") == 5);
    assert_true(cJSON_IsTrue(fixture_at(u, "0/wrong_value")));
    assert_true(cJSON_IsFalse(fixture_at(u, "0/wrong_best_move")));
    assert_string_equal(fixture_text(u, "1/algo"), "alphabeta-printed");
    assert_true(cJSON_IsFalse(fixture_at(u, "1/wrong_value")));
    assert_true(cJSON_IsTrue(fixture_at(u, "1/wrong_best_move")));
    assert_string_equal(fixture_text(u, "2/algo"), "pvs");
    assert_true(cJSON_IsTrue(fixture_at(u, "2/wrong_value")));
    assert_true(fixture_null(u, "3/value") && fixture_number(u, "3/expected") == 1);
    cJSON *wrong = fixture_at(json, "aggregates/0");
    assert_true(fixture_number(wrong, "wrong_values") == 2 &&
                fixture_number(wrong, "values_judged") == 2);
    assert_true(fixture_null(json, "aggregates/4/wrong_values")); /* alphabeta is sound */
    cJSON_Delete(json);
    free(said);

    const abs_report_options options = fixture_options(ABS_FORMAT_TABLE);
    setenv("COLUMNS", "200", 1); /* sentences are on one line */
    char *text = fixture_report(&options, s, 7, false, &code);
    unsetenv("COLUMNS");
    assert_non_null(strstr(text, "mtdf-printed: 2 of 2 values wrong"));
    assert_non_null(
        strstr(text, "alphabeta-printed: 0 of 1 values wrong, 1 of 1 best moves wrong"));
    assert_non_null(strstr(text, "--tt-mode=deeper, whose values may differ"));
    free(text);
}

/* Where no sound row stands by, a printed core's value is the yardstick: its slips cost moves. */
TEST(printed_only)
{
    sample s[2];
    abs_exit code;
    sample_make(&s[0], "mtdf-printed", 1, 9);
    sample_make(&s[1], "failsoft-printed", 1, 5);
    cJSON *json = judge(s, 2, &code, NULL);
    assert_int_equal(code, ABS_OK);
    assert_true(fixture_number(json, "verification/known_unsound/0/expected") == 5);
    assert_true(fixture_null(json, "verification/agree"));
    cJSON_Delete(json);
}

TEST(other_mismatches)
{
    sample s[3];
    abs_exit code;
    char *said;
    for (int i = 0; i < 3; i++)
        sample_make(&s[i], "pvs", i, 5);
    s[0].row.best_move_optimal = ABS_NO;
    s[1].row.n.tt_contradictions = 1;
    s[1].config.tt_bytes = 4096;
    s[2].row.status = ABS_STATUS_INCONSISTENT;
    s[2].row.has_value = false;
    cJSON *json = judge(s, 3, &code, &said);
    assert_int_equal(code, ABS_DIFFERS);
    assert_int_equal(lines(said), 3);
    assert_string_equal(fixture_text(json, "verification/mismatches/0/kind"), "best_move");
    assert_string_equal(fixture_text(json, "verification/mismatches/1/kind"), "contradiction");
    assert_string_equal(fixture_text(json, "verification/mismatches/2/kind"), "inconsistent");
    assert_true(fixture_null(json, "verification/mismatches/2/value"));
    cJSON_Delete(json);
    free(said);
    s[1].config.tt_mode = ABS_TT_DEEPER;
    json = judge(s + 1, 1, &code, NULL);
    assert_int_equal(code, ABS_OK);
    cJSON_Delete(json);
}

TEST(few_lines_on_stderr)
{
    enum { MANY = 25 };
    static sample s[MANY];
    abs_exit code;
    char *said;
    for (int i = 0; i < MANY; i++) {
        sample_make(&s[i], "pvs", i, 5);
        s[i].row.best_move_optimal = ABS_NO;
    }
    cJSON *json = judge(s, MANY, &code, &said);
    assert_int_equal(lines(said), 11);
    assert_non_null(strstr(said, "... and 15 more\n"));
    assert_int_equal(fixture_size(json, "verification/mismatches"), MANY);
    cJSON_Delete(json);
    free(said);
}

/* ---- aggregates ------------------------------------------------------------------------------ */

static void assert_near(double got, double wanted)
{
    if (!(fabs(got - wanted) <= 1e-9 * fabs(wanted)))
        fail_msg("%.15g is not %.15g", got, wanted);
}

/* Node ratios 1, 2, 4 on three positions; a fourth has no partner, a fifth was not finished. */
TEST(ratios)
{
    sample s[9];
    abs_exit code;
    for (int i = 0; i < 3; i++) {
        sample_make(&s[2 * i], "alphabeta", i, 5);
        sample_make(&s[2 * i + 1], "pvs", i, 5);
        s[2 * i].row.n.nodes = 300;
        s[2 * i + 1].row.n.nodes = UINT64_C(300) << i;
    }
    sample_make(&s[6], "pvs", 8, 5);
    sample_make(&s[7], "pvs", 9, 5);
    s[7].row.status = ABS_STATUS_NODE_LIMIT;
    s[7].row.has_value = false;
    sample_make(&s[8], "alphabeta", 9, 5);
    cJSON *json = judge(s, 9, &code, NULL), *a = fixture_at(json, "aggregates/1");
    assert_string_equal(fixture_text(a, "algo"), "pvs");
    assert_true(fixture_number(a, "n") == 4 && fixture_number(a, "left_out") == 1);
    assert_true(fixture_number(a, "nodes_sum") == 2200);
    assert_true(fixture_number(a, "nodes_median") == 450);
    assert_near(fixture_number(a, "nodes_geomean"), pow(300.0 * 600 * 1200 * 100, 0.25));
    assert_true(fixture_number(a, "ratio_n") == 3);
    assert_near(fixture_number(a, "ratio"), 2);
    assert_near(fixture_number(a, "ratio_error"), 0.8003774226);
    assert_near(fixture_number(a, "ratio_low"), 0.3574621236);
    assert_near(fixture_number(a, "ratio_high"), 11.18999675);
    assert_true(fixture_null(a, "ratio_missing"));
    assert_string_equal(fixture_text(a, "missing"),
                        "no position was searched one ply less deep: no branching factor");
    assert_near(fixture_number(a, "first_move_cutoff_share"), 0.9);
    assert_true(fixture_number(json, "aggregates/0/ratio") == 1);
    cJSON_Delete(json);
}

TEST(missing_statistics)
{
    sample s[3];
    abs_exit code;
    sample_make(&s[0], "alphabeta", 1, 5);
    sample_make(&s[1], "pvs", 1, 5);
    sample_make(&s[2], "pvs", 1, 5);
    s[2].config.depth = 3; /* no alphabeta there */
    s[2].row.n.cutoffs = s[2].row.n.first_move_cutoffs = 0;
    cJSON *json = judge(s, 3, &code, NULL), *a = fixture_at(json, "aggregates/1");
    assert_true(fixture_number(a, "ratio") == 1);
    assert_true(fixture_null(a, "ratio_error"));
    assert_true(fixture_null(a, "ratio_low"));
    assert_string_equal(fixture_text(a, "ratio_missing"), "n = 1: no interval");
    a = fixture_at(json, "aggregates/2");
    assert_true(fixture_null(a, "ratio"));
    assert_string_equal(fixture_text(a, "ratio_missing"), "no alphabeta row to compare with");
    assert_true(fixture_null(a, "first_move_cutoff_share"));
    assert_non_null(strstr(fixture_text(a, "missing"), "no cutoffs"));
    cJSON_Delete(json);
}

/* Depth 3 over depth 2: ratios 3 and 12 on two positions; a third has no depth 2, and what has
   another table is another search. */
TEST(branching_factor)
{
    sample s[7];
    abs_exit code;
    static const struct {
        int position, depth, nodes;
        size_t table;
    } rows[] = {{0, 2, 100, 0}, {1, 2, 50, 0},  {0, 3, 300, 0}, {1, 3, 600, 0},
                {2, 3, 9, 0},   {0, 3, 77, 64}, {0, 4, 150, 0}};
    for (int i = 0; i < 7; i++) {
        sample_make(&s[i], "alphabeta", rows[i].position, 5);
        s[i].config.depth = rows[i].depth;
        s[i].config.tt_bytes = rows[i].table;
        s[i].row.n.nodes = (uint64_t)rows[i].nodes;
    }
    cJSON *json = judge(s, 7, &code, NULL);
    assert_true(fixture_null(json, "aggregates/0/branching_factor"));
    assert_non_null(strstr(fixture_text(json, "aggregates/0/missing"), "no branching factor"));
    assert_near(fixture_number(json, "aggregates/1/branching_factor"), 6);
    assert_true(fixture_null(json, "aggregates/1/missing"));
    assert_true(fixture_null(json, "aggregates/2/branching_factor"));
    assert_near(fixture_number(json, "aggregates/3/branching_factor"), 0.5);
    cJSON_Delete(json);
}

/* Like is compared with like: the same table, and the same window where both have one. */
TEST(references)
{
    static const struct {
        const char *algo;
        int window;
        size_t tt;
        uint64_t nodes;
        double ratio;
    } rows[] = {{"mtdf", 1, 0, 100, 0.5},        {"aspiration", 9, 0, 200, 1},
                {"aspiration", 5, 0, 50, 1},     {"mtdf", 1, 4096, 40, 0.1},
                {"aspiration", 5, 4096, 400, 1}, {"pvs", 1, 8192, 40, NAN}};
    enum { ROWS = sizeof rows / sizeof rows[0] };
    sample s[ROWS];
    abs_exit code;
    abs_report_options options = fixture_options(ABS_FORMAT_JSON);
    for (int i = 0; i < ROWS; i++) {
        sample_make(&s[i], rows[i].algo, 1, 5);
        s[i].config.window.low = rows[i].window;
        s[i].config.tt_bytes = rows[i].tt;
        s[i].row.n.nodes = rows[i].nodes;
    }
    options.reference = "aspiration";
    char *text = fixture_report(&options, s, ROWS, false, &code);
    cJSON *json = cJSON_Parse(text);
    free(text);
    for (int i = 0; i < ROWS; i++) {
        cJSON *a = fixture_at(fixture_at(json, "aggregates"), (char[]){(char)('0' + i), '\0'});
        if (isnan(rows[i].ratio))
            assert_true(fixture_null(a, "ratio"));
        else
            assert_near(fixture_number(a, "ratio"), rows[i].ratio);
    }
    cJSON_Delete(json);
}

/* ---- the signature --------------------------------------------------------------------------- */

TEST(signature)
{
    sample base, s;
    sample_make(&base, "aspiration", 1, 5);
    const uint64_t before = abs_signature_add(0, sample_row(&base));
    assert_true(before != 0);
#define CHANGES(change)                                                                            \
    do {                                                                                           \
        s = base;                                                                                  \
        change;                                                                                    \
        assert_true(abs_signature_add(0, sample_row(&s)) != before);                               \
    } while (0)
#define COUNTER(name, unit, help) CHANGES(s.row.n.name++);
#define TABLE_COUNTER(name, unit, help) CHANGES(s.row.n.tt_##name++);
#include "search/counters.def"
    CHANGES(s.row.value++);
    CHANGES(s.row.has_value = false);
    CHANGES(s.row.status = ABS_STATUS_NODE_LIMIT);
    CHANGES(s.row.best = 0);
    CHANGES(s.row.fail_low++);
    CHANGES(s.row.fail_high++);
    CHANGES(s.row.pass_count--);
    CHANGES(s.row.iteration_count--);
    CHANGES(s.iterations[1].depth++);
    CHANGES(s.iterations[1].value++);
    CHANGES(s.iterations[1].has_value = false);
    CHANGES(s.iterations[1].for_guess = true);
    CHANGES(s.iterations[1].nodes++);
    CHANGES(s.iterations[1].work++);
    CHANGES(s.iterations[1].leaves++);
    CHANGES(s.passes[1].alpha++);
    CHANGES(s.passes[1].beta++);
    CHANGES(s.passes[1].value++);
    CHANGES(s.passes[1].nodes++);
    CHANGES(s.passes[1].work++);
#undef CHANGES
    s = base; /* measurements and times are no part of it */
#define MEASUREMENT(name, unit, help) s.row.n.name++;
#include "search/counters.def"
    s.row.real_s = s.row.cpu_s = 99;
    assert_true(abs_signature_add(0, sample_row(&s)) == before);
    /* Rows in another order have another signature. */
    s.row.value = 9;
    const uint64_t one = abs_signature_add(before, sample_row(&s));
    const uint64_t other = abs_signature_add(abs_signature_add(0, sample_row(&s)), &base.row);
    assert_true(one != other);

    abs_exit code;
    char text[32];
    cJSON *json = judge(&base, 1, &code, NULL);
    snprintf(text, sizeof text, "0x%016llx", (unsigned long long)before);
    assert_string_equal(fixture_text(json, "signature"), text);
    cJSON_Delete(json);
}

/* What could not be done is told too. */
TEST(errors)
{
    abs_error error;
    const abs_report_options options = fixture_options(ABS_FORMAT_JSON);
    abs_report *report = abs_report_open(&options, &error);
    assert_non_null(report);
    abs_report_error(report, "a \"journal\" could not be written");
    assert_int_equal(abs_report_close(report, false, &error), ABS_OK);
    char *text = fixture_read(fixture_path);
    cJSON *json = cJSON_Parse(text);
    free(text);
    assert_string_equal(fixture_text(json, "errors/0/message"),
                        "a \"journal\" could not be written");
    assert_true(fixture_null(json, "errors/0/id"));
    cJSON_Delete(json);
}

RUN_TESTS(fixture_start, fixture_end, NULL)
