/* idle.h -- options that were given and that nothing searched has a use for. */
#ifndef ABS_IDLE_H
#define ABS_IDLE_H

#include "suite/batch.h"
#include "suite/options.h"

/* Says so on stderr, a line for each. */
void idle_tell(const abs_suite *suite, const abs_options *options);

#endif
