/* suite.h -- makes positions and configurations from options, grids and files, and multiplies them
   into numbered jobs. */
#ifndef ABS_SUITE_H
#define ABS_SUITE_H

#include "suite/configs.h"
#include "suite/idle.h"
#include "suite/jobs.h"
#include "suite/positions.h"

/*
 * Adds what the options ask for, or the built-in mix if they name no domain. If it fails, the error
 * says whether the command line or a file is wrong; the suite must be freed all the same.
 */
bool abs_suite_add(abs_suite *suite, const abs_options *options, abs_error *error);

/*
 * Adds the jobs of every grid of a JSON file to the suite; docs/many-searches.md describes the
 * file. A grid stands for command-line options that come before those in argv. An error in the file
 * is ABS_CANNOT_RUN and names it.
 */
bool grid_add(abs_suite *suite, const char *path, int argc, char **argv, abs_error *error);

/*
 * Loads the plug-ins that the options name. It must be called before any is looked up by name. If
 * it fails, the error is wrong usage, or says why a file cannot be used.
 */
bool abs_suite_load(const abs_options *options, abs_error *error);

#endif
