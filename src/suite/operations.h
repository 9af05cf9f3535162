/* operations.h -- what the operations of a line of a position file say: see positions.h. */
#ifndef ABS_OPERATIONS_H
#define ABS_OPERATIONS_H

#include "suite/entry.h"

typedef struct {
    const char *id;           /* NULL: nothing */
    const char *best, *avoid; /* moves as they are written, NULL: nothing */
    abs_facts facts;
} abs_operations;

/* Reads what follows a position's text, which it cuts up, over zeros. False: the error is
   ABS_USAGE. */
bool operations_read(char *text, abs_operations *operations, abs_error *error);

/* Finds the moves that were read among those of the position. False: the error is ABS_USAGE. */
bool operations_find_moves(abs_operations *operations, const abs_domain *domain, const void *rules,
                           const void *position, abs_error *error);

#endif
