/*
 * engine.h -- engines, which are other people's programs: the process of one, to which this program
 * speaks UCI; the reading of UCI lines; and a search by an engine, with a row like any other. An
 * engine has its own process group, which ends with it or with this program, however that ends.
 */
#ifndef ABS_ENGINE_H
#define ABS_ENGINE_H

#include "log/row.h"

#include <sys/types.h>

/* stopped() is called some twenty times a second while there is nothing to read; true ends the
   waiting. If it is NULL, only an interrupt does. */
typedef struct {
    bool (*stopped)(void *context);
    void *context;
} process_watch;

/* An option that the engine offers: "Hash", and "type spin default 16 min 1 max 1024". */
typedef struct {
    char *name, *type;
} process_option;

/* A process that is talked to: an engine's, or who talks to `absbench uci`. It starts as zeros,
   with the watch if there is one and, for an engine, with the seconds that it may take to make
   ready. */
typedef struct {
    pid_t pid, guard;   /* 0: not started; the guard ends the group if this program is killed */
    int to, from;       /* the engine's standard input and output */
    abs_buffer heard;   /* what the engine has written .. */
    size_t taken;       /* .. of which this much has been read */
    char *line, *again; /* the last line; it, if it is to be heard again */
    process_watch watch;
    double start_s;
    const char *command;
    const char *fault; /* why there is no next line; NULL: it is late, or the watch ended it */
    bool is_own;       /* the fault is one of this program or its system, not the engine's */
    char text[256];    /* of a fault with a number or an error in it */
    int status;        /* of waitpid(), once it has ended by itself */
    process_option *options;
    size_t option_count, option_room, option_bytes;
    char name[128], author[128]; /* as the engine states them */
    double seen, stopped_s;      /* see process_now() */
    double deaf_at;              /* since when its input has been closed; 0: it is open */
    double late_for;             /* the deadline that has passed .. */
    int late_bytes;              /* .. when so many bytes were there that are not read yet */
} process;

extern const char process_ended[]; /* the fault of a process that has ended */

/* Starts the command by the shell, and reads the engine's name and options. Returns false if that
   fails, as the fault says, or if the watch ended it. */
bool process_begin(process *p, const char *command);

/* The option of that name, ignoring case, or NULL. */
const process_option *process_offers(const process *p, const char *name);

/* Writes a line, unless there is a fault. If it cannot be written at once and whole, that is one.
 */
void process_say(process *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Seconds by a clock that stands still while this program is stopped. Deadlines are given in it. */
double process_now(process *p);

/*
 * Returns the next line until the next call: without its end (LF, CRLF or CR), each white space as
 * one blank, none at its ends. Returns NULL if none comes by `deadline` (0: no limit; less than 0:
 * does not wait), or with p->fault set. What has come before the time was over is read in any case.
 */
char *process_hear(process *p, double deadline);
/* Has the next call return the last line, which must be as it was. */
void process_hear_again(process *p);

/* Whether nobody will read what is written to the process. */
bool process_hung_up(const process *p);

/* Reads lines up to the line `until`, which must come within p->start_s. Returns false if the watch
   ended the waiting, or with p->fault set. */
bool process_await(process *p, const char *until);

/* Seconds of processor time that the process has used. */
double process_cpu(const process *p);

/* Asks the engine to quit, ends its group, and frees all but the fault and the status. */
void process_end(process *p);

/* ---- lines as process_hear() returns them ---------------------------------------------------- */

/* Cuts the next word off *line and returns it, or "" if there is none. */
char *uci_word(char **line);

/* Returns what follows the words in a line that begins with them, or NULL if it does not. */
char *uci_after(char *line, const char *words);

#define UCI_NONE INT64_MIN

/* The contents of a line `info ..`. */
typedef struct {
    int64_t depth, seldepth, multipv; /* 0 if not given */
    int64_t nodes, ms, cp, mate;      /* UCI_NONE if not given; mate: in so many moves */
    bool lower, upper;                /* the score is a bound */
    bool other;                       /* the info is about another line than the best, or none */
    const char *pv;                   /* the rest, from the first move on, or NULL */
} uci_info;

/* Reads what follows "info", and ignores what it does not understand. It cuts up the line up to the
   pv. */
uci_info uci_read_info(char *line);

/* Writes a move as the domain does, except in xiangqi: there ranks count from `first_rank`, which
   is 1 in Fairy-Stockfish and in `absbench uci`, 0 in Pikafish. */
void uci_move_text(const abs_domain *domain, const void *rules, const void *position, unsigned move,
                   int first_rank, char *text, size_t size);

/* Whether a move's ranks can be counted so: false for a rank 10 from 0, or 0 from 1. */
bool uci_ranks_right(const abs_domain *domain, const char *text, int first_rank);

/* The legal move of that text, or ABS_NO_MOVE. */
unsigned uci_read_move(const abs_domain *domain, const void *rules, const void *position,
                       const char *text, int first_rank);

/* ---- settings -------------------------------------------------------------------------------- */

/* Whether an engine can do what the configuration sets; else false, with the error set. *hash
   becomes true if that is the size of its table. */
bool settings_check(process *p, const abs_config *config, bool *hash, abs_error *error);

/* Tells the engine its game and its options. */
void settings_say(process *p, const abs_domain *domain, const abs_config *config);

/* ---- a search ------------------------------------------------------------------------------ */

/*
 * A new process makes each search, unless --keep is given. Nodes are the last number that the
 * engine states for the depth that was asked for. Windows are the bounds that it states.
 */

/* A list of processes that are kept. */
typedef struct engine_session engine_session;

/*
 * Starts every engine of the suite once, to read its name and its options; its program is one of
 * the inputs. Returns false with the error set if an engine cannot be run, does not speak UCI or
 * does not take what is to be set.
 */
bool engine_meet(abs_suite *suite, abs_error *error);

/* Searches row->root as row->config says, and fills the rest of the row; its status says what went
   wrong. The first positions are searched twice, to see whether counts are the same. `watch` may
   end the search without a result. `kept` is the caller's list of processes, at first NULL, which
   engine_let_go() ends. */
void engine_search(abs_row *row, process_watch watch, engine_session **kept);
void engine_let_go(engine_session **kept);

#endif
