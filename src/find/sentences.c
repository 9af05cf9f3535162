/* sentences.c -- see findings.h. */
#include "base/memory.h"
#include "find/findings.h"
#include "search/drivers.h"
#include "suite/options.h"

#include <math.h>
#include <stdlib.h>

void sentences_mismatch(abs_buffer *b, const abs_tally *t, const abs_verification *v,
                        const abs_mismatch *m)
{
    /* The sentence for each kind but VERIFY_VALUE, with the algorithm and its value. */
    static const char *const what[] = {
        [VERIFY_BEST_MOVE] = "the best move of %s is not a best move",
        [VERIFY_CONTRADICTION] = "the table of %s stored a lower bound above the upper",
        [VERIFY_INCONSISTENT] = "the bounds that %s proved contradict each other",
        [VERIFY_ANSWER] = "%s gives %d, which is not the known value"};
    const abs_record *r = &t->records[v->order[m->first]], *first = NULL;
    const abs_config *c = &t->groups[r->group].config;
    buffer_text(b, m->kind == VERIFY_VALUE ? "values disagree on " : "");
    buffer_plain(b, t->roots.texts[r->root]);
    buffer_format(b, " at depth %d: ", c->depth);
    if (m->kind != VERIFY_VALUE) {
        buffer_format(b, what[m->kind], c->algo.name, r->value);
        return;
    }
    /* "alphabeta 60, pvs 61": the first value, and the first different one. */
    for (size_t i = m->first; i < m->first + m->count; i++) {
        r = &t->records[v->order[i]];
        if (!verify_compares(t, r) || (first != NULL && r->value == first->value))
            continue;
        buffer_format(b, "%s%s %d", first != NULL ? ", " : "", t->groups[r->group].config.algo.name,
                      r->value);
        if (first != NULL)
            return;
        first = r;
    }
}

/* ---- single positions ------------------------------------------------------------------------ */

/* How far a position's ratio is from 1, as a logarithm; 0 if none is above 2 or below 1/2. */
static double find_farthest(const stats_ratio *r)
{
    const double far = r != NULL && r->n > 1 ? fmax(-log(r->min.ratio), log(r->max.ratio)) : 0;
    return far > log(2) + 1e-9 ? far : 0; /* a ratio of 2 does not count, however it is rounded */
}

/* Adds "2.56 (chess-21)", or "0.70 (seed 9)" for a tree. */
static void add_extreme(abs_buffer *b, const char *spec, const stats_extreme *e)
{
    const size_t length = strlen(spec);
    const bool seed = strncmp(e->position, spec, length) == 0 && e->position[length] == '#';
    buffer_format(b, e->ratio < 0.1 ? "%.2g" : e->ratio < 100 ? "%.2f" : "%.0f", e->ratio);
    buffer_text(b, seed ? " (seed " : " (");
    buffer_plain(b, e->position + (seed ? length + 1 : 0));
    buffer_char(b, ')');
}

void sentences_extremes(abs_buffer *b, const abs_tally *t, const stats_ratio *const *ratios)
{
    enum { SHOWN = 3, BLOCKS = 12 };
    const label_rules labels = label_find(t);
    pairs_item *far = memory_take((t->group_keys.count + 1) * sizeof *far);
    size_t count = 0, blocks = 0;
    for (uint32_t g = 0; g < t->group_keys.count; g++)
        if (find_farthest(ratios[g]) > 0)
            far[count++] = (pairs_item){t->groups[g].block, g, 0, -find_farthest(ratios[g])};
    pairs_sort(far, count);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i; end < count && far[end].group == far[i].group;)
            end++;
        for (size_t k = i; k < end && k < i + SHOWN && blocks < BLOCKS; k++) {
            const stats_ratio *r = ratios[far[k].record];
            const abs_tally_group *g = &t->groups[far[k].record];
            if (k == i)
                label_write_heading(t, g, &labels, b);
            buffer_text(b, k == i         ? ": ratios of single positions range from "
                           : k + 1 == end ? " and from "
                                          : ", from ");
            add_extreme(b, t->specs.texts[g->spec], &r->min);
            buffer_text(b, " to ");
            add_extreme(b, t->specs.texts[g->spec], &r->max);
            buffer_text(b, " for ");
            label_add(&labels, &g->config, b);
        }
        if (end - i > SHOWN && blocks < BLOCKS)
            buffer_format(b, "; those of %zu more %s also go above 2 or below 1/2", end - i - SHOWN,
                          end - i == SHOWN + 1 ? "search" : "searches");
        buffer_text(b, blocks++ < BLOCKS ? ".\n" : "");
    }
    if (blocks > BLOCKS)
        buffer_format(b, "... and %zu more such lines: see `ratio_max` in --format=json.\n",
                      blocks - BLOCKS);
    free(far);
}

/* ---- settings that changed nothing ----------------------------------------------------------- */

/* The values of a setting in a block. */
typedef struct {
    abs_names values;
    const abs_config *first; /* of the searches that are no twins */
    uint32_t group;          /* the block's first */
    bool idle;               /* those have one value: the searches with others are their twins */
} block_values;

static void see_value(block_values *v, const abs_pairs *pairs, const config_field *f,
                      uint32_t group)
{
    char value[CONFIG_WORD_MAX];
    const abs_config *c = &pairs->tally->groups[group].config;
    config_value(f, c, value, sizeof value);
    if (v->values.count == 0)
        *v = (block_values){.group = group, .idle = true};
    names_add(&v->values, value);
    if (pairs_is_twin(pairs, group))
        return;
    v->idle &= v->first == NULL || !config_differ(f, v->first, c);
    v->first = c;
}

/* Says of which values of a setting the counts are the same: for each block, or once if they are so
   in all blocks that have several. */
static void say_idle(abs_buffer *b, const abs_findings *f, const block_values *blocks,
                     size_t setting)
{
    const block_values *const end = blocks + f->tally->blocks.count;
    bool all = true, told = false;
    for (const block_values *v = blocks; v < end; v++)
        all &= v->values.count < 2 || v->idle;
    for (const block_values *v = blocks; v < end; v++) {
        if (v->values.count < 2 || !v->idle || (all && told))
            continue;
        if (!all) {
            label_write_heading(f->tally, &f->tally->groups[v->group], &f->labels, b);
            buffer_text(b, ": ");
        }
        buffer_format(b, "--%s=", option_of_setting(setting)->name);
        for (size_t k = 0; k < v->values.count; k++)
            buffer_format(b, k > 0 ? ",%s" : "%s", v->values.texts[k]);
        buffer_text(b, ": the same counts at every position.\n");
        told = true;
    }
}

/* Says which settings of the table changed no count. */
static void write_idle(abs_buffer *b, const abs_findings *f)
{
    const abs_tally *t = f->tally;
    block_values *blocks = memory_take((t->blocks.count + 1) * sizeof *blocks);
    for (size_t i = 0; i < CONFIG_FIELDS; i++) {
        const config_field *of = &config_fields[i];
        if (!f->labels.varies[i] || of->level != CONFIG_FRAME)
            continue;
        memset(blocks, 0, (t->blocks.count + 1) * sizeof *blocks);
        for (uint32_t g = 0; g < t->group_keys.count; g++)
            if (config_present(of, &t->groups[g].config) && config_is_search(&t->groups[g].config))
                see_value(&blocks[t->groups[g].block], &f->pairs, of, g);
        say_idle(b, f, blocks, i);
        for (size_t block = 0; block < t->blocks.count; block++)
            names_free(&blocks[block].values);
    }
    free(blocks);
}

/* ---- all rows -------------------------------------------------------------------------------- */

static void write_agreement(abs_buffer *b, const abs_findings *f)
{
    const abs_tally *t = f->tally;
    const abs_verification *v = &f->verification;
    bool free = t->group_keys.count > 0; /* all are engines or selective, so that none need agree */
    bool differ = false;
    for (size_t i = 0; i < v->mismatch_count; i++)
        differ |= v->mismatches[i].kind == VERIFY_VALUE;
    for (size_t g = 0; g < t->group_keys.count; g++)
        free &= t->groups[g].for_reference || t->groups[g].config.algo.engine != NULL ||
                config_selects(&t->groups[g].config);
    if (!differ && v->sound > 0)
        buffer_format(b,
                      "All %zu values agree: %zu %s, each with one value from every sound "
                      "search.\n",
                      v->sound, v->positions, v->positions == 1 ? "position" : "positions");
    else if (!differ && v->known == 0 && !free && t->losses == 0)
        buffer_text(b, "No values were compared: no position was searched by two sound "
                       "algorithms; name more in --algo.\n");
    if (v->known > 0)
        buffer_format(b, "Values equal to the known values of their positions: %zu.\n", v->known);
    if (v->mismatch_count == 0)
        return;
    buffer_format(b, "SEARCHES ARE WRONG, %zu %s: ", v->mismatch_count,
                  v->mismatch_count == 1 ? "time" : "times");
    sentences_mismatch(b, t, v, &v->mismatches[0]);
    buffer_text(b, v->mismatch_count > 1 ? "; and others.\n" : ".\n");
}

/* The name of what makes a search unsound: its algorithm, or a table in `deeper` mode; or NULL. */
static const char *unsound_name(const abs_config *c)
{
    if (!config_is_unsound(c))
        return NULL;
    return abs_algo_is_sound(&c->algo) ? "--tt-mode=deeper, whose values may differ" : c->algo.name;
}

/* Writes each of these once, in order of appearance, and how many of its searches are wrong. */
static void write_known_unsound(abs_buffer *b, const abs_findings *f)
{
    const size_t groups = f->tally->group_keys.count;
    abs_names names = {0};
    abs_wrongs *sums = memory_zeros(groups + 1, sizeof *sums);
    for (size_t g = 0; g < groups; g++) {
        const char *name = unsound_name(&f->tally->groups[g].config);
        const abs_wrongs *w = &f->verification.wrongs[g];
        if (name == NULL)
            continue;
        abs_wrongs *sum = &sums[names_add(&names, name)];
        sum->values_judged += w->values_judged;
        sum->wrong_values += w->wrong_values;
        sum->moves_judged += w->moves_judged;
        sum->wrong_moves += w->wrong_moves;
    }
    for (const abs_wrongs *s = sums; s < sums + names.count; s++) {
        buffer_format(b, "%s%s: ", s == sums ? "Known to be unsound: " : "; ",
                      names.texts[s - sums]);
        if (s->values_judged > 0)
            buffer_format(b, "%zu of %zu values wrong", s->wrong_values, s->values_judged);
        else
            buffer_text(b, "values not judged (none finished beside a sound row)");
        if (s->moves_judged > 0)
            buffer_format(b, ", %zu of %zu best moves wrong", s->wrong_moves, s->moves_judged);
    }
    buffer_text(b, names.count > 0 ? ".\n" : "");
    names_free(&names);
    free(sums);
}

/* Writes what else than counts differed when engines searched again. */
static void write_others(abs_buffer *b, const abs_tally *t)
{
    static const char *const what[] = {"another value", "another move", "another status"};
    size_t counts[3] = {0}, all = 0, told = 0;
    for (const abs_record *r = t->records; r < t->records + t->count; r++) {
        counts[0] += r->other_value;
        counts[1] += r->other_move;
        counts[2] += r->other_end;
        all += r->other_value || r->other_move || r->other_end;
    }
    if (all > 0)
        buffer_format(b, "Repeated, %zu of the searches came to", all);
    for (size_t i = 0; i < 3; i++)
        if (counts[i] > 0)
            buffer_format(b, "%s %s (%zu)", told++ > 0 ? "," : "", what[i], counts[i]);
    buffer_text(b, all > 0 ? "; their rows have both.\n" : "");
}

/* Writes how often searches that need not agree do agree, and whether engines count the same
   again. */
static void write_shares(abs_buffer *b, const abs_findings *f)
{
    enum { SHOWN = 5 };
    size_t told = 0, repeated = 0, noisy = 0;
    for (uint32_t g = 0; g < f->tally->group_keys.count; g++) {
        const abs_aggregate *a = &f->aggregates[g];
        const stats_share *shares[] = {&a->same_moves, &a->same_values};
        repeated += a->repeated;
        noisy += a->noisy;
        if (a->same_moves.n + a->same_values.n == 0 || told++ >= SHOWN)
            continue;
        label_add(&f->labels, &f->tally->groups[g].config, b);
        for (size_t i = 0; i < 2; i++) {
            const stats_share *s = shares[i];
            buffer_text(b, i == 0 ? " has the reference's move at " : ", its value at ");
            if (s->n == 0)
                buffer_text(b, "no position");
            else
                buffer_format(b, "%zu of %zu positions (%.0f %% [%.0f, %.0f])", s->count, s->n,
                              100 * s->share, 100 * s->low, 100 * s->high);
        }
        buffer_text(b, ".\n");
    }
    if (noisy > 0)
        buffer_format(b,
                      "Repeated, %zu of %zu searches counted differently: --repeat=5 averages, and "
                      "intervals include the noise.\n",
                      noisy, repeated);
    else if (repeated > 0)
        buffer_format(b,
                      repeated == 1 ? "Repeated, the one search counted the same.\n"
                                    : "Repeated, all of %zu searches counted the same.\n",
                      repeated);
    write_others(b, f->tally);
}

static void write_without_value(abs_buffer *b, const abs_tally *t)
{
    size_t count[ABS_STATUSES] = {0}, all = 0, gave_up = 0, again = 0;
    for (size_t i = 0; i < t->count; i++) {
        count[t->records[i].status]++;
        gave_up += t->records[i].gave_up;
        all += t->records[i].status != ABS_STATUS_OK;
        again += t->records[i].again_failed;
    }
    if (again > 0)
        buffer_format(b,
                      "Repeated, %zu of the searches failed: counts that a failing engine gave the "
                      "first time may be wrong too.\n",
                      again);
    if (all == 0 || all == t->losses) /* the user gave the limit: moves are compared */
        return;
    buffer_text(b, "Without a value, and left out of every mean: ");
    for (size_t status = ABS_STATUS_INCONSISTENT, told = 0; status < ABS_STATUSES; status++)
        if (count[status] > 0)
            buffer_format(b, "%s%zu %s", told++ > 0 ? ", " : "", count[status],
                          abs_statuses[status].name);
    buffer_char(b, '.');
    if (count[ABS_STATUS_NODE_LIMIT] + count[ABS_STATUS_TIMEOUT] > 0)
        buffer_text(b,
                    " A search is stopped where it costs most: the means of lines with a smaller "
                    "n are too small, and their ratios are of the easier positions.");
    if (count[ABS_STATUS_SHORT] > 0)
        buffer_text(b, " Short: the engine gave its move before the depth asked for.");
    if (count[ABS_STATUS_OVER] > 0)
        buffer_text(b, " Over: the game has ended there, and no engine was asked.");
    if (gave_up > 0) {
        buffer_text(b, " Given up after ");
        buffer_grouped(b, ABS_PASSES_MAX);
        buffer_format(b,
                      " passes: %zu; a larger --window, --step or --widen-factor, or "
                      "--widen-limit, takes fewer.",
                      gave_up);
    }
    buffer_text(b, "\n");
}

void sentences_write(abs_buffer *b, const abs_findings *f)
{
    const size_t groups = f->tally->group_keys.count;
    const stats_ratio **ratios = memory_zeros(groups + 1, sizeof *ratios);
    for (size_t g = 0; g < groups && f->brief == NULL; g++)
        if (aggregate_is_compared(&f->pairs, &f->aggregates[g]))
            ratios[g] = &findings_judged(f, (uint32_t)g)->ratio;
    sentences_extremes(b, f->tally, ratios);
    free(ratios);
    write_idle(b, f);
    write_agreement(b, f);
    write_known_unsound(b, f);
    write_shares(b, f);
    write_without_value(b, f->tally);
    if (f->skipped_lines > 0)
        buffer_format(b, "Lines of position files that were left out (--skip-bad): %llu.\n",
                      (unsigned long long)f->skipped_lines);
    if (f->interrupted)
        buffer_text(b, "Interrupted: this is what was finished.\n");
    for (const char *error = NULL; (error = buffer_next(f->errors, error)) != NULL;)
        buffer_format(b, "Error: %s\n", error);
}

/* ---- over all domains ------------------------------------------------------------------------ */

/* The mean of an algorithm's ratios, one from each domain. Algorithms with several windows, which
   are in each domain's own points, have none. */
typedef struct {
    const char *algo;
    double log_sum;
    size_t domains, better;
} overall;

static int by_mean(const void *a, const void *b)
{
    const overall *x = a, *y = b;
    const double difference = x->log_sum / (double)x->domains - y->log_sum / (double)y->domains;
    return difference < 0 ? -1 : difference > 0;
}

void answers_overall(abs_buffer *b, const abs_findings *f)
{
    const abs_tally *t = f->tally;
    overall *list = memory_zeros(t->group_keys.count + 1, sizeof *list);
    size_t count = 0, most = 1, told = 0;
    for (uint32_t g = 0; g < t->group_keys.count; g++) {
        const abs_aggregate *a = &f->aggregates[g];
        overall *one = list;
        if (a->judged.verdict == JUDGE_TOO_FEW || !aggregate_is_compared(&f->pairs, a) ||
            (f->labels.varies[CONFIG_window] &&
             config_present(&config_fields[CONFIG_window], &t->groups[g].config)))
            continue;
        while (one < list + count && strcmp(one->algo, f->tally->groups[g].config.algo.name) != 0)
            one++;
        count += one == list + count;
        one->algo = f->tally->groups[g].config.algo.name;
        one->log_sum += log(a->judged.ratio.point);
        one->better += a->judged.verdict == JUDGE_BETTER;
        one->domains++;
        most = one->domains > most ? one->domains : most;
    }
    qsort(list, count, sizeof *list, by_mean);
    for (const overall *one = list; most > 1 && one < list + count; one++)
        if (one->domains == most) {
            if (told++ == 0)
                buffer_format(b, "Over %zu domains (geometric mean of ratios to %s's %s): ", most,
                              f->reference, abs_metric_nouns[t->metric]);
            else
                buffer_text(b, "; ");
            buffer_format(b, "%s %.3f, better in %zu", one->algo,
                          exp(one->log_sum / (double)most), one->better);
        }
    if (told > 0)
        buffer_text(b, ".\n");
    free(list);
}
