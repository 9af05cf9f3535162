/*
 * answers.h -- findings in words; and what to use: the answer of a report's findings, for each
 * block, and its words.
 *
 * It is the best of those that are shown to take less than their reference; the reference, if none
 * is; where that is no search, the best of all. It does not depend on which of the same searches
 * was asked for, and which one was searched as the reference alone.
 */
#ifndef ABS_ANSWERS_H
#define ABS_ANSWERS_H

#include "find/findings.h"

typedef enum {
    ANSWER_BETTER,    /* shown to take less than the reference */
    ANSWER_REFERENCE, /* nothing is: the reference stays */
    ANSWER_BEST,      /* the least of all; there is no search that it could stand against */
    ANSWER_ALONE,     /* nothing was compared */
    ANSWER_TOO_FEW,   /* too few positions for any verdict */
    ANSWER_KINDS
} answer_kind;

typedef enum {
    ANSWER_EQUAL,     /* shown to be within 2 %, or the same at every position */
    ANSWER_UNSETTLED, /* nothing is shown */
    ANSWER_DEARER,    /* shown to be worse */
} answer_side;

/* Of the configurations of a block, which to use. */
typedef struct {
    answer_kind kind;
    uint32_t use, reference; /* groups; the latter UINT32_MAX: there is none */
    abs_member *others;      /* by ratio to what is used */
    size_t count;
    size_t needed; /* about how many would settle what is not; 0: nothing is, or nobody knows */
} abs_answer_of;

typedef struct {
    abs_answer_of *list; /* of blocks with something to use, in order */
    size_t count;
    abs_member *others; /* the lists' own */
} abs_answers;

/* How another stands to what is used. */
answer_side answers_side(const abs_judged *judged);
/* Free them. */
abs_answers answers_find(const abs_findings *findings);
void answers_free(abs_answers *answers);

/* One to four sentences, without a newline: what to use; what is equal; what is not settled, and
   what would settle it; what is worse. */
void answers_say(abs_buffer *b, const abs_findings *findings, const abs_answer_of *answer);
/* Each answer a line, and under it, indented by two, the options to copy; of a first look the first
   sentence alone. At most `most` blocks are answered; 0: all. */
void answers_write(abs_buffer *b, const abs_findings *findings, size_t most);
/* What to use by what the moves of searches lose: a line for each spec, of its largest budget. */
void answers_regret(abs_buffer *b, const abs_findings *findings);
/* The cells of the largest budget of a spec, or its greatest depth, from number *at on, which moves
   behind them; their number. 0: there are no more. */
size_t answers_next_regret(const abs_findings *findings, size_t *at, const regret_cell **cells);
/* What these come to, without a newline; the one to use. */
const regret_cell *answers_say_regret(abs_buffer *b, const abs_findings *findings,
                                      const regret_cell *cells, size_t count);
/* A cell's configuration, as labels name it: without its budget. */
void answers_regret_label(abs_buffer *b, const abs_findings *findings, const regret_cell *cell);
/* What the algorithms that were compared in most domains come to over these, from the best. */
void answers_overall(abs_buffer *b, const abs_findings *findings);
/* An option as a shell takes it, behind what is there. */
void answers_option(abs_buffer *b, const char *name, const char *value);
/* The options that search it: what it is, and what a search would not do by default. */
void answers_options(abs_buffer *b, const abs_domain *domain, const char *spec,
                     const abs_config *config);
/* "0.939 [0.906, 0.967] of alphabeta's work (better, 75 positions)". */
void answers_ratio(abs_buffer *b, const abs_judged *judged, abs_metric metric,
                   const char *reference);

/* What the rows come to, one sentence a line (sentences.c): agreement, what is unsound, what is
   left out. */
void sentences_write(abs_buffer *b, const abs_findings *findings);
/* One mismatch in one line, without a newline. */
void sentences_mismatch(abs_buffer *b, const abs_tally *tally, const abs_verification *v,
                        const abs_mismatch *mismatch);

#endif
