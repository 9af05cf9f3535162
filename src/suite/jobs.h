/* jobs.h -- the searches of a suite as numbered jobs; those that a shard or another batch has. */
#ifndef ABS_JOBS_H
#define ABS_JOBS_H

#include "suite/batch.h"
#include "suite/lists.h"

/* Returns the root of a job, which it makes in `to`, and sets its configuration. Jobs of a batch
   are ordered by position, then by configuration. */
const abs_root *abs_suite_job(const abs_suite *suite, size_t job, abs_root *to,
                              const abs_config **config);

/* Returns only the domain of a job, and sets its configuration. */
const abs_domain *abs_suite_config(const abs_suite *suite, size_t job, const abs_config **config);

/*
 * Sets for each job whether it is in the shard. A job's key hashes each part of its row's id once
 * (spec, seed or position, and configuration): every shard gets long and short jobs in any order of
 * jobs, and the same ones on every machine.
 */
void suite_shard(const abs_suite *suite, const abs_shard *shard, bool *has);

/* Numbers the jobs of all batches. */
void abs_suite_number_jobs(abs_suite *suite);

/* A hash of all jobs in their order: positions with their facts, and configurations. */
uint64_t abs_suite_hash(const abs_suite *suite);

/*
 * Leaves out repeated searches, once all grids are added: a result that an earlier batch makes, and
 * a reference that any batch makes as a result or an earlier one as a reference. Returns false if
 * it was interrupted.
 */
bool suite_leave_out(abs_suite *suite, abs_error *error);

#endif
