/*
 * reference.h -- what ratios are to: an algorithm, with settings of its own or not, as
 * --reference=pvs:tt=0;order=none. Settings not named are those of the row that is compared.
 */
#ifndef ABS_REFERENCE_H
#define ABS_REFERENCE_H

#include "search/config.h"
#include "suite/lists.h"

typedef struct {
    abs_algo algo; /* all zeros: --reference=none */
    bool named[CONFIG_FIELDS];
    abs_config values; /* of those named */
} abs_reference;

/* Whether there are ratios at all. */
bool reference_is_given(const abs_reference *reference);

/* How well a configuration does as the reference of a row of the same position. */
typedef enum {
    REFERENCE_NOT,
    REFERENCE_FITS,  /* windows, guess or step are its own */
    REFERENCE_EQUALS /* and they are the row's, where both have them */
} reference_fit;

/* `orders`: those that the domain has. */
reference_fit reference_rate(const abs_reference *reference, unsigned orders, unsigned selects,
                             const abs_config *config, const abs_config *row);

/* A field's value as in an option's list; and sets it by one. */
abs_pair reference_value(const config_field *field, const abs_config *config);
void reference_set(const config_field *field, abs_config *config, abs_pair value);

#endif
