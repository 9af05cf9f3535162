/* json.h -- what follows the rows of a JSON report. */
#ifndef ABS_JSON_H
#define ABS_JSON_H

#include "find/findings.h"

/* "aggregates" and all that follows it in the report's object, which it closes. */
void json_findings(abs_buffer *b, const abs_findings *findings);
/* The member `by`: the domain, the spec and the configuration of a group. */
void json_by(abs_buffer *b, const char *name, const abs_tally *tally, const abs_tally_group *group);
/* The members of a ratio from `n` to `method`. */
void json_ratio(abs_buffer *b, const stats_ratio *ratio);

#endif
