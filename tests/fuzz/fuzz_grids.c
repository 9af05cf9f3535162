/*
 * fuzz_grids.c -- a libFuzzer target for the grids of sweeps (make fuzz).
 *
 * What is accepted has jobs, each with a position and a configuration that names itself.
 */
#include "fuzz_file.h"
#include "suite/suite.h"

enum { JOBS_LOOKED_AT = 100 };

static void check_job(const abs_suite *suite, size_t job)
{
    static abs_root made; /* used again; the last is not freed */
    const abs_config *config;
    char words[CONFIG_WORDS_MAX];
    const abs_root *root = abs_suite_job(suite, job, &made, &config);
    CHECK(root != NULL);
    CHECK(root->id[0] != '\0' && root->domain != NULL && root->position != NULL);
    CHECK(config->depth >= 0 && config->depth <= ABS_MAX_DEPTH);
    CHECK(config->tt_bytes <= suite->tt_bytes);
    config_words(config, words, sizeof words);
    CHECK(words[0] != '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char *argv[] = {"absbench", "sweep", "--max-positions=2", NULL};
    abs_suite suite = {0};
    abs_error error = {.text = ""};
    const char *const text = fuzz_text(data, size);
    if (text == NULL || fuzz_takes_long(text, 2))
        return 0;
    if (grid_add(&suite, fuzz_file(0, data, size), 3, argv, &error)) {
        fuzz_count_accepted();
        CHECK(suite.jobs > 0);
        for (size_t i = 0; i < suite.jobs && i < JOBS_LOOKED_AT; i++)
            check_job(&suite, i);
    } else {
        fuzz_check_error(&error);
        CHECK(error.code == ABS_CANNOT_RUN);
    }
    abs_suite_free(&suite);
    return 0;
}
