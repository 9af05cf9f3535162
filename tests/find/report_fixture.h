/* report_fixture.h -- a folder for reports, what is said on stderr, and what is in JSON. */
#ifndef REPORT_FIXTURE_H
#define REPORT_FIXTURE_H

#include "test.h"
#include "view/report.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

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

static inline abs_report *fixture_report(abs_format format, bool times)
{
    static char *command[] = {(char *)"absbench", (char *)"--algo=\"\x01\xff\"", NULL};
    abs_options options = {.verb = ABS_VERB_SHOW, .format = format, .output = fixture_path};
    const abs_context context = {.times = times, .argc = 2, .argv = command};
    abs_error error;
    assert_true(abs_options_set(&options, "reference", "alphabeta", &error));
    abs_report *report = abs_report_open(&options, &context, REPORT_OUTPUT, &error);
    assert_non_null(report);
    return report;
}

/* Closes it. Returns the exit code it leads to. */
static inline abs_exit fixture_close(abs_report *report, bool interrupted)
{
    abs_error error;
    return abs_report_close(report, interrupted, &error) ? ABS_OK : error.code;
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

#endif
