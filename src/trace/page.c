/*
 * page.c -- one HTML page that steps through searches: the template trace.html, and within it each
 * search as JSON, with its code as a textbook prints it. See docs/trace.md.
 */
#include "trace/trace.h"

/* ---- the code -------------------------------------------------------------------------------- */

/* What a search is. */
enum { MINIMAX = 1, DEEPENS = 2, DRIVEN = 4, QUIET = 8, TABLE = 16, ETC = 32, NULLS = 64 };
enum { HARD_LOW = 128, HARD_HIGH = 256, TIES = 512, IDLE = 1024 }; /* idle: its first child */

static unsigned what_is(const abs_config *c)
{
    const abs_core *core = &c->algo.core->core;
    return (core->minimax ? MINIMAX : 0) | (c->deepening ? DEEPENS : 0) |
           (c->algo.driver != ABS_OPEN ? DRIVEN : 0) | (c->quiescence ? QUIET : 0) |
           (c->tt_bytes > 0 ? TABLE : 0) | (c->etc ? ETC : 0) | (core->null_window ? NULLS : 0) |
           (core->hard_low ? HARD_LOW : 0) | (core->hard_high ? HARD_HIGH : 0) |
           (core->ties ? TIES : 0) | (core->first_idle ? IDLE : 0);
}

/* Where a line runs: at steps of these kinds, .. */
#define AT(kind) (UINT32_C(1) << ABS_STEP_##kind)
#define AT_QUIESCENCE (AT(Q_ENTER) | AT(Q_MOVE) | AT(Q_CUT) | AT(Q_LEAVE))
/* .. and those that a kind alone does not tell. */
#define AT_LATER (UINT32_C(1) << ABS_STEPS) /* a move that is not the first */
#define AT_LEAVE(reason) (UINT32_C(2) << (ABS_STEPS + TRACE_BY_##reason))

/* A search has the lines whose flags it has, but for those that it may not have. */
static const struct {
    unsigned with, without;
    uint32_t at;
    const char *text;
} code[] = {
    {DEEPENS, 0, AT(ITERATION) | AT(ITERATION_END), "for depth := 1 .. D:"},
    {0, DEEPENS, AT(ITERATION) | AT(ITERATION_END), "depth := D:"},
    {MINIMAX, 0, AT(PASS) | AT(PASS_END), "    value := search(root, depth)"},
    {0, MINIMAX | DRIVEN, AT(PASS) | AT(PASS_END), "    value := search(root, -inf, +inf, depth)"},
    {DRIVEN, 0, AT(PASS) | AT(PASS_END), "    repeat search(root, alpha, beta, depth): %s"},
    {MINIMAX, 0, AT(ENTER), "function search(p, depth):"},
    {0, MINIMAX, AT(ENTER), "function search(p, alpha, beta, depth):"},
    {TABLE, 0, AT(PROBE) | AT_LEAVE(TABLE),
     "    if the table settles (p, alpha, beta, depth): return its value"},
    {MINIMAX | QUIET, 0, AT_LEAVE(LEAF) | AT_QUIESCENCE,
     "    if depth = 0 or the game is over: return quiescence(p)"},
    {QUIET, MINIMAX, AT_LEAVE(LEAF) | AT_QUIESCENCE,
     "    if depth = 0: return quiescence(p, alpha, beta); over: evaluate(p)"},
    {0, QUIET, AT_LEAVE(LEAF), "    if depth = 0 or the game is over: return evaluate(p)"},
    {ETC, 0, AT_LEAVE(ETC), "    if the table has a move with a score >= beta: return it"},
    {HARD_LOW, 0, 0, "    best := alpha"},
    {0, HARD_LOW, 0, "    best := -inf"},
    {0, 0, AT(RANK), "    for each move m of p:"},
    {MINIMAX, 0, AT(MOVE) | AT_LATER, "        s := -search(p after m, depth - 1)"},
    {NULLS, 0, AT(MOVE),
     "        if m is the first: s := -search(p after m, -beta, -alpha, depth - 1)"},
    {0, MINIMAX | NULLS, AT(MOVE) | AT_LATER,
     "        s := -search(p after m, -beta, -alpha, depth - 1)"},
    {NULLS, 0, AT_LATER, "        else: s := -search(p after m, -alpha - 1, -alpha, depth - 1)"},
    {NULLS, 0, AT(AGAIN) | AT(AGAIN_END),
     "            if alpha < s < beta%s: s := -search(p after m, -beta, %s, depth - 1)"},
    {TIES, 0, AT(BEST), "        if s >= best: best := s"},
    {0, TIES, AT(BEST), "        if s > best: best := s"},
    {IDLE, 0, AT(CUT), "        if m is not the first and best >= beta: return best"},
    {HARD_HIGH, 0, AT(CUT), "        if best >= beta: return beta"},
    {0, MINIMAX | IDLE | HARD_HIGH, AT(CUT), "        if best >= beta: return best"},
    {IDLE, 0, 0, "        if m is not the first and best > alpha: alpha := best"},
    {0, MINIMAX | IDLE, 0, "        if best > alpha: alpha := best"},
    {TABLE, 0, AT(STORE), "    store what is proved of (p, depth) in the table"},
    {0, 0, AT_LEAVE(MOVES), "    return best"},
};

enum { CODE_LINES = sizeof code / sizeof code[0] };

static bool has_line(const abs_config *c, size_t line)
{
    const unsigned flags = what_is(c);
    return (code[line].with & ~flags) == 0 && (code[line].without & flags) == 0;
}

/* All lines; "" for those that the search does not have. */
static void put_code(abs_buffer *b, const abs_config *c)
{
    static const char *const low[] = {
        [ABS_FROM_ALPHA] = "-alpha", [ABS_FROM_SCORE] = "-s", [ABS_FROM_NOTHING] = "+inf"};
    const abs_core *core = &c->algo.core->core;
    buffer_member(b, "code", "[");
    for (size_t i = 0; i < CODE_LINES; i++) {
        char text[ABS_TEXT_MAX], depth[32] = "";
        if (core->exact_depth > 0)
            snprintf(depth, sizeof depth, " and depth > %d", core->exact_depth);
        if (code[i].at & AT(AGAIN))
            snprintf(text, sizeof text, code[i].text, depth, low[core->second]);
        else
            snprintf(text, sizeof text, code[i].text, abs_driver_table[c->algo.driver].about.help);
        buffer_element_text(b, has_line(c, i) ? text : "");
    }
    buffer_char(b, ']');
}

/* The line that runs at a step. */
static size_t line_at(const trace_log *log, const abs_config *c, const trace_step *step)
{
    uint32_t at = UINT32_C(1) << step->kind;
    size_t line = 0;
    if (step->kind == ABS_STEP_MOVE && step->count > 0)
        at = AT_LATER;
    else if (step->kind == ABS_STEP_LEAVE && step->reason == TRACE_BY_MOVES &&
             log->nodes[step->node - 1].cut)
        at = AT(CUT);
    else if (step->kind == ABS_STEP_LEAVE)
        at = UINT32_C(2) << (ABS_STEPS + step->reason);
    while (!(code[line].at & at) || !has_line(c, line))
        line++;
    return line;
}

/* ---- the data -------------------------------------------------------------------------------- */

extern const char trace_template[]; /* trace.html */

#define DATA_PLACE "@DATA@"

/* As JSON Lines have them, and with what the page alone says. */
static void put_steps(abs_buffer *b, const abs_trace *trace)
{
    const trace_log *log = &trace->log;
    abs_buffer words = {0};
    buffer_member(b, "steps", "[");
    for (const trace_step *s = log->steps; s < log->steps + log->step_count; s++) {
        buffer_comma(b);
        trace_put_step(b, log, s);
        trace_put_words(&words, log, s, true);
        buffer_member_text(b, "words", buffer_end(&words));
        buffer_member(b, "line", "%zu", line_at(log, trace->row.config, s));
        if (s->kind == ABS_STEP_ENTER || s->kind == ABS_STEP_Q_ENTER) {
            const trace_node *node = &log->nodes[s->node - 1];
            buffer_member_text(b, "position", trace_text(log, node->position));
            buffer_member(b, "again", "%s", node->again ? "true" : "false");
        }
        buffer_char(b, '}');
        buffer_clear(&words);
    }
    buffer_char(b, ']');
    buffer_free(&words);
}

static void put_search(abs_buffer *b, const abs_trace *trace)
{
    char name[2 * ABS_TEXT_MAX];
    abs_root_name(trace->row.root, name, sizeof name);
    trace_put_search(b, &trace->row);
    buffer_member_text(b, "on", name);
    put_code(b, trace->row.config);
    put_steps(b, trace);
    buffer_key(b, "totals");
    trace_put_totals(b, trace);
    buffer_text(b, "}}");
}

/* ---- the page -------------------------------------------------------------------------------- */

void trace_write_page(abs_buffer *b, const abs_trace *trace)
{
    abs_buffer json = {0};
    put_search(&json, trace);
    buffer_comma(b);
    for (const char *c = buffer_end(&json); *c != '\0'; c++)
        if (*c == '<') /* no text may end the <script> that it is in */
            buffer_text(b, "\\u003c");
        else
            buffer_char(b, *c);
    buffer_free(&json);
}

void trace_write_frame(abs_buffer *b, bool end)
{
    const char *place = strstr(trace_template, DATA_PLACE);
    if (end) {
        buffer_text(b, "]}");
        buffer_text(b, place + strlen(DATA_PLACE));
        return;
    }
    buffer_bytes(b, trace_template, (size_t)(place - trace_template));
    buffer_char(b, '{');
    buffer_member(b, "searches", "[");
}
