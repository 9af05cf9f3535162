/* guard.h -- a search that faults ends alone, not the whole run. */
#ifndef ABS_GUARD_H
#define ABS_GUARD_H

#include <stdbool.h>

#include "base/error.h"

/*
 * Calls work(context). Returns 0 and what it returned in *result; or, if it got a signal of a fault
 * (SIGSEGV, SIGBUS, SIGFPE, SIGILL) or of guard_alarm(), that signal's number: whatever it was
 * changing is then in an unknown state. One call a thread at a time; guard_begin() first, once a
 * thread. Where sanitizers watch for faults, they are theirs.
 */
int guard_call(bool (*work)(void *context), void *context, bool *result);

/* In a guarded call of the one thread there is: SIGPROF ends it after so many seconds of processor
   time, unless this is called again; 0: nothing does. */
void guard_alarm(double seconds);

/* For a command that calls a domain without a pool of workers: returns what work(context) does; or
   false, and the error, if it faults. */
bool guard_command(bool (*work)(void *context), void *context, abs_error *error);

/*
 * Catches faults in this thread, on a stack of their own: one may be that the stack is full. False:
 * no memory; guard_call() works, but a fault ends the program. Outside guard_call() one ends it
 * with a message where plug-ins are loaded, and else as it would without this. Each guard_begin()
 * has its guard_end(), which does nothing where that failed.
 */
bool guard_begin(void);
void guard_end(void);

#endif
