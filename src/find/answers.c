/* answers.c -- see findings.h. */
#include "find/findings.h"
#include "search/registry.h"
#include "suite/options.h"

#include <stdlib.h>

/* ---- in words -------------------------------------------------------------------------------- */

/* Adds "0.939 [0.906, 0.967]". */
static void add_ratio(abs_buffer *b, const stats_ratio *r)
{
    buffer_format(b, r->n > 0 ? "%.3f" : "no ratio", r->point);
    if (stats_has_interval(r))
        buffer_format(b, " [%.3f, %.3f]", r->lower, r->upper);
}

void answers_ratio(abs_buffer *b, const abs_judged *j, abs_metric metric, const char *reference)
{
    add_ratio(b, &j->ratio);
    buffer_format(b, " of %s's %s (%s, %zu %s)", reference, abs_metric_nouns[metric],
                  judge_words(j->verdict), j->ratio.n, j->ratio.n == 1 ? "position" : "positions");
}

/* What would settle the unsettled searches of an answer. */
typedef struct {
    size_t unsettled,
        unknown; /* searches; those of which it is not known how many positions would */
    bool differ; /* not all need the same number */
} answer_needs;

static answer_needs find_needs(const abs_findings *f, const abs_answer_of *a)
{
    answer_needs n = {0};
    for (size_t i = 0; i < a->count; i++) {
        const abs_judged *j = findings_judged(f, a->others[i]);
        if (answers_side(j) != ANSWER_UNSETTLED)
            continue;
        n.unsettled++;
        n.unknown += j->needed == 0;
        n.differ |= j->needed != a->needed;
    }
    return n;
}

/* Adds "a, b and 4 more" for the searches on that side, except the one to use. Returns how many
   there are. */
static size_t add_side(abs_buffer *b, const abs_findings *f, const abs_answer_of *a,
                       answer_side side, const char *before)
{
    const size_t most = f->brief != NULL ? 1 : 5;
    const bool differ = find_needs(f, a).differ;
    size_t all = 0;
    for (size_t i = 0; i < a->count; i++) {
        const abs_judged *j = findings_judged(f, a->others[i]);
        if (a->others[i] == a->use || answers_side(j) != side || all++ >= most)
            continue;
        buffer_text(b, all == 1 ? before : ", ");
        label_add(&f->labels, &f->tally->groups[a->others[i]].config, b);
        if (side == ANSWER_EQUAL)
            continue;
        buffer_text(b, " (");
        add_ratio(b, &j->ratio);
        if (side == ANSWER_UNSETTLED && differ && j->needed > 0)
            buffer_format(b, ", about %zu", j->needed);
        else if (side == ANSWER_UNSETTLED && differ && j->ratio.n > 0)
            buffer_text(b, ", many more");
        buffer_char(b, ')');
    }
    if (all > most)
        buffer_format(b, " and %zu more", all - most);
    return all;
}

/* The lines of a suite. */
static size_t count_lines(const char *suite)
{
    size_t lines = 0;
    for (const char *at = suite; at != NULL && *at != '\0'; at += *at == '\n') {
        lines += *at != '#' && *at != '\n';
        at += strcspn(at, "\n");
    }
    return lines;
}

/* Whether the game's suite has all its positions. */
static bool is_closed(const abs_subject *s)
{
    return strcmp(s->domain, "tictactoe") == 0;
}

void answers_needed(abs_buffer *b, const abs_subject *s, size_t needed, const char *what,
                    const answer_source *from)
{
    const size_t wanted = needed > 0 ? needed : 1000;
    if (needed > 0)
        buffer_format(b, "; about %zu positions would settle %s", needed, what);
    else
        buffer_format(b, "; many more positions might settle %s", what);
    if (s->option == NULL)
        return;
    if (subject_is_tree(s) && s->seeds)
        buffer_format(b, ": --seed=1..%zu", wanted);
    else if (subject_is_tree(s))
        buffer_text(b, ", but there are no more");
    else if (from->given && from->limited)
        buffer_format(b, ": --max-positions=%zu", wanted);
    else if (from->given)
        buffer_text(b, ", but no more are given");
    else if (wanted <= from->suite)
        buffer_format(b, ": --suite=large --max-positions=%zu", wanted);
    else if (from->searched < from->suite && (needed == 0 || is_closed(s)))
        buffer_text(b, ": --suite=large");
    else if (is_closed(s))
        buffer_text(b, ", but there are no more");
    else
        buffer_format(
            b, ": absbench positions %s --count=%zu --output=more.txt, then --positions=more.txt",
            s->option, wanted);
}

/* How many positions of a spec were searched. */
static size_t count_positions(const abs_tally *t, uint32_t spec)
{
    size_t count = 0;
    for (size_t i = 0; i < t->roots.count; i++)
        count += t->root_info[i].spec == spec;
    return count;
}

/* Adds how many positions would settle the unsettled searches of the answer, and where they are. */
static void add_needed(abs_buffer *b, const abs_findings *f, const abs_answer_of *a)
{
    abs_error unsaid;
    const abs_tally_group *g = &f->tally->groups[a->reference];
    const abs_registered *game = abs_registry_find("game", g->subject->domain, &unsaid);
    const answer_needs n = find_needs(f, a);
    const answer_source from = {
        .given = cJSON_GetArraySize(json_find(f->asked, "positions")) > 0,
        .limited = json_text(f->asked, "max_positions") != NULL,
        .searched = count_positions(f->tally, g->spec),
        .suite = game != NULL && f->grid == NULL ? count_lines(game->large_suite) : 0};
    answers_needed(b, g->subject, a->needed,
                   n.unsettled < 2 || a->kind == ANSWER_TOO_FEW ? "it"
                   : n.differ && n.unknown > 0                  ? "the others"
                                                                : "them",
                   &from);
}

/* How many of a group's searches a limit stopped. */
static size_t count_stopped(const abs_findings *f, uint32_t group)
{
    size_t count, stopped = 0;
    const uint32_t *order = findings_records(f, group, &count);
    for (size_t i = 0; i < count; i++) {
        const unsigned status = f->tally->records[order[i]].status;
        stopped += status == ABS_STATUS_NODE_LIMIT || status == ABS_STATUS_TIMEOUT;
    }
    return stopped;
}

/* Adds why there are too few positions. */
static void add_too_few(abs_buffer *b, const abs_findings *f, const abs_answer_of *a)
{
    const abs_tally_group *g = &f->tally->groups[a->reference];
    size_t most = 0, measured = f->aggregates[a->reference].n, finished = g->ok,
           stopped = count_stopped(f, a->reference);
    const size_t searched = g->ok + g->others;
    for (size_t i = 0; i < a->count; i++) {
        const abs_aggregate *other = &f->aggregates[a->others[i]];
        most = other->judged.ratio.n > most ? other->judged.ratio.n : most;
        measured += other->n;
        finished += f->tally->groups[a->others[i]].ok;
        stopped += count_stopped(f, a->others[i]);
    }
    if (finished == 0)
        buffer_text(b, "no search finished; `completed` in the rows says how deep each one came");
    else if (measured == 0)
        buffer_format(b, "no row has the %s that --metric=%s compares",
                      abs_metric_nouns[f->tally->metric], abs_metric_names[f->tally->metric].name);
    else if (most < 2 && searched > 1)
        buffer_format(b, "of %zu positions %s was finished by two searches%s", searched,
                      most == 0 ? "none" : "only one",
                      stopped > 0 ? "; a greater limit, or a smaller --depth, finishes more" : "");
    else {
        if (most < 2)
            buffer_text(b, "one position says nothing about others");
        else
            buffer_format(b, "%zu positions are too few for any verdict", most);
        add_needed(b, f, a);
    }
    buffer_char(b, '.');
}

/* Adds how the others compare with the reference. */
static void add_others(abs_buffer *b, const abs_findings *f, const abs_answer_of *a)
{
    const char *points = f->tally->groups[a->reference].points;
    size_t worse = 0;
    for (size_t i = 0; i < a->count; i++)
        worse += answers_side(findings_judged(f, a->others[i])) == ANSWER_DEARER;
    if (add_side(b, f, a, ANSWER_LESS, " Also better: ") > 0)
        buffer_char(b, '.');
    if (add_side(b, f, a, ANSWER_EQUAL, " Equal within 2 %: ") > 0)
        buffer_char(b, '.');
    if (a->kind != ANSWER_UNDECIDED && add_side(b, f, a, ANSWER_UNSETTLED, " Not settled: ") > 0) {
        add_needed(b, f, a);
        buffer_char(b, '.');
    }
    if (worse > 1 && worse == a->count)
        buffer_text(b, " All others are worse.");
    else if (add_side(b, f, a, ANSWER_DEARER, " Worse: ") > 0)
        buffer_char(b, '.');
    if (f->labels.varies[CONFIG_window] && strcmp(points, ABS_POINTS) != 0)
        buffer_format(b, " Windows are in %s.", points);
}

/* Says what engines counted, and that counts say nothing about strength. */
static void say_engines(abs_buffer *b, const abs_findings *f, const abs_answer_of *a)
{
    for (size_t i = 0; i < a->count; i++) {
        const abs_config *c = &f->tally->groups[a->others[i]].config;
        buffer_text(b, i > 0 ? ", " : "");
        label_add(&f->labels, c, b);
        buffer_text(b, " enters ");
        add_ratio(b, &findings_judged(f, a->others[i])->ratio);
    }
    buffer_format(b, " of the %s of ",
                  f->tally->metric == METRIC_work ? "nodes" : abs_metric_nouns[f->tally->metric]);
    label_add(&f->labels, &f->tally->groups[a->reference].config, b);
    buffer_format(b, " to depth %d; that says nothing about strength.",
                  f->tally->groups[a->reference].config.depth);
}

/* Adds the name of a group's reference: as it was given, or the label if its windows, guesses and
   the like are only some of those searched. */
static void add_reference_name(abs_buffer *b, const abs_findings *f, uint32_t group)
{
    const abs_config *c = &f->tally->groups[f->aggregates[group].reference].config;
    bool several = false;
    for (size_t i = 0; i < CONFIG_FIELDS; i++)
        several |= config_fields[i].level == CONFIG_POLICY && f->labels.varies[i] &&
                   config_present(&config_fields[i], c);
    if (several)
        label_add(&f->labels, c, b);
    else
        buffer_text(b, findings_reference(f, group));
}

/* What a search that has a ratio but no verdict is. */
static const char *unjudged_kind(const abs_config *c)
{
    return c->algo.core->limit != ABS_LIMIT_NONE ? "a limit"
           : c->algo.core->core.minimax          ? "no cutoffs"
                                                 : "a printed form";
}

/* Adds those that have a ratio to the reference but no verdict, "minimal (a limit, 0.533)": all, or
   those whose ratio is below 1. Returns how many there are. */
static size_t add_unjudged(abs_buffer *b, const abs_findings *f, uint32_t reference, bool all,
                           const char *before)
{
    size_t told = 0;
    for (uint32_t k = 0; k < f->tally->group_keys.count; k++) {
        const abs_config *c = &f->tally->groups[k].config;
        const stats_ratio *r = &findings_judged(f, k)->ratio;
        if (f->aggregates[k].reference != reference || config_is_search(c) || k == reference ||
            r->n == 0 || (r->point >= 1 && !all))
            continue;
        buffer_text(b, told++ == 0 ? before : ", ");
        label_add(&f->labels, c, b);
        buffer_format(b, " (%s, ", unjudged_kind(c));
        add_ratio(b, r);
        buffer_char(b, ')');
    }
    return told;
}

/* Says why nothing is compared with the reference, and what would compare something. */
static void say_alone(abs_buffer *b, const abs_findings *f, const abs_answer_of *a)
{
    abs_buffer beside = {0}, option = {0};
    const bool any = add_unjudged(&beside, f, a->reference, true, "") > 0,
               several = answers_reference(&option, f, a->reference);
    if (any) {
        buffer_text(b, "no verdict: beside ");
        label_add_twins(&f->labels, &f->pairs, a->use, b);
        buffer_format(b, " there are only %s", buffer_end(&beside));
    } else if (several) {
        buffer_text(b, "nothing is compared");
    } else {
        buffer_text(b, "nothing is compared, since only ");
        label_add_twins(&f->labels, &f->pairs, a->use, b);
        buffer_text(b, " was searched; name others in --algo or --engine");
    }
    if (several)
        buffer_format(b, "; each setting has its own reference, and %s compares them",
                      buffer_end(&option));
    buffer_char(b, '.');
    buffer_free(&beside);
    buffer_free(&option);
}

/* Null moves are tried in null windows alone. Says how often two searches tried them if one did so
   more than twice as often, as their ratio then shows what null moves save. */
static void add_null_moves(abs_buffer *b, const abs_findings *f, uint32_t one, uint32_t other)
{
    const abs_tally_group *const of[] = {&f->tally->groups[one], &f->tally->groups[other]};
    const uint64_t tried[] = {of[0]->sums[COUNT_null_searches], of[1]->sums[COUNT_null_searches]};
    const size_t more = tried[1] > tried[0];
    if (!(of[0]->config.select & of[1]->config.select & ABS_SELECT_NULL) ||
        tried[more] / 2 <= tried[!more])
        return;
    buffer_text(b, " Null moves act in null windows alone: ");
    for (size_t i = 0; i < 2; i++) {
        buffer_text(b, i > 0 ? ", " : "");
        label_add(&f->labels, &of[i]->config, b);
        buffer_text(b, i > 0 ? " " : " tried ");
        buffer_grouped(b, tried[i]);
    }
    buffer_format(b, "; --reference='%s:select=none' shows what they save in %s.",
                  of[more]->config.algo.name, of[more]->config.algo.name);
}

void answers_say(abs_buffer *b, const abs_findings *f, const abs_answer_of *a)
{
    const abs_tally_group *g = &f->tally->groups[a->reference];
    const abs_config *use = &f->tally->groups[a->use != UINT32_MAX ? a->use : a->reference].config;
    if (f->brief != NULL)
        buffer_format(b, "%s, depth %d", f->tally->specs.texts[g->spec], g->config.depth);
    else
        label_write_heading(f->tally, g, &f->labels, b);
    buffer_text(b, ": ");
    if (a->kind == ANSWER_TOO_FEW) {
        add_too_few(b, f, a);
        return;
    }
    if (a->kind == ANSWER_ALONE) {
        say_alone(b, f, a);
        return;
    }
    if (g->config.algo.engine != NULL) {
        say_engines(b, f, a);
        return;
    }
    buffer_text(b, a->kind == ANSWER_UNDECIDED ? "undecided: " : "use ");
    label_add(&f->labels, use, b);
    if (a->kind == ANSWER_BETTER) {
        abs_buffer name = {0};
        add_reference_name(&name, f, a->use);
        buffer_text(b, ": it takes ");
        answers_ratio(b, findings_judged(f, a->use), f->tally->metric, buffer_end(&name));
        buffer_free(&name);
    } else if (a->kind == ANSWER_BEST) {
        buffer_format(b,
                      ", the reference: %zu positions show that no other takes less by more than "
                      "2 %%",
                      f->aggregates[a->reference].n);
    } else {
        const bool usable = config_is_search(&g->config);
        if (!usable)
            buffer_text(b, " cannot be recommended, and no search is shown to take less");
        if (add_side(b, f, a, ANSWER_UNSETTLED, usable ? ", or " : "; not settled: ") > 0)
            add_needed(b, f, a);
    }
    buffer_char(b, '.');
    if (a->kind == ANSWER_BEST &&
        add_unjudged(b, f, a->reference, false, " Less, but nothing to use: ") > 0)
        buffer_char(b, '.');
    if (a->kind == ANSWER_BETTER || a->kind == ANSWER_BEST)
        add_null_moves(b, f, a->reference, a->kind == ANSWER_BETTER ? a->use : a->others[0]);
    if (f->brief == NULL)
        add_others(b, f, a);
}

void answers_write(abs_buffer *b, const abs_findings *f, size_t most)
{
    size_t count, told = 0;
    abs_answer_of *list = answers_find(f, &count);
    bool answered = f->tally->losses > 0; /* stopped searches are compared by moves */
    bool swept = false;                   /* all answers share one sweep */
    for (const abs_answer_of *a = list; a < list + count; a++)
        answered |= a->kind != ANSWER_TOO_FEW;
    for (const abs_answer_of *a = list; a < list + count; a++) {
        /* A block with few positions, such as one whose games end early, is left out if others have
           an answer. */
        if ((answered && a->kind == ANSWER_TOO_FEW) ||
            findings_is_capped(f, &f->tally->groups[a->reference]) || (most > 0 && told++ >= most))
            continue;
        /* One of them tells what would compare all references of a block. */
        if (a > list && a->kind == ANSWER_ALONE && a[-1].kind == ANSWER_ALONE &&
            f->tally->groups[a->reference].block == f->tally->groups[a[-1].reference].block)
            continue;
        answers_say(b, f, a);
        const bool engine = f->tally->groups[a->reference].config.algo.engine != NULL;
        buffer_char(b, '\n');
        if (a->use == UINT32_MAX || a->kind >= ANSWER_ALONE || f->brief != NULL || engine)
            continue;
        if (f->grid != NULL)
            swept = true;
        else
            answers_experiment(b, f, a->use);
    }
    if (swept)
        answers_experiment(b, f, list->reference);
    if (most > 0 && told > most)
        buffer_format(b, "... and %zu more answers: see `answers` in --format=json.\n",
                      told - most);
    if (f->brief != NULL)
        answers_overall(b, f);
    free(list);
}
