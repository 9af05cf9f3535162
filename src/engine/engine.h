/*
 * engine.h -- engines are other programs that speak UCI. This header starts and ends an engine's
 * process, reads lines of UCI, and searches by an engine, which fills a row like any other search.
 * An engine runs in its own process group, which ends with the engine or with this program.
 */
#ifndef ABS_ENGINE_H
#define ABS_ENGINE_H

#include "log/row.h"

#include <sys/types.h>

/* While there is nothing to read, stopped() is called about twenty times a second; if it returns
   true the waiting ends. If it is NULL, only an interrupt ends it. */
typedef struct {
    bool (*stopped)(void *context);
    void *context;
} process_watch;

/* An option that the engine offers, such as "Hash" with "type spin default 16 min 1 max 1024". */
typedef struct {
    char *name, *type;
} process_option;

/* The other end of a UCI connection: an engine, or the program that uses `absbench uci`. It starts
   as zeros, except for a watch, if there is one, and, for an engine, the seconds in which it must
   become ready. */
typedef struct {
    pid_t pid, guard;   /* 0: not started; the guard ends the group if this program is killed */
    int to, from;       /* the engine's standard input and output */
    abs_buffer heard;   /* what the engine has written .. */
    size_t taken;       /* .. of which this much has been read */
    char *line, *again; /* the last line, and the same if it is to be returned again */
    process_watch watch;
    double start_s;
    const char *command;
    const char *fault; /* why there is no next line; NULL: it is late, or the watch ended it */
    bool is_own;       /* the fault is this program's or its system's, not the engine's */
    char text[256];    /* of a fault with a number or an error in it */
    int status;        /* of waitpid(), once it has ended by itself */
    process_option *options;
    size_t option_count, option_room, option_bytes;
    char name[128], author[128]; /* as the engine states them */
    double deaf_at;              /* when its input was found closed; 0: it is open */
    double late_for;             /* the last deadline that passed .. */
    int late_bytes;              /* .. while this many bytes were still unread */
} process;

extern const char process_ended[]; /* the fault of a process that has ended */

/* Starts the command by the shell, and reads the engine's name and options. Returns false if that
   fails, as the fault says, or if the watch ended it. */
bool process_begin(process *p, const char *command);

/* The option of that name, ignoring case, or NULL. */
const process_option *process_offers(const process *p, const char *name);

/* Writes a line, unless there is a fault. It is a fault if the line cannot be written at once. */
void process_say(process *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * Returns the next line, valid until the next call: without its end (LF, CRLF or CR), with white
 * space as single blanks and none at its ends. Returns NULL if no line comes by `deadline` (0: no
 * limit; negative: do not wait), or with p->fault set. Input that came before it is always read.
 */
char *process_hear(process *p, double deadline);
/* Makes the next call return the last line again, which the caller must not have changed. */
void process_hear_again(process *p);

/* Whether nobody will read what is written to the process. */
bool process_hung_up(const process *p);

/* Reads lines up to the line `until`, which must come within p->start_s seconds. Returns false with
   p->fault set, or if the watch ended the waiting. */
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
    const char *name, *unread; /* a number that cannot be read, and its name; or NULL */
    int64_t depth, seldepth, multipv; /* 0 if not given */
    int64_t nodes, ms, cp, mate;      /* UCI_NONE if not given; mate: in so many moves */
    bool lower, upper;                /* the score is a bound */
    bool other;                       /* the info is about another line than the best, or none */
    const char *pv;                   /* the rest, from the first move on, or NULL */
} uci_info;

/* Reads what follows "info" and ignores words that it does not know, and numbers out of range. It
   changes the line up to the pv. */
uci_info uci_read_info(char *line);

/* Writes a move as the domain does, except in xiangqi: there ranks count from `first_rank`, which
   is 1 in Fairy-Stockfish and in `absbench uci`, 0 in Pikafish. */
void uci_move_text(const abs_domain *domain, const void *rules, const void *position, unsigned move,
                   int first_rank, char *text, size_t size);

/* Whether ranks can be so: false for rank 10 if they count from 0, and 0 if from 1. */
bool uci_ranks_right(const abs_domain *domain, const char *text, int first_rank);

/* The legal move that the text names, or ABS_NO_MOVE. */
unsigned uci_read_move(const abs_domain *domain, const void *rules, const void *position,
                       const char *text, int first_rank);

/* ---- settings -------------------------------------------------------------------------------- */

/* Whether an engine has the options that the configuration needs; else false, with the error set.
 *hash becomes true if the configuration sets the size of its table. */
bool settings_check(process *p, const abs_config *config, bool *hash, abs_error *error);

/* Sends the engine its game and its options. */
void settings_say(process *p, const abs_domain *domain, const abs_config *config);

/* ---- a search ------------------------------------------------------------------------------ */

/*
 * Each search starts a new process, unless --keep is given. The nodes are the last number that the
 * engine reports for the depth asked for. Windows are the bounds that it reports.
 */

/* A list of processes that are kept. */
typedef struct engine_session engine_session;

/*
 * Starts every engine of the suite once to read its name and its options, and adds its program to
 * the inputs. Returns false with the error set if an engine cannot be run, does not speak UCI or
 * does not accept a setting.
 */
bool engine_meet(abs_suite *suite, abs_error *error);

/* Searches row->root as row->config says and fills the rest of the row; its status says what went
   wrong. It searches the first positions twice, to find out whether it does the same. `watch` may
   end the search without a result. `kept` is the caller's list of processes, NULL at first;
   engine_let_go() ends them. */
void engine_search(abs_row *row, process_watch watch, engine_session **kept);
void engine_let_go(engine_session **kept);

#endif
