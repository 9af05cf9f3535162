/* suite_settle.c -- jobs and names that several command lines have in common. See suite.h. */
#define _POSIX_C_SOURCE 200809L
#include "positions.h"
#include "report_parts.h"
#include "suite_parts.h"

#include <stdlib.h>

/* What is known of a suite while it is settled. */
typedef struct {
    abs_names positions; /* "spec/id" */
    const char **texts;  /* by position */
    uint32_t **numbers;  /* by batch, then by entry: the position */
    abs_names searches;  /* "spec/configuration" */
    unsigned *batches;   /* by search: in how many batches it is */
    uint64_t **searched; /* by search: bits by position; NULL where there is one batch */
    size_t batch_count, entry_count, config_count;
} settlement;

static void settlement_free(settlement *s)
{
    for (size_t b = 0; s->numbers != NULL && b < s->batch_count; b++)
        free(s->numbers[b]);
    for (size_t k = 0; s->searched != NULL && k < s->searches.count; k++)
        free(s->searched[k]);
    names_free(&s->positions);
    names_free(&s->searches);
    free(s->texts);
    free(s->numbers);
    free(s->batches);
    free(s->searched);
}

static bool settlement_make(settlement *s, const abs_suite *suite)
{
    s->batch_count = suite->count;
    for (size_t b = 0; b < suite->count; b++) {
        s->entry_count += suite->batches[b].entry_count;
        s->config_count += suite->batches[b].config_count;
    }
    s->texts = calloc(s->entry_count + 1, sizeof *s->texts);
    s->numbers = calloc(s->batch_count + 1, sizeof *s->numbers);
    s->batches = calloc(s->config_count + 1, sizeof *s->batches);
    s->searched = calloc(s->config_count + 1, sizeof *s->searched);
    bool ok = s->texts != NULL && s->numbers != NULL && s->batches != NULL && s->searched != NULL;
    for (size_t b = 0; ok && b < suite->count; b++)
        ok = (s->numbers[b] = calloc(suite->batches[b].entry_count + 1, sizeof(uint32_t))) != NULL;
    return ok;
}

/* ---- positions ---------------------------------------------------------------------------- */

/* The number of an entry's position. Another position of the same name is UINT32_MAX - 1. */
static uint32_t number_of(settlement *s, const abs_entry *entry)
{
    char name[2 * ABS_TEXT_MAX];
    const size_t before = s->positions.count;
    words_position(entry, name, sizeof name);
    const uint32_t number = names_add(&s->positions, name);
    if (number == UINT32_MAX)
        return number;
    if (s->positions.count > before)
        s->texts[number] = entry->text;
    return strcmp(s->texts[number], entry->text) == 0 ? number : UINT32_MAX - 1;
}

/* Gives the entry the name that its position has, or else the first free one. False: no memory. */
static bool rename_entry(settlement *s, abs_entry *entry, uint32_t *number)
{
    for (size_t n = 1; *number == UINT32_MAX - 1; n++) {
        char id[32];
        snprintf(id, sizeof id, "position-%zu", n);
        char *copy = strdup(id);
        if (copy == NULL)
            return false;
        free((char *)entry->id);
        entry->id = copy;
        *number = number_of(s, entry);
    }
    return *number != UINT32_MAX;
}

static bool name_positions(settlement *s, abs_suite *suite, abs_error *error)
{
    for (size_t b = 0; b < suite->count; b++) {
        abs_batch *batch = &suite->batches[b];
        for (size_t e = 0; e < batch->entry_count; e++) {
            abs_entry *entry = &batch->entries[e];
            uint32_t number = number_of(s, entry);
            if (number == UINT32_MAX - 1 && strncmp(entry->id, "position-", 9) != 0)
                return abs_fail(
                    error, ABS_CANNOT_RUN,
                    "two positions of %s are named '%.300s'; give each a name of its own",
                    batch->spec, entry->id);
            if (number == UINT32_MAX - 1 && !rename_entry(s, entry, &number))
                return suite_no_memory(error);
            if (number == UINT32_MAX)
                return suite_no_memory(error);
            s->numbers[b][e] = number;
        }
    }
    return true;
}

/* ---- jobs ---------------------------------------------------------------------------------- */

static uint32_t search_of(settlement *s, const abs_batch *batch, const abs_config *config)
{
    char words[WORDS_MAX], key[ABS_TEXT_MAX + WORDS_MAX];
    words_config(config, words, sizeof words);
    snprintf(key, sizeof key, "%s/%s", batch->spec, words);
    return names_add(&s->searches, key);
}

static bool count_searches(settlement *s, const abs_suite *suite)
{
    for (size_t b = 0; b < suite->count; b++)
        for (size_t c = 0; c < suite->batches[b].config_count; c++) {
            const uint32_t search = search_of(s, &suite->batches[b], &suite->batches[b].configs[c]);
            if (search == UINT32_MAX)
                return false;
            s->batches[search]++;
        }
    for (size_t k = 0; k < s->searches.count; k++)
        if (s->batches[k] > 1 &&
            (s->searched[k] = calloc(s->positions.count / 64 + 1, sizeof(uint64_t))) == NULL)
            return false;
    return true;
}

/* Marks the batch's positions as searched; how many were so already. `fresh`: which were not. */
static size_t mark(const settlement *s, size_t b, size_t entries, uint64_t *searched, bool *fresh)
{
    size_t again = 0;
    for (size_t e = 0; e < entries; e++) {
        const uint32_t number = s->numbers[b][e];
        const uint64_t bit = UINT64_C(1) << (number % 64);
        fresh[e] = !(searched[number / 64] & bit);
        again += !fresh[e];
        searched[number / 64] |= bit;
    }
    return again;
}

/* A batch of the positions that are fresh, with one configuration of batch number b. */
static bool split(abs_suite *suite, size_t b, size_t config, const bool *fresh, abs_error *error)
{
    const char *spec = suite->batches[b].spec, *colon = strchr(spec, ':');
    abs_batch *rest = suite_open_batch(suite, suite->batches[b].domain, spec,
                                       colon != NULL ? colon + 1 : "", error);
    if (rest == NULL)
        return false;
    const abs_batch *from = &suite->batches[b];
    for (size_t e = 0; e < from->entry_count; e++) {
        if (!fresh[e])
            continue;
        if (!positions_copy(rest, &from->entries[e]))
            return suite_no_memory(error);
        rest->entries[rest->entry_count - 1].has_seed = from->entries[e].has_seed;
        rest->entries[rest->entry_count - 1].seed = from->entries[e].seed;
    }
    rest->configs = malloc(sizeof *rest->configs);
    if (rest->configs == NULL)
        return suite_no_memory(error);
    rest->configs[0] = from->configs[config];
    rest->config_count = rest->config_room = 1;
    return true;
}

/* Takes out of batch number b what an earlier one searches too. */
static bool drop_repeats(settlement *s, abs_suite *suite, size_t b, abs_error *error)
{
    bool ok = true;
    size_t kept = 0;
    const size_t configs = suite->batches[b].config_count;
    bool *fresh = calloc(suite->batches[b].entry_count + 1, sizeof *fresh);
    if (fresh == NULL)
        return suite_no_memory(error);
    for (size_t c = 0; ok && c < configs; c++) {
        abs_batch *batch = &suite->batches[b];
        uint64_t *searched = s->searched[search_of(s, batch, &batch->configs[c])];
        const size_t again = searched != NULL ? mark(s, b, batch->entry_count, searched, fresh) : 0;
        if (again == 0)
            batch->configs[kept++] = batch->configs[c];
        else if (again < batch->entry_count)
            ok = split(suite, b, c, fresh, error);
    }
    suite->batches[b].config_count = kept;
    free(fresh);
    return ok;
}

bool abs_suite_settle(abs_suite *suite, abs_error *error)
{
    settlement s = {0};
    bool ok = settlement_make(&s, suite) || suite_no_memory(error);
    ok = ok && name_positions(&s, suite, error);
    ok = ok && (count_searches(&s, suite) || suite_no_memory(error));
    const size_t batches = s.batch_count; /* what is split off needs no second look */
    for (size_t b = 0; ok && b < batches; b++)
        ok = drop_repeats(&s, suite, b, error);
    settlement_free(&s);
    suite_number_jobs(suite);
    return ok;
}
