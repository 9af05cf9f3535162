/* metric.h -- what searches are compared by: the list of metric.def. */
#ifndef ABS_METRIC_H
#define ABS_METRIC_H

#include "search/variants.h"

typedef enum {
#define METRIC(name, noun, help) METRIC_##name,
#include "search/metric.def"
    METRICS
} abs_metric;

extern const abs_named abs_metric_names[]; /* by abs_metric */
extern const char *const abs_metric_nouns[METRICS];

#endif
