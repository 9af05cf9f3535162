/*
 * unit_counts.c -- every count of many rows, to the node, against tests/reference.py, an
 * independent implementation: hand-worked and textbook trees, and random command lines.
 */
#define _DEFAULT_SOURCE
#include "helpers.h"
#include "suite.h"

#include <inttypes.h>

enum { COLUMNS = 12, LINE_MAX_BYTES = 1024 };

static const char *const columns[COLUMNS] = {
    "value",  "best_move",  "nodes",    "leaves",    "cutoffs",             "first_move_cutoffs",
    "passes", "iterations", "fail_low", "fail_high", "interior_researches", "research_nodes"};

/* Runs one command line of options that ask for one row. */
static void run_line(char *line, int64_t *counts)
{
    char *argv[32] = {(char *)"absbench"};
    int argc = 1;
    for (char *rest = line, *word; argc < 31 && (word = strtok_r(rest, " ", &rest)) != NULL;)
        argv[argc++] = word;
    abs_options o;
    abs_suite suite = {0};
    abs_error error;
    if (!abs_options_init(&o, &error) || !abs_options_parse(&o, argc, argv, &error) ||
        !abs_suite_add(&suite, &o, &error))
        fail_msg("%s", error.text);
    assert_int_equal(suite.jobs, 1);

    const abs_entry *entry;
    const abs_config *config;
    abs_worker *worker = abs_worker_new(0);
    abs_row row = {0};
    abs_suite_job(&suite, 0, &entry, &config);
    assert_true(abs_run(worker, entry, config, false, &row));
    const int64_t found[COLUMNS] = {
        row.has_value ? row.value : INT64_MIN,
        row.best != ABS_NO_MOVE ? (int64_t)row.best : INT64_MIN,
        (int64_t)row.n.nodes,
        (int64_t)abs_leaves(&row.n),
        (int64_t)row.n.cutoffs,
        (int64_t)row.n.first_move_cutoffs,
        (int64_t)row.pass_count,
        (int64_t)row.iteration_count,
        (int64_t)row.fail_low,
        (int64_t)row.fail_high,
        (int64_t)row.n.interior_researches,
        (int64_t)row.n.research_nodes,
    };
    memcpy(counts, found, sizeof found);
    abs_row_free(&row);
    abs_worker_free(worker);
    abs_suite_free(&suite);
    abs_options_free(&o);
}

static void the_reference_counts(void **state)
{
    (void)state;
    FILE *in = fopen("tests/reference_counts.tsv", "r");
    char line[LINE_MAX_BYTES];
    unsigned lines = 0, wrong = 0;
    assert_non_null(in);
    assert_non_null(fgets(line, sizeof line, in)); /* the header */
    while (fgets(line, sizeof line, in) != NULL) {
        char options[LINE_MAX_BYTES], words[LINE_MAX_BYTES + 32];
        char *rest = line;
        int64_t counts[COLUMNS];
        snprintf(options, sizeof options, "%s", strsep(&rest, "\t"));
        snprintf(words, sizeof words, "--tt=0 --order=none %s", options);
        run_line(words, counts);
        for (int i = 0; i < COLUMNS; i++) {
            const char *cell = strsep(&rest, "\t\n");
            assert_non_null(cell);
            const int64_t wanted = strcmp(cell, "-") == 0 ? INT64_MIN : strtoll(cell, NULL, 10);
            if (counts[i] != wanted) {
                print_error("%s: %s is %" PRId64 ", the reference says %s\n", options, columns[i],
                            counts[i], cell);
                wrong++;
            }
        }
        lines++;
    }
    fclose(in);
    assert_int_equal(wrong, 0);
    assert_true(lines >= 600);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_reference_counts)};
    return cmocka_run_group_tests_name("counts", tests, NULL, NULL);
}
