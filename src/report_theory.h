/*
 * report_theory.h -- the lines of --theory as report_theory.c works them out and
 * report_theory_table.c shows them.
 */
#ifndef ABS_REPORT_THEORY_H
#define ABS_REPORT_THEORY_H

#include "report_parts.h"
#include "theory.h"

typedef struct {
    const char *method, *source;
} theory_form;

/* One group: the closed form and the mean that stands beside it. */
typedef struct {
    const abs_tally_group *group;
    theory_tree tree;
    bool has_tree;
    const theory_form *form; /* NULL: none */
    const char *missing;     /* why there is no form, or no z */
    double leaves, nodes;
    double distinct; /* leaves, each once */
    double least;    /* NAN where widths vary */
    double limit;    /* of the branching factor, likewise */
    bool measured;
    double mean, error, z; /* NAN: none */
    /* Of the first pass, where its window is always the same; else NAN. */
    double first_expected, first_error, first_z;
} theory_line;

/* The line of a group; theory_cover() says only whether there is a form. */
theory_line theory_cover(const abs_tally *tally, const abs_tally_group *group);
theory_line theory_work_out(const abs_tally *tally, const abs_tally_group *group);

/* A line for each aggregate; free them. NULL: no memory, and the buffer has failed. */
theory_line *theory_lines(abs_buffer *b, const abs_findings *findings,
                          theory_line find(const abs_tally *, const abs_tally_group *));

#endif
