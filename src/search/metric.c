/* metric.c -- see metric.h. */
#include "search/metric.h"

const abs_named abs_metric_names[] = {
#define METRIC(member, noun, text) [METRIC_##member] = {.name = #member, .help = text},
#include "search/metric.def"
    {.name = NULL},
};

const char *const abs_metric_nouns[METRICS] = {
#define METRIC(name, noun, help) [METRIC_##name] = noun,
#include "search/metric.def"
};
