/* steps.c -- the table of steps, and what derives from it: JSON Lines, and text. */
#include "trace/trace.h"

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
static const choice reasons[] = {
    [TRACE_BY_MOVES] = {"\"moves\"", ""},
    [TRACE_BY_LEAF] = {"\"leaf\"", ", leaf"},
    [TRACE_BY_TABLE] = {"\"table\"", ", from the table"},
    [TRACE_BY_ETC] = {"\"etc\"", ", from the table's entry for a move"}};

typedef struct {
    const char *name;
    enum { AS_NUMBER, AS_CHOICE, AS_MOVE, AS_PRUNED } form;
    size_t offset; /* in abs_step, of an int, or of a byte: the number of a choice */
    const choice *choices;
} member;

static const member members[] = {
    {"depth", AS_NUMBER, offsetof(abs_step, depth), NULL},
    {"value", AS_NUMBER, offsetof(abs_step, value), NULL},
    {"alpha", AS_NUMBER, offsetof(abs_step, alpha), NULL},
    {"beta", AS_NUMBER, offsetof(abs_step, beta), NULL},
    {"lower", AS_NUMBER, offsetof(abs_step, alpha), NULL},
    {"upper", AS_NUMBER, offsetof(abs_step, beta), NULL},
    {"count", AS_NUMBER, offsetof(abs_step, count), NULL},
    {"searched", AS_NUMBER, offsetof(abs_step, count), NULL},
    {"parent", AS_NUMBER, offsetof(abs_step, count), NULL},
    {"for_guess", AS_CHOICE, offsetof(abs_step, flag), guess},
    {"again", AS_CHOICE, offsetof(abs_step, flag), again},
    {"replaced", AS_CHOICE, offsetof(abs_step, flag), replaced},
    {"found", AS_CHOICE, offsetof(abs_step, reason), found},
    {"failed", AS_CHOICE, offsetof(abs_step, reason), failed},
    {"by", AS_CHOICE, offsetof(abs_step, reason), reasons},
    {"move", AS_MOVE, 0, NULL},
    {"pruned", AS_PRUNED, 0, NULL},
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

static void put_number(abs_buffer *b, int number, bool json)
{
    if (number > -ABS_INFINITY && number < ABS_INFINITY)
        buffer_signed(b, number);
    else
        buffer_text(b, json ? "null" : number < 0 ? "-inf" : "+inf");
}

void trace_put_window(abs_buffer *b, int alpha, int beta)
{
    buffer_char(b, '(');
    put_number(b, alpha, false);
    buffer_text(b, ", ");
    put_number(b, beta, false);
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
static void put_pruned(abs_buffer *b, const abs_trace *t, const abs_step *step, bool json)
{
    if (step->kind == ABS_STEP_Q_CUT) {
        buffer_signed(b, step->count);
        return;
    }
    buffer_text(b, json ? "[" : t->pruned.length > 0 ? "; never seen: " : "");
    for (const char *move = NULL; (move = buffer_next(&t->pruned, move)) != NULL;) {
        buffer_text(b, move == t->pruned.data ? "" : json ? "," : " ");
        put_move(b, move, json);
    }
    buffer_text(b, json ? "]" : "");
}

/* Adds what a step has of it, in JSON or in words. */
static void put_member(abs_buffer *b, const abs_trace *t, const abs_step *step, const member *m,
                       bool json)
{
    const char *at = (const char *)step + m->offset;
    if (m->form == AS_NUMBER)
        put_number(b, *(const int *)(const void *)at, json);
    else if (m->form == AS_CHOICE)
        buffer_text(b, json ? m->choices[*(const uint8_t *)at].json
                            : m->choices[*(const uint8_t *)at].words);
    else if (m->form == AS_MOVE)
        put_move(b, step->text, json);
    else
        put_pruned(b, t, step, json);
}

void trace_put_words(abs_buffer *b, const abs_trace *t, const abs_step *step, bool all)
{
    bool said = true; /* not between bars */
    for (const char *c = kinds[step->kind].words; *c != '\0'; c++) {
        const member *m = *c == '{' ? c++, read_member(&c) : NULL;
        if (*c == '|')
            said = !said;
        else if ((said || all) && m != NULL)
            put_member(b, t, step, m, false);
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

void trace_put_search(abs_buffer *b, const abs_trace *t)
{
    begin(b, "search");
    buffer_member_text(b, "id", t->id);
    buffer_member_text(b, t->root->domain->kind, t->root->spec);
    buffer_member_text(b, "position", t->root->text);
    buffer_member_text(b, "algo", t->config->algo.name);
    buffer_member(b, "depth", "%d", t->config->depth);
}

void trace_put_step(abs_buffer *b, const abs_trace *t, const abs_step *step)
{
    begin(b, kinds[step->kind].name);
    if (step->at != NULL) {
        buffer_member(b, "node", "%" PRIu32, step->at->node);
        buffer_member(b, "ply", "%d", step->ply);
    }
    for (const char *c = kinds[step->kind].members; *c != '\0'; c += *c == ' ') {
        const member *m = read_member(&c);
        buffer_key(b, m->name);
        put_member(b, t, step, m, true);
    }
}

void trace_put_totals(abs_buffer *b, const abs_trace *t)
{
    begin(b, "totals");
    buffer_key(b, "value");
    if (t->row.has_value)
        buffer_signed(b, t->row.value);
    else
        buffer_string(b, NULL);
    for (const row_count *k = row_counts; k < row_counts + COUNTS; k++)
        if (trace_has_count(k, &t->row))
            buffer_member(b, k->name, "%" PRIu64, row_counted(k, &t->row));
}

static void start_lines(abs_trace *t)
{
    trace_put_search(t->out, t);
    buffer_text(t->out, "}\n");
}

static void put_json_line(abs_trace *t, const abs_step *step)
{
    trace_put_step(t->out, t, step);
    buffer_text(t->out, "}\n");
}

static void end_lines(abs_trace *t)
{
    trace_put_totals(t->out, t);
    buffer_text(t->out, "}\n");
}

const trace_form trace_lines = {start_lines, put_json_line, end_lines, .most = 100 * 1000};

/* ---- text ------------------------------------------------------------------------------------ */

enum { INDENT = 2, DEEPEST = 30 }; /* what is deeper is indented as much */

static void start_text(abs_trace *t)
{
    buffer_format(t->out, "%s on ", t->config->algo.name);
    buffer_plain(t->out, t->name);
    buffer_format(t->out, " to depth %d\n", t->config->depth);
}

/* A node's line has no end until the next step with words; that it is left then stands on it too.
 */
static void put_text_line(abs_trace *t, const abs_step *step)
{
    const bool entered = step->kind == ABS_STEP_ENTER || step->kind == ABS_STEP_Q_ENTER;
    const bool left = step->kind == ABS_STEP_LEAVE || step->kind == ABS_STEP_Q_LEAVE;
    const bool open = t->out->data[t->out->length - 1] != '\n';
    const int ply = step->at != NULL ? step->ply + 1 + !(entered || left) : 0;
    abs_buffer words = {0};
    trace_put_words(&words, t, step, false);
    if (words.length > 0) {
        if (left && open)
            buffer_char(t->out, ' ');
        else
            buffer_format(t->out, "%s%*s", open ? "\n" : "",
                          INDENT * (ply < DEEPEST ? ply : DEEPEST), "");
        buffer_bytes(t->out, words.data, words.length);
        buffer_text(t->out, entered ? "" : "\n");
    }
    buffer_free(&words);
}

static void end_text(abs_trace *t)
{
    const char *gap = "";
    for (const row_count *k = row_counts; k < row_counts + COUNTS; k++)
        if (trace_has_count(k, &t->row) && row_counted(k, &t->row) > 0) {
            buffer_format(t->out, "%s%s %" PRIu64, gap, k->name, row_counted(k, &t->row));
            gap = ", ";
        }
    buffer_char(t->out, '\n');
}

const trace_form trace_text = {start_text, put_text_line, end_text, .most = 100 * 1000};
