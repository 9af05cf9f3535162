/*
 * interrupt.h -- the signals that ask the program to end, the flag that tells work under way, and
 * the clocks that work is stopped by.
 */
#ifndef ABS_INTERRUPT_H
#define ABS_INTERRUPT_H

#include <stdatomic.h>
#include <stdbool.h>

extern atomic_bool interrupt_flag; /* set by interrupt_ask() alone; read interrupt_pending() */

/* Seconds that a call into a game has to return after the first signal: guard.h ends it then. */
enum { INTERRUPT_GRACE_S = 3 };

/* Whether a signal has come. For any thread; it orders no other memory access. */
static inline bool interrupt_pending(void)
{
    return atomic_load_explicit(&interrupt_flag, memory_order_relaxed);
}

/* Asks the program to end, as a signal does, and has SIGALRM sent after the grace. For signal
   handlers too. */
void interrupt_ask(void);

/*
 * Catches every signal that asks a process to end: after the first, what is finished is still
 * written; a second of the same kind, half a second later or more, ends the program at once, with
 * 130 too. Those of a fault are guard.h's. Ignores SIGPIPE: file.h says what becomes of a reader
 * that has gone. Call it first of all.
 */
void interrupt_catch(void);

/* Seconds since some fixed moment, by a clock that is never set. */
double clock_now(void);
/* Seconds of processor time used by the calling thread. */
double clock_thread(void);

#endif
