/*
 * unit_counts.c -- every count of many rows, to the node, against tests/reference/reference.py, an
 * independent implementation: random command lines, of trees drawn and of trees in textbooks.
 */
#include "helpers.h"
#include "suite/suite.h"

#include <inttypes.h>

enum { LINE_MAX_BYTES = 1024, COLUMNS_MAX = 24 };

#define NONE INT64_MIN /* written "-" in the file */

typedef struct {
    const char *name;
    int64_t value;
} count;

/* Runs one command line of options that ask for one row; fills `counts`, and returns their number.
 */
static unsigned run_line(char *line, count *counts)
{
    char *argv[32] = {(char *)"absbench"};
    int argc = 1;
    for (char *word = strtok(line, " "); argc < 30 && word != NULL; word = strtok(NULL, " "))
        argv[argc++] = word;
    argv[argc++] = (char *)"--reference=none";
    abs_options o;
    abs_suite suite = {0};
    abs_error error;
    abs_options_init(&o);
    if (!abs_options_parse(&o, argc, argv, &error) || !abs_suite_add(&suite, &o, &error))
        fail_msg("%s", error.text);
    assert_int_equal(suite.jobs, 1);

    abs_parsed parsed = {.room = 0};
    const abs_config *config;
    abs_worker *worker = abs_worker_new();
    abs_row row = {0};
    const abs_root *root = abs_suite_job(&suite, 0, &parsed, &config);
    assert_non_null(root);
    abs_run(worker, root, config, false, &row);
    const count found[] = {
        {"value", row.has_value ? row.value : NONE},
        {"lower", row.lower},
        {"best_move", row.best != ABS_NO_MOVE ? (int64_t)row.best : NONE},
        {"nodes", (int64_t)row.n.nodes},
        {"leaves", (int64_t)abs_leaves(&row.n)},
        {"cutoffs", (int64_t)row.n.cutoffs},
        {"first_move_cutoffs", (int64_t)row.n.first_move_cutoffs},
        {"passes", (int64_t)row.pass_count},
        {"iterations", (int64_t)row.iteration_count},
        {"fail_low", (int64_t)row.fail_low},
        {"fail_high", (int64_t)row.fail_high},
        {"interior_researches", (int64_t)row.n.interior_researches},
        {"research_nodes", (int64_t)row.n.research_nodes},
        {"null_nodes", (int64_t)row.n.null_nodes},
        {"distinct_leaves", (int64_t)row.n.distinct_leaves},
    };
    memcpy(counts, found, sizeof found);
    abs_row_free(&row);
    abs_worker_free(worker);
    parsed_free(&parsed);
    abs_suite_free(&suite);
    abs_options_free(&o);
    return sizeof found / sizeof found[0];
}

/* Cuts a line at its tabs. Returns the number of cells. */
static unsigned split(char *line, char **cells)
{
    unsigned n = 0;
    line[strcspn(line, "\n")] = '\0';
    while (line != NULL && n < COLUMNS_MAX)
        cells[n++] = strsep(&line, "\t");
    return n;
}

/* The cell's count in the row is another: says so. */
static unsigned compare(const char *words, const char *column, const char *cell,
                        const count *counts, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        if (strcmp(counts[i].name, column) != 0)
            continue;
        const int64_t wanted = strcmp(cell, "-") == 0 ? NONE : strtoll(cell, NULL, 10);
        if (counts[i].value == wanted)
            return 0;
        print_error("%s: %s is %" PRId64 ", the reference says %s\n", words, column,
                    counts[i].value, cell);
        return 1;
    }
    return 0; /* a column that says what was run */
}

/* Every line of the file, whose header names the columns. */
TEST(random_lines)
{
    FILE *in = fopen("tests/reference/reference_counts.tsv", "r");
    char header[LINE_MAX_BYTES], line[LINE_MAX_BYTES];
    char *columns[COLUMNS_MAX], *cells[COLUMNS_MAX];
    unsigned lines = 0, wrong = 0;
    assert_non_null(in);
    assert_non_null(fgets(header, sizeof header, in));
    const unsigned width = split(header, columns);
    for (; fgets(line, sizeof line, in) != NULL; lines++) {
        char words[2 * LINE_MAX_BYTES], kept[2 * LINE_MAX_BYTES + 16];
        count counts[COLUMNS_MAX];
        assert_int_equal(split(line, cells), width);
        snprintf(words, sizeof words, "--tt=0 --order=none %s", cells[0]);
        for (int distinct = 0; distinct < 2; distinct++) { /* the bare core, and the dressed one */
            snprintf(kept, sizeof kept, "%s%s", words, distinct ? " --distinct" : "");
            char line_of_options[sizeof kept];
            memcpy(line_of_options, kept, sizeof kept);
            const unsigned n = run_line(line_of_options, counts);
            for (unsigned i = 0; i < width; i++)
                if (distinct || strcmp(columns[i], "distinct_leaves") != 0)
                    wrong += compare(kept, columns[i], cells[i], counts, n);
        }
    }
    fclose(in);
    assert_int_equal(wrong, 0);
    assert_true(lines >= 150);
}

RUN_TESTS(NULL, NULL, NULL)
