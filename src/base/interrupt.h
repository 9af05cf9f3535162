/*
 * interrupt.h -- the signals that ask the program to end, and the flag that tells work under way.
 */
#ifndef ABS_INTERRUPT_H
#define ABS_INTERRUPT_H

#include <stdatomic.h>
#include <stdbool.h>

extern atomic_bool interrupt_flag; /* set by the handler alone; ask interrupt_pending() */

/* Whether a signal has come. For any thread; it orders no other memory access. */
static inline bool interrupt_pending(void)
{
    return atomic_load_explicit(&interrupt_flag, memory_order_relaxed);
}

/*
 * Catches every signal that asks a process to end: after the first, what is finished is still
 * written; a second of the same kind, half a second later or more, ends the program at once, with
 * 130 too. Those of a fault are guard.h's. Ignores SIGPIPE: output.h says what becomes of a reader
 * that has gone. Call it first of all.
 */
void interrupt_catch(void);

#endif
