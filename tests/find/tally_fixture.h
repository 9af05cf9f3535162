/* tally_fixture.h -- a tally that tests fill, and begin again. */
#ifndef TALLY_FIXTURE_H
#define TALLY_FIXTURE_H

#include "base/memory.h"
#include "find/tally.h"
#include "test.h"

static abs_tally tally;

/* An empty one, after each test too. What it held before stays, as long as the program. */
static inline int tally_again(void **state)
{
    static struct kept {
        abs_tally tally;
        struct kept *before;
    } * last;
    struct kept *kept = memory_take(sizeof *kept);
    (void)state;
    *kept = (struct kept){tally, last};
    last = kept;
    tally = (abs_tally){.specs = {0}};
    return 0;
}

#endif
