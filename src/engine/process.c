/* process.c -- see process.h. */
#define _GNU_SOURCE /* close_range(), pipe2() */
#include "engine/process.h"
#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINE_BYTES = 1 << 16, WAIT_MS = 50 };
#define QUIT_S 0.5

/* ---- starting -------------------------------------------------------------------------------- */

static void unblock(void)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void end_group(int number)
{
    (void)number;
    kill(0, SIGKILL);
}

/* The guard: waits in the group for the end of whoever started it. */
static _Noreturn void stand_guard(pid_t group, pid_t parent)
{
    const struct sigaction action = {.sa_handler = end_group};
    unblock();
    sigaction(SIGTERM, &action, NULL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    close_range(0, ~0u, 0); /* or else it would hold the pipes of other engines open */
    if (setpgid(0, group) != 0)
        _exit(0);
    while (getppid() == parent)
        pause();
    end_group(0);
    _exit(0);
}

static _Noreturn void become(const char *command, int in, int out)
{
    unblock();
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_DFL);
    const int nowhere = open("/dev/null", O_WRONLY);
    if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
        dup2(nowhere, STDERR_FILENO) >= 0)
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

bool process_start(process *p, const char *command)
{
    const process_watch watch = p->watch;
    const pid_t parent = getpid();
    char line[1024];
    int in[2], out[2];
    *p = (process){.watch = watch};
    snprintf(line, sizeof line, "exec %s", command);
    if (pipe2(in, O_CLOEXEC) != 0)
        return false;
    if (pipe2(out, O_CLOEXEC) != 0) {
        close(in[0]);
        close(in[1]);
        return false;
    }
    p->pid = fork();
    if (p->pid == 0)
        become(line, in[0], out[1]);
    const int why = errno;
    close(in[0]);
    close(out[1]);
    p->to = in[1];
    p->from = out[0];
    if (p->pid < 0) {
        close(p->to);
        close(p->from);
        p->pid = 0;
        errno = why;
        return false;
    }
    setpgid(p->pid, p->pid);
    p->guard = fork();
    if (p->guard == 0)
        stand_guard(p->pid, parent);
    if (p->guard > 0)
        setpgid(p->guard, p->pid);
    fcntl(p->to, F_SETFL, O_NONBLOCK);
    return true;
}

/* ---- talking --------------------------------------------------------------------------------- */

void process_say(process *p, const char *format, ...)
{
    abs_buffer b = {0};
    va_list list;
    va_start(list, format);
    buffer_format_list(&b, format, list);
    va_end(list);
    buffer_char(&b, '\n');
    if (write(p->to, b.data, b.length) != (ssize_t)b.length && errno == EAGAIN && p->fault == NULL)
        p->fault = "it does not read what it is told";
    buffer_free(&b);
}

/* The line that is there; NULL: there is none yet, or p->fault says what is wrong with it. */
static char *take_line(process *p)
{
    abs_buffer *b = &p->heard;
    char *const line = b->length > p->taken ? b->data + p->taken : NULL;
    char *const end = line != NULL ? memchr(line, '\n', b->length - p->taken) : NULL;
    const size_t length = end != NULL ? (size_t)(end - line) : b->length - p->taken;
    if (length > LINE_BYTES)
        p->fault = "it writes a line of more than 65536 bytes";
    else if (end != NULL && memchr(line, '\0', length) != NULL)
        p->fault = "it writes a NUL byte";
    if (end == NULL || p->fault != NULL)
        return NULL;
    p->taken += length + 1;
    *end = '\0';
    line[strcspn(line, "\r")] = '\0';
    return line;
}

const char process_ended[] = "it ended";

static bool has_ended(const process *p)
{
    siginfo_t there = {0};
    return p->pid > 0 && (waitid(P_PID, (id_t)p->pid, &there, WEXITED | WNOHANG | WNOWAIT) != 0 ||
                          there.si_pid != 0);
}

/* Reads what has come. A last line without an end is given one. */
static void read_more(process *p)
{
    abs_buffer *b = &p->heard;
    if (b->length > p->taken)
        memmove(b->data, b->data + p->taken, b->length - p->taken);
    b->length -= p->taken;
    p->taken = 0;
    buffer_reserve(b, LINE_BYTES);
    const ssize_t got = read(p->from, b->data + b->length, LINE_BYTES);
    if (got > 0)
        b->length += (size_t)got;
    else if (got == 0 && b->length > 0)
        buffer_char(b, '\n');
    else if (got == 0)
        p->fault = process_ended;
    else if (errno != EINTR && errno != EAGAIN)
        p->fault = "it cannot be read";
}

char *process_hear(process *p, double deadline)
{
    while (p->fault == NULL) {
        char *const line = take_line(p);
        if (line != NULL || p->fault != NULL)
            return line;
        struct pollfd in = {.fd = p->from, .events = POLLIN};
        const double left = deadline != 0 ? 1000 * (deadline - clock_now()) : WAIT_MS;
        const int ready = poll(&in, 1, left < 0 ? 0 : left < WAIT_MS ? (int)left + 1 : WAIT_MS);
        if (p->watch.stopped(p->watch.context) || (deadline > 0 && clock_now() >= deadline))
            return NULL;
        if (ready > 0)
            read_more(p);
        else if (deadline < 0)
            return NULL;
        else if (has_ended(p)) /* though a process of its own holds the pipe open */
            p->fault = process_ended;
    }
    return NULL;
}

double process_cpu(const process *p)
{
    clockid_t clock;
    struct timespec t;
    if (clock_getcpuclockid(p->pid, &clock) != 0 || clock_gettime(clock, &t) != 0)
        return 0;
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- ending ---------------------------------------------------------------------------------- */

void process_end(process *p)
{
    if (p->pid == 0)
        return;
    if (p->fault == NULL) {
        process_say(p, "quit");
        const double deadline = clock_now() + QUIT_S;
        while (process_hear(p, deadline) != NULL) {
        }
    }
    const double deadline = clock_now() + QUIT_S / 10; /* an end is seen before its status is */
    while (p->fault != NULL && !has_ended(p) && clock_now() < deadline)
        poll(NULL, 0, 1);
    kill(-p->pid, SIGKILL);
    waitpid(p->pid, &p->status, 0);
    if (p->guard > 0)
        waitpid(p->guard, NULL, 0);
    close(p->to);
    close(p->from);
    buffer_free(&p->heard);
    p->pid = 0;
}
