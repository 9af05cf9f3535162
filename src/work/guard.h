/*
 * guard.h -- ends the program if a function of a game, which may be a user's plug-in, faults, ends
 * the process or its thread, or does not return. A message prepared beforehand says where it
 * happened and which rows are safe. No call leaves the program's state changed.
 */
#ifndef ABS_GUARD_H
#define ABS_GUARD_H

#include "log/row.h"

#include <pthread.h>

/*
 * Until guard_end(), these acts of a plug-in in this thread or process are caught: faults, on a
 * signal stack of their own because the stack may be full (in builds with sanitizers those catch
 * faults), exit() and similar calls, and pthread_exit(). The program then ends with ABS_CANNOT_RUN.
 * Each guard_begin() needs a guard_end(). A forked process is not guarded.
 */
void guard_begin(void);
void guard_end(void);

/*
 * Between these two, the thread runs functions of a game: if they do not return within
 * INTERRUPT_GRACE_S of an interrupt, the program ends with ABS_INTERRUPTED. The main thread begins
 * within them. guard_leave() resets the program's state, if plug-ins are loaded.
 */
void guard_enter(void);
void guard_leave(void);

/* Ends the program if that thread is still in functions of a game. */
void guard_hurry(pthread_t thread);

/* Ends the program with ABS_CANNOT_RUN if a plug-in's search in this thread still runs
   INTERRUPT_GRACE_S seconds after `deadline`, a time of clock_now(); 0: never. */
void guard_limit(double deadline);

/* Names for the message what this thread does next, such as "perft to depth 3" or a search. Does
   nothing if no plug-in is loaded. */
void guard_name(const char *format, ...) __attribute__((format(printf, 1, 2)));
void guard_name_search(const abs_root *root, const abs_config *config);

/* Sets the lines of the message that say which rows are safe. The caller must not free them. */
void guard_kept(const char *lines);

/* Names what a plug-in's function has changed for the whole program since guard_reset(), such as
   "the locale"; NULL if nothing. */
const char *guard_changed(void);
/* Sets the locale, floating-point modes, working directory and signal mask back to what they were
   at the first guard_begin(). */
void guard_reset(void);

#endif
