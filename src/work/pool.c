/* pool.c -- see pool.h. */
#define _POSIX_C_SOURCE 200809L
#include "work/pool.h"
#include "base/clock.h"
#include "work/guard.h"
#include "work/progress.h"
#include "work/queue.h"
#include "work/run.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
    ROWS_KEPT = 1024,  /* that are finished, and not yet due */
    TAKEN_AT_ONCE = 64 /* rows handed over without asking for the lock again */
};

struct abs_pool {
    const abs_suite *suite;
    abs_pool_options options;
    abs_pool_client client;
    abs_worker **workers;
    pthread_mutex_t lock; /* of all that follows but the rows, which belong to who has the job */
    pthread_cond_t row_done, slot_free;
    size_t started; /* workers that have begun */
    abs_queue queue;
    abs_row *rows;         /* by slot */
    abs_unpacked *entries; /* .. and their entries */
    atomic_bool stop;      /* nothing more is wanted: searches under way end without a result */
    atomic_bool refused;   /* by the client, for a row in its worker; or no_memory */
    atomic_bool no_memory;
    abs_progress progress;
};

/* At most five times a second. */
static void tick(void *context)
{
    abs_pool *p = context;
    if (!progress_is_due(&p->progress))
        return;
    if (p->client.pause != NULL)
        p->client.pause(p->client.context);
    if (p->options.progress)
        progress_show(&p->progress, p->queue.finished, p->queue.to_search);
}

/* ---- one job ------------------------------------------------------------------------------- */

typedef struct {
    abs_pool *pool;
    abs_worker *worker;
    abs_row *row;
    size_t job;
} task;

static bool search(void *context)
{
    const task *t = context;
    const abs_config *config;
    abs_unpacked *room = &t->pool->entries[t->row - t->pool->rows];
    const abs_entry *entry = abs_suite_job(t->pool->suite, t->job, room, &config);
    t->row->job = t->pool->suite->first_job + t->job;
    if (entry != NULL)
        abs_run(t->worker, entry, config, t->pool->options.check_moves, t->row);
    return entry != NULL;
}

/*
 * Searches, and shows the row. What faulted is left as it is, its memory too, and the worker made
 * anew. Sets *fault to the signal, or 0. False: no memory, or the client said stop.
 */
static bool run_job(abs_pool *p, size_t number, size_t job, abs_row *row, int *fault)
{
    task t = {.pool = p, .worker = p->workers[number], .row = row, .job = job};
    bool ok = true;
    *fault = guard_call(search, &t, &ok);
    if (*fault != 0) {
        abs_worker *fresh = abs_worker_new(p->suite->tt_bytes);
        memset(row, 0, sizeof *row);
        if (fresh != NULL) {
            fresh->stop = t.worker->stop;
            fresh->tick = t.worker->tick;
            fresh->tick_context = t.worker->tick_context;
            p->workers[number] = fresh;
        }
        ok = fresh != NULL;
    }
    if (!ok)
        p->no_memory = true;
    else if (*fault == 0 && row->status != ABS_STATUS_INTERRUPTED && p->client.finish != NULL)
        ok = p->client.finish(p->client.context, row);
    if (!ok)
        p->refused = p->stop = true;
    return ok;
}

/* Searches number i of a claim. False: see run_job(). */
static bool run_claimed(abs_pool *p, size_t number, abs_claim *claim, size_t i)
{
    abs_row *row = &p->rows[claim->slots[i]];
    if (!run_job(p, number, claim->jobs[i], row, &claim->faults[i]))
        return false;
    if (claim->faults[i] != 0)
        claim->states[i] = JOB_LOST;
    else if (row->status == ABS_STATUS_INTERRUPTED)
        claim->states[i] = JOB_STOPPED;
    else
        queue_done(&p->queue, claim, i);
    return true;
}

/* ---- workers ------------------------------------------------------------------------------- */

static void *work(void *context)
{
    abs_pool *p = context;
    abs_claim claim = {.most = 1};
    guard_begin();
    pthread_mutex_lock(&p->lock);
    const size_t number = p->started++;
    claim.in_order = number == 0; /* so that rows come from the beginning, whatever is long */
    for (;;) {
        while (!p->stop && !interrupt_pending() && queue_must_wait(&p->queue))
            pthread_cond_wait(&p->slot_free, &p->lock);
        if (p->stop || interrupt_pending() || !queue_claim(&p->queue, &claim))
            break;
        pthread_mutex_unlock(&p->lock);
        const double began = clock_now();
        size_t done = 0;
        while (done < claim.count && !p->stop && !interrupt_pending() &&
               run_claimed(p, number, &claim, done))
            done++;
        claim_pace(&claim, done, clock_now() - began);
        pthread_mutex_lock(&p->lock);
        if (queue_publish(&p->queue, &claim, done) || p->stop)
            pthread_cond_signal(&p->row_done);
    }
    pthread_cond_signal(&p->row_done);
    pthread_cond_broadcast(&p->slot_free);
    pthread_mutex_unlock(&p->lock);
    guard_end();
    return NULL;
}

/* ---- rows in order ------------------------------------------------------------------------- */

/* Hands over what became of a job; false: the client said stop. */
static bool hand(abs_pool *p, size_t job)
{
    const abs_pool_client *c = &p->client;
    const uint32_t slot = queue_slot(&p->queue, job);
    switch (queue_state(&p->queue, job)) {
    case JOB_DONE:
        return c->take(c->context, &p->rows[slot]);
    case JOB_THERE:
        return c->fetch(c->context, job);
    case JOB_LOST:
        return c->lose(c->context, job, queue_fault(&p->queue, job));
    default:
        return true;
    }
}

static void wait_for_rows(abs_pool *p)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100 * 1000 * 1000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&p->row_done, &p->lock, &until);
    tick(p);
}

/* Hands rows over until all are, or something stops the run. Called with the lock held. */
static abs_exit hand_over(abs_pool *p)
{
    while (p->queue.due < p->queue.jobs) {
        const size_t ready = queue_ready(&p->queue, TAKEN_AT_ONCE);
        if (p->stop || interrupt_pending())
            return p->stop ? ABS_CANNOT_RUN : ABS_INTERRUPTED;
        if (ready == 0) {
            wait_for_rows(p);
            continue;
        }
        pthread_mutex_unlock(&p->lock);
        size_t handed = 0;
        while (handed < ready && hand(p, p->queue.due + handed))
            handed++;
        pthread_mutex_lock(&p->lock);
        if (handed < ready)
            return ABS_CANNOT_RUN;
        queue_release(&p->queue, ready);
        pthread_cond_broadcast(&p->slot_free);
        tick(p);
    }
    return ABS_OK;
}

/* When all workers have ended after an interrupt: what was finished behind searches that were not.
 */
static abs_exit hand_over_rest(abs_pool *p)
{
    bool all = true;
    for (; p->queue.due < p->queue.jobs; p->queue.due++) {
        const size_t job = p->queue.due;
        const job_state state = queue_state(&p->queue, job);
        all = all && state != JOB_WAITING && state != JOB_STOPPED;
        if (!hand(p, job))
            return ABS_CANNOT_RUN;
    }
    return all ? ABS_OK : ABS_INTERRUPTED;
}

/* Searches the job that is due, unless it is settled, and hands it over. */
static abs_exit run_due(abs_pool *p)
{
    abs_claim claim = {.most = 1};
    const size_t job = p->queue.due;
    if (queue_state(&p->queue, job) == JOB_WAITING) {
        queue_claim(&p->queue, &claim);
        const bool ok = run_claimed(p, 0, &claim, 0);
        queue_publish(&p->queue, &claim, ok);
        if (!ok)
            return ABS_CANNOT_RUN;
        if (claim.states[0] == JOB_STOPPED)
            return ABS_INTERRUPTED;
    }
    if (!hand(p, job))
        return ABS_CANNOT_RUN;
    queue_release(&p->queue, 1);
    return ABS_OK;
}

/* One worker needs no other thread, and no row is kept. */
static abs_exit run_alone(abs_pool *p)
{
    abs_exit result = ABS_OK;
    p->workers[0]->tick = tick;
    p->workers[0]->tick_context = p;
    guard_begin();
    while (p->queue.due < p->queue.jobs && result == ABS_OK) {
        result = interrupt_pending() ? ABS_INTERRUPTED : run_due(p);
        tick(p);
    }
    guard_end();
    return result == ABS_INTERRUPTED ? hand_over_rest(p) : result;
}

static abs_exit run_threads(abs_pool *p, abs_error *error)
{
    const int wanted = p->options.workers;
    pthread_t *threads = calloc((size_t)wanted, sizeof *threads);
    int started = 0, why = 0;
    p->no_memory = threads == NULL;
    while (threads != NULL && started < wanted &&
           (why = pthread_create(&threads[started], NULL, work, p)) == 0)
        started++;
    if (started > 0 && started < wanted)
        fprintf(stderr, "absbench: only %d of %d workers could be started: %s\n", started, wanted,
                strerror(why));
    else if (started == 0 && !p->no_memory)
        abs_fail(error, ABS_CANNOT_RUN, "no worker could be started: %s; use --jobs=1",
                 strerror(why));
    pthread_mutex_lock(&p->lock);
    const abs_exit result = started > 0 ? hand_over(p) : ABS_CANNOT_RUN;
    p->stop = true;
    pthread_cond_broadcast(&p->slot_free);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    if (p->refused) /* though a signal may have come with it, as SIGXFSZ does */
        return ABS_CANNOT_RUN;
    return result == ABS_INTERRUPTED ? hand_over_rest(p) : result;
}

/* ---- the pool ------------------------------------------------------------------------------ */

static bool fail_memory(const abs_suite *suite, int workers, abs_error *error)
{
    return abs_fail(error, ABS_CANNOT_RUN,
                    "no memory for %d x %llu MiB of tables; use a smaller --tt or --jobs", workers,
                    (unsigned long long)suite->tt_bytes >> 20);
}

abs_pool *abs_pool_new(const abs_suite *suite, const abs_pool_options *options, abs_error *error)
{
    const int workers = options->workers;
    const double physical = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    const size_t slots = workers == 1 ? 1 : suite->jobs < ROWS_KEPT ? suite->jobs : ROWS_KEPT;
    abs_pool *p = calloc(1, sizeof *p);
    bool ok = p != NULL;
    if (ok) {
        p->suite = suite;
        p->options = *options;
        pthread_mutex_init(&p->lock, NULL);
        pthread_cond_init(&p->row_done, NULL);
        pthread_cond_init(&p->slot_free, NULL);
        p->rows = calloc(slots, sizeof *p->rows);
        p->entries = calloc(slots, sizeof *p->entries);
        p->workers = calloc((size_t)workers, sizeof(abs_worker *));
        ok = queue_start(&p->queue, suite, slots, workers) && p->rows != NULL &&
             p->entries != NULL && p->workers != NULL &&
             (double)suite->tt_bytes * workers <= physical;
    }
    for (int i = 0; ok && i < workers; i++) {
        ok = (p->workers[i] = abs_worker_new(suite->tt_bytes)) != NULL;
        if (ok)
            p->workers[i]->stop = &p->stop;
    }
    if (ok)
        return p;
    abs_pool_free(p);
    fail_memory(suite, workers, error);
    return NULL;
}

void abs_pool_free(abs_pool *p)
{
    if (p == NULL)
        return;
    for (int i = 0; p->workers != NULL && i < p->options.workers; i++)
        abs_worker_free(p->workers[i]);
    for (size_t i = 0; p->rows != NULL && i < p->queue.slots; i++)
        abs_row_free(&p->rows[i]);
    for (size_t i = 0; p->entries != NULL && i < p->queue.slots; i++)
        unpacked_free(&p->entries[i]);
    free(p->workers);
    free(p->rows);
    free(p->entries);
    queue_free(&p->queue);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->row_done);
    pthread_cond_destroy(&p->slot_free);
    free(p);
}

static void settle(abs_pool *p, size_t job, abs_pool_job what)
{
    if (what != POOL_SEARCH)
        queue_settle(&p->queue, job, what == POOL_THERE ? JOB_THERE : JOB_ELSEWHERE);
}

abs_exit abs_pool_run(abs_pool *p, const abs_pool_client *client, abs_error *error)
{
    p->client = *client;
    for (size_t job = 0; client->find != NULL && job < p->queue.jobs; job++)
        settle(p, job, client->find(client->context, job));
    progress_begin(&p->progress);
    const abs_exit result = p->options.workers > 1 ? run_threads(p, error) : run_alone(p);
    if (p->options.progress)
        progress_end(&p->progress);
    if (p->no_memory)
        fail_memory(p->suite, p->options.workers, error);
    return result;
}
