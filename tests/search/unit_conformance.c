/*
 * unit_conformance.c -- what every domain must do, games and trees alike: random playouts through
 * the descriptor, at least 5000 plies each, and 50 000 in make check-long; and searches.
 */
#include "helpers.h"
#include "work/conform.h"

enum { PLIES = 50000, POSITIONS = 40 };

/* Specs that are more than a domain's name or example. */
static const char *const others[] = {
    "othello:pass=free", /* the only game */
    "uniform:b=1..9,range=1000",
    "uniform:b=1..9,range=1000,commute=1",
    "pgame:b=2..5,win=500",
    "incremental:b=2..5,step=30",
    "ordered:b=2..9,range=500,gap=60,first=50,quarter=80,noise=20",
    "explicit:file=trees/examples/interior-values.json",
};

static void conform(const char *spec, bool tree)
{
    test_position start;
    abs_conformity found = {.plies = 0};
    test_open(&start, spec, tree ? NULL : "start", 1);
    if (!conform_play(&start.root, test_amount(PLIES), &found) ||
        !conform_search(&start.root, test_amount(POSITIONS), &found))
        fail_msg("%s: no memory", spec);
    if (found.broken != 0)
        fail_msg("%s: %s", spec, buffer_end(&found.told));
    print_message("%s: %llu plies, %llu games, %llu searches\n", spec,
                  (unsigned long long)found.plies, (unsigned long long)found.games,
                  (unsigned long long)found.searches);
    assert_true(found.plies >= (uint64_t)test_amount(PLIES) && found.games > 10);
    assert_true(found.searches > 40);
    buffer_free(&found.told);
    test_close(&start);
}

TEST(every_domain_conforms)
{
    for (const abs_registered *r = abs_registry; r->domain != NULL; r++) {
        const bool tree = abs_is_tree(r->domain);
        conform(tree ? r->domain->example : r->domain->name, tree);
    }
    for (size_t i = 0; i < COUNT_OF(others); i++)
        conform(others[i], i > 0);
}

RUN_TESTS(NULL, NULL, NULL)
