/*
 * process.h -- a program that is talked to in lines, in a process group of its own, which is gone
 * when the process is ended or this program is, however it ends.
 */
#ifndef ABS_ENGINE_PROCESS_H
#define ABS_ENGINE_PROCESS_H

#include "base/buffer.h"

#include <sys/types.h>

/* Asked some twenty times a second while there is nothing to read: true ends the waiting. */
typedef struct {
    bool (*stopped)(void *context);
    void *context;
} process_watch;

typedef struct {
    pid_t pid, guard; /* 0: not started; guard: what ends the group if this program is killed */
    int to, from;     /* its standard input and output */
    abs_buffer heard; /* what it has written .. */
    size_t taken;     /* .. of which this much is read */
    process_watch watch;
    const char *fault; /* why there is no next line; NULL: it is late, or the watch ended it */
    int status;        /* of waitpid(), once it has ended by itself */
} process;

extern const char process_ended[]; /* the fault of one that has ended */

/* Starts the command by the shell. False: the system cannot, and errno says why. */
bool process_start(process *p, const char *command);

/* Writes a line. What it does not read is lost. */
void process_say(process *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Its next line, without its end, valid until the next call; NULL: none has come until `deadline`,
   by clock_now() (0: any; less: it does not wait), or p->fault says what is wrong. Of pid 0 it is
   whoever writes to p->from. */
char *process_hear(process *p, double deadline);

/* Seconds of processor time that it has used. */
double process_cpu(const process *p);

/* Asks it to quit, ends its group, and frees all that is kept of it. */
void process_end(process *p);

#endif
