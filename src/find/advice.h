/* advice.h -- the words with which reports say what to use. */
#ifndef ABS_ADVICE_H
#define ABS_ADVICE_H

#include "base/buffer.h"
#include "base/stats.h"
#include "search/config.h"
#include "search/metric.h"

/* "4.5 % less work than alphabeta [2.4, 6.5]", or "more"; "the same work as alphabeta" where all
   three would be 0.0. */
void advice_saving(abs_buffer *b, const stats_ratio *ratio, abs_metric metric,
                   const char *reference);

/* The options that search it: what it is, and what a search would not do by default. */
void advice_options(abs_buffer *b, const char *spec, const abs_config *config);

#endif
