/* registry.h -- the built-in domains, and their suites of positions. */
#ifndef ABS_REGISTRY_H
#define ABS_REGISTRY_H

#include "absbench.h"

typedef struct {
    const abs_domain *domain;
    const abs_domain *traced; /* the same, whose searches tell what they do */
    /* A game's positions, in the form of games/positions/ and games/positions/large/; "" where it
       has none, NULL for trees. */
    const char *suite, *large_suite;
} abs_registered;

extern const abs_registered abs_registry[]; /* games.def, then trees.def; ends with a NULL domain */

/*
 * Finds a domain of `kind` ("game" or "tree") by its name or an alias. NULL if there is none: the
 * error is wrong usage, and suggests the nearest name.
 */
const abs_registered *abs_registry_find(const char *kind, const char *name, abs_error *error);

/* The domain under these rules as one whose searches tell what they do (search/trace.h). */
const abs_domain *abs_registry_traced(const abs_domain *domain, const void *rules);

#endif
