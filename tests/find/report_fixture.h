/*
 * report_fixture.h -- rows made by hand, and reports read back, for the tests of the report.
 *
 * The domain is a stub: a position is a number, move m is written "<number>/m" and adds 1, so that
 * a wrong walk along a line shows.
 */
#ifndef REPORT_FIXTURE_H
#define REPORT_FIXTURE_H

#include "test.h"
#include "view/report.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void stub_move_text(const void *rules, const void *position, unsigned move, char *text,
                           size_t size)
{
    (void)rules;
    snprintf(text, size, "%d/%u", *(const int *)position, move);
}

static void stub_apply(const void *rules, const void *position, unsigned move, void *child)
{
    (void)rules;
    (void)move;
    *(int *)child = *(const int *)position + 1;
}

static int stub_half_pawn(const void *rules)
{
    (void)rules;
    return 1;
}

static const abs_domain stub_domain = {.name = "stub",
                                       .kind = "game",
                                       .position_size = sizeof(int),
                                       .move_text = stub_move_text,
                                       .apply = stub_apply,
                                       .half_pawn = stub_half_pawn};

enum { SAMPLE_ITERATIONS = 2, SAMPLE_PASSES = 3 };

typedef struct {
    char id[64];
    int position;
    abs_root root;
    abs_config config;
    abs_iteration iterations[SAMPLE_ITERATIONS];
    abs_pass passes[SAMPLE_PASSES];
    abs_row row;
} sample;

/* A row of `algo` on position number `number` at depth 2 with that value; 100 nodes. */
static inline sample *sample_make(sample *s, const char *algo, int number, int value)
{
    unsigned count = 0;
    abs_error error;
    abs_algo algos[ABS_ALGOS_MAX];
    *s = (sample){.position = 10 * number};
    assert_true(abs_algo_parse("algo", algo, algos, &count, &error));
    snprintf(s->id, sizeof s->id, "stub-%d", number);
    s->root = (abs_root){.domain = &stub_domain, .spec = "stub", .text = "start"};
    s->config = (abs_config){.algo = algos[0],
                             .window = {50, 50},
                             .widen_factor = 2,
                             .step = 7,
                             .depth = 2,
                             .deepening = true,
                             .grain = 1,
                             .node_cost = 1,
                             .leaf_cost = 1};
    s->iterations[0] = (abs_iteration){1, false, true, value, 40, 40, 30, 0, 1};
    s->iterations[1] = (abs_iteration){2, false, true, value, 60, 60, 40, 1, 2};
    s->passes[0] = (abs_pass){-ABS_INFINITY, ABS_INFINITY, value, 40, 40};
    s->passes[1] = (abs_pass){value + 5, value + 9, value, 20, 20};
    s->passes[2] = (abs_pass){-ABS_INFINITY, value + 9, value, 40, 40};
    s->row = (abs_row){.status = ABS_STATUS_OK,
                       .has_value = true,
                       .value = value,
                       .best = 3,
                       .pv_length = 2,
                       .pv = {3, 1},
                       .best_move_optimal = ABS_YES,
                       .solved = ABS_UNKNOWN,
                       .n = {.nodes = 100, .interior = 30, .cutoffs = 10, .first_move_cutoffs = 9},
                       .fail_low = 1,
                       .iteration_count = SAMPLE_ITERATIONS,
                       .pass_count = SAMPLE_PASSES,
                       .real_s = 0.5,
                       .repeats = 1,
                       .cpu_s = 0.25};
    return s;
}

static inline const abs_row *sample_row(sample *s) /* a sample may have been copied */
{
    s->root.id = s->id;
    s->root.position = &s->position;
    s->row.root = &s->root;
    s->row.config = &s->config;
    s->row.iterations = s->iterations;
    s->row.passes = s->passes;
    return &s->row;
}

/* ---- a directory of the test's own ----------------------------------------------------------- */

static char fixture_directory[] = "/tmp/absbench-report-XXXXXX";
static char fixture_path[64];

static inline int fixture_start(void **state)
{
    (void)state;
    if (mkdtemp(fixture_directory) == NULL)
        return -1;
    snprintf(fixture_path, sizeof fixture_path, "%s/report", fixture_directory);
    return 0;
}

static inline int fixture_end(void **state)
{
    (void)state;
    unlink(fixture_path);
    return rmdir(fixture_directory); /* fails if a test left something behind */
}

/* The whole file; free it. */
static inline char *fixture_read(const char *path)
{
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    char *text = calloc(1, 1 << 22);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 22) - 1, in) < (1 << 22) - 1);
    fclose(in);
    return text;
}

/* From fixture_hush() on, what goes to stderr is kept; fixture_heard() returns it: free it. */
static int fixture_stderr = -1;

static inline void fixture_hush(void)
{
    char path[96];
    snprintf(path, sizeof path, "%s/stderr", fixture_directory);
    fflush(stderr);
    fixture_stderr = dup(STDERR_FILENO);
    assert_true(fixture_stderr >= 0);
    assert_non_null(freopen(path, "w", stderr));
}

static inline char *fixture_heard(void)
{
    char path[96];
    snprintf(path, sizeof path, "%s/stderr", fixture_directory);
    fflush(stderr);
    assert_true(dup2(fixture_stderr, STDERR_FILENO) >= 0);
    close(fixture_stderr);
    char *text = fixture_read(path);
    unlink(path);
    return text;
}

static inline abs_report_options fixture_options(abs_format format)
{
    static char *command[] = {(char *)"absbench", (char *)"--algo=\"\x01\xff\"", NULL};
    return (abs_report_options){.format = format,
                                .path = fixture_path,
                                .reference = "alphabeta",
                                .context = {.times = true, .argc = 2, .argv = command}};
}

/* Reports the samples; *exit_code is what closing says. Free the text. */
static inline char *fixture_report(const abs_report_options *options, sample *samples, size_t count,
                                   bool interrupted, abs_exit *exit_code)
{
    abs_error error;
    abs_report *report = abs_report_open(options, &error);
    assert_non_null(report);
    for (size_t i = 0; i < count; i++)
        assert_true(abs_report_row(report, sample_row(&samples[i]), &error));
    *exit_code = abs_report_close(report, interrupted, &error);
    assert_int_not_equal(*exit_code, ABS_CANNOT_RUN);
    return fixture_read(options->path);
}

/* As JSON, parsed. */
static inline cJSON *fixture_json(sample *samples, size_t count, bool interrupted,
                                  abs_exit *exit_code)
{
    const abs_report_options options = fixture_options(ABS_FORMAT_JSON);
    char *text = fixture_report(&options, samples, count, interrupted, exit_code);
    cJSON *json = cJSON_ParseWithOpts(text, NULL, true);
    assert_non_null(json);
    free(text);
    return json;
}

/* What is at "a/b/0/c", or fails. */
static inline cJSON *fixture_at(cJSON *json, const char *path)
{
    char name[64];
    while (*path != '\0') {
        const size_t length = strcspn(path, "/");
        snprintf(name, sizeof name, "%.*s", (int)length, path);
        path += length + (path[length] == '/');
        json = cJSON_IsArray(json) ? cJSON_GetArrayItem(json, atoi(name))
                                   : cJSON_GetObjectItemCaseSensitive(json, name);
        if (json == NULL)
            fail_msg("the report has no %s", name);
    }
    return json;
}

static inline double fixture_number(cJSON *json, const char *path)
{
    const cJSON *item = fixture_at(json, path);
    assert_true(cJSON_IsNumber(item));
    return item->valuedouble;
}

static inline const char *fixture_text(cJSON *json, const char *path)
{
    const cJSON *item = fixture_at(json, path);
    assert_true(cJSON_IsString(item));
    return item->valuestring;
}

static inline bool fixture_null(cJSON *json, const char *path)
{
    return cJSON_IsNull(fixture_at(json, path));
}

static inline int fixture_size(cJSON *json, const char *path)
{
    return cJSON_GetArraySize(fixture_at(json, path));
}

#endif
