/* command_perft.c -- `absbench perft`: move sequences of exactly so many plies. */
#define _POSIX_C_SOURCE 200809L
#include "commands.h"
#include "suite.h"

#include <inttypes.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* One line of the result; JSON for a pipe, a sentence for a terminal. */
static bool print_count(FILE *out, bool table, const abs_entry *entry, int depth, abs_error *error)
{
    const double began = now();
    const uint64_t nodes = entry->domain->perft(entry->rules, entry->position, depth);
    const double seconds = now() - began;
    if (table) {
        fprintf(out, "%s %s depth %d: %" PRIu64 " (%.3f s, %.1f M/s)\n", entry->spec, entry->id,
                depth, nodes, seconds, seconds > 0 ? (double)nodes / seconds / 1e6 : 0);
        return true;
    }
    char count[24];
    snprintf(count, sizeof count, "%" PRIu64, nodes);
    cJSON *line = cJSON_CreateObject();
    cJSON_AddStringToObject(line, entry->domain->kind, entry->spec);
    cJSON_AddStringToObject(line, "position", entry->text);
    cJSON_AddStringToObject(line, "position_id", entry->id);
    cJSON_AddNumberToObject(line, "depth", depth);
    cJSON_AddItemToObject(line, "nodes", cJSON_CreateRaw(count));
    cJSON_AddNumberToObject(line, "real_s", seconds);
    char *text = cJSON_PrintUnformatted(line);
    cJSON_Delete(line);
    if (text == NULL)
        return abs_fail(error, ABS_CANNOT_RUN, "no memory for a line of the result");
    fprintf(out, "%s\n", text);
    cJSON_free(text);
    return true;
}

abs_exit command_perft(const abs_options *o, abs_error *error)
{
    if (o->domain_count == 0)
        return abs_fail(error, ABS_USAGE, "perft needs --game=NAME (or --tree=SPEC) and --depth=N"),
               ABS_USAGE;
    if (o->depths.count == 0)
        return abs_fail(error, ABS_USAGE, "perft needs --depth=N"), ABS_USAGE;
    if (o->format_given && o->format != ABS_FORMAT_TABLE && o->format != ABS_FORMAT_JSON &&
        o->format != ABS_FORMAT_JSONL)
        return abs_fail(error, ABS_USAGE, "perft prints --format=table, json or jsonl"), ABS_USAGE;
    abs_suite suite = {0};
    abs_exit result = abs_suite_add(&suite, o, error) ? ABS_OK : error->code;
    FILE *out = stdout;
    if (result == ABS_OK && o->output != NULL && (out = fopen(o->output, "w")) == NULL)
        result = (abs_fail(error, ABS_CANNOT_RUN, "--output=%s cannot be written", o->output),
                  ABS_CANNOT_RUN);
    const bool table = o->format_given ? o->format == ABS_FORMAT_TABLE
                                       : o->output == NULL && isatty(STDOUT_FILENO);
    for (size_t b = 0; b < suite.count && result == ABS_OK; b++)
        for (size_t e = 0; e < suite.batches[b].entry_count; e++)
            for (size_t d = 0; d < o->depths.count && result == ABS_OK; d++)
                if (!print_count(out, table, &suite.batches[b].entries[e],
                                 (int)o->depths.items[d].low, error))
                    result = ABS_CANNOT_RUN;
    if (out != stdout && out != NULL && fclose(out) != 0)
        result = (abs_fail(error, ABS_CANNOT_RUN, "--output=%s cannot be written", o->output),
                  ABS_CANNOT_RUN);
    abs_suite_free(&suite);
    return result;
}
