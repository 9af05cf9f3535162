/* list.h -- the sections of `absbench list`: their text is in list.c, their JSON in list_json.c. */
#ifndef ABS_LIST_H
#define ABS_LIST_H

#include "absbench.h"
#include "base/buffer.h"

/* The name of a section, from 0; NULL: there are no more. */
const char *list_section(size_t number);

/* What half a pawn is in the domain, under its example's spec; 0: that depends on a file. */
int list_default_window(abs_buffer *b, const abs_domain *domain);

/* Each writes its members of the one object. */
void list_json_algorithms(abs_buffer *b);
void list_json_games(abs_buffer *b);
void list_json_trees(abs_buffer *b);
void list_json_policies(abs_buffer *b);
void list_json_guesses(abs_buffer *b);
void list_json_orderings(abs_buffer *b);
void list_json_tables(abs_buffer *b);
void list_json_formats(abs_buffer *b);

#endif
