/* process.c -- see engine.h. */
#include "base/memory.h"
#include "engine/engine.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINE_BYTES = 1 << 16, OPTION_BYTES = 1 << 20, WAIT_MS = 50, NOT_STARTED = 125 };
#define QUIT_S 0.5
#define TELL_S 5.0  /* after this time stderr says what absbench waits for */
#define DEAF_S 10.0 /* a process that has closed its input may still write for so long */

/* ---- starting -------------------------------------------------------------------------------- */

/* Waits in the group for the end of this program, its parent, and then kills the group. */
static _Noreturn void stand_guard(pid_t group, pid_t parent)
{
    sigset_t end;
    int number;
    sigemptyset(&end);
    sigaddset(&end, SIGTERM);
    sigprocmask(SIG_BLOCK, &end, NULL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    /* Otherwise the guard would keep the pipes of other engines open; musl has no name for it. */
    syscall(SYS_close_range, 0u, ~0u, 0u);
    if (setpgid(0, group) != 0)
        _exit(0);
    if (getppid() == parent)
        sigwait(&end, &number);
    kill(0, SIGKILL);
    _exit(0);
}

static _Noreturn void become(const char *command, int in, int out)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_DFL);
    if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 && close(in) == 0 &&
        dup2(open("/dev/null", O_WRONLY), STDERR_FILENO) >= 0)
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(NOT_STARTED);
}

/* Whether the command begins with NAME=VALUE, which a shell understands and exec does not. */
static bool is_assigning(const char *command)
{
    const size_t length =
        strspn(command, "abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    return length > 0 && command[length] == '=';
}

/* Sets the fault to an error of this program's own. Returns false. */
static bool fail_own(process *p, const char *what)
{
    snprintf(p->text, sizeof p->text, "%s: %s", what, strerror(errno));
    p->fault = p->text;
    p->is_own = true;
    return false;
}

static void close_pair(const int pair[2])
{
    for (int i = 0; i < 2; i++)
        if (pair[i] >= 0)
            close(pair[i]);
}

static bool start(process *p, const char *command)
{
    const pid_t parent = getpid();
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    *p = (process){.watch = p->watch, .start_s = p->start_s, .command = command};
    char *const line = memory_take(strlen(command) + sizeof "exec env ");
    sprintf(line, "exec %s%s", is_assigning(command) ? "env " : "", command);
    if (pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0 && (p->pid = fork()) == 0)
        become(line, in[0], out[1]);
    free(line);
    if (in[0] < 0 || out[0] < 0 || p->pid < 0) {
        fail_own(p, "it cannot be started");
        p->pid = 0;
        close_pair(in);
        close_pair(out);
        return false;
    }
    close(in[0]);
    close(out[1]);
    p->to = in[1];
    p->from = out[0];
    setpgid(p->pid, p->pid);
    p->guard = fork();
    if (p->guard == 0)
        stand_guard(p->pid, parent);
    if (p->guard < 0 || fcntl(p->to, F_SETFL, O_NONBLOCK) != 0)
        return fail_own(p, "it cannot be started");
    setpgid(p->guard, p->pid);
    return true;
}

/* ---- talking --------------------------------------------------------------------------------- */

const char process_ended[] = "it ended";
static const char is_deaf[] = "it has closed its input";

static bool has_ended(const process *p)
{
    siginfo_t there = {0};
    return p->pid > 0 && (waitid(P_PID, (id_t)p->pid, &there, WEXITED | WNOHANG | WNOWAIT) != 0 ||
                          there.si_pid != 0);
}

/* Waits a little for the end of a process that has closed a pipe, as ending processes do first. */
static bool ends_soon(const process *p)
{
    const double deadline = clock_now() + QUIT_S / 10;
    while (!has_ended(p) && clock_now() < deadline)
        poll(NULL, 0, 1);
    return has_ended(p);
}

bool process_hung_up(const process *p)
{
    struct pollfd out = {.fd = p->to};
    return poll(&out, 1, 0) > 0 && (out.revents & (POLLERR | POLLHUP)) != 0;
}

void process_say(process *p, const char *format, ...)
{
    abs_buffer b = {0};
    va_list list;
    if (p->fault != NULL)
        return;
    va_start(list, format);
    buffer_format_list(&b, format, list);
    va_end(list);
    buffer_char(&b, '\n');
    const ssize_t written = write(p->to, b.data, b.length);
    if (written < 0 && errno == EPIPE)
        p->fault = ends_soon(p) ? process_ended : is_deaf;
    else if (written < 0 && errno != EAGAIN)
        fail_own(p, "its input cannot be written");
    else if (written != (ssize_t)b.length)
        p->fault = "it does not read its input";
    buffer_free(&b);
}

/* Leaves one blank for each white space within the line, and none at its ends. */
static void squeeze(char *line)
{
    char *to = line;
    for (const char *c = line; *c != '\0'; c++)
        if (strchr(" \t\v\f", *c) == NULL)
            *to++ = *c;
        else if (to > line && to[-1] != ' ')
            *to++ = ' ';
    to -= to > line && to[-1] == ' ';
    *to = '\0';
}

/* Returns the next line if it has come; else NULL, with p->fault set if the line is wrong. */
static char *take_line(process *p)
{
    const abs_buffer *b = &p->heard;
    if (b->length == p->taken)
        return NULL;
    char *const line = b->data + p->taken;
    size_t length = b->length - p->taken;
    char *end = memchr(line, '\n', length);
    length = end != NULL ? (size_t)(end - line) : length;
    char *const cr = memchr(line, '\r', length);
    end = cr != NULL ? cr : end;
    length = cr != NULL ? (size_t)(cr - line) : length;
    if (length > LINE_BYTES)
        p->fault = "it writes a line of more than 65536 bytes";
    else if (end != NULL && memchr(line, '\0', length) != NULL)
        p->fault = "it writes a NUL byte";
    if (end == NULL || p->fault != NULL)
        return NULL;
    p->taken += length + 1;
    *end = '\0';
    squeeze(line);
    return line;
}

/* Reads at most `most` bytes of the input that has come, and completes a last line without an end.
   Returns how many bytes it has read. */
static int read_more(process *p, int most)
{
    abs_buffer *b = &p->heard;
    if (b->length > p->taken)
        memmove(b->data, b->data + p->taken, b->length - p->taken);
    b->length -= p->taken;
    p->taken = 0;
    buffer_reserve(b, LINE_BYTES);
    const ssize_t got = read(p->from, b->data + b->length, (size_t)most);
    if (got > 0)
        b->length += (size_t)got;
    else if (got == 0 && b->length > 0)
        buffer_char(b, '\n');
    else if (got == 0)
        p->fault = process_ended;
    else if (errno != EINTR && errno != EAGAIN)
        fail_own(p, "it cannot be read");
    return got > 0 ? (int)got : 0;
}

/* Finds out why no input comes. */
static void find_silence(process *p)
{
    const double now = clock_now();
    if (has_ended(p)) /* a process that it started may keep the pipe open */
        p->fault = process_ended;
    else if (!process_hung_up(p))
        p->deaf_at = 0;
    else if (p->deaf_at <= 0)
        p->deaf_at = now;
    else if (now - p->deaf_at > DEAF_S)
        p->fault = is_deaf;
}

/* Whether the deadline has passed. If so, it counts the bytes that have come by then: only these
   are read, because a process might never stop writing. */
static bool is_late(process *p, double deadline)
{
    if (deadline <= 0 || clock_now() < deadline)
        return deadline < 0;
    if (p->late_for < deadline || p->late_for > deadline) {
        p->late_for = deadline;
        p->late_bytes = 0;
        ioctl(p->from, FIONREAD, &p->late_bytes);
    }
    return true;
}

char *process_hear(process *p, double deadline)
{
    char *line = p->again;
    for (p->again = NULL; line == NULL && p->fault == NULL;) {
        if ((line = take_line(p)) != NULL || p->fault != NULL)
            break;
        const bool late = is_late(p, deadline), counted = late && deadline > 0;
        struct pollfd in = {.fd = p->from, .events = POLLIN};
        const double left = deadline > 0 ? 1000 * (deadline - clock_now()) : WAIT_MS;
        const int ready = poll(&in, 1, late ? 0 : left < WAIT_MS ? (int)left + 1 : WAIT_MS);
        if (p->watch.stopped != NULL ? p->watch.stopped(p->watch.context) : interrupt_pending())
            break;
        if (ready < 0 && errno != EINTR)
            fail_own(p, "waiting for it failed");
        else if (ready > 0 && (!counted || p->late_bytes > 0 || in.revents == POLLHUP))
            p->late_bytes -= read_more(p, counted && p->late_bytes > 0 && p->late_bytes < LINE_BYTES
                                              ? p->late_bytes
                                              : LINE_BYTES);
        else if (late)
            break;
        else
            find_silence(p);
    }
    p->deaf_at = line != NULL ? 0 : p->deaf_at;
    return p->line = line;
}

void process_hear_again(process *p)
{
    p->again = p->line;
}

/* Keeps an option, as in "Hash type spin default 16 min 1 max 1024". */
static void add_option(process *p, const char *text)
{
    const char *const type = strstr(text, " type ");
    p->option_bytes += sizeof *p->options + strlen(text);
    if (p->option_bytes > OPTION_BYTES) {
        p->fault = "its options take more than 1 MiB";
        return;
    }
    char *const name = memory_text(text);
    name[type != NULL ? (size_t)(type - text) : strlen(text)] = '\0';
    memory_grow(&p->options, &p->option_room, p->option_count, sizeof *p->options);
    p->options[p->option_count++] =
        (process_option){name, type != NULL ? name + (type - text) + 1 : strchr(name, '\0')};
}

/* Reads lines as "id name Toga" and "option name Hash .." */
static void see_identity(process *p, char *line)
{
    char *text;
    if ((text = uci_after(line, "id name")) != NULL)
        snprintf(p->name, sizeof p->name, "%s", text);
    else if ((text = uci_after(line, "id author")) != NULL)
        snprintf(p->author, sizeof p->author, "%s", text);
    else if ((text = uci_after(line, "option name")) != NULL)
        add_option(p, text);
}

/* Says once for each command what absbench waits for. */
static void tell_wait(const process *p, const char *until)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static abs_names told;
    abs_buffer b = {0};
    pthread_mutex_lock(&lock);
    const size_t before = told.count;
    names_add(&told, p->command);
    if (told.count > before) {
        buffer_text(&b, "absbench: ");
        buffer_plain(&b, p->command);
        buffer_format(&b, ": waiting for %s, at most %.15g s (--engine-start)\n", until,
                      p->start_s);
        fputs(buffer_end(&b), stderr);
    }
    pthread_mutex_unlock(&lock);
    buffer_free(&b);
}

bool process_await(process *p, const char *until)
{
    const double begun = clock_now(), deadline = begun + p->start_s;
    double next = p->start_s > TELL_S ? begun + TELL_S : deadline;
    for (char *line; p->fault == NULL;) {
        if ((line = process_hear(p, next)) != NULL) {
            if (uci_after(line, until) != NULL)
                return true;
            see_identity(p, line);
        } else if (p->fault != NULL || clock_now() < next) {
            return false; /* or the watch ended it */
        } else if (next < deadline) {
            tell_wait(p, until);
            next = deadline;
        } else {
            snprintf(p->text, sizeof p->text, "it does not say %s within %.15g s", until,
                     p->start_s);
            p->fault = p->text;
        }
    }
    return false;
}

bool process_begin(process *p, const char *command)
{
    if (!start(p, command))
        return false;
    process_say(p, "uci");
    return process_await(p, "uciok");
}

const process_option *process_offers(const process *p, const char *name)
{
    for (size_t i = 0; i < p->option_count; i++)
        if (strcasecmp(p->options[i].name, name) == 0)
            return &p->options[i];
    return NULL;
}

double process_cpu(const process *p)
{
    clockid_t clock;
    struct timespec t;
    if (p->pid == 0 || clock_getcpuclockid(p->pid, &clock) != 0 || clock_gettime(clock, &t) != 0)
        return 0;
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- ending ---------------------------------------------------------------------------------- */

/* Takes the status of a process that was killed or has ended. */
static void reap(pid_t pid, int *status)
{
    while (waitpid(pid, status, 0) < 0 && errno == EINTR) {
    }
}

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
    if (p->fault != NULL)
        ends_soon(p); /* the pipe ends before the process does */
    kill(-p->pid, SIGKILL);
    kill(p->pid, SIGKILL); /* if there is no group, these two processes are still waited for */
    kill(p->guard > 0 ? p->guard : p->pid, SIGKILL);
    reap(p->pid, &p->status);
    if (p->guard > 0)
        reap(p->guard, NULL);
    close(p->to);
    close(p->from);
    buffer_free(&p->heard);
    while (p->option_count > 0)
        free(p->options[--p->option_count].name);
    free(p->options);
    if (p->fault == process_ended && WIFEXITED(p->status) && WEXITSTATUS(p->status) == NOT_STARTED)
        p->is_own = true;
    p->pid = 0;
}
