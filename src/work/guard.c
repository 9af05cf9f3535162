/* guard.c -- see guard.h. */
#include "work/guard.h"
#include "base/memory.h"
#include "search/registry.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef ABS_SANITIZED /* if 1, a sanitizer catches faults */
#define ABS_SANITIZED 0
#endif

#ifndef __GLIBC__ /* musl's looks into a table, and so may be called in a signal handler, too */
#define sigdescr_np strsignal
#endif

enum { STACK_BYTES = 1 << 16 };

static _Thread_local unsigned depth; /* calls of guard_begin() without their end */
static _Thread_local void *fault_stack;
static _Thread_local char name[4 * ABS_TEXT_MAX]; /* what the thread does, or "" */
static const char *_Atomic kept;
static pid_t process;      /* one that a plug-in forks may end as it likes */
static pthread_key_t ends; /* its destructor runs if a thread ends before guard_end() */

/* Ends the program, if a plug-in may be the cause. Signal handlers call it: every text exists
   already. */
static void blame(const char *what)
{
    const char *const rows = atomic_load(&kept), *who = ", while loading ";
    const char *path = abs_registry_loading();
    const abs_registered *const first = abs_registry_loaded();
    if (path == NULL && (path = first->path) != NULL)
        who = first[1].domain == NULL ? ", in or through a function of the plug-in "
                                      : ", in or through a function of a plug-in, the first ";
    if (path != NULL && process == getpid())
        program_end(ABS_CANNOT_RUN,
                    (const char *const[]){"absbench: ", what, who, path,
                                          name[0] != '\0' ? ", in " : "", name,
                                          "; `absbench check` shows where\n",
                                          rows != NULL ? rows : "", NULL});
}

static void fault(int number)
{
    blame(sigdescr_np(number));
    signal(number, SIG_DFL); /* our own fault, or from outside: it has its usual effect */
    raise(number);
}

static void leave(void)
{
    if (depth > 0)
        blame("exit() was called");
}

static void leave_thread(void *unused)
{
    (void)unused;
    blame("pthread_exit() was called");
}

void guard_begin(void)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    const struct sigaction now = {.sa_handler = fault, .sa_flags = SA_ONSTACK};
    if (depth++ > 0)
        return;
    if (process == 0) { /* the main thread, before there are others */
        process = getpid();
        pthread_key_create(&ends, leave_thread);
    }
    pthread_setspecific(ends, &ends);
    atexit(leave); /* exit() takes one off: threads that call it at once need one each */
    at_quick_exit(leave);
    if (ABS_SANITIZED)
        return;
    fault_stack = memory_take(STACK_BYTES);
    sigaltstack(&(stack_t){.ss_sp = fault_stack, .ss_size = STACK_BYTES}, NULL);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        sigaction(faults[i], &now, NULL);
}

void guard_end(void)
{
    if (--depth > 0)
        return;
    pthread_setspecific(ends, NULL);
    if (fault_stack == NULL)
        return;
    sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
    free(fault_stack);
    fault_stack = NULL;
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
