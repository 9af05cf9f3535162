/* context.h -- where a report's numbers come from. */
#ifndef ABS_CONTEXT_H
#define ABS_CONTEXT_H

#include "log/plan.h"

#include <cjson/cJSON.h>

typedef struct {
    bool times;           /* false: nothing that differs from run to run */
    const cJSON *options; /* every option, effective; NULL: none */
    const cJSON *plugins; /* that the rows are of; NULL: those that are loaded */
    const cJSON *inputs;  /* files that shape the rows, by name: their hashes; NULL: none */
    int argc;
    char **argv;
    uint64_t skipped_lines; /* of position files: --skip-bad left them out */
    abs_plan plan;
} abs_context;

/* What this program is, and which reports and plug-ins are its own: a line each, on stdout. */
void context_print_version(void);

/* The context as a JSON object on one line. */
void context_json(abs_buffer *b, const abs_context *context);

/* The first line of JSON Lines, with its end. */
void context_head_line(abs_buffer *b, const abs_context *context);

#endif
