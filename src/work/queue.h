/*
 * queue.h -- which job is searched next, and what became of each.
 *
 * Not for several threads at once: the pool's lock guards it. Jobs are numbered from 0, and handed
 * over in that order. No job is taken that is `window` or more beyond the one that is due, so job
 * % window is a place of its own for the row of each that is taken or waits to be handed over.
 */
#ifndef ABS_QUEUE_H
#define ABS_QUEUE_H

#include "suite/batch.h"

typedef enum {
    JOB_WAITING, /* to be searched */
    JOB_TAKEN,
    JOB_STOPPED,   /* its search was not finished, and will not be; those below have ended */
    JOB_DONE,      /* its row is in its place */
    JOB_THERE,     /* it need not be searched: its row is known */
    JOB_ELSEWHERE, /* it is not part of this run */
    JOB_LOST       /* a fault ended its search; the signal's number is added to this */
} job_state;

typedef struct {
    size_t jobs, window;
    size_t due;                /* the job that is handed over next: whoever does so counts it up */
    size_t lowest, longest;    /* no job waits below; nor before, in `order` */
    size_t waiting, to_search; /* jobs */
    size_t finished;           /* of to_search */
    uint8_t *state;            /* by job */
    uint32_t *order;           /* jobs, the longest of a block first; NULL: as they are numbered */
} abs_queue;

/* All jobs wait. With several workers the longest are to come first. */
void queue_start(abs_queue *queue, const abs_suite *suite, size_t window, int workers);
void queue_free(abs_queue *queue);

/* Before the first is taken: a job need not be searched. */
void queue_settle(abs_queue *queue, size_t job, job_state state);

/* Whether jobs wait, but all of them are too far beyond the one that is due. */
bool queue_must_wait(abs_queue *queue);
/* Takes the next job: the longest, unless `in_order`. False: none waits. Not where it must wait. */
bool queue_take(abs_queue *queue, bool in_order, size_t *job);
/* A job that was taken has ended. */
void queue_end(abs_queue *queue, size_t job, int state);

/* How many jobs have ended from the one that is due on, up to `most`. */
size_t queue_ready(const abs_queue *queue, size_t most);

#endif
