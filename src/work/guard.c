/* guard.c -- see guard.h. */
#define _GNU_SOURCE
#include "work/guard.h"
#include "search/registry.h"

#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define FAULTS_ARE_WATCHED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define FAULTS_ARE_WATCHED 1
#endif
#endif

static _Thread_local sigjmp_buf back;
static _Thread_local volatile sig_atomic_t guarded;
static _Thread_local void *fault_stack;
static _Thread_local unsigned nested; /* guards of this thread but the first */

#ifndef FAULTS_ARE_WATCHED
#define ALARM_MIN_S 1e-3
#define ALARM_MAX_S 1e8

enum { STACK_BYTES = 1 << 16 };

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

static void fault(int number)
{
    if (guarded) {
        guarded = 0;
        siglongjmp(back, number);
    }
    if (number == SIGPROF) /* too late: the call has just returned */
        return;
    if (abs_registry_loaded()->domain != NULL) {
        static const char said[] = "absbench: a fault ends it, in or through a function of a "
                                   "plug-in; `absbench check` shows where\n";
        const ssize_t unused = write(STDERR_FILENO, said, sizeof said - 1);
        (void)unused;
        _exit(ABS_CANNOT_RUN);
    }
    signal(number, SIG_DFL); /* a mistake of ours, or sent from outside: as if nobody watched */
    raise(number);
}

static void watch_for(int number, struct sigaction *before)
{
    /* Not blocked while it is handled: siglongjmp() need not restore a mask. */
    const struct sigaction action = {.sa_handler = fault, .sa_flags = SA_ONSTACK | SA_NODEFER};
    sigaction(number, &action, before);
}
#endif

bool guard_begin(void)
{
#ifndef FAULTS_ARE_WATCHED
    if (fault_stack != NULL)
        return nested++, true;
    fault_stack = malloc(STACK_BYTES);
    if (fault_stack == NULL)
        return false;
    const stack_t stack = {.ss_sp = fault_stack, .ss_size = STACK_BYTES};
    sigaltstack(&stack, NULL);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        watch_for(faults[i], NULL);
#endif
    return true;
}

void guard_end(void)
{
    if (nested > 0) {
        nested--;
        return;
    }
    if (fault_stack == NULL)
        return;
    const stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    free(fault_stack);
    fault_stack = NULL;
}

int guard_call(bool (*work)(void *context), void *context, bool *result)
{
    const int number = sigsetjmp(back, 0);
    if (number != 0)
        return number;
    guarded = 1;
    *result = work(context);
    guarded = 0;
    return 0;
}

void guard_alarm(double seconds)
{
#ifndef FAULTS_ARE_WATCHED
    static bool set;
    static struct sigaction ending; /* what SIGPROF does at other times: it asks the run to end */
    /* A timer of no time at all would never end, and one of very much time is none. */
    if (seconds > 0)
        seconds = fmin(fmax(seconds, ALARM_MIN_S), ALARM_MAX_S);
    const struct itimerval timer = {
        .it_value = {(time_t)seconds, (suseconds_t)((seconds - (double)(time_t)seconds) * 1e6)}};
    if (seconds > 0 && !set)
        watch_for(SIGPROF, &ending);
    setitimer(ITIMER_PROF, &timer, NULL);
    if (seconds <= 0 && set)
        sigaction(SIGPROF, &ending, NULL);
    set = seconds > 0;
#else
    (void)seconds;
#endif
}

bool guard_command(bool (*work)(void *context), void *context, abs_error *error)
{
    bool ok = false;
    if (!guard_begin())
        return abs_fail(error, ABS_CANNOT_RUN, "no memory to catch faults");
    const int number = guard_call(work, context, &ok);
    guard_end();
    return number == 0
               ? ok
               : abs_fail(
                     error, ABS_CANNOT_RUN,
                     "signal %d (%s) ends it: a function of the game or tree faults; `absbench "
                     "check` shows where",
                     number, strsignal(number));
}
