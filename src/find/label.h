/* label.h -- how tables name configurations: by what differs between those of a run. */
#ifndef ABS_LABEL_H
#define ABS_LABEL_H

#include "base/buffer.h"
#include "find/pairs.h"

/* Of each field of a configuration, over all groups. */
typedef struct {
    const abs_config *of[CONFIG_FIELDS]; /* the first configuration that uses it; NULL: none does */
    bool varies[CONFIG_FIELDS];          /* others of its spec use it otherwise: labels name it */
    bool by_spec[CONFIG_FIELDS];         /* only those of another spec do: headings name it */
    bool unusual[CONFIG_FIELDS];         /* some group's is not the usual: headings name it */
} label_rules;

/* Which fields differ between configurations: only these are in a label. */
label_rules label_find(const abs_tally *tally);
/* The same, of configurations of one spec. */
label_rules label_find_among(const abs_config *configs, size_t count);
/* Adds a field behind `before`, " w=50"; nothing, if its label says nothing of its value. */
void label_say(abs_buffer *b, const char *before, size_t field, const abs_config *config);
/* Adds "aspiration w=50". */
void label_add(const label_rules *rules, const abs_config *config, abs_buffer *b);
/* That and its twins: "pvs-value (= negascout)". */
void label_add_twins(const label_rules *rules, const abs_pairs *pairs, uint32_t group,
                     abs_buffer *b);
/* What all configurations share, in one sentence on a line; or nothing. */
void label_write_common(const label_rules *rules, abs_buffer *b);
/* What the groups of a block share: spec, depth, evaluation. */
void label_write_heading(const abs_tally *tally, const abs_tally_group *group,
                         const label_rules *rules, abs_buffer *b);

#endif
