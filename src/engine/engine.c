/* engine.c -- see engine.h. */
#define _POSIX_C_SOURCE 200809L
#include "engine/engine.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/names.h"
#include "engine/session.h"
#include "log/line.h"
#include "search/foreign.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

#define GRACE_S 2.0 /* beyond a limit of time */

/* ---- its search ------------------------------------------------------------------------------ */

/* What was heard so far. */
typedef struct {
    abs_row *row;
    uint64_t nodes;          /* the last number of them .. */
    uint64_t deep;           /* .. and of the depth that was asked for; 0: none */
    uint64_t before;         /* when the iteration began */
    engine_info last, exact; /* scores: the last, and the last that is no bound; zeros: none */
    bool any_nodes, any_bounds;
    line_walk walk;
} hearing;

/* The moves of a text, as far as they are legal. */
static unsigned read_line(hearing *h, const char *text, uint16_t *line)
{
    const abs_root *e = h->row->root;
    char *copy = memory_text(text), *rest = copy;
    unsigned length = 0, move = 0;
    line_start(&h->walk, e);
    for (char *word; length < ABS_MAX_PLY && *(word = engine_word(&rest)) != '\0';) {
        move = engine_read_move(e->domain, e->rules, h->walk.here, word);
        if (move == ABS_NO_MOVE)
            break;
        line[length++] = (uint16_t)move;
        line_advance(&h->walk, e, move);
    }
    free(copy);
    return length;
}

/* The iteration of that depth, which the line may begin. */
static abs_iteration *iteration_at(hearing *h, int depth)
{
    abs_row *row = h->row;
    abs_iteration *last =
        row->iteration_count > 0 ? &row->iterations[row->iteration_count - 1] : NULL;
    if (last != NULL && last->depth == depth)
        return last;
    memory_grow(&row->iterations, &row->iteration_room, row->iteration_count,
                sizeof *row->iterations);
    last = &row->iterations[row->iteration_count++];
    *last = (abs_iteration){.depth = depth, .first_pass = row->pass_count};
    h->before = h->nodes;
    return last;
}

/* A score is a pass: a bound is one whose window it left. What follows a value that is no bound
   takes its place. */
static void take_score(hearing *h, abs_iteration *it, const engine_info *i)
{
    abs_row *row = h->row;
    const bool bound = i->lower || i->upper, known = h->exact.depth == it->depth;
    if (bound && known)
        return;
    if (!known) {
        memory_grow(&row->passes, &row->pass_room, row->pass_count, sizeof *row->passes);
        row->pass_count++;
        it->passes++;
    }
    row->passes[row->pass_count - 1] = (abs_pass){.alpha = i->upper ? i->score : -ABS_INFINITY,
                                                  .beta = i->lower ? i->score : ABS_INFINITY,
                                                  .value = i->score,
                                                  .nodes = it->nodes,
                                                  .work = it->nodes};
    h->any_bounds |= bound;
    h->last = *i;
    if (!bound)
        h->exact = *i;
    it->has_value = !i->mate;
    it->value = i->mate ? 0 : i->score;
}

static const char *take_info(hearing *h, char *text)
{
    abs_row *row = h->row;
    engine_info i = engine_read_info(text);
    if (i.other)
        return NULL;
    if (i.has_nodes && i.nodes < h->nodes)
        return "its nodes become fewer";
    if (i.depth > ABS_MAX_DEPTH) /* of a mate, whose depths cost nothing */
        i.depth = 0;
    if (i.has_time)
        row->engine_s = (double)i.ms / 1000;
    row->seldepth = i.seldepth > row->seldepth ? i.seldepth : row->seldepth;
    abs_iteration *it = NULL;
    if (i.depth > 0 && (i.has_score || i.has_nodes))
        it = iteration_at(h, i.depth);
    if (i.has_nodes) {
        h->nodes = i.nodes;
        h->any_nodes = true;
        if (it != NULL)
            it->nodes = it->work = i.nodes - h->before;
        if (it != NULL && i.depth == row->config->depth)
            h->deep = i.nodes;
    }
    if (it == NULL || !i.has_score)
        return NULL;
    take_score(h, it, &i);
    if (i.pv != NULL && !i.upper) {
        row->pv_length = read_line(h, i.pv, row->pv);
        const unsigned move = row->pv_length > 0 ? row->pv[0] : ABS_NO_MOVE;
        if (!abs_root_solves(row->root, move))
            row->solved_depth = 0;
        else if (row->solved_depth == 0)
            row->solved_depth = i.depth;
    }
    return NULL;
}

/* Its last word: "e2e4 ponder e7e5". */
static const char *take_best(hearing *h, char *text)
{
    abs_row *row = h->row;
    const abs_root *e = row->root;
    const char *word = engine_word(&text);
    const bool none = strcmp(word, "(none)") == 0 || strcmp(word, "0000") == 0;
    row->best = engine_read_move(e->domain, e->rules, e->position, word);
    if (row->best == ABS_NO_MOVE && !none)
        return "its best move is not legal";
    if (none && e->domain->count_moves(e->rules, e->position) > 0)
        return "it says that there is no move, but there is";
    if (!h->any_nodes && !none)
        return "it does not say how many nodes it searched";
    return NULL;
}

/* Passes were counted from the iteration's beginning. */
static void part_passes(abs_row *row)
{
    for (size_t n = 0; n < row->iteration_count; n++) {
        const abs_iteration *it = &row->iterations[n];
        for (size_t k = it->passes; k-- > 1;) {
            abs_pass *pass = &row->passes[it->first_pass + k];
            const uint64_t before = pass[-1].nodes;
            pass->nodes = pass->work = pass->nodes > before ? pass->nodes - before : 0;
        }
    }
}

/* The row of a search that has said its best move. */
static void conclude(hearing *h)
{
    abs_row *row = h->row;
    const abs_config *c = row->config;
    const size_t count = row->iteration_count;
    const int reached = h->last.has_score ? h->exact.depth
                        : count > 0       ? row->iterations[count - 1].depth
                                          : 0;
    const bool limited = reached < c->depth && (c->node_limit > 0 || c->timeout > 0);
    const engine_info *found = limited ? &h->exact : &h->last;
    row->n.nodes = h->deep > 0 ? h->deep : h->nodes;
    row->has_mate = found->mate;
    row->mate = found->mate ? found->score : 0;
    row->has_value = found->has_score && !found->mate && !found->upper;
    row->lower = row->has_value && found->lower;
    row->value = row->has_value ? found->score : 0;
    if (limited && row->best != ABS_NO_MOVE)
        row->status = c->node_limit > 0 ? ABS_STATUS_NODE_LIMIT : ABS_STATUS_TIMEOUT;
    if (abs_root_is_problem(row->root)) {
        const bool solved = abs_root_solves(row->root, row->best);
        row->solved = solved ? ABS_YES : ABS_NO;
        row->solved_depth = !solved ? 0 : row->solved_depth > 0 ? row->solved_depth : found->depth;
    }
    if (row->status == ABS_STATUS_OK)
        return;
    row->completed = (abs_completed){.any = row->has_value,
                                     .depth = found->depth,
                                     .value = row->value,
                                     .work = row->n.nodes,
                                     .best = row->best,
                                     .pv_length = row->pv_length};
    memcpy(row->completed.pv, row->pv, row->pv_length * sizeof row->pv[0]);
    row->has_value = row->lower = row->has_mate = false;
    row->best = ABS_NO_MOVE;
    row->pv_length = 0;
}

static const char too_long[] = "it goes on after its time";

/* "position fen .."; what only the engine understands goes as it is. */
static void say_position(engine_session *s, const abs_root *e)
{
    char text[ABS_TEXT_MAX];
    char *own = text;
    e->domain->print(e->rules, e->position, text, sizeof text);
    if (e->domain == &foreign_domain && engine_after(text, "position") != NULL)
        own = engine_after(text, "position");
    const bool whole = e->domain == &foreign_domain &&
                       (strncmp(own, "startpos", 8) == 0 || strncmp(own, "fen ", 4) == 0);
    process_say(&s->p, "position %s%s", whole ? "" : "fen ", own);
}

/* Has it search, and hears what it says. False: the fault is set, or the watch ended it. */
static bool search(engine_session *s, hearing *h)
{
    const abs_row *row = h->row;
    const abs_config *c = row->config;
    char *line, *text;
    abs_buffer go = {0};
    say_position(s, row->root);
    buffer_text(&go, "go");
    if (c->depth < ABS_MAX_DEPTH)
        buffer_format(&go, " depth %d", c->depth);
    if (c->node_limit > 0)
        buffer_format(&go, " nodes %" PRIu64, c->node_limit);
    if (c->timeout > 0)
        buffer_format(&go, " movetime %.0f", ceil(1000 * c->timeout));
    process_say(&s->p, "%s", buffer_end(&go));
    buffer_free(&go);
    const double deadline = c->timeout > 0 ? clock_now() + c->timeout + GRACE_S : 0;
    while (s->fault == NULL && (line = process_hear(&s->p, deadline)) != NULL) {
        if ((text = engine_after(line, "bestmove")) != NULL) {
            s->fault = take_best(h, text);
            return s->fault == NULL;
        }
        if ((text = engine_after(line, "info")) != NULL)
            s->fault = take_info(h, text);
    }
    if (s->fault == NULL)
        s->fault = s->p.fault;
    if (s->fault == NULL && deadline > 0 && clock_now() >= deadline)
        s->fault = too_long;
    return false;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Says once for each configuration what went wrong. */
static void tell(const abs_row *row, const char *fault, int status)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static abs_names told;
    char how[60] = "";
    if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL)
        snprintf(how, sizeof how, ", by signal %d", WTERMSIG(status));
    else if (WIFEXITED(status))
        snprintf(how, sizeof how, ", with exit code %d", WEXITSTATUS(status));
    pthread_mutex_lock(&lock);
    const size_t before = told.count;
    names_add(&told, row->config->algo.name);
    if (told.count > before)
        fprintf(stderr, "absbench: %s: %s%s (%s; its other faults are in the rows)\n",
                row->config->algo.name, fault, how, row->root->id);
    pthread_mutex_unlock(&lock);
}

static void start_row(abs_row *row)
{
    row->n = (abs_counters){0};
    row->seldepth = 0;
    row->has_mate = false;
    row->engine_s = row->real_s = row->cpu_s = 0;
    row->repeats = 1;
    row->missing = ROW_ENGINE_MISSING;
}

/* The process for a row: the one that is kept for its configuration, or else one that is not yet
   started, which is put into the list of those kept. */
static engine_session *session_of(const abs_row *row, engine_session **kept)
{
    const abs_config *c = row->config;
    engine_session *s = *kept;
    while (s != NULL && (s->domain != row->root->domain || s->config.tt_bytes != c->tt_bytes ||
                         strcmp(s->config.algo.name, c->algo.name) != 0))
        s = s->next;
    if (s == NULL) {
        s = memory_zeros(1, sizeof *s);
        s->next = *kept;
        *kept = s;
    }
    return s;
}

/* Ends the process, and takes it out of the list. */
static void let_go(engine_session *s, engine_session **kept)
{
    while (*kept != s)
        kept = &(*kept)->next;
    *kept = s->next;
    session_end(s);
    free(s);
}

void engine_let_go(engine_session **kept)
{
    while (*kept != NULL)
        let_go(*kept, kept);
}

/* Ends the row: of a search that has said its best move, or that has a fault or, NULL, was
   interrupted. */
static void finish(hearing *h, bool ok, const char *fault)
{
    abs_row *row = h->row;
    line_free(&h->walk);
    part_passes(row);
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
                  : fault == process_ended ? ABS_STATUS_CRASHED
                  : fault == too_long      ? ABS_STATUS_TIMEOUT
                                           : ABS_STATUS_PROTOCOL;
    row->n.nodes = h->nodes;
}

/* Searches once. */
static void make_row(abs_row *row, process_watch watch, engine_session **kept)
{
    engine_session *s = session_of(row, kept);
    hearing h = {.row = row};
    start_row(row);
    s->p.watch = watch;
    bool ok = s->p.pid != 0 || session_begin(s, row->root->domain, row->config);
    ok = ok && session_new_game(s);
    const double real = clock_now(), cpu = process_cpu(&s->p);
    if (ok)
        ok = search(s, &h);
    row->real_s = clock_now() - real;
    row->cpu_s = row->min_s = row->max_s = process_cpu(&s->p) - cpu;
    const char *const fault = s->fault;
    finish(&h, ok, fault);
    if (!ok)
        process_end(&s->p);
    if (!ok && fault != NULL)
        tell(row, fault, fault == process_ended ? s->p.status : SIGKILL);
    if (!ok || !row->config->keep)
        let_go(s, kept);
}

void engine_search(abs_row *row, process_watch watch, engine_session **kept)
{
    enum { TWICE = 3 }; /* positions, whose searches are made again */
    const abs_config *c = row->config;
    make_row(row, watch, kept);
    row->has_again = false;
    if (row->root->number >= TWICE || c->shuffle != 0 || c->timeout > 0 ||
        (row->status != ABS_STATUS_OK && row->status != ABS_STATUS_NODE_LIMIT))
        return;
    abs_row again = {.root = row->root, .config = c, .best = ABS_NO_MOVE};
    make_row(&again, watch, kept);
    row->has_again = again.status == row->status;
    row->again = again.n.nodes;
    if (again.status == ABS_STATUS_INTERRUPTED)
        row->status = ABS_STATUS_INTERRUPTED;
    abs_row_free(&again);
}
