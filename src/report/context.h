/* context.h -- where a report's numbers come from. */
#ifndef ABS_CONTEXT_H
#define ABS_CONTEXT_H

#include "base/buffer.h"
#include "report/report.h"

/* The context as a JSON object on one line. */
void context_json(abs_buffer *b, const abs_report_options *options);

#endif
