/*
 * page.c -- an HTML page that steps through searches. It puts each search as JSON, with its code as
 * a textbook prints it, into the template scripts/web/trace.html. See docs/trace.md.
 */
#include "trace/trace.h"

/* ---- the code -------------------------------------------------------------------------------- */

/* The properties of a search that its code depends on. */
enum { MINIMAX = 1, DEEPENS = 2, DRIVEN = 4, QUIET = 8, TABLE = 16, ETC = 32, NULLS = 64 };
enum { HARD_LOW = 128, HARD_HIGH = 256, TIES = 512, IDLE = 1024, NARROW = 2048, ALL = 4096 };
/* IDLE: abs_core.first_idle; NARROW: --tt-pv=off; ALL: every root move is searched, as by bns */

static unsigned what_is(const abs_config *c)
{
    const abs_core *core = &c->algo.core->core;
    return (core->minimax ? MINIMAX : 0) | (c->deepening ? DEEPENS : 0) |
           (c->algo.driver != ABS_OPEN ? DRIVEN : 0) | (c->quiescence ? QUIET : 0) |
           (c->tt_bytes > 0 ? TABLE : 0) | (c->tt_bytes > 0 && !c->tt_pv ? NARROW : 0) |
           (c->etc ? ETC : 0) | (core->null_window ? NULLS : 0) |
           (core->hard_low ? HARD_LOW : 0) | (core->hard_high ? HARD_HIGH : 0) |
           (core->ties ? TIES : 0) | (core->first_idle ? IDLE : 0) |
           (c->algo.driver == ABS_BNS ? ALL : 0);
}

#define QUIESCENCE "q_enter q_move q_cutoff q_leave"

/* The lines of code. A search has a line if it has all flags in `with` and none in `without`. It
   runs at the events in `at`: the first "move" is named "first", and "leave" by its reason. */
static const struct {
    unsigned with, without;
    const char *at, *text;
} code[] = {
    {DEEPENS, 0, "iteration iteration_end", "for depth := 1 .. D:"},
    {0, DEEPENS, "iteration iteration_end", "depth := D:"},
    {MINIMAX, 0, "pass pass_end", "    value := search(root, depth)"},
    {0, MINIMAX | DRIVEN, "pass pass_end", "    value := search(root, -inf, +inf, depth)"},
    {DRIVEN, 0, "pass pass_end", "    repeat search(root, alpha, beta, depth): %s"},
    {MINIMAX, 0, "enter", "function search(p, depth):"},
    {0, MINIMAX, "enter", "function search(p, alpha, beta, depth):"},
    {TABLE, NARROW, "probe table",
     "    if the table settles (p, alpha, beta, depth): return its value"},
    {NARROW, 0, "probe table",
     "    if beta = alpha + 1 and the table settles (p, alpha, beta, depth): return its value"},
    {MINIMAX | QUIET, 0, "leaf " QUIESCENCE,
     "    if depth = 0 or the game is over: return quiescence(p)"},
    {QUIET, MINIMAX, "leaf " QUIESCENCE,
     "    if depth = 0: return quiescence(p, alpha, beta); over: evaluate(p)"},
    {0, QUIET, "leaf", "    if depth = 0 or the game is over: return evaluate(p)"},
    {ETC, NARROW, "etc", "    if the table has a move with a score >= beta: return it"},
    {ETC | NARROW, 0, "etc",
     "    if beta = alpha + 1 and the table has a move with a score >= beta: return it"},
    {HARD_LOW, 0, "", "    best := alpha"},
    {0, HARD_LOW, "", "    best := -inf"},
    {0, 0, "evaluate", "    for each move m of p:"},
    {MINIMAX, 0, "first move", "        s := -search(p after m, depth - 1)"},
    {NULLS, 0, "first",
     "        if m is the first: s := -search(p after m, -beta, -alpha, depth - 1)"},
    {0, MINIMAX | NULLS, "first move", "        s := -search(p after m, -beta, -alpha, depth - 1)"},
    {NULLS, 0, "move", "        else: s := -search(p after m, -alpha - 1, -alpha, depth - 1)"},
    {NULLS, 0, "research research_end",
     "            if alpha < s < beta%s: s := -search(p after m, -beta, %s, depth - 1)"},
    {TIES, 0, "best", "        if s >= best: best := s"},
    {0, TIES, "best", "        if s > best: best := s"},
    {IDLE, 0, "cutoff", "        if m is not the first and best >= beta: return best"},
    {HARD_HIGH, ALL, "cutoff", "        if best >= beta: return beta"},
    {ALL | HARD_HIGH, 0, "cutoff", "        if best >= beta and p is not the root: return beta"},
    {ALL, HARD_HIGH, "cutoff", "        if best >= beta and p is not the root: return best"},
    {0, MINIMAX | IDLE | HARD_HIGH | ALL, "cutoff", "        if best >= beta: return best"},
    {IDLE, 0, "", "        if m is not the first and best > alpha: alpha := best"},
    {ALL, 0, "", "        if best > alpha and p is not the root: alpha := best"},
    {0, MINIMAX | IDLE | ALL, "", "        if best > alpha: alpha := best"},
    {TABLE, 0, "store", "    store what is proved of (p, depth) in the table"},
    {0, 0, "moves", "    return best"},
};

/* Writes the lines of a search, each with the events at which it runs. */
static void put_code(abs_buffer *b, const abs_config *c)
{
    static const char *const low[] = {
        [ABS_FROM_ALPHA] = "-alpha", [ABS_FROM_SCORE] = "-s", [ABS_FROM_NOTHING] = "+inf"};
    const abs_core *core = &c->algo.core->core;
    const unsigned flags = what_is(c);
    buffer_member(b, "code", "[");
    for (size_t i = 0; i < sizeof code / sizeof code[0]; i++) {
        char text[ABS_TEXT_MAX], depth[32] = "";
        if ((code[i].with & ~flags) != 0 || (code[i].without & flags) != 0)
            continue;
        if (core->exact_depth > 0)
            snprintf(depth, sizeof depth, " and depth > %d", core->exact_depth);
        if (code[i].with == DRIVEN)
            snprintf(text, sizeof text, code[i].text, abs_driver_table[c->algo.driver].about.help);
        else
            snprintf(text, sizeof text, code[i].text, depth, low[core->second]);
        buffer_comma(b);
        buffer_char(b, '{');
        buffer_member_text(b, "text", text);
        buffer_member_text(b, "at", code[i].at);
        buffer_char(b, '}');
    }
    buffer_char(b, ']');
}

/* ---- the data -------------------------------------------------------------------------------- */

static void start_page(abs_trace *t)
{
    buffer_comma(t->out);
    trace_put_search(t->out, t);
    buffer_member_text(t->out, "on", t->name);
    put_code(t->out, t->config);
    buffer_member(t->out, "steps", "[");
}

/* Writes the members of JSON Lines and those that only the page has. */
static void put_page_step(abs_trace *t, const abs_step *step)
{
    abs_buffer words = {0};
    buffer_comma(t->out);
    trace_put_step(t->out, t, step);
    trace_put_words(&words, t, step, true);
    buffer_member_text(t->out, "words", buffer_end(&words));
    if (step->kind == ABS_STEP_ENTER || step->kind == ABS_STEP_Q_ENTER) {
        char position[ABS_TEXT_MAX];
        if (t->root->domain->print != NULL)
            t->root->domain->print(t->root->rules, step->position, position, sizeof position);
        buffer_member_text(t->out, "position", t->root->domain->print != NULL ? position : NULL);
        buffer_member(t->out, "again", "%s", step->at->again ? "true" : "false");
    }
    buffer_char(t->out, '}');
    buffer_free(&words);
}

static void end_page(abs_trace *t)
{
    buffer_char(t->out, ']');
    buffer_key(t->out, "totals");
    trace_put_totals(t->out, t);
    buffer_text(t->out, "}}");
}

extern const char trace_template[]; /* scripts/web/trace.html */

#define DATA_PLACE "@DATA@"

/* No text may contain the end of its <script>. */
static void wrap_page(abs_buffer *page, const char *searches)
{
    const char *place = strstr(trace_template, DATA_PLACE);
    buffer_bytes(page, trace_template, (size_t)(place - trace_template));
    for (; *searches != '\0'; searches++)
        if (*searches == '<')
            buffer_text(page, "\\u003c");
        else
            buffer_char(page, *searches);
    buffer_text(page, place + strlen(DATA_PLACE));
}

const trace_form trace_page = {start_page, put_page_step, end_page, wrap_page, .most = 20 * 1000};
