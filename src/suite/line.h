/* line.h -- a line of a file of positions while it is read: positions.c reads its position, and
   operations.c what it says about it. */
#ifndef ABS_LINE_H
#define ABS_LINE_H

#include "suite/batch.h"
#include "suite/forms.h"

/* A reader of a batch's positions, and the current one. */
typedef struct {
    abs_batch *batch;
    const abs_domain *domain; /* the batch's, as are the rules */
    const void *rules;
    void *position;
    const char *id;          /* the position's id; NULL if the line has none */
    abs_facts facts;         /* what the line says about it */
    char room[ABS_TEXT_MAX]; /* the position's text if it is not as it was given */
    abs_names *told;         /* operations named on stderr, as FILE NAME; NULL: none is to be */
    const char *file;
    size_t number, unused; /* of the line; the operations of the file that are not used */
} line_reader;

/* Adds the value of a search of results to that depth. */
void line_add_result(abs_facts *facts, int64_t depth, int result);

/* Reads the operations of the current position, and modifies their text. Returns false with the
   error ABS_USAGE. */
bool line_operations(line_reader *r, char *text, abs_error *error);

/* Whether the word is a move that no `moves` precedes; the error says so. */
bool line_is_bare_move(const line_reader *r, const char *word, abs_error *error);

#endif
