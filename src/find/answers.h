/*
 * answers.h -- what to use: the answer of a report's findings, for each block, and its words.
 *
 * It follows from the comparison with the best (best.h), which allows for its having been chosen
 * from the same data, and from what that choice saves on other positions than it was made on.
 */
#ifndef ABS_ANSWERS_H
#define ABS_ANSWERS_H

#include "find/findings.h"
#include "find/label.h"

typedef enum {
    ANSWER_ONE,     /* one is best, and takes less than the reference */
    ANSWER_ANY,     /* the best cannot be told from the reference, or has none */
    ANSWER_ALONE,   /* nothing was compared */
    ANSWER_TOO_FEW, /* one position, or none that all have finished */
} answer_kind;

/* Of the configurations of a block, which to use. */
typedef struct {
    answer_kind kind;
    size_t n;              /* positions */
    uint32_t use;          /* a group */
    const uint32_t *near;  /* those that may be as good, by ratio */
    const uint32_t *worse; /* and those that are not */
    size_t nears, worses;
    stats_ratio saves;  /* to the reference; n = 0: there is none */
    uint32_t reference; /* its group */
} abs_answer_of;

typedef struct {
    abs_answer_of *list; /* of blocks with something to use, in order */
    size_t count;
    uint32_t *groups; /* the lists' own */
} abs_answers;

/* Free them. */
abs_answers answers_find(const abs_findings *findings);
void answers_free(abs_answers *answers);

/* One sentence to act on, without a newline. Where nothing is told apart it says "use any of";
   where nothing was compared, what to add. */
void answers_say(abs_buffer *b, const abs_findings *findings, const label_rules *labels,
                 const abs_answer_of *answer);
/* Each answer a line, and under it, indented by two, the options to copy. At most `most` blocks are
   answered in full; 0: all. */
void answers_write(abs_buffer *b, const abs_findings *findings, const label_rules *labels,
                   size_t most);
/* The options that search it: what it is, and what a search would not do by default. */
void answers_options(abs_buffer *b, const char *spec, const abs_config *config);
/* "4.5 % less work than alphabeta [2.4, 6.5]", or "more"; "the same work as alphabeta" where all
   three would be 0.0. */
void answers_saving(abs_buffer *b, const stats_ratio *ratio, abs_metric metric,
                    const char *reference);

#endif
