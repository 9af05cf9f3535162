/* unit_report.c -- what reports say about rows made by hand. */
#define _GNU_SOURCE
#include "report_fixture.h"

#include <math.h>

/* ---- rows ------------------------------------------------------------------------------------ */

TEST(fields_of_a_row)
{
    static const char order[] =
        "id kind domain spec position position_id seed algo driver core window widen"
        " widen_factor widen_limit guess step depth eval grain tt_bytes tt_mode tt_replace order"
        " etc deepening quiescence select fail_high_less parallel procs tables node_cost"
        " leaf_cost split_cost node_limit shuffle value value_bound best_move best_move_san"
        " best_move_optimal solved solved_depth pv pv_san nodes interior leaves qnodes work"
        " null_nodes cutoffs first_move_cutoffs passes root_researches fail_low fail_high"
        " interior_researches research_nodes research_work distinct_leaves evaluations"
        " null_searches null_cutoffs extensions reduced reduced_again crossed ticks aborted"
        " idle_ticks splits critical_path tt iterations completed regret regret_unit time status";
    sample s;
    abs_exit code;
    sample_make(&s, "aspiration+pvs", 1, -7);
    s.config.widen = ABS_WIDEN_GRADUAL;
    s.config.order = ABS_ORDER_KILLER | ABS_ORDER_TT;
    cJSON *json = fixture_json(&s, 1, false, &code), *row = fixture_at(json, "results/0");
    abs_buffer fields = {0};
    for (const cJSON *f = row->child; f != NULL; f = f->next)
        buffer_format(&fields, "%s%s", f == row->child ? "" : " ", f->string);
    assert_string_equal(buffer_end(&fields), order);
    buffer_free(&fields);

    assert_string_equal(
        fixture_text(row, "id"),
        "stub/stub-1/d2/aspiration+pvs/w50/gradual*2/previous/tt0/tt,killer/deepening");
    assert_string_equal(fixture_text(row, "kind"), "game");
    assert_string_equal(fixture_text(row, "position"), "start");
    assert_string_equal(fixture_text(row, "position_id"), "stub-1");
    assert_string_equal(fixture_text(row, "driver"), "aspiration");
    assert_string_equal(fixture_text(row, "core"), "pvs");
    assert_true(fixture_number(row, "window/0") == 50 && fixture_number(row, "window/1") == 50);
    assert_string_equal(fixture_text(row, "widen"), "gradual");
    assert_true(fixture_number(row, "widen_factor") == 2);
    assert_string_equal(fixture_text(row, "guess"), "previous");
    assert_string_equal(fixture_text(row, "order"), "tt,killer");
    assert_true(fixture_number(row, "value") == -7);
    assert_string_equal(fixture_text(row, "best_move"), "10/3");
    assert_true(cJSON_IsTrue(fixture_at(row, "best_move_optimal")));
    assert_string_equal(fixture_text(row, "pv/0"), "10/3");
    assert_string_equal(fixture_text(row, "pv/1"), "11/1"); /* told at the position it is made */
    assert_true(fixture_number(row, "leaves") == 70);
    assert_true(fixture_number(row, "passes") == 3);
    assert_true(fixture_number(row, "root_researches") == 1);
    assert_true(fixture_null(row, "seed") && fixture_null(row, "tt") && fixture_null(row, "step"));
    assert_true(fixture_null(row, "tt_mode") && fixture_null(row, "tt_replace"));
    assert_true(fixture_null(row, "iterations/0/passes/0/alpha"));
    assert_true(fixture_null(row, "iterations/0/passes/0/beta"));
    assert_true(fixture_number(row, "iterations/1/passes/0/alpha") == -2);
    assert_true(fixture_number(row, "iterations/1/passes/1/nodes") == 40);
    assert_true(fixture_null(row, "iterations/1/passes/1/alpha"));
    assert_true(fixture_number(row, "iterations/1/leaves") == 40);
    assert_null(cJSON_GetObjectItem(fixture_at(row, "iterations/1"), "guess"));
    assert_true(fixture_number(row, "time/nodes_per_s") == 200);
    assert_string_equal(fixture_text(row, "status"), "ok");
    cJSON_Delete(json);
}

static void stub_san(const void *rules, const void *position, unsigned move, char *text,
                     size_t size)
{
    (void)rules;
    snprintf(text, size, "N%dx%u", *(const int *)position, move);
}

/* A domain with a second notation has moves in both; one without has null. */
TEST(second_notation)
{
    sample s[3];
    abs_exit code;
    abs_domain domain = stub_domain;
    domain.san = stub_san;
    for (int i = 0; i < 3; i++) {
        sample_make(&s[i], "alphabeta", 1 + i, 4);
        s[i].root.domain = i > 0 ? &domain : &stub_domain;
    }
    s[2].row.best = ABS_NO_MOVE;
    s[2].row.pv_length = 0;
    cJSON *json = fixture_json(s, 3, false, &code), *row = fixture_at(json, "results/0");
    assert_true(fixture_null(row, "best_move_san") && fixture_null(row, "pv_san"));
    row = fixture_at(json, "results/1");
    assert_string_equal(fixture_text(row, "best_move"), "20/3");
    assert_string_equal(fixture_text(row, "best_move_san"), "N20x3");
    assert_string_equal(fixture_text(row, "pv_san/0"), "N20x3");
    assert_string_equal(fixture_text(row, "pv_san/1"), "N21x1");
    row = fixture_at(json, "results/2");
    assert_true(fixture_null(row, "best_move_san"));
    assert_int_equal(fixture_size(row, "pv_san"), 0);
    cJSON_Delete(json);

    const abs_report_options options = fixture_options(ABS_FORMAT_CSV);
    char *text = fixture_report(&options, s, 3, false, &code);
    assert_non_null(strstr(
        text, ",best_move,best_move_san,best_move_optimal,solved,solved_depth,pv,pv_san,nodes,"));
    assert_non_null(strstr(text, ",20/3,N20x3,true,,,20/3 21/1,N20x3 N21x1,100,"));
    free(text);
}

/* What a configuration does not use is null; what a row does not have is too. */
TEST(absent_things)
{
    sample s;
    abs_exit code;
    sample_make(&s, "alphabeta", 1, 4);
    s.row.status = ABS_STATUS_NODE_LIMIT;
    s.row.has_value = s.iterations[1].has_value = false;
    s.row.best = ABS_NO_MOVE;
    s.row.pv_length = 0;
    s.row.real_s = 0;
    s.iterations[0].for_guess = true;
    s.iterations[1].passes = 0; /* stopped in its first pass */
    s.row.pass_count = 1;
    cJSON *json = fixture_json(&s, 1, false, &code), *row = fixture_at(json, "results/0");
    assert_int_equal(code, ABS_OK);
    static const char *const nulls[] = {"value", "best_move",        "best_move_optimal", "window",
                                        "widen", "widen_factor",     "widen_limit",       "guess",
                                        "step",  "time/nodes_per_s", "iterations/1/value"};
    for (size_t i = 0; i < sizeof nulls / sizeof nulls[0]; i++)
        assert_true(fixture_null(row, nulls[i]));
    assert_int_equal(fixture_size(row, "pv"), 0);
    assert_true(fixture_number(row, "root_researches") == 0);
    assert_true(cJSON_IsTrue(fixture_at(row, "iterations/0/guess")));
    assert_string_equal(fixture_text(row, "status"), "node_limit");
    assert_string_equal(fixture_text(json, "errors/0/status"), "node_limit");
    assert_string_equal(fixture_text(json, "errors/0/id"), fixture_text(row, "id"));
    assert_true(fixture_number(json, "aggregates/0/n") == 0);
    assert_true(fixture_number(json, "aggregates/0/left_out") == 1);
    assert_true(fixture_null(json, "aggregates/0/nodes_median"));
    assert_true(fixture_null(json, "aggregates/0/nodes_geomean"));
    assert_non_null(strstr(fixture_text(json, "aggregates/0/missing"), "no row"));
    cJSON_Delete(json);
}

/* Rows whose position says what solves it, one of them stopped, are counted in their aggregate. */
TEST(solved_positions)
{
    sample s[6];
    abs_exit code;
    static const struct {
        abs_answer solved;
        int depth;
    } rows[] = {{ABS_YES, 3},     {ABS_NO, 0},  {ABS_YES, 1},
                {ABS_UNKNOWN, 0}, {ABS_YES, 3}, {ABS_NO, 0}};
    for (int i = 0; i < 6; i++) {
        sample_make(&s[i], i < 5 ? "alphabeta" : "pvs", i, 4);
        s[i].row.solved = rows[i].solved;
        s[i].row.solved_depth = rows[i].depth;
    }
    s[4].row.status = ABS_STATUS_NODE_LIMIT;
    s[4].row.has_value = false;
    cJSON *json = fixture_json(s, 6, false, &code);
    assert_true(cJSON_IsTrue(fixture_at(json, "results/0/solved")));
    assert_true(fixture_number(json, "results/0/solved_depth") == 3);
    assert_true(cJSON_IsFalse(fixture_at(json, "results/1/solved")));
    assert_true(fixture_null(json, "results/1/solved_depth"));
    assert_true(fixture_null(json, "results/3/solved"));
    cJSON *all = fixture_at(json, "aggregates/0");
    assert_true(fixture_number(all, "solved") == 3 && fixture_number(all, "solved_judged") == 4);
    assert_int_equal(fixture_size(json, "solved"), 2);
    assert_true(fixture_number(json, "solved/0/from_depth") == 1);
    assert_true(fixture_number(json, "solved/1/from_depth") == 3);
    assert_true(fixture_number(json, "solved/1/solved") == 2);
    assert_true(fixture_number(json, "aggregates/1/solved") == 0);
    cJSON_Delete(json);

    const abs_report_options options = fixture_options(ABS_FORMAT_CSV);
    char *text = fixture_report(&options, s, 2, false, &code);
    assert_non_null(strstr(text, ",0/3,,true,true,3,0/3 1/1,"));
    assert_non_null(strstr(text, ",10/3,,true,false,,10/3 11/1,"));
    free(text);
}

TEST(guesses_and_tables)
{
    sample s[4];
    abs_exit code;
    for (int i = 0; i < 4; i++)
        sample_make(&s[i], i == 3 ? "step" : "mtdf", i, 4);
    s[0].config.guess.kind = ABS_GUESS_EXACT;
    s[0].config.guess.number = 3;
    s[1].config.guess.kind = ABS_GUESS_NUMBER;
    s[1].config.guess.number = -12;
    s[2].config.guess.kind = ABS_GUESS_EXACT;
    s[2].config.tt_bytes = 64 << 20;
    s[2].config.tt_replace = ABS_REPLACE_ALWAYS;
    s[2].row.n.tt_probes = UINT64_MAX;
    s[2].root.has_seed = true;
    s[2].root.seed = 9007199254740991;
    s[2].root.spec = "stub:pass=free";
    cJSON *json = fixture_json(s, 4, false, &code);
    assert_string_equal(fixture_text(json, "results/0/guess"), "exact+3");
    assert_string_equal(fixture_text(json, "results/1/guess"), "-12");
    assert_string_equal(fixture_text(json, "results/2/guess"), "exact");
    assert_string_equal(fixture_text(json, "results/2/tt_mode"), "exact");
    assert_string_equal(fixture_text(json, "results/2/tt_replace"), "always");
    assert_string_equal(fixture_text(json, "results/2/spec"), "stub:pass=free");
    assert_true(fixture_number(json, "results/2/tt_bytes") == 67108864);
    assert_true(fixture_number(json, "results/2/seed") == 9007199254740991);
    assert_non_null(strstr(fixture_text(json, "results/2/id"), "/tt64M/exact/always/"));
    assert_int_equal(fixture_size(json, "results/2/tt"), 7);
    assert_true(fixture_null(json, "results/3/guess"));
    assert_true(fixture_number(json, "results/3/step") == 7);
    cJSON_Delete(json);
}

/* Beyond 2^53 a double would lose them. */
TEST(exact_counters)
{
    static const char *const names[] = {"nodes",          "leaves",        "qnodes",
                                        "work",           "cutoffs",       "first_move_cutoffs",
                                        "fail_low",       "fail_high",     "interior_researches",
                                        "research_nodes", "research_work", "probes",
                                        "hits",           "stores",        "replaced"};
    sample s[3];
    sample_make(&s[0], "alphabeta", 1, 4);
    s[0].row.n = (abs_counters){.nodes = UINT64_MAX,
                                .cutoffs = UINT64_MAX,
                                .first_move_cutoffs = UINT64_MAX,
                                .interior_researches = UINT64_MAX,
                                .research_nodes = UINT64_MAX,
                                .research_work = UINT64_MAX,
                                .tt_probes = UINT64_MAX,
                                .tt_hits = UINT64_MAX,
                                .tt_stores = UINT64_MAX,
                                .tt_replaced = UINT64_MAX};
    s[0].row.fail_low = s[0].row.fail_high = UINT64_MAX;
    s[0].config.tt_bytes = 64;
    s[1] = s[0];
    snprintf(s[1].id, sizeof s[1].id, "other");
    sample_make(&s[2], "alphabeta", 3, 4);
    s[2].row.status = ABS_STATUS_TIMEOUT;
    s[2].row.n = (abs_counters){.qnodes = UINT64_MAX};
    abs_exit code;
    const abs_report_options options = fixture_options(ABS_FORMAT_JSON);
    char *text = fixture_report(&options, s, 3, false, &code), field[64];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(field, sizeof field, "\"%s\":18446744073709551615,", names[i]);
        if (i + 1 == sizeof names / sizeof names[0]) /* etc_cutoffs follow */
            snprintf(field, sizeof field, "\"replaced\":18446744073709551615,\"e");
        if (strstr(text, field) == NULL)
            fail_msg("no %s", field);
    }
    assert_non_null(strstr(text, "\"nodes_sum\":null,\"nodes_median\":18446744073709551615,"));
    assert_non_null(strstr(text, "2^64"));
    free(text);
}

/* Whatever defines a configuration is in the id: change one thing and it is another row. */
TEST(ids_differ)
{
    enum { IDS = 17 };
    sample s[IDS];
    char id[IDS][512];
    for (int i = 0; i < IDS; i++) {
        sample_make(&s[i], i == 16 ? "mtdf" : "aspiration", i == 1, 0);
        s[i].config.widen = ABS_WIDEN_BOTH;
        s[i].config.tt_bytes = 1 << 20;
    }
    s[2].config.depth = 3;
    s[3].config.window.low = 49;
    s[4].config.window.high = 51;
    s[5].config.widen = ABS_WIDEN_RECENTRE;
    s[6].config.widen_factor = 2.1;
    s[7].config.guess.kind = ABS_GUESS_STATIC;
    s[8].config.tt_bytes = 1000;
    s[9].config.tt_mode = ABS_TT_DEEPER;
    s[10].config.tt_replace = ABS_REPLACE_ALWAYS;
    s[11].config.order = ABS_ORDER_HISTORY;
    s[12].config.deepening = false;
    s[13].config.eval.kind = ABS_EVAL_RESULT;
    s[14].config.grain = 5;
    s[15].config.node_limit = 10;
    for (int i = 0; i < IDS; i++) {
        abs_row_id(sample_row(&s[i]), id[i], sizeof id[i]);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(id[i], id[k]);
    }
    s[16].config.window.low = 1; /* mtdf has no window: no other row */
    char same[512];
    abs_row_id(sample_row(&s[16]), same, sizeof same);
    assert_string_equal(same, id[16]);
    char small[8];
    abs_row_id(sample_row(&s[0]), small, sizeof small);
    assert_string_equal(small, "stub/st");
}

/* ---- the other formats ----------------------------------------------------------------------- */

static size_t count_cells(const char *line)
{
    size_t cells = 1;
    bool quoted = false;
    for (; *line != '\0' && (quoted || *line != '\n'); line++) {
        quoted ^= *line == '"';
        cells += *line == ',' && !quoted;
    }
    return cells;
}

TEST(csv)
{
    sample s[2];
    abs_exit code;
    abs_report_options options = fixture_options(ABS_FORMAT_CSV);
    sample_make(&s[0], "aspiration", 1, 4);
    sample_make(&s[1], "alphabeta", 2, 4);
    s[0].root.text = "a,\"b\"\r\nc";
    s[1].config.tt_bytes = 4096;
    char *text = fixture_report(&options, s, 2, false, &code);
    const size_t columns = count_cells(text);
    const char *line = strchr(text, '\n') + 1;
    assert_int_equal(count_cells(line), columns);
    assert_non_null(strstr(line, ",\"a,\"\"b\"\"\r\nc\","));
    assert_non_null(strstr(
        line,
        ",50,50,full,,,previous,,2,heuristic,1,0,,,none,,true,false,none,false,none,,,1,1,,,0,4,"));
    assert_non_null(strstr(line, ",10/3,,true,,,10/3 11/1,,100,"));
    const char *gap = strstr(line, ",,,,,,,"); /* no table: none of its six counters */
    assert_true(gap != NULL && gap < strstr(line, "stub-2"));
    line = strstr(line, "stub-2");
    assert_int_equal(count_cells(line), columns);
    assert_non_null(strstr(line, ",4096,exact,depth,"));
    assert_non_null(strstr(text, ",window_low,window_high,"));
    assert_non_null(strstr(text, ",tt_probes,tt_hits,"));
    assert_non_null(strstr(text, ",real_s,cpu_s,nodes_per_s,repeats,min_s,max_s,status\n"));
    assert_int_equal(text[strlen(text) - 1], '\n');
    free(text);

    options.context.times = false;
    text = fixture_report(&options, s, 2, false, &code);
    assert_int_equal(count_cells(text), columns - 6);
    assert_int_equal(count_cells(strchr(text, '\n') + 1), columns - 6);
    free(text);
    text = fixture_report(&options, s, 0, false, &code);
    assert_int_equal(count_cells(text), columns - 6);
    assert_string_equal(strchr(text, '\n'), "\n");
    free(text);
}

TEST(json_lines)
{
    sample s[3];
    abs_exit code;
    const abs_report_options options = fixture_options(ABS_FORMAT_JSONL);
    for (int i = 0; i < 3; i++)
        sample_make(&s[i], "pvs", i, i);
    char *text = fixture_report(&options, s, 3, true, &code), *line = text;
    for (int i = 0; i < 4; i++) {
        char *end = strchr(line, '\n');
        assert_non_null(end);
        *end = '\0';
        cJSON *json = cJSON_ParseWithOpts(line, NULL, true);
        assert_non_null(json);
        assert_int_equal(cJSON_HasObjectItem(json, "schema"), i == 0);
        assert_int_equal(cJSON_HasObjectItem(json, "context"), i == 0);
        assert_int_equal(cJSON_HasObjectItem(json, "id"), i > 0);
        cJSON_Delete(json);
        line = end + 1;
    }
    assert_string_equal(line, ""); /* no trailer */
    free(text);
}

/* Nothing that differs from run to run, and nothing else, is left out. */
TEST(without_times)
{
    sample s;
    abs_exit code;
    abs_report_options options = fixture_options(ABS_FORMAT_JSON);
    sample_make(&s, "pvs", 1, 4);
    cJSON *json = fixture_json(&s, 1, false, &code);
    assert_string_equal(fixture_text(json, "context/command/1"), "--algo=\"\x01\xEF\xBF\xBD\"");
    assert_int_equal(strlen(fixture_text(json, "context/date")), strlen("2024-01-01T00:00:00Z"));
    const int members = fixture_size(json, "context");
    cJSON_Delete(json);

    options.context.times = false;
    char *text = fixture_report(&options, &s, 1, false, &code);
    json = cJSON_Parse(text);
    assert_non_null(json);
    assert_int_equal(fixture_size(json, "context"), members - 5);
    assert_null(strstr(text, "\"time\""));
    cJSON_Delete(json);
    s.row.real_s = 77;
    s.row.cpu_s = 78;
    char *again = fixture_report(&options, &s, 1, false, &code);
    assert_string_equal(text, again);
    free(text);
    free(again);
}

/* Valid JSON at every end, also an early one. */
TEST(interrupted)
{
    sample s[2];
    abs_exit code;
    sample_make(&s[0], "pvs", 1, 4);
    sample_make(&s[1], "pvs", 2, 4);
    s[1].row.status = ABS_STATUS_INTERRUPTED;
    s[1].row.has_value = false;
    for (size_t count = 0; count <= 2; count++) {
        cJSON *json = fixture_json(s, count, true, &code);
        assert_int_equal(code, ABS_OK);
        assert_true(cJSON_IsTrue(fixture_at(json, "interrupted")));
        assert_int_equal(fixture_size(json, "results"), count);
        assert_int_equal(fixture_size(json, "errors"), count == 2);
        cJSON_Delete(json);
    }
    const abs_report_options options = fixture_options(ABS_FORMAT_TABLE);
    char *text = fixture_report(&options, s, 2, true, &code);
    assert_non_null(strstr(text, "Interrupted"));
    free(text);
}

RUN_TESTS(fixture_start, fixture_end, NULL)
