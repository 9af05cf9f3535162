/*
 * amount.h -- how much of what differs only in its random numbers: all of it in make check-long
 * (ABS_TESTS=long), and a tenth in make test.
 */
#ifndef TEST_AMOUNT_H
#define TEST_AMOUNT_H

#include <stdlib.h>
#include <string.h>

static inline int test_amount(int whole)
{
    const char *tests = getenv("ABS_TESTS");
    return tests != NULL && strcmp(tests, "long") == 0 ? whole : whole / 10;
}

#endif
