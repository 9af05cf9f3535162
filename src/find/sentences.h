/* sentences.h -- what a report's findings are in words. */
#ifndef ABS_SENTENCES_H
#define ABS_SENTENCES_H

#include "find/findings.h"

/* What the table says in words: one sentence a line, on verification and on what is unsound. */
void sentences_write(abs_buffer *b, const abs_findings *findings);
/* One mismatch in one line, without a newline. */
void sentences_mismatch(abs_buffer *b, const abs_tally *tally, const abs_verification *v,
                        const abs_mismatch *mismatch);

#endif
