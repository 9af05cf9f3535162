/* from_start.h -- positions for commands that go over one, not over a suite. */
#ifndef ABS_FROM_START_H
#define ABS_FROM_START_H

#include "suite/suite.h"

/* As abs_suite_add(), but a game named without a position is taken from its start. */
bool from_start_add(abs_suite *suite, const abs_options *options, abs_error *error);

#endif
