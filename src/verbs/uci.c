/*
 * uci.c -- `absbench uci`: makes our searches an engine for chess and xiangqi, for GUIs and match
 * programs. Its options, and so its searches, are those of the command line: `go depth 5` counts
 * the same as --depth=5.
 *
 * There is one thread: a running search checks now and then for a command to stop.
 */
#include "engine/engine.h"
#include "search/registry.h"
#include "search/trace.h"
#include "verbs/commands.h"
#include "work/worker.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

/* The options: the settings with a UCI name in config.def, by index, and these. */
enum { VARIANT = CONFIG_FIELDS, REPETITION, PARTIAL, SETTINGS, VALUE_MAX = 128 };

static const char *name_of(size_t i)
{
    static const char *const own[] = {"UCI_Variant", "Repetition", "PartialMove"};
    return i < VARIANT ? config_fields[i].uci : own[i - VARIANT];
}

static const abs_option *option_of(size_t i)
{
    return i == VARIANT       ? option_find("game")
           : i == CONFIG_algo ? option_find("algo")
                              : option_of_setting(i);
}

/* The next search. */
typedef struct {
    char values[SETTINGS][VALUE_MAX]; /* "" for the domain's default */
    char position[ABS_TEXT_MAX];      /* a FEN, or "" if a wrong one was sent */
    unsigned past;                    /* positions before it in its line of moves */
    char refused[2 * VALUE_MAX];      /* the options since the last search that cannot be set */
} asked;

/* The suite with this one search. */
typedef struct {
    abs_options options;
    abs_suite suite;
    abs_root made;
    const abs_root *root;
    const abs_config *config;
} task;

enum { PAST_MAX = 1 << 15 }; /* a line of 65536 bytes has fewer moves */

typedef struct {
    abs_tracer tracer; /* must be first, because see() gets a pointer to it */
    asked asked;
    abs_worker *worker;
    atomic_bool stop;
    bool infinite, quit; /* infinite: the search ends only on a command; quit: the session ends */
    bool limited;        /* the search has a depth or a number of nodes */
    int mate;            /* the search ends at a win in so many moves; 0: it does not */
    double began;
    abs_row row;
    bool told;     /* the iteration's value has been written */
    unsigned best; /* the move of the last finished iteration */
    line_walk walk;
    process in;              /* the GUI or match program */
    uint64_t past[PAST_MAX]; /* the keys of the positions before asked.position */
    abs_error *error;
} session;

static bool is_on(const session *s, size_t option)
{
    return strcmp(s->asked.values[option], "on") == 0;
}

/* ---- output ---------------------------------------------------------------------------------- */

/* Writes what was printed. Ends the session if the other program has gone. */
static void flush(session *s)
{
    if (fflush(stdout) != 0) {
        s->quit = true;
        s->stop = true;
    }
}

static void say_move(session *s, const void *here, unsigned move)
{
    char text[ABS_TEXT_MAX];
    const abs_root *e = s->row.root;
    uci_move_text(e->domain, e->rules, here, move, 1, text, sizeof text);
    printf(" %s", text);
}

/* Whether the value is a win or a loss, and in how many moves. Such a value contains the plies left
   at the end of the game, and so the number of moves. Rounded values and those from below the last
   ply do not contain it; the number of moves is then nominal. */
static bool is_mate(const session *s, int depth, int value, int *mate)
{
    const abs_root *e = s->row.root;
    const void *rules = s->worker->rules;
    const int won = e->domain->bound(rules, 0), size = abs(value), plies = depth - (size - won);
    const int moves = value > 0 ? (plies + 1) / 2 : plies / 2,
              least = e->domain->count_moves(rules, e->position) > 0;
    *mate = (value > 0 ? 1 : -1) * (moves > least ? moves : least);
    return size >= won && e->domain->bound(rules, 1) != won;
}

/* Writes an `info` line. `bound` is "", or " lowerbound" or the like; if it is NULL, the line has
   no score. */
static void say_info(session *s, int depth, int value, const char *bound, const uint16_t *pv,
                     unsigned length)
{
    const abs_root *e = s->row.root;
    const uint64_t work = abs_work(&s->worker->search.n);
    const double seconds = clock_now() - s->began;
    int mate;
    printf("info depth %d", depth);
    if (bound != NULL && is_mate(s, depth, value, &mate))
        printf(" score mate %d%s", mate, bound);
    else if (bound != NULL)
        printf(" score cp %d%s", value, bound);
    printf(" nodes %" PRIu64 " time %.0f nps %.0f", work, 1000 * seconds,
           seconds > 0 ? (double)work / seconds : 0);
    if (length > 0)
        printf(" pv");
    line_start(&s->walk, e);
    for (unsigned i = 0; i < length; i++) {
        say_move(s, s->walk.here, pv[i]);
        line_advance(&s->walk, e, pv[i]);
    }
    putchar('\n');
    flush(s);
}

/* Writes a line for each pass, and one for a value that no single pass returned. Keeps the move of
   each finished iteration, and ends the search at the mate that it looks for. */
static void see(abs_tracer *tracer, const abs_search *search, const abs_step *step)
{
    session *s = (session *)tracer;
    const abs_iteration *it = &s->row.iterations[s->row.iteration_count - 1];
    const bool low = step->value <= step->alpha, high = step->value >= step->beta;
    if (step->kind == ABS_STEP_ITERATION) {
        s->told = false;
        s->worker->search.later = ABS_NO_MOVE;
    }
    if (step->kind == ABS_STEP_PASS_END && !it->for_guess) {
        s->told = !low && !high;
        say_info(s, it->depth, step->value,
                 low    ? " upperbound"
                 : high ? " lowerbound"
                        : "",
                 search->pv[0], low ? 0 : search->pv_length[0]);
    }
    if (step->kind != ABS_STEP_ITERATION_END || it->for_guess)
        return;
    if (!s->told && !s->row.lower)
        say_info(s, it->depth, step->value, "", s->row.pv, s->row.pv_length);
    s->best = s->row.best;
    int mate;
    if (is_mate(s, it->depth, step->value, &mate) && mate > 0 && mate <= s->mate) {
        s->stop = true;
        s->worker->search.poll_at = 0; /* it stops at the next node */
    }
}

/* ---- input ----------------------------------------------------------------------------------- */

/* Reads one line during a search, if it has come or, with `wait`, once it comes. A command that
   must wait for the end of the search ends even an infinite search, and is left in the input;
   ponderhit is passed over. */
static bool hear(session *s, bool wait)
{
    char *line = process_hear(&s->in, wait ? 0 : -1);
    if (line == NULL) {
        s->stop |= (wait || s->in.fault != NULL) && !s->limited;
    } else if (uci_after(line, "isready") != NULL) {
        puts("readyok");
        flush(s);
    } else if (uci_after(line, "stop") != NULL) {
        s->stop = true;
    } else if (uci_after(line, "quit") != NULL) {
        s->quit = true;
        s->stop = true;
    } else if (*line != '\0' && uci_after(line, "ponderhit") == NULL) {
        process_hear_again(&s->in);
        s->stop |= s->infinite;
        return false;
    }
    return line != NULL;
}

static void listen(void *context)
{
    session *s = context;
    if (process_hung_up(&s->in)) {
        s->stop = true;
        s->quit = true;
    }
    while (!s->stop && hear(s, false)) {
    }
}

/* ---- positions and settings ------------------------------------------------------------------ */

/* Makes the task; end() must follow. If it cannot be searched, prints why and returns false. */
static bool begin(task *t, const asked *a, const char *depth)
{
    abs_error error = {.text = "there is no position"};
    *t = (task){.root = NULL};
    abs_options_init(&t->options);
    t->options.idle = true;
    bool ok = a->position[0] != '\0' && abs_options_set(&t->options, "reference", "none", &error) &&
              abs_options_set(&t->options, "depth", depth, &error);
    for (size_t i = 0; ok && i < REPETITION; i++)
        ok = a->values[i][0] == '\0' ||
             abs_options_set(&t->options, option_of(i)->name, a->values[i], &error);
    if (ok && abs_options_set(&t->options, "position", a->position, &error) &&
        abs_suite_add(&t->suite, &t->options, &error) &&
        (t->suite.jobs == 1 ||
         abs_fail(&error, ABS_USAGE, "give one value, not a list that makes %zu searches",
                  t->suite.jobs)))
        t->root = abs_suite_job(&t->suite, 0, &t->made, &t->config);
    else
        printf("info string %s\n", error.text);
    return t->root != NULL;
}

static void end(task *t)
{
    root_free(&t->made);
    abs_suite_free(&t->suite);
    abs_options_free(&t->options);
}

/* Sets an option: "name Hash value 16". */
static void set_option(session *s, char *line)
{
    char *name = strstr(line, "name "), *value = strstr(line, " value");
    asked a = s->asked;
    task t;
    size_t i = 0;
    if (value != NULL)
        *value = '\0';
    name = name != NULL ? name + strlen("name ") : line;
    value = value != NULL ? value + strlen(" value") : name + strlen(name);
    value += *value == ' ';
    snprintf(s->asked.refused, sizeof s->asked.refused, "%.100s=%.100s", name, value);
    while (i < SETTINGS && (name_of(i) == NULL || strcasecmp(name, name_of(i)) != 0))
        i++;
    if (i == SETTINGS || strlen(value) >= VALUE_MAX - 1 ||
        (i == VARIANT && strcmp(value, "chess") != 0 && strcmp(value, "xiangqi") != 0) ||
        (i > VARIANT && strcmp(value, "on") != 0 && strcmp(value, "off") != 0)) {
        printf("info string there is no option %s that takes this value\n", name);
        return;
    }
    const char *unit = i == CONFIG_tt_bytes && isdigit((unsigned char)*value) ? "M" : "";
    snprintf(a.values[i], VALUE_MAX, "%s%s", strcmp(value, "<empty>") == 0 ? "" : value, unit);
    const bool none = i != VARIANT && a.position[0] == '\0'; /* and there will still be none */
    if (i == VARIANT)
        a.past = 0;
    if (i == VARIANT || none)
        strcpy(a.position, "start");
    if (strncasecmp(a.refused, name, strlen(name)) == 0 && a.refused[strlen(name)] == '=')
        *a.refused = '\0'; /* this replaces it */
    if (begin(&t, &a, "1"))
        s->asked = a;
    if (none)
        s->asked.position[0] = '\0';
    end(&t);
}

/* Sets the position: "startpos moves e2e4 .." or "fen .. moves ..". */
static void set_position(session *s, char *line)
{
    task t;
    char *moves = strstr(line, " moves"), *none = line + strlen(line);
    if (moves != NULL)
        *moves = '\0';
    moves = moves != NULL ? moves + strlen(" moves") : none;
    const bool fen = strcmp(uci_word(&line), "fen") == 0;
    snprintf(s->asked.position, sizeof s->asked.position, "%s", fen ? line : "start");
    s->asked.past = 0;
    bool ok = begin(&t, &s->asked, "1");
    if (ok)
        line_start(&s->walk, t.root);
    while (ok && *(moves += strspn(moves, " ")) != '\0') {
        const char *word = uci_word(&moves);
        const unsigned move = uci_read_move(t.root->domain, t.root->rules, s->walk.here, word, 1);
        ok = move != ABS_NO_MOVE;
        if (ok) {
            s->past[s->asked.past++] = t.root->domain->key(t.root->rules, s->walk.here);
            line_advance(&s->walk, t.root, move);
        } else {
            printf("info string %s is not a legal move\n", word);
        }
    }
    s->asked.position[0] = '\0';
    if (ok)
        t.root->domain->print(t.root->rules, s->walk.here, s->asked.position,
                              sizeof s->asked.position);
    end(&t);
}

/* ---- searches -------------------------------------------------------------------------------- */

/* The limits of a search; 0 if there is none, for the depth -1. */
typedef struct {
    int64_t depth, nodes, ms, mate;
} limits;

/* Reads the limits, and says which words of the line it does not obey. */
static limits limits_of(const session *s, char *line)
{
    const bool black = strstr(s->asked.position, " b ") != NULL;
    limits l = {.depth = -1};
    int64_t clock = 0, unused;
    const struct {
        const char *word;
        int64_t *number, least; /* a clock that has run out counts as 1 ms */
    } words[] = {
        {"depth", &l.depth, 0},
        {"nodes", &l.nodes, 1},
        {"movetime", &l.ms, 1},
        {"mate", &l.mate, 1},
        {black ? "btime" : "wtime", &clock, 1},
        {black ? "wtime" : "btime", &unused, 1},
        {"winc", &unused, 1},
        {"binc", &unused, 1},
        {"movestogo", &unused, 1},
    };
    enum { WORDS = sizeof words / sizeof words[0] };
    abs_buffer unheard = {0};
    while (*line != '\0') {
        const char *word = uci_word(&line);
        size_t i = 0;
        while (i < WORDS && strcmp(word, words[i].word) != 0)
            i++;
        if (i == WORDS) {
            if (strcmp(word, "infinite") != 0)
                buffer_format(&unheard, " %s", word);
            continue;
        }
        const char *const text = uci_word(&line);
        int64_t *const number = words[i].number;
        if (!text_int(text, INT64_MIN / 2, INT64_MAX / 2, number))
            buffer_format(&unheard, " %s %s", word, text);
        else if (*number < words[i].least)
            *number = words[i].least;
    }
    if (unheard.length > 0)
        printf("info string go does not obey:%s\n", buffer_end(&unheard));
    buffer_free(&unheard);
    if (clock > 0 && l.ms == 0)
        l.ms = clock / 30 + 1;
    if (l.mate > 0) { /* a win in N moves takes 2N - 1 plies */
        l.mate = l.mate < ABS_MAX_DEPTH ? l.mate : ABS_MAX_DEPTH;
        l.depth = l.depth < 0 || l.depth > 2 * l.mate - 1 ? 2 * l.mate - 1 : l.depth;
    }
    return l;
}

/* The move of an iteration that was stopped, with PartialMove; else ABS_NO_MOVE. */
static unsigned partial_move(const session *s)
{
    const size_t count = s->row.iteration_count;
    const abs_iteration *it = s->row.iterations + count;
    const bool stopped = count > 0 && !it[-1].has_value && !it[-1].for_guess;
    return stopped && is_on(s, PARTIAL) ? s->worker->search.later : ABS_NO_MOVE;
}

/* The move to play: the best one; if the search was stopped, that of its last iteration or of its
   last finished one, whenever that ended; or else, as at depth 0, the first move. ABS_NO_MOVE if
   there is no move. */
static unsigned best_move(const session *s)
{
    const abs_root *e = s->row.root;
    const unsigned partial = partial_move(s);
    if (s->row.best != ABS_NO_MOVE)
        return s->row.best;
    if (partial != ABS_NO_MOVE)
        return partial;
    if (s->best != ABS_NO_MOVE)
        return s->best;
    return e->domain->count_moves(e->rules, e->position) > 0 ? 0 : ABS_NO_MOVE;
}

static void search(session *s, const abs_root *e, const abs_config *config, const limits *l)
{
    abs_config c = *config;
    abs_worker *w = s->worker;
    abs_row *row = &s->row;
    c.node_limit = (uint64_t)l->nodes;
    c.timeout = (double)l->ms / 1000;
    s->limited = l->depth >= 0 || l->nodes > 0;
    s->infinite = !s->limited && l->ms == 0;
    s->mate = (int)l->mate;
    s->best = ABS_NO_MOVE;
    s->stop = false;
    s->began = clock_now();
    w->memo = (abs_oracle_memo){.rules = NULL}; /* batches may have equal addresses */
    w->search.past = s->past;
    w->search.past_count = is_on(s, REPETITION) ? s->asked.past : 0;
    abs_run(w, e, &c, false, row);
    while (s->infinite && !s->stop)
        hear(s, true);
    if (row->status != ABS_STATUS_OK) {
        const size_t last = row->iteration_count;
        say_info(s, last > 0 ? row->iterations[last - 1].depth : 0, 0, NULL, NULL, 0);
    } else if (row->lower) {
        say_info(s, c.depth, row->value, " lowerbound", row->pv, row->pv_length);
    }
    const unsigned move = best_move(s);
    printf("bestmove");
    if (move != ABS_NO_MOVE)
        say_move(s, e->position, move);
    puts(move != ABS_NO_MOVE ? "" : " (none)");
}

static void go(session *s, char *line)
{
    const limits l = limits_of(s, line);
    char depth[24];
    task t;
    snprintf(depth, sizeof depth, "%d",
             l.depth < 0 || l.depth > ABS_MAX_DEPTH ? ABS_MAX_DEPTH : (int)l.depth);
    bool ok = begin(&t, &s->asked, depth);
    if (*s->asked.refused != '\0') {
        printf("info string no search: %s was refused\n", s->asked.refused);
        *s->asked.refused = '\0';
        ok = false;
    }
    if (ok && !abs_table_reserve(&s->worker->table, t.suite.tt_bytes)) {
        puts("info string no memory for the table; set a smaller Hash");
        ok = false;
    }
    if (ok)
        search(s, t.root, t.config, &l);
    else
        puts("bestmove (none)");
    end(&t);
}

/* ---- the session ----------------------------------------------------------------------------- */

static void introduce(void)
{
    puts("id name absbench\nid author the authors of absbench\n"
         "option name UCI_Variant type combo default chess var chess var xiangqi\n"
         "option name Repetition type combo default on var on var off\n"
         "option name PartialMove type combo default off var on var off");
    for (size_t i = 0; i < CONFIG_FIELDS; i++) {
        const config_kind kind = config_fields[i].kind;
        const bool choice = kind == CONFIG_NAME || kind == CONFIG_SWITCH;
        char preset[CONFIG_WORD_MAX];
        if (name_of(i) == NULL)
            continue;
        option_preset(option_of(i), preset, sizeof preset);
        printf("option name %s type ", name_of(i));
        if (i == CONFIG_tt_bytes)
            printf("spin default 64 min 0 max 1048576");
        else
            printf("%s default %s", choice ? "combo" : "string",
                   i == CONFIG_algo ? "pvs"
                   : *preset        ? preset
                                    : "<empty>");
        for (const abs_named *n = option_of(i)->names; choice && n->name != NULL; n++)
            printf(" var %s", n->name);
        putchar('\n');
    }
    puts("uciok");
}

static bool converse(session *s)
{
    char *line;
    while (!s->quit && (line = process_hear(&s->in, 0)) != NULL) {
        const char *word = uci_word(&line);
        if (strcmp(word, "uci") == 0)
            introduce();
        else if (strcmp(word, "isready") == 0)
            puts("readyok");
        else if (strcmp(word, "setoption") == 0)
            set_option(s, line);
        else if (strcmp(word, "position") == 0)
            set_position(s, line);
        else if (strcmp(word, "go") == 0)
            go(s, line);
        else if (strcmp(word, "quit") == 0)
            s->quit = true;
        flush(s);
    }
    if (interrupt_pending())
        return abs_fail_quietly(s->error, ABS_INTERRUPTED);
    return s->in.fault == NULL || s->in.fault == process_ended ||
           abs_fail(s->error, ABS_CANNOT_RUN, "uci: the connection failed: %s", s->in.fault);
}

bool command_uci(abs_options *o, abs_error *error)
{
    static session s; /* never freed */
    s = (session){.tracer = {see},
                  .asked = {.values = {[CONFIG_algo] = "pvs",
                                       [VARIANT] = "chess",
                                       [REPETITION] = "on",
                                       [PARTIAL] = "off"},
                            .position = "start"},
                  .worker = abs_worker_new(),
                  .in = {.from = STDIN_FILENO, .to = STDOUT_FILENO},
                  .error = error};
    (void)o;
    s.worker->tick = listen;
    s.worker->tick_context = &s;
    s.worker->stop = &s.stop;
    s.worker->search.tracer = &s.tracer;
    return converse(&s);
}
