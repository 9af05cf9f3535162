/* unit_reader.c -- reports read back: what was written comes back to the bit, what is not a report
   is refused with the place. */
#include "log/reader.h"
#include "reader_fixture.h"
#include "tests/find/report_fixture.h"

/* ---- there and back -------------------------------------------------------------------------- */

/* Writes so many random rows, and returns how the report's closing went. */
static abs_exit write_random(abs_format format, bool times, size_t count)
{
    abs_error error;
    abs_report *report = fixture_report(format, times);
    for (size_t i = 0; i < count; i++) {
        place p;
        open_place(&p, any(2) ? i : 0);
        const abs_config config = any_config();
        p.at.root.facts.known_count = any(2);
        p.at.root.facts.known[0] = (abs_known){
            .depth = config.depth, .eval = (int)config_eval_number(&config.eval), .value = 7};
        abs_iteration iterations[ITERATIONS];
        abs_pass passes[ITERATIONS * PASSES];
        abs_row row = {.root = &p.at.root, .config = &config, .job = ABS_NO_JOB};
        row.status = any(2) ? ABS_STATUS_OK : (abs_status)any(ABS_STATUS_INTERRUPTED + 1);
        row.has_value = row.status == ABS_STATUS_OK;
        row.value = row.has_value ? any_value() : 0;
        row.real_s = (double)any(1u << 30) / 3e4;
        row.cpu_s = any(9) ? (double)any(1u << 30) / 7e7 : 0;
        row.repeats = 1 + (int)any(1000);
        row.min_s = row.cpu_s / 2;
        row.max_s = any(2) ? row.cpu_s : 3 * row.cpu_s;
        any_counters(&row);
        any_moves(&row);
        any_iterations(&row, iterations, passes);
        assert_true(abs_report_row(report, &row, &error));
        test_close(&p.at);
    }
    abs_report_error(report, "something \"else\" went wrong");
    return fixture_close(report, any(2));
}

/* Reads the report of the fixture and writes it again, in its own place. */
static abs_exit write_again(abs_format format, bool times)
{
    abs_error error;
    abs_reader *reader = reader_open(fixture_path, &error);
    if (reader == NULL)
        fail_msg("%s", error.text);
    assert_true(reader->count == 0 || reader->has_times == times);
    abs_report *report = fixture_report(format, times);
    for (size_t i = 0; i < reader->count; i++) {
        const abs_row *row = reader_row(reader, i, &error);
        if (row == NULL)
            fail_msg("%s", error.text);
        assert_true(abs_report_row(report, row, &error));
    }
    for (const char *text = NULL; (text = buffer_next(&reader->messages, text)) != NULL;)
        abs_report_error(report, text);
    const bool interrupted = !reader->is_whole;
    reader_close(reader);
    return fixture_close(report, interrupted);
}

/* What follows the context: its date may differ. With times, up to the aggregates: they sum times
   that had more digits. */
static char *body(bool jsonl, bool times)
{
    char *text = fixture_read(fixture_path), *end;
    const char *start = strstr(text, jsonl ? "}}\n{" : "\"results\"");
    if (start == NULL)
        start = "";
    char *part = strdup(start);
    if (!jsonl && times && (end = strstr(part, "\n\"aggregates\"")) != NULL)
        *end = '\0';
    free(text);
    return part;
}

/* What comes back is what was written, to the bit. */
TEST(round_trip)
{
    for (unsigned i = 0; i < 24; i++) {
        const bool jsonl = i % 3 == 2, times = i % 2 == 0;
        const abs_format format = jsonl ? ABS_FORMAT_JSONL : ABS_FORMAT_JSON;
        fixture_hush();
        const abs_exit code = write_random(format, times, any(40));
        free(fixture_heard());
        char *first = body(jsonl, times);
        fixture_hush();
        const abs_exit again = write_again(format, times);
        free(fixture_heard());
        char *second = body(jsonl, times);
        assert_string_equal(first, second);
        if (!jsonl) /* JSON Lines do not tell of missed answers */
            assert_int_equal(code, again);
        free(first);
        free(second);
    }
}

/* ---- what is refused ------------------------------------------------------------------------- */

/* Reads row number `i`; what is wrong with it is wrong again. */
static bool read_twice(abs_reader *reader, size_t i, abs_error *error)
{
    abs_error again;
    if (reader_row(reader, i, error) != NULL)
        return true;
    assert_null(reader_row(reader, i, &again));
    assert_string_equal(error->text, again.text);
    return false;
}

/* Opens it and reads all rows. NULL if all went well, else what is wrong. */
static const char *read_all(const char *text, size_t length)
{
    static abs_error error;
    const char *path = put_file(text, length);
    abs_reader *reader = reader_open(path, &error);
    bool ok = reader != NULL;
    for (size_t i = 0; ok && i < reader->count; i++)
        ok = read_twice(reader, i, &error);
    reader_close(reader);
    if (ok)
        return NULL;
    assert_int_equal(error.code, ABS_CANNOT_RUN);
    assert_int_equal(strncmp(error.text, path, strlen(path)), 0);
    return error.text;
}

/* A report of two rows on which every mutation is tried, or of three: the last search was stopped.
 */
static char *make_sample(abs_format format, int rows)
{
    abs_error error;
    place p;
    abs_report *report = fixture_report(format, true);
    any_state = 4;
    open_place(&p, 0);
    static const char *const algos[] = {"aspiration", "mtdf", "aspiration"};
    for (int i = 0; i < rows; i++) {
        abs_config config = test_plain(algos[i], 3);
        config.guess.kind = ABS_GUESS_PREVIOUS;
        config.tt_bytes = 1 << 20;
        abs_iteration iteration = {3, false, true, 12, 40, 45, 30, 0, 1};
        abs_pass pass = {-ABS_INFINITY, 20, 12, 40, 45};
        const bool whole = i < 2;
        const abs_row row = {.root = &p.at.root,
                             .job = ABS_NO_JOB,
                             .config = &config,
                             .status = whole ? ABS_STATUS_OK : ABS_STATUS_TIMEOUT,
                             .has_value = whole,
                             .value = whole ? 12 : 0,
                             .completed = {.any = !whole, .depth = 2, .value = 5, .work = 9},
                             .best = 2,
                             .best_move_optimal = ABS_YES,
                             .solved = ABS_YES,
                             .solved_depth = 3,
                             .pv_length = 2,
                             .pv = {2, 1},
                             .n = {.nodes = 40, .interior = 10, .tt_probes = 5},
                             .fail_low = 1,
                             .iterations = &iteration,
                             .iteration_count = 1,
                             .passes = &pass,
                             .pass_count = 1,
                             .real_s = 0.5,
                             .repeats = 1};
        assert_true(abs_report_row(report, &row, &error));
    }
    assert_int_equal(fixture_close(report, false), ABS_OK);
    test_close(&p.at);
    return fixture_read(fixture_path);
}

/* The text with the first `from` replaced; free it. */
static char *replaced(const char *text, const char *from, const char *to)
{
    char *result = NULL;
    const char *at = strstr(text, from);
    if (at == NULL)
        fail_msg("no %s", from);
    assert_true(asprintf(&result, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from)) > 0);
    return result;
}

/* What is changed in a good report, and what the error then says. */
#define EDITED "it was edited or damaged"
static const struct {
    const char *from, *to, *says;
} spoils[] = {
    {"\"nodes\":40", "\"nodes\":-40", EDITED},
    {"\"nodes\":40", "\"nodes\":18446744073709551616", EDITED},
    {"\"nodes\":40", "\"nodes\":1e999", EDITED},
    {"\"nodes\":40", "\"nodes\":040", "row 1: a number begins with 0"},
    {"\"nodes\":40,", "\"nodes\":40,\"nodes\":41,", EDITED},
    {"\"nodes\":40,", "\"nodes\":40,\"Nodes\":40,", EDITED},
    {"\"interior\":10", "\"interior\":41", EDITED},
    {"\"root_researches\":0", "\"root_researches\":1", EDITED},
    {"\"value\":12", "\"value\":536870912", EDITED},
    {"\"status\":\"ok\"", "\"status\":\"fine\"", EDITED},
    {"\"best_move\":\"2\"", "\"best_move\":\"7\"", EDITED},
    {"\"solved\":true", "\"solved\":false", EDITED},
    {"\"solved_depth\":3", "\"solved_depth\":101", EDITED},
    {"\"pv\":[\"2\"", "\"pv\":[\"3\"", EDITED},
    {"\"algo\":\"aspiration\"", "\"algo\":\"aspirator\"",
     "row 1: algo: --algo=aspirator: there is"},
    {"\"algo\":\"aspiration\"", "\"algo\":\"pvs\"", EDITED},
    {"\"core\":\"failsoft\"", "\"core\":\"pvs\"", EDITED},
    {"\"algo\":\"mtdf\"", "\"algo\":\"mtdg\"", "row 2: algo: "},
    {"\"window\":[10,10]", "\"window\":[0,10]", EDITED},
    {"\"widen\":\"full\"", "\"widen\":\"wide\"", EDITED},
    {"\"widen_factor\":null", "\"widen_factor\":2", EDITED},
    {"\"guess\":\"previous\"", "\"guess\":\"exact+x\"", EDITED},
    {"\"step\":null", "\"step\":1", EDITED},
    {"\"depth\":3", "\"depth\":101", EDITED},
    {"\"depth\":3", "\"depth\":2", EDITED},
    {"\"tt_bytes\":1048576", "\"tt_bytes\":9223372036854775808", EDITED},
    {"\"tt\":{", "\"tt\":null,\"tu\":{", EDITED},
    {"\"order\":\"none\"", "\"order\":\"killer,tt\"", EDITED},
    {"\"alpha\":null", "\"alpha\":1073741824", EDITED},
    {"\"real_s\":0.5", "\"real_s\":-0.5", EDITED},
    {"\"kind\":\"tree\"", "\"kind\":\"game\"", "row 1: spec: there is no game 'uniform'"},
    {"\"kind\":\"tree\"", "\"kind\":\"bush\"", "row 1: spec: there is no "},
    {"\"domain\":\"uniform\"", "\"domain\":\"pgame\"", EDITED},
    {"\"spec\":\"uniform:b=3", "\"spec\":\"uniform:b=x", "row 1: spec: "},
    {"\"position\":\"uniform", "\"position\":\"Uniform", EDITED},
    {"\"seed\":", "\"seed\":9007199254740992,\"x\":", EDITED},
    {"\"id\":\"uniform", "\"id\":\"Uniform", EDITED},
    {"\"id\":\"uniform", "\"id\":\"\\u0000uniform", "row 1: a string holds a NUL"},
    {"\"id\":\"uniform", "\"id\":\"\xFF", "row 1: a string is not UTF-8"},
    {"\"id\":\"uniform", "\"id\":\"\\x", "row 1: a \\ in a string"},
    {"{\"id\":\"uniform", "{7:\"uniform", "row 1: the name of a member is missing"},
    {"\"driver\":\"aspiration\",", "\"driver\":\"aspiration\" ", "row 1: a comma is missing"},
    {"\"driver\":", "\"driver\" ", "row 1: a colon is missing"},
    {"absbench.report/3", "absbench.report/2", "its schema is \"absbench.report/2\""},
};

TEST(refused)
{
    char *good[] = {make_sample(ABS_FORMAT_JSON, 2), make_sample(ABS_FORMAT_JSONL, 2)};
    for (size_t k = 0; k < 2; k++) {
        assert_null(read_all(good[k], strlen(good[k])));
        for (size_t i = 0; i < sizeof spoils / sizeof spoils[0]; i++) {
            char *bad = replaced(good[k], spoils[i].from, spoils[i].to);
            const char *error = read_all(bad, strlen(bad));
            if (error == NULL || strstr(error, spoils[i].says) == NULL)
                fail_msg("%s: not '%s' but: %s", spoils[i].to, spoils[i].says,
                         error ? error : "ok");
            free(bad);
        }
        char *broken = replaced(good[k], "\"id\":\"uniform", "\"id\":\"\n");
        assert_non_null(
            strstr(read_all(broken, strlen(broken)), "row 1: the text ends in the middle"));
        free(broken);
        free(good[k]);
    }
}

#define OTHER(name, value)                                                                         \
    "{\"schema\":\"absbench.report/3\",\"results\":[],\"" name "\":" value "}"
#define PLAN(plan) OTHER("context", "{\"plan\":" plan "}")
#define WHOLE "\"jobs\":1,\"shard\":null}"
#define HASH "\"hash\":\"0x0123456789abcdef\""

TEST(refused_as_a_whole)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "this is not a report"},
        {"[]", "this is not a report"},
        {"{\"schema\":1,\"results\":[]}", "its schema is \"no text\""},
        {"{\"schema\":\"absbench.report/3\"}", "this is not a report"},
        {"{\"schema\":\"absbench.report/3\",\"results\":{}}", "its lists are not"},
        {"{\"schema\":\"absbench.report/3\",\"results\":[]} {}", "something follows"},
        {"{\"schema\":\"absbench.report/3\",\"results\":[],\n\"results\":[]}", "'results' appears"},
        {"{\"schema\":\"absbench.report/3\",\n\"results\":[],\n}", "line 3: the name of"},
        {"{\"schema\":\"absbench.report/3\",\"results\":[{}]}", "row 1: spec: there is no "},
        {"{\"schema\":\"absbench.report/3\",\"results\":[],\"errors\":{}}", "its lists are not"},
        {OTHER("verification", "{\"mismatches\":{}}"), "its lists are not"},
        {OTHER("verification", "{\"mismatches\":[7 8]}"), "line 1: a comma is missing"},
        {OTHER("errors", "[{} {}]"), "line 1: a comma is missing"},
        {OTHER("left_out", "{}"), "its lists are not"},
        {OTHER("left_out", "[1,\"2\"]"), "left_out is not a job"},
        {OTHER("left_out", "[1234567890123456789]"), "left_out is not a job"},
        {OTHER("x", "[1 2]"), "line 1: a comma is missing"},
        {PLAN("{\"hash\":\"0x12\"," WHOLE), "its plan is not what"},
        {PLAN("{\"hash\":\"1234567890abcdef01\"," WHOLE), "its plan is not what"},
        {PLAN("{\"hash\":\"0x1234567890abcdeF\"," WHOLE), "its plan is not what"},
        {PLAN("{" HASH ",\"jobs\":-1,\"shard\":null}"), "its plan is not what"},
        {PLAN("{" HASH ",\"jobs\":1,\"shard\":[0,7]}"), "its plan is not what"},
        {PLAN("{" HASH ",\"jobs\":1,\"shard\":[8,7]}"), "its plan is not what"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *error = read_all(cases[i].text, strlen(cases[i].text));
        if (error == NULL || strstr(error, cases[i].says) == NULL)
            fail_msg("%s: not '%s' but: %s", cases[i].text, cases[i].says, error ? error : "ok");
    }
    enum { DEEP = 1 << 20 };
    char *deep = malloc(DEEP);
    assert_non_null(deep);
    for (int row = 0; row < 2; row++) {
        const int head =
            snprintf(deep, 64, "{\"schema\":\"absbench.report/3\",\"%s\":[", row ? "results" : "x");
        memset(deep + head, '[', (size_t)(DEEP - head));
        assert_non_null(strstr(read_all(deep, DEEP), "nested too deeply"));
    }
    free(deep);
}

/* Reads what the report has become: the error is of that row, and `member` was spoilt. */
static void expect_blame(const cJSON *report, int row, const char *member)
{
    char where[20];
    char *text = cJSON_PrintUnformatted(report);
    const char *error = read_all(text, strlen(text));
    snprintf(where, sizeof where, ": row %d: ", row + 1);
    if (error == NULL || strstr(error, where) == NULL)
        fail_msg("%s of row %d: %s", member, row + 1, error != NULL ? error : "ok");
    cJSON_free(text);
}

/* A run may leave them out. */
static bool is_optional(const char *member)
{
    return strcmp(member, "time") == 0;
}

/* Makes each member what it may not be, leaves it out, and does so with those that it has. */
static void spoil_members(const cJSON *report, int row, cJSON *object)
{
    for (int left = cJSON_GetArraySize(object); left > 0; left--) {
        cJSON *item = object->child; /* the first, which goes last */
        const int type = item->type;
        item->type = cJSON_IsObject(item) ? cJSON_Array : cJSON_Object;
        expect_blame(report, row, item->string);
        item->type = type;
        cJSON_DetachItemViaPointer(object, item);
        if (!is_optional(item->string))
            expect_blame(report, row, item->string);
        cJSON_AddItemToArray(object, item);
        cJSON *inner = cJSON_IsArray(item) ? item->child : item;
        if (cJSON_IsObject(inner))
            spoil_members(report, row, inner);
    }
}

TEST(every_member)
{
    char *text = make_sample(ABS_FORMAT_JSON, 3);
    assert_null(read_all(text, strlen(text)));
    cJSON *report = cJSON_Parse(text);
    for (int row = 0; row < 3; row += 2)
        spoil_members(report, row, cJSON_GetArrayItem(fixture_at(report, "results"), row));
    cJSON_Delete(report);
    free(text);
}

/* Every beginning of a report is refused; so is a NUL anywhere; no spoilt byte does any harm. Every
   fifth is tried. */
TEST(spoilt)
{
    char *good = make_sample(ABS_FORMAT_JSON, 2);
    const size_t length = strlen(good);
    for (size_t i = 0; i + 1 < length; i += 5)
        assert_non_null(read_all(good, i));
    for (size_t i = 0; i < length; i += 5) {
        const char was = good[i];
        good[i] = '\0';
        const char *error = read_all(good, length);
        assert_true(error != NULL || was == '\n');
        static const char bytes[] = "{}[]\",:\\09-e\xFFt \x01";
        good[i] = bytes[any(sizeof bytes - 1)];
        read_all(good, length);
        good[i] = (char)(was ^ (1 << any(8)));
        read_all(good, length);
        good[i] = was;
    }
    assert_null(read_all(good, length));
    free(good);
}

/* Other programs lay a report out anew, and put members into another order. */
TEST(other_layouts)
{
    char *good = make_sample(ABS_FORMAT_JSON, 2);
    cJSON *json = cJSON_Parse(good), *row = fixture_at(json, "results/0");
    for (int i = 0; i < 7; i++) { /* the first members go last */
        cJSON *first = cJSON_DetachItemViaPointer(row, row->child);
        char *name = strdup(first->string);
        cJSON_AddItemToObject(row, name, first);
        free(name);
    }
    cJSON_AddItemToObject(json, "schema", cJSON_DetachItemFromObject(json, "schema"));
    char *pretty = cJSON_Print(json);
    assert_null(read_all(pretty, strlen(pretty)));
    cJSON_free(pretty);
    cJSON_Delete(json);
    free(good);
}

RUN_TESTS(fixture_start, fixture_end, NULL)
