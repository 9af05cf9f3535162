/* fields_own.h -- what the parts of the codec of rows share: fields.c, fields_config.c,
   fields_read.c and fields_write.c. */
#ifndef ABS_FIELDS_OWN_H
#define ABS_FIELDS_OWN_H

#include "log/codec.h"
#include "log/fields.h"

/* What a row says of its position. */
typedef struct {
    const char *kind, *domain, *spec, *position, *position_id;
    bool has_seed;
    uint64_t seed;
} fields_texts;

/* A row under way. */
typedef struct {
    codec f;
    abs_row *row; /* only read from where it is written */
    const char *id;
    line_walk *walk;
    bool times;
    fields_reader *reader; /* NULL: it is written */
    abs_config *config;    /* the row's, to be read into */
    fields_texts texts;
    bool bounded;                 /* read: whether the value says what it is a bound of */
    const char *check;            /* read: the hash of the rest */
    uint64_t follows[ROW_FIELDS]; /* read: the sums, to be held against the rest */
} coding;

/* `config`: the settings that copies share as JSON members, where they have been written before; or
   NULL. */
void fields_walk(coding *c, const char *config);

/* The hash of so many bytes: of a row's text without its check, of a configuration. */
uint64_t fields_hash(const char *bytes, size_t length);

/* Reading: reader->entry, of these. */
void fields_make_entry(fields_reader *reader, codec *f, const fields_texts *texts);

/* A setting of the configuration, which has all settings before it. */
void fields_setting(codec *f, const config_field *field, abs_config *config);

#endif
