/* inputs.c -- see inputs.h. */
#include "verbs/inputs.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/memory.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { RANGES_SHOWN = 20 };

abs_reader *input_open(const char *path, abs_error *error)
{
    abs_reader *reader = reader_open(path, error);
    if (reader != NULL && reader->torn)
        fprintf(stderr, "absbench: %s: its last line is torn, and is left out\n", path);
    return reader;
}

/* Every input is a file that stays open. */
static void allow_files(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
}

/* Rows of two compilations of a plug-in are not of one program, nor those of two files of one name
   of one suite. `known` has those of the inputs before. */
static bool take_files(cJSON *known, const abs_reader *reader, abs_error *error)
{
    abs_buffer changes = {0};
    context_changes(&changes, known, reader->context);
    const bool same = changes.length == 0;
    for (cJSON *kind = known->child; same && kind != NULL; kind = kind->next) {
        const cJSON *file, *files = cJSON_GetObjectItemCaseSensitive(reader->context, kind->string);
        cJSON_ArrayForEach(file, files) if (cJSON_IsString(file) && file->string != NULL)
            json_put(kind, file->string, cJSON_Duplicate(file, true));
    }
    if (!same)
        abs_fail(error, ABS_CANNOT_RUN,
                 "%.300s: %.400s; merge only rows of one, or `absbench compare` the two",
                 reader->name, buffer_end(&changes));
    buffer_free(&changes);
    return same;
}

bool inputs_are_there(char **paths, size_t count, abs_error *error)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(paths[i], "-") != 0 && access(paths[i], R_OK) != 0)
            return abs_fail(error, ABS_CANNOT_RUN, "%.300s: cannot be opened: %s", paths[i],
                            strerror(errno));
    return true;
}

bool inputs_open(abs_inputs *in, char **paths, size_t count, abs_error *error)
{
    *in = (abs_inputs){.list = memory_zeros(count, sizeof *in->list),
                       .files = cJSON_Parse("{\"plugins\":{},\"inputs\":{}}")};
    allow_files();
    if (!inputs_are_there(paths, count, error))
        return false;
    for (; in->count < count; in->count++) {
        abs_input *new = &in->list[in->count];
        *new = (abs_input){input_open(paths[in->count], error), in->plans};
        if (new->reader == NULL || !take_files(in->files, new->reader, error))
            return false;
        for (const abs_input *old = in->list; old < new &&new->plan == in->plans; old++)
            if (plan_is_same(&old->reader->plan, &new->reader->plan))
                new->plan = old->plan;
        const double skipped = cJSON_GetNumberValue(
            cJSON_GetObjectItemCaseSensitive(new->reader->context, "skipped_lines"));
        if (new->plan == in->plans && skipped > 0 && skipped < 0x1p53)
            in->skipped_lines += (uint64_t)skipped;
        in->plans += new->plan == in->plans;
    }
    return true;
}

/* ---- what is missing ------------------------------------------------------------------------ */

static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Adds the numbers from `first` to below `end` that are none of these, as ranges, "2,5-7", no more
   than `most` of them. Sorts these; one below `first` counts for nothing. Returns how many are
   missing. */
static uint64_t list_gaps(abs_buffer *text, uint64_t *there, size_t count, uint64_t first,
                          uint64_t end, size_t most)
{
    uint64_t missing = 0;
    size_t ranges = 0;
    if (count > 0)
        qsort(there, count, sizeof *there, by_number);
    for (size_t i = 0; i <= count; i++) {
        const uint64_t next = i < count ? there[i] : end;
        if (next < first)
            continue;
        if (next > first && ranges++ < most) {
            buffer_format(text, "%s%" PRIu64, ranges > 1 ? "," : "", first);
            if (next - first > 1)
                buffer_format(text, "-%" PRIu64, next - 1);
        }
        missing += next - first;
        first = next + 1;
    }
    if (ranges > most)
        buffer_text(text, ",...");
    return missing;
}

/* Says what is missing of a plan, as far as it is known which jobs it has. */
static bool judge_plan(const abs_inputs *in, size_t plan, bool *shards_missing)
{
    bool whole = false, have_jobs = true, agree = true, have_shards = false;
    size_t room = 0, count = 0;
    uint64_t missing = 0, *jobs = NULL; /* that have a row or were left out */
    uint64_t *shards = memory_zeros(in->count, sizeof *shards); /* that are whole */
    const abs_plan *p = NULL;
    abs_buffer text = {0};
    for (const abs_input *i = in->list; i < in->list + in->count; i++) {
        const abs_reader *reader = i->reader;
        if (i->plan != plan)
            continue;
        agree &= p == NULL || reader->plan.shards == p->shards;
        p = &reader->plan;
        have_shards |= p->shards > 0;
        whole |= p->shards == 0 && reader->is_whole;
        if (reader->is_whole)
            shards[i - in->list] = p->shard;
        for (size_t k = 0; k < reader->count + reader->left_out; k++) {
            memory_grow(&jobs, &room, count, sizeof *jobs);
            jobs[count] = reader->rows[k].job;
            have_jobs &= jobs[count++] != ABS_NO_JOB;
        }
    }
    const bool judged = !whole && p->known && p->jobs != ABS_NO_JOB && have_jobs;
    if (judged)
        missing = list_gaps(&text, jobs, count, 0, p->jobs, RANGES_SHOWN);
    if (missing > 0)
        fprintf(stderr, "absbench: %" PRIu64 " of %" PRIu64 " jobs are missing: %s\n", missing,
                p->jobs, buffer_end(&text));
    buffer_clear(&text);
    if (missing > 0 && agree && p->shards > 0 &&
        list_gaps(&text, shards, in->count, 1, p->shards + UINT64_C(1), SIZE_MAX) > 0)
        fprintf(stderr, "absbench: of %u shards, these are missing or not finished: %s\n",
                p->shards, buffer_end(&text));
    *shards_missing |= missing > 0 && have_shards;
    buffer_free(&text);
    free(jobs);
    free(shards);
    return judged ? missing == 0 : whole;
}

bool inputs_judge(const abs_inputs *in, bool *shards_missing)
{
    bool whole = true;
    *shards_missing = false;
    for (size_t plan = 0; plan < in->plans; plan++)
        whole &= judge_plan(in, plan, shards_missing);
    return whole;
}

/* ---- --missing-shards ----------------------------------------------------------------------- */

/* A file that is not what it should be, or not finished, counts as missing, and is told. */
abs_exit inputs_missing_shards(char **paths, size_t count, abs_error *error)
{
    abs_plan plan = {0};
    abs_buffer text = {0};
    uint64_t *there = memory_zeros(count, sizeof *there), missing = 0;
    bool ok = true;
    for (size_t i = 0; i < count && ok; i++) {
        abs_error wrong;
        abs_reader *reader = input_open(paths[i], &wrong);
        const bool sound = reader != NULL && reader_verify(reader, &wrong);
        const abs_plan own = reader != NULL ? reader->plan : plan;
        if (!sound)
            fprintf(stderr, "absbench: %s\n", wrong.text);
        if (reader != NULL && own.shards == 0)
            ok = abs_fail(error, ABS_CANNOT_RUN, "%.300s: this is not a shard of a run", paths[i]);
        else if (plan.known && (!plan_is_same(&plan, &own) || plan.shards != own.shards))
            ok = abs_fail(error, ABS_CANNOT_RUN,
                          "%.300s: this is a shard of another run than the files before it",
                          paths[i]);
        else if (sound && reader->is_whole)
            there[i] = own.shard;
        else if (sound)
            fprintf(stderr, "absbench: %s: this shard is not finished\n", paths[i]);
        plan = own;
        reader_close(reader);
        if (interrupt_pending())
            ok = abs_fail(error, ABS_INTERRUPTED, "interrupted");
    }
    if (ok && !plan.known)
        ok = abs_fail(error, ABS_CANNOT_RUN,
                      "no shard can be read, so it is not known how many there are");
    if (ok)
        missing = list_gaps(&text, there, count, 1, plan.shards + UINT64_C(1), SIZE_MAX);
    if (missing > 0)
        ok = (puts(buffer_end(&text)) >= 0 && fflush(stdout) == 0) ||
             abs_fail(error, ABS_CANNOT_RUN, "the shards cannot be written");
    buffer_free(&text);
    free(there);
    return !ok ? error->code : missing > 0 ? ABS_DIFFERS : ABS_OK;
}
