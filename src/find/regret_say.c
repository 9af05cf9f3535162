/* regret_say.c -- what the losses of moves come to, in words. See answers.h. */
#include "find/answers.h"

#include <math.h>

/* "30k", "1.5M". */
static void add_work(abs_buffer *b, uint64_t work)
{
    const bool large = work >= 1000000;
    if (work % 100 == 0 && work >= 1000)
        buffer_format(b, "%.10g%s", (double)work / (large ? 1e6 : 1e3), large ? "M" : "k");
    else
        buffer_format(b, "%llu", (unsigned long long)work);
}

/* Three digits, or all before the point. */
static void add_number(abs_buffer *b, double number)
{
    buffer_format(b, fabs(number) < 1000 ? "%.3g" : "%.0f", number + 0.0); /* -0 is 0 */
}

static void add_interval(abs_buffer *b, double low, double high)
{
    if (!isfinite(low))
        return;
    buffer_text(b, " [");
    add_number(b, low);
    buffer_text(b, ", ");
    add_number(b, high);
    buffer_char(b, ']');
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
    const abs_regrets *r = &f->regrets;
    size_t first = *at, end = *at;
    for (; end < r->count; end++) { /* of one spec and unit the last budget or depth */
        const regret_cell *a = &r->cells[*at], *c = &r->cells[end], *begun = &r->cells[first];
        if (f->tally->groups[c->group].spec != f->tally->groups[a->group].spec ||
            (c->half_pawn > 0) != (a->half_pawn > 0))
            break;
        if (c->budget != begun->budget || c->config.depth != begun->config.depth)
            first = end;
    }
    *at = end;
    *cells = &r->cells[first];
    return end - first;
}

/* The one that loses least, of those that have most of the positions. */
static const regret_cell *find_least(const regret_cell *cells, size_t count)
{
    const regret_cell *least = NULL;
    size_t most = 0;
    for (size_t i = 0; i < count; i++)
        most = cells[i].n > most ? cells[i].n : most;
    for (size_t i = 0; i < count; i++)
        if (2 * cells[i].n >= most && (least == NULL || cells[i].mean < least->mean))
            least = &cells[i];
    return least;
}

static const char *unit_of(const abs_findings *f, const regret_cell *c)
{
    return c->half_pawn > 0 ? f->tally->groups[c->group].points : "of a draw";
}

/* What its move loses less, as so much more work would: with this budget, or a smaller one. */
static void add_worth(abs_buffer *b, const abs_findings *f, const regret_cell *c)
{
    const regret_cell *known = c;
    for (size_t i = f->regrets.count; i-- > 0 && isnan(known->times);) {
        const regret_cell *other = &f->regrets.cells[i];
        if (other->curve == c->curve && other->budget < c->budget && !isnan(other->times))
            known = other;
    }
    if (isnan(known->times)) {
        buffer_format(b, "; what work that is worth is unknown: %s",
                      c->missing != NULL ? c->missing : "");
        return;
    }
    buffer_text(b, known == c ? ", " : "; with ");
    if (known != c)
        add_work(b, known->budget);
    buffer_format(b, "%sas if it had %.1f times the work", known == c ? "" : " ", known->times);
    add_interval(b, known->times_low, known->times_high);
}

/* Nothing is shown to lose less than the reference. */
static void add_unknown(abs_buffer *b, const abs_findings *f, const regret_cell *reference,
                        const regret_cell *least, size_t others)
{
    buffer_text(b, "use ");
    answers_regret_label(b, f, reference);
    buffer_format(b, ", the reference: %zu positions do not show ", reference->n);
    buffer_text(b, others == 1 ? "the other" : "any other");
    buffer_text(b, " to lose less");
    if (least == reference)
        return;
    buffer_text(b, "; ");
    answers_regret_label(b, f, least);
    buffer_text(b, others > 1 ? ", the next, loses " : " loses ");
    add_number(b, -least->more);
    buffer_format(b, " %s less", unit_of(f, least));
    add_interval(b, -least->told_high, -least->told_low);
    buffer_text(b, ": unknown");
    if (least->judged.needed > 0)
        buffer_format(b, ", about %zu positions would tell", least->judged.needed);
}

const regret_cell *answers_say_regret(abs_buffer *b, const abs_findings *f,
                                      const regret_cell *cells, size_t count)
{
    const regret_cell *use = find_least(cells, count);
    const regret_cell *reference =
        use->reference != UINT32_MAX ? &f->regrets.cells[use->reference] : NULL;
    buffer_plain(b, f->tally->specs.texts[f->tally->groups[use->group].spec]);
    buffer_text(b, ", ");
    if (use->budget > 0)
        add_work(b, use->budget);
    else
        buffer_format(b, "depth %d", use->config.depth);
    buffer_text(b, use->budget > 0 ? " of work: " : ": ");
    if (count > 1 && reference != NULL && use->judged.verdict != JUDGE_BETTER) {
        add_unknown(b, f, reference, use, count - 1);
        use = reference;
    } else {
        buffer_text(b, count > 1 ? "use " : "");
        answers_regret_label(b, f, use);
        buffer_text(b, count > 1 && reference != NULL ? ": loses " : ": its moves lose ");
        add_number(b, count > 1 && reference != NULL ? -use->more : use->mean);
        buffer_format(b, " %s ", unit_of(f, use));
        if (count > 1 && reference != NULL) {
            buffer_text(b, "less a move than ");
            answers_regret_label(b, f, reference);
            add_interval(b, -use->told_high, -use->told_low);
            add_worth(b, f, use);
        } else {
            buffer_text(b, "in the mean");
            add_interval(b, use->low, use->high);
            buffer_format(b, " over %zu positions%s", use->n,
                          count > 1 ? ", the least of all" : "; nothing is compared");
        }
    }
    buffer_char(b, '.');
    return use;
}

void answers_regret(abs_buffer *b, const abs_findings *f)
{
    const regret_cell *cells;
    for (size_t at = 0, count; (count = answers_next_regret(f, &at, &cells)) > 0;) {
        answers_say_regret(b, f, cells, count);
        buffer_char(b, '\n');
    }
}
