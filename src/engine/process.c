/* process.c -- see engine.h. */
#include "engine/engine.h"
#include "base/memory.h"
#include "search/registry.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINE_BYTES = 1 << 16, WAIT_MS = 50 };
#define QUIT_S 0.5
#define ANSWER_S 10.0 /* for an answer that takes no search */

/* ---- starting -------------------------------------------------------------------------------- */

/* Waits in the group for the end of this program, which is its parent, and then kills the group. */
static _Noreturn void stand_guard(pid_t group, pid_t parent)
{
    sigset_t end;
    int number;
    sigemptyset(&end);
    sigaddset(&end, SIGTERM);
    sigprocmask(SIG_BLOCK, &end, NULL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    close_range(0, ~0u, 0); /* or else the guard would keep the pipes of other engines open */
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
    const int nowhere = open("/dev/null", O_WRONLY);
    if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
        dup2(nowhere, STDERR_FILENO) >= 0)
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static bool start(process *p, const char *command)
{
    const pid_t parent = getpid();
    char line[1024];
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    *p = (process){.watch = p->watch};
    snprintf(line, sizeof line, "exec %s", command);
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0 || (p->pid = fork()) < 0) {
        p->fault = strerror(errno);
        p->pid = 0;
        for (int i = 0; i < 2; i++) {
            close(in[i]);
            close(out[i]);
        }
        return false;
    }
    if (p->pid == 0)
        become(line, in[0], out[1]);
    close(in[0]);
    close(out[1]);
    p->to = in[1];
    p->from = out[0];
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

/* Returns the next line if it has come; else NULL, with p->fault set if the line is wrong. */
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

/* Reads what has come, and adds a newline to a last line without one. */
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
        const bool stopped =
            p->watch.stopped != NULL ? p->watch.stopped(p->watch.context) : interrupt_pending();
        if (stopped || (deadline > 0 && clock_now() >= deadline))
            return NULL;
        if (ready > 0)
            read_more(p);
        else if (deadline < 0)
            return NULL;
        else if (has_ended(p)) /* a process that it started may keep the pipe open */
            p->fault = process_ended;
    }
    return NULL;
}

/* The number after a word of the line, or `otherwise` if the word is not there. */
static int64_t number_after(const char *line, const char *word, int64_t otherwise)
{
    const char *at = strstr(line, word);
    return at != NULL ? strtoll(at + strlen(word), NULL, 10) : otherwise;
}

/* Reads lines as "id name Toga" and "option name Hash type spin default 16 min 1 max 1024". */
static void see_identity(process *p, char *line)
{
    char *text;
    if ((text = uci_after(line, "id name")) != NULL)
        snprintf(p->name, sizeof p->name, "%s", text);
    else if ((text = uci_after(line, "id author")) != NULL)
        snprintf(p->author, sizeof p->author, "%s", text);
    else if ((text = uci_after(line, "option name")) != NULL) {
        char *type = strstr(text, " type ");
        const char *rest = type != NULL ? type + 1 : "";
        if (type != NULL)
            *type = '\0';
        memory_grow(&p->options, &p->option_room, p->option_count, sizeof *p->options);
        p->options[p->option_count++] =
            (process_option){memory_text(text), number_after(rest, " min ", INT64_MIN),
                             number_after(rest, " max ", INT64_MAX)};
    }
}

bool process_await(process *p, const char *until, const char *fault)
{
    const double deadline = clock_now() + ANSWER_S;
    for (char *line; (line = process_hear(p, deadline)) != NULL; see_identity(p, line))
        if (uci_after(line, until) != NULL)
            return true;
    if (p->fault == NULL && clock_now() >= deadline)
        p->fault = fault;
    return false;
}

bool process_begin(process *p, const char *command)
{
    if (!start(p, command))
        return false;
    process_say(p, "uci");
    return process_await(p, "uciok", "it does not say uciok within 10 s");
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
    const double deadline = clock_now() + QUIT_S / 10; /* the pipe ends before the process does */
    while (p->fault != NULL && !has_ended(p) && clock_now() < deadline)
        poll(NULL, 0, 1);
    kill(-p->pid, SIGKILL);
    waitpid(p->pid, &p->status, 0);
    if (p->guard > 0)
        waitpid(p->guard, NULL, 0);
    close(p->to);
    close(p->from);
    buffer_free(&p->heard);
    while (p->option_count > 0)
        free(p->options[--p->option_count].name);
    free(p->options);
    p->pid = 0;
}

/* ---- lines ----------------------------------------------------------------------------------- */

char *uci_word(char **line)
{
    char *word = *line + strspn(*line, " \t");
    char *end = word + strcspn(word, " \t");
    *line = end + (*end != '\0');
    *end = '\0';
    return word;
}

char *uci_after(char *line, const char *words)
{
    const size_t length = strlen(words);
    if (strncmp(line, words, length) != 0 || strchr(" \t", line[length]) == NULL)
        return NULL;
    line += length;
    return line + strspn(line, " \t");
}

uci_info uci_read_info(char *line)
{
    enum { DEPTH_MAX = 1000, SCORE_MAX = 1 << 29, NUMBERS = 7 };
    uci_info i = {.nodes = UCI_NONE, .ms = UCI_NONE, .cp = UCI_NONE, .mate = UCI_NONE};
    const struct {
        const char *word;
        int64_t *number, least, most;
    } numbers[NUMBERS] = {
        {"depth", &i.depth, 0, DEPTH_MAX},
        {"seldepth", &i.seldepth, 0, DEPTH_MAX},
        {"multipv", &i.multipv, 0, DEPTH_MAX},
        {"nodes", &i.nodes, 0, INT64_MAX},
        {"time", &i.ms, 0, INT64_MAX},
        {"cp", &i.cp, -SCORE_MAX, SCORE_MAX},
        {"mate", &i.mate, -SCORE_MAX, SCORE_MAX},
    };
    for (char *word; i.pv == NULL && *(word = uci_word(&line)) != '\0';) {
        size_t k = 0;
        while (k < NUMBERS && strcmp(word, numbers[k].word) != 0)
            k++;
        if (k < NUMBERS)
            text_int(uci_word(&line), numbers[k].least, numbers[k].most, numbers[k].number);
        i.lower |= strcmp(word, "lowerbound") == 0;
        i.upper |= strcmp(word, "upperbound") == 0;
        i.other |= strcmp(word, "string") == 0 || strcmp(word, "refutation") == 0 ||
                   strcmp(word, "currmove") == 0 || strcmp(word, "currline") == 0;
        i.pv = strcmp(word, "pv") == 0 ? line : NULL;
    }
    i.other |= i.multipv > 1;
    return i;
}

void uci_move_text(const abs_domain *d, const void *rules, const void *position, unsigned move,
                   char *text, size_t size)
{
    char from, to;
    int low, high;
    d->move_text(rules, position, move, text, size);
    if (strcmp(d->name, "xiangqi") == 0 && sscanf(text, "%c%d%c%d", &from, &low, &to, &high) == 4)
        snprintf(text, size, "%c%d%c%d", from, low + 1, to, high + 1);
}

unsigned uci_read_move(const abs_domain *d, const void *rules, const void *position,
                       const char *text)
{
    char written[ABS_TEXT_MAX];
    if (d == &foreign_domain)
        return foreign_move(text);
    unsigned move = d->count_moves(rules, position);
    while (move-- > 0) {
        uci_move_text(d, rules, position, move, written, sizeof written);
        if (strcmp(written, text) == 0)
            return move;
    }
    return ABS_NO_MOVE;
}
