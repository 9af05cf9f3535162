/* report_fixture.h -- a folder for a report, and what is said on stderr. */
#ifndef REPORT_FIXTURE_H
#define REPORT_FIXTURE_H

#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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

/* From fixture_hush() on, what goes to stderr is kept; fixture_heard() returns it: free it. */
static FILE *fixture_stderr;
static char *fixture_said;
static size_t fixture_length;

static inline void fixture_hush(void)
{
    fixture_stderr = stderr;
    stderr = open_memstream(&fixture_said, &fixture_length);
    assert_non_null(stderr);
}

static inline char *fixture_heard(void)
{
    fclose(stderr);
    stderr = fixture_stderr;
    return fixture_said;
}

#endif
