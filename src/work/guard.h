/*
 * guard.h -- calls into a game, which may be a plug-in of the user's: one that faults or hangs ends
 * alone, and none leaves the program's own state changed.
 */
#ifndef ABS_GUARD_H
#define ABS_GUARD_H

#include "base/error.h"

#include <pthread.h>

/*
 * Calls work(context). Returns 0 and what it returned in *result; or the signal that ended it, and
 * whatever it was changing is then in an unknown state: a fault's (SIGSEGV, SIGBUS, SIGFPE, SIGILL,
 * SIGABRT), or SIGALRM or SIGPROF, which say that it did not return in time (guard_alarm(),
 * guard_hurry(), or some seconds after an interrupt). One call a thread at a time; guard_begin()
 * first, once a thread. Where sanitizers watch for faults, they are theirs.
 */
int guard_call(bool (*work)(void *context), void *context, bool *result);

/* What this thread's guarded calls are working on, as text: told if a plug-in ends the program. */
void guard_name(void (*write)(void *context, char *text, size_t size), void *context);

/* In a guarded call of the one thread there is: it has so many seconds of processor time, or
   guard_idle() of them by the clock, unless this is called again; 0: any. */
void guard_alarm(double seconds);
double guard_idle(double seconds);

/* Ends the guarded call that another thread is in, if it is in one. */
void guard_hurry(pthread_t thread);

/* For a command that calls a domain without a pool of workers: returns what work(context) does; or
   false, and the error, if it faults or hangs. */
bool guard_command(bool (*work)(void *context), void *context, abs_error *error);

/*
 * Catches faults in this thread, on a stack of their own: one may be that the stack is full.
 * Outside guard_call() a fault ends the program, with a message where plug-ins are loaded, and so
 * does a plug-in that calls exit(). Each guard_begin() has its guard_end().
 */
void guard_begin(void);
void guard_end(void);

/* What a plug-in's function has changed for the whole program since guard_reset(): "the locale";
   NULL: nothing. */
const char *guard_changed(void);
/* Puts locale, floating-point modes, working directory and signal mask back to what they were at
   the first guard_begin(). guard_call() does so too. */
void guard_reset(void);

#endif
