/* tally_fixture.h -- a tally that tests fill with rows made up, and begin again. */
#ifndef TALLY_FIXTURE_H
#define TALLY_FIXTURE_H

#include "base/memory.h"
#include "find/tally.h"
#include "helpers.h"

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

/* A row's parts, of a search that found a value; tests change what they are about. */
typedef struct {
    abs_root root;
    abs_config config;
    abs_row row;
    abs_iteration iterations[2];
} sample;

static inline void make(sample *s, const char *spec, const char *algo)
{
    static const abs_subject subject = {.kind = "tree", .domain = "made-up", .points = ABS_POINTS};
    *s = (sample){.root = {.subject = &subject, .spec = spec, .text = spec, .id = "p"},
                  .config = test_plain(algo, 3),
                  .row = {.has_value = true, .n = {.nodes = 5}}};
}

/* Adds the row; its group. */
static inline const abs_tally_group *add(sample *s)
{
    s->row.root = &s->root;
    s->row.config = &s->config;
    s->row.iterations = s->iterations;
    tally_add(&tally, &s->row);
    return &tally.groups[tally.records[tally.count - 1].group];
}

#endif
