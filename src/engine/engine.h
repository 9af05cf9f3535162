/*
 * engine.h -- a search by a program of others that speaks UCI, as a row like any other.
 *
 * A fresh process makes each search. Nodes are what it says, the last number of the depth that was
 * asked for; windows are the bounds that it shows.
 */
#ifndef ABS_ENGINE_H
#define ABS_ENGINE_H

#include "engine/process.h"
#include "log/row.h"
#include "suite/batch.h"

/* Searches row->entry as row->config says, and fills the rest of the row, which says what went
   wrong if something did. `watch` is asked whether to end without a result. */
void engine_search(abs_row *row, process_watch watch);

/*
 * Starts every engine of the suite once, to learn its name and its options. A --tt that it does not
 * offer is dropped. False: one cannot be run, does not speak UCI or does not have an option that is
 * to be set, and the error says so.
 */
bool engine_meet(abs_suite *suite, abs_error *error);

#endif
