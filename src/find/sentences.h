/* sentences.h -- what the rows of a report come to, in words: verification, what is unsound, sums.
 */
#ifndef ABS_SENTENCES_H
#define ABS_SENTENCES_H

#include "find/findings.h"
#include "find/label.h"

/* What the table says in words: one sentence a line. */
void sentences_write(abs_buffer *b, const abs_findings *findings, const label_rules *labels);
/* One mismatch in one line, without a newline. */
void sentences_mismatch(abs_buffer *b, const abs_tally *tally, const abs_verification *v,
                        const abs_mismatch *mismatch);

#endif
