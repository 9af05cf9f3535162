/* inputs.h -- the reports that `merge` and `compare` read, and how far shards of one plan go
   together. */
#ifndef ABS_INPUTS_H
#define ABS_INPUTS_H

#include "log/reader.h"

typedef struct {
    abs_reader *reader;
    size_t plan; /* the number of its plan, in order of first appearance; one without has its own */
} abs_input;

typedef struct {
    abs_input *list;
    size_t count, plans;
    uint64_t skipped_lines; /* of position files, as far as contexts say so; of a plan once */
    cJSON *files; /* that their rows are of: `plugins` and `inputs`, by name the hash of each */
} abs_inputs;

/* As reader_open(), and says so on stderr if the last line is torn. */
abs_reader *input_open(const char *path, abs_error *error);

/* Whether all files can be opened, before the first is read. False: the error is set. */
bool inputs_are_there(char **paths, size_t count, abs_error *error);
/* Opens all of them, for good. False: the error is set. */
bool inputs_open(abs_inputs *inputs, char **paths, size_t count, abs_error *error);

/* Whether all plans are done; says on stderr which jobs and shards are missing, as far as that is
   known. *shards_missing: some of the inputs are shards, and not all are there. */
bool inputs_judge(const abs_inputs *inputs, bool *shards_missing);

/* `merge --missing-shards`. */
abs_exit inputs_missing_shards(char **paths, size_t count, abs_error *error);

#endif
