/*
 * registry_plugin.h -- domains in shared objects of the user's own.
 *
 * A plug-in is native code and runs with the rights of the program: it is loaded only where the
 * command line names its path.
 */
#ifndef ABS_REGISTRY_PLUGIN_H
#define ABS_REGISTRY_PLUGIN_H

#include "search/registry.h"

/* The number of the search in this program (`scripts/core id`): that of a plug-in must be equal. */
extern const uint32_t plugin_core;

/*
 * Loads the file and takes its domain, unless it is of another version, size or core, or lacks what
 * a domain must have. Its path has a slash, so that it is looked for nowhere else; plugin->path is
 * that text itself. What is loaded stays so. False: the error is ABS_CANNOT_RUN.
 */
bool plugin_load(const char *path, abs_registered *plugin, abs_error *error);

#endif
