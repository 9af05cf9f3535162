/*
 * fuzz_resume.c -- a libFuzzer target for journals that --resume goes on with (make fuzz).
 *
 * The run is the one that the journal says it is of. What is taken over is whole lines, of which
 * none is lost; what is added then is there when the journal is opened again, and as it was.
 */
#include "fuzz_file.h"
#include "log/journal.h"
#include "log/reader.h"

/* The plan that a report says it is of. */
static bool find_plan(const char *path, abs_plan *plan)
{
    abs_error error;
    abs_reader *reader = reader_open(path, &error);
    if (reader != NULL)
        *plan = reader->plan;
    reader_close(reader);
    return reader != NULL;
}

/* How many searches it has. */
static uint64_t open_and_leave_out(const abs_journal_options *o, uint64_t job, abs_error *error)
{
    abs_journal *j = journal_open(o, error);
    if (j == NULL)
        return UINT64_MAX;
    const abs_reader *earlier = journal_earlier(j);
    const uint64_t found = earlier != NULL ? earlier->count + earlier->left_out : 0;
    if (earlier == NULL || (!earlier->is_whole && reader_find(earlier, job) == NULL))
        CHECK(journal_leave_out(j, job, error));
    journal_close(j, false);
    return found;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(0, data, size);
    const uint8_t *const line_end = memchr(data, '\n', size);
    abs_plan plan = {.known = false};
    abs_error error = {.text = ""};
    abs_buffer head = {0};
    const bool readable = find_plan(path, &plan);
    const bool counted = plan.known && plan.jobs > 0 && plan.jobs != ABS_NO_JOB;
    const uint64_t job = counted ? plan.jobs - 1 : 0;
    buffer_bytes(&head, (const char *)data, line_end != NULL ? (size_t)(line_end - data) + 1 : 0);
    const abs_journal_options o = {.path = path, .head = &head, .plan = &plan, .resume = true};
    const uint64_t found = open_and_leave_out(&o, job, &error);
    if (found == UINT64_MAX) {
        fuzz_check_error(&error);
    } else if (readable && plan.known && plan.jobs > 0) {
        fuzz_count_accepted();
        const uint64_t again = open_and_leave_out(&o, job, &error);
        CHECK(again != UINT64_MAX && again >= found && again <= found + 1);
    }
    buffer_free(&head);
    return 0;
}
