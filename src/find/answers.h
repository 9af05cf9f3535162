/*
 * answers.h -- what to use: a report's findings as a sentence to act on, for each block.
 *
 * The sentence follows from the comparison with the best (best.h), which allows for its having been
 * chosen from the same data, and from what that choice saves on other positions than it was made
 * on. Where nothing is told apart it says "use any of"; where nothing was compared, what to add.
 */
#ifndef ABS_ANSWERS_H
#define ABS_ANSWERS_H

#include "find/findings.h"

/* Each answer a line, and under it, indented by two, the options to copy. At most `most` blocks are
   answered in full; 0: all. */
void answers_write(abs_buffer *b, const abs_findings *findings, size_t most);

/* "answers":[{..}], a member of the JSON report. */
void answers_json(abs_buffer *b, const abs_findings *findings);

#endif
