/*
 * config.h -- a configuration: all that defines a search besides its position, and in words.
 */
#ifndef ABS_CONFIG_H
#define ABS_CONFIG_H

#include "search/drivers.h"

/* Everything else that defines a row. Values that the algorithm does not use are 0. */
typedef struct {
    abs_algo algo;
    abs_policy policy;
    abs_guess_kind guess; /* never ABS_GUESS_DEFAULT */
    int guess_number;
    int depth;
    bool deepening;
    abs_eval eval;
    int grain;
    unsigned order;  /* ABS_ORDER_... */
    size_t tt_bytes; /* 0: no table */
    abs_tt_mode tt_mode;
    abs_tt_replace tt_replace;
    bool quiescence;
    uint64_t node_limit; /* stop there, without a value; 0: none */
    double timeout;      /* seconds, likewise */
    bool optional;       /* --verify's own row: left out when it reaches its limit */
} abs_config;

enum { WORDS_MAX = 256 };

extern const char *const words_eval[], *const words_tt_mode[], *const words_tt_replace[];

static inline bool words_uses(const abs_config *c, unsigned use)
{
    return (abs_driver_table[c->algo.driver].uses & use) != 0;
}

/* Whether the policy's windows grow by the factor. */
bool words_uses_factor(const abs_config *config);
/* "previous", "exact+3", "-12". */
void words_guess(const abs_config *config, char *text, size_t size);
/* "50", or "25:100" where the sides differ. */
void words_window(const abs_config *config, char *text, size_t size);
/* "64M", "1000". */
void words_bytes(size_t bytes, char *text, size_t size);
/* Everything that defines a configuration: a row's id after its position. */
void words_config(const abs_config *config, char *text, size_t size);

/* The true value is what such a search returns: a sound algorithm, and no table that may change it.
 */
bool abs_config_is_sound(const abs_config *config);

#endif
