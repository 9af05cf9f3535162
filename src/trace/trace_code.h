/*
 * trace_code.h -- a search's code as a textbook prints it, under the flags of its core; and which
 * of its lines runs at a step.
 */
#ifndef ABS_TRACE_CODE_H
#define ABS_TRACE_CODE_H

#include "base/buffer.h"
#include "trace/trace_log.h"

enum { TRACE_CODE_LINES = 16 };

/* Writes line number `line`, from 0; nothing if the search has no such line. */
void trace_code_line(abs_buffer *b, const abs_config *config, unsigned line);

/* The number of the line that runs at a step. */
unsigned trace_code_at(const trace_log *log, const abs_config *config, const trace_step *step);

#endif
