/* sentences.h -- what a report's findings are in words: the one file of prose. */
#ifndef ABS_SENTENCES_H
#define ABS_SENTENCES_H

#include "find/answers.h"
#include "find/label.h"

/* What the table says in words: one sentence a line, on verification and on what is unsound. */
void sentences_write(abs_buffer *b, const abs_findings *findings, const label_rules *labels);
/* One mismatch in one line, without a newline. */
void sentences_mismatch(abs_buffer *b, const abs_tally *tally, const abs_verification *v,
                        const abs_mismatch *mismatch);

/* One sentence to act on, without a newline. Where nothing is told apart it says "use any of";
   where nothing was compared, what to add. */
void sentences_answer(abs_buffer *b, const abs_findings *findings, const label_rules *labels,
                      const abs_answer_of *answer);
/* Each answer a line, and under it, indented by two, the options to copy. At most `most` blocks are
   answered in full; 0: all. */
void sentences_answers(abs_buffer *b, const abs_findings *findings, const label_rules *labels,
                       size_t most);
/* The options that search a group's configuration. */
void sentences_options(abs_buffer *b, const abs_tally *tally, uint32_t group);

#endif
