/*
 * registry.h -- the built-in domains with their suites of positions, and the loaded plug-ins.
 *
 * A plug-in is a domain in a shared object that the user made. It is native code and runs with the
 * program's rights, so that it is loaded only if the command line names its path.
 */
#ifndef ABS_REGISTRY_H
#define ABS_REGISTRY_H

#include "absbench.h"

typedef struct {
    const abs_domain *domain;
    const abs_domain *traced; /* the same domain compiled with ABS_TRACE */
    /* A game's positions, in the form of games/positions/ and games/positions/large/; "" if it has
       none, NULL for trees. */
    const char *suite, *large_suite;
    const char *path; /* of a plug-in; NULL if it is built in */
    uint64_t hash;    /* of a plug-in's file */
} abs_registered;

extern const abs_registered abs_registry[]; /* games.def, then trees.def; ends with a NULL domain */

/* The domain "positions", which no list shows, stands for any game that a UCI engine plays. Its
   positions and moves are texts; moves are numbered as they appear. */
extern const abs_domain foreign_domain;
/* Returns the number of a move's text, or ABS_NO_MOVE if it is empty or too long, or if 65,534
   texts have been numbered. Any thread may call it. */
unsigned foreign_move(const char *text);

/*
 * Finds a domain of `kind` ("game" or "tree") by its name or an alias, first among the plug-ins.
 * Returns NULL if there is none: the error is wrong usage, and suggests the nearest name. It loads
 * nothing, because the name may come from a report, which anybody may have written.
 */
const abs_registered *abs_registry_find(const char *kind, const char *name, abs_error *error);

/* Returns the domain for these rules as compiled with ABS_TRACE, or NULL if it is a plug-in that
   was linked without that. No other thread may be searching. */
const abs_domain *abs_registry_traced(const abs_domain *domain, const void *rules);

/* Whether a spec names a plug-in: there is a slash in it, before any colon. */
bool abs_registry_is_path(const char *spec);
/*
 * Loads the plug-in of that path, unless it is loaded already. No other thread may be searching.
 * Returns NULL with the error set if it cannot be used. The program has then called none of its
 * functions; the system's loader may have run code of it.
 */
const abs_registered *abs_registry_load(const char *kind, const char *path, abs_error *error);
/* The plug-ins that are loaded; ends with a NULL domain. */
const abs_registered *abs_registry_loaded(void);
/* The path of the plug-in that is being loaded, or NULL. */
const char *abs_registry_loading(void);
/* The word for the domain on a command line: its name, or the path that it was loaded from. */
const char *abs_registry_word(const abs_domain *domain);

/* The id of this program's core (`scripts/core id`); a plug-in must have the same. */
extern const uint32_t plugin_core;

#endif
