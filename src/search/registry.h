/*
 * registry.h -- the built-in domains, and their suites of positions; plug-ins that were loaded.
 *
 * A plug-in, a domain in a shared object of the user's own, is native code and runs with the rights
 * of the program: it is loaded only where the command line names its path.
 */
#ifndef ABS_REGISTRY_H
#define ABS_REGISTRY_H

#include "absbench.h"

typedef struct {
    const abs_domain *domain;
    const abs_domain *traced; /* the same, whose searches tell what they do */
    /* A game's positions, in the form of games/positions/ and games/positions/large/; "" where it
       has none, NULL for trees. */
    const char *suite, *large_suite;
    const char *path; /* of a plug-in; NULL: it is built in */
    uint64_t hash;    /* of a plug-in's file */
} abs_registered;

extern const abs_registered abs_registry[]; /* games.def, then trees.def; ends with a NULL domain */

/* "positions", in no list: any game that an engine speaks UCI for. Its positions are texts, and its
   moves words, numbered as they come. */
extern const abs_domain foreign_domain;
/* The move that is written so; ABS_NO_MOVE: there have been 65 534 others, or it is too long. Any
   thread may ask. */
unsigned foreign_move(const char *text);

/*
 * Finds a domain of `kind` ("game" or "tree") by its name or an alias, plug-ins that were loaded
 * before all others. NULL if there is none: the error is wrong usage, and suggests the nearest
 * name. Loads nothing: names stand in reports, too, which may be anybody's.
 */
const abs_registered *abs_registry_find(const char *kind, const char *name, abs_error *error);

/* The domain under these rules as one whose searches tell what they do (search/trace.h). NULL: it
   is a plug-in that was linked without. Not while others search. */
const abs_domain *abs_registry_traced(const abs_domain *domain, const void *rules);

/* Whether a spec names a plug-in: there is a slash in it, before any colon. */
bool abs_registry_is_path(const char *spec);
/*
 * Loads the plug-in of that path, once. Not while others search. NULL: the error says why it cannot
 * be used; what is in the file has not been called, but for what the system does on loading it.
 */
const abs_registered *abs_registry_load(const char *kind, const char *path, abs_error *error);
/* The plug-ins that were loaded; ends with a NULL domain. */
const abs_registered *abs_registry_loaded(void);
/* What names the domain on a command line: its name, or the path that it was loaded from. */
const char *abs_registry_word(const abs_domain *domain);

/* The number of the search in this program (`scripts/core id`): that of a plug-in must be equal. */
extern const uint32_t plugin_core;

#endif
