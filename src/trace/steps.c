/* steps.c -- the table of steps, and what derives from it: JSON Lines, and text. */
#include "trace/trace.h"

#include <inttypes.h>

/* ---- the table ------------------------------------------------------------------------------- */

/* One of a few, in JSON and in words. */
typedef struct {
    const char *json, *words;
} choice;

static const choice guess[] = {{"false", ""}, {"true", ", for a guess"}};
static const choice again[] = {{"false", ""}, {"true", "another "}};
static const choice failed[] = {
    {"null", ""}, {"\"low\"", ", failed low"}, {"\"high\"", ", failed high"}};
static const choice found[] = {{"false", "has no entry"},
                               {"true", "has an entry, which does not answer"},
                               {"true", "answers"}};
static const choice replaced[] = {{"false", ""}, {"true", ", in another's place"}};
static const choice reasons[] = {[TRACE_BY_MOVES] = {"\"moves\"", ""},
                                 [TRACE_BY_LEAF] = {"\"leaf\"", ", leaf"},
                                 [TRACE_BY_TABLE] = {"\"table\"", ", from the table"},
                                 [TRACE_BY_ETC] = {"\"etc\"", ", from the table's entry for a move"}};

typedef struct {
    const char *name;
    enum { AS_NUMBER, AS_BOUND, AS_NODE, AS_CHOICE, AS_MOVE, AS_PRUNED } form;
    size_t offset; /* in trace_step, of an int, or of a byte: the number of a choice */
    const choice *choices;
} member;

static const member members[] = {
    {"depth", AS_NUMBER, offsetof(trace_step, depth), NULL},
    {"value", AS_BOUND, offsetof(trace_step, value), NULL},
    {"alpha", AS_BOUND, offsetof(trace_step, alpha), NULL},
    {"beta", AS_BOUND, offsetof(trace_step, beta), NULL},
    {"lower", AS_BOUND, offsetof(trace_step, alpha), NULL},
    {"upper", AS_BOUND, offsetof(trace_step, beta), NULL},
    {"count", AS_NUMBER, offsetof(trace_step, count), NULL},
    {"searched", AS_NUMBER, offsetof(trace_step, count), NULL},
    {"parent", AS_NODE, offsetof(trace_step, count), NULL},
    {"for_guess", AS_CHOICE, offsetof(trace_step, flag), guess},
    {"again", AS_CHOICE, offsetof(trace_step, flag), again},
    {"replaced", AS_CHOICE, offsetof(trace_step, flag), replaced},
    {"found", AS_CHOICE, offsetof(trace_step, reason), found},
    {"failed", AS_CHOICE, offsetof(trace_step, reason), failed},
    {"by", AS_CHOICE, offsetof(trace_step, reason), reasons},
    {"move", AS_MOVE, offsetof(trace_step, move), NULL},
    {"pruned", AS_PRUNED, offsetof(trace_step, pruned), NULL},
};

static const struct {
    const char *name, *members, *words;
} kinds[ABS_STEPS] = {
#define STEP(id, name, members, words) {name, members, words},
#include "search/trace.def"
};

/* The member whose name the text begins with; *text is then what follows. */
static const member *read_member(const char **text)
{
    const size_t length = strcspn(*text, " }");
    const member *m = members;
    while (strncmp(m->name, *text, length) != 0 || m->name[length] != '\0')
        m++;
    *text += length;
    return m;
}

/* ---- a member -------------------------------------------------------------------------------- */

static void put_bound(abs_buffer *b, int bound, bool json)
{
    if (bound > -ABS_INFINITY && bound < ABS_INFINITY)
        buffer_signed(b, bound);
    else
        buffer_text(b, json ? "null" : bound < 0 ? "-inf" : "+inf");
}

void trace_put_window(abs_buffer *b, int alpha, int beta)
{
    buffer_char(b, '(');
    put_bound(b, alpha, false);
    buffer_text(b, ", ");
    put_bound(b, beta, false);
    buffer_char(b, ')');
}

static void put_move(abs_buffer *b, const char *move, bool json)
{
    if (!json)
        buffer_plain(b, move != NULL ? move : "root");
    else if (move != NULL)
        buffer_string(b, move);
    else
        buffer_text(b, "null");
}

/* Moves; of the quiescence search, how many. */
static void put_pruned(abs_buffer *b, const trace_log *log, const trace_step *step, bool json)
{
    if (step->kind == ABS_STEP_Q_CUT) {
        buffer_signed(b, step->count);
        return;
    }
    buffer_text(b, json ? "[" : step->pruned_count > 0 ? "; never seen: " : "");
    for (uint32_t i = 0; i < step->pruned_count; i++) {
        buffer_text(b, i == 0 ? "" : json ? "," : " ");
        put_move(b, trace_text(log, log->pruned[step->pruned + i]), json);
    }
    buffer_text(b, json ? "]" : "");
}

/* Adds what a step has of it, in JSON or in words. */
static void put_member(abs_buffer *b, const trace_log *log, const trace_step *step, const member *m,
                       bool json)
{
    const char *at = (const char *)step + m->offset;
    const int number = m->form == AS_CHOICE ? *(const uint8_t *)at : *(const int *)(const void *)at;
    switch (m->form) {
    case AS_NUMBER:
        buffer_signed(b, number);
        break;
    case AS_BOUND:
        put_bound(b, number, json);
        break;
    case AS_NODE:
        put_bound(b, number > 0 ? number : ABS_INFINITY, json);
        break;
    case AS_CHOICE:
        buffer_text(b, json ? m->choices[number].json : m->choices[number].words);
        break;
    case AS_MOVE:
        put_move(b, trace_text(log, step->move), json);
        break;
    case AS_PRUNED:
        put_pruned(b, log, step, json);
        break;
    }
}

void trace_put_words(abs_buffer *b, const trace_log *log, const trace_step *step, bool all)
{
    bool said = true; /* not between bars */
    for (const char *c = kinds[step->kind].words; *c != '\0'; c++) {
        const member *m = *c == '{' ? c++, read_member(&c) : NULL;
        if (*c == '|')
            said = !said;
        else if ((said || all) && m != NULL)
            put_member(b, log, step, m, false);
        else if (said || all)
            buffer_char(b, *c);
    }
}

/* ---- JSON Lines ------------------------------------------------------------------------------ */

static void begin(abs_buffer *b, const char *event)
{
    buffer_char(b, '{');
    buffer_member_text(b, "event", event);
}

void trace_put_search(abs_buffer *b, const abs_row *row)
{
    const abs_root *e = row->root;
    char id[ABS_TEXT_MAX * 2];
    abs_row_id(row, id, sizeof id);
    begin(b, "search");
    buffer_member_text(b, "id", id);
    buffer_member_text(b, e->domain->kind, e->spec);
    buffer_member_text(b, "position", e->text);
    buffer_member_text(b, "algo", row->config->algo.name);
    buffer_member(b, "depth", "%d", row->config->depth);
}

void trace_put_step(abs_buffer *b, const trace_log *log, const trace_step *step)
{
    begin(b, kinds[step->kind].name);
    if (step->node > 0) {
        buffer_member(b, "node", "%" PRIu32, step->node);
        buffer_member(b, "ply", "%d", log->nodes[step->node - 1].ply);
    }
    for (const char *c = kinds[step->kind].members; *c != '\0'; c += *c == ' ') {
        const member *m = read_member(&c);
        buffer_key(b, m->name);
        put_member(b, log, step, m, true);
    }
}

void trace_put_totals(abs_buffer *b, const abs_trace *t)
{
    const abs_row *totals = &t->log.totals;
    begin(b, "totals");
    buffer_member_if(b, "value", t->row.has_value, t->row.value);
    for (const row_count *k = row_counts; k < row_counts + COUNTS; k++)
        if (row_has_count(k, totals))
            buffer_member(b, k->name, "%" PRIu64, row_counted(k, totals));
}

void trace_write_lines(abs_buffer *b, const abs_trace *t)
{
    trace_put_search(b, &t->row);
    for (size_t i = 0; i < t->log.step_count; i++) {
        buffer_text(b, "}\n");
        trace_put_step(b, &t->log, &t->log.steps[i]);
    }
    buffer_text(b, "}\n");
    trace_put_totals(b, t);
    buffer_text(b, "}\n");
}

/* ---- text ------------------------------------------------------------------------------------ */

enum { INDENT = 2, DEEPEST = 30 }; /* what is deeper is indented as much */

/* `*open` is the node whose line has no end yet; 0: none. One that is left as soon as it is entered
   stands on one line. */
static void put_line(abs_buffer *b, const trace_log *log, const trace_step *step, uint32_t *open)
{
    const bool entered = step->kind == ABS_STEP_ENTER || step->kind == ABS_STEP_Q_ENTER;
    const bool left = step->kind == ABS_STEP_LEAVE || step->kind == ABS_STEP_Q_LEAVE;
    const int ply = step->node > 0 ? log->nodes[step->node - 1].ply + 1 + !(entered || left) : 0;
    abs_buffer words = {0};
    trace_put_words(&words, log, step, false);
    if (words.length > 0) {
        if (left && *open == step->node)
            buffer_char(b, ' ');
        else
            buffer_format(b, "%s%*s", *open != 0 ? "\n" : "",
                          INDENT * (ply < DEEPEST ? ply : DEEPEST), "");
        buffer_bytes(b, words.data, words.length);
        *open = entered ? step->node : 0;
        if (!entered)
            buffer_char(b, '\n');
    }
    buffer_free(&words);
}

void trace_write_text(abs_buffer *b, const abs_trace *t)
{
    const abs_row *totals = &t->log.totals;
    char name[2 * ABS_TEXT_MAX];
    uint32_t open = 0;
    buffer_format(b, "%s on ", t->row.config->algo.name);
    abs_root_name(t->row.root, name, sizeof name);
    buffer_plain(b, name);
    buffer_format(b, " to depth %d\n", t->row.config->depth);
    for (size_t i = 0; i < t->log.step_count; i++)
        put_line(b, &t->log, &t->log.steps[i], &open);
    for (size_t c = 0, n = 0; c < COUNTS; c++)
        if (row_has_count(&row_counts[c], totals) && row_counted(&row_counts[c], totals) > 0)
            buffer_format(b, "%s%s %" PRIu64, n++ > 0 ? ", " : "", row_counts[c].name,
                          row_counted(&row_counts[c], totals));
    buffer_char(b, '\n');
}
