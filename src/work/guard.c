/* guard.c -- see guard.h. */
#include "work/guard.h"
#include "base/memory.h"
#include "search/registry.h"

#include <fcntl.h>
#include <fenv.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#ifndef ABS_SANITIZED /* if 1, a sanitizer catches faults */
#define ABS_SANITIZED 0
#endif

enum { STACK_BYTES = 1 << 16 };

static _Thread_local sigjmp_buf back;
static _Thread_local volatile sig_atomic_t guarded;
static _Thread_local void *fault_stack;
static _Thread_local unsigned depth; /* calls of guard_begin() in this thread without their end */
static _Thread_local void (*write_name)(void *context, char *text, size_t size);
static _Thread_local void *name_context;

static atomic_uint begun;     /* threads between guard_begin() and guard_end() */
static atomic_bool impatient; /* a call may be ended without an interrupt */

/* ---- the program's own state ----------------------------------------------------------------- */

static struct {
    bool known;
    int directory; /* -1 if it cannot be opened */
    sigset_t mask;
    locale_t locale; /* the thread's; that of the program, which setlocale() changes, is another */
} usual;

/* Whether the x87's registers are in use, as MMX instructions without emms leave them. */
static bool has_mmx_state(void)
{
#if defined(__x86_64__) || defined(__i386__)
    struct {
        uint32_t control, status, tags, rest[4];
    } x87;
    __asm__ volatile("fnstenv %0\n\tfldenv %0" : "+m"(x87));
    return (x87.tags & 0xFFFF) != 0xFFFF;
#else
    return false;
#endif
}

static bool flushes_to_zero(void)
{
    volatile double least = DBL_MIN;
    return least / 2 == 0;
}

static bool mask_changed(void)
{
    sigset_t now;
    bool same = true;
    pthread_sigmask(SIG_SETMASK, NULL, &now);
    for (int number = 1; number <= SIGRTMAX; number++)
        same = same && sigismember(&now, number) == sigismember(&usual.mask, number);
    return !same;
}

static bool directory_changed(void)
{
    struct stat here, before;
    return usual.directory >= 0 && fstat(usual.directory, &before) == 0 &&
           (stat(".", &here) != 0 || here.st_dev != before.st_dev || here.st_ino != before.st_ino);
}

const char *guard_changed(void)
{
    if (!usual.known)
        return NULL;
    return strcmp(setlocale(LC_ALL, NULL), "C") != 0 || uselocale((locale_t)0) != usual.locale
               ? "the locale"
           : fegetround() != FE_TONEAREST ? "the rounding mode"
           : flushes_to_zero()            ? "the treatment of small numbers (FTZ, DAZ)"
           : has_mmx_state()              ? "the MMX state (emms is missing)"
           : mask_changed()               ? "the signal mask"
           : directory_changed()          ? "the working directory"
                                          : NULL;
}

void guard_reset(void)
{
    if (!usual.known)
        return;
    uselocale(usual.locale);
    if (strcmp(setlocale(LC_ALL, NULL), "C") != 0)
        setlocale(LC_ALL, "C");
#if defined(__x86_64__) || defined(__i386__)
    __asm__ volatile("emms");
#endif
    fesetenv(FE_DFL_ENV);
    pthread_sigmask(SIG_SETMASK, &usual.mask, NULL);
    if (usual.directory >= 0 && fchdir(usual.directory) != 0)
        return; /* the directory has been removed */
}

/* ---- what ends a call ------------------------------------------------------------------------ */

static void end_plugin(const char *what)
{
    char said[2 * ABS_TEXT_MAX + 256], name[2 * ABS_TEXT_MAX] = "";
    const abs_domain *d = abs_registry_loaded()->domain;
    if (write_name != NULL)
        write_name(name_context, name, sizeof name);
    snprintf(said, sizeof said,
             "absbench: %s, in or through a function of a plug-in%s%s%s%s; `absbench check` shows "
             "where\n",
             what, abs_registry_loaded()[1].domain == NULL ? " " : "s, the first ", d->name,
             name[0] != '\0' ? ", in the search " : "", name);
    program_end(ABS_CANNOT_RUN, said);
}

/* exit() runs this in the thread that called it; main() has ended its guard before it returns. */
static void leave(void)
{
    if (begun > 0 && abs_registry_loaded()->domain != NULL)
        end_plugin("exit() was called");
}

static void fault(int number)
{
    if (guarded) {
        guarded = 0;
        siglongjmp(back, number);
    }
    if (abs_registry_loaded()->domain != NULL)
        program_end(ABS_CANNOT_RUN, "absbench: a fault ends it, in or through a function of a "
                                    "plug-in; `absbench check` shows where\n");
    signal(number, SIG_DFL); /* our own mistake, or sent from outside: it has its usual effect */
    raise(number);
}

/* Sent from outside, these two signals ask the program to end, as those of interrupt.h do. */
static void time_is_up(int number)
{
    if (!impatient && !interrupt_pending())
        interrupt_ask();
    else if (guarded) {
        guarded = 0;
        siglongjmp(back, number);
    }
}

static void catch (int number, void (*handler)(int))
{
    /* The signal is not blocked in its handler, so that siglongjmp() need not restore a mask. */
    const struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK | SA_NODEFER};
    struct sigaction before;
    const bool ignored = sigaction(number, NULL, &before) == 0 && before.sa_handler == SIG_IGN;
    if (!ABS_SANITIZED && !(ignored && handler == time_is_up))
        sigaction(number, &action, NULL);
}

void guard_begin(void)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    static atomic_flag prepared = ATOMIC_FLAG_INIT;
    if (depth++ > 0)
        return;
    begun++;
    if (!atomic_flag_test_and_set(&prepared)) { /* the main thread, before there are others */
        usual.known = true;
        usual.directory = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
        usual.locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
        pthread_sigmask(SIG_SETMASK, NULL, &usual.mask);
        atexit(leave);
    }
    guard_reset();
    if (ABS_SANITIZED)
        return;
    fault_stack = memory_take(STACK_BYTES);
    const stack_t stack = {.ss_sp = fault_stack, .ss_size = STACK_BYTES};
    sigaltstack(&stack, NULL);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        catch (faults[i], fault);
    catch (SIGALRM, time_is_up);
    catch (SIGPROF, time_is_up);
}

void guard_end(void)
{
    if (--depth > 0)
        return;
    begun--;
    if (fault_stack == NULL)
        return;
    const stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    free(fault_stack);
    fault_stack = NULL;
}

/* ---- calls ----------------------------------------------------------------------------------- */

void guard_name(void (*write)(void *context, char *text, size_t size), void *context)
{
    write_name = write;
    name_context = context;
}

int guard_call(bool (*work)(void *context), void *context, bool *result)
{
    const int number = sigsetjmp(back, 0);
    if (number == 0) {
        guarded = 1;
        *result = work(context);
        guarded = 0;
    }
    if (abs_registry_loaded()->domain != NULL)
        guard_reset();
    return number;
}

double guard_idle(double seconds)
{
    return 10 * fmax(seconds, 0.1);
}

void guard_alarm(double seconds)
{
    static const int clocks[] = {ITIMER_PROF, ITIMER_REAL};
    const double times[] = {seconds, guard_idle(seconds)};
    if (interrupt_pending()) /* the alarm that follows an interrupt is set already */
        return;
    impatient = seconds > 0;
    for (int i = 0; i < 2; i++) {
        /* A timer of 0 never ends, and setitimer() refuses very large ones. */
        const double s = seconds > 0 ? fmin(fmax(times[i], 1e-3), 1e8) : 0;
        const struct itimerval timer = {
            .it_value = {(time_t)s, (suseconds_t)((s - (double)(time_t)s) * 1e6)}};
        setitimer(clocks[i], &timer, NULL);
    }
}

void guard_hurry(pthread_t thread)
{
    impatient = true;
    if (!ABS_SANITIZED)
        pthread_kill(thread, SIGALRM);
}

bool guard_command(bool (*work)(void *context), void *context, abs_error *error)
{
    bool ok = false;
    guard_begin();
    const int number = guard_call(work, context, &ok);
    guard_end();
    if (number == SIGALRM || number == SIGPROF) {
        fprintf(stderr, "absbench: a function of the game or tree did not return within %d s\n",
                INTERRUPT_GRACE_S);
        return abs_fail(error, ABS_INTERRUPTED, "interrupted");
    }
    if (number != 0)
        return abs_fail(error, ABS_CANNOT_RUN,
                        "signal %d (%s) ends it: a function of the game or tree faults; `absbench "
                        "check` shows where",
                        number, strsignal(number));
    return ok;
}
