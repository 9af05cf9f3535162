/* fields_own.h -- what the parts of the codec of rows share: fields.c, fields_config.c and
   fields_entry.c. */
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

/* Reading: reader->entry, of these. */
void fields_make_entry(fields_reader *reader, codec *f, const fields_texts *texts);

/* A setting of the configuration, which has all settings before it. */
void fields_setting(codec *f, const config_field *field, abs_config *config);

#endif
