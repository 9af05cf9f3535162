/* format.h -- the forms a report can take. */
#ifndef ABS_FORMAT_H
#define ABS_FORMAT_H

#include "search/variants.h"

typedef enum {
    ABS_FORMAT_TABLE,
    ABS_FORMAT_JSON,
    ABS_FORMAT_JSONL,
    ABS_FORMAT_CSV,
    ABS_FORMAT_MARKDOWN,
    ABS_FORMAT_DOT, /* this and those after it: of a trace alone */
    ABS_FORMAT_HTML,
    ABS_FORMATS
} abs_format;

extern const abs_named abs_format_names[];

#endif
