/* inputs.h -- the reports that `merge` and `compare` read, and how far shards of one plan go
   together. */
#ifndef ABS_INPUTS_H
#define ABS_INPUTS_H

#include "log/reader.h"

typedef struct {
    const char *path;
    abs_reader *reader;
    size_t plan; /* the number of its plan, in order of first appearance; one without has its own */
} abs_input;

typedef struct {
    abs_input *list;
    size_t count, plans;
    cJSON *plugins, *files; /* that their rows are of, by name: the hash of each file */
} abs_inputs;

/* As reader_open(), and says so on stderr if the last line is torn. */
abs_reader *input_open(const char *path, abs_error *error);

/* Whether all files can be opened, before the first is read. False: the error is set. */
bool inputs_are_there(char **paths, size_t count, abs_error *error);
/* Opens all of them. False: the error is set; close them all the same. */
bool inputs_open(abs_inputs *inputs, char **paths, size_t count, abs_error *error);
void inputs_close(abs_inputs *inputs);

/* Whether a plan is done, and what is known of what is not. */
typedef struct {
    bool whole;
    bool has_shards;            /* some of the inputs are shards */
    uint64_t missing;           /* jobs; 0 if it is not known which */
    uint32_t shards;            /* how many there are, if all inputs agree; else 0 */
    abs_buffer jobs, of_shards; /* which are missing: "2,5-7" */
} plan_state;

/* Free the state. */
void inputs_plan_state(const abs_inputs *inputs, size_t plan, plan_state *state);
void plan_state_free(plan_state *state);

/* `merge --missing-shards`. */
abs_exit inputs_missing_shards(char **paths, size_t count, abs_error *error);

#endif
