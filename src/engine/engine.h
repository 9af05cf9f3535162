/*
 * engine.h -- programs of others that play: one that is talked to in lines of UCI, in a process
 * group of its own, which is gone when the process is ended or this program is, however it ends;
 * what such lines say; and a search by it, as a row like any other.
 */
#ifndef ABS_ENGINE_H
#define ABS_ENGINE_H

#include "log/row.h"

#include <sys/types.h>

/* Asked some twenty times a second while there is nothing to read: true ends the waiting. NULL:
   an interrupt alone does. */
typedef struct {
    bool (*stopped)(void *context);
    void *context;
} process_watch;

/* An option that it offers, and the numbers that it takes. */
typedef struct {
    char *name;
    int64_t least, most;
} process_option;

/* Start with zeros, and the watch if there is one. */
typedef struct {
    pid_t pid, guard; /* 0: not started; guard: what ends the group if this program is killed */
    int to, from;     /* its standard input and output */
    abs_buffer heard; /* what it has written .. */
    size_t taken;     /* .. of which this much is read */
    process_watch watch;
    const char *fault; /* why there is no next line; NULL: it is late, or the watch ended it */
    int status;        /* of waitpid(), once it has ended by itself */
    process_option *options;
    size_t option_count, option_room;
    char name[128], author[128]; /* as it says */
} process;

extern const char process_ended[]; /* the fault of one that has ended */

/* Starts the command by the shell, and learns its name and its options. False: it cannot, and the
   fault says why, or the watch ended it. */
bool process_begin(process *p, const char *command);

/* The option of that name, in any capitals; NULL: it has none. */
const process_option *process_offers(const process *p, const char *name);

/* Writes a line. What it does not read is lost. */
void process_say(process *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Its next line, without its end, valid until the next call; NULL: none has come until `deadline`,
   by clock_now() (0: any; less: it does not wait), or p->fault says what is wrong. Of pid 0 it is
   whoever writes to p->from. */
char *process_hear(process *p, double deadline);

/* Reads lines up to that one, which has to come soon. False: the fault is set, this one if it is
   late; or the watch ended it. */
bool process_await(process *p, const char *until, const char *fault);

/* Seconds of processor time that it has used. */
double process_cpu(const process *p);

/* Asks it to quit, ends its group, and frees all but the fault and the status. */
void process_end(process *p);

/* ---- lines ----------------------------------------------------------------------------------- */

/* The next word, cut off *line, which moves behind it; "": there is none. */
char *uci_word(char **line);

/* What follows the words in a line that begins with them; NULL: it does not. */
char *uci_after(char *line, const char *words);

#define UCI_NONE INT64_MIN

/* What a line `info ..` says. */
typedef struct {
    int64_t depth, seldepth, multipv; /* 0: it does not say */
    int64_t nodes, ms, cp, mate;      /* UCI_NONE: it does not say; mate: in so many moves */
    bool lower, upper;                /* the score is a bound */
    bool other;                       /* of another line than the best one, or of none */
    const char *pv;                   /* the rest, from the first move on; NULL: there is none */
} uci_info;

/* Reads what follows "info"; what cannot be understood is passed over. Cuts up the line but for the
   pv. */
uci_info uci_read_info(char *line);

/* Writes a move: as the domain does, but for xiangqi, whose ranks are 1 to 10, as Fairy-Stockfish
   has them. */
void uci_move_text(const abs_domain *domain, const void *rules, const void *position, unsigned move,
                   char *text, size_t size);

/* The legal move that is written so; ABS_NO_MOVE: none is. */
unsigned uci_read_move(const abs_domain *domain, const void *rules, const void *position,
                       const char *text);

/* ---- a search ------------------------------------------------------------------------------ */

/*
 * A fresh process makes each search, unless --keep is given. Nodes are what it says, the last
 * number of the depth that was asked for; windows are the bounds that it shows.
 */

/* Processes that are kept. */
typedef struct engine_session engine_session;

/*
 * Starts every engine of the suite once, to learn its name and its options. A --tt that it does not
 * offer is dropped. False: one cannot be run, does not speak UCI or does not have an option that is
 * to be set, and the error says so.
 */
bool engine_meet(abs_suite *suite, abs_error *error);

/* Searches row->root as row->config says, and fills the rest of the row, which says what went
   wrong if something did. The first positions are searched twice, to see whether counts are the
   same. `watch` is asked whether to end without a result; `kept` is the caller's list of processes,
   at first NULL: engine_let_go() ends those that are left. */
void engine_search(abs_row *row, process_watch watch, engine_session **kept);
void engine_let_go(engine_session **kept);

#endif
