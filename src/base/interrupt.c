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
    bool stays_ignored; /* if it was ignored from the start, as SIGHUP is under nohup */
    void (*handler)(int);
} signals[] = {
    {SIGINT, false, interrupt},
    {SIGTERM, false, interrupt},
    {SIGHUP, true, interrupt},
    {SIGPIPE, false, SIG_IGN},
};

void interrupt_catch(void)
{
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        struct sigaction before;
        sigaction(signals[i].number, NULL, &before);
        if (signals[i].stays_ignored && before.sa_handler == SIG_IGN)
            continue;
        /* No SA_RESTART: a signal ends a read that waits for standard input. */
        const struct sigaction action = {.sa_handler = signals[i].handler,
                                         .sa_flags = (int)SA_RESETHAND};
        sigaction(signals[i].number, &action, NULL);
    }
}
