/* trace.h -- what a search did, written in one of the forms of docs/trace.md. */
#ifndef ABS_REPORT_TRACE_H
#define ABS_REPORT_TRACE_H

#include "base/buffer.h"
#include "trace/trace_log.h"

/* A search that was watched. */
typedef struct {
    const abs_row *row; /* what it found; the entry is the position's */
    trace_log log;
    abs_row totals; /* what the steps come to */
} abs_trace;

/* A line for each step: JSON Lines, and indented text. */
void trace_write_lines(abs_buffer *b, const abs_trace *trace);
void trace_write_text(abs_buffer *b, const abs_trace *trace);

/* The tree that it went over. */
void trace_write_dot(abs_buffer *b, const abs_trace *trace);
void trace_write_svg(abs_buffer *b, const abs_trace *trace);

/* A page that steps through one search, or two side by side. */
enum { TRACE_PAGE_SEARCHES = 2 };
void trace_write_page(abs_buffer *b, const abs_trace *traces, size_t count);

#endif
