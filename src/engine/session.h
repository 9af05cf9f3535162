/* session.h -- an engine that was started, and what it said of itself. */
#ifndef ABS_ENGINE_SESSION_H
#define ABS_ENGINE_SESSION_H

#include "engine/info.h"
#include "engine/process.h"
#include "suite/batch.h"

/* An option that it offers, and the numbers that it takes. */
typedef struct {
    char *name;
    int64_t least, most;
} engine_option;

/* Start with zeros and p.watch. */
typedef struct engine_session {
    struct engine_session *next; /* of those that are kept */
    process p;
    const char *fault; /* NULL: none */
    engine_option *options;
    size_t option_count, option_room;
    char name[128], author[128];
    abs_config config;        /* that it is set to, .. */
    const abs_domain *domain; /* .. and what it plays */
} engine_session;

/* Starts the configuration's engine for a domain, and sets all that is to be set. False: the fault
   is set, or the watch ended it. */
bool session_begin(engine_session *s, const abs_domain *domain, const abs_config *config);

/* Has it forget what it has searched. */
bool session_new_game(engine_session *s);

/* Asks it to quit, and frees all but the fault and what waitpid() said. */
void session_end(engine_session *s);

/*
 * Starts every engine of the suite once, to learn its name and its options. A --tt that it does not
 * offer is dropped. False: one cannot be run, does not speak UCI or does not have an option that is
 * to be set, and the error says so.
 */
bool engine_meet(abs_suite *suite, abs_error *error);

#endif
