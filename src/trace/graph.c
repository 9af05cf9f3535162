/* graph.c -- the tree that a search went over, as Graphviz DOT; and drawn, by its `dot`. */
#define _POSIX_C_SOURCE 200809L
#include "base/interrupt.h"
#include "trace/trace.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CANNOT_START = 126, NOT_INSTALLED }; /* as a shell says it */

/* ---- DOT ------------------------------------------------------------------------------------- */

/* Text within quotes: nothing of it is DOT's. */
static void put_quoted(abs_buffer *b, const char *text)
{
    abs_buffer plain = {0};
    buffer_plain(&plain, text);
    for (const char *c = buffer_end(&plain); *c != '\0'; c++)
        if (*c == '&')
            buffer_text(b, "&amp;");
        else
            buffer_format(b, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    buffer_free(&plain);
}

static void put_vertex(abs_buffer *b, const trace_log *log, uint32_t number)
{
    const trace_vertex *v = &log->vertices[number];
    if (v->visits == 0) {
        buffer_format(b, "  n%" PRIu32 " [label=\"\", style=dashed, class=\"never\"];\n", number);
        return;
    }
    const trace_node *last = &log->nodes[v->last - 1];
    buffer_format(b, "  n%" PRIu32 " [label=\"%d\"", number, last->value);
    if (last->reason == TRACE_BY_LEAF)
        buffer_text(b, ", shape=box");
    else if (last->reason != TRACE_BY_MOVES)
        buffer_text(b, ", shape=diamond");
    if (v->cut)
        buffer_text(b, ", style=filled, fillcolor=\"#f4b6b6\"");
    if (v->again)
        buffer_text(b, ", peripheries=2");
    buffer_format(b, ", class=\"visited%s%s\"];\n", v->cut ? " cut" : "", v->again ? " again" : "");
}

/* The move to a vertex, and the windows of its visits: the first few, and how many more. */
static void put_edge(abs_buffer *b, const trace_log *log, uint32_t number)
{
    const trace_vertex *v = &log->vertices[number];
    buffer_format(b, "  n%" PRIu32 " -> n%" PRIu32 " [label=\"", v->parent, number);
    put_quoted(b, trace_text(log, v->move));
    for (uint32_t i = 0; i < v->visits && i < TRACE_VISITS; i++) {
        const trace_node *node = &log->nodes[v->first[i] - 1];
        buffer_text(b, "\\n");
        trace_put_window(b, node->alpha, node->beta);
    }
    if (v->visits > TRACE_VISITS)
        buffer_format(b, "\\n+ %" PRIu32, v->visits - TRACE_VISITS);
    buffer_text(b, v->visits == 0 ? "\", style=dashed];\n" : "\"];\n");
}

void trace_write_dot(abs_buffer *b, const abs_trace *trace)
{
    char id[2 * ABS_TEXT_MAX];
    abs_row_id(&trace->row, id, sizeof id);
    buffer_text(b, "digraph search {\n  label=\"");
    put_quoted(b, id);
    buffer_text(b, "\\nbox: leaf; red: cut off; diamond: answered by the table; dashed: never "
                   "seen; double line: searched again\";\n  labelloc=t;\n"
                   "  node [shape=circle, fontsize=11];\n  edge [fontsize=9, arrowhead=none];\n");
    for (uint32_t v = 0; v < trace->log.vertex_count; v++)
        put_vertex(b, &trace->log, v);
    for (uint32_t v = 1; v < trace->log.vertex_count; v++)
        put_edge(b, &trace->log, v);
    buffer_text(b, "}\n");
}

/* ---- SVG ------------------------------------------------------------------------------------- */

static bool fail(abs_error *error, const char *why)
{
    return abs_fail(error, ABS_CANNOT_RUN,
                    "--format=svg: the tree cannot be drawn by `dot`, of Debian's package "
                    "graphviz: %s; --format=dot needs no such program",
                    why);
}

/* Runs `dot` from one file to another, until it ends, by itself or by an interrupt. */
static bool run_dot(int in, int out, abs_error *error)
{
    const struct timespec moment = {.tv_nsec = 2000 * 1000};
    char why[64];
    int status = 0;
    signal(SIGCHLD, SIG_DFL); /* where it is ignored, nobody is told how a child ended */
    const pid_t child = fork();
    if (child == 0) {
        if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0)
            execlp("dot", "dot", "-Tsvg", (char *)NULL);
        _exit(errno == ENOENT ? NOT_INSTALLED : CANNOT_START);
    }
    pid_t ended = child;
    while (child > 0 && (ended = waitpid(child, &status, WNOHANG)) == 0) {
        if (interrupt_pending())
            kill(child, SIGKILL);
        nanosleep(&moment, NULL);
    }
    if (interrupt_pending())
        return abs_fail(error, ABS_INTERRUPTED, "interrupted");
    if (ended < 0)
        return fail(error, strerror(errno));
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
    snprintf(why, sizeof why, WIFEXITED(status) ? "it ended with %d" : "signal %d ended it", code);
    return status == 0 || fail(error, code == NOT_INSTALLED ? "it is not installed" : why);
}

/* Files, not pipes: neither side ever waits for the other. */
bool trace_draw(abs_buffer *dot, abs_error *error)
{
    char block[BUFSIZ];
    FILE *in = tmpfile(), *out = tmpfile();
    bool ok = in != NULL && out != NULL && fwrite(dot->data, 1, dot->length, in) == dot->length &&
              fflush(in) == 0 && fseek(in, 0, SEEK_SET) == 0;
    ok = ok ? run_dot(fileno(in), fileno(out), error) : fail(error, strerror(errno));
    buffer_clear(dot);
    if (ok) {
        rewind(out);
        for (size_t count; (count = fread(block, 1, sizeof block, out)) > 0;)
            buffer_bytes(dot, block, count);
        ok = !ferror(out) || fail(error, strerror(errno));
    }
    if (in != NULL)
        fclose(in);
    if (out != NULL)
        fclose(out);
    return ok;
}
