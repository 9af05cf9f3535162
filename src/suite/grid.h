/*
 * grid.h -- the grid of a sweep, from a JSON file.
 *
 * A grid is an object whose members are options of the sections "What is searched" and "How",
 * without their dashes: {"tree": "uniform:b=4", "seed": "1..100", "algo": ["alphabeta", "mtdf"],
 * "window": [5, 25, 100], "plain": true}. An array is a list; of tree, game, position and positions
 * it repeats the option. A file holds a grid, or an array of grids, whose jobs follow each other.
 */
#ifndef ABS_GRID_H
#define ABS_GRID_H

#include "suite/suite.h"

/*
 * Adds the jobs of every grid of the file to the suite. A grid counts as command-line options
 * that come before those in argv. Errors in the file are ABS_CANNOT_RUN and name it.
 */
bool grid_add(abs_suite *suite, const char *path, int argc, char **argv, abs_error *error);

#endif
