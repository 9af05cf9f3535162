/* repeats.c -- see repeats.h. */
#include "suite/repeats.h"
#include "base/names.h"

#include <stdlib.h>

/* What a batch has in common with an earlier one. */
typedef struct {
    bool *entry, *config; /* by place in the batch: it is in the earlier one too */
    size_t entries, configs;
} common;

static bool find_entries(common *r, const abs_batch *batch, const abs_batch *earlier,
                         abs_error *error)
{
    abs_names ids = {0};
    bool ok = true;
    for (size_t i = 0; ok && i < earlier->entry_count; i++)
        ok = names_add(&ids, earlier->entries[i].id) != UINT32_MAX || batch_no_memory(error);
    for (size_t i = 0; ok && i < batch->entry_count; i++) {
        const abs_entry *entry = &batch->entries[i];
        const uint32_t at = names_find(&ids, entry->id);
        r->entry[i] = at != UINT32_MAX;
        r->entries += r->entry[i];
        if (r->entry[i] && strcmp(earlier->entries[at].text, entry->text) != 0)
            ok = abs_fail(error, ABS_CANNOT_RUN,
                          "the id '%.300s' is that of another position of %.300s; rename one",
                          entry->id, batch->spec);
    }
    names_free(&ids);
    return ok;
}

/*
 * Counts the configurations that both have, and marks them if `marks` is not NULL. Two are the same
 * if a row's id has the same words for them. False: no memory.
 */
static bool count_configs(const abs_batch *batch, const abs_batch *earlier, bool *marks,
                          size_t *count)
{
    abs_names known = {0};
    char words[CONFIG_WORDS_MAX];
    bool ok = true;
    *count = 0;
    for (size_t i = 0; ok && i < earlier->config_count; i++) {
        config_words(&earlier->configs[i], words, sizeof words);
        ok = names_add(&known, words) != UINT32_MAX;
    }
    for (size_t i = 0; ok && i < batch->config_count; i++) {
        config_words(&batch->configs[i], words, sizeof words);
        const bool both = names_find(&known, words) != UINT32_MAX;
        *count += both;
        if (marks != NULL)
            marks[i] = both;
    }
    names_free(&known);
    return ok;
}

bool repeats_share_config(const abs_batch *a, const abs_batch *b)
{
    size_t count;
    return !count_configs(a, b, NULL, &count) || count > 0;
}

static void drop_configs(abs_batch *batch, const bool *dropped)
{
    size_t kept = 0;
    for (size_t i = 0; i < batch->config_count; i++)
        if (!dropped[i])
            batch->configs[kept++] = batch->configs[i];
    batch->config_count = kept;
}

static void drop_entries(abs_batch *batch, const bool *dropped)
{
    size_t kept = 0;
    for (size_t i = 0; i < batch->entry_count; i++) {
        if (dropped[i])
            batch_free_entry(&batch->entries[i], batch);
        else
            batch->entries[kept++] = batch->entries[i];
    }
    batch->entry_count = kept;
}

/* A batch of its own for the positions of batch number `i` that an earlier batch has: they need
   only the configurations that it does not have. */
static bool split(abs_suite *suite, size_t i, const common *r, abs_error *error)
{
    abs_batch *to = batch_open_like(suite, i, error);
    if (to == NULL)
        return false;
    const abs_batch *from = &suite->batches[i];
    for (size_t e = 0; e < from->entry_count; e++)
        if (r->entry[e] && !batch_copy_entry(to, &from->entries[e]))
            return batch_no_memory(error);
    to->configs = malloc(from->config_count * sizeof *to->configs);
    if (to->configs == NULL)
        return batch_no_memory(error);
    memcpy(to->configs, from->configs, from->config_count * sizeof *to->configs);
    to->config_count = to->config_room = from->config_count;
    drop_configs(to, r->config);
    return true;
}

static bool leave_out(abs_suite *suite, size_t i, size_t earlier, abs_error *error)
{
    abs_batch *batch = &suite->batches[i];
    common r = {.entry = calloc(batch->entry_count + 1, sizeof *r.entry),
                .config = calloc(batch->config_count + 1, sizeof *r.config)};
    bool ok = (r.entry != NULL && r.config != NULL) || batch_no_memory(error);
    ok = ok && find_entries(&r, batch, &suite->batches[earlier], error) &&
         (count_configs(batch, &suite->batches[earlier], r.config, &r.configs) ||
          batch_no_memory(error));
    if (ok && r.entries > 0 && r.configs > 0) {
        const bool some_new = r.entries < batch->entry_count;
        if (some_new && r.configs < batch->config_count)
            ok = split(suite, i, &r, error);
        batch = &suite->batches[i]; /* the batches may have moved */
        if (!some_new)
            drop_configs(batch, r.config);
        if (ok && (some_new || batch->config_count == 0))
            drop_entries(batch, r.entry);
    }
    free(r.entry);
    free(r.config);
    return ok;
}

bool repeats_leave_out(abs_suite *suite, size_t first, abs_error *error)
{
    for (size_t i = first; i < suite->count; i++) /* a batch that is split makes another */
        for (size_t k = 0; k < first; k++)
            if (strcmp(suite->batches[i].spec, suite->batches[k].spec) == 0 &&
                !leave_out(suite, i, k, error))
                return false;
    return true;
}
