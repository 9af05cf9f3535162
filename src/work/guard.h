/*
 * guard.h -- guarded calls into a game, which may be a user's plug-in. A call that faults or hangs
 * ends without ending the program, and no call leaves the program's own state changed.
 */
#ifndef ABS_GUARD_H
#define ABS_GUARD_H

#include "base/error.h"

#include <pthread.h>

/*
 * Calls work(context). Returns 0 with its result in *result, or the signal that ended it: that of a
 * fault (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT), or SIGALRM or SIGPROF if it did not return in
 * time (guard_alarm(), guard_hurry(), or some seconds after an interrupt). Whatever the call was
 * changing is then in an unknown state. A thread must call guard_begin() first, and may make one
 * call at a time. In builds with sanitizers these catch the faults.
 */
int guard_call(bool (*work)(void *context), void *context, bool *result);

/* Sets how this thread's guarded calls are named in the message if a plug-in ends the program. */
void guard_name(void (*write)(void *context, char *text, size_t size), void *context);

/* Limits the current guarded call, in a program with one thread, to so many seconds of processor
   time from now, and to guard_idle() of them by the clock; 0 is no limit. */
void guard_alarm(double seconds);
double guard_idle(double seconds);

/* Ends the guarded call that another thread is in, if it is in one. */
void guard_hurry(pthread_t thread);

/* Makes a guarded call for a command without a pool of workers. Returns what work(context) returns,
   or false with the error set if it faults or hangs. */
bool guard_command(bool (*work)(void *context), void *context, abs_error *error);

/*
 * Catches faults in this thread, on a stack of its own, because a fault may be that the stack is
 * full. Outside guard_call() a fault ends the program, with a message if plug-ins are loaded, and
 * so does a plug-in that calls exit(). Each guard_begin() needs a guard_end().
 */
void guard_begin(void);
void guard_end(void);

/* Names what a plug-in's function has changed for the whole program since guard_reset(), such as
   "the locale"; NULL if nothing. */
const char *guard_changed(void);
/* Sets the locale, floating-point modes, working directory and signal mask back to what they were
   at the first guard_begin(). guard_call() does so too. */
void guard_reset(void);

#endif
