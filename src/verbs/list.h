/* list.h -- the sections of `absbench list`. */
#ifndef ABS_LIST_H
#define ABS_LIST_H

#include <stddef.h>

/* The name of a section, from 0; NULL: there are no more. */
const char *list_section(size_t number);

#endif
