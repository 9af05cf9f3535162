/* findings.h -- what all rows of a report come to. */
#ifndef ABS_FINDINGS_H
#define ABS_FINDINGS_H

#include "find/aggregate.h"
#include "find/best.h"
#include "find/theory_lines.h"
#include "find/verify.h"

#include <cjson/cJSON.h>

typedef struct {
    const abs_tally *tally;
    abs_verification verification;
    abs_pairs pairs;
    abs_aggregate *aggregates; /* by group */
    abs_bests bests, ranking;  /* of each algorithm's windows; of all that was searched */
    theory_line *theory;       /* NULL: not asked for */
    const char *reference;
    const cJSON *asked; /* the options of the run, as in the report's context; NULL: not known */
    bool compares; /* there are ratios: it is not none */
    uint64_t signature;
    const abs_buffer *errors; /* a list: from abs_report_error() */
    uint64_t skipped_lines;   /* of position files */
    bool times, interrupted;
    bool milliseconds; /* no group took a second: the table counts in ms */
} abs_findings;

#endif
