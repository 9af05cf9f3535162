/*
 * queue.h -- which job is searched next, and where its row waits until it is due.
 *
 * Not for several threads at once: the pool's lock guards it. Jobs are numbered from 0; a job that
 * is being searched, or is finished and not yet due, has a slot for its row.
 */
#ifndef ABS_QUEUE_H
#define ABS_QUEUE_H

#include "suite/batch.h"

typedef enum {
    JOB_WAITING, /* to be searched */
    JOB_TAKEN,
    JOB_DONE,      /* its row is in its slot */
    JOB_STOPPED,   /* its search was not finished, and will not be */
    JOB_LOST,      /* a fault ended its search */
    JOB_THERE,     /* it need not be searched: its row is known */
    JOB_ELSEWHERE, /* it is not part of this run */
} job_state;

/* A job that was taken, and what became of it. */
typedef struct {
    size_t number;
    uint32_t slot;
    job_state state;
    int fault; /* the signal, of JOB_LOST */
} abs_job;

typedef struct {
    size_t jobs, slots;
    size_t due;                /* the job whose row is handed over next */
    size_t lowest, longest;    /* no job waits below; nor before, in `order` */
    size_t waiting, to_search; /* jobs */
    size_t finished;           /* of to_search */
    uint32_t *place;           /* by job: its state, and its slot or its fault */
    uint32_t *order;           /* jobs, the longest first; NULL: as they are numbered */
    uint32_t *free_slots;
    size_t free_count;
} abs_queue;

/* All jobs wait. With several workers the longest are to come first. */
void queue_start(abs_queue *queue, const abs_suite *suite, size_t slots, int workers);
void queue_free(abs_queue *queue);

/* Before the first is taken: a job need not be searched. */
void queue_settle(abs_queue *queue, size_t job, job_state state);

/* Whether jobs wait, but there is no slot for a row. */
bool queue_must_wait(const abs_queue *queue);
/* Takes the next job: the longest, unless `in_order`. False: none waits. There must be a slot. */
bool queue_take(abs_queue *queue, bool in_order, abs_job *job);
/* A job that was taken has ended, as its state says. */
void queue_end(abs_queue *queue, const abs_job *job);

/* How many jobs have ended from the one that is due on, up to `most`. */
size_t queue_ready(const abs_queue *queue, size_t most);
/* They are handed over: their slots are free. */
void queue_release(abs_queue *queue, size_t count);

job_state queue_state(const abs_queue *queue, size_t job);
/* The slot of a job that is taken or done; the fault of one that is lost. */
uint32_t queue_detail(const abs_queue *queue, size_t job);

#endif
