/* theory_lines.h -- closed forms beside the means (--theory). */
#ifndef ABS_THEORY_LINES_H
#define ABS_THEORY_LINES_H

#include "find/tally.h"
#include "find/theory.h"

typedef struct {
    const char *method, *source;
} theory_form;

/* A mean, how well it is known, and how many standard errors it is from what was expected. */
typedef struct {
    double mean, error, z; /* NAN: none */
} theory_mean;

/* One group: the closed form and the mean that stands beside it. */
typedef struct {
    const abs_tally_group *group;
    theory_tree tree;
    const theory_form *form; /* NULL: none */
    const char *missing;     /* why there is no form, or no z */
    double leaves, nodes;    /* NAN without a form, as the next three */
    double distinct;         /* leaves, each once */
    double least;            /* NAN where widths vary */
    double limit;            /* of the branching factor, likewise */
    bool measured;
    theory_mean mean; /* of leaves */
    /* Nodes of the first pass, where its window is always the same; else NAN. */
    double first_expected;
    theory_mean first;
} theory_line;

/* A line for each group; free them. */
theory_line *theory_lines(const abs_tally *tally);

#endif
