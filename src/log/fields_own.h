/* fields_own.h -- what the parts of the codec of rows share: fields.c, fields_config.c and
   fields_row.c. */
#ifndef ABS_FIELDS_OWN_H
#define ABS_FIELDS_OWN_H

#include "log/fields.h"

/* A row under way. */
typedef struct {
    codec f;
    abs_row *row;                /* only read from where it is written */
    abs_config *config;          /* the row's, to be read into */
    const char *texts[ROW_seed]; /* what the row says of its position; its id */
    bool has_seed;
    uint64_t seed;
    line_walk *walk;
    bool times;
    fields_reader *reader;    /* NULL: it is written */
    const char *check;        /* read: the hash of the rest */
    uint64_t follows[COUNTS]; /* read: the sums, to be held against the rest */
} coding;

/* `config`: the settings that copies share as JSON members, where they have been written before; or
   NULL. */
void fields_walk(coding *c, const char *config);

/* Reading: reader->root, of the texts and the seed. */
void fields_make_entry(coding *c);

/* A setting of the configuration, which has all settings before it. */
void fields_setting(codec *f, const config_field *field, abs_config *config);

/* Whether the row is of an engine, and has that field: JSON alone says more of one than its
   configuration. */
bool fields_are_engine_s(const coding *c, const char *name);
/* The engine; reading: of the configuration. */
void fields_engine(coding *c, const char *name);

#endif
