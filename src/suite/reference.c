/* reference.c -- see reference.h. */
#include "suite/reference.h"

#include <math.h>

bool reference_is_given(const abs_reference *r)
{
    return r->algo.name[0] != '\0';
}

abs_pair reference_value(const config_field *f, const abs_config *c)
{
    switch (f->kind) {
    case CONFIG_WINDOW:
        return (abs_pair){c->window.low, c->window.high};
    case CONFIG_GUESS:
        return (abs_pair){c->guess.kind, c->guess.number};
    case CONFIG_REAL:
        return (abs_pair){llround(config_real(f, c) * (double)ABS_DECIMAL), 0};
    default:
        return (abs_pair){config_number(f, c), 0};
    }
}

void reference_set(const config_field *f, abs_config *c, abs_pair value)
{
    switch (f->kind) {
    case CONFIG_WINDOW:
        c->window = (abs_window){(int)value.low, (int)value.high};
        break;
    case CONFIG_GUESS:
        c->guess = (abs_guess){(abs_guess_kind)value.low, (int)value.high};
        break;
    case CONFIG_REAL:
        *(double *)config_at(f, c) = (double)value.low / ABS_DECIMAL;
        break;
    default:
        config_set(f, c, value.low);
    }
}

/* Whether only one of the two has the field. The fields of a table follow from others, in which the
   two then differ: tt_bytes, select. */
static bool only_one_has(const config_field *f, const abs_config *a, const abs_config *b)
{
    return config_present(f, a) != config_present(f, b) && !f->of_table;
}

/* Whether the reference can never have the field, so that rows with it can still be compared. */
static bool is_beyond(const config_field *f, const abs_config *reference)
{
    const config_field *table = &config_fields[CONFIG_tt_bytes];
    if (f == &config_fields[CONFIG_select])
        return !config_open(f, reference);
    return !config_open(table, reference) && (f->open == table->open || f->of_table);
}

static bool is_minimal_tree(const abs_config *c)
{
    return c->algo.core->limit == ABS_LIMIT_TREE;
}

/* Engines are compared only with engines: with the first, unless the reference is one of them. */
bool reference_names(const abs_reference *r, const abs_config *c)
{
    return reference_is_given(r) && ((c->algo.engine != NULL && r->algo.engine == NULL) ||
                                     strcmp(c->algo.name, r->algo.name) == 0);
}

/* A minimal tree has no table, ordering or deepening, and so can be compared in every frame. */
reference_fit reference_rate(const abs_reference *r, unsigned orders, unsigned selects,
                             const abs_config *c, const abs_config *row)
{
    if ((c->algo.engine != NULL) != (row->algo.engine != NULL) || !reference_names(r, c) ||
        config_block_limit(c) != config_block_limit(row))
        return REFERENCE_NOT;
    const bool any_frame = is_minimal_tree(c) || is_minimal_tree(row);
    abs_config named = r->values, as = *row; /* their selections, as the table allows */
    bool equal = true;
    named.order &= orders;
    named.select = config_select_within(named.select, config_selects_of(c, selects));
    as.select = config_select_within(as.select, config_selects_of(c, selects));
    row = &as;
    for (size_t i = 0; i < CONFIG_FIELDS; i++) {
        const config_field *f = &config_fields[i];
        const bool frame = f->level == CONFIG_FRAME, present = config_present(f, c);
        const bool differs = present && config_differ(f, c, row);
        if (f->level == CONFIG_SETTING && differs)
            return REFERENCE_NOT;
        if (!frame && f->level != CONFIG_POLICY)
            continue;
        if (r->named[i] && present) {
            if (config_differ(f, c, &named))
                return REFERENCE_NOT;
        } else if (frame && (any_frame || is_beyond(f, c))) {
            continue;
        } else if (frame && only_one_has(f, c, row)) {
            return REFERENCE_NOT;
        } else if (differs && config_present(f, row)) {
            if (frame)
                return REFERENCE_NOT;
            equal = false;
        }
    }
    return equal ? REFERENCE_EQUALS : REFERENCE_FITS;
}
