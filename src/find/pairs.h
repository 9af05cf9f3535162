/*
 * pairs.h -- what was counted, by group and position; the ratios of paired counts; the one rule
 * that says which of two searches takes less, and how sure that is; how tables name configurations.
 */
#ifndef ABS_PAIRS_H
#define ABS_PAIRS_H

#include "base/stats.h"
#include "find/tally.h"

/* ---- verdicts (judge.c) ---------------------------------------------------------------------- */

/*
 * The paired t test of the logarithms of ratios with one position more, imagined: it lies on the
 * far side of the tested ratio, as far from it as the farthest that was seen, at least by the
 * factor JUDGE_UNSEEN. Neighbouring configurations differ at few positions, and a sample may have
 * none of them: without that position it would look more certain than it is. The interval is all
 * ratios that the test does not reject; so it excludes 1 exactly where p is below JUDGE_LEVEL.
 * docs/statistics.md says how often verdicts are wrong.
 */
#define JUDGE_LEVEL 0.05  /* of all comparisons of a block together */
#define JUDGE_UNSEEN 1.5  /* the least factor of the position that is imagined */
#define JUDGE_MARGIN 1.02 /* ratios up to it, and down to 1 by it, are as good as 1 */

typedef enum {
    JUDGE_TOO_FEW, /* no sample of so few positions could be told from any other */
    JUDGE_UNKNOWN,
    JUDGE_EQUAL,  /* the interval lies within JUDGE_MARGIN of 1, and has 1 in it */
    JUDGE_BETTER, /* it lies below 1 .. */
    JUDGE_WORSE,  /* .. or above */
    JUDGE_VERDICTS
} judge_verdict;

extern const char *const judge_names[JUDGE_VERDICTS]; /* "too_few", "unknown", .. */

/* The same in sentences. */
static inline const char *judge_words(judge_verdict verdict)
{
    return verdict == JUDGE_TOO_FEW ? "too few to tell" : judge_names[verdict];
}

typedef struct {
    stats_ratio ratio; /* its interval is that of the verdict, NAN where there are too few;
                          `same`: within JUDGE_MARGIN */
    double p;          /* times the comparisons, at most 1; NAN where there are too few */
    judge_verdict verdict;
    size_t needed; /* about how many positions would tell; 0: these do, or no number is known */
} abs_judged;

/* The verdict on a ratio of these paired logarithms, which it sorts, as one of so many comparisons
   (>= 1; Bonferroni). */
abs_judged judge_ratio(double *logs, size_t n, size_t comparisons);

/* ---- pairs ----------------------------------------------------------------------------------- */

/* A number that a group, or any other share of the searches, has at a position. */
typedef struct {
    uint32_t group, record;
    uint64_t root;
    double number;
} pairs_item;

/* By group, then by position, then by number. */
void pairs_sort(pairs_item *items, size_t count);
/* Sorts them and makes copies one, by their mean, whatever their order. Returns how many are
   left. */
size_t pairs_join(pairs_item *items, size_t count);

/* The positions that two lists have both, one after the other; step over one by a++. */
typedef struct {
    const pairs_item *a, *a_end, *b, *b_end; /* by position */
} pairs_walk;

/* False: there are no more. */
bool pairs_both(pairs_walk *walk);
/* a's numbers less b's, where both are finite; how many. */
size_t pairs_differences(pairs_walk walk, double *differences);

/* What was counted, by group and position: the searches of a position by one configuration, which
   differ in nothing but the order of moves (copies), are one. */
typedef struct {
    const abs_tally *tally;
    uint32_t *order;   /* the records by group, then by position */
    pairs_item *items; /* positions whose copies all have status ok and a measure, in that order:
                          the mean logarithm of the measure; `record`: of the first in `order` */
    size_t *first;     /* of each group in items, and the end */
    uint32_t *twin; /* by group: the first one of its frame with the same counts at every position;
                       itself, if there is none */
    double *logs;   /* scratch: differences of groups */
} abs_pairs;

/* Twins are reported as one, and never held against each other. */
static inline bool pairs_is_twin(const abs_pairs *pairs, size_t group)
{
    return pairs->twin[group] != group;
}

/* Free the pairs. */
void pairs_make(abs_pairs *pairs, const abs_tally *tally);
void pairs_free(abs_pairs *pairs);

/* Of two groups: the differences are logarithms of ratios of measures. */
pairs_walk pairs_begin(const abs_pairs *pairs, size_t group, size_t other);

/* ---- labels: by what differs between the configurations of a run ------------------- */

/* Of each field of a configuration, over all groups. */
typedef struct {
    const abs_config *of[CONFIG_FIELDS]; /* the first configuration that uses it; NULL: none does */
    bool varies[CONFIG_FIELDS];          /* others of its spec use it otherwise: labels name it */
    bool by_spec[CONFIG_FIELDS];         /* only those of another spec do: headings name it */
    bool unusual[CONFIG_FIELDS];         /* some group's is not the usual: headings name it */
    bool engines, ours;                  /* there are such */
} label_rules;

/* Which fields differ between configurations: only these are in a label. */
label_rules label_find(const abs_tally *tally);
/* Takes in a configuration more, to find them of others; `first` is the first one of its spec. */
void label_see(label_rules *rules, const abs_config *config, const abs_config *first);
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
