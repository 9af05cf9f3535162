/* steps.c -- takes the steps of a traced search, completes each from those before it, and writes
   them as JSON Lines and as text. One table describes all steps. */
#include "trace/trace.h"

/* ---- completing a step ----------------------------------------------------------------------- */

/* Lists the moves that a cutoff left unsearched. Another visit of the node may search them. */
static void see_pruned(abs_trace *t, const trace_place *at, const abs_step *step)
{
    const abs_domain *d = t->root->domain;
    const unsigned count = d->count_moves(t->root->rules, step->position);
    char text[ABS_TEXT_MAX];
    for (unsigned i = 0; i < count; i++) {
        if (at->searched[i / 8] >> i % 8 & 1)
            continue;
        d->move_text(t->root->rules, step->position, i, text, sizeof text);
        buffer_add(&t->pruned, text);
    }
}

/* Why a node has its value. If it made no move, all its probes after the first were for --etc. */
static trace_reason reason_of(const trace_place *at, int ply)
{
    if (at->interior)
        return TRACE_BY_MOVES;
    if (!at->answered || ply == 0)
        return TRACE_BY_LEAF;
    return at->probes > 1 ? TRACE_BY_ETC : TRACE_BY_TABLE;
}

/* Updates the trace with a step, and completes the step. */
static void see_step(abs_trace *t, const abs_counters *now, trace_place *at, abs_step *step)
{
    switch (step->kind) {
    case ABS_STEP_ENTER:
    case ABS_STEP_Q_ENTER:
        *at = (trace_place){.node = ++t->nodes, .again = t->pass_again || t->within > 0};
        step->count = step->ply > 0 ? (int)at[-1].node : ABS_INFINITY;
        step->text = step->ply > 0 ? at[-1].move : NULL;
        break;
    case ABS_STEP_PROBE:
        at->probes++;
        at->answered = step->flag;
        step->reason = (uint8_t)((now->tt_hits > t->before.tt_hits) + step->flag);
        step->value = step->flag ? step->value : ABS_INFINITY;
        break;
    case ABS_STEP_STORE:
        step->flag = now->tt_replaced > t->before.tt_replaced;
        break;
    case ABS_STEP_MOVE:
    case ABS_STEP_Q_MOVE:
        snprintf(at->move, sizeof at->move, "%s", step->text);
        at->interior |= step->kind == ABS_STEP_MOVE;
        if (step->move != ABS_NO_MOVE)
            at->searched[step->move / 8] |= (uint8_t)(1u << step->move % 8);
        break;
    case ABS_STEP_AGAIN:
        t->within++;
        break;
    case ABS_STEP_AGAIN_END:
        t->within--;
        break;
    case ABS_STEP_CUT:
        see_pruned(t, at, step);
        break;
    case ABS_STEP_LEAVE:
        step->reason = (uint8_t)reason_of(at, step->ply);
        break;
    case ABS_STEP_PASS:
        t->pass_again = step->flag;
        break;
    case ABS_STEP_PASS_END:
        step->reason = step->value <= step->alpha ? 1 : step->value >= step->beta ? 2 : 0;
        break;
    default:
        break;
    }
}

static void see(abs_tracer *tracer, const abs_search *s, const abs_step *seen)
{
    const uint32_t nowhere = 1u << ABS_STEP_ITERATION | 1u << ABS_STEP_ITERATION_END |
                             1u << ABS_STEP_PASS | 1u << ABS_STEP_PASS_END | 1u << ABS_STEP_RANK;
    abs_trace *t = (abs_trace *)tracer;
    abs_step step = *seen;
    if (step.kind == ABS_STEP_ENTER)
        t->base = step.ply;
    if (step.kind >= ABS_STEP_Q_ENTER)
        step.ply += t->base;
    trace_place *at = &t->line[step.ply];
    buffer_clear(&t->pruned);
    see_step(t, &s->n, at, &step);
    if (step.kind != ABS_STEP_ENTER && step.kind != ABS_STEP_Q_ENTER)
        step.text = at->move[0] != '\0' ? at->move : NULL;
    step.at = nowhere >> step.kind & 1 ? NULL : at;
    t->before = s->n;
    t->form->step(t, &step);
}

void trace_start(abs_trace *t, const trace_form *form, const abs_root *root,
                 const abs_config *config, abs_buffer *out)
{
    *t = (abs_trace){.tracer.see = see,
                     .form = form,
                     .out = out,
                     .root = root,
                     .config = config,
                     .row = {.root = root, .config = config}};
    abs_row_id(&t->row, t->id, sizeof t->id);
    abs_root_name(root, t->name, sizeof t->name);
    form->start(t);
}

void trace_free(abs_trace *t)
{
    buffer_free(&t->pruned);
    abs_row_free(&t->row);
}

/* ---- the table ------------------------------------------------------------------------------- */

/* One of a few values, in JSON and in words. */
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
    size_t offset; /* in abs_step: of an int, or of the byte that is the index of a choice */
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

/*
 * Each kind of step, described once for every format. Its members are names of those above, in the
 * order of JSON Lines. In the words, {member} stands for the value of one. Words between bars are
 * only for the page, which shows every step, not for the text, which has one line for a node.
 */
static const struct {
    const char *name, *members, *words;
} kinds[ABS_STEPS] = {
    [ABS_STEP_ITERATION] = {"iteration", "depth for_guess", "depth {depth}{for_guess}"},
    [ABS_STEP_ITERATION_END] = {"iteration_end", "value", "value {value}"},
    [ABS_STEP_PASS] = {"pass", "alpha beta again", "{again}pass ({alpha}, {beta})"},
    [ABS_STEP_PASS_END] = {"pass_end", "alpha beta value failed", "pass = {value}{failed}"},
    [ABS_STEP_ENTER] = {"enter", "parent move depth alpha beta",
                        "{move} |is entered with |({alpha}, {beta})|, depth {depth}|"},
    [ABS_STEP_PROBE] = {"probe", "found value", "|the table {found}|"},
    [ABS_STEP_RANK] = {"evaluate", "count", "|{count} static evaluations outside leaves|"},
    [ABS_STEP_MOVE] = {"move", "move", "|{move} is searched|"},
    [ABS_STEP_AGAIN] = {"research", "move value alpha beta",
                        "{move} is searched again: its null window returned {value}"},
    [ABS_STEP_AGAIN_END] = {"research_end", "value", "|the second search returned {value}|"},
    [ABS_STEP_BEST] = {"best", "move value alpha beta",
                       "{move} is the best so far: {value}; now ({alpha}, {beta})"},
    [ABS_STEP_CUT] = {"cutoff", "move value beta searched pruned",
                      "{move} cuts off: {value} >= {beta}{pruned}"},
    [ABS_STEP_STORE] = {"store", "depth lower upper replaced",
                        "|[{lower}, {upper}] goes to the table, for depth {depth}{replaced}|"},
    [ABS_STEP_LEAVE] = {"leave", "value by", "|its value |= {value}{by}"},
    [ABS_STEP_Q_ENTER] = {"q_enter", "parent move alpha beta",
                          "{move} ({alpha}, {beta}) quiescence"},
    [ABS_STEP_Q_MOVE] = {"q_move", "move", "|{move} is tried|"},
    [ABS_STEP_Q_CUT] = {"q_cutoff", "value pruned",
                        "|a score of {value} cuts off; moves never seen: {pruned}|"},
    [ABS_STEP_Q_LEAVE] = {"q_leave", "value", "|its value |= {value}"},
};

/* Returns the member whose name begins the text, and moves *text behind it. */
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
    char words[ABS_BOUND_TEXT];
    if (!json)
        buffer_text(b, abs_bound_text(number, words));
    else if (number > -ABS_INFINITY && number < ABS_INFINITY)
        buffer_signed(b, number);
    else
        buffer_text(b, "null");
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

/* Writes the moves that were pruned or, for the quiescence search, their number. */
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

/* Writes the value of a step's member, in JSON or in words. */
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
    bool said = true; /* false between bars */
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

enum { INDENT = 2, DEEPEST = 30 }; /* deeper plies are indented as this one */

static void start_text(abs_trace *t)
{
    buffer_format(t->out, "%s on ", t->config->algo.name);
    buffer_plain(t->out, t->name);
    buffer_format(t->out, " to depth %d\n", t->config->depth);
}

/* The line of an entry ends only at the next step that has words. If that step leaves the node, its
   words go on the same line. */
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
