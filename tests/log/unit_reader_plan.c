/* unit_reader_plan.c -- reports with a plan: rows in any order, files that are not whole, and what
   does not agree with what the report says of itself. */
#include "log/fields.h"
#include "log/reader.h"
#include "reader_fixture.h"
#include "tests/find/report_fixture.h"

#define HEAD                                                                                       \
    "{\"schema\":\"absbench.report/3\","                                                           \
    "\"context\":{\"options\":{},"                                                                 \
    "\"plan\":{\"hash\":\"0x0123456789abcdef\",\"jobs\":50,\"shard\":[3,7]}}}\n"

enum { ROWS = 12, JOBS = 50 };

/* Rows of a journal, in an order of their own, and its other lines. */
typedef struct {
    place at;
    char *line[ROWS];
    uint64_t job[ROWS];
    char *id[ROWS];
    bool for_reference[ROWS];
    char end[160];
} journal;

static void make_row(journal *j, size_t i, abs_buffer *text, uint64_t *signature)
{
    char id[4 * ABS_TEXT_MAX];
    row_texts texts = {0};
    abs_config config = test_plain(i % 2 ? "pvs" : "mtdf", (int)i + 1);
    abs_iteration iteration = {(int)i + 1, false, true, 12, 40 + i, 40 + i, 30 + i, 0, 1};
    abs_pass pass = {-ABS_INFINITY, 20, 12, 40 + i, 40 + i};
    abs_row row = {.root = &j->at.at.root,
                   .config = &config,
                   .job = j->job[i],
                   .has_value = true,
                   .value = 12,
                   .best = 2,
                   .pv_length = 1,
                   .pv = {2},
                   .n = {.nodes = 40 + i, .interior = 10},
                   .iterations = &iteration,
                   .iteration_count = 1,
                   .passes = &pass,
                   .pass_count = 1};
    buffer_clear(text);
    abs_row_id(&row, id, sizeof id);
    fields_json_row(text, &row, &texts, false);
    texts_free(&texts);
    j->id[i] = strdup(id);
    j->for_reference[i] = i % 5 == 3;
    assert_true(asprintf(&j->line[i], j->for_reference[i] ? "{\"reference_result\":%s}\n" : "%s\n",
                         buffer_end(text)) > 0);
    if (!j->for_reference[i])
        *signature = abs_signature_add(*signature, &row);
}

/* Row i has the i-th job in order. */
static void open_journal(journal *j)
{
    uint64_t signature = 0;
    abs_buffer text = {0};
    *j = (journal){0};
    any_state = 4;
    open_place(&j->at, 0);
    size_t references = 0;
    for (size_t i = 0; i < ROWS; i++) {
        j->job[i] = 4 * i + any(4);
        make_row(j, i, &text, &signature);
        references += j->for_reference[i];
    }
    snprintf(j->end, sizeof j->end,
             "{\"end\":{\"rows\":%zu,\"reference_rows\":%zu,\"left_out\":2,\"signature\":"
             "\"0x%016llx\"}}\n",
             ROWS - references, references, (unsigned long long)signature);
    buffer_free(&text);
}

static void close_journal(journal *j)
{
    for (size_t i = 0; i < ROWS; i++) {
        free(j->line[i]);
        free(j->id[i]);
    }
    test_close(&j->at.at);
}

/* The text, its rows in a random order; free it. */
static char *write_journal(const journal *j)
{
    abs_buffer b = {0};
    size_t order[ROWS];
    for (size_t i = 0; i < ROWS; i++) {
        const size_t other = any(i + 1);
        order[i] = order[other];
        order[other] = i;
    }
    buffer_text(&b, HEAD);
    buffer_text(&b, "{\"left_out\":49}\n");
    for (size_t i = 0; i < ROWS; i++) {
        buffer_text(&b, j->line[order[i]]);
        buffer_text(&b, i == 4 ? "{\"left_out\":48}\n" : "");
    }
    buffer_text(&b, j->end);
    buffer_end(&b);
    return b.data;
}

static abs_reader *open_text(const char *text, size_t length)
{
    abs_error error;
    abs_reader *reader = reader_open(put_file(text, length), &error);
    if (reader == NULL)
        fail_msg("%s", error.text);
    return reader;
}

TEST(rows_in_order)
{
    journal j;
    abs_error error;
    open_journal(&j);
    for (int times = 0; times < 10; times++) {
        char *text = write_journal(&j);
        abs_reader *reader = open_text(text, strlen(text));
        assert_int_equal(reader->count, ROWS);
        for (size_t i = 0; i < ROWS; i++) {
            char id[4 * ABS_TEXT_MAX];
            const abs_row *row = reader_row(reader, i, &error);
            if (row == NULL)
                fail_msg("%s", error.text);
            abs_row_id(row, id, sizeof id);
            assert_string_equal(id, j.id[i]);
            assert_int_equal(row->job, j.job[i]);
            assert_int_equal(reader->rows[i].job, j.job[i]);
            assert_int_equal(row->config->for_reference, j.for_reference[i]);
            assert_int_equal(reader->rows[i].for_reference, j.for_reference[i]);
        }
        const abs_plan *plan = &reader->plan;
        assert_non_null(plan);
        assert_int_equal(plan->hash, 0x0123456789abcdef);
        assert_int_equal(plan->jobs, JOBS);
        assert_int_equal(plan->shard, 3);
        assert_int_equal(plan->shards, 7);
        const row_place *left_out = reader->rows + reader->count;
        assert_int_equal(reader->left_out, 2);
        assert_int_equal(left_out[0].job, 48);
        assert_int_equal(left_out[1].job, 49);
        assert_true(reader->is_whole);
        assert_false(reader->torn);
        assert_int_equal(reader->whole, strlen(text));
        if (!reader_verify(reader, &error))
            fail_msg("%s", error.text);
        reader_close(reader);
        free(text);
    }
    close_journal(&j);
}

/* Whoever wrote it was stopped at any byte: all whole lines are there, and nothing else. Tried in the
   head, at the ends of lines, and at every fifth byte. */
TEST(cut_anywhere)
{
    journal j;
    abs_error error;
    open_journal(&j);
    char *text = write_journal(&j);
    const size_t length = strlen(text);
    size_t lines = 0, whole = 0, left_out = 0;
    for (size_t cut = 1; cut < length; cut++) {
        const bool at_end = text[cut - 1] == '\n';
        if (at_end) {
            left_out += strncmp(text + whole, "{\"left", 6) == 0;
            lines++;
            whole = cut;
        }
        if (cut > sizeof HEAD && cut % 5 != 0 && !at_end && text[cut] != '\n')
            continue;
        abs_reader *reader = reader_open(put_file(text, cut), &error);
        if (reader == NULL && cut >= sizeof HEAD - 2) /* all of its head but the line's end */
            fail_msg("%zu: %s", cut, error.text);
        if (reader == NULL)
            continue;
        assert_true(cut >= sizeof HEAD - 2);
        assert_int_equal(reader->count, lines > 0 ? lines - 1 - left_out : 0);
        assert_false(reader->is_whole);
        assert_int_equal(reader->torn, cut > whole);
        assert_int_equal(reader->whole, whole);
        if (!reader_verify(reader, &error)) /* it does not say yet what it has */
            fail_msg("%zu: %s", cut, error.text);
        reader_close(reader);
    }
    free(text);
    close_journal(&j);
}

/* NULL: it is a report that agrees with itself; else what is wrong. */
static const char *judge(const char *text, size_t length)
{
    static abs_error error;
    abs_reader *reader = reader_open(put_file(text, length), &error);
    const bool ok = reader != NULL && reader_verify(reader, &error);
    reader_close(reader);
    assert_true(ok || error.code == ABS_CANNOT_RUN);
    return ok ? NULL : error.text;
}

/* The first `from` becomes `to`, and the error says so. */
static void spoil(const char *text, const char *from, const char *to, const char *says)
{
    char *bad;
    const char *at = strstr(text, from);
    if (at == NULL)
        fail_msg("no %s", from);
    assert_true(asprintf(&bad, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from)) > 0);
    const char *error = judge(bad, strlen(bad));
    if (error == NULL || strstr(error, says) == NULL)
        fail_msg("%s: not '%s' but: %s", to, says, error != NULL ? error : "ok");
    free(bad);
}

TEST(does_not_agree)
{
    journal j;
    open_journal(&j);
    char *text = write_journal(&j), other[80];
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
        {"\"fail_low\":0", "\"fail_low\":1", "remove its signature: jq -c 'del(.end.signature?)'"},
    };
    assert_null(judge(text, strlen(text)));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        spoil(text, cases[i].from, cases[i].to, cases[i].says);
    spoil(text, j.end, "{\"end\":{\"rows\":0}}\n{}\n", "something follows its end");
    snprintf(other, sizeof other, "\"job\":%d,\"kind\"", (int)j.job[1]);
    char was[80];
    snprintf(was, sizeof was, "\"job\":%d,\"kind\"", (int)j.job[2]);
    spoil(text, was, other, "is there twice");
    snprintf(was, sizeof was, "\"job\":%d,\"kind\"", (int)j.job[3]); /* it is a reference */
    spoil(text, was, other, "is there twice");
    char *unsigned_text = strdup(text);
    memcpy(strstr(unsigned_text, "\"signature\""), "\"signatory\"", 11);
    memcpy(strstr(unsigned_text, "\"fail_low\":0"), "\"fail_low\":1", 12);
    assert_null(judge(unsigned_text, strlen(unsigned_text)));
    free(unsigned_text);
    free(text);
    close_journal(&j);
}

/* Whether the signature does not cover what stands here: measurements, all of a line but its first
   move, and a job that keeps its place. */
static bool is_uncovered(const char *row, const char *at)
{
    static const char *const members[] = {
        "\"job\":", "\"pv\":", "\"distinct_leaves\":", "\"evaluations\":",
        /* of a row that selects nothing, and is no simulation */
        "\"null_searches\":", "\"null_cutoffs\":", "\"extensions\":", "\"reduced\":",
        "\"reduced_again\":", "\"crossed\":", "\"ticks\":", "\"aborted\":", "\"idle_ticks\":",
        "\"splits\":", "\"critical_path\":"};
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        const char *member = strstr(row, members[i]);
        const char *value = member + strlen(members[i]);
        if (at >= value && at < value + strcspn(value, i == 1 ? "]" : ","))
            return true;
    }
    return false;
}

/* A byte that is damaged anywhere in a row, but for these members, is found. */
TEST(damaged_bytes)
{
    journal j;
    open_journal(&j);
    char *text = write_journal(&j);
    const size_t length = strlen(text);
    char *first = strstr(text, "{\"id\"");
    const char *last = strchr(first, '\n');
    for (char *at = first; at < last; at++) {
        if (is_uncovered(first, at))
            continue;
        const char was = *at;
        *at = (char)(was ^ 1 << any(8));
        if (judge(text, length) == NULL)
            fail_msg("not seen: %.40s", at - 10);
        *at = was;
    }
    free(text);
    close_journal(&j);
}

/* Wherever the end of what is in memory falls, and whatever does not fit. */
TEST(larger_than_the_window)
{
    enum { WINDOW = 1 << 18, PAD = 2 * WINDOW };
    journal j;
    abs_error error;
    open_journal(&j);
    char *text = write_journal(&j);
    const size_t length = strlen(text);
    char *padded = malloc(PAD + length);
    assert_non_null(padded);
    for (size_t shift = 0; shift < sizeof HEAD + strlen(j.line[0]); shift += 5) {
        const size_t blanks = WINDOW - 1 - shift;
        memset(padded, ' ', blanks);
        memcpy(padded + blanks, text, length);
        if (shift % 64 == 0) {
            assert_null(judge(padded, blanks + length));
            continue;
        }
        abs_reader *reader = open_text(padded, blanks + length);
        assert_int_equal(reader->count, ROWS);
        assert_true(reader->is_whole);
        reader_close(reader);
    }
    /* Blanks, a text and a list in the midst of the first line, each longer than the window. */
    static const char *const open_with[] = {"", "\"x\":\"", "\"x\":[0"};
    static const char *const close_with[] = {"", "\",", "],"};
    for (int kind = 0; kind < 3; kind++) {
        abs_buffer b = {0};
        buffer_text(&b, "{");
        buffer_text(&b, open_with[kind]);
        for (int i = 0; i < PAD; i++)
            buffer_text(&b, kind < 2 ? " " : ",[7]");
        buffer_text(&b, close_with[kind]);
        buffer_text(&b, text + 1);
        const char *wrong = judge(b.data, b.length);
        if (wrong != NULL)
            fail_msg("%d: %s", kind, wrong);
        buffer_free(&b);
    }
    /* A row that is. */
    char *row = strstr(text, "\"kind\"");
    memcpy(padded, text, (size_t)(row - text));
    memset(padded + (row - text), ' ', PAD - 1);
    memcpy(padded + (row - text) + PAD - 1, row, strlen(row));
    assert_null(judge(padded, PAD - 1 + length));
    free(padded);
    /* A number that is damaged far behind the first window is told by its line. */
    assert_true(asprintf(&padded, "{\n\"x\":[%*s\n,01]}", PAD, "1") > 0);
    assert_null(reader_open(put_file(padded, strlen(padded)), &error));
    assert_non_null(strstr(error.text, "line 3: a number begins with 0"));
    free(padded);
    free(text);
    close_journal(&j);
}

RUN_TESTS(NULL, NULL, NULL)
