/* progress.h -- a line on stderr that says how far a run has come, and how long it may still take.
 */
#ifndef ABS_PROGRESS_H
#define ABS_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    double began, shown; /* seconds; shown: at last, or when it was last due */
} abs_progress;

void progress_begin(abs_progress *progress);
/* At most five times a second. */
bool progress_is_due(abs_progress *progress);
/* `done` of `all` searches. Assumes that those left cost what the others did on average. */
void progress_show(const abs_progress *progress, size_t done, size_t all);
/* Wipes the line. */
void progress_end(const abs_progress *progress);

#endif
