/* interrupt.c -- see interrupt.h. */
#define _XOPEN_SOURCE 700
#include "base/interrupt.h"

#include <signal.h>
#include <stddef.h>

_Static_assert(ATOMIC_BOOL_LOCK_FREE == 2, "a signal handler may not wait for a lock");

atomic_bool interrupt_flag;

static void interrupt(int number)
{
    (void)number;
    atomic_store_explicit(&interrupt_flag, true, memory_order_relaxed);
}

static const struct {
    int number;
    void (*handler)(int);
} signals[] = {
    {SIGINT, interrupt},
    {SIGTERM, interrupt},
    {SIGPIPE, SIG_IGN},
};

void interrupt_catch(void)
{
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        /* No SA_RESTART: a read that waits for standard input ends. */
        const struct sigaction action = {.sa_handler = signals[i].handler,
                                         .sa_flags = (int)SA_RESETHAND};
        sigaction(signals[i].number, &action, NULL);
    }
}
