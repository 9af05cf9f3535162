/* unit_reader.c -- reports read back: what was written comes back to the bit, what is not a report
   is refused with the place; reports with a plan, whose rows are in any order. */
#include "base/file.h"
#include "log/fields.h"
#include "log/reader.h"
#include "search/every_setting.h"
#include "search/searched.h"
#include "tests/find/report_fixture.h"
#include "view/report.h"

#include <inttypes.h>
#include <sys/mman.h>

static uint64_t any_state;

static uint64_t any(uint64_t n)
{
    return test_random(&any_state, n);
}

static const row_columns all_columns;
static test_position sampled; /* the position of all rows that are not random */
enum { ROWS = 12 };           /* of a journal */
static cJSON *specs;          /* of the positions of the report that is opened next */

static abs_report *open_report(abs_format format, bool times)
{
    static char *command[] = {(char *)"absbench", (char *)"--algo=\"\x01\xff\"", NULL};
    abs_options options = {.verb = ABS_VERB_SHOW, .format = format, .output = fixture_path};
    const abs_context context = {.times = times, .specs = specs, .argc = 2, .argv = command};
    abs_error error;
    assert_true(abs_options_set(&options, "reference", "alphabeta", &error));
    abs_report *report = abs_report_open(&options, &context, REPORT_OUTPUT, &all_columns, &error);
    assert_non_null(report);
    return report;
}

/* ---- there and back -------------------------------------------------------------------------- */

/* Often small, sometimes near the top. */
static uint64_t any_count(uint64_t most)
{
    const uint64_t bits = any(1u << 30) << 40 ^ any(1u << 30) << 20 ^ any(1u << 30);
    const uint64_t count = any(8) == 0 ? UINT64_MAX - any(3) : bits >> any(64);
    return most == UINT64_MAX ? count : count % (most + 1);
}

static int any_value(void)
{
    return (int)any(2 * (uint64_t)ABS_VALUE_MAX + 1) - ABS_VALUE_MAX;
}

/* A position of a domain, after some random moves if it is a game. */
typedef struct {
    test_position p;
    char text[ABS_TEXT_MAX], id[ABS_TEXT_MAX];
} any_position;

static void open_any(any_position *a, const abs_domain *d)
{
    test_position *p = &a->p;
    char *const text = a->text, *const id = a->id;
    abs_root *e = &p->root;
    every_root(p, d);
    if (!abs_is_tree(d))
        random_play(p, (unsigned)any(20), &any_state);
    e->has_seed &= !d->seedless;
    e->seed = e->has_seed ? (UINT64_C(1) << 53) - 1 - any(9) : 0;
    if (e->has_seed)
        e->domain->root(e->rules, e->seed, e->position);
    snprintf(text, ABS_TEXT_MAX, "%s", p->spec);
    snprintf(id, ABS_TEXT_MAX, e->has_seed ? "%s#%" PRIu64 : "%s", p->spec, e->seed);
    if (!abs_is_tree(d)) {
        d->print(e->rules, e->position, text, ABS_TEXT_MAX);
        snprintf(id, ABS_TEXT_MAX, "an \"id\"\t%u \xC3\xA9\\", (unsigned)any(1000));
    }
    e->text = text;
    e->id = id;
}

/* A search in random settings, whose numbers become such as no search has. */
static void make_any(abs_row *row, const test_position *p, abs_config *config)
{
    static abs_algo algos[EVERY_ALGOS];
    static unsigned count;
    if (count == 0)
        count = every_algo(algos);
    while (!setting_draw(p, &algos[any(count)], every_depth(p, 50), &any_state, config))
        continue;
    config->node_limit = any(3) ? 1000 : 1 + any(50);
    abs_run(the_worker(), &p->root, config, false, row);
    config->node_limit = row->status == ABS_STATUS_OK ? 0 : config->node_limit;
    if (row->status == ABS_STATUS_OK && any(2)) {
        row->status = (abs_status)any(ABS_STATUS_INTERRUPTED + 1);
        row->has_value = row->status == ABS_STATUS_OK;
        row->value = row->has_value ? any_value() : 0;
    }
    abs_row_say(row, &the_worker()->walk);
    for (const row_count *k = row_counts; k < row_counts + COUNTS; k++)
        if (k->sum == NULL && row_has_count(k, row) && row_holds_count(k, row))
            *(uint64_t *)((char *)row + k->offset) = any_count(UINT64_MAX);
    for (abs_pass *pass = row->passes; pass < row->passes + row->pass_count; pass++)
        *pass =
            (abs_pass){any(2) ? any_value() : -ABS_INFINITY, any(2) ? any_value() : ABS_INFINITY,
                       any_value(), any_count(UINT64_MAX), any_count(UINT64_MAX)};
    /* What follows from others: one iteration, and one pass of it, has nearly all. */
    uint64_t left = UINT64_MAX, nodes = 0, work = 0;
    for (abs_iteration *it = row->iterations; it < row->iterations + row->iteration_count; it++) {
        it->work = any_count(left);
        it->nodes = any_count(it->work);
        it->leaves = any_count(UINT64_MAX);
        left -= it->work;
        nodes += it->nodes;
        work += it->work;
        uint64_t of_pass = it->work;
        for (size_t k = it->first_pass; k < it->first_pass + it->passes; k++) {
            const bool last = k + 1 == it->first_pass + it->passes;
            row->passes[k].work = last ? of_pass : any_count(of_pass);
            of_pass -= row->passes[k].work;
        }
        if (row->completed.any && row->completed.depth == it->depth && !it->for_guess)
            row->completed.work = work;
    }
    row->n.nodes = nodes;
    row->n.qnodes = work - nodes;
    row->n.interior = any_count(row->n.nodes);
    row->n.tt_answers = config->tt_bytes > 0 ? any_count(row->n.nodes - row->n.interior) : 0;
    row->best_move_optimal = row->best_move != NULL ? (abs_answer)any(3) : ABS_UNKNOWN;
    row->is_problem = any(2) > 0;
    row->is_limited = config->node_limit > 0 || any(2) > 0 ||
                      row->status == ABS_STATUS_NODE_LIMIT || row->status == ABS_STATUS_TIMEOUT;
    row->may_know_value = any(2) > 0;
    row->knows_value = row->may_know_value && any(2) > 0;
    row->known_value = row->knows_value ? any_value() : 0;
    row->solved = row->is_problem ? (abs_answer)any(3) : ABS_UNKNOWN;
    row->solved_depth = row->solved == ABS_YES ? 1 + (int)any(ABS_MAX_DEPTH) : 0;
    row->real_s = (double)any(1u << 30) / 3e4;
    row->cpu_s = any(9) ? (double)any(1u << 30) / 7e7 : 0;
    row->repeats = 1 + (int)any(1000);
    row->min_s = row->cpu_s / 2;
    row->max_s = any(2) ? row->cpu_s : 3 * row->cpu_s;
}

static void say_row(abs_buffer *b, const abs_row *row, bool times)
{
    row_texts texts = {0};
    fields_json_row(b, row, &texts, times);
    texts_free(&texts);
    buffer_char(b, '\n');
}

/* What comes back is what was written, to the bit. JSON Lines do not have errors. */
TEST(rows_that_are_read_are_those_that_were_written)
{
    enum { DOMAINS = 32 };
    abs_error error;
    cJSON *const own = specs;
    for (unsigned i = 0; i < 24; i++) {
        static any_position of[DOMAINS];
        abs_buffer written = {0}, found = {0};
        const bool jsonl = i % 3 == 2, times = i % 2 == 0, interrupted = any(2);
        size_t count = 0;
        specs = cJSON_CreateArray();
        for (const abs_registered *r = abs_registry; r->domain != NULL; r++, count++) {
            assert_true(count < DOMAINS);
            open_any(&of[count], r->domain);
            context_add_subject(specs, of[count].p.root.subject);
        }
        abs_report *report = open_report(jsonl ? ABS_FORMAT_JSONL : ABS_FORMAT_JSON, times);
        fixture_hush();
        for (size_t k = 0; k < count; k++) {
            abs_config config;
            abs_row row = {.job = ABS_NO_JOB};
            make_any(&row, &of[k].p, &config);
            row.job = ABS_NO_JOB;
            assert_true(abs_report_row(report, &row, &error));
            say_row(&written, &row, times);
            abs_row_free(&row);
            test_close(&of[k].p);
        }
        abs_report_error(report, "something \"else\" went wrong");
        abs_report_close(report, interrupted, &error);
        free(fixture_heard());
        abs_reader *reader = reader_open(fixture_path, &error);
        assert_non_null(reader);
        for (size_t k = 0; k < reader->count; k++) {
            const abs_row *row = reader_row(reader, k, &error);
            if (row == NULL)
                fail_msg("%s", error.text);
            say_row(&found, row, times);
        }
        assert_string_equal(buffer_end(&found), buffer_end(&written));
        assert_true(reader_verify(reader, &error));
        assert_int_equal(reader->has_times, times);
        assert_int_equal(reader->is_whole, !interrupted);
        if (!jsonl)
            assert_string_equal(buffer_next(&reader->messages, NULL),
                                "something \"else\" went wrong");
        reader_close(reader);
        buffer_free(&written);
        buffer_free(&found);
        cJSON_Delete(specs);
    }
    specs = own;
}

/* ---- what is refused ------------------------------------------------------------------------- */

/* A file in memory: writing thousands to a disk takes a minute. */
static const char *put_file(const char *text, size_t length)
{
    static char path[64];
    static int fd = -1;
    if (fd < 0)
        fd = memfd_create("report", 0);
    assert_int_equal(ftruncate(fd, 0), 0);
    assert_int_equal(pwrite(fd, text, length, 0), length);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return path;
}

/* NULL: the report agrees with itself, and so do its rows; else what is wrong, which is so when it
   is read again. */
static const char *judge(const char *text, size_t length)
{
    static abs_error error, again;
    const char *path = put_file(text, length);
    abs_reader *reader = reader_open(path, &error);
    bool ok = reader != NULL && reader_verify(reader, &error);
    for (size_t i = 0; reader != NULL && i < reader->count; i++)
        if (reader_row(reader, i, &again) == NULL) {
            if (!ok)
                assert_string_equal(error.text, again.text);
            error = again;
            ok = false;
            break;
        }
    reader_close(reader);
    if (ok)
        return NULL;
    assert_int_equal(error.code, ABS_CANNOT_RUN);
    assert_int_equal(strncmp(error.text, path, strlen(path)), 0);
    return error.text;
}

static void expect(const char *text, size_t length, const char *what, const char *says)
{
    const char *error = judge(text, length);
    if (error == NULL || strstr(error, says) == NULL)
        fail_msg("%s: not '%s' but: %s", what, says, error != NULL ? error : "ok");
}

/* The first `from` becomes `to`, and the error says so. */
static void spoil(const char *text, const char *from, const char *to, const char *says)
{
    char *bad;
    const char *at = strstr(text, from);
    if (at == NULL)
        fail_msg("no %s", from);
    assert_true(asprintf(&bad, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from)) > 0);
    expect(bad, strlen(bad), to, says);
    free(bad);
}

typedef struct {
    abs_config config;
    abs_iteration iteration;
    abs_pass pass;
    abs_row row;
} made;

/* Row number i of a sample. */
static abs_row *make_row(made *m, const abs_root *root, size_t i)
{
    const int depth = 3 + (int)i / 2;
    *m = (made){.config = test_plain(i % 2 ? "mtdf" : "aspiration", depth),
                .iteration = {depth, false, true, 12, 40 + i, 45 + i, 30 + i, 0, 1},
                .pass = {-ABS_INFINITY, 20, 12, 40 + i, 45 + i}};
    m->config.guess.kind = ABS_GUESS_PREVIOUS;
    m->config.tt_bytes = 1 << 20;
    m->row = (abs_row){.root = root,
                       .job = ABS_NO_JOB,
                       .config = &m->config,
                       .has_value = true,
                       .value = 12,
                       .best = 2,
                       .best_move_optimal = ABS_YES,
                       .is_problem = true,
                       .is_limited = true,
                       .solved = ABS_YES,
                       .solved_depth = 3,
                       .pv_length = 2,
                       .pv = {2, 1},
                       .n = {.nodes = 40 + i, .interior = 10, .qnodes = 5, .tt_probes = 5},
                       .fail_low = 1 + i,
                       .iterations = &m->iteration,
                       .iteration_count = 1,
                       .passes = &m->pass,
                       .pass_count = 1,
                       .real_s = 0.5,
                       .repeats = 1};
    static abs_buffer words[ROWS];
    static line_walk walk;
    m->row.words = words[i];
    abs_row_say(&m->row, &walk);
    words[i] = m->row.words;
    return &m->row;
}

/* A report of two rows, or of three: the last search was stopped. Free it. */
static char *make_sample(abs_format format, size_t rows)
{
    abs_error error;
    size_t length;
    abs_report *report = open_report(format, true);
    for (size_t i = 0; i < rows; i++) {
        made m;
        abs_row *row = make_row(&m, &sampled.root, i);
        if (i == 2) {
            row->status = ABS_STATUS_TIMEOUT;
            row->has_value = false;
            row->value = 0;
            row->completed = (abs_completed){
                .any = true, .has_value = true, .depth = 4, .value = 12, .work = 47};
        }
        assert_true(abs_report_row(report, row, &error));
    }
    assert_true(abs_report_close(report, false, &error));
    return file_read(fixture_path, 1 << 22, &length, &error);
}

/* What is changed in a good report, and what the error then says. */
#define EDITED "it was edited or damaged"
static const struct {
    const char *from, *to, *says;
} spoils[] = {
    {"\"nodes\":40", "\"nodes\":-40", EDITED},
    {"\"nodes\":40", "\"nodes\":18446744073709551616", EDITED},
    {"\"nodes\":40", "\"nodes\":040", "row 1: a number begins with 0"},
    {"\"nodes\":40,", "\"nodes\":40,\"nodes\":41,", EDITED},
    {"\"nodes\":40,", "\"nodes\":40,\"Nodes\":40,", EDITED},
    {"\"interior\":10", "\"interior\":41", EDITED},
    {"\"qnodes\":5", "\"qnodes\":18446744073709551615", EDITED},
    {"\"value\":12", "\"value\":536870912", EDITED},
    {"\"status\":\"ok\"", "\"status\":\"fine\"", EDITED},
    {"\"status\":\"ok\"", "\"status\":\"timeout\"", "its value does not match the rest"},
    {"\"best_move\":\"2\"", "\"best_move\":\"7\"", EDITED},
    {"\"algo\":\"aspiration\"", "\"algo\":\"aspirator\"", "its algo is not what absbench writes"},
    {"\"work\":45,\"leaves\"", "\"work\":46,\"leaves\"", EDITED},
    {"\"algo\":\"aspiration\"", "\"algo\":\"pvs\"", EDITED},
    {"\"algo\":\"mtdf\"", "\"algo\":\"mtdg\"", "row 2: it was edited or damaged: its algo"},
    {"\"depth\":3", "\"depth\":2", EDITED},
    {"\"tt_bytes\":1048576", "\"tt_bytes\":9223372036854775808", EDITED},
    {"\"tt\":{", "\"tt\":null,\"tu\":{", EDITED},
    {"\"kind\":\"tree\"", "\"kind\":\"game\"", "its spec is not in its context"},
    {"\"kind\":\"tree\"", "\"kind\":\"bush\"", "its spec is not in its context"},
    {"\"spec\":\"uniform:b=3", "\"spec\":\"uniform:b=x", "its spec is not in its context"},
    {"\"seed\":", "\"seed\":9007199254740992,\"x\":", EDITED},
    {"\"id\":\"uniform", "\"id\":\"Uniform", EDITED},
    {"\"id\":\"uniform", "\"id\":\"\\u0000uniform", "row 1: a string holds a NUL"},
    {"\"id\":\"uniform", "\"id\":\"\xFF", "row 1: a string is not UTF-8"},
    {"\"id\":\"uniform", "\"id\":\"\\x", "row 1: a \\ in a string"},
    {"{\"id\":\"uniform", "{7:\"uniform", "row 1: the name of a member is missing"},
    {"\"driver\":\"aspiration\",", "\"driver\":\"aspiration\" ", "row 1: a comma is missing"},
    {"\"driver\":", "\"driver\" ", "row 1: a colon is missing"},
    {"absbench.report/4", "absbench.report/2", "its schema is \"absbench.report/2\""},
};

TEST(spoilt_rows_are_refused_with_their_place)
{
    for (size_t k = 0; k < 2; k++) {
        char *good = make_sample(k ? ABS_FORMAT_JSONL : ABS_FORMAT_JSON, 2);
        assert_null(judge(good, strlen(good)));
        for (size_t i = 0; i < COUNT_OF(spoils); i++)
            spoil(good, spoils[i].from, spoils[i].to, spoils[i].says);
        free(good);
    }
}

#define OTHER(name, value)                                                                         \
    "{\"schema\":\"absbench.report/4\",\"results\":[],\"" name "\":" value "}"
#define PLAN(plan) OTHER("context", "{\"plan\":" plan "}")
#define WHOLE "\"jobs\":1,\"shard\":null}"
#define HASH "\"hash\":\"0x0123456789abcdef\""

TEST(texts_that_are_no_report_are_refused)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "this is not a report"},
        {"[]", "this is not a report"},
        {"{\"schema\":1,\"results\":[]}", "its schema is \"no text\""},
        {"{\"schema\":\"absbench.report/4\",\"results\":{}}", "its lists are not"},
        {"{\"schema\":\"absbench.report/4\",\"results\":[]} {}", "something follows"},
        {"{\"schema\":\"absbench.report/4\",\"results\":[],\n\"results\":[]}", "'results' appears"},
        {"{\"schema\":\"absbench.report/4\",\n\"results\":[],\n}", "line 3: the name of"},
        {"{\"schema\":\"absbench.report/4\",\"results\":[{}]}", "row 1: it was edited"},
        {"{\"schema\":\"absbench.report/4\",\"results\":[],\"errors\":{}}", "its lists are not"},
        {OTHER("verification", "{\"mismatches\":{}}"), "its lists are not"},
        {OTHER("left_out", "{}"), "its lists are not"},
        {OTHER("left_out", "[1,\"2\"]"), "left_out is not a job"},
        {OTHER("x", "[1 2]"), "line 1: a comma is missing"},
        {PLAN("{\"hash\":\"0x12\"," WHOLE), "its plan is not what"},
        {PLAN("{\"hash\":\"0x1234567890abcdeF\"," WHOLE), "its plan is not what"},
        {PLAN("{" HASH ",\"jobs\":-1,\"shard\":null}"), "its plan is not what"},
        {PLAN("{" HASH ",\"jobs\":null,\"shard\":null}"), "its plan is not what"},
        {PLAN("{" HASH ",\"jobs\":1,\"shard\":[0,7]}"), "its plan is not what"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        expect(cases[i].text, strlen(cases[i].text), cases[i].text, cases[i].says);
    enum { DEEP = 1 << 20 };
    char *deep = malloc(DEEP);
    for (int row = 0; row < 2; row++) {
        const int head =
            snprintf(deep, 64, "{\"schema\":\"absbench.report/4\",\"%s\":[", row ? "results" : "x");
        memset(deep + head, '[', (size_t)(DEEP - head));
        expect(deep, DEEP, "brackets", "nested too deeply");
    }
    free(deep);
}

/* Reads what the report has become: the error is of that row, and `member` was spoilt. */
static void expect_blame(const cJSON *report, int row, const char *member)
{
    char where[20];
    char *text = cJSON_PrintUnformatted(report);
    snprintf(where, sizeof where, ": row %d: ", row + 1);
    expect(text, strlen(text), member, where);
    cJSON_free(text);
}

/* Whether a member follows from others, and is not read. */
static bool is_computed(const char *name, size_t length)
{
    static const char *const members[] = {"driver", "core", "leaves", "work", "passes",
                                          "root_researches"};
    for (size_t i = 0; i < COUNT_OF(members); i++)
        if (strlen(members[i]) == length && strncmp(members[i], name, length) == 0)
            return true;
    return false;
}

/* Makes each member what it may not be, leaves it out, and does so with those that it has. */
static void spoil_members(const cJSON *report, int row, cJSON *object)
{
    for (int left = cJSON_GetArraySize(object); left > 0; left--) {
        cJSON *item = object->child; /* the first, which goes last */
        const int type = item->type;
        item->type = cJSON_IsObject(item) ? cJSON_Array : cJSON_Object;
        const bool computed = is_computed(item->string, strlen(item->string));
        if (!computed)
            expect_blame(report, row, item->string);
        item->type = type;
        cJSON_DetachItemViaPointer(object, item);
        const bool may_lack = strcmp(item->string, "time") == 0 ||
                              strcmp(item->string, "completed") == 0 ||
                              strncmp(item->string, "solved", 6) == 0;
        if (!may_lack) /* a run may leave these out */
            expect_blame(report, row, item->string);
        cJSON_AddItemToArray(object, item);
        cJSON *inner = cJSON_IsArray(item) ? item->child : item;
        if (cJSON_IsObject(inner))
            spoil_members(report, row, inner);
    }
}

/* Other programs lay a report out anew, and put members into another order. */
TEST(every_member_in_any_order)
{
    char *text = make_sample(ABS_FORMAT_JSON, 3);
    cJSON *report = cJSON_Parse(text), *rows = cJSON_GetObjectItem(report, "results");
    for (int row = 0; row < 3; row += 2) {
        cJSON *object = cJSON_GetArrayItem(rows, row);
        spoil_members(report, row, object);
        for (int i = 0; i < 7; i++) { /* the first members go last */
            cJSON *first = object->child;
            cJSON_DetachItemViaPointer(object, first);
            cJSON_AddItemToArray(object, first);
        }
    }
    cJSON_AddItemToObject(report, "schema", cJSON_DetachItemFromObject(report, "schema"));
    char *pretty = cJSON_Print(report);
    assert_null(judge(pretty, strlen(pretty)));
    cJSON_free(pretty);
    cJSON_Delete(report);
    free(text);
}

/* Every beginning of a report is refused; so is a NUL anywhere; no spoilt byte does any harm. Every
   fifth is tried. */
TEST(every_beginning_of_a_report_is_refused)
{
    char *good = make_sample(ABS_FORMAT_JSON, 2);
    const size_t length = strlen(good);
    for (size_t i = 0; i + 1 < length; i += 5) {
        static const char bytes[] = "{}[]\",:\\09-e\xFFt \x01";
        const char was = good[i];
        assert_non_null(judge(good, i));
        good[i] = '\0';
        assert_true(judge(good, length) != NULL || was == '\n');
        good[i] = bytes[any(sizeof bytes - 1)];
        judge(good, length);
        good[i] = (char)(was ^ (1 << any(8)));
        judge(good, length);
        good[i] = was;
    }
    assert_null(judge(good, length));
    free(good);
}

/* ---- with a plan ----------------------------------------------------------------------------- */

#define HEAD                                                                                       \
    "{\"schema\":\"absbench.report/4\","                                                           \
    "\"context\":{\"options\":{},\"specs\":[{\"spec\":\"uniform:b=3,range=50\","                   \
    "\"kind\":\"tree\",\"domain\":\"uniform\",\"option\":\"\",\"unit\":\"points\",\"half_pawn\":"  \
    "2,"                                                                                           \
    "\"seeds\":true}],"                                                                            \
    "\"plan\":{\"hash\":\"0x0123456789abcdef\",\"jobs\":50,\"shard\":[3,7]}}}\n"

enum { JOBS = 50 };

/* Rows of a journal, of which row i has the i-th job in order, and its last line; the same as they
   stand in a log, with their checks. */
static char *lines[ROWS], *sealed[ROWS], last_line[160];
static uint64_t jobs[ROWS];

static bool is_reference(size_t i)
{
    return i % 5 == 3;
}

static void make_lines(void)
{
    uint64_t signature = 0;
    size_t references = 0;
    for (size_t i = 0; i < ROWS; i++) {
        made m;
        row_texts texts = {0};
        abs_buffer text = {0};
        abs_row *row = make_row(&m, &sampled.root, i);
        row->job = jobs[i] = 4 * i + any(4);
        fields_json_row(&text, row, &texts, false);
        m.config.for_reference = is_reference(i);
        fields_make_json(row, &texts, false, true);
        texts_free(&texts);
        const char *form = is_reference(i) ? "{\"reference_result\":%s}\n" : "%s\n";
        assert_true(asprintf(&lines[i], form, buffer_end(&text)) > 0);
        assert_true(asprintf(&sealed[i], form, buffer_end(&row->json.text)) > 0);
        buffer_free(&row->json.text);
        buffer_free(&text);
        references += is_reference(i);
        signature = is_reference(i) ? signature : abs_signature_add(signature, row);
    }
    snprintf(last_line, sizeof last_line,
             "{\"end\":{\"rows\":%zu,\"reference_rows\":%zu,\"left_out\":2,\"signature\":"
             "\"0x%016llx\"}}\n",
             ROWS - references, references, (unsigned long long)signature);
}

/* The text, its rows in a random order; free it. */
static char *make_journal(void)
{
    abs_buffer b = {0};
    size_t order[ROWS];
    for (size_t i = 0; i < ROWS; i++) {
        const size_t other = any(i + 1);
        order[i] = order[other];
        order[other] = i;
    }
    buffer_text(&b, HEAD "{\"left_out\":49}\n");
    for (size_t i = 0; i < ROWS; i++) {
        buffer_text(&b, lines[order[i]]);
        buffer_text(&b, i == 4 ? "{\"left_out\":48}\n" : "");
    }
    buffer_text(&b, last_line);
    buffer_end(&b);
    return b.data;
}

/* A log of these rows, in order; free it. */
static char *make_log(void)
{
    const char *const others[] = {"{\"left_out\":48}\n", "{\"left_out\":49}\n", last_line};
    abs_buffer b = {0};
    buffer_text(&b, HEAD);
    context_seal(&b, 0);
    for (size_t i = 0; i < ROWS; i++)
        buffer_text(&b, sealed[i]);
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        const size_t start = b.length;
        buffer_text(&b, others[i]);
        context_seal(&b, start);
    }
    buffer_end(&b);
    return b.data;
}

/* Whether no check, id or signature covers the member of a row in which `at` stands. */
static bool is_free(const char *text, const char *at)
{
    const char *const completed = strstr(text, "\"completed\":{");
    static const char *const members[] = {
        "evaluations", "distinct_leaves", "pv",    "solved_depth", "real_s",   "cpu_s",
        "nodes_per_s", "repeats",         "min_s", "max_s"};
    if (completed != NULL && at > completed && at < strchr(completed, '}'))
        return true;
    const char *end = at;
    while (end > text && strncmp(end, "\":", 2) != 0) /* of the name of the nearest member */
        end--;
    const char *name = end;
    while (name > text && name[-1] != '"')
        name--;
    for (size_t i = 0; i < COUNT_OF(members); i++)
        if (strlen(members[i]) == (size_t)(end - name) &&
            strncmp(members[i], name, (size_t)(end - name)) == 0)
            return true;
    return is_computed(name, (size_t)(end - name));
}

/* Changes each digit from `from` to `to` to another; how many changes were not seen. */
static unsigned change_digits(char *text, char *from, const char *to, bool any_free)
{
    unsigned unseen = 0;
    assert_null(judge(text, strlen(text)));
    for (char *at = from; at < to; at++) {
        const char was = *at;
        if (was < '0' || was > '9')
            continue;
        *at = was == '9' ? '8' : (char)(was + 1);
        const bool seen = judge(text, strlen(text)) != NULL;
        if (!seen && !(any_free && is_free(text, at))) {
            print_error("not seen: %.*s\n", 40, at - 20);
            unseen++;
        }
        *at = was;
    }
    return unseen;
}

/* In a log no digit can be changed; in a report without checks those of a few members. */
TEST(no_digit_of_a_log_can_be_changed)
{
    char *log = make_log(), *report = make_sample(ABS_FORMAT_JSON, 3);
    assert_int_equal(change_digits(log, log, log + strlen(log), false), 0);
    assert_int_equal(
        change_digits(report, strstr(report, "{\"id\""), strstr(report, "\"metric\""), true), 0);
    free(log);
    free(report);
}

TEST(rows_in_order)
{
    abs_error error;
    for (int times = 0; times < 10; times++) {
        char *text = make_journal();
        abs_reader *reader = reader_open(put_file(text, strlen(text)), &error);
        assert_int_equal(reader->count, ROWS);
        for (size_t i = 0; i < ROWS; i++) {
            assert_non_null(reader_row(reader, i / 2, &error)); /* again, for most */
            const abs_row *row = reader_row(reader, i, &error);
            assert_int_equal(row->n.nodes, 40 + i);
            assert_int_equal(row->job, jobs[i]);
            assert_int_equal(reader->rows[i].job, jobs[i]);
            assert_int_equal(row->config->for_reference, is_reference(i));
            assert_int_equal(reader->rows[i].for_reference, is_reference(i));
        }
        const abs_plan *plan = &reader->plan;
        assert_int_equal(plan->hash, 0x0123456789abcdef);
        assert_int_equal(plan->jobs, JOBS);
        assert_int_equal(plan->shard, 3);
        assert_int_equal(plan->shards, 7);
        assert_int_equal(reader->left_out, 2);
        assert_int_equal(reader->rows[ROWS].job, 48);
        assert_int_equal(reader->rows[ROWS + 1].job, 49);
        assert_true(reader->is_whole);
        assert_false(reader->torn);
        assert_int_equal(reader->whole, strlen(text));
        assert_true(reader_verify(reader, &error));
        reader_close(reader);
        free(text);
    }
}

/* Whoever wrote it was stopped at any byte: all whole lines are there, and nothing else. Tried in
   the head, at the ends of lines, and at every fifth byte. */
TEST(a_log_that_is_cut_has_its_whole_lines)
{
    abs_error error;
    char *text = make_journal();
    size_t lines_there = 0, whole = 0, left_out = 0;
    for (size_t cut = 1; cut < strlen(text); cut++) {
        const bool at_end = text[cut - 1] == '\n';
        if (at_end) {
            left_out += strncmp(text + whole, "{\"left", 6) == 0;
            lines_there++;
            whole = cut;
        }
        if (cut > sizeof HEAD && cut % 5 != 0 && !at_end && text[cut] != '\n')
            continue;
        abs_reader *reader = reader_open(put_file(text, cut), &error);
        /* It is a journal from all of its head on, but for the line's end. */
        assert_int_equal(reader != NULL, cut >= sizeof HEAD - 2);
        if (reader == NULL)
            continue;
        assert_int_equal(reader->count, lines_there > 0 ? lines_there - 1 - left_out : 0);
        assert_false(reader->is_whole);
        assert_int_equal(reader->torn, cut > whole);
        assert_int_equal(reader->whole, whole);
        assert_true(reader_verify(reader, &error)); /* it does not say yet what it has */
        reader_close(reader);
    }
    free(text);
}

TEST(a_log_that_contradicts_itself_is_refused)
{
    char *text = make_journal(), same[3][40];
    static const struct {
        const char *from, *to, *says;
    } cases[] = {
        {"\"jobs\":50", "\"jobs\":49", "job 49 is not one of its plan"},
        {"\"shard\":[3,7]", "\"shard\":[8,7]", "its plan is not what absbench writes"},
        {"\"left_out\":48", "\"left_out\":null", "left_out is not a job"},
        {"\"left_out\":48", "\"left_out\":48,\"x\":1", "1 have none"},
        {"{\"left_out\":48}\n", "", "and 1 left out, of signature"},
        {"\"rows\":", "\"rows\":1", "but its end says otherwise"},
        {"\"reference_rows\":", "\"reference_rows\":1", "but its end says otherwise"},
        {"\"signature\":\"0x", "\"signature\":\"0y", "but its end says otherwise"},
        {"\"job\":", "\"job\":\"x\",\"x\":", "job is not a whole number"},
        {"\"job\":", "\"jub\":", "some of its rows have a job, 1 have none"},
        {"\"fail_low\":1,", "\"fail_low\":2,",
         "remove its signature: jq -c 'del(.end.signature?)'"},
    };
    assert_null(judge(text, strlen(text)));
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        spoil(text, cases[i].from, cases[i].to, cases[i].says);
    spoil(text, last_line, "{\"end\":{\"rows\":0}}\n{}\n", "something follows its end");
    for (size_t i = 0; i < 3; i++) /* the last of them is a reference */
        snprintf(same[i], sizeof same[i], "\"job\":%d,\"kind\"", (int)jobs[i + 1]);
    spoil(text, same[1], same[0], "is there twice");
    spoil(text, same[2], same[0], "is there twice");
    memcpy(strstr(text, "\"signature\""), "\"signatory\"", 11);
    memcpy(strstr(text, "\"fail_low\":1,"), "\"fail_low\":2,", 13);
    assert_null(judge(text, strlen(text)));
    free(text);
}

/* A byte that is damaged anywhere in a row of a log is found. */
TEST(a_damaged_byte_of_a_row_is_found)
{
    char *text = make_log(), *first = strstr(text, "\n{\"id\"") + 1;
    const size_t length = strlen(text);
    for (char *at = first; *at != '\n'; at++) {
        const char was = *at;
        *at = (char)(was ^ 1 << any(8));
        if (judge(text, length) == NULL)
            fail_msg("not seen: %.40s", at - 10);
        *at = was;
    }
    free(text);
}

/* Wherever the end of what is in memory falls, and whatever does not fit. */
TEST(larger_than_the_window)
{
    enum { WINDOW = 1 << 18, PAD = 2 * WINDOW };
    /* Blanks, a text and a list in the first line, and blanks in a row. */
    static const struct {
        const char *before, *open, *fill, *close;
    } longer[] = {
        {"\"schema\"", "", " ", ""},
        {"\"schema\"", "\"x\":\"", " ", "\","},
        {"\"schema\"", "\"x\":[0", ",[7]", "],"},
        {"\"kind\"", "", " ", ""},
    };
    char *text = make_journal();
    const size_t length = strlen(text);
    char *padded = malloc(PAD + length);
    for (size_t shift = 0; shift < sizeof HEAD + strlen(lines[0]); shift += 23) {
        const size_t blanks = WINDOW - 1 - shift;
        memset(padded, ' ', blanks);
        memcpy(padded + blanks, text, length);
        assert_null(judge(padded, blanks + length));
    }
    free(padded);
    for (size_t i = 0; i < COUNT_OF(longer); i++) {
        abs_buffer b = {0};
        const char *at = strstr(text, longer[i].before);
        buffer_bytes(&b, text, (size_t)(at - text));
        buffer_text(&b, longer[i].open);
        for (int k = 0; k < PAD; k++)
            buffer_text(&b, longer[i].fill);
        buffer_text(&b, longer[i].close);
        buffer_text(&b, at);
        assert_null(judge(b.data, b.length));
        buffer_free(&b);
    }
    /* A number that is damaged far behind the first window is told by its line. */
    assert_true(asprintf(&padded, "{\n\"x\":[%*s\n,01]}", PAD, "1") > 0);
    expect(padded, strlen(padded), "01", "line 3: a number begins with 0");
    free(padded);
    free(text);
}

static int set_up(void **state)
{
    test_open(&sampled, "uniform:b=3,range=50", NULL, 7);
    sampled.root.id = "uniform:b=3,range=50#7";
    specs = cJSON_CreateArray();
    context_add_subject(specs, &sampled.subject);
    make_lines();
    return fixture_start(state);
}

RUN_TESTS(set_up, fixture_end, NULL)
