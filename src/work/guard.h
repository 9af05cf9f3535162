/*
 * guard.h -- says in which search a function of a plug-in ended the program, and which rows are
 * safe. What else a plug-in does to the process is its own affair; `absbench check` runs it in a
 * process of its own.
 */
#ifndef ABS_GUARD_H
#define ABS_GUARD_H

#include "log/row.h"

/* Until guard_end(), a fault in this thread, exit(), quick_exit() and pthread_exit() end the
   program with ABS_CANNOT_RUN and a message, if a plug-in is loaded. Faults are handled on a stack
   of their own, because the usual one may be full; in builds with sanitizers those catch them. */
void guard_begin(void);
void guard_end(void);

/* Names for the message what this thread does next. Does nothing if no plug-in is loaded. */
void guard_name(const char *format, ...) __attribute__((format(printf, 1, 2)));
void guard_name_search(const abs_root *root, const abs_config *config);

/* Sets the lines of the message that say which rows are safe. The caller must not free them. */
void guard_kept(const char *lines);

#endif
