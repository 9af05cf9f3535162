/*
 * tally.h -- what a report keeps of its rows: enough to verify values and to compare node counts.
 *
 * A row becomes a record of 24 bytes. Positions, configurations and groups (all rows of one spec
 * and configuration, an aggregate's) are kept once and numbered from 0 in order of appearance.
 * Nothing points into the row.
 */
#ifndef ABS_TALLY_H
#define ABS_TALLY_H

#include "run.h"

/* Texts, each kept once. */
typedef struct {
    char **texts;
    uint64_t *hashes;
    uint32_t *slots; /* open addressing: number + 1, or 0 */
    size_t count, room, slot_count;
} abs_names;

typedef struct {
    uint32_t entry, group;
    int32_t value; /* if has_value */
    uint8_t status, has_value;
    uint8_t best_move_optimal; /* abs_answer */
    uint8_t contradiction;     /* the table contradicted itself */
    uint8_t wrong_answer;      /* the position's value is known, and another */
    uint64_t nodes;
} abs_record;

typedef struct {
    uint32_t spec;
    uint32_t frame;    /* groups of one frame differ in nothing but the algorithm and its windows */
    uint32_t family;   /* .. and those of one family in windows, widening, guess and step only */
    uint32_t setting;  /* rows of one position and setting have one true value */
    uint32_t block;    /* groups of one spec and setting */
    char *config_text; /* words_config() */
    abs_config config;
    /* Sums over the rows with status ok, and how many there are. */
    size_t ok, others;
    uint64_t iterations, failed_iterations; /* failed: more than one pass was needed */
    uint64_t fail_low, fail_high;
    uint64_t root_researches, interior_researches, research_nodes, cutoffs, first_move_cutoffs;
    double nodes, real_s, cpu_s;
} abs_tally_group;

typedef struct {
    uint32_t spec;
    uint32_t id_at; /* where the position's id begins in its name */
} abs_tally_entry;

typedef struct {
    char *domain;
} abs_tally_spec;

typedef struct {
    abs_names entries; /* words_position() */
    abs_names specs, settings, blocks, frames, families, group_keys;
    abs_tally_entry *entry; /* as entries */
    size_t entry_room;
    abs_tally_spec *spec; /* as specs */
    size_t spec_room;
    abs_tally_group *groups; /* as group_keys */
    size_t group_room;
    abs_record *records;
    size_t count, room;
} abs_tally;

/* The id of a record's position. */
static inline const char *tally_position_id(const abs_tally *tally, const abs_record *record)
{
    return tally->entries.texts[record->entry] + tally->entry[record->entry].id_at;
}

/* False: no memory. */
bool tally_add(abs_tally *tally, const abs_row *row);
void tally_free(abs_tally *tally);

/* The true value is what such a row says: a sound algorithm, and no table that may change it. */
bool tally_is_sound(const abs_config *config);
/* Sums without wrapping: root passes after each iteration's first. */
uint64_t tally_root_researches(const abs_row *row);

/* The number of `text`, added if it is new; UINT32_MAX when memory is short. */
uint32_t names_add(abs_names *names, const char *text);
/* The number of `text`; UINT32_MAX if it is not there. */
uint32_t names_find(const abs_names *names, const char *text);
void names_free(abs_names *names);

#endif
