/* idle.h -- the options of a command line that have no effect. */
#ifndef ABS_IDLE_H
#define ABS_IDLE_H

#include "suite/batch.h"
#include "suite/options.h"

/* Whether the domain has that evaluation: trees have one, and some games have no simpler one. */
bool idle_has_eval(const abs_domain *domain, int64_t number);

/* Returns whether each given value has an effect in some batch from number `first` on. If not, the
   error is wrong usage. */
bool idle_check(const abs_suite *suite, size_t first, const abs_options *options, abs_error *error);

/* Names on stderr, one a line, the given options that no search here uses. */
void idle_tell(const abs_suite *suite, const abs_options *options);

#endif
