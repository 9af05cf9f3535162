/* pool.c -- see pool.h. */
#include "work/pool.h"
#include "base/memory.h"
#include "base/stats.h"
#include "suite/jobs.h"
#include "work/guard.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum {
    ROWS_KEPT = 1024, /* the most rows that are finished but not yet due */
    TOLD_EVERY = 64   /* after so many rows, workers that wait for room are woken */
};
#define PAUSE_S 0.2

/* The states of a job. */
enum {
    WAITING,
    TAKEN,   /* its search is not finished, or was stopped; jobs in the states below have ended */
    DONE,    /* its row waits to be handed over */
    UNWANTED /* the client does not want it searched */
};

typedef struct {
    const abs_suite *suite;
    abs_pool_client client;
    abs_worker **workers;
    pthread_mutex_t lock; /* protects the following members; a row belongs to its job's worker */
    pthread_cond_t changed;
    size_t begun; /* number of workers */
    size_t window;       /* only jobs below due + window may be taken */
    size_t next;         /* all jobs below this one have been taken */
    uint64_t *order;     /* jobs, in the low 32 bits, from the longest to the shortest */
    size_t next_longest; /* all jobs before this index of `order` have been taken */
    size_t due;          /* the job that is handed over next */
    bool handing;        /* a worker is calling the client, which has one caller at a time */
    size_t to_search, finished;
    uint8_t *states;       /* by job */
    abs_row *rows;         /* by job % window */
    abs_root *roots;       /* their positions */
    atomic_bool stop;      /* the client stops the run: searches end without a result */
    double began;          /* seconds */
    _Atomic double paused; /* when the last pause began, in seconds */
} abs_pool;

/* ---- the number of workers ------------------------------------------------------------------ */

enum { CREW_MAX = 256 };

/* How many processors this process may use: a cluster may give it only some. */
static int processors(void)
{
    cpu_set_t set;
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return CPU_COUNT(&set);
    return online > 0 ? (int)online : 1;
}

static double physical_memory(void)
{
    return (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
}

/* The bytes that programs can take without others losing any: free, or only cached. */
static double free_memory(void)
{
    char line[128];
    unsigned long long kib = 0;
    FILE *in = fopen("/proc/meminfo", "re");
    while (in != NULL && kib == 0 && fgets(line, sizeof line, in) != NULL)
        sscanf(line, "MemAvailable: %llu kB", &kib);
    if (in != NULL)
        fclose(in);
    return kib > 0 ? 1024.0 * (double)kib
                   : (double)sysconf(_SC_AVPHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
}

/* Whether searches beside each other would change what is measured. */
static bool needs_the_machine(const abs_options *o, const abs_suite *suite)
{
    bool limited = false; /* by time; a grid may limit only some */
    for (size_t i = 0; i < suite->count; i++)
        limited |= suite->batches[i].config_count > 0 && suite->batches[i].configs[0].timeout > 0;
    return limited || o->verb == ABS_VERB_BENCH || o->metric == METRIC_time ||
           abs_options_asked(o, "repeat");
}

int crew_size(const abs_options *o, const abs_suite *suite)
{
    static bool told;
    const int most = suite->jobs < CREW_MAX ? (int)suite->jobs : CREW_MAX;
    const int asked = o->jobs > 0                    ? (int)o->jobs
                      : needs_the_machine(o, suite) ? 1
                                                     : processors();
    const int size = asked < most ? asked : most;
    if (size <= 1 || o->jobs > 0 || suite->tt_bytes == 0)
        return size > 1 ? size : 1;
    const double fit = free_memory() / 2 / (double)suite->tt_bytes;
    if (fit >= size)
        return size;
    if (!told && !o->quiet)
        fprintf(
            stderr,
            "absbench: %d at a time, not %d, whose tables of %llu MiB each would take over half "
            "of the free memory; use a smaller --tt, or --jobs=%d\n",
            fit > 1 ? (int)fit : 1, size, (unsigned long long)suite->tt_bytes >> 20, size);
    told = true;
    return fit > 1 ? (int)fit : 1;
}

void crew_announce(const abs_options *o, const abs_suite *suite, int size)
{
    fprintf(stderr, "absbench: %zu searches", suite->jobs);
    if (o->shard.count > 0)
        fprintf(stderr, " in %u shards", o->shard.count);
    fprintf(stderr, ", %d at a time", size);
    if (suite->tt_bytes >> 20 > 0)
        fprintf(stderr, ", with tables of up to %llu MiB in all",
                (unsigned long long)size * (suite->tt_bytes >> 20));
    fputc('\n', stderr);
}

/* ---- progress ------------------------------------------------------------------------------- */

static void print_span(double seconds)
{
    const unsigned long s = (unsigned long)(seconds + 0.5);
    fprintf(stderr, "%lu:%02lu:%02lu", s / 3600, s / 60 % 60, s % 60);
}

void pool_show_progress(double seconds, size_t done, size_t all)
{
    if (all == 0) /* all rows are from earlier runs */
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

/* Makes a pause, at most five times a second, unless the client is being called. Needs the lock. */
static void pause_if_due(abs_pool *p)
{
    const double now = clock_now();
    const size_t finished = p->finished;
    if (p->handing || now - p->paused < PAUSE_S)
        return;
    p->paused = now;
    p->handing = true;
    pthread_mutex_unlock(&p->lock);
    if (p->client.pause != NULL)
        p->client.pause(p->client.context);
    if (p->client.progress)
        pool_show_progress(now - p->began, finished, p->to_search);
    pthread_mutex_lock(&p->lock);
    p->handing = false;
}

/* Is called now and then within a search. */
static void tick(void *context)
{
    abs_pool *p = context;
    if (clock_now() - p->paused >= PAUSE_S) {
        pthread_mutex_lock(&p->lock);
        pause_if_due(p);
        pthread_mutex_unlock(&p->lock);
    }
}

/* ---- the longest first ---------------------------------------------------------------------- */

/*
 * How long a search is likely to take, in plies beyond its domain's default depth, because each ply
 * multiplies the time. A search without cutoffs takes as long as another to twice its depth (Knuth
 * and Moore 1975).
 */
static int job_length(const abs_suite *suite, size_t job)
{
    const abs_config *config;
    const abs_domain *domain = abs_suite_config(suite, job, &config);
    const abs_core_info *core = config->algo.core;
    const bool naive = core->core.minimax || core->limit != ABS_LIMIT_NONE;
    return config->depth * (naive ? 2 : 1) - domain->default_depth;
}

/* Sorts the jobs by length, so that no worker begins the longest when the others have finished. */
static void plan_order(abs_pool *p)
{
    const size_t jobs = p->client.workers > 1 ? p->suite->jobs : 0;
    p->order = memory_take(jobs * sizeof *p->order);
    for (size_t job = 0; job < jobs; job++)
        p->order[job] = (uint64_t)(4 * ABS_MAX_DEPTH - job_length(p->suite, job)) << 32 | job;
    stats_sort(p->order, jobs);
}

/* ---- one job ------------------------------------------------------------------------------- */

static abs_row *row_of(const abs_pool *p, size_t job)
{
    return &p->rows[job % p->window];
}

/* Searches, calls the client's finish(), and returns the new state of the job. */
static int run_job(abs_pool *p, size_t worker, size_t job)
{
    abs_row *row = row_of(p, job);
    const abs_config *config;
    row->job = job;
    guard_name("search number %llu", (unsigned long long)row->job + 1);
    const abs_root *root = abs_suite_job(p->suite, job, &p->roots[job % p->window], &config);
    guard_name_search(root, config);
    abs_run(p->workers[worker], root, config, p->client.check_moves, row);
    if (p->client.judge != NULL)
        judged_row(p->client.judge, p->workers[worker], row);
    if (row->status == ABS_STATUS_INTERRUPTED)
        return TAKEN;
    if (p->client.finish == NULL || p->client.finish(p->client.context, row))
        return DONE;
    p->stop = true;
    return TAKEN;
}

/* ---- rows in order ------------------------------------------------------------------------- */

static bool is_over(const abs_pool *p)
{
    return p->stop || interrupt_pending() || p->due == p->suite->jobs;
}

/* Hands a job over, if it has ended. */
static void hand(abs_pool *p, size_t job)
{
    const int state = p->states[job];
    if (state > TAKEN &&
        !p->client.take(p->client.context, job, state == DONE ? row_of(p, job) : NULL))
        p->stop = true;
}

/* Hands over the rows that are due, unless another worker is doing so. The lock must be held. */
static void hand_over(abs_pool *p)
{
    bool any = false;
    pause_if_due(p);
    while (!p->handing && !is_over(p) && p->states[p->due] > TAKEN) {
        any = p->handing = true;
        pthread_mutex_unlock(&p->lock);
        hand(p, p->due);
        pthread_mutex_lock(&p->lock);
        p->handing = false;
        if (!p->stop && ++p->due % TOLD_EVERY == 0)
            pthread_cond_broadcast(&p->changed);
        pause_if_due(p);
    }
    if (any) /* otherwise waiting workers would wake each other for ever */
        pthread_cond_broadcast(&p->changed);
}

/* Hands over, once all workers have ended, the rows that come after unfinished searches. */
static bool hand_over_rest(abs_pool *p, abs_error *error)
{
    bool all = true;
    for (; p->due < p->suite->jobs && !p->stop; p->due++) {
        all = all && p->states[p->due] > TAKEN;
        hand(p, p->due);
    }
    return !p->stop && (all || abs_fail_quietly(error, ABS_INTERRUPTED));
}

/* ---- workers ------------------------------------------------------------------------------- */

/* Takes the next waiting job. The first worker takes jobs in order, so that their rows can be
   handed over; the others take the longest, unless it is too far ahead. Returns false if there is
   none, or no room for its row yet. */
static bool take_job(abs_pool *p, size_t worker, size_t *job)
{
    const size_t jobs = p->suite->jobs;
    while (p->next < jobs && p->states[p->next] != WAITING)
        p->next++;
    if (worker > 0)
        while (p->next_longest < jobs && p->states[(uint32_t)p->order[p->next_longest]] != WAITING)
            p->next_longest++;
    *job = p->next;
    if (worker > 0 && p->next_longest < jobs) {
        const uint32_t longest = (uint32_t)p->order[p->next_longest];
        *job = longest < p->due + p->window ? longest : *job;
    }
    if (*job == jobs || *job >= p->due + p->window)
        return false;
    p->states[*job] = TAKEN;
    return true;
}

/* Waits until another worker has changed something, at most 100 ms. The lock must be held. */
static void wait_a_moment(abs_pool *p)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    const long ns = until.tv_nsec + 100000000;
    until = (struct timespec){until.tv_sec + ns / 1000000000, ns % 1000000000};
    pthread_cond_timedwait(&p->changed, &p->lock, &until);
}

static void *work(void *context)
{
    abs_pool *p = context;
    size_t job = 0;
    guard_begin();
    pthread_mutex_lock(&p->lock);
    for (const size_t number = p->begun++; !is_over(p); hand_over(p)) {
        if (take_job(p, number, &job)) {
            pthread_mutex_unlock(&p->lock);
            const int state = run_job(p, number, job);
            pthread_mutex_lock(&p->lock);
            p->states[job] = (uint8_t)state;
            p->finished += state == DONE;
        } else if (p->handing || p->states[p->due] <= TAKEN) {
            wait_a_moment(p);
        }
    }
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
    guard_end();
    return NULL;
}

/* The bytes kept free below each worker's stack, as below the main one: a full stack must be a
   fault, and not reach other memory. */
enum { GUARD_BYTES = 1 << 20 };

/* Runs all workers; the calling thread is one of them. */
static bool run_workers(abs_pool *p, abs_error *error)
{
    const int wanted = p->client.workers - 1;
    pthread_t *threads = memory_zeros((size_t)wanted, sizeof *threads);
    pthread_attr_t guarded;
    int started = 0, why = 0;
    pthread_attr_init(&guarded);
    pthread_attr_setguardsize(&guarded, GUARD_BYTES);
    while (started < wanted && (why = pthread_create(&threads[started], &guarded, work, p)) == 0)
        started++;
    pthread_attr_destroy(&guarded);
    if (started < wanted)
        fprintf(stderr, "absbench: only %d of %d workers could be started: %s\n", started + 1,
                wanted + 1, strerror(why));
    work(p);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    return hand_over_rest(p, error);
}

/* Makes the workers, with their tables. */
static bool make_workers(abs_pool *p, abs_error *error)
{
    const int workers = p->client.workers;
    bool ok = (double)p->suite->tt_bytes * workers <= physical_memory();
    p->workers = memory_zeros((size_t)workers, sizeof(abs_worker *));
    for (int i = 0; ok && i < workers; i++) {
        p->workers[i] = abs_worker_new();
        p->workers[i]->stop = &p->stop;
        p->workers[i]->tick = tick;
        p->workers[i]->tick_context = p;
        ok = abs_table_reserve(&p->workers[i]->table, p->suite->tt_bytes);
    }
    return ok || abs_fail(error, ABS_CANNOT_RUN,
                          "no memory for %d x %llu MiB of tables; use a smaller --tt or --jobs",
                          workers, (unsigned long long)p->suite->tt_bytes >> 20);
}

bool abs_pool_run(const abs_suite *suite, const abs_pool_client *c, abs_error *error)
{
    const size_t jobs = suite->jobs;
    abs_pool p = {.suite = suite, .client = *c};
    bool ok = false;
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC); /* the wall clock may be set */
    pthread_mutex_init(&p.lock, NULL);
    pthread_cond_init(&p.changed, &monotonic);
    p.window = c->workers == 1 ? 1 : jobs < ROWS_KEPT ? jobs : ROWS_KEPT;
    p.states = memory_zeros(jobs, sizeof *p.states);
    p.rows = memory_zeros(p.window, sizeof *p.rows);
    p.roots = memory_zeros(p.window, sizeof *p.roots);
    plan_order(&p);
    if (make_workers(&p, error) && (c->open == NULL || c->open(c->context))) {
        for (size_t job = 0; job < jobs; job++) {
            const bool wanted = c->wants == NULL || c->wants(c->context, job);
            p.states[job] = wanted ? WAITING : UNWANTED;
            p.to_search += wanted;
        }
        p.paused = clock_now();
        p.began = p.paused;
        ok = run_workers(&p, error);
        if (c->progress && p.paused > p.began)
            fputs("\r\033[K", stderr);
    }
    for (int i = 0; i < c->workers; i++)
        abs_worker_free(p.workers[i]);
    for (size_t i = 0; i < p.window; i++) {
        abs_row_free(&p.rows[i]);
        root_free(&p.roots[i]);
    }
    free(p.workers);
    free(p.states);
    free(p.order);
    free(p.rows);
    free(p.roots);
    return ok;
}
