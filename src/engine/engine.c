/* engine.c -- see engine.h. */
#include "engine/engine.h"
#include "base/memory.h"
#include "search/registry.h"
#include "suite/forms.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/wait.h>

enum { TOLD_MOST = 1 << 16 }; /* iterations and passes of a row */
#define GRACE_S 2.0           /* how late an engine's move may be once it was told to stop */

/* An engine, started or not. It starts as zeros. */
struct engine_session {
    engine_session *next; /* in the list of those that are kept */
    process p;
    const abs_config *config; /* whose settings it has */
    const abs_domain *domain; /* the game that it plays */
};

/* Starts the configuration's engine for a domain, and sets its options. Returns false if the fault
   is set, or if the watch ended it. */
static bool session_begin(engine_session *s, const abs_domain *domain, const abs_config *c)
{
    s->domain = domain;
    s->config = c;
    if (!process_begin(&s->p, c->algo.engine->command))
        return false;
    settings_say(&s->p, domain, c);
    return true;
}

/* ---- a search -------------------------------------------------------------------------------- */

/* What the engine has reported so far in this search. */
typedef struct {
    abs_row *row;
    uint64_t nodes;       /* the last number of nodes */
    uint64_t deep;        /* the last one for the depth that was asked for; 0: none */
    uint64_t before;      /* the last one before the iteration */
    process *from;        /* the engine's process */
    int first_rank;       /* in xiangqi */
    char said[160];       /* the last `info string` */
    uint64_t begun, ends; /* the iteration's nodes when its last pass began and ended */
    uci_info last, exact; /* the last score, and the last one that is no bound; depth 0: none */
    uci_info deepest;     /* that of the deepest iteration */
    bool any_nodes, any_bounds;
    line_walk walk;
} hearing;

/* Whether a move's ranks count as the engine's ranks do; if not, sets the fault. */
static bool ranks_right(hearing *h, const char *text)
{
    process *const p = h->from;
    if (uci_ranks_right(h->row->root->domain, text, h->first_rank))
        return true;
    snprintf(p->text, sizeof p->text,
             "its ranks count from %d (UCI_Variant: %s), but it says %.20s", h->first_rank,
             h->first_rank == 1 ? "yes" : "no", text);
    p->fault = p->text;
    return false;
}

/* Reads the moves of a text up to the first that is not legal, and returns their number. */
static unsigned read_line(hearing *h, const char *text, uint16_t *line)
{
    const abs_root *e = h->row->root;
    char *copy = memory_text(text), *rest = copy;
    unsigned length = 0;
    line_start(&h->walk, e);
    for (char *word; length < ABS_MAX_PLY && *(word = uci_word(&rest)) != '\0'; length++) {
        const unsigned move =
            ranks_right(h, word)
                ? uci_read_move(e->domain, e->rules, h->walk.here, word, h->first_rank)
                : ABS_NO_MOVE;
        if (move == ABS_NO_MOVE)
            break;
        line[length] = (uint16_t)move;
        line_advance(&h->walk, e, move);
    }
    free(copy);
    return length;
}

/* Returns the iteration of that depth, which it begins unless it is the current one. */
static abs_iteration *iteration_at(hearing *h, int depth)
{
    abs_row *row = h->row;
    const size_t count = row->iteration_count;
    if (count == 0 || row->iterations[count - 1].depth != depth) {
        memory_grow(&row->iterations, &row->iteration_room, count, sizeof *row->iterations);
        row->iterations[row->iteration_count++] =
            (abs_iteration){.depth = depth, .first_pass = row->pass_count};
        h->before = h->nodes;
        h->ends = 0;
    }
    return &row->iterations[row->iteration_count - 1];
}

/* Adds a pass for a score. A bound is the score of a pass that left its window. Once the iteration
   has an exact score, further exact ones replace it. */
static void take_score(hearing *h, abs_iteration *it, const uci_info *i)
{
    abs_row *row = h->row;
    const bool mate = i->mate != UCI_NONE, bound = i->lower || i->upper;
    const int score = (int)(mate ? i->mate : i->cp);
    const bool known = h->exact.depth == it->depth;
    if (bound && known)
        return;
    if (!known) {
        memory_grow(&row->passes, &row->pass_room, row->pass_count, sizeof *row->passes);
        row->pass_count++;
        it->passes++;
        h->begun = h->ends;
    }
    h->ends = it->nodes;
    row->passes[row->pass_count - 1] = (abs_pass){.alpha = i->upper ? score : -ABS_INFINITY,
                                                  .beta = i->lower ? score : ABS_INFINITY,
                                                  .value = score,
                                                  .nodes = it->nodes - h->begun,
                                                  .work = it->nodes - h->begun};
    h->any_bounds |= bound;
    h->last = *i;
    if (!bound)
        h->exact = *i;
    if (!bound && i->depth >= h->deepest.depth)
        h->deepest = *i;
    it->has_value = !mate;
    it->value = mate ? 0 : score;
}

/* Takes the line of a score. */
static void take_pv(hearing *h, const char *pv, int64_t depth)
{
    abs_row *row = h->row;
    row->pv_length = read_line(h, pv, row->pv);
    const unsigned move = row->pv_length > 0 ? row->pv[0] : ABS_NO_MOVE;
    if (!abs_root_is_problem(row->root) || !abs_root_solves(row->root, move))
        row->solved_depth = 0;
    else if (row->solved_depth == 0)
        row->solved_depth = (int)depth;
}

/* Takes an `info` line. Returns what is wrong with it, or NULL. */
static const char *take_info(hearing *h, char *text)
{
    abs_row *row = h->row;
    const char *const string = uci_after(text, "string");
    if (string != NULL)
        snprintf(h->said, sizeof h->said, "%s", string);
    uci_info i = uci_read_info(text);
    const bool has_nodes = i.nodes != UCI_NONE, has_score = i.cp != UCI_NONE || i.mate != UCI_NONE;
    if (i.unread != NULL) {
        snprintf(h->from->text, sizeof h->from->text, "it says %s %.40s, which is no number",
                 i.name, i.unread);
        return h->from->text;
    }
    if (i.other)
        return NULL;
    if (row->iteration_count + row->pass_count > TOLD_MOST)
        return "it reports more than 65536 iterations and bounds";
    if (has_nodes && (uint64_t)i.nodes < h->nodes)
        return "its nodes become fewer";
    if (i.depth > ABS_MAX_DEPTH) /* engines that have found a mate may go deeper */
        i.depth = 0;
    if (i.ms != UCI_NONE)
        row->engine_s = (double)i.ms / 1000;
    row->seldepth = i.seldepth > row->seldepth ? (int)i.seldepth : row->seldepth;
    abs_iteration *it =
        i.depth > 0 && (has_score || has_nodes) ? iteration_at(h, (int)i.depth) : NULL;
    if (has_nodes) {
        h->nodes = (uint64_t)i.nodes;
        h->any_nodes = true;
        if (it != NULL)
            it->nodes = it->work = h->nodes - h->before;
        if (it != NULL && it->depth == row->config->depth)
            h->deep = h->nodes;
    }
    if (it != NULL && has_score)
        take_score(h, it, &i);
    const uci_info *const score = has_score ? &i : &h->last; /* a line alone is of the last score */
    if (i.pv != NULL && score->depth > 0 && !score->upper &&
        (i.depth == 0 || i.depth == score->depth))
        take_pv(h, i.pv, score->depth);
    return h->from->fault;
}

/* The deepest iteration for which it has reported a score or, if it reports none, nodes. */
static int64_t depth_reached(const abs_row *row, const hearing *h)
{
    const size_t count = row->iteration_count;
    return h->last.depth > 0 ? h->last.depth : count > 0 ? row->iterations[count - 1].depth : 0;
}

/* Takes a line `bestmove`, as "e2e4 ponder e7e5". Returns what is wrong with it, or NULL. */
static const char *take_best(hearing *h, char *text)
{
    abs_row *row = h->row;
    const abs_root *e = row->root;
    const char *word = uci_word(&text);
    const bool none = strcmp(word, "(none)") == 0 || strcmp(word, "0000") == 0;
    process *const p = h->from;
    if (!none && !ranks_right(h, word))
        return p->fault;
    row->best = uci_read_move(e->domain, e->rules, e->position, word, h->first_rank);
    if (row->best == ABS_NO_MOVE && !none)
        return "its best move is not legal";
    if (none && e->domain->count_moves(e->rules, e->position) > 0) {
        snprintf(p->text, sizeof p->text, "it says that there is no move, but there is%s%s",
                 *h->said != '\0' ? "; it says: " : "", h->said);
        return p->text;
    }
    if (!h->any_nodes && !none)
        return "it does not say how many nodes it searched";
    if (h->nodes == 0 && !none && depth_reached(row, h) >= row->config->depth)
        return "the nodes that it states are always 0";
    return NULL;
}

/* Sends "position fen .. moves ..", for a position that was given so. */
static void say_moves(engine_session *s, const abs_root *e, int first_rank)
{
    const abs_domain *d = e->domain;
    abs_buffer line = {0};
    abs_error error;
    char text[ABS_TEXT_MAX], word[ABS_TEXT_MAX];
    const char *moves = position_moves(d, e->text, text);
    void *const here = memory_zeros(1, d->position_size);
    d->parse(e->rules, text, here, &error); /* as when it was read */
    d->print(e->rules, here, text, sizeof text);
    buffer_format(&line, "position fen %s moves", text);
    while (text_word(&moves, BETWEEN, word)) {
        const unsigned move = position_move(d, e->rules, here, word, &error);
        uci_move_text(d, e->rules, here, move, first_rank, text, sizeof text);
        buffer_format(&line, " %s", text);
        position_play(d, e->rules, here, word, &error);
    }
    process_say(&s->p, "%s", buffer_end(&line));
    buffer_free(&line);
    free(here);
}

/* Sends "position fen ..". A position that only the engine understands is sent as it is. */
static void say_position(engine_session *s, const abs_root *e, int first_rank)
{
    char text[ABS_TEXT_MAX], *own = text;
    if (position_moves(e->domain, e->text, text) != NULL) {
        say_moves(s, e, first_rank);
        return;
    }
    e->domain->print(e->rules, e->position, text, sizeof text);
    if (e->domain == &foreign_domain && uci_after(text, "position") != NULL)
        own = uci_after(text, "position");
    const bool whole = e->domain == &foreign_domain &&
                       (strncmp(own, "startpos", 8) == 0 || strncmp(own, "fen ", 4) == 0);
    process_say(&s->p, "position %s%s", whole ? "" : "fen ", own);
}

/* Makes the engine search, and reads what it writes. Returns false as session_begin() does. */
static bool search(engine_session *s, hearing *h)
{
    const abs_row *row = h->row;
    const abs_config *c = row->config;
    char *line, *text;
    abs_buffer go = {0};
    say_position(s, row->root, h->first_rank);
    buffer_text(&go, "go");
    if (c->depth < ABS_MAX_DEPTH)
        buffer_format(&go, " depth %d", c->depth);
    if (c->node_limit > 0)
        buffer_format(&go, " nodes %" PRIu64, c->node_limit);
    if (c->timeout > 0)
        buffer_format(&go, " movetime %.0f", ceil(1000 * c->timeout));
    process_say(&s->p, "%s", buffer_end(&go));
    buffer_free(&go);
    const double ends = c->timeout > 0 ? clock_now() + c->timeout : 0;
    double deadline = ends;
    while ((line = process_hear(&s->p, deadline)) != NULL ||
           (s->p.fault == NULL && ends > 0 && clock_now() >= deadline)) {
        if (line == NULL && deadline > ends)
            s->p.fault = "it does not stop when its time is over";
        if (line == NULL) {
            process_say(&s->p, "stop");
            deadline = clock_now() + GRACE_S;
        } else if ((text = uci_after(line, "bestmove")) != NULL) {
            s->p.fault = take_best(h, text);
            return s->p.fault == NULL;
        } else if ((text = uci_after(line, "info")) != NULL) {
            s->p.fault = take_info(h, text);
        }
    }
    return false;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Prints what went wrong, once for each configuration. */
static void tell(const abs_row *row, const char *fault, int status)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static abs_names told;
    char how[60] = "";
    if (fault == process_ended && WIFEXITED(status))
        snprintf(how, sizeof how, ", with exit code %d", WEXITSTATUS(status));
    else if (fault == process_ended && WTERMSIG(status) != SIGKILL)
        snprintf(how, sizeof how, ", by signal %d", WTERMSIG(status));
    pthread_mutex_lock(&lock);
    const size_t before = told.count;
    names_add(&told, row->config->algo.name);
    if (told.count > before) {
        abs_buffer said = {0}, plain = {0};
        buffer_format(&said, "%s: %s%s (%s; its other faults are in the rows)",
                      row->config->algo.name, fault, how, row->root->id);
        buffer_plain(&plain, buffer_end(&said));
        fprintf(stderr, "absbench: %s\n", buffer_end(&plain));
        buffer_free(&said);
        buffer_free(&plain);
    }
    pthread_mutex_unlock(&lock);
}

/* Completes the row of a search with a best move. */
static void conclude(const hearing *h)
{
    abs_row *row = h->row;
    const abs_config *c = row->config;
    const int64_t reached = h->last.depth > 0 ? h->deepest.depth : depth_reached(row, h);
    const bool limit = c->node_limit > 0 || c->timeout > 0, limited = limit && reached < c->depth,
               is_short = !limit && depth_reached(row, h) < c->depth;
    const uci_info *found = limited || is_short ? &h->deepest : &h->last;
    row->n.nodes = h->deep > 0 ? h->deep : h->nodes;
    const bool has_score = found->depth > 0 && !found->upper;
    row->has_mate = has_score && found->mate != UCI_NONE;
    row->mate = row->has_mate ? (int)found->mate : 0;
    row->has_value = has_score && !row->has_mate;
    row->lower = has_score && found->lower;
    row->value = row->has_value ? (int)found->cp : 0;
    if (limited && row->best != ABS_NO_MOVE)
        row->status = c->node_limit > 0 ? ABS_STATUS_NODE_LIMIT : ABS_STATUS_TIMEOUT;
    if (is_short && row->best != ABS_NO_MOVE)
        row->status = ABS_STATUS_SHORT;
    row->is_limited |= row->status == ABS_STATUS_SHORT;
    if (abs_root_is_problem(row->root)) {
        row->solved = abs_root_solves(row->root, row->best) ? ABS_YES : ABS_NO;
        if (row->solved == ABS_NO || row->solved_depth == 0)
            row->solved_depth = row->solved == ABS_YES ? (int)found->depth : 0;
    }
    if (row->status == ABS_STATUS_OK)
        return;
    const int64_t deepest = h->last.depth > 0 ? found->depth : reached;
    row->completed = (abs_completed){.any = deepest > 0,
                                     .has_value = row->has_value,
                                     .has_mate = row->has_mate,
                                     .depth = (int)deepest,
                                     .value = row->value,
                                     .mate = row->mate,
                                     .work = row->n.nodes,
                                     .best = row->best,
                                     .pv_length = row->pv_length};
    memcpy(row->completed.pv, row->pv, row->pv_length * sizeof row->pv[0]);
    row->has_value = row->lower = row->has_mate = false;
    row->best = ABS_NO_MOVE;
    row->pv_length = 0;
}

/* Completes the row. If `ok`, the search has a best move; else `fault` says why not, and is_own
   that the fault is this program's; NULL: the search was interrupted. */
static void finish(hearing *h, bool ok, const char *fault, bool is_own)
{
    abs_row *row = h->row;
    line_free(&h->walk);
    if (!h->any_bounds)
        row->missing |= UINT64_C(1) << COUNT_root_researches;
    if (ok) {
        conclude(h);
        return;
    }
    row->best = ABS_NO_MOVE;
    row->pv_length = 0;
    row->solved_depth = 0;
    row->status = fault == NULL            ? ABS_STATUS_INTERRUPTED
                  : is_own                 ? ABS_STATUS_NOT_STARTED
                  : fault == process_ended ? ABS_STATUS_CRASHED
                                           : ABS_STATUS_PROTOCOL;
    row->n.nodes = h->nodes;
}

/* Returns a session for the row's configuration: one that is kept, or a new one, not started
   yet. */
static engine_session *session_of(const abs_row *row, engine_session **kept)
{
    const abs_config *c = row->config;
    engine_session *s = *kept;
    while (s != NULL && (s->domain != row->root->domain || s->config->tt_bytes != c->tt_bytes ||
                         strcmp(s->config->algo.name, c->algo.name) != 0))
        s = s->next;
    if (s == NULL) {
        s = memory_zeros(1, sizeof *s);
        s->next = *kept;
        *kept = s;
    }
    return s;
}

void engine_let_go(engine_session **kept)
{
    for (engine_session *s; (s = *kept) != NULL; free(s)) {
        *kept = s->next;
        process_end(&s->p);
    }
}

/* Makes one search. */
static void make_row(abs_row *row, process_watch watch, engine_session **kept)
{
    engine_session *s = session_of(row, kept);
    hearing h = {.row = row, .from = &s->p};
    s->p.watch = watch;
    s->p.start_s = row->config->start_s;
    bool ok = s->p.pid != 0 || session_begin(s, row->root->domain, row->config);
    if (ok) {
        process_say(&s->p, "ucinewgame");
        process_say(&s->p, "isready");
        ok = process_await(&s->p, "readyok");
    }
    h.first_rank = process_offers(&s->p, "UCI_Variant") != NULL;
    const double real = clock_now(), cpu = process_cpu(&s->p);
    ok = ok && search(s, &h);
    row->real_s = clock_now() - real;
    row->cpu_s = row->min_s = row->max_s = process_cpu(&s->p) - cpu;
    const char *const fault = s->p.fault;
    if (!ok || !row->config->keep)
        process_end(&s->p);
    finish(&h, ok, fault, s->p.is_own);
    if (!ok && fault != NULL)
        tell(row, fault, s->p.status);
}

void engine_search(abs_row *row, process_watch watch, engine_session **kept)
{
    enum { TWICE = 3 }; /* the first so many positions are searched twice */
    const abs_config *c = row->config;
    const abs_root *e = row->root;
    row->missing = ROW_ENGINE_MISSING;
    if (e->domain != &foreign_domain && e->domain->count_moves(e->rules, e->position) == 0) {
        row->status = ABS_STATUS_OVER;
        row->missing |= UINT64_C(1) << COUNT_root_researches;
        return;
    }
    make_row(row, watch, kept);
    if (row->root->number >= TWICE || c->shuffle != 0 || c->timeout > 0 ||
        (row->status != ABS_STATUS_OK && row->status != ABS_STATUS_NODE_LIMIT))
        return;
    abs_row again = {.root = e, .config = c, .best = ABS_NO_MOVE, .missing = ROW_ENGINE_MISSING};
    make_row(&again, watch, kept);
    const bool whole = row->status == ABS_STATUS_OK;
    row->has_again = again.status == row->status;
    row->has_status_again = again.status != row->status;
    row->status_again = again.status;
    if (row->has_again) {
        row->again = again.n.nodes;
        row->has_value_again = whole ? again.has_value : again.completed.has_value;
        row->value_again = whole ? again.value : again.completed.value;
        row->has_mate_again = whole ? again.has_mate : again.completed.has_mate;
        row->mate_again = whole ? again.mate : again.completed.mate;
        row->best_again = whole ? again.best : again.completed.best;
    }
    if (again.status == ABS_STATUS_INTERRUPTED)
        row->status = ABS_STATUS_INTERRUPTED;
    abs_row_free(&again);
}
