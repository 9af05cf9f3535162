/*
 * engine.h -- a search by a program of others that speaks UCI, as a row like any other.
 *
 * A fresh process makes each search, unless --keep is given. Nodes are what it says, the last
 * number of the depth that was asked for; windows are the bounds that it shows.
 */
#ifndef ABS_ENGINE_H
#define ABS_ENGINE_H

#include "engine/process.h"
#include "log/row.h"
#include "suite/suite.h"

typedef struct engine_session engine_session;

/*
 * Starts every engine of the suite once, to learn its name and its options. A --tt that it does not
 * offer is dropped. False: one cannot be run, does not speak UCI or does not have an option that is
 * to be set, and the error says so.
 */
bool engine_meet(abs_suite *suite, abs_error *error);

/* Searches row->root as row->config says, and fills the rest of the row, which says what went
   wrong if something did. The first positions are searched twice, to see whether counts are the
   same. `watch` is asked whether to end without a result; `kept` is the caller's list of processes,
   at first NULL: engine_let_go() ends those that are left. */
void engine_search(abs_row *row, process_watch watch, engine_session **kept);
void engine_let_go(engine_session **kept);

#endif
