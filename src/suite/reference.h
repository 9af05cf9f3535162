/* reference.h -- what --reference names, and how well a configuration fits it. */
#ifndef ABS_REFERENCE_H
#define ABS_REFERENCE_H

#include "search/config.h"
#include "suite/lists.h"

/* The reference of ratios: an algorithm, and perhaps some of its settings, as in
   --reference=pvs:tt=0;order=none. The other settings are those of the row that is compared. */
typedef struct {
    abs_algo algo; /* all zeros: --reference=none */
    bool named[CONFIG_FIELDS];
    abs_config values; /* of the settings that are named */
} abs_reference;

/* Whether ratios are computed at all. */
bool reference_is_given(const abs_reference *reference);

/* Whether the configuration may be the reference: it has the reference's algorithm, or is any
   engine while the reference is none. */
bool reference_names(const abs_reference *reference, const abs_config *config);

/* How well a configuration serves as the reference of a row of the same position. */
typedef enum {
    REFERENCE_NOT,
    REFERENCE_FITS,  /* it has the row's settings except windows, guess and step */
    REFERENCE_EQUALS /* it has those too, where both use them */
} reference_fit;

/* `orders` and `selects` are those that the domain has. */
reference_fit reference_rate(const abs_reference *reference, unsigned orders, unsigned selects,
                             const abs_config *config, const abs_config *row);

/* Return a field's value as an item of an option's list, and set a field from such an item. */
abs_pair reference_value(const config_field *field, const abs_config *config);
void reference_set(const config_field *field, abs_config *config, abs_pair value);

#endif
