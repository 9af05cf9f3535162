/*
 * answers.h -- what to use: the answer of a report's findings, for each block.
 *
 * It follows from the comparison with the best (best.h), which allows for its having been chosen
 * from the same data, and from what that choice saves on other positions than it was made on.
 * sentences.h puts it into words.
 */
#ifndef ABS_ANSWERS_H
#define ABS_ANSWERS_H

#include "find/findings.h"

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

#endif
