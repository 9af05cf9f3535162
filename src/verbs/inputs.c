/* inputs.c -- see inputs.h. */
#define _XOPEN_SOURCE 700
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
    if (reader != NULL && reader_torn(reader))
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
static bool take_files(cJSON *known, const cJSON *context, const char *kind, const char *path,
                       abs_error *error)
{
    const cJSON *file, *files = cJSON_GetObjectItemCaseSensitive(context, kind);
    const bool plugins = strcmp(kind, "plugins") == 0;
    const cJSON *other = json_next_change(files, known, NULL);
    if (other != NULL)
        return abs_fail(error, ABS_CANNOT_RUN,
                        "%.300s: the %s %.80s that its rows are of was %s, from %.20s to %.20s or "
                        "back; merge only rows of one, or `absbench compare` the two",
                        path, plugins ? "plug-in" : "file", other->string,
                        plugins ? "compiled anew" : "changed",
                        cJSON_GetObjectItemCaseSensitive(known, other->string)->valuestring,
                        other->valuestring);
    cJSON_ArrayForEach(file, files) if (cJSON_IsString(file) && file->string != NULL)
        json_put(known, file->string, cJSON_Duplicate(file, true));
    return true;
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
                       .plugins = cJSON_CreateObject(),
                       .files = cJSON_CreateObject()};
    allow_files();
    bool ok = inputs_are_there(paths, count, error);
    while (ok && in->count < count) {
        abs_input *new = &in->list[in->count];
        *new = (abs_input){.path = paths[in->count], .plan = in->plans};
        new->reader = input_open(new->path, error);
        if (new->reader == NULL)
            return false;
        in->count++;
        abs_error unsaid;
        cJSON *context = reader_context(new->reader, &unsaid);
        ok = take_files(in->plugins, context, "plugins", new->path, error) &&
             take_files(in->files, context, "inputs", new->path, error);
        cJSON_Delete(context);
        for (const abs_input *old = in->list; old < new &&new->plan == in->plans; old++)
            if (plan_is_same(reader_plan(old->reader), reader_plan(new->reader)))
                new->plan = old->plan;
        in->plans += new->plan == in->plans;
    }
    return ok;
}

void inputs_close(abs_inputs *in)
{
    for (size_t i = 0; i < in->count; i++)
        reader_close(in->list[i].reader);
    free(in->list);
    cJSON_Delete(in->plugins);
    cJSON_Delete(in->files);
    *in = (abs_inputs){0};
}

/* ---- what is missing ------------------------------------------------------------------------ */

/* A list of ranges under way: "2,5-7". */
typedef struct {
    abs_buffer *text;
    size_t ranges, most; /* more than `most` are not written */
    uint64_t first, last, numbers;
} range_list;

static void end_range(range_list *list)
{
    if (list->numbers == 0)
        return;
    if (list->ranges == list->most)
        buffer_text(list->text, ",...");
    if (list->ranges++ >= list->most)
        return;
    buffer_text(list->text, list->ranges > 1 ? "," : "");
    buffer_unsigned(list->text, list->first);
    if (list->last > list->first)
        buffer_format(list->text, "-%" PRIu64, list->last);
}

/* Adds first .. last; ranges come in ascending order. */
static void add_range(range_list *list, uint64_t first, uint64_t last)
{
    if (list->numbers == 0 || first > list->last + 1) {
        end_range(list);
        list->first = first;
    }
    list->last = last;
    list->numbers += last - first + 1;
}

/* The jobs of a plan that have a row or were left out, in ascending order. */
static uint64_t *list_jobs(const abs_inputs *in, size_t plan, size_t *count)
{
    size_t room = 0, left_out;
    uint64_t *jobs = NULL;
    *count = 0;
    for (const abs_input *i = in->list; i < in->list + in->count; i++) {
        if (i->plan != plan)
            continue;
        const uint64_t *these = reader_left_out(i->reader, &left_out);
        room += left_out + reader_rows(i->reader);
        jobs = memory_resize(jobs, (room + 1) * sizeof *jobs);
        for (size_t k = 0; k < left_out; k++)
            jobs[(*count)++] = these[k];
        for (size_t row = 0; row < reader_rows(i->reader); row++)
            jobs[(*count)++] = reader_job(i->reader, row);
    }
    qsort(jobs, *count, sizeof *jobs, reader_compare_jobs);
    return jobs;
}

static void find_missing_jobs(const abs_inputs *in, size_t plan, uint64_t jobs, plan_state *state)
{
    size_t count;
    uint64_t next = 0, *there = list_jobs(in, plan, &count);
    range_list list = {.text = &state->jobs, .most = RANGES_SHOWN};
    for (size_t i = 0; i < count; i++) {
        if (there[i] > next)
            add_range(&list, next, there[i] - 1);
        next = there[i] + 1;
    }
    if (jobs > next)
        add_range(&list, next, jobs - 1);
    end_range(&list);
    state->missing = list.numbers;
    free(there);
}

/* Shards of which no whole report is there. */
static void find_missing_shards(const abs_inputs *in, size_t plan, plan_state *state)
{
    bool *there = memory_zeros((size_t)state->shards + 1, sizeof *there);
    range_list list = {.text = &state->of_shards, .most = SIZE_MAX};
    for (const abs_input *i = in->list; i < in->list + in->count; i++)
        if (i->plan == plan && reader_is_whole(i->reader))
            there[reader_plan(i->reader)->shard] = true;
    for (uint32_t shard = 1; shard <= state->shards; shard++)
        if (!there[shard])
            add_range(&list, shard, shard);
    end_range(&list);
    free(there);
}

void inputs_plan_state(const abs_inputs *in, size_t plan, plan_state *state)
{
    bool have_jobs = true, agree = true;
    const abs_plan *p = NULL;
    *state = (plan_state){0};
    for (const abs_input *i = in->list; i < in->list + in->count; i++) {
        if (i->plan != plan)
            continue;
        const abs_plan *own = reader_plan(i->reader);
        agree &= p == NULL || own->shards == p->shards;
        p = own;
        have_jobs &= reader_rows(i->reader) == 0 || reader_job(i->reader, 0) != ABS_NO_JOB;
        state->has_shards |= own->shards > 0;
        state->whole |= own->shards == 0 && reader_is_whole(i->reader);
    }
    state->shards = agree ? p->shards : 0;
    if (state->whole || !p->known || p->jobs == ABS_NO_JOB || !have_jobs)
        return;
    find_missing_jobs(in, plan, p->jobs, state);
    if (state->shards > 0)
        find_missing_shards(in, plan, state);
    state->whole = state->missing == 0;
}

void plan_state_free(plan_state *state)
{
    buffer_free(&state->jobs);
    buffer_free(&state->of_shards);
}

/* ---- --missing-shards ----------------------------------------------------------------------- */

/* A file that is not what it should be counts as missing, and is told. */
static bool take_whole(const char *path, abs_plan *plan, abs_buffer *there, abs_error *error)
{
    abs_error wrong;
    abs_reader *reader = input_open(path, &wrong);
    const bool read = reader != NULL;
    const bool sound = read && reader_verify(reader, &wrong);
    bool ok = true;
    if (!sound)
        fprintf(stderr, "absbench: %s\n", wrong.text);
    if (read) {
        const abs_plan *own = reader_plan(reader);
        if (own->shards == 0)
            ok = abs_fail(error, ABS_CANNOT_RUN, "%.300s: this is not a shard of a run", path);
        else if (plan->known && (!plan_is_same(plan, own) || plan->shards != own->shards))
            ok = abs_fail(error, ABS_CANNOT_RUN,
                          "%.300s: this is a shard of another run than the files before it", path);
        else
            *plan = *own;
    }
    while (ok && there->length <= plan->shards)
        buffer_char(there, 0);
    if (ok && sound && reader_is_whole(reader))
        there->data[plan->shard] = 1;
    else if (ok && sound)
        fprintf(stderr, "absbench: %s: this shard is not finished\n", path);
    reader_close(reader);
    if (interrupt_pending())
        ok = abs_fail(error, ABS_INTERRUPTED, "interrupted");
    return ok;
}

abs_exit inputs_missing_shards(char **paths, size_t count, abs_error *error)
{
    abs_plan plan = {0};
    abs_buffer there = {0}, text = {0};
    range_list list = {.text = &text, .most = SIZE_MAX};
    bool ok = true;
    for (size_t i = 0; i < count && ok; i++)
        ok = take_whole(paths[i], &plan, &there, error);
    if (ok && !plan.known)
        ok = abs_fail(error, ABS_CANNOT_RUN,
                      "no shard can be read, so it is not known how many "
                      "there are");
    for (uint32_t shard = 1; ok && shard <= plan.shards; shard++)
        if (!there.data[shard])
            add_range(&list, shard, shard);
    end_range(&list);
    if (ok && text.length > 0)
        ok = (puts(buffer_end(&text)) >= 0 && fflush(stdout) == 0) ||
             abs_fail(error, ABS_CANNOT_RUN, "the shards cannot be written");
    const bool missing = text.length > 0;
    buffer_free(&text);
    buffer_free(&there);
    return !ok ? error->code : missing ? ABS_DIFFERS : ABS_OK;
}
