/* helpers.h -- positions, configurations and random numbers for the tests. */
#ifndef TEST_HELPERS_H
#define TEST_HELPERS_H

#include "search/registry.h"
#include "test.h"
#include "work/worker.h"

#include <stdlib.h>

/* A spec's rules and one position, owned. */
typedef struct {
    abs_root root;
    void *rules;
    char spec[ABS_TEXT_MAX];
    abs_subject subject;
} test_position;

/* Fails the test if the spec or the text is wrong. `text` NULL: a tree, rooted by the seed. */
static inline void test_open(test_position *p, const char *spec, const char *text, uint64_t seed)
{
    abs_error error;
    char name[64];
    const size_t length = strcspn(spec, ":");
    *p = (test_position){0};
    snprintf(p->spec, sizeof p->spec, "%s", spec);
    snprintf(name, sizeof name, "%.*s", (int)length, spec);
    const abs_registered *found = abs_registry_find(text != NULL ? "game" : "tree", name, &error);
    if (found == NULL)
        fail_msg("%s", error.text);
    const abs_domain *d = found->domain;
    p->rules = calloc(1, d->rules_size);
    if (!d->parse_rules(p->rules, spec[length] == ':' ? spec + length + 1 : "", &error))
        fail_msg("%s: %s", spec, error.text);
    if (d->choose != NULL && d->choose(p->rules) != NULL)
        d = d->choose(p->rules);
    p->subject = subject_of(d, p->rules, p->spec);
    p->root = (abs_root){.subject = &p->subject,
                         .domain = d,
                         .rules = p->rules,
                         .spec = p->spec,
                         .text = p->spec,
                         .id = p->spec,
                         .seed = seed,
                         .has_seed = text == NULL,
                         .position = calloc(1, d->position_size)};
    if (text == NULL)
        d->root(p->rules, seed, p->root.position);
    else if (!d->parse(p->rules, text, p->root.position, &error))
        fail_msg("%s: %s", text, error.text);
}

static inline void test_close(test_position *p)
{
    if (p->root.domain->free_rules != NULL)
        p->root.domain->free_rules(p->rules);
    free((char *)p->subject.option);
    free(p->rules);
    free(p->root.position);
}

static inline abs_algo test_algo(const char *name)
{
    abs_algo algo;
    abs_error error;
    unsigned count = 0;
    if (!abs_algo_parse("algo", name, &algo, &count, &error))
        fail_msg("%s", error.text);
    return algo;
}

/* The textbook form: no table, no ordering, no deepening; window and step 10. */
static inline abs_config test_plain(const char *algo, int depth)
{
    abs_config c = {.algo = test_algo(algo), .depth = depth, .grain = 1};
    c.window = (abs_window){10, 10};
    c.widen_factor = 2;
    c.step = 10;
    c.tt_pv = c.tt_keep = c.tt_null = true;
    c.guess.kind = ABS_GUESS_SHALLOW;
    return c;
}

/* Random numbers: the next of a seeded sequence, in [0, n). */
static inline uint64_t test_random(uint64_t *state, uint64_t n)
{
    *state += UINT64_C(0x9E3779B97F4A7C15);
    return (abs_mix64(*state) >> 11) % n;
}

/* How much of what differs only in its random numbers: all of it in make check-long, and a tenth in
   make test. */
static inline int test_amount(int whole)
{
    const char *tests = getenv("ABS_TESTS");
    return tests != NULL && strcmp(tests, "long") == 0 ? whole : whole / 10;
}

#endif
