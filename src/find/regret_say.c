/* regret_say.c -- what the losses of moves come to, in words. See answers.h. */
#include "find/answers.h"

#include <inttypes.h>
#include <math.h>

/* "2.74 [0.31, 5.2]"; three digits, or all before the point. */
static void add_estimate(abs_buffer *b, regret_estimate estimate)
{
    const double all[] = {estimate.point, estimate.low, estimate.high};
    static const char *const between[] = {"", " [", ", "};
    const size_t count = isfinite(estimate.low) ? 3 : 1;
    for (size_t i = 0; i < count; i++) {
        buffer_text(b, between[i]);
        buffer_format(b, fabs(all[i]) < 1000 ? "%.3g" : "%.0f", all[i] + 0.0); /* -0 is 0 */
    }
    buffer_text(b, count > 1 ? "]" : "");
}

void answers_regret_label(abs_buffer *b, const abs_findings *f, const regret_cell *c)
{
    char text[CONFIG_WORD_MAX];
    label_rules rules = f->labels;
    rules.varies[CONFIG_node_limit] = false;
    label_add(&rules, &c->config, b);
    for (size_t i = 0; i < CONFIG_FIELDS; i++) { /* these are in headings where ratios are told */
        const config_field *field = &config_fields[i];
        if (field->level != CONFIG_SETTING || !field->tacit || !rules.unusual[i] ||
            config_number(field, &c->config) == field->preset)
            continue;
        config_say(field, field->label, &c->config, text, sizeof text);
        buffer_format(b, "%s%s", *text != '\0' ? " " : "", text);
    }
}

size_t answers_next_regret(const abs_findings *f, size_t *at, const regret_cell **cells)
{
    const regret_cell *const end = f->regrets.cells + f->regrets.count;
    const regret_cell *const a = f->regrets.cells + *at, *c = a;
    *cells = a;
    for (; c < end && c->spec == a->spec && (c->half_pawn > 0) == (a->half_pawn > 0); c++)
        if (!regret_alike(*cells, c)) /* the last budget or depth */
            *cells = c;
    *at = (size_t)(c - f->regrets.cells);
    return (size_t)(c - *cells);
}

/* The one that loses least, of those that have most of the positions. */
static const regret_cell *find_least(const regret_cell *cells, size_t count)
{
    const regret_cell *least = NULL;
    size_t most = 0;
    for (size_t i = 0; i < count; i++)
        most = cells[i].n > most ? cells[i].n : most;
    for (size_t i = 0; i < count; i++)
        if (2 * cells[i].n >= most && (least == NULL || cells[i].loss.point < least->loss.point))
            least = &cells[i];
    return least;
}

/* What its move loses less, as so much more work would: with this budget, or a smaller one. */
static void add_worth(abs_buffer *b, const abs_findings *f, const regret_cell *c)
{
    const regret_cell *known = c;
    for (size_t i = f->regrets.count; i-- > 0 && isnan(known->times.point);) {
        const regret_cell *other = &f->regrets.cells[i];
        if (other->curve == c->curve && other->budget < c->budget && !isnan(other->times.point))
            known = other;
    }
    if (isnan(known->times.point)) {
        buffer_format(b, "; what work that is worth is unknown: %s",
                      c->missing != NULL ? c->missing : "");
        return;
    }
    buffer_format(b, "; with %" PRIu64 " as if it had so many times the work: ", known->budget);
    add_estimate(b, known->times);
}

/* How the least stands to its reference, which is another. */
static void add_comparison(abs_buffer *b, const abs_findings *f, const regret_cell *least,
                           const regret_cell *reference, const char *unit)
{
    const bool better = least->judged.verdict == JUDGE_BETTER;
    answers_regret_label(b, f, better ? least : reference);
    if (!better) {
        buffer_format(b, ", the reference: %zu positions do not show any other to lose less",
                      reference->n);
        if (least == reference)
            return;
        buffer_text(b, "; ");
        answers_regret_label(b, f, least);
    }
    buffer_text(b, better ? ": loses " : " loses ");
    add_estimate(b, (regret_estimate){-least->told.point, -least->told.high, -least->told.low});
    buffer_format(b, " %s less a move", unit);
    if (better) {
        buffer_text(b, " than ");
        answers_regret_label(b, f, reference);
        add_worth(b, f, least);
    } else {
        buffer_text(b, ": unknown");
        if (least->judged.needed > 0)
            buffer_format(b, ", about %zu positions would tell", least->judged.needed);
    }
}

const regret_cell *answers_say_regret(abs_buffer *b, const abs_findings *f,
                                      const regret_cell *cells, size_t count)
{
    const regret_cell *use = find_least(cells, count);
    const abs_tally_group *g = &f->tally->groups[use->group];
    const char *unit = use->half_pawn > 0 ? g->points : "of a draw";
    const regret_cell *reference =
        count > 1 && use->reference != UINT32_MAX ? &f->regrets.cells[use->reference] : NULL;
    buffer_plain(b, f->tally->specs.texts[g->spec]);
    if (use->budget > 0)
        buffer_format(b, ", %" PRIu64 " of work: ", use->budget);
    else
        buffer_format(b, ", depth %d: ", use->config.depth);
    buffer_text(b, count > 1 ? "use " : "");
    if (reference != NULL) {
        add_comparison(b, f, use, reference, unit);
    } else {
        answers_regret_label(b, f, use);
        buffer_text(b, ": its moves lose ");
        add_estimate(b, use->loss);
        buffer_format(b, " %s in the mean over %zu positions%s", unit, use->n,
                      count > 1 ? ", the least of all" : "; nothing is compared");
    }
    buffer_char(b, '.');
    return reference != NULL && use->judged.verdict != JUDGE_BETTER ? reference : use;
}

void answers_regret(abs_buffer *b, const abs_findings *f)
{
    const regret_cell *cells;
    for (size_t at = 0, count; (count = answers_next_regret(f, &at, &cells)) > 0;) {
        answers_say_regret(b, f, cells, count);
        buffer_char(b, '\n');
    }
}
