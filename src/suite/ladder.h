/* ladder.h -- the configurations that `absbench tune` races, from ladder.def. */
#ifndef ABS_LADDER_H
#define ABS_LADDER_H

#include "suite/batch.h"
#include "suite/options.h"

/* Gives a batch that has none the configurations of the ladder, in the settings of the options.
   Windows that come to the same in points are one. False: the error is set. */
bool ladder_add(abs_batch *batch, const abs_options *options, abs_error *error);

/*
 * The window beyond the edge: if no other of the configurations differs from number `which` in
 * nothing but a smaller window, or none in a larger one, *next is the same with half or twice its
 * window. False: it has no window, stands between two, or there is none beyond.
 */
bool ladder_extend(const abs_config *configs, size_t count, size_t which, abs_config *next);

#endif
