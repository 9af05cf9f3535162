/* label.h -- how tables name configurations. */
#ifndef ABS_LABEL_H
#define ABS_LABEL_H

#include "report/tally.h"

typedef enum {
    LABEL_WINDOW,
    LABEL_WIDEN,
    LABEL_FACTOR,
    LABEL_GUESS,
    LABEL_STEP,
    LABEL_TABLE,
    LABEL_MODE,
    LABEL_REPLACE,
    LABEL_ORDER,
    LABEL_DEEPENING,
    LABEL_LIMIT,
    LABEL_FEATURES
} label_feature;

typedef struct {
    bool used[LABEL_FEATURES], varies[LABEL_FEATURES];
    bool evals, grains;                   /* the headings must name them */
    const abs_config *of[LABEL_FEATURES]; /* the first configuration that uses it */
} label_rules;

/* Which features differ between configurations: only these are in a label. */
label_rules label_find(const abs_tally *tally);
/* "aspiration w=50"; replaces what is in the buffer. */
void label_write(const label_rules *rules, const abs_config *config, abs_buffer *b);
/* The features that all configurations share, in one sentence on a line; or nothing. */
void label_write_common(const label_rules *rules, abs_buffer *b);
/* What the groups of a block share: spec, depth, evaluation. */
void label_write_heading(const abs_tally *tally, const abs_tally_group *group,
                         const label_rules *rules, abs_buffer *b);

#endif
