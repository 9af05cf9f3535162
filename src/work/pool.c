/* pool.c -- see pool.h. */
#define _GNU_SOURCE /* sched_getaffinity(), pthread_clockjoin_np() */
#include "work/pool.h"
#include "base/clock.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "work/guard.h"
#include "work/queue.h"
#include "work/worker.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
    ROWS_KEPT = 1024,  /* that are finished, and not yet due */
    TAKEN_AT_ONCE = 64 /* rows handed over without asking for the lock again */
};

typedef struct {
    const abs_suite *suite;
    abs_pool_client client;
    abs_worker **workers;
    pthread_mutex_t lock; /* of all that follows but the rows, which belong to who has the job */
    pthread_cond_t row_done, handed_over;
    size_t started; /* workers that have begun */
    abs_queue queue;
    abs_row *rows;         /* of the queue's window: job % window */
    abs_parsed *parsed;    /* .. and their positions */
    atomic_bool stop;      /* nothing more is wanted: searches under way end without a result */
    atomic_bool refused;   /* by the client, for a row in its worker; or no_table */
    atomic_bool no_table;
    double began, shown; /* seconds; shown: when a pause was last due */
} abs_pool;

/* ---- how many there are --------------------------------------------------------------------- */

enum { CREW_MAX = 256 };

/* Those that this process may run on: a cluster may leave it few of many. */
static int processors(void)
{
    cpu_set_t set;
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return CPU_COUNT(&set);
    return online > 0 ? (int)online : 1;
}

int crew_size(const abs_options *o, const abs_suite *suite)
{
    const double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    const bool many =
        o->verb == ABS_VERB_SWEEP || o->verb == ABS_VERB_TUNE || o->domain_count == 0;
    const size_t most = suite->jobs > 0 ? suite->jobs : 1;
    int size = (int)o->jobs;
    if (size == 0 && (!many || o->metric == METRIC_time || o->repeat > 1))
        size = 1;
    if (size == 0) {
        size = processors() < CREW_MAX ? processors() : CREW_MAX;
        while (size > 1 && (double)suite->tt_bytes * size > memory / 2)
            size--;
    }
    return (size_t)size < most ? size : (int)most;
}

void crew_announce(const abs_options *o, const abs_suite *suite)
{
    const int size = crew_size(o, suite);
    fprintf(stderr, "absbench: %zu searches", suite->jobs);
    if (o->shard.count > 0)
        fprintf(stderr, " in %u shards", o->shard.count);
    fprintf(stderr, ", %d at a time", size);
    if (suite->tt_bytes >> 20 > 0)
        fprintf(stderr, ", with tables of up to %llu MiB in all",
                (unsigned long long)size * (suite->tt_bytes >> 20));
    fputc('\n', stderr);
}

/* ---- how far it has come -------------------------------------------------------------------- */

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

void pool_show_progress(double seconds, size_t done, size_t all)
{
    if (all == 0) /* what earlier runs have left is read */
        return;
    fprintf(stderr, "\r\033[K%zu of %zu searches (%zu %%), ", done, all, 100 * done / all);
    print_span(seconds);
    if (done > 0) {
        fputs(", about ", stderr);
        print_span(seconds / (double)done * (double)(all - done));
        fputs(" left", stderr);
    }
    fflush(stderr);
}

/* At most five times a second. */
static void tick(void *context)
{
    abs_pool *p = context;
    const double now = clock_now();
    if (now - p->shown < 0.2)
        return;
    p->shown = now;
    if (p->client.pause != NULL)
        p->client.pause(p->client.context);
    if (p->client.progress)
        pool_show_progress(now - p->began, p->queue.finished, p->queue.to_search);
}

/* ---- one job ------------------------------------------------------------------------------- */

typedef struct {
    abs_pool *pool;
    size_t worker, job;
} task;

static abs_row *row_of(const abs_pool *p, size_t job)
{
    return &p->rows[job % p->queue.window];
}

static bool search(void *context)
{
    const task *t = context;
    abs_pool *p = t->pool;
    abs_row *row = row_of(p, t->job);
    const abs_config *config;
    row->root = NULL;
    row->job = p->suite->first_job + t->job;
    const abs_root *root =
        abs_suite_job(p->suite, t->job, &p->parsed[t->job % p->queue.window], &config);
    abs_run(p->workers[t->worker], root, config, p->client.check_moves, row);
    if (p->client.judge != NULL)
        judged_row(p->client.judge, p->workers[t->worker], row);
    return true;
}

static void write_name(void *context, char *text, size_t size)
{
    const task *t = context;
    const abs_row *row = row_of(t->pool, t->job);
    if (row->root != NULL)
        abs_row_id(row, text, size);
    else
        snprintf(text, size, "number %llu", (unsigned long long)row->job + 1);
}

static bool make_worker(abs_pool *p, size_t number)
{
    abs_worker *w = abs_worker_new(p->suite->tt_bytes);
    p->workers[number] = w;
    p->no_table |= w == NULL;
    if (w == NULL)
        return false;
    w->stop = &p->stop;
    w->tick = p->client.workers == 1 ? tick : NULL;
    w->tick_context = p;
    return true;
}

/* Searches, shows the row, and returns what became of the job: a job_state. The run goes on unless
   the client said stop, or there is no table. */
static int run_job(abs_pool *p, size_t worker, size_t job)
{
    task t = {p, worker, job};
    bool ok = true;
    int state = JOB_DONE;
    abs_row *row = row_of(p, job);
    guard_name(write_name, &t);
    const int number = guard_call(search, &t, &ok);
    guard_name(NULL, NULL);
    if (number == SIGALRM || number == SIGPROF) {
        char id[2 * ABS_TEXT_MAX];
        write_name(&t, id, sizeof id);
        fprintf(stderr, "absbench: a search did not stop within %d s, and was left: %s\n",
                INTERRUPT_GRACE_S, id);
        state = JOB_STOPPED;
    } else if (number != 0) {
        state = JOB_LOST + number;
        ok = make_worker(p, worker);
    } else if (row->status == ABS_STATUS_INTERRUPTED) {
        state = JOB_STOPPED;
    } else {
        ok = p->client.finish == NULL || p->client.finish(p->client.context, row);
    }
    if (number != 0) { /* what a signal ended is left as it is, its memory too */
        memset(row, 0, sizeof *row);
        if (state == JOB_STOPPED)
            p->workers[worker] = NULL;
    }
    if (ok)
        return state;
    p->refused = p->stop = true;
    return JOB_STOPPED;
}

/* ---- workers ------------------------------------------------------------------------------- */

static bool is_over(const abs_pool *p)
{
    return p->stop || interrupt_pending();
}

static void *work(void *context)
{
    abs_pool *p = context;
    size_t job;
    guard_begin();
    pthread_mutex_lock(&p->lock);
    const size_t number = p->started++;
    for (;;) {
        while (!is_over(p) && queue_must_wait(&p->queue)) {
            pthread_cond_signal(&p->row_done);
            pthread_cond_wait(&p->handed_over, &p->lock);
        }
        /* The first takes them in order, so that rows come from the beginning, whatever is long. */
        if (is_over(p) || !queue_take(&p->queue, number == 0, &job))
            break;
        pthread_mutex_unlock(&p->lock);
        const int state = run_job(p, number, job);
        pthread_mutex_lock(&p->lock);
        queue_end(&p->queue, job, state);
        if (p->stop || queue_ready(&p->queue, TAKEN_AT_ONCE) == TAKEN_AT_ONCE)
            pthread_cond_signal(&p->row_done);
    }
    pthread_cond_signal(&p->row_done);
    pthread_cond_broadcast(&p->handed_over);
    pthread_mutex_unlock(&p->lock);
    guard_end();
    return NULL;
}

/* ---- rows in order ------------------------------------------------------------------------- */

/* Hands over what became of a job; false: the client said stop. */
static bool hand(abs_pool *p, size_t job)
{
    const abs_pool_client *c = &p->client;
    const int state = p->queue.state[job];
    return state == JOB_DONE    ? c->take(c->context, row_of(p, job))
           : state == JOB_THERE ? c->fetch(c->context, job)
           : state > JOB_LOST   ? c->lose(c->context, job, state - JOB_LOST)
                                : true;
}

static struct timespec after(long ms)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    const long ns = t.tv_nsec + ms % 1000 * 1000000;
    return (struct timespec){t.tv_sec + ms / 1000 + ns / 1000000000, ns % 1000000000};
}

/* Hands rows over until all are, or something stops the run. Called with the lock held. */
static abs_exit hand_over(abs_pool *p)
{
    while (p->queue.due < p->queue.jobs) {
        const size_t ready = queue_ready(&p->queue, TAKEN_AT_ONCE);
        if (is_over(p))
            return p->stop ? ABS_CANNOT_RUN : ABS_INTERRUPTED;
        if (ready == 0) {
            const struct timespec until = after(100);
            pthread_cond_timedwait(&p->row_done, &p->lock, &until);
        } else {
            pthread_mutex_unlock(&p->lock);
            size_t handed = 0;
            while (handed < ready && hand(p, p->queue.due + handed))
                handed++;
            pthread_mutex_lock(&p->lock);
            if (handed < ready)
                return ABS_CANNOT_RUN;
            p->queue.due += ready;
            pthread_cond_broadcast(&p->handed_over);
        }
        tick(p);
    }
    return ABS_OK;
}

/* When all workers have ended: what was finished behind searches that were not. */
static abs_exit hand_over_rest(abs_pool *p)
{
    bool all = true;
    for (; p->queue.due < p->queue.jobs; p->queue.due++) {
        const size_t job = p->queue.due;
        all = all && p->queue.state[job] > JOB_STOPPED;
        if (!hand(p, job))
            return ABS_CANNOT_RUN;
    }
    return all ? ABS_OK : ABS_INTERRUPTED;
}

/* One worker needs no other thread, and no row is kept. */
static abs_exit run_alone(abs_pool *p)
{
    guard_begin();
    while (p->queue.due < p->queue.jobs && !is_over(p)) {
        size_t job = p->queue.due;
        if (p->queue.state[job] == JOB_WAITING && queue_take(&p->queue, true, &job))
            queue_end(&p->queue, job, run_job(p, 0, job));
        if (p->queue.state[job] == JOB_STOPPED)
            break;
        p->stop = !hand(p, job);
        p->queue.due += !p->stop;
        tick(p);
    }
    guard_end();
    return p->stop ? ABS_CANNOT_RUN : hand_over_rest(p);
}

static abs_exit run_threads(abs_pool *p, abs_error *error)
{
    const int wanted = p->client.workers;
    pthread_t *threads = memory_zeros((size_t)wanted, sizeof *threads);
    int started = 0, why = 0;
    while (started < wanted && (why = pthread_create(&threads[started], NULL, work, p)) == 0)
        started++;
    if (started == 0)
        abs_fail(error, ABS_CANNOT_RUN, "no worker could be started: %s; use --jobs=1",
                 strerror(why));
    else if (started < wanted)
        fprintf(stderr, "absbench: only %d of %d workers could be started: %s\n", started, wanted,
                strerror(why));
    pthread_mutex_lock(&p->lock);
    const abs_exit result = started > 0 ? hand_over(p) : ABS_CANNOT_RUN;
    p->stop = true;
    pthread_cond_broadcast(&p->handed_over);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < started; i++) { /* a search of a plug-in may never ask whether to stop */
        struct timespec until = after(1000L * INTERRUPT_GRACE_S);
        while (pthread_clockjoin_np(threads[i], NULL, CLOCK_MONOTONIC, &until) == ETIMEDOUT) {
            guard_hurry(threads[i]);
            until = after(100);
        }
    }
    free(threads);
    if (p->refused) /* though a signal may have come with it, as SIGXFSZ does */
        return ABS_CANNOT_RUN;
    return result == ABS_INTERRUPTED ? hand_over_rest(p) : result;
}

/* ---- the pool ------------------------------------------------------------------------------ */

static bool fail_table(const abs_pool *p, abs_error *error)
{
    return abs_fail(error, ABS_CANNOT_RUN,
                    "no memory for %d x %llu MiB of tables; use a smaller --tt or --jobs",
                    p->client.workers, (unsigned long long)p->suite->tt_bytes >> 20);
}

/* Makes all that is needed to run, the workers with their tables. */
static bool start(abs_pool *p, abs_error *error)
{
    const int workers = p->client.workers;
    const double physical = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    const size_t jobs = p->suite->jobs;
    const size_t window = workers == 1 ? 1 : jobs < ROWS_KEPT ? jobs : ROWS_KEPT;
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC); /* the wall clock may be set */
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->row_done, &monotonic);
    pthread_cond_init(&p->handed_over, &monotonic);
    pthread_condattr_destroy(&monotonic);
    p->rows = memory_zeros(window, sizeof *p->rows);
    p->parsed = memory_zeros(window, sizeof *p->parsed);
    p->workers = memory_zeros((size_t)workers, sizeof(abs_worker *));
    queue_start(&p->queue, p->suite, window, workers);
    bool ok = (double)p->suite->tt_bytes * workers <= physical;
    for (int i = 0; ok && i < workers; i++)
        ok = make_worker(p, (size_t)i);
    return ok || fail_table(p, error);
}

static abs_exit run(abs_pool *p, abs_error *error)
{
    const abs_pool_client *c = &p->client;
    if (c->open != NULL && !c->open(c->context))
        return error->code;
    for (size_t job = 0; c->find != NULL && job < p->queue.jobs; job++) {
        const abs_pool_job found = c->find(c->context, job);
        if (found != POOL_SEARCH)
            queue_settle(&p->queue, job, found == POOL_THERE ? JOB_THERE : JOB_ELSEWHERE);
    }
    p->began = p->shown = clock_now();
    const abs_exit result = c->workers > 1 ? run_threads(p, error) : run_alone(p);
    if (c->progress && p->shown > p->began)
        fputs("\r\033[K", stderr);
    if (p->no_table)
        fail_table(p, error);
    return result;
}

abs_exit abs_pool_run(const abs_suite *suite, const abs_pool_client *client, abs_error *error)
{
    abs_pool p = {.suite = suite, .client = *client};
    const abs_exit result = start(&p, error) ? run(&p, error) : error->code;
    for (int i = 0; i < client->workers; i++)
        abs_worker_free(p.workers[i]);
    for (size_t i = 0; i < p.queue.window; i++) {
        abs_row_free(&p.rows[i]);
        parsed_free(&p.parsed[i]);
    }
    free(p.workers);
    free(p.rows);
    free(p.parsed);
    queue_free(&p.queue);
    pthread_mutex_destroy(&p.lock);
    pthread_cond_destroy(&p.row_done);
    pthread_cond_destroy(&p.handed_over);
    return result;
}
