/*
 * theory_lines.h -- closed forms beside the means (--theory): theory_lines.c works the lines out
 * and writes them as JSON, theory_table.c shows them to people.
 */
#ifndef ABS_THEORY_LINES_H
#define ABS_THEORY_LINES_H

#include "table/sheet.h"
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

/* A line for each group; free them. NULL: no memory. */
theory_line *theory_lines(const abs_tally *tally);

/* The array "theory", with an element for each line. */
void theory_json(abs_buffer *b, const abs_tally *tally, const theory_line *lines);
/* A table of what closed forms cover, and sentences on what they do not. */
void theory_table(abs_buffer *b, const abs_tally *tally, const theory_line *lines,
                  const sheet_page *page);
/* Says on stderr where closed forms cover nothing. */
bool theory_complain(const abs_tally *tally, const theory_line *lines);

#endif
