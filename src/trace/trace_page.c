/*
 * trace_page.c -- one HTML page that steps through one search or two: the template trace.html and
 * the searches as JSON. See docs/trace.md.
 */
#include "trace/trace.h"
#include "trace/trace_code.h"
#include "trace/trace_layout.h"

extern const char trace_template[]; /* trace.html */

#define DATA_PLACE "@DATA@"

static const char *const step_names[] = {
#define STEP(id, name) name,
#include "search/trace.def"
};

static void put_number(abs_buffer *b, int64_t number)
{
    buffer_comma(b);
    buffer_signed(b, number);
}

/* A bound, or null. */
static void put_bound(abs_buffer *b, int bound)
{
    buffer_comma(b);
    if (bound > -ABS_INFINITY && bound < ABS_INFINITY)
        buffer_signed(b, bound);
    else
        buffer_text(b, "null");
}

/* A text's number, or -1. */
static void put_text(abs_buffer *b, uint32_t text)
{
    put_number(b, text == TRACE_NO_TEXT ? -1 : (int64_t)text);
}

static void open_element(abs_buffer *b)
{
    buffer_comma(b);
    buffer_char(b, '[');
}

/* [parent, move, column, ply] */
static void put_vertices(abs_buffer *b, const trace_tree *t, const trace_layout *l)
{
    buffer_member_open(b, "vertices", '[');
    for (uint32_t v = 0; v < t->count; v++) {
        open_element(b);
        put_number(b, v == 0 ? -1 : (int64_t)t->vertices[v].parent);
        put_text(b, t->vertices[v].move);
        buffer_comma(b);
        buffer_real(b, l->x[v], 10);
        put_number(b, l->ply[v]);
        buffer_char(b, ']');
    }
    buffer_char(b, ']');
}

/* [vertex, position, again] */
static void put_nodes(abs_buffer *b, const trace_tree *t)
{
    const trace_log *log = t->log;
    buffer_member_open(b, "nodes", '[');
    for (uint32_t n = 1; n <= log->node_count; n++) {
        open_element(b);
        put_number(b, t->vertex_of[n]);
        put_text(b, log->nodes[n - 1].position);
        put_number(b, log->nodes[n - 1].again);
        buffer_char(b, ']');
    }
    buffer_char(b, ']');
}

/* [kind, line, node, depth, alpha, beta, value, move, flag, reason, moves pruned] */
static void put_steps(abs_buffer *b, const abs_trace *trace)
{
    const trace_log *log = &trace->log;
    buffer_member_open(b, "steps", '[');
    for (size_t i = 0; i < log->step_count; i++) {
        const trace_step *s = &log->steps[i];
        open_element(b);
        put_number(b, s->kind);
        put_number(b, trace_code_at(log, trace->row->config, s));
        put_number(b, s->node);
        put_number(b, s->depth);
        put_bound(b, s->alpha);
        put_bound(b, s->beta);
        put_number(b, s->value);
        put_text(b, s->move);
        put_number(b, s->flag);
        put_number(b, s->reason);
        put_number(b, s->kind == ABS_STEP_CUT ? s->pruned_count : s->count);
        buffer_char(b, ']');
    }
    buffer_char(b, ']');
}

static void put_code(abs_buffer *b, const abs_config *config)
{
    buffer_member_open(b, "code", '[');
    for (unsigned line = 0; line < TRACE_CODE_LINES; line++) {
        abs_buffer text = {0};
        trace_code_line(&text, config, line);
        buffer_element_text(b, buffer_end(&text));
        b->failed |= text.failed;
        buffer_free(&text);
    }
    buffer_char(b, ']');
}

static void put_totals(abs_buffer *b, const abs_trace *t)
{
    buffer_member_open(b, "totals", '{');
    for (size_t c = 0; c < COUNTS; c++)
        if (row_has_count(&row_counts[c], &t->totals))
            buffer_member_unsigned(b, row_counts[c].name, row_counted(&row_counts[c], &t->totals));
    buffer_char(b, '}');
}

static void put_search(abs_buffer *b, const abs_trace *trace)
{
    char id[2 * ABS_TEXT_MAX];
    trace_tree tree;
    trace_layout layout = {0};
    b->failed |= !trace_tree_make(&tree, &trace->log) || !trace_lay_out(&tree, &layout);
    abs_row_id(trace->row, id, sizeof id);
    buffer_comma(b);
    buffer_char(b, '{');
    buffer_member_text(b, "id", id);
    buffer_member_text(b, "algo", trace->row->config->algo.name);
    buffer_member_signed_if(b, "value", trace->row->has_value, trace->row->value);
    put_totals(b, trace);
    put_code(b, trace->row->config);
    buffer_member_open(b, "texts", '[');
    for (size_t i = 0; i < trace->log.texts.count; i++)
        buffer_element_text(b, trace->log.texts.texts[i]);
    buffer_char(b, ']');
    if (!b->failed) {
        put_vertices(b, &tree, &layout);
        put_nodes(b, &tree);
        put_steps(b, trace);
    }
    buffer_char(b, '}');
    trace_layout_free(&layout);
    trace_tree_free(&tree);
}

/* JSON within a <script>: no text of it may end that. */
static void put_script(abs_buffer *b, const abs_buffer *json)
{
    for (size_t i = 0; i < json->length; i++)
        if (json->data[i] == '<')
            buffer_text(b, "\\u003c");
        else
            buffer_char(b, json->data[i]);
    b->failed |= json->failed;
}

void trace_write_page(abs_buffer *b, const abs_trace *traces, size_t count)
{
    const char *place = strstr(trace_template, DATA_PLACE);
    abs_buffer json = {0};
    buffer_char(&json, '{');
    buffer_member_open(&json, "kinds", '[');
    for (size_t i = 0; i < ABS_STEPS; i++)
        buffer_element_text(&json, step_names[i]);
    buffer_char(&json, ']');
    buffer_member_open(&json, "searches", '[');
    for (size_t i = 0; i < count; i++)
        put_search(&json, &traces[i]);
    buffer_text(&json, "]}");
    buffer_bytes(b, trace_template, (size_t)(place - trace_template));
    put_script(b, &json);
    buffer_text(b, place + strlen(DATA_PLACE));
    buffer_free(&json);
}
