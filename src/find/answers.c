/* answers.c -- see findings.h. */
#include "base/memory.h"
#include "find/findings.h"
#include "search/registry.h"
#include "suite/options.h"

#include <math.h>
#include <stdlib.h>

/* ---- what to use ----------------------------------------------------------------------------- */

/* The group's reference, as the first of its twins; UINT32_MAX if it has none that is a search. */
static uint32_t reference_of(const abs_findings *f, uint32_t group)
{
    uint32_t reference = f->aggregates[group].reference;
    if (reference != UINT32_MAX)
        reference = f->pairs.twin[reference];
    return reference != UINT32_MAX && aggregate_is_search(&f->tally->groups[reference].config.algo)
               ? reference
               : UINT32_MAX;
}

answer_side answers_side(const abs_judged *j)
{
    if (j->ratio.same || (j->ratio.n > 0 && j->ratio.wins + j->ratio.losses == 0))
        return ANSWER_EQUAL;
    return j->verdict == JUDGE_WORSE ? ANSWER_DEARER : ANSWER_UNSETTLED;
}

/* Chooses what to use among all of the block, of which the candidates come first, and judges the
   others against it. That is the reference of the best, unless one of the candidates compared with
   that reference is shown to be better. */
static void settle(const abs_findings *f, abs_answer_of *a, size_t candidates)
{
    const size_t all = a->count;
    bool told = all == 1;
    a->use = a->others[0].group;
    a->reference = reference_of(f, a->use);
    a->kind = all == 1 ? ANSWER_ALONE : ANSWER_BEST;
    /* If the best one has no reference, it gets another's, unless that takes more than the best. */
    for (size_t i = 1; i < candidates && a->reference == UINT32_MAX; i++) {
        const uint32_t other = reference_of(f, a->others[i].group);
        if (other != UINT32_MAX &&
            best_judge(&f->pairs, f->aggregates, a->use, other).ratio.point > 1)
            a->reference = other;
    }
    if (a->reference != UINT32_MAX) {
        a->use = a->reference;
        a->kind = all == 1 ? ANSWER_ALONE : ANSWER_REFERENCE;
    }
    for (size_t i = 0; i < candidates && a->reference != UINT32_MAX; i++)
        if (reference_of(f, a->others[i].group) == a->reference &&
            f->aggregates[a->others[i].group].judged.verdict == JUDGE_BETTER) {
            a->kind = ANSWER_BETTER;
            a->use = a->others[i].group;
            break;
        }
    a->count = 0;
    for (size_t i = 0; i < all; i++) {
        const uint32_t group = a->others[i].group;
        if (group == a->use)
            continue;
        const abs_judged j = best_judge(&f->pairs, f->aggregates, group, a->use);
        a->others[a->count++] = (abs_member){group, j};
        told |= j.verdict != JUDGE_TOO_FEW;
        if (answers_side(&j) == ANSWER_UNSETTLED && j.needed > a->needed)
            a->needed = j.needed;
    }
    if (!told)
        a->kind = ANSWER_TOO_FEW;
    qsort(a->others, a->count, sizeof *a->others, best_order);
}

/* Adds a group, unless it is UINT32_MAX or there already. */
static void add_once(abs_answer_of *a, uint32_t group)
{
    size_t i = 0;
    while (i < a->count && a->others[i].group != group)
        i++;
    if (group != UINT32_MAX && i == a->count)
        a->others[a->count++].group = group;
}

abs_answer_of *answers_find(const abs_findings *f, size_t *count)
{
    const abs_bests *ranking = &f->ranking;
    abs_answer_of *list = memory_take((ranking->count + 1) * sizeof *list +
                                      (f->tally->group_keys.count + 1) * sizeof *list->others);
    abs_member *next =
        (abs_member *)(list + ranking->count + 1); /* after the answers come all their `others` */
    for (size_t i = 0; i < ranking->count; i++) {
        const abs_family *candidates = &ranking->families[i];
        abs_answer_of *a = &list[i];
        *a = (abs_answer_of){.others = next};
        for (size_t m = 0; m < candidates->count; m++)
            add_once(a, ranking->members[candidates->first + m].group);
        for (size_t m = 0; m < candidates->count; m++)
            add_once(a, reference_of(f, a->others[m].group));
        settle(f, a, candidates->count);
        next += a->count;
    }
    *count = ranking->count;
    return list;
}

/* ---- options -------------------------------------------------------------------------------- */

void answers_option(abs_buffer *b, const char *name, const char *value)
{
    abs_buffer word = {0};
    buffer_word(&word, value);
    buffer_text(b, b->length == 0 || b->data[b->length - 1] == ' ' ? "" : " ");
    buffer_format(b, "--%s=", name);
    buffer_plain(b, buffer_end(&word));
    buffer_free(&word);
}

/* Sets a field to the value that it has if none is given. Returns false if that is not known. */
static bool preset_of(const abs_subject *subject, const config_field *f, abs_config *config)
{
    if (f == &config_fields[CONFIG_order])
        config->order = subject->usual_orders;
    else if (f == &config_fields[CONFIG_quiescence])
        config->quiescence = subject->quiescence && config->eval.kind != ABS_EVAL_RESULT;
    else
        return config_preset(f, NULL, NULL, config);
    return true;
}

void answers_options(abs_buffer *b, const abs_subject *subject, const abs_config *config)
{
    char value[CONFIG_WORD_MAX];
    buffer_plain(b, subject->option != NULL ? subject->option : "");
    for (size_t i = 0; i < CONFIG_FIELDS; i++) {
        const config_field *f = &config_fields[i];
        const abs_option *option =
            f->kind == CONFIG_ALGO ? option_find("algo") : option_of_setting(i);
        abs_config preset = *config;
        if (option == NULL || f->level == CONFIG_COPY || !config_present(f, config))
            continue;
        /* Windows and depths are always written, because their presets depend on the rules. */
        if (preset_of(subject, f, &preset) && !config_differ(f, config, &preset))
            continue;
        if (f->kind == CONFIG_ALGO && config->algo.engine != NULL) {
            answers_option(b, "engine", config->algo.engine->command);
            for (const char *set = engine_settings(&config->algo); *set != '\0';) {
                const int length = (int)strcspn(set, ";");
                snprintf(value, sizeof value, "%.*s", length, set);
                answers_option(b, "set", value);
                set += length + (set[length] == ';');
            }
            continue;
        }
        config_value(f, config, value, sizeof value);
        buffer_format(b, " --%s=%s", option->name, value);
    }
}

/* Returns the records of a group, by position. */
static const uint32_t *records_of(const abs_findings *f, uint32_t group, size_t *count)
{
    const abs_tally_group *g = f->tally->groups;
    size_t before = 0;
    for (uint32_t k = 0; k < group; k++)
        before += g[k].ok + g[k].others;
    *count = g[group].ok + g[group].others;
    return f->pairs.order + before;
}

/* Whether the value of a grid's "game" or "tree" is, or has, that spec, by any name of its domain.
 */
static bool names_spec(const cJSON *value, const abs_subject *subject)
{
    char name[ABS_TEXT_MAX];
    abs_error unsaid;
    const char *text = cJSON_GetStringValue(value);
    bool found = false;
    for (int i = 0; i < cJSON_GetArraySize(value) && !found; i++)
        found = names_spec(cJSON_GetArrayItem(value, i), subject);
    if (text == NULL)
        return found;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, ":"), text);
    const abs_registered *r = abs_registry_find(subject->kind, name, &unsaid);
    const char *option = subject->option != NULL ? strchr(subject->option, '=') + 1 : "";
    return strcmp(text, option) == 0 || /* a plug-in's file, for one */
           (r != NULL && strcmp(r->domain->name, subject->domain) == 0 &&
            strcmp(strchrnul(text, ':'), strchrnul(subject->spec, ':')) == 0);
}

/* The value of an option that was given: in the first grid for the group's spec that has it, or
   else on the command line. */
static const cJSON *find_asked(const abs_findings *f, const abs_tally_group *g, const char *option)
{
    const cJSON *grids = json_find(f->asked, "grid"), *found = NULL;
    char name[CONFIG_WORD_MAX];
    for (const cJSON *grid = cJSON_IsArray(grids) ? grids->child : grids;
         grid != NULL && found == NULL; grid = grid != grids ? grid->next : NULL)
        if (names_spec(json_find(grid, g->subject->kind), g->subject))
            found = json_find(grid, option);
    option_member(option, name, sizeof name);
    return found != NULL ? found : json_find(f->asked, name);
}

/* Adds the seeds of a group's trees as ranges, because grids and merged reports have other
   seeds than the run's options give; or as given, if there are many ranges. */
static void add_seeds(abs_buffer *b, const abs_findings *f, uint32_t group)
{
    enum { RANGES = 4 };
    const char *const given = cJSON_GetStringValue(find_asked(f, &f->tally->groups[group], "seed"));
    unsigned long long first = 0, last = 0;
    size_t count, ranges = 0;
    abs_buffer text = {0};
    const uint32_t *order = records_of(f, group, &count);
    for (size_t i = 0; i <= count; i++) {
        const char *name = f->tally->roots.texts[f->tally->records[order[i - (i == count)]].root];
        const unsigned long long seed = strtoull(strrchr(name, '#') + 1, NULL, 10);
        const bool goes_on = i > 0 && i < count && (seed == last || seed == last + 1);
        if (i > 0 && !goes_on)
            buffer_format(&text, last > first ? "%s%llu..%llu" : "%s%llu", ranges++ > 0 ? "," : "",
                          first, last);
        first = goes_on ? first : seed;
        last = seed;
    }
    answers_option(b, "seed", ranges > RANGES && given != NULL ? given : buffer_end(&text));
    buffer_free(&text);
}

/* Adds an option as it was given, unless its value is the default. */
static void add_asked(abs_buffer *b, const char *name, const cJSON *value)
{
    const abs_option *option = option_find(name);
    const cJSON *item = cJSON_IsArray(value) ? value->child : value;
    char preset[CONFIG_WORD_MAX];
    abs_buffer text = {0};
    option_preset(option, preset, sizeof preset);
    if (option->argument == NULL && cJSON_IsTrue(value))
        buffer_format(b, " --%s", name);
    for (; item != NULL; item = item != value ? item->next : NULL) {
        const bool written = grid_write_item(&text, option, item);
        if (written && item != value && item->next != NULL && option->kind > READ_SET) {
            buffer_char(&text, ',');
            continue;
        }
        if (written && strcmp(buffer_end(&text), preset) != 0 && strcmp(text.data, "default") != 0)
            answers_option(b, name, text.data);
        buffer_clear(&text);
    }
    buffer_free(&text);
}

/* Whether positions are given, so that they are not the game's suites. */
static bool has_positions(const abs_findings *f, const abs_tally_group *g)
{
    abs_buffer positions = {0};
    add_asked(&positions, "position", find_asked(f, g, "position"));
    add_asked(&positions, "positions", find_asked(f, g, "positions"));
    const bool any = positions.length > 0;
    buffer_free(&positions);
    return any;
}

/* Whether the group's positions are known. With several games nothing says whose they are. */
static bool positions_are_known(const abs_findings *f, uint32_t group)
{
    const abs_tally_group *g = &f->tally->groups[group];
    return subject_is_tree(g->subject) || cJSON_GetArraySize(json_find(f->asked, "game")) < 2 ||
           !has_positions(f, g);
}

/* Adds all options that repeat the experiment, also those for positions, copies, comparisons. */
static void add_experiment(abs_buffer *b, const abs_findings *f, const abs_answer_of *a)
{
    enum { FOR_ALL = 4 }; /* options before that place are for games alone */
    static const char *const options[] = {
        "position", "positions", "skip-bad", "suite",     "max-positions",   "shuffle", "repeat",
        "timeout",  "distinct",  "metric",   "reference", "allow-fail-hard", "keep",    "judge"};
    const abs_tally_group *g = &f->tally->groups[a->use];
    const bool tree = subject_is_tree(g->subject);
    answers_options(b, g->subject, &g->config);
    if (tree && g->subject->seeds)
        add_seeds(b, f, a->use);
    for (size_t i = tree ? FOR_ALL : 0; i < sizeof options / sizeof options[0]; i++)
        add_asked(b, options[i], find_asked(f, g, options[i]));
}

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

/* Adds "a, b and 4 more" for the configurations on that side, and returns how many there are. */
static size_t add_side(abs_buffer *b, const abs_findings *f, const abs_answer_of *a,
                       answer_side side, const char *before)
{
    enum { SHOWN = 5 };
    size_t all = 0;
    for (const abs_member *o = a->others; o < a->others + a->count; o++) {
        if (answers_side(&o->judged) != side || all++ >= SHOWN)
            continue;
        buffer_text(b, all == 1 ? before : ", ");
        label_add(&f->labels, &f->tally->groups[o->group].config, b);
        if (side != ANSWER_UNSETTLED)
            continue;
        buffer_text(b, " (");
        add_ratio(b, &o->judged.ratio);
        buffer_char(b, ')');
    }
    if (all > SHOWN)
        buffer_format(b, " and %zu more", all - SHOWN);
    return all;
}

/* Adds about how many positions would tell, and the options that search so many; for a game only if
   its own suite was searched. */
static void add_needed(abs_buffer *b, const abs_findings *f, const abs_answer_of *a)
{
    abs_error unsaid;
    size_t lines = 0; /* of the large suite */
    const abs_tally_group *g = &f->tally->groups[a->use];
    const abs_registered *game = abs_registry_find("game", g->subject->domain, &unsaid);
    if (a->needed == 0)
        return;
    buffer_format(b, "; about %zu positions would tell", a->needed);
    if (subject_is_tree(g->subject))
        buffer_format(b, ": --seed=1..%zu", a->needed);
    const bool own = game != NULL && !has_positions(f, g);
    for (const char *at = own ? game->large_suite : NULL; at != NULL && *at != '\0';
         at += *at == '\n') {
        lines += *at != '#' && *at != '\n';
        at += strcspn(at, "\n");
    }
    if (own && a->needed <= lines)
        buffer_format(b, ": --suite=large --max-positions=%zu", a->needed);
    else if (own)
        buffer_text(b, ", more than its suites have");
}

/* Adds why there are too few positions. */
static void add_too_few(abs_buffer *b, const abs_findings *f, const abs_answer_of *a)
{
    const abs_tally_group *g = &f->tally->groups[a->use];
    const abs_record *records = f->tally->records;
    size_t most = 0, finished = g->ok, stopped = g->others, searched = 0, count;
    const uint32_t *order = records_of(f, a->use, &count);
    for (size_t i = 0; i < count; i++)
        searched += i == 0 || records[order[i]].root != records[order[i - 1]].root;
    for (size_t i = 0; i < a->count; i++) {
        most = a->others[i].judged.ratio.n > most ? a->others[i].judged.ratio.n : most;
        finished += f->tally->groups[a->others[i].group].ok;
        stopped += f->tally->groups[a->others[i].group].others;
    }
    if (finished == 0)
        buffer_text(b, "no search finished; `completed` in the rows says how deep each one came");
    else if (f->aggregates[a->use].n == 0 && g->ok > 0)
        buffer_format(b, "no row has the %s that --metric=%s compares",
                      abs_metric_nouns[f->tally->metric], abs_metric_names[f->tally->metric].name);
    else if (most < 2 && searched > 1)
        buffer_format(b, "of %zu positions %s was finished by two searches%s", searched,
                      most == 0 ? "none" : "only one",
                      stopped > 0 ? "; a greater limit, or a smaller --depth, finishes more" : "");
    else if (most < 2)
        buffer_format(b, "one position tells nothing of others%s",
                      !g->subject->seeds ? ""
                      : subject_is_tree(g->subject)
                          ? "; use several: --seed=1..60"
                          : "; use several: the game's own suite, or what `absbench positions` "
                            "finds");
    else
        buffer_format(b, "%zu positions are too few for any verdict", most);
    add_needed(b, f, a);
    buffer_char(b, '.');
}

/* Adds how the others compare with what is used. */
static void add_others(abs_buffer *b, const abs_findings *f, const abs_answer_of *a)
{
    const char *points = f->tally->groups[a->use].points;
    size_t worse = 0;
    for (size_t i = 0; i < a->count; i++)
        worse += answers_side(&a->others[i].judged) == ANSWER_DEARER;
    if (add_side(b, f, a, ANSWER_EQUAL, " Equal within 2 %: ") > 0)
        buffer_char(b, '.');
    if (add_side(b, f, a, ANSWER_UNSETTLED, " Not settled: ") > 0) {
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

void answers_say(abs_buffer *b, const abs_findings *f, const abs_answer_of *a)
{
    const abs_tally_group *g = &f->tally->groups[a->use];
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
        buffer_text(b, "nothing is compared, since only ");
        label_add_twins(&f->labels, &f->pairs, a->use, b);
        buffer_text(b, " was searched; name others in --algo or --engine.");
        return;
    }
    buffer_text(b, "use ");
    label_add(&f->labels, &g->config, b);
    if (a->kind == ANSWER_BETTER) {
        buffer_text(b, ": it takes ");
        answers_ratio(b, &f->aggregates[a->use].judged, f->tally->metric,
                      findings_reference(f, a->use));
    } else {
        buffer_format(b,
                      a->kind == ANSWER_REFERENCE
                          ? ", the reference: %zu positions show none that takes less"
                          : ": the least of all in the mean over %zu positions",
                      f->aggregates[a->use].n);
    }
    buffer_char(b, '.');
    if (f->brief == NULL)
        add_others(b, f, a);
}

void answers_write(abs_buffer *b, const abs_findings *f, size_t most)
{
    size_t count, told = 0;
    abs_answer_of *list = answers_find(f, &count);
    bool answered = f->tally->losses > 0; /* of stopped searches the moves are compared */
    for (const abs_answer_of *a = list; a < list + count; a++)
        answered |= a->kind != ANSWER_TOO_FEW;
    for (const abs_answer_of *a = list; a < list + count; a++) {
        /* A block of few positions, such as those whose games end early, says nothing if others
           have an answer. */
        if ((answered && a->kind == ANSWER_TOO_FEW) || (most > 0 && told++ >= most))
            continue;
        answers_say(b, f, a);
        if (a->kind < ANSWER_ALONE && f->brief == NULL && positions_are_known(f, a->use)) {
            buffer_text(b, "\n  ");
            add_experiment(b, f, a);
        }
        buffer_char(b, '\n');
    }
    if (most > 0 && told > most)
        buffer_format(b, "... and %zu more answers: see `answers` in --format=json.\n",
                      told - most);
    if (f->brief != NULL)
        answers_overall(b, f);
    free(list);
}
