/* brief.c -- a first look at many domains: an answer each, and what they come to together. See
 * answers.h. */
#include "base/memory.h"
#include "find/answers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* The geometric mean of an algorithm's ratios, one of each answer's block. */
static void add_overall(abs_buffer *b, const abs_findings *f, const abs_answers *all)
{
    const abs_tally *t = f->tally;
    overall *list = memory_zeros(t->group_keys.count, sizeof *list);
    size_t count = 0, most = 0;
    for (size_t i = 0; i < all->count; i++)
        for (uint32_t g = 0; g < t->group_keys.count; g++) {
            const abs_aggregate *a = &f->aggregates[g];
            if (all->list[i].kind == ANSWER_TOO_FEW || a->judged.verdict == JUDGE_TOO_FEW ||
                t->groups[g].block != t->groups[all->list[i].use].block || a->reference == g ||
                a->reference == UINT32_MAX || !aggregate_is_candidate(&f->pairs, g))
                continue;
            overall *one = list;
            while (one < list + count && strcmp(one->algo, t->groups[g].config.algo.name) != 0)
                one++;
            count += one == list + count;
            one->algo = t->groups[g].config.algo.name;
            one->log_sum += log(a->ratio.point);
            one->better += a->judged.verdict == JUDGE_BETTER;
            one->domains++;
            most = one->domains > most ? one->domains : most;
        }
    size_t told = 0;
    qsort(list, count, sizeof *list, by_mean);
    for (size_t i = 0; most > 1 && i < count && told < 5; i++)
        if (list[i].domains == most) {
            buffer_format(b, told++ == 0 ? "Over all %zu, " : ", ", most);
            buffer_format(b, "%s takes %.3f (better in %zu)", list[i].algo,
                          exp(list[i].log_sum / (double)most), list[i].better);
        }
    if (told > 0)
        buffer_format(b, " of %s's %s: the geometric mean of the domains' ratios.\n", f->reference,
                      abs_metric_nouns[t->metric]);
    free(list);
}

void answers_brief(abs_buffer *b, const abs_findings *f)
{
    abs_answers all = answers_find(f);
    for (size_t i = 0; i < all.count; i++)
        if (all.list[i].kind != ANSWER_TOO_FEW) {
            answers_say(b, f, &all.list[i]);
            buffer_char(b, '\n');
        }
    add_overall(b, f, &all);
    answers_free(&all);
}
