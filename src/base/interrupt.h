/*
 * interrupt.h -- the signals that ask the program to end, the flag by which running searches learn
 * of them, and the clocks by which searches are timed and stopped.
 */
#ifndef ABS_INTERRUPT_H
#define ABS_INTERRUPT_H

#include <stdatomic.h>
#include <stdbool.h>

extern atomic_bool interrupt_flag; /* only a signal sets it; interrupt_pending() reads it */

/* Whether a signal has come. Any thread may call it; it orders no other memory access. */
static inline bool interrupt_pending(void)
{
    return atomic_load_explicit(&interrupt_flag, memory_order_relaxed);
}

/*
 * Catches every signal that asks a process to end. After the first one, the program still writes
 * what is finished. A second one of the same kind, half a second later or more, ends it at once;
 * both exit with 130. guard.h catches the signals of faults. SIGPIPE is ignored: file.h says what
 * happens when a reader has gone. It must be called first of all.
 */
void interrupt_catch(void);

/* Returns the seconds since some fixed moment, by a clock that is never set. */
double clock_now(void);
/* Returns the seconds of processor time that the calling thread has used. */
double clock_thread(void);

#endif
