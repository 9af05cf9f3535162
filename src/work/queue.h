/*
 * queue.h -- which job is searched next, and where its row waits until it is due.
 *
 * Not for several threads at once, but for queue_done(): the pool's lock guards it. Jobs are
 * numbered from 0; a job that is being searched, or is finished and not yet due, has a slot for its
 * row.
 */
#ifndef ABS_QUEUE_H
#define ABS_QUEUE_H

#include "suite/batch.h"

typedef enum {
    JOB_WAITING, /* to be searched */
    JOB_CLAIMED,
    JOB_DONE,      /* its row is in its slot */
    JOB_STOPPED,   /* its search was not finished, and will not be */
    JOB_LOST,      /* a fault ended its search */
    JOB_THERE,     /* it need not be searched: its row is known */
    JOB_ELSEWHERE, /* it is not part of this run */
} job_state;

enum { CLAIM_MOST = 64 };

/* What a worker takes at a time, and what became of it. */
typedef struct {
    bool in_order; /* not the longest first */
    size_t most;   /* from 1: see claim_pace() */
    size_t count;
    size_t jobs[CLAIM_MOST];
    uint32_t slots[CLAIM_MOST];
    job_state states[CLAIM_MOST];
    int faults[CLAIM_MOST]; /* signals, of JOB_LOST */
} abs_claim;

typedef struct {
    size_t jobs, slots, workers;
    size_t due;                /* the job whose row is handed over next */
    size_t lowest, longest;    /* no job waits below; nor before, in `order` */
    size_t waiting, to_search; /* jobs */
    size_t finished;           /* of to_search */
    _Atomic uint32_t *place;   /* by job: its state, and its slot or its fault */
    uint32_t *order;           /* jobs, the longest first; NULL: as they are numbered */
    uint32_t *free_slots;
    size_t free_count;
} abs_queue;

/* All jobs wait. With several workers the longest are to come first. False: no memory. */
bool queue_start(abs_queue *queue, const abs_suite *suite, size_t slots, int workers);
void queue_free(abs_queue *queue);

/* Before the first claim: a job need not be searched. */
void queue_settle(abs_queue *queue, size_t job, job_state state);

/* Whether jobs wait, but there is no slot for a row. */
bool queue_must_wait(const abs_queue *queue);
/* Takes up to claim->most jobs: fewer towards the end, so that no worker is left alone with many.
   False: none waits. There must be a slot. */
bool queue_claim(abs_queue *queue, abs_claim *claim);
/* After `done` jobs of a claim in `seconds`: how many to take next, so that it is about a
   millisecond's work. */
void claim_pace(abs_claim *claim, size_t done, double seconds);
/* The row of a claim's job is in its slot: it can be handed over. Needs no lock. */
void queue_done(abs_queue *queue, abs_claim *claim, size_t i);
/* What became of the first `done` jobs of a claim; the others are stopped. Returns whether the job
   that is due has ended. */
bool queue_publish(abs_queue *queue, const abs_claim *claim, size_t done);

/* How many jobs have ended from the one that is due on, up to `most`. */
size_t queue_ready(const abs_queue *queue, size_t most);
/* They are handed over: their slots are free. */
void queue_release(abs_queue *queue, size_t count);

job_state queue_state(const abs_queue *queue, size_t job);
uint32_t queue_slot(const abs_queue *queue, size_t job);
int queue_fault(const abs_queue *queue, size_t job);

#endif
