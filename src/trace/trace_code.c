/* trace_code.c -- see trace_code.h. */
#include "trace/trace_code.h"

typedef enum {
    CODE_DEEPEN,
    CODE_PASS,
    CODE_HEAD,
    CODE_PROBE,
    CODE_LEAF,
    CODE_ETC,
    CODE_BEST,
    CODE_LOOP,
    CODE_FIRST,
    CODE_LATER,
    CODE_AGAIN,
    CODE_BETTER,
    CODE_CUT,
    CODE_RAISE,
    CODE_STORE,
    CODE_RETURN,
} code_line;

_Static_assert(CODE_RETURN + 1 == TRACE_CODE_LINES, "a line has no number");

/* Above the search: iterations, and the driver's passes. */
static void put_driver(abs_buffer *b, const abs_config *c, code_line line)
{
    if (line == CODE_DEEPEN)
        buffer_text(b, c->deepening ? "for depth := 1 .. D:" : "depth := D:");
    else if (c->algo.driver == ABS_OPEN)
        buffer_text(b, c->algo.core->core.minimax ? "    value := search(root, depth)"
                                                  : "    value := search(root, -inf, +inf, depth)");
    else
        buffer_format(b, "    repeat search(root, alpha, beta, depth): %s",
                      abs_driver_table[c->algo.driver].about.help);
}

/* Naive minimax; "" where it has no such line. */
static const char *minimax_line(const abs_config *c, code_line line)
{
    switch (line) {
    case CODE_HEAD:
        return "function search(p, depth):";
    case CODE_LEAF:
        return c->quiescence ? "    if depth = 0 or the game is over: return quiescence(p)"
                             : "    if depth = 0 or the game is over: return evaluate(p)";
    case CODE_BEST:
        return "    best := -inf";
    case CODE_LOOP:
        return "    for each move m of p:";
    case CODE_FIRST:
        return "        s := -search(p after m, depth - 1)";
    case CODE_BETTER:
        return "        if s > best: best := s";
    case CODE_RETURN:
        return "    return best";
    default:
        return "";
    }
}

static void put_again(abs_buffer *b, const abs_core *core)
{
    static const char *const low[] = {
        [ABS_FROM_ALPHA] = "-alpha", [ABS_FROM_SCORE] = "-s", [ABS_FROM_NOTHING] = "+inf"};
    if (!core->null_window)
        return;
    buffer_text(b, "            if alpha < s < beta");
    if (core->exact_depth > 0)
        buffer_format(b, " and depth > %d", core->exact_depth);
    buffer_format(b, ": s := -search(p after m, -beta, %s, depth - 1)", low[core->second]);
}

/* What the core's flags change. */
static const char *core_line(const abs_core *core, code_line line)
{
    switch (line) {
    case CODE_BEST:
        return core->hard_low ? "    best := alpha" : "    best := -inf";
    case CODE_FIRST:
        return core->null_window
                   ? "        if m is the first: s := -search(p after m, -beta, -alpha, depth - 1)"
                   : "        s := -search(p after m, -beta, -alpha, depth - 1)";
    case CODE_LATER:
        return core->null_window
                   ? "        else: s := -search(p after m, -alpha - 1, -alpha, depth - 1)"
                   : "";
    case CODE_BETTER:
        return core->ties ? "        if s >= best: best := s" : "        if s > best: best := s";
    case CODE_CUT:
        return core->first_idle  ? "        if m is not the first and best >= beta: return best"
               : core->hard_high ? "        if best >= beta: return beta"
                                 : "        if best >= beta: return best";
    default:
        return core->first_idle ? "        if m is not the first and best > alpha: alpha := best"
                                : "        if best > alpha: alpha := best";
    }
}

static const char *search_line(const abs_config *c, code_line line)
{
    switch (line) {
    case CODE_HEAD:
        return "function search(p, alpha, beta, depth):";
    case CODE_PROBE:
        return c->tt_bytes > 0
                   ? "    if the table settles (p, alpha, beta, depth): return its value"
                   : "";
    case CODE_LEAF:
        return c->quiescence
                   ? "    if depth = 0: return quiescence(p, alpha, beta); over: evaluate(p)"
                   : "    if depth = 0 or the game is over: return evaluate(p)";
    case CODE_ETC:
        return c->etc ? "    if the table has a move with a score >= beta: return it" : "";
    case CODE_LOOP:
        return "    for each move m of p:";
    case CODE_STORE:
        return c->tt_bytes > 0 ? "    store what is proved of (p, depth) in the table" : "";
    case CODE_RETURN:
        return "    return best";
    default:
        return core_line(&c->algo.core->core, line);
    }
}

void trace_code_line(abs_buffer *b, const abs_config *c, unsigned line)
{
    const abs_core *core = &c->algo.core->core;
    if (line <= CODE_PASS)
        put_driver(b, c, (code_line)line);
    else if (core->minimax)
        buffer_text(b, minimax_line(c, (code_line)line));
    else if (line == CODE_AGAIN)
        put_again(b, core);
    else
        buffer_text(b, search_line(c, (code_line)line));
}

/* Where a node is left. */
static code_line leave_line(const trace_log *log, const trace_step *step)
{
    switch ((abs_step_reason)step->reason) {
    case ABS_BY_LEAF:
        return CODE_LEAF;
    case ABS_BY_TABLE:
        return CODE_PROBE;
    case ABS_BY_ETC:
        return CODE_ETC;
    default:
        return log->nodes[step->node - 1].cut ? CODE_CUT : CODE_RETURN;
    }
}

unsigned trace_code_at(const trace_log *log, const abs_config *c, const trace_step *step)
{
    switch ((abs_step_kind)step->kind) {
    case ABS_STEP_ITERATION:
    case ABS_STEP_ITERATION_END:
        return CODE_DEEPEN;
    case ABS_STEP_PASS:
    case ABS_STEP_PASS_END:
        return CODE_PASS;
    case ABS_STEP_ENTER:
        return CODE_HEAD;
    case ABS_STEP_PROBE:
        return CODE_PROBE;
    case ABS_STEP_RANK:
        return CODE_LOOP;
    case ABS_STEP_MOVE:
        return c->algo.core->core.null_window && step->count > 0 ? CODE_LATER : CODE_FIRST;
    case ABS_STEP_AGAIN:
    case ABS_STEP_AGAIN_END:
        return CODE_AGAIN;
    case ABS_STEP_BEST:
        return CODE_BETTER;
    case ABS_STEP_CUT:
        return CODE_CUT;
    case ABS_STEP_STORE:
        return CODE_STORE;
    case ABS_STEP_LEAVE:
        return leave_line(log, step);
    default: /* the quiescence search */
        return CODE_LEAF;
    }
}
