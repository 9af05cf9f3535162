/* guard.c -- see guard.h. */
#include "work/guard.h"
#include "base/memory.h"
#include "search/registry.h"

#include <fcntl.h>
#include <fenv.h>
#include <float.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifndef ABS_SANITIZED /* if 1, a sanitizer catches faults */
#define ABS_SANITIZED 0
#endif

enum { STACK_BYTES = 1 << 16 };

static _Thread_local void *fault_stack;
static _Thread_local unsigned depth; /* calls of guard_begin() in this thread without their end */
static _Thread_local volatile sig_atomic_t inside; /* between guard_enter() and guard_leave() */
static _Thread_local bool has_timer;
static _Thread_local timer_t timer;
static _Thread_local volatile sig_atomic_t late;  /* signals of the timer */
static _Thread_local char name[4 * ABS_TEXT_MAX]; /* what the thread does, or "" */

static atomic_uint begun;   /* threads between guard_begin() and guard_end() */
static atomic_bool hurried; /* a call may be ended without an interrupt */
static const char *_Atomic kept;
static pthread_key_t ends; /* its destructor runs if a thread ends before guard_end() */

/* ---- the program's own state ----------------------------------------------------------------- */

static struct {
    bool known;
    pid_t process;
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

/* ---- what ends the program ------------------------------------------------------------------- */

/* Whether a plug-in may be ending this process. A process that it has forked may end freely. */
static bool has_guest(void)
{
    return usual.process == getpid() &&
           (abs_registry_loading() != NULL || abs_registry_loaded()->domain != NULL);
}

/* Signal handlers call it: every text exists already. */
static _Noreturn void end(int code, const char *what)
{
    const char *const rows = atomic_load(&kept), *who = "", *path = abs_registry_loading();
    const abs_registered *const first = abs_registry_loaded();
    if (path != NULL)
        who = ", while loading ";
    else if ((path = first->path) != NULL)
        who = first[1].domain == NULL ? ", in or through a function of the plug-in "
                                      : ", in or through a function of a plug-in, the first ";
    program_end(code,
                (const char *const[]){"absbench: ", what, who, path != NULL ? path : "",
                                      name[0] != '\0' ? ", in " : "", name,
                                      path != NULL ? "; `absbench check` shows where\n" : "\n",
                                      rows != NULL ? rows : "", NULL});
}

/* exit() and quick_exit() run this; main() has ended its guard before it returns. */
static void leave(void)
{
    if (begun > 0 && has_guest())
        end(ABS_CANNOT_RUN, "exit() was called");
}

static void leave_thread(void *unused)
{
    (void)unused;
    if (has_guest())
        end(ABS_CANNOT_RUN, "pthread_exit() was called");
}

/* Plug-ins find these before those of the C library, whose own functions do not call them. */
_Noreturn void _exit(int code)
{
    if (begun > 0 && has_guest())
        end(ABS_CANNOT_RUN, "_exit() was called");
    program_leave(code);
}

_Noreturn void _Exit(int code)
{
    _exit(code);
}

static void fault(int number)
{
    if (has_guest())
        end(ABS_CANNOT_RUN, sigdescr_np(number));
    signal(number, SIG_DFL); /* our own fault, or from outside: it has its usual effect */
    raise(number);
}

/* From outside, SIGALRM asks the program to end, as the signals of interrupt.h do. Both periods of
   grace are counted in signals a second apart, so that time in which the process is stopped counts
   as one. */
static void time_is_up(int number, siginfo_t *info, void *context)
{
    static atomic_int waited;
    _Static_assert(INTERRUPT_GRACE_S == 3, "the messages say so");
    (void)number;
    (void)context;
    if (info->si_code == SI_TIMER) {
        if (++late == INTERRUPT_GRACE_S)
            end(ABS_CANNOT_RUN, "a search did not end within 3 s of --timeout");
    } else if (!interrupt_pending() && !hurried)
        interrupt_ask();
    else if (info->si_code == SI_KERNEL && ++waited < INTERRUPT_GRACE_S)
        alarm(1);
    else if (inside)
        end(interrupt_pending() ? ABS_INTERRUPTED : ABS_CANNOT_RUN,
            "a call did not return within 3 s");
}

static void catch_all(void)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    const struct sigaction on_time = {.sa_sigaction = time_is_up,
                                      .sa_flags = SA_SIGINFO | SA_ONSTACK};
    const struct sigaction now = {.sa_handler = fault, .sa_flags = SA_ONSTACK};
    sigaction(SIGALRM, &on_time, NULL);
    for (size_t i = 0; !ABS_SANITIZED && i < sizeof faults / sizeof faults[0]; i++)
        sigaction(faults[i], &now, NULL);
}

void guard_begin(void)
{
    static atomic_flag prepared = ATOMIC_FLAG_INIT;
    if (depth++ > 0)
        return;
    begun++;
    if (!atomic_flag_test_and_set(&prepared)) { /* the main thread, before there are others */
        usual.known = true;
        usual.process = getpid();
        usual.directory = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
        usual.locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
        pthread_sigmask(SIG_SETMASK, NULL, &usual.mask);
        pthread_key_create(&ends, leave_thread);
        catch_all();
        inside = 1;
    }
    atexit(leave); /* exit() takes one off: threads that call it at once need one each */
    at_quick_exit(leave);
    guard_reset();
    pthread_setspecific(ends, &ends);
    if (ABS_SANITIZED)
        return;
    fault_stack = memory_take(STACK_BYTES);
    const stack_t stack = {.ss_sp = fault_stack, .ss_size = STACK_BYTES};
    sigaltstack(&stack, NULL);
}

void guard_end(void)
{
    if (--depth > 0)
        return;
    begun--;
    pthread_setspecific(ends, NULL);
    if (has_timer)
        timer_delete(timer);
    has_timer = false;
    if (fault_stack == NULL)
        return;
    const stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    free(fault_stack);
    fault_stack = NULL;
}

/* ---- calls ----------------------------------------------------------------------------------- */

void guard_enter(void)
{
    inside = 1;
}

void guard_leave(void)
{
    inside = 0;
    name[0] = '\0';
    if (abs_registry_loaded()->domain != NULL)
        guard_reset();
}

void guard_hurry(pthread_t thread)
{
    hurried = true;
    pthread_kill(thread, SIGALRM);
}

void guard_limit(double deadline)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGALRM};
    const struct itimerspec when = {.it_value.tv_sec = deadline > 0 ? (time_t)deadline + 2 : 0,
                                    .it_interval.tv_sec = 1};
    if ((deadline == 0 && !has_timer) || abs_registry_loaded()->domain == NULL)
        return;
    event._sigev_un._tid = gettid();
    has_timer = has_timer || timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
    late = 0;
    if (has_timer)
        timer_settime(timer, TIMER_ABSTIME, &when, NULL);
}

void guard_name(const char *format, ...)
{
    va_list args;
    if (abs_registry_loaded()->domain == NULL)
        return;
    va_start(args, format);
    vsnprintf(name, sizeof name, format, args);
    va_end(args);
    utf8_make_plain(name);
}

void guard_name_search(const abs_root *root, const abs_config *config)
{
    const abs_row row = {.root = root, .config = config};
    char id[2 * ABS_TEXT_MAX + CONFIG_WORDS_MAX];
    if (abs_registry_loaded()->domain == NULL)
        return;
    abs_row_id(&row, id, sizeof id);
    guard_name("the search %s of position '%s'", id, root->text);
}

void guard_kept(const char *lines)
{
    atomic_store(&kept, lines);
}
