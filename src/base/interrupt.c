/* interrupt.c -- see interrupt.h. */
#include "base/interrupt.h"
#include "base/error.h"
#include "base/memory.h"

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

_Static_assert(ATOMIC_BOOL_LOCK_FREE == 2 && ATOMIC_INT_LOCK_FREE == 2,
               "a signal handler may not wait for a lock");

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double clock_now(void)
{
    return seconds(CLOCK_MONOTONIC);
}

double clock_thread(void)
{
    return seconds(CLOCK_THREAD_CPUTIME_ID);
}

/* Signals of one kind within this time count once: timeout(1) signals its command and its group. */
enum { SAME_MS = 500 };

atomic_bool interrupt_flag;

static void interrupt(int number)
{
    static atomic_uint first[NSIG]; /* when the first one came, in ms; 0: none has come */
    const unsigned now = (unsigned)(uint64_t)(1000 * clock_now()) | 1;
    /* The kernel repeats these: a second one does not mean that the user insists. */
    const bool repeats = number == SIGXCPU || number == SIGXFSZ;
    unsigned before = 0;
    if (!atomic_compare_exchange_strong(&first[number], &before, now) &&
        (int)(now - before) > SAME_MS && !repeats)
        program_end(ABS_INTERRUPTED, NULL);
    atomic_store_explicit(&interrupt_flag, true, memory_order_relaxed);
}

void interrupt_catch(void)
{
    /* These signals end a process by default and may come from outside. An ignored one, as SIGHUP
       under nohup, stays ignored. But a shell ignores the first two in what it starts in the
       background, so the first four are always caught, as are the real-time signals. Because
       SIGXFSZ is caught, a write beyond the limit on a file's size fails like any other. */
    static const int of[] = {SIGINT,  SIGQUIT, SIGTERM, SIGALRM,   SIGHUP,  SIGUSR1, SIGUSR2,
                             SIGXCPU, SIGXFSZ, SIGPOLL, SIGVTALRM, SIGPROF, SIGPWR,  SIGSTKFLT};
    /* The program sends itself these, so they must not be blocked either. */
    static const int own[] = {SIGALRM, SIGPROF};
    sigset_t mask;
    /* No SA_RESTART: a signal ends a read that waits for standard input. */
    const struct sigaction action = {.sa_handler = interrupt};
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        struct sigaction before;
        if (i < 4 || (sigaction(of[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL))
            sigaction(of[i], &action, NULL);
    }
    for (int number = SIGRTMIN; number <= SIGRTMAX; number++)
        sigaction(number, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGCHLD, SIG_DFL); /* if it were ignored, no child could be waited for */
    sigemptyset(&mask);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        sigaddset(&mask, own[i]);
    sigprocmask(SIG_UNBLOCK, &mask, NULL);
}
