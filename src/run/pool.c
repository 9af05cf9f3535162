/* pool.c -- see pool.h. */
#define _POSIX_C_SOURCE 200809L
#include "run/pool.h"
#include "base/clock.h"
#include "run/run.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { ROWS_AHEAD = 64 }; /* rows a worker may be ahead of the one that is due, per worker */

typedef enum { SLOT_FREE, SLOT_DONE } slot_state;

struct abs_pool {
    const abs_suite *suite;
    abs_pool_options options;
    abs_worker **workers;
    abs_pool_taker *take;
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t row_done, slot_free;
    size_t started; /* workers that have begun */
    size_t next;    /* the job to be started */
    size_t due;     /* the job whose row is to be handed over */
    size_t slots;
    abs_row *rows; /* job j's row is in slot j % slots */
    slot_state *states;
    atomic_bool stop; /* nothing more is wanted: searches under way end without a result */
    bool no_memory;
    double began, ticked; /* seconds */
};

static void print_span(double seconds)
{
    const unsigned long s = (unsigned long)(seconds + 0.5);
    if (s >= 3600)
        fprintf(stderr, "%lu h %02lu min", s / 3600, s / 60 % 60);
    else if (s >= 60)
        fprintf(stderr, "%lu min %02lu s", s / 60, s % 60);
    else
        fprintf(stderr, "%lu s", s);
}

/* Assumes that the jobs left cost what the others did on average. */
static void show_progress(const abs_pool *p, double seconds)
{
    const size_t jobs = p->suite->jobs;
    fprintf(stderr, "\r\033[K%zu of %zu searches (%zu %%), ", p->due, jobs, 100 * p->due / jobs);
    print_span(seconds);
    if (p->due > 0) {
        fputs(", about ", stderr);
        print_span(seconds / (double)p->due * (double)(jobs - p->due));
        fputs(" left", stderr);
    }
    fflush(stderr);
}

/* At most five times a second. */
static void tick(void *context)
{
    abs_pool *p = context;
    const double t = clock_now();
    if (t - p->ticked < 0.2)
        return;
    p->ticked = t;
    if (p->options.pause != NULL)
        p->options.pause(p->context);
    if (p->options.progress)
        show_progress(p, t - p->began);
}

static bool run_job(abs_pool *p, abs_worker *worker, size_t job, abs_row *row)
{
    const abs_entry *entry;
    const abs_config *config;
    abs_suite_job(p->suite, job, &entry, &config);
    row->job = p->suite->first_job + job;
    return abs_run(worker, entry, config, p->options.check_moves, row);
}

static void *work(void *context)
{
    abs_pool *p = context;
    pthread_mutex_lock(&p->lock);
    abs_worker *worker = p->workers[p->started++];
    for (;;) {
        while (!p->stop && p->next < p->suite->jobs && p->next >= p->due + p->slots)
            pthread_cond_wait(&p->slot_free, &p->lock);
        if (p->stop || interrupt_pending() || p->next == p->suite->jobs)
            break;
        const size_t job = p->next++;
        pthread_mutex_unlock(&p->lock);
        const bool ok = run_job(p, worker, job, &p->rows[job % p->slots]);
        pthread_mutex_lock(&p->lock);
        if (!ok)
            p->stop = p->no_memory = true;
        else
            p->states[job % p->slots] = SLOT_DONE;
        if (job == p->due || p->stop)
            pthread_cond_signal(&p->row_done);
    }
    pthread_cond_signal(&p->row_done);
    pthread_cond_broadcast(&p->slot_free);
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* Whether the job in that slot has ended, and was not stopped. */
static bool is_finished(const abs_pool *p, size_t slot)
{
    return p->states[slot] == SLOT_DONE && p->rows[slot].status != ABS_STATUS_INTERRUPTED;
}

/* Hands rows over until all are, or something stops the run. Called with the lock held. */
static abs_exit hand_over(abs_pool *p)
{
    while (p->due < p->suite->jobs) {
        const size_t slot = p->due % p->slots;
        if (p->states[slot] != SLOT_DONE) {
            if (p->stop || interrupt_pending())
                return p->stop ? ABS_CANNOT_RUN : ABS_INTERRUPTED;
            struct timespec until;
            clock_gettime(CLOCK_REALTIME, &until);
            until.tv_nsec += 100 * 1000 * 1000;
            until.tv_sec += until.tv_nsec / 1000000000;
            until.tv_nsec %= 1000000000;
            pthread_cond_timedwait(&p->row_done, &p->lock, &until);
            tick(p);
            continue;
        }
        if (!is_finished(p, slot))
            return ABS_INTERRUPTED;
        pthread_mutex_unlock(&p->lock);
        const bool more = p->take(p->context, &p->rows[slot]);
        pthread_mutex_lock(&p->lock);
        p->states[slot] = SLOT_FREE;
        p->due++;
        pthread_cond_broadcast(&p->slot_free);
        tick(p);
        if (!more)
            return ABS_CANNOT_RUN;
    }
    return ABS_OK;
}

/*
 * After an interrupt, when all workers have ended: hands over what was finished behind a search
 * that was not.
 */
static abs_exit hand_over_rest(abs_pool *p)
{
    bool all = p->next == p->suite->jobs;
    for (; p->due < p->next; p->due++) {
        const size_t slot = p->due % p->slots;
        if (!is_finished(p, slot))
            all = false;
        else if (!p->take(p->context, &p->rows[slot]))
            return ABS_CANNOT_RUN;
    }
    return all ? ABS_OK : ABS_INTERRUPTED;
}

/* One worker needs no other thread, and no hand-over. */
static abs_exit run_alone(abs_pool *p)
{
    p->workers[0]->tick = tick;
    p->workers[0]->tick_context = p;
    for (; p->due < p->suite->jobs; p->due++) {
        if (interrupt_pending())
            return ABS_INTERRUPTED;
        if (!run_job(p, p->workers[0], p->due, p->rows)) {
            p->no_memory = true;
            return ABS_CANNOT_RUN;
        }
        if (p->rows->status == ABS_STATUS_INTERRUPTED)
            return ABS_INTERRUPTED;
        if (!p->take(p->context, p->rows))
            return ABS_CANNOT_RUN;
        tick(p);
    }
    return ABS_OK;
}

static abs_exit run_threads(abs_pool *p)
{
    const int wanted = p->options.workers;
    pthread_t *threads = calloc((size_t)wanted, sizeof *threads);
    int started = 0;
    if (threads == NULL)
        return ABS_CANNOT_RUN;
    while (started < wanted && pthread_create(&threads[started], NULL, work, p) == 0)
        started++;
    pthread_mutex_lock(&p->lock);
    p->no_memory = p->no_memory || started == 0;
    const abs_exit result = started > 0 ? hand_over(p) : ABS_CANNOT_RUN;
    p->stop = true;
    pthread_cond_broadcast(&p->slot_free);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    return result == ABS_INTERRUPTED ? hand_over_rest(p) : result;
}

static bool fail_memory(const abs_suite *suite, int workers, abs_error *error)
{
    return abs_fail(error, ABS_CANNOT_RUN,
                    "no memory for %d x %zu MiB of tables; use a smaller --tt or --jobs", workers,
                    suite->tt_bytes >> 20);
}

abs_pool *abs_pool_new(const abs_suite *suite, const abs_pool_options *options, abs_error *error)
{
    const int workers = options->workers;
    const double physical = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    abs_pool *p = calloc(1, sizeof *p);
    if (p != NULL) {
        p->suite = suite;
        p->options = *options;
        p->slots = workers > 1 ? (size_t)workers * ROWS_AHEAD : 1;
        pthread_mutex_init(&p->lock, NULL);
        pthread_cond_init(&p->row_done, NULL);
        pthread_cond_init(&p->slot_free, NULL);
        p->rows = calloc(p->slots, sizeof *p->rows);
        p->states = calloc(p->slots, sizeof *p->states);
        p->workers = calloc((size_t)workers, sizeof(abs_worker *));
    }
    bool ok = p != NULL && p->rows != NULL && p->states != NULL && p->workers != NULL &&
              (double)suite->tt_bytes * workers <= physical;
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
    for (size_t i = 0; p->rows != NULL && i < p->slots; i++)
        abs_row_free(&p->rows[i]);
    free(p->workers);
    free(p->rows);
    free(p->states);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->row_done);
    pthread_cond_destroy(&p->slot_free);
    free(p);
}

abs_exit abs_pool_run(abs_pool *p, abs_pool_taker *take, void *context, abs_error *error)
{
    p->take = take;
    p->context = context;
    p->began = p->ticked = clock_now();
    const abs_exit result = p->options.workers > 1 ? run_threads(p) : run_alone(p);
    if (p->options.progress && p->ticked > p->began)
        fputs("\r\033[K", stderr);
    if (p->no_memory)
        fail_memory(p->suite, p->options.workers, error);
    return result;
}
