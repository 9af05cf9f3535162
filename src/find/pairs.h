/*
 * pairs.h -- pairs the measures of two groups by position and computes their ratios; decides, by
 * one rule, which of two searches takes less; and labels configurations in tables.
 */
#ifndef ABS_PAIRS_H
#define ABS_PAIRS_H

#include "base/stats.h"
#include "find/tally.h"
#include "suite/reference.h"

/* ---- verdicts (judge.c) ---------------------------------------------------------------------- */

/*
 * The rule is the paired t test of the logarithms of ratios with one imagined extra position. It
 * lies on the far side of the tested ratio, as far from it as the farthest position of the sample,
 * and at least by the factor JUDGE_UNSEEN. Neighbouring configurations differ at few positions; a
 * sample that has none of these would look more certain than it is. The interval has all ratios
 * that the test does not reject, so that it excludes 1 exactly if p is below JUDGE_LEVEL.
 * docs/statistics.md says how often verdicts are wrong.
 */
#define JUDGE_LEVEL 0.05  /* of all comparisons of a block together */
#define JUDGE_UNSEEN 1.5  /* the least factor of the imagined position */
#define JUDGE_MARGIN 1.02 /* ratios from 1 / 1.02 to 1.02 count as equal */
#define JUDGE_TELLS 10    /* with fewer positions, how many would settle it is not estimated */

typedef enum {
    JUDGE_TOO_FEW, /* with so few positions no ratio could be shown to differ from 1 */
    JUDGE_UNKNOWN,
    JUDGE_EQUAL,  /* the interval lies within JUDGE_MARGIN of 1 */
    JUDGE_BETTER, /* otherwise the interval lies below 1 */
    JUDGE_WORSE,  /* or above 1 */
    JUDGE_VERDICTS
} judge_verdict;

extern const char *const judge_names[JUDGE_VERDICTS]; /* "too_few", "unknown", .. */

/* The verdict in the words that sentences use. */
static inline const char *judge_words(judge_verdict verdict)
{
    return verdict == JUDGE_TOO_FEW ? "too few to tell" : judge_names[verdict];
}

typedef struct {
    stats_ratio ratio; /* with the interval of the verdict, or NAN if there are too few; `same`: the
                          interval lies within JUDGE_MARGIN of 1 */
    double p;          /* multiplied by the comparisons, at most 1; NAN if there are too few */
    judge_verdict verdict;
    size_t needed; /* about how many positions would settle it; 0: it is settled, or unknown */
} abs_judged;

/* Judges the ratio of these paired logarithms, which it sorts, as one of `comparisons` >= 1
   (Bonferroni). */
abs_judged judge_ratio(double *logs, size_t n, size_t comparisons);

/* ---- pairs ----------------------------------------------------------------------------------- */

/* The number that a group, or another set of searches, has at a position. */
typedef struct {
    uint32_t group, record;
    uint64_t root;
    double number;
} pairs_item;

/* Sorts by group, then by position, then by number, then by record. */
void pairs_sort(pairs_item *items, size_t count);
/* Sorts the items and replaces those of one group and position by one item with their mean; its
   rounding does not depend on their order. Returns how many items remain. */
size_t pairs_join(pairs_item *items, size_t count);

/* A walk over the positions that two lists have in common. The caller moves past one by a++. */
typedef struct {
    const pairs_item *a, *a_end, *b, *b_end; /* by position */
} pairs_walk;

/* Goes on to the next common position, or returns false if there is none. */
bool pairs_both(pairs_walk *walk);

/* The measures by group and position. Copies, searches of a position by one configuration that
   differ only in the order of moves, count as one. */
typedef struct {
    const abs_tally *tally;
    uint32_t *order;     /* the records by group, then by position */
    pairs_item *items;   /* one for each position whose copies all have status ok and a measure, in
                            this order: the mean logarithm; `record` is the first one in `order` */
    size_t *first;       /* where each group begins in items, and the end */
    uint32_t *reference; /* by group: the group that it is compared with; UINT32_MAX: none */
    uint32_t *twin;      /* by group: of its frame's groups with equal counts at every position, and
                            equal counts of their references, one that the reference names, or
                            else the first; it may be itself */
    double *logs;        /* scratch memory of pairs_differences() .. */
    uint64_t *roots;     /* .. and the positions of these */
} abs_pairs;

/* Whether an earlier group has the same counts. Twins are reported as one and never compared. */
static inline bool pairs_is_twin(const abs_pairs *pairs, size_t group)
{
    return pairs->twin[group] != group;
}

/* Makes the pairs, which pairs_free() ends. */
void pairs_make(abs_pairs *pairs, const abs_tally *tally, const abs_reference *reference);
void pairs_free(abs_pairs *pairs);

/* Begins a walk over two groups, whose differences are logarithms of ratios of measures. */
pairs_walk pairs_begin(const abs_pairs *pairs, size_t group, size_t other);
/* Sets `logs` to a group's numbers minus another's, where both are finite, and `roots` to the
   positions, and returns how many there are. */
size_t pairs_differences(const abs_pairs *pairs, size_t group, size_t other);

/* ---- labels: they name what differs between the configurations of a run ---------------------- */

/* How each field of a configuration varies over all groups. */
typedef struct {
    const abs_config *of[CONFIG_FIELDS]; /* the first configuration that uses it, or NULL */
    bool varies[CONFIG_FIELDS];          /* within a spec, so that labels name it */
    bool by_spec[CONFIG_FIELDS];         /* only between specs, so that headings name it */
    bool unusual[CONFIG_FIELDS];         /* some group has not its preset: headings name it */
    bool engines, ours;                  /* there are engines; there are searches of this program */
    bool minimax, verifies; /* there is one that --verify did not add; one that it added */
} label_rules;

/* Finds which fields differ between configurations: only these are in a label. */
label_rules label_find(const abs_tally *tally);
/* Adds a configuration to the rules. `first` holds, for its spec, the first configuration that uses
   each field; if there is only one spec it may be rules->of. */
void label_see(label_rules *rules, const abs_config *config, const abs_config **first);
/* Appends a label, "aspiration w=50". */
void label_add(const label_rules *rules, const abs_config *config, abs_buffer *b);
/* Appends a group's label with those of its twins: "pvs-value (= negascout)". */
void label_add_twins(const label_rules *rules, const abs_pairs *pairs, uint32_t group,
                     abs_buffer *b);
/* Appends what all configurations have in common, as one sentence on a line, or nothing. */
void label_write_common(const label_rules *rules, abs_buffer *b);
/* Appends what the groups of a block have in common: spec, depth, evaluation. */
void label_write_heading(const abs_tally *tally, const abs_tally_group *group,
                         const label_rules *rules, abs_buffer *b);

#endif
