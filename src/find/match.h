/*
 * match.h -- which configuration of A is held against which of B, where their settings differ.
 *
 * Both have the same spec, depth and algorithm, and agree in every setting that takes several
 * values among the configurations of that algorithm, in A or in B; in the others they may differ.
 * Where A and B have a single configuration each of a spec and depth, the two are held against each
 * other whatever they are.
 */
#ifndef ABS_MATCH_H
#define ABS_MATCH_H

#include "find/tally.h"

#define MATCH_NONE UINT32_MAX

/* partner[g]: the group of `a` that group g of `b` is held against, or MATCH_NONE. `names` are of
   the reports. False: ambiguous, or no memory; the error is set. */
bool match_groups(const abs_tally *a, const abs_tally *b, uint32_t *partner,
                  const char *const names[2], abs_error *error);

/* Whether exact searches by these have the same value at every position. */
bool match_same_truth(const abs_config *a, const abs_config *b);

/* Whether the two differ in a field that both could choose, or in the algorithm. */
bool match_differ(const config_field *field, const abs_config *a, const abs_config *b);
/* The field's value with what it is of: "tt=64M", "no table", "no quiescence". */
void match_say(const config_field *field, const abs_config *config, char *text, size_t size);

#endif
